//! Computer admirals: they finish what they begin, beat players who look at nothing, and know only what they may.

use crate::game;
use derbyhouse_bots::Random;
use derbyhouse_kernel::bot::Player;
use derbyhouse_kernel::{Bot, Game};
use derbyhouse_scene::Face;
use derbyhouse_testkit::advice;
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
    let asked = advice(&game(), &setups(), ("doctrine", "doctrine"), 4, 3).unwrap();
    assert!(asked.different > 500, "{asked:?}");
}

/// One who looks ahead does so in worlds that hang on nothing hidden.
#[test]
fn foresight_knows_only_what_it_may() {
    let asked = advice(&game(), &setups(), ("doctrine", "hard"), 60, 3).unwrap();
    assert!(asked.different > 50, "{asked:?}");
}
