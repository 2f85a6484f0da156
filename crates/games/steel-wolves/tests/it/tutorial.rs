//! The first game can be played as it is told.

use derbyhouse_kernel::record::Record;
use derbyhouse_kernel::{Game, Match, Seat, Viewer};
use derbyhouse_scene::{Anchor, Face, Scene};
use std::sync::Arc;
use steel_wolves::{Choice, SteelWolves};

fn scene(game: &SteelWolves, played: &Match<SteelWolves>) -> Scene {
    let decision = game.decision(played.position(), Seat::FIRST);
    let mut choices = Vec::new();
    game.choices(played.position(), Seat::FIRST, &mut choices);
    let view = game.view(played.position(), Viewer::Seat(Seat::FIRST));
    game.scene(view, decision.as_ref(), &choices)
}

/// [2.13] [13.1] [14.4] [27.1] [30.1] From the first search to the way home.
#[test]
fn the_lesson_leads_to_three_ships_sunk_and_home() {
    let game = Arc::new(SteelWolves::new(&[]).unwrap());
    let tutorial = game.tutorial().unwrap();
    let record = Record::read(&*game, &tutorial.record).unwrap();
    let mut played = Match::replay(Arc::clone(&game), record).unwrap();
    let board = game.board();
    for (number, step) in tutorial.steps.iter().enumerate() {
        let scene = scene(&game, &played);
        match &step.look {
            Some(Anchor::Piece(id)) => {
                assert!(
                    scene.pieces.iter().any(|piece| piece.id == *id),
                    "{number}: {id}"
                );
            }
            Some(Anchor::Space(id)) => {
                assert!(
                    board.spaces.iter().any(|space| space.id == *id),
                    "{number}: {id}"
                );
            }
            _ => {}
        }
        if let Some(id) = &step.overlay {
            assert!(
                scene.overlays.iter().any(|overlay| overlay.id == *id),
                "{number}: {id}"
            );
        }
        if let Some(choice) = &step.expect {
            let offers = scene.prompt.map(|prompt| prompt.offers).unwrap_or_default();
            assert!(
                offers.iter().any(|offer| offer.choice == *choice),
                "step {number}: {choice}"
            );
            let choice = choice.parse::<Choice>().unwrap();
            played.choose(Seat::FIRST, &choice).unwrap();
        }
    }
    let view = game.view(played.position(), Viewer::Observer);
    assert_eq!(view.sunk(), (3, 24), "as the last step says");
    let outcome = game.outcome(played.position()).unwrap();
    assert_eq!(game.levels()[outcome.level].id, "outstanding");
}
