//! Forming a wolfpack [24.1].

use crate::calendar::Period;
use crate::harm::Bearing;
use crate::tables::Tables;
use crate::weather::Weather;
use derbyhouse_kernel::named;

named! {
    /// How a try to join ends [24.1].
    Join, "outcome" {
        /// Attacks from the first round.
        Joins = "joins",
        /// Attacks only from the re-attack.
        Late = "reattack_only",
        /// Not in the pack; may search alone at -3.
        Fails = "fails",
    }
}

/// What changes a try to join.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Which try it is; the finder is boat 1.
    pub number: u8,
    pub enigma: i8,
    pub ace: u8,
    pub shadower: bool,
    /// A small convoy, task force or special convoy.
    pub lesser: bool,
    pub aircraft: u8,
    pub weather: Weather,
    pub green: u8,
    /// From an adjacent area, in the fifth period (R59).
    pub adjacent: bool,
}

impl Attempt {
    /// Everything added to the die [24.1].
    pub fn modifier(&self, t: &Tables) -> i8 {
        let rules = &t.pack;
        let part = |holds: bool, value: i8| if holds { value } else { 0 };
        self.enigma
            + self.ace as i8
            + part(!self.shadower, rules.no_shadower)
            + part(self.lesser, rules.lesser)
            + part(self.adjacent, rules.adjacent)
            + self.aircraft as i8 * rules.aircraft
            + t.weather
                .effect(self.weather)
                .and_then(|effect| effect.pack)
                .unwrap_or(0)
            + self.green as i8 * rules.inexperienced
    }

    /// Above the number joins, equal is late, below fails.
    pub fn outcome(&self, t: &Tables, die: u8) -> Join {
        let modified = die as i8 + self.modifier(t);
        match modified.cmp(&t.pack.number(self.number)) {
            std::cmp::Ordering::Greater => Join::Joins,
            std::cmp::Ordering::Equal => Join::Late,
            std::cmp::Ordering::Less => Join::Fails,
        }
    }

    /// An original 0 while a shadower sends calls Huff-Duff [24.11].
    pub const fn is_heard(&self, die: u8) -> bool {
        die == 0 && self.shadower
    }
}

/// What Huff-Duff does to the shadower; there is none in the first period [24.11].
pub fn huff_duff(t: &Tables, period: Period, die: u8) -> Bearing {
    t.pack.huff_duff[period.index()].map_or(Bearing::None, |row| row[usize::from(die.min(9))])
}

/// Packs are for U-boats from the second period on, and not in a storm [24.0].
pub fn allowed(t: &Tables, period: Period, weather: Weather) -> bool {
    period >= Period::Two
        && t.weather
            .effect(weather)
            .is_none_or(|effect| effect.pack.is_some())
}
