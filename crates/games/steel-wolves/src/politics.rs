//! The political option [35.0], [35.0]: a request each month, events cancelled or refused, Vichy.

use crate::boat::Place;
use crate::choice::Choice;
use crate::event::Event;
use crate::geography::{Base, Zone};
use crate::position::Position;
use crate::sequence::{Play, Step};
use crate::tables::{Entry, Office, Request, Tables};
use crate::units::Navy;
use crate::war::Forward;

/// Levels that requests can reach [35.0].
const MOST_B_DIENST: i8 = 2;
const MOST_ENIGMA: i8 = 0;
pub(crate) const MOST_TORPEDO: i8 = 2;

/// The die that a torpedo commission needs besides.
const COMMISSION: u8 = 7;

/// The first year of the four-rotor machine.
const FOUR_ROTORS: u16 = 1942;

/// Boats that a port of Vichy holds [36.63H].
const VICHY_PORT: u8 = 4;

/// A request to an office [35.0].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Petition {
    pub office: Office,
    /// A die up to it is granted.
    pub influence: u8,
    /// A commission must find something besides: the lowest die.
    pub finds: Option<u8>,
}

impl Position {
    /// The request that an answer would make now, if it is one.
    pub(crate) fn petition(&self, t: &Tables, choice: Choice) -> Option<Petition> {
        let (office, finds) = match (*self.agenda.top()?, choice) {
            (Step::Request, Choice::Ask(request)) => (
                t.politics.offices[request.index()],
                (request == Request::Torpedoes).then_some(COMMISSION),
            ),
            (Step::Cancel, Choice::Yes) => (self.event(t)?.authority?, None),
            _ => return None,
        };
        let influence = self.war.influence?[office.index()];
        Some(Petition {
            office,
            influence,
            finds,
        })
    }

    /// The next aircraft of the list that could still enter; its month is a curly line, and those do not count [8.0A].
    fn next_plane(&self, t: &Tables) -> Option<u8> {
        (0..t.submarines.aircraft.len() as u8).find(|plane| {
            let values = &t.submarines.aircraft[usize::from(*plane)];
            let known = self.war.aircraft.iter().any(|other| other.plane == *plane);
            values.base.is_some() && !known && !self.war.planes_gone.contains(plane)
        })
    }

    /// What can be asked for now.
    fn requests(&self, t: &Tables) -> Vec<Request> {
        let open = |request: &Request| match request {
            Request::Intelligence => self.standing.b_dienst < MOST_B_DIENST,
            Request::Enigma => {
                self.standing.enigma < MOST_ENIGMA
                    || (!self.war.four_rotor && self.date.month.year() >= FOUR_ROTORS)
            }
            Request::Aircraft => self.next_plane(t).is_some(),
            Request::Torpedoes => self.standing.torpedo < MOST_TORPEDO,
            Request::Trade => {
                let month = &t.reinforcements[self.date.month.index()];
                month.trade.iter().any(|boat| self.is_due(t, *boat))
            }
            Request::Vichy => {
                !self.war.vichy
                    && self.period >= crate::calendar::Period::Two
                    && !self.war.has_occurred(t, "operation_torch")
            }
        };
        Request::ALL.into_iter().filter(open).collect()
    }

    pub(crate) fn list_politics(&self, t: &Tables, step: Step, out: &mut Vec<Choice>) {
        match step {
            Step::Request => {
                out.extend(self.requests(t).into_iter().map(Choice::Ask));
                out.push(Choice::Done);
            }
            Step::Gain => out.extend(Office::ALL.map(Choice::Office)),
            _ => {}
        }
    }
}

impl Play<'_> {
    /// An office is asked: a die not above the influence with it; success costs one [35.0].
    fn ask(&mut self, office: Office) -> bool {
        let influence = self
            .p
            .war
            .influence
            .map_or(0, |offices| offices[office.index()]);
        let die = self.chance.chit();
        let granted = die <= influence;
        if granted {
            self.p.war.influence(self.t, office, -1);
        }
        self.log.push(|| Event::Asked {
            office,
            die,
            influence,
            granted,
        });
        granted
    }

    pub(crate) fn answer_politics(&mut self, step: Step, choice: Choice) {
        match (step, choice) {
            (Step::Request, Choice::Ask(request)) => self.request(request),
            (Step::Gain, Choice::Office(office)) => self.p.war.influence(self.t, office, 1),
            // A request to cancel goes to the office that the event names [36.64].
            (Step::Cancel, Choice::Yes) => {
                let office = self.p.event(self.t).and_then(|event| event.authority);
                if office.is_some_and(|office| self.ask(office)) {
                    self.set_current(|current| current.waived = true);
                }
            }
            (Step::Comply, Choice::No) => {
                self.set_current(|current| current.waived = true);
                if let Some((office, change)) =
                    self.p.event(self.t).and_then(|event| event.political)
                {
                    self.p.war.influence(self.t, office, change);
                }
            }
            _ => {}
        }
    }

    fn request(&mut self, request: Request) {
        if self.ask(self.t.politics.offices[request.index()]) {
            self.grant(request);
        }
    }

    fn grant(&mut self, request: Request) {
        let standing = &mut self.p.standing;
        match request {
            Request::Intelligence => standing.b_dienst = (standing.b_dienst + 1).min(MOST_B_DIENST),
            Request::Enigma => {
                standing.enigma = (standing.enigma + 1).min(MOST_ENIGMA);
                self.p.war.four_rotor |= self.p.date.month.year() >= FOUR_ROTORS;
            }
            Request::Aircraft => {
                if let Some(plane) = self.p.next_plane(self.t) {
                    self.plane_enters(plane);
                }
            }
            Request::Torpedoes => {
                let die = self.chance.chit();
                let better = i8::from(die >= COMMISSION);
                standing.torpedo = (standing.torpedo + better).min(MOST_TORPEDO);
                let value = standing.torpedo;
                self.log.push(|| Event::Torpedoes {
                    needs: COMMISSION,
                    die,
                    value,
                });
            }
            Request::Trade => {
                let month = &self.t.reinforcements[self.p.date.month.index()];
                for boat in &month.trade {
                    self.enter_play(*boat, 0);
                }
            }
            Request::Vichy => self.vichy_joins(),
        }
    }

    /// The boats of Vichy and their aircraft join, with Toulon and three ports [36.63H].
    fn vichy_joins(&mut self) {
        self.p.war.vichy = true;
        self.open_base(Base::Toulon);
        for zone in [Zone::Dakar, Zone::Casablanca, Zone::DiegoSuarez] {
            if !self.p.is_forward(zone) {
                self.p.war.forward.push(Forward {
                    zone,
                    tender: None,
                    capacity: VICHY_PORT,
                });
            }
        }
        let boats = self.t.submarines.boats.iter().enumerate();
        let vichy = boats.filter(|(_, boat)| {
            self.t.submarines.class(boat.class).navy == Navy::Vichy && boat.entry == Entry::Scenario
        });
        for place in vichy.map(|(place, _)| place as u16).collect::<Vec<_>>() {
            self.enter_play(crate::fleet::BoatId(place), 0);
        }
        let plane = self
            .t
            .submarines
            .aircraft
            .iter()
            .position(|plane| plane.base.is_none());
        if let Some(plane) = plane {
            self.plane_enters(plane as u8);
        }
    }

    /// Operation Torch ends it: these boats leave play [36.63H], [19.13].
    pub(crate) fn end_of_vichy(&mut self) {
        self.p.war.vichy = false;
        let boats = self.p.boats.iter().filter(|boat| {
            self.t.submarines.class_of(boat.id).navy == Navy::Vichy && !boat.place.is_out()
        });
        let mut steps: Vec<Step> = boats
            .map(|boat| Step::Remove(boat.id, Place::Scrapped))
            .collect();
        steps.push(Step::ToulonCloses);
        self.p.agenda.plan(steps);
    }

    pub(crate) fn toulon_closes(&mut self) {
        self.p.bases.retain(|base| *base != Base::Toulon);
        self.p.war.forward.retain(|base| base.tender.is_some());
        let french = |plane: u8| {
            self.t.submarines.aircraft[usize::from(plane)]
                .base
                .is_none()
        };
        self.p
            .war
            .aircraft
            .retain(|aircraft| !french(aircraft.plane));
    }
}
