//! Fine points of the week: who is owed to an event, where a move ends, what stays of a mix.

use super::Desk;
use crate::boat::{Duty, Place, Side};
use crate::choice::Choice;
use crate::cups::Cup;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node, Zone};
use crate::ready::Stand;
use crate::sequence::Step;
use crate::tables::Theatre;
use crate::task::Task;
use crate::units::{Nation, ShipType};
use crate::weather::{System, Weather};

/// Boats in France, Ready for Sea, that were at sea before.
fn in_france(desk: &mut Desk, ids: &[BoatId]) {
    for id in ids {
        desk.boat_mut(*id)
            .leave(Place::Base(Base::FranceAtlantic, Stand::Ready));
    }
}

/// Where each boat was sent by an event, and how many to each place.
fn sent_to(desk: &Desk, area: Area) -> Vec<BoatId> {
    let sent = |duty| matches!(duty, Some(Duty::Sent(_, Theatre::Area(to))) if to == area);
    let boats = desk.p.boats.iter().filter(|boat| sent(boat.duty));
    boats.map(|boat| boat.id).collect()
}

/// Two demands of one event: who is on patrol where the second wants boats stays for it, so that as many as possible go [5.3],
/// [WE3.2a].
#[test]
fn boats_already_there_count_for_their_own_demand() {
    let mut desk = Desk::quiet("op_wp3");
    let mut ids = desk.post(Area::MidOcean, 14, |family| {
        family == "VII" || family == "IX"
    });
    let home = ids.split_off(7);
    in_france(&mut desk, &home);
    desk.order("operation_rheinubung");
    desk.with(None, |play| play.demands());
    desk.run(
        |p| !matches!(p.agenda.top(), Some(Step::Demand(..))),
        |_, offers| offers[0],
    );
    assert_eq!(sent_to(&desk, Area::MidOcean), ids);
    assert_eq!(sent_to(&desk, Area::SwApproaches), home);
}

/// Those beyond the second demand may be owed to the first.
#[test]
fn boats_beyond_the_second_demand_are_owed_to_the_first() {
    let mut desk = Desk::quiet("op_wp3");
    desk.post(Area::MidOcean, 9, |family| {
        family == "VII" || family == "IX"
    });
    desk.order("operation_rheinubung");
    desk.with(None, |play| play.demands());
    desk.run(
        |p| !matches!(p.agenda.top(), Some(Step::Demand(..))),
        |_, offers| offers[0],
    );
    assert_eq!(sent_to(&desk, Area::MidOcean).len(), 7);
    assert_eq!(sent_to(&desk, Area::SwApproaches).len(), 2);
}

/// A forward base is entered for nothing, also with the last point spent [21.11], [15.22].
#[test]
fn the_way_into_a_forward_base_is_free() {
    let mut desk = Desk::quiet("op_wp3");
    let id = desk.post(Area::GreenlandGap, 1, |family| family == "VII")[0];
    desk.boat_mut(id).turn_home();
    desk.act(id);
    let narvik = Node::Forward(Zone::Narvik);
    desk.p.war.forward.push(crate::war::Forward {
        zone: Zone::Narvik,
        tender: None,
        capacity: 4,
    });
    desk.p
        .agenda
        .plan([Step::HomeSail(narvik, 2), Step::BoatDone]);
    let choice = Choice::To(Area::NorwegianSea);
    assert!(desk.offers().contains(&choice), "{:?}", desk.offers());
    // A quiet check; she needs no repair.
    desk.with(Some(&[5]), |play| play.choose(choice)).unwrap();
    let arrived = |event: &Event| matches!(event, Event::Arrived { .. });
    assert_eq!(desk.count(arrived), 1, "{:?}", desk.events);
}

/// A boat that leaves base for close hunting grounds may hunt at once but need not: then it ends on patrol without an Endurance
/// Check, and nothing was bypassed [15.12], [15.1].
#[test]
fn close_grounds_need_not_be_hunted_at_once() {
    let mut desk = Desk::quiet("op_wp2");
    let id = desk.post(Area::SwApproaches, 1, |family| family == "VII")[0];
    desk.act(id);
    desk.p.errand.close = true;
    desk.p.errand.departed = Some(Node::Base(Base::FranceAtlantic));
    desk.p.agenda.plan([Step::Mission, Step::BoatDone]);
    desk.with(Some(&[]), |play| play.run());
    assert_eq!(
        desk.offers(),
        [Choice::Search, Choice::Bypass, Choice::Stay]
    );
    desk.with(Some(&[]), |play| play.choose(Choice::Stay))
        .unwrap();
    desk.with(None, |play| play.run());
    let endured = |event: &Event| matches!(event, Event::Endured { .. });
    assert!(!desk.events.iter().any(endured));
    let boat = desk.boat(id);
    assert!(boat.done && boat.patrols() && !boat.patrol.bypassed);
}

/// A minelayer that has not reached its zone, fresh from base, has only made a move [15.12], [26.0].
#[test]
fn a_minelayer_that_only_moved_makes_no_endurance_check() {
    let mut desk = Desk::quiet("op_wp2");
    let id = desk.post(Area::NorthSea, 1, |family| family == "II")[0];
    desk.act(id);
    desk.boat_mut(id).mines = true;
    desk.p.errand.close = true;
    desk.p.agenda.plan([Step::Mission, Step::BoatDone]);
    desk.with(None, |play| play.run());
    let endured = |event: &Event| matches!(event, Event::Endured { .. });
    assert!(!desk.events.iter().any(endured) && desk.boat(id).done);
}

/// The destroyer that gave way to American ones does not come back with a new mix [WE3.1a], [3.15], (2.4).
#[test]
fn who_gave_way_stays_away_for_the_period() {
    let mut desk = Desk::quiet("op_wp3");
    let british = |desk: &Desk| {
        let pieces = desk.p.secret.cups.of(Cup::WestOuter).iter();
        let pieces = pieces.map(|counter| desk.t().ships.piece(*counter));
        let destroyers = pieces.filter(|piece| piece.kind == ShipType::Dd);
        destroyers
            .filter(|piece| piece.nation == Nation::British)
            .count()
    };
    let before = british(&desk);
    let event = desk.order("american_neutrality");
    let event = &desk.t().war_events.list[usize::from(event)];
    desk.with(None, |play| play.add_to_cups(event, false));
    assert_eq!(british(&desk), before - 1);
    desk.p.date.week = 1;
    let start = desk.p.start.month;
    desk.p.date.month = start.plus(2).unwrap();
    desk.with(None, |play| play.refill_cups());
    assert_eq!(british(&desk), before - 1);
}

/// In the worst storm a ship that a mine damages sinks [7.41], [26.21].
#[test]
fn mines_in_a_storm() {
    for (weather, sunk) in [(Weather::Clear, false), (Weather::Mbar965, true)] {
        let mut desk = Desk::quiet("op_wp2");
        let t = desk.t();
        if weather != Weather::Clear {
            desk.p.weather = vec![System {
                area: Area::WesternApproaches,
                weather,
            }];
        }
        let unit = t.ships.find("m_british_3t_1").unwrap();
        let counter = t.ships.counters(unit).next().unwrap();
        let now = desk.p.weather_of_zone(t, Zone::Ireland);
        let before = desk.p.ships_total;
        desk.with(Some(&[1]), |play| play.strike_mine(counter, now));
        assert_eq!(desk.p.ships_total > before, sunk, "{weather:?}");
    }
}

/// Who enters base counts there, not in the crowd that it leaves [22.1] (R58).
#[test]
fn who_goes_into_base_is_no_part_of_the_crowd() {
    for (boats, crowd) in [(7, 0), (8, 1)] {
        let mut desk = Desk::quiet("op_wp2");
        let ids = desk.post(Area::SwApproaches, boats, |family| {
            family == "VII" || family == "IX"
        });
        assert_eq!(ids.len(), boats);
        desk.boat_mut(ids[0]).turn_home();
        desk.act(ids[0]);
        desk.p.errand.homing = true;
        let check = desk.p.check_of(desk.t(), Area::SwApproaches, None);
        assert_eq!(check.crowd, crowd, "{boats}");
    }
}

/// A boat in a zone off Gibraltar is at sea in Morocco, and can be ordered through the strait (5.2.10), (R49).
#[test]
fn boats_in_zones_enter_the_mediterranean() {
    let mut desk = Desk::quiet("op_wp3");
    let t = desk.t();
    let place = t
        .war_events
        .list
        .iter()
        .position(|event| event.enter_med.is_some() && event.period == desk.p.period);
    let id = desk.post(Area::Morocco, 1, |family| family == "VII")[0];
    let place = t.war_events.list[place.unwrap()].id.clone();
    desk.order(&place);
    desk.boat_mut(id).place = Place::Zone(Zone::Gibraltar, Area::Morocco);
    assert!(desk.p.candidates(t, Task::EnterMed).contains(&id));
    desk.with(None, |play| play.begin_breakthrough(id));
    assert_eq!(desk.boat(id).place, Place::Area(Area::Morocco));
    assert_eq!(desk.boat(id).side, Side::Transit);
}
