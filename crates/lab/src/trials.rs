//! One procedure many times, where the ways it can go are too many to be counted.

use crate::crew::{Crew, CrewError};
use crate::seed::seed_of;
use derbyhouse_catalog::AnyGame;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::ProcedureError;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;

/// Runs between two preparations: enough that preparing does not count.
const BLOCK: u64 = 4096;

/// What is to be tried.
pub struct Attempt<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The procedure.
    pub procedure: &'a str,
    /// Its inputs.
    pub given: &'a Value,
    /// How often.
    pub runs: u64,
    /// Seed of all runs together.
    pub seed: u64,
}

/// How a figure came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// What is counted.
    pub figure: &'static str,
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
    /// A tenth of the runs had at most that.
    pub p10: u32,
    /// Half of them.
    pub median: u32,
    /// Nine tenths.
    pub p90: u32,
    /// Runs in which it was not zero, as a share.
    pub some: f64,
    /// How many runs came to 0, 1, 2…
    pub counts: Vec<u64>,
}

/// What came of all runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trials {
    /// Runs made: all, or the first so many if it was stopped.
    pub runs: u64,
    /// Figure by figure.
    pub figures: Vec<Spread>,
    /// Processor time of all threads together.
    pub cpu_seconds: f64,
    /// Runs in a second of one processor.
    pub runs_per_cpu_second: f64,
    /// Time on the clock.
    pub wall_seconds: f64,
    /// Threads.
    pub threads: usize,
}

/// Why trials did not come to their end.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// The threads could not be had.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// The procedure does not run with these inputs.
    #[error(transparent)]
    Procedure(#[from] ProcedureError),
}

/// How often each value of each figure came.
struct Counts {
    runs: u64,
    figures: Vec<(&'static str, Vec<u64>)>,
}

/// Runs a procedure on all cores. The same seed gives the same runs whatever the number of threads.
pub fn trials(attempt: &Attempt<'_>, crew: &Crew<'_>) -> Result<Trials, TrialError> {
    let blocks = attempt.runs.div_ceil(BLOCK);
    let harvest = crew
        .run(blocks, || Ok(()), |(), block| attempt.block(block))
        .map_err(|error| match error {
            CrewError::Threads(why) => TrialError::Threads(why),
            CrewError::Work { error, .. } => TrialError::Procedure(error),
        })?;
    let all = harvest.results.into_iter().reduce(Counts::and);
    Ok(sum_up(all, harvest.cpu, harvest.wall, harvest.threads))
}

impl Attempt<'_> {
    fn block(&self, block: u64) -> Result<Counts, ProcedureError> {
        let runs = BLOCK.min(self.runs - block * BLOCK);
        let mut chance = Chance::seeded(seed_of(self.seed, block));
        let (names, mut trial) = self.game.trial(self.procedure, self.given, &mut chance)?;
        let mut figures: Vec<_> = names.iter().map(|name| (*name, Vec::new())).collect();
        let mut values = vec![0; names.len()];
        for _ in 0..runs {
            trial(&mut chance, &mut values);
            for ((_, counts), value) in figures.iter_mut().zip(&values) {
                count(counts, *value as usize, 1);
            }
        }
        Ok(Counts { runs, figures })
    }
}

fn count(counts: &mut Vec<u64>, value: usize, more: u64) {
    if counts.len() <= value {
        counts.resize(value + 1, 0);
    }
    counts[value] += more;
}

impl Counts {
    fn and(mut self, other: Self) -> Self {
        self.runs += other.runs;
        for ((_, mine), (_, theirs)) in self.figures.iter_mut().zip(other.figures) {
            for (value, more) in theirs.into_iter().enumerate() {
                count(mine, value, more);
            }
        }
        self
    }
}

fn sum_up(all: Option<Counts>, cpu: Duration, wall: Duration, threads: usize) -> Trials {
    let (runs, figures) = all.map_or((0, Vec::new()), |all| (all.runs, all.figures));
    let figures = figures.into_iter();
    Trials {
        runs,
        figures: figures
            .map(|(figure, counts)| Spread::of(figure, counts))
            .collect(),
        cpu_seconds: cpu.as_secs_f64(),
        runs_per_cpu_second: runs as f64 / cpu.as_secs_f64(),
        wall_seconds: wall.as_secs_f64(),
        threads,
    }
}

impl Spread {
    fn of(figure: &'static str, counts: Vec<u64>) -> Self {
        let runs: u64 = counts.iter().sum();
        let values = || {
            counts
                .iter()
                .enumerate()
                .map(|(value, runs)| (value as f64, *runs as f64))
        };
        let mean = values().map(|(value, runs)| value * runs).sum::<f64>() / runs as f64;
        let squares = values().map(|(value, runs)| (value - mean).powi(2) * runs);
        let quantile = |share: f64| {
            let mut left = share * runs as f64;
            let place = counts.iter().position(|runs| {
                left -= *runs as f64;
                left <= 0.0
            });
            place.unwrap_or_default() as u32
        };
        Self {
            figure,
            mean,
            sd: (squares.sum::<f64>() / runs as f64).sqrt(),
            p10: quantile(0.1),
            median: quantile(0.5),
            p90: quantile(0.9),
            some: 1.0
                - counts
                    .first()
                    .map_or(0.0, |none| *none as f64 / runs as f64),
            counts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten runs: 0 five times, 1 four times, 6 once.
    #[test]
    fn a_spread_is_counted() {
        let spread = Spread::of("ships", vec![5, 4, 0, 0, 0, 0, 1]);
        assert_eq!((spread.p10, spread.median, spread.p90), (0, 0, 1));
        assert!((spread.mean - 1.0).abs() < 1e-12 && (spread.some - 0.5).abs() < 1e-12);
        assert!((spread.sd - 3.0_f64.sqrt()).abs() < 1e-12, "{}", spread.sd);
    }
}
