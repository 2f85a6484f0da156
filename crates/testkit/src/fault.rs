//! What a check found.

use std::fmt;

/// Something that must hold and does not, with all that is needed to see it again.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// The set-up as JSON; empty if there was none.
    pub setup: String,
    /// Seed of the game.
    pub seed: u64,
    /// Choices made before it showed.
    pub step: usize,
    /// What does not hold.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n  after {} choices of seed {} with set-up {}",
            self.what, self.step, self.seed, self.setup
        )
    }
}

/// The same text as for people: it is what a failed test prints.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for Fault {}
