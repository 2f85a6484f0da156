//! What happens in a fight [14.0].

use super::{added, heading, piece_name, plain};
use crate::event::Event;
use crate::fleet::BoatId;
use crate::tables::Tables;
use crate::units::Counter;
use derbyhouse_scene::Line;

/// The line of an event of combat; nothing if it is none.
pub(super) fn combat(t: &Tables, event: &Event) -> Option<Line> {
    reveal(t, event)
        .or_else(|| attack(t, event))
        .or_else(|| pursuit(t, event))
        .or_else(|| rounds(t, event))
}

/// How boats come to their columns, and what is turned up there [14.11], [14.12].
fn reveal(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let piece = |counter: &Counter| piece_name(t, *counter);
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
        Event::Approached { boat, die, total } => plain(
            format!(
                "{} closes the convoy: {:+} tactical and ace, {total} in all.",
                name(boat),
                i16::from(*total) - i16::from(*die)
            ),
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
        Event::AirCover { boat, die, stays } => plain(
            format!(
                "An aircraft over {} {}.",
                name(boat),
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
        _ => return None,
    })
}

/// Torpedoes and guns [14.14], [27.0].
fn attack(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let piece = |counter: &Counter| piece_name(t, *counter);
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
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
            green,
            hit,
        } => {
            let outcome = if *hit { "hit" } else { "miss" };
            let dice: Vec<u8> = die.iter().copied().collect();
            plain(
                format!(
                    "{} at unit {slot} with {points}: needs {need}, die{}: {outcome}.",
                    name(boat),
                    added(i16::from(*green))
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
        Event::Dems {
            boat,
            slot,
            die,
            armed,
        } => {
            let dice: Vec<u8> = die.iter().copied().collect();
            plain(
                format!(
                    "Unit {slot}, under fire from {}, is {}.",
                    name(boat),
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
            boat,
            slot,
            die,
            modifier,
            blow,
            exploded,
            piece: face,
        } => {
            let bang = if *exploded { " and blows up" } else { "" };
            plain(
                format!(
                    "{} in place {slot}, hit by {}: die{}: {blow}{bang}.",
                    piece(face),
                    name(boat),
                    added(*modifier)
                ),
                "14.16",
                &[*die],
            )
        }
        Event::Credited { boat, tons } => plain(
            format!("{} is credited with {tons} thousand tons.", name(boat)),
            "14.16",
            &[],
        ),
        _ => return None,
    })
}

/// What harms a boat [14.13], [14.2], [18.0].
fn pursuit(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
        Event::Dived {
            boat,
            die,
            rating,
            green,
            success,
        } => plain(
            format!(
                "{}, crash dive: die{} up to {rating}; she {}.",
                name(boat),
                added(i16::from(*green)),
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
            modifier,
            harm,
        } => plain(
            format!(
                "{}: {}, die{}: {harm}.",
                name(boat),
                hazard.id().replace('_', " "),
                added(i16::from(*modifier))
            ),
            hazard.rule(),
            &[*die],
        ),
        Event::Countered {
            boat,
            difference,
            die,
            modifier,
            harm,
        } => {
            let dice: Vec<u8> = die.iter().copied().collect();
            plain(
                format!(
                    "Counterattack on {}: difference {difference}, die{}: {harm}.",
                    name(boat),
                    added(*modifier)
                ),
                "14.2",
                &dice,
            )
        }
        Event::SecondDie { boat, die, sunk } => {
            let end = if *sunk { "is lost" } else { "comes up again" };
            plain(format!("{} {end}.", name(boat)), "14.2", &[*die])
        }
        Event::SecondMarker {
            boat,
            die,
            defence,
            sunk,
        } => {
            let end = if *sunk { "breaks up" } else { "holds" };
            plain(
                format!(
                    "{}, a second time damaged: sinks above {defence}; she {end}.",
                    name(boat)
                ),
                "18.2",
                &[*die],
            )
        }
        Event::Foundering {
            boat,
            die,
            ace,
            defence,
            sunk,
        } => {
            let end = if *sunk { "founders" } else { "stays afloat" };
            plain(
                format!(
                    "{}, damaged in a storm: die{}, sinks above {defence}; she {end}.",
                    name(boat),
                    added(-i16::from(*ace))
                ),
                "7.41",
                &[*die],
            )
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
        _ => return None,
    })
}

/// From round to round [14.3], [29.0].
fn rounds(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    let head = |text: String| heading(event, text);
    Some(match event {
        Event::Withdrew { boat } => plain(format!("{} withdraws.", name(boat)), "14.3", &[]),
        Event::Straggled { die, hits, level } => plain(
            format!("Straggle after {hits} hits: now {level}."),
            "29.3",
            &[*die],
        ),
        Event::Scattered => plain("The convoy scatters.".into(), "29.4", &[]),
        Event::Persisted {
            boat,
            die,
            number,
            success,
            rule,
        } => plain(
            format!(
                "{} would attack again: up to {number}; she {}.",
                name(boat),
                if *success { "goes on" } else { "loses touch" }
            ),
            rule.0,
            &[*die],
        ),
        Event::SlippedAway { slot } => plain(format!("Unit {slot} slips away."), "28.27", &[]),
        Event::Round { number } => head(format!("Attack round {number}")),
        _ => return None,
    })
}
