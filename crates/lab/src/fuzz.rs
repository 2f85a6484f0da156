//! Random games with every check on.

use crate::crew::{Crew, CrewError};
use crate::seed::seed_of;
use crate::simulation::LabError;
use derbyhouse_catalog::AnyGame;
use derbyhouse_testkit::{Fault, Tally};
use std::time::Duration;

/// What fuzzing did.
#[derive(Clone, Debug)]
pub struct Fuzzed {
    /// How much was tried, if everything held; else what did not.
    pub found: Result<Tally, Fault>,
    /// Over how many set-ups.
    pub setups: usize,
    /// Whether it was stopped early.
    pub stopped: bool,
    /// Time on the clock.
    pub wall: Duration,
}

/// Plays random games over all set-ups in turn.
pub fn fuzz(
    game: &dyn AnyGame,
    games: u64,
    seed: u64,
    crew: &Crew<'_>,
) -> Result<Fuzzed, LabError> {
    let setups = game.all_setups();
    let work = |(): &mut (), index: u64| {
        let setup = &setups[(index % setups.len() as u64) as usize];
        game.fuzz(setup, seed_of(seed, index))
    };
    let fuzzed = |found, done: u64, wall| Fuzzed {
        found,
        setups: setups.len(),
        stopped: done < games,
        wall,
    };
    match crew.run(games, || Ok(()), work) {
        Ok(harvest) => {
            let mut tally = Tally::default();
            harvest.results.iter().for_each(|one| tally += *one);
            Ok(fuzzed(
                Ok(tally),
                harvest.results.len() as u64,
                harvest.wall,
            ))
        }
        Err(CrewError::Work { error, .. }) => Ok(fuzzed(Err(error), games, Duration::ZERO)),
        Err(CrewError::Threads(why)) => Err(LabError::Threads(why)),
    }
}
