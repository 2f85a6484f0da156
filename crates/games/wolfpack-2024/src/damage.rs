//! Damage to a boat: page 51.

use crate::boat::{Boat, Loss, Track};
use crate::boats::{Gear, Letter};
use crate::cards::{Damage, DeckName};
use crate::crew::{Man, Severity, WORST};
use crate::event::Event;
use crate::reading::Reading;
use crate::sequence::{Held, Play};
use crate::tables::{Pull, Tables};

/// A location after a hit, and the flooding that a hit on wreckage brings instead [51.levels_add],
/// [51.destroyed_overflows].
pub const fn after_hit(level: u8, severity: Severity) -> (u8, u8) {
    if level >= WORST {
        return (WORST, 1);
    }
    let sum = level + severity.levels();
    (if sum > WORST { WORST } else { sum }, 0)
}

impl Track {
    /// Grows, and is no longer contained [51.flood], [51.fire].
    pub fn grow(&mut self, levels: u8) {
        if levels > 0 {
            self.level += levels;
            self.contained = false;
        }
    }
}

impl Boat {
    /// Takes everything that a column of a detonation card lists, wounds aside [51.levels_add].
    pub fn suffer(&mut self, t: &Tables, damage: &Damage, severity: Severity) {
        self.flood.grow(damage.flood);
        self.fire.grow(damage.fire);
        self.gas = (self.gas + damage.gas).min(t.board.gas_top); // [51.gas], (R21)
        if let Some(tube) = damage.tube {
            let level = &mut self.tube_damage[self.kind.hit_tube(tube).index()]; // [51.tube], (R51)
            let (after, flood) = after_hit(*level, severity);
            *level = after;
            self.flood.grow(flood);
        }
        for gear in &damage.gear {
            self.break_gear(*gear, severity);
        }
    }

    /// A location is hit; a destroyed periscope gives way to the observation periscope [61.observation_periscope],
    /// (R79).
    fn break_gear(&mut self, gear: Gear, severity: Severity) {
        let (after, flood) = after_hit(self.damage(gear), severity);
        self.gear[gear.index()] = after;
        self.flood.grow(flood);
        if gear == Gear::Periscope && after >= WORST && !self.observation {
            self.observation = true;
            self.gear[gear.index()] = 0;
        }
    }

    /// A crew position is hurt; the dead are not hurt again [51.crew_wound], (R50).
    pub fn wound_man(&mut self, man: Man, levels: u8) {
        let wound = &mut self.wounds[man.index()];
        *wound = (*wound + levels).min(WORST);
    }

    /// What sinks her, if anything does [51.flood], [51.fire], [9.track_lengths].
    pub fn sinks_by(&self, t: &Tables) -> Option<Loss> {
        if self.flood.level >= t.board.flood_sinks(self.kind) {
            Some(Loss::Flooding)
        } else if self.fire.level >= t.board.fire_sinks {
            Some(Loss::Fire)
        } else {
            None
        }
    }
}

impl Play<'_> {
    /// A hit: one detonation card, which its owner may pull again where the attack allows it [51.levels_add].
    pub(crate) fn hit_boat(&mut self, letter: Letter, severity: Severity, repull: bool) {
        let card = self.pull_boat_damage(letter, severity);
        let held = Held::BoatDamage(severity, card);
        if repull {
            self.hold(letter, held);
        } else {
            self.settle(letter, held);
        }
    }

    pub(crate) fn pull_boat_damage(&mut self, letter: Letter, severity: Severity) -> u8 {
        let reading = Reading::BoatDamage(severity);
        let (deck, pull) = (DeckName::Detonation, Pull::UboatDamageCard);
        self.pull_to_read(deck, pull, Some(letter), reading)
    }

    pub(crate) fn settle_boat_damage(&mut self, letter: Letter, severity: Severity, card: u8) {
        let t = self.t;
        let damage = &t.cards.detonation[usize::from(card)].boat[severity.index()];
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        boat.suffer(t, damage, severity);
        self.log.push(|| Event::BoatHit {
            boat: letter,
            severity,
            card,
        });
        if damage.catastrophic {
            self.lose(letter, Loss::Catastrophe); // [51.catastrophic]
            return;
        }
        if damage.crew {
            let d10 = self.d10(Pull::CrewPosition, Some(letter)); // no second pull (R104)
            self.hurt(letter, t.board.crew(d10), severity.levels(), d10);
        }
        self.sink_if_lost(letter);
    }

    pub(crate) fn hurt(&mut self, letter: Letter, man: Man, levels: u8, d10: u8) {
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.wound_man(man, levels);
        }
        self.log.push(|| Event::Hurt {
            boat: letter,
            man,
            levels,
            d10,
        });
    }

    pub(crate) fn sink_if_lost(&mut self, letter: Letter) {
        let t = self.t;
        let how = self
            .p
            .boat(letter)
            .filter(|boat| boat.is_on_map())
            .and_then(|boat| boat.sinks_by(t));
        if let Some(how) = how {
            self.lose(letter, how);
        }
    }
}
