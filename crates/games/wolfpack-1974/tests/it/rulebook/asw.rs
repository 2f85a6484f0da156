//! Anti-submarine combat [14.4] and what it leaves behind [14.5].

use crate::sea::{Played, Sea, hex};
use wolfpack_1974::Event;
use wolfpack_1974::facing::Axis;
use wolfpack_1974::position::Contact;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::Base::Ulster;
use wolfpack_1974::units::{EscortKind, Straggle};

const C2: &[Step] = &[Step::AirSearch];
const D2: &[Step] = &[Step::ConvoyCourse, Step::ConvoyMovement];
const F: &[Step] = &[Step::UboatAttack(None), Step::Counterattack];

/// Groups of an attack as boats and result.
fn groups(played: &Played) -> Vec<(u8, &'static str)> {
    let events = played.events.iter().filter_map(|event| match event {
        Event::BoatsAttacked { groups, .. } => Some(groups),
        _ => None,
    });
    events
        .flatten()
        .map(|group| (group.boats, group.result.id()))
        .collect()
}

/// A stack attacked from the air with strength 3, the search succeeding.
fn bombed(units: &str, chits: &[u32]) -> Played {
    let sea = Sea::new()
        .air(Ulster, &[10, 10, 10])
        .boats("1031", units)
        .facing("1031", Axis::EastWest);
    let chits: Vec<u32> = [1].iter().chain(chits).copied().collect();
    sea.play(C2, &chits)
}

/// [14.4], [14.41], (R21) Odd single boats first, then single boats by sixes, then packs cut into sixes.
#[test]
fn boats_are_attacked_by_sixes() {
    let units = "single single single single single single single single single pack18";
    let played = bombed(units, &[5, 8, 0, 3, 9]);
    assert_eq!(
        groups(&played),
        [(3, "P"), (6, "X"), (6, "."), (6, "P"), (6, "X")]
    );
    assert_eq!(played.view().boats_sunk(), 2);
    let mut expected = vec!["pack6"];
    expected.extend(["single*"; 3 + 5]); // singles in a group do not become a pack
    expected.push("pack6*");
    expected.extend(["single*"; 5]);
    assert_eq!(played.stack("1031"), expected);
}

/// (R41) The facing of a stack survives, whatever comes to its top.
#[test]
fn combat_does_not_turn_a_stack() {
    let played = bombed("pack6 pack6", &[5, 0]);
    assert_eq!(played.stack("1031"), ["pack6", "pack6*"]);
    assert_eq!(
        played.view().stack(hex("1031")).unwrap().facing,
        Axis::EastWest
    );
}

/// (R22) A pack that is cut when no six-boat counter is left becomes six single boats.
#[test]
fn without_counters_a_pack_falls_apart() {
    let sea = Sea::new()
        .air(Ulster, &[10, 10, 10])
        .boats("1031", "pack18")
        .boats("0510", "pack6 pack6 pack6 pack6 pack6 pack6 pack6");
    let played = sea.play(C2, &[1, 0, 0, 0]);
    let mut expected = vec!["pack6"]; // the eighth counter
    expected.extend(["single"; 12]);
    assert_eq!(played.stack("1031"), expected);
}

/// [14.42] In D2 only the escort that found the boats attacks; aircraft only in C2.
#[test]
fn who_finds_attacks() {
    let sea = Sea::new()
        .air(Ulster, &[16, 16])
        .lost("HX-1", "1025", EscortKind::Eg1)
        .lost("SC-3", "1027", EscortKind::Sg)
        .pinned("1028", "pack6");
    // HX-1's escort finds the boats, SC-3's does not.
    let played = sea.play(D2, &[0, 0, 0, 9]);
    assert_eq!(played.sub_searches().len(), 2);
    assert_eq!(played.strikes(), [(hex("1028"), 1, 1)]);
}

/// [14.43] The same escort does not attack a boat twice in a segment, another escort may.
#[test]
fn no_boat_is_attacked_twice_by_one_escort() {
    let sea = Sea::new()
        .lost("HX-1", "1017", EscortKind::Cve)
        .lost("SC-3", "1019", EscortKind::Eg1)
        .pinned("1020", "pack6")
        .switches(|switches| switches.cve_repeats_search_of_same_hex = true);
    // The carrier finds them from 1019 and is done with them, though it comes nearer; then SC-3 finds them as well.
    let played = sea.play(D2, &[0, 0, 0, 0, 0]);
    assert_eq!(played.strikes(), [(hex("1020"), 3, 1), (hex("1020"), 1, 1)]);
}

/// F1 with everything in the bow hex against HX-1 in 1020, and the counterattack.
fn fought(sea: Sea, add: &[&str], chits: &[u32]) -> Played {
    let mut played = sea.play(F, &[]);
    played.choose("attack 1", &[]);
    played.choose_all(add);
    played.choose("fire", chits);
    played
}

/// [14.46], [14.32], [14.33] The escort strikes back with its strength less straggling, even that of a moment ago.
#[test]
fn a_straggling_escort_strikes_weaker() {
    let sea = |escort, straggle| {
        Sea::new()
            .sighted("HX-1", "1020", escort)
            .straggled("HX-1", straggle)
            .boats("1021", "pack12")
    };
    let strike = |played: Played| played.strikes().first().map(|strike| strike.1);
    let add = ["add pack12-1"];
    // A miss: the printed strength, or less with an old marker.
    assert_eq!(
        strike(fought(
            sea(EscortKind::Sg, Straggle::None),
            &add,
            &[0, 0, 0]
        )),
        Some(3)
    );
    assert_eq!(
        strike(fought(sea(EscortKind::Sg, Straggle::S1), &add, &[0, 0, 0])),
        Some(2)
    );
    // A hit of 2 with S2 drawn: 3 - 2. Against EG-2 the same leaves nothing to strike with.
    assert_eq!(
        strike(fought(
            sea(EscortKind::Sg, Straggle::None),
            &add,
            &[5, 8, 0, 0]
        )),
        Some(1)
    );
    let none = fought(sea(EscortKind::Eg2, Straggle::None), &add, &[5, 8]);
    assert_eq!(strike(none.clone()), None);
    assert!(
        none.events
            .iter()
            .any(|event| matches!(event, Event::NoCounterattack { .. }))
    );
}

/// [14.42] No aircraft take part in a counterattack, and an escort whose convoy was not attacked stays out of it.
#[test]
fn only_the_escort_of_the_attacked_strikes_back() {
    let sea = Sea::new()
        .sighted("HX-1", "1020", EscortKind::Eg1)
        .air_escort("HX-1", Ulster, 20)
        .sighted("SC-3", "1020", EscortKind::Sg)
        .boats("1021", "pack6");
    let played = fought(sea, &["add pack6-1"], &[0, 0]);
    assert_eq!(played.strikes(), [(hex("1021"), 1, 1)]);
}

/// [14.5], [12.18] Boats pinned in F2 stay so through the next D2, without a zone and without contact, crawl in E2, and
/// are free in E3.
#[test]
fn pins_last_until_e3() {
    let sea = Sea::new()
        .sighted("HX-1", "1020", EscortKind::Sg)
        .convoy("HX-5", "1018", EscortKind::Dummy)
        .boats("1021", "pack6");
    let e = [
        Step::PackFormation,
        Step::UboatMovement(None),
        Step::Depinning,
    ];
    let steps = [F, D2, &e].concat();
    let mut played = sea.play(&steps, &[]);
    played.choose_all(&["attack 1", "add pack6-1"]);
    // A miss, and the pack is pinned. HX-1 loses contact; its escort searches the pack it runs over. HX-5 passes
    // through the pack's hex with its third point and is not searched.
    played.choose("fire", &[0, 5, 2, 9]);
    assert_eq!(played.convoy("HX-1").contact, Contact::Lost);
    assert!(played.pickets().is_empty());
    assert_eq!(played.step(), Some(Step::UboatMovement(None))); // there is nothing that E1 could form [13.15]
    assert_eq!(played.stack("1021"), ["pack6*"]);
    played.choose("unit 1021 pack6-1", &[]);
    assert!(played.offers_any("to 1121") && !played.offers_any("to 0918"));
    played.choose_all(&["back", "done"]);
    assert_eq!(played.stack("1021"), ["pack6"]);
}

/// [14.5] Boats pinned in C2 or D2 are free in E3 and may attack the same day; a pin takes nothing from their strength.
#[test]
fn boats_pinned_by_day_attack_by_night() {
    let sea = Sea::new()
        .sighted("HX-1", "1020", EscortKind::Eg1)
        .pinned("1021", "pack6");
    let played = sea.play(&[Step::Depinning, Step::UboatAttack(None)], &[]);
    let mut played = played;
    played.choose_all(&["attack 1", "add pack6-1"]);
    assert!(played.offers_any("fire"));
    assert_eq!(played.view().force(crate::sea::convoy("HX-1")), 7);
}

/// [14.41], [14.6] A lone boat that is sunk leaves nothing, and counts.
#[test]
fn a_lone_boat_is_lost_with_all_hands() {
    let sea = Sea::new()
        .lost("HX-1", "1017", EscortKind::Eg1)
        .pinned("1020", "single");
    let played = sea.play(D2, &[0, 0, 9]);
    assert!(played.stack("1020").is_empty());
    assert_eq!((played.view().boats_sunk(), played.view().net()), (1, -2));
}

/// (R46) Escorts strike back in the order of their convoys' numbers.
#[test]
fn counterattacks_come_by_number() {
    let sea = Sea::new()
        .sighted("HX-5", "1020", EscortKind::Eg1)
        .sighted("HX-1", "1010", EscortKind::Eg2)
        .boats("1021", "pack6")
        .boats("1011", "pack6");
    let mut played = sea.play(F, &[]);
    played.choose_all(&["attack 5", "add pack6-1"]);
    played.choose("fire", &[0]);
    played.choose_all(&["attack 1", "add pack6-2"]);
    played.choose("fire", &[1, 0, 0]);
    let order = played.all(|event| match event {
        Event::Counterattack { convoy, .. } => Some(convoy.number()),
        _ => None,
    });
    assert_eq!(order, [1, 5]);
}

/// [14.41], (R21) The odd single boats are the first of the stack.
#[test]
fn the_odd_boats_come_from_the_top() {
    let sea = Sea::new()
        .lost("HX-1", "1017", EscortKind::Eg1)
        .boats("1020", "single")
        .pinned("1020", "single single single single single single");
    // HX-1 is searched for in vain. Its escort finds the boats: the free one is sunk, the six others stay as they were.
    let played = sea.play(D2, &[0, 9, 0, 9, 0]);
    assert_eq!(groups(&played), [(1, "X"), (6, ".")]);
    assert_eq!(played.stack("1020"), ["single*"; 6]);
}
