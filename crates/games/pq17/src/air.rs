//! Aircraft: the arithmetic of air combat [7.2] here, what they are and do below: units and bases [1.5], missions [5.3],
//! Air Radii [6.4.1], photographs [6.9], touch with the enemy [6.3], stragglers [6.8.1], patrols [7.4.5], decks [7.8].

mod choice;
mod conduct;
mod contact;
mod decks;
mod event;
mod lines;
mod missions;
mod order;
mod patrols;
mod photo;
mod radii;
mod touch;
mod wing;

pub use choice::{AirChoice, Load, Part};
pub use event::{AirEvent, Quarry};
pub(crate) use lines::tell;
pub use missions::Leave;
pub use order::{AirOrder, AirStep, Finder};
pub use radii::Cover;
pub(crate) use radii::is_flying_deck;
pub use wing::{AirId, AirUnit, Flyer, InterceptorLosses, Mission, Photograph, Wing};

use crate::tables::{AirResult, Aircraft, Tables};
use crate::units::{Role, ShipType};
use derbyhouse_kernel::named;

/// Air-to-air: die plus firing number less target number; a fighter's modifier is never negative, `+` adds one against
/// bombers [7.2.3].
pub fn dogfight(t: &Tables, firing: &Aircraft, target: &Aircraft, die: u8) -> (i32, AirResult) {
    let mut drm = firing.air_combat - target.air_combat;
    if firing.role == Role::Fighter {
        drm = drm.max(0);
    }
    if firing.plus && target.role.is_bomber() {
        drm += 1;
    }
    let total = i32::from(die) + i32::from(drm);
    (total, *t.combat.air.get(total))
}

named! {
    /// What bears on bombs and on fire at aircraft.
    StrikeCondition, "condition of an air attack" {
        /// Dead in the Water or under tow (chapter 7).
        Diw = "diw",
        Crippled = "crippled",
        Port = "port",
        Night = "night",
        /// Dispersed or Scattered [5.5].
        Scattered = "scattered",
        /// Driven off by Elusive Target [13.1].
        Elusive = "elusive",
        /// Fired by a CLAA or an AA ship.
        AaShip = "aa_ship",
        /// Helped by a CAM [1.4.3].
        Cam = "cam",
    }
}

/// What a condition does to a die of anti-aircraft fire [7.2.5].
pub fn aa_drm(t: &Tables, condition: StrikeCondition) -> i8 {
    let table = &t.combat.aa;
    match condition {
        StrikeCondition::AaShip => table.aa_ship,
        StrikeCondition::Cam => table.cam,
        StrikeCondition::Night => table.night,
        _ => 0,
    }
}

/// What a condition does to a bomb [7.2.6].
pub fn bomb_drm(t: &Tables, condition: StrikeCondition) -> i8 {
    let table = &t.combat.bombing;
    match condition {
        StrikeCondition::Diw => table.target_diw,
        StrikeCondition::Crippled => table.target_crippled,
        StrikeCondition::Port => table.port,
        StrikeCondition::Night => table.night,
        StrikeCondition::Scattered => table.scattered,
        StrikeCondition::Elusive => table.elusive,
        StrikeCondition::AaShip | StrikeCondition::Cam => 0,
    }
}

/// One die of anti-aircraft fire [7.2.5].
pub fn aa_fire(
    t: &Tables,
    aircraft: &Aircraft,
    torpedo: bool,
    conditions: &[StrikeCondition],
    die: u8,
) -> AirResult {
    let table = &t.combat.aa;
    let approach = match torpedo {
        true => crate::tables::Approach::Torpedo,
        false => {
            let row = bombing_row(aircraft, is_port_at_night(conditions));
            table.approach(row.unwrap_or(aircraft.role))
        }
    };
    let drms = conditions.iter().map(|one| aa_drm(t, *one));
    let drm: i32 = drms.map(i32::from).sum();
    table.result(approach, i32::from(die) + drm)
}

fn is_port_at_night(conditions: &[StrikeCondition]) -> bool {
    let is = |condition| conditions.contains(&condition);
    is(StrikeCondition::Port) && is(StrikeCondition::Night)
}

/// The row of the Bombing Table: the Ju88 bombs like a light bomber, but not ports at Night [7.2.7].
pub fn bombing_row(aircraft: &Aircraft, port_at_night: bool) -> Option<Role> {
    match aircraft.role {
        Role::MediumBomber if port_at_night => aircraft.bombing.map(|_| Role::MediumBomber),
        _ => aircraft.bombing,
    }
}

/// Hits of bombs [7.2.6]; nothing if these aircraft carry none.
pub fn bombs(
    t: &Tables,
    aircraft: &Aircraft,
    target: ShipType,
    conditions: &[StrikeCondition],
    dice: &[u8],
) -> Option<u8> {
    let table = &t.combat.bombing;
    let row = bombing_row(aircraft, is_port_at_night(conditions))?;
    let hit = i32::from(table.hit(row, target)?);
    let drms = conditions.iter().map(|one| bomb_drm(t, *one));
    let drm: i32 = drms.map(i32::from).sum();
    let hits = dice.iter().filter(|die| i32::from(**die) + drm >= hit);
    Some(hits.count() as u8)
}

/// CS that an air unit attacks with after fire at it: an Abort, a Damaged and a Hit each take one [7.2.3].
pub fn cs_after_fire(cs: u8, results: &[AirResult]) -> u8 {
    let lost = results.iter().filter(|result| **result != AirResult::None);
    cs.saturating_sub(lost.count() as u8)
}

/// Aircraft steps left aboard a carrier that lost steps: each destroys two [7.8].
pub const fn after_carrier_hits(air_steps: u8, steps_lost: u8) -> u8 {
    air_steps.saturating_sub(2 * steps_lost)
}

/// Torpedo aircraft need Clear ice: confirmed, or by a die that says so [7.2.4], [7.3].
pub fn torpedoes_can_drop(confirmed_clear: bool, rolled: Option<crate::ice::Ice>) -> bool {
    confirmed_clear || rolled == Some(crate::ice::Ice::Clear)
}
