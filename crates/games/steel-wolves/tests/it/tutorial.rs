//! The first game can be played as it is told.

use crate::game;
use derbyhouse_kernel::{Game, Viewer};
use derbyhouse_testkit::lesson;

/// [2.13] [13.1] [14.4] [27.1] [30.1] From the first search to the way home.
#[test]
fn the_lesson_leads_to_three_ships_sunk_and_home() {
    let game = game();
    let played = lesson(&game).unwrap();
    let view = game.view(played.position(), Viewer::Observer);
    assert_eq!(view.sunk(), (3, 24), "as the last step says");
    let outcome = game.outcome(played.position()).unwrap();
    assert_eq!(game.levels()[outcome.level].id, "outstanding");
}
