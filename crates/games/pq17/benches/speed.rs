//! How fast the game plays, log off: `cargo bench -p pq17`, or `-- random pq17` for one kind of admiral and one scenario.
//!
//! An action is one choice applied, together with listing the choices of the next decision. Speeds are per CPU-second
//! of one thread, the best of several slices: other work on the machine only slows.

#![allow(clippy::disallowed_types)] // a benchmark, unlike the rules, needs a clock

use cpu_time::ThreadTime;
use derbyhouse_bots::Random;
use derbyhouse_kernel::Bot;
use derbyhouse_kernel::bot::Player;
use derbyhouse_scene::Face;
use pq17::{Choice, Position, Pq17, Setup};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const SLICES: usize = 5;
const SLICE: Duration = Duration::from_millis(300);

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
    println!(
        "admirals  scenario          actions/cpu-s   games/cpu-s   actions/game   allocations/action"
    );
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

fn player<'g>(game: &'g Pq17, bot: &str) -> Player<'g, Pq17> {
    let bot =
        || -> Box<dyn Bot<Pq17>> { game.bot(bot, 0).unwrap_or_else(|| Box::new(Random::new(0))) };
    Player::new(game, (0..2).map(|_| bot()).collect())
}

/// Plays a game and returns its actions.
fn play(player: &mut Player<'_, Pq17>, setup: &Setup, seed: u64) -> u64 {
    player
        .play(setup, seed)
        .map_or(0, |playout| playout.actions)
}

fn measure(game: &Pq17, bot: &str, setup: &Setup) {
    let mut player = player(game, bot);
    for seed in 0..3 {
        play(&mut player, setup, seed); // warm up
    }
    let allocated = Region::new(ALLOCATOR);
    let (mut games, mut actions, mut best) = (0u64, 0u64, (0.0f64, 0.0f64));
    for _ in 0..SLICES {
        let (start, first_game, first_action) = (ThreadTime::now(), games, actions);
        while start.elapsed() < SLICE {
            actions += play(&mut player, setup, games);
            games += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        best.0 = best.0.max((actions - first_action) as f64 / seconds);
        best.1 = best.1.max((games - first_game) as f64 / seconds);
    }
    let allocations = allocated.change().allocations;
    println!(
        "{bot:9} {:16} {:14.0} {:13.0} {:14.0} {:20.3}",
        setup.scenario,
        best.0,
        best.1,
        actions as f64 / games as f64,
        allocations as f64 / actions as f64,
    );
}
