//! U-boats: letters, types, torpedoes, and the places on a boat that can be hit.

use derbyhouse_kernel::{Seat, named};
use serde::{Deserialize, Serialize};
use std::fmt;

named! {
    /// A boat of the patrol; each has a seat of its own, and a person may hold several.
    Letter, "boat" {
        /// The first.
        W = "W",
        /// The second.
        X = "X",
        /// The third.
        Y = "Y",
        /// The fourth.
        Z = "Z",
    }
}

impl Letter {
    /// The boat of a seat.
    pub const fn of(seat: Seat) -> Self {
        Self::ALL[seat.index()]
    }

    /// The seat of a boat.
    pub fn seat(self) -> Seat {
        Seat::new(self.index()).unwrap_or(Seat::FIRST)
    }
}

named! {
    /// A type of boat.
    BoatType, "type of boat" {
        /// The nimble one.
        VII = "VII",
        /// The large one.
        IX = "IX",
    }
}

named! {
    /// A torpedo.
    TorpedoType, "torpedo" {
        /// Steam: far, and by day it leaves a wake [60.wake_by_day].
        G7a = "G7a",
        /// Electric.
        G7e = "G7e",
    }
}

named! {
    /// An end of a boat with its tubes.
    End, "end of a boat" {
        /// Four tubes.
        Bow = "bow",
        /// One tube, or two.
        Stern = "stern",
    }
}

/// Tubes of the larger type.
pub const TUBES: usize = 6;

/// A torpedo tube, from 1; those from 5 on are in the stern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Tube(u8);

impl Tube {
    /// By its number.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number as usize <= TUBES {
            Some(Self(number))
        } else {
            None
        }
    }

    /// All of the larger type.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=TUBES as u8).map(Self)
    }

    /// From 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// From 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Where it is.
    pub const fn end(self) -> End {
        if self.0 <= 4 { End::Bow } else { End::Stern }
    }
}

impl fmt::Display for Tube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u8> for Tube {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("there is no tube {number}: it is 1 to {TUBES}"))
    }
}

impl From<Tube> for u8 {
    fn from(tube: Tube) -> Self {
        tube.0
    }
}

impl BoatType {
    /// Tubes it has.
    pub const fn tubes(self) -> u8 {
        match self {
            Self::VII => 5,
            Self::IX => 6,
        }
    }

    /// Its tubes in order.
    pub fn all_tubes(self) -> impl DoubleEndedIterator<Item = Tube> {
        (1..=self.tubes()).map(Tube)
    }

    /// The tube that a hit on that one counts for (R51).
    pub fn hit_tube(self, tube: Tube) -> Tube {
        Tube(tube.0.min(self.tubes()))
    }
}

named! {
    /// Equipment that can be hit [61.section_locations].
    Gear, "equipment" {
        /// For evading and for what is heard.
        Hydrophone = "hydrophone",
        /// Against stragglers [63.deck_gun].
        DeckGun = "deck_gun",
        /// For aiming [63.periscope_heavy].
        Periscope = "periscope",
        /// On the surface [63.diesel].
        Diesel = "diesel",
        /// Below it [63.electric].
        Electric = "electric",
        /// Rudder and planes [63.rudder].
        Rudder = "rudder",
    }
}
