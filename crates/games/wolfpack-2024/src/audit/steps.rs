//! What must hold of a step from one position to the next.

use super::Auditor;
use crate::boat::{Boat, Place, TubeState};
use crate::boats::{End, Letter};
use crate::convoy::BoxState;
use crate::event::Event;
use crate::movement::may_change;
use crate::position::Position;
use crate::tables::{ScuttleResult, Tables};
use derbyhouse_scene::Broken;

impl Auditor {
    pub(super) fn step(
        &mut self,
        t: &Tables,
        before: &Position,
        events: &[Event],
        after: &Position,
    ) -> Result<(), Broken> {
        if before.is_in_port() || before.month() != after.month() {
            return Ok(()); // another patrol
        }
        let order = |p: &Position| (p.turn, p.phase);
        self.hold(order(after) >= order(before), || {
            "the turn goes back".into()
        })?; // 19
        self.boxes(before, after)?;
        for (letter, boat) in before.fleet() {
            let Some(now) = after.boat(letter) else {
                return Err(Broken(format!("{letter} is gone")));
            };
            if now.replacement && !boat.replacement {
                let original = after.originals[letter.index()].as_ref();
                self.hold(original == Some(boat), || {
                    format!("the boat that {letter} replaces is forgotten")
                })?;
            } else {
                self.boat_step(letter, (before, boat), (after, now))?;
            }
        }
        self.told(t, before, events, after)
    }

    /// A box that has been looked into is never closed, and a hole stays a hole (2).
    fn boxes(&mut self, before: &Position, after: &Position) -> Result<(), Broken> {
        let sound =
            before
                .convoy
                .boxes()
                .zip(after.convoy.boxes())
                .all(|((_, before), (_, after))| match before {
                    BoxState::Unknown => true,
                    BoxState::Hole(_) => after == before,
                    BoxState::Blank => after == BoxState::Blank,
                    _ => after != BoxState::Unknown,
                });
        self.hold(sound, || "a box was filled twice".into())
    }

    fn boat_step(
        &mut self,
        letter: Letter,
        (before, boat): (&Position, &Boat),
        (after, now): (&Position, &Boat),
    ) -> Result<(), Broken> {
        let lost = matches!(boat.place, Place::Lost(_));
        self.hold(!lost || boat.place == now.place, || {
            format!("{letter} was lost and acts")
        })?; // 25
        let count = |p: &Position, boat: &Boat| {
            let mut count = boat.torpedoes();
            for torpedo in p.torpedoes.iter().filter(|torpedo| torpedo.boat == letter) {
                count[torpedo.kind.index()] += 1;
            }
            [0, 1].map(|kind| count[kind] + p.spent[letter.index()][kind])
        };
        self.hold(count(before, boat) == count(after, now), || {
            format!("{letter} lost count of torpedoes")
        })?; // 10
        for end in End::ALL {
            let begun = boat.tubes_of(end).filter(|tube| {
                let empty = boat.tube(*tube) == TubeState::Empty;
                empty && matches!(now.tube(*tube), TubeState::Loading(..))
            });
            self.hold(begun.count() <= 1, || {
                format!("{letter} loads two tubes of the {end} at once")
            })?; // 11
        }
        Ok(())
    }

    /// What happened accounts for what changed: points (16), depths (26).
    fn told(
        &mut self,
        t: &Tables,
        before: &Position,
        events: &[Event],
        after: &Position,
    ) -> Result<(), Broken> {
        if events.is_empty() || after.is_in_port() {
            return Ok(()); // nobody told, or the patrol is over and counted
        }
        let earned: i32 = events.iter().map(|event| points(t, event)).sum();
        self.hold(after.vp == before.vp + earned, || {
            format!("points went from {} to {}", before.vp, after.vp)
        })?;
        for event in events {
            if let Event::ChangesDepth { boat, from, to } = event {
                let kind = before.boat(*boat).map(|boat| boat.kind);
                let within = kind.is_some_and(|kind| may_change(&t.depth, kind, *from, *to));
                self.hold(within, || format!("{boat} went from {from} to {to}"))?;
            }
        }
        Ok(())
    }
}

/// What an event is worth to the patrol.
fn points(t: &Tables, event: &Event) -> i32 {
    match event {
        Event::ShipHit { vp, .. }
        | Event::FallsBehind { vp, .. }
        | Event::HuntsStraggler { vp, .. } => *vp,
        Event::ReplacementLost { vp, .. } => -vp,
        Event::Scuttles {
            result: ScuttleResult::Captured,
            ..
        } => t.chances.captured_vp,
        _ => 0,
    }
}
