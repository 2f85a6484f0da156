//! Clean-up: pieces and markers go back to their cups, named ships may not [14.8], [14.81].

use super::Fight;
use super::battle::Battle;
use super::slots::{SlotId, SlotSet};
use crate::units::Counter;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Named ships that do not go back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wreckage {
    /// Gone for good.
    pub sunk: ArrayVec<Counter, 16>,
    /// Out until the next war period.
    pub damaged: ArrayVec<Counter, 16>,
}

impl Battle {
    fn is_sunk(&self, piece: Counter) -> bool {
        self.sinkings.iter().any(|sinking| sinking.piece == piece)
    }
}

impl Fight<'_> {
    /// Takes everything off the display. Unnamed pieces return even when sunk [18.5].
    pub(super) fn clear_display(&mut self) {
        for place in 0..self.b.slots.len() {
            let slot = SlotId(place as u8);
            if self.b.empty.has(slot) {
                continue;
            }
            let face = self.b.face(slot);
            if self.t.ships.piece(face).named {
                if self.b.is_sunk(face) {
                    self.b.wreckage.sunk.push(face);
                    continue;
                }
                if self.b.damaged.has(slot) {
                    self.b.wreckage.damaged.push(face);
                    continue;
                }
            }
            self.cups.put(self.b.slots[place].cup, face);
        }
        self.b.slots.clear();
        self.b.faces.0.clear();
        self.b.lanes = [SlotSet::NONE; 8];
        for set in [
            &mut self.b.up,
            &mut self.b.white,
            &mut self.b.damaged,
            &mut self.b.gone,
            &mut self.b.empty,
        ] {
            *set = SlotSet::NONE;
        }
    }

    /// The end of the Combat Phase: everything that can goes back to its cup.
    pub fn conclude(&mut self) -> Wreckage {
        self.clear_display();
        for (piece, cup) in std::mem::take(&mut self.b.aside) {
            self.cups.put(cup, piece);
        }
        std::mem::take(&mut self.b.wreckage)
    }
}
