//! Surface combat [7.5]: gunnery, Surprise, withdrawal, Hitler's Restrictions, Convoys without escort.

pub mod battle;
mod engage;
mod gunfire;
pub mod hitler;
mod maneuver;
mod meeting;
mod rounds;
mod torpedo_attack;
mod units;
mod withdrawal;

pub use engage::{Attack, Meeting};
pub use rounds::{Firing, Stage};

use crate::recon::{REPORTED, Report};
use crate::side::Side;
use crate::tables::Tables;
use crate::units::{Category, ShipType, Speed};
use crate::weather::Weather;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

/// Rounds of a battle, at most [7.5.2].
pub const ROUNDS: u8 = 10;

named! {
    /// Where a unit stands on the Battle Display [7.5.2ii].
    Area, "area of the Battle Display" {
        Deployment = "deployment",
        Screening = "screening",
        TorpedoAttack = "torpedo_attack",
        Withdrawal = "withdrawal",
    }
}

named! {
    /// What a unit does in the Maneuver step [7.5.2ii].
    Stance, "station" {
        TorpedoAttack = "torpedo_attack",
        Screening = "screening",
        Withdrawal = "withdrawal",
        /// An Evasion marker.
        Evasion = "evasion",
    }
}

named! {
    /// What makes it easier or harder to leave a battle, besides High Command Caution [7.5.2v].
    WithdrawalDrm, "modifier of withdrawal" {
        Night = "night",
        Weather = "weather",
        Area = "area",
        Slow = "slow",
        CriticalFuel = "critical_fuel",
    }
}

impl WithdrawalDrm {
    /// What it adds to the die of a unit.
    pub fn value(self, t: &Tables, unit: Leaver, escape: Escape) -> i8 {
        let table = &t.combat.withdrawal;
        let slow = unit.crippled || unit.speed == Speed::Slow;
        let (applies, value) = match self {
            Self::Night => (escape.night, table.night),
            Self::Weather => (true, table.weather[escape.weather.index()]),
            Self::Area => (unit.area == Area::Withdrawal, table.withdrawal_area),
            Self::Slow => (slow, table.slow),
            Self::CriticalFuel => (unit.critical_fuel, table.critical_fuel),
        };
        if applies { value } else { 0 }
    }
}

named! {
    /// What makes a shot or a torpedo easier or harder.
    ShotCondition, "condition" {
        /// Dead in the Water or under tow (chapter 7).
        Diw = "diw",
        Crippled = "crippled",
        FirerEvading = "firer_evading",
        FirerCriticalFuel = "firer_critical_fuel",
        TargetEvading = "target_evading",
        TargetCriticalFuel = "target_critical_fuel",
    }
}

impl ShotCondition {
    /// How a ship lies that is attacked: adrift she is no worse for being Crippled too (chapter 7), [7.3.1b], [11.2] (R40).
    pub(crate) fn of_target(adrift: bool, crippled: bool, critical_fuel: bool) -> Vec<Self> {
        let all = [
            (adrift, Self::Diw),
            (crippled && !adrift, Self::Crippled),
            (critical_fuel, Self::TargetCriticalFuel),
        ];
        all.into_iter()
            .filter_map(|(so, condition)| so.then_some(condition))
            .collect()
    }
}

/// What a condition does to a die of guns [7.5.2iii].
pub fn gunnery_drm(t: &Tables, condition: ShotCondition) -> i8 {
    let table = &t.combat.gunnery;
    match condition {
        ShotCondition::Diw => table.target_diw,
        ShotCondition::Crippled => table.target_crippled,
        ShotCondition::FirerEvading => table.firer_evading,
        ShotCondition::FirerCriticalFuel => table.firer_critical_fuel,
        ShotCondition::TargetEvading | ShotCondition::TargetCriticalFuel => 0,
    }
}

/// Hits of one unit's dice; nothing if that type has no guns [7.5.2iii], [7.5.5].
pub fn gunnery(
    t: &Tables,
    firing: ShipType,
    target: ShipType,
    conditions: &[ShotCondition],
    dice: &[u8],
) -> Option<u8> {
    let table = &t.combat.gunnery;
    let hit = i32::from(table.hit(firing, target)?);
    let drms = conditions.iter().map(|one| gunnery_drm(t, *one));
    let drm: i32 = drms.map(i32::from).sum();
    let hits = dice.iter().filter(|die| i32::from(**die) + drm >= hit);
    Some(hits.count() as u8)
}

/// ES never fire [7.5.5]; TB only from the Torpedo Attack area (R12). Other units fire from any area (R76).
pub fn may_fire_guns(t: &Tables, kind: ShipType, area: Area) -> bool {
    let has_guns = t.combat.gunnery.hit(kind, ShipType::Mv).is_some();
    has_guns && (kind != ShipType::Tb || area == Area::TorpedoAttack)
}

named! {
    /// What else bears on Surprise [7.6].
    SurpriseCondition, "condition of Surprise" {
        AttackerShadowed = "attacker_shadowed",
        IdentifiedWolfpack = "identified_wolfpack",
        AirAttackInRadius = "air_attack_in_radius",
    }
}

/// The modified die of a Surprise roll, and whether it succeeds [7.6], [7.5.3].
pub fn surprise(
    t: &Tables,
    die: u8,
    weather: Weather,
    attacker_unidentified: bool,
    conditions: &[SurpriseCondition],
) -> (i32, bool) {
    let table = &t.combat.surprise;
    let mut total = i32::from(die) + i32::from(table.weather[weather.index()]);
    if attacker_unidentified {
        total += i32::from(table.attacker_unidentified);
    }
    for condition in conditions {
        total += i32::from(match condition {
            SurpriseCondition::AttackerShadowed => table.attacker_shadowed,
            SurpriseCondition::IdentifiedWolfpack => table.identified_wolfpack,
            SurpriseCondition::AirAttackInRadius => table.air_attack_in_radius,
        });
    }
    (total, total >= i32::from(table.success))
}

/// A unit that wants to leave a battle [7.5.2v].
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaver {
    #[serde(rename = "type")]
    pub kind: ShipType,
    pub speed: Speed,
    pub crippled: bool,
    pub area: Area,
    #[serde(default)]
    pub critical_fuel: bool,
}

/// What bears on all who withdraw.
#[derive(Clone, Copy, Debug)]
pub struct Escape {
    pub night: bool,
    pub weather: Weather,
    /// Off a friendly shore, or in the Kara Sea Box (R13).
    pub friendly_shore: bool,
    /// High Command Caution [13.3].
    pub caution: bool,
}

/// The modified die of a unit, and whether it leaves [7.5.2v]. Convoy Ships leave only off a friendly shore (R13), ships
/// Dead in the Water never.
pub fn withdrawal(t: &Tables, die: u8, unit: Leaver, escape: Escape) -> (i32, bool) {
    withdrawal_by(t, die, unit, escape, &WithdrawalDrm::ALL)
}

/// The same with some of the modifiers: High Command Caution leaves them to the Axis [13.3].
pub fn withdrawal_by(
    t: &Tables,
    die: u8,
    unit: Leaver,
    escape: Escape,
    drms: &[WithdrawalDrm],
) -> (i32, bool) {
    let table = &t.combat.withdrawal;
    let caution = match escape.caution {
        true => i32::from(table.high_command_caution),
        false => 0,
    };
    let drms = drms.iter().map(|drm| i32::from(drm.value(t, unit, escape)));
    let total = i32::from(die) + caution + drms.sum::<i32>();
    let can = unit.speed != Speed::None && (!unit.kind.is_convoy_ship() || escape.friendly_shore);
    (total, can && total >= i32::from(table.success))
}

/// The Axis must try to leave once any German unit has lost a step in the battle [7.5.2v].
pub fn must_withdraw(side: Side, lost_step: bool) -> bool {
    side == Side::Axis && lost_step
}

/// The Axis die that ends a battle: less than the Round [7.5.2vi].
pub const fn battle_ends(round: u8, die: u8) -> bool {
    die < round || round >= ROUNDS
}

/// Rounds against a Convoy without warships [7.5.8] (R27).
pub fn unescorted_rounds(
    t: &Tables,
    no_warships_initially: bool,
    surprise: bool,
    night: bool,
    weather: Weather,
) -> u8 {
    let table = &t.combat.unescorted;
    let dark = night || weather == Weather::ReducedVisibility;
    let wild = matches!(weather, Weather::Fog | Weather::Storms | Weather::Gales);
    let mut rounds = table.base;
    for (applies, change) in [
        (no_warships_initially, table.no_warships_initially),
        (surprise, table.surprise),
        (dark, table.night_or_reduced_visibility),
        (wild, table.fog_storm_gales),
    ] {
        if applies {
            rounds += change;
        }
    }
    rounds.max(table.minimum) as u8
}

/// The German side of Hitler's Restrictions [7.5.7].
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raiders {
    pub bb_bc_unhit: u8,
    pub cruisers: u8,
    pub heavy: u8,
    pub total_cs: u8,
}

/// The enemy as they are [7.5.7].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    pub bb_bc: u8,
    pub bb_bc_unhit: u8,
    pub cruisers: u8,
    pub dd_tb_cs: u8,
}

impl Raiders {
    /// Heavy Ships without an unhit BB or BC fear cruisers.
    const fn fears_cruisers(&self) -> bool {
        self.heavy > 0 && self.bb_bc_unhit == 0
    }

    /// Hitler's Restrictions against the truth, once counters are deployed [7.5.7].
    pub const fn may_attack(&self, target: &Opponent) -> bool {
        let outgunned = target.bb_bc > 0 || target.cruisers >= self.cruisers;
        target.bb_bc_unhit == 0
            && !(self.fears_cruisers() && outgunned)
            && target.dd_tb_cs <= self.total_cs
    }

    /// Whether reports already prove that the target is not weaker: only then is the attack refused, so that a refusal
    /// betrays nothing (R79) [7.5.7]. So many of its battleships were seen hit.
    pub fn refused_on(&self, report: &Report, seen_hit: u8) -> bool {
        let Some(categories) = &report.categories else {
            return false;
        };
        let counters = |wanted: Category| {
            let place = REPORTED.iter().position(|category| *category == wanted);
            place
                .and_then(|place| categories.get(place))
                .map_or(0, |(counters, _)| *counters)
        };
        let battleships = counters(Category::Capital).saturating_sub(counters(Category::Carrier));
        let outgunned = battleships > 0 || counters(Category::Cruiser) >= self.cruisers;
        battleships > seen_hit || (self.fears_cruisers() && outgunned)
    }
}
