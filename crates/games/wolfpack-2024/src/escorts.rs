//! Escorts and their captains: what their counters show.

use crate::calendar::Era;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// A type of escort.
    EscortType, "type of escort" {
        /// Destroyer: always the best equipment of the date [54.dd_best].
        DD = "DD",
        /// Escort destroyer.
        DE = "DE",
        /// Corvette.
        C = "C",
        /// Sloop.
        S = "S",
    }
}

named! {
    /// The two piles of captains [20.captain_piles].
    CaptainPile, "pile of captains" {
        /// For corvettes and sloops.
        CorvetteSloop = "C/S",
        /// For destroyers and escort destroyers.
        Destroyer = "DD/DE",
    }
}

impl EscortType {
    /// The pile its captain comes from [20.captain_piles].
    pub const fn pile(self) -> CaptainPile {
        match self {
            Self::C | Self::S => CaptainPile::CorvetteSloop,
            Self::DD | Self::DE => CaptainPile::Destroyer,
        }
    }
}

named! {
    /// What an escort carries [54.equipment_columns].
    Equipment, "equipment of an escort" {
        /// Early sonar and charges, no radar.
        EarlyNoRadar = "early_no_radar",
        /// Early sonar, charges and radar.
        EarlyAll = "early_all",
        /// Late sonar, charges and radar.
        LateAll = "late_all",
    }
}

impl Equipment {
    /// The column of its sonar and the reach of its charges (R9).
    pub const fn make(self) -> Era {
        match self {
            Self::EarlyNoRadar | Self::EarlyAll => Era::Early,
            Self::LateAll => Era::Late,
        }
    }

    /// On its fitted side: it has radar (R10).
    pub const fn is_fitted(self) -> bool {
        !matches!(self, Self::EarlyNoRadar)
    }
}

/// An escort counter, by its place in the list of escorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EscortId(pub(crate) u8);

impl EscortId {
    /// Place in the list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A captain counter, by its place in the list of captains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CaptainId(pub(crate) u8);

impl CaptainId {
    /// Place in the list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

named! {
    /// How well an escort holds a boat: a column of an ASW attack card [50.row_and_column].
    Hold, "contact" {
        /// Full contact.
        Contact = "contact",
        /// Lost 1.
        Lost1 = "lost1",
        /// Lost 2.
        Lost2 = "lost2",
    }
}

impl Hold {
    /// One level worse; none when it is gone [41.lost_levels], [46.lost_levels].
    pub const fn worse(self) -> Option<Self> {
        match self {
            Self::Contact => Some(Self::Lost1),
            Self::Lost1 => Some(Self::Lost2),
            Self::Lost2 => None,
        }
    }
}
