//! Packs [13.0].

use crate::sea::{Played, Sea, hex, tables};
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{EscortKind, UnitKind};

const E1: &[Step] = &[Step::PackFormation];

fn forming(sea: Sea) -> Played {
    sea.play(&[Step::PackFormation, Step::UboatMovement(None)], &[])
}

/// [13.0], [13.1], [13.11] Boats in one hex may become any other units with as many boats.
#[test]
fn boats_are_formed_anew() {
    let mut played = forming(Sea::new().boats("1020", "pack18"));
    played.choose("form 1020 3xpack6", &[]);
    assert_eq!(played.stack("1020"), ["pack6", "pack6", "pack6"]);
    played.choose("form 1020 1xpack12", &[]); // the other six come apart
    let mut expected = vec!["pack12"];
    expected.extend(["single"; 6]);
    assert_eq!(played.stack("1020"), expected);
    played.choose("form 1020 singles", &[]);
    assert_eq!(played.stack("1020"), ["single"; 18]);
    played.choose("form 1020 1xpack18", &[]);
    assert_eq!(played.stack("1020"), ["pack18"]);
}

/// [13.11] Only boats of the same hex, and the strength is that of the counters, not of the boats.
#[test]
fn only_boats_of_one_hex_are_formed() {
    let sea = Sea::new()
        .boats("1020", "pack6")
        .boats("1021", "pack6 single");
    let mut played = forming(sea);
    assert_eq!(played.refused("form 1020 1xpack12"), "13.12");
    assert_eq!(played.refused("form 1021 2xpack6"), "13.12");
    let watching = |played: &Played| played.view().stack(hex("1020")).unwrap().watching(tables());
    assert_eq!(watching(&played), 7);
    played.choose("form 1020 singles", &[]);
    assert_eq!(watching(&played), 6);
}

/// [13.12] It costs no movement: units formed in E1 have their whole allowance in E2, the larger packs a smaller one.
#[test]
fn forming_costs_no_movement() {
    let mut played = forming(Sea::new().boats("1010", "pack12 pack12"));
    played.choose_all(&["form 1010 1xpack24", "done", "unit 1010 pack24-1"]);
    assert!(played.offers_any("to 1014") && !played.offers_any("to 1015"));
    let mut apart = forming(Sea::new().boats("1010", "pack24"));
    apart.choose_all(&["form 1010 4xpack6", "done", "unit 1010 pack6-1"]);
    assert!(apart.offers_any("to 1016"));
}

/// [13.13] There are no more packs than counters, over the whole map.
#[test]
fn counters_are_limited() {
    let sea = Sea::new()
        .boats("1020", "pack6 pack6 pack6 pack6 pack6 pack6 pack6")
        .boats("1021", "pack12 single single single single single single");
    let mut played = forming(sea);
    // Eight six-boat counters, seven in use: one can be made of the singles, but not three of all in 1021.
    assert_eq!(played.refused("form 1021 3xpack6"), "13.13");
    assert_eq!(played.refused("form 1021 2xpack6"), "13.13");
    played.choose("form 1021 1xpack6 1xpack12", &[]);
    assert_eq!(played.stack("1021"), ["pack12", "pack6"]);
    assert_eq!(played.view().fleet().count(UnitKind::Pack6), 8);
}

/// [13.14], [14.41] Under attack packs come apart into sixes and stay so, struck or not; one that loses a boat becomes
/// five single boats.
#[test]
fn packs_break_under_attack() {
    let sea = Sea::new()
        .lost("HX-1", "1015", EscortKind::Sg)
        .pinned("1018", "pack18");
    // The course, found, then nothing, P and X.
    let d2 = [Step::ConvoyCourse, Step::ConvoyMovement];
    let played = sea.clone().play(&d2, &[0, 0, 0, 3, 9]);
    let mut expected = vec!["pack6*", "pack6*"];
    expected.extend(["single*"; 5]);
    assert_eq!(played.stack("1018"), expected);
    let untouched = sea.play(&d2, &[0, 0, 0, 0, 0]);
    assert_eq!(untouched.stack("1018"), ["pack6*"; 3]);
}

/// [13.15] Pinned units take no part.
#[test]
fn pinned_units_keep_their_shape() {
    let sea = Sea::new()
        .pinned("1020", "pack12 single single single single single single")
        .boats("1020", "pack6")
        .pinned("1022", "pack6");
    let mut played = forming(sea);
    assert_eq!(played.refused("form 1020 3xpack6"), "13.12");
    assert_eq!(played.refused("form 1020 1xpack18"), "13.12");
    assert!(!played.offers_any("form 1022"));
    played.choose("form 1020 singles", &[]); // the free six alone
    let mut expected = vec!["single"; 6];
    expected.push("pack12*");
    expected.extend(["single*"; 6]);
    assert_eq!(played.stack("1020"), expected);
}

/// (R38) With nothing to form, nobody is asked.
#[test]
fn nothing_to_form_is_no_question() {
    let played = Sea::new()
        .boats("1020", "single single single single single")
        .pinned("1022", "pack6")
        .play(E1, &[]);
    assert_eq!(played.step(), Some(Step::Deployment(None))); // the wall behind the steps
}
