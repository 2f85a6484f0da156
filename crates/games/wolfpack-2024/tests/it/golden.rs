//! Played games, kept with the position they end in: they must end so for ever. `examples/golden-wolfpack-2024.rs` plays them
//! anew after a change of the rules that was meant.

use crate::game;
use derbyhouse_kernel::{Game, Viewer};
use derbyhouse_testkit::golden;
use wolfpack_2024::{Scenario, Setup};

/// Five played games, from training to a campaign: they end as they ended when they were played.
#[test]
fn golden_games_end_as_they_did() {
    let game = game();
    for (scenario, text) in [
        ("training", include_str!("golden/training.txt")),
        ("patrol-1941-11", include_str!("golden/early-patrol.txt")),
        ("patrol-1943-02", include_str!("golden/late-patrol.txt")),
        ("period-2", include_str!("golden/period.txt")),
        ("early-campaign", include_str!("golden/campaign.txt")),
    ] {
        let played = golden(&game, text).unwrap_or_else(|fault| panic!("{scenario}: {fault}"));
        assert!(game.outcome(played.position()).is_some(), "{scenario}");
        let view = game.view(played.position(), Viewer::Observer);
        let scenario: Scenario = scenario.parse().unwrap();
        assert_eq!(view.setup(), &Setup { scenario });
    }
}
