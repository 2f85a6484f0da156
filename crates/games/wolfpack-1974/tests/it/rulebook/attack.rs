//! U-boat attacks [14.0] and straggling [14.3].

use crate::sea::{Played, Sea, convoy, hex, hexes};
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{EscortKind, Straggle};
use wolfpack_1974::{Event, combat};

const F1: &[Step] = &[Step::UboatAttack(None)];
const F: &[Step] = &[
    Step::UboatAttack(None),
    Step::Counterattack,
    Step::StraggleReduction,
];

fn hunting(sea: Sea) -> Played {
    sea.play(F1, &[])
}

/// HX-1, sighted in 1020, and boats before its bow.
fn ambush(escort: EscortKind, units: &str) -> Sea {
    Sea::new()
        .sighted("HX-1", "1020", escort)
        .boats("1021", units)
}

/// [14.0], [14.11] Boats in the bow hex attack, whichever way they face: points, a straggle draw, a marker on them.
#[test]
fn boats_attack_from_the_bow() {
    let mut played = hunting(ambush(EscortKind::Eg1, "pack12"));
    played.choose_all(&["attack 1", "add pack12-1"]);
    played.choose("fire", &[7, 9]); // 15 - 1: column 6-14, chit 7 scores 2; S2
    assert_eq!(played.attacks(), [(14, 2, 2)]);
    assert_eq!(played.view().points(), 2);
    assert_eq!(played.convoy("HX-1").straggle, Straggle::S2);
    assert_eq!(played.markers(), hexes("1021"));
    // The escort and the convoy are still there: boats hurt ships only, and no convoy dies of it [14.19].
    let convoy = played.convoy("HX-1");
    assert_eq!(
        (convoy.hex(), convoy.escort),
        (Some(hex("1020")), Some(EscortKind::Eg1))
    );
}

/// [14.11], [7.46] Behind or beside a convoy there is no attack.
#[test]
fn no_attack_but_from_the_bow() {
    let mut sea = Sea::new().sighted("HX-1", "1020", EscortKind::Eg1);
    for beside in ["1019", "1120", "0920", "1121", "0921", "1022"] {
        sea = sea.boats(beside, "pack6");
    }
    let played = hunting(sea);
    assert_eq!(played.step(), Some(Step::Deployment(None))); // nobody was asked
}

/// [14.12] Only a sighted convoy is attacked.
#[test]
fn hidden_and_lost_convoys_are_safe() {
    let sea = Sea::new()
        .convoy("HX-1", "1020", EscortKind::Eg1)
        .lost("SC-3", "1020", EscortKind::Eg1)
        .sighted("HX-5", "1020", EscortKind::Eg1)
        .boats("1021", "pack6");
    let mut played = hunting(sea);
    assert_eq!(played.offers(), ["attack 5", "done"]);
    assert_eq!(played.refused("attack 1"), "14.12");
    assert_eq!(played.refused("attack 3"), "14.12");
}

/// [14.13] All, some or none may attack; whoever is in the hex is struck back at.
#[test]
fn some_may_hold_back() {
    let none = hunting(ambush(EscortKind::Eg1, "pack6 pack6"))
        .choose("done", &[])
        .clone();
    assert!(none.attacks().is_empty() && none.strikes().is_empty());
    let mut some = ambush(EscortKind::Eg1, "pack6 pack12 single").play(F, &[]);
    some.choose_all(&["attack 1", "add pack6-1"]);
    some.choose("fire", &[0, 0, 0, 0, 0]); // a miss, then four groups
    assert_eq!(some.attacks()[0].0, 6); // 7 - 1: the others lend nothing
    assert_eq!(some.strikes(), [(hex("1021"), 1, 4)]);
}

/// [14.14], (R19) A unit attacks once, a convoy is attacked once, and the strengths of a force are added.
#[test]
fn one_attack_each() {
    let sea =
        ambush(EscortKind::Eg1, "pack6 pack6 single").sighted("SC-3", "1020", EscortKind::Eg2);
    let mut played = hunting(sea);
    played.choose_all(&["attack 1", "add pack6-1", "add single"]);
    assert_eq!(played.refused("add pack6-1"), "14.14");
    assert_eq!(played.view().force(convoy("HX-1")), 8);
    played.choose("fire", &[0]);
    assert_eq!(played.attacks()[0].0, 7);
    assert_eq!(played.refused("attack 1"), "14.14");
    played.choose("attack 3", &[]);
    assert_eq!(played.offers(), ["add pack6-2", "back"]); // the others have had their turn
}

/// [14.14] A force may be thought over before it fires.
#[test]
fn a_force_may_be_sent_back() {
    let mut played = hunting(ambush(EscortKind::Eg1, "pack6 single"));
    played.choose_all(&["attack 1", "add all", "back", "attack 1"]);
    assert_eq!(played.view().force(convoy("HX-1")), 0);
    assert!(!played.offers_any("fire"));
}

/// [14.16] Below +2 there is no attack; above +40 counts as +40.
#[test]
fn the_differential_has_limits() {
    let mut weak = hunting(ambush(EscortKind::Sg, "single single single single single"));
    weak.choose_all(&[
        "attack 1",
        "add single",
        "add single",
        "add single",
        "add single",
    ]);
    assert_eq!(weak.refused("fire"), "14.16"); // 4 - 3
    weak.choose("add single", &[]);
    weak.choose("fire", &[3]);
    assert_eq!(weak.attacks(), [(2, 0, 0)]);
    let never = hunting(ambush(EscortKind::Sg, "single single single single"));
    assert_eq!(never.step(), Some(Step::Deployment(None)));
    let mut strong = hunting(ambush(EscortKind::Eg1, "pack30 pack12"));
    strong.choose_all(&["attack 1", "add all"]);
    strong.choose("fire", &[9, 0]);
    assert_eq!(strong.attacks(), [(54, 4, 4)]);
}

/// [14.17], [14.34], [14.19] Against a straggler the escort counts less, the chit more, and the points double; only a
/// marker from before the attack counts.
#[test]
fn stragglers_are_easy_prey() {
    let attack = |straggle, chits: &[u32]| {
        let mut played = hunting(ambush(EscortKind::Eg2, "pack6").straggled("HX-1", straggle));
        played.choose_all(&["attack 1", "add pack6-1"]);
        played.choose("fire", chits);
        (played.attacks()[0], played.convoy("HX-1").straggle)
    };
    // Column 2-5, chit 5: one point, and the S2 that it brings doubles nothing.
    assert_eq!(attack(Straggle::None, &[5, 9]), ((5, 1, 1), Straggle::S2));
    // Escort 1, column 6-14, chit 5 + 1 scores 2, doubled.
    assert_eq!(attack(Straggle::S1, &[5, 0]), ((6, 2, 4), Straggle::S1));
    // Escort 0, chit 7 + 2 scores 3, doubled.
    assert_eq!(attack(Straggle::S2, &[7, 0]), ((7, 3, 6), Straggle::S2));
}

/// [14.18], (R16) The modifiers are added up, and the sum is held to 0 and 9.
#[test]
fn a_modified_chit_has_limits() {
    let attack = |storm: &str, chits: &[u32]| {
        let sea = ambush(EscortKind::Eg1, "pack18").straggled("HX-1", Straggle::S2);
        let mut played = hunting(sea.storm(storm));
        played.choose_all(&["attack 1", "add pack18-1"]);
        played.choose("fire", chits);
        played.attacks()[0].1
    };
    // Column 24-31. 1018 lies too far off to matter: 9 + 2 is 9.
    assert_eq!(attack("1018", &[9, 0]), 4);
    // A storm over the convoy: 9 + 2 - 3 is 8 and scores 3; 9 + 2 held to 9 and then less 3 would score 2.
    assert_eq!(attack("1020", &[9, 0]), 3);
    // 0 + 2 - 3 is 0 and misses; 0 - 3 held to 0 and then 2 more would score 1.
    assert_eq!(attack("1020", &[0]), 0);
}

/// (R35) The convoy's hex decides about its weather; that the boats lie in a storm does not spoil their aim.
#[test]
fn the_targets_weather_counts() {
    let mut played = ambush(EscortKind::Sg, "pack12").storm("1022").play(F, &[]);
    played.choose_all(&["attack 1", "add pack12-1"]);
    // Chit 5 scores 2 in clear weather. The counterattack is at -3: 9 only pins, 3 does nothing.
    played.choose("fire", &[5, 0, 9, 3]);
    assert_eq!(played.attacks(), [(12, 2, 2)]);
    assert_eq!(played.stack("1021"), ["pack6", "pack6*"]);
}

/// [14.3], [14.31], (R17), (R32) The straggle draw is made under the result read, not under the doubled points; a result
/// of 0 brings none.
#[test]
fn the_result_read_scatters_the_convoy() {
    let mut played = hunting(ambush(EscortKind::Eg2, "pack6").straggled("HX-1", Straggle::S1));
    played.choose_all(&["attack 1", "add pack6-1"]);
    // Chit 2 + 1 scores 1, two points. Chit 5 would scatter under 2, not under 1.
    played.choose("fire", &[2, 5]);
    assert_eq!(played.attacks(), [(6, 1, 2)]);
    let columns = played.all(|event| match event {
        Event::Straggles { column, .. } => Some(column.id()),
        _ => None,
    });
    assert_eq!(columns, ["1"]);
    assert_eq!(played.convoy("HX-1").straggle, Straggle::S1);
    assert_eq!(combat::straggle_column(0), None);
}

/// [14.36], (R32) S1 and any new result make S2; S2 stays, though the chit is drawn.
#[test]
fn stragglers_scatter_further() {
    let after = |straggle| {
        let mut played = hunting(ambush(EscortKind::Eg1, "pack6").straggled("HX-1", straggle));
        played.choose_all(&["attack 1", "add pack6-1"]);
        played.choose("fire", &[5, 6]); // S1 under any result from 1
        played.convoy("HX-1").straggle
    };
    assert_eq!(after(Straggle::None), Straggle::S1);
    assert_eq!(after(Straggle::S1), Straggle::S2);
    assert_eq!(after(Straggle::S2), Straggle::S2);
}

/// [14.32] In F3 every S1 goes, then every S2 becomes S1: a fresh S2 is still S1 the next day.
#[test]
fn convoys_close_up_in_f3() {
    let sea = Sea::new()
        .convoy("HX-1", "1020", EscortKind::Eg1)
        .convoy("SC-3", "1020", EscortKind::Eg1)
        .straggled("HX-1", Straggle::S1)
        .straggled("SC-3", Straggle::S2);
    let states = |days: usize| {
        let played = sea.clone().play(&vec![Step::StraggleReduction; days], &[]);
        ["HX-1", "SC-3"].map(|name| played.convoy(name).straggle)
    };
    assert_eq!(states(1), [Straggle::None, Straggle::S1]);
    assert_eq!(states(2), [Straggle::None, Straggle::None]);
}
