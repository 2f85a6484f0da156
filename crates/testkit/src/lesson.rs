//! A game's lesson can be played as it is told.

use crate::fault::Fault;
use crate::scenes::scene_of;
use derbyhouse_kernel::record::Record;
use derbyhouse_kernel::{Match, Seat, Viewer};
use derbyhouse_scene::{Anchor, Board, Face, Lesson, Scene};
use std::sync::Arc;

/// Walks through the lesson of a game's first seat: what a step points at is there, and what it waits for is offered.
/// Gives back the match as the lesson leaves it.
pub fn lesson<G: Face>(game: &Arc<G>) -> Result<Match<G>, Fault> {
    let fault = |step: usize, what: String| Fault {
        setup: String::new(),
        seed: 0,
        step,
        what,
    };
    let tutorial = game
        .tutorial()
        .ok_or_else(|| fault(0, "there is no lesson".into()))?;
    let record =
        Record::read(game.as_ref(), &tutorial.record).map_err(|why| fault(0, why.to_string()))?;
    let mut played =
        Match::replay(Arc::clone(game), record).map_err(|why| fault(0, why.to_string()))?;
    let board = game.board();
    for (number, step) in tutorial.steps.iter().enumerate() {
        let scene = scene_of(game.as_ref(), played.position(), Viewer::Seat(Seat::FIRST));
        let missing = missing(step, &board, &scene);
        if let Some(missing) = missing {
            return Err(fault(number, format!("there is no {missing}")));
        }
        if let Some(text) = &step.expect {
            let choice = text
                .parse()
                .map_err(|why| fault(number, format!("“{text}” is no choice: {why}")))?;
            played
                .choose(Seat::FIRST, &choice)
                .map_err(|why| fault(number, format!("“{text}” is refused: {why}")))?;
        }
    }
    Ok(played)
}

/// What a step speaks of and the table does not show.
fn missing(step: &Lesson, board: &Board, scene: &Scene) -> Option<String> {
    let looked_at = match &step.look {
        Some(Anchor::Piece(id)) => {
            (!scene.pieces.iter().any(|piece| piece.id == *id)).then_some(id)
        }
        Some(Anchor::Space(id)) => {
            (!board.spaces.iter().any(|space| space.id == *id)).then_some(id)
        }
        _ => None,
    };
    let laid = |id: &&String| !scene.overlays.iter().any(|overlay| overlay.id == **id);
    let offers = scene.prompt.iter().flat_map(|prompt| &prompt.offers);
    let offered: Vec<&str> = offers.map(|offer| offer.choice.as_str()).collect();
    let not_offered = |choice: &&String| !offered.contains(&choice.as_str());
    looked_at
        .or(step.overlay.as_ref().filter(laid))
        .or(step.expect.as_ref().filter(not_offered))
        .cloned()
}
