//! The attack round [14.1] begins with placement: which column a boat gets into [14.11], [24.12].

use super::Fight;
use super::battle::{Battle, Hand, Stage};
use super::fighter::Joins;
use super::site::Setting;
use crate::displays::{Display, Lane, Lanes};
use crate::event::Event;
use crate::tables::Tables;

/// A boat's total for the display.
pub fn total(tactical: i8, ace: u8, die: u8) -> i8 {
    tactical + ace as i8 + die as i8
}

impl Battle {
    /// Columns that a boat may take with that total: opened, and with a free box.
    pub(super) fn open_columns(&self, t: &Tables, hand: Hand, total: i8) -> Lanes {
        self.columns(t).opened(total) & self.free_columns(t, hand)
    }

    /// Boats that are still to be placed in this round; late ones only in the re-attack [24.12].
    pub(super) fn to_place(&self) -> Option<Hand> {
        self.hands().find(|hand| {
            let fighter = self.fighter(*hand);
            let time = fighter.joins == Joins::Now || self.round > 1;
            fighter.fights() && fighter.lane.is_none() && !fighter.acted && time
        })
    }
}

impl Fight<'_> {
    /// Begins the battle. A pack of which nobody attacks at once begins with the re-attack (R22).
    pub fn begin(&mut self) {
        if self.b.first_wave().next().is_none() {
            self.b.round = 2;
        }
        self.begin_placement();
    }

    /// Places boats one after the other, then goes on to the attacks.
    pub(super) fn begin_placement(&mut self) {
        let round = self.b.round;
        self.log.push(|| Event::Round { number: round });
        self.place_next();
    }

    fn place_next(&mut self) {
        while let Some(hand) = self.b.to_place() {
            if let Some(lane) = self.fixed_column() {
                self.put(hand, Some(lane));
                continue;
            }
            let fighter = self.b.fighter(hand);
            let (boat, tactical, ace) = (fighter.boat, fighter.tactical, fighter.ace);
            let die = self.chance.chit();
            let total = total(tactical, ace, die);
            self.log.push(|| Event::Approached { boat, die, total });
            if self.b.open_columns(self.t, hand, total).is_empty() {
                self.put(hand, None);
            } else {
                self.b.stage = Stage::Placing(hand, total);
                return;
            }
        }
        self.settle_odd_pieces();
        self.next_boat();
    }

    /// Loners need no placement [28.21]; in port a boat is in the center at once [30.4].
    fn fixed_column(&self) -> Option<Lane> {
        match self.b.display {
            Display::Loner => Some(Lane::Alone),
            Display::Force if self.b.site.setting == Setting::Harbour => Some(Lane::Center),
            _ => None,
        }
    }

    pub(super) fn place(&mut self, hand: Hand, lane: Lane) {
        self.put(hand, Some(lane));
        self.place_next();
    }

    /// A boat without a box waits off the display, and for a single boat there is no interception [14.11], [24.13].
    fn put(&mut self, hand: Hand, lane: Option<Lane>) {
        let fighter = self.b.fighter_mut(hand);
        fighter.lane = lane;
        fighter.acted = lane.is_none();
        let boat = fighter.boat;
        self.log.push(|| Event::Placed { boat, lane });
        if lane.is_none() && !self.b.pack {
            self.leave(hand);
        }
    }

    /// An odd piece goes left on an even die, right on an odd one (R45).
    fn settle_odd_pieces(&mut self) {
        for slot in self.b.odd().iter() {
            let cup = self.b.slots[slot.index()].cup;
            let columns = self.b.columns(self.t);
            let site = self.b.site;
            let contact = self.b.contact;
            let mut lanes = columns
                .lanes
                .iter()
                .filter(|values| site.cup(contact, values.ring) == cup);
            let (Some(left), Some(right)) = (lanes.next(), lanes.next()) else {
                continue;
            };
            let die = self.chance.chit();
            let lane = if die.is_multiple_of(2) {
                left.lane
            } else {
                right.lane
            };
            self.b.slots[slot.index()].lane = Some(lane);
            self.b.lanes[lane.index()].insert(slot);
            self.log.push(|| Event::OddPiece { lane, die });
        }
    }
}
