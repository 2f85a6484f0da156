//! Escorts search for boats [12.2], and the markers they leave [12.4].

use crate::sea::{Sea, hex, hexes};
use derbyhouse_kernel::Hex;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::Base::Ulster;
use wolfpack_1974::units::{EscortKind, Straggle};

const D2: &[Step] = &[Step::ConvoyCourse, Step::ConvoyMovement];

/// [12.2], [12.21], [12.22], (R44) An escort that is known searches every hex with boats it enters; one that lies face
/// down does not.
#[test]
fn known_escorts_search() {
    let boats = |sea: Sea| sea.pinned("1016", "pack6").pinned("1019", "single");
    let known = boats(Sea::new().lost("HX-1", "1015", EscortKind::Sg)).play(D2, &[0, 9, 9]);
    assert_eq!(
        known.sub_searches(),
        [(hex("1016"), 3, 3, false), (hex("1019"), 3, 1, false)] // from the first point on
    );
    let hidden = boats(Sea::new().convoy("HX-1", "1015", EscortKind::Sg)).play(D2, &[0]);
    assert!(hidden.sub_searches().is_empty());
}

/// [12.21], [14.44], [14.42] Success: a marker, and the escort attacks at once.
#[test]
fn an_escort_attacks_what_it_finds() {
    let sea = Sea::new()
        .lost("HX-1", "1015", EscortKind::Sg)
        .pinned("1018", "pack6 single");
    // Product ceil(3 x 7 / 6) = 4: sighted on 2. The lone boat is sunk, the pack stays as it was.
    let played = sea.play(D2, &[0, 2, 9, 0]);
    assert_eq!(played.sub_searches(), [(hex("1018"), 3, 4, true)]);
    assert_eq!(played.strikes(), [(hex("1018"), 3, 2)]);
    assert_eq!(played.markers(), hexes("1018"));
    assert_eq!(played.stack("1018"), ["pack6*"]); // it was pinned before [14.5]
    assert_eq!(played.view().boats_sunk(), 1);
}

/// [12.26], [5.45] 3 is added if the boats are in weather; the escort's own hex does not matter.
#[test]
fn only_the_boats_weather_counts() {
    let sea = |boats: &str| {
        Sea::new()
            .lost("SC-3", "1015", EscortKind::Cve)
            .pinned(boats, "pack30")
    };
    // Product 15 counts as 12: sighted on 0 to 5, in weather on 0 to 2. The carrier meets the boats from 1018.
    let sighted = |sea: Sea, chits: &[u32]| sea.play(D2, chits).sub_searches()[0].3;
    let attack = [0, 2, 0, 0, 0, 0, 0];
    assert!(!sighted(sea("1119").storm("1120"), &[0, 3])); // boats in the storm, carrier outside it
    assert!(sighted(sea("1119").storm("1120"), &attack));
    let clear = [0, 5, 0, 0, 0, 0, 0];
    assert!(sighted(sea("1119").storm("0917"), &clear)); // carrier in the storm, boats outside it
}

/// [12.27], [14.33], (R32), (R42) Straggling weakens the search; below 1 there is none, and no chit is drawn.
#[test]
fn stragglers_search_worse() {
    let near = |escort, straggle, air: bool, chits: &[u32]| {
        let sea = Sea::new()
            .lost("HX-1", "1025", escort)
            .straggled("HX-1", straggle)
            .pinned("1028", "pack6");
        let sea = if air {
            sea.air_escort("HX-1", Ulster, 16)
        } else {
            sea
        };
        sea.play(D2, chits)
            .sub_searches()
            .first()
            .map(|search| search.1)
    };
    assert_eq!(near(EscortKind::Sg, Straggle::S2, false, &[0, 9]), Some(1));
    assert_eq!(near(EscortKind::Eg2, Straggle::S1, false, &[0, 9]), Some(1));
    assert_eq!(near(EscortKind::Eg2, Straggle::S2, false, &[0]), None);
    assert_eq!(near(EscortKind::Eg1, Straggle::S1, true, &[0, 9]), Some(1)); // 1 + 1 - 1
    assert_eq!(near(EscortKind::Eg1, Straggle::S2, true, &[0]), None);
}

/// [12.28], [12.4] A marker that lies there already helps nobody, and there is never a second one.
#[test]
fn a_marker_helps_no_escort() {
    let sea = Sea::new()
        .lost("HX-1", "1017", EscortKind::Eg1)
        .pinned("1018", "pack6")
        .markers("1018");
    let missed = sea.clone().play(D2, &[0, 9]);
    assert!(missed.strikes().is_empty());
    let found = sea.play(D2, &[0, 0, 0]);
    assert_eq!(found.strikes().len(), 1);
    assert_eq!(found.markers(), hexes("1018"));
}

fn searched(sea: Sea, chits: &[u32]) -> Vec<Hex> {
    let searches = sea.play(D2, chits).sub_searches();
    searches.iter().map(|search| search.0).collect()
}

/// [12.29], (R31), (R10) A carrier searches its hex first, then the neighbours by number, each once in a D2.
#[test]
fn a_carrier_searches_around() {
    let boats = |escort| {
        Sea::new()
            .lost("SC-3", "1017", escort)
            .pinned("1020", "single")
            .pinned("1121", "single")
            .pinned("0920", "single")
            .pinned("1023", "single")
    };
    // 1018: nobody near. 1019: 0920 and 1020 beside it. 1020: 1020 and 0920 are done, 1121 is new. 1021: all are done.
    assert_eq!(
        searched(boats(EscortKind::Cve), &[0, 9, 9, 9]),
        hexes("0920 1020 1121")
    );
    assert_eq!(searched(boats(EscortKind::Sg), &[0, 9]), hexes("1020"));
}

/// (R10) With the switch a carrier looks again from every hex, until it has found the boats; it attacks them once
/// [14.43].
#[test]
fn a_carrier_may_be_let_search_again() {
    let sea = Sea::new()
        .lost("SC-3", "1017", EscortKind::Cve)
        .pinned("1020", "single")
        .switches(|switches| switches.cve_repeats_search_of_same_hex = true);
    // From 1019, 1020 and 1021.
    assert_eq!(
        searched(sea.clone(), &[0, 9, 9, 9]),
        hexes("1020 1020 1020")
    );
    let found = sea.play(D2, &[0, 9, 0, 0]);
    assert_eq!(found.sub_searches().len(), 2);
    assert_eq!(found.strikes(), [(hex("1020"), 3, 1)]);
}

/// [12.4], [14.11] Markers lie where boats were found or attacked, even if the boats are gone, until D3.
#[test]
fn markers_lie_until_the_clean_up() {
    let sea = Sea::new()
        .air(Ulster, &[10, 10, 10, 10, 10, 10, 10])
        .boats("1031", "single");
    // Found and sunk.
    let found = sea.clone().play(&[Step::AirSearch], &[1, 9]);
    assert!(found.stack("1031").is_empty());
    assert_eq!(found.markers(), hexes("1031"));
    let cleared = sea.play(&[Step::AirSearch, Step::CleanUp], &[1, 9]);
    assert!(cleared.markers().is_empty());
}

/// [12.4], [14.42], (R18) The marker of an attack, hit or miss, bends the convoys of the next turn.
#[test]
fn attackers_are_marked_until_the_next_days_clean_up() {
    let sea = Sea::new()
        .sighted("HX-1", "1015", EscortKind::Eg1)
        .convoy("HX-5", "1011", EscortKind::Dummy)
        .boats("1016", "pack6");
    let steps = [&[Step::UboatAttack(None), Step::Counterattack], D2].concat();
    let mut played = sea.play(&steps, &[]);
    played.choose_all(&["attack 1", "add pack6-1"]);
    // A miss; the escort does nothing; the convoys move: HX-1 over the pack, HX-5 around it.
    played.choose("fire", &[0, 0, 7, 9]);
    assert_eq!(played.attacks(), [(6, 0, 0)]);
    assert_eq!(played.markers(), hexes("1016"));
    assert_eq!(played.paths()[0].1[0], hex("1016"));
    assert_eq!(played.paths()[1].1, hexes("1012 1013 1014 0915 0815 0816"));
}
