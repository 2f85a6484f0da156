//! The attack [14.16].

use super::aim::{Approach, is_loner};
use super::battle::{Battle, Hand, Sinking, Stage};
use super::slots::{SlotId, SlotSet};
use super::{CombatEvent, Fight};
use crate::calendar::Period;
use crate::displays::Display;
use crate::event::Event;
use crate::halves::Halves;
use crate::harm::{Blow, Hazard};
use crate::tables::{Piece, Tables};
use crate::units::Nation;
use crate::weather::Weather;

/// Attack rating, straggle and weather [14.15], [29.2], [7.41]; the weather takes its part once in each round (R51).
pub fn value(t: &Tables, attack: i8, straggle: u8, weather: Weather) -> i8 {
    attack + straggle as i8 + t.weather.effect(weather).map_or(0, |effect| effect.attack)
}

/// Whether points may be shared out so: no more targets than TDC markers, at least one point on each, no more than there
/// are [14.15].
pub fn may_share(points: &[u8], value: u8, markers: u8) -> bool {
    let sum: u16 = points.iter().map(|points| u16::from(*points)).sum();
    points.len() <= usize::from(markers)
        && points.iter().all(|points| *points > 0)
        && sum <= u16::from(value)
}

/// What stands against an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence {
    pub defence: i8,
    pub asw: Halves,
    pub tdc: i8,
    pub same_column: bool,
    pub damaged: bool,
}

impl Defence {
    /// Defence, ASW around it, TDC, one for another column, one less if damaged [14.16B].
    pub fn total(self) -> Halves {
        let whole = i16::from(self.defence) + i16::from(self.tdc) + i16::from(!self.same_column)
            - i16::from(self.damaged);
        Halves::whole(whole) + self.asw
    }
}

/// Attack points, ace and torpedo value [14.16A].
pub fn attacker(points: u8, ace: u8, torpedo: i8) -> i16 {
    i16::from(points) + i16::from(ace) + i16::from(torpedo)
}

/// The highest die that hits; the difference is rounded down [14.16C].
pub fn need(attacker: i16, target: Halves) -> i16 {
    (Halves::whole(attacker) - target).floor()
}

/// A die, +1 for a new crew, not above the number [14.16C], [8.11].
pub fn hits(need: i16, die: u8, green: u8) -> bool {
    i16::from(die) + i16::from(green) <= need
}

/// A TDC marker in a re-attack: one better, but -4 stays (R18).
pub const fn tdc_again(value: i8) -> i8 {
    if value > -4 { value - 1 } else { value }
}

/// What changes the result of a hit [14.16D].
#[derive(Clone, Copy, Debug)]
pub struct Strike {
    pub tons: u8,
    pub die: u8,
    pub torpedo: i8,
    pub in_port: bool,
    /// A ship of new construction: British, Canadian or American merchant of 5 to 12 thousand tons in the fifth period.
    pub sturdy: bool,
}

impl Strike {
    /// Everything added to the die [14.16D].
    pub fn modifier(&self) -> i16 {
        i16::from(self.torpedo) + 2 * i16::from(self.in_port) - i16::from(self.sturdy)
    }
}

/// The result of a hit, and whether the target blows up.
pub fn blow(t: &Tables, strike: Strike, weather: Weather) -> (Blow, bool) {
    let roll = i16::from(strike.die) + strike.modifier();
    let (blow, exploded) = t.combat.row(strike.tons).at(roll);
    let storm = t
        .weather
        .effect(weather)
        .is_some_and(|effect| effect.damaged_sinks);
    if storm && blow == Blow::Damaged {
        (Blow::Sunk, false)
    } else {
        (blow, exploded)
    }
}

/// Whether a ship is of the sturdy kind [14.16D].
pub fn is_sturdy(piece: &Piece, tons: u8, period: Period) -> bool {
    let ours = matches!(
        piece.nation,
        Nation::British | Nation::Canadian | Nation::American
    );
    period == Period::Five && ours && piece.kind.is_merchant() && (5..=12).contains(&tons)
}

/// What keeps escorts from suspecting anything [14.15B].
#[derive(Clone, Copy, Debug)]
pub struct Calm {
    pub spotted: bool,
    pub pack_mate_attacked: bool,
    pub event: Option<CombatEvent>,
    pub display: Display,
    /// A diligent escort or an aircraft is revealed.
    pub alarm: bool,
}

impl Calm {
    /// Nobody suspects anything.
    pub fn holds(self) -> bool {
        !self.spotted
            && !self.pack_mate_attacked
            && !self.alarm
            && !is_loner(self.display)
            && !self.event.is_some_and(CombatEvent::warns)
    }
}

/// Tonnage and defence of a unit in coastal traffic: unnamed merchants are coasters [13.23].
pub fn coaster(piece: &Piece) -> (u8, i8) {
    if piece.kind.is_merchant() && !piece.named {
        (1, (piece.defence - 2).max(0))
    } else {
        (piece.tons, piece.defence)
    }
}

impl Battle {
    /// Tonnage and defence of a unit here: coastal traffic [13.23], ships in port [14.18].
    pub(crate) fn ship(&self, t: &Tables, slot: SlotId) -> (u8, i8) {
        let piece = self.piece(t, slot);
        let (tons, defence) = if self.site.coastal {
            coaster(piece)
        } else {
            (piece.tons, piece.defence)
        };
        let defence = if self.site.in_port {
            (defence - 2).max(0)
        } else {
            defence
        };
        (tons, defence)
    }

    /// The highest die that hits a unit with so many points on it.
    pub fn need(&self, t: &Tables, hand: Hand, slot: SlotId, points: u8) -> i16 {
        self.salvo(t, hand).need(slot, points)
    }

    /// What a hit does to a ship as she is: damaged a second time she sinks [14.16D], [18.5].
    pub(crate) fn worsened(&self, slot: SlotId, blow: Blow) -> Blow {
        match blow {
            Blow::Damaged if self.damaged.has(slot) => Blow::Sunk,
            blow => blow,
        }
    }

    /// The attacks of a boat as things are.
    pub(super) fn salvo<'a>(&'a self, t: &'a Tables, hand: Hand) -> Salvo<'a> {
        let fighter = self.fighter(hand);
        Salvo {
            t,
            b: self,
            hand,
            own: fighter
                .lane
                .map_or(SlotSet::NONE, |lane| self.lanes[lane.index()]),
            attacker: attacker(0, fighter.ace, fighter.torpedo),
            cover: self.cover_of_targets(t, hand),
            unwary: self.unwary(t, hand),
            approach: self.approach(hand),
        }
    }
}

/// The attacks of one boat: what is the same for all targets is looked up once.
pub(super) struct Salvo<'a> {
    t: &'a Tables,
    b: &'a Battle,
    hand: Hand,
    /// Units of the boat's own column.
    own: SlotSet,
    /// All but the points.
    attacker: i16,
    /// ASW around the targets.
    cover: Halves,
    /// Escorts that suspect nothing [14.15B].
    unwary: SlotSet,
    approach: Approach,
}

impl Salvo<'_> {
    /// The highest die that hits a unit with so many points on it. Of a unit that lies face down nobody knows more than
    /// that its defence may be 1 [14.17].
    #[inline(always)] // a loop over targets keeps what they share in registers
    pub(super) fn need(&self, slot: SlotId, points: u8) -> i16 {
        let known = self.b.up.has(slot);
        let own = if self.unwary.has(slot) {
            self.b.share_of_target(self.t, self.hand, slot)
        } else {
            Halves::ZERO
        };
        let defence = Defence {
            defence: if known {
                self.b.ship(self.t, slot).1
            } else {
                1
            },
            asw: self.cover - own,
            tdc: self.approach.tdc(self.b.slots[slot.index()].tdc),
            same_column: self.own.has(slot),
            damaged: known && self.b.damaged.has(slot),
        };
        need(self.attacker + i16::from(points), defence.total())
    }
}

impl Fight<'_> {
    /// The attacks begin, if there is anything to attack.
    pub(super) fn open_fire(&mut self, hand: Hand) {
        if self.b.targets().is_empty() {
            return self.finish_turn(hand);
        }
        if self.fire_off(hand) {
            self.b.stage = Stage::Firing(hand);
        } else {
            self.break_off(hand);
        }
    }

    /// Torpedoes leave the tubes; one of them may run in a circle, once [19.2]. Whether the boat is still there to aim them.
    pub(super) fn fire_off(&mut self, hand: Hand) -> bool {
        let fighter = self.b.fighter_mut(hand);
        fighter.used_torpedoes = true;
        if fighter.event == Some(CombatEvent::CircularRun) {
            fighter.event = None;
            self.hazard_with_dive(hand, Hazard::CircularRun, 0);
        }
        self.b.fighter(hand).fights()
    }

    pub(super) fn fire(&mut self, hand: Hand, slot: SlotId) {
        let points = std::mem::take(&mut self.b.slots[slot.index()].points);
        self.torpedo_attack(hand, slot, points);
        if !self.b.fighter(hand).fights() {
            self.break_off(hand);
        } else if self.b.targets().is_empty() {
            self.finish_turn(hand);
        }
    }

    /// One attack; a target that proves impossible is a miss without a die [14.17].
    pub(super) fn torpedo_attack(&mut self, hand: Hand, slot: SlotId, points: u8) {
        let need = self.b.need(self.t, hand, slot, points);
        let fighter = self.b.fighter(hand);
        let (boat, green, torpedo) = (fighter.boat, fighter.green, fighter.torpedo);
        let die = (need >= 0).then(|| self.chance.chit());
        let hit = die.is_some_and(|die| hits(need, die, green));
        self.log.push(|| Event::Fired {
            boat,
            slot,
            points,
            need,
            die,
            green,
            hit,
        });
        if hit {
            let (tons, _) = self.b.ship(self.t, slot);
            let strike = Strike {
                tons,
                die: self.chance.chit(),
                torpedo,
                in_port: self.b.site.in_port,
                sturdy: is_sturdy(self.b.piece(self.t, slot), tons, self.b.site.period),
            };
            let (blow, exploded) = blow(self.t, strike, self.b.site.weather);
            self.strike(hand, slot, (blow, exploded), strike.die, strike.modifier());
        }
    }

    /// What a hit does; an explosion may hurt the boat [14.16D].
    pub(super) fn strike(
        &mut self,
        hand: Hand,
        slot: SlotId,
        (blow, exploded): (Blow, bool),
        die: u8,
        modifier: i16,
    ) {
        let blow = self.b.worsened(slot, blow);
        let (boat, piece) = (self.b.fighter(hand).boat, self.b.face(slot));
        self.log.push(|| Event::Struck {
            boat,
            slot,
            die,
            modifier,
            blow,
            exploded,
            piece,
        });
        match blow {
            Blow::None => return,
            Blow::Damaged => self.b.damaged.insert(slot),
            Blow::Sunk => self.sink(hand, slot),
        }
        self.b.hits.insert(slot);
        if exploded {
            self.hazard(hand, Hazard::ExplodingTarget);
        }
    }

    /// One ship and its tons for the boat; Tonnage Doubled counts the first unnamed merchant twice [19.2].
    fn sink(&mut self, hand: Hand, slot: SlotId) {
        self.b.gone.insert(slot);
        self.b.sunk_now = self.b.sunk_now.saturating_add(1);
        let piece = *self.b.piece(self.t, slot);
        let mut tons = u16::from(self.b.ship(self.t, slot).0);
        let fighter = self.b.fighter_mut(hand);
        let doubles = fighter.event == Some(CombatEvent::TonnageDoubled)
            && piece.kind.is_merchant()
            && !piece.named;
        if doubles && !std::mem::replace(&mut fighter.doubled, true) {
            tons *= 2;
        }
        fighter.ships = fighter.ships.saturating_add(1);
        fighter.tons += tons;
        let boat = fighter.boat;
        let sinking = Sinking {
            by: hand,
            piece: self.b.face(slot),
            tons,
        };
        let kept = self.b.sinkings.try_push(sinking).is_ok();
        debug_assert!(kept, "more sinkings than a battle can have");
        self.log.push(|| Event::Credited { boat, tons });
    }
}
