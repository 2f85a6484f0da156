//! The first game can be played as it is told.

use derbyhouse_kernel::{Game, Viewer};
use derbyhouse_testkit::lesson;
use std::sync::Arc;
use wolfpack_2024::Wolfpack;

/// [31.entry_d10] [38.tdc_value] [26.second_damage_sinks] From the ring to a ship sunk, and off the map.
#[test]
fn the_lesson_leads_to_a_ship_sunk_and_to_the_end() {
    let game = Arc::new(Wolfpack::new(&[]).unwrap());
    let played = lesson(&game).unwrap();
    let view = game.view(played.position(), Viewer::Observer);
    assert_eq!(view.vp(), 4, "as the last step says");
    assert!(view.is_over() && view.boats().all(|(_, boat)| boat.sunk.len() == 1));
}
