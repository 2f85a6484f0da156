//! The decision panel: the Transit Event check of every answer that leads to one, and other chances (13.5).

use super::{Desk, GAME};
use crate::boat::{Duty, Place, Side};
use crate::calendar::Period;
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node, Zone};
use crate::position::{Errand, Position};
use crate::scene;
use crate::sequence::Step;
use crate::setup::{Rule, Setup};
use crate::tables::{Request, Theatre};
use crate::task::Task;
use crate::units::Navy;
use crate::view::View;
use crate::weather::{self, System, Weather};
use derbyhouse_kernel::{Chance, Game, Log, Seat};

/// What is told of an answer.
fn told(p: &Position, choice: Choice) -> String {
    let all = scene::outlook(View::new(GAME.tables(), p), &choice);
    let texts: Vec<String> = all.into_iter().map(|one| one.text).collect();
    texts.join("; ")
}

fn scene_of(desk: &Desk) -> derbyhouse_scene::Scene {
    let decision = GAME.decision(&desk.p, Seat::FIRST);
    let view = View::new(GAME.tables(), &desk.p);
    scene::scene(view, decision.as_ref(), &desk.offers())
}

/// A German boat at sea that is about to be asked a question.
fn asked(desk: &mut Desk, area: Area, step: Step) -> BoatId {
    desk.clear_the_sea();
    let id = desk.post(area, 1, |family| family == "VII")[0];
    desk.p.acting = desk.p.find(id).unwrap();
    desk.p.errand = Errand {
        start: Some(area),
        touched: vec![area],
        ..Errand::default()
    };
    desk.p.agenda.clear();
    desk.p.agenda.plan([step, Step::BoatDone]);
    id
}

/// What the panel says is what is rolled: every answer of every move is tried on a copy, and the first check that comes of
/// it is the one foretold, or none was foretold that had to come [19.1].
#[test]
fn the_check_foretold_is_the_check_made() {
    let mut tried = 0;
    for (scenario, seed) in [("op_wp1", 3), ("op_wp3", 4), ("op_wp5", 5)] {
        let mut chance = Chance::seeded(seed);
        let setup = Setup::plain(scenario);
        let mut p = GAME.start(&setup, &mut chance, &mut Log::off()).unwrap();
        for _ in 0..1_500 {
            let mut choices = Vec::new();
            GAME.choices(&p, Seat::FIRST, &mut choices);
            if choices.is_empty() {
                break;
            }
            let boat = p.boat().id;
            let moving = matches!(
                p.agenda.top(),
                Some(Step::Orders | Step::Sail(_) | Step::ZoneEntry | Step::Homeward)
                    | Some(Step::HomeSail(..) | Step::Tie | Step::Approach)
            );
            for choice in choices.iter().filter(|_| moving) {
                let foretold = p.check_after(GAME.tables(), *choice);
                let (mut copy, mut log) = (p.clone(), Log::on());
                let dice = &mut Chance::seeded(seed);
                GAME.apply(&mut copy, Seat::FIRST, choice, dice, &mut log)
                    .unwrap();
                let tie = copy.agenda.top() == Some(&Step::Tie);
                let made = log.into_events().into_iter().find_map(|event| match event {
                    Event::Checked {
                        boat: other,
                        area,
                        modifier,
                        threshold,
                        ..
                    } if other == boat => Some((area, modifier, threshold)),
                    _ => None,
                });
                let foretold = foretold.filter(|foretold| !foretold.may_go_on && !tie);
                let t = GAME.tables();
                let sum = foretold.map(|one| {
                    let check = one.check;
                    (check.governing, check.modifier(t), check.threshold(t))
                });
                // Where a zone may still be entered the check is that of the open sea, and comes later.
                let later = copy.agenda.top() == Some(&Step::ZoneEntry);
                if !later {
                    assert_eq!(sum, made, "{scenario}: {:?}: {choice}", p.agenda.top());
                }
                tried += usize::from(made.is_some());
            }
            let choice = choices[chance.below(choices.len() as u32) as usize];
            GAME.apply(&mut p, Seat::FIRST, &choice, &mut chance, &mut Log::off())
                .unwrap();
        }
    }
    assert!(tried > 300, "{tried} checks");
}

/// The last leg from the SW Approaches to France enters no area, but crosses the Bay of Biscay: its number counts [15.22],
/// [20.8] (R57).
#[test]
fn the_bay_of_biscay_is_told() {
    let mut desk = Desk::bare("op_wp5");
    let home = Node::Base(Base::FranceAtlantic);
    let id = asked(&mut desk, Area::SwApproaches, Step::HomeSail(home, 2));
    desk.boat_mut(id).turn_home();
    let number = desk.t().map.crossing(Zone::BayOfBiscay).unwrap().modifier[Period::Five.index()];
    let text = told(&desk.p, Choice::Base(Base::FranceAtlantic));
    assert!(
        text.contains(&format!("+{number} transit zone [20.8]")),
        "{text}"
    );
}

/// Scapa Flow: two for the zone, two for the naval base [19.1], [30.4].
#[test]
fn a_naval_base_is_told() {
    let mut desk = Desk::bare("op_wp1");
    asked(&mut desk, Area::NorthSea, Step::ZoneEntry);
    desk.p.agenda.clear();
    let hunt = [Step::ZoneEntry, Step::Check, Step::Mission];
    desk.p.agenda.plan(hunt);
    let harbour = Zone::ALL.into_iter().find(|zone| {
        let values = desk.t().map.zone(*zone);
        values.naval_base && values.links.contains(&Area::NorthSea)
    });
    let text = told(&desk.p, Choice::Harbour(harbour.unwrap()));
    assert!(
        text.contains("+2 zone [20.3] +2 naval base [30.4]"),
        "{text}"
    );
}

/// A patrol move is checked, and so is the last step of a week on the way home [12.0], [15.22].
#[test]
fn moves_into_areas_are_told() {
    let mut desk = Desk::bare("op_wp4");
    asked(&mut desk, Area::GreenlandGap, Step::Orders);
    let text = told(&desk.p, Choice::To(Area::GrandBanks));
    assert!(text.contains("+1 on patrol [19.1]"), "{text}");
    assert!(told(&desk.p, Choice::Stay).is_empty());
    let home = Node::Base(Base::FranceAtlantic);
    let id = asked(&mut desk, Area::GrandBanks, Step::HomeSail(home, 1));
    desk.boat_mut(id).turn_home();
    let next = desk.offers()[0];
    assert!(matches!(next, Choice::To(_)) && told(&desk.p, next).contains("Transit Event"));
    // On the way out the boat is asked again: the check is that of a boat that stops.
    let id = asked(&mut desk, Area::GreenlandGap, Step::Orders);
    desk.boat_mut(id).side = Side::Transit;
    let text = told(&desk.p, Choice::To(Area::GrandBanks));
    assert!(text.contains("if the boat goes no farther"), "{text}");
    assert!(text.contains("-1 cautious [15.24]"), "{text}");
    assert_eq!(
        desk.boat(id).place,
        Place::Area(Area::GreenlandGap),
        "only looked at"
    );
}

/// Whoever stays in a storm, or sails through one, may be damaged by it [7.41].
#[test]
fn storms_are_told() {
    let mut desk = Desk::bare("op_wp4");
    asked(&mut desk, Area::GreenlandGap, Step::Orders);
    desk.p.weather = vec![System {
        area: Area::GrandBanks,
        weather: Weather::Mbar965,
    }];
    let damaged = |die: &u8| weather::damages(desk.t(), Weather::Mbar965, Navy::German, *die);
    let percent = (0..10).filter(damaged).count() * 10;
    let wanted = format!("Damaged by the sea {percent} %: 965 millibar");
    assert!(percent > 0 && told(&desk.p, Choice::To(Area::GrandBanks)).contains(&wanted));
    assert!(told(&desk.p, Choice::Stay).is_empty());
    desk.p.weather[0].area = Area::GreenlandGap;
    assert!(told(&desk.p, Choice::Stay).contains(&wanted));
}

/// A boat in a zone, on the way into one or out of one is in the storm of the zone, which is the worst of all areas around
/// it [7.41] (R33).
#[test]
fn storms_of_zones_are_told() {
    let mut desk = Desk::bare("op_wp4");
    let id = asked(&mut desk, Area::WesternApproaches, Step::ZoneEntry);
    desk.p.weather = vec![System {
        area: Area::SwApproaches,
        weather: Weather::Mbar965,
    }];
    let storm = |desk: &Desk, choice| {
        let text = told(&desk.p, choice);
        text.contains("Damaged by the sea") && text.contains("965 millibar")
    };
    assert!(storm(&desk, Choice::Into(Zone::Ireland)));
    assert!(!storm(&desk, Choice::OpenSea));
    desk.boat_mut(id).place = Place::Zone(Zone::Ireland, Area::WesternApproaches);
    desk.p.agenda.clear();
    let place = desk.p.acting;
    desk.with(None, |play| play.take_turn(place));
    assert_eq!(desk.p.agenda.top(), Some(&Step::Orders));
    for choice in [
        Choice::Stay,
        Choice::Home,
        Choice::To(Area::WesternApproaches),
    ] {
        assert!(storm(&desk, choice), "{choice}");
    }
    // Its week there is over: on the way out the sea and the Endurance Check are still to come [20.6], [14.7].
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::LeaveZone, Step::BoatDone]);
    let out = Choice::To(Area::WesternApproaches);
    assert!(storm(&desk, out));
    let text = told(&desk.p, out);
    assert!(text.contains("Stays at sea"), "{text}");
}

/// A request to an office: a die up to the influence there; a commission must find something besides [35.0].
#[test]
fn requests_are_told() {
    let setup = Setup {
        scenario: "op_wp1".to_owned(),
        options: vec![Rule::Political],
    };
    let mut p = GAME
        .start(&setup, &mut Chance::seeded(1), &mut Log::off())
        .unwrap();
    p.agenda.clear();
    p.agenda.push(Step::Request);
    p.war.influence = Some([3; 5]);
    let text = told(&p, Choice::Ask(Request::Torpedoes));
    assert!(text.contains("40 %: die up to 3"), "{text}");
    assert!(text.contains("30 %: die from 7"), "{text}");
}

/// The check of a boat, as it was made.
fn made(desk: &Desk, id: BoatId) -> Option<(Area, i8, u8)> {
    desk.events.iter().find_map(|event| match event {
        Event::Checked {
            boat,
            area,
            modifier,
            threshold,
            ..
        } if *boat == id => Some((*area, *modifier, *threshold)),
        _ => None,
    })
}

/// A boat named for an event is foretold the check that it makes when its turn comes, by each area that it may come by [5.3],
/// [19.1] (R49); the answer says what and where the boat is, and lies on its piece (13.5).
#[test]
fn boats_named_for_an_event_are_told_their_check() {
    let t = GAME.tables();
    let (mut tried, mut several) = (0, 0);
    for (scenario, event) in [
        ("op_wp1", "wp1_minelaying_0"),
        ("op_wp2", "weather_reporting"),
        ("op_wp3", "wp3_arctic_campaign"),
    ] {
        let mut desk = Desk::bare(scenario);
        let place = desk.order(event);
        for number in 0..t.war_events.list[usize::from(place)].deploys.len() as u8 {
            desk.p.agenda.clear();
            desk.p.agenda.push(Step::Demand(place, number, 1));
            for choice in desk.offers() {
                let Choice::Send(id, _) = choice else {
                    continue;
                };
                let foretold = desk.p.checks_of_errand(t, choice);
                let text = told(&desk.p, choice);
                assert_eq!(foretold.is_empty(), text.is_empty(), "{choice}: {text}");
                for forecast in &foretold {
                    let mut trial = Desk {
                        p: desk.p.clone(),
                        chance: Chance::seeded(3),
                        events: vec![],
                    };
                    trial.with(None, |play| {
                        play.answer(Step::Demand(place, number, 1), choice)
                    });
                    trial.p.agenda.clear();
                    let boat = trial.p.find(id).unwrap();
                    trial.with(None, |play| play.take_turn(boat));
                    trial.run(
                        |p| p.agenda.top().is_none() || p.agenda.top() == Some(&Step::BoatDone),
                        |step, offers| match (step, forecast.by) {
                            (Step::Approach, Some(area)) => Choice::To(area),
                            _ => offers[0],
                        },
                    );
                    let check = &forecast.check;
                    let wanted = (check.governing, check.modifier(t), check.threshold(t));
                    assert_eq!(made(&trial, id), Some(wanted), "{choice}");
                    tried += 1;
                    several += usize::from(forecast.by.is_some());
                }
                let prompt = scene_of(&desk).prompt.unwrap();
                let offer = prompt
                    .offers
                    .into_iter()
                    .find(|one| one.choice == choice.to_string());
                let (label, boat) = (offer.unwrap().label, desk.boat(id));
                let class = &t.submarines.class_of(id).name;
                assert!(label.contains(class.as_str()), "{label}");
                let patrols = boat.place.is_at_sea() && boat.side == Side::Patrol;
                assert_eq!(label.contains("on patrol in"), patrols, "{label}");
                assert_eq!(label.contains("damaged"), boat.damage > 0, "{label}");
            }
        }
    }
    assert!(tried > 10 && several > 0, "{tried} {several}");
}

/// By which area a boat comes is asked because the checks differ, and so they are told (R49); through Gibraltar there are
/// two, one after the other (R10).
#[test]
fn ways_to_a_place_are_told() {
    let mut desk = Desk::quiet("op_wp2");
    let id = asked(&mut desk, Area::NorthSea, Step::Approach);
    let zones = Zone::ALL.into_iter().find(|zone| {
        desk.boat_mut(id).duty = Some(Duty::Sent(0, Theatre::Zone(*zone)));
        desk.offers().len() > 1
    });
    assert!(zones.is_some());
    for choice in desk.offers() {
        let text = told(&desk.p, choice);
        assert!(
            text.contains("Transit Event") && text.contains("zone [20.3]"),
            "{text}"
        );
    }
    let mut desk = Desk::quiet("op_wp3");
    desk.order("wp3_mediterranean_campaign");
    let id = asked(&mut desk, Area::SwApproaches, Step::Pick(Task::EnterMed, 1));
    let text = told(&desk.p, Choice::Pick(id));
    let both = [Area::Morocco, Area::WesternMed].map(|area| &desk.t().map.area(area).spot.name);
    for name in both {
        assert!(text.contains(&format!(" in {name}")), "{name}: {text}");
    }
}
