//! Optional rules [17.0] and the notes [18.0].

use crate::sea::{Sea, game, hex, shared_game, tables};
use derbyhouse_kernel::{Game, Hex, Match, Seat, Viewer};
use wolfpack_1974::air::{in_reach, schnorkel_modifier};
use wolfpack_1974::scenarios::air_groups;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::setup::{Boats, Options};
use wolfpack_1974::units::Base::{Newfoundland, Ulster};
use wolfpack_1974::units::{Base, EscortKind, Scenario, UnitKind};
use wolfpack_1974::{Setup, Wolfpack};

const C2: &[Step] = &[Step::AirSearch];
const D2: &[Step] = &[Step::ConvoyCourse, Step::ConvoyMovement];

/// [17.0], (R29) Any options may be combined, but boats are of one type: Type XXI has what the schnorkel gives, once.
#[test]
fn options_are_combined() {
    let all = |boats| Options {
        boats,
        free_air_deployment: true,
        double_air: true,
        more_boats: true,
    };
    for boats in [Boats::Standard, Boats::Schnorkel, Boats::TypeXxi] {
        let mut setup = Setup::plain(Scenario::April);
        setup.options = all(boats);
        assert!(Match::new(shared_game(), setup, 1).is_ok());
    }
    let air = |boats| schnorkel_modifier(tables(), boats);
    assert_eq!([air(Boats::Schnorkel), air(Boats::TypeXxi)], [2, 2]);
    let both = r#"{ "scenario": "feb", "options": { "schnorkel": true, "type_xxi": true } }"#;
    assert!(serde_json::from_str::<Setup>(both).is_err());
}

/// [17.1], (R14) The schnorkel adds 2 to the chits of air searches and 1 to those of submarine searches.
#[test]
fn the_schnorkel_hides_boats() {
    for boats in [Boats::Schnorkel, Boats::TypeXxi] {
        let sea = |boats| Sea::new().options(|options| options.boats = boats);
        let from_air = |boats, chits: &[u32]| {
            let sea = sea(boats)
                .air(Ulster, &[10, 10, 10])
                .boats("1031", "pack12 single");
            sea.play(C2, chits).air_searches()[0].3
        };
        // Spread 1-3.
        assert!(from_air(Boats::Standard, &[3, 0, 0, 0]) && !from_air(Boats::Standard, &[0]));
        assert!(!from_air(boats, &[3]) && !from_air(boats, &[2]) && from_air(boats, &[0, 0, 0, 0]));
        let from_sea = |boats, chits: &[u32]| {
            let sea = sea(boats)
                .lost("HX-1", "1015", EscortKind::Sg)
                .pinned("1018", "pack6");
            sea.play(D2, chits).sub_searches()[0].3
        };
        // Product 3: sighted on 0 to 2.
        assert!(from_sea(Boats::Standard, &[0, 2, 0]));
        assert!(!from_sea(boats, &[0, 2]) && from_sea(boats, &[0, 1, 0]));
    }
    // Next to a base the spread ends at 9, and a sum above 9 misses.
    let beside = |chits: &[u32]| {
        let sea = Sea::new()
            .options(|options| options.boats = Boats::Schnorkel)
            .air(Newfoundland, &[7, 7, 7, 7, 7, 7])
            .boats("0902", "pack6 single single single");
        sea.play(C2, chits).air_searches()[0].3
    };
    assert!(beside(&[7, 0, 0]) && !beside(&[8]));
}

/// [17.2] Boats of Type XXI keep their full movement when they are pinned.
#[test]
fn type_xxi_boats_run_when_pinned() {
    let reach = |boats| {
        let sea = Sea::new()
            .options(|options| options.boats = boats)
            .pinned("1010", "pack6");
        let mut played = sea.play(&[Step::UboatMovement(None)], &[]);
        played.choose("unit 1010 pack6-1", &[]);
        (played.offers_any("to 1013"), played.offers_any("to 1016"))
    };
    assert_eq!(reach(Boats::Schnorkel), (true, false));
    assert_eq!(reach(Boats::TypeXxi), (true, true));
}

/// [17.3] The player gives the scenario's air groups to the bases, or leaves them as printed.
#[test]
fn air_groups_are_given_out_freely() {
    let mut setup = Setup::plain(Scenario::February);
    setup.options.free_air_deployment = true;
    let start = || Match::new(shared_game(), setup, 1).unwrap();
    let air = |played: &Match<Wolfpack>| game().view(played.position(), Viewer::Observer).air();
    let mut printed = start();
    printed
        .choose(Seat::FIRST, &"as-printed".parse().unwrap())
        .unwrap();
    assert_eq!(air(&printed), air_groups(tables(), &setup));
    let mut own = start();
    for _ in 0..15 {
        own.choose(Seat::FIRST, &"base greenland".parse().unwrap())
            .unwrap();
    }
    // All fifteen groups of February, and then the boats are deployed.
    assert_eq!(air(&own)[Base::Greenland.index()], [3, 1, 9, 2, 0]);
    assert_eq!(air(&own)[Ulster.index()], [0; 5]);
    assert!(
        own.choose(Seat::FIRST, &"base greenland".parse().unwrap())
            .is_err()
    );
    assert!(
        own.choose(Seat::FIRST, &"deploy single".parse().unwrap())
            .is_ok()
    );
}

/// [17.4], (R28) Each group counts as two in search and attack; an air escort adds 1 to the search and 2 to the attack.
#[test]
fn double_air_is_deadly() {
    let sea = || Sea::new().options(|options| options.double_air = true);
    let bombed = sea()
        .air(Ulster, &[10, 10, 10])
        .boats("1031", "pack6")
        .play(C2, &[1, 0]);
    assert_eq!(bombed.strikes(), [(hex("1031"), 6, 1)]);
    assert_eq!(bombed.air_searches(), [(Ulster, hex("1031"), 3, true)]);
    let hunted = sea()
        .lost("HX-1", "1025", EscortKind::Eg1)
        .air_escort("HX-1", Ulster, 16)
        .pinned("1028", "pack6")
        .play(D2, &[0, 0, 0]);
    assert_eq!(hunted.sub_searches(), [(hex("1028"), 2, 2, true)]);
    assert_eq!(hunted.strikes(), [(hex("1028"), 3, 1)]);
}

/// [17.5] More boats, but no more counters.
#[test]
fn more_boats_are_deployed() {
    let mut setup = Setup::plain(Scenario::May);
    setup.options.more_boats = true;
    let played = Match::new(shared_game(), setup, 1).unwrap();
    let view = game().view(played.position(), Viewer::Observer);
    assert_eq!(view.in_reserve(), 75);
    assert_eq!(
        UnitKind::PACKS.map(|kind| tables().unit(kind).limit),
        [8, 4, 3, 2, 1].map(Some)
    );
}

/// [18.0], [18.1] How the designers rate what happened in each month.
#[test]
fn history_is_rated() {
    let ratings = Scenario::ALL.map(|month| tables().scenario(month).history.as_str());
    assert_eq!(ratings, ["marginal", "substantive", "allied", "allied"]);
    for rating in ratings {
        assert!(game().levels().iter().any(|level| level.id == rating));
    }
}

/// How many groups of each base reach a hex in a month.
fn reaching(month: Scenario, hex: Hex) -> [u32; 4] {
    let groups = air_groups(tables(), &Setup::plain(month));
    Base::ALL.map(|base| {
        in_reach(
            tables(),
            &groups[base.index()],
            tables().base(base).distance(hex),
        )
    })
}

/// [18.2] From month to month the gap in mid-Atlantic closes: fewer and fewer hexes lie out of reach of all aircraft.
#[test]
fn the_gap_closes() {
    let area = &tables().map.area;
    let open = Scenario::ALL.map(|month| {
        area.iter()
            .filter(|hex| reaching(month, *hex) == [0; 4])
            .count()
    });
    assert_eq!(open, [154, 154, 108, 33]);
    let deadly = |month| {
        area.iter()
            .filter(|hex| reaching(month, *hex).iter().any(|n| *n >= 5))
            .count()
    };
    assert_eq!(
        [deadly(Scenario::February), deadly(Scenario::March)],
        [119, 296]
    );
}
