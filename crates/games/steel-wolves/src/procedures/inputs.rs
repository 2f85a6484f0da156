//! What procedures take, checked in words.

use crate::game::SteelWolves;
use crate::tables::ClassValues;
use crate::weather::Weather;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::ProcedureError;
pub(super) use derbyhouse_kernel::procedure::{may, need};
use serde::Deserialize;

pub(super) const DIE: &str = "0-9";
pub(super) const YES_NO: &str = "true or false";
pub(super) const NUMBER: &str = "number";
pub(super) const AREA: &str = "operations area, such as north_sea";
pub(super) const ZONE: &str = "Special Mission Zone, such as ireland";
pub(super) const PERIOD: &str = "war period, 1-5";
pub(super) const WEATHER: &str = "0, 990 or 965";
pub(super) const DISPLAY: &str = "loner, C1, C2 or TF";
pub(super) const NAME: &str = "name";
pub(super) const LIST: &str = "list";
pub(super) const DATE: &str = "month, such as 9/39";
pub(super) const COLOUR: &str = "white, green, orange, blue or red";

/// A whole number within limits that no sum of rules can burst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Num(pub i8);

impl TryFrom<i64> for Num {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let small = i8::try_from(number)
            .ok()
            .filter(|number| (-20..=20).contains(number));
        small
            .map(Self)
            .ok_or_else(|| format!("a number from -20 to 20 is expected, not {number}"))
    }
}

/// A number of things, or a rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Count(pub u8);

impl TryFrom<i64> for Count {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let small = u8::try_from(number).ok().filter(|number| *number <= 99);
        small
            .map(Self)
            .ok_or_else(|| format!("a number from 0 to 99 is expected, not {number}"))
    }
}

/// A rating of an ace, or an Inexperienced marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Rating(pub u8);

impl TryFrom<i64> for Rating {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let small = u8::try_from(number).ok().filter(|number| *number <= 2);
        small
            .map(Self)
            .ok_or_else(|| format!("a rating is 0 to 2, not {number}"))
    }
}

/// A die that was thrown by hand: 0 to 9, zero is zero [2.6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Die(pub u8);

impl TryFrom<i64> for Die {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let face = u8::try_from(number).ok().filter(|face| *face <= 9);
        face.map(Self)
            .ok_or_else(|| format!("a die is 0 to 9, not {number}"))
    }
}

/// The die given, or one thrown.
pub(super) fn die(given: Option<Die>, chance: &mut Chance) -> u8 {
    given.map_or_else(|| chance.chit(), |die| die.0)
}

/// A war period by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Period(pub crate::calendar::Period);

impl TryFrom<i64> for Period {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let period = u8::try_from(number)
            .ok()
            .and_then(crate::calendar::Period::new);
        period
            .map(Self)
            .ok_or_else(|| format!("a war period is 1 to 5, not {number}"))
    }
}

/// Weather by its millibars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Mbar(pub Weather);

impl Default for Mbar {
    fn default() -> Self {
        Self(Weather::Clear)
    }
}

impl TryFrom<i64> for Mbar {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let weather = u16::try_from(number).ok().and_then(Weather::from_number);
        weather
            .map(Self)
            .ok_or_else(|| format!("weather is 0, 990 or 965, not {number}"))
    }
}

/// An Inexperienced marker given as yes or no.
pub(super) fn green(inexperienced: bool) -> u8 {
    u8::from(inexperienced)
}

/// The class of that name.
pub(super) fn class<'g>(
    game: &'g SteelWolves,
    name: &str,
) -> Result<&'g ClassValues, ProcedureError> {
    let boats = &game.tables().submarines;
    let class = boats.find_class(name).map(|id| boats.class(id));
    class.ok_or_else(|| ProcedureError::input(format!("there is no class “{name}”")))
}

/// Refuses what a rule cannot mean.
pub(super) fn wrong(what: impl Into<String>) -> ProcedureError {
    ProcedureError::input(what)
}
