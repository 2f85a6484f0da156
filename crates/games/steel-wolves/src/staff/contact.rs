//! Search, contact, packs ([13.0], [24.0], [26.11], [30.1]).

use super::Advice;
use super::sailing::serves;
use crate::calendar::Period;
use crate::choice::Choice;
use crate::combat::Hand;
use crate::displays::Contact;
use crate::mines::Spotted;
use crate::sequence::Step;
use crate::view::View;

pub(super) fn advise(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let boat = view.acting()?;
    let damaged = boat.damage > 0;
    Some(match view.step()? {
        Step::Conduct if damaged || serves(view, boat) => {
            Advice::new(Choice::Bypass, "A boat that cannot fight looks for nobody.")
        }
        Step::Conduct if boat.spotted && view.period() >= Period::Three && lasts(view) => {
            Advice::new(
                Choice::Bypass,
                "The boat was seen: first it must be forgotten.",
            )
        }
        Step::Conduct => Advice::new(Choice::Search, "The boat is here to search."),
        Step::Raid => Advice::new(Choice::NoRaid, "Convoys are worth more than coasters."),
        Step::Engage if damaged => Advice::new(Choice::Decline, "A damaged boat lets them go."),
        Step::Engage => Advice::new(
            Choice::Engage,
            "The boat is sound, and this is what it is for.",
        ),
        Step::SecondSearch if damaged => Advice::new(Choice::Enough, "The boat is damaged."),
        Step::SecondSearch => Advice::new(Choice::Again, "There is time for another search."),
        Step::MineOption => Advice::new(
            Choice::Mines(Spotted::Keep),
            "The mines are kept for a quieter night.",
        ),
        Step::CallPack => call(view),
        Step::Call => next_call(view, choices)?,
        Step::TakeOver => take_over(view),
        Step::Shadow => shadow(view),
        Step::Sister(..) => Advice::new(weakest(view, choices)?, "The weakest of the sisters."),
        _ => return None,
    })
}

/// The boat can lose a week: its endurance is good (12.3).
fn lasts(view: View<'_>) -> bool {
    view.acting().is_some_and(|boat| {
        let (number, _) = view.endurance_after(boat, boat.week);
        number >= view.tables().doctrine.good_endurance as i8
    })
}

/// A pack for a large convoy when two or more can hear it; the finder shadows unless it is the best attacker.
fn call(view: View<'_>) -> Advice {
    let (contact, colour) = view.contact();
    let large = contact != Contact::Convoy || colour.is_some_and(|colour| colour.is_large());
    if !large || view.pack().0 < 2 {
        return Advice::new(Choice::Alone, "For this one boat will do.");
    }
    shadow(view)
}

fn shadow(view: View<'_>) -> Advice {
    let t = view.tables();
    let attack = |boat: &crate::boat::Submarine| t.submarines.class_of(boat.id).attack;
    let own = view.acting().map(attack);
    let here = view.acting().and_then(|boat| boat.area());
    let others = view
        .boats()
        .iter()
        .filter(|boat| boat.area() == here && boat.patrols() && !boat.done);
    if others.map(attack).max() > own {
        Advice::new(
            Choice::Shadow,
            "Others attack better: this boat keeps contact.",
        )
    } else {
        Advice::new(Choice::NoShadow, "The finder is the best attacker of them.")
    }
}

/// Aces first, then the best attackers; enough is enough while Enigma is read.
fn next_call(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let t = view.tables();
    let (_, tried) = view.pack();
    let read = view.acting().is_some_and(|boat| view.enigma(boat) < 0);
    if read && tried >= usize::from(t.doctrine.last_call) {
        return Some(Advice::new(Choice::Done, "Every signal more is heard."));
    }
    let worth = |choice: &Choice| match choice {
        Choice::Pick(id) => view.boat(*id).map(|boat| {
            let sound = boat.damage == 0 && boat.green == 0;
            (boat.rating(), sound, t.submarines.class_of(*id).attack)
        }),
        _ => None,
    };
    let best = choices
        .iter()
        .max_by_key(|choice| (worth(choice), std::cmp::Reverse(**choice)))?;
    Some(Advice::new(*best, "Aces first, then the best attackers."))
}

/// The best defended boat keeps contact.
fn take_over(view: View<'_>) -> Advice {
    let t = view.tables();
    let best = (0u8..).zip(view.pack_boats()).max_by_key(|(hand, boat)| {
        let defence = t.submarines.class_of(boat.id).defence;
        (defence - boat.damage as i8, std::cmp::Reverse(*hand))
    });
    let why = "The boat with the best defence keeps contact.";
    let choice = best.map_or(Choice::Nobody, |(hand, _)| Choice::TakeOver(Hand(hand)));
    Advice::new(choice, why)
}

fn weakest(view: View<'_>, choices: &[Choice]) -> Option<Choice> {
    let t = view.tables();
    let strength = |choice: &Choice| match choice {
        Choice::Sister(unit) => {
            let values = t.ships.unit(*unit);
            (values.piece.asw, values.piece.defence)
        }
        _ => Default::default(),
    };
    choices
        .iter()
        .copied()
        .min_by_key(|choice| (strength(choice), *choice))
}
