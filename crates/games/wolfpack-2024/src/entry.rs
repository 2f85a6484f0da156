//! From the Approach map to the Attack map: pages 31 and 32.

use crate::boat::Place;
use crate::boats::Letter;
use crate::choice::Choice;
use crate::depth::Depth;
use crate::event::Event;
use crate::position::Position;
use crate::sequence::{Entering, Held, Order, Play};
use crate::space::Facing;
use crate::tables::{Pull, Tables};

impl Position {
    /// What a boat that enters is asked [31.entry_spaces], [31.entry_depth].
    pub(crate) fn list_entry(
        &self,
        t: &Tables,
        letter: Letter,
        entering: Entering,
        out: &mut Vec<Choice>,
    ) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        match entering {
            Entering::Space => {
                let Some(at) = boat.approach() else { return };
                out.extend(
                    t.approach
                        .entry(at, boat.is_surfaced())
                        .iter()
                        .map(|space| Choice::At(*space)),
                );
                if self.is_hunted() && boat.is_surfaced() {
                    out.push(Choice::Scuttle);
                }
            }
            Entering::Facing(_) => out.extend(Facing::ALL.map(Choice::Face)),
            Entering::Depth(..) => {
                out.push(Choice::Depth(boat.depth));
                out.extend(boat.depths_on(t, true).map(Choice::Depth)); // the normal rate (R5)
            }
        }
    }
}

impl Play<'_> {
    /// Does a boat enter the Attack map this turn [31.entry_d10], [32.contact_bars_entry], (R92)?
    pub(crate) fn check_entry(&mut self, letter: Letter) {
        let turn = self.p.turn;
        let leaves = self.p.may_disengage(letter);
        let Some(boat) = self.p.boat(letter) else {
            return;
        };
        let kept = boat.blowing || !boat.engines_go(turn) || boat.must_disengage() && leaves;
        if boat.approach().is_none() || kept || self.p.is_held(letter) {
            return; // so that no escort is left behind on the Approach map (R82)
        }
        let faces = self.t.movement.transition(turn);
        match faces.count() {
            0 => {}
            10 => self.settle_entry(letter, 10), // [32.entry_from_turn_11]
            _ => {
                let d10 = self.d10(Pull::ApproachToAttack, Some(letter));
                self.hold(letter, Held::Entry(d10));
            }
        }
    }

    pub(crate) fn settle_entry(&mut self, letter: Letter, d10: u8) {
        let enters = self.t.movement.transition(self.p.turn).has(d10);
        self.log.push(|| Event::EntryCheck {
            boat: letter,
            d10,
            enters,
        });
        if !enters {
            return;
        }
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.silent = false; // (R92)
            boat.moved = true; // [31.entry_is_whole_move]
        }
        self.p.orders[letter.index()].plan([Order::StartMove, Order::Enter(Entering::Space)]);
    }

    pub(crate) fn enter(&mut self, letter: Letter, entering: Entering, choice: Choice) {
        let surface = self
            .p
            .boat(letter)
            .map_or(Depth::SURFACE, |boat| boat.depth);
        match (entering, choice) {
            (Entering::Space, Choice::At(space)) => {
                self.order(letter, Order::Enter(Entering::Facing(space)))
            }
            (Entering::Facing(space), Choice::Face(facing)) => {
                self.order(letter, Order::Enter(Entering::Depth(space, facing)));
            }
            (Entering::Depth(space, facing), Choice::Depth(depth)) => {
                let lost = self.t.depth.tdc_lost;
                if let Some(boat) = self.p.boat_mut(letter) {
                    boat.place = Place::Attack(space, facing);
                    if depth != surface {
                        boat.go_to(depth, lost);
                    }
                }
                self.p.engaged = true;
                self.log.push(|| Event::Enters {
                    boat: letter,
                    space,
                    facing,
                    depth,
                });
            }
            _ => self.scuttle(letter),
        }
    }
}
