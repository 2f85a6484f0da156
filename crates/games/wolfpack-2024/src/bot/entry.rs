//! Entry: points 7 and 8.

use super::Advice;
use super::helm::entering;
use super::staff::Staff;
use crate::boat::Boat;
use crate::boats::Letter;
use crate::choice::Choice;
use crate::depth::Depth;
use crate::sequence::Entering;
use crate::space::{CENTRE_COLUMN, Facing, Space};
use crate::view::View;

/// The way to the middle of the convoy.
fn inward(view: View<'_>, from: Space) -> Facing {
    let (top, bottom) = view.conditions().side.rows();
    let row = from.y().clamp(top, bottom);
    let middle = Space::new(CENTRE_COLUMN, row).and_then(|middle| from.direction(middle));
    middle.unwrap_or(Facing::N)
}

/// A space, then a facing, then a depth, each the one that is worth most with what is known [7, 8].
pub(super) fn enter(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    entering_now: Entering,
    choices: &[Choice],
) -> Advice {
    let up = if boat.is_surfaced() {
        Depth::SURFACE
    } else {
        Depth::PERISCOPE
    };
    let worth = |at: Space, facing: Facing, depth: Depth| {
        entering(view, staff, letter, boat, (at, facing), depth)
    };
    let best = choices.iter().filter_map(|choice| {
        let worth = match (entering_now, *choice) {
            (Entering::Space, Choice::At(space)) => worth(space, inward(view, space), up),
            (Entering::Facing(space), Choice::Face(facing)) => {
                // With no ship in sight yet, towards the convoy.
                let steps = inward(view, space).steps_to(facing);
                worth(space, facing, up) - 0.01 * f64::from(steps)
            }
            (Entering::Depth(space, facing), Choice::Depth(depth)) => worth(space, facing, depth),
            _ => return None,
        };
        Some((worth, *choice))
    });
    match best.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
        Some((worth, choice)) => {
            let why = match entering_now {
                Entering::Space => "Abeam of the convoy, and near enough to see it.",
                Entering::Facing(_) => "Facing the ships she will fire at.",
                Entering::Depth(..) => "As high as the hunters allow.",
            };
            Advice::new(choice, why).weighing("worth", worth)
        }
        None => Advice::new(choices.first().copied(), "There is one way in."),
    }
}
