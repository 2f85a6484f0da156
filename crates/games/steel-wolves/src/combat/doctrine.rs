//! How a competent skipper fights: enough for simulations and for “resolve this battle for me”. He sees what a player
//! sees: pieces that lie face down are only flags to him.

mod escort_shot;

use super::attack::Salvo;
use super::battle::{Act, Battle, Hand, Stage};
use super::slots::{MOST, SlotId, SlotSet};
use super::{Fight, gunnery};
use crate::calendar::Period;
use crate::displays::{Lane, Lanes};
use crate::tables::{Piece, Tables};
use arrayvec::ArrayVec;
use std::cmp::Reverse;

impl Fight<'_> {
    /// Fights on to the end as competent skippers would; gives back the answers they gave.
    pub fn by_doctrine(&mut self) -> u64 {
        let mut answers = 0;
        loop {
            let given = match self.b.stage {
                Stage::Aiming(hand, left) => self.aim_by_doctrine(hand, left),
                Stage::Allotting(hand, left, last) => self.allot_by_doctrine(hand, left, last),
                Stage::Revealing(hand, left, seen) => self.reveal_by_doctrine(hand, left, seen),
                Stage::Firing(hand) => self.fire_by_doctrine(hand),
                _ => self.act_by_doctrine(),
            };
            if given == 0 {
                return answers;
            }
            answers += given;
        }
    }

    /// One answer, if any is asked for.
    fn act_by_doctrine(&mut self) -> u64 {
        let act = Bridge::new(self.t, self.b).act();
        u64::from(act.is_some_and(|act| self.take(act).is_ok()))
    }

    /// The next unit.
    fn reveal_by_doctrine(&mut self, hand: Hand, left: u8, seen: [u8; 2]) -> u64 {
        let Some(slot) = Bridge::new(self.t, self.b).reveal(hand, left, seen) else {
            return 0;
        };
        self.reveal(hand, slot, left, seen);
        1
    }

    /// The next attack.
    fn fire_by_doctrine(&mut self, hand: Hand) -> u64 {
        let Some(slot) = Bridge::new(self.t, self.b).first_shot() else {
            return 0;
        };
        self.fire(hand, slot);
        1
    }

    /// All markers of a salvo: where they go is thought out once, and comes to the same as if it were for each of them.
    fn aim_by_doctrine(&mut self, hand: Hand, left: u8) -> u64 {
        let aims = Bridge::new(self.t, self.b).aims(hand, left);
        for (slot, left) in aims.iter().zip((1..=left).rev()) {
            self.aim(hand, *slot, left);
        }
        aims.len() as u64
    }

    /// All points of a salvo, in the same way.
    fn allot_by_doctrine(&mut self, hand: Hand, mut left: u8, last: Option<SlotId>) -> u64 {
        let plan = Bridge::new(self.t, self.b).plan(hand, left, last);
        if plan.iter().any(Share::is_wasted) {
            return self.act_by_doctrine(); // what is not spent is shared out anew with the next target
        }
        let mut answers = 0;
        for share in plan.iter().filter(|share| share.points > 0) {
            self.allot(hand, share.slot, share.points, left);
            left -= share.points;
            answers += 1;
        }
        if answers == 0 {
            return self.act_by_doctrine();
        }
        answers
    }
}

/// The tactical rating of a boat that is better off in an outer column.
const OUTSIDER: i8 = 2;

/// Most targets that anybody thinks of at once.
const SALVO: usize = 8;

/// What a unit promises, and which it is, in one number: the greater is better, and of equal ones the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i32);

impl Rank {
    fn new(promise: i16, slot: SlotId) -> Self {
        Self(i32::from(promise) << 8 | i32::from(u8::MAX - slot.0))
    }

    fn slot(self) -> SlotId {
        SlotId(u8::MAX - self.0 as u8)
    }

    fn promise(self) -> i16 {
        (self.0 >> 8) as i16
    }
}

/// What a target gets, and what that is good for.
struct Share {
    slot: SlotId,
    /// Faces of the die that hit without any points.
    base: i16,
    worth: i16,
    points: u8,
    /// What one more point is worth: one more face, if there are any.
    gain: i16,
}

impl Share {
    fn new(slot: SlotId, base: i16, worth: i16) -> Self {
        let mut share = Self {
            slot,
            base,
            worth,
            points: 0,
            gain: 0,
        };
        share.gain = worth * share.faces(1);
        share
    }

    fn add_point(&mut self) {
        self.points += 1;
        self.gain = self.worth * (self.faces(self.points + 1) - self.faces(self.points));
    }

    /// Just so many points, and no more.
    fn settle(&mut self, points: u8) {
        (self.points, self.gain) = (points, 0);
    }

    /// Faces that hit with so many points.
    fn faces(&self, points: u8) -> i16 {
        (self.base + i16::from(points)).clamp(0, 10)
    }

    /// Points that cannot hit.
    fn is_wasted(&self) -> bool {
        self.points > 0 && self.faces(self.points) == 0
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
                Act::Column(self.column(hand, self.b.open_columns(self.t, hand, total))?)
            }
            Stage::Choosing => Act::Boat(self.boldest()?),
            Stage::Revealing(hand, left, seen) => Act::Reveal(self.reveal(hand, left, seen)?),
            Stage::Harmed(..) => Act::Withdraw,
            Stage::Arming(hand) => self.arm(hand),
            Stage::Sparing(_) => Act::Freely,
            Stage::Aiming(hand, _) => Act::Aim(self.best_aim(hand)?),
            Stage::Allotting(hand, left, last) => {
                self.allot(&self.plan(hand, left, last), hand, left, last)
            }
            Stage::Freed(hand, left) => {
                // They come on top of what lies there [14.15A].
                let best = self.best_target(hand, self.b.aimed, left);
                best.map_or(Act::Fire, |slot| Act::Points(slot, left))
            }
            Stage::Firing(_) => Act::Attack(self.first_shot()?),
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

    /// Fewer escorts and bigger ships lie inside; a boat that turns up but two units stays outside (12.6).
    fn column(&self, hand: Hand, lanes: Lanes) -> Option<Lane> {
        let columns = self.b.columns(self.t);
        let entry = |lane: &Lane| columns.lane(*lane).and_then(|values| values.entry);
        if self.b.fighter(hand).tactical <= OUTSIDER {
            lanes.iter().min_by_key(entry)
        } else {
            lanes.iter().max_by_key(entry)
        }
    }

    /// The strongest defence goes first, the weakest last.
    fn boldest(&self) -> Option<Hand> {
        self.b
            .waiting()
            .max_by_key(|hand| (self.b.fighter(*hand).defence, Reverse(*hand)))
    }

    /// Red Ensigns of the own column, then other Red Ensigns; White ones only if there is nothing else.
    fn reveal(&self, hand: Hand, left: u8, seen: [u8; 2]) -> Option<SlotId> {
        let hidden = self.b.unseen(self.t, hand, left, seen);
        let own = self.own_column(hand);
        let red = hidden & !self.b.white;
        (red & own).first().or(red.first()).or(hidden.first())
    }

    /// Guns where they promise more than all torpedoes at one target would.
    fn arm(&self, hand: Hand) -> Act {
        let guns = self.b.gun_targets(self.t, hand).iter();
        let guns = guns.map(|slot| Rank::new(self.gunfire(hand, slot), slot));
        let Some(best) = guns.max().filter(|best| best.promise() > 0) else {
            return Act::Torpedoes;
        };
        let points = self.b.attack_value(self.t, hand);
        let salvo = self.b.salvo(self.t, hand);
        let mut seen = (self.b.eligible(self.t, hand) & self.b.up).iter();
        match seen.any(|slot| self.torpedoes(&salvo, hand, slot, points) >= best.promise()) {
            true => Act::Torpedoes,
            false => Act::Guns(best.slot()),
        }
    }

    /// Tons that guns promise, in hundredths: three of ten hits sink, five of a damaged ship, if it is not armed. Damaged
    /// boats dive, and in the last period everybody does.
    fn gunfire(&self, hand: Hand, slot: SlotId) -> i16 {
        let period = self.b.site.period;
        if period == Period::Five || self.b.fighter(hand).damage > 0 {
            return 0;
        }
        let piece = self.b.piece(self.t, slot);
        let unarmed = gunnery::unarmed(self.t, period, piece.nation, piece.kind);
        let sinks = if self.b.damaged.has(slot) { 5 } else { 3 };
        self.worth(slot) * i16::from(unarmed) * sinks
    }

    /// Tons that torpedoes promise, in hundredths: seven of ten hits sink.
    fn torpedoes(&self, salvo: &Salvo<'_>, hand: Hand, slot: SlotId, points: u8) -> i16 {
        self.worth(slot) * self.chances(salvo, hand, slot, points) * 7
    }

    /// Escorts first, then by tons.
    fn first_shot(&self) -> Option<SlotId> {
        let order = |slot: &SlotId| {
            let escort = self.seen(*slot).is_some_and(|piece| piece.kind.is_escort());
            let tons = i16::from(self.b.ship(self.t, *slot).0);
            Rank::new(tons + if escort { 100 } else { 0 }, *slot)
        };
        self.b.targets().iter().max_by_key(order)
    }

    /// Revealed merchants by tonnage less defence, twice that if damaged; then Red Ensigns face down.
    fn best_aim(&self, hand: Hand) -> Option<SlotId> {
        self.aims(hand, 1).first().copied()
    }

    /// The same for so many markers, one after the other.
    fn aims(&self, hand: Hand, count: u8) -> ArrayVec<SlotId, SALVO> {
        let open = self.b.aimable(self.t, hand);
        let own = self.own_column(hand);
        let rank = |slot: SlotId| Rank::new(self.promise(slot, own), slot);
        let mut seen: ArrayVec<Rank, MOST> = (open & self.b.up).iter().map(rank).collect();
        let mut hidden = open & !self.b.up;
        let mut aims = ArrayVec::new();
        if let Some(shot) = self.escort_shot(hand) {
            let both = [shot.escort, shot.ship].into_iter();
            aims.extend(both.filter(|slot| open.has(*slot)).take(count.into()));
            seen.retain(|rank| !aims.contains(&rank.slot()));
        }
        for _ in aims.len()..usize::from(count).min(SALVO) {
            let dark = self.unseen_promise(hidden, own);
            let best = (0..seen.len()).max_by_key(|place| seen[*place]);
            match (dark, best) {
                (Some(dark), best) if best.is_none_or(|best| seen[best] < dark) => {
                    hidden.remove(dark.slot());
                    aims.push(dark.slot());
                }
                (_, Some(best)) => aims.push(seen.swap_remove(best).slot()),
                (_, None) => break,
            }
        }
        aims
    }

    /// Units of the boat's own column.
    fn own_column(&self, hand: Hand) -> SlotSet {
        let lane = self.b.fighter(hand).lane;
        lane.map_or(SlotSet::NONE, |lane| self.b.lanes[lane.index()])
    }

    /// What a unit that was turned up promises.
    fn promise(&self, slot: SlotId, own: SlotSet) -> i16 {
        let (tons, defence) = self.b.ship(self.t, slot);
        let worth =
            i16::from(tons) * (1 + i16::from(self.b.damaged.has(slot))) - i16::from(defence);
        let escort = self.b.piece(self.t, slot).kind.is_escort();
        2 * worth + i16::from(own.has(slot)) + if escort { -40 } else { 20 }
    }

    /// The best of what lies face down, where all of a flag are alike: Red Ensigns of the own column come first, White ones
    /// of others last.
    fn unseen_promise(&self, hidden: SlotSet, own: SlotSet) -> Option<Rank> {
        let white = hidden & self.b.white;
        let red = hidden & !white;
        let first = |of: SlotSet, promise: i16| Some(Rank::new(promise, of.first()?));
        first(red & own, 1)
            .or_else(|| first(red, 0))
            .or_else(|| first(white & own, -59))
            .or_else(|| first(white, -60))
    }

    /// Points go to the target where they sink most, as long as there are any worth it.
    fn allot(&self, plan: &[Share], hand: Hand, left: u8, last: Option<SlotId>) -> Act {
        let mut good = plan
            .iter()
            .filter(|share| share.points > 0 && !share.is_wasted());
        match good.next() {
            Some(share) => Act::Points(share.slot, share.points),
            None if !self.b.targets().is_empty() => Act::Fire,
            None => {
                let best = self.best_target(hand, self.open(last), left);
                best.map_or(Act::Fire, |slot| Act::Points(slot, left))
            }
        }
    }

    /// Targets that may still get points.
    fn open(&self, last: Option<SlotId>) -> SlotSet {
        last.map_or(self.b.aimed, |last| self.b.aimed.above(last))
    }

    /// What each open target gets. One more point is one more face, so it goes where a face is worth most.
    fn plan(&self, hand: Hand, left: u8, last: Option<SlotId>) -> ArrayVec<Share, SALVO> {
        let salvo = self.b.salvo(self.t, hand);
        let green = i16::from(self.b.fighter(hand).green);
        let share = |slot| {
            let base = salvo.need(slot, 0) + 1 - green;
            Share::new(slot, base, self.worth(slot))
        };
        let mut plan: ArrayVec<Share, SALVO> =
            self.open(last).iter().take(SALVO).map(share).collect();
        for _ in 0..self.share_escort_shot(hand, &mut plan, left) {
            let best = plan
                .iter_mut()
                .reduce(|best, share| if share.gain > best.gain { share } else { best });
            let Some(best) = best else { break };
            if best.gain <= 0 && best.points > 0 {
                break;
            }
            best.add_point();
        }
        plan
    }

    fn worth(&self, slot: SlotId) -> i16 {
        match self.seen(slot) {
            Some(piece) if piece.kind.is_escort() => 1,
            Some(_) => i16::from(self.b.ship(self.t, slot).0),
            None => 4,
        }
    }

    /// Faces of the die that hit.
    fn chances(&self, salvo: &Salvo<'_>, hand: Hand, slot: SlotId, points: u8) -> i16 {
        if points == 0 {
            return 0;
        }
        let green = i16::from(self.b.fighter(hand).green);
        (salvo.need(slot, points) + 1 - green).clamp(0, 10)
    }

    fn best_target(&self, hand: Hand, among: SlotSet, points: u8) -> Option<SlotId> {
        let salvo = self.b.salvo(self.t, hand);
        let value = |slot: SlotId| {
            let points = points + self.b.slots[slot.index()].points;
            self.worth(slot) * self.chances(&salvo, hand, slot, points)
        };
        let promising = among.iter().map(|slot| (value(slot), slot));
        let ranks = promising.filter(|(value, _)| *value > 0);
        let best = ranks.map(|(value, slot)| Rank::new(value, slot)).max();
        best.map(Rank::slot)
    }

    fn hunt(&self, hand: Hand) -> Act {
        let mut best: Option<(i16, Act)> = None;
        let value = self.b.attack_value(self.t, hand);
        let salvo = self.b.salvo(self.t, hand);
        self.b.acts(self.t, &mut |act| {
            let score = match act {
                Act::Attack(slot) => self.torpedoes(&salvo, hand, slot, value),
                Act::Guns(slot) => self.gunfire(hand, slot),
                _ => return,
            };
            if score > best.map_or(0, |(score, _)| score) {
                best = Some((score, act));
            }
        });
        best.map_or(Act::Fire, |(_, act)| act)
    }

    /// Again only if the hunters are few: the difference 0 or less, or up to 2 with a sound boat and a big cripple, up to 1 if
    /// an ace commands her; in the last period never against a convoy, whose escorts are turned up first (12.4).
    fn presses_on(&self, hand: Hand) -> bool {
        let fighter = self.b.fighter(hand);
        if !self.b.attacks_again(hand) {
            return self.comes_late(hand); // nobody has hunted her yet
        }
        let guarded = self.b.site.period == Period::Five && self.b.display.is_convoy();
        if self.b.round >= 2 || fighter.damage > 0 || guarded {
            return false;
        }
        let most = if fighter.ace > 0 { 1 } else { 2 };
        let pressure = fighter
            .pressure
            .unwrap_or_else(|| self.b.pressure(self.t, hand));
        let cripple = (self.b.reach(self.t, hand) & self.b.damaged)
            .iter()
            .any(|slot| self.b.ship(self.t, slot).0 >= 8);
        pressure <= 0 || (pressure <= most && !fighter.spotted && cripple)
    }

    /// A late boat of a pack attacks if what hunts her now, and 1.2 for each White Ensign face down that she might turn up, come
    /// to 3 at most (12.4); reckoned in fifths.
    fn comes_late(&self, hand: Hand) -> bool {
        let flags = (self.b.present() & self.b.white & !self.b.up).len() as i16;
        let flags = flags.min(i16::from(self.b.fighter(hand).tactical));
        5 * self.b.pressure(self.t, hand) + 6 * flags <= 5 * 3
    }
}
