//! How fast the game plays, log off: `cargo bench -p wolfpack-2024`.

use derbyhouse_bots::Random;
use derbyhouse_kernel::Bot;
use derbyhouse_scene::Face;
use derbyhouse_testkit::{Pace, pace};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use wolfpack_2024::calendar::Month;
use wolfpack_2024::{Choice, Position, Scenario, Setup, Wolfpack};

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

fn measure(game: &Wolfpack, name: &str, setup: &Setup) {
    let bot = || -> Box<dyn Bot<Wolfpack>> {
        game.bot(name, 0)
            .unwrap_or_else(|| Box::new(Random::new(0)))
    };
    let allocated = Region::new(ALLOCATOR);
    let pace = pace(game, (0..4).map(|_| bot()).collect(), setup);
    let allocations = allocated.change().allocations;
    println!(
        "{}",
        pace.row(name, &setup.scenario.to_string(), allocations)
    );
}
