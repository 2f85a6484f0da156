//! What boats do and meet in their week [4.0].

use super::{added, heading, plain};
use crate::damage::Repair;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::names;
use crate::tables::Tables;
use derbyhouse_scene::Line;

/// The line of an event of a boat's week; nothing if it is none.
pub(super) fn week(t: &Tables, event: &Event) -> Option<Line> {
    passage(t, event)
        .or_else(|| contact(t, event))
        .or_else(|| homecoming(t, event))
        .or_else(|| pack(t, event))
}

/// The week, its weather, and ways through it [7.0], [19.1].
fn passage(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    let head = |text: String| heading(event, text);
    Some(match event {
        Event::Week { date } => head(format!("{date}")),
        Event::Weather { systems, dice } => {
            let list: Vec<String> = systems
                .iter()
                .map(|system| format!("{} mbar in {}", system.weather, names::area(t, system.area)))
                .collect();
            let text = if list.is_empty() {
                "No weather systems.".to_owned()
            } else {
                format!("{}.", list.join(", "))
            };
            plain(text, "7.4", dice)
        }
        Event::Signals { die, area } => {
            let text = area.map_or("B-Dienst hears nothing.".to_owned(), |area| {
                format!("B-Dienst: {}.", names::area(t, area))
            });
            plain(text, "7.11", &[*die])
        }
        Event::Moved { boat, to } => plain(
            format!("{} is in {}.", name(boat), names::whereabouts(t, *to)),
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
                names::area(t, *area)
            ),
            "19.1",
            &[*die],
        ),
        Event::TransitEvent { boat, dice, harm } => plain(
            format!("{}: Transit Event, {harm}.", name(boat)),
            "19.1",
            dice,
        ),
        _ => return None,
    })
}

/// What is looked for and found [13.0], [14.6].
fn contact(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
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
                names::area(t, *area)
            ),
            "13.21",
            &[*die],
        ),
        Event::Bypassed { boat } => plain(format!("{} does not search.", name(boat)), "13.1", &[]),
        Event::Found {
            boat,
            die,
            modifier,
            contact,
        } => plain(
            format!(
                "Contact of {}: die{}: {}.",
                name(boat),
                added(i16::from(*modifier)),
                contact.id().replace('_', " ")
            ),
            "13.22",
            &[*die],
        ),
        Event::Converted {
            boat,
            die,
            contact,
            rule,
        } => plain(
            format!(
                "What {} has found: {}.",
                name(boat),
                contact.id().replace('_', " ")
            ),
            rule.0,
            &[*die],
        ),
        Event::Declined { boat } => plain(format!("{} lets it go.", name(boat)), "13.22", &[]),
        Event::EnemyNear { boat, die, met } => {
            let end = if *met { "is there" } else { "is not there" };
            plain(
                format!("{}: an enemy submarine, on another 0, {end}.", name(boat)),
                "13.21",
                &[*die],
            )
        }
        Event::TorpedoesLeft { boat, die, empty } => {
            let end = if *empty { "no torpedoes" } else { "torpedoes" };
            plain(
                format!(
                    "{} meets something on the way home and has {end} left.",
                    name(boat)
                ),
                "15.43",
                &[*die],
            )
        }
        Event::EnemySubmarine {
            boat,
            class,
            die,
            modifier,
            first,
        } => {
            let who = if *first == crate::duel::First::Player {
                "sees it first"
            } else {
                "is seen first"
            };
            plain(
                format!(
                    "{} meets a submarine of class {class}: die{}; she {who}.",
                    name(boat),
                    added(i16::from(*modifier))
                ),
                "14.6",
                &[*die],
            )
        }
        Event::Duel {
            boat,
            tdc,
            need,
            die,
            second,
            blow,
        } => {
            let dice: Vec<u8> = die.iter().chain(second).copied().collect();
            let text = format!(
                "{} and a submarine, torpedoes: TDC {tdc:+}, needs {need}, {blow}.",
                name(boat)
            );
            plain(text, "14.6", &dice)
        }
        _ => return None,
    })
}

/// How long a boat stays out, and what awaits it at home [14.7], [15.2].
fn homecoming(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
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
        Event::Supplied {
            boat,
            die,
            number,
            success,
        } => {
            let end = if *success {
                "is supplied"
            } else {
                "gets nothing that helps"
            };
            plain(
                format!("{}, supplies: up to {number}; she {end}.", name(boat)),
                "15.23",
                &[*die],
            )
        }
        Event::Provider {
            boat,
            die,
            modifier,
            fortune,
        } => plain(
            format!(
                "Whoever supplied {}: die{}: {fortune}.",
                name(boat),
                added(i16::from(*modifier))
            ),
            "21.3",
            &[*die],
        ),
        Event::Arrived {
            boat,
            haven,
            dice,
            green,
            repair,
        } => {
            let roll = damage_roll(dice, *green);
            plain(
                format!(
                    "{} is home in {}:{roll} {}.",
                    name(boat),
                    names::node(t, *haven),
                    mended(*repair)
                ),
                "15.22",
                dice,
            )
        }
        Event::TurnedAway {
            boat,
            zone,
            dice,
            green,
            repair,
        } => plain(
            format!(
                "The tender at {} cannot mend {}:{} {}.",
                names::zone(t, *zone),
                name(boat),
                damage_roll(dice, *green),
                mended(*repair)
            ),
            "21.23",
            dice,
        ),
        Event::Forgotten {
            boat,
            die,
            ace,
            removed,
        } => {
            let end = if *removed {
                "is no longer spotted"
            } else {
                "is still spotted"
            };
            plain(
                format!("{}: die{}; {end}.", name(boat), added(-i16::from(*ace))),
                "16.2",
                &[*die],
            )
        }
        Event::Promoted { boat, rating } => plain(
            format!("The skipper of {} is an ace, +{rating}.", name(boat)),
            "14.5",
            &[],
        ),
        _ => return None,
    })
}

/// Packs [24.0].
fn pack(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    let head = |text: String| heading(event, text);
    Some(match event {
        Event::Night { number } => head(format!("Night {number}")),
        Event::Joined {
            boat,
            die,
            modifier,
            number,
            outcome,
        } => plain(
            format!(
                "{} tries to join: die{} against {number}: {}.",
                name(boat),
                added(i16::from(*modifier)),
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
        _ => return None,
    })
}

/// The dice for damage, and what a new crew adds to each [18.3], [8.11].
fn damage_roll(dice: &[u8], green: u8) -> String {
    match dice {
        [] => String::new(),
        [_] => format!(" die{}:", added(i16::from(green))),
        _ => format!(" dice{}:", added(i16::from(green))),
    }
}

/// What the yard makes of a boat that has come home [18.3].
fn mended(repair: Repair) -> String {
    match repair {
        Repair::WorkUp => "Work Up".to_owned(),
        Repair::Box(number) => format!("repair box {number}"),
        Repair::Scrapped => "a total loss".to_owned(),
    }
}
