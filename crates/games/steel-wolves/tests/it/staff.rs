//! The staff: it can take over everything, and carries out standing orders.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Log, Seat, Viewer};
use derbyhouse_scene::{Face, Orders};
use derbyhouse_testkit::advice;
use std::collections::BTreeSet;
use steel_wolves::{Choice, Event, Position, Setup, SteelWolves};

fn choices(game: &SteelWolves, position: &Position) -> Vec<Choice> {
    let mut all = Vec::new();
    game.choices(position, Seat::FIRST, &mut all);
    all
}

/// Plays on by doctrine until `stop`; how many choices were made.
fn play_on(
    game: &SteelWolves,
    position: &mut Position,
    chance: &mut Chance,
    stop: impl Fn(&Event) -> bool,
) -> u64 {
    let mut bot = game.bot("doctrine", 1).unwrap();
    let mut made = 0;
    loop {
        let offered = choices(game, position);
        if offered.is_empty() {
            return made;
        }
        let view = game.view(position, Viewer::Seat(Seat::FIRST));
        let choice = bot.choose(view, &offered);
        assert!(!bot.reason().is_empty());
        let mut log = Log::on();
        game.apply(position, Seat::FIRST, &choice, chance, &mut log)
            .unwrap();
        made += 1;
        assert!(made < 500_000, "it never ends");
        if log.into_events().iter().any(&stop) {
            return made;
        }
    }
}

/// The staff plays every scenario to its end: patrols, battles, war periods.
#[test]
fn the_staff_finishes_every_scenario() {
    let game = game();
    let short = |setup: &Setup| setup.scenario != "campaign_1";
    for setup in game.all_setups().into_iter().filter(short) {
        let mut chance = Chance::seeded(3);
        let mut position = game.start(&setup, &mut chance, &mut Log::off()).unwrap();
        play_on(&game, &mut position, &mut chance, |_| false);
        assert!(game.outcome(&position).is_some(), "{}", setup.scenario);
        game.audit(None, &[], &position).unwrap();
    }
}

/// The staff answers the same wherever only what lies face down or in a cup is different [2.3B], (2.6): in patrols, battles and
/// wars.
#[test]
fn the_staff_knows_only_what_it_may() {
    let game = game();
    let mut setups = game.all_setups();
    setups.retain(|setup| setup.scenario != "campaign_1");
    let asked = advice(&game, &setups, ("doctrine", "doctrine"), 12, 31).unwrap();
    assert!(asked.different > 2000, "{asked:?}");
}

/// Two captains of the same staff give the same answer to the same question: nothing is remembered, so that a week can
/// be handed over in parts.
#[test]
fn the_staff_remembers_nothing() {
    let game = game();
    let mut chance = Chance::seeded(5);
    let setup = Setup::plain("op_wp2");
    let mut position = game.start(&setup, &mut chance, &mut Log::off()).unwrap();
    let mut old = game.bot("doctrine", 1).unwrap();
    for _ in 0..600 {
        let offered = choices(&game, &position);
        let view = game.view(&position, Viewer::Seat(Seat::FIRST));
        let choice = old.choose(view, &offered);
        let fresh = game.bot("doctrine", 2).unwrap().choose(view, &offered);
        assert_eq!(choice, fresh);
        game.apply(
            &mut position,
            Seat::FIRST,
            &choice,
            &mut chance,
            &mut Log::off(),
        )
        .unwrap();
    }
}

/// The answer of standing orders to what is asked now.
fn ordered(game: &SteelWolves, position: &Position, orders: &Orders) -> Option<Choice> {
    let decision = game.decision(position, Seat::FIRST)?;
    let view = game.view(position, Viewer::Seat(Seat::FIRST));
    game.by_order(view, &decision, &choices(game, position), orders)
}

fn orders(given: &[(&str, &str)]) -> Orders {
    let given = given.iter();
    given
        .map(|(id, answer)| ((*id).to_owned(), (*answer).to_owned()))
        .collect()
}

/// With everything left to the staff nobody is asked anything, week after week.
#[test]
fn everything_can_be_left_to_the_staff() {
    let game = game();
    let all = orders(
        &[
            "events", "ashore", "next", "sailing", "search", "attack", "packs", "battles", "again",
        ]
        .map(|id| (id, "staff")),
    );
    let more = orders(&[
        ("damaged-search", "bypass"),
        ("task-forces", "decline"),
        ("raids", "no"),
    ]);
    let all: Orders = all.into_iter().chain(more).collect();
    let mut chance = Chance::seeded(8);
    let setup = Setup::plain("op_wp3");
    let mut position = game.start(&setup, &mut chance, &mut Log::off()).unwrap();
    let mut weeks = 0;
    while weeks < 6 {
        let choice = ordered(&game, &position, &all);
        let choice = choice.unwrap_or_else(|| {
            let asked = game.decision(&position, Seat::FIRST).unwrap();
            panic!("{} is asked", asked.question)
        });
        let mut log = Log::on();
        game.apply(&mut position, Seat::FIRST, &choice, &mut chance, &mut log)
            .unwrap();
        let begun = |event: &Event| matches!(event, Event::Week { .. });
        weeks += log
            .into_events()
            .iter()
            .filter(|event| begun(event))
            .count();
    }
}

/// Without orders everything is asked, and an order answers only what it is about [13.23].
#[test]
fn an_order_answers_what_it_is_about() {
    let game = game();
    let mut chance = Chance::seeded(9);
    let setup = Setup::plain("op_wp1");
    let mut position = game.start(&setup, &mut chance, &mut Log::off()).unwrap();
    let raids = orders(&[("raids", "no")]);
    let mut answered = BTreeSet::new();
    let mut bot = game
        .bot("random", 4)
        .or_else(|| game.bot("doctrine", 4))
        .unwrap();
    for _ in 0..3000 {
        assert_eq!(ordered(&game, &position, &Orders::new()), None);
        let decision = game.decision(&position, Seat::FIRST).unwrap();
        if ordered(&game, &position, &raids).is_some() {
            answered.insert(decision.rule.0);
        }
        let offered = choices(&game, &position);
        let view = game.view(&position, Viewer::Seat(Seat::FIRST));
        let choice = bot.choose(view, &offered);
        game.apply(
            &mut position,
            Seat::FIRST,
            &choice,
            &mut chance,
            &mut Log::off(),
        )
        .unwrap();
    }
    assert_eq!(answered, BTreeSet::from(["13.23"]));
}

/// A boat with a station makes for it, patrols there, and goes home when it is damaged [12.0], [15.1].
#[test]
fn a_boat_with_a_station_goes_there() {
    let game = game();
    let mut chance = Chance::seeded(2);
    let setup = Setup::plain("op_wp2");
    let mut position = game.start(&setup, &mut chance, &mut Log::off()).unwrap();
    let view = game.view(&position, Viewer::Seat(Seat::FIRST));
    let standing = game.standing(view);
    let station = |order: &&derbyhouse_scene::Standing| {
        order.id.starts_with("boat.") && order.takes("greenland_gap")
    };
    let given: Orders = standing
        .iter()
        .filter(station)
        .map(|order| (order.id.clone(), "greenland_gap".to_owned()))
        .collect();
    assert!(given.len() > 10, "{}", given.len());
    let mut bot = game.bot("doctrine", 1).unwrap();
    let there = |boat: &&steel_wolves::boat::Submarine| {
        boat.patrols() && boat.area() == Some(steel_wolves::geography::Area::GreenlandGap)
    };
    let (mut halts, mut seen) = (0, BTreeSet::new());
    for _ in 0..4000 {
        let offered = choices(&game, &position);
        let view = game.view(&position, Viewer::Seat(Seat::FIRST));
        seen.extend(view.boats().iter().filter(there).map(|boat| boat.id));
        let choice =
            ordered(&game, &position, &given).unwrap_or_else(|| bot.choose(view, &offered));
        halts += u32::from(choice.to_string() == "halt patrol");
        game.apply(
            &mut position,
            Seat::FIRST,
            &choice,
            &mut chance,
            &mut Log::off(),
        )
        .unwrap();
    }
    // Half of them at least sailed in those weeks and came there.
    assert!(
        halts > 3 && seen.len() * 2 > given.len(),
        "{halts}, {} of {}",
        seen.len(),
        given.len()
    );
}

/// Every question and every answer is put in a person's words.
#[test]
fn nobody_is_asked_in_the_words_of_a_record() {
    let game = game();
    let mut bare = BTreeSet::new();
    for (setup, seed) in game.all_setups().iter().zip(1..) {
        let (mut chance, mut pick) = (Chance::seeded(seed), Chance::seeded(seed + 100));
        let mut position = game.start(setup, &mut chance, &mut Log::off()).unwrap();
        for step in 0..1200 {
            let offered = choices(&game, &position);
            if offered.is_empty() {
                break;
            }
            if step % 7 == 0 {
                let decision = game.decision(&position, Seat::FIRST).unwrap();
                let view = game.view(&position, Viewer::Seat(Seat::FIRST));
                let scene = game.scene(view, Some(&decision), &offered);
                let prompt = scene.prompt.unwrap();
                assert!(prompt.text.ends_with('?'), "{}", prompt.text);
                let same = prompt
                    .offers
                    .iter()
                    .filter(|offer| offer.label == offer.choice);
                bare.extend(same.map(|offer| offer.label.clone()));
            }
            let choice = offered[pick.below(offered.len() as u32) as usize];
            game.apply(
                &mut position,
                Seat::FIRST,
                &choice,
                &mut chance,
                &mut Log::off(),
            )
            .unwrap();
        }
    }
    assert_eq!(bare, BTreeSet::new());
}
