//! Movement: depth, turns, spaces, leaving. Pages 28 to 36 and 63.

use super::*;
use crate::asw::Post;
use crate::boat::{Place, Solution};
use crate::boats::{BoatType, Gear};
use crate::conditions::Speed;
use crate::crew::{HEAVY, Man, WORST};
use crate::ring::ApproachBox;
use crate::sequence::{Helm, Order, Phase};
use crate::space::{Facing, Quadrant};

/// W on the Attack map, facing north, about to move.
fn moving(depth: Depth) -> Rig<'static> {
    let mut rig = patrol();
    rig.attack(W, at(2, 7), Facing::N).depth = depth;
    rig.p.turn = 12;
    begin(&mut rig);
    rig
}

fn begin(rig: &mut Rig<'_>) {
    rig.p.phase = Phase::Movement;
    rig.p.orders[0].clear();
    rig.play(|play| play.move_boats());
    rig.run();
}

fn depths(rig: &Rig<'_>) -> Vec<String> {
    let depth = |choice: Choice| match choice {
        Choice::Depth(depth) => Some(depth.to_string()),
        _ => None,
    };
    rig.offers(W).into_iter().filter_map(depth).collect()
}

fn turns(rig: &Rig<'_>) -> usize {
    let offers = rig.offers(W);
    offers
        .iter()
        .filter(|choice| matches!(choice, Choice::Face(_)))
        .count()
}

fn ahead(rig: &Rig<'_>) -> Vec<u8> {
    let spaces = |choice: Choice| match choice {
        Choice::Ahead(spaces) => Some(spaces),
        _ => None,
    };
    rig.offers(W).into_iter().filter_map(spaces).collect()
}

/// [29.running_state] [29.silent_limits] Silent from 30 m down; a silent boat does nothing else, until she runs up again
/// at the start of a later movement.
#[test]
fn a_silent_boat_lies_still() {
    let mut rig = moving(metres(15));
    assert!(!rig.may(W, "silent"));
    let mut rig2 = moving(metres(30));
    rig2.say(W, "silent");
    assert!(rig2.boat(W).silent && is_quiet(&rig2.p));
    begin(&mut rig2);
    assert_eq!(
        rig2.offers(W),
        [say("operational"), say("blow"), say("done")]
    );
    rig2.say(W, "operational");
    assert!(!rig2.boat(W).silent && rig2.may(W, "ahead 1") && rig2.may(W, "depth 15"));
    rig.say(W, "done");
    assert_ne!(
        rig.boat(W).loads_at(crate::boats::End::Bow),
        rig.boat(W).silent
    );
    rig2.boat(W).silent = true;
    assert!(!rig2.boat(W).loads_at(crate::boats::End::Bow));
}

/// [30.rate_vii] [30.rate_ix] [4.submerged] (R2) 30 m either way, but a Type IX rises only 15 m; the surface and periscope
/// depth are both 0 m, and everything below the surface is submerged.
#[test]
fn boats_dive_and_rise_at_their_rate() {
    for (kind, from, expected) in [
        (BoatType::VII, Depth::SURFACE, vec!["periscope", "15", "30"]),
        (BoatType::IX, Depth::SURFACE, vec!["periscope", "15", "30"]),
        (BoatType::IX, Depth::PERISCOPE, vec!["surface", "15", "30"]),
        (
            BoatType::VII,
            metres(30),
            vec!["surface", "periscope", "15", "45", "60"],
        ),
        (BoatType::IX, metres(30), vec!["15", "45", "60"]),
        (
            BoatType::IX,
            metres(15),
            vec!["surface", "periscope", "30", "45"],
        ),
        (BoatType::VII, metres(120), vec!["90", "105", "135", "150"]),
    ] {
        let mut rig = moving(from);
        rig.boat(W).kind = kind;
        assert_eq!(depths(&rig), expected, "{kind} at {from}");
    }
    assert!(!patrol().boat(W).depth.is_periscope() && Depth::PERISCOPE > Depth::SURFACE);
    let mut rig = patrol();
    rig.boat(W).depth = Depth::PERISCOPE;
    assert!(!rig.boat(W).is_surfaced());
}

/// [30.forward_with_depth_change] (R3) A VII goes on after 15 m, not after 30; a IX not after any change.
#[test]
fn a_change_of_depth_may_cost_the_way_ahead() {
    for (kind, to, goes_on) in [
        (BoatType::VII, "depth 15", true),
        (BoatType::VII, "depth 30", false),
        (BoatType::VII, "depth periscope", true),
        (BoatType::IX, "depth periscope", false),
        (BoatType::IX, "depth 15", false),
    ] {
        let mut rig = moving(Depth::SURFACE);
        rig.boat(W).kind = kind;
        rig.say(W, to);
        assert_eq!(!ahead(&rig).is_empty(), goes_on, "{kind}, {to}");
        assert!(turns(&rig) > 0, "she may turn all the same");
    }
}

/// [30.approach_surfaced_until_contact] On the Approach map she stays up until an escort has held her once (R4).
#[test]
fn on_the_approach_map_she_stays_up_until_contact() {
    let mut rig = patrol();
    begin(&mut rig);
    assert_eq!(depths(&rig), [""; 0]);
    rig.boat(W).contacted = true;
    assert_eq!(depths(&rig), ["periscope", "15", "30"]);
    let boat = rig.boat(W);
    (boat.contacted, boat.dived, boat.depth) = (false, true, metres(30));
    assert_eq!(
        depths(&rig),
        ["surface", "periscope", "15"],
        "up again, but not deeper"
    );
}

/// [30.tdc_lost] [38.tdc_kept_and_lost] [30.gas_cleared] At 15 m solutions are gone; on the surface gas is.
#[test]
fn depth_takes_solutions_and_the_surface_takes_gas() {
    let solution = Some(Solution {
        target: at(5, 6),
        value: 1,
    });
    for (to, kept) in [("depth periscope", true), ("depth 15", false)] {
        let mut rig = moving(Depth::SURFACE);
        rig.boat(W).solutions[0] = solution;
        rig.say(W, to);
        assert_eq!(rig.boat(W).solutions[0].is_some(), kept, "{to}");
    }
    let mut rig = moving(metres(15));
    rig.boat(W).gas = 2;
    rig.say(W, "depth periscope");
    assert_eq!(rig.boat(W).gas, 2);
    let mut rig = moving(metres(15));
    rig.boat(W).gas = 2;
    rig.say(W, "depth surface");
    assert_eq!(rig.boat(W).gas, 0);
}

/// [32.approach_surfaced] [32.approach_submerged] One box: every turn, on even turns, or not at all.
#[test]
fn boats_go_along_the_ring_by_speed_and_depth() {
    for (speed, submerged, turn, goes) in [
        (Speed::Slow, false, 3, true),
        (Speed::Fast, false, 3, false),
        (Speed::Fast, false, 4, true),
        (Speed::Slow, true, 3, false),
        (Speed::Slow, true, 4, true),
        (Speed::Fast, true, 4, false),
    ] {
        let mut rig = patrol();
        rig.p.conditions.speed = speed;
        rig.p.turn = turn;
        if submerged {
            rig.boat(W).depth = metres(30);
        }
        begin(&mut rig);
        let offered = (rig.may(W, "to R1"), rig.may(W, "to R3"));
        assert_eq!(
            offered,
            (goes, goes),
            "{speed}, submerged {submerged}, turn {turn}"
        );
    }
}

/// [32.escort_follows] [30.no_stacking_limit] An escort that closes in goes with her to the next location, and two boats
/// may share a box.
#[test]
fn escorts_follow_and_boxes_are_shared() {
    let mut rig = patrol();
    rig.boat(X).place = Place::Approach(ApproachBox::R1);
    let from = tables().approach.location(ApproachBox::R2);
    rig.hunter(0, Post::Search(from), W, 2);
    begin(&mut rig);
    rig.say(W, "to R1");
    let to = tables().approach.location(ApproachBox::R1);
    assert_ne!(from, to);
    assert_eq!(rig.p.hunt.escorts[0].post, Post::Search(to));
    let other = rig.boat(X).place;
    assert_eq!(rig.boat(W).place, other);
}

/// [33.free_turn] [33.eight_facings] Surfaced VII all round, IX up to 135 degrees; submerged 90 and 45.
#[test]
fn boats_turn_as_far_as_they_can() {
    for (kind, depth, facings) in [
        (BoatType::VII, Depth::SURFACE, 7),
        (BoatType::IX, Depth::SURFACE, 6),
        (BoatType::VII, Depth::PERISCOPE, 4),
        (BoatType::IX, Depth::PERISCOPE, 2),
    ] {
        let mut rig = moving(depth);
        rig.boat(W).kind = kind;
        assert_eq!(turns(&rig), facings, "{kind} at {depth}");
    }
}

/// [34.surfaced_two_or_one_and_turn] [34.submerged_one] Two spaces, or one and another turn (R27); submerged one. Boxes
/// of the convoy count like open sea, and ships do not block [34.dots_and_boxes_alike].
#[test]
fn boats_go_ahead() {
    let mut rig = moving(Depth::SURFACE);
    assert_eq!(ahead(&rig), [1, 2]);
    rig.say(W, "ahead 1");
    assert!(turns(&rig) == 7 && ahead(&rig).is_empty());
    rig.say(W, "face SE");
    assert!(is_quiet(&rig.p) && rig.boat(W).place == Place::Attack(at(2, 6), Facing::SE));
    let mut rig = moving(Depth::SURFACE);
    rig.boat(W).place = Place::Attack(at(3, 6), Facing::E);
    rig.ship(at(4, 6), ship_of(Size::Small, 0));
    rig.say(W, "ahead 2");
    assert!(is_quiet(&rig.p) && rig.boat(W).place == Place::Attack(at(5, 6), Facing::E));
    let rig = moving(Depth::PERISCOPE);
    assert_eq!(ahead(&rig), [1]);
}

/// (R28) (R29) [36.bottom_edge_always] Not off the sides or the top; over the bottom edge always.
#[test]
fn only_the_bottom_edge_may_be_passed() {
    for (space, facing, way) in [
        (at(0, 5), Facing::W, &[][..]),
        (at(16, 5), Facing::E, &[]),
        (at(5, 0), Facing::N, &[]),
        (at(5, 1), Facing::N, &[1]),
        (at(5, 14), Facing::S, &[1, 2]),
    ] {
        let mut rig = moving(Depth::SURFACE);
        rig.boat(W).place = Place::Attack(space, facing);
        assert_eq!(ahead(&rig), way, "{space} {facing}");
    }
    let mut rig = moving(Depth::SURFACE);
    rig.boat(W).place = Place::Attack(at(5, 14), Facing::S);
    rig.escort(
        0,
        Post::Station {
            at: at(5, 13),
            patience: 3,
            range: 4,
        },
    );
    assert!(!rig.may(W, "disengage"));
    rig.say(W, "ahead 1");
    assert_eq!(rig.boat(W).place, Place::Track(12));
}

/// [63.diesel] [63.electric] (R20) Heavy: on even turns only; destroyed: not at all. Each engine for its own element.
#[test]
fn broken_engines_stop_boats() {
    for (gear, depth, level, turn, goes) in [
        (Gear::Diesel, Depth::SURFACE, HEAVY, 12, true),
        (Gear::Diesel, Depth::SURFACE, HEAVY, 13, false),
        (Gear::Diesel, Depth::SURFACE, WORST, 12, false),
        (Gear::Diesel, Depth::PERISCOPE, WORST, 12, true),
        (Gear::Electric, Depth::PERISCOPE, HEAVY, 13, false),
        (Gear::Electric, Depth::PERISCOPE, WORST, 12, false),
    ] {
        let mut rig = moving(depth);
        rig.hunter(0, Post::OnTop, W, 0); // or she would have to leave
        rig.boat(W).gear[gear.index()] = level;
        rig.p.turn = turn;
        assert_eq!(
            !ahead(&rig).is_empty(),
            goes,
            "{gear} {level} at {depth} on {turn}"
        );
    }
    let mut rig = moving(metres(30));
    rig.hunter(0, Post::OnTop, W, 0);
    rig.boat(W).gear[Gear::Electric.index()] = WORST;
    assert!(depths(&rig).is_empty() && rig.may(W, "blow"));
}

/// [63.rudder] Heavy: 45 degrees on even turns; destroyed: neither movement nor depth, only a blow.
#[test]
fn a_broken_rudder_holds_the_course() {
    for (level, turn, facings) in [(HEAVY, 12, 2), (HEAVY, 13, 0), (WORST, 12, 0)] {
        let mut rig = moving(Depth::PERISCOPE);
        rig.boat(W).gear[Gear::Rudder.index()] = level;
        rig.p.turn = turn;
        assert_eq!(turns(&rig), facings, "level {level}, turn {turn}");
        assert_eq!(ahead(&rig).is_empty(), level == WORST);
        assert_eq!(depths(&rig).is_empty(), level == WORST);
        assert!(rig.may(W, "blow"));
    }
}

/// [52.all_sections_kia_disengage] [63.electric] (R64) No crew, no electric motors or no officer: she must leave as soon
/// as she may, and may not as long as she is held.
#[test]
fn crippled_boats_must_leave() {
    let cripples: [fn(&mut crate::boat::Boat); 3] = [
        |boat| boat.gear[Gear::Electric.index()] = HEAVY,
        |boat| {
            Man::SECTIONS
                .iter()
                .for_each(|section| boat.wounds[section.index()] = WORST)
        },
        |boat| {
            Man::OFFICERS
                .iter()
                .for_each(|officer| boat.wounds[officer.index()] = HEAVY)
        },
    ];
    for cripple in cripples {
        let mut rig = moving(Depth::PERISCOPE);
        cripple(rig.boat(W));
        assert_eq!(rig.offers(W), [say("disengage")]);
        rig.hunter(0, Post::OnTop, W, 0);
        assert!(!rig.may(W, "disengage") && rig.may(W, "done"));
    }
}

/// [36.disengage_bars] [36.disengage_to_track] Not under contact, not within the range of a searching escort, not in a
/// quadrant with an Assigned marker; else to the turn track of this turn.
#[test]
fn who_is_hunted_may_not_leave() {
    let mut rig = moving(Depth::SURFACE);
    rig.say(W, "disengage");
    assert_eq!(rig.boat(W).place, Place::Track(12));
    let near = Post::Station {
        at: at(2, 11),
        patience: 3,
        range: 4,
    };
    let far = Post::Station {
        at: at(2, 12),
        patience: 3,
        range: 4,
    };
    let there = Post::Assigned {
        quadrant: Quadrant::Q1,
        to: at(7, 1),
        timer: 1,
    };
    let elsewhere = Post::Assigned {
        quadrant: Quadrant::Q2,
        to: at(9, 1),
        timer: 1,
    };
    for (post, allowed) in [
        (near, false),
        (far, true),
        (there, false),
        (elsewhere, true),
    ] {
        let mut rig = moving(Depth::SURFACE);
        rig.escort(0, post);
        assert_eq!(rig.may(W, "disengage"), allowed, "{post:?}");
    }
    let mut rig = moving(Depth::SURFACE);
    rig.hunter(0, far, W, 0);
    assert!(!rig.may(W, "disengage"));
    let mut rig = patrol();
    rig.hunter(0, Post::OnTop, W, 0);
    begin(&mut rig);
    assert!(!rig.may(W, "disengage"));
}

/// [31.entry_is_whole_move] Who has entered this turn is not asked to move.
#[test]
fn who_has_entered_does_not_move() {
    let mut rig = moving(Depth::SURFACE);
    rig.boat(W).moved = true;
    begin(&mut rig);
    assert!(is_quiet(&rig.p));
    rig.boat(W).moved = false;
    begin(&mut rig);
    assert!(matches!(
        rig.p.orders[0].top(),
        Some(Order::Helm(Helm::Conduct))
    ));
}

/// (R31) [55.drift_rate] An escort on top of her goes where she goes, on the Attack map too.
#[test]
fn an_escort_on_top_goes_along() {
    let mut rig = moving(metres(60));
    rig.hunter(0, Post::OnTop, W, 0);
    let stands = |rig: &Rig<'_>| {
        let escort = rig.p.hunt.escorts[0];
        (escort.post, rig.p.station(&escort))
    };
    rig.say(W, "ahead 1");
    assert_eq!(stands(&rig), (Post::OnTop, Some(at(2, 6))));
    rig.play(|play| play.move_convoy());
    assert_eq!(stands(&rig), (Post::OnTop, Some(at(2, 7))));
}

/// (R83) [63.diesel] Engines that run on even turns only hold her on the ring too.
#[test]
fn broken_engines_stop_boats_on_the_ring() {
    for (level, turn, goes) in [(HEAVY, 3, false), (HEAVY, 4, true), (WORST, 4, false)] {
        let mut rig = patrol();
        rig.p.turn = turn;
        rig.boat(W).gear[Gear::Diesel.index()] = level;
        begin(&mut rig);
        assert_eq!(rig.p.conditions.speed, Speed::Slow);
        assert_eq!(rig.may(W, "to R1"), goes, "level {level}, turn {turn}");
    }
}

/// (R93) [36.disengage_bars] A silent boat runs up and leaves in the same phase; nothing that is broken keeps her.
#[test]
fn a_silent_boat_may_leave() {
    let mut rig = moving(metres(30));
    rig.boat(W).silent = true;
    begin(&mut rig);
    assert!(!rig.may(W, "disengage"));
    rig.say(W, "operational");
    rig.say(W, "disengage");
    assert_eq!(rig.boat(W).place, Place::Track(12));
    let mut rig = moving(metres(30));
    rig.boat(W).gear[Gear::Rudder.index()] = WORST;
    assert!(ahead(&rig).is_empty() && rig.may(W, "disengage"));
}
