//! Torpedo attacks [7.3].

use crate::surface::ShotCondition;
use crate::tables::{Tables, TorpedoDamage};
use crate::units::ShipType;

/// Attacks of a unit: one for each symbol of a Heavy Ship, CS for each of others [7.3].
pub const fn attacks(heavy: bool, cs: u8, symbols: u8) -> u8 {
    if heavy { symbols } else { cs * symbols }
}

/// Whether one die succeeds [7.3.1].
pub fn succeeds(t: &Tables, target: ShipType, conditions: &[ShotCondition], die: u8) -> bool {
    let table = &t.combat.torpedoes;
    let mut total = i32::from(die);
    if target.is_convoy_ship() {
        total += i32::from(table.target_convoy_ship);
    }
    if target.is_light() {
        total += i32::from(table.target_light);
    }
    for condition in conditions {
        total += i32::from(match condition {
            ShotCondition::TargetEvading => table.target_evading,
            ShotCondition::Diw => table.target_diw,
            ShotCondition::Crippled => table.target_crippled,
            ShotCondition::TargetCriticalFuel => table.target_critical_fuel,
            _ => 0,
        });
    }
    total >= i32::from(table.success)
}

/// What a success does [7.3.1].
pub fn damage(t: &Tables, target: ShipType, die: u8) -> Option<TorpedoDamage> {
    t.combat.torpedoes.damage(target, die)
}
