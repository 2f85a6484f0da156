//! Standing orders: what a commander of hundreds of boats settles once for all. Each is answered as if he had answered
//! himself; what he has not settled he is asked. An order for a boat goes before one for the area it is in, and that before
//! one for all boats; each of the nearer ones may be that he is asked, whatever the others say.

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

/// The person is asked, whatever is ordered for more boats.
const ASK: &str = "ask";

/// What an order says: nothing farther off is looked for.
enum Said {
    Do(Choice),
    Ask,
}

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
                    .or_else(|| in_whole(view, boat, choices, scope, orders))
            });
            let said = near.or_else(|| conduct(view, boat, choices, false, ordered));
            said.and_then(|said| match said {
                Said::Do(choice) => Some(choice),
                Said::Ask => None,
            })
        }
        Branch::Events => by_staff(view, choices, ordered("events")),
    };
    answer.filter(|choice| choices.contains(choice))
}

fn by_staff(view: View<'_>, choices: &[Choice], ordered: Option<&str>) -> Option<Choice> {
    (ordered == Some(STAFF)).then(|| advise(view, choices).map(|advice| advice.choice))?
}

/// What the order for everything says: ask, the staff, or a station.
fn in_whole(
    view: View<'_>,
    boat: &Submarine,
    choices: &[Choice],
    scope: Scope,
    orders: &Orders,
) -> Option<Said> {
    let choice = match scope.whole(orders)? {
        ASK => return Some(Said::Ask),
        STAFF => by_staff(view, choices, Some(STAFF)),
        _ => to_station(view, boat, choices, scope.station(orders)?),
    };
    choice.map(Said::Do)
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

    /// The order for everything: the staff, a station, or to ask.
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

    /// Whether everything is the staff's, or is asked; neither if the order is a station or none.
    fn holder(self, orders: &Orders) -> Option<&str> {
        self.whole(orders)
            .filter(|order| matches!(*order, STAFF | ASK))
    }
}

/// A boat with a station sails there, and stays on patrol while it is sound. If it stands there in transit it takes up patrol
/// beside it, and comes back the week after [15.1], [12.0].
fn to_station(view: View<'_>, boat: &Submarine, choices: &[Choice], bound: Area) -> Option<Choice> {
    let there = boat.area() == Some(bound);
    match view.step()? {
        Step::Orders if boat.damage > 0 => Some(Choice::Home),
        // A tanker lies ready for others there [21.33].
        Step::Orders if there && boat.patrols() && choices.contains(&Choice::Serve) => {
            Some(Choice::Serve)
        }
        Step::Orders if there && boat.patrols() => Some(Choice::Stay),
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

/// The order that settles a question of the boat that acts.
const fn order_of(step: Step, contact: Contact, damaged: bool) -> &'static str {
    match (step, contact) {
        (Step::Conduct, _) if damaged => "damaged-search",
        (Step::Conduct | Step::SecondSearch, _) => "search",
        (Step::Engage, Contact::TaskForce) => "task-forces",
        (Step::Engage, _) => "attack",
        (Step::Raid, _) => "raids",
        (Step::CallPack | Step::Call | Step::TakeOver | Step::Shadow, _) => "packs",
        (Step::Sister(..), _) => "events",
        _ => "sailing",
    }
}

/// How a boat behaves by such orders: its own, or those for all boats of an area or of the war.
fn conduct<'o>(
    view: View<'_>,
    boat: &Submarine,
    choices: &[Choice],
    own: bool,
    ordered: impl Fn(&str) -> Option<&'o str>,
) -> Option<Said> {
    let (step, damaged) = (view.step()?, boat.damage > 0);
    let order = ordered(order_of(step, view.contact().0, damaged))?;
    let choice = match (step, order) {
        (_, ASK) | (Step::CallPack, CALLED) => return Some(Said::Ask),
        (_, STAFF) => return by_staff(view, choices, Some(STAFF)).map(Said::Do),
        // A tanker is at sea for others [21.33], unless it is told itself to search.
        (Step::Conduct, _) if !own && serves(view, boat) => Choice::Bypass,
        (Step::Conduct, "bypass") => Choice::Bypass,
        (Step::Conduct, "unspotted") if boat.spotted => Choice::Bypass,
        (Step::Conduct, _) => Choice::Search,
        (Step::SecondSearch, "unspotted") if boat.spotted => Choice::Enough,
        (Step::SecondSearch, _) => Choice::Again,
        (Step::Engage, "decline") => Choice::Decline,
        (Step::Engage, "sound") if damaged => Choice::Decline,
        (Step::Engage, _) => Choice::Engage,
        (Step::Raid, "yes") => Choice::Raid,
        (Step::Raid, _) => Choice::NoRaid,
        (Step::CallPack, "alone") => Choice::Alone,
        (Step::Call | Step::TakeOver | Step::Shadow, CALLED) => {
            return by_staff(view, choices, Some(STAFF)).map(Said::Do);
        }
        _ => return None,
    };
    Some(Said::Do(choice))
}

/// In a battle: whether a boat attacks again may be settled by itself; the rest is the staff's or the player's.
fn in_battle(view: View<'_>, choices: &[Choice], orders: &Orders) -> Option<Choice> {
    let ordered = |id: &str| orders.get(id).map(String::as_str);
    let battle = view.battle()?;
    if let Stage::Deciding(hand) = battle.stage {
        let fighter = battle.fighter(hand);
        let boat = view.boat(fighter.boat);
        let near = boat.into_iter().flat_map(Scope::of).find_map(|scope| {
            let again = scope.particular(orders, "again");
            again.or_else(|| scope.holder(orders))
        });
        let withdraw = Choice::Battle(Act::Withdraw);
        match near.or_else(|| ordered("again")) {
            Some(ASK) => return None,
            // Who has not attacked at all does not attack again [24.25D].
            Some("never" | "unspotted") if !battle.attacks_again(hand) => {}
            Some("never") => return Some(withdraw),
            Some("unspotted") if fighter.spotted => return Some(withdraw),
            Some("unspotted" | STAFF) => return by_staff(view, choices, Some(STAFF)),
            _ => {}
        }
    }
    let mut near = view.acting().into_iter().flat_map(Scope::of);
    let holder = near.find_map(|scope| scope.holder(orders));
    by_staff(view, choices, holder.or_else(|| ordered("battles")))
}
