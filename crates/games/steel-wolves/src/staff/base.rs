//! What is decided ashore every week: aircraft, crews, yards ([7.5], [8.13], [10.2], [25.3]).

use super::Advice;
use crate::choice::Choice;
use crate::sequence::Step;
use crate::view::View;

pub(super) fn advise(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    Some(match view.step()? {
        Step::Aircraft(_) => aircraft(view, choices)?,
        Step::Yard => yard(view, choices)?,
        Step::Basin(_) => Advice::new(
            Choice::Push(view.acting()?.id),
            "Nobody is pushed out of the yard.",
        ),
        Step::AceOffer(..) => Advice::new(
            Choice::Yes,
            "The new boat comes sooner, and its crew is trained.",
        ),
        Step::AceStays(_) => Advice::new(Choice::Yes, "An ace stays with his boat."),
        Step::Late(_) => Advice::new(Choice::Yes, "A green boat at sea is better than none."),
        _ => return None,
    })
}

/// Where most boats patrol that it can help.
fn aircraft(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let patrolling = |choice: &Choice| match choice {
        Choice::To(area) => {
            let there =
                |boat: &&crate::boat::Submarine| boat.patrols() && boat.area() == Some(*area);
            view.boats().iter().filter(there).count()
        }
        _ => 0,
    };
    let best = choices
        .iter()
        .max_by_key(|choice| (patrolling(choice), std::cmp::Reverse(**choice)))?;
    if patrolling(best) == 0 {
        return Some(Advice::new(Choice::Stay, "No boat is near for it to help."));
    }
    Some(Advice::new(
        *best,
        "Most of our boats in its range are there.",
    ))
}

/// The lightest damage first; nobody is pushed out or decommissioned.
fn yard(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let waiting = choices.iter().filter_map(|choice| match choice {
        Choice::Pick(id) => {
            let boat = view.boat(*id)?;
            Some((boat.damage, std::cmp::Reverse(boat.rating()), *choice))
        }
        _ => None,
    });
    let why = "What is mended soonest sails soonest.";
    let first = waiting.min().map(|(.., choice)| Advice::new(choice, why));
    first.or(Some(Advice::new(
        Choice::Done,
        "Everybody has a place or waits for one.",
    )))
}
