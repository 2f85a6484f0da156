//! Convoys [7.0]: who they are, when they enter, where they go and face.

use super::inputs::{
    BOUND, CHIT, CHITS, Chit, HEX, HEXES, Nothing, Within, chit, may, need, on_area, on_sheet,
};
use crate::convoys::{Course, MAX_MOVEMENT, bow, entering, facing};
use crate::game::Wolfpack;
use crate::units::{Bound, ConvoyId, Heading};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Direction, Hex, HexSet};
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        move_table(),
        move_table_row(),
        move_table_counts(),
        convoy_path(),
        convoy_facing(),
        convoy(),
        entry(),
    ]
}

/// How far a convoy can go in a turn.
pub(super) type Movement = Within<1, { MAX_MOVEMENT as i32 }>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cell {
    hex: Hex,
    chit: Option<Chit>,
}

#[derive(Serialize)]
struct Read {
    result: Heading,
}

fn move_table() -> Procedure<Wolfpack> {
    Procedure::new(
        "move_table",
        "5.26",
        "Where the movement table sends a convoy or a storm from a hex: N, S or L.",
        const { &[need("hex", HEX), may("chit", CHIT)] },
        |game: &Wolfpack, given: Cell, chance| {
            on_sheet(&game.tables, given.hex)?;
            let chit = chit(given.chit, chance);
            Ok(Read {
                result: game.tables.heading(chit, given.hex),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chits {
    chits: Vec<Chit>,
}

#[derive(Serialize)]
struct TableRows {
    rows: Vec<String>,
}

fn move_table_row() -> Procedure<Wolfpack> {
    Procedure::new(
        "move_table_row",
        "5.26",
        "Rows of the movement table, one letter for each last digit 0 to 9.",
        const { &[need("chits", CHITS)] },
        |game: &Wolfpack, given: Chits, _| {
            let row = |chit: &Chit| {
                let headings = game.tables.movement[usize::from(chit.get())];
                headings.iter().map(|heading| heading.id()).collect()
            };
            Ok(TableRows {
                rows: given.chits.iter().map(row).collect(),
            })
        },
    )
}

#[derive(Serialize, PartialEq, Eq)]
#[allow(non_snake_case)]
struct HeadingCounts {
    N: usize,
    S: usize,
    L: usize,
}

impl HeadingCounts {
    fn of(headings: [Heading; 10]) -> Self {
        let count = |which| headings.iter().filter(|heading| **heading == which).count();
        Self {
            N: count(Heading::North),
            S: count(Heading::South),
            L: count(Heading::Lateral),
        }
    }
}

fn move_table_counts() -> Procedure<Wolfpack> {
    Procedure::new(
        "move_table_counts",
        "5.26",
        "How often N, S and L stand in each row and each column of the movement table.",
        &[],
        |game: &Wolfpack, _: Nothing, _| {
            let table = &game.tables.movement;
            let first = HeadingCounts::of(table[0]);
            let columns = (0..10).map(|digit| std::array::from_fn(|chit| table[chit][digit]));
            let alike = |headings| HeadingCounts::of(headings) == first;
            if table.iter().copied().all(alike) && columns.into_iter().all(alike) {
                Ok(first)
            } else {
                Err(ProcedureError::input(
                    "the rows and columns of the movement table in use are not alike",
                ))
            }
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    bound: Bound,
    movement: Movement,
    start: Hex,
    chit: Option<Chit>,
    #[serde(default)]
    markers: Vec<Hex>,
}

#[derive(Serialize)]
struct Planned {
    heading: Heading,
    path: Vec<Hex>,
    arrived: bool,
    zone_entries: u8,
}

fn convoy_path() -> Procedure<Wolfpack> {
    Procedure::new(
        "convoy_path",
        "7.4",
        "The hexes a convoy enters in one move, along borders and around sighted boats.",
        const {
            &[
                need("bound", BOUND),
                need("movement", "number 1-8"),
                need("start", HEX),
                may("chit", CHIT),
                may("markers", HEXES),
            ]
        },
        |game: &Wolfpack, given: Plan, chance| {
            on_area(&game.tables, given.start)?;
            for marker in &given.markers {
                on_sheet(&game.tables, *marker)?;
            }
            let markers: HexSet = given.markers.into_iter().collect();
            let course = Course {
                tables: &game.tables,
                bound: given.bound,
                movement: given.movement.get() as u8,
                chit: chit(given.chit, chance),
                markers: &markers,
            };
            let path = course.path(given.start);
            let goal = game.tables.map.destination[given.bound.index()];
            Ok(Planned {
                heading: game.tables.heading(course.chit, given.start),
                arrived: path.hexes.last() == Some(&goal),
                zone_entries: path.zone_entries,
                path: path.hexes.to_vec(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Where {
    bound: Bound,
    hex: Hex,
}

#[derive(Serialize)]
struct Faces {
    facing: Direction,
    bow: Hex,
}

fn convoy_facing() -> Procedure<Wolfpack> {
    Procedure::new(
        "facing",
        "7.46",
        "Where a convoy faces, and the hex before its bow from which it can be attacked.",
        const { &[need("bound", BOUND), need("hex", HEX)] },
        |game: &Wolfpack, given: Where, _| {
            on_area(&game.tables, given.hex)?;
            Ok(Faces {
                facing: facing(&game.tables, given.bound, given.hex),
                bow: bow(&game.tables, given.bound, given.hex),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {
    numbers: Vec<u8>,
}

#[derive(Serialize)]
struct Identities {
    ids: Vec<String>,
    bounds: Vec<Bound>,
    movement: Vec<u8>,
}

fn convoy() -> Procedure<Wolfpack> {
    Procedure::new(
        "convoy",
        "7.2",
        "Name, direction and movement of convoys by their numbers.",
        const { &[need("numbers", "list of numbers 1-20")] },
        |game: &Wolfpack, given: Numbers, _| {
            let number = |n: u8| {
                ConvoyId::new(n).ok_or_else(|| {
                    ProcedureError::input(format!("there is no convoy {n}: 1 to 20 is expected"))
                })
            };
            let ids: Vec<ConvoyId> = given
                .numbers
                .into_iter()
                .map(number)
                .collect::<Result<_, _>>()?;
            let values = || ids.iter().map(|id| game.tables.convoy(*id));
            Ok(Identities {
                ids: values().map(|convoy| convoy.id.clone()).collect(),
                bounds: values().map(|convoy| convoy.bound).collect(),
                movement: values().map(|convoy| convoy.movement).collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turns {
    turns: Vec<Within<1, 99>>,
}

#[derive(Serialize)]
struct Entries {
    ids: Vec<String>,
    hexes: Vec<Hex>,
}

fn entry() -> Procedure<Wolfpack> {
    Procedure::new(
        "entry",
        "7.34",
        "Which convoy enters in a turn, and where.",
        const { &[need("turns", "list of turns 1-15")] },
        |game: &Wolfpack, given: Turns, _| {
            let (mut ids, mut hexes) = (Vec::new(), Vec::new());
            for turn in given.turns {
                let at_sea = game.tables.initial[0].convoys.len() + turn.count() as usize - 1;
                let (id, hex) = entering(&game.tables, at_sea).ok_or_else(|| {
                    let why = format!("no convoy is left to enter in turn {}", turn.get());
                    ProcedureError::input(why)
                })?;
                ids.push(game.tables.convoy(id).id.clone());
                hexes.push(hex);
            }
            Ok(Entries { ids, hexes })
        },
    )
}

/// A convoy of that direction and movement.
pub(super) fn any_convoy(
    game: &Wolfpack,
    bound: Bound,
    movement: u8,
) -> Result<ConvoyId, ProcedureError> {
    let mut convoys = ConvoyId::all().filter(|id| game.tables.convoy(*id).bound == bound);
    convoys
        .find(|id| game.tables.convoy(*id).movement == movement)
        .ok_or_else(|| {
            ProcedureError::input(format!(
                "no {bound}bound convoy has {movement} movement points"
            ))
        })
}

/// A convoy of that direction.
pub(super) fn convoy_bound(game: &Wolfpack, bound: Bound) -> Result<ConvoyId, ProcedureError> {
    ConvoyId::all()
        .find(|id| game.tables.convoy(*id).bound == bound)
        .ok_or_else(|| ProcedureError::input(format!("no convoy is {bound}bound")))
}
