//! What happens to the war: events, arrivals, bases, mines, progress ([5.0], [8.0], [17.0]).

use super::{added, heading, piece_name, plain};
use crate::event::Event;
use crate::fleet::BoatId;
use crate::names;
use crate::ready::Stand;
use crate::tables::Tables;
use derbyhouse_scene::Line;

/// Lines of strategy: events, arrivals, bases, mines, progress.
pub(super) fn strategic(t: &Tables, event: &Event) -> Line {
    orders(t, event)
        .or_else(|| fleet(t, event))
        .or_else(|| means(t, event))
        .or_else(|| mines(t, event))
        .or_else(|| progress(t, event))
        .unwrap_or_else(|| heading(event, "The end".to_owned()))
}

/// War Events and what they order [5.0].
fn orders(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let title = |event: &u8| t.war_events.list[usize::from(*event)].title.as_str();
    let yes = |holds: bool, good: &'static str, bad: &'static str| if holds { good } else { bad };
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
        Event::WarEvent { event } => {
            let text = &t.war_events.list[usize::from(*event)].text;
            plain(format!("War Event: {}. {text}", title(event)), "5.0", &[])
        }
        Event::EventRoll { dice, line } => {
            let change = i16::from(*line) - i16::from(dice[1]);
            let text = format!("A War Event: die{}, line {line}.", added(change));
            plain(text, "5.1", dice)
        }
        Event::NoWarEvent { die } => plain("No War Event.".into(), "5.1", die.as_slice()),
        Event::ForcedEvent { event, die, comes } => {
            let end = yes(*comes, "it comes", "not yet");
            plain(format!("{} is due: {end}.", title(event)), "5.4", &[*die])
        }
        Event::Sortie { die, scattered } => {
            let end = yes(*scattered, "scatters", "keeps together");
            plain(format!("The Arctic convoy {end}."), "5.0", &[*die])
        }
        Event::Port { die, port } => {
            let port = port.map_or("none", |zone| names::zone(t, zone));
            plain(format!("The charts show {port}."), "WE5.4b", &[*die])
        }
        Event::Sent { boat, to } => plain(
            format!("{} is sent to {}.", name(boat), names::theatre(t, *to)),
            "5.3",
            &[],
        ),
        Event::Assigned { boat, command } => plain(
            format!("{} belongs to the {command} boats.", name(boat)),
            "5.0",
            &[],
        ),
        Event::Asked {
            office,
            die,
            influence,
            granted,
        } => {
            let end = yes(*granted, "grants it", "refuses");
            plain(
                format!("{office}, asked, die up to {influence}: {end}."),
                "35.0",
                &[*die],
            )
        }
        _ => return None,
    })
}

/// Boats that come, lie ready, and go [8.0], [9.0], [10.0], [25.3].
fn fleet(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let yes = |holds: bool, good: &'static str, bad: &'static str| if holds { good } else { bad };
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
        Event::Mustered { boat, die, place } => plain(
            format!(
                "{} begins in {}.",
                name(boat),
                names::whereabouts(t, *place)
            ),
            "3.0",
            &[*die],
        ),
        Event::LeftPlay { boat, to } => plain(
            format!("{} is in {}.", name(boat), names::whereabouts(t, *to)),
            "19.13",
            &[],
        ),
        Event::AceAshore { boat, die, found } => {
            let end = yes(*found, "will get another boat", "gets no other boat");
            plain(
                format!("The skipper of {} {end}.", name(boat)),
                "25.32",
                &[*die],
            )
        }
        Event::Billet { boat } => {
            plain(format!("An ace will command {}.", name(boat)), "25.33", &[])
        }
        Event::Commissioned {
            boat,
            place: at,
            green,
        } => {
            let crew = if *green > 0 { ", with a new crew" } else { "" };
            plain(
                format!(
                    "{} enters play in {}{crew}.",
                    name(boat),
                    names::whereabouts(t, *at)
                ),
                "8.0",
                &[],
            )
        }
        Event::Back { boat, base } => plain(
            format!("{} is back in {}.", name(boat), names::base(t, *base)),
            "8.0",
            &[],
        ),
        Event::Readied {
            boat,
            from,
            die,
            number,
            ace,
            stand,
        } => {
            let box_name = |stand: &Stand| stand.id().replace('_', " ");
            let end = if from == stand {
                format!("stays in {}", box_name(from))
            } else {
                format!("{} to {}", box_name(from), box_name(stand))
            };
            plain(
                format!(
                    "{}: die{} up to {number}: {end}.",
                    name(boat),
                    added(-i16::from(*ace))
                ),
                match from {
                    Stand::Pierside => "9.1",
                    Stand::InPort => "9.2",
                    Stand::WorkUp => "9.3",
                    _ => "10.0",
                },
                &[*die],
            )
        }
        Event::Berthed { boat, stand } => plain(
            format!("{}: {}.", name(boat), stand.id().replace('_', " ")),
            "10.2",
            &[],
        ),
        _ => return None,
    })
}

/// Bases, supplies, torpedoes, signals, aircraft [21.0], [6.0], [7.0].
fn means(t: &Tables, event: &Event) -> Option<Line> {
    let plane = |plane: &u8| t.submarines.aircraft[usize::from(*plane)].name.as_str();
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
        Event::BaseOpens { base } => plain(
            format!("The base {} opens.", names::base(t, *base)),
            "21.0",
            &[],
        ),
        Event::ForwardBase { zone } => plain(
            format!("A tender works at {}.", names::zone(t, *zone)),
            "21.2",
            &[],
        ),
        Event::SupplyShip { ship, area } => {
            let ship = &t.submarines.supply_ships[usize::from(*ship)].name;
            plain(
                format!("The supply ship {ship} is in {}.", names::area(t, *area)),
                "21.32",
                &[],
            )
        }
        Event::SupplyShipsGone => plain("All supply ships at sea are gone.".into(), "21.32", &[]),
        Event::Torpedoes { needs, die, value } => plain(
            format!("Torpedoes: {needs} needed, value {value:+}."),
            "6.0",
            &[*die],
        ),
        Event::Levels { standing } => plain(
            format!(
                "B-Dienst {:+}, Enigma {:+}.",
                standing.b_dienst, standing.enigma
            ),
            "7.2",
            &[],
        ),
        Event::Flies { plane: id, area } => plain(
            format!("{} flies over {}.", plane(id), names::area(t, *area)),
            "7.5",
            &[],
        ),
        Event::PlaneBased { plane: id, base } => plain(
            format!("{} is based in {}.", plane(id), names::node(t, *base)),
            "7.54",
            &[],
        ),
        Event::PlaneLost { plane: id } => plain(format!("{} is lost.", plane(id)), "7.55", &[]),
        _ => return None,
    })
}

/// Mines, and ships that take the place of others [26.0], [14.81].
fn mines(t: &Tables, event: &Event) -> Option<Line> {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
        Event::MinesLaid {
            boat,
            zone,
            strength,
        } => plain(
            format!(
                "{} lays mines in {}, strength {strength}.",
                name(boat),
                names::zone(t, *zone)
            ),
            "26.1",
            &[],
        ),
        Event::Minefield {
            zone,
            die,
            total,
            count,
        } => plain(
            format!(
                "Mines in {}: {total}, {count} ships.",
                names::zone(t, *zone)
            ),
            "26.2",
            &[*die],
        ),
        Event::MineStruck { piece, die, blow } => plain(
            format!("Mine: {}, {blow}.", piece_name(t, *piece)),
            "26.21",
            &[*die],
        ),
        Event::Sister { unit } => plain(
            format!("{} takes the place.", t.ships.unit(*unit).class),
            "14.81",
            &[],
        ),
        _ => return None,
    })
}

/// How the war goes [16.1], [17.0], [31.03].
fn progress(t: &Tables, event: &Event) -> Option<Line> {
    let yes = |holds: bool, good: &'static str, bad: &'static str| if holds { good } else { bad };
    let plain = |text: String, rule: &str, dice: &[u8]| plain(event, text, rule, dice);
    Some(match event {
        Event::MonthOver {
            month,
            ships,
            tons,
            lost,
        } => {
            let (then, gone) = (t.history.tons(*month), t.history.lost(*month));
            let text = format!(
                "{month}: {ships} ships, {tons} thousand tons sunk, boats lost: {lost}. In history {then:.0} thousand tons, \
                 {gone} boats."
            );
            plain(text, "16.12", &[])
        }
        Event::Month { points, marker } => plain(
            format!("The month: {points} points; England imperilled {marker}."),
            "31.03",
            &[],
        ),
        Event::Peace { die, number, peace } => {
            let end = yes(*peace, "Britain sues for peace", "Britain fights on");
            plain(format!("Peace up to {number}: {end}."), "31.04", &[*die])
        }
        Event::PeriodCheck { die, changes } => {
            let end = yes(*changes, "It is time", "Not yet");
            plain(
                format!("The course of the war: {}.", end.to_lowercase()),
                "17.1",
                die.as_slice(),
            )
        }
        Event::Period { period } => plain(
            format!("War Period {} begins.", period.number()),
            "17.3",
            &[],
        ),
        Event::Barbarossa => plain("Germany attacks the Soviet Union.".into(), "17.4", &[]),
        Event::Resigned => plain("The player gives up.".into(), "16.1", &[]),
        _ => return None,
    })
}
