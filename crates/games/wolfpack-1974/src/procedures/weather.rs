//! Storms, fog and straggling [5.0], [14.3].

use super::inputs::{
    CHIT, Chit, HEXES, Nothing, STRAGGLE, at_most, chit, closed_up, may, need, on_area, on_sheet,
};
use super::sheet::Sheet;
use crate::game::Wolfpack;
use crate::position::{Caught, Contact};
use crate::tables::Tables;
use crate::units::{CONVOYS, ConvoyId, EscortKind, Formation, Scenario, Straggle, StraggleColumn};
use crate::weather::{Storm, reduced, straggled};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Chance, Hex};
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        storm_move(),
        storm_hexes(),
        storm_noted(),
        fog_storm(),
        fog_zones(),
        straggle(),
        straggle_reduction(),
    ]
}

/// The markers of one storm, as they lie on the sheet.
fn storm(tables: &Tables, markers: &[Hex]) -> Result<Storm, ProcedureError> {
    at_most("markers of one storm", 3, markers.len())?;
    for marker in markers {
        on_sheet(tables, *marker)?;
    }
    let markers = markers.iter().copied().collect();
    Ok(Storm { markers })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StormMove {
    markers: Vec<Hex>,
    chit: Option<Chit>,
}

#[derive(Serialize)]
struct Markers {
    markers: Vec<Hex>,
}

fn storm_move() -> Procedure<Wolfpack> {
    Procedure::new(
        "storm_move",
        "5.22",
        "Where the markers of a storm are after its move; those that leave the sheet are gone.",
        const { &[need("markers", HEXES), may("chit", CHIT)] },
        |game: &Wolfpack, given: StormMove, chance| {
            let mut storm = storm(&game.tables, &given.markers)?;
            storm.advance(&game.tables, chit(given.chit, chance));
            Ok(Markers {
                markers: storm.markers.to_vec(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StormMarkers {
    markers: Vec<Hex>,
}

#[derive(Serialize)]
struct StormHexes {
    count: usize,
    hexes: Vec<Hex>,
}

fn storm_hexes() -> Procedure<Wolfpack> {
    Procedure::new(
        "storm_hexes",
        "5.21",
        "The storm hexes of a storm: its markers and all hexes next to them.",
        const { &[need("markers", HEXES)] },
        |game: &Wolfpack, given: StormMarkers, _| {
            let hexes = storm(&game.tables, &given.markers)?.hexes();
            Ok(StormHexes {
                count: hexes.len(),
                hexes: hexes.iter().collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StormPasses {
    markers: Vec<Hex>,
    chit: Option<Chit>,
    convoy_hexes: Vec<Hex>,
}

#[derive(Serialize)]
struct Noted {
    noted: Vec<Hex>,
}

fn storm_noted() -> Procedure<Wolfpack> {
    Procedure::new(
        "storm_noted",
        "5.41",
        "Which convoys are noted for straggling when a storm moves: before, on its way or after.",
        const {
            &[
                need("markers", HEXES),
                may("chit", CHIT),
                need("convoy_hexes", HEXES),
            ]
        },
        |game: &Wolfpack, given: StormPasses, chance| {
            at_most("convoys", CONVOYS, given.convoy_hexes.len())?;
            let mut sheet = Sheet::new(game)?;
            let storm = storm(&game.tables, &given.markers)?;
            if !storm.markers.is_empty() {
                sheet.position.storms.push(storm);
            }
            for (id, hex) in ConvoyId::all().zip(&given.convoy_hexes) {
                on_area(&game.tables, *hex)?;
                let (dummy, hidden) = (EscortKind::Dummy, Contact::Hidden);
                sheet.convoy(id, *hex, dummy, hidden, Straggle::None);
            }
            match given.chit {
                None => sheet.play(chance, |play| play.move_storms()),
                Some(chit) => {
                    // Without a storm nothing is drawn (R32), and the chit given is left over.
                    let mut drawn = Chance::scripted([chit.get().into()]);
                    sheet.play(&mut drawn, |play| play.move_storms());
                }
            }
            let noted = ConvoyId::all().zip(given.convoy_hexes);
            let noted = noted.filter(|(id, _)| sheet.position.convoy(*id).caught == Caught::Storm);
            Ok(Noted {
                noted: noted.map(|(_, hex)| hex).collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cells {
    cells: Vec<(Scenario, Chit)>,
}

#[derive(Serialize)]
struct Formations {
    results: Vec<Formation>,
}

fn fog_storm() -> Procedure<Wolfpack> {
    Procedure::new(
        "fog_storm",
        "5.11",
        "What the formation table brings in a month with a chit: fog, a storm or nothing.",
        const { &[need("cells", "list of [month, chit]")] },
        |game: &Wolfpack, given: Cells, _| {
            let table = &game.tables.formation;
            let read =
                |(month, chit): &(Scenario, Chit)| table[month.index()][usize::from(chit.get())];
            Ok(Formations {
                results: given.cells.iter().map(read).collect(),
            })
        },
    )
}

#[derive(Serialize)]
struct Zones {
    zone1: Vec<Hex>,
    zone2: Vec<Hex>,
    disjoint: bool,
}

fn fog_zones() -> Procedure<Wolfpack> {
    Procedure::new(
        "fog_zones",
        "5.32",
        "The hexes of the two fog zones, and whether they have none in common.",
        &[],
        |game: &Wolfpack, _: Nothing, _| {
            let [one, two] = &game.tables.map.fog_zones;
            Ok(Zones {
                zone1: one.iter().collect(),
                zone2: two.iter().collect(),
                disjoint: one.intersection(two).is_empty(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StraggleDraw {
    column: StraggleColumn,
    chit: Option<Chit>,
    #[serde(default = "closed_up")]
    current: Straggle,
}

#[derive(Serialize)]
struct State {
    state: Straggle,
}

fn straggle() -> Procedure<Wolfpack> {
    Procedure::new(
        "straggle",
        "14.37",
        "The straggle marker of a convoy after a draw, combined with the one it has.",
        const {
            &[
                need("column", "1, 2, 3_or_fog or 4_or_storm"),
                may("chit", CHIT),
                may("current", STRAGGLE),
            ]
        },
        |game: &Wolfpack, given: StraggleDraw, chance| {
            let chit = chit(given.chit, chance);
            Ok(State {
                state: straggled(&game.tables, given.column, chit, given.current),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct States {
    states: Vec<Straggle>,
}

#[derive(Serialize)]
struct StatesAfter {
    states: Vec<Straggle>,
}

fn straggle_reduction() -> Procedure<Wolfpack> {
    Procedure::new(
        "straggle_reduction",
        "14.32",
        "The straggle markers after F3: S1 goes, S2 becomes S1.",
        const { &[need("states", "list of -, S1, S2")] },
        |_: &Wolfpack, given: States, _| {
            Ok(StatesAfter {
                states: given.states.into_iter().map(reduced).collect(),
            })
        },
    )
}
