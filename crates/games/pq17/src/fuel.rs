//! Fuel (chapter 11): markers, status, spending, oilers.

use crate::tables::Tables;
use crate::time::Turn;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

named! {
    /// How a force stands with fuel [11.2].
    Status, "fuel status" {
        /// No limits [11.2.1].
        Full = "full",
        /// No High Speed [11.2.2].
        Low = "low",
        /// As Low [11.4.1].
        Training = "training",
        /// Slow, and worse in combat [11.2.3].
        Critical = "critical",
    }
}

named! {
    /// What a Fuel marker says [11.1].
    Marker, "fuel marker" {
        Danger = "danger",
        Warning = "warning",
    }
}

/// What spends fuel [11.1.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expense {
    HighSpeed,
    SurfaceCombat,
    AirAttackTf,
    OffensiveAswTf,
}

/// The Fuel marker of a force [11.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fuel {
    /// None beyond Critical.
    pub marker: Option<(Marker, Turn)>,
    pub status: Status,
    /// The eight turns of a part of Heavy Ships are given once until it refuels [11.1.2]; the twenty hold them already.
    pub bonus_used: bool,
    /// Filled in Germany, or for a Breakout: German Heavy Ships go as far as others [11.4] (R51).
    #[serde(default)]
    pub from_germany: bool,
    /// Six turns nearer because of Soviet ships: a Ballast Convoy has them back when they part [11.1.4].
    #[serde(default)]
    pub shortened: bool,
}

/// Who leaves port, as far as fuel asks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leaving {
    /// Of Heavy Ships only [11.1.2].
    pub heavy_only: bool,
    pub german: bool,
    /// From Kiel or the Germany Box, or for a Breakout [11.4] (R51).
    pub from_germany: bool,
    /// With Soviet ships, if the option holds [11.1.4].
    pub soviet: bool,
}

impl Fuel {
    pub(crate) const fn warning(turn: Turn) -> Self {
        Self {
            marker: Some((Marker::Warning, turn)),
            status: Status::Full,
            bonus_used: false,
            from_germany: false,
            shortened: false,
        }
    }

    /// The marker of a force that leaves port in that turn [11.1], [11.1.2], [11.1.4], [11.4].
    pub fn on_leaving(t: &Tables, turn: Turn, who: Leaving) -> Self {
        let long = who.heavy_only && (!who.german || who.from_germany);
        let turns = match (who.soviet, long) {
            (true, _) => t.fuel.soviet,
            (false, true) => t.fuel.heavy_only,
            (false, false) => t.fuel.endurance,
        };
        Self {
            bonus_used: long && !who.soviet,
            from_germany: who.from_germany,
            shortened: who.soviet,
            ..Self::warning(turn.later(turns))
        }
    }

    /// The Danger marker and the status of a Training sortie [11.4.1].
    pub fn for_training(t: &Tables, turn: Turn) -> Self {
        Self {
            marker: Some((Marker::Danger, turn.later(t.fuel.training_danger))),
            status: Status::Training,
            bonus_used: false,
            from_germany: false,
            shortened: false,
        }
    }

    /// The marker after refuelling at sea, counted from the turn that begins (R7) [11.3.2]; with Soviet ships, if the option
    /// holds, it is nearer [11.1.4].
    pub fn after_ras(t: &Tables, refuelled_in: Turn, soviet: bool) -> Self {
        let turns = match soviet {
            true => t.fuel.soviet,
            false => t.fuel.endurance,
        };
        Self {
            shortened: soviet,
            ..Self::warning(refuelled_in.later(1).later(turns))
        }
    }

    /// Looks at the marker when a turn begins (R7, R8) [11.1].
    #[must_use]
    pub fn checked(self, t: &Tables, now: Turn) -> Self {
        match self.marker {
            Some((Marker::Warning, turn)) if turn <= now => Self {
                marker: Some((Marker::Danger, now.later(t.fuel.danger))),
                status: Status::Low,
                ..self
            },
            Some((Marker::Danger, turn)) if turn <= now => Self {
                marker: None,
                status: Status::Critical,
                ..self
            },
            _ => self,
        }
    }

    /// The Warning comes nearer; a Danger stays where it is (R8) [11.1.3].
    #[must_use]
    pub fn spent(self, t: &Tables, what: Expense) -> Self {
        let turns = match what {
            Expense::HighSpeed => t.fuel.high_speed,
            Expense::SurfaceCombat => t.fuel.surface_combat,
            Expense::AirAttackTf => t.fuel.air_attack,
            Expense::OffensiveAswTf => t.fuel.offensive_asw,
        };
        match self.marker {
            Some((Marker::Warning, turn)) => Self {
                marker: Some((Marker::Warning, turn.earlier(turns))),
                ..self
            },
            _ => self,
        }
    }

    /// Of two the worse: Critical, then the nearer Danger, then the nearer Warning [1.2.4], [11.1.1]. The eight turns that either
    /// has had nobody in it has again before it refuels [11.1.2]. Of markers alike, Soviet ships have cost nothing unless both are
    /// theirs [11.1.4].
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        let (worst, shortened) = match other.marker.cmp(&self.marker) {
            Ordering::Less => (other, other.shortened),
            Ordering::Equal => (self, self.shortened && other.shortened),
            Ordering::Greater => (self, self.shortened),
        };
        Self {
            bonus_used: self.bonus_used || other.bonus_used,
            shortened,
            ..worst
        }
    }

    /// The marker of a part after a split [11.1.1], [11.1.2], [11.4].
    #[must_use]
    pub fn of_part(self, t: &Tables, heavy_only: bool, german: bool) -> Self {
        let short = german && !self.from_germany;
        match self.marker {
            Some((kind, turn)) if heavy_only && !short && !self.bonus_used => Self {
                marker: Some((kind, turn.later(t.fuel.heavy_split_bonus))),
                bonus_used: true,
                ..self
            },
            _ => self,
        }
    }

    /// A Ballast Convoy whose Soviet ships have left it has back what they cost, if they did [11.1.4].
    #[must_use]
    pub fn without_soviets(self, t: &Tables) -> Self {
        let back = match self.shortened {
            true => t.fuel.soviet_split_bonus,
            false => 0,
        };
        let marker = self.marker;
        Self {
            marker: marker.map(|(kind, turn)| (kind, turn.later(back))),
            shortened: false,
            ..self
        }
    }

    pub const fn allows_high_speed(self) -> bool {
        matches!(self.status, Status::Full)
    }
}

/// Markers of two forces that swap units: exchanged if all users of fuel change places, else both the worse [1.2.5],
/// [11.1.1].
pub fn swapped(a: Fuel, b: Fuel, all_users: bool) -> (Fuel, Fuel) {
    if all_users {
        (b, a)
    } else {
        (a.worse(b), a.worse(b))
    }
}

/// Fuel that serving so much CS takes from an oiler: counted in fives, rounded up [11.3.2].
pub fn oil_for(t: &Tables, cs: u8) -> u8 {
    cs.div_ceil(t.fuel.oil_step) * t.fuel.oil_step
}

/// Whether so many oilers with so much fuel can serve a force [11.3.2].
pub fn ras_allowed(t: &Tables, users_cs: u8, oilers: u8, oil: u8) -> bool {
    users_cs <= oilers.saturating_mul(t.fuel.ras_cs_per_oiler) && oil_for(t, users_cs) <= oil
}

/// An oiler that is hit loses five, and never holds more than her CS allows [11.3.2].
pub fn oil_after_hit(t: &Tables, oil: u8, cs_left: u8) -> u8 {
    let most = cs_left * t.fuel.oil_per_cs;
    oil.saturating_sub(t.fuel.oil_step).min(most)
}
