//! The Campaign (chapter 15): its arithmetic. `season` plays its Fortnights.

use crate::ice::Ice;
use crate::tables::{IceSeason, Tables};
use crate::time::Fortnight;
use crate::units::PortId;
use crate::vp::Vp;

/// VP that the Allies need after so many Fortnights: thirty for each full month [15.9].
pub fn threshold(t: &Tables, fortnights: u8) -> i32 {
    t.victory.campaign_month * i32::from(fortnights / 2)
}

/// New Construction may be called up four Fortnights early; each Operation trains it one Fortnight sooner [15.4.3].
pub fn green(scheduled: Fortnight, operations: u8) -> (Fortnight, Fortnight) {
    (
        scheduled.shifted(-4),
        scheduled.shifted(-i32::from(operations)),
    )
}

/// Dice of a green ship, or of her aircraft, on the Naval Gunnery and Bombing Tables: one for every two CS, rounded up [15.4.3].
pub const fn green_dice(cs: u8) -> u8 {
    cs.div_ceil(2)
}

/// What a ship lost while green costs: her worth and half of it more, rounded up [15.4.3].
pub fn green_loss(worth: Vp) -> Vp {
    -(worth + worth.half_rounded_up())
}

/// Ships in the boxes of a Russian port [15.2.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boxes {
    pub unloading: u8,
    pub face_up: u8,
    pub face_down: u8,
}

/// A Fortnight of unloading: ballast turns face up, then ships unload and lie face down; a point for each, half a point
/// lost for each face up [15.2.2], [15.9.1].
pub fn unload(t: &Tables, murmansk: bool, boxes: Boxes) -> (Boxes, Vp) {
    let most = t.campaign.unload[usize::from(!murmansk)];
    let unloaded = boxes.unloading.min(most);
    let after = Boxes {
        unloading: boxes.unloading - unloaded,
        face_up: boxes.face_up + boxes.face_down,
        face_down: unloaded,
    };
    let vp = Vp::whole(unloaded.into()) - Vp::halves(after.face_up.into());
    (after, vp)
}

/// Soviet DD or TB CS that may be at sea: half, rounded down, at least one [15.8.2].
pub const fn soviet_at_sea(cs: u8) -> u8 {
    match cs {
        0 => 0,
        1..=3 => 1,
        cs => cs / 2,
    }
}

/// Fortnights until a ship that transferred is back: five for each CS [15.5.1].
pub fn repair_time(t: &Tables, cs: u8) -> u8 {
    cs.saturating_mul(t.campaign.repair)
}

/// Tirpitz repaired in Norway: how many Fortnights it takes and what it costs; not in Kirkenes [15.5.1] (R95).
pub fn tirpitz_repair(t: &Tables, cs: u8, port: PortId) -> Option<(u8, Vp)> {
    let region = t.sheet.port(port).region.as_str();
    let norway = matches!(region, "North Norway" | "South Norway");
    let yard = norway && !t.campaign.tirpitz_not_in.contains(&port);
    let time = cs.saturating_mul(t.campaign.tirpitz_repair);
    yard.then(|| (time, t.campaign.tirpitz_vp * i32::from(cs)))
}

/// Damaged German submarines that return: a third, rounded up [15.5.2].
pub fn subs_repaired(t: &Tables, damaged: u8) -> u8 {
    damaged.div_ceil(t.campaign.subs_one_in)
}

/// Soviet fighter CS for ships unloaded: one for each three, rounded up [15.6.4].
pub const fn fighters_for(unloaded: u8) -> u8 {
    unloaded.div_ceil(3)
}

/// Severny Flot's points in a new Fortnight [15.1].
pub fn severny_flot(t: &Tables, kept: u8, heavy_losses: bool) -> u8 {
    let c = &t.campaign;
    let most = if heavy_losses {
        c.severny_most_after_loss
    } else {
        c.severny_most
    };
    (kept + c.severny_gain).min(most).max(kept.min(most))
}

/// A ship that should transfer and does not costs half her worth, rounded up [15.7.2].
pub fn transfer_failure(worth: Vp) -> Vp {
    -worth.half_rounded_up()
}

/// US ships that leave from elsewhere than Scapa Flow or Reykjavik [15.7.3].
pub fn us_elsewhere(heavy: u8, destroyer_cs: u8) -> Vp {
    -Vp::whole(i32::from(heavy) + i32::from(destroyer_cs))
}

/// Whether ice is rolled again: in the breakup while it is more severe than the zone was or than the next lower-numbered
/// zone, in the freezing while less severe than the zone was or than the next higher-numbered [10.4.1], [10.4.2].
pub fn ice_again(season: IceSeason, was: Ice, beside: Option<Ice>, result: Ice) -> bool {
    match season {
        IceSeason::Breakup => result > was || beside.is_some_and(|ice| result > ice),
        IceSeason::Freezing => result < was || beside.is_some_and(|ice| result < ice),
    }
}
