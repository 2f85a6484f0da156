//! The board: the grid of the Attack map, the ring of the Approach map around it, and the boxes of the escorts outside.

use crate::ring::{ApproachBox, Location};
use crate::space::{COLUMNS, Quadrant, ROWS, Space};
use derbyhouse_scene::{Board, Label, Mood, Shape, Space as Spot};

/// The middle of the grid, for everything that is drawn on both sides of it.
const MIDDLE: f64 = (COLUMNS - 1) as f64 / 2.0;
/// From the middle to the boxes at the sides, and to those of the escorts beyond.
const ASIDE: f64 = 10.3;
const OUTSIDE: f64 = 13.0;
/// Heights of the rows of boxes above the grid.
const ABOVE: f64 = 16.2;
const FAR_ABOVE: f64 = 18.0;

/// A box with its name in it.
fn area(id: String, label: String, at: (f64, f64), size: (f64, f64)) -> Spot {
    Spot {
        id,
        x: at.0,
        y: at.1,
        grid: None,
        playing: true,
        shape: Shape::Box {
            width: size.0,
            height: size.1,
        },
        label,
    }
}

/// Where a box of the Approach map is drawn, and how large it is.
fn ring_box(at: ApproachBox) -> ((f64, f64), (f64, f64)) {
    let index = f64::from(at.index() as u8);
    let side = |down: f64| 12.7 - 3.8 * down;
    let (tall, corner, wide) = ((2.2, 3.5), (2.2, 1.7), (2.6, 1.7));
    match at.index() {
        0..4 => ((MIDDLE - ASIDE, side(3.0 - index)), tall),
        4 => ((MIDDLE - ASIDE, ABOVE), corner),
        5..11 => ((MIDDLE + 2.9 * (index - 7.5), ABOVE), wide),
        11 => ((MIDDLE + ASIDE, ABOVE), corner),
        _ => ((MIDDLE + ASIDE, side(index - 12.0)), tall),
    }
}

/// The id of the patrol box of a location.
pub(super) fn patrol_box(location: Location) -> String {
    format!("patrol-{location}")
}

/// The id of the search box of a location.
pub(super) fn search_box(location: Location) -> String {
    format!("search-{location}")
}

/// The id of the interception box of a quadrant.
pub(super) fn interception_box(quadrant: Quadrant) -> String {
    format!("interception-{quadrant}")
}

/// Patrol box and search box of a location [22.locations].
fn escort_boxes(location: Location) -> [Spot; 2] {
    let (patrol, search, size) = match location {
        // Room is left for the switches of the layers.
        Location::N => (
            (MIDDLE - 0.8, FAR_ABOVE),
            (MIDDLE + 5.4, FAR_ABOVE),
            (6.0, 1.4),
        ),
        Location::NW => (
            (MIDDLE - OUTSIDE, 16.9),
            (MIDDLE - OUTSIDE, 15.3),
            (2.6, 1.4),
        ),
        Location::NE => (
            (MIDDLE + OUTSIDE, 16.9),
            (MIDDLE + OUTSIDE, 15.3),
            (2.6, 1.4),
        ),
        Location::W => ((MIDDLE - OUTSIDE, 7.6), (MIDDLE - OUTSIDE, 6.0), (2.6, 1.4)),
        Location::E => ((MIDDLE + OUTSIDE, 7.6), (MIDDLE + OUTSIDE, 6.0), (2.6, 1.4)),
    };
    [
        area(
            patrol_box(location),
            format!("{location} patrol"),
            patrol,
            size,
        ),
        area(
            search_box(location),
            format!("{location} search"),
            search,
            size,
        ),
    ]
}

/// Where escorts wait that are under way to a marker [43.assigned_marker].
fn interception(quadrant: Quadrant) -> Spot {
    let x = if quadrant.is_left() {
        MIDDLE - OUTSIDE
    } else {
        MIDDLE + OUTSIDE
    };
    let y = if quadrant.is_upper() { 11.4 } else { 2.2 };
    let label = format!("quadrant {quadrant}");
    area(interception_box(quadrant), label, (x, y), (2.6, 2.0))
}

/// A space of the grid.
fn dot(at: Space) -> Spot {
    Spot {
        id: at.to_string(),
        x: at.x().into(),
        y: f64::from(ROWS - 1 - at.y()),
        grid: Some((at.y() as u8, at.x() as u8)),
        playing: true,
        shape: Shape::Dot,
        label: String::new(),
    }
}

/// Everything that anything can stand on [12.map_sides], [22.locations].
pub(crate) fn board() -> Board {
    let grid = (0..ROWS).flat_map(|y| (0..COLUMNS).filter_map(move |x| Space::new(x, y)));
    let ring = ApproachBox::ALL.into_iter().map(|at| {
        let (place, size) = ring_box(at);
        area(at.to_string(), String::new(), place, size)
    });
    let escorts = Location::ALL.into_iter().flat_map(escort_boxes);
    let quadrants = Quadrant::ALL.into_iter().map(interception);
    Board {
        spaces: grid
            .map(dot)
            .chain(ring)
            .chain(escorts)
            .chain(quadrants)
            .collect(),
        outlines: vec![],
        labels: vec![Label {
            text: "the convoy steams this way ↑ everything else drifts down".to_owned(),
            x: MIDDLE,
            y: 14.72,
        }],
        places: vec![],
        sheet: None,
        mood: Mood::Night,
    }
}
