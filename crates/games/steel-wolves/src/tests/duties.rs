//! Where boats may do what: closed zones, theatres, duties, and what follows from them.

use super::Desk;
use crate::boat::{Command, Duty, Place, Side};
use crate::choice::Choice;
use crate::event::Event;
use crate::geography::{Area, Base, Node, Zone};
use crate::mines::Spotted;
use crate::sequence::Step;
use crate::tables::Theatre;
use crate::task::Task;
use crate::war::Aircraft;
use crate::weather::{System, Weather};

/// In a week of Baltic Operations a carrier elsewhere shoots down who flies there, and nobody over the Baltic [7.55].
#[test]
fn aircraft_are_lost_where_they_fly() {
    let mut desk = Desk::quiet("op_wp4");
    desk.order("wp4_baltic_operations");
    let aircraft = |plane, base, over| Aircraft {
        plane,
        base: Node::Base(base),
        over,
    };
    let morocco = Some(Area::Morocco);
    desk.p.war.aircraft = vec![
        aircraft(0, Base::Germany, None),
        aircraft(1, Base::FranceAtlantic, morocco),
    ];
    let left = |desk: &Desk| {
        desk.p
            .war
            .aircraft
            .iter()
            .map(|one| one.plane)
            .collect::<Vec<_>>()
    };
    desk.with(None, |play| {
        play.lose_aircraft(Theatre::Area(Area::MidOcean), 1)
    });
    assert_eq!(left(&desk), [0, 1]);
    desk.with(None, |play| {
        play.lose_aircraft(Theatre::Area(Area::Morocco), 1)
    });
    assert_eq!(left(&desk), [0]);
    desk.with(None, |play| play.lose_aircraft(Theatre::Baltic, 1));
    assert_eq!(left(&desk), [0u8; 0]);
}

/// The dice of loss are thrown for German aircraft, and no other is lost: the one of Vichy helps nobody in that search
/// [7.55], [7.56].
#[test]
fn aircraft_of_vichy_are_not_lost_for_germans() {
    let mut desk = Desk::quiet("op_wp4");
    let planes = desk.t().submarines.aircraft.iter();
    let bizerte = planes.clone().position(|plane| plane.base.is_none());
    let condor = planes
        .clone()
        .position(|plane| plane.name.contains("Condor"));
    let over = |plane: Option<usize>, base| Aircraft {
        plane: plane.unwrap() as u8,
        base: Node::Base(base),
        over: Some(Area::Morocco),
    };
    desk.p.war.aircraft = vec![
        over(bizerte, Base::Toulon),
        over(condor, Base::FranceAtlantic),
    ];
    for left in [1, 1] {
        desk.with(None, |play| {
            play.lose_aircraft(Theatre::Area(Area::Morocco), 1)
        });
        assert_eq!(desk.p.war.aircraft.len(), left);
        let navy = desk.p.war.aircraft[0].navy(desk.t());
        assert_eq!(navy, crate::units::Navy::Vichy);
    }
}

/// All boats of Dunkirk go home at the end of the turn, the minelayer that kept its mines too [WE1.9], [26.11].
#[test]
fn the_minelayer_of_dunkirk_goes_home() {
    let mut desk = Desk::quiet("op_wp1");
    desk.order("dunkirk");
    let id = desk.acting(Area::NorthSea);
    let channel = Zone::EnglishChannel;
    let boat = desk.boat_mut(id);
    boat.place = Place::Zone(channel, Area::NorthSea);
    boat.duty = Some(Duty::Sent(0, Theatre::Zone(channel)));
    (boat.mines, boat.spotted) = (true, true);
    desk.p.agenda.plan([Step::MineOption, Step::BoatDone]);
    desk.with(Some(&[0]), |play| play.choose(Choice::Mines(Spotted::Keep)))
        .unwrap();
    assert!(!desk.boat(id).rtb, "until the turn is over");
    desk.with(None, |play| play.end_of_orders());
    assert!(desk.boat(id).rtb && desk.boat(id).duty.is_none());
}

/// No mines are handed out for a zone under a weather system [26.53], [WE1.9].
#[test]
fn no_mines_for_a_stormy_channel() {
    for (weather, mines) in [(None, true), (Some(Weather::Mbar990), false)] {
        let mut desk = Desk::quiet("op_wp1");
        let event = desk.order("dunkirk");
        let id = desk.post(Area::NorthSea, 3, |family| family == "VII")[0];
        let area = Area::NorthSea;
        desk.p.weather = weather
            .map(|weather| System { area, weather })
            .into_iter()
            .collect();
        let to = Theatre::Zone(Zone::EnglishChannel);
        desk.with(None, |play| {
            play.answer_demand(event, 0, 3, Choice::Send(id, to))
        });
        assert_eq!(desk.boat(id).mines, mines, "{weather:?}");
    }
}

/// A zone that has closed is patrolled no more by who stands in it: he hunts in its area (3.3), [20.1] (R20).
#[test]
fn a_closed_zone_is_left() {
    let mut desk = Desk::quiet("op_wp2");
    let biscay = Zone::BayOfBiscay;
    assert!(!desk.p.is_open(desk.t(), biscay));
    let id = desk.acting(Area::SwApproaches);
    desk.boat_mut(id).place = Place::Zone(biscay, Area::SwApproaches);
    desk.p.agenda.plan([Step::Orders, Step::BoatDone]);
    desk.with(None, |play| play.choose(Choice::Stay)).unwrap();
    assert_eq!(desk.boat(id).place, Place::Area(Area::SwApproaches));
}

/// Boats of another theatre are no rescuers [WE4.4a] (R41).
#[test]
fn rescuers_are_of_the_atlantic() {
    let mut desk = Desk::quiet("op_wp4");
    desk.order("wp4_rescue_mission");
    let ids = desk.post(Area::GreenlandGap, 2, |_| true);
    desk.boat_mut(ids[0]).command = Command::Arctic;
    assert_eq!(desk.p.candidates(desk.t(), Task::Rescue(0)), [ids[1]]);
}

/// After an encounter a boat may stay on patrol only where its theatre lets it [15.48], (5.2.11).
#[test]
fn who_may_patrol_after_an_encounter() {
    let patrol = Choice::Remain(Side::Patrol);
    for (command, may) in [(Command::Atlantic, true), (Command::Arctic, false)] {
        let mut desk = Desk::quiet("op_wp4");
        let id = desk.acting(Area::NorthSea);
        desk.boat_mut(id).command = command;
        desk.p.agenda.plan([Step::Remain, Step::BoatDone]);
        assert_eq!(desk.offers().contains(&patrol), may, "{command:?}");
    }
}

/// On station the weather boat goes on, or goes home of its own will; then another is owed [15.21], [WE2.9].
#[test]
fn the_weather_boat_may_go_home() {
    for (choice, home) in [(Choice::Stay, false), (Choice::Home, true)] {
        let mut desk = Desk::quiet("op_wp2");
        let id = desk.post(Area::GreenlandGap, 1, |family| family == "VII")[0];
        desk.boat_mut(id).duty = Some(Duty::Weather);
        let place = desk.p.find(id).unwrap();
        desk.with(None, |play| {
            play.take_turn(place);
            play.run();
        });
        assert_eq!(desk.offers(), [Choice::Stay, Choice::Home]);
        desk.chance = derbyhouse_kernel::Chance::seeded(2);
        desk.with(None, |play| play.choose(choice)).unwrap();
        desk.finish();
        let boat = desk.boat(id);
        assert!(boat.done);
        assert_eq!(boat.patrol.volunteered, home);
        assert!(!home || boat.rtb);
        let searched = |event: &Event| matches!(event, Event::Searched { .. });
        assert_eq!(desk.count(searched), 0);
    }
}

/// A second search in Home Waters may follow one in a zone there [30.1], (5.9.9).
#[test]
fn a_second_search_in_a_zone() {
    let mut desk = Desk::quiet("op_wp1");
    let id = desk.acting(Area::WesternApproaches);
    desk.boat_mut(id).place = Place::Zone(Zone::Ireland, Area::WesternApproaches);
    desk.p.errand.searches = 1;
    desk.with(None, |play| play.after_search());
    assert_eq!(desk.p.agenda.top(), Some(&Step::SecondSearch));
}

/// A crew that is withdrawn from sea has come home: the marker comes off, unless it had not got to its patrol [8.12],
/// [19.13].
#[test]
fn refit_from_sea_is_a_return() {
    for (side, left) in [(Side::Patrol, 0), (Side::Transit, 1)] {
        let mut desk = Desk::quiet("op_wp3");
        let id = desk.acting(Area::NorthSea);
        let boat = desk.boat_mut(id);
        boat.green = 1;
        boat.side = side;
        desk.with(None, |play| play.remove_boat(Place::Refit));
        assert_eq!(desk.boat(id).green, left, "{side:?}");
    }
}

/// A tanker with mines aboard supplies nobody, whoever asks [21.33], [26.0].
#[test]
fn no_supplies_beside_mines() {
    let mut desk = Desk::quiet("op_wp5");
    let t = desk.t();
    let guest = desk.acting(Area::MidOcean);
    desk.boat_mut(guest).turn_home();
    let tanker = |boat: &&crate::boat::Submarine| {
        t.submarines.class_of(boat.id).tanker > 1 && boat.place.is_in_base()
    };
    let tanker = desk.p.boats.iter().find(tanker).unwrap().id;
    desk.boat_mut(tanker).leave(Place::Area(Area::MidOcean));
    desk.boat_mut(tanker).side = Side::Patrol;
    desk.p.supplies.clear();
    for mines in [false, true] {
        desk.boat_mut(tanker).mines = mines;
        assert_eq!(desk.p.providers(t).is_empty(), mines);
    }
}
