//! Search, contact, packs ([13.0], [24.0], [26.11], [30.1]).

use super::Advice;
use super::sailing::serves;
use crate::boat::Submarine;
use crate::calendar::Period;
use crate::choice::Choice;
use crate::combat::Hand;
use crate::displays::Contact;
use crate::mines::Spotted;
use crate::sequence::Step;
use crate::view::View;
use std::cmp::Reverse;

pub(super) fn advise(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let boat = view.acting()?;
    let damaged = boat.damage > 0;
    Some(match view.step()? {
        Step::Conduct if damaged || serves(view, boat) => {
            Advice::new(Choice::Bypass, "A boat that cannot fight looks for nobody.")
        }
        Step::Conduct if boat.green > 0 && boat.duty.is_some() => Advice::new(
            Choice::Bypass,
            "A new crew looks for nobody while it is wanted where it is.", // (12.3)
        ),
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
        Step::Call => next_call(view),
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
    if !large || followers(view).count() < 2 {
        return Advice::new(Choice::Alone, "For this one boat will do.");
    }
    shadow(view)
}

/// Boats that the staff would call: a damaged one goes home (12.3).
fn followers(view: View<'_>) -> impl Iterator<Item = &Submarine> {
    view.callable().filter(|boat| boat.damage == 0)
}

fn shadow(view: View<'_>) -> Advice {
    let t = view.tables();
    let attack = |boat: &Submarine| t.submarines.attack_of(boat.id);
    let own = view.acting().map(attack);
    if followers(view).map(attack).max() > own {
        Advice::new(
            Choice::Shadow,
            "Others attack better: this boat keeps contact.",
        )
    } else {
        Advice::new(Choice::NoShadow, "The finder is the best attacker of them.")
    }
}

/// Aces first, then the best attackers; enough is enough while Enigma is read.
fn next_call(view: View<'_>) -> Advice {
    let t = view.tables();
    let read = view.acting().is_some_and(|boat| view.enigma(boat) < 0);
    if read && view.tries() >= usize::from(t.doctrine.last_call) {
        return Advice::new(Choice::Done, "Every signal more is heard.");
    }
    let worth = |boat: &&Submarine| {
        let attack = t.submarines.attack_of(boat.id);
        (boat.rating(), boat.green == 0, attack, Reverse(boat.id))
    };
    match followers(view).max_by_key(worth) {
        Some(best) => Advice::new(
            Choice::Pick(best.id),
            "Aces first, then the best attackers.",
        ),
        None => Advice::new(Choice::Done, "Nobody else can come."),
    }
}

/// The best defended boat keeps contact.
fn take_over(view: View<'_>) -> Advice {
    let t = view.tables();
    let best = (0u8..).zip(view.pack_boats()).max_by_key(|(hand, boat)| {
        let defence = t.submarines.class_of(boat.id).defence;
        (defence - boat.damage as i8, Reverse(*hand))
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
