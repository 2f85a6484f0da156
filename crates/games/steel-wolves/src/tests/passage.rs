//! On passage: transit zones, encounters, and what a boat may do from where it stands.

use super::Desk;
use crate::boat::{Duty, Place, Side};
use crate::calendar::Period;
use crate::choice::Choice;
use crate::event::Event;
use crate::geography::{Area, Base, Node, Zone};
use crate::harm::Harm;
use crate::movement;
use crate::ready::Stand;
use crate::sequence::Step;
use crate::transit::Check;
use crate::weather::{System, Weather};

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
    desk.p.agenda.plan([Step::ZoneEntry, Step::Check]);
    let check = desk.p.check_after(t, Choice::OpenSea).unwrap().check;
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
    desk.p.agenda.plan([Step::ZoneEntry, Step::Check]);
    let plain = desk.p.check_after(t, Choice::OpenSea).unwrap().check;
    let into = Choice::Into(Zone::EnglishChannel);
    let into = desk.p.check_after(t, into).unwrap().check;
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

/// A boat that has come through a storm and is out of it may still founder by it [7.41].
#[test]
fn the_storm_that_did_it() {
    let mut desk = Desk::quiet("op_wp2");
    let id = desk.acting(Area::GreenlandGap);
    desk.p.weather = vec![System {
        area: Area::WesternApproaches,
        weather: Weather::Mbar965,
    }];
    desk.p.errand.touched = vec![Area::WesternApproaches];
    desk.p.agenda.push(Step::BoatDone);
    // Damaged on a 0, lost on a 9.
    desk.with(Some(&[0, 9]), |play| play.storm());
    assert_eq!(desk.boat(id).place, Place::Lost);
}

/// A zone lies under the weather of every area that it is linked to: searches suffer, no mines are laid, and boats are
/// tossed about [7.41], [26.53].
#[test]
fn weather_from_the_other_side() {
    let mut desk = Desk::quiet("op_wp2");
    let t = desk.t();
    let id = desk.acting(Area::WesternApproaches);
    desk.boat_mut(id).place = Place::Zone(Zone::Ireland, Area::WesternApproaches);
    assert!(desk.p.may_mine(t, Zone::Ireland, false));
    desk.p.weather = vec![System {
        area: Area::SwApproaches,
        weather: Weather::Mbar965,
    }];
    let search = desk.p.search_of(t, Area::WesternApproaches);
    assert_eq!(search.weather, Weather::Mbar965);
    assert!(!desk.p.may_mine(t, Zone::Ireland, false));
    // Out of the zone again, it has been in the storm all the same.
    desk.p.errand.worked = Some(Zone::Ireland);
    desk.boat_mut(id).place = Place::Area(Area::WesternApproaches);
    desk.with(Some(&[5]), |play| play.storm());
    let tossed = |event: &Event| matches!(event, Event::Buffeted { .. });
    assert_eq!(desk.count(tossed), 1);
}

/// Of its own will a boat lays mines only where it may go: not off neutral America, not off Casablanca while that is
/// Vichy's; nor does anybody patrol Murmansk before it is hostile [26.5], [17.4] (R20).
#[test]
fn neutral_zones_are_closed() {
    let mut desk = Desk::quiet("op_wp3");
    let t = desk.t();
    for zone in [
        Zone::UsEasternSeaboard,
        Zone::Florida,
        Zone::UsCanalZone,
        Zone::Casablanca,
    ] {
        assert!(!desk.p.may_mine(t, zone, false), "{zone}");
        assert!(
            desk.p.may_mine(t, zone, true),
            "by order of an event: {zone}"
        );
    }
    desk.p.period = Period::Four;
    assert!(desk.p.may_mine(t, Zone::Florida, false));
    desk.p.period = Period::One;
    desk.p.war.barbarossa = false;
    desk.p.war.forward.clear();
    assert!(!desk.p.is_open(t, Zone::Murmansk));
    desk.p.war.barbarossa = true;
    assert!(desk.p.is_open(t, Zone::Murmansk));
}

/// A boat that enters a zone does not suffer from the crowd of the area around it, but from those on its way [20.2],
/// [22.1] (R58).
#[test]
fn a_zone_is_no_crowd() {
    let mut desk = Desk::quiet("op_wp2");
    let t = desk.t();
    let id = desk.acting(Area::MidOcean);
    desk.post(Area::WesternApproaches, 8, |_| true);
    desk.with(None, |play| play.step_to(Area::WesternApproaches));
    desk.p.agenda.plan([Step::ZoneEntry, Step::Check]);
    let crowd = |desk: &Desk, choice| desk.p.check_after(t, choice).unwrap().check.crowd;
    assert_eq!(crowd(&desk, Choice::OpenSea), 1);
    assert_eq!(crowd(&desk, Choice::Into(Zone::Ireland)), 0);
    // From the crowd of the Western Approaches to the Ireland zone by the SW Approaches: the start counts.
    desk.boat_mut(id).place = Place::Area(Area::WesternApproaches);
    desk.act(id);
    desk.with(None, |play| play.step_to(Area::SwApproaches));
    desk.p.agenda.plan([Step::ZoneEntry, Step::Check]);
    assert_eq!(crowd(&desk, Choice::Into(Zone::Ireland)), 1);
}

/// Whoever goes RTB out of an encounter on the way out has learnt nothing: by combat, or by the check after it [8.12],
/// [15.48].
#[test]
fn home_from_an_encounter() {
    let mut desk = Desk::quiet("op_wp2");
    let id = desk.acting(Area::MidOcean);
    desk.boat_mut(id).side = Side::Transit;
    desk.p.errand.encounter = true;
    desk.p.agenda.push(Step::BoatDone);
    // A 9 fails the check.
    desk.with(Some(&[9]), |play| play.perform(Step::Endure));
    assert!(desk.boat(id).rtb && desk.boat(id).patrol.turned_outbound);

    let mut desk = Desk::quiet("op_wp2");
    let id = desk.acting(Area::MidOcean);
    desk.boat_mut(id).side = Side::Transit;
    let mut fighter = desk.boat(id).fighter(desk.t(), 0);
    fighter.rtb = true;
    let place = desk.p.acting;
    desk.with(None, |play| play.book(&fighter, place, None));
    assert!(desk.boat(id).rtb && desk.boat(id).patrol.turned_outbound);
}

/// A boat that leaves play goes straight home; where two bases are as near the player says which [19.13].
#[test]
fn two_bases_as_near() {
    let mut desk = Desk::quiet("op_wp3");
    let id = desk.acting(Area::NorthSea);
    desk.with(None, |play| play.begin_removal(id, Place::Refit));
    assert_eq!(
        desk.offers(),
        [Base::Germany, Base::Norway].map(Choice::Base)
    );
    desk.with(None, |play| play.choose(Choice::Base(Base::Norway)))
        .unwrap();
    desk.finish();
    assert_eq!(desk.boat(id).place, Place::Refit);
}

/// Weather of the SW Approaches reaches the zone off Ireland, and a boat that stands in the Western Approaches.
fn storm_off_ireland() -> (Desk, crate::fleet::BoatId) {
    let mut desk = Desk::quiet("op_wp5");
    let id = desk.acting(Area::WesternApproaches);
    desk.p.weather = vec![System {
        area: Area::SwApproaches,
        weather: Weather::Mbar965,
    }];
    (desk, id)
}

/// Dice of a check and of a Transit Event that does this.
fn befallen(desk: &Desk, harm: Harm) -> [u32; 3] {
    let table = (0..100).map(|roll| (roll / 10, roll % 10));
    let does = |dice: &(u8, u8)| crate::transit::event(desk.t(), dice.0, dice.1) == harm;
    let (row, column) = table.into_iter().find(does).unwrap();
    [9, row.into(), column.into()]
}

/// Boats that left a zone this week were in its storm [7.41] (R33).
#[test]
fn who_leaves_a_zone_was_in_its_storm() {
    let (mut desk, id) = storm_off_ireland();
    desk.boat_mut(id).place = Place::Zone(Zone::Ireland, Area::WesternApproaches);
    let place = desk.p.acting;
    desk.with(None, |play| play.take_turn(place));
    desk.with(Some(&[]), |play| {
        play.choose(Choice::To(Area::WesternApproaches))
    })
    .unwrap();
    assert_eq!(desk.boat(id).place, Place::Area(Area::WesternApproaches));
    desk.with(Some(&[5]), |play| play.storm());
    let tossed = |event: &Event| matches!(event, Event::Buffeted { .. });
    assert_eq!(desk.count(tossed), 1);
}

/// So were those that a Transit Event threw back from it [7.41], [19.12] (R33).
#[test]
fn who_is_thrown_back_from_a_zone_was_in_its_storm() {
    let (mut desk, id) = storm_off_ireland();
    let dice = befallen(&desk, Harm::Return);
    desk.with(Some(&dice), |play| {
        play.enter(Zone::Ireland);
        play.check_in(Area::WesternApproaches);
    });
    assert_eq!(desk.boat(id).place, Place::Area(Area::WesternApproaches));
    assert!(desk.boat(id).rtb);
    desk.with(Some(&[5]), |play| play.storm());
    let tossed = |event: &Event| matches!(event, Event::Buffeted { .. });
    assert_eq!(desk.count(tossed), 1);
}

/// Damage by a Transit Event happens in the governing area, or in the zone that was entered: its weather says whether a
/// second die is thrown, not that of the area in which the move ends [7.41], [19.12].
#[test]
fn a_transit_event_has_the_weather_of_its_area() {
    let founders = |storm: Area, zone: Option<Zone>| {
        let mut desk = Desk::quiet("op_wp5");
        desk.acting(Area::GreenlandGap);
        desk.p.weather = vec![System {
            area: storm,
            weather: Weather::Mbar965,
        }];
        let dice = befallen(&desk, Harm::DamagedReturn);
        let [check, row, column] = dice;
        desk.with(Some(&[check, row, column, 0]), |play| {
            play.step_to(Area::WesternApproaches);
            match zone {
                Some(zone) => play.enter(zone),
                None => play.step_to(Area::GreenlandGap),
            }
            play.check_in(Area::WesternApproaches);
        });
        assert_eq!(
            desk.p.boat().place,
            Place::Area(Area::WesternApproaches),
            "it stops there"
        );
        desk.count(|event| matches!(event, Event::Foundering { .. }))
    };
    assert_eq!(founders(Area::WesternApproaches, None), 1);
    assert_eq!(founders(Area::GreenlandGap, None), 0);
    assert_eq!(founders(Area::SwApproaches, None), 0);
    assert_eq!(founders(Area::SwApproaches, Some(Zone::Ireland)), 1);
}

/// Boats of Vichy that leave a port of theirs may hunt beside it in the same week, as others do beside their bases
/// [15.12], [36.63H].
#[test]
fn close_hunting_grounds_of_forward_bases() {
    let t = Desk::quiet("op_wp3").t();
    for zone in [
        Zone::Dakar,
        Zone::Casablanca,
        Zone::DiegoSuarez,
        Zone::Narvik,
    ] {
        for area in Area::ALL {
            let close = movement::is_close(&t.map, Node::Forward(zone), area, false);
            let beside = movement::is_linked(&t.map, zone, area);
            assert_eq!(close, beside, "{zone}, {area}");
        }
    }
}
