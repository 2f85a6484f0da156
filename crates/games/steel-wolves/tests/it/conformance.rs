//! The suite that every game must pass.

use crate::game;
use derbyhouse_scene::Face;
use derbyhouse_testkit::{damage, leaks, random_games, refusals};
use steel_wolves::Setup;

/// Patrols and convoy battles: hundreds of them are played. Wars are long: `war.rs` plays those.
fn short() -> Vec<Setup> {
    let mut all = game().all_setups();
    all.retain(|setup| {
        !setup.scenario.starts_with("op_") && !setup.scenario.starts_with("campaign")
    });
    all
}

/// Games of each scenario: two thousand patrols, and as many battles.
const EACH: u64 = 286;

/// Random commanders finish every scenario that can be played; every invariant after every choice, records replayed,
/// saves loaded.
#[test]
fn random_commanders_finish_every_scenario() {
    let game = game();
    let setups = short();
    let tally = random_games(&game, &setups, EACH, 1939).unwrap();
    let games = EACH * setups.len() as u64;
    assert_eq!((tally.games, tally.replayed), (games, games));
    assert!(
        tally.steps > games * 20 && tally.undone > games,
        "{tally:?}"
    );
}

/// A choice that was not offered, or from a seat that was not asked, is refused and changes nothing.
#[test]
fn what_was_not_offered_is_refused() {
    let game = game();
    let refused = refusals(&game, &short(), 400, 11).unwrap();
    assert!(
        refused.foreign > 2000 && refused.cited > 2000,
        "{refused:?}"
    );
}

/// Positions that differ only in what lies face down look the same to the byte [2.3].
#[test]
fn what_is_hidden_never_shows() {
    let game = game();
    let looks = leaks(&game, &short(), 1500, 13).unwrap();
    assert!(looks.different > 500 && looks.stepped > 20, "{looks:?}");
}

/// A position file or record that was changed in one place is refused, or plays on; it never ends in a panic.
#[test]
fn damaged_files_are_refused_or_play_on() {
    let game = game();
    let tried = damage(&game, &short(), 1500, 17).unwrap();
    assert!(tried.refused > 50 && tried.steps > 100, "{tried:?}");
}
