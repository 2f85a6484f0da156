//! The odds of an answer as they are shown: what may come of it, how likely, and by which rules.

mod held;
mod shots;

use super::{any, hunt, perils};
use crate::asw::Post;
use crate::boat::{Boat, Place};
use crate::boats::Letter;
use crate::choice::Choice;
use crate::crew::{Man, Skill};
use crate::depth::Depth;
use crate::escorts::Hold;
use crate::ring::ApproachBox;
use crate::sequence::{Entering, Helm, Order};
use crate::setup::Scenario;
use crate::ships::TileId;
use crate::space::Facing;
use crate::tables::ScuttleResult;
use crate::view::View;
use derbyhouse_scene::Prospect;

/// A chance in words.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn prospect(label: impl Into<String>, share: f64, rules: &[&str]) -> Prospect {
    Prospect {
        label: label.into(),
        share: Some(share),
        text: percent(share),
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
    }
}

/// What an answer of the viewer's own boat may lead to.
pub(crate) fn outlook(view: View<'_>, choice: Choice) -> Vec<Prospect> {
    let Some(letter) = view.own() else {
        return Vec::new();
    };
    let mut prospects = prospects(view, letter, choice);
    if !prospects.is_empty() {
        prospects.push(Prospect {
            label: String::new(),
            share: None,
            text: "Reckoned from whole decks.".to_owned(),
            rules: vec!["5.discard_top_only".to_owned()],
        });
    }
    prospects
}

/// The first chance of an answer, for a computer captain; nothing if it has none.
pub(crate) fn outlook_of(view: View<'_>, letter: Letter, choice: Choice) -> f64 {
    let first = prospects(view, letter, choice).into_iter().next();
    first
        .and_then(|prospect| prospect.share)
        .unwrap_or_default()
}

/// The same in a few words, beside an answer.
pub(crate) fn odds(view: View<'_>, letter: Letter, choice: Choice) -> Vec<String> {
    let prospects = prospects(view, letter, choice).into_iter();
    prospects
        .map(|prospect| {
            format!("{} {}", prospect.label, prospect.text)
                .trim()
                .to_owned()
        })
        .collect()
}

fn prospects(view: View<'_>, letter: Letter, choice: Choice) -> Vec<Prospect> {
    let (Some(order), Some(boat)) = (view.asked(letter), view.boat(letter)) else {
        return Vec::new();
    };
    let t = view.tables();
    match (order, choice) {
        (Order::Fire(_), Choice::Fire(tube)) => {
            let shot = boat.aimed_shot(t, view.era(), tube);
            shot.map_or(Vec::new(), |(target, shot)| {
                shots::at_ship(view, letter, tube, target, shot)
            })
        }
        (Order::Unaimed(tube, _), Choice::At(target)) => {
            let shot = boat.unaimed_shot(t, view.era(), tube, target);
            shot.map_or(Vec::new(), |shot| {
                shots::at_ship(view, letter, tube, target, shot)
            })
        }
        (Order::Engage(tube, _), Choice::Escort(escort)) => {
            shots::at_escort(view, boat, escort, boat.armed(tube).into_iter())
        }
        (Order::FightBack(escort), Choice::Store(tubes)) => {
            let kinds = tubes.iter().filter_map(|tube| boat.armed(tube));
            shots::at_escort(view, boat, escort, kinds)
        }
        (Order::Compute(_), Choice::At(target)) => shots::solution(view, boat, target),
        (Order::Helm(helm), _) => movement(view, letter, boat, helm, choice),
        (Order::Enter(entering), _) => entry(view, letter, boat, entering, choice),
        (Order::CrashDive(escort), Choice::Dive | Choice::Stay) => {
            alarm(view, letter, boat, escort, choice)
        }
        (Order::Evade(_), Choice::Evade) => {
            let two = boat.can(Skill::CapTwoEvade, Man::Captain);
            vec![prospect(
                "Shakes it off",
                hunt::evaded(t, two),
                &["42.evasion"],
            )]
        }
        (Order::Care(_), Choice::Repair(section, site, assisted)) => {
            let success = perils::repaired(t, boat, section, site, assisted);
            vec![prospect("Succeeds", success, &["61.repair_roll"])]
        }
        (Order::Care(_), Choice::Heal(healer, _)) => {
            let success = perils::healed(t, boat, healer);
            vec![prospect("Succeeds", success, &["64.heal_numbers"])]
        }
        (Order::Hunt, Choice::Hunt(tile)) => straggler(view, boat, tile),
        (Order::Held(held), Choice::Repull(part)) => {
            held::pulled_again(view, letter, boat, &held, part)
        }
        _ => Vec::new(),
    }
}

/// What comes of a part of movement: whether she is found as she then is, and whether the depth crushes her.
fn movement(
    view: View<'_>,
    letter: Letter,
    boat: &Boat,
    helm: Helm,
    choice: Choice,
) -> Vec<Prospect> {
    let mut after = boat.clone();
    match choice {
        Choice::Depth(depth) => after.depth = depth,
        Choice::Silent => after.silent = true,
        Choice::Operational => after.silent = false,
        Choice::Ahead(spaces) => {
            if let Place::Attack(space, _) = &mut after.place {
                let way = boat.attack().map_or(Facing::N, |(_, facing)| facing);
                let to = (0..spaces).try_fold(*space, |at, _| at.next(way));
                match to {
                    Some(to) => *space = to,
                    None => return over_the_edge(view, letter, boat),
                }
            }
        }
        Choice::To(at) => return box_risk(view, at),
        Choice::Scuttle => return scuttling(view),
        Choice::Done if helm != Helm::SecondTurn => {}
        _ => return Vec::new(),
    }
    let mut prospects = contact(view, letter, &after);
    prospects.extend(crush(view, after.depth, boat.flood.level));
    prospects
}

/// Whether she is found, or stays held, in the next searches.
fn contact(view: View<'_>, letter: Letter, after: &Boat) -> Vec<Prospect> {
    let held = view.holders(letter).next().is_some();
    let escorts = view.hunt().escorts.iter();
    let chances: Vec<f64> = escorts
        .filter_map(|escort| hunt::found(view, letter, after, escort))
        .collect();
    if chances.is_empty() {
        return after
            .approach()
            .filter(|_| !held)
            .map_or(Vec::new(), |at| box_risk(view, at));
    }
    let label = if held {
        "Contact renewed"
    } else {
        "Found if looked for"
    };
    let rules: &[&str] = if after.attack().is_some() {
        &["45.radar", "45.sonar_cards"]
    } else {
        &["41.radar", "41.sonar_columns"]
    };
    vec![prospect(label, any(chances.into_iter()), rules)]
}

/// The chance that an escort is called to the location of a box [40.one_card].
fn box_risk(view: View<'_>, at: ApproachBox) -> Vec<Prospect> {
    if view.setup().scenario == Scenario::Training {
        return Vec::new(); // nobody comes [pb.training_no_asw]
    }
    let location = view.tables().approach.location(at);
    let called = hunt::called(view.tables(), location);
    vec![prospect(
        format!("An escort is called to {location}"),
        called,
        &["40.one_card"],
    )]
}

fn crush(view: View<'_>, depth: Depth, flood: u8) -> Option<Prospect> {
    let share = perils::crushed(view.tables(), depth, flood);
    (share > 0.0).then(|| {
        prospect(
            "Crushed next turn",
            share,
            &["28.implosion_210", "28.crush_colour"],
        )
    })
}

/// Over the bottom edge under contact [55.off_bottom_contact].
fn over_the_edge(view: View<'_>, letter: Letter, boat: &Boat) -> Vec<Prospect> {
    let holds = view.holders(letter).filter_map(|escort| escort.contact);
    let Some(best) = holds.map(|contact| contact.hold).min() else {
        return Vec::new();
    };
    let survives = survival(view, boat, best);
    vec![prospect("Survives", survives, &["55.survival_results"])]
}

fn survival(view: View<'_>, boat: &Boat, hold: Hold) -> f64 {
    perils::survival(
        view.tables(),
        view.era(),
        hold,
        boat.depth,
        boat.flood.level,
    )
}

fn scuttling(view: View<'_>) -> Vec<Prospect> {
    let share = |result| perils::scuttled(view.tables(), view.era(), result);
    vec![
        prospect(
            "Crew saved",
            share(ScuttleResult::Saved),
            &["29.scuttle_table"],
        ),
        prospect(
            "Boat captured",
            share(ScuttleResult::Captured),
            &["29.scuttle_table"],
        ),
    ]
}

fn entry(
    view: View<'_>,
    letter: Letter,
    boat: &Boat,
    entering: Entering,
    choice: Choice,
) -> Vec<Prospect> {
    let mut after = boat.clone();
    after.silent = false; // (R92)
    match (entering, choice) {
        (Entering::Space, Choice::Scuttle) => return scuttling(view),
        (Entering::Space, Choice::At(space)) => after.place = Place::Attack(space, Facing::N),
        (Entering::Depth(space, facing), Choice::Depth(depth)) => {
            after.place = Place::Attack(space, facing);
            after.depth = depth;
        }
        _ => return Vec::new(),
    }
    contact(view, letter, &after)
}

/// Dive in alarm or not: on the Approach map the escort that came searches at once; on the Attack map those that are
/// there already do [42.crash_dive_moment], (R44).
fn alarm(
    view: View<'_>,
    letter: Letter,
    boat: &Boat,
    came: crate::escorts::EscortId,
    choice: Choice,
) -> Vec<Prospect> {
    let mut after = boat.clone();
    if choice == Choice::Dive {
        after.depth = view.tables().depth.crash_dive;
    }
    let escort = view.hunt().escorts.iter().find(|escort| escort.id == came);
    match escort {
        Some(escort) if matches!(escort.post, Post::Search(_)) => {
            let found = hunt::found(view, letter, &after, escort).unwrap_or_default();
            vec![prospect(
                "Found if looked for",
                found,
                &["41.radar", "41.sonar_columns"],
            )]
        }
        _ => contact(view, letter, &after),
    }
}

fn straggler(view: View<'_>, boat: &Boat, tile: TileId) -> Vec<Prospect> {
    let ship = view.track().iter().find(|ship| ship.tile == tile);
    let (Some(from), Some(ship)) = (boat.hunts_from(), ship) else {
        return Vec::new();
    };
    let sunk = perils::straggler(view.tables(), ship.turn.abs_diff(from));
    vec![prospect("Sunk", sunk, &["68.straggler_roll"])]
}
