//! Taking back: everything as it was, the dice to come included.

use crate::fault::Fault;
use crate::walk::{Walk, bytes};
use derbyhouse_kernel::Seat;
use derbyhouse_kernel::chance::SeedState;
use derbyhouse_kernel::play::Act;
use derbyhouse_scene::Face;

impl<G: Face> Walk<G> {
    /// The dice to come.
    fn state(&self) -> Option<SeedState> {
        self.played.position_file().map(|file| file.chance)
    }

    /// Takes the last choice back, if that may be, and makes it again. Returns how many were taken back.
    pub(crate) fn redo(
        &mut self,
        before: &G::Position,
        seat: Seat,
        choice: &G::Choice,
    ) -> Result<u64, Fault> {
        if self.played.may_undo(seat).is_err() {
            let after = self.played.position().clone();
            let refused = self.played.undo(seat).is_err();
            self.hold(refused, "an undo that may not be was made")?;
            self.hold(
                *self.played.position() == after,
                "a refused undo changed the position",
            )?;
            return Ok(0);
        }
        let (after, dice) = (self.played.position().clone(), self.state());
        self.played
            .undo(seat)
            .map_err(|why| self.fault(format!("an undo that may be is refused: {why}")))?;
        self.hold(
            self.played.position() == before,
            "undo does not give back the position before",
        )?;
        self.hold(self.state() == dice, "undo changes the dice to come")?;
        self.choose(seat, choice)?;
        self.hold(
            *self.played.position() == after,
            "the same choice again leads elsewhere",
        )?;
        self.hold(
            self.state() == dice,
            "the same choice again changes the dice to come",
        )?;
        Ok(1)
    }

    /// Takes back all that can be taken back, and makes it all again. Returns how many choices that were.
    pub(crate) fn unwind(&mut self) -> Result<u64, Fault> {
        let (after, dice) = (bytes::<G>(self.played.position()), self.state());
        let mut back = Vec::new();
        while let Some(last) = self.played.moves().last().cloned() {
            if self.played.undo(last.seat).is_err() {
                break;
            }
            back.push(last);
        }
        let count = back.len() as u64;
        for step in back.into_iter().rev() {
            if let Act::Choice(choice) = &step.act {
                self.choose(step.seat, choice)?;
            }
        }
        self.hold(
            bytes::<G>(self.played.position()) == after && self.state() == dice,
            "choices taken back and made again lead elsewhere",
        )?;
        Ok(count)
    }
}
