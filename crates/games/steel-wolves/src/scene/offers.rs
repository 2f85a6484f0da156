//! The question and its answers in words, where they are clicked, and what is at stake.

use super::board::zone_id;
use super::odds;
use super::pieces;
use super::words;
use crate::boat::{Duty, Side};
use crate::choice::Choice;
use crate::combat::{Act, Stage};
use crate::mines::Spotted;
use crate::sequence::Step;
use crate::supply::Provider;
use crate::view::View;
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{Anchor, Offer, Prompt};

pub(super) fn prompt(view: View<'_>, decision: &Decision, choices: &[Choice]) -> Prompt {
    let usual = crate::staff::advise(view, choices).map(|advice| advice.choice);
    let offers = choices.iter().map(|choice| Offer {
        choice: choice.to_string(),
        label: label(view, choice),
        anchor: anchor(view, choice),
        // What is asked many times a week is answered by Enter as the staff would.
        default: is_routine(view) && usual == Some(*choice),
        odds: odds::outlook(view, choice)
            .into_iter()
            .map(|prospect| prospect.text)
            .collect(),
    });
    Prompt {
        text: question(view, decision),
        rule: decision.rule.0.to_owned(),
        offers: offers.collect(),
        hand: (view.step() == Some(Step::Fight)).then(|| "Resolve this battle for me".to_owned()),
    }
}

/// Asked of one boat after another: Enter goes on.
fn is_routine(view: View<'_>) -> bool {
    matches!(
        view.step(),
        Some(
            Step::Operations
                | Step::Orders
                | Step::Sail(_)
                | Step::ZoneEntry
                | Step::Conduct
                | Step::Homeward
                | Step::HomeSail(..)
                | Step::Supply
                | Step::Aircraft(_)
                | Step::Yard
                | Step::Basin(_)
        )
    )
}

fn question(view: View<'_>, decision: &Decision) -> String {
    let named = super::orders::question(view).or_else(|| super::crews::question(view));
    if let Some(named) = named {
        return named;
    }
    let t = view.tables();
    let about = match view.step() {
        Some(Step::Fight) => view
            .battle()
            .and_then(|battle| Some(battle.fighter(super::battle::asked(battle.stage)?).boat)),
        Some(Step::Remove(boat, _)) => Some(boat),
        Some(Step::Basin(_)) => view.acting().map(|boat| boat.id),
        Some(step) if crate::staff::orders::is_of_boat(step) => view.acting().map(|boat| boat.id),
        _ => None,
    };
    let asked = decision.question;
    let more = match (view.step(), view.battle().map(|battle| battle.stage)) {
        (Some(Step::Fight), Some(Stage::Aiming(_, left))) => format!(" ({left} markers left)"),
        (Some(Step::Fight), Some(Stage::Allotting(_, left, _) | Stage::Freed(_, left))) => {
            format!(" ({left} points left)")
        }
        (Some(Step::Fight), Some(Stage::Revealing(_, left, _))) if left > 0 => {
            format!(" ({left} to turn up)")
        }
        (Some(Step::Sail(left)), _) => format!(" ({left} points left)"),
        (Some(Step::Engage | Step::Raid | Step::CallPack | Step::Call | Step::Shadow), _) => {
            format!(" ({})", found(view))
        }
        (Some(Step::Aircraft(place)), _) => aircraft(view, place),
        _ => String::new(),
    };
    match about {
        Some(boat) => format!("{}: {asked}{more}?", words::boat(t, boat)),
        None => format!("{}{more}?", words::capital(asked)),
    }
}

/// Which aircraft it is, where it stands, and how far it flies [7.5].
fn aircraft(view: View<'_>, place: u8) -> String {
    let t = view.tables();
    let known = view.war().aircraft.get(usize::from(place));
    known.map_or(String::new(), |aircraft| {
        let values = &t.submarines.aircraft[usize::from(aircraft.plane)];
        let base = words::node(t, aircraft.base);
        format!(" ({}, {base}, range {})", values.name, values.range)
    })
}

/// What was found, in which box and where, and how many boats may be called to it [13.22], [24.1].
fn found(view: View<'_>) -> String {
    let mut told = vec![contact(view).to_owned()];
    told.extend(view.contact().1.map(|colour| format!("{colour} box")));
    let at = view.found_at();
    told.extend(at.map(|at| words::whereabouts(view.tables(), at)));
    let called = match (view.step(), view.callable().count()) {
        (Some(Step::Engage | Step::Raid), _) => String::new(),
        (_, 1) => "; 1 boat may be called".to_owned(),
        (_, boats) => format!("; {boats} boats may be called"),
    };
    format!("{}{called}", told.join(", "))
}

fn contact(view: View<'_>) -> &'static str {
    use crate::displays::{Contact, Display};
    let (contact, colour) = view.contact();
    // A convoy battle begins with its convoy on the display.
    let night = view.battle().filter(|_| view.step() == Some(Step::Shadow));
    match contact {
        _ if night.is_some_and(|battle| battle.display == Display::Large) => "a large convoy",
        _ if night.is_some() => "a small convoy",
        Contact::None => "nothing",
        Contact::Loner => "ships alone",
        Contact::Convoy if colour.is_some_and(|colour| colour.is_large()) => "a large convoy",
        Contact::Convoy => "a small convoy",
        Contact::TaskForce => "a task force",
        Contact::SpecialConvoy => "a special convoy",
    }
}

fn anchor(view: View<'_>, choice: &Choice) -> Anchor {
    let space = |id: String| Anchor::Space(id);
    match choice {
        Choice::To(area) | Choice::Govern(area) => space(area.to_string()),
        Choice::Into(zone) | Choice::Harbour(zone) | Choice::Tender(zone) => space(zone_id(*zone)),
        Choice::Base(base) => space(base.to_string()),
        Choice::Act(boat) | Choice::Pick(boat) | Choice::Send(boat, _) => match view.boat(*boat) {
            Some(known) if pieces::is_on_map(known) => Anchor::Piece(pieces::id(view, *boat)),
            _ => Anchor::Button,
        },
        _ => Anchor::Button,
    }
}

fn label(view: View<'_>, choice: &Choice) -> String {
    let t = view.tables();
    let boat = |id| words::boat(t, id);
    match choice {
        Choice::Battle(act) => battle(view, *act),
        Choice::Shadow => "Shadow, and call the others".to_owned(),
        Choice::NoShadow => "Call the others, and attack with them".to_owned(),
        Choice::Alone => "Attack alone".to_owned(),
        Choice::TakeOver(hand) => {
            let taking = view.pack_boats().nth(hand.index());
            let name = taking.map_or("", |other| boat(other.id));
            format!("{name} takes over")
        }
        Choice::Nobody => "Nobody".to_owned(),
        Choice::Search => "Search".to_owned(),
        Choice::Bypass => "Lie low".to_owned(),
        Choice::Stay => stay(view),
        Choice::To(area) => format!("To {}", words::area(t, *area)),
        Choice::Into(zone) => format!("Into {}", words::zone(t, *zone)),
        Choice::OpenSea => "Keep to the open sea".to_owned(),
        Choice::Halt(Side::Patrol) => "Patrol here".to_owned(),
        Choice::Halt(Side::Transit) => "Stop here for this week".to_owned(),
        Choice::Home => "Turn home".to_owned(),
        Choice::Base(base) => format!("To {}", words::base(t, *base)),
        Choice::Supply(number) => match view.providers().nth(usize::from(*number)) {
            Some((name, Provider::Interned)) => format!("Take supplies of {name}, in port"),
            Some((name, Provider::AtSea)) => format!("Take supplies of {name}"),
            Some((name, Provider::Tanker)) => format!("Take supplies of {name}, a U-tanker"),
            None => "Take supplies".to_owned(),
        },
        Choice::NoSupply => "Go home without".to_owned(),
        Choice::Raid => "Raid the coastal traffic".to_owned(),
        Choice::NoRaid => "Take ships as they come".to_owned(),
        Choice::Engage => "Attack".to_owned(),
        Choice::Decline => "Let it go".to_owned(),
        Choice::Again => "Search again".to_owned(),
        Choice::Enough => "That was enough".to_owned(),
        Choice::Remain(Side::Patrol) => "Patrol here".to_owned(),
        Choice::Remain(Side::Transit) => "Go on".to_owned(),
        Choice::Act(id) | Choice::Pick(id) => named(view, *id),
        Choice::Finish => "All others stay in base".to_owned(),
        Choice::Send(id, to) => format!("{} to {}", described(view, *id), words::theatre(t, *to)),
        Choice::Push(id) => match view.acting() {
            Some(newcomer) if newcomer.id == *id && matches!(view.step(), Some(Step::Basin(_))) => {
                format!("{} waits", boat(*id))
            }
            _ => format!("{} makes room", boat(*id)),
        },
        Choice::Scrap(id) => format!("Decommission {}", boat(*id)),
        Choice::Done => "That is all".to_owned(),
        Choice::Yes => "Yes".to_owned(),
        Choice::No => "No".to_owned(),
        Choice::LoadMines => "Load mines".to_owned(),
        Choice::Mines(Spotted::PatrolZone) => "Drop the mines, patrol the zone".to_owned(),
        Choice::Mines(Spotted::PatrolArea) => "Drop the mines, patrol the area".to_owned(),
        Choice::Mines(Spotted::Keep) => "Keep the mines for another try".to_owned(),
        Choice::Serve => "Lie ready to supply others".to_owned(),
        Choice::Harbour(zone) => format!("Into the naval base of {}", words::zone(t, *zone)),
        Choice::Govern(area) => words::area(t, *area).to_owned(),
        // An aircraft lands where the tender of the boats lies [7.54].
        Choice::Tender(zone) => match view.step() {
            Some(Step::Aircraft(_)) => format!("To {}", words::zone(t, *zone)),
            _ => format!("To the tender at {}", words::zone(t, *zone)),
        },
        Choice::Ship(tender) => t.submarines.tenders[usize::from(*tender)].name.clone(),
        Choice::Sister(unit) => super::crews::sister(view, *unit),
        Choice::Ask(request) => words::capital(&request.id().replace('_', " ")),
        Choice::Office(office) => office.to_string(),
        Choice::Month(month) => month.to_string(),
    }
}

fn stay(view: View<'_>) -> String {
    match (view.step(), view.acting()) {
        (Some(Step::Aircraft(_)), _) => "Stay on the ground",
        (Some(Step::Conduct), _) => "Hunt from next week on",
        (_, Some(boat)) if boat.place.is_in_base() => "Stay in base",
        (_, Some(boat)) if boat.duty == Some(Duty::Weather) => "Go on reporting weather",
        (_, Some(boat)) if boat.patrols() => "Hunt here",
        _ => "Stay here",
    }
    .to_owned()
}

/// A boat with its type, and where it is if it has no counter on the map, or when it comes.
fn named(view: View<'_>, id: crate::fleet::BoatId) -> String {
    let t = view.tables();
    let class = &t.submarines.class_of(id).name;
    match view.boat(id) {
        Some(boat) if pieces::is_on_map(boat) => {
            format!("{} ({class})", words::boat(t, id))
        }
        Some(boat) => {
            let at = words::whereabouts(t, boat.place);
            format!("{} ({class}), {at}", words::boat(t, id))
        }
        None => {
            let coming = super::crews::coming(view, id);
            format!("{} ({class}){coming}", words::boat(t, id))
        }
    }
}

/// A boat with its type, where it is, on patrol or on its way, and all that is marked on it.
fn described(view: View<'_>, id: crate::fleet::BoatId) -> String {
    let t = view.tables();
    let mut told = vec![t.submarines.class_of(id).name.clone()];
    if let Some(boat) = view.boat(id) {
        let side = match boat.side {
            _ if !boat.place.is_at_sea() => "",
            Side::Patrol => "on patrol in ",
            Side::Transit => "outbound in ",
        };
        told.push(format!("{side}{}", words::whereabouts(t, boat.place)));
        told.extend(pieces::state(view, boat));
    }
    format!("{} ({})", words::boat(t, id), told.join(", "))
}

fn battle(view: View<'_>, act: Act) -> String {
    let unit = |slot| words::unit(view, slot);
    match act {
        Act::Column(lane) => format!("The {} column", words::lane(lane)),
        Act::Boat(hand) => view.battle().map_or(String::new(), |battle| {
            words::boat(view.tables(), battle.fighter(hand).boat).to_owned()
        }),
        Act::Reveal(slot) => format!("Turn up {} ({slot})", unit(slot)),
        Act::Enough => "Turn no more up".to_owned(),
        Act::Torpedoes => "Torpedoes".to_owned(),
        Act::Guns(slot) => format!("Guns at {}", unit(slot)),
        Act::Sparingly => "Fire sparingly".to_owned(),
        Act::Freely => "Fire freely".to_owned(),
        Act::Aim(slot) => format!("TDC on {} ({slot})", unit(slot)),
        Act::Points(slot, points) => format!("{points} on {} ({slot})", unit(slot)),
        Act::Attack(slot) => format!("Attack {}", unit(slot)),
        Act::Fire => "No more".to_owned(),
        Act::GoOn => match view.battle().map(|battle| battle.stage) {
            Some(Stage::Harmed(..)) => "Go on",
            _ => "Attack again",
        }
        .to_owned(),
        Act::Withdraw => "Withdraw".to_owned(),
    }
}
