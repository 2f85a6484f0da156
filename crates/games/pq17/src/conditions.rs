//! What Special Conditions score (chapter 12).

use crate::tables::{ConditionValues, Tables};
use crate::vp::Vp;

fn values(t: &Tables) -> &ConditionValues {
    &t.chits.values
}

/// German ships that left by the western edge with fuel enough [12.2].
pub fn breakout(t: &Tables, capital: u8, cruisers: u8, turns_to_warning: u16) -> Vp {
    let v = values(t);
    match turns_to_warning >= v.breakout_turns {
        true => v.breakout_capital * i32::from(capital) + v.breakout_cruiser * i32::from(cruisers),
        false => Vp::ZERO,
    }
}

/// Mines laid, up to a limit [12.8].
pub fn minelaying(t: &Tables, cruisers: u8, destroyers: u8) -> Vp {
    let v = values(t);
    let laid = v.mines_cruiser * i32::from(cruisers) + v.mines_dd * i32::from(destroyers);
    laid.max(v.mines_limit) // Axis points are negative
}

/// Ships that reached Barentsburg; the same is lost if they did not [12.10].
pub fn gearbox(t: &Tables, cruisers: u8, destroyers: u8, success: bool) -> Vp {
    let v = values(t);
    let vp = v.gearbox_cruiser * i32::from(cruisers) + v.gearbox_dd * i32::from(destroyers);
    if success { vp } else { -vp }
}

/// The Axis Convoy: ships in Kirkenes, and the penalty if any is still afloat elsewhere [12.3] (R34).
pub fn axis_convoy(t: &Tables, in_kirkenes: u8, afloat_elsewhere: u8, if_late: u8) -> Vp {
    let late = match afloat_elsewhere {
        0 => Vp::ZERO,
        _ => Vp::whole(if_late.into()),
    };
    values(t).axis_convoy * i32::from(in_kirkenes) + late
}

/// Merchant ships sunk in a Harbor Raid; a single Hit lapses [12.7].
pub fn harbor_raid(t: &Tables, hits: u8) -> u8 {
    hits / values(t).harbor_hits
}

/// Aircraft CS that a Ground Offensive takes: a third of the German die, half of the Soviet, rounded up [12.6.1].
pub const fn ground_offensive(german_die: u8, soviet_die: u8) -> (u8, u8) {
    (german_die.div_ceil(3), soviet_die.div_ceil(2))
}

/// Hits of TITLE: as many as the die shows, if it is one that hits [12.14.2].
pub fn title(t: &Tables, die: u8) -> u8 {
    let [least, most] = values(t).title_hits;
    if (least..=most).contains(&die) {
        die
    } else {
        0
    }
}

/// German ships that lay off Barentsburg for a whole Day turn [12.11].
pub fn sizilien(t: &Tables, capital: u8, cruisers: u8) -> Vp {
    let v = values(t);
    v.sizilien_capital * i32::from(capital) + v.sizilien_cruiser * i32::from(cruisers)
}
