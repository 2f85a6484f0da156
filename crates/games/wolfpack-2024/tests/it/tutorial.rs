//! The first game can be played as it is told.

use derbyhouse_kernel::record::Record;
use derbyhouse_kernel::{Game, Match, Seat, Viewer};
use derbyhouse_scene::{Anchor, Face, Scene};
use std::sync::Arc;
use wolfpack_2024::{Choice, Wolfpack};

fn scene(game: &Wolfpack, played: &Match<Wolfpack>) -> Scene {
    let decision = game.decision(played.position(), Seat::FIRST);
    let mut choices = Vec::new();
    game.choices(played.position(), Seat::FIRST, &mut choices);
    let view = game.view(played.position(), Viewer::Seat(Seat::FIRST));
    game.scene(view, decision.as_ref(), &choices)
}

/// [31.entry_d10] [38.tdc_value] [26.second_damage_sinks] From the ring to a ship sunk, and off the map.
#[test]
fn the_lesson_leads_to_a_ship_sunk_and_to_the_end() {
    let game = Arc::new(Wolfpack::new(&[]).unwrap());
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
    assert_eq!(view.vp(), 4, "as the last step says");
    assert!(view.is_over() && view.boats().all(|(_, boat)| boat.sunk.len() == 1));
}
