//! Standing orders: what a commander of hundreds of boats settles once for all. Each is answered as if he had answered
//! himself; what he has not settled he is asked. An order for a boat goes before one for the area it is in, and that before
//! one for all boats.

mod lists;

use super::sailing::toward;
use super::{Branch, advise};
use crate::boat::{Side, Submarine};
use crate::choice::Choice;
use crate::combat::{Act, Stage};
use crate::displays::Contact;
use crate::fleet::BoatId;
use crate::geography::Area;
use crate::sequence::Step;
use crate::view::View;
use derbyhouse_scene::Orders;

pub(crate) use lists::all as standing;

/// The staff decides.
const STAFF: &str = "staff";

/// The player says whether a pack is called, the staff who is called and who leads it.
const CALLED: &str = "called";

/// What the orders say to a question.
pub(crate) fn by_order(view: View<'_>, choices: &[Choice], orders: &Orders) -> Option<Choice> {
    let ordered = |id: &str| orders.get(id).map(String::as_str);
    let answer = match Branch::of(view.step()?) {
        Branch::Battle => return in_battle(view, choices, orders),
        Branch::Next => by_staff(view, choices, ordered("next")),
        Branch::Ashore => by_staff(view, choices, ordered("ashore")),
        Branch::Sailing | Branch::Contact => {
            let boat = view.acting()?;
            conduct(view, boat, choices, |id| particular(orders, boat, id))
                .or_else(|| handed_over(view, boat, choices, orders))
                .or_else(|| to_station(view, boat, choices, orders))
                .or_else(|| conduct(view, boat, choices, ordered))
        }
        Branch::Events => by_staff(view, choices, ordered("events")),
    };
    answer.filter(|choice| choices.contains(choice))
}

fn by_staff(view: View<'_>, choices: &[Choice], ordered: Option<&str>) -> Option<Choice> {
    (ordered == Some(STAFF)).then(|| advise(view, choices).map(|advice| advice.choice))?
}

/// What is asked of the boat that acts.
pub(crate) const fn is_of_boat(step: Step) -> bool {
    matches!(Branch::of(step), Branch::Sailing | Branch::Contact)
}

fn order_of(orders: &Orders, boat: BoatId) -> Option<&str> {
    orders.get(&format!("boat.{boat}")).map(String::as_str)
}

/// What is ordered for a boat by itself, or for the area it is in.
fn particular<'o>(orders: &'o Orders, boat: &Submarine, id: &str) -> Option<&'o str> {
    let own = orders.get(&format!("boat.{}.{id}", boat.id));
    let here = || orders.get(&format!("area.{}.{id}", boat.area()?));
    own.or_else(here).map(String::as_str)
}

/// A boat, or the area it is in, is the staff's.
fn is_handed_over(boat: &Submarine, orders: &Orders) -> bool {
    let here = boat.area().map(|area| format!("area.{area}"));
    order_of(orders, boat.id) == Some(STAFF)
        || here.is_some_and(|here| orders.get(&here).is_some_and(|answer| answer == STAFF))
}

fn handed_over(
    view: View<'_>,
    boat: &Submarine,
    choices: &[Choice],
    orders: &Orders,
) -> Option<Choice> {
    is_handed_over(boat, orders).then(|| advise(view, choices).map(|advice| advice.choice))?
}

/// A boat with a station sails there, and stays on patrol while it is sound.
fn to_station(
    view: View<'_>,
    boat: &Submarine,
    choices: &[Choice],
    orders: &Orders,
) -> Option<Choice> {
    let bound: Area = order_of(orders, boat.id)?.parse().ok()?;
    let there = boat.area() == Some(bound);
    match view.step()? {
        Step::Orders if boat.damage > 0 => Some(Choice::Home),
        Step::Orders if there && boat.side == Side::Patrol => Some(Choice::Stay),
        Step::Sail(_) if there => Some(Choice::Halt(Side::Patrol)),
        Step::Orders => toward(view, boat, bound, choices).or(Some(Choice::Stay)),
        Step::Sail(_) => toward(view, boat, bound, choices).or(Some(Choice::Halt(Side::Transit))),
        Step::ZoneEntry => Some(Choice::OpenSea),
        Step::Remain if there => Some(Choice::Remain(Side::Patrol)),
        Step::Remain => Some(Choice::Remain(Side::Transit)),
        Step::Supply
        | Step::Approach
        | Step::Homeward
        | Step::HomeSail(..)
        | Step::Tie
        | Step::LeaveZone => advise(view, choices).map(|advice| advice.choice),
        _ => None,
    }
}

/// How a boat behaves by such orders.
fn conduct<'o>(
    view: View<'_>,
    boat: &Submarine,
    choices: &[Choice],
    ordered: impl Fn(&str) -> Option<&'o str>,
) -> Option<Choice> {
    let damaged = boat.damage > 0;
    match (view.step()?, view.contact().0) {
        (Step::Conduct, _) if damaged => match ordered("damaged-search")? {
            "search" => Some(Choice::Search),
            _ => Some(Choice::Bypass),
        },
        (Step::Conduct, _) => match ordered("search")? {
            "unspotted" if boat.spotted => Some(Choice::Bypass),
            STAFF => by_staff(view, choices, Some(STAFF)),
            _ => Some(Choice::Search),
        },
        (Step::SecondSearch, _) => match ordered("search")? {
            "unspotted" if boat.spotted => Some(Choice::Enough),
            STAFF => by_staff(view, choices, Some(STAFF)),
            _ => Some(Choice::Again),
        },
        (Step::Engage, Contact::TaskForce) => match ordered("task-forces")? {
            "engage" => Some(Choice::Engage),
            _ => Some(Choice::Decline),
        },
        (Step::Engage, _) => match ordered("attack")? {
            "sound" if damaged => Some(Choice::Decline),
            STAFF => by_staff(view, choices, Some(STAFF)),
            _ => Some(Choice::Engage),
        },
        (Step::Raid, _) => match ordered("raids")? {
            "yes" => Some(Choice::Raid),
            _ => Some(Choice::NoRaid),
        },
        (Step::CallPack, _) if ordered("packs") == Some("alone") => Some(Choice::Alone),
        (Step::Call | Step::TakeOver | Step::Shadow, _) if ordered("packs") == Some(CALLED) => {
            by_staff(view, choices, Some(STAFF))
        }
        (Step::CallPack | Step::Call | Step::TakeOver | Step::Shadow, _) => {
            by_staff(view, choices, ordered("packs"))
        }
        (Step::Sister(..), _) => by_staff(view, choices, ordered("events")),
        _ => by_staff(view, choices, ordered("sailing")),
    }
}

/// In a battle: whether a boat attacks again may be settled by itself; the rest is the staff's or the player's.
fn in_battle(view: View<'_>, choices: &[Choice], orders: &Orders) -> Option<Choice> {
    let ordered = |id: &str| orders.get(id).map(String::as_str);
    let battle = view.battle()?;
    if let Stage::Deciding(hand) = battle.stage {
        let fighter = battle.fighter(hand);
        let boat = view.boat(fighter.boat);
        let own = boat.and_then(|boat| particular(orders, boat, "again"));
        let staff = boat.is_some_and(|boat| is_handed_over(boat, orders));
        let withdraw = Choice::Battle(Act::Withdraw);
        match own.or_else(|| if staff { Some(STAFF) } else { ordered("again") }) {
            Some("never") => return Some(withdraw),
            Some("unspotted") if fighter.spotted => return Some(withdraw),
            Some("unspotted" | STAFF) => return by_staff(view, choices, Some(STAFF)),
            _ => {}
        }
    }
    let own = view
        .acting()
        .is_some_and(|boat| is_handed_over(boat, orders));
    let staff = if own { Some(STAFF) } else { ordered("battles") };
    by_staff(view, choices, staff)
}
