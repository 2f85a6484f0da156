//! Anti-submarine warfare: pages 39 to 54. Escorts, where they are, and whom they hold.

pub mod checks;
pub mod contacts;
pub mod evasion;
pub mod requests;
pub mod search;
pub mod strikes;

use crate::boat::{Boat, Place};
use crate::boats::Letter;
use crate::escorts::{CaptainId, Equipment, EscortId, Hold};
use crate::position::Position;
use crate::ring::Location;
use crate::sequence::Phase;
use crate::space::{Quadrant, Space};
use derbyhouse_kernel::cup::Cup;
use requests::Request;
use serde::{Deserialize, Serialize};

/// Where an escort is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Post {
    /// On the holding track; the track itself knows the order.
    Holding,
    /// In the patrol box of a location.
    Patrol(Location),
    /// In the search box of a location, or closing in on a boat of it.
    Search(Location),
    /// On top of the boat it holds, on either map; where she goes it goes (R31).
    OnTop,
    /// In an interception box, on its way to a marker [43.assigned_marker].
    Assigned {
        quadrant: Quadrant,
        to: Space,
        timer: u8,
    },
    /// On a space of the Attack map, with its captain's patience and its search range [44.search_range].
    Station { at: Space, patience: u8, range: u8 },
    /// Out of the game.
    Gone,
}

/// Whom an escort holds, and how well [41.lost_levels].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    pub boat: Letter,
    pub hold: Hold,
    /// By sonar, with a Homing marker.
    pub homing: bool,
    /// Turns until it is in position; none when it needs no more [42.distance_r3].
    pub distance: u8,
}

/// An escort that has come into play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Escort {
    pub id: EscortId,
    /// None until its fitted check [54.fitted_table].
    pub equipment: Option<Equipment>,
    /// The front of its captain [10.captain_fields].
    pub elite_helm: bool,
    /// Its captain, once he is revealed [39.captain_revealed].
    pub captain: Option<CaptainId>,
    pub post: Post,
    pub contact: Option<Contact>,
    /// The turn on which it was put on its request: guns (R99).
    pub arrived: u8,
}

/// Everything about escorts that everybody sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunt {
    /// Escorts that have come into play, in that order; one that goes on patrol moves to the end (R41).
    pub escorts: Vec<Escort>,
    /// The holding track, top first [52.queue_order].
    pub ready: Vec<EscortId>,
    /// Came this turn and wait [40.new_arrivals_wait].
    pub incoming: Vec<EscortId>,
    /// By [`Quadrant::index`] [47.one_per_quadrant].
    pub requests: [Option<Request>; 4],
}

/// What nobody sees of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HiddenHunt {
    /// Escorts and false contacts [20.cup_unseen].
    pub cup: Cup<Option<EscortId>>,
    /// By [`crate::escorts::CaptainPile::index`], next one last [20.captain_piles].
    pub captains: [Vec<CaptainId>; 2],
    /// Captains face down [10.captain_back_hidden].
    pub backs: Vec<(EscortId, CaptainId)>,
}

impl Escort {
    /// On its fitted side?
    pub fn is_fitted(&self) -> bool {
        self.equipment.is_some_and(Equipment::is_fitted)
    }
}

impl Position {
    pub(crate) fn escort(&self, id: EscortId) -> Option<&Escort> {
        self.hunt.escorts.iter().find(|escort| escort.id == id)
    }

    pub(crate) fn escort_mut(&mut self, id: EscortId) -> Option<&mut Escort> {
        self.hunt.escorts.iter_mut().find(|escort| escort.id == id)
    }

    /// Escorts that hold a boat.
    pub(crate) fn holders(&self, letter: Letter) -> impl Iterator<Item = &Escort> {
        let holds =
            move |escort: &&Escort| escort.contact.is_some_and(|contact| contact.boat == letter);
        self.hunt.escorts.iter().filter(holds)
    }

    /// Whether an escort holds a boat (R30).
    pub(crate) fn is_held(&self, letter: Letter) -> bool {
        self.holders(letter).next().is_some()
    }

    /// The location of a boat on the Approach map.
    pub(crate) fn location(&self, t: &crate::tables::Tables, boat: &Boat) -> Option<Location> {
        boat.approach().map(|at| t.approach.location(at))
    }

    /// Where an escort stands on the Attack map: on its station, or on top of a boat there, wherever she is (R31).
    pub(crate) fn station(&self, escort: &Escort) -> Option<Space> {
        match escort.post {
            Post::Station { at, .. } => Some(at),
            Post::OnTop => {
                let boat = self.boat(escort.contact?.boat)?;
                boat.attack().map(|(space, _)| space)
            }
            _ => None,
        }
    }

    /// Whether the boat an escort holds is on the Attack map.
    pub(crate) fn hunts_inside(&self, contact: Contact) -> bool {
        self.boat(contact.boat)
            .is_some_and(|boat| matches!(boat.place, Place::Attack(..)))
    }

    /// To the bottom of the holding track, to wait there until the next clean-up [52.queue_order],
    /// [40.new_arrivals_wait].
    pub(crate) fn send_to_holding(&mut self, id: EscortId) {
        if let Some(escort) = self.escort_mut(id) {
            escort.post = Post::Holding;
            escort.contact = None;
            self.hunt.incoming.push(id);
        }
    }

    /// To the patrol box of a location, behind those that are there: first in, first out (R41).
    pub(crate) fn send_to_patrol(&mut self, id: EscortId, location: Location) {
        let escorts = &mut self.hunt.escorts;
        let Some(place) = escorts.iter().position(|escort| escort.id == id) else {
            return;
        };
        let escort = escorts.remove(place);
        escorts.push(Escort {
            post: Post::Patrol(location),
            contact: None,
            ..escort
        });
    }

    /// Escorts that close in on a boat go with her from location to location [32.escort_follows].
    pub(crate) fn follow(&mut self, t: &crate::tables::Tables, letter: Letter) {
        let Some(location) = self.boat(letter).and_then(|boat| self.location(t, boat)) else {
            return;
        };
        for escort in &mut self.hunt.escorts {
            let holds = escort.contact.is_some_and(|contact| contact.boat == letter);
            if holds && matches!(escort.post, Post::Search(_)) {
                escort.post = Post::Search(location);
            }
        }
    }

    /// Sends an escort to a request, which it uses up, or to the holding track [46.tot_zero], (R34).
    pub(crate) fn redirect(
        &mut self,
        t: &crate::tables::Tables,
        id: EscortId,
        to: Option<Quadrant>,
    ) {
        let request = to.and_then(|quadrant| self.hunt.requests[quadrant.index()].take());
        let Some(request) = request else {
            return self.send_to_holding(id);
        };
        let turn = self.turn;
        // It searches from the next turn, with the range of a first search: 0 lets the search of this turn pass by (R34).
        let range = match self.phase {
            Phase::Entry | Phase::Movement => 0,
            _ => t.asw.range_on_arrival(),
        };
        let patience = self
            .escort(id)
            .and_then(|escort| escort.captain)
            .map_or(1, |captain| t.escorts.captain(captain).time_on_target);
        if let Some(escort) = self.escort_mut(id) {
            escort.contact = None;
            escort.arrived = turn;
            escort.post = Post::Station {
                at: request.space,
                patience,
                range,
            };
        }
    }
}
