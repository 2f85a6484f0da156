//! The first game can be played as it is told.

use crate::sea::{game, shared_game};
use derbyhouse_kernel::record::Record;
use derbyhouse_kernel::{Game, Match, Viewer};
use derbyhouse_scene::Face;
use derbyhouse_testkit::lesson;
use wolfpack_1974::Wolfpack;

fn points(played: &Match<Wolfpack>) -> u16 {
    game().view(played.position(), Viewer::Observer).points()
}

/// [14.11], [14.37] Ten steps from a pack in reach of a scattered convoy to four ships sunk.
#[test]
fn the_tutorial_leads_to_a_successful_attack() {
    let tutorial = game().tutorial().unwrap();
    let record = Record::read(game(), &tutorial.record).unwrap();
    let before = points(&Match::replay(shared_game(), record).unwrap());
    let played = lesson(&shared_game()).unwrap();
    assert_eq!(tutorial.steps.len(), 10);
    assert_eq!(points(&played) - before, 4, "as the last step says");
    assert!(
        tutorial.steps.last().unwrap().expect.is_none(),
        "it ends with the game in the player's hands"
    );
}
