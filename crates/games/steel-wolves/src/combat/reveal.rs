//! Reveal: units are turned up one at a time, and some of them act at once [14.12], [28.11].

use super::battle::{Battle, Hand, Stage};
use super::slots::{SlotId, SlotSet};
use super::{CombatEvent, Fight};
use crate::activity::Cover;
use crate::cups::Cup;
use crate::displays::{Display, Lane, Lanes};
use crate::event::Event;
use crate::harm::Hazard;
use crate::tables::{Role, Tables};
use crate::units::{Counter, Ensign};
use arrayvec::ArrayVec;

/// Whether an aircraft stays: under heavy cover always, under light cover on a die of 0 to 4 [14.12]; ship-borne ones
/// always [28.11]; over coastal traffic under light cover without a die [13.23].
pub fn stays(cover: Cover, display: Display, coastal: bool, die: impl FnOnce() -> u8) -> bool {
    match cover {
        _ if display == Display::Force => true,
        Cover::Heavy => true,
        Cover::Light => coastal || die() <= 4,
        Cover::None => false,
    }
}

/// How many outer and center units of a task force a boat may turn up at most, from the center: at least one outer for
/// two of the center [28.11].
pub fn reveal_quota(tactical: u8) -> [u8; 2] {
    let outer = (0..=tactical)
        .find(|outer| *outer >= (tactical - outer).div_ceil(2))
        .unwrap_or(tactical);
    [outer, tactical - outer]
}

/// From an outer column the first unit is an outer one, the next of the center, and so on [28.11].
pub const fn outer_is_next(seen: u8) -> bool {
    seen.is_multiple_of(2)
}

/// In a re-attack White Ensigns are turned up as long as there are any [14.4].
pub const fn white_is_next(round: u8, white: u32) -> bool {
    round > 1 && white > 0
}

/// What a unit that was turned up turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A ship, a liner in the place of her marker among them.
    Ship,
    /// An aircraft that stays, or has given way to something else; a marker; nothing.
    Other,
}

impl Battle {
    /// Units that a boat may turn up next. In a re-attack White Ensigns come first [14.4].
    pub(super) fn unseen(&self, t: &Tables, hand: Hand, left: u8, seen: [u8; 2]) -> SlotSet {
        let hidden = self.reach(t, hand) & !self.up;
        match self.display {
            Display::Force => self.unseen_of_force(hand, hidden, left, seen),
            Display::Loner => hidden,
            Display::Small | Display::Large => {
                let white = hidden & self.white;
                if self.round > 1 && white_is_next(self.round, white.len()) {
                    white
                } else {
                    hidden
                }
            }
        }
    }

    /// From an outer column outer and center in turn, from the center one outer for two [28.11]; when one kind is used
    /// up the other goes on.
    fn unseen_of_force(&self, hand: Hand, hidden: SlotSet, left: u8, seen: [u8; 2]) -> SlotSet {
        let outer = hidden & self.within(Lanes::NONE.with(Lane::OuterLeft).with(Lane::OuterRight));
        let center = hidden & !outer;
        if outer.is_empty() || center.is_empty() {
            return hidden;
        }
        let in_center = self.fighter(hand).lane == Some(Lane::Center);
        if !in_center {
            return if outer_is_next(seen[0] + seen[1]) {
                outer
            } else {
                center
            };
        }
        let best = u32::from(seen[0]) + outer.len().min(u32::from(left - 1));
        if best >= u32::from(seen[1] + 1).div_ceil(2) {
            hidden
        } else {
            outer
        }
    }

    fn is_outer(&self, slot: SlotId) -> bool {
        self.slots[slot.index()].lane.is_some_and(Lane::is_outer)
    }

    /// Units worth a torpedo: all but revealed aircraft [19.22].
    pub(super) fn eligible(&self, t: &Tables, hand: Hand) -> SlotSet {
        self.reach(t, hand) & !self.seen(t, |sight| sight.aircraft)
    }
}

impl Fight<'_> {
    /// A boat's own attack begins [24.23].
    pub(super) fn begin_turn(&mut self, hand: Hand) {
        let left = self.b.fighter(hand).tactical.max(0) as u8;
        if self.b.is_loner() && self.b.round > 1 {
            self.meet_again(hand);
        } else {
            self.continue_reveal(hand, left, [0, 0]);
        }
    }

    pub(super) fn continue_reveal(&mut self, hand: Hand, left: u8, seen: [u8; 2]) {
        let limited = !self.b.is_loner(); // any number of loners [28.22]
        if (limited && left == 0) || self.b.unseen(self.t, hand, left.max(1), seen).is_empty() {
            self.revealed(hand);
        } else {
            self.b.stage = Stage::Revealing(hand, left, seen);
        }
    }

    pub(super) fn reveal(&mut self, hand: Hand, slot: SlotId, left: u8, mut seen: [u8; 2]) {
        seen[usize::from(!self.b.is_outer(slot))] += 1;
        let damage = self.b.fighter(hand).damage;
        self.turn_up(hand, slot);
        let fighter = self.b.fighter(hand);
        if !fighter.fights() || fighter.rtb {
            return self.break_off(hand);
        }
        if fighter.event == Some(CombatEvent::HeldDown) {
            return self.end_turn(hand);
        }
        let left = left.saturating_sub(1);
        let by_escort = fighter.damage > damage && self.b.piece(self.t, slot).diligent;
        if by_escort && self.b.round == 1 {
            self.b.stage = Stage::Harmed(hand, left, seen);
        } else {
            self.continue_reveal(hand, left, seen);
        }
    }

    /// Turns a unit up and lets it act. Returns what lies there now.
    pub(super) fn turn_up(&mut self, hand: Hand, slot: SlotId) -> Found {
        self.log.reveal();
        let face = self.b.face(slot);
        let piece = self.t.ships.piece(face);
        if !matches!(piece.role, Role::Unit(_)) || piece.kind.is_aircraft() {
            return self.turn_up_other(hand, slot);
        }
        self.b.see(self.t, slot);
        self.log.push(|| Event::TurnedUp { slot, piece: face });
        self.ship_turned_up(hand, slot);
        Found::Ship
    }

    /// The same for markers and aircraft, which may have something else come in their place.
    #[inline(never)] // seldom
    fn turn_up_other(&mut self, hand: Hand, slot: SlotId) -> Found {
        let mut removed: ArrayVec<Counter, 8> = ArrayVec::new();
        let cup = self.b.slots[slot.index()].cup;
        let found = loop {
            let face = self.b.face(slot);
            self.b.see(self.t, slot);
            self.log.push(|| Event::TurnedUp { slot, piece: face });
            let piece = self.t.ships.piece(face);
            match piece.role {
                Role::CombatEvent => {
                    self.combat_event(hand, slot, face, cup);
                    break Found::Other;
                }
                Role::DrawLiner => {
                    removed.push(face);
                    self.replace(slot, Cup::Liner);
                    if self.b.gone.has(slot) {
                        break Found::Other;
                    }
                }
                Role::Unit(_) if piece.kind.is_aircraft() => {
                    if self.aircraft_stays(hand) {
                        break Found::Other;
                    }
                    // It goes back, and something else comes in its place; in a storm nothing does [7.41].
                    let storm = self
                        .t
                        .weather
                        .effect(self.b.site.weather)
                        .is_some_and(|effect| effect.aircraft_leave);
                    if storm || removed.try_push(face).is_err() {
                        self.cups.put(cup, face);
                        self.vacate(slot);
                        break Found::Other;
                    }
                    self.replace(slot, cup);
                    if self.b.gone.has(slot) {
                        break Found::Other;
                    }
                }
                Role::Unit(_) => {
                    self.ship_turned_up(hand, slot);
                    // A liner takes the place of her marker; what comes for an aircraft was not aimed at [14.15A].
                    let aircraft = |face: &Counter| self.t.ships.piece(*face).kind.is_aircraft();
                    break if removed.iter().any(aircraft) {
                        Found::Other
                    } else {
                        Found::Ship
                    };
                }
            }
        };
        // They go back last, so that they cannot be drawn again for the same place.
        for face in removed {
            let home = if self.t.ships.piece(face).role == Role::DrawLiner {
                Cup::Loner
            } else {
                cup
            };
            self.cups.put(home, face);
        }
        found
    }

    /// Under the cover of the area, whatever cup it came from; in a coastal raid always (R31).
    fn aircraft_stays(&mut self, hand: Hand) -> bool {
        let site = self.b.site;
        if self
            .t
            .weather
            .effect(site.weather)
            .is_some_and(|effect| effect.aircraft_leave)
        {
            return false;
        }
        let mut thrown = None;
        let chance = &mut *self.chance;
        let stays = stays(self.b.cover, self.b.display, site.coastal, || {
            *thrown.insert(chance.chit())
        });
        if let Some(die) = thrown {
            let boat = self.b.fighter(hand).boat;
            self.log.push(|| Event::AirCover { boat, die, stays });
        }
        stays
    }

    /// Another piece in the same place, revealed whatever its flag.
    fn replace(&mut self, slot: SlotId, cup: Cup) {
        match self.cups.draw(cup, self.chance) {
            Some(face) => {
                self.b.faces.0[slot.index()] = face;
                self.b.slots[slot.index()].cup = cup;
                self.b.white.remove(slot);
                if self.t.ships.piece(face).ensign == Ensign::White {
                    self.b.white.insert(slot);
                }
                self.log.push(|| Event::Replaced {
                    slot,
                    piece: Some(face),
                });
            }
            None => self.vacate(slot),
        }
    }

    /// Nothing lies here any more.
    fn vacate(&mut self, slot: SlotId) {
        self.b.gone.insert(slot);
        self.b.empty.insert(slot);
        self.log.push(|| Event::Replaced { slot, piece: None });
    }

    fn ship_turned_up(&mut self, hand: Hand, slot: SlotId) {
        let piece = self.b.piece(self.t, slot);
        if piece.lame {
            self.b.damaged.insert(slot); // [WE1.9]
        }
        if crate::intelligence::threatens_aircraft(self.b.site.period, piece.kind) {
            self.carrier_turned_up();
        }
        if piece.diligent {
            self.diligent_escort(hand);
        }
    }

    /// From the third period on each Axis aircraft here is lost on a 0, once for each ship [7.55] (R38).
    fn carrier_turned_up(&mut self) {
        for _ in self.b.aircraft_lost..self.b.site.aircraft {
            let die = self.chance.chit();
            let lost = crate::intelligence::aircraft_lost(die);
            self.b.aircraft_lost += u8::from(lost);
            self.log.push(|| Event::AircraftAtRisk { die, lost });
        }
    }

    /// It attacks at once; in a pack a boat drawn at random among those on the display [24.21].
    fn diligent_escort(&mut self, hand: Hand) {
        let placed: ArrayVec<Hand, 16> = self
            .b
            .hands()
            .filter(|hand| self.b.fighter(*hand).is_placed())
            .collect();
        let victim = match placed.len() {
            0 | 1 => hand,
            many => placed[self.chance.below(many as u32) as usize],
        };
        let green = self.b.fighter(victim).green;
        self.hazard_with_dive(victim, Hazard::DiligentEscort, green);
        let fighter = self.b.fighter(victim);
        if victim != hand && fighter.fights() && fighter.rtb {
            self.leave(victim);
        }
    }

    /// One event for a boat in a round; further markers go back [19.21]. It concerns only the boat that drew it [24.22]
    /// (R66).
    fn combat_event(&mut self, hand: Hand, slot: SlotId, face: Counter, cup: Cup) {
        self.b.gone.insert(slot);
        self.b.empty.insert(slot);
        if std::mem::replace(&mut self.b.fighter_mut(hand).drew_event, true) {
            self.cups.put(cup, face);
            return;
        }
        if self.b.aside.try_push((face, cup)).is_err() {
            self.cups.put(cup, face);
        }
        let die = self.chance.chit();
        let event = self.t.combat_events.of(die);
        let applies = event.needs_no_target() || !self.b.eligible(self.t, hand).is_empty();
        let boat = self.b.fighter(hand).boat;
        self.log.push(|| Event::Drawn {
            boat,
            event,
            die,
            applies,
        });
        if !applies {
            return;
        }
        self.b.fighter_mut(hand).event = Some(event);
        match event {
            CombatEvent::PatrolAircraft => {
                let green = self.b.fighter(hand).green;
                self.hazard_with_dive(hand, Hazard::Aircraft, green);
            }
            CombatEvent::HeldDown => self.spot(hand),
            CombatEvent::CounterattackFirst => self.counterattack(hand),
            _ => {} // they change what comes later in the round
        }
    }
}
