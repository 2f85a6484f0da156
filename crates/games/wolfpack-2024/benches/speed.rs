//! How fast the game plays, log off: `cargo bench -p wolfpack-2024`.
//!
//! An action is one choice applied, together with listing the choices of the next decision. Speeds are per CPU-second
//! of one thread, the best of several slices: other work on the machine only slows.

#![allow(clippy::disallowed_types)] // a benchmark, unlike the rules, needs a clock

use cpu_time::ThreadTime;
use derbyhouse_bots::Random;
use derbyhouse_kernel::Bot;
use derbyhouse_kernel::bot::Player;
use derbyhouse_scene::Face;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::time::Duration;
use wolfpack_2024::calendar::Month;
use wolfpack_2024::{Choice, Position, Scenario, Setup, Wolfpack};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const SLICES: usize = 6;
const SLICE: Duration = Duration::from_millis(300);

fn main() {
    let game = match Wolfpack::new(&[]) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    println!(
        "a position is {} bytes, a choice {}\n",
        size_of::<Position>(),
        size_of::<Choice>()
    );
    println!(
        "bot       scenario          actions/cpu-s   games/cpu-s   actions/game   allocations/action"
    );
    for bot in ["random", "doctrine"] {
        for setup in setups() {
            measure(&game, bot, &setup);
        }
    }
}

/// Training, and a patrol in the first month of every war period.
fn setups() -> Vec<Setup> {
    let patrols = Month::all().step_by(3).map(|month| Setup {
        scenario: Scenario::Patrol(month),
    });
    std::iter::once(Setup::TRAINING).chain(patrols).collect()
}

fn player<'g>(game: &'g Wolfpack, bot: &str) -> Player<'g, Wolfpack> {
    let bot = || -> Box<dyn Bot<Wolfpack>> {
        game.bot(bot, 0).unwrap_or_else(|| Box::new(Random::new(0)))
    };
    Player::new(game, (0..4).map(|_| bot()).collect())
}

/// Plays a game and returns its actions.
fn play(player: &mut Player<'_, Wolfpack>, setup: &Setup, seed: u64) -> u64 {
    player
        .play(setup, seed)
        .map_or(0, |playout| playout.actions)
}

fn measure(game: &Wolfpack, bot: &str, setup: &Setup) {
    let mut player = player(game, bot);
    for seed in 0..20 {
        play(&mut player, setup, seed); // warm up
    }
    let allocated = Region::new(ALLOCATOR);
    let (mut games, mut actions, mut best) = (0u64, 0u64, (0.0f64, 0.0f64));
    for _ in 0..SLICES {
        let (start, first_game, first_action) = (ThreadTime::now(), games, actions);
        while start.elapsed() < SLICE {
            for _ in 0..10 {
                actions += play(&mut player, setup, games);
                games += 1;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        best.0 = best.0.max((actions - first_action) as f64 / seconds);
        best.1 = best.1.max((games - first_game) as f64 / seconds);
    }
    let allocations = allocated.change().allocations;
    println!(
        "{bot:9} {:16} {:14.0} {:13.0} {:14.0} {:20.3}",
        setup.scenario.to_string(),
        best.0,
        best.1,
        actions as f64 / games as f64,
        allocations as f64 / actions as f64,
    );
}
