//! War Events and high policy: whom to send, whom to give up, what to ask for ([5.0], [21.3], [35.0]).

use super::Advice;
use crate::boat::Submarine;
use crate::calendar::Period;
use crate::choice::Choice;
use crate::fleet::BoatId;
use crate::movement;
use crate::sequence::Step;
use crate::tables::{Deploy, Request, Tables, Theatre};
use crate::task::Task;
use crate::view::View;
use std::cmp::Reverse;

pub(super) fn advise(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    Some(match view.step()? {
        Step::Ignore => Advice::new(Choice::Yes, "The boats are needed where they are."),
        Step::Cancel => Advice::new(Choice::No, "Influence is kept for better things."),
        Step::Comply => Advice::new(Choice::Yes, "An order is an order."),
        Step::Request => request(choices),
        Step::Gain => Advice::new(*choices.first()?, "Any friend will do."),
        Step::Pick(task, _) => pick(view, task, choices)?,
        Step::Demand(event, number, _) => {
            let event = view.tables().war_events.list.get(usize::from(event))?;
            demand(view, choices, event.deploys.get(usize::from(number))?)?
        }
        Step::PlaceSupply(..) => supply(view, choices)?,
        Step::Tender(_) => Advice::new(tender(view, choices)?, "The largest tender that is free."),
        Step::FreeMonth | Step::FreeBoat | Step::FreeBase => {
            Advice::new(*choices.first()?, "One is as good as another.")
        }
        _ => return None,
    })
}

/// Better intelligence above all, then better torpedoes.
fn request(choices: &[Choice]) -> Advice {
    let wanted = [
        Request::Enigma,
        Request::Intelligence,
        Request::Torpedoes,
        Request::Aircraft,
    ];
    let first = wanted
        .into_iter()
        .map(Choice::Ask)
        .find(|ask| choices.contains(ask));
    let why = "Signals and torpedoes are what the boats lack most.";
    first.map_or(
        Advice::new(Choice::Done, "There is nothing to ask for."),
        |ask| Advice::new(ask, why),
    )
}

/// No aces, nobody who is worth more elsewhere.
fn pick(view: View<'_>, task: Task, choices: &[Choice]) -> Option<Advice> {
    let boats = || {
        choices.iter().filter_map(|choice| match choice {
            Choice::Pick(id) => Some(*id),
            _ => None,
        })
    };
    let among = |best: Option<BoatId>, why| best.map(|id| Advice::new(Choice::Pick(id), why));
    let in_play = |id: &BoatId| view.boat(*id);
    let class = |id: &BoatId| view.tables().submarines.class_of(*id);
    match task {
        Task::Charts => Some(Advice::new(Choice::Done, "No boat is risked in a port.")),
        Task::Early | Task::VeryEarly => {
            Some(Advice::new(Choice::Done, "Crews are trained to the end."))
        }
        Task::Billet(_) => among(
            boats().max_by_key(|id| (class(id).range, Reverse(*id))),
            "The largest type for him.",
        ),
        Task::EnterMed | Task::Arctic if choices.contains(&Choice::Done) => {
            Some(Advice::new(Choice::Done, "Damaged boats need not go."))
        }
        Task::EnterMed | Task::Arctic => among(
            boats().min_by_key(|id| {
                let boat = in_play(id);
                (
                    boat.map(|boat| boat.damage > 0),
                    boat.map(Submarine::rating),
                    boat.map(|boat| !boat.is_ready()),
                    *id,
                )
            }),
            "A boat that is ready goes, and no ace.",
        ),
        Task::Remove(_) => among(
            boats().min_by_key(|id| {
                let boat = in_play(id);
                let submarines = &view.tables().submarines;
                (
                    boat.map(Submarine::rating),
                    submarines.age(submarines.boat(*id).class),
                    boat.map(|boat| !boat.place.is_in_base()),
                    *id,
                )
            }),
            "The oldest go, in port before at sea, and no ace.",
        ),
        Task::Escort(_) | Task::Rescue(_) => among(
            boats().min_by_key(|id| (in_play(id).map(Submarine::rating), class(id).endurance, *id)),
            "Whoever would be home soonest goes, and no ace.",
        ),
    }
}

/// Sound boats and no aces, the nearest first, and of these one near its end (D1a). Mines go into the first zone of the list
/// that anybody can reach (D1b). Where damaged boats will do they go first, and a pack is left together while others can go
/// (12.16).
fn demand(view: View<'_>, choices: &[Choice], order: &Deploy) -> Option<Advice> {
    let t = view.tables();
    let mines = order.mission == "mines";
    let frail = order.damaged_allowed;
    let sent = choices.iter().filter_map(|choice| match choice {
        Choice::Send(id, to) => {
            let boat = view.boat(*id)?;
            let damaged = boat.damage > 0;
            let zone = order.to.iter().position(|other| mines && other == to);
            let rank = (
                boat.rating(),
                frail != damaged,
                zone,
                breaks_pack(view, boat, *to),
                areas_to(t, boat, *to),
                t.submarines.class_of(*id).endurance,
            );
            (frail || !damaged).then_some((rank, *choice))
        }
        _ => None,
    });
    let why = if frail {
        "A damaged boat is good enough for that; no ace."
    } else {
        "The nearest sound boat, of short endurance if there are several, and no ace."
    };
    match sent.min() {
        Some((_, choice)) => Some(Advice::new(choice, why)),
        None if choices.contains(&Choice::Done) => {
            Some(Advice::new(Choice::Done, "Damaged boats need not go."))
        }
        None => choices.first().map(|choice| Advice::new(*choice, why)),
    }
}

/// Whether a boat that is sent away would leave too few for a pack.
fn breaks_pack(view: View<'_>, boat: &Submarine, to: Theatre) -> bool {
    let Some(area) = boat.area().filter(|area| to != Theatre::Area(*area)) else {
        return false;
    };
    let together = |other: &&Submarine| other.patrols() && other.area() == Some(area);
    let count = view.boats().iter().filter(together).count();
    view.period() > Period::One
        && boat.patrols()
        && count == usize::from(view.tables().doctrine.pack_size)
}

/// How many areas away a place is: none for a boat that stands there, or beside the zone.
fn areas_to(t: &Tables, boat: &Submarine, to: Theatre) -> u8 {
    let Some(start) = boat.place.node() else {
        return movement::FAR;
    };
    let steps = movement::distances(&t.map, &[start]);
    match to {
        Theatre::Area(area) => steps[area.index()],
        Theatre::Zone(zone) if boat.zone() == Some(zone) => 0,
        Theatre::Zone(zone) => {
            let links = t.map.zone(zone).links.iter();
            let nearest = links.map(|area| steps[area.index()]).min();
            nearest.unwrap_or(movement::FAR)
        }
        Theatre::Baltic => 0,
    }
}

/// Where most boats are that will need it.
fn supply(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    let boats = |choice: &Choice| match choice {
        Choice::To(area) => {
            let there = |boat: &&Submarine| boat.area() == Some(*area);
            1 + view.boats().iter().filter(there).count()
        }
        _ => 0,
    };
    let best = choices
        .iter()
        .max_by_key(|choice| (boats(choice), Reverse(**choice)))?;
    Some(Advice::new(*best, "Most of our boats are there."))
}

fn tender(view: View<'_>, choices: &[Choice]) -> Option<Choice> {
    let capacity = |choice: &Choice| match choice {
        Choice::Ship(tender) => {
            let tenders = &view.tables().submarines.tenders;
            tenders
                .get(usize::from(*tender))
                .map(|tender| tender.capacity)
        }
        _ => None,
    };
    choices
        .iter()
        .copied()
        .max_by_key(|choice| (capacity(choice), Reverse(*choice)))
}
