//! How events read.

use crate::boat::Place;
use crate::displays::Contact;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::harm::Blow;
use crate::tables::{Role, Tables};
use crate::units::Counter;
use derbyhouse_scene::{Cue, Line};

/// An event as a line with its rules and dice.
pub(crate) fn line(t: &Tables, event: &Event) -> Line {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let piece = |counter: &Counter| piece_name(t, *counter);
    let plain = |text: String, rule: &str, dice: &[u8]| Line {
        text,
        rules: vec![rule.to_owned()],
        dice: dice.to_vec(),
        cue: cue(event),
        ..Line::default()
    };
    let head = |text: String| Line {
        text,
        heading: true,
        cue: cue(event),
        ..Line::default()
    };
    match event {
        Event::Approached { boat, die, total } => plain(
            format!("{} closes the convoy: {total}.", name(boat)),
            "14.11",
            &[*die],
        ),
        Event::Placed {
            boat,
            lane: Some(lane),
        } => plain(format!("{} is in column {lane}.", name(boat)), "14.11", &[]),
        Event::Placed { boat, lane: None } => {
            plain(format!("{} finds no way in.", name(boat)), "14.11", &[])
        }
        Event::OddPiece { lane, die } => plain(
            format!("The odd piece goes to column {lane}."),
            "13.24",
            &[*die],
        ),
        Event::TurnedUp { slot, piece: face } => {
            plain(format!("Unit {slot} is {}.", piece(face)), "14.12", &[])
        }
        Event::AirCover { die, stays } => plain(
            format!(
                "The aircraft {}.",
                if *stays { "stays" } else { "turns away" }
            ),
            "14.12",
            &[*die],
        ),
        Event::Replaced {
            slot,
            piece: Some(face),
        } => plain(
            format!("In place {slot} there is now {}.", piece(face)),
            "14.12",
            &[],
        ),
        Event::Replaced { slot, piece: None } => {
            plain(format!("Nothing is left in place {slot}."), "14.12", &[])
        }
        Event::Drawn {
            boat,
            event,
            die,
            applies,
        } => {
            let text = if *applies {
                t.combat_events.text(*event)
            } else {
                "It does not apply."
            };
            plain(
                format!("{}: {}. {text}", name(boat), t.combat_events.name(*event)),
                "19.2",
                &[*die],
            )
        }
        Event::AircraftAtRisk { die, lost } => plain(
            format!(
                "The reconnaissance aircraft {}.",
                if *lost { "is lost" } else { "gets away" }
            ),
            "7.55",
            &[*die],
        ),
        Event::Dived { boat, die, success } => plain(
            format!(
                "{} {}.",
                name(boat),
                if *success {
                    "dives in time"
                } else {
                    "dives too late"
                }
            ),
            "14.13",
            &[*die],
        ),
        Event::Hazard {
            boat,
            hazard,
            die,
            harm,
        } => plain(
            format!("{}: {}, {harm}.", name(boat), hazard.id().replace('_', " ")),
            "14.12",
            &[*die],
        ),
        Event::Aimed { boat, slot, value } => plain(
            format!("{}: TDC {value:+} on unit {slot}.", name(boat)),
            "14.14",
            &[],
        ),
        Event::NoShot { boat } => plain(
            format!("{} has no shot that could hit.", name(boat)),
            "14.17",
            &[],
        ),
        Event::Fired {
            boat,
            slot,
            points,
            need,
            die,
            hit,
        } => {
            let outcome = if *hit { "hit" } else { "miss" };
            let dice: Vec<u8> = die.iter().copied().collect();
            plain(
                format!(
                    "{} at unit {slot} with {points}: needs {need}, {outcome}.",
                    name(boat)
                ),
                "14.16",
                &dice,
            )
        }
        Event::Shelled { boat, slot } => plain(
            format!("{} opens fire with her guns on unit {slot}.", name(boat)),
            "27.1",
            &[],
        ),
        Event::Dems { slot, die, armed } => {
            let dice: Vec<u8> = die.iter().copied().collect();
            plain(
                format!(
                    "Unit {slot} is {}.",
                    if *armed {
                        "armed and fires back"
                    } else {
                        "unarmed"
                    }
                ),
                "27.1",
                &dice,
            )
        }
        Event::Struck {
            slot,
            die,
            blow,
            exploded,
            piece: face,
        } => {
            let bang = if *exploded { " and blows up" } else { "" };
            plain(
                format!("{} in place {slot}: {blow}{bang}.", piece(face)),
                "14.16",
                &[*die],
            )
        }
        Event::Credited { boat, tons } => plain(
            format!("{} is credited with {tons} thousand tons.", name(boat)),
            "14.16",
            &[],
        ),
        Event::Countered {
            boat,
            difference,
            die,
            harm,
        } => {
            let dice: Vec<u8> = die.iter().copied().collect();
            plain(
                format!(
                    "Counterattack on {}: difference {difference}, {harm}.",
                    name(boat)
                ),
                "14.2",
                &dice,
            )
        }
        Event::SecondDie { boat, die, sunk } => {
            let end = if *sunk { "is lost" } else { "comes up again" };
            plain(format!("{} {end}.", name(boat)), "14.2", &[*die])
        }
        Event::Damaged { boat, markers } => plain(
            format!("{} is damaged ({markers}).", name(boat)),
            "18.0",
            &[],
        ),
        Event::Spotted { boat } => plain(format!("{} is spotted.", name(boat)), "23.0", &[]),
        Event::Returning { boat } => {
            plain(format!("{} must return to base.", name(boat)), "15.2", &[])
        }
        Event::Lost { boat } => plain(format!("{} is lost.", name(boat)), "18.2", &[]),
        Event::Withdrew { boat } => plain(format!("{} withdraws.", name(boat)), "14.3", &[]),
        Event::Straggled { die, level } => {
            plain(format!("Straggle is now {level}."), "29.3", &[*die])
        }
        Event::Scattered => plain("The convoy scatters.".into(), "29.4", &[]),
        Event::Persisted { boat, die, success } => plain(
            format!(
                "{} {}.",
                name(boat),
                if *success { "goes on" } else { "loses touch" }
            ),
            "24.25",
            &[*die],
        ),
        Event::SlippedAway { slot } => plain(format!("Unit {slot} slips away."), "28.27", &[]),
        Event::Round { number } => head(format!("Attack round {number}")),
        Event::Week { date } => head(format!("{date}")),
        Event::Weather { systems } => {
            let list: Vec<String> = systems
                .iter()
                .map(|system| format!("{} mbar in {}", system.weather, place(system.area.id())))
                .collect();
            let text = if list.is_empty() {
                "No weather systems.".to_owned()
            } else {
                format!("{}.", list.join(", "))
            };
            plain(text, "7.4", &[])
        }
        Event::Signals { die, area } => {
            let text = area.map_or("B-Dienst hears nothing.".to_owned(), |area| {
                format!("B-Dienst: {}.", place(area.id()))
            });
            plain(text, "7.11", &[*die])
        }
        Event::Moved { boat, to } => plain(
            format!("{} is in {}.", name(boat), whereabouts(*to)),
            "15.1",
            &[],
        ),
        Event::Checked {
            boat,
            area,
            die,
            modifier,
            threshold,
        } => plain(
            format!(
                "{}: Transit Event check in {}, {modifier:+} against {threshold}.",
                name(boat),
                place(area.id())
            ),
            "19.1",
            &[*die],
        ),
        Event::TransitEvent { boat, dice, harm } => plain(
            format!("{}: Transit Event, {harm}.", name(boat)),
            "19.1",
            dice,
        ),
        Event::Searched {
            boat,
            area,
            die,
            modifier,
            colour,
        } => plain(
            format!(
                "{} searches {}: {modifier:+}, {colour}.",
                name(boat),
                place(area.id())
            ),
            "13.21",
            &[*die],
        ),
        Event::Bypassed { boat } => plain(format!("{} does not search.", name(boat)), "13.1", &[]),
        Event::Found { die, contact } => plain(
            format!("Contact: {}.", contact.id().replace('_', " ")),
            "13.22",
            &[*die],
        ),
        Event::Converted { die, contact } => plain(
            format!("It is a {}.", contact.id().replace('_', " ")),
            "7.12",
            &[*die],
        ),
        Event::Declined { boat } => plain(format!("{} lets it go.", name(boat)), "13.22", &[]),
        Event::EnemySubmarine {
            boat,
            class,
            die,
            first,
        } => {
            let who = if *first == crate::duel::First::Player {
                "sees it first"
            } else {
                "is seen first"
            };
            plain(
                format!(
                    "{} meets a submarine of class {class} and {who}.",
                    name(boat)
                ),
                "14.6",
                &[*die],
            )
        }
        Event::Duel {
            need, die, blow, ..
        } => {
            let dice: Vec<u8> = die.iter().copied().collect();
            plain(format!("Torpedoes: needs {need}, {blow}."), "14.6", &dice)
        }
        Event::Endured {
            boat,
            die,
            modifier,
            number,
            stays,
        } => {
            let end = if *stays {
                "stays at sea"
            } else {
                "must return to base"
            };
            plain(
                format!("{}: endurance {number}, {modifier:+}: {end}.", name(boat)),
                "14.7",
                &[*die],
            )
        }
        Event::Buffeted { boat, die, damaged } => {
            let end = if *damaged {
                "is damaged by the sea"
            } else {
                "rides out the weather"
            };
            plain(format!("{} {end}.", name(boat)), "7.41", &[*die])
        }
        Event::Supplied { boat, die, success } => {
            let end = if *success {
                "is supplied"
            } else {
                "gets nothing that helps"
            };
            plain(format!("{} {end}.", name(boat)), "15.23", &[*die])
        }
        Event::Provider { die, fortune } => {
            plain(format!("The supplier: {fortune}."), "21.3", &[*die])
        }
        Event::Arrived {
            boat,
            base,
            dice,
            repair,
        } => plain(
            format!(
                "{} is home in {}: {repair:?}.",
                name(boat),
                place(base.id())
            ),
            "15.22",
            dice,
        ),
        Event::Forgotten { boat, die, removed } => {
            let end = if *removed {
                "is no longer spotted"
            } else {
                "is still spotted"
            };
            plain(format!("{} {end}.", name(boat)), "16.2", &[*die])
        }
        Event::Promoted { boat, rating } => plain(
            format!("The skipper of {} is an ace, +{rating}.", name(boat)),
            "14.5",
            &[],
        ),
        Event::Night { number } => head(format!("Night {number}")),
        Event::Joined { boat, die, outcome } => plain(
            format!(
                "{} tries to join: {}.",
                name(boat),
                outcome.id().replace('_', " ")
            ),
            "24.1",
            &[*die],
        ),
        Event::HuffDuff { boat, die, bearing } => plain(
            format!("Huff-Duff on {}: {bearing}.", name(boat)),
            "24.11",
            &[*die],
        ),
        Event::Shadows { boat } => {
            plain(format!("{} shadows the convoy.", name(boat)), "24.1", &[])
        }
        Event::Resigned => plain("The player gives up.".into(), "16.1", &[]),
        Event::GameOver => head("The end".to_owned()),
    }
}

/// Where whoever tells what happened stops for a moment.
fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::Found { contact, .. } if *contact != Contact::None => Some(Cue::Contact),
        Event::EnemySubmarine { .. } | Event::Night { .. } => Some(Cue::Contact),
        Event::Struck { blow, .. } if *blow != Blow::None => Some(Cue::Hit),
        Event::Damaged { .. } => Some(Cue::Hit),
        Event::Lost { .. } => Some(Cue::Loss),
        Event::Arrived { .. } | Event::GameOver => Some(Cue::End),
        _ => None,
    }
}

/// A name from a table as people read it.
pub(crate) fn place(id: &str) -> String {
    let words = id.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| {
            first.to_uppercase().chain(letters).collect()
        })
    });
    words.collect::<Vec<_>>().join(" ")
}

pub(crate) fn whereabouts(at: Place) -> String {
    match at {
        Place::Base(base, stand) => {
            format!("{} ({})", place(base.id()), stand.id().replace('_', " "))
        }
        Place::Area(area) => place(area.id()),
        Place::Zone(zone, _) => format!("the zone {}", place(zone.id())),
        Place::Lost => "the list of losses".to_owned(),
    }
}

/// What a counter is, for people.
pub(crate) fn piece_name(t: &Tables, counter: Counter) -> String {
    let piece = t.ships.piece(counter);
    match piece.role {
        Role::CombatEvent => "a Combat Event".to_owned(),
        Role::DrawLiner => "a liner to be drawn".to_owned(),
        Role::Unit(unit) => {
            let values = t.ships.unit(unit);
            format!(
                "{} {} ({}, {}t)",
                piece.kind,
                values.class,
                place(piece.nation.id()),
                piece.tons
            )
        }
    }
}
