//! Air reconnaissance [7.5].

use crate::choice::Choice;
use crate::event::Event;
use crate::geography::{Area, Base, Node, Zone};
use crate::movement;
use crate::position::Position;
use crate::sail::haven_choice;
use crate::sequence::{Play, Step};
use crate::tables::{Tables, Theatre};
use crate::units::Navy;
use crate::war::Aircraft;
use crate::weather::Weather;

impl Position {
    /// Aircraft over an area that help a navy, all together [7.52]: German ones U-boats, the one of Vichy its boats [7.51],
    /// [7.56].
    pub(crate) fn aircraft_over(&self, t: &Tables, area: Area, navy: Navy) -> u8 {
        let helps = |aircraft: &&Aircraft| aircraft.over == Some(area) && aircraft.navy(t) == navy;
        self.war.aircraft.iter().filter(helps).count() as u8
    }

    /// Active bases that an aircraft may use: submarine bases of its own navy, forward ones too, but for Murmansk, where
    /// only the tender is welcome [7.54], [7.56].
    fn airfields(&self, vichy: bool) -> impl Iterator<Item = Node> {
        let french = |base: &Node| match base {
            Node::Base(base) => *base == Base::Toulon,
            Node::Forward(zone) => !matches!(zone, Zone::Narvik | Zone::Murmansk),
            Node::Area(_) => false,
        };
        let major = self.bases.iter().copied().map(Node::Base);
        let forward = self.war.forward.iter().map(|base| Node::Forward(base.zone));
        major
            .chain(forward.filter(|base| *base != Node::Forward(Zone::Murmansk)))
            .filter(move |base| french(base) == vichy)
    }

    /// This week's event is in the Baltic.
    pub(crate) fn is_baltic_week(&self, t: &Tables) -> bool {
        self.event(t).is_some_and(|event| {
            event
                .deploys
                .iter()
                .any(|deploy| deploy.to.contains(&Theatre::Baltic))
        })
    }

    /// German aircraft that fly over the Baltic: all of Germany and Norway [5.0].
    pub(crate) fn baltic_aircraft(&self) -> u8 {
        let aircraft = self.war.aircraft.iter();
        aircraft.filter(|aircraft| aircraft.is_northern()).count() as u8
    }

    /// Areas in range of its base without a weather marker; another base, which takes the week [7.53], [7.54].
    pub(crate) fn list_aircraft(&self, t: &Tables, place: u8, out: &mut Vec<Choice>) {
        let Some(aircraft) = self.war.aircraft.get(usize::from(place)) else {
            return;
        };
        out.push(Choice::Stay);
        if self.is_baltic_week(t) && aircraft.is_northern() {
            return;
        }
        let values = &t.submarines.aircraft[usize::from(aircraft.plane)];
        let steps = movement::distances(&t.map, &[aircraft.base]);
        let open = Area::ALL.into_iter().filter(|area| {
            steps[area.index()] <= values.range && self.weather_in(*area) == Weather::Clear
        });
        out.extend(open.map(Choice::To));
        let vichy = values.base.is_none();
        let others = self.airfields(vichy).filter(|base| *base != aircraft.base);
        out.extend(others.filter_map(haven_choice));
    }
}

impl Aircraft {
    /// The navy whose boats it helps [7.51], [7.56].
    pub(crate) fn navy(&self, t: &Tables) -> Navy {
        match t.submarines.aircraft[usize::from(self.plane)].base {
            None => Navy::Vichy,
            Some(_) => Navy::German,
        }
    }

    /// Based in Germany or Norway: it flies over the Baltic when there is work to do there [5.0].
    fn is_northern(&self) -> bool {
        [Base::Germany, Base::Norway]
            .map(Node::Base)
            .contains(&self.base)
    }
}

impl Play<'_> {
    pub(crate) fn answer_aircraft(&mut self, place: u8, choice: Choice) {
        if let Some(aircraft) = self.p.war.aircraft.get_mut(usize::from(place)) {
            let plane = aircraft.plane;
            match choice {
                Choice::To(area) => {
                    aircraft.over = Some(area);
                    self.log.push(|| Event::Flies { plane, area });
                }
                Choice::Base(base) => self.base_plane(place, Node::Base(base)),
                Choice::Tender(zone) => self.base_plane(place, Node::Forward(zone)),
                _ => {}
            }
        }
        if usize::from(place) + 1 < self.p.war.aircraft.len() {
            self.p.agenda.push(Step::Aircraft(place + 1));
        }
    }

    fn base_plane(&mut self, place: u8, base: Node) {
        if let Some(aircraft) = self.p.war.aircraft.get_mut(usize::from(place)) {
            aircraft.base = base;
            let plane = aircraft.plane;
            self.log.push(|| Event::PlaneBased { plane, base });
        }
    }

    /// A forward base has closed: its aircraft go to Germany [7.54].
    pub(crate) fn planes_leave(&mut self, zone: Zone) {
        for place in 0..self.p.war.aircraft.len() as u8 {
            if self.p.war.aircraft[usize::from(place)].base == Node::Forward(zone) {
                self.base_plane(place, Node::Base(Base::Germany));
            }
        }
    }

    /// An aircraft enters at its base, at Germany while that is closed [7.5].
    pub(crate) fn plane_enters(&mut self, plane: u8) {
        let listed = self.t.submarines.aircraft[usize::from(plane)]
            .base
            .unwrap_or(Base::Toulon);
        let base = Node::Base(if self.p.bases.contains(&listed) {
            listed
        } else {
            Base::Germany
        });
        let known = self.p.war.aircraft.iter().any(|other| other.plane == plane);
        if known || self.p.war.planes_gone.contains(&plane) {
            return;
        }
        self.p.war.aircraft.push(Aircraft {
            plane,
            base,
            over: None,
        });
        self.log.push(|| Event::PlaneBased { plane, base });
    }

    /// Carriers have shot some down [7.55]; that costs influence with the air command under the political option. The dice
    /// were thrown for German aircraft, so one of them is lost.
    pub(crate) fn lose_aircraft(&mut self, over: Theatre, lost: u8) {
        let t = self.t;
        for _ in 0..lost {
            let german = |aircraft: &Aircraft| aircraft.navy(t) == Navy::German;
            let flies = |aircraft: &Aircraft| match over {
                Theatre::Baltic => aircraft.is_northern(),
                Theatre::Area(area) => aircraft.over == Some(area),
                Theatre::Zone(_) => false, // they fly over areas [7.5]
            };
            let here = |aircraft: &Aircraft| german(aircraft) && flies(aircraft);
            let Some(place) = self.p.war.aircraft.iter().position(here) else {
                return;
            };
            let plane = self.p.war.aircraft.remove(place).plane;
            self.p.war.planes_gone.push(plane);
            self.log.push(|| Event::PlaneLost { plane });
            let (office, change) = self.t.politics.aircraft_lost;
            self.p.war.influence(self.t, office, change);
        }
    }
}
