//! What never changes on the map: coasts, areas, zones, bases [2.1]. Mercator's chart, as at sea: the crowded north gets
//! room.

use super::words;
use crate::geography::{Area, Base, Zone};
use crate::tables::{Spot, Tables};
use derbyhouse_scene::coast::{Frame, coasts};
use derbyhouse_scene::{Board, Mood, Shape, Space};

/// Degrees of longitude in a unit of the plane.
const SCALE: f64 = 4.0;

/// What is drawn.
const FRAME: Frame = Frame {
    x: (-26.0, 18.0),
    y: (-12.5, 32.0),
};

fn place(north: f64, east: f64) -> (f64, f64) {
    let half = std::f64::consts::FRAC_PI_4 + north.to_radians() / 2.0;
    (east / SCALE, half.tan().ln().to_degrees() / SCALE)
}

/// Boxes that would lie on others are moved by so much, in units of the plane.
fn nudge(id: &str) -> (f64, f64) {
    match id {
        "north_sea" => (0.0, -0.12),
        "sw_approaches" => (-0.08, 0.15),
        "bermuda" => (0.0, -0.12),
        "mid_ocean" => (0.0, 0.17),
        "morocco" => (0.0, -0.38),
        "cape_verde" => (0.0, 0.07),
        "west_africa" => (0.0, -0.07),
        "argentine_basin" => (0.11, 0.0),
        "south_africa" => (0.0, -0.29),
        "western_med" => (-0.2, 0.0),
        "central_med" => (-0.34, 0.0),
        "eastern_med" => (0.14, 0.0),
        "z-english_coast" => (0.0, 0.56),
        "z-bay_of_biscay" => (0.0, -0.44),
        "z-gibraltar" => (-0.13, 0.55),
        "z-us_eastern_seaboard" => (0.0, 0.47),
        "z-freetown" => (0.0, 0.19),
        "z-capetown" => (0.0, 0.82),
        "z-azores" => (0.0, -0.49),
        "z-levant" => (0.67, 0.0),
        "z-casablanca" => (0.0, 0.58),
        "z-dakar" => (0.0, -0.21),
        "z-river_plate" => (-0.3, 0.0),
        "z-canary_islands" => (0.0, -0.06),
        "germany" => (0.0, -0.16),
        "france_atlantic" => (0.17, 0.0),
        "italy" => (0.0, 0.18),
        "greece" => (0.41, 0.0),
        "toulon" => (0.0, -0.18),
        _ => (0.0, 0.0),
    }
}

/// A zone may have the name of a port: it is told apart by a letter.
pub(super) fn zone_id(zone: Zone) -> String {
    format!("z-{zone}")
}

fn space(id: String, spot: &Spot, width: f64, height: f64) -> Space {
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
        .map(|area| space(area.to_string(), &t.map.area(area).spot, 2.9, 1.5));
    let bases = Base::ALL
        .into_iter()
        .map(|base| space(base.to_string(), &t.map.bases[base.index()], 1.75, 0.62));
    let zones = Zone::ALL
        .into_iter()
        .map(|zone| space(zone_id(zone), &t.map.zone(zone).spot, 1.75, 0.62));
    Board {
        spaces: areas.chain(bases).chain(zones).collect(),
        outlines: coasts(place, FRAME),
        labels: vec![],
        places: vec![],
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
