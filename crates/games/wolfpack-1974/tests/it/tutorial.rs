//! The first game can be played as it is told.

use crate::sea::{game, shared_game};
use derbyhouse_kernel::record::Record;
use derbyhouse_kernel::{Game, Match, Seat, Viewer};
use derbyhouse_scene::{Anchor, Face, Scene};
use wolfpack_1974::{Choice, Wolfpack};

fn scene(played: &Match<Wolfpack>) -> Scene {
    let decision = game().decision(played.position(), Seat::FIRST);
    let mut choices = Vec::new();
    game().choices(played.position(), Seat::FIRST, &mut choices);
    let view = game().view(played.position(), Viewer::Seat(Seat::FIRST));
    game().scene(view, decision.as_ref(), &choices)
}

/// [14.11], [14.37] Ten steps from a pack in reach of a scattered convoy to four ships sunk.
#[test]
fn the_tutorial_leads_to_a_successful_attack() {
    let tutorial = game().tutorial().unwrap();
    let record = Record::read(game(), &tutorial.record).unwrap();
    let mut played = Match::replay(shared_game(), record).unwrap();
    let view = |played: &Match<Wolfpack>| game().view(played.position(), Viewer::Observer).points();
    let before = view(&played);
    assert_eq!(tutorial.steps.len(), 10);
    for (number, step) in tutorial.steps.iter().enumerate() {
        let scene = scene(&played);
        match &step.look {
            Some(Anchor::Piece(id)) => {
                assert!(
                    scene.pieces.iter().any(|piece| piece.id == *id),
                    "step {number}: {id}"
                );
            }
            Some(Anchor::Space(id)) => {
                assert!(
                    game().board().spaces.iter().any(|space| space.id == *id),
                    "step {number}: {id}"
                );
            }
            _ => {}
        }
        if let Some(id) = &step.overlay {
            assert!(
                scene.overlays.iter().any(|overlay| overlay.id == *id),
                "step {number}: {id}"
            );
        }
        if let Some(choice) = &step.expect {
            let offers = scene.prompt.unwrap().offers;
            assert!(
                offers.iter().any(|offer| offer.choice == *choice),
                "step {number}: {choice}"
            );
            played
                .choose(Seat::FIRST, &choice.parse::<Choice>().unwrap())
                .unwrap();
        }
    }
    assert_eq!(view(&played) - before, 4, "as the last step says");
    assert!(
        tutorial.steps.last().unwrap().expect.is_none(),
        "it ends with the game in the player's hands"
    );
}
