//! Special contacts [28.0]: ships met alone [28.2]; each is a full target, one counterattack for all.

use super::battle::{Act, Battle, Hand, Stage};
use super::fighter::Fate;
use super::reveal::Found;
use super::slots::{SlotId, SlotSet};
use super::{CombatEvent, Fight};
use crate::event::Event;
use crate::tables::{Piece, Tables};
use crate::units::Navy;
use derbyhouse_kernel::Rule;

/// Ships that are not there for a re-attack: cruisers, armed merchant cruisers and fast liners [14.4], [28.27].
pub fn slips_away(piece: &Piece) -> bool {
    piece.kind.slips_away() || piece.fast
}

impl Battle {
    /// Units that may still be attacked in this round.
    fn prey(&self, t: &Tables, hand: Hand) -> SlotSet {
        if self.fighter(hand).empty {
            return SlotSet::NONE;
        }
        let open = self.eligible(t, hand) & self.aimed & !self.attacked;
        let value = self.attack_value(t, hand);
        let salvo = self.salvo(t, hand);
        open.only(|slot| salvo.need(slot, value) >= 0)
    }

    fn gun_prey(&self, t: &Tables, hand: Hand) -> SlotSet {
        self.gun_targets(t, hand) & !self.attacked
    }

    pub(super) fn list_prey(&self, t: &Tables, hand: Hand, out: &mut impl FnMut(Act)) {
        self.gun_prey(t, hand)
            .iter()
            .for_each(|slot| out(Act::Guns(slot)));
        self.prey(t, hand)
            .iter()
            .for_each(|slot| out(Act::Attack(slot)));
        out(Act::Fire);
    }
}

impl Fight<'_> {
    /// All are turned up, fast ships that are not damaged leave, and the rest is attacked again [28.27], [28.28].
    pub(super) fn meet_again(&mut self, hand: Hand) {
        while let Some(slot) = (self.b.present() & !self.b.up).first() {
            self.turn_up(hand, slot);
            let fighter = self.b.fighter(hand);
            if !fighter.fights() || fighter.rtb {
                return self.break_off(hand);
            }
            if fighter.event == Some(CombatEvent::HeldDown) {
                return self.end_turn(hand);
            }
        }
        for slot in (self.b.present() & !self.b.damaged).iter() {
            if slips_away(self.b.piece(self.t, slot)) {
                self.b.gone.insert(slot);
                self.log.push(|| Event::SlippedAway { slot });
            }
        }
        self.begin_hunt(hand);
    }

    /// Every ship gets a TDC marker [28.23]; then the boat attacks one after the other. All share its column, so the ASW
    /// of all that are revealed counts for each [28.25].
    pub(super) fn begin_hunt(&mut self, hand: Hand) {
        let fighter = *self.b.fighter(hand);
        if fighter.navy == Navy::Italian && fighter.sparing.is_none() {
            self.b.stage = Stage::Sparing(hand);
            return;
        }
        (self.b.attacked, self.b.tried) = (SlotSet::NONE, SlotSet::NONE);
        if !fighter.empty {
            self.b.aimed = self.b.eligible(self.t, hand);
            self.turn_up_markers(hand);
        }
        let hopeless =
            self.b.prey(self.t, hand).is_empty() && self.b.gun_prey(self.t, hand).is_empty();
        if hopeless {
            self.no_shot(hand)
        } else {
            self.b.stage = Stage::Hunting(hand)
        }
    }

    /// A full-strength torpedo attack [28.24]; what lies face down is turned up first.
    pub(super) fn hunt(&mut self, hand: Hand, slot: SlotId) {
        self.b.attacked.insert(slot);
        if !self.b.up.has(slot) {
            let before = *self.b.fighter(hand);
            let found = self.turn_up(hand, slot);
            if self.b.fighter(hand).is_beaten_off(&before) {
                return self.break_off(hand);
            }
            if found == Found::Other {
                self.drop_marker(slot); // what may lie there now was not aimed at [14.15A]
                return self.hunt_on(hand);
            }
            if !self.b.fighter(hand).fights() {
                return self.hunt_on(hand);
            }
        }
        if self.may_try_again(hand, slot) && self.fire_off(hand) {
            let value = self.b.attack_value(self.t, hand);
            self.torpedo_attack(hand, slot, value);
        }
        self.hunt_on(hand);
    }

    pub(super) fn hunt_with_guns(&mut self, hand: Hand, slot: SlotId) {
        // A ship that fired back may still be attacked by torpedo (R23).
        let driven_off = self.may_try_again(hand, slot) && !self.gun_attack(hand, slot);
        if !driven_off {
            self.b.attacked.insert(slot);
        }
        self.hunt_on(hand);
    }

    /// The second re-attack is diced for on each target by itself, once: who has fired guns may go on with torpedoes [14.41]
    /// (R23).
    fn may_try_again(&mut self, hand: Hand, slot: SlotId) -> bool {
        if self.b.round < 3 || self.b.tried.has(slot) {
            return true;
        }
        self.b.tried.insert(slot);
        let die = self.chance.chit();
        let fighter = self.b.fighter_mut(hand);
        let (boat, ace) = (fighter.boat, fighter.ace);
        let success = super::rounds::third_round(ace, die);
        fighter.persisted = Some(success || fighter.persisted == Some(true));
        self.log.push(|| Event::Persisted {
            boat,
            die,
            number: ace as i8,
            success,
            rule: Rule("14.41"),
        });
        success
    }

    fn hunt_on(&mut self, hand: Hand) {
        let fighter = self.b.fighter(hand);
        if fighter.fate != Fate::Fighting {
            return self.break_off(hand);
        }
        if fighter.event == Some(CombatEvent::HeldDown) {
            return self.end_turn(hand); // no counterattack either [19.2]
        }
        // Who is sent home attacks no more, but is hunted all the same [28.26].
        let none = fighter.rtb
            || self.b.prey(self.t, hand).is_empty() && self.b.gun_prey(self.t, hand).is_empty();
        if none {
            self.end_hunt(hand)
        } else {
            self.b.stage = Stage::Hunting(hand)
        }
    }

    /// One counterattack for the round [28.26]; none for a boat that no die has let attack a second time, for she has
    /// withdrawn as from a convoy [14.41].
    pub(super) fn end_hunt(&mut self, hand: Hand) {
        match self.b.fighter(hand).persisted {
            Some(false) => self.break_off(hand),
            _ => self.finish_turn(hand),
        }
    }
}
