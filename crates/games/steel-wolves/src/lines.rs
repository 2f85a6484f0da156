//! How events read.

use crate::boat::Place;
use crate::displays::Contact;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::Node;
use crate::harm::Blow;
use crate::tables::{Role, Tables, Theatre};
use crate::units::Counter;
use derbyhouse_scene::{Cue, Line};

/// An event as a line with its rules and dice.
pub(crate) fn line(t: &Tables, event: &Event) -> Line {
    if let Some(line) = crate::reckoning::line(t, event) {
        return line;
    }
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
            haven,
            dice,
            repair,
        } => plain(
            format!("{} is home in {}: {repair:?}.", name(boat), node(*haven)),
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
        event => strategic(t, event),
    }
}

/// Lines of strategy: events, arrivals, bases, mines, progress.
fn strategic(t: &Tables, event: &Event) -> Line {
    let name = |boat: &BoatId| t.submarines.boat(*boat).name.as_str();
    let title = |event: &u8| t.war_events.list[usize::from(*event)].title.as_str();
    let plane = |plane: &u8| t.submarines.aircraft[usize::from(*plane)].name.as_str();
    let yes = |holds: bool, good: &'static str, bad: &'static str| if holds { good } else { bad };
    let plain = |text: String, rule: &str, dice: &[u8]| Line {
        text,
        rules: vec![rule.to_owned()],
        dice: dice.to_vec(),
        cue: cue(event),
        ..Line::default()
    };
    match event {
        Event::WarEvent { event } => {
            let text = &t.war_events.list[usize::from(*event)].text;
            plain(format!("War Event: {}. {text}", title(event)), "5.0", &[])
        }
        Event::NoWarEvent { die } => plain("No War Event.".into(), "5.1", &[*die]),
        Event::ForcedEvent { event, die } => {
            plain(format!("{} is due.", title(event)), "5.4", &[*die])
        }
        Event::Sortie { die, scattered } => {
            let end = yes(*scattered, "scatters", "keeps together");
            plain(format!("The Arctic convoy {end}."), "5.0", &[*die])
        }
        Event::Port { die, port } => {
            let port = port.map_or("none".to_owned(), |zone| place(zone.id()));
            plain(format!("The charts show {port}."), "WE5.4b", &[*die])
        }
        Event::Sent { boat, to } => plain(
            format!("{} is sent to {}.", name(boat), theatre(*to)),
            "5.3",
            &[],
        ),
        Event::Assigned { boat, command } => plain(
            format!("{} belongs to the {command} boats.", name(boat)),
            "5.0",
            &[],
        ),
        Event::LeftPlay { boat, to } => plain(
            format!("{} is in {}.", name(boat), whereabouts(*to)),
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
        Event::BaseOpens { base } => {
            plain(format!("The base {} opens.", place(base.id())), "21.0", &[])
        }
        Event::ForwardBase { zone } => plain(
            format!("A tender works at {}.", place(zone.id())),
            "21.2",
            &[],
        ),
        Event::SupplyShip { ship, area } => {
            let ship = &t.submarines.supply_ships[usize::from(*ship)].name;
            plain(
                format!("The supply ship {ship} is in {}.", place(area.id())),
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
            format!("{} flies over {}.", plane(id), place(area.id())),
            "7.5",
            &[],
        ),
        Event::PlaneBased { plane: id, base } => plain(
            format!("{} is based in {}.", plane(id), place(base.id())),
            "7.54",
            &[],
        ),
        Event::PlaneLost { plane: id } => plain(format!("{} is lost.", plane(id)), "7.55", &[]),
        Event::Commissioned {
            boat,
            place: at,
            green,
        } => {
            let crew = if *green > 0 { ", with a new crew" } else { "" };
            plain(
                format!("{} enters play in {}{crew}.", name(boat), whereabouts(*at)),
                "8.0",
                &[],
            )
        }
        Event::Back { boat, base } => plain(
            format!("{} is back in {}.", name(boat), place(base.id())),
            "8.0",
            &[],
        ),
        Event::Readied { boat, die, stand } => plain(
            format!("{}: {}.", name(boat), stand.id().replace('_', " ")),
            "9.0",
            &[*die],
        ),
        Event::Berthed { boat, stand } => plain(
            format!("{}: {}.", name(boat), stand.id().replace('_', " ")),
            "10.2",
            &[],
        ),
        Event::MinesLaid {
            boat,
            zone,
            strength,
        } => plain(
            format!(
                "{} lays mines in {}, strength {strength}.",
                name(boat),
                place(zone.id())
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
            format!("Mines in {}: {total}, {count} ships.", place(zone.id())),
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
        Event::MonthOver {
            month,
            ships,
            tons,
            lost,
        } => {
            let (then, gone) = (t.history.tons(*month), t.history.lost(*month));
            plain(
                format!(
                    "{month}: {ships} ships, {tons} thousand tons sunk, boats lost: {lost}. In history {then:.0} thousand \
                     tons, {gone} boats."
                ),
                "16.12",
                &[],
            )
        }
        Event::Month { points, marker } => plain(
            format!("The month: {points} points; England imperilled {marker}."),
            "31.03",
            &[],
        ),
        Event::Peace { die, peace } => {
            let end = yes(*peace, "Britain sues for peace", "Britain fights on");
            plain(format!("{end}."), "31.04", &[*die])
        }
        Event::PeriodCheck { die, changes } => {
            let end = yes(*changes, "It is time", "Not yet");
            plain(format!("{end}."), "17.1", &[*die])
        }
        Event::Period { period } => plain(
            format!("War Period {} begins.", period.number()),
            "17.3",
            &[],
        ),
        Event::Barbarossa => plain("Germany attacks the Soviet Union.".into(), "17.4", &[]),
        Event::Asked {
            office,
            die,
            granted,
        } => {
            let end = yes(*granted, "grants it", "refuses");
            plain(format!("{office} {end}."), "35.0", &[*die])
        }
        Event::Resigned => plain("The player gives up.".into(), "16.1", &[]),
        _ => Line {
            text: "The end".to_owned(),
            heading: true,
            cue: cue(event),
            ..Line::default()
        },
    }
}

fn node(at: Node) -> String {
    match at {
        Node::Area(area) => place(area.id()),
        Node::Base(base) => place(base.id()),
        Node::Forward(zone) => place(zone.id()),
    }
}

fn theatre(to: Theatre) -> String {
    match to {
        Theatre::Area(area) => place(area.id()),
        Theatre::Zone(zone) => place(zone.id()),
        Theatre::Baltic => "the Baltic".to_owned(),
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
        Place::Forward(zone, stand) => {
            format!("{} ({})", place(zone.id()), stand.id().replace('_', " "))
        }
        Place::Baltic => "the Baltic".to_owned(),
        Place::Refit => "refit".to_owned(),
        Place::Training => "training".to_owned(),
        Place::Scrapped => "no service any more".to_owned(),
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
