//! What never changes on the map: coasts, areas, zones, bases [2.1]. Mercator's chart, as at sea; the Arctic, the south
//! and what lies far in the east are drawn smaller, so that the North Atlantic gets the room.

use super::words;
use crate::geography::{Area, Base, Node, Zone};
use crate::tables::{Spot, Tables};
use derbyhouse_scene::coast::{CUT, Frame, coasts};
use derbyhouse_scene::{Board, Mood, Shape, Space};

/// Degrees of longitude in a unit of the plane.
const SCALE: f64 = 4.0;

/// Beyond these degrees east and north a degree takes only that part of its room.
const EAST: (f64, f64) = (22.0, 0.5);
const NORTH: (f64, f64) = (63.0, 0.5);
const SOUTH: (f64, f64) = (13.0, 0.42);

/// Degrees north where the chart ends.
const HEIGHT: (f64, f64) = (-44.0, 82.0);

/// The chart ends where the land that we know does.
fn sheet() -> Frame {
    let ((west, south), (east, north)) = (place(HEIGHT.0, CUT.0), place(HEIGHT.1, CUT.1));
    Frame {
        x: (west, east),
        y: (south, north),
    }
}

/// Width and height of areas, and of everything else.
const WIDE: (f64, f64) = (3.0, 2.0);
const SMALL: (f64, f64) = (1.9, 0.8);

/// Degrees of Mercator's chart from the equator.
fn mercator(north: f64) -> f64 {
    let half = std::f64::consts::FRAC_PI_4 + north.to_radians() / 2.0;
    half.tan().ln().to_degrees()
}

fn place(north: f64, east: f64) -> (f64, f64) {
    let beyond = |value: f64, (edge, part): (f64, f64)| edge + (value - edge) * part;
    let x = if east > EAST.0 {
        beyond(east, EAST)
    } else {
        east
    };
    let (top, bottom) = (mercator(NORTH.0), mercator(SOUTH.0));
    let y = match mercator(north) {
        y if y > top => beyond(y, (top, NORTH.1)),
        y if y < bottom => beyond(y, (bottom, SOUTH.1)),
        y => y,
    };
    (x / SCALE, y / SCALE)
}

/// Boxes that would lie on others are moved by so much, in units of the plane; those of ports lie on the land behind.
fn nudge(id: &str) -> (f64, f64) {
    match id {
        "western_approaches" => (-0.5, 0.0),
        "north_sea" => (0.4, 0.0),
        "sw_approaches" => (-0.2, 0.0),
        "morocco" => (-0.6, -0.1),
        "western_med" => (0.4, -0.1),
        "central_med" => (0.5, -0.1),
        "eastern_med" => (2.0, 0.1),
        "grand_banks" => (0.3, 0.0),
        "mid_ocean" => (0.0, 0.4),
        "maritimes" => (-0.05, 0.0),
        "us_east_coast" => (-0.55, 0.0),
        "bermuda" => (0.75, -0.1),
        "caribbean" => (0.2, 0.0),
        "west_africa" => (0.0, -0.35),
        "st_helena" => (0.2, -0.55),
        "argentine_basin" => (0.5, 0.0),
        "south_africa" => (0.1, -0.2),
        "mozambique_channel" => (-0.7, 0.6),
        "indian_ocean" => (-0.4, -0.8),
        "z-english_coast" => (-1.05, 0.5),
        "z-narvik" => (0.2, -0.3),
        "z-murmansk" => (0.0, -0.3),
        "z-ireland" => (0.3, 0.0),
        "z-english_channel" => (0.15, 0.12),
        "z-bay_of_biscay" => (0.8, 0.1),
        "z-gibraltar" => (0.1, 0.2),
        "z-casablanca" => (0.55, -0.42),
        "z-canary_islands" => (0.45, -0.35),
        "z-levant" => (1.3, -1.35),
        "z-azores" => (-0.25, -0.85),
        "z-us_eastern_seaboard" => (-1.3, 0.85),
        "z-st_lawrence" => (-0.3, 0.1),
        "z-florida" => (0.05, 0.1),
        "z-us_canal_zone" => (-0.3, -0.75),
        "z-lesser_antilles" => (0.1, -0.75),
        "z-dakar" => (1.0, 0.05),
        "z-freetown" => (2.5, -0.2),
        "z-rio_de_janeiro" => (-0.9, 0.1),
        "z-river_plate" => (-0.7, 0.3),
        "z-capetown" => (-0.3, 1.35),
        "z-diego_suarez" => (1.6, 1.0),
        "germany" => (0.6, -0.6),
        "norway" => (1.3, 0.1),
        "france_atlantic" => (2.75, -0.1),
        "italy" => (0.7, 0.15),
        "greece" => (1.0, 0.75),
        "toulon" => (-0.35, 0.3),
        _ => (0.0, 0.0),
    }
}

/// A zone may have the name of a port: it is told apart by a letter.
pub(super) fn zone_id(zone: Zone) -> String {
    format!("z-{zone}")
}

/// The space of a place that routes lead to.
pub(super) fn node_id(node: Node) -> String {
    match node {
        Node::Area(area) => area.to_string(),
        Node::Base(base) => base.to_string(),
        Node::Forward(zone) => zone_id(zone),
    }
}

fn space(id: String, spot: &Spot, (width, height): (f64, f64)) -> Space {
    let ((x, y), (right, up)) = (place(spot.lat, spot.lon), nudge(&id));
    Space {
        id,
        x: x + right,
        y: y + up,
        grid: None,
        playing: true,
        shape: Shape::Box { width, height },
        label: spot.name.clone(),
    }
}

pub(crate) fn board(t: &Tables) -> Board {
    let areas = Area::ALL
        .into_iter()
        .map(|area| space(area.to_string(), &t.map.area(area).spot, WIDE));
    let bases = Base::ALL
        .into_iter()
        .map(|base| space(base.to_string(), &t.map.bases[base.index()], SMALL));
    let zones = Zone::ALL
        .into_iter()
        .map(|zone| space(zone_id(zone), &t.map.zone(zone).spot, SMALL));
    let sheet = sheet();
    Board {
        spaces: areas.chain(bases).chain(zones).collect(),
        outlines: coasts(place, sheet),
        labels: vec![],
        places: vec![],
        sheet: Some(sheet),
        mood: Mood::Chart,
    }
}

/// The area, zone or base of a space.
pub(super) enum Spotted {
    Area(Area),
    Zone(Zone),
    Base(Base),
}

pub(super) fn read(space: &str) -> Option<Spotted> {
    if let Some(zone) = space.strip_prefix("z-") {
        return zone.parse().ok().map(Spotted::Zone);
    }
    let area = space.parse().map(Spotted::Area);
    area.or_else(|_: String| space.parse().map(Spotted::Base))
        .ok()
}

/// The name of a space.
pub(super) fn name(t: &Tables, at: &Spotted) -> String {
    match at {
        Spotted::Area(area) => words::area(t, *area),
        Spotted::Zone(zone) => words::zone(t, *zone),
        Spotted::Base(base) => words::base(t, *base),
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [2.1]: every area, zone and base has a box of its own that covers no other.
    #[test]
    fn no_box_lies_on_another() {
        let board = board(&crate::tables::load(&[]).unwrap().0);
        assert_eq!(board.spaces.len(), 27 + 22 + 6);
        let sides = |space: &Space| match space.shape {
            Shape::Box { width, height } => (width / 2.0, height / 2.0),
            _ => (0.0, 0.0),
        };
        for (number, one) in board.spaces.iter().enumerate() {
            for other in &board.spaces[number + 1..] {
                let ((w, h), (wide, high)) = (sides(one), sides(other));
                let apart =
                    (one.x - other.x).abs() >= w + wide || (one.y - other.y).abs() >= h + high;
                assert!(apart, "{} and {}", one.id, other.id);
            }
        }
    }
}
