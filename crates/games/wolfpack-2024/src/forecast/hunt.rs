//! Searches, evasion, charges, guns: pages 41 to 50.

use super::{d10, share, ticks};
use crate::asw::search::{Kept, kept, sonar_cards};
use crate::asw::{Escort, Post};
use crate::boat::Boat;
use crate::calendar::{Era, Month};
use crate::cards::AswRow;
use crate::conditions::{Conditions, Light};
use crate::depth::Depth;
use crate::escorts::{Equipment, Hold};
use crate::ring::Location;
use crate::tables::Tables;
use crate::view::View;

/// Chance that a battle card ticks a location, or the quadrant that it stands for [40.one_card],
/// [43.card_boxes_to_quadrants].
pub fn called(t: &Tables, location: Location) -> f64 {
    share(&t.cards.battle, |card| card.locations[location.index()])
}

/// Chance that radar or eyes find a boat on the Attack map; none if she is too deep to be seen [45.radar],
/// [45.visual].
pub fn seen(t: &Tables, fitted: bool, light: Light, depth: Depth) -> Option<f64> {
    let least = t.asw.sight(fitted, light).least(depth, light.weather())?;
    Some(d10(t, |d10| d10 >= least))
}

/// The same on the Approach map, for a surfaced boat [41.radar], [41.visual], (R59).
pub fn seen_on_approach(t: &Tables, equipment: Equipment, conditions: Conditions) -> f64 {
    share(&t.cards.battle, |card| {
        if equipment.is_fitted() {
            card.radar[equipment.make().index()]
        } else {
            card.sees(conditions.time, conditions.weather)
        }
    })
}

/// How an escort listens.
#[derive(Clone, Copy, Debug)]
pub struct Listening {
    pub attack: bool,
    pub elite: bool,
    pub silent: bool,
    pub homing: bool,
    pub make: Era,
}

/// Chance that a sonar search succeeds [41.sonar_columns], [41.silent_two_cards], [45.sonar_cards].
pub fn heard(t: &Tables, conditions: Conditions, how: Listening) -> f64 {
    let sonar = sonar_cards(t, how.attack, how.elite, how.silent);
    let ticked =
        |card: &&crate::cards::BattleCard| card.sonar(how.homing, how.make, conditions.weather);
    let on_deck = t.cards.battle.iter().filter(ticked).count();
    ticks(on_deck, sonar.cards, sonar.ticks)
}

/// Chance that evading works, with one card or two [42.evasion], [15.two_evasion_cards].
pub fn evaded(t: &Tables, two_cards: bool) -> f64 {
    let on_deck = t.cards.battle.iter().filter(|card| card.evade).count();
    ticks(on_deck, 1 + u8::from(two_cards), 1)
}

/// Chance that an ASW attack card hits [50.row_and_column].
pub fn card_hits(t: &Tables, row: AswRow, hold: Hold) -> f64 {
    share(&t.cards.asw, |card| card.hit(row, hold).is_some())
}

/// Chance that an escort in position drops its charges [50.helmsman].
pub fn attacks(t: &Tables, elite_helm: bool) -> f64 {
    let on_deck = t.cards.battle.iter().filter(|card| card.attack).count();
    ticks(on_deck, t.asw.helmsman[usize::from(elite_helm)], 1)
}

/// The month of the patrol.
fn date(view: View<'_>) -> Month {
    view.month().unwrap_or(Month::FIRST)
}

/// What an escort may carry, with its chances: known once it is fitted [54.fitted_table].
pub fn equipments(t: &Tables, escort: &Escort, month: Month) -> Vec<(Equipment, f64)> {
    if let Some(equipment) = escort.equipment {
        return vec![(equipment, 1.0)];
    }
    let fitting = t.escorts.fitting(t.escorts.escort(escort.id).kind, month);
    match fitting.upgrade {
        None => vec![(fitting.base, 1.0)],
        Some((faces, better)) => {
            let upgraded = d10(t, |d10| faces.has(d10));
            vec![(fitting.base, 1.0 - upgraded), (better, upgraded)]
        }
    }
}

/// Chance that a search of an escort succeeds against a boat as she would then be. None if it does not search for her:
/// it holds another, or is too far off, or is not there.
pub fn found(
    view: View<'_>,
    letter: crate::boats::Letter,
    boat: &Boat,
    escort: &Escort,
) -> Option<f64> {
    let t = view.tables();
    let attack = boat.attack();
    let homing = match escort.contact {
        Some(contact) if contact.boat == letter => {
            match kept(attack.is_some(), boat, contact.homing) {
                Kept::InSight => return Some(1.0),
                Kept::Sonar { homing } => Some(homing),
            }
        }
        Some(_) => return None,
        None => None,
    };
    match (escort.post, attack) {
        (Post::Station { at, range, .. }, Some((space, _)))
            if homing.is_none() && at.range(space) > range + t.asw.range_growth =>
        {
            return None;
        }
        (Post::Station { .. } | Post::OnTop, Some(_)) => {}
        (Post::Search(location), None)
            if boat
                .approach()
                .is_some_and(|at| t.approach.location(at) == location) => {}
        (Post::OnTop, None) if homing.is_some() => {}
        _ => return None,
    }
    let chances = equipments(t, escort, date(view)).into_iter();
    Some(
        chances
            .map(|(equipment, share)| share * search(view, boat, escort, equipment, homing))
            .sum(),
    )
}

fn search(
    view: View<'_>,
    boat: &Boat,
    escort: &Escort,
    equipment: Equipment,
    homing: Option<bool>,
) -> f64 {
    let (t, conditions) = (view.tables(), view.conditions());
    let attack = boat.attack().is_some();
    let sonar = || {
        let captain = escort.captain.map(|captain| t.escorts.captain(captain));
        heard(
            t,
            conditions,
            Listening {
                attack,
                elite: captain.is_some_and(|captain| captain.elite_sonar),
                silent: boat.silent,
                homing: homing == Some(true),
                make: equipment.make(),
            },
        )
    };
    if homing.is_some() {
        return sonar();
    }
    let light = conditions.light();
    let sight = if attack {
        seen(t, equipment.is_fitted(), light, boat.depth)
    } else {
        boat.is_surfaced()
            .then(|| seen_on_approach(t, equipment, conditions))
    };
    match sight {
        Some(sight) if !boat.depth.is_periscope() => sight,
        Some(sight) => sight + (1.0 - sight) * sonar(), // [45.periscope_then_sonar]
        None => sonar(),
    }
}
