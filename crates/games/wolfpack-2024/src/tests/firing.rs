//! Reload and U-boat attack: pages 58 to 60.

use super::*;
use crate::boat::{Place, Solution, TubeState};
use crate::boats::{BoatType, Gear, TorpedoType};
use crate::conditions::{Light, Time};
use crate::crew::{HEAVY, Man, Skill, WORST};
use crate::sequence::Phase;
use crate::space::Facing;

/// W three spaces west of a ship, bow to it, every tube loaded with steam and aimed at it with +1.
fn aiming() -> Rig<'static> {
    let mut rig = patrol();
    let target = at(5, 7);
    rig.ship(target, ship_of(Size::Medium, 0));
    let boat = rig.attack(W, at(2, 7), Facing::E);
    boat.tubes = [TubeState::Loaded(TorpedoType::G7a); 6];
    boat.solutions = [Some(Solution { target, value: 1 }); 6];
    rig
}

fn fire(rig: &mut Rig<'_>) {
    rig.p.phase = Phase::Attack;
    rig.play(|play| play.start_firing());
    rig.run();
}

fn facing(rig: &mut Rig<'_>, facing: Facing) {
    rig.boat(W).place = Place::Attack(at(2, 7), facing);
}

fn reload(rig: &mut Rig<'_>) {
    rig.p.phase = Phase::Reload;
    rig.play(|play| play.reload());
    rig.run();
}

/// [58.steps] [58.one_new_per_end] [58.same_end_and_type] Ready, a turn less, and one new torpedo at each end (R63) from
/// that end's stock.
#[test]
fn tubes_are_loaded_step_by_step() {
    let mut rig = aiming();
    let boat = rig.boat(W);
    boat.tubes[0] = TubeState::Loading(1, TorpedoType::G7a);
    boat.tubes[1] = TubeState::Loading(2, TorpedoType::G7a);
    boat.tubes[2] = TubeState::Empty;
    boat.tubes[3] = TubeState::Empty;
    boat.tubes[4] = TubeState::Empty;
    boat.reloads = [[0, 2], [1, 0]];
    reload(&mut rig);
    let boat = rig.boat(W);
    assert_eq!(boat.tubes[0], TubeState::Loaded(TorpedoType::G7a));
    assert_eq!(boat.tubes[1], TubeState::Loading(1, TorpedoType::G7a));
    assert_eq!(
        rig.offers(W),
        ["load 3 G7e", "load 4 G7e", "load 5 G7a", "done"].map(say)
    );
    rig.say(W, "load 4 G7e");
    assert_eq!(
        rig.offers(W),
        ["load 5 G7a", "done"].map(say),
        "one at the bow"
    );
    rig.say(W, "load 5 G7a");
    let boat = rig.boat(W);
    assert_eq!(
        (boat.tubes[3], boat.reloads),
        (TubeState::Loading(2, TorpedoType::G7e), [[0, 1], [0, 0]])
    );
}

/// [58.barred] [16.reload_skill] Not while silent, not in a damaged tube, not where the section is badly wounded: there
/// not even a marker moves on. A trained crew is a turn faster, at either end (R66).
#[test]
fn some_tubes_are_not_loaded() {
    let cases: [(Change, bool); 5] = [
        (|_| {}, true),
        (|boat| (boat.silent, boat.depth) = (true, metres(30)), false),
        (|boat| boat.wounds[Man::Bow.index()] = HEAVY, false),
        (|boat| boat.wounds[Man::Stern.index()] = HEAVY, true),
        (|boat| boat.tube_damage = [1; 6], false),
    ];
    for (hinder, loads) in cases {
        let mut rig = aiming();
        let boat = rig.boat(W);
        boat.tubes[0] = TubeState::Loading(1, TorpedoType::G7a);
        boat.tubes[1] = TubeState::Empty;
        boat.reloads = [[1, 0], [0, 0]];
        boat.solutions = [None; 6];
        hinder(boat);
        reload(&mut rig);
        assert_eq!(rig.may(W, "load 2 G7a"), loads);
        assert_eq!(
            rig.boat(W).tubes[0] == TubeState::Loaded(TorpedoType::G7a),
            loads
        );
    }
    let mut rig = aiming();
    let boat = rig.boat(W);
    boat.skills = [Skill::CrewReload].into_iter().collect();
    boat.tubes[1] = TubeState::Empty;
    boat.tubes[4] = TubeState::Empty;
    boat.reloads = [[1, 0], [1, 0]];
    reload(&mut rig);
    rig.say(W, "load 2 G7a");
    rig.say(W, "load 5 G7a");
    let loading = TubeState::Loading(1, TorpedoType::G7a);
    assert_eq!([1, 4].map(|tube| rig.boat(W).tubes[tube]), [loading; 2]);
}

/// [59.depth_to_fire] [61.no_periscope_no_attack] [63.damaged_tube] Only from the surface or periscope depth, submerged
/// only with a periscope, and not out of a damaged tube.
#[test]
fn not_every_boat_can_fire() {
    let cases: [(Change, bool); 5] = [
        (|_| {}, true),
        (|boat| boat.depth = Depth::PERISCOPE, true),
        (|boat| boat.depth = Depth::SHALLOW, false),
        (
            |boat| (boat.observation, boat.gear[Gear::Periscope.index()]) = (true, WORST),
            true,
        ),
        (
            |boat| {
                boat.depth = Depth::PERISCOPE;
                (boat.observation, boat.gear[Gear::Periscope.index()]) = (true, WORST);
            },
            false,
        ),
    ];
    for (change, fires) in cases {
        let mut rig = aiming();
        change(rig.boat(W));
        fire(&mut rig);
        assert_eq!(rig.may(W, "fire 1"), fires);
    }
    let mut rig = aiming();
    rig.boat(W).tube_damage[0] = 1;
    fire(&mut rig);
    assert!(!rig.may(W, "fire 1") && rig.may(W, "fire 2"));
}

/// [59.ends] Surfaced both ends, submerged only one.
#[test]
fn a_submerged_boat_fires_from_one_end() {
    for (depth, both) in [(Depth::SURFACE, true), (Depth::PERISCOPE, false)] {
        let mut rig = aiming();
        facing(&mut rig, Facing::N); // the ship lies abeam: both ends bear
        rig.boat(W).depth = depth;
        fire(&mut rig);
        assert!(rig.may(W, "fire 1") && rig.may(W, "fire 5"));
        rig.say(W, "fire 1");
        assert_eq!(
            (rig.may(W, "fire 2"), rig.may(W, "fire 5")),
            (true, both),
            "{depth}"
        );
    }
}

/// [59.arc] [59.angle_minus_1] [59.shot_direction] Straight or 45 degrees free, to 135 with -1, dead astern not at all;
/// stern tubes the other way round.
#[test]
fn tubes_bear_in_their_arc() {
    for (course, bow, stern) in [
        (Facing::E, Some(1), None),
        (Facing::NE, Some(1), Some(0)),
        (Facing::N, Some(0), Some(0)),
        (Facing::NW, Some(0), Some(1)),
        (Facing::W, None, Some(1)),
    ] {
        let mut rig = aiming();
        facing(&mut rig, course);
        let era = rig.p.era;
        let modifier = |number: u8| {
            let boat = rig.p.boat(W).unwrap();
            boat.aimed_shot(tables(), era, tube(number))
                .map(|(_, shot)| shot.modifier)
        };
        assert_eq!((modifier(1), modifier(5)), (bow, stern), "{course}");
    }
}

/// [59.own_space] [59.range_and_turns] [59.tdc_marker_back] Not at her own space; the range gives the turns; the solution
/// leaves the tube with the torpedo.
#[test]
fn a_shot_runs_for_its_range() {
    let mut rig = aiming();
    fire(&mut rig);
    rig.say(W, "fire 2");
    let torpedo = rig.p.torpedoes[0];
    assert_eq!(
        (torpedo.target, torpedo.travel, torpedo.modifier),
        (at(5, 7), Facing::E, 1)
    );
    assert_eq!(
        Some(torpedo.turns),
        tables().firing.turns(TorpedoType::G7a, rig.p.era, 3)
    );
    let boat = rig.boat(W);
    assert_eq!((boat.tubes[1], boat.solutions[1]), (TubeState::Empty, None));
    assert!(boat.solutions[0].is_some());
    let mut rig = aiming();
    rig.boat(W).place = Place::Attack(at(5, 7), Facing::E);
    fire(&mut rig);
    assert!(!rig.may(W, "fire 1"));
    assert_eq!(tables().firing.turns(TorpedoType::G7e, rig.p.era, 17), None);
}

/// [60.unaimed] At a ship without a solution: -3, at 0 or 45 degrees only, and a bad periscope counts when submerged (R24).
#[test]
fn unaimed_shots_are_poor() {
    let mut rig = aiming();
    rig.boat(W).solutions = [None; 6];
    fire(&mut rig);
    rig.say(W, "unaimed 1");
    rig.say(W, "at 5,7");
    assert_eq!(rig.p.torpedoes[0].modifier, -3);
    let mut rig = aiming();
    let boat = rig.boat(W);
    boat.solutions = [None; 6];
    (boat.depth, boat.gear[Gear::Periscope.index()]) = (Depth::PERISCOPE, HEAVY);
    let era = rig.p.era;
    let shot = rig.boat(W).unaimed_shot(tables(), era, tube(1), at(5, 7));
    assert_eq!(shot.unwrap().modifier, -4);
    let mut rig = aiming();
    facing(&mut rig, Facing::N);
    rig.boat(W).solutions = [None; 6];
    fire(&mut rig);
    assert!(is_quiet(&rig.p), "abeam nothing can be fired unaimed");
    let mut rig = aiming();
    fire(&mut rig);
    assert!(
        !rig.may(W, "unaimed 1"),
        "a tube with a solution for the ship is aimed"
    );
}

/// [60.wake_by_day] [47.targeted_request] A steam torpedo by day may be seen, once for a boat and phase; not by night, and
/// not an electric one.
#[test]
fn steam_betrays_by_day() {
    let spotted = combat(|card| card.icons(Light::DayGood, 0).binoculars);
    for (time, kind, checks) in [
        (Time::Day, TorpedoType::G7a, 1),
        (Time::Night, TorpedoType::G7a, 0),
        (Time::Day, TorpedoType::G7e, 0),
    ] {
        let mut rig = aiming();
        rig.p.conditions.time = time;
        rig.boat(W).tubes = [TubeState::Loaded(kind); 6];
        rig.stack(DeckName::Combat, &[spotted]);
        fire(&mut rig);
        rig.say(W, "fire 1");
        rig.say(W, "fire 2");
        rig.say(W, "done");
        assert_eq!(rig.pulled(Pull::Wake), checks, "{time}, {kind}");
        let request = rig.p.hunt.requests.iter().flatten().next();
        assert_eq!(
            request.map(|request| (request.kind.id(), request.space, request.timer)),
            (checks == 1).then_some(("targeted", at(2, 7), 4))
        );
    }
}

/// [51.tube] [9.track_lengths] A IX has two tubes astern, a VII one.
#[test]
fn a_nine_has_six_tubes() {
    let mut rig = aiming();
    facing(&mut rig, Facing::W);
    fire(&mut rig);
    assert!(rig.may(W, "fire 5") && !rig.may(W, "fire 6"));
    let mut rig = aiming();
    rig.boat(W).kind = BoatType::IX;
    facing(&mut rig, Facing::W);
    fire(&mut rig);
    assert!(rig.may(W, "fire 5") && rig.may(W, "fire 6"));
}
