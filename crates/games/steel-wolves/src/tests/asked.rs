//! What a War Event asks of the player (13.5, 13.8): every question says which event it is, and where a boat goes or what for.

use super::{Desk, GAME};
use crate::boat::{Command, Duty};
use crate::choice::Choice;
use crate::geography::{Area, Zone};
use crate::scene;
use crate::sequence::Step;
use crate::tables::{Theatre, WarEvent};
use crate::task::Task;
use crate::view::View;
use derbyhouse_kernel::{Game, Seat};
use std::collections::BTreeMap;

/// The title that a question must name, if an event asks it: that of the week, or of the weather duty, which stands.
fn title(desk: &Desk, step: Step, event: &WarEvent) -> Option<String> {
    let t = desk.t();
    let weather = || t.war_events.find("weather_reporting").unwrap();
    let event = match (step, desk.p.boat().duty) {
        // Arrivals and aces are no business of an event: they are asked about by their names, see below.
        (Step::Pick(task, _), _) if !task.is_of_event() => return None,
        (Step::Demand(of, ..), _) => &t.war_events.list[usize::from(of)],
        (Step::Approach, Some(Duty::Weather)) => weather(),
        (Step::Approach, Some(Duty::Mines(_)) | None) => return None,
        (Step::Pick(..) | Step::PlaceSupply(..) | Step::Tender(_) | Step::Approach, _) => event,
        (Step::Ignore | Step::Cancel | Step::Comply, _) => event,
        _ => return None,
    };
    Some(event.title.clone())
}

/// The kind of a question: its step, or what boats are picked for.
fn kind(step: Step) -> String {
    let text = match step {
        Step::Pick(task, _) => format!("{task:?}"),
        step => format!("{step:?}"),
    };
    text.split('(').next().unwrap().to_owned()
}

/// The question as it stands on the screen.
fn asked(desk: &Desk) -> String {
    let decision = GAME.decision(&desk.p, Seat::FIRST);
    let view = View::new(GAME.tables(), &desk.p);
    let prompt = scene::scene(view, decision.as_ref(), &desk.offers()).prompt;
    prompt.unwrap().text
}

type Seen = BTreeMap<String, Vec<String>>;

/// Plays on to the end of what is planned, and holds every question of an event against its title.
fn hold(desk: &mut Desk, event: &WarEvent, seen: &mut Seen) {
    for _ in 0..400 {
        desk.with(None, |play| play.run());
        let Some(step) = desk.p.agenda.top().copied() else {
            return;
        };
        if desk.p.is_over() || step == Step::Operations {
            return;
        }
        if let Some(title) = title(desk, step, event) {
            let text = asked(desk);
            let named = text.starts_with(&format!("War Event “{title}”: "));
            assert!(named && text.ends_with('?'), "{step:?}: {text}");
            assert!(!text.contains("99"), "{text}");
            seen.entry(kind(step)).or_default().push(text);
        }
        let choice = match step {
            Step::Cancel => Choice::No,
            Step::Comply => Choice::Yes,
            _ => desk.offers()[0],
        };
        desk.with(None, |play| play.choose(choice)).unwrap();
    }
}

/// A war of the event's period, with offices to ask, or with boats enough in the smaller theatres and the tender away.
fn war(event: &WarEvent, crowded: bool) -> Desk {
    let mut desk = Desk::new(&format!("op_{}", event.period), 5);
    desk.p.agenda.clear();
    desk.p.war.influence = Some([9; 5]);
    if crowded {
        let command = match &event.enter_med {
            Some(_) => Command::Mediterranean,
            None => Command::Arctic,
        };
        desk.p
            .boats
            .iter_mut()
            .for_each(|boat| boat.command = command);
        let mut tenders = desk.t().submarines.tenders.iter();
        let grille = tenders.position(|tender| tender.id == "grille");
        desk.p.war.forward = vec![crate::war::Forward {
            zone: Zone::Dakar,
            tender: grille.map(|place| place as u8),
            capacity: 4,
        }];
    }
    desk
}

/// All questions that the events of all periods ask, played through.
fn questions() -> Seen {
    let mut seen = Seen::new();
    for (place, event) in (0..).zip(&GAME.tables().war_events.list) {
        for crowded in [false, true] {
            let mut desk = war(event, crowded);
            desk.with(None, |play| play.occur(place));
            hold(&mut desk, event, &mut seen);
            desk.with(None, |play| play.demands());
            hold(&mut desk, event, &mut seen);
            desk.p.agenda.clear();
            desk.with(None, |play| play.late_effects());
            desk.p.war.current = None; // War Progress ends with it [17.5]
            hold(&mut desk, event, &mut seen);
        }
    }
    seen
}

/// Every question of an event names the event, whatever it asks for [5.0], [5.3], [36.64].
#[test]
fn questions_of_an_event_name_it() {
    let seen = questions();
    let kinds: Vec<&str> = seen.keys().map(String::as_str).collect();
    let wanted = [
        "Arctic",
        "Cancel",
        "Charts",
        "Comply",
        "Demand",
        "EnterMed",
        "Escort",
        "Ignore",
        "PlaceSupply",
        "Remove",
        "Rescue",
        "Tender",
    ];
    assert_eq!(kinds, wanted, "{seen:#?}");
    let says = |kind: &str, words: &str| {
        let some = seen[kind].iter().any(|text| text.contains(words));
        assert!(some, "{kind}: {words}: {:#?}", seen[kind]);
    };
    says("EnterMed", "which boat goes to the Mediterranean");
    says("EnterMed", "(6 still to name)");
    says("Arctic", "to the Arctic");
    says("Remove", "leaves for training");
    says("Demand", "Ireland to land agents?");
    says("Demand", "to lay mines");
    says("Rescue", "home with the rescued from Mid-Ocean");
    says("Escort", "escorts a ship home");
    says("PlaceSupply", "where the supply ship");
    says("Tender", "which tender goes to Narvik?");
    says("Cancel", "whether to ask OKM to cancel it?");
}

/// A boat that may come to its place by several areas is asked with event, name and place (R49); a minelayer that tries
/// again of its own will has no event [26.11C].
#[test]
fn a_boat_on_its_way_says_by_whose_order() {
    let t = GAME.tables();
    let mut tried = 0;
    for (zone, area) in Zone::ALL
        .into_iter()
        .flat_map(|zone| Area::ALL.map(|area| (zone, area)))
    {
        let mut desk = Desk::quiet("op_wp2");
        let id = desk.post(area, 1, |family| family == "IX")[0];
        desk.act(id);
        let event = desk.order("wp1_minelaying_0");
        desk.boat_mut(id).duty = Some(Duty::Sent(0, Theatre::Zone(zone)));
        desk.p.agenda.push(Step::Approach);
        if desk.offers().len() < 2 {
            continue;
        }
        let name = &t.submarines.boat(id).name;
        let place = &t.map.zone(zone).spot.name;
        let title = &t.war_events.list[usize::from(event)].title;
        let wanted = format!("War Event “{title}”: by which area {name} comes to {place}?");
        assert_eq!(asked(&desk), wanted);
        desk.boat_mut(id).duty = Some(Duty::Mines(zone));
        assert!(!asked(&desk).contains("War Event"), "{}", asked(&desk));
        tried += 1;
    }
    assert!(tried > 0);
}

/// A demand for all boats counts none, and the Baltic is a place too [WE1.8b], (R11).
#[test]
fn demands_for_all_boats_say_so() {
    for (scenario, event, wanted) in [
        (
            "op_wp1",
            "operation_weserubung",
            "North Sea or Norwegian Sea (all that can)?",
        ),
        (
            "op_wp3",
            "wp3_baltic_operations",
            "the Baltic (5 still to name)?",
        ),
    ] {
        let mut desk = Desk::quiet(scenario);
        let place = desk.order(event);
        let deploys = &desk.t().war_events.list[usize::from(place)].deploys;
        for (number, deploy) in (0..).zip(deploys) {
            desk.p
                .agenda
                .push(Step::Demand(place, number, deploy.number));
            let text = asked(&desk);
            let told = deploy.takes_all() || deploy.number == 5;
            assert_eq!(text.ends_with(wanted), told, "{text}");
        }
    }
}

/// The sheet of events says what of an order is still open, and what comes in War Progress only [5.0], [17.5] (13.8).
#[test]
fn the_sheet_says_what_is_still_to_be_done() {
    let sheet = |desk: &Desk| {
        let decision = GAME.decision(&desk.p, Seat::FIRST);
        let view = View::new(GAME.tables(), &desk.p);
        let sheets = scene::scene(view, decision.as_ref(), &desk.offers()).sheets;
        let events = sheets.into_iter().find(|sheet| sheet.id == "events");
        format!("{:?}", events.unwrap().parts)
    };
    let mut asked_for = 0;
    for (scenario, event, order) in [
        (
            "op_wp3",
            "wp3_mediterranean_campaign",
            "6 boats to the Mediterranean",
        ),
        ("op_wp3", "wp3_relegation", "Boats leave for good"),
        ("op_wp3", "wp3_supply_ship", "A supply ship"),
        (
            "op_wp4",
            "wp4_rescue_mission",
            "8 boats rescue off Mid-Ocean",
        ),
    ] {
        let mut desk = Desk::new(scenario, 5);
        desk.p.agenda.clear();
        desk.p.war.influence = None;
        let place = desk.t().war_events.place(event).unwrap();
        desk.with(None, |play| {
            play.occur(place);
        });
        assert!(sheet(&desk).contains(order), "{}", sheet(&desk));
        assert!(sheet(&desk).contains("\"open\""), "{}", sheet(&desk));
        desk.with(None, |play| play.run());
        let left = match desk.p.agenda.top() {
            Some(Step::Pick(_, left)) => format!("{left} open"),
            Some(Step::PlaceSupply(..)) => "\"open\"".to_owned(),
            _ => "done as far as possible".to_owned(), // nobody could go
        };
        assert!(sheet(&desk).contains(&left), "{left}: {}", sheet(&desk));
        asked_for += usize::from(left.contains("open"));
        desk.finish();
        assert!(sheet(&desk).contains("done as far as possible"));
        desk.p.war.current.as_mut().unwrap().waived = true;
        assert!(sheet(&desk).contains("waived [36.64]"));
    }
    assert!(asked_for >= 3, "{asked_for}");
    // With enough boats there the player may leave a transfer aside (D1e), and that is no question of what is possible.
    for answer in [Choice::Yes, Choice::No] {
        let mut desk = Desk::bare("op_wp3");
        desk.order("wp3_mediterranean_campaign");
        for boat in &mut desk.p.boats {
            boat.command = Command::Mediterranean;
        }
        desk.with(None, |play| {
            play.event_orders();
            play.run();
        });
        assert_eq!(desk.p.agenda.top(), Some(&Step::Ignore));
        desk.with(None, |play| play.choose(answer)).unwrap();
        let (aside, text) = (answer == Choice::Yes, sheet(&desk));
        assert_eq!(text.contains("\"left aside\""), aside, "{text}");
        assert_eq!(text.contains("as far as possible"), !aside, "{text}");
    }
    let mut desk = Desk::bare("op_wp3");
    desk.order("wp3_arctic_campaign");
    let text = sheet(&desk);
    assert!(
        text.contains("A tender to Narvik\", \"in War Progress"),
        "{text}"
    );
}

/// Questions about crews name the ace with his rating and both boats, and the months they come in; boats that come early say
/// how early, with how many markers, and what those do [8.1], [25.3] (13.5).
#[test]
fn questions_about_crews_name_them() {
    let mut desk = Desk::quiet("campaign_1");
    desk.p.date.month = "1/40".parse().unwrap();
    let t = desk.t();
    let boat = |name: &str| t.submarines.find(name).unwrap();
    let ace = crate::fleet::AceId(0);
    let name = &t.aces.ace(ace).name;
    desk.boat_mut(boat("U-21")).ace = Some((ace, 2));
    let prompt = |desk: &Desk| {
        let decision = GAME.decision(&desk.p, Seat::FIRST);
        let view = View::new(GAME.tables(), &desk.p);
        scene::scene(view, decision.as_ref(), &desk.offers())
            .prompt
            .unwrap()
    };
    let text_of = |desk: &mut Desk, step: Step| {
        desk.p.agenda.clear();
        desk.p.agenda.push(step);
        prompt(desk).text
    };
    let offered = text_of(&mut desk, Step::AceOffer(boat("U-21"), boat("U-101")));
    let class = |boat| &t.submarines.class_of(boat).name;
    let (old, new) = (class(boat("U-21")), class(boat("U-101")));
    let wanted = format!("{name}, +2, of U-21 ({old}): whether he takes over U-101 ({new}), due ");
    assert!(offered.starts_with(&wanted), "{offered}");
    assert!(
        offered.contains(", with him ") && offered.ends_with(", as +1?"),
        "{offered}"
    );
    let stays = text_of(&mut desk, Step::AceStays(boat("U-21")));
    assert!(
        stays.starts_with(&format!("{name}, +2: whether he stays with U-21 (")),
        "{stays}"
    );
    let billet = text_of(&mut desk, Step::Pick(Task::Billet(ace), 1));
    assert!(
        billet.contains(name.as_str()) && billet.contains("as +1"),
        "{billet}"
    );
    let labels = prompt(&desk).offers;
    assert!(!labels.is_empty());
    for offer in labels {
        assert!(
            offer.label.contains(", due ") && offer.label.contains(", with him "),
            "{offer:?}"
        );
    }
    let mut told = Vec::new();
    for (task, when, markers) in [
        (Task::Early, "a month early, with 1 ", "-1 to searches"),
        (
            Task::VeryEarly,
            "two months early, with 2 ",
            "-2 to searches",
        ),
    ] {
        let asked = text_of(&mut desk, Step::Pick(task, 1));
        assert!(
            asked.contains(when) && asked.contains("6 of 6 new crews free"),
            "{asked}"
        );
        told.extend(
            prompt(&desk)
                .offers
                .into_iter()
                .flat_map(|offer| offer.odds)
                .filter(|one| one.contains(markers)),
        );
    }
    assert!(!told.is_empty());
    let late = text_of(&mut desk, Step::Late(boat("U-101")));
    assert!(
        late.starts_with("U-101 (") && late.contains("or next month without"),
        "{late}"
    );
}

/// A sister ship is asked for by the name of the ship that is gone, and has her values in the answer [14.81].
#[test]
fn sister_ships_are_told_with_their_values() {
    let mut desk = Desk::quiet("op_wp3");
    let t = desk.t();
    let wrecks = t.ships.units.iter().filter(|unit| unit.piece.named);
    let mut asked_for = 0;
    for unit in wrecks {
        desk.p.agenda.clear();
        let cup = crate::cups::Cup::Loner;
        desk.p.agenda.push(Step::Sister(unit.first, cup));
        let offers = desk.offers();
        if offers.len() < 2 {
            continue;
        }
        let gone = crate::lines::piece_name(t, unit.first);
        assert_eq!(
            asked(&desk),
            format!("Which sister ship takes the place of {gone}?")
        );
        let decision = GAME.decision(&desk.p, Seat::FIRST);
        let view = View::new(t, &desk.p);
        let prompt = scene::scene(view, decision.as_ref(), &offers)
            .prompt
            .unwrap();
        for (offer, choice) in prompt.offers.iter().zip(&offers) {
            let Choice::Sister(sister) = choice else {
                continue;
            };
            let piece = &t.ships.unit(*sister).piece;
            let values = format!("{}t {}-{}", piece.tons, piece.defence, piece.asw.decimal());
            assert!(offer.label.ends_with(&values), "{}", offer.label);
        }
        asked_for += 1;
    }
    assert!(asked_for > 0);
}
