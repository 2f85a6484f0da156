//! A random way through a game.

use crate::fault::Fault;
use derbyhouse_kernel::{Chance, Game, Illegal, Match, Seat};
use derbyhouse_scene::Face;
use std::sync::Arc;

/// Far beyond any of our games: one that goes on for longer does not end.
const MOST_STEPS: usize = 1_000_000;

/// A match that random players play, with a note of where it is.
pub(crate) struct Walk<G: Face> {
    pub game: Arc<G>,
    pub played: Match<G>,
    /// The players' dice and the suite's own, apart from the game's.
    pub dice: Chance,
    pub choices: Vec<G::Choice>,
    setup: String,
    seed: u64,
}

/// A position as bytes: what “identical” means in the end.
pub(crate) fn bytes<G: Game>(position: &G::Position) -> Vec<u8> {
    serde_json::to_vec(position).unwrap_or_default()
}

/// A fault for a set-up that does not even start.
fn stillborn(setup: &str, seed: u64, why: &Illegal) -> Fault {
    Fault {
        setup: setup.to_owned(),
        seed,
        step: 0,
        what: format!("the game does not start: {why}"),
    }
}

/// Plays whole games of every set-up until each has had its share of so many looks; a game says how many it took.
pub(crate) fn share_out<G: Face>(
    game: &Arc<G>,
    setups: &[G::Setup],
    looks: u64,
    seed: u64,
    mut play: impl FnMut(Walk<G>) -> Result<u64, Fault>,
) -> Result<(), Fault> {
    let share = looks.div_ceil(setups.len().max(1) as u64);
    let mut seed = seed;
    for setup in setups {
        let mut taken = 0;
        while taken < share {
            taken += play(Walk::new(game, setup, seed)?)?;
            seed = seed.wrapping_add(1);
        }
    }
    Ok(())
}

impl<G: Face> Walk<G> {
    pub fn new(game: &Arc<G>, setup: &G::Setup, seed: u64) -> Result<Self, Fault> {
        let text = serde_json::to_string(setup).unwrap_or_default();
        let played = Match::new(Arc::clone(game), setup.clone(), seed)
            .map_err(|why| stillborn(&text, seed, &why))?;
        Ok(Self {
            game: Arc::clone(game),
            played,
            dice: Chance::seeded(!seed),
            choices: Vec::new(),
            setup: text,
            seed,
        })
    }

    pub fn step(&self) -> usize {
        self.played.moves().len()
    }

    pub fn fault(&self, what: impl Into<String>) -> Fault {
        Fault {
            setup: self.setup.clone(),
            seed: self.seed,
            step: self.step(),
            what: what.into(),
        }
    }

    /// Fails unless something holds.
    pub fn hold(&self, holds: bool, what: &str) -> Result<(), Fault> {
        if holds { Ok(()) } else { Err(self.fault(what)) }
    }

    /// The same, with words that are only put together when they are needed.
    pub fn hold_or(&self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Fault> {
        if holds {
            Ok(())
        } else {
            Err(self.fault(what()))
        }
    }

    /// One time in `n`.
    pub fn sometimes(&mut self, n: u32) -> bool {
        self.dice.below(n) == 0
    }

    /// Who answers next, and what; leaves all choices of that seat in `choices`.
    pub fn pick(&mut self) -> Result<Option<(Seat, G::Choice)>, Fault> {
        let asked = self.game.asked(self.played.position());
        let count = asked.iter().count() as u32;
        if count == 0 {
            return Ok(None);
        }
        self.hold(self.step() < MOST_STEPS, "the game does not end")?;
        let turn = if count == 1 {
            0
        } else {
            self.dice.below(count)
        };
        let Some(seat) = asked.iter().nth(turn as usize) else {
            return Ok(None);
        };
        self.choices.clear();
        self.game
            .choices(self.played.position(), seat, &mut self.choices);
        if self.choices.is_empty() {
            return Err(self.fault(format!("{seat} is asked but has no choice")));
        }
        let index = self.dice.below(self.choices.len() as u32) as usize;
        Ok(Some((seat, self.choices[index].clone())))
    }

    /// Makes a choice that was offered.
    pub fn choose(&mut self, seat: Seat, choice: &G::Choice) -> Result<(), Fault> {
        self.played.choose(seat, choice).map_err(|why| {
            self.fault(format!(
                "“{choice}” was offered to {seat} and refused: {why}"
            ))
        })
    }

    /// A random step; false at the end of the game.
    pub fn advance(&mut self) -> Result<bool, Fault> {
        match self.pick()? {
            Some((seat, choice)) => self.choose(seat, &choice).map(|()| true),
            None => Ok(false),
        }
    }
}
