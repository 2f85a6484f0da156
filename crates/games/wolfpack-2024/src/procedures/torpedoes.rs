//! Torpedoes that arrive.

use super::inputs::{CARD, D10, ERA, NUMBER, Ten, YES_NO, card, may, need, on, position, ten};
use crate::boats::{Letter, TorpedoType, Tube};
use crate::calendar::{Era, Month};
use crate::cards::DeckName;
use crate::convoy::{BoxState, Gone};
use crate::game::Wolfpack;
use crate::position::Torpedo;
use crate::setup::Scenario;
use crate::ships::{ShipResult, half_down, half_up, sinks};
use crate::space::Facing;
use crate::torpedoes::{hit_total, hits, hits_next};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

const TORPEDO: &str = "G7a or G7e";

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "torpedo.hit_check",
            "25.hit_total",
            "Adds up a hit check and says whether the torpedo hits.",
            const {
                &[
                    need("to_hit", NUMBER),
                    need("size_mod", NUMBER),
                    need("torp_mod", NUMBER),
                    need("angle_mod", NUMBER),
                    may("d10", D10),
                ]
            },
            hit_check,
        ),
        Procedure::new(
            "torpedo.detonation",
            "26.detonation_by_era_type",
            "Says whether a torpedo explodes.",
            const { &[may("card", CARD), need("era", ERA), need("type", TORPEDO)] },
            detonation,
        ),
        Procedure::new(
            "torpedo.ship_damage",
            "26.second_damage_sinks",
            "What a result does to a ship.",
            const { &[need("result", "X, D or S"), need("already_damaged", YES_NO)] },
            ship_damage,
        ),
        Procedure::new(
            "torpedo.missed",
            "27.missed_needs_10",
            "Whether a torpedo that missed hits the next ship.",
            const {
                &[
                    may("d10", D10),
                    need("next_space_has_ship", YES_NO),
                    may("next_box", "text"),
                ]
            },
            missed,
        ),
        Procedure::new(
            "torpedo.overkill",
            "26.overkill",
            "What becomes of a torpedo whose target is gone.",
            const { &[need("target", "sunk or left")] },
            overkill,
        ),
        Procedure::new(
            "torpedo.vp",
            "26.damaged_half_up_to_track",
            "Points for a ship that is sunk, damaged, or hunted down as a straggler.",
            const {
                &[
                    need("vp", NUMBER),
                    need("result", "sunk, damaged or straggler"),
                ]
            },
            points,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HitCheck {
    to_hit: u8,
    size_mod: i8,
    torp_mod: i8,
    angle_mod: i8,
    d10: Option<Ten>,
}

fn hit_check(_: &Wolfpack, given: HitCheck, chance: &mut Chance) -> Result<Value, ProcedureError> {
    for modifier in [given.size_mod, given.torp_mod, given.angle_mod] {
        super::inputs::within("a modifier", modifier.into(), -9, 9)?;
    }
    super::inputs::within("to_hit", given.to_hit.into(), 1, 20)?;
    let d10 = ten(given.d10, chance);
    let total = hit_total(d10, given.size_mod, given.angle_mod, given.torp_mod);
    Ok(json!({ "total": total, "hit": hits(d10, total, given.to_hit) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Detonation {
    card: Option<String>,
    era: Era,
    #[serde(rename = "type")]
    torpedo: TorpedoType,
}

fn detonation(
    game: &Wolfpack,
    given: Detonation,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let card = card(t, DeckName::Detonation, given.card.as_deref(), chance)?;
    Ok(
        json!({ "explodes": t.cards.detonation[usize::from(card)].explodes(given.era, given.torpedo) }),
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hurt {
    result: ShipResult,
    already_damaged: bool,
}

fn ship_damage(_: &Wolfpack, given: Hurt, _: &mut Chance) -> Result<Value, ProcedureError> {
    let sunk = sinks(given.result, given.already_damaged);
    let damaged = !sunk && (given.already_damaged || given.result == ShipResult::Damaged);
    Ok(json!({ "sunk": sunk, "damaged": damaged }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Missed {
    d10: Option<Ten>,
    next_space_has_ship: bool,
    #[serde(default, rename = "next_box")]
    _next_box: Option<String>,
}

fn missed(game: &Wolfpack, given: Missed, chance: &mut Chance) -> Result<Value, ProcedureError> {
    if !given.next_space_has_ship {
        return Ok(json!({ "roll": false, "hit": false }));
    }
    let d10 = ten(given.d10, chance);
    Ok(json!({ "roll": true, "hit": hits_next(game.tables(), d10) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Overkill {
    target: String,
}

/// Lets a torpedo arrive at a hole.
fn overkill(game: &Wolfpack, given: Overkill, _: &mut Chance) -> Result<Value, ProcedureError> {
    let gone = match given.target.as_str() {
        "sunk" => Gone::Sunk,
        "left" => Gone::Damaged,
        other => {
            return Err(ProcedureError::input(format!(
                "“{other}” is neither sunk nor left"
            )));
        }
    };
    let mut position = position(game)?;
    position.setup.scenario = Scenario::Patrol(Month::FIRST);
    let side = position.conditions.side;
    let Some(target) = side.boxes().next() else {
        return Err(ProcedureError::input("no convoy"));
    };
    position.convoy.put(target, BoxState::Hole(gone));
    let tube = Tube::all()
        .next()
        .unwrap_or_else(|| unreachable!("there are tubes"));
    position.torpedoes.push(Torpedo {
        boat: Letter::W,
        tube,
        kind: TorpedoType::G7a,
        target,
        travel: Facing::E,
        modifier: 0,
        turns: 1,
        half: false,
    });
    let before = position.secret.decks.clone();
    on(game, &mut position, |play| {
        play.run_torpedoes();
        play.run();
    });
    let resolved = position.secret.decks != before || !position.torpedoes.is_empty();
    let request = position.hunt.requests.iter().any(Option::is_some);
    Ok(json!({ "resolved": resolved, "request_placed": request }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    vp: i32,
    result: String,
}

fn points(_: &Wolfpack, given: Points, _: &mut Chance) -> Result<Value, ProcedureError> {
    super::inputs::within("vp", given.vp.into(), 0, 99)?;
    let score = match given.result.as_str() {
        "sunk" => given.vp,
        "damaged" => half_up(given.vp),
        "straggler" => half_down(given.vp),
        other => {
            return Err(ProcedureError::input(format!(
                "“{other}” is not sunk, damaged or straggler"
            )));
        }
    };
    Ok(json!({ "score": score }))
}
