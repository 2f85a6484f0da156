//! The suite that every game must pass.

use crate::game;
use derbyhouse_scene::Face;
use derbyhouse_testkit::{
    damage, damage_every, leaks, leaks_every, random_games, refusals, refusals_every,
};
use steel_wolves::Setup;

/// Convoy battles and patrols: thousands of them are played. `war.rs` plays the wars.
fn battles() -> Vec<Setup> {
    let game = game();
    let names = &game.tables().scenarios.battles;
    let battle = |setup: &Setup| names.iter().any(|battle| battle.id == setup.scenario);
    game.all_setups().into_iter().filter(battle).collect()
}

fn patrols() -> Vec<Setup> {
    let (battles, wars) = (battles(), wars());
    let mut all = game().all_setups();
    all.retain(|setup| !battles.contains(setup) && !wars.contains(setup));
    all
}

/// War periods and the campaign.
fn wars() -> Vec<Setup> {
    let game = game();
    let names = &game.tables().scenarios.wars;
    let war = |setup: &Setup| names.iter().any(|war| war.id == setup.scenario);
    game.all_setups().into_iter().filter(war).collect()
}

fn short() -> Vec<Setup> {
    [patrols(), battles()].concat()
}

/// So many games of each scenario, two thousand in all: every invariant after every choice, records replayed, saves
/// loaded, choices taken back.
fn two_thousand(setups: &[Setup], seed: u64) {
    let each = 2000_u64.div_ceil(setups.len() as u64);
    let tally = random_games(&game(), setups, each, seed).unwrap();
    let games = each * setups.len() as u64;
    assert!(games >= 2000);
    assert_eq!((tally.games, tally.replayed), (games, games));
    assert!(
        tally.steps > games * 10 && tally.undone > games,
        "{tally:?}"
    );
}

/// Random commanders finish patrols.
#[test]
fn random_commanders_finish_patrols() {
    two_thousand(&patrols(), 1939);
}

/// Random commanders finish convoy battles.
#[test]
fn random_commanders_finish_convoy_battles() {
    two_thousand(&battles(), 1940);
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

/// The same over whole wars.
#[test]
fn in_a_war_what_was_not_offered_is_refused() {
    let refused = refusals_every(800, &game(), &wars(), 60, 21).unwrap();
    assert!(
        refused.foreign > 2000 && refused.cited > 2000,
        "{refused:?}"
    );
}

/// Cups, pieces face down and TDC markers in positions of a war; boats of the player are no secret.
#[test]
fn in_a_war_what_is_hidden_never_shows() {
    let looks = leaks_every(120, &game(), &wars(), 400, 23).unwrap();
    assert!(looks.different > 40 && looks.stepped > 10, "{looks:?}");
}

/// Files of wars that were changed in one place.
#[test]
fn in_a_war_damaged_files_are_refused_or_play_on() {
    let tried = damage_every(1500, &game(), &wars(), 60, 27).unwrap();
    assert!(tried.refused > 5 && tried.steps > 100, "{tried:?}");
}
