//! Torpedo attacks [7.3].

use crate::surface::ShotCondition;
use crate::tables::{Tables, TorpedoDamage};
use crate::units::ShipType;

/// Attacks of a unit: one for each symbol of a Heavy Ship, CS for each of others [7.3].
pub const fn attacks(heavy: bool, cs: u8, symbols: u8) -> u8 {
    if heavy { symbols } else { cs * symbols }
}

/// What the type of the target does to a torpedo die [7.3.1].
pub fn target_drm(t: &Tables, target: ShipType) -> i8 {
    let table = &t.combat.torpedoes;
    match (target.is_convoy_ship(), target.is_light()) {
        (true, light) => table.target_convoy_ship + if light { table.target_light } else { 0 },
        (false, true) => table.target_light,
        (false, false) => 0,
    }
}

/// What a condition does to it [7.3.1].
pub fn drm(t: &Tables, condition: ShotCondition) -> i8 {
    let table = &t.combat.torpedoes;
    match condition {
        ShotCondition::TargetEvading => table.target_evading,
        ShotCondition::Diw => table.target_diw,
        ShotCondition::Crippled => table.target_crippled,
        ShotCondition::TargetCriticalFuel => table.target_critical_fuel,
        ShotCondition::FirerEvading | ShotCondition::FirerCriticalFuel => 0,
    }
}

/// Whether one die succeeds [7.3.1].
pub fn succeeds(t: &Tables, target: ShipType, conditions: &[ShotCondition], die: u8) -> bool {
    let drms = conditions.iter().map(|one| i32::from(drm(t, *one)));
    let total = i32::from(die) + i32::from(target_drm(t, target)) + drms.sum::<i32>();
    total >= i32::from(t.combat.torpedoes.success)
}

/// What a success does [7.3.1].
pub fn damage(t: &Tables, target: ShipType, die: u8) -> Option<TorpedoDamage> {
    t.combat.torpedoes.damage(target, die)
}
