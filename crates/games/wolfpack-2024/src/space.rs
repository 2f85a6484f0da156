//! The Attack map: spaces, facings, ranges, quadrants, the rings of the convoy.

use crate::conditions::MapSide;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::fmt;
use std::str::FromStr;

/// Columns of the map, west to east.
pub const COLUMNS: i8 = 17;
/// Rows of the map, from the top, where the convoy is heading, down.
pub const ROWS: i8 = 15;
/// The column that parts left from right.
pub const CENTRE_COLUMN: i8 = 8;
/// The row that still belongs to the upper half [48.centre_row_upper].
pub const CENTRE_ROW: i8 = 7;
/// First and last column of the convoy.
pub const CONVOY_COLUMNS: (i8, i8) = (4, 12);

/// A space of the Attack map, a convoy box or a dot: for movement and range they are alike [34.dots_and_boxes_alike].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "(i8, i8)", into = "(i8, i8)")]
pub struct Space {
    // The order of spaces is reading order.
    y: i8,
    x: i8,
}

impl Space {
    /// A space of the map, if it is on it.
    pub const fn new(x: i8, y: i8) -> Option<Self> {
        if x >= 0 && x < COLUMNS && y >= 0 && y < ROWS {
            Some(Self { y, x })
        } else {
            None
        }
    }

    /// Column, from the west.
    pub const fn x(self) -> i8 {
        self.x
    }

    /// Row, from the top.
    pub const fn y(self) -> i8 {
        self.y
    }

    /// Range to another space: the longer of the two ways; the own space does not count [4.range].
    pub fn range(self, other: Self) -> u8 {
        let across = (self.x - other.x).unsigned_abs();
        let along = (self.y - other.y).unsigned_abs();
        across.max(along)
    }

    /// The direction of a shot at another space: straight along a line, else the diagonal [59.shot_direction]. None at
    /// the own space [59.own_space].
    pub fn direction(self, to: Self) -> Option<Facing> {
        Some(match (to.x.cmp(&self.x), to.y.cmp(&self.y)) {
            (Equal, Equal) => return None,
            (Equal, Less) => Facing::N,
            (Greater, Less) => Facing::NE,
            (Greater, Equal) => Facing::E,
            (Greater, Greater) => Facing::SE,
            (Equal, Greater) => Facing::S,
            (Less, Greater) => Facing::SW,
            (Less, Equal) => Facing::W,
            (Less, Less) => Facing::NW,
        })
    }

    /// The next space that way, if it is on the map.
    pub const fn next(self, way: Facing) -> Option<Self> {
        let (dx, dy) = way.step();
        Self::new(self.x + dx, self.y + dy)
    }

    /// So many spaces down the map; none beyond the bottom edge.
    pub const fn down(self, spaces: u8) -> Option<Self> {
        Self::new(self.x, self.y + spaces as i8)
    }

    /// Steps toward another space until the range is no more than that (R32).
    pub fn closed_to(self, other: Self, range: u8) -> Self {
        let mut space = self;
        while space.range(other) > range {
            let way = space.direction(other);
            space = way.and_then(|way| space.next(way)).unwrap_or(other);
        }
        space
    }

    /// The quadrants it belongs to: one, or on the centre column both of its half [48.quadrants], (R61).
    pub fn quadrants(self) -> impl Iterator<Item = Quadrant> {
        let upper = self.y <= CENTRE_ROW; // [48.centre_row_upper]
        Quadrant::ALL.into_iter().filter(move |quadrant| {
            let side = self.x == CENTRE_COLUMN || quadrant.is_left() == (self.x < CENTRE_COLUMN);
            side && quadrant.is_upper() == upper
        })
    }

    /// The quadrant it belongs to; none on the centre column.
    pub fn quadrant(self) -> Option<Quadrant> {
        let mut quadrants = self.quadrants();
        let first = quadrants.next();
        first.filter(|_| quadrants.next().is_none())
    }
}

impl From<Space> for (i8, i8) {
    fn from(space: Space) -> Self {
        (space.x, space.y)
    }
}

impl TryFrom<(i8, i8)> for Space {
    type Error = String;

    fn try_from((x, y): (i8, i8)) -> Result<Self, String> {
        Self::new(x, y).ok_or_else(|| {
            format!("{x},{y} is not on the map, which has columns 0 to 16 and rows 0 to 14")
        })
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Space {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let pair = text
            .split_once(',')
            .and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        pair.ok_or_else(|| {
            format!("“{text}” is no space: a column and a row such as 8,3 is expected")
        })
        .and_then(Self::try_from)
    }
}

named! {
    /// Where a boat points or a torpedo runs; the convoy heads north [33.eight_facings].
    Facing, "facing" {
        /// Up.
        N = "N",
        /// Up and right.
        NE = "NE",
        /// Right.
        E = "E",
        /// Down and right.
        SE = "SE",
        /// Down.
        S = "S",
        /// Down and left.
        SW = "SW",
        /// Left.
        W = "W",
        /// Up and left.
        NW = "NW",
    }
}

impl Facing {
    /// One space that way: columns and rows.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::N => (0, -1),
            Self::NE => (1, -1),
            Self::E => (1, 0),
            Self::SE => (1, 1),
            Self::S => (0, 1),
            Self::SW => (-1, 1),
            Self::W => (-1, 0),
            Self::NW => (-1, -1),
        }
    }

    /// The other way.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self.index() + 4) % 8]
    }

    /// How many steps of 45 degrees lie between two facings: 0 to 4.
    pub const fn steps_to(self, other: Self) -> u8 {
        let steps = self.index().abs_diff(other.index());
        if steps > 4 {
            8 - steps as u8
        } else {
            steps as u8
        }
    }
}

named! {
    /// A quarter of the Attack map with its interception box [48.quadrants].
    Quadrant, "quadrant" {
        /// Upper left.
        Q1 = "1",
        /// Upper right.
        Q2 = "2",
        /// Lower left.
        Q3 = "3",
        /// Lower right.
        Q4 = "4",
    }
}

impl Quadrant {
    /// On the left of the centre column?
    pub const fn is_left(self) -> bool {
        matches!(self, Self::Q1 | Self::Q3)
    }

    /// In the upper half, the centre row included?
    pub const fn is_upper(self) -> bool {
        matches!(self, Self::Q1 | Self::Q2)
    }

    /// From 1.
    pub const fn number(self) -> u8 {
        self.index() as u8 + 1
    }
}

/// Rings of the large convoy.
pub const RINGS: usize = 4;
/// Boxes of the large convoy.
pub const BOXES: usize = 63;

impl MapSide {
    /// First and last row of the convoy [12.map_sides].
    pub const fn rows(self) -> (i8, i8) {
        match self {
            Self::Small => (5, 9),
            Self::Large => (4, 10),
        }
    }

    /// The ring of a convoy box, 1 the outermost; none for a dot [19.ring_numbers].
    pub fn ring(self, space: Space) -> Option<u8> {
        let (left, right) = CONVOY_COLUMNS;
        let (top, bottom) = self.rows();
        let inward = [
            space.x - left,
            right - space.x,
            space.y - top,
            bottom - space.y,
        ];
        let depth = inward.into_iter().min()?;
        (depth >= 0).then(|| 1 + depth as u8)
    }

    /// Every convoy box, in reading order.
    pub fn boxes(self) -> impl Iterator<Item = Space> {
        let (left, right) = CONVOY_COLUMNS;
        let (top, bottom) = self.rows();
        (top..=bottom).flat_map(move |y| (left..=right).filter_map(move |x| Space::new(x, y)))
    }
}

/// The place of a convoy box in a list of the large convoy's boxes.
pub fn box_index(space: Space) -> Option<usize> {
    MapSide::Large.ring(space)?;
    let (left, right) = CONVOY_COLUMNS;
    let (top, _) = MapSide::Large.rows();
    let (row, column) = (space.y - top, space.x - left);
    Some(row as usize * (right - left + 1) as usize + column as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i8, y: i8) -> Space {
        Space::new(x, y).unwrap()
    }

    /// [12.map_sides] [19.ring_numbers]
    #[test]
    fn rings_are_concentric_and_best_inside() {
        for (side, expected) in [
            (MapSide::Small, vec![24, 16, 5]),
            (MapSide::Large, vec![28, 20, 12, 3]),
        ] {
            let mut counts = vec![0; expected.len()];
            for space in side.boxes() {
                counts[usize::from(side.ring(space).unwrap()) - 1] += 1;
            }
            assert_eq!(counts, expected);
        }
        assert_eq!(MapSide::Small.ring(at(4, 4)), None);
    }

    #[test]
    fn boxes_have_places_of_their_own() {
        let places: Vec<usize> = MapSide::Large.boxes().filter_map(box_index).collect();
        assert_eq!(places, (0..BOXES).collect::<Vec<_>>());
    }

    /// [59.shot_direction] [33.eight_facings]
    #[test]
    fn shots_run_straight_or_on_the_diagonal() {
        assert_eq!(at(8, 7).direction(at(8, 1)), Some(Facing::N));
        assert_eq!(at(8, 7).direction(at(2, 8)), Some(Facing::SW));
        assert_eq!(at(8, 7).direction(at(8, 7)), None);
        assert_eq!(Facing::NW.steps_to(Facing::NE), 2);
        assert_eq!(Facing::NW.opposite(), Facing::SE);
    }

    /// [48.quadrants] [48.centre_row_upper] (R95)
    #[test]
    fn the_centre_column_belongs_to_two_quadrants() {
        assert_eq!(at(3, 7).quadrant(), Some(Quadrant::Q1));
        assert_eq!(at(9, 8).quadrant(), Some(Quadrant::Q4));
        assert_eq!(at(8, 7).quadrant(), None);
        assert_eq!(
            at(8, 8).quadrants().collect::<Vec<_>>(),
            [Quadrant::Q3, Quadrant::Q4]
        );
    }

    /// (R32)
    #[test]
    fn an_escort_closes_to_six() {
        assert_eq!(at(0, 0).closed_to(at(9, 4), 6), at(3, 3));
        assert_eq!(at(5, 5).closed_to(at(9, 4), 6), at(5, 5));
    }
}
