//! Reinforcements: levels, aircraft, aces, refits, boats that come [8.0].

use crate::boat::{Command, Place, Side, Submarine};
use crate::choice::Choice;
use crate::crews;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Base, Node};
use crate::position::Position;
use crate::ready::Stand;
use crate::sequence::{Phase, Play, Step};
use crate::setup::Rule;
use crate::tables::{MonthList, Tables};
use crate::task::Task;
use crate::war_setup::command_of;

/// Whether a boat comes only if it is traded for, by the political option [8.0A].
pub(crate) fn is_traded(t: &Tables, boat: BoatId) -> bool {
    t.reinforcements
        .iter()
        .any(|list| list.trade.contains(&boat))
}

impl Position {
    fn list_of_month<'t>(&self, t: &'t Tables) -> &'t MonthList {
        &t.reinforcements[self.date.month.index()]
    }
}

impl Play<'_> {
    /// The list of the month, from the second month on in its first week [8.0].
    pub(crate) fn reinforce(&mut self) {
        self.p.phase = Phase::Reinforcements;
        if self.p.date.week != 1 || self.p.date.month == self.p.start.month {
            return;
        }
        self.refill_cups();
        let list = self.p.list_of_month(self.t);
        let campaign = self.p.war_scenario(self.t).is_some_and(|war| war.campaign);
        if let Some(to) = list
            .period_check
            .filter(|to| campaign && *to > self.p.period)
        {
            self.p.war.check = Some((to, self.p.date.month));
        }
        if list.barbarossa_check && !self.p.war.barbarossa {
            self.p.war.barbarossa_check = Some(self.p.date.month);
        }
        if self.p.war.influence.is_none() {
            self.levels(list);
        }
        let mut steps = Vec::new();
        let offers = list
            .ace_offers
            .iter()
            .filter(|(from, to)| self.is_offer(*from, *to));
        steps.extend(offers.map(|(from, to)| Step::AceOffer(*from, *to)));
        steps.extend(
            list.home
                .iter()
                .map(|boat| Step::Remove(*boat, Place::Scrapped)),
        );
        steps.extend(
            list.withdraw
                .iter()
                .map(|boat| Step::Remove(*boat, Place::Refit)),
        );
        steps.extend([Step::Returns, Step::Arrivals]);
        steps.push(Step::Pick(Task::Early, 1));
        if self.p.setup.plays(Rule::VeryEarly) {
            steps.push(Step::Pick(Task::VeryEarly, 1));
        }
        self.p.agenda.plan(steps);
    }

    /// Lines in curly brackets: levels and aircraft [7.2], [7.3]; by request alone under the political option [8.0].
    fn levels(&mut self, list: &MonthList) {
        if let Some(level) = list.b_dienst {
            self.p.standing.b_dienst = level;
        }
        if let Some((level, rotors)) = list.enigma {
            self.p.standing.enigma = level;
            self.p.war.four_rotor = rotors.unwrap_or(self.p.war.four_rotor);
        }
        if list.b_dienst.is_some() || list.enigma.is_some() {
            let standing = self.p.standing;
            self.log.push(|| Event::Levels { standing });
        }
        for plane in &list.aircraft {
            self.plane_enters(*plane);
        }
    }

    /// Whoever commands the boat named may change to another that is to come [25.31] (R64).
    fn is_offer(&self, from: BoatId, to: BoatId) -> bool {
        let ace = self.p.find(from).is_some_and(|place| {
            let boat = &self.p.boats[usize::from(place)];
            boat.ace.is_some() && !boat.place.is_out()
        });
        ace && self.p.is_due(self.t, to)
    }

    pub(crate) fn answer_arrivals(&mut self, step: Step, choice: Choice) {
        match (step, choice) {
            (Step::AceOffer(from, to), Choice::Yes) => {
                let place = self.p.find(from);
                let ace = place.and_then(|place| self.p.boats[usize::from(place)].ace.take());
                if let Some((ace, _)) = ace {
                    self.p.war.billets.push((to, ace));
                    self.log.push(|| Event::Billet { boat: to });
                }
            }
            // Yes: he stays with his boat. No: a die for another [25.32].
            (Step::AceStays(boat), Choice::No) => self.ace_without_boat(boat),
            (Step::Late(boat), Choice::Yes) => self.enter_play(boat, 1),
            (Step::Late(boat), _) => self.delay(boat),
            _ => {}
        }
    }

    /// Boats come back from refit [8.0].
    pub(crate) fn returns(&mut self) {
        let list = self.p.list_of_month(self.t);
        for (id, listed) in &list.returns {
            let Some(place) = self.p.find(*id) else {
                continue;
            };
            let boat = &self.p.boats[usize::from(place)];
            if boat.place != Place::Refit {
                continue;
            }
            let wanted = match boat.command {
                Command::Mediterranean => Base::Italy,
                Command::Arctic => Base::Norway,
                Command::Atlantic => *listed,
            };
            let base = if self.p.bases.contains(&wanted) {
                wanted
            } else {
                Base::Germany
            };
            self.p.boats[usize::from(place)].place = Place::Base(base, Stand::Pierside);
            let id = *id;
            self.log.push(|| Event::Back { boat: id, base });
        }
    }

    /// Everything that comes this month: listed, delayed, or early because of an ace [8.0], [25.33].
    pub(crate) fn arrivals(&mut self) {
        let month = self.p.date.month;
        let delayed: Vec<BoatId> = {
            let due = self.p.war.delayed.iter().filter(|(_, when)| *when <= month);
            due.map(|(boat, _)| *boat).collect()
        };
        self.p.war.delayed.retain(|(_, when)| *when > month);
        let aces: Vec<BoatId> = self.p.war.billets.iter().map(|(boat, _)| *boat).collect();
        let early = aces
            .into_iter()
            .filter(|boat| self.month_of(*boat).is_some_and(|when| when <= month));
        let early: Vec<BoatId> = early.collect();
        for boat in delayed.into_iter().chain(early) {
            self.enter_play(boat, 0);
        }
        let mut questions = Vec::new();
        for (boat, green) in &self.p.list_of_month(self.t).arrivals {
            if !self.p.is_due(self.t, *boat) {
                continue;
            }
            if *green {
                questions.push(Step::MayCome(*boat));
            } else {
                self.enter_play(*boat, 0);
            }
        }
        self.p.agenda.plan(questions);
    }

    /// A boat with a new crew comes with a marker, or a month later without [8.13]; without a free marker it waits (R13).
    pub(crate) fn may_come(&mut self, boat: BoatId) {
        if crews::may_come_early(self.t, self.p.green_boats()) {
            self.p.agenda.push(Step::Late(boat));
        } else {
            self.delay(boat);
        }
    }

    fn delay(&mut self, boat: BoatId) {
        if let Some(next) = self.p.date.month.plus(1) {
            self.p.war.delayed.push((boat, next));
        }
    }

    /// A boat enters play: at its base, Germany while that is closed, at the pier (R13).
    pub(crate) fn enter_play(&mut self, id: BoatId, green: u8) {
        let retired = &self.p.war.retired;
        if self.p.find(id).is_some() || retired.contains(&self.t.submarines.boat(id).class) {
            return;
        }
        let listed = self.t.submarines.boat(id).base;
        let place = match listed {
            Node::Base(base) if self.p.bases.contains(&base) => Place::Base(base, Stand::Pierside),
            Node::Forward(zone) if self.p.is_forward(zone) => Place::Forward(zone, Stand::Pierside),
            _ => Place::Base(Base::Germany, Stand::Pierside),
        };
        let billet = self.p.war.billets.iter().position(|(boat, _)| *boat == id);
        let (_, rating, trained) = crews::new_command(self.p.date.month);
        let ace = billet.map(|place| (self.p.war.billets.remove(place).1, rating));
        let mut boat = Submarine::new(id, place, Side::Transit, ace);
        boat.green = if ace.is_some() { trained } else { green };
        if let Place::Base(base, _) = place {
            boat.command = command_of(base); // the boats of Toulon stay this side of Gibraltar [36.63H]
        }
        let at = self.p.boats.partition_point(|other| other.id < id);
        self.p.boats.insert(at, boat);
        self.log.push(|| Event::Commissioned {
            boat: id,
            place,
            green,
        });
    }
}
