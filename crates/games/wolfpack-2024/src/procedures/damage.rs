//! Damage to a boat and her crew.

use super::inputs::{CARD, D10, NUMBER, TYPE, Ten, boat, card, may, need, ten};
use crate::boats::BoatType;
use crate::cards::DeckName;
use crate::crew::Severity;
use crate::damage::after_hit;
use crate::game::Wolfpack;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

const COLUMN: &str = "L, M or H";

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "asw.damage",
            "51.levels_add",
            "The damage of a detonation card, or the flooding of several hits.",
            const {
                &[
                    may("card", CARD),
                    may("col", COLUMN),
                    may("floods", "list of levels"),
                    may("type", TYPE),
                ]
            },
            damage,
        ),
        Procedure::new(
            "asw.damage_levels",
            "51.levels_add",
            "A location after a hit.",
            const { &[need("level", "0-4"), need("hit", COLUMN)] },
            damage_levels,
        ),
        Procedure::new(
            "asw.crew",
            "51.crew_wound",
            "The crew position that a d10 names.",
            const { &[may("d10", D10)] },
            crew,
        ),
        Procedure::new(
            "uboat.board",
            "9.track_lengths",
            "Whether flooding sinks a boat.",
            const { &[need("type", TYPE), need("flood", NUMBER)] },
            board,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenDamage {
    card: Option<String>,
    col: Option<Severity>,
    #[serde(default)]
    floods: Vec<u8>,
    #[serde(rename = "type")]
    kind: Option<BoatType>,
}

fn damage(
    game: &Wolfpack,
    given: GivenDamage,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    if let Some(column) = given.col {
        let card = card(t, DeckName::Detonation, given.card.as_deref(), chance)?;
        return Ok(json!({ "effect": t.cards.detonation[usize::from(card)].boat[column.index()] }));
    }
    let mut boat = boat(t, given.kind.unwrap_or(BoatType::VII));
    for levels in given.floods {
        super::inputs::within("flooding", levels.into(), 0, 10)?;
        boat.flood.level = boat.flood.level.min(100);
        boat.flood.grow(levels);
    }
    Ok(json!({ "level": boat.flood.level, "sunk": boat.sinks_by(t).is_some() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Levels {
    level: u8,
    hit: Severity,
}

fn damage_levels(_: &Wolfpack, given: Levels, _: &mut Chance) -> Result<Value, ProcedureError> {
    super::inputs::within("level", given.level.into(), 0, 4)?;
    let (level, flood) = after_hit(given.level, given.hit);
    Ok(json!({ "level": level, "flood_add": flood }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Crew {
    d10: Option<Ten>,
}

fn crew(game: &Wolfpack, given: Crew, chance: &mut Chance) -> Result<Value, ProcedureError> {
    Ok(json!({ "position": game.tables().board.crew(ten(given.d10, chance)) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    #[serde(rename = "type")]
    kind: BoatType,
    flood: u8,
}

fn board(game: &Wolfpack, given: Board, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut boat = boat(game.tables(), given.kind);
    boat.flood.level = given.flood;
    Ok(json!({ "sunk": boat.sinks_by(game.tables()).is_some() }))
}
