//! Submarines of the player by name and class [2.3A].

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A class of submarines, by its place in `submarines.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClassId(pub(crate) u8);

impl ClassId {
    /// Place in the table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A submarine, by its place among all boats of `submarines.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoatId(pub(crate) u16);

impl BoatId {
    /// Place in the table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for BoatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for BoatId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .parse()
            .map_err(|_| format!("“{text}” is no boat by number"))?;
        Ok(Self(number))
    }
}

/// An ace marker, by its place in `aces.toml` [25.0].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AceId(pub(crate) u8);

impl AceId {
    /// Place in the table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
