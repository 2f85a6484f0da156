//! Whole campaigns: everything that lasts from patrol to patrol.

use crate::game;
use derbyhouse_testkit::{damage, leaks, random_games, refusals};
use wolfpack_2024::{Scenario, Setup};

const PERIODS: [Setup; 2] = [
    Setup {
        scenario: Scenario::WarPeriod(0),
    },
    Setup {
        scenario: Scenario::WarPeriod(4),
    },
];
const EARLY: Setup = Setup {
    scenario: Scenario::EarlyCampaign,
};
const FULL: Setup = Setup {
    scenario: Scenario::FullCampaign,
};

/// Random captains finish war periods and campaigns; every invariant after every choice, records replayed, saves
/// loaded, choices taken back [17.scenario_lengths], [13.log_codes].
#[test]
fn random_captains_finish_campaigns() {
    let game = game();
    let full = random_games(&game, &[FULL], 20, 1943).unwrap();
    assert_eq!((full.games, full.replayed, full.reloaded), (20, 20, 20));
    let others = random_games(&game, &[PERIODS[0], PERIODS[1], EARLY], 20, 7).unwrap();
    assert_eq!(others.games, 60);
    assert!(full.steps > 5_000 && full.undone > 1000, "{full:?}");
}

#[test]
fn what_was_not_offered_is_refused_in_port() {
    let game = game();
    let refused = refusals(&game, &[EARLY, PERIODS[1]], 300, 5).unwrap();
    assert!(refused.foreign > 500 && refused.cited > 500, "{refused:?}");
}

#[test]
fn what_is_hidden_never_shows_in_campaigns() {
    let game = game();
    let looks = leaks(&game, &[EARLY, PERIODS[1]], 1500, 23).unwrap();
    assert!(looks.different > 1000, "{looks:?}");
}

#[test]
fn damaged_campaign_files_are_refused_or_play_on() {
    let game = game();
    let tried = damage(&game, &[PERIODS[0], EARLY], 1000, 29).unwrap();
    assert!(tried.refused > 200 && tried.steps > 500, "{tried:?}");
}
