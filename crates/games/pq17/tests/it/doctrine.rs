//! Computer admirals: they finish what they begin, beat players who look at nothing, and know only what they may.

use crate::game;
use derbyhouse_bots::Random;
use derbyhouse_kernel::bot::Player;
use derbyhouse_kernel::{Bot, Chance, Game, Log, Viewer};
use derbyhouse_scene::Face;
use pq17::side::Side;
use pq17::{Pq17, Setup};

fn admiral(name: &str, seed: u64) -> Box<dyn Bot<Pq17>> {
    match game().bot(name, seed) {
        Some(bot) => bot,
        None => Box::new(Random::new(seed)),
    }
}

fn setups() -> Vec<Setup> {
    let game = game();
    let scenarios = game.tables().scenarios.iter();
    scenarios
        .map(|scenario| Setup::usual(game.tables(), &scenario.id))
        .collect()
}

/// Every name in the list of computer players is one.
#[test]
fn every_admiral_on_the_list_plays() {
    let game = game();
    let names = game.info().bots;
    assert_eq!(names, ["doctrine", "easy", "hard"]);
    for name in names {
        let bots = vec![admiral(name, 1), admiral(name, 2)];
        let mut player = Player::new(&*game, bots);
        for setup in setups() {
            let played = player.play(&setup, 5).unwrap();
            assert!(game.outcome(&played.position).is_some(), "{name} {setup:?}");
            assert!(played.actions < 20_000, "{name} {setup:?}");
        }
    }
}

/// Mean score in half Victory Points of some games.
fn mean(allied: &str, axis: &str) -> i64 {
    let game = game();
    let mut player = Player::new(&*game, vec![admiral(allied, 0), admiral(axis, 0)]);
    let (mut sum, mut games) = (0, 0);
    for setup in setups() {
        for seed in 0..6 {
            let played = player.play(&setup, seed).unwrap();
            sum += i64::from(game.outcome(&played.position).unwrap().scores[0]);
            games += 1;
        }
    }
    sum / games
}

/// Either side fares better by the doctrine than by chance.
#[test]
fn doctrine_beats_chance() {
    let even = mean("doctrine", "doctrine");
    assert!(mean("random", "doctrine") < even - 4, "{even}");
    assert!(mean("doctrine", "random") > even + 4, "{even}");
}

/// An admiral answers the same wherever only what he may not know is different [6.2.1].
#[test]
fn admirals_know_only_what_they_may() {
    let compared = compare_twins("doctrine", 4);
    assert!(compared > 500, "{compared}");
}

/// One who looks ahead does so in worlds that hang on nothing hidden.
#[test]
fn foresight_knows_only_what_it_may() {
    let compared = compare_twins("hard", 60);
    assert!(compared > 50, "{compared}");
}

/// Gives both twins of a position to fresh admirals, once in so many choices, and returns how often.
fn compare_twins(name: &str, seldom: u32) -> u32 {
    let game = game();
    let mut compared = 0;
    for (number, setup) in setups().iter().enumerate() {
        let mut chance = Chance::seeded(number as u64);
        let mut log = Log::off();
        let mut position = game.start(setup, &mut chance, &mut log).unwrap();
        let mut bots = [admiral("doctrine", 3), admiral("doctrine", 4)];
        let mut dice = Chance::seeded(99);
        let mut choices = Vec::new();
        while let Some(seat) = game.asked(&position).first() {
            choices.clear();
            game.choices(&position, seat, &mut choices);
            let viewer = Viewer::Seat(seat);
            if dice.below(seldom) == 0 {
                let twin = game.resample(&position, viewer, &mut dice);
                let fresh = |of| admiral(name, 7).choose(game.view(of, viewer), &choices);
                assert_eq!(fresh(&position), fresh(&twin), "{:?}", Side::of(seat));
                compared += 1;
            }
            let view = game.view(&position, viewer);
            let choice = bots[seat.index()].choose(view, &choices);
            assert!(choices.contains(&choice));
            assert!(!bots[seat.index()].reason().is_empty());
            game.apply(&mut position, seat, &choice, &mut chance, &mut log)
                .unwrap();
        }
    }
    compared
}
