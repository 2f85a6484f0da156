//! Standing orders: what a commander of hundreds of boats settles once for all. Each is answered as if he had answered
//! himself; what he has not settled he is asked. An order for a boat goes before one for the area it is in, and that before
//! one for all boats.

mod lists;

use super::sailing::{aside, on, serves, toward};
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
            let near = Scope::of(boat).find_map(|scope| {
                let own = matches!(scope, Scope::Boat(_));
                conduct(view, boat, choices, own, |id| scope.particular(orders, id))
                    .or_else(|| by_staff(view, choices, scope.whole(orders)))
                    .or_else(|| to_station(view, boat, choices, scope.station(orders)?))
            });
            near.or_else(|| conduct(view, boat, choices, false, ordered))
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

/// Whom an order is for: one boat, or the boats of an area. The nearest holds.
#[derive(Clone, Copy)]
enum Scope {
    Boat(BoatId),
    Area(Area),
}

impl Scope {
    /// What a boat is under, the nearest first.
    fn of(boat: &Submarine) -> impl Iterator<Item = Self> + use<> {
        let own = Self::Boat(boat.id);
        std::iter::once(own).chain(boat.area().map(Self::Area))
    }

    /// The order for everything: the staff, or a station.
    fn whole(self, orders: &Orders) -> Option<&str> {
        let id = match self {
            Self::Boat(id) => format!("boat.{id}"),
            Self::Area(area) => format!("area.{area}"),
        };
        orders.get(&id).map(String::as_str)
    }

    /// An order for one thing.
    fn particular<'o>(self, orders: &'o Orders, id: &str) -> Option<&'o str> {
        let id = match self {
            Self::Boat(boat) => format!("boat.{boat}.{id}"),
            Self::Area(area) => format!("area.{area}.{id}"),
        };
        orders.get(&id).map(String::as_str)
    }

    /// The area where one boat is to patrol.
    fn station(self, orders: &Orders) -> Option<Area> {
        match self {
            Self::Boat(_) => self.whole(orders)?.parse().ok(),
            Self::Area(_) => None,
        }
    }

    /// Everything is the staff's.
    fn is_staffs(self, orders: &Orders) -> bool {
        self.whole(orders) == Some(STAFF)
    }
}

/// A boat with a station sails there, and stays on patrol while it is sound. If it stands there in transit it takes up patrol
/// beside it, and comes back the week after [15.1], [12.0].
fn to_station(view: View<'_>, boat: &Submarine, choices: &[Choice], bound: Area) -> Option<Choice> {
    let there = boat.area() == Some(bound);
    match view.step()? {
        Step::Orders if boat.damage > 0 => Some(Choice::Home),
        Step::Orders if there && boat.side == Side::Patrol => Some(Choice::Stay),
        Step::Orders => toward(view, boat, bound, choices)
            .or_else(|| aside(view, boat, bound, choices))
            .or(Some(Choice::Stay)),
        Step::Sail(_) => Some(on(view, boat, bound, choices)),
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

/// How a boat behaves by such orders: its own, or those for all boats of an area or of the war.
fn conduct<'o>(
    view: View<'_>,
    boat: &Submarine,
    choices: &[Choice],
    own: bool,
    ordered: impl Fn(&str) -> Option<&'o str>,
) -> Option<Choice> {
    let damaged = boat.damage > 0;
    match (view.step()?, view.contact().0) {
        // A tanker is at sea for others [21.33], unless it is told itself to search.
        (Step::Conduct, _) if !own && serves(view, boat) => {
            ordered(if damaged { "damaged-search" } else { "search" })?;
            Some(Choice::Bypass)
        }
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
        let near = boat.into_iter().flat_map(Scope::of).find_map(|scope| {
            let staff = || scope.whole(orders).filter(|order| *order == STAFF);
            scope.particular(orders, "again").or_else(staff)
        });
        let withdraw = Choice::Battle(Act::Withdraw);
        match near.or_else(|| ordered("again")) {
            // Who has not attacked at all does not attack again [24.25D].
            Some("never" | "unspotted") if !battle.attacks_again(hand) => {}
            Some("never") => return Some(withdraw),
            Some("unspotted") if fighter.spotted => return Some(withdraw),
            Some("unspotted" | STAFF) => return by_staff(view, choices, Some(STAFF)),
            _ => {}
        }
    }
    let mut near = view.acting().into_iter().flat_map(Scope::of);
    let staff = near.any(|scope| scope.is_staffs(orders));
    by_staff(
        view,
        choices,
        if staff {
            Some(STAFF)
        } else {
            ordered("battles")
        },
    )
}
