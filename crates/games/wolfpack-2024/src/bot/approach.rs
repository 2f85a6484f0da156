//! Approach: points 1, 2, 4 and 6.

use super::Advice;
use super::helm::Course;
use super::hiding::refuge;
use crate::boat::Boat;
use crate::boats::Letter;
use crate::choice::{Choice, Tubes};
use crate::conditions::{MapSide, Speed};
use crate::escorts::EscortId;
use crate::forecast::{any, torpedoes};
use crate::ring::ApproachBox;
use crate::view::View;

/// How good it is to enter from a box: ahead and abeam of the leading ships [1].
pub(super) fn station(view: View<'_>, at: ApproachBox) -> f64 {
    use ApproachBox::{L1, L2, L3, L4, R1, R2, R3, R4, TL, TR};
    let fast = view.conditions().speed == Speed::Fast;
    let large = view.conditions().side == MapSide::Large;
    match at {
        L4 | R4 => 0.0,
        L3 | R3 => 1.0,
        L2 | R2 => {
            if fast {
                2.0
            } else {
                3.4
            }
        }
        L1 | R1 => 4.0,
        TL | TR => {
            if large {
                3.6
            } else {
                3.4
            }
        }
        _ => 3.0,
    }
}

/// Where to go on the Approach map: towards a station ahead that no other boat has [1, 2]; held, down [4].
pub(super) fn course(view: View<'_>, letter: Letter, boat: &Boat, choices: &[Choice]) -> Course {
    let t = view.tables();
    if view.holders(letter).next().is_some() {
        let depth = refuge(view, letter, boat);
        return Course::deep(boat, depth, "Held by an escort: deep first, then silent.");
    }
    let stay = Course::stay(boat, "She lies where she should.");
    let Some(here) = boat.approach() else {
        return stay;
    };
    let taken = |at: ApproachBox| {
        let others = view.boats().filter(|(other, _)| *other != letter);
        let location = t.approach.location(at);
        let near = others.filter(|(_, boat)| {
            boat.approach()
                .is_some_and(|at| t.approach.location(at) == location)
        });
        near.count() as f64
    };
    // What a box is worth from here: each box on the way costs a turn.
    let worth = |at: ApproachBox| {
        let away = here.index().abs_diff(at.index()) as f64;
        station(view, at) - 0.9 * taken(at) - 0.15 * away
    };
    let goal = ApproachBox::ALL
        .into_iter()
        .max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
    let goal = goal.unwrap_or(here);
    let step = choices.iter().find_map(|choice| match choice {
        Choice::To(to)
            if to.index().abs_diff(goal.index()) < here.index().abs_diff(goal.index()) =>
        {
            Some(*to)
        }
        _ => None,
    });
    let surface = crate::depth::Depth::SURFACE;
    Course {
        depth: if boat.is_surfaced() {
            boat.depth
        } else {
            surface
        },
        to: step,
        worth: worth(goal),
        ..Course::stay(boat, "Ahead and abeam of the convoy, away from the others.")
    }
}

/// Fire at a hunter only from the surface, or when there is no other way out [6].
pub(super) fn fight_back(
    view: View<'_>,
    boat: &Boat,
    escort: EscortId,
    choices: &[Choice],
) -> Advice {
    let t = view.tables();
    let defence = t.escorts.escort(escort).defence;
    let hit = torpedoes::escort_hit(t, view.conditions().weather, defence);
    let removed = |tubes: Tubes| {
        let kinds = tubes.iter().filter_map(|tube| boat.armed(tube));
        any(kinds.map(|kind| hit * torpedoes::escort_removed(t, view.era(), kind)))
    };
    let sets = choices.iter().filter_map(|choice| match choice {
        Choice::Store(tubes) => Some((removed(*tubes), *tubes)),
        _ => None,
    });
    let best = sets.max_by(|(a, _), (b, _)| a.total_cmp(b));
    let (chance, tubes) = best.unwrap_or((0.0, Tubes::NONE));
    let hopeless = boat.flood.level >= t.board.crush_from;
    if (boat.is_surfaced() || hopeless) && chance >= 0.25 {
        Advice::new(
            Choice::Store(tubes),
            "On the surface she may as well shoot first.",
        )
        .weighing("escort out of the game", chance)
    } else {
        Advice::new(
            Choice::Store(Tubes::NONE),
            "Torpedoes are for merchantmen; she dives.",
        )
        .weighing("escort out of the game", chance)
    }
}
