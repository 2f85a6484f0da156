//! What has been turned up, sorted by what rules ask about it: each of their questions is then one about sets.

use super::battle::Battle;
use super::slots::{SlotId, SlotSet};
use crate::halves::Halves;
use crate::tables::{Piece, Tables};
use crate::units::ShipType;

/// Units that were turned up, by what they are; whether they are still there is another question. It follows from the faces,
/// is kept because it is asked for many times in a round, and is no part of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sight {
    /// The units that were sorted. When others are turned up, as in a battle from a file, this is out of date.
    of: SlotSet,
    pub aircraft: SlotSet,
    /// Naval units and escorts.
    pub warships: SlotSet,
    /// Escorts without aircraft, who may suspect nothing [14.15B].
    pub plain: SlotSet,
    /// Diligent escorts: once one was turned up nobody is surprised any more [14.15B].
    pub diligent: SlotSet,
    /// Can do something against submarines [3.14].
    pub hunters: SlotSet,
    /// Work in every column: for targets [14.16B], in counterattacks [14.2A].
    pub everywhere: [SlotSet; 2],
}

/// Two battles are the same whatever is kept of what follows from them.
impl PartialEq for Sight {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Sight {}

impl Sight {
    /// Sorts in a unit that was not there before.
    #[inline]
    fn sort_in(&mut self, slot: SlotId, piece: &Piece, planes: bool) {
        self.of.insert(slot);
        if piece.kind.is_merchant() && !piece.hunts() && !piece.diligent {
            return; // most are, and belong to none of the sets
        }
        let flies = planes && piece.kind == ShipType::Bb;
        let capable = piece.capable || flies;
        let aircraft = piece.kind.is_aircraft();
        let escort = piece.kind.is_escort();
        let airborne = piece.is_airborne();
        self.aircraft.insert_if(slot, aircraft);
        self.warships
            .insert_if(slot, escort || piece.kind.is_naval());
        self.plain.insert_if(slot, escort && !piece.capable);
        self.diligent.insert_if(slot, piece.diligent);
        self.hunters
            .insert_if(slot, capable || piece.asw > Halves::ZERO);
        let everywhere = airborne || (capable && piece.asw == Halves::ZERO);
        self.everywhere[0].insert_if(slot, airborne);
        self.everywhere[1].insert_if(slot, everywhere);
    }
}

impl Battle {
    /// Some of the units that were turned up, whether they are still there or not.
    #[inline]
    pub(super) fn seen(&self, t: &Tables, which: impl Fn(&Sight) -> SlotSet) -> SlotSet {
        if self.sight.of == self.up {
            which(&self.sight)
        } else {
            which(&self.look_anew(t))
        }
    }

    /// A unit lies face up.
    #[inline]
    pub(super) fn see(&mut self, t: &Tables, slot: SlotId) {
        let piece = self.piece(t, slot);
        let first = self.sight.of == self.up && !self.up.has(slot);
        self.up.insert(slot);
        if first {
            self.sight.sort_in(slot, piece, self.site.planes);
        } else {
            self.sight = self.look_anew(t);
        }
    }

    /// Everything that is up.
    #[cold]
    #[inline(never)]
    fn look_anew(&self, t: &Tables) -> Sight {
        let mut sight = Sight::default();
        for slot in self.up.iter() {
            sight.sort_in(slot, self.piece(t, slot), self.site.planes);
        }
        sight
    }
}
