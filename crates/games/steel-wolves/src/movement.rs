//! Ways over the map: routes and their cost, range, patrol moves [2.11], [12.0], [15.0].

use crate::geography::{Area, Base, Node, Zone};
use crate::tables::{Map, Route};

/// Movement points of a way, step by step; none if a step is no route. Entering a forward base is free [21.11].
pub fn cost(map: &Map, path: &[Node]) -> Option<u8> {
    path.windows(2)
        .map(|step| Some(step_cost(map.route(step[0], step[1])?, step[1])))
        .sum()
}

fn step_cost(route: &Route, to: Node) -> u8 {
    if route.free_entry && matches!(to, Node::Forward(_)) {
        0
    } else {
        route.cost
    }
}

/// Whether a boat of that speed can go the way in one turn; a 2 needs two points [15.3]. A returning boat crosses a 2 with its last point [15.31]
/// (R55).
pub fn within_speed(map: &Map, path: &[Node], speed: u8, returning: bool) -> bool {
    let mut left = speed;
    for step in path.windows(2) {
        let Some(route) = map.route(step[0], step[1]) else {
            return false;
        };
        let cost = step_cost(route, step[1]);
        left = match left.checked_sub(cost) {
            Some(left) => left,
            None if returning && left == 1 && cost == 2 => 0,
            None => return false,
        };
    }
    path.len() > 1
}

/// Out of reach.
pub const FAR: u8 = u8::MAX;

/// Areas from the nearest of some bases, the one beside it counting 1, whatever routes cost (R4); not through the Channel
/// or Gibraltar [15.11].
pub fn distances(map: &Map, bases: &[Node]) -> [u8; 27] {
    let mut all = [FAR; 27];
    let mut queue: Vec<Node> = Vec::with_capacity(32);
    let mut next = 0;
    queue.extend_from_slice(bases);
    for base in bases {
        if let Node::Area(area) = base {
            all[area.index()] = 0;
        }
    }
    while let Some(place) = queue.get(next).copied() {
        next += 1;
        let steps = match place {
            Node::Area(area) => all[area.index()],
            Node::Base(_) | Node::Forward(_) => 0,
        };
        let mut reach = |area: Area| {
            if all[area.index()] == FAR {
                all[area.index()] = steps + 1;
                queue.push(Node::Area(area));
            }
        };
        if let Node::Forward(zone) = place {
            map.zone(zone).links.iter().copied().for_each(&mut reach);
            continue;
        }
        for (route, other) in map.routes_from(place) {
            let open = route
                .via
                .and_then(|zone| map.crossing(zone))
                .is_none_or(|crossing| crossing.range_may_pass);
            if let (true, Node::Area(area)) = (open, other) {
                reach(area);
            }
        }
    }
    all
}

/// The same for one area.
pub fn distance(map: &Map, bases: &[Node], area: Area) -> Option<u8> {
    Some(distances(map, bases)[area.index()]).filter(|steps| *steps != FAR)
}

/// Whether an area is within range; one farther beside a tanker [21.33C].
pub fn in_range(map: &Map, bases: &[Node], area: Area, range: u8, tanker_there: bool) -> bool {
    distance(map, bases, area).is_some_and(|distance| distance <= range + u8::from(tanker_there))
}

/// Areas that a patrolling boat may move to: adjacent, not over a 2 [12.0].
pub fn patrol_moves(map: &Map, from: Area) -> impl Iterator<Item = (Area, Option<Zone>)> {
    map.routes_from(Node::Area(from))
        .filter_map(|(route, other)| match other {
            Node::Area(area) if route.cost == 1 => Some((area, route.via)),
            _ => None,
        })
}

/// Whether a zone lies in an area [12.1].
pub fn is_linked(map: &Map, zone: Zone, area: Area) -> bool {
    map.zone(zone).links.contains(&area)
}

/// Whether a boat that leaves base may search in an area at once [15.12]: beside the base, a forward one being in the areas
/// of its zone; the Western Approaches from
/// Germany, France or Norway; the SW Approaches from Germany through the Channel.
pub fn is_close(map: &Map, base: Node, area: Area, through_channel: bool) -> bool {
    let beside = match base {
        Node::Forward(zone) => is_linked(map, zone, area),
        base => map.route(base, Node::Area(area)).is_some(),
    };
    let from = |bases: &[Base]| bases.iter().any(|other| base == Node::Base(*other));
    beside
        || (area == Area::WesternApproaches
            && from(&[Base::Germany, Base::FranceAtlantic, Base::Norway]))
        || (area == Area::SwApproaches && through_channel && from(&[Base::Germany]))
}

/// Whether a move of one area is cautious: a boat that could have gone farther [15.24] (R56).
pub const fn is_cautious(speed: u8, areas: usize, points: u8) -> bool {
    speed > 1 && areas == 1 && points < speed
}

/// A step of a way: where it leads, what it costs, and the transit zone it crosses.
pub type Step = (Node, u8, Option<Zone>);

/// Steps from a place towards a haven: areas and the haven itself; a forward base is entered for nothing [21.11]. Through
/// the Channel only if that is wanted, never through Gibraltar.
pub fn homeward(map: &Map, from: Node, haven: Node, channel: bool) -> impl Iterator<Item = Step> {
    let routes = map.routes_from(from).filter_map(move |(route, other)| {
        let shut = match route.via {
            Some(Zone::Gibraltar) => true,
            Some(Zone::EnglishChannel) => !channel,
            _ => false,
        };
        let leads =
            matches!(other, Node::Area(_)) || (other == haven && matches!(other, Node::Base(_)));
        (!shut && leads).then_some((other, route.cost, route.via))
    });
    let into = match (from, haven) {
        (Node::Area(area), Node::Forward(zone)) if is_linked(map, zone, area) => {
            Some((haven, 0, None))
        }
        _ => None,
    };
    routes.chain(into)
}

/// Turns that the way to a haven takes at least, this one not counted, with so many points left [15.22]; a 2 needs two
/// points, or the last one of a returning boat (R55).
pub fn turns_home(
    map: &Map,
    from: Node,
    haven: Node,
    left: u8,
    speed: u8,
    channel: bool,
) -> Option<u8> {
    if from == haven {
        return Some(0);
    }
    let mut seen: Vec<(Node, u8)> = Vec::with_capacity(64);
    let mut now = vec![(from, left)];
    let mut turns = 0;
    while !now.is_empty() {
        let mut later = Vec::new();
        while let Some((place, left)) = now.pop() {
            if seen.contains(&(place, left)) {
                continue;
            }
            seen.push((place, left));
            later.push((place, speed));
            for (next, cost, _) in homeward(map, place, haven, channel) {
                let Some(left) = pay(left, cost) else {
                    continue;
                };
                if next == haven {
                    return Some(turns);
                }
                now.push((next, left));
            }
        }
        later.retain(|state| !seen.contains(state));
        later.sort_unstable();
        later.dedup();
        now = later;
        turns += 1;
    }
    None
}

/// Points left of a returning boat after a step, if it can make it [15.31].
pub const fn pay(left: u8, cost: u8) -> Option<u8> {
    match left.checked_sub(cost) {
        None if left == 1 && cost == 2 => Some(0),
        rest => rest,
    }
}

/// The way home cut into turns [19.13]; none if a step is no route or too far.
pub fn turns(map: &Map, path: &[Node], speed: u8) -> Option<Vec<Vec<Node>>> {
    let mut all: Vec<Vec<Node>> = Vec::new();
    let mut from = 0;
    while from + 1 < path.len() {
        let last = (from + 1..path.len())
            .rev()
            .find(|last| within_speed(map, &path[from..=*last], speed, true))?;
        all.push(path[from + 1..=last].to_vec());
        from = last;
    }
    Some(all)
}
