//! Convoy ships: what their tiles show.

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// How large a ship is: how well it is hit, and how much it stands.
    Size, "size" {
        /// Small.
        Small = "S",
        /// Medium; all escorts are (R12).
        Medium = "M",
        /// Large.
        Large = "L",
    }
}

named! {
    /// What became of a ship that was hit [26.ship_damage].
    ShipResult, "ship damage" {
        /// Nothing to speak of.
        Superficial = "X",
        /// Damaged; the second time sunk [26.second_damage_sinks].
        Damaged = "D",
        /// Sunk.
        Sunk = "S",
    }
}

/// A tile, by its place in the list of tiles; the special ships come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TileId(pub(crate) u8);

impl TileId {
    /// Place in the list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Half, rounded up: for a damaged ship that leaves for the turn track [26.damaged_half_up_to_track].
pub const fn half_up(vp: i32) -> i32 {
    (vp + 1) / 2
}

/// Half, rounded down: for a straggler [68.straggler_half_down].
pub const fn half_down(vp: i32) -> i32 {
    vp / 2
}

/// Whether a result sinks a ship, given that it already carries a Damaged marker [26.second_damage_sinks].
pub fn sinks(result: ShipResult, already_damaged: bool) -> bool {
    match result {
        ShipResult::Superficial => false,
        ShipResult::Damaged => already_damaged,
        ShipResult::Sunk => true,
    }
}
