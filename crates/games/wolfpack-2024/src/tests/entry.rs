//! From the Approach map to the Attack map: pages 31 and 32.

use super::*;
use crate::asw::Post;
use crate::boat::Place;
use crate::boats::Gear;
use crate::crew::WORST;
use crate::sequence::Phase;
use crate::space::Facing;

fn check(turn: u8, d10: u8) -> Rig<'static> {
    let mut rig = patrol();
    rig.p.turn = turn;
    rig.d10s(&[d10]);
    rig.p.phase = Phase::Entry;
    rig.play(|play| play.begin(Phase::Entry));
    rig.run();
    rig
}

/// [31.entry_d10] [32.entry_from_turn_11] By d10 on turns 8 to 10, without one from turn 11.
#[test]
fn boats_enter_by_d10_and_then_they_must() {
    for (turn, d10, enters, pulls) in [
        (7, 10, false, 0),
        (8, 9, true, 1),
        (8, 8, false, 1),
        (9, 7, true, 1),
        (9, 6, false, 1),
        (10, 5, true, 1),
        (10, 4, false, 1),
        (11, 1, true, 0),
        (20, 1, true, 0),
    ] {
        let rig = check(turn, d10);
        assert_eq!(!is_quiet(&rig.p), enters, "turn {turn}, {d10}");
        assert_eq!(rig.pulled(Pull::ApproachToAttack), pulls, "turn {turn}");
    }
}

/// [32.contact_bars_entry] (R92) Not under contact, not in a blow, not with a rudder that is gone. So no escort loses its
/// boat to the other map (R82).
#[test]
fn some_boats_cannot_enter() {
    for hinder in 0..3 {
        let mut rig = patrol();
        rig.p.turn = 12;
        match hinder {
            0 => {
                rig.hunter(0, Post::OnTop, W, 0);
            }
            1 => rig.boat(W).blowing = true,
            _ => rig.boat(W).gear[Gear::Rudder.index()] = WORST,
        }
        rig.play(|play| play.begin(Phase::Entry));
        rig.run();
        assert!(is_quiet(&rig.p), "hinder {hinder}");
        assert!(rig.boat(W).approach().is_some());
        assert_eq!(rig.p.is_held(W), hinder == 0);
    }
}

/// [31.entry_spaces] [31.entry_depth] [31.entry_is_whole_move] Five spaces for a surfaced boat, the middle three for a
/// submerged one; any facing; down to 30 m from the surface, else the usual rate (R5).
#[test]
fn an_entering_boat_picks_space_facing_and_depth() {
    let mut rig = check(11, 1);
    let spaces = rig.offers(W);
    assert_eq!(spaces.len(), 5 + 1, "and she may be scuttled");
    let five = tables()
        .approach
        .entry(rig.boat(W).approach().unwrap(), true)
        .to_vec();
    let three = tables()
        .approach
        .entry(rig.boat(W).approach().unwrap(), false)
        .to_vec();
    assert_eq!(three, five[1..4]);
    rig.choose(W, Choice::At(five[0])).unwrap();
    assert_eq!(rig.offers(W).len(), 8);
    rig.say(W, "face SW");
    assert_eq!(
        rig.offers(W),
        ["surface", "periscope", "15", "30"].map(|depth| say(&format!("depth {depth}")))
    );
    rig.say(W, "depth 30");
    let boat = rig.boat(W);
    assert_eq!(
        (boat.place, boat.depth, boat.moved),
        (Place::Attack(five[0], Facing::SW), metres(30), true)
    );
    assert!(rig.p.engaged);

    let mut rig = patrol();
    rig.p.turn = 11;
    rig.boat(W).depth = metres(60);
    rig.boat(W).contacted = true;
    rig.play(|play| play.begin(Phase::Entry));
    rig.run();
    assert_eq!(rig.offers(W).len(), 3);
    rig.choose(W, Choice::At(three[0])).unwrap();
    rig.say(W, "face N");
    let depths = ["30", "45", "60", "75", "90"].map(|depth| say(&format!("depth {depth}")));
    assert_eq!(rig.offers(W), depths);
}

/// [31.entry_is_whole_move] (R92) A silent boat that must enter runs up first.
#[test]
fn a_silent_boat_runs_up_to_enter() {
    let mut rig = patrol();
    rig.p.turn = 11;
    let boat = rig.boat(W);
    (boat.depth, boat.contacted, boat.silent) = (metres(60), true, true);
    rig.play(|play| play.begin(Phase::Entry));
    rig.run();
    assert!(!rig.boat(W).silent && !is_quiet(&rig.p));
}
