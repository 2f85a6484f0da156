//! Escort requests: pages 47, 48 and 55.

use super::*;
use crate::asw::Post;
use crate::asw::requests::{Request, RequestKind};
use crate::space::{Facing, Quadrant};

use RequestKind::{Standard, Targeted};

fn ask(rig: &mut Rig<'_>, kind: RequestKind, x: i8, y: i8) {
    rig.play(|play| play.request(kind, at(x, y)));
    rig.run();
}

fn lies(rig: &Rig<'_>, quadrant: Quadrant) -> Option<(RequestKind, Space, u8)> {
    rig.p.hunt.requests[quadrant.index()]
        .map(|request| (request.kind, request.space, request.timer))
}

/// [47.one_per_quadrant] [47.replacement_order] [47.standard_request] [47.targeted_request] A targeted one takes any
/// place, a standard one only that of a standard one.
#[test]
fn a_quadrant_has_one_request() {
    let mut rig = patrol();
    ask(&mut rig, Standard, 5, 5);
    assert_eq!(lies(&rig, Quadrant::Q1), Some((Standard, at(5, 5), 4)));
    ask(&mut rig, Standard, 6, 6);
    assert_eq!(lies(&rig, Quadrant::Q1), Some((Standard, at(6, 6), 4)));
    ask(&mut rig, Targeted, 1, 1);
    assert_eq!(lies(&rig, Quadrant::Q1), Some((Targeted, at(1, 1), 4)));
    ask(&mut rig, Standard, 5, 5);
    assert_eq!(
        lies(&rig, Quadrant::Q1),
        Some((Targeted, at(1, 1), 4)),
        "it is not placed"
    );
    assert_eq!(rig.p.hunt.requests.iter().flatten().count(), 1);
}

/// [48.quadrants] [48.centre_row_upper] The centre row belongs to the upper quadrant of its side.
#[test]
fn the_centre_row_is_upper() {
    let mut rig = patrol();
    ask(&mut rig, Standard, 5, 7);
    ask(&mut rig, Standard, 12, 8);
    assert!(lies(&rig, Quadrant::Q1).is_some() && lies(&rig, Quadrant::Q3).is_none());
    assert!(lies(&rig, Quadrant::Q4).is_some() && lies(&rig, Quadrant::Q2).is_none());
}

/// [47.targeted_stays] It lies where the boat was seen, and stays there when she goes.
#[test]
fn a_targeted_request_does_not_follow() {
    let mut rig = patrol();
    rig.attack(W, at(3, 5), Facing::N);
    ask(&mut rig, Targeted, 3, 5);
    rig.p.phase = crate::sequence::Phase::Movement;
    rig.play(|play| play.move_boats());
    rig.run();
    rig.say(W, "ahead 2");
    assert_eq!(lies(&rig, Quadrant::Q1), Some((Targeted, at(3, 5), 4)));
}

/// [48.centre_column_free] Both sides free: the players choose.
#[test]
fn on_the_centre_column_the_players_choose() {
    for (side, quadrant, x) in [("left", Quadrant::Q1, 7), ("right", Quadrant::Q2, 9)] {
        let mut rig = patrol();
        ask(&mut rig, Standard, 8, 5);
        assert_eq!(rig.offers(W), [say("left"), say("right")]);
        rig.say(W, side);
        assert_eq!(lies(&rig, quadrant), Some((Standard, at(x, 5), 4)));
    }
}

/// [48.centre_column_one_taken] [48.centre_column_both_taken] (R74) One side taken: the other. Both: the one with less time
/// left among those it may replace, by random number if they are even; if it may replace neither it is dropped.
#[test]
fn on_the_centre_column_a_side_may_be_taken() {
    let with = |left: Option<(RequestKind, u8)>,
                right: Option<(RequestKind, u8)>,
                new: RequestKind| {
        let mut rig = patrol();
        let request = |(kind, timer): (RequestKind, u8), x| Request {
            kind,
            space: at(x, 1),
            timer,
        };
        rig.p.hunt.requests[0] = left.map(|left| request(left, 1));
        rig.p.hunt.requests[1] = right.map(|right| request(right, 15));
        rig.stack(
            DeckName::Battle,
            &[battle(|card| card.random_of(2) == Some(2))],
        );
        ask(&mut rig, new, 8, 5);
        let put =
            |quadrant: Quadrant| lies(&rig, quadrant).is_some_and(|(_, space, _)| space.y() == 5);
        (
            put(Quadrant::Q1),
            put(Quadrant::Q2),
            rig.pulled(Pull::RandomTarget),
        )
    };
    assert_eq!(with(Some((Targeted, 1)), None, Standard), (false, true, 0));
    assert_eq!(with(None, Some((Standard, 1)), Standard), (true, false, 0));
    assert_eq!(
        with(Some((Standard, 3)), Some((Standard, 2)), Standard),
        (false, true, 0)
    );
    assert_eq!(
        with(Some((Targeted, 1)), Some((Standard, 2)), Standard),
        (false, true, 0)
    );
    assert_eq!(
        with(Some((Standard, 2)), Some((Standard, 2)), Standard),
        (false, true, 1)
    );
    assert_eq!(
        with(Some((Targeted, 1)), Some((Targeted, 1)), Standard),
        (false, false, 0)
    );
}

/// [55.requests_meet] (R36) Drifting into a quadrant that has one: the shorter time goes, a targeted one displaces a
/// standard one, ties are random; onto the centre row it still counts as upper.
#[test]
fn requests_drift_together() {
    let meet = |upper: (RequestKind, u8), lower: (RequestKind, u8)| {
        let mut rig = patrol();
        let request = |(kind, timer): (RequestKind, u8), y| {
            Some(Request {
                kind,
                space: at(3, y),
                timer,
            })
        };
        rig.p.hunt.requests[0] = request(upper, 7);
        rig.p.hunt.requests[2] = request(lower, 10);
        rig.play(|play| play.drift_requests(1));
        (
            lies(&rig, Quadrant::Q3).map(|(kind, space, timer)| (kind, space.y(), timer)),
            rig.pulled(Pull::RandomTarget),
        )
    };
    assert_eq!(
        meet((Standard, 3), (Standard, 2)),
        (Some((Standard, 8, 3)), 0)
    );
    assert_eq!(
        meet((Standard, 2), (Standard, 3)),
        (Some((Standard, 11, 3)), 0)
    );
    assert_eq!(
        meet((Standard, 4), (Targeted, 1)),
        (Some((Targeted, 11, 1)), 0)
    );
    assert_eq!(meet((Standard, 2), (Standard, 2)).1, 1);
    let mut rig = patrol();
    ask(&mut rig, Standard, 3, 6);
    rig.play(|play| play.drift_requests(1));
    assert_eq!(lies(&rig, Quadrant::Q1), Some((Standard, at(3, 7), 4)));
}

/// [55.request_off_map] Drift off the map takes it away; an escort on its way there goes to the holding track (R78).
#[test]
fn requests_drift_off_the_map() {
    let mut rig = patrol();
    ask(&mut rig, Standard, 3, 14);
    rig.escort(
        0,
        Post::Assigned {
            quadrant: Quadrant::Q3,
            to: at(3, 14),
            timer: 1,
        },
    );
    rig.p.turn = 12;
    rig.play(|play| play.move_convoy());
    assert_eq!(
        (lies(&rig, Quadrant::Q3), rig.p.hunt.escorts[0].post),
        (None, Post::Holding)
    );
}
