//! Facing of units [10.0]: a stack looks along one of three lines [12.12].

use crate::units::Bound;
use derbyhouse_kernel::{Direction, Hex};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The line along which a stack lies: that of its top unit, be it a pack or a single boat, which has no facing of its
/// own [10.1]. Front and rear are alike to it, so there are three [10.0], [12.12].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Axis {
    /// East and west.
    #[serde(rename = "E-W")]
    EastWest,
    /// North-east and south-west.
    #[serde(rename = "NE-SW")]
    NorthEast,
    /// North-west and south-east.
    #[serde(rename = "NW-SE")]
    NorthWest,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::EastWest, Self::NorthEast, Self::NorthWest];

    /// How a stack lies that was set down without a word (R23).
    pub const AT_SET_UP: Self = Self::NorthEast;

    /// The line of a facing counter.
    pub const fn of(direction: Direction) -> Self {
        match direction {
            Direction::E | Direction::W => Self::EastWest,
            Direction::NE | Direction::SW => Self::NorthEast,
            Direction::NW | Direction::SE => Self::NorthWest,
        }
    }

    /// One of its two ends.
    pub const fn front(self) -> Direction {
        match self {
            Self::EastWest => Direction::E,
            Self::NorthEast => Direction::NE,
            Self::NorthWest => Direction::NW,
        }
    }

    /// The hex itself, the one before and the one behind [12.12].
    pub fn three_hexes(self, hex: Hex) -> [Hex; 3] {
        [
            hex,
            hex.step(self.front()),
            hex.step(self.front().opposite()),
        ]
    }

    /// The name in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::EastWest => "E-W",
            Self::NorthEast => "NE-SW",
            Self::NorthWest => "NW-SE",
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Axis {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|axis| axis.id() == s)
            .ok_or_else(|| format!("“{s}” is no facing: it is one of E-W, NE-SW, NW-SE"))
    }
}

/// The direction of travel, in which a convoy faces away from its last border [7.46].
pub const fn ahead(bound: Bound) -> Direction {
    match bound {
        Bound::East => Direction::E,
        Bound::West => Direction::W,
    }
}
