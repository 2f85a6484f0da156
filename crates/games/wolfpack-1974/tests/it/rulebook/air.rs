//! Air groups [11.0]: search and escort.

use crate::sea::{Sea, hex, hexes};
use wolfpack_1974::Event;
use wolfpack_1974::position::AirEscort;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::Base::{Iceland, Ulster};
use wolfpack_1974::units::EscortKind;

const C1: &[Step] = &[Step::AirEscorts];
const C2: &[Step] = &[Step::AirSearch];
const C: &[Step] = &[Step::AirEscorts, Step::AirSearch];
const D2: &[Step] = &[Step::ConvoyCourse, Step::ConvoyMovement];

fn group(base: wolfpack_1974::units::Base, range: u8) -> Option<AirEscort> {
    Some(AirEscort { base, range })
}

/// [11.0], [11.35], [11.49] A group does one of two things in a turn: escort a convoy, or search.
#[test]
fn a_group_escorts_or_searches() {
    let sea = Sea::new().air(Ulster, &[12]).boats("1031", "pack12");
    let escorting = sea
        .clone()
        .sighted("HX-1", "1028", EscortKind::Eg1)
        .play(C, &[]);
    assert_eq!(escorting.convoy("HX-1").air_escort, group(Ulster, 12));
    let searching = sea.convoy("HX-1", "1028", EscortKind::Eg1).play(C, &[9]);
    assert_eq!(searching.air_searches(), [(Ulster, hex("1031"), 1, false)]);
}

/// [11.1], [11.45], (R13) Groups belong to their base: escorts are home again after D3 and may be given anew.
#[test]
fn groups_go_home() {
    let sea = Sea::new()
        .air(Ulster, &[12])
        .sighted("HX-1", "1031", EscortKind::Eg1);
    let air = sea.clone().play(C1, &[]).view().air();
    let day = [C, D2, &[Step::CleanUp]].concat();
    let played = sea.clone().play(&day, &[9]);
    assert_eq!(played.convoy("HX-1").air_escort, None);
    assert_eq!(played.view().air(), air);
    let next = [day.as_slice(), C1].concat();
    let played = sea.play(&next, &[9]);
    assert_eq!(played.convoy("HX-1").air_escort, group(Ulster, 12));
}

/// [11.2], [11.21] Range is counted from the base, its own hex left out.
#[test]
fn a_group_searches_as_far_as_its_range() {
    let searched = |at: &str, chits: &[u32]| {
        let sea = Sea::new().air(Ulster, &[7, 7]).boats(at, "pack12");
        sea.play(C2, chits).air_searches().len()
    };
    assert_eq!(searched("1032", &[9]), 1); // seven hexes from 1039
    assert_eq!(searched("1031", &[]), 0);
}

/// [11.3], [11.36] The groups that find boats attack at once, with a strength equal to their number.
#[test]
fn who_finds_boats_attacks_them() {
    let sea = Sea::new()
        .air(Ulster, &[10, 12, 16])
        .boats("1031", "pack12 single");
    let found = sea.clone().play(C2, &[3, 0, 0, 0]); // product 7: 1 to 3 sight
    assert_eq!(found.air_searches(), [(Ulster, hex("1031"), 3, true)]);
    assert_eq!(found.strikes(), [(hex("1031"), 3, 3)]);
    assert_eq!(found.markers(), hexes("1031"));
    for miss in [0, 4] {
        let missed = sea.clone().play(C2, &[miss]);
        assert!(missed.strikes().is_empty() && missed.markers().is_empty());
    }
}

/// [11.31], [11.32], (R31) Base by base, nearest hex first, at one distance by number; each hex by all groups that reach
/// it.
#[test]
fn bases_search_in_order() {
    let sea = Sea::new()
        .air(Iceland, &[16, 16, 16, 16, 12])
        .air(Ulster, &[16, 10, 7])
        .boats("1031", "pack6")
        .boats("1131", "pack6")
        .boats("0931", "pack6");
    let played = sea.play(C2, &[9; 6]);
    let searches: Vec<_> = played
        .air_searches()
        .into_iter()
        .map(|(base, hex, groups, _)| (base, hex, groups))
        .collect();
    assert_eq!(
        searches,
        [
            (Ulster, hex("1031"), 2),  // 8 hexes
            (Ulster, hex("0931"), 2),  // 9
            (Ulster, hex("1131"), 2),  // 9
            (Iceland, hex("1131"), 4), // 13
            (Iceland, hex("1031"), 4), // 14
            (Iceland, hex("0931"), 4), // 15
        ]
    );
}

/// [11.33], [12.4] A base attacks only what it has found itself; a hex has one marker however often it is found.
#[test]
fn every_base_needs_its_own_success() {
    let sea = Sea::new()
        .air(Ulster, &[10, 10])
        .air(Iceland, &[16, 16, 16, 16])
        .boats("1131", "pack6");
    // Ulster finds the boats and does nothing to them; Iceland looks for itself and fails, or finds them too.
    let one = sea.clone().play(C2, &[1, 0, 9]);
    assert_eq!(one.strikes(), [(hex("1131"), 2, 1)]);
    let both = sea.play(C2, &[1, 0, 1, 0]);
    assert_eq!(both.strikes(), [(hex("1131"), 2, 1), (hex("1131"), 4, 1)]);
    assert_eq!(both.markers(), hexes("1131"));
}

/// [11.34], [5.43], [14.45] No search into weather and none out of it; weather in between does not matter.
#[test]
fn weather_stops_air_search() {
    let sea = Sea::new().air(Ulster, &[10, 10]).boats("1031", "pack6");
    let searched = |storm: &str, chits: &[u32]| {
        let played = sea.clone().storm(storm).play(C2, chits);
        played.air_searches().len()
    };
    assert_eq!(searched("1032", &[]), 0); // over the boats
    assert_eq!(searched("1038", &[]), 0); // over the base
    assert_eq!(searched("1035", &[9]), 1); // between them
}

/// [11.4], [11.41], [11.42] Every convoy with a known escort gets one group, the longest for the farthest; the others
/// search.
#[test]
fn escorts_are_given_out() {
    let sea = Sea::new()
        .air(Ulster, &[10, 12, 16])
        .sighted("HX-1", "1031", EscortKind::Eg2)
        .lost("SC-3", "1027", EscortKind::Eg1)
        .boats("1032", "pack18");
    let played = sea.play(C, &[9]);
    assert_eq!(played.convoy("SC-3").air_escort, group(Ulster, 16)); // 12 hexes away
    assert_eq!(played.convoy("HX-1").air_escort, group(Ulster, 12));
    assert_eq!(played.air_searches(), [(Ulster, hex("1032"), 1, false)]); // with what is left
}

/// [11.41 C], (R11) At one distance the slower convoy comes first, then the weaker escorted.
#[test]
fn ties_go_to_the_weak() {
    let sea = |groups: &[u8]| {
        Sea::new()
            .air(Ulster, groups)
            .sighted("HX-1", "1031", EscortKind::Eg1)
            .sighted("SC-3", "1031", EscortKind::Sg)
            .sighted("HX-5", "1031", EscortKind::Eg2)
            .play(C1, &[])
    };
    let escorted = |groups: &[u8]| {
        let played = sea(groups);
        ["HX-1", "SC-3", "HX-5"].map(|name| played.convoy(name).air_escort.is_some())
    };
    assert_eq!(escorted(&[10]), [false, true, false]);
    assert_eq!(escorted(&[10, 10]), [true, true, false]);
}

/// [11.43], [11.44], [11.48] No air escort for a hidden convoy, for a carrier's, or for one in weather.
#[test]
fn some_convoys_get_no_air_escort() {
    let sea = Sea::new()
        .air(Ulster, &[16, 16, 16, 16])
        .convoy("HX-1", "1031", EscortKind::Eg1)
        .sighted("SC-3", "1031", EscortKind::Cve)
        .sighted("HX-5", "0828", EscortKind::Eg1)
        .lost("SC-7", "1031", EscortKind::Eg1)
        .storm("0728");
    let played = sea.play(C1, &[]);
    let escorted =
        ["HX-1", "SC-3", "HX-5", "SC-7"].map(|name| played.convoy(name).air_escort.is_some());
    assert_eq!(escorted, [false, false, false, true]);
}

/// [11.47] A convoy sighted after C1 has to wait for the next turn.
#[test]
fn escorts_are_given_in_c1_only() {
    let sea = Sea::new()
        .air(Ulster, &[16])
        .convoy("HX-1", "1025", EscortKind::Eg1)
        .boats("1028", "pack12");
    let turn = [C, D2].concat();
    // The course; the boats sight HX-1, whose escort searches them and fails.
    let played = sea.play(&turn, &[0, 0, 9]);
    assert!(played.pickets()[0].3);
    assert_eq!(played.convoy("HX-1").air_escort, None);
}

/// [11.45], [12.25], [14.44] An air escort adds one to the escort's search and to its attack.
#[test]
fn an_air_escort_helps_the_escort() {
    let sea = Sea::new()
        .lost("HX-1", "1025", EscortKind::Eg1)
        .pinned("1028", "pack6");
    let alone = sea.clone().play(D2, &[0, 0, 0]);
    assert_eq!(alone.sub_searches(), [(hex("1028"), 1, 1, true)]);
    assert_eq!(alone.strikes(), [(hex("1028"), 1, 1)]);
    let helped = sea.air_escort("HX-1", Ulster, 16).play(D2, &[0, 0, 0]);
    assert_eq!(helped.sub_searches(), [(hex("1028"), 2, 2, true)]);
    assert_eq!(helped.strikes(), [(hex("1028"), 2, 1)]);
}

/// [11.46], [11.48], (R12), (R34) An air escort goes home before the searches in the hex that sends it: beyond its range
/// from the base, or in weather.
#[test]
fn an_air_escort_leaves_before_the_search() {
    let sea = Sea::new()
        .lost("ON-4", "1030", EscortKind::Eg1)
        .air_escort("ON-4", Ulster, 10)
        .pinned("1029", "single")
        .pinned("1028", "single");
    let strengths = |sea: Sea| {
        let played = sea.play(D2, &[3, 9, 9]);
        let left = played.all(|event| match event {
            Event::AirEscortLeaves {
                hex, in_weather, ..
            } => Some((*hex, *in_weather)),
            _ => None,
        });
        assert_eq!(played.convoy("ON-4").air_escort, None);
        let searches = played.sub_searches();
        (
            searches.iter().map(|search| search.1).collect::<Vec<_>>(),
            left,
        )
    };
    // Ten hexes to 1029, eleven to 1028.
    assert_eq!(
        strengths(sea.clone()),
        (vec![2, 1], vec![(hex("1028"), false)])
    );
    let stormy = sea.storm("1129"); // 1029 and 1028 lie next to it
    assert_eq!(strengths(stormy), (vec![1, 1], vec![(hex("1029"), true)]));
}

/// [11.48], [5.43] A base in weather gives no escort; another in reach does.
#[test]
fn a_grounded_base_gives_no_escort() {
    let sea =
        Sea::new()
            .air(Ulster, &[16])
            .air(Iceland, &[12])
            .sighted("HX-1", "1633", EscortKind::Eg1); // nine hexes from both
    assert_eq!(
        sea.clone().play(C1, &[]).convoy("HX-1").air_escort,
        group(Ulster, 16)
    );
    let grounded = sea.storm("1039").play(C1, &[]);
    assert_eq!(grounded.convoy("HX-1").air_escort, group(Iceland, 12));
}
