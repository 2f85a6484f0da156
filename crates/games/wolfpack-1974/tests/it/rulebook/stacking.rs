//! Stacking [9.0] and facing [10.0].

use crate::sea::{Sea, hex};
use wolfpack_1974::Event;
use wolfpack_1974::facing::Axis;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, EscortKind};

const D2: &[Step] = &[Step::ConvoyCourse, Step::ConvoyMovement];
const F: &[Step] = &[Step::UboatAttack(None), Step::Counterattack];

/// The hexes, from the third on, in which HX-1 on its way along row 10 meets a search.
fn searched_in(sea: Sea, chits: &[u32]) -> Vec<u8> {
    let played = sea
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .play(D2, chits);
    played
        .pickets()
        .iter()
        .map(|search| search.1.col())
        .collect()
}

/// [9.2], [9.21], [10.0], [12.12] A stack looks along the facing of its top unit, whatever lies below.
#[test]
fn a_stack_faces_as_its_top_unit_does() {
    let sea = |axis| {
        Sea::new()
            .boats("1020", "pack6 single")
            .facing("1020", axis)
    };
    assert_eq!(searched_in(sea(Axis::EastWest), &[0, 9]), [19]); // 1019 is the first of its three
    assert_eq!(searched_in(sea(Axis::NorthEast), &[0, 9]), [20]);
    let diagonal = |axis| Sea::new().boats("1119", "pack6").facing("1119", axis);
    assert_eq!(searched_in(diagonal(Axis::NorthEast), &[0, 9]), [18]); // 1018 lies to the south-west
    assert_eq!(searched_in(diagonal(Axis::NorthWest), &[0, 9]), [19]);
    assert_eq!(searched_in(diagonal(Axis::EastWest), &[0]), [0u8; 0]);
}

/// [10.1], [12.12] A single boat has a facing only on top of seven points or more; six points watch their own hex.
#[test]
fn a_single_boat_on_top_sets_the_facing() {
    let sea = |units| {
        Sea::new()
            .boats("1020", units)
            .facing("1020", Axis::EastWest)
    };
    assert_eq!(searched_in(sea("single pack6"), &[0, 9]), [19]);
    assert_eq!(
        searched_in(sea("single single single single single single"), &[0, 9]),
        [20]
    );
    assert_eq!(searched_in(sea("single"), &[0, 9]), [20]);
}

/// [9.5], [9.51], (R23) Order and facing are free in phase E; a unit that joins takes the facing of the hex, and one
/// that comes first brings its own.
#[test]
fn stacks_are_arranged_in_phase_e() {
    let sea = Sea::new()
        .sighted("HX-1", "1029", EscortKind::Eg1)
        .boats("1020", "pack6 single")
        .facing("1020", Axis::EastWest)
        .boats("1022", "pack12")
        .boats("1030", "pack6");
    let mut played = sea.play(&[Step::UboatMovement(None), Step::UboatAttack(None)], &[]);
    let facing =
        |played: &crate::sea::Played, at| played.view().stack(hex(at)).map(|stack| stack.facing);
    played.choose_all(&["unit 1020 single", "to 1022"]);
    assert_eq!(played.stack("1022"), ["single", "pack12"]);
    assert_eq!(facing(&played, "1022"), Some(Axis::NorthEast));
    played.choose_all(&["unit 1020 pack6-1", "to 1024"]);
    assert_eq!(facing(&played, "1024"), Some(Axis::EastWest));
    // Moved or not, a stack may be turned and re-ordered as often as one likes.
    played.choose_all(&["arrange", "face 1024 NW-SE", "arrange", "top 1022 pack12-1"]);
    assert_eq!(facing(&played, "1024"), Some(Axis::NorthWest));
    assert_eq!(played.stack("1022"), ["pack12", "single"]);
    played.choose("done", &[]);
    assert_eq!(played.step(), Some(Step::UboatAttack(None)));
    played.refused("arrange");
    played.refused("face 1024 E-W");
    played.refused("top 1022 single");
}

/// [9.51], [15.4] At set-up too.
#[test]
fn stacks_are_arranged_at_set_up() {
    let mut played = Sea::new()
        .boats("1020", "pack6 single")
        .play(&[Step::Deployment(None)], &[]);
    played.choose_all(&["arrange", "face 1020 E-W", "arrange", "top 1020 single"]);
    assert_eq!(
        played.view().stack(hex("1020")).unwrap().facing,
        Axis::EastWest
    );
    assert_eq!(played.stack("1020"), ["single", "pack6"]);
}

/// [9.3], [9.31] Searches for boats count every boat in the hex, pinned ones too, and boats, not counters (R3).
#[test]
fn all_boats_in_a_hex_are_counted() {
    let sea = Sea::new()
        .air(Base::Ulster, &[10])
        .boats("1031", "pack6 single")
        .pinned("1031", "pack6");
    let played = sea.play(&[Step::AirSearch], &[9]);
    let counted = played.all(|event| match event {
        Event::AirSearch { boats, product, .. } => Some((*boats, *product)),
        _ => None,
    });
    assert_eq!(counted, [(13, 3)]);
    let escort = Sea::new()
        .lost("HX-1", "1030", EscortKind::Eg1)
        .boats("1031", "pack6 single")
        .pinned("1031", "pack6")
        .play(D2, &[3, 9]);
    assert_eq!(escort.sub_searches(), [(hex("1031"), 1, 3, false)]);
}

/// [9.32], [12.18] A picket search adds up the strengths of the units that are not pinned.
#[test]
fn free_strengths_are_added_up() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .boats("1018", "pack6 single pack12")
        .pinned("1018", "pack12 single");
    let played = sea.play(D2, &[0, 9]);
    assert_eq!(played.pickets(), [(3, hex("1018"), 7 + 1 + 15, false)]);
}

/// [9.4], [9.41], [14.43] An attack strikes every boat in the hex.
#[test]
fn every_boat_is_attacked() {
    let sea = Sea::new()
        .air(Base::Ulster, &[10, 10, 10])
        .boats("1031", "pack12 single")
        .pinned("1031", "pack6");
    let played = sea.play(&[Step::AirSearch], &[1, 0, 0, 0, 0]);
    assert_eq!(played.strikes(), [(hex("1031"), 3, 4)]); // one, six, six and six boats
}

/// [9.42], (R19) Units of one stack do not attack convoys in different hexes.
#[test]
fn a_stack_attacks_one_hex() {
    let sea = Sea::new()
        .sighted("HX-1", "1020", EscortKind::Eg1)
        .sighted("ON-4", "1022", EscortKind::Eg1) // westbound: the same bow hex
        .boats("1021", "pack6 pack6");
    let mut played = sea.play(F, &[]);
    assert!(played.offers_any("attack 1") && played.offers_any("attack 4"));
    played.choose_all(&["attack 1", "add pack6-1"]);
    // A miss; the other pack may not turn on ON-4, and so F2 follows: two groups, for the whole stack is struck.
    played.choose("fire", &[0, 0, 0]);
    assert_eq!(played.strikes(), [(hex("1021"), 1, 2)]);
    assert_eq!(played.attacks(), [(6, 0, 0)]);
}

/// [9.43], [14.15], (R20) Convoys of one hex may be attacked by parts of a stack; each escort strikes only its own
/// attackers, and who held back is spared.
#[test]
fn a_stack_is_divided_between_convoys_of_one_hex() {
    let sea = Sea::new()
        .sighted("HX-1", "1020", EscortKind::Sg)
        .sighted("SC-3", "1020", EscortKind::Eg2)
        .boats("1021", "pack6 pack12 single");
    let mut played = sea.play(F, &[]);
    played.choose_all(&["attack 3", "add pack12-1"]);
    played.choose("fire", &[0]);
    assert_eq!(played.step(), Some(Step::UboatAttack(None)));
    assert_eq!(played.refused("attack 3"), "14.14"); // once [14.14]
    played.choose_all(&["attack 1", "add pack6-1"]);
    // HX-1 is missed; nothing that is left could attack. Then HX-1's escort strikes the six, SC-3's the twelve (R46).
    played.choose("fire", &[0, 9, 5, 0]);
    assert_eq!(played.strikes(), [(hex("1021"), 3, 1), (hex("1021"), 2, 2)]);
    let mut expected = vec!["pack6", "single"];
    expected.extend(["single*"; 5]);
    expected.push("pack6*");
    // Unaffected on top, then who was not attacked, then the pinned.
    assert_eq!(played.stack("1021"), expected);
}

/// [9.44], [14.41] Boats under attack are taken from the top of the stack down.
#[test]
fn packs_are_taken_from_the_top() {
    let sea = Sea::new()
        .air(Base::Ulster, &[10, 10, 10])
        .boats("1031", "pack12 pack6");
    // Found; the twelve are struck first: X and nothing; then the six: P.
    let played = sea.play(&[Step::AirSearch], &[1, 9, 0, 5]);
    let mut expected = vec!["pack6"];
    expected.extend(["single*"; 5]);
    expected.push("pack6*");
    assert_eq!(played.stack("1031"), expected);
}
