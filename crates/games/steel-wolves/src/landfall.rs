//! Where boats that an event sends can be this week, and by which way [5.3], [WE5.4b].

use crate::boat::{Duty, Submarine};
use crate::geography::{Area, Node, Zone};
use crate::movement;
use crate::position::Position;
use crate::tables::{Tables, Theatre};
use crate::week::WEATHER_STATION;

/// The areas that a boat enters on its way; none if it stays where it is.
type Passage = Vec<Area>;

impl Position {
    /// The place that a boat's orders send it to.
    pub(crate) fn ordered_to(&self, boat: &Submarine) -> Option<Theatre> {
        match boat.duty? {
            Duty::Sent(_, to) => Some(to),
            Duty::Weather => Some(Theatre::Area(WEATHER_STATION)),
            Duty::Rescue(area) => Some(Theatre::Area(area)),
            Duty::Charts(zone) | Duty::Mines(zone) => Some(Theatre::Zone(zone)),
            Duty::Escort(_) | Duty::Recalled | Duty::Yard => None,
        }
    }

    /// The ways by which a boat can carry out its orders, one for each area that it can come by: of a zone with several
    /// links the player says which (R49).
    pub(crate) fn passages(&self, t: &Tables, boat: &Submarine) -> Vec<(Area, Passage)> {
        match (boat.duty, self.ordered_to(boat)) {
            (Some(Duty::Charts(zone)), _) => self.port_passages(t, boat, zone),
            (_, Some(to)) => self.landfalls(t, boat, to),
            _ => vec![],
        }
    }

    /// The same for an event's demand: there already, a patrol move away, or beside its base [5.3].
    pub(crate) fn landfalls(
        &self,
        t: &Tables,
        boat: &Submarine,
        to: Theatre,
    ) -> Vec<(Area, Passage)> {
        let areas = match to {
            Theatre::Area(area) => vec![area],
            Theatre::Zone(zone) => t.map.zone(zone).links.clone(),
            Theatre::Baltic => return vec![],
        };
        let reach = self.reach(t, boat);
        let fits = |area: &Area| reach[area.index()] && self.may_patrol(t, boat.command, *area);
        if let Some(here) = boat
            .area()
            .filter(|here| areas.contains(here) && fits(here))
        {
            return vec![(here, vec![])];
        }
        let beside = |area: &Area| match boat.place.node() {
            Some(Node::Area(here)) => movement::patrol_moves(&t.map, here)
                .any(|(near, via)| near == *area && via != Some(Zone::Gibraltar)),
            Some(Node::Forward(from)) => movement::is_linked(&t.map, from, *area),
            Some(base) => t.map.route(base, Node::Area(*area)).is_some(),
            None => false,
        };
        let open = areas.into_iter().filter(fits).filter(beside);
        open.map(|area| (area, vec![area])).collect()
    }

    /// Into a port of which charts were captured, by normal movement: a patrol move, or as far as speed allows [WE5.4b].
    pub(crate) fn port_passages(
        &self,
        t: &Tables,
        boat: &Submarine,
        zone: Zone,
    ) -> Vec<(Area, Passage)> {
        if boat.patrols() {
            return self.landfalls(t, boat, Theatre::Zone(zone));
        }
        let reach = self.reach(t, boat);
        let links = t.map.zone(zone).links.iter().copied();
        let open =
            links.filter(|area| reach[area.index()] && self.may_patrol(t, boat.command, *area));
        open.filter_map(|area| Some((area, shortest(t, boat, area, &reach)?)))
            .collect()
    }
}

/// The way in transit that costs least, if the boat's speed is enough for it [15.1].
fn shortest(t: &Tables, boat: &Submarine, to: Area, reach: &[bool; 27]) -> Option<Passage> {
    let start = boat.place.node()?;
    let mut open = vec![(start, t.submarines.class_of(boat.id).speed, Passage::new())];
    let mut best: Option<(u8, Passage)> = None;
    while let Some((place, left, way)) = open.pop() {
        if place == Node::Area(to) {
            if best.as_ref().is_none_or(|(most, _)| left > *most) {
                best = Some((left, way));
            }
            continue;
        }
        let steps: Vec<(Area, u8)> = match place {
            Node::Forward(zone) => {
                let links = t.map.zone(zone).links.iter();
                links.map(|area| (*area, 1)).collect() // [21.11]
            }
            place => t
                .map
                .routes_from(place)
                .filter(|(route, _)| route.via != Some(Zone::Gibraltar))
                .filter_map(|(route, other)| match other {
                    Node::Area(area) => Some((area, route.cost)),
                    _ => None,
                })
                .collect(),
        };
        for (area, cost) in steps {
            let fresh = reach[area.index()] && !way.contains(&area) && Node::Area(area) != start;
            if let (true, Some(left)) = (fresh, left.checked_sub(cost)) {
                let mut way = way.clone();
                way.push(area);
                open.push((Node::Area(area), left, way));
            }
        }
    }
    best.map(|(_, way)| way)
}
