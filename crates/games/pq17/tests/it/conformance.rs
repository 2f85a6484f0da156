//! The suite that every game must pass.

use crate::game;
use derbyhouse_scene::Face;
use derbyhouse_testkit::{damage, leaks, random_games, refusals};

/// Random admirals finish every scenario; every invariant after every choice, records replayed, saves loaded.
#[test]
fn random_admirals_finish_every_scenario() {
    let game = game();
    let setups = game.all_setups();
    let tally = random_games(&game, &setups, 1, 1941).unwrap();
    let games = setups.len() as u64;
    assert_eq!(
        (tally.games, tally.replayed, tally.reloaded),
        (games, games, games)
    );
    assert!(
        tally.steps > games * 100 && tally.undone > games,
        "{tally:?}"
    );
}

/// A choice that was not offered, or from a seat that was not asked, is refused and changes nothing.
#[test]
fn what_was_not_offered_is_refused() {
    let game = game();
    let refused = refusals(&game, &game.all_setups(), 60, 11).unwrap();
    assert!(
        refused.foreign > 500 && refused.unasked > 500 && refused.cited > 500,
        "{refused:?}"
    );
}

/// Positions that differ only in what a side may not know look the same to it, to the byte [6.2.1]: pairs from games of
/// every scenario and all options. So many times an admiral looks at two that really differ, so many times both go on with the
/// same choice, and so many times forces and Dummies are in other blocks, be they beside each other or not. In parts, so that
/// they are tried side by side.
fn nothing_shows(part: u64) {
    let game = game();
    let looks = leaks(&game, &game.all_setups(), PAIRS / PARTS, 13 + 100 * part).unwrap();
    let pairs = PAIRS / PARTS;
    assert!(
        looks.seated >= pairs && looks.recast >= pairs && looks.stepped >= pairs,
        "{looks:?}"
    );
}

const PAIRS: u64 = 10_000;
const PARTS: u64 = 4;

#[test]
fn what_is_hidden_never_shows() {
    nothing_shows(0);
}

#[test]
fn what_is_hidden_never_shows_in_other_games() {
    nothing_shows(1);
}

#[test]
fn what_is_hidden_never_shows_in_still_others() {
    nothing_shows(2);
}

#[test]
fn what_is_hidden_never_shows_in_the_last() {
    nothing_shows(3);
}

/// A position file or record that was changed in one place is refused, or plays on; it never ends in a panic.
#[test]
fn damaged_files_are_refused_or_play_on() {
    let game = game();
    let tried = damage(&game, &game.all_setups(), 100, 17).unwrap();
    assert!(tried.refused > 20, "{tried:?}");
}

/// Random admirals finish Campaigns, invariants after every choice: saved, resumed, taken back and replayed like any game
/// [15.8], [15.9].
fn campaigns(lengths: &[&str], seed: u64) {
    let game = game();
    let setups = lengths
        .iter()
        .map(|name| pq17::Setup::usual(game.tables(), name));
    let setups: Vec<pq17::Setup> = setups.collect();
    let tally = random_games(&game, &setups, 1, seed).unwrap();
    let games = setups.len() as u64;
    assert_eq!(
        (tally.games, tally.replayed, tally.reloaded),
        (games, games, games)
    );
    assert!(tally.undone > 100 * games, "{tally:?}");
}

/// The whole of it, from March to December, five times.
#[test]
fn random_admirals_finish_whole_campaigns() {
    campaigns(&["campaign"; 3], 1942);
}

#[test]
fn random_admirals_finish_other_whole_campaigns() {
    campaigns(&["campaign"; 2], 1952);
}

#[test]
fn random_admirals_finish_short_campaigns() {
    campaigns(&["campaign-1", "campaign-2", "campaign-3"], 1943);
}
