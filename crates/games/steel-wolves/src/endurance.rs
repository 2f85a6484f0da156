//! The Endurance Check: stay, or go home [14.7].

use crate::boat::{Duty, Submarine};
use crate::position::Position;
use crate::tables::Tables;

/// What a boat did in the week, and how it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Week {
    pub bypassed: bool,
    pub no_contact: bool,
    /// The Italian doctrine: how it fires in this week, if it was asked [30.81].
    #[serde(default, alias = "italian_doctrine")]
    pub sparing: Option<bool>,
    /// Guns were used; they count only if nothing else was [14.7].
    pub guns_only: bool,
    #[serde(default)]
    pub fired_torpedoes: bool,
    pub laid_mines: bool,
    pub jettisoned: bool,
    pub mines_kept: bool,
}

/// Added to the die: of the bonuses the best, of the penalties all; damage counts once [14.7].
pub fn modifier(t: &Tables, week: Week, damaged: bool, green: u8) -> i8 {
    let rules = &t.endurance;
    let bonus = [
        (week.bypassed, rules.bypassed),
        (week.no_contact, rules.no_contact),
        (week.sparing == Some(true), rules.italian_doctrine),
        (week.guns_only && !week.fired_torpedoes, rules.guns_only),
        (week.mines_kept, rules.mines_kept),
    ];
    let penalty = [
        (damaged, rules.damaged),
        (week.laid_mines, rules.laid_mines),
        (week.jettisoned && !week.laid_mines, rules.jettisoned),
    ];
    let best = bonus
        .iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, value)| *value)
        .min()
        .unwrap_or(0);
    let all: i8 = penalty
        .iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, value)| *value)
        .sum();
    best + all + green as i8 * rules.inexperienced
}

/// What decides whether a boat stays at sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    /// It stays, whatever the die.
    Always,
    /// It goes home, whatever the die.
    Never,
    /// The die decides.
    ByDie,
}

impl Position {
    /// What decides the check of the boat that acts: in Weserübung orders go before the die [WE1.8b] (R35).
    pub(crate) fn stays(&self, t: &Tables) -> Stays {
        if self.must_leave_narvik(t) {
            Stays::Never
        } else if self.holds_out(t, self.boat()) {
            Stays::Always
        } else {
            Stays::ByDie
        }
    }

    /// The number of a boat's check after such a week, and what is added to the die; on weather duty, and for a tanker
    /// that has given, other things count [14.7], [21.33].
    pub(crate) fn endurance_of(&self, t: &Tables, boat: &Submarine, week: Week) -> (i8, i8) {
        let class = t.submarines.class_of(boat.id);
        let torpedo = crate::torpedo::of_navy(t, self.torpedo(t), class.navy);
        // A tanker that nobody came to is a boat like others (R62).
        let gave = boat.serving.is_some_and(|tried| tried > 0);
        let week = if gave { Week::default() } else { week };
        let modifier = match boat.duty {
            Some(Duty::Weather) => t.endurance.weather_reporting,
            _ => modifier(t, week, boat.damage > 0, boat.green),
        };
        (number(t, class.endurance, torpedo), modifier)
    }
}

/// The number for a rating and a torpedo value.
pub fn number(t: &Tables, rating: u8, torpedo: i8) -> i8 {
    let column = (torpedo.clamp(-2, 2) + 2) as usize;
    t.endurance.numbers[usize::from(rating.clamp(1, 9)) - 1][column]
}

/// Whether the boat stays.
pub const fn stays(number: i8, modifier: i8, die: u8) -> bool {
    die as i8 + modifier <= number
}
