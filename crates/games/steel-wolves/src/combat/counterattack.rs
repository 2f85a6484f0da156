//! The counterattack [14.2], and everything else that harms a boat in combat.

use super::Fight;
use super::battle::Hand;
use super::fighter::{Fate, Fighter};
use crate::damage::{self, Hurt};
use crate::event::Event;
use crate::halves::Halves;
use crate::harm::{Harm, Hazard};
use crate::tables::Tables;

/// A boat's strength in a counterattack: defence, ace, a new crew [14.2B], [8.11].
pub fn strength(fighter: &Fighter) -> i16 {
    strength_of(fighter.defence, fighter.ace, fighter.green)
}

/// The same of her parts.
#[inline]
pub fn strength_of(defence: i8, ace: u8, green: u8) -> i16 {
    i16::from(defence) + i16::from(ace) - i16::from(green)
}

/// The Allied strength: ASW rounded up, and how the waters are watched [14.2A].
#[inline]
pub const fn allied(asw: Halves, watch: i16) -> i16 {
    asw.ceil() + watch
}

/// The number of the second die from which on a result sinks; none if it asks for no such die [14.2].
pub const fn sinks_from(harm: Harm) -> Option<u8> {
    match harm {
        Harm::Sevens => Some(7),
        Harm::Fours => Some(4),
        _ => None,
    }
}

/// What the second die makes of a result that sinks from that number on: the boat is lost, or damaged and goes home [14.2].
pub const fn second(sinks_from: u8, die: u8) -> Harm {
    if die >= sinks_from {
        Harm::Sunk
    } else {
        Harm::DamagedReturn
    }
}

/// Below zero nobody hunts her, and no die is thrown [14.2C].
#[inline]
pub const fn happens(difference: i16) -> bool {
    difference >= 0
}

/// The result of a counterattack for a modified die; below zero there is none [14.2C].
pub fn result(t: &Tables, difference: i16, roll: i16) -> Option<Harm> {
    t.combat
        .counter_row(difference)
        .map(|row| row.results[roll.clamp(0, 12) as usize])
}

impl Fight<'_> {
    /// Escorts hunt the boat; those of a task force as any others [28.13].
    pub(super) fn counterattack(&mut self, hand: Hand) {
        let difference = self.pressure(hand);
        self.b.fighter_mut(hand).pressure = Some(difference);
        let fighter = *self.b.fighter(hand);
        let boat = fighter.boat;
        if !happens(difference) {
            self.log.push(|| Event::Countered {
                boat,
                difference,
                die: None,
                modifier: 0,
                harm: Harm::None,
            });
            return;
        }
        let die = self.chance.chit();
        let again = i16::from(self.b.round > 1);
        let modifier = i16::from(fighter.damage) + again + i16::from(fighter.spotted);
        let harm = result(self.t, difference, i16::from(die) + modifier).unwrap_or(Harm::None);
        self.log.push(|| Event::Countered {
            boat,
            difference,
            die: Some(die),
            modifier,
            harm,
        });
        self.suffer(hand, harm);
    }

    /// A crash dive [14.13].
    fn dives(&mut self, hand: Hand) -> bool {
        let fighter = self.b.fighter(hand);
        let (boat, rating, green) = (fighter.boat, fighter.crash_dive, fighter.green);
        let die = self.chance.chit();
        let success = dive_succeeds(rating, die, green);
        self.log.push(|| Event::Dived {
            boat,
            die,
            rating,
            green,
            success,
        });
        success
    }

    /// A hazard that a crash dive may turn into mere notice; it is rolled in any case (R16).
    pub(super) fn hazard_with_dive(&mut self, hand: Hand, hazard: Hazard, modifier: u8) {
        let dived = self.dives(hand);
        let harm = self.hazard_roll(hand, hazard, modifier);
        self.suffer(hand, dived_result(hazard, harm, dived));
    }

    /// A hazard that gives no time to dive.
    pub(super) fn hazard(&mut self, hand: Hand, hazard: Hazard) {
        let harm = self.hazard_roll(hand, hazard, 0);
        self.suffer(hand, harm);
    }

    fn hazard_roll(&mut self, hand: Hand, hazard: Hazard, modifier: u8) -> Harm {
        let die = self.chance.chit();
        let harm = self.t.combat.hazard(hazard, row(die, modifier));
        let boat = self.b.fighter(hand).boat;
        self.log.push(|| Event::Hazard {
            boat,
            hazard,
            die,
            modifier,
            harm,
        });
        harm
    }

    /// What a result does to a boat.
    pub(super) fn suffer(&mut self, hand: Hand, harm: Harm) {
        match harm {
            Harm::None => {}
            Harm::Spotted => self.spot(hand),
            Harm::Return => self.send_home(hand),
            Harm::Damaged => self.hurt(hand),
            Harm::DamagedReturn => {
                self.hurt(hand);
                self.send_home(hand);
            }
            Harm::Sevens | Harm::Fours => {
                if let Some(sinks_from) = sinks_from(harm) {
                    self.second_die(hand, sinks_from);
                }
            }
            Harm::Sunk => self.lose(hand),
        }
    }

    fn second_die(&mut self, hand: Hand, sinks_from: u8) {
        let die = self.chance.chit();
        let harm = second(sinks_from, die);
        let sunk = harm == Harm::Sunk;
        let boat = self.b.fighter(hand).boat;
        self.log.push(|| Event::SecondDie { boat, die, sunk });
        self.suffer(hand, harm);
    }

    /// A second Spotted marker has no effect [23.1].
    pub(super) fn spot(&mut self, hand: Hand) {
        let fighter = self.b.fighter_mut(hand);
        let boat = fighter.boat;
        if !std::mem::replace(&mut fighter.spotted, true) {
            self.log.push(|| Event::Spotted { boat });
        }
    }

    fn hurt(&mut self, hand: Hand) {
        let fighter = *self.b.fighter(hand);
        let weather = self.b.site.weather;
        match damage::take(self.t, fighter.victim(), weather, self.chance, self.log) {
            Hurt::Sunk => self.lose(hand),
            Hurt::Markers(markers) => {
                self.b.fighter_mut(hand).damage = markers;
                self.log.push(|| Event::Damaged {
                    boat: fighter.boat,
                    markers,
                });
            }
        }
    }

    pub(super) fn send_home(&mut self, hand: Hand) {
        let fighter = self.b.fighter_mut(hand);
        let boat = fighter.boat;
        if fighter.fate != Fate::Sunk && !std::mem::replace(&mut fighter.rtb, true) {
            self.log.push(|| Event::Returning { boat });
        }
    }

    fn lose(&mut self, hand: Hand) {
        let fighter = self.b.fighter_mut(hand);
        let boat = fighter.boat;
        fighter.fate = Fate::Sunk;
        fighter.lane = None;
        self.log.push(|| Event::Lost { boat });
    }
}

/// A crash dive: a die, +1 for a new crew, not above the rating [14.13].
pub const fn dive_succeeds(rating: u8, die: u8, green: u8) -> bool {
    die + green <= rating
}

/// What is left of a result after a dive: spotted at most, of an own torpedo nothing [14.13].
pub fn dived_result(hazard: Hazard, harm: Harm, dived: bool) -> Harm {
    match (dived, harm, hazard) {
        (false, harm, _) => harm,
        (true, Harm::None, _) | (true, _, Hazard::CircularRun) => Harm::None,
        (true, _, _) => Harm::Spotted,
    }
}

/// The roll on a row of hazards: escorts and aircraft find a new crew more easily [8.11].
pub fn row(die: u8, modifier: u8) -> i16 {
    i16::from(die) + i16::from(modifier)
}
