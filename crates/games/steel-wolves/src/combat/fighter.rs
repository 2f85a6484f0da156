//! A submarine in a fight.

use super::CombatEvent;
use crate::damage::Victim;
use crate::displays::Lane;
use crate::fleet::BoatId;
use crate::tables::Tables;
use crate::units::Navy;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// From when on a boat attacks [24.1].
    Joins, "time of joining" {
        /// From the first round.
        Now = "now",
        /// Only from the re-attack: the shadower, and who was late.
        Late = "late",
    }
}

named! {
    /// What has become of a boat in this Combat Phase.
    Fate, "fate" {
        /// Still in it.
        Fighting = "fighting",
        /// Gone of her own will, or sent home.
        Withdrawn = "withdrawn",
        /// Lost.
        Sunk = "sunk",
    }
}

named! {
    /// How she attacks in this round.
    Weapon, "weapon" {
        /// Not decided.
        Open = "open",
        /// Torpedoes.
        Torpedoes = "torpedoes",
        /// The deck gun.
        Guns = "guns",
    }
}

/// A boat with her ratings, and how it goes with her.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    pub boat: BoatId,
    pub navy: Navy,
    pub attack: i8,
    pub defence: i8,
    pub tactical: i8,
    pub crash_dive: u8,
    pub ace: u8,
    /// The Inexperienced marker, 0 to 2 [8.11].
    pub green: u8,
    /// Value of her torpedoes [6.1].
    pub torpedo: i8,
    pub deck_gun: bool,
    /// Her guns are those of a cruiser: she need not fear armed merchants [27.1].
    pub heavy_gun: bool,
    /// No torpedoes left [15.43].
    pub empty: bool,
    pub joins: Joins,
    pub lane: Option<Lane>,
    pub fate: Fate,
    pub damage: u8,
    pub spotted: bool,
    pub rtb: bool,
    /// Done for this round.
    pub acted: bool,
    pub weapon: Weapon,
    /// The one Combat Event of this round (R66).
    pub event: Option<CombatEvent>,
    /// She has drawn it, whether it applied or not [19.22].
    pub drew_event: bool,
    /// Tonnage Doubled has been used.
    pub doubled: bool,
    /// Whether a die of her second re-attack has let her attack, once one was thrown [14.41].
    #[serde(default)]
    pub persisted: Option<bool>,
    /// Used in this Combat Phase [14.7].
    pub used_guns: bool,
    pub used_torpedoes: bool,
    /// Fires sparingly [30.81]; asked once.
    pub sparing: Option<bool>,
    /// Sunk in this Combat Phase, for [14.5].
    pub ships: u8,
    pub tons: u16,
    /// What the last counterattack came to.
    pub pressure: Option<i16>,
}

impl Fighter {
    /// A boat as she comes to a fight.
    pub fn new(t: &Tables, boat: BoatId, ace: u8, torpedo: i8) -> Self {
        let values = t.submarines.boat(boat);
        let class = t.submarines.class(values.class);
        Self {
            boat,
            navy: class.navy,
            attack: values.attack.unwrap_or(class.attack),
            defence: class.defence,
            tactical: class.tactical,
            crash_dive: class.crash_dive,
            ace,
            green: 0,
            torpedo: crate::torpedo::of_navy(t, torpedo, class.navy),
            deck_gun: class.deck_gun,
            heavy_gun: class.gun_row.is_some(),
            empty: false,
            joins: Joins::Now,
            lane: None,
            fate: Fate::Fighting,
            damage: 0,
            spotted: false,
            rtb: false,
            acted: false,
            weapon: Weapon::Open,
            event: None,
            drew_event: false,
            doubled: false,
            persisted: None,
            used_guns: false,
            used_torpedoes: false,
            sparing: None,
            ships: 0,
            tons: 0,
            pressure: None,
        }
    }

    /// Whether she can be fought with: a boat from a file may be anything.
    pub(crate) fn is_sound(&self, t: &Tables) -> bool {
        self.boat.index() < t.submarines.boats.len()
            && (0..=9).contains(&self.attack)
            && (0..=9).contains(&self.defence)
            && (1..=6).contains(&self.tactical)
            && self.crash_dive <= 9
            && self.ace <= 2
            && self.green <= 2
            && self.damage <= 2
            && (-2..=2).contains(&self.torpedo)
            && self.tons < 9999
            && self.pressure.is_none_or(|pressure| pressure.abs() < 999)
    }

    /// As she is when she gets one more damage marker [18.1].
    pub(crate) fn victim(&self) -> Victim {
        Victim {
            boat: self.boat,
            markers: self.damage,
            defence: self.defence,
            ace: self.ace,
        }
    }

    /// Whether escorts that attack first have sent her home since she was as before, so that she does not attack any more
    /// [19.2]: what sends her home later is another matter.
    pub(super) fn is_beaten_off(&self, before: &Self) -> bool {
        let first = Some(CombatEvent::CounterattackFirst);
        self.rtb && !before.rtb && self.event == first && before.event != first
    }

    /// Still in the fight?
    pub fn fights(&self) -> bool {
        self.fate == Fate::Fighting
    }

    /// In the fight and on the display.
    pub fn is_placed(&self) -> bool {
        self.fights() && self.lane.is_some()
    }
}
