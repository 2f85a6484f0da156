//! Details that were once played or told wrongly.

use super::{Desk, GAME};
use crate::activity::Colour;
use crate::boat::{Command, Duty, Place, Side};
use crate::choice::Choice;
use crate::combat::{
    Act, Battle, Fate, Fight, Fighter, Hand, Joins, Setting, SlotId, SlotSet, Stage,
};
use crate::cups::Cups;
use crate::displays::{Contact, Display, Lane};
use crate::duel::First;
use crate::event::Event;
use crate::geography::{Area, Base, Node, Zone};
use crate::harm::Blow;
use crate::position::Position;
use crate::scene;
use crate::sequence::{Play, Step};
use crate::staff::Doctrine;
use crate::tables::Theatre;
use crate::task::Task;
use crate::view::View;
use crate::weather::{System, Weather};
use derbyhouse_kernel::chance::{Share, odds};
use derbyhouse_kernel::{Bot, Chance, Game, Log, Seat};
use derbyhouse_scene::{Prompt, Prospect};

/// What is told of an answer.
fn told(p: &Position, choice: Choice) -> String {
    let all = scene::outlook(View::new(GAME.tables(), p), &choice);
    let texts: Vec<String> = all.into_iter().map(|one| one.text).collect();
    texts.join("; ")
}

/// The question as it is asked.
fn prompt(desk: &Desk) -> Prompt {
    let decision = GAME.decision(&desk.p, Seat::FIRST).unwrap();
    let view = View::new(GAME.tables(), &desk.p);
    let scene = scene::scene(view, Some(&decision), &desk.offers());
    scene.prompt.unwrap()
}

/// Where a ship lies in a column, face down.
fn place_of(desk: &Desk, lane: Lane, name: &str) -> Option<usize> {
    let ship = desk.t().ships.find(name).unwrap();
    let ship = desk.t().ships.counters(ship).next().unwrap();
    let battle = desk.p.battle.as_ref().unwrap();
    let mut column = battle.lanes[lane.index()].iter();
    column.position(|slot| battle.face(slot) == ship)
}

/// Nobody can tell by her place which of the face-down ships a scenario promised: neither Royal Oak in Scapa Flow [30.4] nor
/// Audacity and Stork with HG 76 [2.3B] (2.6).
#[test]
fn promised_ships_lie_anywhere_in_their_column() {
    let (mut oaks, mut sloops) = (vec![], vec![]);
    for seed in 0..24 {
        let mut desk = Desk::new("u47_scapa", seed);
        let area = Area::NorthSea;
        let mut site = desk.p.site(desk.t(), area, None);
        site.setting = Setting::Harbour;
        let (t, cups) = (desk.t(), &mut desk.p.secret.cups);
        let (contact, dice) = (Contact::TaskForce, &mut desk.chance);
        let battle = Battle::engage(t, site, contact, Colour::Blue, [], cups, dice);
        desk.p.battle = Some(battle);
        desk.p.errand.harbour = true;
        desk.with(None, |play| play.certain_ship());
        oaks.push(place_of(&desk, Lane::Center, "bb_royal_oak").unwrap());
        let mut desk = Desk::new("hg76", seed);
        desk.run(|p| p.battle.is_some(), |_, offers| offers[0]);
        assert!(place_of(&desk, Lane::OuterLeft, "cve_audacity").is_some());
        sloops.push(place_of(&desk, Lane::OuterLeft, "esd_stork").unwrap());
    }
    for mut places in [oaks, sloops] {
        places.sort_unstable();
        places.dedup();
        assert!(places.len() > 2, "{places:?}");
    }
}

/// A battle of a pack of two at some question of the first boat.
fn in_battle(stage: fn(Hand) -> Stage) -> Desk {
    let mut desk = Desk::new("sc7", 5);
    desk.run(|p| p.battle.is_some(), |_, offers| offers[0]);
    let names = ["U-46", "U-99"];
    let boats = names.map(|name| desk.t().submarines.find(name).unwrap());
    let battle = desk.p.battle.as_mut().unwrap();
    battle.fighters.clear();
    for boat in boats {
        let mut fighter = Fighter::new(GAME.tables(), boat, 0, 0);
        fighter.joins = Joins::Now;
        fighter.lane = Some(Lane::OuterLeft);
        battle.fighters.push(fighter);
    }
    battle.pack = true;
    battle.round = 1;
    battle.watch = 6;
    battle.stage = stage(Hand(0));
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Fight, Step::NightOver]);
    desk
}

/// Who attacks again is hunted with 1 more, and is told so before she decides; what is left of this round is not [14.4], [14.2]
/// (13.5).
#[test]
fn the_risk_of_a_re_attack_is_told() {
    let go_on = Choice::Battle(Act::GoOn);
    let desk = in_battle(Stage::Deciding);
    let text = told(&desk.p, go_on);
    assert!(
        text.contains("die +1") && text.contains("attacks again"),
        "{text}"
    );
    // A boat that a diligent escort has damaged goes on with this round: no die is thrown for that [14.12].
    let desk = in_battle(|hand| Stage::Harmed(hand, 1, [0, 0]));
    let text = told(&desk.p, go_on);
    assert!(
        text.contains("die +0") && !text.contains("attacks again"),
        "{text}"
    );
    let prompt = prompt(&desk);
    let labels = prompt.offers.iter().map(|offer| offer.label.as_str());
    assert_eq!(labels.collect::<Vec<_>>(), ["Go on", "Withdraw"]);
}

/// What an answer may lead to, by its name.
fn foretold(desk: &Desk, choice: Choice, label: &str) -> Prospect {
    let all = scene::outlook(View::new(GAME.tables(), &desk.p), &choice);
    let found = all.into_iter().find(|one| one.label == label);
    found.unwrap_or_else(|| panic!("nothing is told of {label}"))
}

/// Plays an answer on a copy of the battle, with these dice.
fn played(desk: &Desk, act: Act, chance: &mut Chance) -> (Battle, Vec<Event>) {
    let mut battle = desk.p.battle.clone().unwrap();
    let (mut cups, mut log) = (Cups::default(), Log::on());
    let mut fight = Fight {
        t: desk.t(),
        b: &mut battle,
        cups: &mut cups,
        chance,
        log: &mut log,
    };
    fight.take(act).unwrap();
    (battle, log.into_events())
}

/// The danger of being sunk is told as it is when every die is thrown: a second marker sinks on a die above the defence, a
/// third always, and in a storm any may [14.2], [18.1], [18.2], [7.41] (13.5).
#[test]
fn the_risk_of_being_sunk_is_told() {
    for weather in [Weather::Clear, Weather::Mbar965] {
        for (markers, watch) in (0..3).flat_map(|markers| [4, 6, 9, 12].map(|by| (markers, by))) {
            let mut desk = in_battle(|hand| Stage::Allotting(hand, 5, None));
            let battle = desk.p.battle.as_mut().unwrap();
            battle.site.weather = weather;
            battle.watch = watch;
            battle.fighters[0].damage = markers;
            battle.fighters[0].ace = 1;
            let told = foretold(&desk, Choice::Battle(Act::Fire), "Sunk by it");
            let sunk = |chance: &mut Chance| {
                let (battle, _) = played(&desk, Act::Fire, chance);
                battle.fighters[0].fate == Fate::Sunk
            };
            let counted = odds(100_000, sunk).unwrap();
            let counted = counted.get(&true).copied().unwrap_or(Share::NEVER);
            let counted = counted.ways as f64 / counted.of as f64;
            let told = told.share.unwrap();
            let case = format!("{markers} markers, {weather}, watch {watch}");
            assert!((told - counted).abs() < 1e-9, "{case}: {told}, {counted}");
        }
    }
}

/// What a hit and what guns do is told as it comes: a ship that is damaged already sinks when she is damaged again [14.16D],
/// [18.5], [27.1] (13.5).
#[test]
fn a_second_damage_is_told_to_sink() {
    for damaged in [false, true] {
        let mut desk = in_battle(Stage::Firing);
        let t = desk.t();
        let battle = desk.p.battle.as_mut().unwrap();
        let fits = |slot: &SlotId| {
            let piece = t.ships.piece(battle.face(*slot));
            piece.kind.is_merchant() && (3..=7).contains(&piece.tons)
        };
        let slot = battle.present().iter().find(fits).unwrap();
        battle.fighters[0].lane = battle.slots[slot.index()].lane;
        (battle.up, battle.aimed) = (SlotSet::one(slot), SlotSet::one(slot));
        battle.slots[slot.index()].points = 6;
        battle.damaged.insert_if(slot, damaged);
        for (stage, act, first, label, rest) in [
            (Stage::Firing(Hand(0)), Act::Attack(slot), 0, "a hit", ""),
            (
                Stage::Arming(Hand(0)),
                Act::Guns(slot),
                9, // unarmed
                "guns sink",
                "; the boat is spotted",
            ),
        ] {
            desk.p.battle.as_mut().unwrap().stage = stage;
            let blow = |die| {
                let dice = &mut Chance::scripted([first, die]);
                let (_, events) = played(&desk, act, dice);
                events.into_iter().find_map(|event| match event {
                    Event::Struck { blow, .. } => Some(blow),
                    _ => None,
                })
            };
            let percent = |wanted| 10 * (0..10).filter(|die| blow(*die) == Some(wanted)).count();
            let (sinks, hurts) = (percent(Blow::Sunk), percent(Blow::Damaged));
            assert_eq!(hurts == 0, damaged);
            let told = foretold(&desk, Choice::Battle(act), label).text;
            let wanted = match label {
                "a hit" => format!("a hit sinks {sinks} %, damages {hurts} %{rest}"),
                _ => format!("guns sink {sinks} %, damage {hurts} %{rest}"),
            };
            assert_eq!(told, wanted);
        }
    }
}

/// Boats of a scattered convoy throw no die to go on, and are told of none (R63); what will hunt them is not known yet [29.4].
#[test]
fn no_die_is_told_for_a_scattered_convoy() {
    let mut desk = in_battle(Stage::Deciding);
    let battle = desk.p.battle.as_mut().unwrap();
    (battle.scattered, battle.display) = (Some(Hand(0)), Display::Loner);
    battle.fighters[0].lane = Some(Lane::Alone);
    let text = told(&desk.p, Choice::Battle(Act::GoOn));
    assert!(text.contains("die +1"), "{text}");
    assert!(!text.contains("attacks again"), "{text}");
}

/// Whoever is sent off the Azores calls no pack, also against a convoy that the Contact Table gives [WE5.10b].
#[test]
fn no_packs_off_the_azores() {
    for ordered in [false, true] {
        let mut desk = Desk::quiet("op_wp5");
        let ids = desk.post(Area::MidOcean, 4, |family| family == "VII");
        if ordered {
            desk.order("allied_occupation_of_the_azores");
        }
        let place = Place::Zone(Zone::Azores, Area::MidOcean);
        desk.boat_mut(ids[0]).place = place;
        desk.act(ids[0]);
        if ordered {
            let azores = Theatre::Zone(Zone::Azores);
            desk.boat_mut(ids[0]).duty = Some(Duty::Sent(0, azores));
            let convert =
                |play: &mut Play<'_>| play.convert_by_event(Contact::Convoy, true, Area::MidOcean);
            let contact = desk.with(Some(&[8]), convert);
            assert_eq!(contact, Some(Contact::Convoy));
        }
        desk.p.contact = Contact::Convoy;
        assert_eq!(desk.p.may_call(desk.t()), !ordered);
    }
}

/// Damaged boats may go through Gibraltar or to the Arctic, but are not owed (R41).
#[test]
fn damaged_boats_need_not_change_their_theatre() {
    for (event, task, area) in [
        ("wp3_mediterranean_campaign", Task::EnterMed, Area::Morocco),
        ("wp3_arctic_campaign", Task::Arctic, Area::NorwegianSea),
    ] {
        let mut desk = Desk::quiet("op_wp3");
        let ids = desk.post(area, 2, |family| family == "VII");
        for boat in &mut desk.p.boats {
            if !ids.contains(&boat.id) {
                boat.command = Command::Mediterranean;
            }
        }
        desk.order(event);
        desk.boat_mut(ids[1]).damage = 1;
        desk.p.agenda.clear();
        desk.p.agenda.push(Step::Pick(task, 6));
        let picks = ids.iter().map(|id| Choice::Pick(*id)).collect::<Vec<_>>();
        assert_eq!(desk.offers(), picks, "{event}: a sound boat is owed");
        desk.boat_mut(ids[0]).damage = 1;
        let offers = desk.offers();
        assert_eq!(offers.len(), 3, "{event}: {offers:?}");
        assert!(offers.contains(&Choice::Done));
        let staff = Doctrine::default().choose(View::new(GAME.tables(), &desk.p), &offers);
        assert_eq!(staff, Choice::Done);
    }
}

/// Nobody is ordered to lay mines where the weather forbids it [26.53] (5.2.8).
#[test]
fn event_mines_are_not_ordered_into_weather() {
    let mut desk = Desk::quiet("op_wp2");
    let event = desk.order("wp2_minelaying");
    desk.post(Area::WesternApproaches, 2, |family| family == "VII");
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::Demand(event, 0, 2));
    let to = |desk: &Desk, zone: Zone| {
        let to = Theatre::Zone(zone);
        let offers = desk.offers().into_iter();
        offers
            .filter(|offer| matches!(offer, Choice::Send(_, other) if *other == to))
            .count()
    };
    assert!(to(&desk, Zone::Ireland) > 0);
    desk.p.weather = vec![System {
        area: Area::WesternApproaches,
        weather: Weather::Mbar990,
    }];
    assert!(!desk.p.may_mine(desk.t(), Zone::Ireland, true));
    assert_eq!(to(&desk, Zone::Ireland), 0);
}

/// A tanker that an event has named carries out its order; nobody draws it off by asking for supplies [5.3] (invariant 22).
#[test]
fn a_tanker_on_an_order_gives_nothing() {
    let mut desk = Desk::quiet("op_wp5");
    let t = desk.t();
    let mut boats = desk.p.boats.iter();
    let tanker = boats.find(|boat| t.submarines.class_of(boat.id).tanker > 1);
    let tanker = tanker.unwrap().id;
    let guest = desk.post(Area::SargassoSea, 1, |family| family == "VII")[0];
    desk.boat_mut(tanker).leave(Place::Area(Area::SargassoSea));
    desk.boat_mut(tanker).side = Side::Patrol;
    desk.boat_mut(guest).turn_home();
    desk.act(guest);
    assert_eq!(desk.p.providers(t).len(), 1);
    let there = Theatre::Area(Area::SargassoSea);
    desk.boat_mut(tanker).duty = Some(Duty::Sent(0, there));
    assert!(desk.p.providers(t).is_empty());
}

/// A minelayer that was spotted and kept its mines must try again next week, where only an event sends it too; in a storm it
/// waits [26.11C], [26.52], [26.53].
#[test]
fn a_spotted_minelayer_tries_again() {
    let mut desk = Desk::quiet("op_wp3");
    desk.order("wp3_minelaying_murmansk");
    let id = desk.post(Area::BarentsSea, 1, |family| family == "VII")[0];
    desk.act(id);
    let boat = desk.boat_mut(id);
    boat.command = Command::Arctic;
    boat.place = Place::Zone(Zone::Murmansk, Area::BarentsSea);
    boat.mines = true;
    boat.spotted = true;
    boat.duty = Some(Duty::Sent(0, Theatre::Zone(Zone::Murmansk)));
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::MineOption);
    let keep = Choice::Mines(crate::mines::Spotted::Keep);
    // The Endurance Check is passed.
    desk.with(Some(&[0]), |play| {
        play.choose(keep).unwrap();
        play.run();
        play.end_of_orders();
    });
    desk.p.war.current = None;
    assert!(desk.boat(id).mines && !desk.boat(id).spotted);
    let place = desk.p.find(id).unwrap();
    for clear in [false, true] {
        desk.p.agenda.clear();
        desk.boat_mut(id).done = false;
        desk.p.weather = vec![System {
            area: Area::BarentsSea,
            weather: Weather::Mbar990,
        }];
        if clear {
            desk.p.weather.clear();
        }
        desk.with(None, |play| {
            play.take_turn(place);
        });
        let first = desk.p.agenda.top().copied();
        let wanted = if clear { Step::Duty } else { Step::Orders };
        assert_eq!(first, Some(wanted));
    }
    // No Transit Event; the field is laid, and works or not.
    for seed in 0..20 {
        let mut copy = Desk {
            p: desk.p.clone(),
            chance: Chance::seeded(seed),
            events: vec![],
        };
        copy.run(|_| false, |_, offers| offers[0]);
        if copy.count(|event| matches!(event, Event::MinesLaid { .. })) > 0 {
            copy.with(None, |play| play.end_of_orders());
            assert_eq!(copy.boat(id).duty, None);
            return;
        }
    }
    panic!("never laid");
}

/// Guns only: who fired torpedoes in one fight of the week and guns in another has no bonus [14.7], [27.1], whichever came
/// first.
#[test]
fn guns_only_is_said_of_the_week() {
    let t = GAME.tables();
    for order in [[true, false], [false, true]] {
        let mut desk = Desk::quiet("op_wp2");
        let id = desk.acting(Area::NorthSea);
        let place = desk.p.find(id).unwrap();
        let mut bonus = Vec::new();
        for guns in order {
            let mut fighter = desk.boat(id).fighter(t, 0);
            fighter.used_guns = guns;
            fighter.used_torpedoes = !guns;
            desk.with(None, |play| play.book(&fighter, place, None));
            let boat = desk.boat(id);
            bonus.push(crate::endurance::modifier(t, boat.week, false, 0));
        }
        let guns = t.endurance.guns_only;
        assert_eq!(bonus, [if order[0] { guns } else { 0 }, 0]);
    }
}

/// Which aircraft is asked about, where it stands and how far it flies is told, and every base says what stands there [7.5]
/// (13.5, D2).
#[test]
fn aircraft_are_named() {
    let mut desk = Desk::bare("op_wp2");
    assert!(!desk.p.war.aircraft.is_empty());
    desk.p.war.aircraft[0].base = Node::Base(Base::Norway);
    desk.p.bases = vec![Base::Germany, Base::FranceAtlantic, Base::Norway];
    desk.p.agenda.plan([Step::Aircraft(0), Step::Prep]);
    let plane = &desk.t().submarines.aircraft[usize::from(desk.p.war.aircraft[0].plane)];
    let text = prompt(&desk).text;
    let wanted = format!("range {}", plane.range);
    for word in [plane.name.as_str(), "Norway", &wanted] {
        assert!(text.contains(word), "{text}");
    }
    let scene = scene::scene(View::new(GAME.tables(), &desk.p), None, &[]);
    let sheet = scene.sheets.iter().find(|sheet| sheet.id == "base-norway");
    let note = &sheet.unwrap().note;
    assert!(note.contains(&plane.name), "{note}");
}

/// A storm finishes off an enemy submarine that was only damaged, as any Allied unit [7.41], [14.6].
#[test]
fn storms_finish_off_enemy_submarines() {
    let blows = |storm: bool| {
        let mut blows = Vec::new();
        for seed in 0..300 {
            let mut desk = Desk::quiet("op_wp5");
            let (area, weather) = (Area::UsEastCoast, Weather::Mbar965);
            desk.acting(area);
            desk.chance = Chance::seeded(seed);
            let system = storm.then_some(System { area, weather });
            desk.p.weather = system.into_iter().collect();
            desk.p.agenda.push(Step::BoatDone);
            desk.with(None, |play| play.meet_submarine(area, false));
            let ours = |event: &Event| matches!(event, Event::EnemySubmarine { first, .. } if *first == First::Player);
            if desk.events.iter().any(ours) {
                blows.extend(desk.events.iter().filter_map(|event| match event {
                    Event::Duel { blow, .. } => Some(*blow),
                    _ => None,
                }));
            }
        }
        blows
    };
    let (calm, storm) = (blows(false), blows(true));
    assert!(calm.contains(&Blow::Damaged) && calm.contains(&Blow::Sunk));
    assert!(!storm.contains(&Blow::Damaged) && storm.contains(&Blow::Sunk));
}
