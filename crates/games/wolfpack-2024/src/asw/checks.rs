//! Escorts move, wait, and are called: pages 39, 40, 43 and 54.

use super::{Escort, Post};
use crate::boats::{Gear, Letter};
use crate::calendar::Month;
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::escorts::EscortId;
use crate::event::Event;
use crate::reading::Reading;
use crate::ring::Location;
use crate::sequence::{Order, Play, Step};
use crate::space::Quadrant;
use crate::tables::Pull;

impl Play<'_> {
    /// Phase 5, in order [39.asw_order], [40.all_locations_before_search].
    pub(crate) fn start_asw(&mut self) {
        self.p.agenda.plan([
            Step::EscortsMove,
            Step::CheckLocations,
            Step::SearchApproach,
            Step::CheckQuadrants,
            Step::SearchAttack,
            Step::EscortsAttack,
            Step::FightBack,
        ]);
    }

    /// Distances and timers run down; then the holding track is tidied [39.approach_timer], [39.assigned_timer],
    /// [39.distance_0_on_top], [39.clean_up_once].
    pub(crate) fn move_escorts(&mut self) {
        for id in self
            .p
            .hunt
            .escorts
            .iter()
            .map(|escort| escort.id)
            .collect::<Vec<_>>()
        {
            let Some(escort) = self.p.escort_mut(id) else {
                continue;
            };
            if let Some(contact) = &mut escort.contact
                && contact.distance > 0
            {
                contact.distance -= 1;
                if contact.distance == 0 {
                    escort.post = Post::OnTop;
                }
            }
            if let Post::Assigned {
                quadrant,
                to,
                timer,
            } = escort.post
            {
                if timer > 1 {
                    escort.post = Post::Assigned {
                        quadrant,
                        to,
                        timer: timer - 1,
                    };
                } else {
                    self.arrive(id, to);
                }
            }
        }
        let incoming = std::mem::take(&mut self.p.hunt.incoming);
        self.p.hunt.ready.extend(incoming);
    }

    /// An escort takes the place of its marker, and its captain is turned up [39.captain_revealed].
    fn arrive(&mut self, id: EscortId, at: crate::space::Space) {
        let hidden = &mut self.p.secret.hunt.backs;
        let back = hidden
            .iter()
            .position(|(escort, _)| *escort == id)
            .map(|place| hidden.remove(place).1);
        let turn = self.p.turn;
        let range = self.t.asw.range_on_arrival();
        let Some(escort) = self.p.escort_mut(id) else {
            return;
        };
        escort.captain = escort.captain.or(back);
        escort.arrived = turn;
        let patience = escort
            .captain
            .map_or(1, |captain| self.t.escorts.captain(captain).time_on_target);
        escort.post = Post::Station {
            at,
            patience,
            range,
        };
        self.log.reveal();
        self.log.push(|| Event::Arrives { escort: id, at });
    }

    /// One battle card for all locations [40.one_card]; nothing to do when no boat is on the Approach map.
    pub(crate) fn check_locations(&mut self) {
        if !self.p.at_sea().any(|(_, boat)| boat.approach().is_some()) {
            self.clear_approach();
            return;
        }
        let card = self.pull(DeckName::Battle, Pull::LocationCheck, None);
        self.p
            .agenda
            .plan(Location::ALL.map(|location| Step::CheckLocation(card, location)));
    }

    /// When the last boat has left the Approach map its escorts go to the holding track in check order (R42).
    fn clear_approach(&mut self) {
        for location in Location::ALL {
            for id in self.escorts_at(
                |post| matches!(post, Post::Patrol(at) | Post::Search(at) if at == location),
            ) {
                self.p.send_to_holding(id);
            }
        }
    }

    fn escorts_at(&self, there: impl Fn(Post) -> bool) -> Vec<EscortId> {
        let free = self
            .p
            .hunt
            .escorts
            .iter()
            .filter(|escort| escort.contact.is_none() && there(escort.post));
        free.map(|escort| escort.id).collect()
    }

    /// No tick: patrols go to the holding track. Tick and a boat without contact: an escort comes to search
    /// [40.no_tick_to_holding], [40.tick_sources], [40.only_uncontacted], (R40).
    pub(crate) fn check_location(&mut self, card: u8, location: Location) {
        let tick = self.t.cards.battle[usize::from(card)].locations[location.index()];
        let patrol = self.escorts_at(|post| post == Post::Patrol(location));
        if !tick {
            for id in patrol {
                self.p.send_to_holding(id);
            }
            return;
        }
        let free = self.p.at_sea().any(|(letter, boat)| {
            self.p.location(self.t, boat) == Some(location) && !self.p.is_held(letter)
        });
        if !free {
            return;
        }
        // First in, first out (R41).
        let Some(id) = patrol.first().copied().or_else(|| self.call_escort()) else {
            return;
        };
        if let Some(escort) = self.p.escort_mut(id) {
            escort.post = Post::Search(location);
        }
        self.log.push(|| Event::Searches {
            escort: id,
            location,
        });
        self.p.agenda.push(Step::Fit(id));
        let boats = self
            .p
            .at_sea()
            .filter(|(_, boat)| self.p.location(self.t, boat) == Some(location));
        let boats: Vec<Letter> = boats.map(|(letter, _)| letter).collect();
        self.ask_crash_dive(boats, id);
    }

    /// The next escort: the top of the holding track, else out of the cup; a false contact goes back
    /// [43.tick_sources], [40.false_contact].
    fn call_escort(&mut self) -> Option<EscortId> {
        if !self.p.hunt.ready.is_empty() {
            return Some(self.p.hunt.ready.remove(0));
        }
        self.log.reveal();
        let drawn = self.p.secret.hunt.cup.draw(self.chance)?;
        let Some(id) = drawn else {
            self.p.secret.hunt.cup.add(None, 1);
            self.log.push(|| Event::FalseContact);
            return None;
        };
        let pile = self.t.escorts.escort(id).kind.pile();
        let captain = self.p.secret.hunt.captains[pile.index()].pop();
        let elite_helm = captain.is_some_and(|captain| self.t.escorts.captain(captain).elite_helm);
        self.p
            .secret
            .hunt
            .backs
            .extend(captain.map(|captain| (id, captain)));
        let post = Post::Holding;
        self.p.hunt.escorts.push(Escort {
            id,
            equipment: None,
            elite_helm,
            captain: None,
            post,
            contact: None,
            arrived: 0,
        });
        Some(id)
    }

    /// Every surfaced boat concerned may dive in alarm, once for each escort that appears [42.crash_dive_moment],
    /// (R43), (R81), (R98).
    fn ask_crash_dive(&mut self, boats: Vec<Letter>, escort: EscortId) {
        for letter in boats {
            if self.p.may_crash_dive(self.t, letter) {
                self.order(letter, Order::CrashDive(escort));
            }
        }
    }

    pub(crate) fn crash_dive(&mut self, letter: Letter, choice: Choice) {
        if choice != Choice::Dive {
            return;
        }
        let (t, to) = (self.t, self.t.depth.crash_dive);
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.tp -= t.points.crash_dive_tp;
            boat.crash_dived = true;
            boat.dived = true;
            boat.go_to(to, t.depth.tdc_lost); // [42.crash_dive_effect]
        }
        self.log.push(|| Event::CrashDives { boat: letter, to });
    }

    /// What an escort is fitted with, the first time it appears [54.fitted_table], [54.dd_best].
    pub(crate) fn fit(&mut self, id: EscortId) {
        let month = self.p.month().unwrap_or(Month::FIRST);
        if self
            .p
            .escort(id)
            .is_none_or(|escort| escort.equipment.is_some())
        {
            return;
        }
        let fitting = self
            .t
            .escorts
            .fitting(self.t.escorts.escort(id).kind, month);
        let equipment = match fitting.upgrade {
            Some(_) => fitting.equipment(self.d10(Pull::Fitted, None)),
            None => fitting.base,
        };
        if let Some(escort) = self.p.escort_mut(id) {
            escort.equipment = Some(equipment);
        }
        self.log.push(|| Event::Fitted {
            escort: id,
            equipment,
        });
    }

    /// One battle card for all quadrants, only if a request lies somewhere [43.only_with_request].
    pub(crate) fn check_quadrants(&mut self) {
        if self.p.hunt.requests.iter().all(Option::is_none) {
            return;
        }
        let reading = Reading::Quadrants;
        let card = self.pull_to_read(DeckName::Battle, Pull::LocationCheck, None, reading);
        self.p
            .agenda
            .plan(Quadrant::ALL.map(|quadrant| Step::CheckQuadrant(card, quadrant)));
    }

    /// No tick, or a false contact: the request runs out. Tick: an escort is assigned [43.no_tick_timer],
    /// [43.false_contact_timer], [43.assigned_marker], [44.distance_r2].
    pub(crate) fn check_quadrant(&mut self, card: u8, quadrant: Quadrant) {
        let Some(request) = self.p.hunt.requests[quadrant.index()] else {
            return;
        };
        let tick = self.t.cards.battle[usize::from(card)].locations[quadrant.card_box().index()];
        let called = if tick { self.call_escort() } else { None };
        let Some(id) = called else {
            let slot = &mut self.p.hunt.requests[quadrant.index()];
            *slot = Some(super::Request {
                timer: request.timer - 1,
                ..request
            })
            .filter(|left| left.timer > 0);
            return;
        };
        self.p.hunt.requests[quadrant.index()] = None;
        let timer = self.one_of(2, Pull::Distance) as u8 + 1;
        if let Some(escort) = self.p.escort_mut(id) {
            escort.post = Post::Assigned {
                quadrant,
                to: request.space,
                timer,
            };
        }
        self.log.push(|| Event::Assigned {
            escort: id,
            to: request.space,
            timer,
        });
        self.p.agenda.push(Step::Fit(id));
        let boats: Vec<Letter> = self.p.attacking().map(|(letter, _)| letter).collect();
        self.ask_crash_dive(boats, id);
    }
}

impl crate::position::Position {
    /// Only a surfaced boat with planes and a tactical point [42.crash_dive_surfaced_only].
    pub(crate) fn may_crash_dive(&self, t: &crate::tables::Tables, letter: Letter) -> bool {
        self.boat(letter).is_some_and(|boat| {
            boat.is_on_map()
                && boat.is_surfaced()
                && boat.tp >= t.points.crash_dive_tp
                && !boat.is_destroyed(Gear::Rudder)
        })
    }
}
