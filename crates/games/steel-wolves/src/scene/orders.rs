//! What a War Event asks of the player, with its title and the place or purpose, and what of its orders is still open [5.0],
//! [5.3].

use super::sheets::rows;
use super::words;
use crate::boat::Duty;
use crate::sequence::Step;
use crate::tables::{Deed, Deploy, WarEvent};
use crate::task::Task;
use crate::units::Navy;
use crate::view::View;
use derbyhouse_scene::Part;

/// The question of an event; nothing if no event asks.
pub(super) fn question(view: View<'_>) -> Option<String> {
    let (event, asked) = match view.step()? {
        Step::Pick(task, left) => {
            let event = view.event()?;
            (event, format!("{}{}", pick(view, event, task)?, more(left)))
        }
        Step::Demand(event, number, left) => {
            let event = view.event_at(event)?;
            let deploy = event.deploys.get(usize::from(number))?;
            (event, demand(view, deploy, left))
        }
        Step::PlaceSupply(event, deed) => {
            let event = view.event_at(event)?;
            (event, supply(view, event.deeds.get(usize::from(deed))?)?)
        }
        Step::Tender(zone) => {
            let at = words::zone(view.tables(), zone);
            (
                view.event_with_tender(zone)?,
                format!("which tender goes to {at}"),
            )
        }
        Step::Ignore => (view.event()?, ignore(view.event()?)),
        Step::Cancel => {
            let office = view.event()?.authority?;
            (
                view.event()?,
                format!("whether to ask {office} to cancel it"),
            )
        }
        Step::Comply => (view.event()?, "whether to meet its demand".to_owned()),
        Step::Approach => approach(view)?,
        _ => return None,
    };
    Some(format!("War Event “{}”: {asked}?", event.title))
}

/// What an event orders besides boats for demands, and what of it is still open (13.8).
pub(super) fn orders(view: View<'_>, event: &WarEvent) -> Option<Part> {
    let t = view.tables();
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut order = |text: String, state: String| table.push(vec![text, state]);
    let picks = |wanted: fn(Task) -> bool| {
        state(view, |step| match step {
            Step::Pick(task, left) if wanted(task) => Some(format!("{left} open")),
            _ => None,
        })
    };
    let transfers = |wanted: Task| {
        let aside = view.war().current.is_some_and(|current| current.ignored);
        let open = |step| match step {
            Step::Pick(task, left) if task == wanted => Some(format!("{left} open")),
            _ => None,
        };
        match aside {
            true => "left aside".to_owned(),
            false => state(view, open),
        }
    };
    if event.remove.is_some() {
        let text = "Boats leave for good".to_owned();
        order(text, picks(|task| matches!(task, Task::Remove(_))));
    }
    if let Some(transfer) = &event.enter_med {
        let text = format!("{} boats to the Mediterranean", transfer.number);
        order(text, transfers(Task::EnterMed));
    }
    if let Some(transfer) = &event.assign_arctic {
        let text = format!("{} boats to the Arctic", transfer.number);
        order(text, transfers(Task::Arctic));
    }
    if let Some(port) = view.war().current.and_then(|current| current.port) {
        let text = format!("A boat into the port at {}", words::zone(t, port));
        order(text, picks(|task| task == Task::Charts));
    }
    for (number, deed) in (0..).zip(&event.deeds) {
        match deed {
            Deed::Escort { .. } => order(
                "A boat escorts a ship home".to_owned(),
                picks(|task| matches!(task, Task::Escort(_))),
            ),
            Deed::Rescue(rescue) => order(
                format!(
                    "{} boats rescue off {}",
                    rescue.number,
                    words::area(t, rescue.area)
                ),
                picks(|task| matches!(task, Task::Rescue(_))),
            ),
            Deed::SupplyShip { late: false, .. } => order(
                "A supply ship".to_owned(),
                state(view, |step| {
                    matches!(step, Step::PlaceSupply(_, deed) if deed == number)
                        .then(|| "open".to_owned())
                }),
            ),
            Deed::SupplyShip { .. } => order("A supply ship".to_owned(), LATE.to_owned()),
            Deed::Tender { at, .. } => order(
                format!("A tender to {}", words::zone(t, *at)),
                LATE.to_owned(),
            ),
            Deed::NoSupplyShips | Deed::Bases { .. } => {} // told with the effects
        }
    }
    (!table.is_empty()).then(|| rows("Orders [5.0]", table))
}

/// What comes in the War Progress Phase whether or not the demand was waived.
const LATE: &str = "in War Progress [17.5]";

/// How an order stands: waived, open, to come, or done.
fn state(view: View<'_>, open: impl Fn(Step) -> Option<String>) -> String {
    if view.war().current.is_some_and(|current| current.waived) {
        return "waived [36.64]".to_owned();
    }
    let ahead = |step| {
        let ahead = matches!(
            step,
            Step::EventOrders | Step::Cancel | Step::Comply | Step::Ignore
        );
        ahead.then(|| "open".to_owned())
    };
    let mut steps = view.pending_orders();
    let still = steps.find_map(|step| open(step).or_else(|| ahead(step)));
    still.unwrap_or_else(|| "done as far as possible".to_owned())
}

fn more(left: u8) -> String {
    if left > 1 {
        format!(" ({left} still to name)")
    } else {
        String::new()
    }
}

/// What boats are picked for.
fn pick(view: View<'_>, event: &WarEvent, task: Task) -> Option<String> {
    let t = view.tables();
    let area = |area| words::area(t, area);
    let deed = |deed: u8| event.deeds.get(usize::from(deed));
    Some(match task {
        Task::Remove(_) => match event.remove.as_ref()?.navy {
            Navy::German => "which boat leaves for training".to_owned(),
            Navy::Italian | Navy::Vichy => "which boat leaves the war".to_owned(),
        },
        Task::EnterMed => "which boat goes to the Mediterranean, through Gibraltar".to_owned(),
        Task::Arctic => "which boat goes to the Arctic, for good".to_owned(),
        Task::Escort(place) => match deed(place)? {
            Deed::Escort { to: Some(base), .. } => {
                let base = words::base(t, *base);
                format!("which boat escorts a ship home to {base}")
            }
            _ => "which boat escorts a ship home".to_owned(),
        },
        Task::Rescue(place) => match deed(place)? {
            Deed::Rescue(rescue) => match &rescue.to {
                Some((to, until)) if !view.has_occurred(until) => format!(
                    "which boat goes from {} to {} with the rescued",
                    area(rescue.area),
                    area(*to)
                ),
                _ => format!(
                    "which boat goes home with the rescued from {}",
                    area(rescue.area)
                ),
            },
            _ => return None,
        },
        Task::Charts => {
            let port = view.war().current?.port?;
            format!("which boat goes into the port at {}", words::zone(t, port))
        }
        // Arrivals and aces are no business of the event.
        Task::Early | Task::VeryEarly | Task::Billet(_) => return None,
    })
}

/// What a mission is for; hunting needs no word.
pub(super) fn purpose(mission: &str) -> &str {
    match mission {
        "mines" => " to lay mines",
        "agents" => " to land agents",
        "supply" => " with supplies",
        "weather" => " to report weather",
        "bombardment" => " to shell the shore",
        "inshore" => " to hunt close inshore",
        _ => "",
    }
}

fn demand(view: View<'_>, deploy: &Deploy, left: u8) -> String {
    let places: Vec<&str> = deploy
        .to
        .iter()
        .map(|to| words::theatre(view.tables(), *to))
        .collect();
    let to = match places.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        one => one.concat(),
    };
    let purpose = match view.lays_mines(deploy, left) {
        true => purpose("mines"),
        false => purpose(&deploy.mission),
    };
    let more = match deploy.takes_all() {
        true => " (all that can)".to_owned(),
        false => more(left),
    };
    format!("which boat is sent to {to}{purpose}{more}")
}

fn supply(view: View<'_>, deed: &Deed) -> Option<String> {
    let Deed::SupplyShip { ship, .. } = deed else {
        return None;
    };
    let name = view.unused_ship(*ship)?;
    Some(format!("where the supply ship {name} goes"))
}

fn ignore(event: &WarEvent) -> String {
    let (theatre, transfer) = match &event.enter_med {
        Some(transfer) => ("Mediterranean", Some(transfer)),
        None => ("Arctic", event.assign_arctic.as_ref()),
    };
    let cap = transfer.map_or(0, |transfer| transfer.cap);
    format!("whether to leave it aside, with {cap} U-boats or more in the {theatre}")
}

/// A boat on its way to where its orders send it; what a minelayer does of its own will is no event's [26.11C].
fn approach(view: View<'_>) -> Option<(&WarEvent, String)> {
    let boat = view.acting()?;
    let event = match boat.duty? {
        Duty::Weather => view.tables().war_events.find("weather_reporting")?,
        Duty::Sent(..) | Duty::Rescue(_) | Duty::Charts(_) => view.event()?,
        _ => return None,
    };
    let name = words::boat(view.tables(), boat.id);
    let to = words::theatre(view.tables(), view.ordered_to(boat)?);
    Some((event, format!("by which area {name} comes to {to}")))
}
