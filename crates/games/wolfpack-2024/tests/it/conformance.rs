//! The suite that every game must pass.

use crate::game;
use derbyhouse_testkit::{damage, leaks, random_games, refusals};
use wolfpack_2024::Setup;

/// Random captains finish the training scenario; every invariant after every choice, records replayed, saves loaded.
#[test]
fn random_captains_finish_training() {
    let game = game();
    let tally = random_games(&game, &[Setup::TRAINING], 500, 1941).unwrap();
    assert_eq!(
        (tally.games, tally.replayed, tally.reloaded),
        (500, 500, 500)
    );
    assert!(tally.steps > 500 * 30 && tally.undone > 500, "{tally:?}");
}

/// A choice that was not offered, or from a seat that was not asked, is refused and changes nothing.
#[test]
fn what_was_not_offered_is_refused() {
    let game = game();
    let refused = refusals(&game, &[Setup::TRAINING], 1000, 11).unwrap();
    assert!(
        refused.foreign > 10_000 && refused.unasked > 10_000 && refused.cited > 10_000,
        "{refused:?}"
    );
}

/// Positions that differ only in decks, piles and unidentified tiles look the same to the byte [37.tile_back_hidden],
/// [5.discard_top_only].
#[test]
fn what_is_hidden_never_shows() {
    let game = game();
    let looks = leaks(&game, &[Setup::TRAINING], 3000, 13).unwrap();
    assert!(looks.different > 2000 && looks.stepped > 100, "{looks:?}");
}

/// A position file or record that was changed in one place is refused, or plays on; it never ends in a panic.
#[test]
fn damaged_files_are_refused_or_play_on() {
    let game = game();
    let tried = damage(&game, &[Setup::TRAINING], 1000, 17).unwrap();
    assert!(tried.refused > 200 && tried.steps > 500, "{tried:?}");
}
