//! What War Events order beyond their demands [5.0].

use super::Desk;
use crate::activity::Cover;
use crate::boat::{Duty, Place, Side};
use crate::choice::Choice;
use crate::geography::{Area, Base, Zone};
use crate::ready::Stand;
use crate::sequence::Step;
use crate::staff::Doctrine;
use crate::tables::Theatre;
use crate::task::Task;
use crate::view::View;
use derbyhouse_kernel::Bot;

/// The boats that were at Dunkirk go RTB at the end of the turn, others of the area do not [WE1.9].
#[test]
fn dunkirk_is_over() {
    let mut desk = Desk::quiet("op_wp1");
    desk.order("dunkirk");
    let boats = desk.post(Area::NorthSea, 2, |_| true);
    desk.boat_mut(boats[0]).duty = Some(Duty::Sent(0, Theatre::Zone(Zone::EnglishChannel)));
    for id in &boats {
        desk.boat_mut(*id).done = true;
    }
    desk.with(None, |play| play.perform(Step::Conclude));
    assert!(desk.boat(boats[0]).rtb);
    assert!(
        !desk.boat(boats[0]).patrol.volunteered,
        "it was an order (R40)"
    );
    assert!(!desk.boat(boats[1]).rtb);
    assert_eq!(desk.boat(boats[0]).place, Place::Area(Area::NorthSea));
}

/// In the second week of Weserübung every U-boat at Narvik goes home, not only those that were sent [WE1.8b].
#[test]
fn narvik_is_left() {
    for (week, home) in [(1, false), (2, true)] {
        let mut desk = Desk::quiet("op_wp1");
        desk.order("operation_weserubung");
        if let Some(current) = &mut desk.p.war.current {
            current.week = week;
        }
        let id = desk.acting(Area::NorwegianSea);
        desk.boat_mut(id).place = Place::Zone(Zone::Narvik, Area::NorwegianSea);
        desk.p.agenda.plan([Step::Mission, Step::BoatDone]);
        desk.with(None, |play| play.run());
        // Out again, and a 0 passes the check.
        desk.with(Some(&[0]), |play| {
            play.choose(Choice::Bypass).unwrap();
            if play.p.agenda.top() == Some(&Step::LeaveZone) {
                play.choose(Choice::To(Area::NorwegianSea)).unwrap();
            }
        });
        assert_eq!(desk.boat(id).rtb, home, "week {week}");
    }
}

/// A demand that was cancelled or refused is not met: no weather boat is owed [WE2.9], [36.64].
#[test]
fn weather_that_nobody_reports() {
    for waived in [false, true] {
        let mut desk = Desk::quiet("op_wp2");
        let place = desk.t().war_events.place("weather_reporting").unwrap();
        desk.p.war.occurred.clear();
        desk.with(None, |play| play.occur(place));
        desk.with(None, |play| {
            play.set_current(|current| current.waived = waived);
            play.event_orders();
        });
        assert_eq!(desk.p.war.weather_duty, !waived);
    }
}

/// Who is let off sending boats to the Mediterranean has its bases all the same [36.64], [WE3.8].
#[test]
fn bases_open_without_boats() {
    let mut desk = Desk::quiet("op_wp3");
    desk.p.bases = vec![Base::Germany, Base::FranceAtlantic];
    desk.post(Area::SwApproaches, 8, |family| family == "VII");
    desk.order("wp3_mediterranean_campaign");
    desk.with(None, |play| {
        play.set_current(|current| current.waived = true);
        play.event_orders();
    });
    assert!(desk.p.bases.contains(&Base::Italy) && desk.p.bases.contains(&Base::Greece));
    assert!(desk.p.agenda.is_empty(), "nobody goes");
}

/// Whoever stands in or beside a linked area may be named to lay mines, a boat in base like one on patrol; there is no
/// order of classes as for other demands (5.2.8), [26.0].
#[test]
fn anybody_near_may_lay_mines() {
    let mut desk = Desk::quiet("op_wp2");
    let event = desk.order("wp2_minelaying");
    let patrol = desk.post(Area::WesternApproaches, 1, |family| family == "VII")[0];
    let ready = desk.post(Area::SwApproaches, 1, |family| family == "VII")[0];
    desk.boat_mut(ready)
        .leave(Place::Base(Base::FranceAtlantic, Stand::Ready));
    desk.p.agenda.push(Step::Demand(event, 0, 2));
    let offers = desk.offers();
    for id in [patrol, ready] {
        let to = Theatre::Zone(Zone::Ireland);
        assert!(offers.contains(&Choice::Send(id, to)), "{id:?}");
    }
}

/// The staff lays mines in the first zone of the list, with the boat that is nearest to it, whatever its endurance: one that
/// stands beside English Coast, and not one that stands beside Ireland or must come from there (D1b).
#[test]
fn the_nearest_boat_lays_mines() {
    let mut desk = Desk::quiet("op_wp2");
    let event = desk.order("wp2_minelaying");
    let near = desk.post(Area::NorthSea, 1, |family| family == "IX")[0];
    let far = desk.post(Area::WesternApproaches, 1, |family| family == "VII")[0];
    let endurance = |id| desk.t().submarines.class_of(id).endurance;
    assert!(endurance(far) < endurance(near));
    desk.p.agenda.push(Step::Demand(event, 0, 2));
    let offers = desk.offers();
    let [coast, ireland] = [Zone::EnglishCoast, Zone::Ireland].map(Theatre::Zone);
    for to in [coast, ireland] {
        assert!(offers.contains(&Choice::Send(far, to)), "{to:?}");
    }
    let view = View::new(desk.t(), &desk.p);
    let choice = Doctrine::default().choose(view, &offers);
    assert_eq!(choice, Choice::Send(near, coast));
}

/// All U-boats of the two areas go to Casablanca, those with mines among them [WE5.0b]; for other demands a minelayer does
/// not count.
#[test]
fn all_means_all() {
    for (event, wanted) in [("operation_torch", true), ("hitler_delusion", false)] {
        let mut desk = Desk::quiet("op_wp5");
        let place = desk.order(event);
        let id = desk.post(Area::Morocco, 1, |family| family == "IX")[0];
        desk.boat_mut(id).mines = true;
        desk.p.agenda.push(Step::Demand(place, 0, 6));
        let named = |offer: &Choice| matches!(offer, Choice::Send(boat, _) if *boat == id);
        assert_eq!(desk.offers().iter().any(named), wanted, "{event}");
    }
}

/// Mid-Ocean and the Sargasso Sea are West waters after Torch, and Mid-Ocean has aircraft after the Azores, which makes many of
/// them in the zone [20.5]: not in the week of the event [WE5.0b], [WE5.10b].
#[test]
fn afterwards() {
    let mut desk = Desk::quiet("op_wp5");
    let t = desk.t();
    desk.p.war.occurred.clear();
    desk.order("operation_torch");
    assert!(!desk.p.is_west(t, Area::MidOcean) && !desk.p.is_west(t, Area::SargassoSea));
    desk.order("allied_occupation_of_the_azores");
    assert!(desk.p.is_west(t, Area::MidOcean) && desk.p.is_west(t, Area::SargassoSea));
    let cover = |desk: &Desk, zone| desk.p.site(t, Area::MidOcean, zone).cover(t);
    assert!(!desk.p.has_light_air(t, Area::MidOcean));
    assert_eq!(cover(&desk, Some(Zone::Azores)), Cover::None);
    desk.p.war.current = None;
    assert!(desk.p.has_light_air(t, Area::MidOcean));
    assert_eq!(cover(&desk, None), Cover::Light);
    assert_eq!(cover(&desk, Some(Zone::Azores)), Cover::Heavy);
}

/// A port of which charts were captured may be entered by any boat that can be there by its normal movement, so by one
/// in transit two areas away; on its way it makes one check and then searches [WE5.4b], [20.3].
#[test]
fn charts_are_for_fast_boats_too() {
    let mut desk = Desk::quiet("op_wp5");
    let t = desk.t();
    desk.order("minefield_charts_captured");
    if let Some(current) = &mut desk.p.war.current {
        current.port = Some(Zone::UsEasternSeaboard);
    }
    let id = desk.post(Area::GrandBanks, 1, |family| family == "IX")[0];
    assert_eq!(t.submarines.class_of(id).speed, 2);
    let may = |desk: &Desk| desk.p.candidates(t, Task::Charts).contains(&id);
    assert!(!may(&desk), "a patrol move is one area");
    desk.boat_mut(id).side = Side::Transit;
    assert!(may(&desk));
    desk.boat_mut(id).place = Place::Area(Area::GreenlandGap);
    assert!(!may(&desk), "three areas are too far");
    desk.boat_mut(id).place = Place::Area(Area::GrandBanks);
    desk.boat_mut(id).duty = Some(Duty::Charts(Zone::UsEasternSeaboard));
    let place = desk.p.find(id).unwrap();
    // 1: no event, no encounter.
    desk.with(Some(&[1]), |play| {
        play.take_turn(place);
        play.run();
    });
    assert_eq!(desk.p.errand.entered, [Area::Maritimes, Area::UsEastCoast]);
    let zone = Place::Zone(Zone::UsEasternSeaboard, Area::UsEastCoast);
    assert_eq!(desk.boat(id).place, zone);
    assert_eq!(desk.p.agenda.top(), Some(&Step::Conduct));
}

/// A boat that is sent into a zone with two links may come by either of them (R49), [12.1].
#[test]
fn two_ways_into_a_zone() {
    let mut desk = Desk::quiet("op_wp2");
    desk.order("wp2_abwehr_agents");
    let id = desk.acting(Area::MidOcean);
    desk.boat_mut(id).duty = Some(Duty::Sent(0, Theatre::Zone(Zone::Ireland)));
    let place = desk.p.acting;
    desk.with(None, |play| {
        play.take_turn(place);
        play.run();
    });
    assert_eq!(desk.p.agenda.top(), Some(&Step::Approach));
    let ways = [Area::WesternApproaches, Area::SwApproaches].map(Choice::To);
    assert_eq!(desk.offers(), ways);
    desk.with(Some(&[1]), |play| {
        play.p.agenda.pop();
        play.approach(Area::SwApproaches);
    });
    assert_eq!(
        desk.boat(id).place,
        Place::Zone(Zone::Ireland, Area::SwApproaches)
    );
}
