//! What War Events order beyond their demands [5.0].

use super::Desk;
use crate::boat::{Duty, Place};
use crate::choice::Choice;
use crate::geography::{Area, Base, Zone};
use crate::sequence::Step;
use crate::tables::Theatre;

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
