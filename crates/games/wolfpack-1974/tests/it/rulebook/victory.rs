//! Points [14.6] and victory [16.0].

use crate::sea::{Sea, game, shared_game, tables};
use derbyhouse_kernel::{Game, Match, Seat};
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{EscortKind, Scenario, Straggle};
use wolfpack_1974::victory::{level, to_next_level};
use wolfpack_1974::{Event, Setup};

/// [14.6], [16.1], [16.2] At the end two points are taken off for every boat; the total gives the level.
#[test]
fn losses_count_at_the_end() {
    let sea = Sea::new()
        .turn(15)
        .sighted("HX-1", "1020", EscortKind::Sg)
        .straggled("HX-1", Straggle::S2)
        .boats("1021", "pack30 pack24");
    let steps = [
        Step::UboatAttack(None),
        Step::Counterattack,
        Step::TurnIndicator,
    ];
    let mut played = sea.play(&steps, &[]);
    played.choose_all(&["attack 1", "add all"]);
    // Result 4, doubled; S2 already; the escort strikes with 1 and sinks two boats of nine groups.
    played.choose("fire", &[9, 0, 9, 9, 0, 0, 0, 0, 0, 0, 0]);
    let view = played.view();
    assert_eq!((view.points(), view.boats_sunk(), view.net()), (8, 2, 4));
    let outcome = game().outcome(&played.position).unwrap();
    assert_eq!((outcome.level, outcome.scores[0]), (0, 4));
    assert_eq!(game().levels()[0].id, "allied");
    assert!(matches!(
        played.events.last(),
        Some(Event::Ends {
            points: 8,
            boats_sunk: 2,
            net: 4,
            level: 0,
            ..
        })
    ));
}

/// [14.7] Points are counted in ones and tens, from 0 up; they never fall.
#[test]
fn points_start_at_nothing() {
    let played = Match::new(shared_game(), Setup::plain(Scenario::May), 1).unwrap();
    let figures = game().figures(played.position());
    let points = figures.iter().find(|(name, _)| *name == "points").unwrap();
    assert_eq!(points.1, 0);
}

/// [16.0] Three German levels above an Allied victory, each to be beaten.
#[test]
fn there_are_four_levels() {
    let ids: Vec<&str> = game()
        .levels()
        .iter()
        .map(|level| level.id.as_str())
        .collect();
    assert_eq!(ids, ["allied", "marginal", "substantive", "decisive"]);
    let edges: Vec<i32> = (-10..40)
        .filter(|net| level(tables(), *net) > level(tables(), net - 1))
        .collect();
    assert_eq!(edges, [12, 20, 27]);
    assert_eq!(
        [to_next_level(tables(), 5), to_next_level(tables(), 27)],
        [Some(7), None]
    );
}

/// [16.1] The player may give up at any time; what he has counts.
#[test]
fn the_player_may_resign() {
    let game = shared_game();
    let mut played = Match::new(game.clone(), Setup::plain(Scenario::February), 9).unwrap();
    assert!(game.outcome(played.position()).is_none());
    played.resign(Seat::FIRST).unwrap();
    let outcome = game.outcome(played.position()).unwrap();
    assert_eq!(outcome.scores[0], 0);
    assert!(played.resign(Seat::FIRST).is_err()); // once
    assert!(
        played
            .choose(Seat::FIRST, &"deploy single".parse().unwrap())
            .is_err()
    );
}

/// (R38) Without a boat the game runs on to its end by itself.
#[test]
fn a_game_without_boats_runs_out() {
    let sea = Sea::new()
        .turn(12)
        .convoy("HX-1", "1015", EscortKind::Dummy);
    // Three more turns: weather and course.
    let played = sea.play(&[Step::TurnIndicator], &[9; 6]);
    assert!(played.view().is_over());
    assert_eq!(played.view().turn(), 15);
}
