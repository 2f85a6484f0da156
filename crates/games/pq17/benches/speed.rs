//! How fast the game plays, log off: `cargo bench -p pq17`, or `-- random pq17` for one kind of admiral and one scenario.

use derbyhouse_bots::Random;
use derbyhouse_kernel::Bot;
use derbyhouse_scene::Face;
use derbyhouse_testkit::{Pace, pace};
use pq17::{Choice, Position, Pq17, Setup};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let game = match Pq17::new(&[]) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |known: &[&str], name: &str| {
        let mut named = wanted
            .iter()
            .filter(|name| known.contains(&name.as_str()))
            .peekable();
        named.peek().is_none() || named.any(|other| other == name)
    };
    println!(
        "a position is {} bytes, a choice {}\n",
        size_of::<Position>(),
        size_of::<Choice>()
    );
    println!("{}", Pace::HEAD);
    let setups: Vec<Setup> = game
        .tables()
        .scenarios
        .iter()
        .map(|scenario| Setup::usual(game.tables(), &scenario.id))
        .collect();
    let names: Vec<&str> = setups.iter().map(|setup| setup.scenario.as_str()).collect();
    let bots = ["random", "doctrine"];
    for bot in bots.into_iter().filter(|bot| is_wanted(&bots, bot)) {
        for setup in setups
            .iter()
            .filter(|setup| is_wanted(&names, &setup.scenario))
        {
            measure(&game, bot, setup);
        }
    }
}

fn measure(game: &Pq17, name: &str, setup: &Setup) {
    let bot = || -> Box<dyn Bot<Pq17>> {
        game.bot(name, 0)
            .unwrap_or_else(|| Box::new(Random::new(0)))
    };
    let allocated = Region::new(ALLOCATOR);
    let pace = pace(game, vec![bot(), bot()], setup);
    let allocations = allocated.change().allocations;
    println!("{}", pace.row(name, &setup.scenario, allocations));
}
