//! Where boats can go: bases of their theatre, range, zones that are open, crowds, the way home [12.0], [15.0], [20.1].

use crate::boat::{Command, Duty, Place, Submarine};
use crate::geography::{Area, Base, Group, Node, Zone};
use crate::movement;
use crate::position::Position;
use crate::supply;
use crate::tables::Tables;
use crate::transit;
use crate::units::Navy;

impl Position {
    /// Where a boat is on the map of routes.
    pub(crate) fn node(&self) -> Option<Node> {
        self.boat().place.node()
    }

    /// Whether a base serves the boats of a theatre and navy [5.0], [21.0].
    pub(crate) fn serves(&self, haven: Node, command: Command, navy: Navy) -> bool {
        let southern = |base: Base| matches!(base, Base::Italy | Base::Greece);
        match (haven, command) {
            (Node::Base(Base::Toulon), _) => navy == Navy::Vichy,
            (Node::Base(base), Command::Mediterranean) => southern(base) && navy != Navy::Vichy,
            (Node::Base(base), Command::Arctic) => base == Base::Norway,
            (Node::Base(base), Command::Atlantic) => !southern(base) && navy != Navy::Vichy,
            (Node::Forward(zone), Command::Atlantic) => match zone {
                Zone::Narvik | Zone::Murmansk => navy == Navy::German,
                _ => navy == Navy::Vichy,
            },
            (Node::Forward(zone), Command::Arctic) => zone == Zone::Narvik,
            (Node::Forward(_), Command::Mediterranean) | (Node::Area(_), _) => false,
        }
    }

    /// All active bases that serve a boat, forward ones included.
    pub(crate) fn havens(&self, t: &Tables, boat: &Submarine) -> Vec<Node> {
        let navy = t.submarines.class_of(boat.id).navy;
        let major = self.bases.iter().copied().map(Node::Base);
        let forward = self.war.forward.iter().map(|base| Node::Forward(base.zone));
        major
            .chain(forward)
            .filter(|haven| self.serves(*haven, boat.command, navy))
            .collect()
    }

    /// Areas that a boat may enter: within range of a base of its theatre, one more beside a tanker [15.11], [21.33C].
    pub(crate) fn reach(&self, t: &Tables, boat: &Submarine) -> [bool; 27] {
        let steps = self.steps_out(t, boat);
        let range = t.submarines.class_of(boat.id).range;
        std::array::from_fn(|place| {
            let steps = steps[place];
            steps <= range || (steps == range + 1 && self.has_tanker(t, Area::ALL[place]))
        })
    }

    /// How far each area is from the bases of a boat's theatre.
    fn steps_out(&self, t: &Tables, boat: &Submarine) -> [u8; 27] {
        let mut havens = self.havens(t, boat);
        if boat.command == Command::Arctic && havens.is_empty() {
            havens = self.bases.iter().copied().map(Node::Base).collect();
        }
        movement::distances(&t.map, &havens)
    }

    /// A boat that stands where it may be only beside a tanker, and there is none [21.33C] (R44).
    pub(crate) fn is_stranded(&self, t: &Tables, boat: &Submarine) -> bool {
        let range = t.submarines.class_of(boat.id).range;
        boat.area().is_some_and(|area| {
            self.steps_out(t, boat)[area.index()] == range + 1 && !self.has_tanker(t, area)
        })
    }

    /// Whether a boat may patrol an area: the Arctic boats only their two seas [5.0].
    pub(crate) fn may_patrol(&self, t: &Tables, command: Command, area: Area) -> bool {
        match command {
            Command::Arctic => t.map.area(area).group == Group::Arctic,
            Command::Mediterranean => t.map.area(area).group == Group::Mediterranean,
            Command::Atlantic => true,
        }
    }

    /// A tanker boat on patrol in the area, whether it has anything left to give or not [21.33C].
    pub(crate) fn has_tanker(&self, t: &Tables, area: Area) -> bool {
        let year = self.date.month.year();
        self.boats.iter().any(|boat| {
            boat.place == Place::Area(area)
                && boat.patrols()
                && supply::tanker_boats(t.submarines.class_of(boat.id), year) > 0
        })
    }

    /// Boats that a tanker can still supply this week.
    pub(crate) fn tanker_boats(&self, t: &Tables, boat: &Submarine) -> u8 {
        if !boat.patrols() || boat.zone().is_some() || boat.mines {
            return 0;
        }
        let class = t.submarines.class_of(boat.id);
        supply::tanker_boats(class, self.date.month.year())
            .saturating_sub(boat.serving.unwrap_or(0))
    }

    /// Boats in both sections of an area, not those in its zones [22.1], [20.2] (R26); the one that reports weather counts
    /// (R37).
    pub(crate) fn boats_in(&self, area: Area) -> u16 {
        let here = self
            .boats
            .iter()
            .filter(|boat| boat.place == Place::Area(area));
        here.count() as u16
    }

    /// Steps of the crowd in an area [22.1].
    pub(crate) fn crowd(&self, t: &Tables, area: Area) -> i8 {
        self.crowd_of(t, area, self.boats_in(area))
    }

    /// The same for so many boats.
    pub(crate) fn crowd_of(&self, t: &Tables, area: Area, boats: u16) -> i8 {
        transit::crowd(t, area, self.period, self.barbarossa(), boats)
    }

    /// A forward base is active there [21.11].
    pub(crate) fn is_forward(&self, zone: Zone) -> bool {
        self.war.forward.iter().any(|base| base.zone == zone)
    }

    /// Whether a zone is open for patrol (R20); an active forward base is no target [20.7].
    pub(crate) fn is_open(&self, t: &Tables, zone: Zone) -> bool {
        let values = t.map.zone(zone);
        let period = self.period;
        let closed = values.closed_from.is_some_and(|from| period >= from);
        let too_early = values.open_from.is_some_and(|from| period < from);
        let barred = match values.open_after.as_deref() {
            Some(event) => !self.war.has_occurred(t, event) && !values.open_in.contains(&period),
            None => !values.open_in.is_empty() && !values.open_in.contains(&period),
        };
        let hostile = zone != Zone::Murmansk || self.barbarossa(); // [17.4]
        !values.neutral && !closed && !too_early && !barred && hostile && !self.is_forward(zone)
    }

    /// Zones of an area that are open for patrol.
    pub(crate) fn open_zones(&self, t: &Tables, area: Area) -> Vec<Zone> {
        let linked = Zone::ALL
            .into_iter()
            .filter(|zone| movement::is_linked(&t.map, *zone, area));
        linked.filter(|zone| self.is_open(t, *zone)).collect()
    }

    /// Room in a forward base [21.22].
    pub(crate) fn room_at(&self, zone: Zone) -> u8 {
        let there = self
            .boats
            .iter()
            .filter(|boat| matches!(boat.place, Place::Forward(other, _) if other == zone));
        let base = self.war.forward.iter().find(|base| base.zone == zone);
        base.map_or(0, |base| base.capacity.saturating_sub(there.count() as u8))
    }

    /// Bases that a returning boat can make for [15.22]; one with a full tender cannot be.
    pub(crate) fn home_bases(&self, t: &Tables) -> Vec<Node> {
        let boat = self.boat();
        let (Some(here), speed) = (self.node(), self.class(t).speed) else {
            return vec![];
        };
        let mut all = self.havens(t, boat);
        all.retain(|haven| match haven {
            Node::Forward(zone) => {
                let leaving = *zone == Zone::Murmansk && self.war.no_murmansk;
                !leaving && self.room_at(*zone) > 0 && boat.duty != Some(Duty::Yard)
            }
            _ => true,
        });
        if let Some(Duty::Escort(Some(base))) = boat.duty
            && all.contains(&Node::Base(base))
        {
            all = vec![Node::Base(base)];
        }
        all.retain(|haven| {
            movement::turns_home(&t.map, here, *haven, speed, speed, false).is_some()
        });
        if all.is_empty() {
            // A boat far from its theatre makes for any base.
            all = self.bases.iter().copied().map(Node::Base).collect();
            all.retain(|haven| {
                movement::turns_home(&t.map, here, *haven, speed, speed, false).is_some()
            });
        }
        all
    }

    /// Major bases that are nearest by turns: a boat that leaves play goes straight home, and of equals the player picks
    /// one [19.13].
    pub(crate) fn nearest_bases(&self, t: &Tables) -> Vec<Node> {
        let speed = self.class(t).speed;
        let turns = |haven: &Node| {
            let here = self.node()?;
            movement::turns_home(&t.map, here, *haven, speed, speed, false)
        };
        let mut all = self.home_bases(t);
        all.retain(|haven| matches!(haven, Node::Base(_)));
        let least = all.iter().filter_map(turns).min();
        all.retain(|haven| turns(haven) == least);
        all
    }

    /// Steps that keep a boat on one of the shortest ways home, and whether the Channel is worth it [15.22].
    pub(crate) fn steps_home(&self, t: &Tables, haven: Node, left: u8) -> Vec<movement::Step> {
        let Some(here) = self.node() else {
            return vec![];
        };
        let speed = self.class(t).speed;
        let mut all = Vec::new();
        let escorts = matches!(self.boat().duty, Some(Duty::Escort(_)));
        let dry = movement::turns_home(&t.map, here, haven, left, speed, false);
        for channel in [false, true] {
            if channel && escorts {
                continue;
            }
            let best = movement::turns_home(&t.map, here, haven, left, speed, channel);
            // Through the Channel only to be home sooner.
            if best.is_none() || (channel && best >= dry && dry.is_some()) {
                continue;
            }
            for step in movement::homeward(&t.map, here, haven, channel) {
                let Some(rest) = movement::pay(left, step.1) else {
                    continue;
                };
                let turns = movement::turns_home(&t.map, step.0, haven, rest, speed, channel);
                if turns == best && !all.contains(&step) {
                    all.push(step);
                }
            }
        }
        all
    }

    /// Areas one step away that points and range allow [15.1], [15.11].
    pub(crate) fn next_areas(&self, t: &Tables, left: u8) -> Vec<Area> {
        let Some(here) = self.node() else {
            return vec![];
        };
        let reach = self.reach(t, self.boat());
        let fresh = |area: &Area| {
            !self.errand.entered.contains(area)
                && self.errand.start != Some(*area)
                && reach[area.index()]
        };
        if let Node::Forward(zone) = here {
            let links = t.map.zone(zone).links.iter().copied();
            return links.filter(|area| left > 0 && fresh(area)).collect();
        }
        let south = self.boat().command == Command::Mediterranean;
        let steps = t
            .map
            .routes_from(here)
            .filter_map(|(route, other)| match other {
                // Theatres do not mix through Gibraltar: one way, by order only [5.0].
                Node::Area(area) if route.cost <= left && route.via != Some(Zone::Gibraltar) => {
                    Some(area)
                }
                _ => None,
            });
        let mixed = |area: &Area| (t.map.area(*area).group == Group::Mediterranean) == south;
        steps.filter(fresh).filter(mixed).collect()
    }

    /// Areas that a patrolling boat may move to [12.0].
    pub(crate) fn patrol_areas(&self, t: &Tables, boat: &Submarine, from: Area) -> Vec<Area> {
        let reach = self.reach(t, boat);
        let near = movement::patrol_moves(&t.map, from)
            .filter(|(_, via)| *via != Some(Zone::Gibraltar))
            .map(|(area, _)| area);
        near.filter(|area| reach[area.index()] && self.may_patrol(t, boat.command, *area))
            .collect()
    }
}
