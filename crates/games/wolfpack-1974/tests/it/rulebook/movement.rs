//! Movement in general [6.0], no zones of control [8.0], stacking and movement [9.1].

use crate::sea::{Played, Sea, game, hex, shared_game, tables};
use derbyhouse_kernel::{Direction, Game, Match, Seat};
use wolfpack_1974::Setup;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{EscortKind, Scenario};

const E2: &[Step] = &[Step::UboatMovement(None)];

fn moving(sea: Sea) -> Played {
    sea.play(E2, &[])
}

/// Where a selected unit may go.
fn reach(played: &Played) -> Vec<String> {
    let mut offers = played.offers();
    offers.retain(|offer| offer.starts_with("to "));
    offers
}

/// [6.0] Units move one at a time and each once; points that are left are lost.
#[test]
fn a_unit_moves_once() {
    let mut played = moving(Sea::new().boats("1010", "pack6 pack6"));
    played.choose_all(&["unit 1010 pack6-1", "to 1011"]);
    assert_eq!(played.refused("unit 1011 pack6-1"), "6.0");
    assert!(!played.offers_any("unit 1011"));
    // The other one still has its full movement, and not a point more.
    played.choose("unit 1010 pack6-2", &[]);
    assert!(played.offers_any("to 1016") && !played.offers_any("to 1017"));
    assert_eq!(played.refused("to 1017"), "6.13");
}

/// [6.0], (R33) A move may be taken back, but not in a game of touch-move, and never across a draw.
#[test]
fn moves_may_be_taken_back_unless_it_is_agreed_otherwise() {
    let deploy = |strict: bool| {
        let mut setup = Setup::plain(Scenario::February);
        setup.switches.strict_no_undo = strict;
        let game = shared_game();
        let mut played = Match::new(game, setup, 5).unwrap();
        for choice in ["deploy pack6", "at 1020"] {
            played
                .choose(Seat::FIRST, &choice.parse().unwrap())
                .unwrap();
        }
        played
    };
    let mut free = deploy(false);
    assert_eq!(free.undo_depth(), 2);
    free.undo(Seat::FIRST).unwrap();
    free.undo(Seat::FIRST).unwrap();
    assert!(free.undo(Seat::FIRST).is_err());
    let mut strict = deploy(true);
    assert_eq!(strict.undo(Seat::FIRST).unwrap_err().rule.unwrap().0, "6.0");
    // Done with deploying, the escorts are drawn: no way back.
    for _ in 0..7 {
        for choice in ["deploy pack6", "at 1020"] {
            free.choose(Seat::FIRST, &choice.parse().unwrap()).unwrap();
        }
    }
    assert!(free.may_undo(Seat::FIRST).is_ok());
    free.choose(Seat::FIRST, &"done".parse().unwrap()).unwrap();
    assert!(free.may_undo(Seat::FIRST).is_err());
    assert!(game().undo_allowed(free.position()).is_ok());
}

/// [6.1], [6.11] In D2 convoys must move, and boats do not.
#[test]
fn convoys_move_and_boats_stay() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .boats("0510", "single");
    let played = sea.play(&[Step::ConvoyCourse, Step::ConvoyMovement], &[0]);
    assert_eq!(played.convoy("HX-1").hex(), Some(hex("1021")));
    assert_eq!(played.stack("0510"), ["single"]);
}

/// [6.12] In E2 boats may move, all, some or none; nothing is searched and nothing fights.
#[test]
fn boats_move_without_a_search_or_a_fight() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Eg1)
        .sighted("SC-3", "1022", EscortKind::Eg2)
        .boats("1010", "pack6 single")
        .boats("1021", "single");
    let mut played = moving(sea);
    let convoys = [played.convoy("HX-1"), played.convoy("SC-3")];
    // Right through both convoys; the lone boat stays where it is.
    played.choose_all(&["unit 1010 pack6-1", "to 1016", "done"]);
    assert_eq!(played.stack("1016"), ["pack6"]);
    assert_eq!([played.convoy("HX-1"), played.convoy("SC-3")], convoys);
    assert_eq!(played.stack("1010"), ["single"]);
}

/// [6.13], [6.22] A hex costs one point, a storm hex two, and the whole cost must be there.
#[test]
fn a_move_is_paid_in_full() {
    // Six points: 1010 to 1012 are storm hexes, so 1012 is the end of the straight way.
    let mut played = moving(Sea::new().boats("1009", "pack6").storm("1211 1011 0811"));
    played.choose("unit 1009 pack6-1", &[]);
    assert!(played.offers_any("to 1012") && !played.offers_any("to 1013"));
    // Three points: one for 1010, two for the storm hex 1011, none for the next.
    let mut slow = moving(Sea::new().pinned("1009", "pack6").storm("1012"));
    slow.choose("unit 1009 pack6-1", &[]);
    assert!(slow.offers_any("to 1011") && !slow.offers_any("to 1012"));
}

/// [6.2], [6.21] Boats stay on the playing area.
#[test]
fn no_boat_leaves_the_playing_area() {
    let mut played = moving(Sea::new().boats("2010", "single"));
    played.choose("unit 2010 single", &[]);
    assert_eq!(played.refused("to 2110"), "6.21");
    let on_area = |offer: &String| tables().map.is_playing(hex(&offer[3..]));
    assert!(reach(&played).iter().all(on_area));
    // Aircraft may be anywhere: they fly from bases that no boat could enter.
    assert!(
        tables()
            .map
            .bases
            .iter()
            .all(|base| !tables().map.is_playing(*base))
    );
}

/// [6.3], [9.13] Any unit moves in any direction, also out of a stack and into another, at no extra cost.
#[test]
fn units_move_out_of_stacks_and_into_stacks() {
    let sea = Sea::new()
        .boats("1010", "pack6 pack12 single")
        .boats("1016", "pack6");
    let mut played = moving(sea);
    played.choose_all(&["unit 1010 pack12-1", "to 1016"]);
    assert_eq!(played.stack("1016"), ["pack12", "pack6"]); // on top (R23)
    assert_eq!(played.stack("1010"), ["pack6", "single"]);
    played.choose_all(&["stack 1010", "to 0910"]);
    assert_eq!(played.stack("0910"), ["pack6", "single"]);
    assert!(played.stack("1010").is_empty());
}

/// [6.31], [9.0], [9.1], [9.11] Boats pass through a convoy's hex, but do not end their move there.
#[test]
fn boats_pass_convoys_but_do_not_stay_with_them() {
    let sea = Sea::new()
        .convoy("HX-1", "1012", EscortKind::Dummy)
        .boats("1010", "pack24");
    let mut played = moving(sea);
    played.choose("unit 1010 pack24-1", &[]);
    assert_eq!(played.refused("to 1012"), "6.31");
    assert!(!played.offers_any("to 1012"));
    // Four points: 1014 is reached only straight on, through the convoy.
    played.choose("to 1014", &[]);
    assert_eq!(played.stack("1014"), ["pack24"]);
}

/// [9.0], (R26) Boats that a convoy has run into must leave before E2 ends.
#[test]
fn boats_make_way_for_a_convoy() {
    let sea = Sea::new()
        .convoy("HX-1", "1012", EscortKind::Dummy)
        .boats("1012", "pack6 single");
    let mut played = moving(sea);
    assert_eq!(played.refused("done"), "9.0");
    played.choose_all(&["unit 1012 pack6-1", "to 1013"]);
    assert_eq!(played.refused("done"), "9.0"); // one boat is still there
    assert!(!played.offers_any("done"));
    played.choose_all(&["unit 1012 single", "to 1011", "done"]);
}

/// (R26) Boats with nowhere to go stay where they are.
#[test]
fn boats_with_nowhere_to_go_may_stay() {
    // A pinned pack of 24 moves two; round it every hex is stormy and holds a convoy, or cannot be paid for.
    let mut sea = Sea::new().pinned("1012", "pack24").storm("1213 1012 0812");
    let around = Direction::ALL.map(|side| hex("1012").step(side).to_string());
    let names = ["HX-1", "ONS-2", "SC-3", "ON-4", "HX-5", "ONS-6"];
    for (name, at) in names.iter().zip(&around) {
        sea = sea.convoy(name, at, EscortKind::Dummy);
    }
    let mut stuck = moving(sea.clone().convoy("SC-7", "1012", EscortKind::Dummy));
    stuck.choose("done", &[]);
    assert_eq!(stuck.stack("1012"), ["pack24*"]);
    // One convoy fewer, and there is a hex to go to.
    let mut free = moving(sea.convoy("SC-7", "1012", EscortKind::Dummy).convoy(
        "HX-1",
        "0620",
        EscortKind::Dummy,
    ));
    assert_eq!(free.refused("done"), "9.0");
}

/// [6.32], [14.5] Pinned boats move at half rate.
#[test]
fn pinned_boats_crawl() {
    let mut played = moving(Sea::new().pinned("1010", "pack6 single"));
    played.choose("unit 1010 pack6-1", &[]);
    assert!(played.offers_any("to 1013") && !played.offers_any("to 1014"));
    played.choose_all(&["back", "unit 1010 single-pinned"]);
    assert!(played.offers_any("to 1014") && !played.offers_any("to 1015"));
}

/// [8.0] There are no zones of control: convoys and boats near the way change nothing.
#[test]
fn nobody_holds_anybody_up() {
    let start = || Sea::new().boats("1010", "pack6");
    let mut empty = moving(start());
    empty.choose("unit 1010 pack6-1", &[]);
    let crowded = start()
        .sighted("HX-1", "1012", EscortKind::Cve)
        .boats("1110", "pack30")
        .boats("0911", "single");
    let mut crowded = moving(crowded);
    crowded.choose("unit 1010 pack6-1", &[]);
    let mut expected = reach(&empty);
    expected.retain(|offer| offer != "to 1012"); // only the convoy's own hex is closed
    assert_eq!(reach(&crowded), expected);
}

/// [9.12], [7.45] A convoy may run into boats and end its move there, until the boats have moved.
#[test]
fn a_convoy_may_end_on_boats() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .boats("1021", "single");
    let steps = [
        Step::ConvoyCourse,
        Step::ConvoyMovement,
        Step::UboatMovement(None),
    ];
    let mut played = sea.play(&steps, &[0, 9]);
    assert_eq!(played.convoy("HX-1").hex(), Some(hex("1021")));
    assert_eq!(played.stack("1021"), ["single"]);
    assert_eq!(played.refused("done"), "9.0");
}
