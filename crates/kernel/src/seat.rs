//! Chairs at the table.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most chairs any game has.
pub const MAX_SEATS: usize = 4;

/// A chair at the table, counted from 0 in the order in which the game lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(u8);

impl Seat {
    /// The first chair; the only one of a game for one.
    pub const FIRST: Self = Self(0);

    /// The chair with that index, if any game can have it.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_SEATS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All chairs that a game may have.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..MAX_SEATS as u8).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// Who looks at a position: somebody in a chair, or somebody who only watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Viewer {
    /// Sees what that seat may know.
    Seat(Seat),
    /// Sees what everybody may know.
    Observer,
}

/// A set of seats: those that are asked at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Just one.
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Is the seat among them?
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Nobody at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest of them.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 {
            None
        } else {
            Some(Seat(self.0.trailing_zeros() as u8))
        }
    }

    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all().filter(move |&seat| self.contains(seat))
    }
}
