//! The die log: every roll with its purpose, modifiers, result and rule (13.7).

use super::{Desk, GAME};
use crate::boat::Side;
use crate::choice::Choice;
use crate::displays::{Contact, Display};
use crate::event::Event;
use crate::geography::Area;
use crate::lines;
use crate::setup::{Rule, Setup};
use crate::staff::Doctrine;
use crate::tables::{ContactOrder, Scope, Theatre};
use crate::weather::{System, Weather};
use derbyhouse_kernel::{Bot, Chance, Game, Log, Seat, Viewer};

/// What the log says, with its dice.
fn told(events: &[Event]) -> Vec<(String, Vec<u8>)> {
    let lines = events.iter().map(|event| lines::line(GAME.tables(), event));
    lines.map(|line| (line.text, line.dice)).collect()
}

/// Rules whose dice are thrown for no boat: events, weather, signals, torpedoes, convoys, mines, the state of the war.
const OF_NO_BOAT: [&str; 15] = [
    "5.0", "5.1", "5.4", "6.0", "7.4", "7.11", "7.55", "13.24", "17.1", "26.2", "26.21", "29.3",
    "31.04", "35.0", "WE5.4b",
];

/// A convoy that scattered was a large convoy, though its ships are met one by one at the end [29.4].
#[test]
fn a_scattered_convoy_was_a_convoy() {
    let over = |contact, display| {
        let event = Event::FightOver {
            fight: crate::event::Fight {
                boats: vec![GAME.tables().submarines.find("U-99").unwrap()],
                contact,
                display,
                area: Area::WesternApproaches,
            },
            ships: 0,
            tons: 0,
            damaged: vec![],
            lost: vec![],
        };
        lines::line(GAME.tables(), &event).text
    };
    let scattered = over(Contact::Convoy, Display::Loner);
    assert!(scattered.contains("a large convoy"), "{scattered}");
    let alone = over(Contact::Loner, Display::Loner);
    assert!(alone.contains("ships alone"), "{alone}");
}

/// Whether a boat is named.
fn names(text: &str) -> bool {
    let boats = &GAME.tables().submarines.boats;
    boats.iter().any(|boat| text.contains(&boat.name))
}

/// Every die that is thrown stands in the log, and no other: wars of all periods are played, and where chance gave nothing
/// but dice (no cups, no decks), the dice of the lines are the dice thrown (13.7). What is
/// thrown for a boat names it, so that the log can be filtered by boat.
#[test]
fn every_die_is_in_the_log() {
    for scenario in ["op_wp1", "op_wp2", "op_wp3", "op_wp4", "op_wp5"] {
        let setup = Setup {
            scenario: scenario.to_owned(),
            options: vec![Rule::Political],
        };
        let mut chance = Chance::seeded(11).noting();
        let mut log = Log::off();
        let mut p = GAME.start(&setup, &mut chance, &mut log).unwrap();
        let mut bot = Doctrine::default();
        let (mut thrown, mut choices) = (0, Vec::new());
        for _ in 0..6_000 {
            choices.clear();
            GAME.choices(&p, Seat::FIRST, &mut choices);
            // The staff asks for nothing: somebody must, or no office is ever diced for [35.0].
            let ask = choices
                .iter()
                .find(|choice| matches!(choice, Choice::Ask(_)));
            let Some(choice) = ask.copied().or_else(|| {
                let view = GAME.view(&p, Viewer::Seat(Seat::FIRST));
                (!choices.is_empty()).then(|| bot.choose(view, &choices))
            }) else {
                break;
            };
            // Whom a diligent escort finds is a lot among the boats placed: one of ten looks like a die [14.12].
            let ten = p.battle.as_ref().is_some_and(|battle| {
                let placed = battle
                    .hands()
                    .filter(|hand| battle.fighter(*hand).is_placed());
                placed.count() == 10
            });
            let before = chance.notes().len();
            let mut log = Log::on();
            GAME.apply(&mut p, Seat::FIRST, &choice, &mut chance, &mut log)
                .unwrap();
            let drawn = &chance.notes()[before..];
            let events = log.into_events();
            let from_cup = |event: &Event| matches!(event, Event::Replaced { .. });
            if ten || drawn.iter().any(|draw| draw.of != 10) || events.iter().any(from_cup) {
                continue;
            }
            let told = told(&events);
            let nameless = events.iter().map(|event| lines::line(GAME.tables(), event));
            let mut nameless = nameless.filter(|line| !line.dice.is_empty() && !names(&line.text));
            let stray = nameless.find(|line| !OF_NO_BOAT.contains(&line.rules[0].as_str()));
            assert_eq!(stray, None, "a filter by boat would not find it");
            let mut dice: Vec<u32> = told
                .iter()
                .flat_map(|(_, dice)| dice.iter().map(|die| u32::from(*die)))
                .collect();
            let mut drawn: Vec<u32> = drawn.iter().map(|draw| draw.value).collect();
            thrown += drawn.len();
            dice.sort_unstable();
            drawn.sort_unstable();
            assert_eq!(dice, drawn, "{scenario}: {choice:?}: {told:#?}");
        }
        assert!(thrown > 500, "{scenario}: {thrown} dice");
    }
}

/// The dice that place boats when a war period is set up stand in the log, each with its boat and where it stands [3.0]
/// (13.7). What comes before them in the stream fills the cups.
#[test]
fn dice_of_the_set_up_are_in_the_log() {
    for scenario in ["op_wp2", "op_wp3", "op_wp4", "op_wp5"] {
        let mut chance = Chance::seeded(11).noting();
        let mut log = Log::on();
        let p = GAME
            .start(&Setup::plain(scenario), &mut chance, &mut log)
            .unwrap();
        let events = log.into_events();
        let mustered = |event: &&Event| matches!(event, Event::Mustered { .. });
        let boats = events.iter().filter(mustered).count();
        assert!(boats >= 20 && boats <= p.boats.len(), "{scenario}: {boats}");
        for (event, (text, dice)) in events.iter().zip(told(&events)).take(boats) {
            assert!(
                mustered(&event) && names(&text) && dice.len() == 1,
                "{text}"
            );
        }
        let dice: Vec<u32> = told(&events)
            .iter()
            .flat_map(|(_, dice)| dice.iter().map(|die| u32::from(*die)))
            .collect();
        let drawn: Vec<u32> = chance.notes().iter().map(|draw| draw.value).collect();
        assert_eq!(drawn[drawn.len() - dice.len()..], dice[..], "{scenario}");
    }
}

/// A second marker is diced for, and in a storm every marker is: the log says against what [18.2], [7.41].
#[test]
fn the_log_tells_why_a_boat_sank() {
    let mut desk = Desk::bare("op_wp2");
    desk.clear_the_sea();
    let id = desk.post(Area::GreenlandGap, 1, |family| family == "VII")[0];
    let defence = desk.t().submarines.class_of(id).defence;
    desk.p.acting = desk.p.find(id).unwrap();
    desk.boat_mut(id).damage = 1;
    desk.p.weather = vec![System {
        area: Area::GreenlandGap,
        weather: Weather::Mbar965,
    }];
    desk.with(Some(&[0, 9]), |play| play.hurt());
    let told = told(&desk.events);
    assert_eq!(told[0].1, [0], "{told:?}");
    assert!(told[0].0.contains(&format!("above {defence}")), "{told:?}");
    assert_eq!(told[1].1, [9], "{told:?}");
    assert!(told[1].0.contains("storm") && told[1].0.contains("founders"));
}

/// An enemy submarine: the second 0, the torpedoes that a returning boat has left, what is added to the die of detection,
/// the TDC marker and both dice of the attack [13.21], [15.43], [14.6].
#[test]
fn the_log_tells_of_a_duel() {
    let mut desk = Desk::bare("op_wp3");
    desk.clear_the_sea();
    let id = desk.post(Area::SwApproaches, 1, |family| family == "VII")[0];
    desk.p.acting = desk.p.find(id).unwrap();
    let boat = desk.boat_mut(id);
    (boat.rtb, boat.side, boat.spotted) = (true, Side::Transit, true);
    desk.with(Some(&[3]), |play| play.encounter(Area::SwApproaches));
    let told_now = told(&desk.events);
    assert!(
        told_now
            .iter()
            .any(|(text, dice)| text.contains("no torpedoes left") && *dice == [3]),
        "{told_now:?}"
    );
    let met = (0..400).find_map(|seed| {
        desk.events.clear();
        desk.chance = Chance::seeded(seed);
        let mut one = Desk {
            p: desk.p.clone(),
            chance: Chance::seeded(seed),
            events: Vec::new(),
        };
        one.with(None, |play| play.meet_submarine(Area::SwApproaches, true));
        let hit = |event: &Event| {
            matches!(
                event,
                Event::Duel {
                    second: Some(_),
                    ..
                }
            )
        };
        one.events.iter().any(hit).then_some(one.events)
    });
    let told = told(&met.expect("some boat is hit"));
    assert!(
        told[0].0.contains("die -3"),
        "spotted, in transit: {told:?}"
    );
    assert!(
        told[1].0.contains("TDC") && told[1].1.len() == 2,
        "{told:?}"
    );
}

/// What a contact becomes cites what made it so: the War Event [5.0], the scenario [3.0], or B-Dienst [7.12] (13.7).
#[test]
fn what_changes_a_contact_is_cited() {
    let t = GAME.tables();
    let scenario = t.scenarios.patrols.iter().find_map(|patrol| {
        let (area, _) = patrol.convoys.as_ref()?;
        Some((patrol.id.clone(), *area))
    });
    let scenario = scenario.unwrap();
    let rows = &t.b_dienst[crate::calendar::Period::Three.index()];
    let (signals, heard) = rows
        .iter()
        .enumerate()
        .find_map(|(place, row)| Some((place as u8, row.area.filter(|_| row.asks())?)))
        .unwrap();
    let event = t.war_events.list.iter().find_map(|event| {
        let mut orders = event.contacts.iter();
        let diced = |order: &&ContactOrder| {
            order.scope == Scope::Area && !order.but_signals && order.task_force.is_some()
        };
        let order = orders.find(diced)?;
        let area = order.place.iter().find_map(|place| match place {
            Theatre::Area(area) => Some(*area),
            _ => None,
        });
        Some((event, area?))
    });
    let (event, ordered) = event.unwrap();
    let war = format!("op_{}", event.period);
    for (id, area, wanted) in [
        (scenario.0.as_str(), scenario.1, "3.0"),
        ("op_wp3", heard, "7.12"),
        (war.as_str(), ordered, "5.0"),
    ] {
        let mut rules = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut desk = Desk::bare(id);
            desk.chance = Chance::seeded(seed);
            let boat = &mut desk.p.boats[0];
            boat.leave(crate::boat::Place::Area(area));
            boat.side = Side::Patrol;
            let boat = boat.id;
            desk.act(boat);
            match wanted {
                "7.12" => desk.p.signals = Some(signals),
                "5.0" => drop(desk.order(&event.id)),
                _ => {}
            }
            desk.events.clear();
            desk.with(None, |play| play.search());
            let changed = desk
                .events
                .iter()
                .filter(|event| matches!(event, Event::Converted { .. }));
            rules.extend(changed.map(|event| lines::line(t, event).rules[0].clone()));
        }
        assert_eq!(rules.into_iter().collect::<Vec<_>>(), [wanted], "{id}");
    }
}

/// A hazard cites what brings it: an escort, a target that blows up, a merchant's guns, a combat event [14.12], [14.16], [27.1],
/// [19.2].
#[test]
fn hazards_cite_what_brings_them() {
    use crate::harm::{Harm, Hazard};
    let rules = Hazard::ALL.map(|hazard| {
        let event = Event::Hazard {
            boat: crate::fleet::BoatId(0),
            hazard,
            die: 3,
            modifier: 0,
            harm: Harm::None,
        };
        let line = lines::line(GAME.tables(), &event);
        (hazard, line.rules[0].clone())
    });
    let wanted = [
        (Hazard::DiligentEscort, "14.12"),
        (Hazard::ExplodingTarget, "14.16"),
        (Hazard::Dems, "27.1"),
        (Hazard::Aircraft, "19.2"),
        (Hazard::CircularRun, "19.2"),
    ];
    assert_eq!(
        rules,
        wanted.map(|(hazard, rule)| (hazard, rule.to_owned()))
    );
}
