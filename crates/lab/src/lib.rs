//! Many games at once: simulation, statistics, files and plots.
//!
//! Every game has a seed of its own, made from the seed of the run and the number of the game, and results come in
//! the order of the games: nothing depends on how many threads there are.
#![warn(missing_docs)]

mod crew;
mod fuzz;
mod histogram;
mod report;
mod rows;
mod seed;
mod simulation;
mod stats;
mod svg;
mod trials;

pub use crew::{Crew, CrewError, Harvest};
pub use fuzz::{Fuzzed, fuzz};
pub use histogram::{Series, histogram};
pub use report::{FigureMean, LevelShare, Report, SeatScore};
pub use rows::write_rows;
pub use seed::seed_of;
pub use simulation::{Batch, LabError, Order, Sample, simulate};
pub use stats::{Summary, wilson};
pub use trials::{Attempt, Spread, TrialError, Trials, trials};
