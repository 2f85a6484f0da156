//! The six decks of forty cards: what each part of a card says. Almost all chance comes from them.

use crate::boats::{BoatType, Gear, TorpedoType, Tube};
use crate::calendar::Era;
use crate::conditions::{Light, Speed, Time, Weather};
use crate::crew::Severity;
use crate::escorts::Hold;
use crate::events::{HomeEvent, PatrolEvent};
use crate::ring::Location;
use crate::ships::{ShipResult, Size};
use crate::space::Facing;
use derbyhouse_kernel::named;
use serde::Serialize;

/// Cards in each deck (R60).
pub const CARDS: usize = 40;

named! {
    /// A deck.
    DeckName, "deck" {
        /// Escort checks, searches, evasion, and every d10 and random number.
        Battle = "battle",
        /// Firing solutions, what the convoy sees, and the number to hit.
        Combat = "combat",
        /// Angle and size of a target.
        Angle = "angle",
        /// Depth charges, gunfire, ramming, and the crush test.
        AswAttack = "asw_attack",
        /// Duds, damage to ships, damage to boats.
        Detonation = "detonation",
        /// Loads, starts, and what happens on the way out and home.
        Patrol = "patrol",
    }
}

/// A battle card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleCard {
    pub id: String,
    /// The figure of every "pull a d10" [5.d10].
    pub d10: u8,
    /// Columns 2, 3 and 4 of the random numbers [5.random_number].
    pub random: [u8; 3],
    /// Ticks by [`Location::index`] [40.one_card].
    pub locations: [bool; 5],
    /// By [`Era::index`] of the sonar and [`Weather::index`] [41.sonar_columns].
    pub acquire: [[bool; 2]; 2],
    /// The same, for an escort with a Homing marker.
    pub homing: [[bool; 2]; 2],
    /// Evasive manoeuvres succeed [42.evasion].
    pub evade: bool,
    /// By [`Era::index`] of the radar [41.radar].
    pub radar: [bool; 2],
    /// By [`Light::index`] [41.visual].
    pub visual: [bool; 4],
    /// Charges are dropped [50.helmsman].
    pub attack: bool,
    pub shuffle: bool,
}

impl BattleCard {
    /// The random number out of `n`, 2 to 4, counted from 1 [5.random_number].
    pub fn random_of(&self, n: usize) -> Option<u8> {
        self.random.get(n.checked_sub(2)?).copied()
    }

    /// A tick of the sonar columns [41.sonar_columns], [45.sonar_cards].
    pub fn sonar(&self, homing: bool, make: Era, weather: Weather) -> bool {
        let columns = if homing { &self.homing } else { &self.acquire };
        columns[make.index()][weather.index()]
    }

    /// A tick of a visual search [41.visual].
    pub fn sees(&self, time: Time, weather: Weather) -> bool {
        self.visual[Light::of(time, weather).index()]
    }
}

/// What a lookout may see: a boat on the surface, and a periscope [57.icons].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Icons {
    pub binoculars: bool,
    pub periscope: bool,
}

/// A combat card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatCard {
    pub id: String,
    /// By [`Light::index`], then by range band; a row may be short [38.tdc_value].
    pub tdc: [Vec<i8>; 4],
    /// By [`Light::index`], then by range 0, 1, 2; a row may be short [57.icons].
    pub spot: [Vec<Icons>; 4],
    /// By [`Speed::index`] and [`Weather::index`] [25.hit_check_cards].
    pub to_hit: [[u8; 2]; 2],
    pub shuffle: bool,
}

impl CombatCard {
    /// The modifier of a firing solution; none beyond the sight of that row [38.tdc_value].
    pub fn solution(&self, light: Light, band: usize) -> Option<i8> {
        self.tdc[light.index()].get(band).copied()
    }

    /// What the convoy's lookouts see [57.icons].
    pub fn icons(&self, light: Light, range: u8) -> Icons {
        let row = &self.spot[light.index()];
        row.get(usize::from(range)).copied().unwrap_or_default()
    }

    /// The number to hit [25.hit_check_cards].
    pub fn to_hit(&self, speed: Speed, weather: Weather) -> u8 {
        self.to_hit[speed.index()][weather.index()]
    }
}

/// An angle card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AngleCard {
    pub id: String,
    /// By [`Facing::index`] of the torpedo's travel [25.hit_check_cards].
    pub angle: [i8; 8],
    /// By [`Size::index`], read upside down [25.hit_check_cards].
    pub size: [i8; 3],
    pub shuffle: bool,
}

impl AngleCard {
    /// The modifier for a torpedo that runs that way.
    pub fn angle(&self, travel: Facing) -> i8 {
        self.angle[travel.index()]
    }

    /// The modifier for a ship of that size.
    pub fn size(&self, size: Size) -> i8 {
        self.size[size.index()]
    }
}

named! {
    /// The crush test box [28.crush_colour].
    Crush, "colour of the crush box" {
        /// Clear.
        None = "none",
        /// Implodes at 90 to 150 m.
        Orange = "orange",
        /// Implodes at 165 m and deeper.
        Red = "red",
    }
}

named! {
    /// A row of an ASW attack card [50.row_and_column].
    AswRow, "row of an ASW attack card" {
        /// Guns, rams, and charges above 30 m [49.surface_row].
        Surface = "surface",
        /// 30 and 45 m.
        M30 = "m30",
        /// 60 and 75 m.
        M60 = "m60",
        /// 90 and 105 m.
        M90 = "m90",
        /// 120 and 135 m.
        M120 = "m120",
        /// 150 and 165 m.
        M150 = "m150",
        /// 180 m and deeper.
        M180 = "m180",
    }
}

/// An ASW attack card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AswCard {
    pub id: String,
    /// By [`AswRow::index`] and [`Hold::index`]. On the surface row only full contact counts (R7).
    pub rows: [[Option<Severity>; 3]; 7],
    pub crush: Crush,
    pub shuffle: bool,
}

impl AswCard {
    /// What it does to a boat [50.row_and_column].
    pub fn hit(&self, row: AswRow, hold: Hold) -> Option<Severity> {
        self.rows[row.index()][hold.index()]
    }

    /// Whether the crush box matches the depth [28.crush_colour].
    pub fn crushes(&self, orange: bool, red: bool) -> bool {
        match self.crush {
            Crush::None => false,
            Crush::Orange => orange,
            Crush::Red => red,
        }
    }
}

/// Damage to a boat, one column of a detonation card [51.levels_add].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Damage {
    #[serde(skip_serializing_if = "is_zero")]
    pub flood: u8,
    #[serde(skip_serializing_if = "is_zero")]
    pub fire: u8,
    #[serde(skip_serializing_if = "is_zero")]
    pub gas: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tube: Option<Tube>,
    /// One crew position by d10 [51.crew_wound].
    #[serde(skip_serializing_if = "is_false")]
    pub crew: bool,
    #[serde(rename = "loc", skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<Gear>,
    /// Sunk at once [51.catastrophic].
    #[serde(rename = "cat", skip_serializing_if = "is_false")]
    pub catastrophic: bool,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn is_false(yes: &bool) -> bool {
    !yes
}

/// A detonation card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetonationCard {
    pub id: String,
    /// Early G7a, early G7e, and late [26.detonation_by_era_type].
    pub explodes: [bool; 3],
    /// By [`Size::index`] [26.ship_damage].
    pub ship: [ShipResult; 3],
    /// By [`Severity::index`] [51.levels_add].
    pub boat: [Damage; 3],
    pub shuffle: bool,
}

impl DetonationCard {
    /// Whether a torpedo explodes; otherwise it is a dud [26.detonation_by_era_type].
    pub fn explodes(&self, era: Era, torpedo: TorpedoType) -> bool {
        match (era, torpedo) {
            (Era::Early, TorpedoType::G7a) => self.explodes[0],
            (Era::Early, TorpedoType::G7e) => self.explodes[1],
            (Era::Late, _) => self.explodes[2],
        }
    }
}

/// A patrol card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatrolCard {
    pub id: String,
    /// Most torpedoes, by [`BoatType::index`] [21.load_card].
    pub load: [u8; 2],
    /// Where a boat starts [22.start_box].
    pub start: Location,
    /// On the way out, in campaigns [22.patrol_event].
    pub event: PatrolEvent,
    /// On the way home [68.home_event].
    pub home: HomeEvent,
    pub shuffle: bool,
}

impl PatrolCard {
    /// Most torpedoes for that type [21.load_card].
    pub fn load(&self, kind: BoatType) -> u8 {
        self.load[kind.index()]
    }
}
