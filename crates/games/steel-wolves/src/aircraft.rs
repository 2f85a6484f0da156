//! Air reconnaissance [7.5].

use crate::choice::Choice;
use crate::event::Event;
use crate::geography::{Area, Base, Node};
use crate::movement;
use crate::position::Position;
use crate::sequence::{Play, Step};
use crate::tables::{Tables, Theatre};
use crate::units::Navy;
use crate::war::Aircraft;
use crate::weather::Weather;

impl Position {
    /// Aircraft over an area that help a navy, all together [7.52]: German ones U-boats, the one of Vichy its boats [7.51],
    /// [7.56].
    pub(crate) fn aircraft_over(&self, t: &Tables, area: Area, navy: Navy) -> u8 {
        let helps = |aircraft: &&Aircraft| {
            let vichy = t.submarines.aircraft[usize::from(aircraft.plane)]
                .base
                .is_none();
            let owner = if vichy { Navy::Vichy } else { Navy::German };
            aircraft.over == Some(area) && owner == navy
        };
        self.war.aircraft.iter().filter(helps).count() as u8
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
        let north = |aircraft: &&Aircraft| matches!(aircraft.base, Base::Germany | Base::Norway);
        self.war.aircraft.iter().filter(north).count() as u8
    }

    /// Areas in range of its base without a weather marker; another base, which takes the week [7.53], [7.54].
    pub(crate) fn list_aircraft(&self, t: &Tables, place: u8, out: &mut Vec<Choice>) {
        let Some(aircraft) = self.war.aircraft.get(usize::from(place)) else {
            return;
        };
        out.push(Choice::Stay);
        let called_away =
            self.is_baltic_week(t) && matches!(aircraft.base, Base::Germany | Base::Norway);
        if called_away {
            return;
        }
        let values = &t.submarines.aircraft[usize::from(aircraft.plane)];
        let steps = movement::distances(&t.map, &[Node::Base(aircraft.base)]);
        let open = Area::ALL.into_iter().filter(|area| {
            steps[area.index()] <= values.range && self.weather_in(*area) == Weather::Clear
        });
        out.extend(open.map(Choice::To));
        let vichy = values.base.is_none();
        let others = self
            .bases
            .iter()
            .copied()
            .filter(|base| *base != aircraft.base);
        out.extend(
            others
                .filter(|base| (*base == Base::Toulon) == vichy)
                .map(Choice::Base),
        );
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
                Choice::Base(base) => {
                    aircraft.base = base;
                    self.log.push(|| Event::PlaneBased { plane, base });
                }
                _ => {}
            }
        }
        if usize::from(place) + 1 < self.p.war.aircraft.len() {
            self.p.agenda.push(Step::Aircraft(place + 1));
        }
    }

    /// An aircraft enters at its base, at Germany while that is closed [7.5].
    pub(crate) fn plane_enters(&mut self, plane: u8) {
        let listed = self.t.submarines.aircraft[usize::from(plane)]
            .base
            .unwrap_or(Base::Toulon);
        let base = if self.p.bases.contains(&listed) {
            listed
        } else {
            Base::Germany
        };
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

    /// Carriers have shot some down [7.55]; that costs influence with the air command under the political option.
    pub(crate) fn lose_aircraft(&mut self, area: Area, lost: u8) {
        let baltic = self.p.is_baltic_week(self.t);
        for _ in 0..lost {
            let here = |aircraft: &Aircraft| {
                aircraft.over == Some(area)
                    || (baltic && matches!(aircraft.base, Base::Germany | Base::Norway))
            };
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
