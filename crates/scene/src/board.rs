//! What never changes during a match: spaces, coasts and named places.

use crate::coast::Frame;
use derbyhouse_kernel::Hex;
use serde::Serialize;

/// The map of a game, in its own plane: x to the east, y to the north, one unit a hex width.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// Every space that anything can be on.
    pub spaces: Vec<Space>,
    /// Land, far beyond the spaces.
    pub outlines: Vec<Outline>,
    /// Names of lands and seas.
    pub labels: Vec<Label>,
    /// Named places.
    pub places: Vec<Place>,
    /// Where the chart ends, if it does not go on for ever: beyond its edge is the bare table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Frame>,
    /// How it is coloured.
    pub mood: Mood,
}

/// How a board is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mood {
    /// A chart on paper.
    #[default]
    Chart,
    /// The sea at night, whatever the colours around it.
    Night,
}

/// What a space looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A hex of a sheet.
    #[default]
    Hex,
    /// A point of a square grid: a dot in a square of one unit.
    Dot,
    /// A box with its name in it.
    Box {
        /// In units of the plane.
        width: f64,
        /// In units of the plane.
        height: f64,
    },
}

/// A space of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Space {
    /// Its printed number or name.
    pub id: String,
    /// Centre.
    pub x: f64,
    /// Centre.
    pub y: f64,
    /// Row and column, for text maps: of a hex sheet, rows growing to the north and even rows shifted half a hex east;
    /// of dots, rows growing downward.
    pub grid: Option<(u8, u8)>,
    /// Whether pieces that move may be here.
    pub playing: bool,
    /// What it looks like.
    pub shape: Shape,
    /// What is written in a box; its id if empty.
    pub label: String,
}

/// Centre of a hex of a printed sheet in the plane of its map.
pub fn centre(hex: Hex) -> (f64, f64) {
    (
        f64::from(hex.x2()) / 2.0,
        f64::from(hex.row()) * 0.75_f64.sqrt(),
    )
}

/// A shore, closed around its land.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outline {
    /// Corners.
    pub points: Vec<(f64, f64)>,
}

/// A name on the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Label {
    /// The name.
    pub text: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
}

/// A named place, such as an airbase or an entry hex.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The space it is in.
    pub space: String,
    /// What it is called.
    pub label: String,
    /// One letter for text maps.
    pub letter: char,
    /// What is to be known about it, in a sentence.
    pub about: String,
}
