//! Played games, kept with the position they end in: they must end so for ever. `examples/golden-pq17.rs` plays them anew
//! after a change of the rules that was meant.

use crate::game;
use derbyhouse_kernel::{Game, Viewer};
use derbyhouse_testkit::golden;
use pq17::Setup;

/// Six played games, from an early Convoy to a month of the Campaign: they end as they ended when they were played.
#[test]
fn golden_games_end_as_they_did() {
    let game = game();
    for (scenario, text) in [
        ("pq6", include_str!("golden/pq6.txt")),
        ("pq12", include_str!("golden/pq12.txt")),
        ("pq17", include_str!("golden/pq17.txt")),
        ("jw51b", include_str!("golden/jw51b-by-chance.txt")),
        ("pq16", include_str!("golden/pq16-against-chance.txt")),
        ("campaign-1", include_str!("golden/campaign.txt")),
    ] {
        let played = golden(&game, text).unwrap_or_else(|fault| panic!("{scenario}: {fault}"));
        assert!(game.outcome(played.position()).is_some(), "{scenario}");
        let view = game.view(played.position(), Viewer::Observer);
        assert_eq!(view.setup(), &Setup::usual(game.tables(), scenario));
    }
}
