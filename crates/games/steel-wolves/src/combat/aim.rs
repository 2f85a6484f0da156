//! TDC markers and attack points [14.14], [14.15].

use super::attack;
use super::battle::{Battle, Hand, Stage};
use super::fighter::Weapon;
use super::reveal::Found;
use super::slots::{SlotId, SlotSet};
use super::{CombatEvent, Fight};
use crate::displays::Display;
use crate::event::Event;
use crate::tables::Tables;
use crate::units::Navy;

impl Battle {
    /// Units that may still get a TDC marker: in reach, face down or a ship [14.14].
    pub(super) fn aimable(&self, t: &Tables, hand: Hand) -> SlotSet {
        self.eligible(t, hand) & !self.aimed
    }

    /// Points that a boat shares out [14.15].
    pub fn attack_value(&self, t: &Tables, hand: Hand) -> u8 {
        let fighter = self.fighter(hand);
        let straggle = if self.is_loner() { 0 } else { self.straggle };
        let mut value = attack::value(t, fighter.attack, straggle, self.site.weather);
        if fighter.event == Some(CombatEvent::OutOfStation) && self.display.is_convoy() {
            value += 1;
        }
        if fighter.sparing == Some(true) {
            value = (value - 1).max(1); // [30.81]
        }
        value.max(0) as u8
    }

    /// A TDC marker as it counts now.
    pub fn tdc(&self, hand: Hand, slot: SlotId) -> i8 {
        self.approach(hand).tdc(self.slots[slot.index()].tdc)
    }

    /// What changes the TDC markers of a boat.
    pub(super) fn approach(&self, hand: Hand) -> Approach {
        Approach {
            again: self.round > 1,
            lights: self.site.lights(),
            event: self.fighter(hand).event.map_or(0, CombatEvent::tdc),
        }
    }

    /// Units with points on them.
    pub(super) fn targets(&self) -> SlotSet {
        self.aimed.only(|slot| self.slots[slot.index()].points > 0)
    }

    /// Whether an escort that is shot at suspects nothing: no aircraft over the display, no diligent escort turned up, though it
    /// may be sunk by now [14.15B].
    pub fn surprises(&self, t: &Tables, hand: Hand) -> bool {
        let fighter = self.fighter(hand);
        let aircraft = self.seen(t, |sight| sight.aircraft) & !self.gone;
        let alarming = aircraft | self.seen(t, |sight| sight.diligent);
        let calm = attack::Calm {
            spotted: fighter.spotted,
            pack_mate_attacked: self.warned,
            event: fighter.event,
            display: self.display,
            alarm: !alarming.is_empty(),
        };
        calm.holds()
    }

    /// Revealed units that are, or while targets are being chosen may become, the one escort of [14.15B].
    pub(crate) fn unwary(&self, t: &Tables, hand: Hand) -> SlotSet {
        let escorts = self
            .unwary
            .map_or_else(|| self.plain_escorts(t), SlotSet::one)
            & self.up;
        if !escorts.is_empty() && self.surprises(t, hand) {
            escorts
        } else {
            SlotSet::NONE
        }
    }

    /// Revealed escorts that could be surprised. A damaged one defends nobody [18.5]: there is nothing to surprise.
    fn plain_escorts(&self, t: &Tables) -> SlotSet {
        self.seen(t, |sight| sight.plain) & !self.damaged
    }
}

/// What changes the TDC markers of a boat in a round.
#[derive(Clone, Copy)]
pub(super) struct Approach {
    again: bool,
    lights: i8,
    event: i8,
}

impl Approach {
    /// A marker as it counts: one better in a re-attack, changed by events and lights [14.4], [19.2], [30.25].
    pub(super) fn tdc(self, printed: i8) -> i8 {
        let value = if self.again {
            attack::tdc_again(printed)
        } else {
            printed
        };
        ((value - self.lights).max(-4) + self.event).clamp(-4, 4)
    }
}

impl Fight<'_> {
    /// The reveal is over: guns or torpedoes.
    pub(super) fn revealed(&mut self, hand: Hand) {
        if self.b.is_loner() {
            self.begin_hunt(hand);
        } else if self.b.gun_targets(self.t, hand).is_empty() {
            self.choose_torpedoes(hand);
        } else {
            self.b.stage = Stage::Arming(hand);
        }
    }

    pub(super) fn choose_torpedoes(&mut self, hand: Hand) {
        let fighter = self.b.fighter_mut(hand);
        fighter.weapon = Weapon::Torpedoes;
        if fighter.navy == Navy::Italian && fighter.sparing.is_none() {
            self.b.stage = Stage::Sparing(hand);
        } else {
            self.begin_aiming(hand);
        }
    }

    pub(super) fn choose_fire(&mut self, hand: Hand, sparing: bool) {
        self.b.fighter_mut(hand).sparing = Some(sparing);
        if self.b.is_loner() {
            self.begin_hunt(hand)
        } else {
            self.begin_aiming(hand)
        }
    }

    fn begin_aiming(&mut self, hand: Hand) {
        let fighter = self.b.fighter(hand);
        let markers = if fighter.empty {
            0
        } else {
            fighter.tactical.max(0) as u8
        };
        let left = markers.min(self.b.aimable(self.t, hand).len() as u8);
        if left == 0 {
            self.no_shot(hand)
        } else {
            self.b.stage = Stage::Aiming(hand, left)
        }
    }

    pub(super) fn aim(&mut self, hand: Hand, slot: SlotId, left: u8) {
        self.b.aimed.insert(slot);
        if left > 1 {
            self.b.stage = Stage::Aiming(hand, left - 1);
            return;
        }
        self.turn_up_markers(hand);
        let value = self.b.attack_value(self.t, hand);
        if value == 0 || !self.can_hit(hand, value) {
            self.no_shot(hand);
        } else {
            self.b.stage = Stage::Allotting(hand, value, None);
        }
    }

    /// TDC markers come out of their cup as they are turned up; nobody has seen them before.
    pub(super) fn turn_up_markers(&mut self, hand: Hand) {
        let boat = self.b.fighter(hand).boat;
        for slot in self.b.aimed.iter() {
            let drawn = self.chance.weighted(&self.b.tdc_cup);
            self.b.tdc_cup[drawn] -= 1;
            let value = drawn as i8 - 4;
            self.b.slots[slot.index()].tdc = value;
            self.log.push(|| Event::Aimed { boat, slot, value });
        }
    }

    /// Markers go back to their cup [24.23].
    pub(super) fn return_markers(&mut self) {
        for slot in self.b.aimed.iter() {
            let place = &mut self.b.slots[slot.index()];
            self.b.tdc_cup[(place.tdc + 4) as usize] += 1;
            place.tdc = 0;
            place.points = 0;
        }
        self.b.aimed = SlotSet::NONE;
        self.b.unwary = None;
    }

    /// A marker without a target goes back at once [14.15A].
    pub(super) fn drop_marker(&mut self, slot: SlotId) -> u8 {
        let place = &mut self.b.slots[slot.index()];
        self.b.tdc_cup[(place.tdc + 4) as usize] += 1;
        place.tdc = 0;
        self.b.aimed.remove(slot);
        std::mem::take(&mut place.points)
    }

    /// Whether any unit with a marker could be hit with all points on it (R28); face-down units count defence 1 [14.17].
    pub(super) fn can_hit(&self, hand: Hand, value: u8) -> bool {
        let salvo = self.b.salvo(self.t, hand);
        let mut aimed = self.b.aimed.iter();
        aimed.any(|slot| salvo.need(slot, value) >= 0)
    }

    /// Nothing can be hit: no attack, and in the first round no counterattack either [14.17].
    pub(super) fn no_shot(&mut self, hand: Hand) {
        let boat = self.b.fighter(hand).boat;
        self.log.push(|| Event::NoShot { boat });
        if self.b.round == 1 {
            self.end_turn(hand)
        } else {
            self.finish_turn(hand)
        }
    }

    pub(super) fn allot(&mut self, hand: Hand, slot: SlotId, points: u8, left: u8) {
        self.b.slots[slot.index()].points = points;
        let left = left.saturating_sub(points);
        if left == 0 || self.b.aimed.above(slot).is_empty() {
            self.allotted(hand);
        } else {
            self.b.stage = Stage::Allotting(hand, left, Some(slot));
        }
    }

    /// All points are on their targets. A boat that holds its fire is hunted all the same (R60).
    pub(super) fn allotted(&mut self, hand: Hand) {
        let targets = self.b.targets();
        if targets.is_empty() {
            return self.finish_turn(hand);
        }
        let asw = |slot: &SlotId| self.b.piece(self.t, *slot).asw;
        let escorts = targets & self.b.plain_escorts(self.t);
        self.b.unwary = escorts.iter().max_by_key(asw);
        self.turn_up_targets(hand);
    }

    /// Targets that are still face down are turned up; what is no ship loses its marker and its points [14.15A]. Ships out of
    /// station add a point to them [19.2].
    fn turn_up_targets(&mut self, hand: Hand) {
        let mut freed = 0;
        while let Some(slot) = (self.b.targets() & !self.b.up).first() {
            let value = self.b.attack_value(self.t, hand);
            let before = *self.b.fighter(hand);
            let found = self.turn_up(hand, slot);
            let fighter = self.b.fighter(hand);
            let stopped = matches!(fighter.event, Some(CombatEvent::HeldDown));
            if !fighter.fights() || fighter.is_beaten_off(&before) {
                return self.break_off(hand);
            }
            if stopped {
                return self.end_turn(hand);
            }
            if found == Found::Other {
                let more = self.b.attack_value(self.t, hand).saturating_sub(value);
                freed += self.drop_marker(slot) + more;
            } else {
                self.take_unwary(slot);
            }
        }
        if freed > 0 && !self.b.aimed.is_empty() {
            self.b.stage = Stage::Freed(hand, freed);
        } else {
            self.open_fire(hand);
        }
    }

    /// A target may be the one escort that suspects nothing, if no other is [14.15B].
    fn take_unwary(&mut self, slot: SlotId) {
        if self.b.plain_escorts(self.t).has(slot) {
            self.b.unwary.get_or_insert(slot);
        }
    }

    pub(super) fn allot_freed(&mut self, hand: Hand, slot: SlotId, points: u8, left: u8) {
        self.b.slots[slot.index()].points += points;
        if self.b.up.has(slot) {
            self.take_unwary(slot);
        }
        let left = left.saturating_sub(points);
        if !self.b.up.has(slot) || left == 0 {
            // What is still free after a new target is turned up stays with it: one decision at a time.
            self.b.slots[slot.index()].points += left;
            self.turn_up_targets(hand);
        } else {
            self.b.stage = Stage::Freed(hand, left);
        }
    }
}

/// Whether the Loner display is fought on: no surprise there [28.24].
pub(super) fn is_loner(display: Display) -> bool {
    display == Display::Loner
}
