//! Clean-up: pieces and markers go back to their cups, named ships may not [14.8], [14.81].

use super::Fight;
use super::battle::Battle;
use super::sight::Sight;
use super::slots::{MOST, SlotId, SlotSet};
use crate::cups::{Cup, Cups};
use crate::displays::Lane;
use crate::tables::{Ring, Tables};
use crate::units::{Counter, Ensign};
use arrayvec::ArrayVec;
use derbyhouse_kernel::Chance;
use serde::{Deserialize, Serialize};

/// Named ships that do not go back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wreckage {
    /// Gone for good.
    pub sunk: ArrayVec<(Counter, Cup), 32>,
    /// Out until the next war period.
    pub damaged: ArrayVec<(Counter, Cup), 32>,
}

impl Battle {
    /// Units of the scenario take the places of drawn pieces somewhere in a column: nobody can tell by her place which is which
    /// (2.6).
    pub(crate) fn put_in(
        &mut self,
        t: &Tables,
        lane: Lane,
        units: &[Counter],
        cups: &mut Cups,
        chance: &mut Chance,
    ) {
        for unit in units {
            // She may be in a cup, or on the display already.
            for cup in Cup::ALL {
                cups.of_mut(cup).retain(|other| other != unit);
            }
            let drawn = self.faces.0.iter().position(|face| face == unit);
            let column = self.lanes[lane.index()];
            if drawn.is_some_and(|place| column.has(SlotId(place as u8))) {
                continue;
            }
            let open = column
                .iter()
                .filter(|slot| !units.contains(&self.face(*slot)));
            let open: ArrayVec<SlotId, MOST> = open.collect();
            if open.is_empty() {
                continue;
            }
            let place = open[chance.below(open.len() as u32) as usize].index();
            let other = std::mem::replace(&mut self.faces.0[place], *unit);
            match drawn {
                // She was drawn for the column opposite: the two change places.
                Some(drawn) => self.faces.0[drawn] = other,
                None => cups.put(self.slots[place].cup, other),
            }
            for place in [Some(place), drawn].into_iter().flatten() {
                let slot = SlotId(place as u8);
                let white = t.ships.piece(self.face(slot)).ensign == Ensign::White;
                self.white.remove(slot);
                self.white.insert_if(slot, white);
            }
        }
    }

    fn is_sunk(&self, piece: Counter) -> bool {
        self.sinkings.iter().any(|sinking| sinking.piece == piece)
    }

    /// The piece in a place, if it goes back to its cup. Unnamed pieces do even when sunk [18.5]; named ones that were sunk or
    /// damaged are put out [14.81].
    fn take_off(&mut self, t: &Tables, place: usize) -> Option<(Counter, Cup)> {
        let id = SlotId(place as u8);
        if self.empty.has(id) {
            return None;
        }
        let (face, cup) = (self.face(id), self.slots[place].cup);
        let hit = self.gone.has(id) || self.damaged.has(id);
        let piece = t.ships.piece(face);
        if hit && piece.named {
            if self.is_sunk(face) {
                self.wreckage.sunk.push((face, cup));
                return None;
            }
            // A ship that came damaged is no worse for it.
            if self.damaged.has(id) && !piece.lame {
                self.wreckage.damaged.push((face, cup));
                return None;
            }
        }
        Some((face, cup))
    }

    /// Nothing lies on the display.
    fn wipe(&mut self) {
        self.slots.clear();
        self.faces.0.clear();
        self.lanes = [SlotSet::NONE; 8];
        for set in [
            &mut self.up,
            &mut self.white,
            &mut self.damaged,
            &mut self.gone,
            &mut self.empty,
            &mut self.armed,
            &mut self.attacked,
            &mut self.tried,
            &mut self.hits,
        ] {
            *set = SlotSet::NONE;
        }
        self.sight = Sight::default();
    }
}

impl Fight<'_> {
    /// Takes everything off the display.
    fn clear_display(&mut self) {
        for place in 0..self.b.slots.len() {
            if let Some((piece, cup)) = self.b.take_off(self.t, place) {
                self.cups.put(cup, piece);
            }
        }
        self.b.wipe();
    }

    /// The same while the Combat Phase goes on, when a convoy scatters [29.4]: pieces go back only in Clean-up, so that no boat
    /// meets what lay here [14.8].
    pub(super) fn disperse(&mut self) {
        for place in 0..self.b.slots.len() {
            let Some((piece, cup)) = self.b.take_off(self.t, place) else {
                continue;
            };
            if self.b.dispersed.0.try_push((piece, cup)).is_err() {
                self.cups.put(cup, piece);
            }
        }
        self.b.wipe();
    }

    /// Between two nights: ships that are left close up, face down, each pair of columns shuffled; damage is made good,
    /// but named ships that were damaged leave.
    pub fn close_up(&mut self) {
        let mut left: ArrayVec<(Ring, Counter, Cup), MOST> = ArrayVec::new();
        let columns = self.b.columns(self.t);
        for (place, slot) in self.b.slots.iter().enumerate() {
            let id = SlotId(place as u8);
            let face = self.b.face(id);
            let lame = self.b.damaged.has(id) && self.t.ships.piece(face).named;
            let ring = slot
                .lane
                .and_then(|lane| columns.lane(lane))
                .map(|values| values.ring);
            if let Some(ring) = ring.filter(|_| !self.b.gone.has(id) && !lame) {
                left.push((ring, face, slot.cup));
            }
        }
        // What is left stays on the display: to the cups it is as if it were not there.
        for (_, face, _) in &left {
            if let Some(place) = self.b.faces.0.iter().position(|other| other == face) {
                self.b.empty.insert(SlotId(place as u8));
            }
        }
        self.clear_display();
        for ring in [Ring::Outer, Ring::Inner, Ring::Center] {
            let mut group: ArrayVec<(Ring, Counter, Cup), MOST> = left
                .iter()
                .copied()
                .filter(|(other, ..)| *other == ring)
                .collect();
            self.chance.shuffle(&mut group);
            let mut lanes = columns
                .lanes
                .iter()
                .filter(|values| values.ring == ring)
                .map(|values| values.lane);
            let (Some(first), second) = (lanes.next(), lanes.next()) else {
                continue;
            };
            for (number, (_, face, cup)) in group.into_iter().enumerate() {
                let lane = if number % 2 == 0 {
                    first
                } else {
                    second.unwrap_or(first)
                };
                self.b.lay(self.t, Some(lane), cup, face);
            }
        }
        self.b.round = 1;
        self.b.sunk_now = 0;
        self.b.warned = false;
    }

    /// The end of the Combat Phase: everything that can goes back to its cup.
    pub fn conclude(&mut self) -> Wreckage {
        self.clear_display();
        for (piece, cup) in std::mem::take(&mut self.b.aside) {
            self.cups.put(cup, piece);
        }
        for (piece, cup) in self.b.dispersed.0.drain(..) {
            self.cups.put(cup, piece);
        }
        std::mem::take(&mut self.b.wreckage)
    }
}
