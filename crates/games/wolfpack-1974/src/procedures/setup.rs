//! Scenarios and set-up [15.0].

use super::inputs::{
    CHIT, Chit, HEX, NUMBER, SCENARIO, SCENARIOS, Within, convoy_named, may, need, on_sheet,
    with_chits,
};
use super::sheet::Sheet;
use crate::convoys::Course;
use crate::game::Wolfpack;
use crate::scenarios::{air_groups, boats, escort_cup, initial_convoys};
use crate::setup::Setup;
use crate::tables::Tables;
use crate::units::{Base, Bound, ConvoyId, EscortKind, Scenario, Straggle};
use crate::weather::Storm;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Hex, HexSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        setup(),
        setup_reachable(),
        setup_storms_reachable(),
        storm_explains_straggle(),
        forces(),
        escort_totals(),
        optional_uboats(),
    ]
}

/// The start hexes of a storm by their letter [5.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum StormSet {
    A,
    B,
    C,
}

impl StormSet {
    const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    fn storm(self, tables: &Tables) -> Storm {
        Storm::new(tables.map.storm_start[self as usize])
    }

    /// The set whose start hexes those are.
    fn of(tables: &Tables, storm: &Storm) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|set| set.storm(tables) == *storm)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupChit {
    chit: Option<Chit>,
}

#[derive(Serialize)]
struct Placed {
    convoys: BTreeMap<String, Hex>,
    straggled: Vec<String>,
    storm_sets: Vec<StormSet>,
    storms: Vec<Vec<Hex>>,
}

fn setup() -> Procedure<Wolfpack> {
    Procedure::new(
        "setup",
        "15.8",
        "What the set-up chit puts on the map: five convoys, their straggle markers and storms.",
        const { &[may("chit", CHIT)] },
        |game: &Wolfpack, given: SetupChit, chance| {
            let mut sheet = Sheet::new(game)?;
            let chit = given.chit.map(|chit| vec![chit]);
            with_chits(chit, chance, |chance| {
                sheet.play(chance, |play| play.initial_placement());
            })?;
            let position = &sheet.position;
            let name = |id| game.tables.convoy(id).id.clone();
            let straggled =
                ConvoyId::all().filter(|id| position.convoy(*id).straggle != Straggle::None);
            let set = |storm: &Storm| StormSet::of(&game.tables, storm);
            let elsewhere = position.storms.iter().filter(|storm| set(storm).is_none());
            Ok(Placed {
                convoys: position
                    .convoys_at_sea()
                    .map(|(id, hex)| (name(id), hex))
                    .collect(),
                straggled: straggled.map(name).collect(),
                storm_sets: position.storms.iter().filter_map(set).collect(),
                storms: elsewhere.map(|storm| storm.markers.to_vec()).collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turns {
    turns: BTreeMap<String, Within<0, 20>>,
}

#[derive(Serialize)]
struct Reachable {
    all: bool,
    unreachable: Vec<String>,
}

fn setup_reachable() -> Procedure<Wolfpack> {
    Procedure::new(
        "setup_reachable",
        "15.81",
        "Whether every convoy of the set-up table can have come from its entry hex in so many turns.",
        const { &[need("turns", "turns at sea by convoy")] },
        |game: &Wolfpack, given: Turns, _| {
            let mut unreachable = Vec::new();
            for (name, turns) in &given.turns {
                let id = convoy_named(&game.tables, name)?;
                let reached = at_sea_after(&game.tables, id, turns.count());
                for chit in 0..10 {
                    let placed = initial_convoys(&game.tables, chit).iter();
                    let hexes = placed.filter(|(convoy, _)| *convoy == id);
                    unreachable.extend(
                        hexes
                            .filter(|(_, hex)| !reached.contains(*hex))
                            .map(|(_, hex)| format!("{name} in {hex}")),
                    );
                }
            }
            Ok(Reachable {
                all: unreachable.is_empty(),
                unreachable,
            })
        },
    )
}

/// Where a convoy can be after some turns of full moves, whatever the chits.
fn at_sea_after(tables: &Tables, id: ConvoyId, turns: u32) -> HexSet {
    let values = tables.convoy(id);
    let mut hexes = HexSet::from_iter([tables.map.entry[values.bound.index()]]);
    for _ in 0..turns {
        let moves = hexes.iter().flat_map(|start| {
            (0..10).filter_map(move |chit| {
                let course = Course {
                    tables,
                    bound: values.bound,
                    movement: values.movement,
                    chit,
                    markers: &HexSet::EMPTY,
                };
                let path = course.path(start).hexes;
                path.last().copied()
            })
        });
        let mut next: HexSet = moves.collect();
        next.remove(tables.map.destination[values.bound.index()]); // in port
        hexes = next;
    }
    hexes
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moves {
    moves: Within<0, 10>,
}

#[derive(Serialize)]
struct Sets {
    /// By the hex of the northernmost marker.
    sets: BTreeMap<String, String>,
}

fn setup_storms_reachable() -> Procedure<Wolfpack> {
    Procedure::new(
        "setup_storms_reachable",
        "15.81",
        "From which start hexes each storm of the set-up table can have come in so many moves at most.",
        const { &[need("moves", NUMBER)] },
        |game: &Wolfpack, given: Moves, _| {
            let moves = given.moves.count();
            let reached = StormSet::ALL.map(|set| (set, storms_after(&game.tables, set, moves)));
            let mut sets = BTreeMap::new();
            for storm in game.tables.initial.iter().flat_map(|line| &line.storms) {
                let from = reached.iter().filter(|(_, storms)| storms.contains(storm));
                let letters: String = from.map(|(set, _)| format!("{set:?}")).collect();
                sets.insert(storm[0].to_string(), letters);
            }
            Ok(Sets { sets })
        },
    )
}

/// Every place where a storm of a set can be after at most so many moves, as long as it is whole.
fn storms_after(tables: &Tables, set: StormSet, moves: u32) -> BTreeSet<[Hex; 3]> {
    let mut all = BTreeSet::from([tables.map.storm_start[set as usize]]);
    for _ in 0..moves {
        let next: Vec<[Hex; 3]> = all
            .iter()
            .flat_map(|markers| {
                (0..10).filter_map(|chit| {
                    let mut storm = Storm::new(*markers);
                    storm.advance(tables, chit);
                    storm.markers.into_inner().ok()
                })
            })
            .collect();
        all.extend(next);
    }
    all
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetHex {
    set: StormSet,
    hex: Hex,
}

#[derive(Serialize)]
struct IsStorm {
    storm_hex: bool,
}

fn storm_explains_straggle() -> Procedure<Wolfpack> {
    Procedure::new(
        "storm_explains_straggle",
        "15.81",
        "Whether a hex is a storm hex of a storm that stands on its start hexes.",
        const { &[need("set", "A, B or C"), need("hex", HEX)] },
        |game: &Wolfpack, given: SetHex, _| {
            on_sheet(&game.tables, given.hex)?;
            Ok(IsStorm {
                storm_hex: given.set.storm(&game.tables).covers(given.hex),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Month {
    scenario: Scenario,
}

#[derive(Serialize)]
struct Forces {
    uboats: u8,
    escorts_east: BTreeMap<EscortKind, u32>,
    escorts_west: BTreeMap<EscortKind, u32>,
    #[serde(flatten)]
    air: BTreeMap<Base, Vec<u8>>,
}

fn forces() -> Procedure<Wolfpack> {
    Procedure::new(
        "forces",
        "15.21",
        "The forces of a month: boats, real escorts of each direction, ranges of the air groups of each base.",
        const { &[need("scenario", SCENARIO)] },
        |game: &Wolfpack, given: Month, _| {
            let tables = &game.tables;
            let escorts = |bound| {
                let cup = escort_cup(tables, given.scenario, bound);
                EscortKind::REAL.map(|kind| (kind, cup.count(kind))).into()
            };
            let groups = air_groups(tables, &Setup::plain(given.scenario));
            let ranges = |base: Base| {
                let counts = tables.air.ranges.iter().zip(groups[base.index()]);
                let each = counts.flat_map(|(range, n)| std::iter::repeat_n(*range, n.into()));
                (base, each.collect())
            };
            Ok(Forces {
                uboats: boats(tables, given.scenario, false),
                escorts_east: escorts(Bound::East),
                escorts_west: escorts(Bound::West),
                air: Base::ALL.map(ranges).into(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Months {
    scenarios: Vec<Scenario>,
}

#[derive(Serialize, PartialEq, Eq)]
struct Totals {
    real_each_way: u32,
    dummies_each_way: u32,
    convoys_each_way: usize,
}

fn escort_totals() -> Procedure<Wolfpack> {
    Procedure::new(
        "escort_totals",
        "15.5",
        "How many real escorts, dummies and convoys each direction has, alike in every month named.",
        const { &[need("scenarios", SCENARIOS)] },
        |game: &Wolfpack, given: Months, _| {
            let months = given.scenarios.into_iter();
            let mut totals = months.flat_map(|month| Bound::ALL.map(|way| total(game, month, way)));
            let first = totals
                .next()
                .ok_or_else(|| ProcedureError::input("at least one scenario is expected"))?;
            if totals.all(|other| other == first) {
                Ok(first)
            } else {
                Err(ProcedureError::input(
                    "the directions or the months are not alike in the tables in use",
                ))
            }
        },
    )
}

fn total(game: &Wolfpack, month: Scenario, way: Bound) -> Totals {
    let cup = escort_cup(&game.tables, month, way);
    let dummies = cup.count(EscortKind::Dummy);
    let convoys = ConvoyId::all().filter(|id| game.tables.convoy(*id).bound == way);
    Totals {
        real_each_way: cup.len() - dummies,
        dummies_each_way: dummies,
        convoys_each_way: convoys.count(),
    }
}

#[derive(Serialize)]
struct MoreBoats {
    uboats: Vec<u8>,
}

fn optional_uboats() -> Procedure<Wolfpack> {
    Procedure::new(
        "optional_uboats",
        "17.5",
        "The boats of each month with the option of more boats.",
        const { &[need("scenarios", SCENARIOS)] },
        |game: &Wolfpack, given: Months, _| {
            let months = given.scenarios.into_iter();
            Ok(MoreBoats {
                uboats: months
                    .map(|month| boats(&game.tables, month, true))
                    .collect(),
            })
        },
    )
}
