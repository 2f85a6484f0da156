//! Leaving the patrol.

use super::escorts::escort;
use super::inputs::{NUMBER, SPACE, YES_NO, may, need, on, position};
use crate::asw::{Contact, Escort, Post};
use crate::boat::Place;
use crate::boats::Letter;
use crate::calendar::Month;
use crate::escorts::Hold;
use crate::game::Wolfpack;
use crate::space::{Facing, Quadrant, Space};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![Procedure::new(
        "move.disengage",
        "36.disengage_bars",
        "Whether a boat may leave the patrol.",
        const {
            &[
                may("turn", NUMBER),
                need("contact", YES_NO),
                may("escort_search_range", YES_NO),
                may("assigned_in_quadrant", YES_NO),
                may("at", SPACE),
                may("assigned_quadrants", "list of quadrants"),
            ]
        },
        disengage,
    )]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Disengage {
    turn: Option<u8>,
    contact: bool,
    #[serde(default)]
    escort_search_range: bool,
    #[serde(default)]
    assigned_in_quadrant: bool,
    at: Option<Space>,
    #[serde(default)]
    assigned_quadrants: Vec<u8>,
}

/// Puts a boat and the escorts around her on the Attack map of a patrol.
fn disengage(game: &Wolfpack, given: Disengage, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut position = position(game)?;
    position.setup.scenario = crate::setup::Scenario::Patrol(Month::FIRST);
    position.turn = given.turn.unwrap_or(position.turn);
    let corner = Space::new(2, 2).ok_or_else(|| ProcedureError::input("no space"))?;
    let at = given.at.unwrap_or(corner);
    if let Some(boat) = position.boat_mut(Letter::W) {
        boat.place = Place::Attack(at, Facing::N);
    }
    let mut escorts = Vec::new();
    if given.contact {
        let contact = Contact {
            boat: Letter::W,
            hold: Hold::Contact,
            homing: false,
            distance: 0,
        };
        escorts.push(Escort {
            contact: Some(contact),
            ..escort(Post::OnTop)
        });
    }
    if given.escort_search_range {
        escorts.push(escort(Post::Station {
            at,
            patience: 1,
            range: game.tables().asw.start_range,
        }));
    }
    let here = at.quadrants().filter(|_| given.assigned_in_quadrant);
    let named = Quadrant::ALL
        .into_iter()
        .filter(|quadrant| given.assigned_quadrants.contains(&quadrant.number()));
    for quadrant in here.chain(named) {
        let (x, y) = (
            if quadrant.is_left() { 1 } else { 15 },
            if quadrant.is_upper() { 1 } else { 13 },
        );
        let to = Space::new(x, y).ok_or_else(|| ProcedureError::input("no space"))?;
        escorts.push(escort(Post::Assigned {
            quadrant,
            to,
            timer: 1,
        }));
    }
    position.hunt.escorts = escorts;
    let allowed = position.may_disengage(Letter::W);
    if allowed {
        on(game, &mut position, |play| play.leave(Letter::W));
    }
    let turn = match position.boat(Letter::W).map(|boat| boat.place) {
        Some(Place::Track(turn)) => json!(turn),
        _ => Value::Null,
    };
    Ok(json!({ "allowed": allowed, "turn_track": turn }))
}
