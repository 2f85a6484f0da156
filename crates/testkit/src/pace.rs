//! How fast a game plays, log off: for benchmarks.
//!
//! An action is one choice applied, together with listing the choices of the next decision. Speeds are per CPU-second of
//! one thread, the best of several slices: other work on the machine only slows.

use cpu_time::ThreadTime;
use derbyhouse_kernel::bot::Player;
use derbyhouse_kernel::{Bot, Game};
use std::time::Duration;

/// Each speed is the best of so many slices, each of so much processor time.
const SLICES: usize = 6;
const SLICE: Duration = Duration::from_millis(300);
/// Games before the clock runs.
const WARM_UP: u64 = 3;

/// How fast games went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// Games played.
    pub games: u64,
    /// Actions in them.
    pub actions: u64,
    /// The most actions in a CPU-second.
    pub actions_a_second: f64,
    /// The most games in a CPU-second.
    pub games_a_second: f64,
}

/// Plays games with those bots, one a seat, and takes the time. A game that cannot be set up counts no action.
pub fn pace<G: Game>(game: &G, bots: Vec<Box<dyn Bot<G>>>, setup: &G::Setup) -> Pace {
    let mut player = Player::new(game, bots);
    let mut play = |seed: u64| {
        player
            .play(setup, seed)
            .map_or(0, |playout| playout.actions)
    };
    (0..WARM_UP).for_each(|seed| {
        play(seed);
    });
    let mut pace = Pace::default();
    for _ in 0..SLICES {
        let (start, before) = (ThreadTime::now(), pace);
        while start.elapsed() < SLICE {
            pace.actions += play(pace.games);
            pace.games += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        let actions = (pace.actions - before.actions) as f64 / seconds;
        let games = (pace.games - before.games) as f64 / seconds;
        pace.actions_a_second = pace.actions_a_second.max(actions);
        pace.games_a_second = pace.games_a_second.max(games);
    }
    pace
}

impl Pace {
    /// The heads of the columns of [`Pace::row`].
    pub const HEAD: &'static str = "bot       scenario          actions/cpu-s   games/cpu-s   actions/game   allocations/action";

    /// A row for people, with what was allocated meanwhile.
    pub fn row(&self, bot: &str, scenario: &str, allocations: usize) -> String {
        format!(
            "{bot:9} {scenario:16} {:14.0} {:13.0} {:14.0} {:20.3}",
            self.actions_a_second,
            self.games_a_second,
            self.actions as f64 / self.games as f64,
            allocations as f64 / self.actions as f64,
        )
    }
}
