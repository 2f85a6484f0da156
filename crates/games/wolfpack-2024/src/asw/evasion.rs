//! Evasive manoeuvres: pages 42 and 47.

use crate::boat::Boat;
use crate::boats::{Gear, Letter};
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::crew::{Man, Skill};
use crate::escorts::EscortId;
use crate::event::Event;
use crate::sequence::{Held, Play};
use crate::tables::{Pull, Tables};

impl Boat {
    /// Whether she may evade, points aside [42.evasion_limits].
    pub fn may_evade(&self, t: &Tables) -> bool {
        let stopped = self.silent || self.crash_dived || self.blowing;
        let broken = self.is_heavy(Gear::Hydrophone)
            || self.is_destroyed(Gear::Electric)
            || self.is_destroyed(Gear::Rudder);
        self.depth.metres() >= t.depth.evade && !stopped && !broken
    }
}

impl Play<'_> {
    /// A boat answers a sonar success [42.evasion], [15.two_evasion_cards].
    pub(crate) fn evade(&mut self, letter: Letter, id: EscortId, choice: Choice) {
        if choice != Choice::Evade {
            return self.make_contact(id, letter, true);
        }
        let two = self
            .p
            .boat(letter)
            .is_some_and(|boat| boat.can(Skill::CapTwoEvade, Man::Captain));
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.tp -= self.t.points.evade_tp;
        }
        let mut card = self.pull(DeckName::Battle, Pull::Evasion, Some(letter));
        if two && !self.t.cards.battle[usize::from(card)].evade {
            card = self.pull(DeckName::Battle, Pull::Evasion, Some(letter));
        }
        self.hold(letter, Held::Evasion(id, card));
    }

    pub(crate) fn settle_evasion(&mut self, letter: Letter, id: EscortId, card: u8) {
        let evaded = self.t.cards.battle[usize::from(card)].evade;
        self.log.push(|| Event::Evades {
            boat: letter,
            escort: id,
            evaded,
        });
        let held = self.p.escort(id).and_then(|escort| escort.contact);
        match held {
            _ if !evaded => self.make_contact(id, letter, true),
            Some(contact) if contact.hold.worse().is_none() && self.p.hunts_inside(contact) => {
                // Shaken off on the Attack map: to the holding track, whatever else is called for.
                self.log.push(|| Event::ContactLost {
                    escort: id,
                    boat: letter,
                });
                self.p.send_to_holding(id);
            }
            // No first contact, or one level more [42.evasion_first_contact], [47.evasion_attack_map].
            _ => self.fail(id),
        }
    }
}
