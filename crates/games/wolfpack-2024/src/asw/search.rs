//! Searches: pages 41, 42 and 44 to 47.

use super::{Contact, Post};
use crate::boat::Boat;
use crate::boats::Letter;
use crate::calendar::Era;
use crate::cards::DeckName;
use crate::escorts::{EscortId, Hold};
use crate::position::Position;
use crate::reading::Reading;
use crate::ring::Location;
use crate::sequence::{Order, Play, Step};
use crate::space::Space;
use crate::tables::{Pull, Sonar, Tables};

impl Play<'_> {
    /// Every escort in a search box or on top of a boat of the Approach map, in order of location [41.target_choice].
    pub(crate) fn search_approach(&mut self) {
        let mut steps = Vec::new();
        for location in Location::ALL {
            let here = self
                .p
                .hunt
                .escorts
                .iter()
                .filter(|escort| match escort.post {
                    Post::Search(at) => at == location,
                    Post::OnTop => {
                        let boat = escort.contact.and_then(|contact| self.p.boat(contact.boat));
                        boat.and_then(|boat| self.p.location(self.t, boat)) == Some(location)
                    }
                    _ => false,
                });
            steps.extend(here.map(|escort| Step::Search(escort.id)));
        }
        self.p.agenda.plan(steps);
    }

    /// Every escort on the Attack map, in random order [45.target_choice]; its range grows [44.search_range].
    pub(crate) fn search_attack(&mut self) {
        let searching = self
            .p
            .hunt
            .escorts
            .iter()
            .filter(|escort| match escort.post {
                Post::Station { range, .. } => range > 0, // (R34)
                Post::OnTop => escort
                    .contact
                    .is_some_and(|contact| self.p.hunts_inside(contact)),
                _ => false,
            });
        let searching = searching.map(|escort| escort.id).collect();
        let rules = &self.t.asw;
        for escort in &mut self.p.hunt.escorts {
            if let Post::Station { range, .. } = &mut escort.post {
                *range = match *range {
                    0 => rules.range_on_arrival(),
                    searched => searched.saturating_add(rules.range_growth),
                };
            }
        }
        let steps: Vec<Step> = self
            .in_random_order(searching)
            .into_iter()
            .map(Step::Search)
            .collect();
        self.p.agenda.plan(steps);
    }

    /// One escort searches.
    pub(crate) fn search(&mut self, id: EscortId) {
        let Some(escort) = self.p.escort(id).copied() else {
            return;
        };
        match escort.contact {
            Some(contact) => self.search_again(id, contact),
            None => match self.find_target(id) {
                Some(letter) => self.search_for(id, letter),
                None => self.fail(id), // which costs patience too (R33)
            },
        }
    }

    /// Boats that are up first, else those below; among several by random number [41.target_choice],
    /// [45.target_choice]. A boat that another escort holds is only looked for on the Attack map (R30).
    fn find_target(&mut self, id: EscortId) -> Option<Letter> {
        let escort = self.p.escort(id)?;
        let candidates: Vec<(Letter, bool)> = match escort.post {
            Post::Search(location) => {
                let there = self.p.at_sea().filter(|(letter, boat)| {
                    self.p.location(self.t, boat) == Some(location) && !self.p.is_held(*letter)
                });
                there
                    .map(|(letter, boat)| (letter, boat.is_surfaced()))
                    .collect()
            }
            Post::Station { at, range, .. } => {
                let near = self.p.attacking().filter(|(_, boat)| {
                    boat.attack()
                        .is_some_and(|(space, _)| at.range(space) <= range)
                });
                near.map(|(letter, boat)| (letter, boat.depth.sees()))
                    .collect()
            }
            _ => vec![],
        };
        let up = candidates.iter().any(|(_, up)| *up);
        let best: Vec<Letter> = candidates
            .into_iter()
            .filter(|(_, seen)| *seen == up)
            .map(|(letter, _)| letter)
            .collect();
        let chosen = self.one_of(best.len(), Pull::RandomTarget);
        best.get(chosen).copied()
    }

    /// A search without contact.
    fn search_for(&mut self, id: EscortId, letter: Letter) {
        let inside = self
            .p
            .boat(letter)
            .is_some_and(|boat| boat.attack().is_some());
        let seen = if inside {
            self.look_out(id, letter)
        } else {
            self.look_out_approach(id, letter)
        };
        match seen {
            Some(true) => self.make_contact(id, letter, false),
            Some(false) if !self.p.is_periscope(letter) => self.fail(id),
            // At periscope depth sonar follows at once; below that it is the only way [45.periscope_then_sonar].
            _ => self.listen(id, letter, false),
        }
    }

    /// Radar or eyes on the Attack map; none if the boat cannot be seen, be it that she has just dived in alarm
    /// [45.radar], [45.visual], (R44).
    fn look_out(&mut self, id: EscortId, letter: Letter) -> Option<bool> {
        let depth = self.p.boat(letter)?.depth;
        let fitted = self.p.escort(id)?.is_fitted();
        let light = self.p.conditions.light();
        let least = self
            .t
            .asw
            .sight(fitted, light)
            .least(depth, light.weather())?;
        let d10 = self.d10(Pull::Search, Some(letter));
        Some(d10 >= least)
    }

    /// Radar or eyes on the Approach map: only against a surfaced boat [41.radar], [41.visual], (R44), (R59), (R75).
    fn look_out_approach(&mut self, id: EscortId, letter: Letter) -> Option<bool> {
        if !self.p.boat(letter)?.is_surfaced() {
            return None;
        }
        let equipment = self.p.escort(id)?.equipment?;
        let reading = if equipment.is_fitted() {
            Reading::Radar(equipment.make())
        } else {
            Reading::Visual(self.p.conditions.light())
        };
        let card = self.pull_to_read(DeckName::Battle, Pull::Search, Some(letter), reading);
        let card = &self.t.cards.battle[usize::from(card)];
        let (time, weather) = (self.p.conditions.time, self.p.conditions.weather);
        Some(if equipment.is_fitted() {
            card.radar[equipment.make().index()]
        } else {
            card.sees(time, weather)
        })
    }

    /// Sonar: so many cards, so many ticks [41.sonar_columns], [41.silent_two_cards], [45.sonar_cards], (R68).
    fn listen(&mut self, id: EscortId, letter: Letter, homing: bool) {
        let Some(boat) = self.p.boat(letter) else {
            return;
        };
        let Some(escort) = self.p.escort(id) else {
            return;
        };
        let elite = escort
            .captain
            .is_some_and(|captain| self.t.escorts.captain(captain).elite_sonar);
        let sonar = sonar_cards(self.t, boat.attack().is_some(), elite, boat.silent);
        let make = escort
            .equipment
            .map_or(Era::Early, |equipment| equipment.make());
        let weather = self.p.conditions.weather;
        let ticks = (0..sonar.cards)
            .filter(|_| {
                let reading = Reading::Sonar {
                    homing,
                    make,
                    weather,
                };
                let card = self.pull_to_read(DeckName::Battle, Pull::Search, Some(letter), reading);
                self.t.cards.battle[usize::from(card)].sonar(homing, make, weather)
            })
            .count();
        if ticks < usize::from(sonar.ticks) {
            return self.fail(id);
        }
        let evades = self
            .p
            .boat(letter)
            .is_some_and(|boat| boat.may_evade(self.t) && boat.tp >= self.t.points.evade_tp);
        if evades {
            self.order(letter, Order::Evade(id));
        } else {
            self.make_contact(id, letter, true);
        }
    }

    /// An escort that holds a boat: in sight she is held without a card, below that sonar says
    /// [41.contact_kept_surfaced], [45.contact_kept], (R88), (R100).
    fn search_again(&mut self, id: EscortId, contact: Contact) {
        let Some(boat) = self.p.boat(contact.boat) else {
            return;
        };
        match kept(boat.attack().is_some(), boat, contact.homing) {
            Kept::InSight => {
                if let Some(contact) = self
                    .p
                    .escort_mut(id)
                    .and_then(|escort| escort.contact.as_mut())
                {
                    contact.hold = Hold::Contact;
                }
                self.close_in(id, contact.boat);
            }
            Kept::Sonar { homing } => self.listen(id, contact.boat, homing),
        }
    }
}

/// Cards and ticks of a sonar search, on the Attack map or on the Approach map, where no operator is elite (5.9.6).
pub fn sonar_cards(t: &Tables, attack: bool, elite: bool, silent: bool) -> Sonar {
    if attack {
        t.asw.sonar(elite, silent)
    } else {
        t.asw.approach_sonar[usize::from(silent)]
    }
}

/// How an existing contact is kept up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Without a card.
    InSight,
    /// By sonar, in the acquire or the homing column.
    Sonar { homing: bool },
}

/// Whether a boat is still in sight: on the surface always, at periscope depth only on the Attack map and only if she
/// was not found by sonar [41.contact_kept_surfaced], [45.contact_kept], (R75), (R88).
pub fn kept(attack: bool, boat: &Boat, homing: bool) -> Kept {
    if boat.is_surfaced() || attack && boat.depth.is_periscope() && !homing {
        Kept::InSight
    } else {
        Kept::Sonar { homing }
    }
}

impl Position {
    fn is_periscope(&self, letter: Letter) -> bool {
        self.boat(letter)
            .is_some_and(|boat| boat.depth.is_periscope())
    }

    /// Whether an escort without contact has a space in its search range [36.disengage_bars].
    pub(crate) fn is_searched(&self, space: Space) -> bool {
        self.hunt.escorts.iter().any(|escort| match escort.post {
            Post::Station { at, range, .. } => escort.contact.is_none() && at.range(space) <= range,
            _ => false,
        })
    }

    /// Whether an escort is assigned to one of the quadrants of a space [36.disengage_bars], (R95).
    pub(crate) fn is_assigned(&self, space: Space) -> bool {
        self.hunt.escorts.iter().any(|escort| match escort.post {
            Post::Assigned { to, .. } => space
                .quadrants()
                .any(|mine| to.quadrants().any(|other| other == mine)),
            _ => false,
        })
    }
}
