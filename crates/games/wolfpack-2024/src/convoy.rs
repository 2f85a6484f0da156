//! The convoy: its boxes, what lies in them, and what is known of it.

use crate::conditions::MapSide;
use crate::ships::TileId;
use crate::space::{BOXES, Space, box_index};
use serde::{Deserialize, Serialize};

/// What everybody sees in a convoy box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoxState {
    /// Never filled: nobody has looked that far.
    Unknown,
    /// A tile lies there; what it is shows only when it is identified [37.tile_back_hidden].
    Spotted,
    /// A ship, with or without a Damaged marker.
    Ship(TileId, bool),
    /// A tile without a ship.
    Blank,
    /// A marker where a ship was sunk, or was damaged and fell behind, in this turn [26.sunk_scores].
    Marker(Gone),
    /// Open sea or lifeboats: never filled again [55.holes], [37.holes_not_refilled].
    Hole(Gone),
}

impl BoxState {
    /// A ship, or a tile that may be one?
    pub const fn is_ship(self) -> bool {
        matches!(self, Self::Spotted | Self::Ship(..))
    }
}

/// Why a box is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gone {
    /// Sunk.
    Sunk,
    /// Damaged, and fell behind.
    Damaged,
}

/// The boxes of a convoy, in reading order of the large side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Convoy(Vec<BoxState>);

impl Convoy {
    /// Nothing is known yet.
    pub fn unknown() -> Self {
        Self(vec![BoxState::Unknown; BOXES])
    }

    /// What lies in a space; nothing if it is no convoy box.
    pub fn at(&self, space: Space) -> Option<BoxState> {
        box_index(space)
            .and_then(|index| self.0.get(index))
            .copied()
    }

    /// Changes what lies in a box.
    pub fn put(&mut self, space: Space, state: BoxState) {
        if let Some(slot) = box_index(space).and_then(|index| self.0.get_mut(index)) {
            *slot = state;
        }
    }

    /// A ship, or a tile that may be one?
    pub fn has_ship(&self, space: Space) -> bool {
        self.at(space).is_some_and(BoxState::is_ship)
    }

    /// Every ship and every tile that may be one, in reading order.
    pub fn ships(&self) -> impl Iterator<Item = Space> {
        let ships = self.boxes().filter(|(_, state)| state.is_ship());
        ships.map(|(space, _)| space)
    }

    /// Every box with what lies in it, in reading order of the large side.
    pub fn boxes(&self) -> impl Iterator<Item = (Space, BoxState)> {
        MapSide::Large.boxes().zip(self.0.iter().copied())
    }

    /// As many boxes as there are, and none outside the block of that side.
    pub fn is_sound(&self, side: MapSide) -> bool {
        let outside = |(space, state): (Space, BoxState)| {
            side.ring(space).is_none() && state != BoxState::Unknown
        };
        self.0.len() == BOXES && !self.boxes().any(outside)
    }
}
