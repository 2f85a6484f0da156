//! Rounds: the end of a boat's attack, straggle and scatter, withdrawal and re-attack [14.3], [14.4], [24.25], [29.3].

use super::Fight;
use super::battle::{Battle, Hand, Stage};
use super::engagement::SCATTERED;
use super::fighter::{Fate, Fighter, Joins, Weapon};
use super::loners::slips_away;
use super::site::{MOST_STRAGGLE, Setting};
use super::slots::SlotSet;
use crate::displays::{Contact, Display, Lane, Lanes};
use crate::event::Event;
use crate::tables::{Ring, Tables};
use derbyhouse_kernel::Rule;

/// The level after a round: 9 lowers it, 0 or a die below the hits raises it [29.3] (R21).
pub fn straggled(level: u8, hits: u8, die: u8) -> u8 {
    match die {
        9 => level.saturating_sub(1),
        die if die == 0 || die < hits => (level + 1).min(MOST_STRAGGLE),
        _ => level,
    }
}

/// Whether a convoy scatters after the first round of a pack: a third of a large convoy sunk, loose already, and a 0
/// [29.4].
pub fn scatters(display: Display, pack: bool, units: u32, sunk: u8, level: u8, die: u8) -> bool {
    display == Display::Large
        && pack
        && u32::from(sunk) >= units / 3
        && sunk > 0
        && level > 0
        && die == 0
}

/// A boat of a pack goes on with a die not above tactical rating plus ace [24.25B].
pub fn pack_goes_on(tactical: i8, ace: u8, die: u8) -> bool {
    i16::from(die) <= i16::from(tactical) + i16::from(ace)
}

/// A second re-attack needs an ace and a die not above the rating [14.41].
pub const fn third_round(ace: u8, die: u8) -> bool {
    ace > 0 && die <= ace
}

impl Battle {
    /// Columns for a re-attack: the same, or an adjacent one with a free box [14.4].
    pub(super) fn columns_again(&self, t: &Tables, hand: Hand) -> Lanes {
        let Some(lane) = self.fighter(hand).lane else {
            return Lanes::NONE;
        };
        self.columns(t).reach(lane) & self.free_columns(t, hand)
    }

    /// Units that count for a third of the convoy: all that lay there but what was taken away [29.4].
    fn strength(&self) -> u32 {
        (self.laid_out() & !self.empty).len()
    }

    /// Whether anything is left to attack again: aircraft are not, nor loners that will have slipped away [14.4], [28.28].
    fn has_prey_left(&self, t: &Tables) -> bool {
        let mut left = (self.present() & !self.seen(t, |sight| sight.aircraft)).iter();
        left.any(|slot| {
            let seen_whole = self.up.has(slot) && !self.damaged.has(slot);
            !(self.is_loner() && seen_whole && slips_away(self.piece(t, slot)))
        })
    }

    /// Boats that wait for a place in the next round: late ones, and those without room [24.13].
    pub(crate) fn is_waiting(fighter: &Fighter) -> bool {
        fighter.fights() && fighter.lane.is_none()
    }

    /// Whether a boat that is asked whether she goes on has attacked before: not if she waits for a column, nor if she had come
    /// late when the convoy scattered.
    pub(crate) fn attacks_again(&self, hand: Hand) -> bool {
        let fighter = self.fighter(hand);
        let meets_scattered = self.scattered.is_some() && self.round == 1;
        !Self::is_waiting(fighter) && (!meets_scattered || fighter.pressure.is_some())
    }
}

impl Fight<'_> {
    /// The counterattack, then the end of the boat's own attack.
    pub(super) fn finish_turn(&mut self, hand: Hand) {
        self.counterattack(hand);
        self.end_turn(hand);
    }

    /// A boat's own attack is over [24.23].
    pub(super) fn end_turn(&mut self, hand: Hand) {
        self.clear_for_action(hand);
        let fighter = self.b.fighter_mut(hand);
        fighter.acted = true;
        if fighter.fights() && fighter.rtb {
            self.leave(hand);
        }
        self.next_boat();
    }

    /// A boat is out of the fight before her attack is over.
    pub(super) fn break_off(&mut self, hand: Hand) {
        self.clear_for_action(hand);
        self.leave(hand);
        self.next_boat();
    }

    /// What the attack of a boat leaves behind, however it ended: markers in their cup, warned escorts if one of a pack has
    /// fired (R32), and a boat with troubles on her way home [19.2].
    fn clear_for_action(&mut self, hand: Hand) {
        self.return_markers();
        let fighter = self.b.fighter(hand);
        self.b.warned |= self.b.pack && (fighter.used_torpedoes || fighter.used_guns);
        if self.b.fighter(hand).event == Some(super::CombatEvent::MechanicalTroubles) {
            self.send_home(hand);
        }
    }

    pub(super) fn leave(&mut self, hand: Hand) {
        let fighter = self.b.fighter_mut(hand);
        if fighter.fate == Fate::Fighting {
            fighter.fate = Fate::Withdrawn;
            fighter.lane = None;
            let boat = fighter.boat;
            self.log.push(|| Event::Withdrew { boat });
        }
    }

    /// The next boat of the round, in the player's order.
    pub(super) fn next_boat(&mut self) {
        let mut waiting = self.b.waiting();
        let (first, second) = (waiting.next(), waiting.next());
        drop(waiting);
        match (first, second) {
            (None, _) => self.end_round(),
            (Some(hand), None) => self.begin_turn(hand),
            _ => self.b.stage = Stage::Choosing,
        }
    }

    fn end_round(&mut self) {
        for fighter in &mut self.b.fighters {
            fighter.event = None; // it is of this round [19.21]
        }
        if let Some(hand) = self.b.scattered {
            return self.loners_met(hand);
        }
        let straggles = matches!(self.b.contact, Contact::Convoy | Contact::SpecialConvoy);
        if straggles && self.somebody_left() {
            let die = self.chance.chit();
            let scattered = self.b.round == 1
                && scatters(
                    self.b.display,
                    self.b.pack,
                    self.b.strength(),
                    self.b.sunk_now,
                    self.b.straggle,
                    die,
                );
            let hits = self.b.hits.len() as u8;
            let level = straggled(self.b.straggle, hits, die);
            self.b.straggle = level;
            self.log.push(|| Event::Straggled { die, hits, level });
            if scattered {
                self.log.push(|| Event::Scattered);
                return self.next_loners();
            }
        }
        let forbidden = self.b.display == Display::Force && !self.b.site.reattack; // [28.15]
        if self.b.round >= 3 || forbidden || !self.b.has_prey_left(self.t) {
            return self.finish(); // [14.42], [28.28]
        }
        for fighter in &mut self.b.fighters {
            fighter.acted = false;
        }
        self.decide_next();
    }

    fn somebody_left(&self) -> bool {
        self.b.fighters.iter().any(Fighter::fights)
    }

    /// Asks each boat in turn whether she attacks again; only aces may a second time [14.41]. Columns come after that
    /// [24.25B].
    fn decide_next(&mut self) {
        for hand in self.b.hands() {
            let fighter = *self.b.fighter(hand);
            if !fighter.fights() || fighter.acted {
                continue;
            }
            if self.b.round == 2 && (fighter.ace == 0 || fighter.lane.is_none()) {
                self.leave(hand);
                continue;
            }
            self.b.stage = Stage::Deciding(hand);
            return;
        }
        self.shift_next(0);
    }

    pub(super) fn withdraw(&mut self, hand: Hand) {
        self.leave(hand);
        if self.b.scattered.is_some() {
            self.next_loners();
        } else {
            self.decide_next();
        }
    }

    /// A boat that wants to go on; in a pack, and for a second re-attack, the dice must agree [24.25B], [14.41].
    pub(super) fn persist(&mut self, hand: Hand) {
        if self.b.scattered.is_some() {
            return self.hunt_scattered(hand);
        }
        let fighter = *self.b.fighter(hand);
        let third = self.b.round == 2 && !self.b.is_loner();
        let in_pack = self.b.round == 1 && self.b.pack && !Battle::is_waiting(&fighter);
        if third || in_pack {
            let die = self.chance.chit();
            let success = if third {
                third_round(fighter.ace, die)
            } else {
                pack_goes_on(fighter.tactical, fighter.ace, die)
            };
            self.log.push(|| Event::Persisted {
                boat: fighter.boat,
                die,
                number: fighter.ace as i8 + if third { 0 } else { fighter.tactical },
                success,
                rule: Rule(if third { "14.41" } else { "24.25" }),
            });
            if !success {
                return self.withdraw(hand);
            }
        }
        self.b.fighter_mut(hand).acted = true;
        self.decide_next();
    }

    pub(super) fn shift(&mut self, hand: Hand, lane: Lane) {
        self.b.fighter_mut(hand).lane = Some(lane);
        self.shift_next(hand.0 + 1);
    }

    /// When all have thrown, and who failed has left her box, each boat on the display may change her column; those that
    /// are placed only now may not [24.25C], [24.25D].
    fn shift_next(&mut self, from: u8) {
        let moored = self.b.is_loner() || self.b.site.setting == Setting::Harbour;
        let mut later = self.b.hands().skip(from.into());
        match later.find(|hand| !moored && self.b.fighter(*hand).is_placed()) {
            Some(hand) => self.b.stage = Stage::Shifting(hand),
            None => self.begin_round(),
        }
    }

    /// The next attack round, with whoever is left.
    fn begin_round(&mut self) {
        if !self.somebody_left() {
            return self.finish();
        }
        self.b.round += 1;
        self.b.hits = SlotSet::NONE;
        self.b.sunk_now = 0;
        for fighter in &mut self.b.fighters {
            fighter.fresh_round();
        }
        self.begin_placement();
    }

    /// Loners of a scattered convoy are met as a re-attack: an ace may try for a second one [14.41].
    fn loners_met(&mut self, hand: Hand) {
        let fighter = self.b.fighter(hand);
        let may = fighter.is_placed() && fighter.ace > 0;
        if self.b.round == 2 && may && self.b.has_prey_left(self.t) {
            self.b.stage = Stage::Deciding(hand);
        } else {
            self.next_loners();
        }
    }

    /// After a scatter each boat that is left may meet three ships of the Inner cup by herself [29.4] (R30). No dice are
    /// thrown for it (R63), but it is a re-attack: she may withdraw instead, before she knows what they are [14.3], [14.41].
    fn next_loners(&mut self) {
        if let Some(hand) = self.b.scattered {
            self.leave(hand);
        }
        self.disperse();
        let after = self.b.scattered;
        let next = self
            .b
            .hands()
            .filter(|hand| after.is_none_or(|after| *hand > after));
        let Some(hand) = next.into_iter().find(|hand| self.b.fighter(*hand).fights()) else {
            return self.finish();
        };
        self.b.scattered = Some(hand);
        self.b.display = Display::Loner;
        self.b.round = 1;
        for other in self.b.hands() {
            self.b.fighter_mut(other).lane = (other == hand).then_some(Lane::Alone);
        }
        self.b.fighter_mut(hand).fresh_round(); // it is her own [19.21]
        self.b.stage = Stage::Deciding(hand);
    }

    /// She goes on: the first time against what is drawn now, an ace against what is left of it [29.4], [14.41].
    fn hunt_scattered(&mut self, hand: Hand) {
        if self.b.round == 1 {
            self.draw_loners();
        }
        self.b.round += 1;
        let fighter = self.b.fighter_mut(hand);
        fighter.fresh_round();
        fighter.joins = Joins::Now;
        self.begin_turn(hand);
    }

    fn draw_loners(&mut self) {
        self.log.reveal(); // their flags [2.3B]
        let cup = self.b.site.cup(Contact::Convoy, Ring::Inner);
        for _ in 0..SCATTERED {
            if let Some(piece) = self.cups.draw(cup, self.chance) {
                self.b.lay(self.t, Some(Lane::Alone), cup, piece);
            }
        }
    }

    /// The Combat Phase is over, and the pack with it [24.14].
    fn finish(&mut self) {
        self.b.stage = Stage::Over;
    }
}

impl Fighter {
    /// What does not last longer than a round.
    fn fresh_round(&mut self) {
        self.acted = false;
        self.event = None;
        self.drew_event = false;
        self.doubled = false;
        self.persisted = None;
        self.weapon = Weapon::Open;
    }
}
