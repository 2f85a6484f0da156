//! Firing solutions, arcs, ranges.

use super::inputs::{
    CARD, DEPTH, ERA, FACING, NUMBER, SPACE, YES_NO, boat, card, may, need, position,
};
use crate::attack::{angle, may_fire_end, steps_off, unaimed};
use crate::boat::{Boat, Place, Solution, TubeState};
use crate::boats::{BoatType, End, Letter, TorpedoType, Tube};
use crate::calendar::Era;
use crate::cards::DeckName;
use crate::conditions::Light;
use crate::convoy::BoxState;
use crate::crew::Skill;
use crate::depth::Depth;
use crate::game::Wolfpack;
use crate::space::{Facing, Space};
use crate::tdc::{improves, solution};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const TORPEDO: &str = "G7a or G7e";

const TUBES: &str = "tubes by number: empty, L2, L1 or ready";

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "torpedo.time",
            "59.range_and_turns",
            "Turns until a torpedo arrives; 0 if it does not reach so far.",
            const {
                &[
                    need("type", TORPEDO),
                    need("era", ERA),
                    need("range", NUMBER),
                ]
            },
            time,
        ),
        Procedure::new(
            "torpedo.direction",
            "59.shot_direction",
            "Which way a shot runs.",
            const { &[need("frm", SPACE), need("to", SPACE)] },
            direction,
        ),
        Procedure::new(
            "torpedo.arc",
            "59.arc",
            "Whether a tube bears on a space, and its modifier.",
            const {
                &[
                    need("frm", SPACE),
                    need("to", SPACE),
                    need("facing", FACING),
                    need("end", "bow or stern"),
                    may("unaimed", YES_NO),
                ]
            },
            arc,
        ),
        Procedure::new(
            "tdc.calculation",
            "38.tdc_value",
            "The value of a firing solution.",
            const {
                &[
                    may("card", CARD),
                    need("range", NUMBER),
                    need("cond", "DG, DB, NG or NB"),
                    may("drm", NUMBER),
                ]
            },
            calculation,
        ),
        Procedure::new(
            "tdc.improve",
            "38.tdc_improve",
            "What tubes store when a new value comes.",
            const {
                &[
                    may("old", NUMBER),
                    need("new", NUMBER),
                    may("tubes", "values by tube, or none"),
                ]
            },
            improve,
        ),
        Procedure::new(
            "tdc.lost",
            "30.tdc_lost",
            "Whether solutions are kept at a depth.",
            const { &[need("depth", DEPTH)] },
            lost,
        ),
        Procedure::new(
            "tdc.count",
            "38.tdc_count",
            "Calculations a boat may make.",
            const { &[need("captain", "an enhancement")] },
            count,
        ),
        Procedure::new(
            "tdc.tubes",
            "38.tdc_one_end",
            "Tubes that can take a solution.",
            const { &[need("tubes", TUBES)] },
            assignable,
        ),
        Procedure::new(
            "uboat.attack_ends",
            "59.ends",
            "Whether tubes of both ends may fire in one phase.",
            const {
                &[
                    need("surfaced", YES_NO),
                    need("bow", NUMBER),
                    need("stern", NUMBER),
                ]
            },
            attack_ends,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Time {
    #[serde(rename = "type")]
    torpedo: TorpedoType,
    era: Era,
    range: u8,
}

fn time(game: &Wolfpack, given: Time, _: &mut Chance) -> Result<Value, ProcedureError> {
    Ok(
        json!({ "turns": game.tables().firing.turns(given.torpedo, given.era, given.range).unwrap_or(0) }),
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Direction {
    frm: Space,
    to: Space,
}

fn direction(_: &Wolfpack, given: Direction, _: &mut Chance) -> Result<Value, ProcedureError> {
    Ok(json!({ "dir": given.frm.direction(given.to) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arc {
    frm: Space,
    to: Space,
    facing: Facing,
    end: End,
    #[serde(default)]
    unaimed: bool,
}

fn arc(game: &Wolfpack, given: Arc, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let modifier = given.frm.direction(given.to).and_then(|shot| {
        let steps = steps_off(given.facing, given.end, shot);
        if given.unaimed {
            unaimed(&t.firing, &t.tdc, steps)
        } else {
            angle(&t.firing, &t.tdc, steps)
        }
    });
    Ok(match modifier {
        Some(modifier) => json!({ "allowed": true, "mod": modifier }),
        None => json!({ "allowed": false }),
    })
}

pub(super) fn tube(name: &str) -> Result<Tube, ProcedureError> {
    let number = name.parse().ok().and_then(Tube::new);
    number.ok_or_else(|| ProcedureError::input(format!("“{name}” is no tube")))
}

pub(super) fn fill(
    boat: &mut Boat,
    tubes: &BTreeMap<String, String>,
) -> Result<(), ProcedureError> {
    // What is not said to be in a tube is a torpedo that is ready.
    boat.tubes = [TubeState::Loaded(TorpedoType::G7a); 6];
    for (name, state) in tubes {
        boat.tubes[tube(name)?.index()] = match state.as_str() {
            "empty" => TubeState::Empty,
            "L2" => TubeState::Loading(2, TorpedoType::G7a),
            "L1" => TubeState::Loading(1, TorpedoType::G7a),
            "ready" => TubeState::Loaded(TorpedoType::G7a),
            other => {
                return Err(ProcedureError::input(format!(
                    "“{other}” is not empty, L2, L1 or ready"
                )));
            }
        };
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Calculation {
    card: Option<String>,
    range: u8,
    cond: Light,
    #[serde(default)]
    drm: i8,
}

fn calculation(
    game: &Wolfpack,
    given: Calculation,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    super::inputs::within("drm", given.drm.into(), -9, 9)?;
    let card = card(t, DeckName::Combat, given.card.as_deref(), chance)?;
    let card = &t.cards.combat[usize::from(card)];
    Ok(json!({ "modifier": solution(&t.tdc, card, given.cond, given.range, given.drm) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Improve {
    old: Option<i8>,
    new: i8,
    #[serde(default)]
    tubes: BTreeMap<String, Value>,
}

fn improve(_: &Wolfpack, given: Improve, _: &mut Chance) -> Result<Value, ProcedureError> {
    let Some(target) = Space::new(8, 7) else {
        return Err(ProcedureError::input("no target"));
    };
    let stored = |old: Option<i8>| {
        let before = old.map(|value| Solution { target, value });
        if improves(before, target, given.new) {
            Some(given.new)
        } else {
            old
        }
    };
    let tubes: Map<String, Value> = given
        .tubes
        .iter()
        .map(|(tube, old)| {
            (
                tube.clone(),
                json!(stored(old.as_i64().and_then(|old| i8::try_from(old).ok()))),
            )
        })
        .collect();
    Ok(json!({ "modifier": stored(given.old), "tubes": tubes }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AtDepth {
    depth: Depth,
}

fn lost(game: &Wolfpack, given: AtDepth, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut boat = boat(t, BoatType::VII);
    boat.solutions[0] = Space::new(8, 7).map(|target| Solution { target, value: 1 });
    boat.go_to(given.depth, t.depth.tdc_lost);
    Ok(json!({ "tdc_kept": boat.solutions[0].is_some() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Captain {
    captain: Skill,
}

fn count(game: &Wolfpack, given: Captain, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut position = position(game)?;
    let Some(target) = position.conditions.side.boxes().next() else {
        return Err(ProcedureError::input("no convoy"));
    };
    position.convoy.put(target, BoxState::Spotted);
    let Some(boat) = position.boat_mut(Letter::W) else {
        return Err(ProcedureError::input("no boat"));
    };
    boat.skills = boat.skills.with(given.captain);
    boat.place = Place::Attack(target.next(Facing::W).unwrap_or(target), Facing::E);
    boat.computed.push(target);
    let calculations = boat.calculations(&t.tdc);
    let again = position.targets(t, Letter::W).any(|other| other == target);
    Ok(json!({ "calculations": calculations, "same_target_twice": again }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenTubes {
    tubes: BTreeMap<String, String>,
}

fn assignable(game: &Wolfpack, given: GivenTubes, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut boat = boat(game.tables(), BoatType::VII);
    fill(&mut boat, &given.tubes)?;
    let named = |tube: &Tube| given.tubes.contains_key(&tube.to_string());
    let tubes: Vec<u8> = boat
        .assignable(End::Bow)
        .filter(named)
        .map(Tube::number)
        .collect();
    Ok(json!({ "assignable": tubes }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    surfaced: bool,
    bow: u8,
    stern: u8,
}

fn attack_ends(_: &Wolfpack, given: Ends, _: &mut Chance) -> Result<Value, ProcedureError> {
    let both = given.bow > 0 && given.stern > 0;
    Ok(json!({ "legal": !both || may_fire_end(given.surfaced, Some(End::Bow), End::Stern) }))
}
