//! Anti-submarine strength: what each unit adds to the defence of targets and to counterattacks [14.16B], [14.2A].

use super::battle::{Battle, Hand};
use super::sight::Sight;
use super::slots::{SlotId, SlotSet};
use super::{CombatEvent, Fight, counterattack};
use crate::calendar::Period;
use crate::displays::{Lane, Lanes};
use crate::halves::Halves;
use crate::tables::{AirAsw, Piece, Tables};
use crate::units::{Nation, ShipType};
use crate::weather::Weather;

/// What is left in some weather of a unit's ASW, or of the half that it counts [7.41].
#[inline]
pub fn in_weather(t: &Tables, weather: Weather, piece: &Piece, asw: Halves) -> Halves {
    let Some(effect) = t.weather.effect(weather) else {
        return asw;
    };
    match effect.air_asw {
        AirAsw::Less(less) if piece.is_airborne() => asw.less(less.into()),
        AirAsw::Less(_) => asw.less(effect.escort_asw.into()),
        AirAsw::Zero if piece.is_airborne() || piece.capable => Halves::ZERO,
        AirAsw::Zero => asw.less(effect.escort_asw.into()),
    }
}

/// What a unit adds to the defence of targets and to a counterattack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub target: Halves,
    pub counter: Halves,
    /// Works in every column: for targets, in counterattacks.
    pub everywhere: [bool; 2],
}

impl Share {
    /// What it adds to the defence of a target, in reach of the boat or not [14.16B].
    pub const fn at_target(self, near: bool) -> Halves {
        if near || self.everywhere[0] {
            self.target
        } else {
            Halves::ZERO
        }
    }

    /// What it adds to the hunt for a boat, in reach of her or not [14.2A].
    pub const fn at_boat(self, near: bool) -> Halves {
        if near || self.everywhere[1] {
            self.counter
        } else {
            Halves::ZERO
        }
    }
}

/// The share of a unit: its ASW, but ships printed 0 that carry aircraft count one half in the counterattack [3.14], and
/// American aircraft and carriers do not hunt before the fourth period [14.2A].
#[inline(always)] // each caller wants only a part of it
pub fn share(t: &Tables, piece: &Piece, period: Period, weather: Weather) -> Share {
    let airborne = piece.is_airborne();
    let printed_zero = piece.capable && piece.asw == Halves::ZERO;
    let neutral = airborne && piece.nation == Nation::American && period < Period::Four;
    let hunting = match (neutral, printed_zero) {
        (true, _) => Halves::ZERO,
        (false, true) => Halves::HALF,
        (false, false) => piece.asw,
    };
    Share {
        target: in_weather(t, weather, piece, piece.asw),
        counter: in_weather(t, weather, piece, hunting),
        everywhere: [airborne, airborne || printed_zero],
    }
}

/// Columns of a boat's reach whose escorts work on her in a pack: her own, and neighbours without a U-boat [24.24].
pub fn working(reach: Lanes, own: Lane, occupied: Lanes) -> Lanes {
    let free = reach
        .iter()
        .filter(|lane| *lane == own || !occupied.has(*lane));
    free.fold(Lanes::NONE, Lanes::with)
}

impl Battle {
    /// What a revealed unit adds in some round; nothing if it is damaged [18.5].
    #[inline(always)] // each caller wants only a part of it
    fn share(&self, t: &Tables, slot: SlotId, event: Option<CombatEvent>, round: u8) -> Share {
        let piece = self.piece(t, slot);
        let share = if self.flies(piece) {
            let flying = Piece {
                capable: true,
                ..*piece
            };
            share(t, &flying, self.site.period, self.site.weather)
        } else {
            share(t, piece, self.site.period, self.site.weather)
        };
        let asleep = i16::from(self.site.in_port && round == 1); // [14.18]
        let squall = i16::from(event == Some(CombatEvent::RainSquall) && !piece.kind.is_aircraft());
        let less = asleep + squall;
        Share {
            target: share.target.less(less),
            counter: share.counter.less(less),
            ..share
        }
    }

    /// Off Narvik battleships carry aircraft [WE1.8b].
    fn flies(&self, piece: &Piece) -> bool {
        self.site.planes && piece.kind == ShipType::Bb
    }

    /// Columns whose escorts work on a boat: her own and its neighbours; in a pack only neighbours without a U-boat
    /// [24.24].
    pub(crate) fn hunters(&self, t: &Tables, lane: Lane) -> Lanes {
        let reach = self.columns(t).reach(lane);
        if self.pack {
            working(reach, lane, self.occupied())
        } else {
            reach
        }
    }

    /// Revealed units that can still fight.
    pub(crate) fn active(&self) -> SlotSet {
        self.up & !self.gone & !self.damaged
    }

    /// ASW around the targets of a boat [14.16B].
    pub(crate) fn cover_of_targets(&self, t: &Tables, hand: Hand) -> Halves {
        let everywhere = |sight: &Sight| sight.everywhere[0];
        self.sum(t, hand, self.round, everywhere, |share| share.target)
    }

    /// What one unit adds to that: left out of its own defence if it suspects nothing [14.15B].
    #[cold]
    #[inline(never)]
    pub(crate) fn share_of_target(&self, t: &Tables, hand: Hand, slot: SlotId) -> Halves {
        let fighter = self.fighter(hand);
        let Some(lane) = fighter.lane.filter(|_| self.active().has(slot)) else {
            return Halves::ZERO;
        };
        let share = self.share(t, slot, fighter.event, self.round);
        share.at_target(self.within(self.hunters(t, lane)).has(slot))
    }

    /// ASW that hunts a boat in some round: this one, or the next if she attacks again [14.2A].
    pub(crate) fn hunting_asw(&self, t: &Tables, hand: Hand, round: u8) -> Halves {
        let everywhere = |sight: &Sight| sight.everywhere[1];
        self.sum(t, hand, round, everywhere, |share| share.counter)
    }

    /// Of all units around a boat, and of those that work everywhere; off the display only of these.
    fn sum(
        &self,
        t: &Tables,
        hand: Hand,
        round: u8,
        everywhere: impl Fn(&Sight) -> SlotSet,
        part: impl Fn(Share) -> Halves,
    ) -> Halves {
        let fighter = self.fighter(hand);
        // Most units are merchants, which add nothing to anything.
        let hunting = self.seen(t, |sight| sight.hunters) & self.active();
        if hunting.is_empty() {
            return Halves::ZERO;
        }
        let lanes = fighter
            .lane
            .map_or(Lanes::NONE, |lane| self.hunters(t, lane));
        let near = self.within(lanes) | self.seen(t, everywhere);
        (hunting & near).iter().fold(Halves::ZERO, |sum, slot| {
            sum + part(self.share(t, slot, fighter.event, round))
        })
    }
}

impl Fight<'_> {
    /// What a counterattack on a boat comes to now: Allied strength less hers [14.2].
    pub fn pressure(&self, hand: Hand) -> i16 {
        self.b.pressure(self.t, hand)
    }
}

impl Battle {
    /// Allied strength less the boat's [14.2A], [14.2B].
    pub fn pressure(&self, t: &Tables, hand: Hand) -> i16 {
        self.pressure_in(t, hand, self.round)
    }

    /// The same in some round.
    pub(crate) fn pressure_in(&self, t: &Tables, hand: Hand, round: u8) -> i16 {
        let allied = counterattack::allied(self.hunting_asw(t, hand, round), self.watch);
        allied - counterattack::strength(self.fighter(hand))
    }
}
