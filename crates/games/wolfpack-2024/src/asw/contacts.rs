//! Contacts: made, closed in on, weakened, lost. Pages 41, 42 and 46.

use super::{Contact, Post};
use crate::boats::Letter;
use crate::escorts::{EscortId, Hold};
use crate::event::Event;
use crate::sequence::Play;
use crate::space::Quadrant;
use crate::tables::Pull;

/// A contact after a search or an evasion: full again, a level worse, or gone [41.lost_levels], [47.evasion_attack_map].
pub fn after_search(hold: Hold, success: bool) -> Option<Hold> {
    if success {
        Some(Hold::Contact)
    } else {
        hold.worse()
    }
}

impl Play<'_> {
    /// Contact, full again [41.lost_levels], [42.distance_r3], [46.sonar_within_6].
    pub(super) fn make_contact(&mut self, id: EscortId, letter: Letter, sonar: bool) {
        let Some(escort) = self.p.escort(id).copied() else {
            return;
        };
        let inside = self
            .p
            .boat(letter)
            .is_some_and(|boat| boat.attack().is_some());
        let old = escort.contact;
        let distance = match old {
            Some(contact) => contact.distance,
            None if inside => 0,
            None => self.one_of(3, Pull::Distance) as u8 + 1,
        };
        let homing = sonar || old.is_some_and(|contact| contact.homing);
        if let Some(escort) = self.p.escort_mut(id) {
            escort.contact = Some(Contact {
                boat: letter,
                hold: Hold::Contact,
                homing,
                distance,
            });
        }
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.contacted = true;
        }
        self.log.push(|| Event::ContactMade {
            escort: id,
            boat: letter,
            sonar,
        });
        if inside {
            self.close_in(id, letter);
        }
    }

    /// On the Attack map an escort closes: guns from within 6, else on top; from farther off it takes a turn
    /// [46.surfaced_within_6], [46.surfaced_beyond_6], [46.periscope_within_6], [46.periscope_beyond_6],
    /// [46.sonar_beyond_6], (R32), (R37).
    pub(super) fn close_in(&mut self, id: EscortId, letter: Letter) {
        let Some(boat) = self.p.boat(letter) else {
            return;
        };
        let (Some((target, _)), surfaced) = (boat.attack(), boat.is_surfaced()) else {
            return;
        };
        let near = self.t.asw.near;
        let Some(escort) = self.p.escort_mut(id) else {
            return;
        };
        let Post::Station {
            at,
            patience,
            range,
        } = escort.post
        else {
            return;
        };
        if at.range(target) > near {
            // Who is only heard is run down from where the escort is; who is seen it closes with.
            let heard = escort.contact.is_some_and(|contact| contact.homing) && !surfaced;
            if !heard {
                escort.post = Post::Station {
                    at: at.closed_to(target, near),
                    patience,
                    range,
                };
            }
            if let Some(contact) = escort.contact.as_mut().filter(|_| !surfaced) {
                contact.distance = contact.distance.max(1);
            }
        } else if !surfaced && escort.contact.is_some_and(|contact| contact.distance == 0) {
            escort.post = Post::OnTop;
        }
    }

    /// A search that found nothing [41.first_failure], [41.lost_levels], [46.failure_tot], [46.lost_levels].
    pub(crate) fn fail(&mut self, id: EscortId) {
        let Some(escort) = self.p.escort(id).copied() else {
            return;
        };
        match (escort.contact, escort.post) {
            (Some(contact), _) => match after_search(contact.hold, false) {
                Some(hold) => {
                    if let Some(escort) = self.p.escort_mut(id) {
                        escort.contact = Some(Contact { hold, ..contact });
                    }
                    self.log.push(|| Event::ContactWeakens {
                        escort: id,
                        boat: contact.boat,
                        hold,
                    });
                }
                None => self.drop_contact(id, contact),
            },
            (None, Post::Search(location)) => self.p.send_to_patrol(id, location),
            (
                None,
                Post::Station {
                    at,
                    patience,
                    range,
                },
            ) => {
                if let Some(escort) = self.p.escort_mut(id) {
                    escort.post = Post::Station {
                        at,
                        patience: patience - 1,
                        range,
                    };
                }
                if patience <= 1 {
                    self.give_up(id); // [46.tot_zero]
                }
            }
            _ => {}
        }
    }

    fn drop_contact(&mut self, id: EscortId, contact: Contact) {
        self.log.push(|| Event::ContactLost {
            escort: id,
            boat: contact.boat,
        });
        self.turn_away(id, contact.boat);
    }

    /// A boat is gone: escorts that held her turn away [67.escort_after_loss], (R58).
    pub(crate) fn release_holders(&mut self, letter: Letter) {
        let holders: Vec<EscortId> = self.p.holders(letter).map(|escort| escort.id).collect();
        for id in holders {
            self.turn_away(id, letter);
        }
    }

    /// To the patrol box of the boat's location; on the Attack map to another request or the holding track.
    fn turn_away(&mut self, id: EscortId, letter: Letter) {
        let boat = self.p.boat(letter);
        match boat.and_then(|boat| self.p.location(self.t, boat)) {
            Some(location) => self.p.send_to_patrol(id, location),
            None => self.give_up(id),
        }
    }

    /// To another request, by random number if there are several, else to the holding track [46.tot_zero].
    pub(crate) fn give_up(&mut self, id: EscortId) {
        let open = Quadrant::ALL
            .into_iter()
            .filter(|quadrant| self.p.hunt.requests[quadrant.index()].is_some());
        let open: Vec<Quadrant> = open.collect();
        let chosen = self.one_of(open.len(), Pull::RandomTarget);
        self.p.redirect(self.t, id, open.get(chosen).copied());
    }
}
