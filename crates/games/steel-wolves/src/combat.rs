//! Combat [14.0]: a lean resolver that asks its questions one by one and needs no heap.
//!
//! The files follow the rulebook: [`engagement`] [13.24], `placement` [14.11], `reveal` [14.12], `aim` [14.14], [14.15],
//! [`attack`] [14.16], [`counterattack`] [14.2], `rounds` [14.3] to [14.42], `cleanup` [14.8], [`gunnery`] [27.1],
//! `loners` [28.2]; what differs in packs [24.2] and against task forces [28.1] stands beside what it differs from.

mod aim;
pub mod asw;
pub mod attack;
mod battle;
mod cleanup;
pub mod counterattack;
pub mod doctrine;
pub mod engagement;
mod events;
mod fighter;
pub mod gunnery;
pub mod loners;
pub mod placement;
mod reveal;
mod rounds;
mod sight;
mod site;
mod slots;
#[cfg(test)]
mod tests;

pub use battle::{Act, Battle, Hand, Sinking, Slot, Stage};
pub use cleanup::Wreckage;
pub use events::CombatEvent;
pub use fighter::{Fate, Fighter, Joins, Weapon};
pub use reveal::{outer_is_next, reveal_quota, stays, white_is_next};
pub use rounds::{pack_goes_on, scatters, straggled, third_round};
pub use site::{MOST_STRAGGLE, Setting, Site, display, watch};
pub use slots::{SlotId, SlotSet};

use crate::cups::Cups;
use crate::event::Event;
use crate::tables::Tables;
use derbyhouse_kernel::{Chance, Illegal, Log};

/// A battle being fought: tables, cups, chance and log at hand.
pub struct Fight<'a> {
    pub t: &'a Tables,
    pub b: &'a mut Battle,
    pub cups: &'a mut Cups,
    pub chance: &'a mut Chance,
    pub log: &'a mut Log<Event>,
}

impl Fight<'_> {
    /// Takes an answer and goes on to the next question, or to the end. The answer must be one of [`Battle::acts`].
    pub fn take(&mut self, act: Act) -> Result<(), Illegal> {
        match (self.b.stage, act) {
            (Stage::Placing(hand, _), Act::Column(lane)) => self.place(hand, lane),
            (Stage::Choosing, Act::Boat(hand)) => self.begin_turn(hand),
            (Stage::Revealing(hand, left, seen), Act::Reveal(slot)) => {
                self.reveal(hand, slot, left, seen)
            }
            (Stage::Revealing(hand, ..), Act::Enough) => self.revealed(hand),
            (Stage::Harmed(hand, ..), Act::Withdraw) => self.break_off(hand),
            (Stage::Harmed(hand, left, seen), Act::GoOn) => self.continue_reveal(hand, left, seen),
            (Stage::Arming(hand), Act::Torpedoes) => self.choose_torpedoes(hand),
            (Stage::Arming(hand), Act::Guns(slot)) => self.shell(hand, slot),
            (Stage::Sparing(hand), Act::Sparingly) => self.choose_fire(hand, true),
            (Stage::Sparing(hand), Act::Freely) => self.choose_fire(hand, false),
            (Stage::Aiming(hand, left), Act::Aim(slot)) => self.aim(hand, slot, left),
            (Stage::Allotting(hand, left, _), Act::Points(slot, points)) => {
                self.allot(hand, slot, points, left)
            }
            (Stage::Allotting(hand, ..), Act::Fire) => self.allotted(hand),
            (Stage::Freed(hand, left), Act::Points(slot, points)) => {
                self.allot_freed(hand, slot, points, left)
            }
            (Stage::Freed(hand, _), Act::Fire) => self.open_fire(hand),
            (Stage::Firing(hand), Act::Attack(slot)) => self.fire(hand, slot),
            (Stage::Hunting(hand), Act::Attack(slot)) => self.hunt(hand, slot),
            (Stage::Hunting(hand), Act::Guns(slot)) => self.hunt_with_guns(hand, slot),
            (Stage::Hunting(hand), Act::Fire) => self.end_hunt(hand),
            (Stage::Deciding(hand), Act::Withdraw) => self.withdraw(hand),
            (Stage::Deciding(hand), Act::GoOn) => self.persist(hand),
            (Stage::Shifting(hand), Act::Column(lane)) => self.shift(hand, lane),
            (_, act) => return Err(answers_another(act)),
        }
        Ok(())
    }
}

#[cold]
fn answers_another(act: Act) -> Illegal {
    Illegal::because(format!("{act:?} answers another question"))
}

impl Battle {
    /// Every legal answer, in the order of lists.
    pub fn acts(&self, t: &Tables, out: &mut impl FnMut(Act)) {
        match self.stage {
            Stage::Placing(hand, total) => self
                .open_columns(t, hand, total)
                .iter()
                .for_each(|lane| out(Act::Column(lane))),
            Stage::Choosing => self.waiting().for_each(|hand| out(Act::Boat(hand))),
            Stage::Revealing(hand, left, seen) => {
                self.unseen(t, hand, left, seen)
                    .iter()
                    .for_each(|slot| out(Act::Reveal(slot)));
                if self.is_loner() {
                    out(Act::Enough);
                }
            }
            Stage::Harmed(..) | Stage::Deciding(_) => {
                out(Act::GoOn);
                out(Act::Withdraw);
            }
            Stage::Arming(hand) => {
                out(Act::Torpedoes);
                self.gun_targets(t, hand)
                    .iter()
                    .for_each(|slot| out(Act::Guns(slot)));
            }
            Stage::Sparing(_) => {
                out(Act::Sparingly);
                out(Act::Freely);
            }
            Stage::Aiming(hand, _) => self
                .aimable(t, hand)
                .iter()
                .for_each(|slot| out(Act::Aim(slot))),
            Stage::Allotting(_, left, last) => {
                let open = last.map_or(self.aimed, |last| self.aimed.above(last));
                list_points(open, left, out);
            }
            Stage::Freed(_, left) => list_points(self.aimed, left, out),
            Stage::Firing(_) => self
                .targets()
                .iter()
                .for_each(|slot| out(Act::Attack(slot))),
            Stage::Hunting(hand) => self.list_prey(t, hand, out),
            Stage::Shifting(hand) => self
                .columns_again(t, hand)
                .iter()
                .for_each(|lane| out(Act::Column(lane))),
            Stage::Over => {}
        }
    }
}

fn list_points(open: SlotSet, left: u8, out: &mut impl FnMut(Act)) {
    for slot in open.iter() {
        (1..=left).for_each(|points| out(Act::Points(slot, points)));
    }
    out(Act::Fire);
}
