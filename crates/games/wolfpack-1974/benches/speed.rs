//! How fast the game plays, log off: `cargo xtask bench`.
//!
//! An action is one choice applied, together with listing the choices of the next decision. Speeds are per CPU-second
//! of one thread; the last lines compare the wall clock of one thread with that of two.

#![allow(clippy::disallowed_types)] // a benchmark, unlike the rules, needs a clock

use cpu_time::ThreadTime;
use derbyhouse_bots::Random;
use derbyhouse_kernel::Bot;
use derbyhouse_kernel::bot::Player;
use derbyhouse_scene::Face;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::time::{Duration, Instant};
use wolfpack_1974::units::Scenario;
use wolfpack_1974::{Choice, Position, Setup, Wolfpack};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Each figure is the best of so many slices, each of so much processor time: other work on the machine only slows.
const SLICES: usize = 8;
const SLICE: Duration = Duration::from_millis(400);

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
        "bot       scenario   actions/cpu-s   games/cpu-s   actions/game   allocations/action"
    );
    for bot in ["random", "doctrine"] {
        for scenario in Scenario::ALL {
            measure(&game, bot, scenario);
        }
    }
    println!();
    for bot in ["random", "doctrine"] {
        scale(&game, bot);
    }
}

fn player<'g>(game: &'g Wolfpack, bot: &str) -> Player<'g, Wolfpack> {
    let bot: Box<dyn Bot<Wolfpack>> = game.bot(bot, 0).unwrap_or_else(|| Box::new(Random::new(0)));
    Player::new(game, vec![bot])
}

/// Plays a game and returns its actions.
fn play(player: &mut Player<'_, Wolfpack>, setup: &Setup, seed: u64) -> u64 {
    player
        .play(setup, seed)
        .map_or(0, |playout| playout.actions)
}

fn measure(game: &Wolfpack, bot: &str, scenario: Scenario) {
    let (mut player, setup) = (player(game, bot), Setup::plain(scenario));
    for seed in 0..20 {
        play(&mut player, &setup, seed); // warm up
    }
    let allocated = Region::new(ALLOCATOR);
    let (mut games, mut actions, mut best) = (0u64, 0u64, (0.0f64, 0.0f64));
    for _ in 0..SLICES {
        let (start, first_game, first_action) = (ThreadTime::now(), games, actions);
        while start.elapsed() < SLICE {
            for _ in 0..10 {
                actions += play(&mut player, &setup, games);
                games += 1;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        best.0 = best.0.max((actions - first_action) as f64 / seconds);
        best.1 = best.1.max((games - first_game) as f64 / seconds);
    }
    let allocations = allocated.change().allocations;
    println!(
        "{bot:9} {scenario:8} {:15.0} {:13.0} {:14.0} {:20.3}",
        best.0,
        best.1,
        actions as f64 / games as f64,
        allocations as f64 / actions as f64,
    );
}

/// The same games on one thread and on two, the better of three runs each: other work on the machine only slows.
fn scale(game: &Wolfpack, bot: &'static str) {
    let games: u64 = if bot == "random" { 8000 } else { 1000 };
    let setup = Setup::plain(Scenario::March);
    let run = |threads: u64| {
        let start = Instant::now();
        std::thread::scope(|scope| {
            for thread in 0..threads {
                scope.spawn(move || {
                    let mut player = player(game, bot);
                    for seed in (thread..games).step_by(threads as usize) {
                        play(&mut player, &setup, seed);
                    }
                });
            }
        });
        start.elapsed().as_secs_f64()
    };
    let (mut one, mut two) = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        one = one.min(run(1));
        two = two.min(run(2));
    }
    println!(
        "{bot}: {games} games in {one:.2} s on one thread, {two:.2} s on two: {:.2} times as fast",
        one / two
    );
}
