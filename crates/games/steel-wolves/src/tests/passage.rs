//! On passage: transit zones, encounters, and what a boat may do from where it stands.

use super::Desk;
use crate::boat::{Duty, Place};
use crate::choice::Choice;
use crate::geography::{Area, Base, Zone};
use crate::ready::Stand;
use crate::sequence::Step;
use crate::transit::Check;

/// From France to the North Sea in one move through Biscay and Channel: the numbers of both are added, and that of a zone
/// which is entered beside the +2 [19.1], [20.8].
#[test]
fn every_transit_zone_counts() {
    let mut desk = Desk::quiet("op_wp5");
    let t = desk.t();
    let id = desk.acting(Area::SwApproaches);
    desk.boat_mut(id).place = Place::Base(Base::FranceAtlantic, Stand::Ready);
    desk.act(id);
    desk.with(None, |play| {
        play.step_to(Area::SwApproaches);
        play.step_to(Area::NorthSea);
    });
    let check = desk.p.check_after(t, Choice::OpenSea).unwrap();
    assert_eq!(check.crossed, [Zone::BayOfBiscay, Zone::EnglishChannel]);
    let none = Check {
        crossed: vec![],
        ..check.clone()
    };
    // Biscay 2 and Channel 5 in the fifth period.
    assert_eq!(check.modifier(t) - none.modifier(t), 2 + 5);
    // Into the Channel as a zone from the approaches: Biscay, the zone's +2, and the Channel's number.
    desk.boat_mut(id).place = Place::Base(Base::FranceAtlantic, Stand::Ready);
    desk.act(id);
    desk.with(None, |play| play.step_to(Area::SwApproaches));
    let plain = desk.p.check_after(t, Choice::OpenSea).unwrap();
    let into = Choice::Into(Zone::EnglishChannel);
    let into = desk.p.check_after(t, into).unwrap();
    assert_eq!(into.modifier(t) - plain.modifier(t), 2 + 5);
}

/// Boats that may not attack meet nobody on their way: with mines aboard [26.0], or by orders of this week without attacks
/// [5.0], [WE3.5], [WE4.5], [WE5.5a], [WE5.4a].
#[test]
fn no_encounters_for_boats_that_may_not_attack() {
    let met = |change: fn(&mut Desk, crate::fleet::BoatId)| {
        let mut desk = Desk::quiet("op_wp5");
        let id = desk.acting(Area::MidOcean);
        desk.boat_mut(id).turn_home();
        change(&mut desk, id);
        desk.p.errand.entered = vec![Area::SwApproaches, Area::Morocco];
        desk.boat_mut(id).place = Place::Area(Area::Morocco);
        desk.p.agenda.plan([Step::Tie, Step::BoatDone]);
        desk.with(Some(&[0]), |play| {
            play.p.agenda.pop();
            // A 0 brings no event, and an encounter if there can be one; its own dice are not asked for.
            play.p.boat_mut().spotted = false;
            let area = Area::MidOcean;
            play.check_in(area);
        });
        desk.p.errand.encounter
    };
    assert!(met(|desk, id| desk.boat_mut(id).rtb = false));
    assert!(!met(|desk, id| {
        desk.boat_mut(id).rtb = false;
        desk.boat_mut(id).mines = true;
    }));
    assert!(!met(|desk, id| {
        desk.order("wp5_escort_mission");
        desk.boat_mut(id).duty = Some(Duty::Escort(Some(Base::FranceAtlantic)));
    }));
    assert!(!met(|desk, id| {
        desk.order("wp5_rescue_mission");
        desk.boat_mut(id).duty = Some(Duty::Recalled);
    }));
    // The escort of an earlier week is a boat like others.
    assert!(met(|desk, id| {
        desk.boat_mut(id).duty = Some(Duty::Escort(Some(Base::FranceAtlantic)));
        desk.boat_mut(id).rtb = false;
    }));
}

/// An escort goes home with its charge: no supplies release it [WE3.5]; nor a boat that was called home this week (R40).
#[test]
fn ordered_home_is_ordered_home() {
    for duty in [Duty::Escort(Some(Base::FranceAtlantic)), Duty::Recalled] {
        let mut desk = Desk::quiet("op_wp3");
        let id = desk.acting(Area::MidOcean);
        desk.p.supplies.push(crate::position::Supply {
            ship: 0,
            area: Area::MidOcean,
            gone: false,
            used: 0,
        });
        desk.boat_mut(id).turn_home();
        let place = desk.p.acting;
        desk.with(None, |play| play.take_turn(place));
        assert_eq!(desk.p.agenda.top(), Some(&Step::Supply));
        desk.p.agenda.clear();
        desk.boat_mut(id).duty = Some(duty);
        desk.with(None, |play| play.take_turn(place));
        assert_eq!(desk.p.agenda.top(), Some(&Step::Homeward), "{duty:?}");
    }
}

/// A boat that begins its turn in a zone may patrol the area around it, without a check, or another zone of it [12.1].
#[test]
fn out_of_a_zone_to_hunt() {
    let mut desk = Desk::quiet("op_wp2");
    let id = desk.acting(Area::NorthSea);
    desk.boat_mut(id).place = Place::Zone(Zone::EnglishCoast, Area::NorthSea);
    let place = desk.p.acting;
    desk.with(None, |play| play.take_turn(place));
    desk.with(Some(&[]), |play| play.choose(Choice::To(Area::NorthSea)))
        .unwrap();
    assert_eq!(desk.p.agenda.top(), Some(&Step::ZoneEntry));
    assert!(desk.offers().contains(&Choice::Into(Zone::EnglishChannel)));
    desk.with(Some(&[]), |play| play.choose(Choice::OpenSea))
        .unwrap();
    assert_eq!(desk.boat(id).place, Place::Area(Area::NorthSea));
    assert_eq!(desk.p.agenda.top(), Some(&Step::Conduct), "no check");
}
