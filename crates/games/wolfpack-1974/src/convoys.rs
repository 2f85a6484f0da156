//! Convoys [7.0]: entry, path, facing and movement.

use crate::event::Event;
use crate::facing::ahead;
use crate::position::{Contact, Place};
use crate::sequence::Play;
use crate::tables::{Tables, steps};
use crate::units::{Bound, ConvoyId, EscortKind, Heading};
use arrayvec::ArrayVec;
use derbyhouse_kernel::{Direction, Hex, HexSet};

/// The longest move of any convoy, whatever its tables say.
pub const MAX_MOVEMENT: usize = 8;

/// The hexes a convoy enters in one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// In order.
    pub hexes: ArrayVec<Hex, MAX_MOVEMENT>,
    /// How many of them lie in sighting zones that it should avoid [7.53 B].
    pub zone_entries: u8,
}

/// What a path is planned from.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    pub tables: &'a Tables,
    pub bound: Bound,
    pub movement: u8,
    /// The movement chit, the same for all convoys [7.4].
    pub chit: u8,
    /// Hexes with sighting markers when this convoy starts to move (R7).
    pub markers: &'a HexSet,
}

/// No way at all.
const NO_WAY: u8 = u8::MAX;

impl Course<'_> {
    /// The hexes a convoy enters: its own heading, kept to the playing area, around sighting zones [7.4], [7.5].
    pub fn path(&self, start: Hex) -> Path {
        let order = self.preference(start);
        // Keeping to the heading all the way is best of all, if it meets no zone.
        let mut straight = self.follow(start, &HexSet::EMPTY, |here, _| {
            self.legal_steps(here, order).next()
        });
        if !straight.hexes.iter().any(|hex| self.markers.is_near(*hex)) {
            return straight;
        }
        let avoid = self.avoided(start);
        straight.zone_entries = straight
            .hexes
            .iter()
            .map(|hex| u8::from(avoid.contains(*hex)))
            .sum();
        if straight.zone_entries == 0 {
            return straight;
        }
        let mut look = Lookahead::new(self, &avoid, start);
        // The fewest zone hexes; among equals (`min_by_key` gives the first) the heading [7.53 C], (R8).
        self.follow(start, &avoid, |here, left| {
            self.legal_steps(here, order)
                .min_by_key(|hex| look.entries_through(*hex, left))
        })
    }

    /// Goes step by step, up to the allowance or the destination [7.32], [7.41].
    fn follow(
        &self,
        start: Hex,
        avoid: &HexSet,
        mut step: impl FnMut(Hex, u8) -> Option<Hex>,
    ) -> Path {
        let mut path = Path {
            hexes: ArrayVec::new(),
            zone_entries: 0,
        };
        let mut here = start;
        for left in (1..=self.movement).rev() {
            let Some(next) = step(here, left) else { break };
            path.zone_entries += u8::from(avoid.contains(next));
            path.hexes.push(next);
            here = next;
            if here == self.destination() {
                break;
            }
        }
        path
    }

    /// The hexes of the playing area that it may step into [7.51], [7.53 A].
    fn legal_steps(&self, here: Hex, order: [Direction; 3]) -> impl Iterator<Item = Hex> {
        order
            .into_iter()
            .map(move |d| here.step(d))
            .filter(|hex| self.tables.map.is_playing(*hex))
    }

    fn destination(&self) -> Hex {
        self.tables.map.destination[self.bound.index()]
    }

    /// The three legal steps [7.53 A], the one of its heading first. Head-on, the chit's parity says on which side a
    /// convoy passes; 0 is even [7.54], (R9).
    fn preference(&self, start: Hex) -> [Direction; 3] {
        let (due, north, south) = steps(self.bound);
        match self.tables.heading(self.chit, start) {
            Heading::North => [north, due, south],
            Heading::South => [south, due, north],
            Heading::Lateral if self.chit.is_multiple_of(2) => [due, north, south],
            Heading::Lateral => [due, south, north],
        }
    }

    /// All sighting zones but those it starts in [7.52], [7.53 B], (R7).
    fn avoided(&self, start: Hex) -> HexSet {
        self.markers.minus(&HexSet::around(start)).grown()
    }
}

/// Finds the fewest zone entries of any walk, each hex and number of steps worked out once (R8).
struct Lookahead<'a, 'c> {
    course: &'a Course<'c>,
    avoid: &'a HexSet,
    start: Hex,
    /// By steps left, rows off the start and columns off the start: entries plus one, 0 if not yet known.
    known: [[[u8; MAX_MOVEMENT + 2]; 2 * MAX_MOVEMENT + 1]; MAX_MOVEMENT + 1],
}

impl<'a, 'c> Lookahead<'a, 'c> {
    fn new(course: &'a Course<'c>, avoid: &'a HexSet, start: Hex) -> Self {
        let known = [[[0; MAX_MOVEMENT + 2]; 2 * MAX_MOVEMENT + 1]; MAX_MOVEMENT + 1];
        Self {
            course,
            avoid,
            start,
            known,
        }
    }

    /// Zone hexes entered by stepping into `hex` with `left` steps to go, this one included.
    fn entries_through(&mut self, hex: Hex, left: u8) -> u8 {
        let here = u8::from(self.avoid.contains(hex));
        here.saturating_add(self.entries_from(hex, left - 1))
    }

    fn entries_from(&mut self, hex: Hex, left: u8) -> u8 {
        if left == 0 || hex == self.course.destination() {
            return 0;
        }
        let row = usize::from(hex.row() + MAX_MOVEMENT as u8 - self.start.row());
        let col = usize::from(hex.col().abs_diff(self.start.col()));
        let known = self.known[usize::from(left)][row][col];
        if known > 0 {
            return known - 1;
        }
        let (due, north, south) = steps(self.course.bound);
        let course = self.course;
        let fewest = course
            .legal_steps(hex, [due, north, south])
            .map(|next| self.entries_through(next, left))
            .min()
            .unwrap_or(NO_WAY - 1);
        self.known[usize::from(left)][row][col] = fewest + 1;
        fewest
    }
}

/// Where a convoy faces: due east or west [7.46], but along the border once it has reached its last extremity
/// [7.47]; on its own entry hex in its direction of travel [7.34]. All of it faces one way [7.44], [9.22].
pub fn facing(tables: &Tables, bound: Bound, hex: Hex) -> Direction {
    let goal = tables.map.destination[bound.index()];
    let Some(Some((west, east))) = tables.map.rows.get(usize::from(hex.row())) else {
        return ahead(bound);
    };
    match bound {
        Bound::East if hex.col() == *east && hex.row() > goal.row() => Direction::SE,
        Bound::East if hex.col() == *east && hex.row() < goal.row() => Direction::NE,
        Bound::West if hex.col() == *west && hex.row() > goal.row() => Direction::SW,
        Bound::West if hex.col() == *west && hex.row() < goal.row() => Direction::NW,
        _ => ahead(bound),
    }
}

/// The hex before its bow, from which it can be attacked [14.11].
pub fn bow(tables: &Tables, bound: Bound, hex: Hex) -> Hex {
    hex.step(facing(tables, bound, hex))
}

/// The convoy that enters in a turn, if any is left: always the lowest number in the pool [7.34].
pub fn entering(tables: &Tables, convoys_placed: usize) -> Option<(ConvoyId, Hex)> {
    let id = ConvoyId::new(u8::try_from(convoys_placed + 1).ok()?)?;
    Some((id, tables.map.entry[tables.convoy(id).bound.index()])) // [7.31], [7.33]
}

impl Play<'_> {
    /// A: the next convoy is put on its entry hex, at no cost; it moves in the same turn [7.3], [7.34].
    pub(crate) fn enter_convoy(&mut self) {
        let placed = self
            .p
            .convoys
            .iter()
            .filter(|convoy| convoy.place != Place::Pool)
            .count();
        if let Some((convoy, hex)) = entering(self.t, placed) {
            self.p.convoy_mut(convoy).place = Place::At(hex);
            self.log.push(|| Event::Enters { convoy, hex });
        }
    }

    /// D1: one chit for all convoys [7.4].
    pub(crate) fn draw_course(&mut self) {
        let chit = self.chance.chit();
        self.p.course = Some(chit);
        self.log.push(|| Event::Course { chit });
    }

    /// D2: first the contact check for all, then each convoy moves, strictly by number [7.2], [7.6], (R27).
    pub(crate) fn move_convoys(&mut self) {
        self.check_contacts(); // [12.17]
        let Some(chit) = self.p.course else { return };
        // Boats do not move now, so elsewhere nobody can search anybody.
        let near_boats = self.p.fleet.hexes().grown();
        for convoy in ConvoyId::all() {
            if let Place::At(start) = self.p.convoy(convoy).place {
                self.move_convoy(convoy, start, chit, &near_boats);
            }
        }
    }

    /// One convoy goes its full way, whatever happens on it [7.41], [7.61], [12.23]: straggling does not slow it [7.43],
    /// [14.35], and weather met on the way does not scatter it [7.48]. It may pass and end
    /// anywhere, with other convoys or with boats [7.42], [7.45], [9.12]. Straggling does not slow it [14.35], and the
    /// weather it meets does not scatter it [7.48].
    fn move_convoy(&mut self, convoy: ConvoyId, start: Hex, chit: u8, near_boats: &HexSet) {
        let values = self.t.convoy(convoy);
        let course = Course {
            tables: self.t,
            bound: values.bound,
            movement: values.movement,
            chit,
            markers: &self.p.sightings,
        };
        let path = course.path(start); // fixed now: markers laid on the way do not bend it (R6)
        self.log.push(|| Event::ConvoyMoves {
            convoy,
            from: start,
            heading: self.t.heading(chit, start),
            path: path.hexes.clone(),
            zone_entries: path.zone_entries,
        });
        let mut searches = crate::search::Searches::default();
        for (point, &hex) in (1u8..).zip(&path.hexes) {
            self.p.convoy_mut(convoy).place = Place::At(hex);
            self.recall_air_escort(convoy, hex); // before any search here [11.46], [11.48], (R12)
            if hex == self.t.map.destination[values.bound.index()] {
                self.arrive(convoy); // before any search there [7.32], (R5)
                return;
            }
            if !near_boats.contains(hex) {
                continue;
            }
            self.picket_search(convoy, hex, point, &mut searches);
            if self.p.convoy(convoy).place == Place::Removed {
                return;
            }
            self.submarine_search(convoy, hex, &mut searches); // after the picket search [7.62], [7.63]
        }
    }

    /// Safe in port, and out of the game for good [7.32]. What it carried stays secret if it was never seen [15.6].
    fn arrive(&mut self, convoy: ConvoyId) {
        let state = self.p.convoy_mut(convoy);
        state.place = Place::Arrived;
        state.air_escort = None;
        self.log.push(|| Event::Arrives { convoy });
    }

    /// What a successful picket search does: a dummy is taken off, a real escort lies face up [12.11], [15.6].
    pub(crate) fn unmask(&mut self, convoy: ConvoyId) {
        let escort = self.p.escort(convoy);
        let state = self.p.convoy_mut(convoy);
        self.log.reveal();
        match sighting(escort) {
            None => {
                state.place = Place::Removed;
                self.log.push(|| Event::Phantom { convoy });
            }
            Some(contact) => {
                state.contact = contact;
                self.log.push(|| Event::Sighted { convoy, escort });
            }
        }
    }
}

/// The contact that a successful picket search makes; none with a dummy, which is removed [12.11], [15.6], (R36).
pub fn sighting(escort: EscortKind) -> Option<Contact> {
    (escort != EscortKind::Dummy).then_some(Contact::Sighted)
}
