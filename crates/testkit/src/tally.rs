//! How much was tried.

use serde::Serialize;
use std::ops::AddAssign;

/// Games played, steps made, checks held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Whole games.
    pub games: u64,
    /// Choices applied.
    pub steps: u64,
    /// Things that were checked and held: the game's own invariants and ours.
    pub checks: u64,
    /// Choices taken back and made again.
    pub undone: u64,
    /// Positions saved in mid-game, loaded, and played on to the same end.
    pub reloaded: u64,
    /// Records written, read and replayed to the same end.
    pub replayed: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.steps += other.steps;
        self.checks += other.checks;
        self.undone += other.undone;
        self.reloaded += other.reloaded;
        self.replayed += other.replayed;
    }
}
