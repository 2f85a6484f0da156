//! Hexes of a printed sheet: rows run east and west, even rows lie half a hex further east.
//!
//! Rows grow to the north, columns to the east. A game whose sheet counts rows from the north maps its printed
//! rows onto these; the numbering is the game's, the arithmetic is here.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// One hex by row and column. Ordered as its printed number is: by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    row: u8,
    col: u8,
}

/// The six sides of a hex, counter-clockwise from the east.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Direction {
    E,
    NE,
    NW,
    W,
    SW,
    SE,
}

impl Direction {
    /// All six, in their fixed order.
    pub const ALL: [Self; 6] = [Self::E, Self::NE, Self::NW, Self::W, Self::SW, Self::SE];

    /// The other end of the same line.
    pub const fn opposite(self) -> Self {
        match self {
            Self::E => Self::W,
            Self::NE => Self::SW,
            Self::NW => Self::SE,
            Self::W => Self::E,
            Self::SW => Self::NE,
            Self::SE => Self::NW,
        }
    }

    /// How far row and column change from a row of this parity.
    const fn delta(self, even_row: bool) -> (i8, i8) {
        let shift = even_row as i8;
        match self {
            Self::E => (0, 1),
            Self::W => (0, -1),
            Self::NE => (1, shift),
            Self::NW => (1, shift - 1),
            Self::SE => (-1, shift),
            Self::SW => (-1, shift - 1),
        }
    }
}

impl Hex {
    /// Rows and columns count from 1; row and column 0 lie just off any sheet.
    pub const fn new(row: u8, col: u8) -> Self {
        Self { row, col }
    }

    /// The row, growing to the north.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The column, growing to the east.
    pub const fn col(self) -> u8 {
        self.col
    }

    /// The neighbour on that side. It may lie off the sheet: row or column 0 and below wrap and are off every sheet.
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        let (dr, dc) = direction.delta(self.row.is_multiple_of(2));
        Self {
            row: self.row.wrapping_add_signed(dr),
            col: self.col.wrapping_add_signed(dc),
        }
    }

    /// The six neighbours, in the order of [`Direction::ALL`].
    pub fn neighbours(self) -> [Self; 6] {
        Direction::ALL.map(|d| self.step(d))
    }

    /// Twice the distance of the centre from the west edge, in hex widths: a whole number.
    #[inline]
    pub const fn x2(self) -> i32 {
        2 * self.col as i32 + self.row.is_multiple_of(2) as i32
    }

    /// Number of steps between two hexes.
    #[inline]
    pub const fn distance(self, other: Self) -> u32 {
        let rows = self.row.abs_diff(other.row) as u32;
        let across = self.x2().abs_diff(other.x2());
        rows + across.saturating_sub(rows) / 2
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.row, self.col)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a hex number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a hex number: four digits are expected, row then column, as in 0817")]
pub struct NotAHex(pub String);

impl FromStr for Hex {
    type Err = NotAHex;

    fn from_str(s: &str) -> Result<Self, NotAHex> {
        let wrong = || NotAHex(s.to_owned());
        if s.len() != 4 || !s.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let number: u16 = s.parse().map_err(|_| wrong())?;
        Ok(Self::new((number / 100) as u8, (number % 100) as u8))
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexx::{HexOrientation, OffsetHexMode};
    use proptest::prelude::*;

    /// hexx counts rows southward and knows the same shift; mirroring rows 0..=200 keeps their parity.
    fn judge(hex: Hex) -> hexx::Hex {
        hexx::Hex::from_offset_coordinates(
            [i32::from(hex.col()), 200 - i32::from(hex.row())],
            OffsetHexMode::Even,
            HexOrientation::Pointy,
        )
    }

    proptest! {
        #[test]
        fn distance_agrees_with_hexx(a in (1u8..60, 1u8..60), b in (1u8..60, 1u8..60)) {
            let (a, b) = (Hex::new(a.0, a.1), Hex::new(b.0, b.1));
            prop_assert_eq!(a.distance(b) as i32, judge(a).distance_to(judge(b)));
        }

        #[test]
        fn every_step_is_one_hex_and_its_opposite_leads_back(row in 1u8..60, col in 1u8..60) {
            let here = Hex::new(row, col);
            for d in Direction::ALL {
                prop_assert_eq!(here.distance(here.step(d)), 1);
                prop_assert_eq!(here.step(d).step(d.opposite()), here);
            }
        }
    }

    #[test]
    fn a_number_is_four_digits() {
        assert_eq!("0817".parse(), Ok(Hex::new(8, 17)));
        assert_eq!(Hex::new(8, 17).to_string(), "0817");
        for wrong in ["", "817", "08177", "08a7", "-817", "٠٨١٧"] {
            assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
        }
    }
}
