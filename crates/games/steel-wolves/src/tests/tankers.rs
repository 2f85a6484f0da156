//! U-tankers: who may lean on them, and what becomes of those when they go [21.33].

use super::Desk;
use crate::boat::{Place, Side};
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::Area;
use crate::sequence::Step;

/// A tanker on patrol, and a boat that may be there only because of it.
fn beside_a_tanker() -> (Desk, BoatId, BoatId, Area) {
    let mut desk = Desk::quiet("op_wp5");
    let t = desk.t();
    let tanker = desk
        .p
        .boats
        .iter()
        .find(|boat| t.submarines.class_of(boat.id).tanker > 1 && !boat.place.is_out())
        .unwrap()
        .id;
    let guest = desk.post(Area::MidOcean, 1, |family| family == "VII")[0];
    let far = Area::ALL.into_iter().find(|area| {
        let mut boat = desk.boat(guest).clone();
        boat.place = Place::Area(*area);
        desk.p.is_stranded(t, &boat)
    });
    let far = far.unwrap();
    for id in [tanker, guest] {
        desk.boat_mut(id).leave(Place::Area(far));
        desk.boat_mut(id).side = Side::Patrol;
    }
    (desk, tanker, guest, far)
}

/// A tanker that has given all it has is a tanker in the area all the same: boats one beyond their range may stay
/// [21.33C].
#[test]
fn an_empty_tanker_is_still_there() {
    let (mut desk, tanker, guest, area) = beside_a_tanker();
    desk.boat_mut(tanker).serving = Some(9);
    assert_eq!(desk.p.tanker_boats(desk.t(), desk.boat(tanker)), 0);
    assert!(desk.p.has_tanker(desk.t(), area));
    assert!(desk.p.reach(desk.t(), desk.boat(guest))[area.index()]);
    desk.with(None, |play| play.out_of_range(tanker));
    assert!(!desk.boat(guest).rtb);
}

/// When the tanker goes, boats beyond their range go RTB at once, however it went: sunk, sent home, out of play [21.33C]
/// (R44).
#[test]
fn who_leans_on_a_tanker_goes_with_it() {
    type Going = fn(&mut Desk, BoatId);
    let ways: [(&str, Going); 3] = [
        ("lost", |desk, tanker| {
            let place = desk.p.find(tanker).unwrap();
            desk.with(None, |play| play.lose_boat(place));
        }),
        ("out of play", |desk, tanker| {
            desk.act(tanker);
            desk.with(None, |play| play.remove_boat(Place::Training));
        }),
        ("sent home", |desk, tanker| {
            desk.boat_mut(tanker).turn_home();
            desk.act(tanker);
            desk.with(None, |play| play.perform(Step::BoatDone));
        }),
    ];
    for (how, go) in ways {
        let (mut desk, tanker, guest, _) = beside_a_tanker();
        go(&mut desk, tanker);
        assert!(desk.boat(guest).rtb, "{how}");
    }
}

/// The boat that a tanker supplies as it is sunk goes home again: it is beyond its range, and alone [21.33B] (R44).
#[test]
fn the_last_boat_supplied() {
    for second in [0, 2] {
        let (mut desk, tanker, guest, _) = beside_a_tanker();
        desk.p.standing.enigma = 0;
        desk.boat_mut(guest).turn_home();
        desk.act(guest);
        desk.p.agenda.plan([Step::Supply, Step::BoatDone]);
        // 0 passes the check and calls the second die: 1 and less sinks the tanker, 2 damages it and sends it home.
        desk.with(Some(&[0, second]), |play| play.choose(Choice::Supply(0)))
            .unwrap();
        let tanker = desk.boat(tanker);
        assert!(tanker.place == Place::Lost || tanker.rtb, "{second}");
        assert!(desk.boat(guest).rtb && desk.boat(guest).done);
    }
}

/// A tanker that was told to lie ready makes its Endurance Check at the end of the turn like one that was called upon
/// [21.33].
#[test]
fn a_tanker_that_lies_ready_checks_its_endurance() {
    let (mut desk, tanker, ..) = beside_a_tanker();
    desk.with(None, |play| {
        let place = play.p.find(tanker).unwrap();
        play.take_turn(place);
    });
    desk.with(None, |play| play.choose(Choice::Serve)).unwrap();
    assert!(!desk.boat(tanker).may_act(), "it waits for others");
    desk.p.agenda.plan([Step::Tankers]);
    desk.finish();
    let checked = |event: &Event| matches!(event, Event::Endured { boat, .. } if *boat == tanker);
    assert_eq!(desk.count(checked), 1);
    assert!(desk.boat(tanker).done);
}

/// A Type XIV has no torpedo tubes: met by a submarine that it sees first it does not fire, whatever its skipper and the
/// torpedoes are worth, and it comes to a fight without torpedoes [14.6], [15.43] (5.10).
#[test]
fn milch_cows_fire_no_torpedoes() {
    for (class, fires) in [("XIV", false), ("VIIC", true)] {
        let mut desk = Desk::quiet("op_wp5");
        let t = desk.t();
        let mut boats = desk.p.boats.iter();
        let id = boats.find(|boat| t.submarines.class_of(boat.id).id == class);
        let id = id.unwrap().id;
        desk.boat_mut(id).leave(Place::Area(Area::MidOcean));
        desk.boat_mut(id).side = Side::Patrol;
        desk.p.standing.torpedo = 2;
        desk.act(id);
        let fighter = desk.boat(id).fighter(t, 2);
        assert_eq!(fighter.empty, !fires);
        let mut seen_first = 0;
        for seed in 0..40 {
            desk.events.clear();
            let mut one = Desk {
                p: desk.p.clone(),
                chance: derbyhouse_kernel::Chance::seeded(seed),
                events: Vec::new(),
            };
            one.with(None, |play| play.meet_submarine(Area::MidOcean, false));
            let first = |event: &Event| {
                let player = crate::duel::First::Player;
                matches!(event, Event::EnemySubmarine { first, .. } if *first == player)
            };
            if one.events.iter().any(first) {
                seen_first += 1;
                let shots = one.count(|event| matches!(event, Event::Duel { .. }));
                assert_eq!(shots, usize::from(fires), "{class}");
                assert_eq!(one.boat(id).week.fired_torpedoes, fires, "{class}");
            }
        }
        assert!(seen_first > 5, "{class}: {seen_first}");
    }
}
