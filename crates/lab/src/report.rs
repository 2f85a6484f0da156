//! The results of a simulation, for people and for machines.

use crate::simulation::Batch;
use crate::stats::{Summary, wilson};
use derbyhouse_kernel::Level;
use derbyhouse_scene::Info;
use serde::Serialize;
use std::collections::BTreeMap;

/// How often a level of victory was reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelShare {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// Games that ended so.
    pub games: u64,
    /// Their share.
    pub share: f64,
    /// 95 % confidence interval of that share.
    pub ci95: [f64; 2],
}

/// The score of one seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatScore {
    /// Which.
    pub seat: String,
    /// Its computer player.
    pub bot: String,
    /// Its score.
    #[serde(flatten)]
    pub score: Summary,
}

/// A figure over all games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FigureMean {
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
}

/// All there is to say about a batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Id of the game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Options as they were given.
    pub options: Vec<String>,
    /// Computer player of each seat.
    pub bots: BTreeMap<String, String>,
    /// Seed of the run.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Whether it was stopped before all were played; then these are the first so many.
    pub stopped: bool,
    /// Score of the first seat.
    #[serde(flatten)]
    pub score: Summary,
    /// Score of every seat.
    pub seats: Vec<SeatScore>,
    /// Share of every level.
    pub levels: Vec<LevelShare>,
    /// Mean of every figure.
    pub figures: BTreeMap<String, FigureMean>,
    /// Choices made.
    pub actions: u64,
    /// Processor time.
    pub cpu_seconds: f64,
    /// Choices in a second of one processor.
    pub actions_per_cpu_second: f64,
    /// Games in a second of one processor.
    pub games_per_cpu_second: f64,
    /// Time on the clock.
    pub wall_seconds: f64,
    /// Threads.
    pub threads: usize,
}

impl Report {
    /// Sums a batch up.
    pub fn new(
        info: &Info,
        levels: &[Level],
        scenario: &str,
        options: &[String],
        bots: &[String],
        batch: &Batch,
    ) -> Self {
        let actions: u64 = batch.samples.iter().map(|s| s.actions).sum();
        let (cpu, games) = (batch.cpu.as_secs_f64(), batch.samples.len());
        let seats = seat_scores(info, bots, batch);
        Self {
            game: info.id.to_owned(),
            scenario: scenario.to_owned(),
            options: options.to_vec(),
            bots: seats
                .iter()
                .map(|s| (s.seat.clone(), s.bot.clone()))
                .collect(),
            seed: batch.seed,
            games: games as u64,
            stopped: batch.stopped,
            score: score(batch, 0),
            seats,
            levels: level_shares(levels, batch),
            figures: figure_means(batch),
            actions,
            cpu_seconds: cpu,
            actions_per_cpu_second: actions as f64 / cpu,
            games_per_cpu_second: games as f64 / cpu,
            wall_seconds: batch.wall.as_secs_f64(),
            threads: batch.threads,
        }
    }
}

fn score(batch: &Batch, seat: usize) -> Summary {
    let scores = batch.samples.iter();
    Summary::of(scores.map(|s| f64::from(s.scores[seat])).collect())
}

fn seat_scores(info: &Info, bots: &[String], batch: &Batch) -> Vec<SeatScore> {
    let seats = info.seats.iter().zip(bots).enumerate();
    seats
        .map(|(index, (seat, bot))| SeatScore {
            seat: seat.id.to_owned(),
            bot: bot.clone(),
            score: score(batch, index),
        })
        .collect()
}

fn level_shares(levels: &[Level], batch: &Batch) -> Vec<LevelShare> {
    let all = batch.samples.len() as u64;
    let share = |(index, level): (usize, &Level)| {
        let games = batch.samples.iter().filter(|s| s.level == index).count() as u64;
        LevelShare {
            id: level.id.clone(),
            label: level.label.clone(),
            games,
            share: games as f64 / all as f64,
            ci95: wilson(games, all),
        }
    };
    levels.iter().enumerate().map(share).collect()
}

fn figure_means(batch: &Batch) -> BTreeMap<String, FigureMean> {
    let mean = |(index, name): (usize, &&str)| {
        let column = batch.samples.iter().filter_map(|s| s.figures.get(index));
        let Summary { mean, sd, .. } = Summary::of(column.map(|v| *v as f64).collect());
        ((*name).to_owned(), FigureMean { mean, sd })
    };
    batch.figures.iter().enumerate().map(mean).collect()
}
