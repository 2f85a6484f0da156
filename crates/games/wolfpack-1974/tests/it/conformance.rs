//! The suite that every game must pass.

use derbyhouse_kernel::Game;
use derbyhouse_scene::Face;
use derbyhouse_testkit::{damage, golden, leaks, random_games, refusals};
use std::sync::Arc;
use std::thread;
use wolfpack_1974::units::Scenario;
use wolfpack_1974::{Setup, Wolfpack};

fn game() -> Arc<Wolfpack> {
    Arc::new(Wolfpack::new(&[]).unwrap())
}

/// Random players finish 2,000 games of each scenario [4.1], [15.0], every invariant checked after every choice;
/// record, save and undo round trips on all of them.
#[test]
fn random_players_finish_two_thousand_games_of_each_scenario() {
    let game = game();
    let tallies = thread::scope(|threads| {
        let plays = |scenario: Scenario| {
            let game = &game;
            threads
                .spawn(move || random_games(game, &[Setup::plain(scenario)], 2000, 1943).unwrap())
        };
        let playing: Vec<_> = Scenario::ALL.into_iter().map(plays).collect();
        playing
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect::<Vec<_>>()
    });
    for tally in tallies {
        assert_eq!(
            (tally.games, tally.replayed, tally.reloaded),
            (2000, 2000, 2000)
        );
        assert!(
            tally.steps > 2000 * 100 && tally.undone > 2000 * 10,
            "{tally:?}"
        );
    }
}

/// The same with every combination of optional rules and switches [17.0].
#[test]
fn random_players_finish_games_with_all_options() {
    let game = game();
    let tally = random_games(&game, &game.all_setups(), 6, 7).unwrap();
    assert_eq!(tally.games, 6 * 4 * 3 * 8);
}

/// A choice that was not offered, or from a seat that was not asked, is refused and changes nothing.
#[test]
fn what_was_not_offered_is_refused() {
    let game = game();
    let refused = refusals(&game, &game.all_setups(), 4000, 11).unwrap();
    assert!(refused.positions >= 4000, "{refused:?}");
    assert!(
        refused.foreign > 100_000 && refused.unasked > 4000 && refused.cited > 10_000,
        "{refused:?}"
    );
}

/// Positions that differ only in hidden escorts look the same to the byte [15.5], [15.6].
#[test]
fn hidden_escorts_never_show() {
    let game = game();
    let looks = leaks(&game, &game.all_setups(), 10_000, 13).unwrap();
    assert!(
        looks.different > 5_000 && looks.stepped > 2_000,
        "{looks:?}"
    );
}

/// Four played games, one a scenario: they end as they ended when they were played.
#[test]
fn golden_games_end_as_they_did() {
    let game = game();
    for text in [
        include_str!("golden/february.txt"),
        include_str!("golden/march.txt"),
        include_str!("golden/april.txt"),
        include_str!("golden/may.txt"),
    ] {
        let played = golden(&game, text).unwrap();
        assert!(game.outcome(played.position()).is_some());
    }
}

/// A position file or record that was changed in one place is refused, or plays on; it never ends in a panic.
#[test]
fn damaged_files_are_refused_or_play_on() {
    let game = game();
    let tried = damage(&game, &game.all_setups(), 1500, 17).unwrap();
    assert!(tried.refused > 300 && tried.steps > 1000, "{tried:?}");
}
