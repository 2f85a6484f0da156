//! A match in memory: open to be played on, or folded up.
//!
//! An open match keeps every position that can be gone back to. Folded up it is its record, a tenth of that, and unfolds
//! in less than a millisecond.

use crate::house::games::Hosted;
use crate::house::play::Play;
use crate::house::steps::AllSteps;
use crate::problem::{Kind, Problem};
use derbyhouse_kernel::Seat;
use derbyhouse_kernel::play::LoadError;
use derbyhouse_store::{Act, Deed, Store};

/// How a match is held.
#[derive(Default)]
pub enum Played {
    /// Only the store has it.
    #[default]
    Away,
    /// As its record, and the trail to go back on.
    Folded(String, Vec<Seat>),
    /// Ready.
    Open(Play),
}

/// A match, the number of its acts, and how each viewer counts them.
#[derive(Default)]
pub struct State {
    pub version: u64,
    pub played: Played,
    pub steps: AllSteps,
}

impl State {
    /// Makes it ready; from the store if need be.
    pub async fn open(&mut self, id: &str, hosted: &Hosted, store: &Store) -> Result<(), Problem> {
        match &self.played {
            Played::Open(_) => {}
            Played::Folded(record, trail) => {
                let played = hosted.game.load_record(record).map_err(not_loaded)?;
                self.played = Played::Open(Play::known(played, trail.clone()));
            }
            Played::Away => {
                let found = store.played(id).await?;
                let (opening, acts) = found.ok_or_else(Problem::no_match)?;
                let play = replay(hosted, &opening, &acts)?;
                if hosted.hides() {
                    self.steps = AllSteps::count(play.get(), hosted.seats());
                }
                self.played = Played::Open(play);
                self.version = acts.len() as u64;
            }
        }
        Ok(())
    }

    /// Folds it up.
    pub fn fold(&mut self) {
        if let Played::Open(play) = &self.played {
            self.played = Played::Folded(play.get().record(), play.trail().to_vec());
        }
    }

    /// Forgets what the store does not have: it is read anew when it is needed.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// A match from its opening and those of its acts that were not taken back. The opening itself may have moves that were.
fn replay(hosted: &Hosted, opening: &str, acts: &[Act]) -> Result<Play, Problem> {
    let mut play = Play::new(hosted.game.load_record(opening).map_err(not_loaded)?);
    let mut in_force: Vec<(usize, &Act)> = Vec::new();
    for (n, act) in (1..).zip(acts) {
        let last = in_force.last().map(|(_, last)| &last.deed);
        match act.deed {
            // What was taken back had drawn nothing, so the dice are the same without it.
            Deed::Undo if last.is_some_and(|last| *last != Deed::Undo) => drop(in_force.pop()),
            _ => in_force.push((n, act)),
        }
    }
    for (n, act) in in_force {
        play.repeat(act)
            .map_err(|why| Problem::internal(format!("act {n} does not replay: {why}")))?;
    }
    Ok(play)
}

/// A record that does not load.
fn not_loaded(error: LoadError) -> Problem {
    Problem::new(Kind::Unusable, error.to_string())
}
