//! What is decided ashore every week: aircraft, crews, yards ([7.5], [8.13], [10.2], [25.3]).

use super::Advice;
use crate::boat::Submarine;
use crate::choice::Choice;
use crate::geography::Area;
use crate::sequence::Step;
use crate::view::View;
use std::cmp::Reverse;

pub(super) fn advise(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    Some(match view.step()? {
        Step::Aircraft(place) => aircraft(view, place, choices)?,
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

/// Where most boats patrol that it can help: those of its navy (D2). Of equal areas one of the list for the period (12.12).
fn aircraft(view: View<'_>, place: u8, choices: &[Choice]) -> Option<Advice> {
    let t = view.tables();
    let navy = view.war().aircraft.get(usize::from(place))?.navy(t);
    let helped = |area: Area| {
        let there = |boat: &&Submarine| boat.patrols() && boat.area() == Some(area);
        let own = |boat: &&Submarine| t.submarines.class_of(boat.id).navy == navy;
        view.boats().iter().filter(there).filter(own).count()
    };
    let listed = t.doctrine.flights(view.period());
    let flights = choices.iter().filter_map(|choice| match choice {
        Choice::To(area) => {
            let usual = listed.iter().rev().position(|other| other == area);
            Some((helped(*area), usual, Reverse(*choice)))
        }
        _ => None,
    });
    Some(match flights.max() {
        Some((helped, _, Reverse(best))) if helped > 0 => {
            Advice::new(best, "Most of our boats in its range are there.")
        }
        _ => Advice::new(Choice::Stay, "No boat is near for it to help."),
    })
}

/// The lightest damage first; nobody is pushed out or decommissioned.
fn yard(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let waiting = choices.iter().filter_map(|choice| match choice {
        Choice::Pick(id) => {
            let boat = view.boat(*id)?;
            Some((boat.damage, Reverse(boat.rating()), *choice))
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
