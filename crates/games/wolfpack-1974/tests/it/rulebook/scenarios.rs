//! Scenarios and set-up [15.0].

use crate::sea::{convoy, game, hex, hexes, shared_game, tables};
use derbyhouse_kernel::{Game, Match, Seat, Viewer};
use wolfpack_1974::position::{Contact, Place};
use wolfpack_1974::scenarios::{air_groups, boats, escort_cup};
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, Bound, ConvoyId, ConvoyType, EscortKind, Scenario, Straggle};
use wolfpack_1974::view::View;
use wolfpack_1974::{Event, Setup, Wolfpack};

/// The escorts as they are drawn: first the ten eastbound ones, then the westbound, as places among EG1, EG2, SG, CVE
/// and the dummies.
const DEAL: [u32; 20] = [
    0, 4, 1, 4, 4, 0, 4, 1, 4, 4, // HX-1 EG1, HX-5 EG2 …
    4, 4, 4, 0, 0, 1, 1, 4, 4, 4,
];

/// A game in February with all boats far from everybody, set up with these chits.
fn set_up(chits: &[u32]) -> Match<Wolfpack> {
    let results = [&DEAL, chits].concat();
    let game = shared_game();
    let setup = Setup::plain(Scenario::February);
    let mut played = Match::scripted(game, setup, results).unwrap();
    for _ in 0..7 {
        choose(&mut played, "deploy pack6");
        choose(&mut played, "at 0116");
    }
    played
}

fn choose(played: &mut Match<Wolfpack>, choice: &str) {
    let choice = choice.parse().unwrap();
    played.choose(Seat::FIRST, &choice).unwrap();
    assert_eq!(played.script_trouble(), None);
}

fn view(played: &Match<Wolfpack>) -> View<'_> {
    game().view(played.position(), Viewer::Seat(Seat::FIRST))
}

/// [15.0], [15.2], [15.21] Four months, with the same twenty convoys and stronger and stronger defenders.
#[test]
fn four_scenarios_differ_in_forces() {
    let boats = Scenario::ALL.map(|month| boats(tables(), month, false));
    assert_eq!(boats, [42, 48, 48, 60]);
    let strength = |month, bound| -> i32 {
        let cup = escort_cup(tables(), month, bound);
        let of = |kind| cup.count(kind) as i32 * tables().escort(kind).strength;
        EscortKind::REAL.map(of).iter().sum()
    };
    let both = Scenario::ALL.map(|month| Bound::ALL.map(|bound| strength(month, bound)));
    assert_eq!(both, [[6, 6], [7, 8], [11, 11], [12, 12]]);
    for kind in ConvoyType::ALL {
        assert_eq!(
            tables().convoys.iter().filter(|c| c.kind == kind).count(),
            5
        );
    }
    assert_eq!(tables().dummies, [6, 6]);
    assert_eq!(tables().scale.turns, 15);
}

/// [15.1], [15.4], [15.8] All boats are deployed first, anywhere and in any stacks; then the chit places five convoys,
/// and turn 1 brings the sixth.
#[test]
fn a_game_is_set_up_in_order() {
    // Set-up chit 0: no storm. Then the weather and the course of turn 1; nobody is near anybody.
    let mut played = set_up(&[0, 9, 5]);
    assert!(
        played
            .choose(Seat::FIRST, &"deploy single".parse().unwrap())
            .is_err()
    ); // 42 boats, no more
    assert_eq!(view(&played).in_reserve(), 0);
    assert!(
        view(&played)
            .convoys()
            .all(|convoy| convoy.place == Place::Pool)
    );
    choose(&mut played, "done");
    let order: Vec<_> = played.events().iter().map(|(_, event)| event).collect();
    let at = |which: fn(&Event) -> bool| order.iter().position(|event| which(event)).unwrap();
    let paired = at(|event| matches!(event, Event::EscortsPaired));
    let placed = at(|event| matches!(event, Event::InitialPlacement { chit: 0 }));
    let turn = at(|event| matches!(event, Event::TurnBegins { turn: 1 }));
    let enters = at(|event| matches!(event, Event::Enters { .. }));
    assert!(paired < placed && placed < turn && turn < enters);
    // HX-1 was put on 0731 and has moved since; ONS-6 came in at 1237.
    let path = |number: u8| {
        let of = |event: &&&Event| matches!(event, Event::ConvoyMoves { convoy, .. } if convoy.number() == number);
        match order.iter().find(of) {
            Some(Event::ConvoyMoves { from, .. }) => *from,
            _ => panic!("convoy {number} did not move"),
        }
    };
    let starts = [1, 2, 3, 4, 5, 6].map(path);
    assert_eq!(starts.to_vec(), hexes("0731 1623 1509 1225 0104 1237"));
    assert_eq!(view(&played).turn(), 1);
    let hidden = view(&played)
        .convoys()
        .all(|convoy| convoy.contact == Contact::Hidden);
    assert!(
        hidden
            && view(&played)
                .fleet()
                .units()
                .iter()
                .all(|unit| unit.is_free())
    );
}

/// [15.4] All boats must be placed, each on the playing area, within the counters [13.13].
#[test]
fn every_boat_must_be_deployed() {
    let mut played = Match::new(shared_game(), Setup::plain(Scenario::May), 3).unwrap();
    let refused = |played: &mut Match<Wolfpack>, choice: &str| {
        let choice = choice.parse().unwrap();
        played
            .choose(Seat::FIRST, &choice)
            .unwrap_err()
            .rule
            .unwrap()
            .0
    };
    assert_eq!(refused(&mut played, "done"), "15.4");
    choose(&mut played, "deploy pack30");
    assert_eq!(refused(&mut played, "at 1039"), "6.21");
    choose(&mut played, "at 0701"); // on an entry hex, why not
    assert_eq!(refused(&mut played, "deploy pack30"), "13.13");
    choose(&mut played, "deploy pack24");
    choose(&mut played, "at 0701"); // and on each other
    assert_eq!(refused(&mut played, "deploy pack12"), "15.4"); // six boats are left
    choose(&mut played, "deploy pack6");
    choose(&mut played, "at 0820");
    choose(&mut played, "done");
}

/// (R37) Boats may stand where a convoy is put; nothing happens by the placing, and they have until the end of E2.
#[test]
fn a_convoy_may_be_placed_on_boats() {
    let results = [&DEAL[..], &[0, 9, 9, 5]].concat(); // aircraft look for them in vain
    let game = shared_game();
    let mut played = Match::scripted(game, Setup::plain(Scenario::February), results).unwrap();
    for at in ["0116", "0116", "0116", "0116", "0116", "0116", "0104"] {
        choose(&mut played, "deploy pack6");
        choose(&mut played, &format!("at {at}"));
    }
    choose(&mut played, "done"); // HX-5 is placed on 0104, and sails on
    assert_eq!(view(&played).stack(hex("0104")).unwrap().units.len(), 1);
    assert_eq!(
        view(&played).convoy(convoy("HX-5")).contact,
        Contact::Hidden
    );
}

/// [15.3], [15.21], (R39) The air groups stand on their bases as the table has them.
#[test]
fn air_groups_stand_on_their_bases() {
    let played = set_up(&[0, 9, 5]);
    let air = view(&played).air();
    assert_eq!(air, air_groups(tables(), &Setup::plain(Scenario::February)));
    assert_eq!(air[Base::Ulster.index()], [0, 1, 5, 1, 0]);
    assert_eq!(air[Base::Greenland.index()], [1, 0, 0, 0, 0]);
}

/// [15.5], [9.52] Four real escorts and six dummies each way, face down, and paired for the whole game.
#[test]
fn escorts_are_dealt_face_down() {
    let mut played = set_up(&[0, 9, 5]);
    choose(&mut played, "done");
    assert!(
        view(&played)
            .convoys()
            .all(|convoy| convoy.escort.is_none())
    );
    // The end of the game shows them, as they were dealt.
    played.resign(Seat::FIRST).unwrap();
    let kinds = [
        EscortKind::Eg1,
        EscortKind::Eg2,
        EscortKind::Sg,
        EscortKind::Cve,
        EscortKind::Dummy,
    ];
    for bound in Bound::ALL {
        let ids = ConvoyId::all().filter(|id| tables().convoy(*id).bound == bound);
        let dealt: Vec<_> = ids
            .map(|id| view(&played).convoy(id).escort.unwrap())
            .collect();
        let from = 10 * bound.index();
        let expected = &DEAL[from..from + 10];
        assert!(
            dealt
                .iter()
                .zip(expected)
                .all(|(kind, place)| *kind == kinds[*place as usize])
        );
        assert_eq!(
            dealt
                .iter()
                .filter(|kind| **kind == EscortKind::Dummy)
                .count(),
            6
        );
    }
}

/// [15.6] What an unsighted convoy carried stays secret until the end.
#[test]
fn an_arrival_stays_secret() {
    use crate::sea::Sea;
    let sea = Sea::new().turn(15).convoy("SC-3", "1236", EscortKind::Sg);
    let d2 = [Step::ConvoyCourse, Step::ConvoyMovement];
    let arrived = sea.clone().play(&d2, &[0]);
    assert_eq!(
        (arrived.convoy("SC-3").place, arrived.convoy("SC-3").escort),
        (Place::Arrived, None)
    );
    let end = [d2.as_slice(), &[Step::TurnIndicator]].concat();
    assert_eq!(
        sea.play(&end, &[0]).convoy("SC-3").escort,
        Some(EscortKind::Sg)
    );
}

/// [15.8], [15.81], (R45) The set-up chit also brings storms and stragglers, and a storm of the set-up moves in turn 1.
#[test]
fn the_set_up_chit_brings_weather() {
    // Chit 1: HX-5 starts with S1, storm B on its start hexes. The storm then moves due east over HX-5, whose chit of 0
    // changes nothing; no new weather; the course.
    let mut played = set_up(&[1, 5, 9, 0, 5]);
    choose(&mut played, "done");
    let storms = view(&played).storms();
    assert_eq!(storms.len(), 1);
    assert_eq!(storms[0].markers.to_vec(), hexes("1210 1010 0810"));
    assert_eq!(view(&played).convoy(convoy("HX-5")).straggle, Straggle::S1);
    assert_eq!(
        view(&played).convoy(convoy("SC-3")).straggle,
        Straggle::None
    );
}

/// (R1), (R2) April has a group of range 20 in Ulster, unless the printed table is preferred; March has no group of
/// range 12 in Greenland.
#[test]
fn two_cells_of_the_forces_are_ruled() {
    let april = |ruled| {
        let mut setup = Setup::plain(Scenario::April);
        setup.switches.april_ulster_range_20_group = ruled;
        air_groups(tables(), &setup)[Base::Ulster.index()]
    };
    assert_eq!(april(true), [0, 1, 5, 1, 1]);
    assert_eq!(april(false), [0, 1, 5, 1, 0]);
    // The switch reaches the table.
    let mut setup = Setup::plain(Scenario::April);
    setup.switches.april_ulster_range_20_group = false;
    let played = Match::new(shared_game(), setup, 1).unwrap();
    assert_eq!(view(&played).air()[Base::Ulster.index()][4], 0);
    let march = air_groups(tables(), &Setup::plain(Scenario::March));
    assert_eq!(march[Base::Greenland.index()], [1, 0, 0, 0, 0]);
}

/// (R43) Of each pair of columns the first is eastbound: March's carrier sails east, two of May's sail west.
#[test]
fn the_first_column_is_eastbound() {
    let carriers =
        |month| Bound::ALL.map(|bound| escort_cup(tables(), month, bound).count(EscortKind::Cve));
    assert_eq!(
        Scenario::ALL.map(carriers),
        [[0, 0], [1, 0], [1, 1], [1, 2]]
    );
}
