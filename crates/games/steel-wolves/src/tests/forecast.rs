//! The decision panel: the Transit Event check of every answer that leads to one, and other chances (13.5).

use super::{Desk, GAME};
use crate::boat::{Place, Side};
use crate::calendar::Period;
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node, Zone};
use crate::position::{Errand, Position};
use crate::scene;
use crate::sequence::Step;
use crate::setup::{Rule, Setup};
use crate::tables::Request;
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
                    | Some(Step::HomeSail(..) | Step::Tie)
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
