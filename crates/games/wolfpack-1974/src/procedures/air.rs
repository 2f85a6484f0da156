//! Air groups [11.0]: the search table, who reaches what, and the escorts of convoys.

use super::inputs::{
    BASE, Boats, CHITS, Chit, GroupCount, HEX, Modifier, NUMBER, RANGES, SCENARIO, Strength,
    Within, at_most, chits, groups, may, need, on_area, on_sheet, range_to,
};
use crate::air::{
    Candidate, Groups, air_sights, air_strength, allocate, eligible, in_reach, search_column,
    spread, stays,
};
use crate::game::Wolfpack;
use crate::position::AirEscort;
use crate::scenarios::air_groups;
use crate::search::product;
use crate::setup::Setup;
use crate::tables::Tables;
use crate::units::{Base, Bound, CONVOYS, Scenario};
use derbyhouse_kernel::Hex;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        air_product(),
        air_search(),
        air_search_cells(),
        groups_in_reach(),
        scenario_groups_in_reach(),
        air_escort(),
        air_escort_leaves(),
        double_air(),
    ]
}

/// A cell of the search table as it is printed.
pub(super) fn shown(spread: Option<(u8, u8)>) -> String {
    match spread {
        None => "-".to_owned(),
        Some((from, to)) if from == to => from.to_string(),
        Some((from, to)) => format!("{from}-{to}"),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Force {
    groups: GroupCount,
    boats: Boats,
}

impl Force {
    fn product(&self, tables: &Tables, double: bool) -> u32 {
        let strength = air_strength(tables, self.groups.count(), double);
        product(tables, strength, self.boats.count())
    }
}

#[derive(Serialize)]
struct Product {
    product: u32,
}

fn air_product() -> Procedure<Wolfpack> {
    Procedure::new(
        "air_product",
        "11.3",
        "The product on which an air search is read: groups times boats, by six, rounded up.",
        const { &[need("groups", NUMBER), need("boats", NUMBER)] },
        |game: &Wolfpack, given: Force, _| {
            Ok(Product {
                product: given.product(&game.tables, false),
            })
        },
    )
}

#[derive(Serialize)]
struct Doubled {
    product: u32,
    column: usize,
    attack_strength: i32,
}

fn double_air() -> Procedure<Wolfpack> {
    Procedure::new(
        "double_air",
        "17.4",
        "Product, column and attack strength of air groups that count as two each.",
        const { &[need("groups", NUMBER), need("boats", NUMBER)] },
        |game: &Wolfpack, given: Force, _| {
            let product = given.product(&game.tables, true);
            let strength = air_strength(&game.tables, given.groups.count(), true);
            let column = search_column(&game.tables, product);
            let attack = crate::combat::asw_column(&game.tables, strength);
            Ok(Doubled {
                product,
                column: column.map_or(0, |column| column + 1),
                attack_strength: attack.map_or(0, |column| column as i32 + 1),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    base: Base,
    hex: Hex,
    groups: GroupCount,
    boats: Boats,
    chits: Option<Vec<Chit>>,
    #[serde(default)]
    chit_modifier: Option<Modifier>,
}

#[derive(Serialize)]
struct Searched {
    range: u32,
    product: u32,
    spread: String,
    sighted: Vec<bool>,
}

fn air_search() -> Procedure<Wolfpack> {
    Procedure::new(
        "air_search",
        "11.3",
        "Whether air groups of a base find the boats in a hex.",
        const {
            &[
                need("base", BASE),
                need("hex", HEX),
                need("groups", NUMBER),
                need("boats", NUMBER),
                may("chits", CHITS),
                may("chit_modifier", NUMBER),
            ]
        },
        |game: &Wolfpack, given: Search, chance| {
            let range = range_to(&game.tables, given.base, given.hex)?;
            let (groups, boats) = (given.groups, given.boats);
            let product = Force { groups, boats }.product(&game.tables, false);
            let spread = spread(&game.tables, range, product);
            let modifier = given.chit_modifier.map_or(0, Modifier::get);
            let sighted = match (spread, given.chits) {
                (None, None) => vec![false], // no draw (R32)
                (None, Some(chits)) => vec![false; chits.len()],
                (Some(spread), given) => chits(given, chance)
                    .into_iter()
                    .map(|chit| air_sights(spread, chit, modifier))
                    .collect(),
            };
            Ok(Searched {
                range,
                product,
                spread: shown(spread),
                sighted,
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cells {
    cells: Vec<(Within<0, 99>, Within<0, 999>)>,
}

#[derive(Serialize)]
struct Spreads {
    spreads: Vec<String>,
}

fn air_search_cells() -> Procedure<Wolfpack> {
    Procedure::new(
        "air_search_cells",
        "11.36",
        "Cells of the air search table: the chits that sight at a distance with a product.",
        const { &[need("cells", "list of [distance, product]")] },
        |game: &Wolfpack, given: Cells, _| {
            let cells = given.cells.into_iter().map(|(distance, product)| {
                shown(spread(&game.tables, distance.count(), product.count()))
            });
            Ok(Spreads {
                spreads: cells.collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reach {
    ranges: Vec<u8>,
    distances: Vec<Within<0, 99>>,
}

#[derive(Serialize)]
struct Counts {
    counts: Vec<u32>,
}

fn groups_in_reach() -> Procedure<Wolfpack> {
    Procedure::new(
        "groups_in_reach",
        "11.32",
        "How many air groups of a base reach boats at some distances.",
        const { &[need("ranges", RANGES), need("distances", "list of numbers")] },
        |game: &Wolfpack, given: Reach, _| {
            let groups = groups(&game.tables, &given.ranges)?;
            let distances = given.distances.iter().map(|distance| distance.count());
            Ok(Counts {
                counts: distances
                    .map(|distance| in_reach(&game.tables, &groups, distance))
                    .collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MonthReach {
    scenario: Scenario,
    base: Base,
    hex: Hex,
}

#[derive(Serialize)]
struct Count {
    count: u32,
}

fn scenario_groups_in_reach() -> Procedure<Wolfpack> {
    Procedure::new(
        "scenario_groups_in_reach",
        "15.21",
        "How many air groups a base has in a month that reach a hex.",
        const {
            &[
                need("scenario", SCENARIO),
                need("base", BASE),
                need("hex", HEX),
            ]
        },
        |game: &Wolfpack, given: MonthReach, _| {
            let range = range_to(&game.tables, given.base, given.hex)?;
            let groups = air_groups(&game.tables, &Setup::plain(given.scenario));
            Ok(Count {
                count: in_reach(&game.tables, &groups[given.base.index()], range),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Escorted {
    id: String,
    hex: Hex,
    movement: Within<1, 99>,
    strength: Strength,
    bound: Bound,
    number: u8,
    #[serde(default = "yes")]
    revealed: bool,
    #[serde(default)]
    cve: bool,
    #[serde(default)]
    weather: bool,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Allocation {
    convoys: Vec<Escorted>,
    groups: BTreeMap<Base, Vec<u8>>,
    #[serde(default)]
    grounded: Vec<Base>,
}

#[derive(Serialize)]
struct Assigned {
    assigned: BTreeMap<String, (Base, u8)>,
}

fn air_escort() -> Procedure<Wolfpack> {
    Procedure::new(
        "air_escort",
        "11.41",
        "Which air group goes with which convoy.",
        const {
            &[
                need(
                    "convoys",
                    "list of { id, hex, movement, strength, bound, number, revealed, cve, weather }",
                ),
                need("groups", "ranges of the groups by base"),
                may("grounded", "list of bases in weather"),
            ]
        },
        |game: &Wolfpack, given: Allocation, _| {
            let tables = &game.tables;
            let mut free: Groups = [[0; 5]; 4];
            for (base, ranges) in &given.groups {
                free[base.index()] = groups(tables, ranges)?;
            }
            let grounded = Base::ALL.map(|base| given.grounded.contains(&base));
            let convoys = candidates(tables, &given.convoys)?;
            let places: Vec<Candidate> = convoys.iter().map(|(_, place)| *place).collect();
            let given_out = allocate(tables, &places, &mut free, grounded);
            let assigned = given_out
                .into_iter()
                .map(|(place, escort)| (convoys[place].0.id.clone(), (escort.base, escort.range)));
            Ok(Assigned {
                assigned: assigned.collect(),
            })
        },
    )
}

/// The convoys that may have an air escort at all [11.43], [11.44], [11.48].
fn candidates<'c>(
    tables: &Tables,
    convoys: &'c [Escorted],
) -> Result<Vec<(&'c Escorted, Candidate)>, ProcedureError> {
    at_most("convoys", CONVOYS, convoys.len())?;
    let mut candidates = Vec::new();
    for convoy in convoys {
        on_area(tables, convoy.hex)?;
        if convoys.iter().filter(|other| other.id == convoy.id).count() > 1 {
            let why = format!("{} is there twice", convoy.id);
            return Err(ProcedureError::input(why));
        }
        let goal = tables.map.destination[convoy.bound.index()];
        if eligible(convoy.revealed, convoy.cve, convoy.weather) {
            let candidate = Candidate {
                number: convoy.number,
                hex: convoy.hex,
                movement: convoy.movement.get() as u8,
                strength: convoy.strength.get(),
                to_go: convoy.hex.distance(goal),
            };
            candidates.push((convoy, candidate));
        }
    }
    Ok(candidates)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entered {
    hex: Hex,
    #[serde(default)]
    weather: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Flight {
    base: Base,
    range: Within<0, 99>,
    steps: Vec<Entered>,
}

#[derive(Serialize)]
struct Stays {
    stays: Vec<bool>,
}

fn air_escort_leaves() -> Procedure<Wolfpack> {
    Procedure::new(
        "air_escort_leaves",
        "11.46",
        "Whether an air escort stays with a convoy that enters a hex, or goes home.",
        const {
            &[
                need("base", BASE),
                need("range", NUMBER),
                need("steps", "list of { hex, weather }"),
            ]
        },
        |game: &Wolfpack, given: Flight, _| {
            let escort = AirEscort {
                base: given.base,
                range: given.range.get() as u8,
            };
            let mut kept = Vec::new();
            for step in given.steps {
                on_sheet(&game.tables, step.hex)?;
                kept.push(stays(&game.tables, escort, step.hex, step.weather));
            }
            Ok(Stays { stays: kept })
        },
    )
}
