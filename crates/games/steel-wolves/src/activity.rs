//! Area Activity Charts: how rich an area is, and how well watched [2.13].

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// The colour of a box, from nothing to plenty.
    Colour, "colour" {
        /// Nothing.
        White = "white",
        /// Little.
        Green = "green",
        /// Some.
        Orange = "orange",
        /// Much.
        Blue = "blue",
        /// Most.
        Red = "red",
    }
}

impl Colour {
    /// One level richer in a zone; white stays white, red stays red [20.4].
    #[must_use]
    pub const fn in_zone(self) -> Self {
        match self {
            Self::White => Self::White,
            Self::Green => Self::Orange,
            Self::Orange => Self::Blue,
            Self::Blue | Self::Red => Self::Red,
        }
    }

    /// Blue and red boxes make large convoys [13.22].
    pub const fn is_large(self) -> bool {
        matches!(self, Self::Blue | Self::Red)
    }
}

named! {
    /// Allied aircraft over an area [2.13].
    #[derive(Default)]
    Cover, "air cover" {
        /// None.
        #[default]
        None = "none",
        /// Now and then.
        Light = "light",
        /// Always.
        Heavy = "heavy",
    }
}

impl Cover {
    /// Light cover is heavy in the zones of an area [20.5].
    #[must_use]
    pub const fn in_zone(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Light | Self::Heavy => Self::Heavy,
        }
    }
}

/// A box of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartBox {
    pub colour: Colour,
    /// Carries a red dot.
    pub dot: bool,
}

impl ChartBox {
    /// Counts as red for counterattacks and Transit Events.
    pub fn watched(self) -> bool {
        self.dot || self.colour == Colour::Red
    }

    /// From its letter: W G O B R, small with a dot.
    pub fn from_letter(letter: char) -> Option<Self> {
        let colour = match letter.to_ascii_uppercase() {
            'W' => Colour::White,
            'G' => Colour::Green,
            'O' => Colour::Orange,
            'B' => Colour::Blue,
            'R' => Colour::Red,
            _ => return None,
        };
        let dot = letter.is_ascii_lowercase();
        Some(Self { colour, dot })
    }
}

/// A row of a chart: an area in a war period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chart {
    pub boxes: [ChartBox; 10],
    pub air: Cover,
    /// The submarine icon [14.6].
    pub enemy_sub: bool,
}

impl Chart {
    /// Boxes that are red or dotted; they are the upper end of the row.
    pub fn red(&self) -> u8 {
        self.boxes.iter().filter(|cell| cell.watched()).count() as u8
    }

    /// The lowest box that is red or dotted; 10 if there is none (R3).
    pub fn threshold(&self) -> u8 {
        10 - self.red()
    }

    /// The box of a search result, which is limited to the row (R14).
    pub fn at(&self, result: i16) -> (usize, ChartBox) {
        let index = result.clamp(0, 9) as usize;
        (index, self.boxes[index])
    }

    /// Whether a crowd of boats is noticed here: where the row has red or blue [22.1].
    pub fn is_busy(&self) -> bool {
        self.boxes.iter().any(|cell| cell.colour >= Colour::Blue)
    }
}
