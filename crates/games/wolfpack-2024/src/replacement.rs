//! A boat that takes the place of one lost on the Approach map: page 67.

use crate::boat::{Boat, Loss, Place};
use crate::boats::{BoatType, Letter};
use crate::choice::Choice;
use crate::event::Event;
use crate::position::Position;
use crate::ring::ApproachBox;
use crate::sequence::{Order, Play, Step};
use crate::tables::Pull;

impl Position {
    /// Boats lost on this patrol. A replacement does not count: the boat whose place she took already does.
    pub(crate) fn losses(&self) -> usize {
        let lost =
            |(_, boat): &(Letter, &Boat)| matches!(boat.place, Place::Lost(_)) && !boat.replacement;
        self.originals.iter().flatten().count() + self.fleet().filter(lost).count()
    }
}

impl Play<'_> {
    /// Notes that a lost boat may be replaced: only one lost on the Approach map, only once, and not one that was given
    /// up [67.replacement_boat], [67.one_replacement].
    pub(crate) fn note_vacancy(&mut self, letter: Letter, how: Loss) {
        let open = self
            .p
            .boat(letter)
            .is_some_and(|boat| boat.approach().is_some() && !boat.replacement);
        if open && how != Loss::Resigned && self.p.has_escorts() {
            self.p.vacant.push(letter);
        }
    }

    /// Phase 10: whoever has lost a boat may have another one, while the patrol lasts [67.replacement_boat]; then the
    /// turn ends.
    pub(crate) fn end_turn(&mut self) {
        self.p.agenda.push(Step::CloseTurn);
        let vacant = std::mem::take(&mut self.p.vacant);
        if self.p.turn < self.t.last_turn {
            for letter in vacant {
                self.order(letter, Order::Replace);
            }
        }
    }

    /// Type VII, whole, her crew without skills, on the surface where a card puts her [67.replacement_boat].
    pub(crate) fn replace(&mut self, letter: Letter, choice: Choice) {
        if choice != Choice::Replace {
            return;
        }
        let values = &self.t.scenarios.replacement[self.p.era.index()];
        let name = format!("Replacement {letter}");
        let first = ApproachBox::ALL[0];
        let mut boat = Boat::new(&name, BoatType::VII, first, values.tp, &values.load);
        boat.replacement = true;
        boat.place = Place::Base; // until she has her start box
        self.p.originals[letter.index()] = self.p.boats[letter.index()].replace(boat);
        self.log.push(|| Event::Replaces { boat: letter });
        self.start_boat(letter, false);
    }

    /// A lost replacement costs the patrol the higher of two d10 [69.replacement_lost].
    pub(crate) fn pay_for_replacement(&mut self, letter: Letter) {
        if !self.p.boat(letter).is_some_and(|boat| boat.replacement) {
            return;
        }
        let pulls = [(); 2].map(|()| self.d10(Pull::ReplacementLoss, Some(letter)));
        let vp = i32::from(pulls[0].max(pulls[1]));
        self.p.vp -= vp;
        self.log.push(|| Event::ReplacementLost {
            boat: letter,
            pulls,
            vp,
        });
    }
}
