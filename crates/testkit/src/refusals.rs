//! What was not offered is refused, and nothing changes.

use crate::fault::Fault;
use crate::walk::{Walk, bytes, share_out};
use derbyhouse_kernel::{Chance, Illegal, Log, Seat};
use derbyhouse_scene::Face;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How much was tried, and refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// Positions looked at.
    pub positions: u64,
    /// Choices that were not on offer.
    pub foreign: u64,
    /// Choices of seats that were not asked.
    pub unasked: u64,
    /// Refusals that cite a rule.
    pub cited: u64,
}

/// Choices kept for trying.
const POOL: usize = 600;
/// A position is looked at once in so many steps.
const SELDOM: u32 = 8;

/// Looks at about that many positions, every set-up its share. At each, every choice of a pool collected from other
/// games that is not on offer must be refused, and so must every seat that is not asked.
pub fn refusals<G: Face>(
    game: &Arc<G>,
    setups: &[G::Setup],
    positions: u64,
    seed: u64,
) -> Result<Refused, Fault> {
    refusals_every(SELDOM, game, setups, positions, seed)
}

/// The same with a look once in so many steps: for games of many thousands.
pub fn refusals_every<G: Face>(
    every: u32,
    game: &Arc<G>,
    setups: &[G::Setup],
    positions: u64,
    seed: u64,
) -> Result<Refused, Fault> {
    let pool = pool(game, setups, seed)?;
    let mut refused = Refused::default();
    share_out(game, setups, positions, seed, |walk| {
        let before = refused.positions;
        refuse_through(every, walk, &pool, &mut refused)?;
        Ok(refused.positions - before)
    })?;
    Ok(refused)
}

/// A whole game in which now and then everything wrong is tried.
fn refuse_through<G: Face>(
    every: u32,
    mut walk: Walk<G>,
    pool: &[G::Choice],
    refused: &mut Refused,
) -> Result<(), Fault> {
    loop {
        if walk.sometimes(every) {
            walk.refuses(pool, refused)?;
        }
        if !walk.advance()? {
            break;
        }
    }
    walk.refuses(pool, refused)?;
    walk.refuses_to_resign()
}

/// Choices from all over the games, thinned out evenly.
fn pool<G: Face>(game: &Arc<G>, setups: &[G::Setup], seed: u64) -> Result<Vec<G::Choice>, Fault> {
    let mut all = BTreeSet::new();
    for (index, setup) in setups.iter().enumerate() {
        let mut walk = Walk::new(game, setup, seed.wrapping_sub(1 + index as u64))?;
        while walk.advance()? {
            if walk.sometimes(SELDOM) {
                all.extend(walk.choices.iter().cloned());
            }
        }
    }
    let every = all.len().div_ceil(POOL).max(1);
    Ok(all.into_iter().step_by(every).collect())
}

impl<G: Face> Walk<G> {
    fn refuses(&mut self, pool: &[G::Choice], refused: &mut Refused) -> Result<(), Fault> {
        let asked = self.game.asked(self.played.position());
        let before = bytes::<G>(self.played.position());
        let mut position = self.played.position().clone();
        for seat in Seat::all() {
            self.choices.clear();
            self.game.choices(&position, seat, &mut self.choices);
            let is_asked = asked.contains(seat);
            self.hold(
                is_asked || self.choices.is_empty(),
                "a seat that is not asked has choices",
            )?;
            for choice in pool {
                if self.choices.binary_search(choice).is_ok() {
                    continue;
                }
                let why = self.refuse(&mut position, seat, choice)?;
                refused.cited += u64::from(why.rule.is_some());
                *(if is_asked {
                    &mut refused.foreign
                } else {
                    &mut refused.unasked
                }) += 1;
            }
        }
        self.hold(
            bytes::<G>(&position) == before,
            "refused choices changed the position",
        )?;
        refused.positions += 1;
        Ok(())
    }

    /// Tries a choice that must be refused.
    fn refuse(
        &self,
        position: &mut G::Position,
        seat: Seat,
        choice: &G::Choice,
    ) -> Result<Illegal, Fault> {
        let (mut chance, mut log) = (Chance::seeded(1), Log::on());
        let Err(why) = self
            .game
            .apply(position, seat, choice, &mut chance, &mut log)
        else {
            return Err(self.fault(format!("“{choice}” was not offered to {seat} but accepted")));
        };
        let what = |what: &str| format!("“{choice}” was refused, but {what}");
        self.hold_or(position == self.played.position(), || {
            what("changed the position")
        })?;
        self.hold_or(chance.drawn() == 0, || what("dice were rolled"))?;
        self.hold_or(log.events().is_empty() && !log.revealed(), || {
            what("something was logged")
        })?;
        self.hold_or(!why.why.trim().is_empty(), || what("nobody says why"))?;
        Ok(why)
    }

    /// Nobody gives up a game that is over.
    fn refuses_to_resign(&self) -> Result<(), Fault> {
        for seat in Seat::all() {
            let mut position = self.played.position().clone();
            let resigned = {
                let mut chance = Chance::scripted([]);
                self.game
                    .resign(&mut position, seat, &mut chance, &mut Log::on())
            };
            self.hold(resigned.is_err(), "a game that is over was given up")?;
            self.hold(
                position == *self.played.position(),
                "a refused resignation changed the position",
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn the_toy_refuses_what_it_did_not_offer() {
        let game = Arc::new(Toy::new());
        let refused = refusals(&game, &game.all_setups(), 1000, 7).unwrap();
        assert!(refused.positions >= 1000);
        assert!(
            refused.foreign > 1000 && refused.unasked > 10_000,
            "{refused:?}"
        );
        assert!(refused.cited > 1000, "{refused:?}");
    }
}
