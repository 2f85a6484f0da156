//! Wolfpacks [24.0]: calling, joining, shadowing, and Huff-Duff; the same on patrol and in convoy battles.

use crate::boat::{Duty, Place, Submarine};
use crate::calendar::Period;
use crate::choice::Choice;
use crate::combat::{Hand, Joins};
use crate::displays::Contact;
use crate::event::Event;
use crate::geography::Area;
use crate::harm::Bearing;
use crate::position::{Errand, Position};
use crate::sequence::{Play, Step};
use crate::tables::{MOST_BOATS, Tables, Theatre};
use crate::units::Navy;
use crate::weather::Weather;
use crate::wolfpack::{self, Attempt};

impl Position {
    /// Who found what the pack is called to.
    fn finder(&self) -> (u16, &Errand) {
        match &self.pack.finder {
            Some((place, errand)) => (*place, errand),
            None => (self.acting, &self.errand),
        }
    }

    /// Where the contact was made: there the pack fights, though its finder may be lost by then [24.11].
    pub(crate) fn found_at(&self) -> Option<Place> {
        let (finder, errand) = self.finder();
        let now = self.boats[usize::from(finder)].place;
        if now.is_at_sea() {
            return Some(now);
        }
        let area = errand.met_in?;
        let zone = errand.met_off.map(|zone| Place::Zone(zone, area));
        Some(zone.unwrap_or(Place::Area(area)))
    }

    /// Whether the boat that acts may call a pack against what it has found: U-boats, from the second period on, against
    /// convoys, and against others only by event [24.0], [28.14]; and somebody must be there to hear it.
    pub(crate) fn may_call(&self, t: &Tables) -> bool {
        let worth = match self.contact {
            Contact::Convoy => !self.errand.terms.no_packs,
            Contact::TaskForce | Contact::SpecialConvoy => self.errand.terms.pack,
            _ => false,
        };
        worth
            && self.boat().area().is_some()
            && self.class(t).navy == Navy::German
            && wolfpack::allowed(t, self.period, self.weather_at(t, self.boat().place))
            && !matches!(self.boat().duty, Some(Duty::Charts(_)))
            && !self.callable(t).is_empty()
    }

    /// U-boats that may try to join: on patrol in the area and not yet moved; in the fifth period also from the areas
    /// around it [24.1] (R59).
    pub(crate) fn callable(&self, t: &Tables) -> Vec<u16> {
        if self.nights.number > 0 {
            return self.may_follow().collect();
        }
        let (finder, _) = self.finder();
        let place = self.found_at();
        let area = place.and_then(Place::area);
        let (Some(area), true) = (area, self.pack.joined.len() < MOST_BOATS) else {
            return vec![];
        };
        // Boats that an event sends to the very place may join there, off Casablanca too [WE5.0b].
        let zone = place.and_then(Place::zone);
        let attacks = self.event(t).is_some_and(|event| event.attacks);
        let hears = |boat: &Submarine| {
            let free = match boat.duty {
                None => true,
                Some(Duty::Sent(_, Theatre::Area(to))) => to == area && attacks,
                Some(Duty::Sent(_, Theatre::Zone(to))) => zone == Some(to) && attacks,
                Some(_) => false,
            };
            boat.patrols()
                && boat.may_act()
                && !boat.mines
                && boat.came_from.is_none() // it has moved
                && free
                && t.submarines.class_of(boat.id).navy == Navy::German
        };
        let near = |boat: &Submarine| match boat.place {
            Place::Area(here) if here == area => true,
            Place::Area(here) => {
                self.period == Period::Five && self.patrol_areas(t, boat, here).contains(&area)
            }
            _ => false,
        };
        (0..self.boats.len() as u16)
            .filter(|place| *place != finder && !self.pack.tried.contains(place))
            .filter(|place| {
                let boat = &self.boats[usize::from(*place)];
                hears(boat) && near(boat)
            })
            .collect()
    }

    /// Everything that changes the try of a boat to join in an area [24.1].
    fn attempt_of(&self, t: &Tables, place: u16, area: Area, adjacent: bool) -> Attempt {
        let boat = &self.boats[usize::from(place)];
        let (_, errand) = self.finder();
        let small = errand.colour.is_some_and(|colour| !colour.is_large());
        let weather = self
            .found_at()
            .map_or(Weather::Clear, |place| self.weather_at(t, place));
        Attempt {
            number: self.pack.tried.len() as u8 + 1,
            enigma: self.enigma(t, boat),
            ace: boat.rating(),
            shadower: self.pack.shadower.is_some(),
            lesser: small || self.contact != Contact::Convoy,
            aircraft: self.aircraft_over(t, area, Navy::German),
            weather,
            green: boat.green,
            adjacent,
        }
    }

    /// The try that a boat would make now, if the pack is called where the finder is.
    pub(crate) fn attempt(&self, t: &Tables, place: u16) -> Option<Attempt> {
        let area = self.found_at()?.area()?;
        let from = self.boats[usize::from(place)].area()?;
        let mut attempt = self.attempt_of(t, place, area, from != area);
        attempt.number += 1; // it will have been counted when it tries
        Some(attempt)
    }

    pub(crate) fn list_pack(&self, t: &Tables, step: Step, out: &mut Vec<Choice>) {
        match step {
            Step::CallPack => out.extend([Choice::Shadow, Choice::NoShadow, Choice::Alone]),
            Step::Call => {
                let callable = self.callable(t);
                if !callable.is_empty() {
                    out.push(Choice::Done);
                }
                out.extend(
                    callable
                        .iter()
                        .map(|place| Choice::Pick(self.boats[usize::from(*place)].id)),
                );
            }
            Step::TakeOver => {
                let hands = 0..self.pack.joined.len() as u8;
                out.extend(hands.map(|hand| Choice::TakeOver(Hand(hand))));
                out.push(Choice::Nobody);
            }
            _ => {}
        }
    }
}

impl Play<'_> {
    pub(crate) fn answer_pack(&mut self, step: Step, choice: Choice) {
        match (step, choice) {
            (Step::CallPack, Choice::Alone) => self.p.agenda.push(Step::Battle),
            (Step::CallPack, choice) => {
                let finder = self.p.acting;
                self.p.errand.called = true;
                self.p.errand.met_in = self.p.boat().area();
                self.p.errand.met_off = self.p.boat().zone();
                self.p.pack.joined.push((finder, Joins::Now));
                if choice == Choice::Shadow {
                    self.shadow(finder);
                }
                self.p.agenda.plan([Step::Call, Step::Battle]);
            }
            (Step::Call, Choice::Pick(id)) => {
                self.p.agenda.push(Step::Call);
                if let Some(place) = self.p.find(id) {
                    self.answer_call(place);
                }
            }
            (Step::TakeOver, Choice::TakeOver(Hand(hand))) => {
                if let Some((boat, _)) = self.p.pack.joined.get(usize::from(hand)).copied() {
                    self.shadow(boat);
                }
            }
            _ => {}
        }
    }

    /// A boat keeps contact, and attacks only from the re-attack on [24.1].
    pub(crate) fn shadow(&mut self, boat: u16) {
        self.p.pack.shadowed_by(boat);
        let id = self.p.boats[usize::from(boat)].id;
        self.log.push(|| Event::Shadows { boat: id });
    }

    /// A boat from another area makes its patrol move with its check first (R59).
    fn answer_call(&mut self, place: u16) {
        let finder = self.p.acting;
        let area = self.p.found_at().and_then(Place::area);
        let (Some(area), Some(from)) = (area, self.p.boats[usize::from(place)].area()) else {
            return;
        };
        if from == area {
            return self.try_to_join(place, area, false);
        }
        let errand = Errand {
            start: Some(from),
            touched: vec![from],
            patrol: true,
            ..Errand::default()
        };
        let own = std::mem::replace(&mut self.p.errand, errand);
        self.p.pack.finder = Some((finder, own));
        self.p.acting = place;
        self.p.boat_mut().came_from = Some(from);
        self.step_to(area);
        self.p
            .agenda
            .plan([Step::Check, Step::TryJoin(place), Step::MateMoved(place)]);
    }

    /// The finder acts again; a boat that had to turn back is done.
    pub(crate) fn mate_moved(&mut self, place: u16) {
        self.resume();
        let boat = &mut self.p.boats[usize::from(place)];
        if boat.rtb || !boat.place.is_at_sea() {
            boat.done = true;
        }
    }

    fn resume(&mut self) {
        if let Some((finder, errand)) = self.p.pack.finder.take() {
            self.p.acting = finder;
            self.p.errand = errand;
        }
    }

    /// One die each [24.1]; an original 0 while a shadower sends calls Huff-Duff [24.11].
    pub(crate) fn try_to_join(&mut self, place: u16, area: Area, adjacent: bool) {
        let boat = &self.p.boats[usize::from(place)];
        if boat.rtb || !boat.place.is_at_sea() {
            return;
        }
        self.p.pack.tried.push(place); // only now: who was turned back on the way has thrown no die (R59)
        let attempt = self.p.attempt_of(self.t, place, area, adjacent);
        if !self.join(place, attempt) {
            self.p.boats[usize::from(place)].failed_pack = true;
        }
    }

    /// Throws the die of a try; false if the boat is not in the pack.
    pub(crate) fn join(&mut self, place: u16, attempt: Attempt) -> bool {
        let die = self.chance.chit();
        let outcome = attempt.outcome(self.t, die);
        let id = self.p.boats[usize::from(place)].id;
        let t = self.t;
        self.log.push(|| Event::Joined {
            boat: id,
            die,
            modifier: attempt.modifier(t),
            number: t.pack.number(attempt.number),
            outcome,
        });
        let joins = self.p.pack.take_in(place, outcome);
        if attempt.is_heard(die) {
            self.huff_duff();
        }
        joins
    }

    /// The shadower's signals are heard [24.11].
    fn huff_duff(&mut self) {
        let Some(shadower) = self.p.pack.shadower else {
            return;
        };
        let die = self.chance.chit();
        let bearing = wolfpack::huff_duff(self.t, self.p.period, die);
        let found_at = self.p.found_at(); // mates stay beside a zone, but fight in it
        let boat = &mut self.p.boats[usize::from(shadower)];
        let (id, at) = (boat.id, found_at.unwrap_or(boat.place));
        self.log.push(|| Event::HuffDuff {
            boat: id,
            die,
            bearing,
        });
        match bearing {
            Bearing::None => return,
            Bearing::DrivenOff => {}
            Bearing::Spotted => boat.spotted = true,
            Bearing::DamagedReturn => {
                if !self.hurt_at(shadower, at) {
                    let boat = &mut self.p.boats[usize::from(shadower)];
                    boat.patrol.turned_outbound |= boat.is_outbound(); // in an encounter [8.12]
                    boat.turn_home();
                }
            }
            Bearing::Sunk => self.lose_at(shadower, at),
        }
        self.p.pack.shadower = None;
        self.p.pack.joined.retain(|(boat, _)| *boat != shadower);
        if !self.p.pack.joined.is_empty() {
            self.p.agenda.push(Step::TakeOver);
        }
        self.driven_off(shadower);
    }

    /// A mate that has lost touch with the convoy attacks nothing this turn: its week ends with its Endurance Check
    /// [24.11]. The finder ends its own later, and in a convoy battle there is none.
    fn driven_off(&mut self, place: u16) {
        let (finder, _) = self.p.finder();
        if place == finder || self.p.convoy_battle(self.t).is_some() {
            return;
        }
        if self.p.pack.finder.is_none() {
            self.p.pack.finder = Some((self.p.acting, self.p.errand.clone()));
            self.p.agenda.push(Step::MateMoved(place));
        }
        self.p.agenda.push(Step::Mate(place));
    }

    /// The finder was driven off, and nobody else is there: the convoy is gone [24.11].
    pub(crate) fn contact_lost(&mut self) {
        self.p.contact = Contact::None;
        self.p.pack = crate::position::Pack::default();
        self.p.errand.contacts += 1;
        self.p.errand.big_fight = true;
        if self.p.boat().place == Place::Lost {
            self.drop_errand();
        } else if self.p.errand.encounter {
            self.after_encounter();
        } else {
            self.after_search();
        }
    }

    /// The weather over a pack.
    pub(crate) fn battle_weather(&self) -> Weather {
        self.p
            .battle
            .as_ref()
            .map_or(Weather::Clear, |battle| battle.site.weather)
    }
}
