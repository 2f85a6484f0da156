//! The combat tables (chapter 7).

mod load;

pub use load::read;

use super::cells::Bands;
use crate::units::{Role, ShipType};
use derbyhouse_kernel::named;

named! {
    /// What fire does to aircraft [7.2.3].
    AirResult, "air combat result" {
        None = "none",
        /// -1 CS in this Player Phase.
        Abort = "abort",
        /// -1 step in this Operation, no VP.
        Damaged = "damaged",
        /// -1 step for good.
        Hit = "hit",
    }
}

named! {
    /// What ASW does [7.4.1].
    AswResult, "ASW result" {
        None = "none",
        /// One attack fewer.
        HeldDown = "held_down",
        /// One more die.
        Success = "success",
    }
}

named! {
    /// What a Success does [7.4.1].
    SubResult, "result of an ASW success" {
        /// 1 CS out of the game, no VP.
        Damaged = "damaged",
        Sunk = "sunk",
    }
}

named! {
    /// What becomes of a destroyer that is hit [7.9].
    Fate, "fate of a destroyer" {
        Sunk = "sunk",
        Diw = "diw",
        Crippled = "crippled",
        Damaged = "damaged",
    }
}

/// Hit numbers by row and column.
#[derive(Clone, Debug)]
pub struct HitTable<R> {
    rows: Vec<(R, Vec<i8>)>,
    /// The column of each type.
    column_of: Vec<(ShipType, usize)>,
}

impl<R: PartialEq> HitTable<R> {
    /// The least modified die that hits.
    pub fn hit(&self, row: &R, target: ShipType) -> Option<i8> {
        let (_, column) = self.column_of.iter().find(|(kind, _)| *kind == target)?;
        let (_, cells) = self.rows.iter().find(|(known, _)| known == row)?;
        Some(cells[*column])
    }
}

/// Naval Gunnery [7.5.2iii].
#[derive(Clone, Debug)]
pub struct Gunnery {
    hits: HitTable<ShipType>,
    row_of: Vec<(ShipType, ShipType)>,
    pub target_diw: i8,
    pub target_crippled: i8,
    pub firer_evading: i8,
    pub firer_critical_fuel: i8,
}

impl Gunnery {
    /// The least modified die that hits; none if that type has no guns [7.5.5].
    pub fn hit(&self, firing: ShipType, target: ShipType) -> Option<i8> {
        let (_, row) = self.row_of.iter().find(|(kind, _)| *kind == firing)?;
        self.hits.hit(row, target)
    }
}

/// Bombing [7.2.6].
#[derive(Clone, Debug)]
pub struct Bombing {
    hits: HitTable<Role>,
    airbase: Vec<(Role, i8)>,
    pub target_diw: i8,
    pub target_crippled: i8,
    pub port: i8,
    pub night: i8,
    pub scattered: i8,
    pub elusive: i8,
}

impl Bombing {
    pub fn hit(&self, row: Role, target: ShipType) -> Option<i8> {
        self.hits.hit(&row, target)
    }

    /// Against aircraft at their base [7.1.3].
    pub fn airbase(&self, row: Role) -> Option<i8> {
        let (_, hit) = self.airbase.iter().find(|(known, _)| *known == row)?;
        Some(*hit)
    }
}

named! {
    /// How aircraft come in [7.2.5].
    Approach, "way of attack" {
        Torpedo = "torpedo",
        Dive = "dive",
        Level = "level",
    }
}

/// Anti-aircraft fire [7.2.5].
#[derive(Clone, Debug)]
pub struct AaDefense {
    results: [Bands<AirResult>; 3],
    bombing: [Option<Approach>; 7],
    pub aa_ship: i8,
    pub cam: i8,
    pub night: i8,
}

impl AaDefense {
    pub fn result(&self, approach: Approach, total: i32) -> AirResult {
        *self.results[approach.index()].get(total)
    }

    /// How a role comes in with bombs.
    pub fn approach(&self, role: Role) -> Approach {
        self.bombing[role.index()].unwrap_or(Approach::Level)
    }
}

/// What a torpedo does [7.3.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TorpedoDamage {
    /// CS lost; of Light Ships and MX so many CS are Dead in the Water.
    pub hits: u8,
    pub crippled: bool,
    /// Ships, or CS of counters of several ships, that sink.
    pub sunk: u8,
}

/// Torpedo attack and damage [7.3.1].
#[derive(Clone, Debug)]
pub struct Torpedoes {
    pub success: i8,
    pub target_convoy_ship: i8,
    pub target_evading: i8,
    pub target_diw: i8,
    pub target_crippled: i8,
    pub target_light: i8,
    pub target_critical_fuel: i8,
    damage: Vec<(ShipType, Bands<TorpedoDamage>)>,
}

impl Torpedoes {
    pub fn damage(&self, target: ShipType, die: u8) -> Option<TorpedoDamage> {
        let (_, bands) = self.damage.iter().find(|(kind, _)| *kind == target)?;
        Some(*bands.get(die.into()))
    }
}

/// A line of the Submarine Combat Table [7.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubmarineResult {
    /// Most subs that attack before ASW.
    pub before: u8,
    /// And after it.
    pub after: u8,
    pub expended: bool,
    /// Refuelling at sea stops [11.3.2].
    pub ras_cancelled: bool,
}

/// Submarine Combat [7.4].
#[derive(Clone, Debug)]
pub struct SubmarineCombat {
    pub results: Bands<SubmarineResult>,
    /// The sum of all modifiers goes no further.
    pub drm_limit: i8,
    pub night: i8,
    pub three_or_four_subs: i8,
    pub per_id_level: i8,
    pub per_asw_die: i8,
    pub reduced_visibility: i8,
    pub storms: i8,
    pub air_radius: i8,
    pub high_speed: i8,
    pub target_critical_fuel: i8,
}

/// ASW [7.4.1].
#[derive(Clone, Debug)]
pub struct Asw {
    pub results: Bands<AswResult>,
    pub success: Bands<SubResult>,
    pub soviet: i8,
    pub offensive: i8,
    pub air_radius: i8,
    pub storms: i8,
}

/// Surprise [7.6].
#[derive(Clone, Debug)]
pub struct Surprise {
    pub success: i8,
    /// By weather.
    pub weather: [i8; 5],
    pub attacker_unidentified: i8,
    pub attacker_shadowed: i8,
    pub identified_wolfpack: i8,
    pub air_attack_in_radius: i8,
}

/// Withdrawal from battle [7.5.2v].
#[derive(Clone, Debug)]
pub struct Withdrawal {
    pub success: i8,
    pub night: i8,
    /// By weather.
    pub weather: [i8; 5],
    pub withdrawal_area: i8,
    pub slow: i8,
    pub critical_fuel: i8,
    pub high_command_caution: i8,
}

/// Rounds against a Convoy without escort [7.5.8].
#[derive(Clone, Copy, Debug)]
pub struct UnescortedRounds {
    pub base: i8,
    pub minimum: i8,
    pub no_warships_initially: i8,
    pub surprise: i8,
    pub night_or_reduced_visibility: i8,
    pub fog_storm_gales: i8,
}

/// All combat tables.
#[derive(Clone, Debug)]
pub struct Combat {
    pub gunnery: Gunnery,
    pub bombing: Bombing,
    pub air: Bands<AirResult>,
    pub aa: AaDefense,
    pub torpedoes: Torpedoes,
    pub submarines: SubmarineCombat,
    pub asw: Asw,
    pub surprise: Surprise,
    pub withdrawal: Withdrawal,
    pub fate: Bands<Fate>,
    pub unescorted: UnescortedRounds,
}
