//! The crush test, blowing, scuttling, survival, and the end.

use super::inputs::{CARD, D10, DEPTH, ERA, NUMBER, Ten, boat, card, may, need, ten};
use crate::boats::{BoatType, Gear};
use crate::calendar::Era;
use crate::cards::{AswCard, Crush, DeckName};
use crate::depth::Depth;
use crate::game::Wolfpack;
use crate::movement::{CrushTest, crush_test, crushes, survives};
use crate::tables::ScuttleResult;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "move.blow",
            "35.blow_rise",
            "A turn of an emergency blow, and whether it is allowed.",
            const {
                &[
                    may("depth", DEPTH),
                    may("flood", NUMBER),
                    may("rudder", NUMBER),
                ]
            },
            blow,
        ),
        Procedure::new(
            "move.forced_descent",
            "28.forced_descent",
            "Where a boat out of control ends before she moves.",
            const {
                &[
                    need("flood", NUMBER),
                    need("rudder", NUMBER),
                    need("depth", DEPTH),
                ]
            },
            forced_descent,
        ),
        Procedure::new(
            "move.implosion",
            "28.crush_colour",
            "The crush test of a depth and a level of flooding.",
            const {
                &[
                    need("depth", DEPTH),
                    need("flood", NUMBER),
                    may("crush", "none, orange or red"),
                    may("card", CARD),
                ]
            },
            implosion,
        ),
        Procedure::new(
            "move.scuttle",
            "29.scuttle_table",
            "What comes of scuttling.",
            const { &[need("era", ERA), may("d10", D10)] },
            scuttle,
        ),
        Procedure::new(
            "convoy.survival",
            "55.survival_results",
            "The survival roll of a boat under contact.",
            const {
                &[
                    need("era", ERA),
                    may("d10", D10),
                    need("lost", "0-2"),
                    need("depth_m", NUMBER),
                    need("flood", NUMBER),
                ]
            },
            survival,
        ),
        Procedure::new(
            "end.check",
            "65.end_d10",
            "Whether the patrol ends with a turn.",
            const { &[need("turn", NUMBER), may("d10", D10)] },
            end_check,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Blow {
    depth: Option<Depth>,
    #[serde(default)]
    flood: u8,
    #[serde(default)]
    rudder: u8,
}

fn blow(game: &Wolfpack, given: Blow, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut boat = boat(t, BoatType::VII);
    boat.depth = given.depth.unwrap_or(Depth::PERISCOPE);
    boat.flood.level = given.flood;
    boat.gear[Gear::Rudder.index()] = given.rudder;
    if !boat.may_blow(t) {
        return Ok(json!({ "allowed": false }));
    }
    let after = boat.depth.raised(t.depth.blow);
    Ok(json!({ "allowed": true, "depth_after": after, "must_continue": !after.is_surface() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Descent {
    flood: u8,
    rudder: u8,
    depth: Depth,
}

fn forced_descent(
    game: &Wolfpack,
    given: Descent,
    _: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut boat = boat(t, BoatType::VII);
    boat.flood.level = given.flood;
    boat.gear[Gear::Rudder.index()] = given.rudder;
    boat.depth = given.depth;
    let after = if boat.is_out_of_control(t) {
        boat.depth.lowered(t.depth.forced)
    } else {
        boat.depth
    };
    Ok(json!({ "depth_after": after }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Implosion {
    depth: Depth,
    flood: u8,
    crush: Option<Crush>,
    card: Option<String>,
}

fn implosion(
    game: &Wolfpack,
    given: Implosion,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let test = crush_test(t, given.depth, given.flood);
    let (check, implodes) = match test {
        CrushTest::Safe => (false, false),
        CrushTest::Certain => (true, true),
        CrushTest::Card => (
            true,
            crushes(t, &crush_card(game, &given, chance)?, given.depth),
        ),
    };
    Ok(json!({ "check": check, "implodes": implodes }))
}

/// The card named, one with that crush box, or one drawn.
fn crush_card(
    game: &Wolfpack,
    given: &Implosion,
    chance: &mut Chance,
) -> Result<AswCard, ProcedureError> {
    let t = game.tables();
    let with = given
        .crush
        .and_then(|colour| t.cards.asw.iter().find(|card| card.crush == colour));
    match with {
        Some(card) => Ok(card.clone()),
        None => {
            let card = card(t, DeckName::AswAttack, given.card.as_deref(), chance)?;
            Ok(t.cards.asw[usize::from(card)].clone())
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scuttle {
    era: Era,
    d10: Option<Ten>,
}

fn scuttle(game: &Wolfpack, given: Scuttle, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let chances = &game.tables().chances;
    let result = chances.scuttle(given.era, ten(given.d10, chance));
    let (log, vp) = match result {
        ScuttleResult::Captured => ("Cp", chances.captured_vp),
        ScuttleResult::Lost => ("S", 0),
        ScuttleResult::Saved => ("Sc", 0),
    };
    Ok(json!({ "result": result, "log": log, "vp": vp }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Survival {
    era: Era,
    d10: Option<Ten>,
    lost: usize,
    depth_m: u16,
    flood: u8,
}

fn survival(
    game: &Wolfpack,
    given: Survival,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    super::inputs::within("lost", given.lost as i64, 0, 2)?;
    let d10 = ten(given.d10, chance);
    let (total, survives) = survives(
        game.tables(),
        given.era,
        d10,
        given.lost,
        given.depth_m,
        given.flood,
    );
    Ok(json!({ "total": total, "survives": survives }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndCheck {
    turn: u8,
    d10: Option<Ten>,
}

fn end_check(
    game: &Wolfpack,
    given: EndCheck,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let faces = game.tables().chances.ends(given.turn);
    let ends = match (faces.count(), given.d10) {
        (0, _) => false,
        (10, _) => true,
        (_, d10) => faces.has(ten(d10, chance)),
    };
    Ok(json!({ "ends": ends }))
}
