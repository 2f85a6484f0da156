//! Played games, kept with the position they end in: they must end so for ever. `examples/golden-steel-wolves.rs` plays them anew
//! after a change of the rules that was meant.

use crate::game;
use derbyhouse_kernel::{Game, Viewer};
use derbyhouse_testkit::golden;

/// Patrols, battles and a war period end as they ended when they were played.
#[test]
fn golden_games_end_as_they_did() {
    let game = game();
    for (scenario, text) in [
        ("u30_first", include_str!("golden/patrol.txt")),
        ("u47_scapa", include_str!("golden/scapa-flow.txt")),
        ("sc7", include_str!("golden/battle.txt")),
        ("ons5", include_str!("golden/late-battle.txt")),
        ("op_wp1", include_str!("golden/war-period.txt")),
    ] {
        let played = golden(&game, text).unwrap_or_else(|fault| panic!("{scenario}: {fault}"));
        assert!(game.outcome(played.position()).is_some(), "{scenario}");
        let view = game.view(played.position(), Viewer::Observer);
        assert_eq!(view.setup().scenario, scenario);
    }
}
