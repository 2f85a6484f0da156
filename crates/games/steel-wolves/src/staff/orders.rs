//! Standing orders: what a commander of hundreds of boats settles once for all. Each is answered as if he had answered
//! himself; what he has not settled he is asked.

use super::sailing::toward;
use super::stations::is_tanker;
use super::{Branch, advise};
use crate::boat::{Side, Submarine};
use crate::choice::Choice;
use crate::combat::{Act, Stage};
use crate::displays::Contact;
use crate::fleet::BoatId;
use crate::geography::Area;
use crate::sequence::Step;
use crate::view::View;
use derbyhouse_scene::{Orders, Standing};

/// The staff decides.
const STAFF: &str = "staff";

/// Everything that can be ordered now.
pub(crate) fn standing(view: View<'_>) -> Vec<Standing> {
    let mut all = general();
    if view.weeks().1 > 0 {
        all.extend(areas(view));
        all.extend(view.boats().iter().filter_map(|boat| of_boat(view, boat)));
    }
    all
}

/// For all boats.
fn general() -> Vec<Standing> {
    let staff = (STAFF, "The staff decides");
    let order = |id: &str, label: &str, rule: &str, answers: &[(&str, &str)]| {
        Standing::new(id, label, rule, answers).under("All boats")
    };
    vec![
        order(
            "events",
            "War Events, supply ships, politics",
            "5.0",
            &[staff],
        ),
        order("ashore", "Aircraft, crews, yards", "10.2", &[staff]),
        order("next", "Which boat acts next", "4.0", &[staff]),
        order("sailing", "Ways out, stations, ways home", "15.0", &[staff]),
        order(
            "damaged-search",
            "A damaged boat on patrol",
            "13.1",
            &[("bypass", "Looks for nobody"), ("search", "Searches")],
        ),
        order(
            "search",
            "Any other boat on patrol",
            "13.1",
            &[
                ("search", "Searches"),
                ("unspotted", "Searches unless spotted"),
                staff,
            ],
        ),
        order(
            "task-forces",
            "A task force is found",
            "13.22",
            &[("decline", "Let it go"), ("engage", "Attack")],
        ),
        order(
            "attack",
            "Anything else is found",
            "13.22",
            &[
                ("sound", "Attack unless damaged"),
                ("engage", "Always attack"),
                staff,
            ],
        ),
        order(
            "packs",
            "Calling packs",
            "24.1",
            &[("alone", "Never"), staff],
        ),
        order("battles", "Fighting battles", "14.0", &[staff]),
        order(
            "again",
            "Attacking again",
            "14.4",
            &[
                ("never", "Never"),
                ("unspotted", "Only unspotted, by the staff"),
                staff,
            ],
        ),
        order(
            "raids",
            "Raiding coastal traffic",
            "13.23",
            &[("no", "Never"), ("yes", "Always")],
        ),
    ]
}

/// For all boats in an area where some are.
fn areas(view: View<'_>) -> impl Iterator<Item = Standing> + '_ {
    let held = move |area: &Area| view.boats().iter().any(|boat| boat.area() == Some(*area));
    Area::ALL.into_iter().filter(held).map(move |area| {
        let name = &view.tables().map.area(area).spot.name;
        Standing::new(
            format!("area.{area}"),
            "Everything its boats decide there",
            "15.0",
            &[(STAFF, "The staff decides")],
        )
        .under(name.clone())
    })
}

/// For one boat: everything, or the station it is sent to.
fn of_boat(view: View<'_>, boat: &Submarine) -> Option<Standing> {
    if boat.place.is_out() || is_tanker(view.tables(), view, boat) {
        return None;
    }
    let t = view.tables();
    let reach = view.reach(boat);
    let open = |area: &Area| reach[area.index()] && view.may_patrol(boat, *area);
    let stations: Vec<(String, String)> = Area::ALL
        .into_iter()
        .filter(open)
        .map(|area| {
            let name = &t.map.area(area).spot.name;
            (area.to_string(), format!("Patrol {name}"))
        })
        .collect();
    let mut answers = vec![(STAFF, "The staff decides")];
    answers.extend(
        stations
            .iter()
            .map(|(id, label)| (id.as_str(), label.as_str())),
    );
    let values = t.submarines.boat(boat.id);
    let label = format!("{}, {}", values.name, t.submarines.class_of(boat.id).name);
    let order = Standing::new(format!("boat.{}", boat.id), label, "12.0", &answers);
    Some(order.under("Boats"))
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
            handed_over(view, boat, choices, orders)
                .or_else(|| to_station(view, boat, choices, orders))
                .or_else(|| in_general(view, boat, choices, orders))
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

/// What holds for all boats.
fn in_general(
    view: View<'_>,
    boat: &Submarine,
    choices: &[Choice],
    orders: &Orders,
) -> Option<Choice> {
    let ordered = |id: &str| orders.get(id).map(String::as_str);
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
        let withdraw = Choice::Battle(Act::Withdraw);
        match ordered("again") {
            Some("never") => return Some(withdraw),
            Some("unspotted") if battle.fighter(hand).spotted => return Some(withdraw),
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
