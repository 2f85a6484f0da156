//! What procedures take, checked in words.

use crate::forces::Units;
use crate::game::Pq17;
use crate::tables::{Aircraft, Ship, ShipList};
use crate::time::Fortnight;
use crate::units::{ClassId, ShipId};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::ProcedureError;
pub(super) use derbyhouse_kernel::procedure::{may, need};
use serde::Deserialize;
use std::collections::BTreeMap;

pub(super) const HEX: &str = "hex, such as 0817";
pub(super) const YES_NO: &str = "true or false";
pub(super) const NUMBER: &str = "number";
pub(super) const DIE: &str = "die, 0-9";
pub(super) const DICE: &str = "list of dice, 0-9";
pub(super) const HOW_MANY: &str = "how many dice, if they are not given";
pub(super) const SHIP: &str = "ship of the Unit Chart, such as jamaica";
pub(super) const SHIPS: &str = "list of ships";
pub(super) const CLASSES: &str = "CS by class, such as { dd_ai = 3 }";
pub(super) const AIRCRAFT: &str = "type of aircraft, such as ju88a4";
pub(super) const TYPE: &str = "type of ship, such as CA";
pub(super) const TURN: &str = "turn, such as AM 5";
pub(super) const WEATHER: &str = "fair, reduced_visibility, fog, storms or gales";
pub(super) const ICE: &str = "clear, light_drift, heavy_drift, thin_pack or solid_pack";
pub(super) const SIDE: &str = "allied or axis";
pub(super) const ID: &str = "ID, -1 (Unidentified) to 3";
pub(super) const FORTNIGHT: &str = "Fortnight of 1942, such as 08-II";
pub(super) const CONDITIONS: &str = "list of conditions";

/// The inputs of a procedure: a struct that refuses unknown fields, and their list for people.
macro_rules! given {
    ($vis:vis $name:ident { $($kind:ident $field:ident : $ty:ty = $form:expr),* $(,)? }) => {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $vis struct $name { $($field: given!(@ $kind $ty)),* }

        impl $name {
            $vis const INPUTS: &'static [derbyhouse_kernel::procedure::Input] =
                &[$($crate::procedures::inputs::$kind(stringify!($field), $form)),*];
        }
    };
    (@ need $ty:ty) => { $ty };
    (@ may $ty:ty) => { Option<$ty> };
}
pub(super) use given;

/// A die that was rolled by hand: 0 to 9 [1.8].
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Die(u8);

impl TryFrom<i64> for Die {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let face = u8::try_from(number).ok().filter(|face| *face <= 9);
        face.map(Self)
            .ok_or_else(|| format!("a die is 0 to 9, not {number}"))
    }
}

impl Die {
    pub(super) const fn get(self) -> u8 {
        self.0
    }
}

pub(super) fn faces(dice: &[Die]) -> Vec<u8> {
    dice.iter().map(|die| die.get()).collect()
}

/// The dice given, or so many rolled.
pub(super) fn dice(
    given: Option<Vec<Die>>,
    number: Option<u8>,
    chance: &mut Chance,
) -> Result<Vec<u8>, ProcedureError> {
    let many = |number: u8| usize::from(number);
    match (given, number) {
        (Some(dice), Some(number)) if dice.len() != many(number) => {
            let given = dice.len();
            Err(ProcedureError::input(format!(
                "{number} dice are rolled, not {given}"
            )))
        }
        (Some(dice), _) => Ok(faces(&dice)),
        (None, Some(number)) => {
            within("the number of dice", number, 40)?;
            Ok((0..number).map(|_| chance.chit()).collect())
        }
        (None, None) => Err(ProcedureError::input(
            "either the dice must be given or how many there are",
        )),
    }
}

/// The die given, or one rolled.
pub(super) fn die(given: Option<Die>, chance: &mut Chance) -> u8 {
    given.map_or_else(|| chance.chit(), Die::get)
}

pub(super) fn wrong(what: &str, name: &str) -> ProcedureError {
    ProcedureError::input(format!("there is no {what} “{name}”"))
}

pub(super) fn ship<'g>(game: &'g Pq17, name: &str) -> Result<(ShipId, &'g Ship), ProcedureError> {
    let chart = &game.tables().chart;
    let id = chart.find_ship(name).ok_or_else(|| wrong("ship", name))?;
    Ok((id, chart.ship(id)))
}

pub(super) fn air<'g>(game: &'g Pq17, name: &str) -> Result<&'g Aircraft, ProcedureError> {
    let chart = &game.tables().chart;
    let id = chart
        .find_air(name)
        .ok_or_else(|| wrong("type of aircraft", name))?;
    Ok(chart.air(id))
}

pub(super) fn class(game: &Pq17, name: &str) -> Result<ClassId, ProcedureError> {
    game.tables()
        .chart
        .find_class(name)
        .ok_or_else(|| wrong("class", name))
}

/// Ships and classes as a force holds them.
pub(super) fn units(
    game: &Pq17,
    ships: Option<&Vec<String>>,
    classes: Option<&BTreeMap<String, u8>>,
) -> Result<Units, ProcedureError> {
    let ids = ships
        .into_iter()
        .flatten()
        .map(|name| Ok(ship(game, name)?.0));
    let pools = classes.into_iter().flatten().map(|(name, cs)| {
        if *cs > 99 {
            return Err(ProcedureError::input(format!(
                "{cs} CS of {name} are more than there are"
            )));
        }
        Ok((class(game, name)?, *cs))
    });
    let list = ShipList {
        ships: ids.collect::<Result<_, ProcedureError>>()?,
        classes: pools.collect::<Result<_, _>>()?,
    };
    Ok(Units::of_list(&game.tables().chart, &list))
}

/// A Fortnight of 1942 by its short name.
pub(super) fn fortnight(short: &str) -> Result<Fortnight, ProcedureError> {
    format!("1942-{short}")
        .parse()
        .map_err(|_| wrong("Fortnight", short))
}

/// Refuses a number beyond what a rule can bear.
pub(super) fn within(what: &str, number: u8, most: u8) -> Result<(), ProcedureError> {
    if number <= most {
        Ok(())
    } else {
        Err(ProcedureError::input(format!(
            "{what} is 0 to {most}, not {number}"
        )))
    }
}
