//! Initiative and command (chapter 4).

use crate::side::Side;
use crate::tables::{Tables, Track};
use crate::units::ShipType;
use crate::vp::Vp;
use serde::{Deserialize, Serialize};

impl Track {
    /// Whose track it is.
    pub const fn side(self) -> Side {
        match self {
            Self::GruppeNord => Side::Axis,
            Self::HomeFleet | Self::SevernyFlot => Side::Allied,
        }
    }
}

/// Halves of a Command Point that a ship needs to leave port: two for a Capital Ship, one for a Cruiser or CVE [4.3.2].
pub const fn halves_for(kind: ShipType) -> u8 {
    if kind.is_capital() {
        2
    } else if kind.is_heavy() {
        1
    } else {
        0
    }
}

/// Halves that Severny Flot pays to sail, and for each hex outside the Soviet radius and sector [4.3.2] (R80).
pub const SEVERNY_STEP: u8 = 2;

/// Points of one track in an Operation [4.3].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub available: u8,
    /// In halves: one that is left over serves later [4.3.2].
    pub halves_used: u8,
    /// Whole points spent so far, with or without a ship to show for them (R60).
    pub paid: u8,
}

impl Points {
    pub const fn new(available: u8) -> Self {
        Self {
            available,
            halves_used: 0,
            paid: 0,
        }
    }

    /// Whole points spent.
    pub const fn spent(&self) -> u8 {
        let needed = self.halves_used.div_ceil(2);
        if needed > self.paid {
            needed
        } else {
            self.paid
        }
    }

    /// Spends a point ahead; ships that sail later draw on it [4.3].
    pub const fn pay(&mut self) {
        self.paid = self.spent() + 1;
    }

    /// Whether ships that need so many halves may sail.
    pub const fn covers(&self, halves: u8) -> bool {
        (self.halves_used + halves).div_ceil(2) <= self.available
    }

    pub fn spend(&mut self, halves: u8) {
        self.halves_used += halves;
    }

    /// VP for points spent, on the one scale: a cost of their owner [2.3] (R30, R93).
    pub fn vp(&self, t: &Tables, track: Track) -> Vp {
        let cost = Vp::whole(t.command.cost(track, self.spent()));
        match track.side() {
            Side::Allied => -cost,
            Side::Axis => cost,
        }
    }
}

/// A bid for the initiative [4.1.2].
#[derive(Clone, Copy, Debug)]
pub struct Bid {
    pub die: u8,
    pub bonus: bool,
}

/// Who wins the initiative and what it costs on the one scale; nobody if both dice are 0 [4.1.2].
pub const fn initiative(allied: Bid, axis: Bid) -> (Option<Side>, Vp) {
    if allied.die == 0 && axis.die == 0 {
        return (None, Vp::ZERO);
    }
    if allied.die + allied.bonus as u8 >= axis.die + axis.bonus as u8 {
        (Some(Side::Allied), Vp::whole(-(allied.die as i32)))
    } else {
        (Some(Side::Axis), Vp::whole(axis.die as i32))
    }
}
