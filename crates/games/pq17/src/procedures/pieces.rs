//! Components (chapter 1): counters, categories, steps.

use super::bench::Bench;
use super::inputs::*;
use crate::forces::{BlockId, Id, ShipState, after_hits, is_large};
use crate::game::Pq17;
use crate::side::{Nation, Side};
use crate::strike::{Stack, Strike, Target};
use crate::surface::{self, Area};
use crate::time::Light;
use crate::units::{Aa, Category, ShipType};
use crate::weather::Weather;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Result = std::result::Result<Value, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "light_counters",
            "1.4",
            "The fewest counters that show so much CS of a class.",
            Counters::INPUTS,
            counters,
        ),
        Procedure::new(
            "convoy_size",
            "1.2.1",
            "Whether a Convoy of so many ships is Large or Small.",
            Size::INPUTS,
            size,
        ),
        Procedure::new(
            "combine_id",
            "1.2.4",
            "The ID of forces that combine.",
            Ids::INPUTS,
            combine_id,
        ),
        Procedure::new(
            "categories",
            "1.4",
            "The categories of a type of ship.",
            const { &[need("type", TYPE)] },
            categories,
        ),
        Procedure::new(
            "apply_hits",
            "1.4",
            "What so many Hits leave of a ship.",
            Hits::INPUTS,
            hits,
        ),
        Procedure::new(
            "ship_dice",
            "7.5.2iii",
            "The gunnery dice of a force.",
            Listed::INPUTS,
            dice,
        ),
        Procedure::new(
            "aa_dice",
            "7.2.5",
            "The anti-aircraft dice of a stack in its own defence.",
            Listed::INPUTS,
            aa_dice,
        ),
        Procedure::new(
            "aa_support",
            "7.2.5",
            "Whether a stack may fire for its neighbour.",
            Listed::INPUTS,
            aa_support,
        ),
        Procedure::new(
            "aa_sum",
            "7.2.5",
            "Anti-aircraft values added up.",
            Values::INPUTS,
            aa_sum,
        ),
    ]
}

given!(Counters { need class: String = "class of the Unit Chart, such as dd_ai", need cs: u8 = NUMBER });

fn counters(game: &Pq17, given: Counters, _: &mut Chance) -> Result {
    let class = game.tables().chart.class(class(game, &given.class)?);
    Ok(json!({ "counters": class.counters(given.cs).collect::<Vec<u8>>() }))
}

given!(Size { need convoy_ships: u8 = NUMBER });

fn size(_: &Pq17, given: Size, _: &mut Chance) -> Result {
    Ok(json!({ "size": if is_large(given.convoy_ships) { "large" } else { "small" } }))
}

given!(Ids { need ids: Vec<Id> = "list of IDs, -1 to 3" });

fn combine_id(_: &Pq17, given: Ids, _: &mut Chance) -> Result {
    Ok(json!({ "id": given.ids.into_iter().reduce(Id::together) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed {
    #[serde(rename = "type")]
    kind: ShipType,
}

fn categories(_: &Pq17, given: Typed, _: &mut Chance) -> Result {
    Ok(json!({ "categories": given.kind.categories().collect::<Vec<Category>>() }))
}

given!(Hits { need ship: String = SHIP, need hits: u8 = NUMBER });

fn hits(game: &Pq17, given: Hits, _: &mut Chance) -> Result {
    let (id, ship) = ship(game, &given.ship)?;
    let left = after_hits(ship, ShipState::new(id, ship), given.hits);
    Ok(json!({
        "cs": left.map_or(0, |state| state.cs(ship)),
        "diw": left.is_some_and(|state| state.is_diw(ship)),
        "sunk": left.is_none(),
    }))
}

given!(Listed { may ships: Vec<String> = SHIPS, may classes: BTreeMap<String, u8> = CLASSES });

/// The ships at sea in one force.
fn at_sea<'g>(
    game: &'g Pq17,
    given: &Listed,
) -> std::result::Result<(Bench<'g>, Side, BlockId), ProcedureError> {
    let chart = &game.tables().chart;
    let units = units(game, given.ships.as_ref(), given.classes.as_ref())?;
    let ships = units
        .ships
        .iter()
        .map(|state| chart.ship(state.ship).nation);
    let pools = units
        .pools
        .iter()
        .map(|pool| chart.class(pool.class).nation);
    let mut sides = ships.chain(pools).map(Nation::side);
    let side = sides.next().unwrap_or(Side::Allied);
    if sides.any(|other| other != side) {
        return Err(ProcedureError::input("ships of one side only form a force"));
    }
    let mut bench = Bench::new(game, Light::Day, Weather::Fair, Vec::new())?;
    let block = bench.put(side, units, Id::HIGHEST);
    Ok((bench, side, block))
}

/// Of all that may fire its guns, as near as torpedo boats must be (R12).
fn dice(game: &Pq17, given: Listed, _: &mut Chance) -> Result {
    let (mut bench, side, block) = at_sea(game, &given)?;
    bench.give_battle(side, block)?;
    let units = bench
        .p
        .battle()
        .map_or(&[][..], |battle| &battle.units[side]);
    let armed = units.iter().filter_map(|unit| {
        let reading = bench.p.read_unit(bench.t, side, unit);
        surface::may_fire_guns(bench.t, reading.kind, Area::TorpedoAttack).then_some(reading.dice)
    });
    Ok(json!({ "dice": armed.map(u32::from).sum::<u32>() }))
}

/// Dice of all its counters in one stack, for itself or for a neighbour.
fn stack_dice(game: &Pq17, given: &Listed, own: bool) -> std::result::Result<u8, ProcedureError> {
    let (bench, side, block) = at_sea(game, given)?;
    let target = Target::Force(block);
    let mut strike = Strike::new(side.other(), target, bench.hex, Light::Day);
    strike.line = vec![Stack(bench.p.counters(bench.t, &strike))];
    Ok(bench.p.stack_dice(bench.t, &strike, 0, own).0)
}

fn aa_dice(game: &Pq17, given: Listed, _: &mut Chance) -> Result {
    Ok(json!({ "dice": stack_dice(game, &given, true)? }))
}

fn aa_support(game: &Pq17, given: Listed, _: &mut Chance) -> Result {
    Ok(json!({ "may_support_neighbour": stack_dice(game, &given, false)? > 0 }))
}

given!(Values { need values: Vec<String> = "list of numbers or *" });

fn aa_sum(_: &Pq17, given: Values, _: &mut Chance) -> Result {
    let value = |text: &String| match text.as_str() {
        "*" => Ok(Aa::Star),
        number => number
            .parse()
            .map(Aa::Dice)
            .map_err(|_| wrong("AA value", number)),
    };
    let values: Vec<Aa> = given
        .values
        .iter()
        .map(value)
        .collect::<std::result::Result<_, _>>()?;
    let sum = match values.into_iter().fold(Aa::None, Aa::plus) {
        Aa::Dice(dice) => dice.to_string(),
        Aa::Star => "*".to_owned(),
        Aa::None => "0".to_owned(),
    };
    Ok(json!({ "sum": sum }))
}
