//! How fast the game plays, log off: `cargo xtask bench`.
//!
//! The last lines compare the wall clock of one thread with that of two.

#![allow(clippy::disallowed_types)] // a benchmark, unlike the rules, needs a clock

use derbyhouse_bots::Random;
use derbyhouse_kernel::Bot;
use derbyhouse_kernel::bot::Player;
use derbyhouse_scene::Face;
use derbyhouse_testkit::{Pace, pace};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::time::Instant;
use wolfpack_1974::units::Scenario;
use wolfpack_1974::{Choice, Position, Setup, Wolfpack};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

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
    println!("{}", Pace::HEAD);
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

fn bot(game: &Wolfpack, name: &str) -> Box<dyn Bot<Wolfpack>> {
    game.bot(name, 0)
        .unwrap_or_else(|| Box::new(Random::new(0)))
}

fn measure(game: &Wolfpack, name: &str, scenario: Scenario) {
    let allocated = Region::new(ALLOCATOR);
    let pace = pace(game, vec![bot(game, name)], &Setup::plain(scenario));
    let allocations = allocated.change().allocations;
    println!("{}", pace.row(name, &scenario.to_string(), allocations));
}

/// The same games on one thread and on two, the better of three runs each: other work on the machine only slows.
fn scale(game: &Wolfpack, name: &'static str) {
    let games: u64 = if name == "random" { 8000 } else { 1000 };
    let setup = Setup::plain(Scenario::March);
    let run = |threads: u64| {
        let start = Instant::now();
        std::thread::scope(|scope| {
            for thread in 0..threads {
                scope.spawn(move || {
                    let mut player = Player::new(game, vec![bot(game, name)]);
                    for seed in (thread..games).step_by(threads as usize) {
                        if let Err(why) = player.play(&setup, seed) {
                            eprintln!("{why}");
                        }
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
        "{name}: {games} games in {one:.2} s on one thread, {two:.2} s on two: {:.2} times as fast",
        one / two
    );
}
