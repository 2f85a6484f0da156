//! U-boats: their counters [3.22], movement [6.0] and packs [13.0].

use super::inputs::{HEX, HEXES, UNIT, UNITS, YES_NO, at_most, may, need, on_area, on_sheet};
use super::sheet::{OPEN_SEA, Sheet};
use crate::fleet::{Pin, Unit};
use crate::game::Wolfpack;
use crate::movement::{allowance, path_cost};
use crate::packs::Packs;
use crate::setup::Boats;
use crate::tables::Tables;
use crate::units::UnitKind;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{Hex, HexSet};
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![uboat_move(), unit(), reorganise(), pinned_movement()]
}

/// The longest way that is looked at; no boat goes as far.
const LONGEST: usize = 60;

/// What the player's boats are [17.1], [17.2].
pub(super) const EQUIPMENT: &str = "standard, schnorkel or type-xxi";

const fn pin(pinned: bool) -> Pin {
    if pinned { Pin::Pinned } else { Pin::Free }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    unit: UnitKind,
    #[serde(default)]
    pinned: bool,
    start: Hex,
    path: Vec<Hex>,
    #[serde(default)]
    storm_hexes: Vec<Hex>,
    #[serde(default)]
    enemy_hexes: Vec<Hex>,
    #[serde(default)]
    boats: Boats,
}

#[derive(Serialize)]
struct Passage {
    allowance: u8,
    cost: u8,
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

fn uboat_move() -> Procedure<Wolfpack> {
    Procedure::new(
        "uboat_move",
        "6.3",
        "What a way costs a U-boat unit, and whether it may go it and end there.",
        const {
            &[
                need("unit", UNIT),
                may("pinned", YES_NO),
                need("start", HEX),
                need("path", HEXES),
                may("storm_hexes", HEXES),
                may("enemy_hexes", HEXES),
                may("boats", EQUIPMENT),
            ]
        },
        |game: &Wolfpack, given: Way, _| {
            let tables = &game.tables;
            on_area(tables, given.start)?;
            at_most("hexes in a path", LONGEST, given.path.len())?;
            for hex in given.storm_hexes.iter().chain(&given.enemy_hexes) {
                on_sheet(tables, *hex)?;
            }
            let storms: HexSet = given.storm_hexes.into_iter().collect();
            let convoys: HexSet = given.enemy_hexes.into_iter().collect();
            let allowance = allowance(tables, given.unit, pin(given.pinned), given.boats);
            let (cost, legal) = path_cost(
                tables,
                given.start,
                &given.path,
                allowance,
                |hex| storms.contains(hex),
                |hex| convoys.contains(hex),
            );
            Ok(Passage {
                allowance,
                cost,
                legal: legal.is_ok(),
                why: legal.err().map(|why| why.to_string()),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kinds {
    units: Vec<UnitKind>,
}

#[derive(Serialize)]
struct Values {
    boats: Vec<u8>,
    strength: Vec<u16>,
    movement: Vec<u8>,
}

fn unit() -> Procedure<Wolfpack> {
    Procedure::new(
        "unit",
        "3.22",
        "Boats, strength and movement of U-boat counters.",
        const { &[need("units", "list of units")] },
        |game: &Wolfpack, given: Kinds, _| {
            let values = || given.units.iter().map(|kind| game.tables.unit(*kind));
            Ok(Values {
                boats: values().map(|unit| unit.boats).collect(),
                strength: values().map(|unit| unit.strength).collect(),
                movement: values().map(|unit| unit.movement).collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchange {
    before: Vec<UnitKind>,
    after: Vec<UnitKind>,
    #[serde(default)]
    pinned: bool,
    #[serde(default)]
    elsewhere: Vec<UnitKind>,
}

#[derive(Serialize)]
struct Exchanged {
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Exchanged {
    const YES: Self = Self {
        legal: true,
        why: None,
    };

    fn no(why: impl Into<String>) -> Self {
        Self {
            legal: false,
            why: Some(why.into()),
        }
    }
}

fn reorganise() -> Procedure<Wolfpack> {
    Procedure::new(
        "reorganise",
        "13.11",
        "Whether the units of a hex may be exchanged for others in E1.",
        const {
            &[
                need("before", "list of units"),
                need("after", "list of units"),
                may("pinned", YES_NO),
                may("elsewhere", UNITS),
            ]
        },
        |game: &Wolfpack, given: Exchange, _| {
            at_most("units", crate::fleet::MAX_BOATS, given.after.len())?;
            let mut sheet = Sheet::new(game)?;
            let others = OPEN_SEA.neighbours()[0];
            sheet.boats(others, &units(&given.elsewhere, Pin::Free))?;
            sheet.boats(OPEN_SEA, &units(&given.before, pin(given.pinned)))?;
            Ok(exchange(&game.tables, &sheet, &given))
        },
    )
}

/// The check of E1, for the units wished for: packs of those numbers, the rest single.
fn exchange(tables: &Tables, sheet: &Sheet<'_>, given: &Exchange) -> Exchanged {
    let boats = |kinds: &[UnitKind]| -> u32 {
        let each = kinds.iter().map(|kind| u32::from(tables.unit(*kind).boats));
        each.sum()
    };
    if boats(&given.before) != boats(&given.after) {
        return Exchanged::no("the number of boats must stay the same [13.12]");
    }
    let sorted = |kinds: &[UnitKind]| {
        let mut kinds = kinds.to_vec();
        kinds.sort_unstable();
        kinds
    };
    if sorted(&given.before) == sorted(&given.after) {
        return Exchanged::YES; // they stay as they are, which pinned ones may too
    }
    let mut wished: Packs = [0; 5];
    for kind in given.after.iter().filter(|kind| **kind != UnitKind::Single) {
        wished[kind.index() - 1] += 1;
    }
    match sheet.position.may_form(tables, OPEN_SEA, &wished) {
        Ok(()) => Exchanged::YES,
        Err(why) => Exchanged::no(why.to_string()),
    }
}

/// Units of those kinds; the sheet gives them their counters.
pub(super) fn units(kinds: &[UnitKind], pin: Pin) -> Vec<Unit> {
    kinds.iter().map(|kind| Unit::pack(*kind, 0, pin)).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    unit: UnitKind,
}

#[derive(Serialize)]
struct Halved {
    standard: u8,
    type_xxi: u8,
}

fn pinned_movement() -> Procedure<Wolfpack> {
    Procedure::new(
        "pinned_movement",
        "14.5",
        "How far a pinned unit moves: half its movement, or all of it if it is of Type XXI.",
        const { &[need("unit", UNIT)] },
        |game: &Wolfpack, given: Kind, _| {
            let pinned = |boats| allowance(&game.tables, given.unit, Pin::Pinned, boats);
            Ok(Halved {
                standard: pinned(Boats::Standard),
                type_xxi: pinned(Boats::TypeXxi),
            })
        },
    )
}
