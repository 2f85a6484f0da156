//! The decision panel and the sheets: what was once told wrongly, or not at all (13.3, 13.5, 13.6, 13.8).

use super::{Desk, GAME};
use crate::activity::Colour;
use crate::boat::{Duty, Place, Side};
use crate::choice::Choice;
use crate::combat::{Act, SlotSet, Stage};
use crate::displays::Contact;
use crate::geography::{Area, Zone};
use crate::mines::Spotted;
use crate::position::{Errand, Supply};
use crate::scene;
use crate::sequence::Step;
use crate::tables::SupplyKind;
use crate::view::View;
use crate::war::Minefield;
use derbyhouse_kernel::{Game, Seat};
use derbyhouse_scene::Scene;

/// What is told of an answer.
fn told(desk: &Desk, choice: Choice) -> String {
    let all = scene::outlook(View::new(GAME.tables(), &desk.p), &choice);
    let texts: Vec<String> = all.into_iter().map(|one| one.text).collect();
    texts.join("; ")
}

fn scene_of(desk: &Desk) -> Scene {
    let decision = GAME.decision(&desk.p, Seat::FIRST);
    let view = View::new(GAME.tables(), &desk.p);
    scene::scene(view, decision.as_ref(), &desk.offers())
}

/// A sheet in words.
fn sheet(desk: &Desk, id: &str) -> String {
    let scene = scene_of(desk);
    let sheet = scene.sheets.iter().find(|sheet| sheet.id == id);
    format!("{:?}", sheet.unwrap())
}

/// A boat that acts, and is asked something.
fn asked(desk: &mut Desk, area: Area, step: Step) -> crate::fleet::BoatId {
    let id = desk.acting(area);
    desk.p.agenda.clear();
    desk.p.agenda.plan([step, Step::BoatDone]);
    id
}

/// Mines that are dropped cost endurance, mines that are kept do not [26.11], [14.7].
#[test]
fn options_of_a_minelayer_differ() {
    let mut desk = Desk::quiet("op_wp2");
    let id = asked(&mut desk, Area::NorthSea, Step::MineOption);
    desk.boat_mut(id).place = Place::Zone(Zone::EnglishCoast, Area::NorthSea);
    desk.boat_mut(id).mines = true;
    for (option, wanted) in [
        (Spotted::PatrolZone, "+1 mines dropped"),
        (Spotted::PatrolArea, "+1 mines dropped"),
        (Spotted::Keep, "-1 mines kept"),
    ] {
        let text = told(&desk, Choice::Mines(option));
        assert!(text.contains(wanted), "{text}");
    }
}

/// In the first week of Weserübung a sound U-boat stays at sea, whatever it throws, and in the second every one at Narvik
/// goes home: the panel says so, and so it comes [WE1.8b], [14.7] (R35).
#[test]
fn weserubung_decides_who_stays() {
    let cases = [
        (1, 0, None, "Stays at sea 100 %: ", 9, true),
        (1, 1, None, " %: die", 9, false),
        (2, 0, None, " %: die", 9, false),
        (2, 0, Some(Zone::Narvik), "Stays at sea 0 %: ", 0, false),
    ];
    for (week, damage, worked, wanted, die, stays) in cases {
        let mut desk = Desk::quiet("op_wp1");
        let id = asked(&mut desk, Area::NorwegianSea, Step::Conduct);
        desk.order("operation_weserubung");
        desk.p.war.current.as_mut().unwrap().week = week;
        desk.p.errand.worked = worked;
        desk.boat_mut(id).damage = damage;
        let text = told(&desk, Choice::Bypass);
        assert!(text.contains(wanted), "week {week}: {text}");
        desk.with(Some(&[die]), |play| play.perform(Step::Endure));
        assert_eq!(desk.boat(id).rtb, !stays, "week {week}");
    }
}

/// Whoever declines an encounter in transit sails on, without an Endurance Check [15.44].
#[test]
fn declining_in_transit_costs_nothing() {
    for encounter in [false, true] {
        let mut desk = Desk::quiet("op_wp2");
        asked(&mut desk, Area::WesternApproaches, Step::Engage);
        desk.p.contact = Contact::Convoy;
        desk.p.errand.encounter = encounter;
        assert_eq!(told(&desk, Choice::Decline).is_empty(), encounter);
    }
}

/// At the second search in Home Waters the check foretold is the one that comes: the bonus is for two searches in vain, not
/// for one [30.1], [14.7] (5.9.9).
#[test]
fn second_searches_foretell_their_endurance_check() {
    for found in [0, 1] {
        let at_second_search = || {
            let mut desk = Desk::quiet("op_wp1");
            asked(&mut desk, Area::WesternApproaches, Step::SecondSearch);
            (desk.p.standing.b_dienst, desk.p.standing.enigma) = (0, 0);
            desk.p.errand.searches = 1;
            desk.p.errand.contacts = found;
            desk.p.boat_mut().week.no_contact = found == 0;
            desk
        };
        // The white box, and the one die of the check.
        for (choice, when, dice) in [
            (
                Choice::Again,
                "Stays at sea, if nothing is found ",
                &[0, 5][..],
            ),
            (Choice::Enough, "Stays at sea ", &[5]),
        ] {
            let mut desk = at_second_search();
            let text = told(&desk, choice);
            let bonus = text.split("; ").find(|one| one.starts_with(when));
            let bonus = bonus.expect(&text).contains("-1 found nothing");
            desk.with(Some(dice), |play| play.choose(choice)).unwrap();
            let rolled = desk.events.iter().find_map(|event| match event {
                crate::event::Event::Endured { modifier, .. } => Some(*modifier),
                _ => None,
            });
            assert_eq!(rolled, Some(-i8::from(bonus)), "{found} found: {text}");
            assert_eq!(bonus, found == 0, "{found} found: {text}");
        }
        // Whoever fights or lets something go has found something (R15).
        let desk = at_second_search();
        let text = told(&desk, Choice::Again);
        let fight = text.split("; ").find(|one| one.contains("after a fight"));
        assert!(!fight.expect(&text).contains("found nothing"), "{text}");
        let mut desk = at_second_search();
        desk.p.agenda.clear();
        desk.p.agenda.plan([Step::Engage, Step::BoatDone]);
        desk.p.contact = Contact::Convoy;
        let text = told(&desk, Choice::Decline);
        assert!(!text.contains("found nothing"), "{text}");
        desk.with(Some(&[5]), |play| play.choose(Choice::Decline))
            .unwrap();
        assert!(!desk.p.boat().week.no_contact);
    }
}

/// Every provider has a name, and what may become of her is told with it [21.31B], [21.32B], [21.33B] (D16c).
#[test]
fn providers_are_named() {
    let mut desk = Desk::quiet("op_wp5");
    let t = desk.t();
    let id = asked(&mut desk, Area::MidOcean, Step::Supply);
    desk.boat_mut(id).turn_home();
    let ships = t.submarines.supply_ships.iter();
    let ship = ships
        .clone()
        .position(|ship| matches!(ship.kind, SupplyKind::AtSea));
    let ship = ship.unwrap();
    desk.p.supplies = vec![Supply {
        ship: ship as u8,
        area: Area::MidOcean,
        used: 0,
        gone: false,
    }];
    let mut boats = desk.p.boats.iter();
    let tanker = boats.find(|boat| t.submarines.class_of(boat.id).tanker > 1);
    let tanker = tanker.unwrap().id;
    desk.boat_mut(tanker).leave(Place::Area(Area::MidOcean));
    desk.boat_mut(tanker).side = Side::Patrol;
    desk.p.standing.enigma = -1;
    let prompt = scene_of(&desk).prompt.unwrap();
    let names = [
        &t.submarines.supply_ships[ship].name,
        &t.submarines.boat(tanker).name,
    ];
    // A 0, then up to 3 of ten; for the tanker up to 2 sunk, 3 damaged.
    for (number, (name, danger)) in names.into_iter().zip(["lost 4 %", "lost 3 %"]).enumerate() {
        let label = &prompt.offers[number].label;
        assert!(label.contains(name.as_str()), "{label}");
        let text = told(&desk, Choice::Supply(number as u8));
        assert!(text.contains(danger), "{text}");
    }
}

/// A search tells what contacts become by event or B-Dienst, not only what the Contact Table gives [13.22], [7.12], [5.0].
#[test]
fn searches_tell_what_contacts_become() {
    let mut desk = Desk::quiet("op_wp5");
    let id = asked(&mut desk, Area::MidOcean, Step::Conduct);
    desk.boat_mut(id).place = Place::Zone(Zone::Azores, Area::MidOcean);
    assert!(!told(&desk, Choice::Search).contains("task force"));
    desk.order("allied_occupation_of_the_azores");
    let azores = crate::tables::Theatre::Zone(Zone::Azores);
    desk.boat_mut(id).duty = Some(Duty::Sent(0, azores));
    let text = told(&desk, Choice::Search);
    assert!(
        text.contains("task force") && text.contains("special convoy"),
        "{text}"
    );
    let signals = &desk.t().b_dienst[desk.p.period.index()];
    let row = signals
        .iter()
        .position(|row| row.asks() && row.area.is_some());
    if let Some(row) = row {
        let area = signals[row].area.unwrap();
        let mut desk = Desk::quiet("op_wp5");
        asked(&mut desk, area, Step::Conduct);
        desk.p.signals = Some(row as u8);
        let text = told(&desk, Choice::Search);
        let forces = text.contains("task force") || text.contains("special convoy");
        assert!(forces || !text.contains("convoy"), "{text}");
    }
}

/// Before a re-attack the panel tells of the counterattack that follows it: escorts of ships in port are awake by then
/// [14.18], [14.4].
#[test]
fn a_re_attack_is_told_with_its_own_counterattack() {
    let mut desk = Desk::new("sc7", 5);
    let deciding = |p: &crate::position::Position| {
        let stage = p.battle.as_ref().map(|battle| battle.stage);
        matches!(stage, Some(Stage::Deciding(_)))
    };
    desk.run(deciding, |_, offers| offers[0]);
    let battle = desk.p.battle.as_mut().unwrap();
    let Stage::Deciding(hand) = battle.stage else {
        panic!("{:?}", battle.stage);
    };
    // An escort of ASW 3 in her column, and nobody else.
    let t = GAME.tables();
    let escort = t.ships.find("esd_rochester").unwrap();
    battle.faces.0[0] = t.ships.counters(escort).next().unwrap();
    (battle.up, battle.gone, battle.damaged) = (SlotSet::first_of(1), SlotSet::NONE, SlotSet::NONE);
    battle.fighter_mut(hand).lane = battle.slots[0].lane;
    battle.site.in_port = true;
    let text = told(&desk, Choice::Battle(Act::GoOn));
    assert!(text.contains("escorts known 3,"), "{text}");
    // The display tells the same.
    let text = sheet(&desk, "battle");
    assert!(text.contains("escorts known 3,"), "{text}");
    assert!(text.contains("sinks "), "{text}");
}

/// What is foretold of a contact is what play makes of it [5.0], [7.12], [13.22].
#[test]
fn conversions_foretold_are_conversions_made() {
    for event in ["allied_occupation_of_the_azores", "sea_lion", "iron_convoy"] {
        let Some(_) = GAME.tables().war_events.place(event) else {
            continue;
        };
        let mut desk = Desk::quiet("op_wp5");
        let id = desk.acting(Area::MidOcean);
        desk.order(event);
        let azores = crate::tables::Theatre::Zone(Zone::Azores);
        desk.boat_mut(id).duty = Some(Duty::Sent(0, azores));
        for contact in [Contact::Loner, Contact::Convoy] {
            for die in 0..10 {
                let made = desk.with(Some(&[die]), |play| {
                    play.convert_by_event(contact, true, Area::MidOcean)
                });
                let area = Area::MidOcean;
                let foretold = desk.p.converted(desk.t(), area, contact, true, die as u8);
                assert_eq!(made.unwrap_or(contact), foretold, "{event} {die}");
            }
        }
    }
}

/// A marker of 0 that is turned up shows its 0 [14.14].
#[test]
fn a_marker_of_nothing_shows() {
    let mut desk = Desk::new("sc7", 5);
    desk.run(|p| p.battle.is_some(), |_, offers| offers[0]);
    let battle = desk.p.battle.as_mut().unwrap();
    let slot = crate::combat::SlotId(0);
    battle.aimed.insert(slot);
    battle.slots[0].tdc = 0;
    battle.stage = Stage::Aiming(crate::combat::Hand(0), 1);
    assert!(!sheet(&desk, "battle").contains("TDC 0"));
    let battle = desk.p.battle.as_mut().unwrap();
    battle.stage = Stage::Allotting(crate::combat::Hand(0), 3, None);
    assert!(sheet(&desk, "battle").contains("TDC 0"));
}

/// A demand for everybody says so, and one that was met as far as boats could be found is not open any more [5.3] (13.8).
#[test]
fn demands_are_told_as_they_stand() {
    let mut desk = Desk::quiet("op_wp1");
    let event = desk.order("operation_weserubung");
    desk.p
        .agenda
        .plan([Step::Demand(event, 0, 9), Step::Operations]);
    let text = sheet(&desk, "events");
    assert!(
        !text.contains("99 boats") && text.contains("all boats to"),
        "{text}"
    );
    assert!(text.contains("open"), "{text}");
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::Operations);
    let text = sheet(&desk, "events");
    assert!(
        text.contains("as far as possible") && !text.contains(" open\""),
        "{text}"
    );
}

/// The weather duty stands without its event, and is listed with who has it [WE2.9]; past events have their dates (13.8).
#[test]
fn standing_duties_and_dates_are_told() {
    let mut desk = Desk::quiet("op_wp3");
    desk.p.war.weather_duty = true;
    let id = desk.acting(Area::GreenlandGap);
    assert!(sheet(&desk, "events").contains("nobody"));
    desk.boat_mut(id).duty = Some(Duty::Weather);
    let text = sheet(&desk, "events");
    let name = &desk.t().submarines.boat(id).name;
    assert!(
        text.contains("Weather") && text.contains(name.as_str()),
        "{text}"
    );
    let place = desk.t().war_events.place("american_neutrality").unwrap();
    desk.with(None, |play| play.occur(place));
    let date = desk.p.date.to_string();
    assert!(sheet(&desk, "events").contains(&date), "{date}");
}

/// Boats are shown with their own attack rating, not that of their class (13.3); orders in words.
#[test]
fn boats_are_shown_as_they_are() {
    let mut desk = Desk::quiet("op_wp4");
    let t = desk.t();
    let odd = desk.p.boats.iter().find(|boat| {
        let class = t.submarines.class_of(boat.id);
        !boat.place.is_out() && t.submarines.attack_of(boat.id) != class.attack
    });
    let id = odd.unwrap().id;
    desk.boat_mut(id).leave(Place::Area(Area::MidOcean));
    desk.boat_mut(id).side = Side::Patrol;
    desk.boat_mut(id).duty = Some(Duty::Weather);
    desk.p.acting = desk.p.find(id).unwrap();
    desk.p.errand = Errand::default();
    let class = t.submarines.class_of(id);
    let own = t.submarines.attack_of(id);
    let name = &t.submarines.boat(id).name;
    let values = format!("{own}-{}-{}", class.defence, class.tactical);
    let scene = scene_of(&desk);
    let piece = scene.pieces.iter().find(|piece| piece.label == *name);
    assert_eq!(piece.unwrap().values, values);
    assert!(piece.unwrap().tags.contains(&"weather duty".to_owned()));
    assert!(
        sheet(&desk, "acting").contains(&format!("{own}, {}, {}", class.defence, class.tactical))
    );
    let list = sheet(&desk, "boats");
    let row = &list[list.find(&format!("\"{name}\"")).unwrap()..];
    assert!(row[..200.min(row.len())].contains(&values), "{row}");
}

/// All minefields of a zone are on its chart [26.2] (13.1).
#[test]
fn every_minefield_is_on_the_chart() {
    let mut desk = Desk::quiet("op_wp2");
    let zone = Zone::EnglishCoast;
    for strength in [1, 2] {
        desk.p.war.fields.push(Minefield { zone, strength });
    }
    let text = format!("{:?}", scene_of(&desk).strips);
    assert!(text.contains("\"M1\"") && text.contains("\"M2\""), "{text}");
}

/// What past events have brought for good is there from the start: O-14 after Dunkirk, R-12 and S-15 after American
/// Neutrality [2.4], [WE1.9], [WE3.1a].
#[test]
fn lasting_pieces_are_there_from_the_start() {
    for (scenario, names) in [
        ("op_wp2", &["O-14"][..]),
        ("op_wp4", &["O-14", "R-12", "S-15"][..]),
        ("op_wp1", &[][..]),
    ] {
        let desk = Desk::new(scenario, 5);
        let boats = &desk.t().submarines.enemy_boats;
        let hunters = desk.p.war.hunters.iter();
        let there: Vec<String> = hunters
            .map(|hunter| boats[usize::from(hunter.boat)].id.clone())
            .collect();
        assert_eq!(there, names, "{scenario}");
    }
}

/// What was found, in which box and where, and who may be called to it, is in every question about it [13.3], [24.1] (13.5);
/// under the call stands the first try to join, with a shadower and without.
#[test]
fn what_was_found_is_asked_about() {
    let text = |desk: &Desk| scene_of(desk).prompt.unwrap().text;
    let mut desk = Desk::quiet("op_wp4");
    let ids = desk.post(Area::GreenlandGap, 3, |family| family == "VII");
    desk.act(ids[0]);
    desk.p.contact = Contact::Convoy;
    desk.p.errand.colour = Some(Colour::Red);
    for step in [Step::CallPack, Step::Call] {
        desk.p.agenda.clear();
        desk.p.agenda.push(step);
        let asked = text(&desk);
        let wanted = "(a large convoy, red box, Greenland Gap; 2 boats may be called)";
        assert!(asked.contains(wanted), "{asked}");
    }
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::CallPack);
    let (with, without) = (told(&desk, Choice::Shadow), told(&desk, Choice::NoShadow));
    assert!(
        with.contains("The first try, by ") && with.contains("joins "),
        "{with}"
    );
    assert!(without.contains(" no shadower [24.1]"), "{without}");
    assert!(!with.contains("no shadower"), "{with}");
    assert!(with.contains("Huff-Duff") && !without.contains("Huff-Duff"));
    assert_eq!(told(&desk, Choice::Alone), "");
    // Ships alone off a coast [13.23].
    let mut desk = Desk::quiet("op_wp1");
    asked(&mut desk, Area::NorthSea, Step::Raid);
    desk.p.contact = Contact::Loner;
    desk.p.errand.colour = Some(Colour::Green);
    assert!(
        text(&desk).contains("(ships alone, green box, North Sea)"),
        "{}",
        text(&desk)
    );
    assert!(told(&desk, Choice::Raid).contains("2 less in defence [13.23]"));
    // In a convoy battle too.
    let desk = Desk::new("sc7", 1);
    assert_eq!(desk.p.agenda.top(), Some(&Step::Shadow));
    let asked = text(&desk);
    let wanted = " convoy, Western Approaches; ";
    assert!(
        asked.contains(wanted) && asked.contains("boats may be called"),
        "{asked}"
    );
}

/// To attack has its price in endurance as to let it go has, and so has lying ready as a tanker [14.7], [21.33] (R62).
#[test]
fn attacks_and_tankers_are_told_their_endurance() {
    let mut desk = Desk::quiet("op_wp4");
    let id = asked(&mut desk, Area::GreenlandGap, Step::Engage);
    desk.p.contact = Contact::Convoy;
    let text = told(&desk, Choice::Engage);
    assert!(text.contains("Stays at sea, after a fight"), "{text}");
    desk.p.errand.encounter = true;
    assert_eq!(
        told(&desk, Choice::Engage),
        "",
        "in transit the move goes on"
    );
    desk.p.errand.encounter = false;
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::Orders);
    desk.boat_mut(id).week.no_contact = true;
    let text = told(&desk, Choice::Serve);
    let (alone, used) = text.split_once("; ").unwrap();
    assert!(
        alone.contains("if nobody comes") && alone.contains("-1 found nothing"),
        "{text}"
    );
    assert!(
        used.contains("if a boat comes") && !used.contains("found nothing"),
        "{text}"
    );
}
