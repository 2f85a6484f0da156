//! Escort requests: pages 47 and 48.

use crate::boats::Letter;
use crate::choice::Choice;
use crate::event::Event;
use crate::sequence::{Order, Play};
use crate::space::{CENTRE_COLUMN, Facing, Quadrant, Space};
use crate::tables::Pull;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// A kind of request.
    RequestKind, "kind of request" {
        /// A ship was hit [47.standard_request].
        Standard = "standard",
        /// A boat was seen [47.targeted_request].
        Targeted = "targeted",
    }
}

/// A call for an escort, at a space: it does not follow the boat that was seen there [47.targeted_stays].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub kind: RequestKind,
    pub space: Space,
    pub timer: u8,
}

/// Whether a new request takes the place of an old one [47.replacement_order].
pub fn replaces(new: RequestKind, old: Option<RequestKind>) -> bool {
    old.is_none_or(|old| new >= old)
}

/// Which of two requests stays when drift brings them together; none if chance must say [55.requests_meet].
pub fn stays(one: &Request, other: &Request) -> Option<bool> {
    match (one.kind, one.timer).cmp(&(other.kind, other.timer)) {
        std::cmp::Ordering::Greater => Some(true),
        std::cmp::Ordering::Less => Some(false),
        std::cmp::Ordering::Equal => None,
    }
}

/// Where a request on the centre column may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The players choose [48.centre_column_free].
    Free,
    /// It must go there [48.centre_column_one_taken].
    Only(Quadrant),
    /// Both hold one of the same time left, and it may replace either: chance says [48.centre_column_both_taken].
    Tie,
    /// It may replace neither (R74).
    Nowhere,
}

/// The sides open to a request on the centre column, given what left and right hold [48.centre_column_both_taken].
pub fn sides(
    kind: RequestKind,
    left: (Quadrant, Option<Request>),
    right: (Quadrant, Option<Request>),
) -> Sides {
    match (left.1, right.1) {
        (None, None) => Sides::Free,
        (None, Some(_)) => Sides::Only(left.0),
        (Some(_), None) => Sides::Only(right.0),
        (Some(one), Some(other)) => {
            let open = (
                replaces(kind, Some(one.kind)),
                replaces(kind, Some(other.kind)),
            );
            match open {
                (false, false) => Sides::Nowhere,
                (true, false) => Sides::Only(left.0),
                (false, true) => Sides::Only(right.0),
                (true, true) if one.timer < other.timer => Sides::Only(left.0),
                (true, true) if one.timer > other.timer => Sides::Only(right.0),
                (true, true) => Sides::Tie,
            }
        }
    }
}

impl Play<'_> {
    /// Calls for an escort, unless there are none in this game [pb.training_no_asw].
    pub(crate) fn request(&mut self, kind: RequestKind, space: Space) {
        if !self.p.has_escorts() {
            return;
        }
        let request = Request {
            kind,
            space,
            timer: self.t.firing.request_timer,
        };
        match space.quadrant() {
            Some(quadrant) => self.place_request(quadrant, request),
            None => self.request_on_centre(request),
        }
    }

    /// On the centre column it is put one space to the left or right [48.centre_column_free].
    fn request_on_centre(&mut self, request: Request) {
        let mut halves = request.space.quadrants();
        let (Some(left), Some(right)) = (halves.next(), halves.next()) else {
            return;
        };
        let held = |quadrant: Quadrant| (quadrant, self.p.hunt.requests[quadrant.index()]);
        let to = match sides(request.kind, held(left), held(right)) {
            Sides::Nowhere => return,
            Sides::Only(quadrant) => quadrant,
            Sides::Tie => [left, right][self.one_of(2, Pull::RandomTarget)],
            Sides::Free => {
                // The team decides: the first boat that is still in the game.
                let asked = self
                    .p
                    .at_sea()
                    .next()
                    .map_or(Letter::W, |(letter, _)| letter);
                self.order(asked, Order::Side(request));
                return;
            }
        };
        self.put_aside(request, to);
    }

    pub(crate) fn choose_side(&mut self, request: Request, choice: Choice) {
        let mut halves = request.space.quadrants();
        let (Some(left), Some(right)) = (halves.next(), halves.next()) else {
            return;
        };
        self.put_aside(request, if choice == Choice::Right { right } else { left });
    }

    fn put_aside(&mut self, request: Request, to: Quadrant) {
        let way = if to.is_left() { Facing::W } else { Facing::E };
        let space = request.space.next(way).unwrap_or(request.space);
        self.place_request(to, Request { space, ..request });
    }

    fn place_request(&mut self, quadrant: Quadrant, request: Request) {
        let slot = &mut self.p.hunt.requests[quadrant.index()];
        if replaces(request.kind, slot.map(|old| old.kind)) {
            *slot = Some(request);
            self.log.push(|| Event::Request {
                kind: request.kind,
                space: request.space,
            });
        }
    }

    /// Requests slide down with everything else; two in one quadrant do not stay two [55.requests_meet],
    /// [55.request_off_map], (R36).
    pub(crate) fn drift_requests(&mut self, spaces: u8) {
        let old = std::mem::take(&mut self.p.hunt.requests);
        for request in old.into_iter().flatten() {
            let Some(space) = request.space.down(spaces) else {
                continue;
            };
            let moved = Request { space, ..request };
            let Some(quadrant) = space.quadrant() else {
                continue;
            };
            let other = self.p.hunt.requests[quadrant.index()];
            let keeps = match other {
                None => true,
                Some(other) => match stays(&moved, &other) {
                    Some(keeps) => keeps,
                    None => self.one_of(2, Pull::RandomTarget) == 0,
                },
            };
            if keeps {
                self.p.hunt.requests[quadrant.index()] = Some(moved);
            }
        }
        debug_assert!(
            self.p
                .hunt
                .requests
                .iter()
                .flatten()
                .all(|request| request.space.x() != CENTRE_COLUMN)
        );
    }
}
