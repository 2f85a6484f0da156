//! Many games of one set-up.

use crate::crew::{Crew, CrewError};
use crate::seed::seed_of;
use derbyhouse_catalog::{AnyGame, Played, SetupError};
use derbyhouse_kernel::Illegal;
use derbyhouse_kernel::seat::MAX_SEATS;
use serde_json::Value;
use std::time::Duration;

/// What is to be played.
pub struct Order<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The set-up.
    pub setup: &'a Value,
    /// A computer player for each seat.
    pub bots: &'a [String],
    /// How many games.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
}

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Level of victory, as an index.
    pub level: usize,
    /// Score of each seat.
    pub scores: [i32; MAX_SEATS],
    /// Choices made.
    pub actions: u64,
    /// Figures, in the order of [`Batch::figures`].
    pub figures: Box<[i64]>,
}

/// What came of them all.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Seed of the run.
    pub seed: u64,
    /// Names of the figures.
    pub figures: Vec<&'static str>,
    /// Games 0, 1, 2…: all that were ordered, or the first so many if it was stopped.
    pub samples: Vec<Sample>,
    /// Whether it was stopped early.
    pub stopped: bool,
    /// Processor time of all threads together.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// How many threads worked.
    pub threads: usize,
}

/// Why a simulation did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The threads could not be had.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// The set-up or the computer players do not fit.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A computer player did what it must not.
    #[error("game {index}, with seed {seed}, broke off: {why}")]
    Game {
        /// Number of the game, from 0.
        index: u64,
        /// Its own seed.
        seed: u64,
        /// What the referee says.
        why: Illegal,
    },
}

enum Trouble {
    Setup(SetupError),
    Game(Illegal),
}

/// Plays the games.
pub fn simulate(order: &Order<'_>, crew: &Crew<'_>) -> Result<Batch, LabError> {
    let make = || {
        let worker = order.game.worker(order.setup, order.bots);
        worker.map_err(Trouble::Setup)
    };
    // The names of the figures are the same in every game; one is kept from each thread's first.
    let names = std::sync::OnceLock::new();
    let harvest = crew
        .run(order.games, make, |worker, index| {
            let played = worker.play(seed_of(order.seed, index));
            let played = played.map_err(Trouble::Game)?;
            names.get_or_init(|| played.figures.iter().map(|(name, _)| *name).collect());
            Ok(sample(&played))
        })
        .map_err(|error| explain(error, order.seed))?;
    Ok(Batch {
        seed: order.seed,
        figures: names.into_inner().unwrap_or_default(),
        stopped: (harvest.results.len() as u64) < order.games,
        samples: harvest.results,
        cpu: harvest.cpu,
        wall: harvest.wall,
        threads: harvest.threads,
    })
}

fn sample(played: &Played) -> Sample {
    Sample {
        level: played.outcome.level,
        scores: played.outcome.scores,
        actions: played.actions,
        figures: played.figures.iter().map(|(_, value)| *value).collect(),
    }
}

fn explain(error: CrewError<Trouble>, seed: u64) -> LabError {
    match error {
        CrewError::Threads(why) => LabError::Threads(why),
        CrewError::Work {
            error: Trouble::Setup(why),
            ..
        } => LabError::Setup(why),
        CrewError::Work {
            index,
            error: Trouble::Game(why),
        } => LabError::Game {
            index,
            seed: seed_of(seed, index),
            why,
        },
    }
}

impl Batch {
    /// The same games as one batch with others: for results over several scenarios.
    pub fn joined(batches: &[Self]) -> Option<Self> {
        let mut all = batches.first()?.clone();
        for batch in &batches[1..] {
            all.samples.extend_from_slice(&batch.samples);
            all.stopped |= batch.stopped;
            all.cpu += batch.cpu;
            all.wall += batch.wall;
            if all.figures.is_empty() {
                all.figures.clone_from(&batch.figures);
            }
        }
        Some(all)
    }
}
