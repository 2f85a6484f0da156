//! After firing, and under the hunt: points 3 to 5 and 15 to 20.

use super::Advice;
use crate::asw::requests::Request;
use crate::asw::{Escort, Post};
use crate::boat::{Boat, Place};
use crate::boats::Letter;
use crate::calendar::Era;
use crate::choice::Choice;
use crate::depth::Depth;
use crate::escorts::{EscortId, Hold};
use crate::forecast::{any, hunt};
use crate::space::{Facing, Space};
use crate::view::View;

/// How near an escort is felt to be near.
const NEAR: u8 = 8;

/// An escort that searches on the Attack map in the coming ASW phase: where, and how far.
fn searcher(view: View<'_>, escort: &Escort) -> Option<(Space, u8)> {
    let t = view.tables();
    match escort.post {
        Post::Station { at, range, .. } => Some((at, range + t.asw.range_growth)),
        Post::Assigned { to, timer: 1, .. } => Some((to, t.asw.start_range)),
        _ => None,
    }
}

/// Escorts that do not hold the boat yet and search in the coming ASW phase. What they find depends on how deep she is
/// and whether she is silent; that is worked out once, for however many places are weighed.
pub(super) struct Searchers<'a> {
    view: View<'a>,
    letter: Letter,
    boat: Boat,
    escorts: Vec<(Space, u8, Escort)>,
    /// By depth and running: the chance of each escort within its range.
    known: Vec<(Depth, bool, Vec<f64>)>,
}

impl<'a> Searchers<'a> {
    pub fn new(view: View<'a>, letter: Letter, boat: &Boat) -> Self {
        let growth = view.tables().asw.range_growth;
        let free = view
            .hunt()
            .escorts
            .iter()
            .filter(|escort| escort.contact.is_none());
        let escorts = free.filter_map(|escort| {
            let (at, range) = searcher(view, escort)?;
            // One that is about to arrive searches like one that is there.
            let post = Post::Station {
                at,
                patience: 1,
                range: range.saturating_sub(growth),
            };
            Some((at, range, Escort { post, ..*escort }))
        });
        Self {
            view,
            letter,
            boat: boat.clone(),
            escorts: escorts.collect(),
            known: Vec::new(),
        }
    }

    /// Chance that any of them finds her in a space.
    pub fn find(&mut self, space: Space, depth: Depth, silent: bool) -> f64 {
        if self
            .escorts
            .iter()
            .all(|(at, range, _)| at.range(space) > *range)
        {
            return 0.0;
        }
        let known = self
            .known
            .iter()
            .position(|known| (known.0, known.1) == (depth, silent));
        let place = known.unwrap_or_else(|| {
            let chances = self.chances(depth, silent);
            self.known.push((depth, silent, chances));
            self.known.len() - 1
        });
        let within = self.escorts.iter().zip(&self.known[place].2);
        any(within
            .filter(|((at, range, _), _)| at.range(space) <= *range)
            .map(|(_, chance)| *chance))
    }

    fn chances(&mut self, depth: Depth, silent: bool) -> Vec<f64> {
        let boat = &mut self.boat;
        (boat.depth, boat.silent) = (depth, silent);
        let mut chances = Vec::with_capacity(self.escorts.len());
        for (at, _, escort) in &self.escorts {
            boat.place = Place::Attack(*at, Facing::N);
            let found = hunt::found(self.view, self.letter, boat, escort);
            chances.push(found.unwrap_or_default());
        }
        chances
    }
}

/// Chance that a boat as she would be is found by escorts that do not hold her yet.
fn found(view: View<'_>, letter: Letter, boat: &Boat) -> f64 {
    let Some((space, _)) = boat.attack() else {
        return 0.0;
    };
    Searchers::new(view, letter, boat).find(space, boat.depth, boat.silent)
}

/// An escort is on the Attack map or on its way to it, near this space.
pub(super) fn escort_near(view: View<'_>, space: Space) -> bool {
    view.hunt().escorts.iter().any(|escort| {
        let at = match escort.post {
            Post::Assigned { to, .. } => Some(to),
            _ => view.station(escort),
        };
        at.is_some_and(|at| at.range(space) <= NEAR)
    })
}

/// About to be driven under: held, or an escort near.
pub(super) fn is_pressed(view: View<'_>, letter: Letter) -> bool {
    let held = view.holders(letter).next().is_some();
    let space = view
        .boat(letter)
        .and_then(Boat::attack)
        .map(|(space, _)| space);
    held || space.is_some_and(|space| escort_near(view, space))
}

/// The depth that keeps a boat from what holds her: out of reach of the charges if that can be done safely, 30 m from a
/// captain who does not attack deeper [4, 18, 19, 22].
pub(super) fn refuge(view: View<'_>, letter: Letter, boat: &Boat) -> Depth {
    let t = view.tables();
    let depth = |metres| Depth::of_metres(metres).unwrap_or(Depth::BOTTOM);
    let inside = boat.attack().is_some();
    let mut deepest = depth(t.depth.crash_dive.metres());
    for escort in view.holders(letter) {
        let captain = escort.captain.map(|captain| t.escorts.captain(captain));
        let timid = inside && captain.is_some_and(|captain| !captain.aggressive);
        let make = escort
            .equipment
            .map_or(view.era(), |equipment| equipment.make());
        let wanted = match make {
            _ if timid => t.depth.crash_dive,
            Era::Early => depth(t.escorts.charge_depth[0] + 15),
            Era::Late => depth(180),
        };
        deepest = deepest.max(wanted);
    }
    // A flooded boat is crushed where others are safe.
    if boat.flood.level >= t.board.crush_from {
        deepest = deepest.min(depth(t.depth.flooded_check - 15));
    }
    deepest
}

/// Dive in alarm if that makes her much harder to find at once, and a point is left for the way home [3, 16].
pub(super) fn alarm(view: View<'_>, letter: Letter, boat: &Boat, came: EscortId) -> Advice {
    let mut down = boat.clone();
    down.depth = view.tables().depth.crash_dive;
    let chance = |boat: &Boat| match boat.place {
        Place::Attack(..) => found(view, letter, boat),
        _ => {
            let escort = view.hunt().escorts.iter().find(|escort| escort.id == came);
            let found = escort.and_then(|escort| hunt::found(view, letter, boat, escort));
            found.unwrap_or_default()
        }
    };
    let (up, below) = (chance(boat), chance(&down));
    let gained = up - below;
    let dive = boat.tp >= 3 && gained >= 0.15 || boat.tp == 2 && gained >= 0.3;
    let (choice, why) = if dive {
        (Choice::Dive, "Below she is much harder to find.")
    } else {
        (Choice::Stay, "A crash dive would gain too little.")
    };
    Advice::new(choice, why)
        .weighing("found up here", up)
        .weighing("found below", below)
}

/// Evade an escort that is about to attack, or whose hold is already weak, and keep a point for the way home [5, 18].
pub(super) fn evade(view: View<'_>, boat: &Boat, id: EscortId) -> Advice {
    let t = view.tables();
    let escort = view.hunt().escorts.iter().find(|escort| escort.id == id);
    let contact = escort.and_then(|escort| escort.contact);
    let weak = contact.is_some_and(|contact| contact.hold != Hold::Contact);
    let close = match contact {
        Some(contact) => contact.distance <= 1,
        None => boat.attack().is_some(),
    };
    let reaches = escort.is_some_and(|escort| {
        let make = escort
            .equipment
            .map_or(view.era(), |equipment| equipment.make());
        boat.depth.metres() <= t.escorts.charge_depth[make.index()]
    });
    let chance = hunt::evaded(t, false);
    if boat.tp >= 2 && reaches && (close || weak) {
        Advice::new(
            Choice::Evade,
            "Its charges reach her, and a point is to spare.",
        )
        .weighing("shaken off", chance)
    } else {
        Advice::new(Choice::Accept, "The point is better kept.").weighing("shaken off", chance)
    }
}

/// The request goes to the side on which fewer boats are [14].
pub(super) fn side(view: View<'_>, request: Request) -> Advice {
    let on = |left: bool| {
        let spaces = view.boats().filter_map(|(_, boat)| boat.attack());
        spaces
            .filter(|(space, _)| (space.x() < request.space.x()) == left)
            .count()
    };
    let (left, right) = (on(true), on(false));
    let choice = if right < left {
        Choice::Right
    } else {
        Choice::Left
    };
    Advice::new(choice, "Fewer boats are on that side.")
        .weighing("boats left", left as f64)
        .weighing("boats right", right as f64)
}
