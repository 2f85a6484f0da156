//! Many games: random admirals come to an end in every scenario, whatever they do, and every invariant holds on the way.

use crate::game;
use derbyhouse_bots::Random;
use derbyhouse_kernel::{Bot, Chance, Game, Log, Viewer};
use derbyhouse_scene::Face;
use pq17::{Pq17, Setup};

/// Games of each scenario.
const GAMES: u64 = 500;
/// No Operation asks for more choices than that.
const BOUND: u64 = 60_000;

/// Plays one game and gives back its choices.
fn play(game: &Pq17, setup: &Setup, seed: u64, bound: u64) -> u64 {
    let mut bot = Random::new(!seed);
    let mut chance = Chance::seeded(seed);
    let mut position = game.start(setup, &mut chance, &mut Log::off()).unwrap();
    let (mut choices, mut made) = (Vec::new(), 0);
    while let Some(seat) = game.asked(&position).first() {
        choices.clear();
        game.choices(&position, seat, &mut choices);
        assert!(!choices.is_empty(), "{setup:?}, seed {seed}: no answer");
        let choice =
            Bot::<Pq17>::choose(&mut bot, game.view(&position, Viewer::Seat(seat)), &choices);
        let (before, mut log) = (position.clone(), Log::on());
        game.apply(&mut position, seat, &choice, &mut chance, &mut log)
            .unwrap();
        made += 1;
        if let Err(broken) = game.audit(Some(&before), log.events(), &position) {
            panic!(
                "{setup:?}, seed {seed}, choice {made}, {choice:?}: {} after {:?}",
                broken.0,
                log.events()
            );
        }
        assert!(made < bound, "{setup:?}, seed {seed}, does not end");
    }
    assert!(game.outcome(&position).is_some());
    made
}

fn endure(scenario: &str) {
    let game = game();
    let setup = Setup::usual(game.tables(), scenario);
    let choices: u64 = (0..GAMES)
        .map(|seed| play(&game, &setup, seed, BOUND))
        .sum();
    assert!(choices > GAMES * 100, "{choices}");
}

macro_rules! endurance {
    ($($name:ident $scenario:literal),*) => {
        $(
            #[test]
            fn $name() {
                endure($scenario);
            }
        )*
    };
}

endurance! {
    pq6_ends "pq6",
    pq12_ends "pq12",
    pq13_ends "pq13",
    pq15_ends "pq15",
    pq16_ends "pq16",
    pq17_ends "pq17",
    pq18_ends "pq18",
    jw51b_ends "jw51b"
}
