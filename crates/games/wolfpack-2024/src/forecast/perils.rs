//! Implosion, survival, repairs, healing, entry, scuttling, stragglers: pages 28, 29, 31, 55, 61 to 64, 68.

use super::{d10, share};
use crate::boat::Boat;
use crate::calendar::Era;
use crate::conditions::Light;
use crate::crew::Man;
use crate::depth::Depth;
use crate::drift::is_seen;
use crate::escorts::Hold;
use crate::homeward::sinks_straggler;
use crate::movement::{CrushTest, crush_test, crushes, survives};
use crate::repair::Site;
use crate::tables::{ScuttleResult, Tables};

/// Chance that a boat that starts her movement at a depth is crushed [28.implosion_210], [28.crush_colour].
pub fn crushed(t: &Tables, depth: Depth, flood: u8) -> f64 {
    match crush_test(t, depth, flood) {
        CrushTest::Safe => 0.0,
        CrushTest::Card => share(&t.cards.asw, |card| crushes(t, card, depth)),
        CrushTest::Certain => 1.0,
    }
}

/// Chance that a boat under contact survives falling behind [55.survival_results].
pub fn survival(t: &Tables, era: Era, hold: Hold, depth: Depth, flood: u8) -> f64 {
    d10(t, |d10| {
        survives(t, era, d10, hold.index(), depth.metres(), flood).1
    })
}

/// Chance that a repair succeeds [61.repair_roll].
pub fn repaired(t: &Tables, boat: &Boat, section: Man, site: Site, assisted: bool) -> f64 {
    let modifier = boat.attempt(section, site, assisted).modifier(&t.repair);
    d10(t, |d10| d10 as i8 + modifier >= t.repair.success)
}

/// Chance that somebody is healed [64.heal_numbers].
pub fn healed(t: &Tables, boat: &Boat, healer: Man) -> f64 {
    let least = boat.least_to_heal(&t.repair, healer);
    let modifier = boat.healing_modifier(&t.repair, healer);
    d10(t, |d10| d10 as i8 + modifier >= least)
}

/// Chance that a boat must enter the Attack map on a turn [31.entry_d10].
pub fn enters(t: &Tables, turn: u8) -> f64 {
    let faces = t.movement.transition(turn);
    d10(t, |d10| faces.has(d10))
}

/// Chance of a result of scuttling [29.scuttle_table].
pub fn scuttled(t: &Tables, era: Era, result: ScuttleResult) -> f64 {
    d10(t, |d10| t.chances.scuttle(era, d10) == result)
}

/// Chance that a straggler is sunk from so many turns away [68.straggler_roll].
pub fn straggler(t: &Tables, range: u8) -> f64 {
    d10(t, |d10| sinks_straggler(d10, range))
}

/// Chance that a ship at a range sees a boat [57.icons].
pub fn watched(t: &Tables, light: Light, range: u8, depth: Depth) -> f64 {
    if range > t.firing.convoy_sight[light.index()] {
        return 0.0;
    }
    share(&t.cards.combat, |card| {
        is_seen(card.icons(light, range), depth)
    })
}

/// Chance that the wake of a steam torpedo is seen by day [60.wake_by_day].
pub fn wake_seen(t: &Tables, light: Light) -> f64 {
    share(&t.cards.combat, |card| card.icons(light, 0).binoculars)
}
