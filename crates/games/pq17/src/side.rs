//! The two sides and the nations that sail for them.

use derbyhouse_kernel::{Seat, named};
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

named! {
    /// A player. The order is that of the Player Phases [3.2].
    Side, "side" {
        /// Britain, the United States, the Soviet Union.
        Allied = "allied",
        /// Germany.
        Axis = "axis",
    }
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Allied => Self::Axis,
            Self::Axis => Self::Allied,
        }
    }

    /// The chair of this side.
    pub const fn seat(self) -> Seat {
        match (self, Seat::new(1)) {
            (Self::Axis, Some(seat)) => seat,
            _ => Seat::FIRST,
        }
    }

    /// The side of a chair, if anybody sits there in this game.
    pub const fn of(seat: Seat) -> Option<Self> {
        match seat.index() {
            0 => Some(Self::Allied),
            1 => Some(Self::Axis),
            _ => None,
        }
    }
}

named! {
    /// Whose ships and aircraft they are.
    Nation, "nation" {
        /// The Royal Navy and the Royal Air Force.
        British = "british",
        /// The 1st and 6th Minesweeping Flotillas: British ships under Soviet command limits [1.4].
        Minesweepers = "british_1_6mf",
        /// The United States.
        Us = "us",
        /// The Soviet Union.
        Soviet = "soviet",
        /// Germany.
        German = "german",
    }
}

impl Nation {
    /// The side it fights on.
    pub const fn side(self) -> Side {
        match self {
            Self::German => Side::Axis,
            _ => Side::Allied,
        }
    }

    /// Ships that sail only by Severny Flot's Command Points [4.3.2].
    pub const fn is_soviet_command(self) -> bool {
        matches!(self, Self::Soviet | Self::Minesweepers)
    }
}

/// One of a thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    pub allied: T,
    pub axis: T,
}

impl<T> BySide<T> {
    /// What `make` makes for each side.
    pub fn new(mut make: impl FnMut(Side) -> T) -> Self {
        Self {
            allied: make(Side::Allied),
            axis: make(Side::Axis),
        }
    }

    /// Both, in the order of the Player Phases.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::Allied, &self.allied), (Side::Axis, &self.axis)].into_iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Allied => &self.allied,
            Side::Axis => &self.axis,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Allied => &mut self.allied,
            Side::Axis => &mut self.axis,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_sides_are_one_to_one() {
        for side in Side::ALL {
            assert_eq!(Side::of(side.seat()), Some(side));
            assert_ne!(side.other(), side);
        }
        assert_eq!(Seat::new(2).and_then(Side::of), None);
    }
}
