//! Real coastlines in the plane of a game's map.
//!
//! The land is Natural Earth's (1:50m, public domain), clipped to the Atlantic, the Arctic and the Mediterranean and
//! thinned out. Each game says how its map is projected.

use crate::board::Outline;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A point of a map's plane.
type Point = (f64, f64);

/// Shores as degrees east and north, each closed.
static SHORES: LazyLock<Vec<Vec<Point>>> = LazyLock::new(|| {
    let land: Land = serde_json::from_str(include_str!("../data/land.geojson"))
        .expect("the land is part of the program");
    // The first ring of each polygon is its shore, the others are lakes.
    let polygons = land.geometry.coordinates.into_iter();
    polygons
        .filter_map(|rings| rings.into_iter().next())
        .collect()
});

#[derive(Deserialize)]
struct Land {
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Geometry {
    coordinates: Vec<Vec<Vec<Point>>>,
}

/// Lambert's conformal conic projection, turned, scaled and moved so that a known place lies where a map has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lambert {
    /// The two parallels that keep their length, in degrees north.
    pub standard_parallels: (f64, f64),
    /// Degrees north and east of the middle of the projection.
    pub origin: Point,
    /// The radius of the earth in units of the map.
    pub earth_radius: f64,
    /// Turned counter-clockwise by so many degrees.
    pub rotation: f64,
    /// Degrees north and east of a known place, and where it lies on the map.
    pub anchor: (Point, Point),
}

impl Lambert {
    /// Where a place lies on the map.
    pub fn place(&self, north: f64, east: f64) -> Point {
        let ((anchor_north, anchor_east), (x, y)) = self.anchor;
        let (here, anchor) = (
            self.unturned(north, east),
            self.unturned(anchor_north, anchor_east),
        );
        let (dx, dy) = (here.0 - anchor.0, here.1 - anchor.1);
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        (x + dx * cos - dy * sin, y + dx * sin + dy * cos)
    }

    fn unturned(&self, north: f64, east: f64) -> Point {
        let half = |latitude: f64| (std::f64::consts::FRAC_PI_4 + latitude / 2.0).tan();
        let (first, second) = (
            self.standard_parallels.0.to_radians(),
            self.standard_parallels.1.to_radians(),
        );
        let cone = (first.cos() / second.cos()).ln() / (half(second) / half(first)).ln();
        let scale = self.earth_radius * first.cos() * half(first).powf(cone) / cone;
        let radius = |latitude: f64| scale / half(latitude).powf(cone);
        let (latitude, angle) = (
            north.to_radians(),
            cone * (east - self.origin.1).to_radians(),
        );
        (
            radius(latitude) * angle.sin(),
            radius(self.origin.0.to_radians()) - radius(latitude) * angle.cos(),
        )
    }
}

/// The part of a plane that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// West and east edge.
    pub x: Point,
    /// South and north edge.
    pub y: Point,
}

/// Degrees east at which the land of the file is cut off, in the west and in the east.
pub const CUT: Point = (-100.0, 75.0);

/// All land within a frame, by a projection that takes degrees north and east. Where the file ends, land goes on to the edge
/// of the frame: no map shows the cut as a coast.
pub fn coasts(project: impl Fn(f64, f64) -> Point, frame: Frame) -> Vec<Outline> {
    let width = frame.x.1 - frame.x.0;
    let led_out = |(&(east, _), (x, y)): (&Point, Point)| match east {
        _ if east <= CUT.0 => (x - width, y),
        _ if east >= CUT.1 => (x + width, y),
        _ => (x, y),
    };
    let on_map = |shore: &Vec<Point>| {
        let points: Vec<Point> = shore.iter().map(|(e, n)| project(*n, *e)).collect();
        let land = area(&points) > LEAST_AREA;
        land.then(|| shore.iter().zip(points).map(led_out).collect())
    };
    let clipped = SHORES
        .iter()
        .filter_map(on_map)
        .map(|shape| clip(shape, frame));
    clipped
        .filter(|points| area(points) > LEAST_AREA)
        .map(|points| Outline {
            points: points.into_iter().map(rounded).collect(),
        })
        .collect()
}

/// Rocks that no screen shows, and what clipping leaves of land beyond the frame.
const LEAST_AREA: f64 = 0.005;

/// What a closed shape covers.
fn area(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    let twice: f64 = points
        .iter()
        .zip(next)
        .map(|((x, y), (next_x, next_y))| x * next_y - next_x * y)
        .sum();
    (twice / 2.0).abs()
}

/// A hundredth of a unit is finer than any screen shows.
fn rounded((x, y): Point) -> Point {
    ((x * 100.0).round() / 100.0, (y * 100.0).round() / 100.0)
}

/// Cuts a closed shape along the four edges of a frame, one after another (Sutherland and Hodgman).
fn clip(shape: Vec<Point>, frame: Frame) -> Vec<Point> {
    type Along = fn(Point) -> f64;
    let edges: [(Along, f64, f64); 4] = [
        (|p| p.0, frame.x.0, 1.0),
        (|p| p.0, frame.x.1, -1.0),
        (|p| p.1, frame.y.0, 1.0),
        (|p| p.1, frame.y.1, -1.0),
    ];
    edges
        .into_iter()
        .fold(shape, |shape, (along, edge, inward)| {
            let depth = |p: Point| (along(p) - edge) * inward;
            let mut inside = Vec::with_capacity(shape.len());
            for (index, &here) in shape.iter().enumerate() {
                let before = shape[(index + shape.len() - 1) % shape.len()];
                let (from, to) = (depth(before), depth(here));
                if (from >= 0.0) != (to >= 0.0) {
                    let part = from / (from - to);
                    inside.push((
                        before.0 + part * (here.0 - before.0),
                        before.1 + part * (here.1 - before.1),
                    ));
                }
                if to >= 0.0 {
                    inside.push(here);
                }
            }
            inside
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atlantic() -> Lambert {
        Lambert {
            standard_parallels: (48.0, 60.0),
            origin: (54.0, -30.0),
            earth_radius: 80.0,
            rotation: 0.0,
            anchor: ((54.0, -30.0), (20.0, 10.0)),
        }
    }

    #[test]
    fn the_anchor_lies_where_it_is_said_to_lie() {
        let (x, y) = atlantic().place(54.0, -30.0);
        assert!((x - 20.0).abs() < 1e-9 && (y - 10.0).abs() < 1e-9);
    }

    /// On a standard parallel a degree of longitude keeps its length: the cosine of the latitude.
    #[test]
    fn a_standard_parallel_keeps_its_length() {
        let (a, b) = (
            atlantic().place(48.0, -30.05),
            atlantic().place(48.0, -29.95),
        );
        let drawn = (a.0 - b.0).hypot(a.1 - b.1);
        let true_length = 80.0 * 48f64.to_radians().cos() * 0.1f64.to_radians();
        assert!(
            (drawn / true_length - 1.0).abs() < 1e-6,
            "{drawn} {true_length}"
        );
    }

    #[test]
    fn a_square_across_an_edge_is_cut_there() {
        let frame = Frame {
            x: (0.0, 10.0),
            y: (0.0, 10.0),
        };
        let square = vec![(-5.0, 2.0), (5.0, 2.0), (5.0, 4.0), (-5.0, 4.0)];
        let mut cut = clip(square, frame);
        cut.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(cut, [(0.0, 2.0), (0.0, 4.0), (5.0, 2.0), (5.0, 4.0)]);
    }

    /// The file ends at 75 degrees east; the map does not: land there reaches the edge of the frame.
    #[test]
    fn land_goes_on_where_the_file_ends() {
        let frame = Frame {
            x: (-30.0, 120.0),
            y: (-40.0, 80.0),
        };
        let plain = |north: f64, east: f64| (east, north);
        let land = coasts(plain, frame);
        let points = || land.iter().flat_map(|outline| &outline.points);
        assert!(points().any(|(x, y)| *x >= 119.9 && (60.0..70.0).contains(y)));
        assert!(!points().any(|(x, _)| (74.99..=119.0).contains(x)));
    }

    #[test]
    fn a_square_covers_its_sides_multiplied() {
        assert_eq!(area(&[(1.0, 1.0), (3.0, 1.0), (3.0, 4.0), (1.0, 4.0)]), 6.0);
        assert_eq!(area(&[(0.0, 0.0), (9.0, 9.0)]), 0.0);
        assert_eq!(area(&[]), 0.0);
    }

    #[test]
    fn all_land_lies_in_the_frame_and_iceland_is_there() {
        let frame = Frame {
            x: (0.0, 45.0),
            y: (0.0, 40.0),
        };
        let projection = atlantic();
        let land = coasts(|north, east| projection.place(north, east), frame);
        assert!(land.len() > 5);
        for (x, y) in land.iter().flat_map(|outline| &outline.points) {
            assert!((-0.01..=45.01).contains(x) && (-0.01..=40.01).contains(y));
        }
        let steps = |points: &[Point]| {
            let pairs = points.windows(2).map(|pair| (pair[0].0 - pair[1].0).abs());
            pairs.fold(0.0, f64::max)
        };
        assert!(
            land.iter().all(|outline| steps(&outline.points) < 40.0),
            "no line right across"
        );
        let (x, y) = projection.place(64.9, -18.5);
        let inside = |points: &[Point]| {
            let mut odd = false;
            for (i, b) in points.iter().enumerate() {
                let a = points[(i + points.len() - 1) % points.len()];
                if (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0 {
                    odd = !odd;
                }
            }
            odd
        };
        assert!(land.iter().any(|outline| inside(&outline.points)));
    }
}
