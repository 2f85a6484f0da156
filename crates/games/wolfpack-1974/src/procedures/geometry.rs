//! The sheet [3.1]: hexes, distances and the playing area [6.21].

use super::inputs::{FACING, HEX, HEXES, Nothing, Within, at_most, need, on_sheet};
use crate::game::Wolfpack;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Direction, Hex};
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        step(),
        walk(),
        neighbours(),
        distance(),
        inside(),
        area_row(),
        area_count(),
    ]
}

#[derive(Serialize)]
struct OneHex {
    hex: Hex,
}

#[derive(Serialize)]
struct Hexes {
    hexes: Vec<Hex>,
}

#[derive(Serialize)]
struct HexCount {
    hexes: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    hex: Hex,
    dir: Direction,
}

fn step() -> Procedure<Wolfpack> {
    Procedure::new(
        "step",
        "3.1",
        "Which hex lies next to another on one of its six sides.",
        const { &[need("hex", HEX), need("dir", FACING)] },
        |game: &Wolfpack, given: Step, _| {
            on_sheet(&game.tables, given.hex)?;
            Ok(OneHex {
                hex: given.hex.step(given.dir),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Walk {
    hex: Hex,
    dirs: Vec<Direction>,
}

fn walk() -> Procedure<Wolfpack> {
    Procedure::new(
        "walk",
        "3.1",
        "Where a walk of several steps ends.",
        const {
            &[
                need("hex", HEX),
                need("dirs", "list of E, NE, NW, W, SW, SE"),
            ]
        },
        |game: &Wolfpack, given: Walk, _| {
            on_sheet(&game.tables, given.hex)?;
            let mut hex = given.hex;
            for direction in given.dirs {
                hex = hex.step(direction);
                on_sheet(&game.tables, hex)?;
            }
            Ok(OneHex { hex })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Centre {
    hex: Hex,
}

fn neighbours() -> Procedure<Wolfpack> {
    Procedure::new(
        "neighbours",
        "3.1",
        "The six hexes around a hex: E, NE, NW, W, SW, SE.",
        const { &[need("hex", HEX)] },
        |game: &Wolfpack, given: Centre, _| {
            on_sheet(&game.tables, given.hex)?;
            Ok(Hexes {
                hexes: given.hex.neighbours().to_vec(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    a: Hex,
    b: Hex,
}

fn distance() -> Procedure<Wolfpack> {
    Procedure::new(
        "distance",
        "11.21",
        "How many hexes it is from one hex to another; the first does not count, the last does.",
        const { &[need("a", HEX), need("b", HEX)] },
        |game: &Wolfpack, given: Pair, _| {
            on_sheet(&game.tables, given.a)?;
            on_sheet(&game.tables, given.b)?;
            Ok(HexCount {
                hexes: given.a.distance(given.b) as usize,
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Places {
    hexes: Vec<Hex>,
}

#[derive(Serialize)]
struct Inside {
    /// Nothing when some are and some are not.
    inside: Option<bool>,
    each: Vec<bool>,
}

fn inside() -> Procedure<Wolfpack> {
    Procedure::new(
        "inside",
        "6.21",
        "Whether hexes lie on the playing area: all of them, none, or each for itself.",
        const { &[need("hexes", HEXES)] },
        |game: &Wolfpack, given: Places, _| {
            let map = &game.tables.map;
            let each: Vec<bool> = given.hexes.iter().map(|hex| map.is_playing(*hex)).collect();
            let first = each
                .first()
                .copied()
                .ok_or_else(|| ProcedureError::input("at least one hex is expected"))?;
            let inside = each.iter().all(|one| *one == first).then_some(first);
            Ok(Inside { inside, each })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    rows: Vec<Within<1, 25>>,
}

#[derive(Serialize)]
struct Ends {
    west: Vec<Hex>,
    east: Vec<Hex>,
}

fn area_row() -> Procedure<Wolfpack> {
    Procedure::new(
        "area_row",
        "7.51",
        "The first and the last hex of the playing area in a row: its western and eastern extremity.",
        const { &[need("rows", "list of rows")] },
        |game: &Wolfpack, given: Rows, _| {
            at_most("rows", 100, given.rows.len())?;
            let (mut west, mut east) = (Vec::new(), Vec::new());
            for row in given.rows.iter().map(|row| row.get() as u8) {
                let Some((first, last)) = game.tables.map.rows[usize::from(row)] else {
                    let why = format!("row {row:02} has no hex of the playing area");
                    return Err(ProcedureError::input(why));
                };
                west.push(Hex::new(row, first));
                east.push(Hex::new(row, last));
            }
            Ok(Ends { west, east })
        },
    )
}

fn area_count() -> Procedure<Wolfpack> {
    Procedure::new(
        "area_count",
        "6.21",
        "How many hexes the playing area has.",
        &[],
        |game: &Wolfpack, _: Nothing, _| {
            Ok(HexCount {
                hexes: game.tables.map.area.len(),
            })
        },
    )
}
