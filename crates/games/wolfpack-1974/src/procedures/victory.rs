//! The order of steps [4.2], and the end of the game [16.0].

use super::inputs::{NUMBER, Nothing, Within, need};
use crate::game::Wolfpack;
use crate::sequence::Step;
use crate::victory::{level, net, tons};
use derbyhouse_kernel::procedure::Procedure;
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![sequence(), victory(), tonnage()]
}

#[derive(Serialize)]
struct Sequence {
    steps: Vec<&'static str>,
}

fn sequence() -> Procedure<Wolfpack> {
    Procedure::new(
        "sequence",
        "4.2",
        "The segments of a turn, in order.",
        &[],
        |_: &Wolfpack, _: Nothing, _| {
            Ok(Sequence {
                steps: Step::TURN.into_iter().filter_map(Step::segment).collect(),
            })
        },
    )
}

/// More points, or boats, than any game has.
type Many = Within<0, 10_000>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    cases: Vec<(Many, Many)>,
}

#[derive(Serialize)]
struct Levels {
    net: Vec<i32>,
    levels: Vec<String>,
}

fn victory() -> Procedure<Wolfpack> {
    Procedure::new(
        "victory",
        "16.2",
        "Net total and level of victory for points scored and boats sunk.",
        const { &[need("cases", "list of [points, boats sunk]")] },
        |game: &Wolfpack, given: Ends, _| {
            let tables = &game.tables;
            let cases = given.cases.iter();
            let nets: Vec<i32> = cases
                .map(|(points, sunk)| net(tables, points.get(), sunk.get()))
                .collect();
            let name = |net: &i32| tables.victory[level(tables, *net)].id.clone();
            Ok(Levels {
                levels: nets.iter().map(name).collect(),
                net: nets,
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    victory_points: Within<0, 4_000>,
}

#[derive(Serialize)]
struct Tonnage {
    tons: u32,
}

fn tonnage() -> Procedure<Wolfpack> {
    Procedure::new(
        "tonnage",
        "14.6",
        "What points are in tons of shipping.",
        const { &[need("victory_points", NUMBER)] },
        |game: &Wolfpack, given: Points, _| {
            Ok(Tonnage {
                tons: tons(&game.tables, given.victory_points.count()),
            })
        },
    )
}
