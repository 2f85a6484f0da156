//! Boats on their way: who acts next, where to sail, when to turn home, by which way ([15.0], [19.0], [20.0]).

use super::Advice;
use super::stations::{is_full, is_listed, is_red, is_tanker, kind, minefield, station};
use crate::boat::{Place, Side, Submarine};
use crate::choice::Choice;
use crate::geography::{Area, Node};
use crate::movement;
use crate::sequence::Step;
use crate::tables::Kind;
use crate::view::View;

pub(super) fn advise(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    match view.step()? {
        Step::Operations => next_boat(view, choices),
        Step::Orders => orders(view, choices),
        Step::Sail(_) => sail(view, choices),
        Step::ZoneEntry => zone(view, choices),
        Step::Approach => Some(Advice::new(
            *choices.iter().min_by_key(|choice| watched(view, choice))?,
            "By the least watched area.",
        )),
        Step::Tie => tie(view, choices),
        Step::LeaveZone => {
            let from = view.acting()?.area()?;
            let why = "The boat goes back to where it came from.";
            Some(Advice::new(Choice::To(from), why))
        }
        Step::Supply => {
            let why = "With fresh supplies the boat can stay at sea.";
            Some(Advice::new(Choice::Supply(0), why))
        }
        Step::Homeward => homeward(view, choices),
        Step::HomeSail(..) => way_home(view, choices),
        Step::Remain => {
            let boat = view.acting()?;
            let there = boat.area().is_some() && boat.area() == station(view, boat);
            let side = if there { Side::Patrol } else { Side::Transit };
            Some(Advice::new(
                Choice::Remain(side),
                "The boat patrols where it was sent, and goes on otherwise.",
            ))
        }
        _ => None,
    }
}

/// Of areas that are watched alike the one nearest to a base governs (D19).
fn tie(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let bases: Vec<Node> = view.bases().iter().copied().map(Node::Base).collect();
    let steps = movement::distances(&view.tables().map, &bases);
    let far = |choice: &Choice| match choice {
        Choice::Govern(area) => steps[area.index()],
        _ => movement::FAR,
    };
    let best = choices
        .iter()
        .min_by_key(|choice| (far(choice), **choice))?;
    Some(Advice::new(*best, "The nearest to a base governs."))
}

/// Returning boats first, which makes room; then those on patrol, on their way, in base.
fn next_boat(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let rank = |boat: &Submarine| match boat.place {
        _ if boat.rtb => 0,
        _ if boat.patrols() => 1,
        place if place.is_at_sea() => 2,
        _ => 3,
    };
    let acting = choices.iter().filter_map(|choice| match choice {
        Choice::Act(id) => Some((rank(view.boat(*id)?), *id)),
        _ => None,
    });
    let (_, id) = acting.min()?;
    let why = "Boats on their way home first, then those on patrol, then those that sail.";
    Some(Advice::new(Choice::Act(id), why))
}

fn orders(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let boat = view.acting()?;
    if boat.place.is_in_base() && lays_mines(view, boat) && choices.contains(&Choice::LoadMines) {
        let why = "One small boat in a few lays mines off the English coast, and so do minelayers.";
        return Some(Advice::new(Choice::LoadMines, why));
    }
    if boat.area().is_some() && boat.damage > 0 && choices.contains(&Choice::Home) {
        return Some(Advice::new(Choice::Home, "A damaged boat goes home."));
    }
    let bound = station(view, boat);
    if choices.contains(&Choice::Serve) {
        // It has laid mines there, or the war has come there.
        let watched = boat.area().is_some_and(|area| is_red(view, area));
        let away = bound.filter(|_| watched);
        if let Some(choice) = away.and_then(|bound| toward(view, boat, bound, choices)) {
            return Some(Advice::new(
                choice,
                "A tanker waits where nobody looks for it.",
            ));
        }
        let why = "A tanker lies ready for others.";
        return Some(Advice::new(Choice::Serve, why));
    }
    let Some(bound) = bound else {
        return Some(Advice::new(Choice::Stay, "Nothing worth it is in range."));
    };
    if boat.patrols() {
        return Some(patrol(view, boat, bound, choices));
    }
    if let Some(choice) = toward(view, boat, bound, choices) {
        return Some(Advice::new(choice, "The boat makes for its station."));
    }
    if let Some(choice) = aside(view, boat, bound, choices) {
        let why = "Only where a move ends can the boat take up patrol.";
        return Some(Advice::new(choice, why));
    }
    Some(Advice::new(Choice::Stay, "There is no way on."))
}

/// A boat stays where it hunts, unless others are enough there, or it is no area of its list and the station lies beside it;
/// with mines aboard it goes where they are to be laid.
fn patrol(view: View<'_>, boat: &Submarine, bound: Area, choices: &[Choice]) -> Advice {
    let here = boat.area();
    if boat.mines
        && let Some(choice) = toward(view, boat, bound, choices)
    {
        return Advice::new(choice, "The mines are to be laid elsewhere.");
    }
    let crowded = here.is_some_and(|area| is_full(view, area) && is_surplus(view, boat, area));
    let next = Choice::To(bound);
    if crowded && choices.contains(&next) && !is_full(view, bound) {
        return Advice::new(next, "There are boats enough here.");
    }
    let stray = here.is_some_and(|area| !is_listed(view, boat, area));
    if stray && choices.contains(&next) && !is_full(view, bound) {
        return Advice::new(next, "The boat comes to its station.");
    }
    Advice::new(Choice::Stay, "The boat hunts where it is.")
}

/// Beyond the number that is of use, in the order of the list.
fn is_surplus(view: View<'_>, boat: &Submarine, area: Area) -> bool {
    let most = usize::from(view.tables().doctrine.most_boats);
    let here = view
        .boats()
        .iter()
        .filter(|other| other.place == Place::Area(area) && other.side == Side::Patrol);
    here.skip(most).any(|other| other.id == boat.id)
}

/// The offered area that is nearest to where the boat is bound, if that is nearer than where it is; of equals the least
/// watched.
pub(super) fn toward(
    view: View<'_>,
    boat: &Submarine,
    bound: Area,
    choices: &[Choice],
) -> Option<Choice> {
    let steps = movement::distances(&view.tables().map, &[Node::Area(bound)]);
    let here = boat
        .area()
        .map_or(movement::FAR, |area| steps[area.index()]);
    let nearer = choices.iter().filter_map(|choice| match choice {
        Choice::To(area) if steps[area.index()] < here => {
            Some((steps[area.index()], watched(view, choice), *choice))
        }
        _ => None,
    });
    nearer.min().map(|(.., choice)| choice)
}

/// A way for a boat in transit that stands where it is bound for, or from where no way leads there: it takes up patrol only
/// where a move ends [15.1], so it moves to an area beside, if it may patrol one, best one of its list or one from which it
/// can come back by a patrol move [12.0].
pub(super) fn aside(
    view: View<'_>,
    boat: &Submarine,
    bound: Area,
    choices: &[Choice],
) -> Option<Choice> {
    if boat.area().is_none() || boat.patrols() {
        return None;
    }
    let back: Vec<Area> = movement::patrol_moves(&view.tables().map, bound)
        .map(|(area, _)| area)
        .collect();
    let beside = choices.iter().filter_map(|choice| match choice {
        Choice::To(area) if view.may_patrol(boat, *area) => {
            let listed = is_listed(view, boat, *area) && !is_full(view, *area);
            let rank = (!listed, !back.contains(area), watched(view, choice));
            Some((rank, *choice))
        }
        _ => None,
    });
    beside.min().map(|(_, choice)| choice)
}

/// Whether the boat that acts has moved and is no nearer to where it is bound: it went aside to take up patrol.
fn went_aside(view: View<'_>, boat: &Submarine, bound: Area) -> bool {
    let steps = movement::distances(&view.tables().map, &[Node::Area(bound)]);
    let far = |area: Area| steps[area.index()];
    let (here, start) = (boat.area().map(far), view.start().map(far));
    start.is_some() && here >= start
}

/// What a boat on its way does that has points left: on towards its station, there or aside of it on patrol, or it waits.
pub(super) fn on(view: View<'_>, boat: &Submarine, bound: Area, choices: &[Choice]) -> Choice {
    let patrol = Choice::Halt(Side::Patrol);
    let ends = boat.area() == Some(bound) || went_aside(view, boat, bound);
    if ends && choices.contains(&patrol) {
        return patrol;
    }
    toward(view, boat, bound, choices).unwrap_or(Choice::Halt(Side::Transit))
}

/// Red and dotted boxes of the area of a choice [19.11].
fn watched(view: View<'_>, choice: &Choice) -> u8 {
    match choice {
        Choice::To(area) | Choice::Govern(area) => view.chart(*area).red(),
        _ => 0,
    }
}

fn sail(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let boat = view.acting()?;
    let bound = station(view, boat)?;
    if boat.area() == Some(bound) {
        let why = "The boat has come to its station.";
        return Some(Advice::new(Choice::Halt(Side::Patrol), why));
    }
    let why = "The boat makes for its station.";
    Some(Advice::new(on(view, boat, bound, choices), why))
}

/// Minelayers always lay mines, but a tanker only while another one lies ready; coastal boats take turns in the first
/// period. Not if there is no field in range, and no ace is wasted on it (12.15).
fn lays_mines(view: View<'_>, boat: &Submarine) -> bool {
    let t = view.tables();
    if boat.ace.is_some() {
        return false;
    }
    let others = view.boats().iter().filter(|other| {
        let ready = other.place.is_at_sea() && !other.rtb && !other.mines;
        other.id != boat.id && ready && is_tanker(t, view, other)
    });
    if minefield(view, boat).is_none() || (is_tanker(t, view, boat) && others.count() == 0) {
        return false;
    }
    let class = t.submarines.class_of(boat.id);
    let layer = matches!(class.id.as_str(), "XB" | "VIID");
    let turn = (boat.id.index() + view.date().month.index())
        .is_multiple_of(usize::from(t.doctrine.mines_every));
    let coastal = kind(class) == Kind::Coastal && view.period() == crate::calendar::Period::One;
    layer || (coastal && turn)
}

fn zone(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let boat = view.acting()?;
    if boat.mines {
        let t = view.tables();
        let fields = t.doctrine.minefields(kind(t.submarines.class_of(boat.id)));
        let wanted = fields.iter().map(|zone| Choice::Into(*zone));
        let first = choices
            .iter()
            .copied()
            .find(|choice| matches!(choice, Choice::Into(_)));
        let found = wanted
            .into_iter()
            .find(|into| choices.contains(into))
            .or(first);
        if let Some(into) = found {
            return Some(Advice::new(into, "Here the mines are laid."));
        }
    }
    let why = "The open sea is less watched.";
    Some(Advice::new(Choice::OpenSea, why))
}

/// The nearest base; a damaged boat counts a full yard as two turns more.
fn homeward(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let damaged = view.acting()?.damage > 0;
    let far = |choice: &Choice| match choice {
        Choice::Base(base) => {
            let full = damaged && view.repair_room(*base) <= 0;
            let turns = view.turns_home(Node::Base(*base)).unwrap_or(movement::FAR);
            turns.saturating_add(2 * u8::from(full))
        }
        Choice::Tender(zone) if !damaged => {
            let turns = view.turns_home(Node::Forward(*zone));
            turns.unwrap_or(movement::FAR)
        }
        _ => movement::FAR,
    };
    let best = choices
        .iter()
        .min_by_key(|choice| (far(choice), **choice))?;
    Some(Advice::new(*best, "The nearest base with room."))
}

/// Into the base if it can be reached, but with care in the last area before it when it is hunted (12.17); else by the least
/// watched way.
fn way_home(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let home = choices
        .iter()
        .find(|choice| matches!(choice, Choice::Base(_) | Choice::Tender(_)));
    if let Some(home) = home {
        let wait = Choice::Halt(Side::Transit);
        if choices.contains(&wait) && is_careful(view, home) {
            let why = "A hunted boat is careful so near home.";
            return Some(Advice::new(wait, why));
        }
        return Some(Advice::new(*home, "The boat is as good as home."));
    }
    let on = choices
        .iter()
        .filter(|choice| matches!(choice, Choice::To(_)))
        .min_by_key(|choice| (watched(view, choice), **choice))?;
    Some(Advice::new(*on, "The least watched of the short ways."))
}

/// Spotted or damaged, and beside its base: from there no check is made next week [15.22], unless a transit zone lies between.
fn is_careful(view: View<'_>, home: &Choice) -> bool {
    let (Some(boat), Choice::Base(base)) = (view.acting(), home) else {
        return false;
    };
    let map = &view.tables().map;
    let beside = |area| map.route(Node::Area(area), Node::Base(*base));
    let route = boat.area().and_then(beside);
    (boat.spotted || boat.damage > 0) && route.is_some_and(|route| route.via.is_none())
}

/// Whether a boat is a tanker that lies where it should.
pub(super) fn serves(view: View<'_>, boat: &Submarine) -> bool {
    is_tanker(view.tables(), view, boat)
}
