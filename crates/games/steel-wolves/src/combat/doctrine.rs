//! How a competent skipper fights: enough for simulations and for “resolve this battle for me”. He sees what a player
//! sees: pieces that lie face down are only flags to him.

use super::Fight;
use super::battle::{Act, Battle, Hand, Stage};
use super::slots::{SlotId, SlotSet};
use crate::calendar::Period;
use crate::displays::Lanes;
use crate::tables::{Piece, Tables};
use arrayvec::ArrayVec;

impl Fight<'_> {
    /// Fights on to the end as competent skippers would; gives back the answers they gave.
    pub fn by_doctrine(&mut self) -> u64 {
        let mut answers = 0;
        while let Some(act) = Bridge::new(self.t, self.b).act() {
            if self.take(act).is_err() {
                break;
            }
            answers += 1;
        }
        answers
    }
}

/// A battle as a skipper sees it.
#[derive(Clone, Copy)]
pub struct Bridge<'a> {
    t: &'a Tables,
    b: &'a Battle,
}

impl<'a> Bridge<'a> {
    /// The bridge of a battle.
    pub fn new(t: &'a Tables, b: &'a Battle) -> Self {
        Self { t, b }
    }

    /// A unit that has been turned up.
    fn seen(&self, slot: SlotId) -> Option<&'a Piece> {
        self.b.up.has(slot).then(|| self.b.piece(self.t, slot))
    }

    /// What a skipper would do; nothing if nobody is asked.
    pub fn act(&self) -> Option<Act> {
        Some(match self.b.stage {
            Stage::Over => return None,
            Stage::Placing(hand, total) => {
                Act::Column(self.innermost(self.b.open_columns(self.t, hand, total))?)
            }
            Stage::Choosing => Act::Boat(self.boldest()?),
            Stage::Revealing(hand, left, seen) => self.reveal(hand, left, seen)?,
            Stage::Harmed(..) => Act::Withdraw,
            Stage::Arming(hand) => self.arm(hand),
            Stage::Sparing(_) => Act::Freely,
            Stage::Aiming(hand, _) => Act::Aim(self.best_aim(hand)?),
            Stage::Allotting(hand, left, last) => self.allot(hand, left, last),
            Stage::Freed(hand, left) => {
                let best = self.best_target(hand, self.b.aimed, left);
                best.map_or(Act::Fire, |slot| Act::Points(slot, left))
            }
            Stage::Firing(_) => Act::Attack(self.b.targets().first()?),
            Stage::Hunting(hand) => self.hunt(hand),
            Stage::Deciding(hand) => {
                if self.presses_on(hand) {
                    Act::GoOn
                } else {
                    Act::Withdraw
                }
            }
            Stage::Shifting(hand) => Act::Column(self.b.fighter(hand).lane?),
        })
    }

    /// Fewer escorts and bigger ships lie inside.
    fn innermost(&self, lanes: Lanes) -> Option<crate::displays::Lane> {
        let entry = |lane: &crate::displays::Lane| {
            self.b
                .columns(self.t)
                .lane(*lane)
                .and_then(|values| values.entry)
        };
        lanes.iter().max_by_key(entry)
    }

    /// The strongest defence goes first, the weakest last.
    fn boldest(&self) -> Option<Hand> {
        self.b
            .waiting()
            .max_by_key(|hand| (self.b.fighter(*hand).defence, std::cmp::Reverse(*hand)))
    }

    /// Red Ensigns of the own column, then other Red Ensigns; White ones only if there is nothing else.
    fn reveal(&self, hand: Hand, left: u8, seen: [u8; 2]) -> Option<Act> {
        let hidden = self.b.unseen(self.t, hand, left, seen);
        let own = self
            .b
            .fighter(hand)
            .lane
            .map_or(SlotSet::NONE, |lane| self.b.lanes[lane.index()]);
        let red = hidden & !self.b.white;
        let pick = (red & own).first().or(red.first()).or(hidden.first());
        pick.map(Act::Reveal)
    }

    /// Guns where their chance beats that of torpedoes.
    fn arm(&self, hand: Hand) -> Act {
        let guns = self.b.gun_targets(self.t, hand);
        if self.b.site.period >= Period::Three || self.b.fighter(hand).damage > 0 {
            return Act::Torpedoes;
        }
        guns.iter()
            .max_by_key(|slot| self.b.ship(self.t, *slot).0)
            .map_or(Act::Torpedoes, Act::Guns)
    }

    /// Revealed merchants by tonnage less defence, twice that if damaged; then Red Ensigns face down.
    fn best_aim(&self, hand: Hand) -> Option<SlotId> {
        let open = self.b.aimable(self.t, hand);
        // What lies face down is alike: one of it stands for all.
        let hidden = open & !self.b.up;
        let own = self
            .b
            .fighter(hand)
            .lane
            .map_or(SlotSet::NONE, |lane| self.b.lanes[lane.index()]);
        let red = hidden & !self.b.white;
        let unseen = (red & own)
            .first()
            .or(red.first())
            .or((hidden & own).first())
            .or(hidden.first());
        let seen = (open & self.b.up).iter();
        seen.chain(unseen)
            .max_by_key(|slot| (self.promise(hand, *slot), std::cmp::Reverse(*slot)))
    }

    fn promise(&self, hand: Hand, slot: SlotId) -> i16 {
        let near = i16::from(self.b.slots[slot.index()].lane == self.b.fighter(hand).lane);
        match self.seen(slot) {
            Some(piece) => {
                let (tons, defence) = self.b.ship(self.t, slot);
                let worth = i16::from(tons) * (1 + i16::from(self.b.damaged.has(slot)))
                    - 2 * i16::from(defence);
                2 * worth + near + if piece.kind.is_escort() { -40 } else { 20 }
            }
            None if self.b.white.has(slot) => -60 + near,
            None => near,
        }
    }

    /// Points go to the target where they sink most, as long as there are any worth it.
    fn allot(&self, hand: Hand, left: u8, last: Option<SlotId>) -> Act {
        let open = last.map_or(self.b.aimed, |last| self.b.aimed.above(last));
        let cover = self.b.cover_of_targets(self.t, hand);
        let green = i16::from(self.b.fighter(hand).green);
        // For each open target: faces that hit without any points, its worth, and the points it gets. One more point is
        // one more face, so it goes where a face is worth most.
        let mut plan: ArrayVec<(SlotId, i16, i16, u8), 8> = ArrayVec::new();
        for slot in open.iter().take(8) {
            let faces = self.b.need_under(self.t, hand, slot, 0, cover) + 1 - green;
            plan.push((slot, faces, self.worth(slot), 0));
        }
        let faces = |faces: i16, points: u8| (faces + i16::from(points)).clamp(0, 10);
        for _ in 0..left {
            let gain = |(_, base, worth, points): &(SlotId, i16, i16, u8)| {
                worth
                    * (faces(*base, points + 1)
                        - if *points == 0 {
                            0
                        } else {
                            faces(*base, *points)
                        })
            };
            let best = (0..plan.len())
                .max_by_key(|place| (gain(&plan[*place]), std::cmp::Reverse(*place)));
            let Some(best) = best else { break };
            if gain(&plan[best]) <= 0 && plan[best].3 > 0 {
                break;
            }
            plan[best].3 += 1;
        }
        match plan
            .iter()
            .find(|(_, base, _, points)| *points > 0 && faces(*base, *points) > 0)
        {
            Some((slot, .., points)) => Act::Points(*slot, *points),
            None => match self.best_target(hand, open, left) {
                Some(slot) if self.b.targets().is_empty() => Act::Points(slot, left),
                _ => Act::Fire,
            },
        }
    }

    fn worth(&self, slot: SlotId) -> i16 {
        match self.seen(slot) {
            Some(piece) if piece.kind.is_escort() => 1,
            Some(_) => i16::from(self.b.ship(self.t, slot).0),
            None => 4,
        }
    }

    /// Faces of the die that hit.
    fn chances(&self, hand: Hand, slot: SlotId, points: u8) -> i16 {
        if points == 0 {
            return 0;
        }
        let green = i16::from(self.b.fighter(hand).green);
        (self.b.need(self.t, hand, slot, points) + 1 - green).clamp(0, 10)
    }

    fn best_target(&self, hand: Hand, among: SlotSet, points: u8) -> Option<SlotId> {
        let value = |slot: &SlotId| self.worth(*slot) * self.chances(hand, *slot, points);
        among
            .iter()
            .filter(|slot| value(slot) > 0)
            .max_by_key(|slot| (value(slot), std::cmp::Reverse(*slot)))
    }

    fn hunt(&self, hand: Hand) -> Act {
        let mut best: Option<(i16, Act)> = None;
        let value = self.b.attack_value(self.t, hand);
        let guns_early = self.b.site.period <= Period::Two && self.b.fighter(hand).damage == 0;
        self.b.acts(self.t, &mut |act| {
            let score = match act {
                Act::Attack(slot) => self.worth(slot) * self.chances(hand, slot, value),
                Act::Guns(slot) if guns_early => self.worth(slot) * 4,
                _ => return,
            };
            if score > best.map_or(0, |(score, _)| score) {
                best = Some((score, act));
            }
        });
        best.map_or(Act::Fire, |(_, act)| act)
    }

    /// Again only if the hunters are few: the difference 0 or less, or up to 2 with a sound boat and a big cripple.
    fn presses_on(&self, hand: Hand) -> bool {
        let fighter = self.b.fighter(hand);
        if fighter.lane.is_none() {
            let flags = (self.b.present() & self.b.white & !self.b.up).len() as i16;
            return self.b.watch + flags.min(i16::from(fighter.tactical)) * 6 / 5
                - i16::from(fighter.defence)
                <= 3;
        }
        if self.b.round >= 2 || fighter.damage > 0 {
            return false;
        }
        let pressure = fighter
            .pressure
            .unwrap_or_else(|| self.b.pressure(self.t, hand));
        let cripple = (self.b.reach(self.t, hand) & self.b.damaged)
            .iter()
            .any(|slot| self.b.ship(self.t, slot).0 >= 8);
        pressure <= 0 || (pressure <= 2 && !fighter.spotted && cripple)
    }
}
