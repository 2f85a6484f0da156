//! Whole fights, as in the rulebook's examples [7.2.6], [7.4.3], [7.5.7]: a position is laid out, and play fights it, with
//! the dice that were given or with dice of its own.

mod air;
mod gunnery;
mod submarines;

use super::inputs::*;
use crate::game::Pq17;
use crate::rolls::Roll;
use derbyhouse_kernel::chance::ByHand;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};

type Result<T> = std::result::Result<T, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "script_air_strike",
            "7.2.6",
            "An air strike, unit by unit and wave by wave, with given dice or rolled.",
            air::Given::INPUTS,
            air::strike,
        ),
        Procedure::new(
            "script_submarine",
            "7.4.3",
            "Wolfpacks against a convoy, fight by fight, with given dice or rolled.",
            submarines::Given::INPUTS,
            submarines::hunt,
        ),
        Procedure::new(
            "script_gunnery",
            "7.5.2iii",
            "The gunnery of a battle, shot by shot, with given dice or rolled.",
            gunnery::Given::INPUTS,
            gunnery::battle,
        ),
    ]
}

/// Lays out the dice of one kind, in the order in which they are rolled: those of all or, to have them rolled, of nobody.
fn lay_all<'d>(
    hand: &mut ByHand,
    roll: Roll,
    given: impl Iterator<Item = Option<&'d Vec<Die>>>,
) -> Result<bool> {
    let given: Vec<Option<&Vec<Die>>> = given.collect();
    if given.iter().all(Option::is_none) {
        return Ok(false);
    }
    for dice in given {
        let dice = dice.ok_or_else(|| {
            ProcedureError::input(format!("dice for {roll} must be given for all or for none"))
        })?;
        hand.lay(roll.id(), dice.iter().map(|die| die.get().into()));
    }
    Ok(true)
}

/// Dice that were given must be as many as were rolled.
fn as_many(who: &str, roll: Roll, rolled: usize, given: Option<&Vec<Die>>) -> Result<()> {
    match given {
        Some(dice) if dice.len() != rolled => {
            let given = dice.len();
            Err(ProcedureError::input(format!(
                "{who}: {rolled} dice are rolled for {roll}, not {given}"
            )))
        }
        _ => Ok(()),
    }
}
