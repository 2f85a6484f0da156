//! Borders and detours [7.5].

use crate::sea::{Sea, hex, hexes, tables};
use derbyhouse_kernel::{Direction, Hex, HexSet};
use proptest::prelude::*;
use wolfpack_1974::Wolfpack;
use wolfpack_1974::convoys::Course;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::tables::steps;
use wolfpack_1974::units::{Bound, EscortKind, Heading};

const D2: &[Step] = &[Step::ConvoyCourse, Step::ConvoyMovement];

fn path(sea: Sea, chits: &[u32]) -> Vec<Hex> {
    sea.play(D2, chits).paths().last().unwrap().1.clone()
}

/// [7.5], [7.51] A convoy keeps to the playing area and follows its border to the destination.
#[test]
fn a_convoy_follows_the_border() {
    let along =
        |name: &str, at: &str, chit| path(Sea::new().convoy(name, at, EscortKind::Dummy), &[chit]);
    assert_eq!(
        along("ON-4", "1830", 9),
        hexes("1930 2029 2028 2027 2026 2025")
    );
    assert_eq!(
        along("ON-4", "0205", 3),
        hexes("0105 0104 0203 0303 0402 0502")
    );
}

/// [7.52], [7.53], [7.54] A sighting zone is a marker and the six hexes around it; convoys go round, whatever they are.
#[test]
fn convoys_go_round_sighted_boats() {
    let sea = |name: &str| {
        Sea::new()
            .convoy(name, "1015", EscortKind::Dummy)
            .markers("1020")
    };
    let round = hexes("1016 1017 1018 1119 1219 1220");
    assert_eq!(path(sea("HX-1"), &[0]), round);
    // A sighted convoy does the same: its escort knows no better.
    let known = Sea::new()
        .lost("HX-5", "1015", EscortKind::Sg)
        .markers("1020");
    assert_eq!(path(known, &[0]), round);
    // A slow one does not come so far.
    assert_eq!(path(sea("SC-3"), &[0]), hexes("1016 1017 1018 1119"));
}

/// [7.54], (R9) Head-on the chit decides: north if it is even, and 0 is even; south if it is odd.
#[test]
fn parity_decides_the_side() {
    let sea = || {
        Sea::new()
            .convoy("HX-1", "1015", EscortKind::Dummy)
            .markers("1020")
    };
    let north = hexes("1016 1017 1018 1119 1219 1220");
    let south = hexes("1016 1017 1018 0919 0819 0820");
    for (chit, side) in [
        (0, &north),
        (2, &north),
        (8, &north),
        (1, &south),
        (7, &south),
        (9, &south),
    ] {
        let heading = tables().heading(chit as u8, hex("1015"));
        assert_eq!(heading, Heading::Lateral, "{chit}");
        assert_eq!(path(sea(), &[chit]), *side, "{chit}");
    }
    // Beside the marker's row a convoy passes on its own side, odd or even.
    for chit in [0, 1] {
        let beside = Sea::new()
            .convoy("HX-1", "1115", EscortKind::Dummy)
            .markers("1020");
        assert_eq!(path(beside, &[chit])[3..], hexes("1119 1219 1220"));
    }
}

/// (R6) A marker that a convoy's own escort lays does not bend its path; convoys after it go round.
#[test]
fn an_escorts_own_marker_bends_only_later_convoys() {
    let sea = Sea::new()
        .lost("HX-1", "1015", EscortKind::Sg)
        .convoy("HX-5", "1013", EscortKind::Dummy)
        .pinned("1018", "pack6");
    // The course, then the escort's search of 1018, which succeeds, and its attack.
    let played = sea.play(D2, &[0, 0, 0]);
    assert_eq!(played.markers(), hexes("1018"));
    let paths = played.paths();
    assert_eq!(paths[0].1, hexes("1016 1017 1018 1019 1020 1021"));
    assert_eq!(paths[1].1, hexes("1014 1015 1016 1117 1217 1218"));
}

/// (R7) Whether a convoy starts in a zone is judged when it starts to move itself.
#[test]
fn a_zone_laid_over_a_waiting_convoy_is_ignored_by_it() {
    let sea = Sea::new()
        .lost("HX-1", "1015", EscortKind::Sg)
        .convoy("HX-5", "1017", EscortKind::Dummy)
        .pinned("1018", "pack6");
    let played = sea.play(D2, &[0, 0, 0]);
    assert_eq!(played.paths()[1].1, hexes("1018 1019 1020 1021 1022 1023"));
}

/// [7.53 B] Where every way leads through a zone, the convoy takes the one with the fewest of its hexes.
#[test]
fn a_convoy_hemmed_in_goes_through() {
    let sea = Sea::new()
        .convoy("ON-4", "1505", EscortKind::Dummy)
        .markers("1103");
    assert_eq!(path(sea, &[0]), hexes("1404 1304 1203 1103 1002 0902"));
}

/// [7.41] A path has room for eight hexes; own tables that ask for more are refused, not played.
#[test]
fn no_convoy_moves_further_than_its_path_can_hold() {
    let tables = |movement: u8| {
        let text = format!("[[convoy_type]]\nid = \"HX\"\nmovement = {movement}\n");
        Wolfpack::new(&[("data.toml".to_owned(), text)])
    };
    let Err(refused) = tables(9) else {
        panic!("nine hexes do not fit")
    };
    assert!(refused.to_string().contains("movement"), "{refused}");
    let fastest = tables(8).unwrap();
    let course = Course {
        tables: fastest.tables(),
        bound: Bound::East,
        movement: 8,
        chit: 0,
        markers: &HexSet::EMPTY,
    };
    assert_eq!(course.path(hex("1015")).hexes.len(), 8);
}

/// All walks of a convoy, one by one: a slow judge for the planner.
fn walks(bound: Bound, here: Hex, left: u8, so_far: &mut Vec<Hex>, all: &mut Vec<Vec<Hex>>) {
    let goal = tables().map.destination[bound.index()];
    if left == 0 || so_far.last() == Some(&goal) {
        all.push(so_far.clone());
        return;
    }
    let (due, north, south) = steps(bound);
    for side in [due, north, south] {
        let next = here.step(side);
        if tables().map.is_playing(next) {
            so_far.push(next);
            walks(bound, next, left - 1, so_far, all);
            so_far.pop();
        }
    }
}

/// The rank of each step of a walk in the order of preference [7.53 C].
fn ranks(bound: Bound, chit: u8, start: Hex, walk: &[Hex]) -> Vec<usize> {
    let (due, north, south) = steps(bound);
    let order: [Direction; 3] = match (tables().heading(chit, start), chit % 2) {
        (Heading::North, _) => [north, due, south],
        (Heading::South, _) => [south, due, north],
        (Heading::Lateral, 0) => [due, north, south],
        (Heading::Lateral, _) => [due, south, north],
    };
    let mut here = start;
    let mut ranks = Vec::new();
    for next in walk {
        ranks.push(
            order
                .iter()
                .position(|side| here.step(*side) == *next)
                .unwrap(),
        );
        here = *next;
    }
    ranks
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// [7.51], [7.53], (R8) The path is the best of all walks: fewest zone hexes, then closest to its heading step by
    /// step.
    #[test]
    fn the_planner_finds_the_best_of_all_walks(
        place in 0usize..643,
        east in any::<bool>(),
        fast in any::<bool>(),
        chit in 0u8..10,
        near in prop::collection::vec((-4i8..5, -8i8..9), 0..4),
    ) {
        let start = tables().map.area.iter().nth(place).unwrap();
        let bound = if east { Bound::East } else { Bound::West };
        let movement = if fast { 6 } else { 4 };
        prop_assume!(start != tables().map.destination[bound.index()]);
        let markers: HexSet = near
            .iter()
            .map(|(r, c)| Hex::new(start.row().wrapping_add_signed(*r), start.col().wrapping_add_signed(*c)))
            .collect();
        let course = Course { tables: tables(), bound, movement, chit, markers: &markers };
        let avoided = |hex: &&Hex| markers.iter().any(|m| m.distance(start) > 1 && m.distance(**hex) <= 1);
        let mut all = Vec::new();
        walks(bound, start, movement, &mut Vec::new(), &mut all);
        let best = all
            .into_iter()
            .min_by_key(|walk| (walk.iter().filter(avoided).count(), ranks(bound, chit, start, walk)))
            .unwrap();
        let planned = course.path(start);
        prop_assert_eq!(usize::from(planned.zone_entries), best.iter().filter(avoided).count());
        prop_assert_eq!(planned.hexes.to_vec(), best);
    }
}
