//! What procedures take, checked in words: whatever a person types ends in a result or a sentence.

use crate::facing::Axis;
use crate::movement::playing;
use crate::tables::Tables;
use crate::units::{Base, ConvoyId, Straggle};
use derbyhouse_kernel::procedure::ProcedureError;
pub(super) use derbyhouse_kernel::procedure::{may, need};
use derbyhouse_kernel::{Chance, Direction, Hex};
use serde::Deserialize;

/// What most inputs look like.
pub(super) const HEX: &str = "hex";
pub(super) const HEXES: &str = "list of hexes";
pub(super) const CHIT: &str = "chit 0-9";
pub(super) const CHITS: &str = "list of chits 0-9";
pub(super) const YES_NO: &str = "true or false";
pub(super) const BOUND: &str = "east or west";
pub(super) const BASE: &str = "ulster, iceland, greenland or newfoundland";
pub(super) const SCENARIO: &str = "feb, mar, apr or may";
pub(super) const SCENARIOS: &str = "list of feb, mar, apr, may";
pub(super) const STRAGGLE: &str = "-, S1 or S2";
pub(super) const UNIT: &str = "single, pack6, pack12, pack18, pack24 or pack30";
pub(super) const UNITS: &str = "list of units, from the top";
pub(super) const NUMBER: &str = "number";
pub(super) const FACING: &str = "E, NE, NW, W, SW or SE";
pub(super) const RANGES: &str = "list of ranges 7, 10, 12, 16 or 20";

/// For a procedure without inputs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Several cases at once.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cases<T> {
    pub(super) cases: Vec<T>,
}

/// No straggle marker, for inputs that leave it out.
pub(super) const fn closed_up() -> Straggle {
    Straggle::None
}

/// A whole number within limits.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Within<const LOW: i32, const HIGH: i32>(i32);

impl<const LOW: i32, const HIGH: i32> TryFrom<i64> for Within<LOW, HIGH> {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        i32::try_from(number)
            .ok()
            .filter(|n| (LOW..=HIGH).contains(n))
            .map(Self)
            .ok_or_else(|| format!("a number from {LOW} to {HIGH} is expected, not {number}"))
    }
}

impl<const LOW: i32, const HIGH: i32> Within<LOW, HIGH> {
    pub(super) const fn get(self) -> i32 {
        self.0
    }

    /// For limits that are not negative.
    pub(super) const fn count(self) -> u32 {
        self.0.unsigned_abs()
    }
}

/// A number of boats in one hex: as many as a game can have.
pub(super) type Boats = Within<0, { crate::fleet::MAX_BOATS as i32 }>;
/// A strength, far above any there can be.
pub(super) type Strength = Within<0, 999>;
/// A number of air groups.
pub(super) type GroupCount = Within<0, 99>;
/// What is added to a chit.
pub(super) type Modifier = Within<-9, 9>;

/// A chit that was drawn by hand [15.7].
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Chit(u8);

impl TryFrom<i64> for Chit {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        u8::try_from(number)
            .ok()
            .filter(|chit| *chit <= 9)
            .map(Self)
            .ok_or_else(|| format!("a chit is 0 to 9, not {number}"))
    }
}

impl Chit {
    pub(super) const fn get(self) -> u8 {
        self.0
    }
}

/// The chit given, or one drawn.
pub(super) fn chit(given: Option<Chit>, chance: &mut Chance) -> u8 {
    given.map_or_else(|| chance.chit(), Chit::get)
}

/// The chits given, or one drawn.
pub(super) fn chits(given: Option<Vec<Chit>>, chance: &mut Chance) -> Vec<u8> {
    match given {
        Some(chits) => chits.into_iter().map(Chit::get).collect(),
        None => vec![chance.chit()],
    }
}

/// Runs a rule with the chits given, which must be just as many as it draws; without any, with chits drawn.
pub(super) fn with_chits<T>(
    given: Option<Vec<Chit>>,
    chance: &mut Chance,
    run: impl FnOnce(&mut Chance) -> T,
) -> Result<T, ProcedureError> {
    let Some(chits) = given else {
        return Ok(run(chance));
    };
    let results: Vec<u32> = chits.into_iter().map(|chit| chit.0.into()).collect();
    let mut scripted = Chance::scripted(results);
    let result = run(&mut scripted);
    scripted.settled()?;
    Ok(result)
}

/// The line along which a stack lies, named by it or by one of its ends.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Facing(pub Axis);

impl Default for Facing {
    fn default() -> Self {
        Self(Axis::AT_SET_UP)
    }
}

impl TryFrom<String> for Facing {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let end = Direction::ALL
            .into_iter()
            .find(|direction| format!("{direction:?}") == text);
        match end {
            Some(direction) => Ok(Self(Axis::of(direction))),
            None => text.parse().map(Self),
        }
    }
}

/// Refuses a hex that is not on the sheet.
pub(super) fn on_sheet(tables: &Tables, hex: Hex) -> Result<(), ProcedureError> {
    if tables.map.on_field(hex) {
        Ok(())
    } else {
        let (rows, columns) = tables.map.field;
        Err(ProcedureError::input(format!(
            "hex {hex} is not on the sheet, which has rows 01 to {rows:02} and columns 01 to {columns:02}"
        )))
    }
}

/// Refuses a hex that no naval unit may be on [6.21].
pub(super) fn on_area(tables: &Tables, hex: Hex) -> Result<(), ProcedureError> {
    playing(tables, hex).map_err(|off| ProcedureError::input(off.to_string()))
}

/// Refuses a list that is too long.
pub(super) fn at_most(what: &str, most: usize, list: usize) -> Result<(), ProcedureError> {
    if list <= most {
        Ok(())
    } else {
        Err(ProcedureError::input(format!(
            "at most {most} {what} are expected, not {list}"
        )))
    }
}

/// A convoy by its name, such as `HX-1`.
pub(super) fn convoy_named(tables: &Tables, name: &str) -> Result<ConvoyId, ProcedureError> {
    ConvoyId::all()
        .find(|id| tables.convoy(*id).id == name)
        .ok_or_else(|| {
            ProcedureError::input(format!(
                "there is no convoy “{name}”: HX-1, ONS-2, SC-3, ON-4 and so on are expected"
            ))
        })
}

/// Air groups of one base from a list of their ranges.
pub(super) fn groups(tables: &Tables, ranges: &[u8]) -> Result<[u8; 5], ProcedureError> {
    at_most("air groups of one base", 99, ranges.len())?;
    let mut groups = [0; 5];
    for range in ranges {
        let known = tables.air.ranges.iter().position(|known| known == range);
        let place = known.ok_or_else(|| {
            ProcedureError::input(format!(
                "there is no air group of range {range}: it is one of {:?}",
                tables.air.ranges
            ))
        })?;
        groups[place] += 1;
    }
    Ok(groups)
}

/// The distance from a base to a hex on the sheet [11.21].
pub(super) fn range_to(tables: &Tables, base: Base, hex: Hex) -> Result<u32, ProcedureError> {
    on_sheet(tables, hex)?;
    Ok(tables.base(base).distance(hex))
}

/// How many of the ten chits do so, in percent [15.7].
pub(super) fn percent(mut holds: impl FnMut(u8) -> bool) -> u32 {
    (0..10).filter(|chit| holds(*chit)).count() as u32 * 10
}
