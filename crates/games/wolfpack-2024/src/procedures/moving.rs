//! Depth, turns, spaces, entry.

use super::inputs::{
    D10, DEPTH, FACING, NUMBER, SPACE, TYPE, Ten, YES_NO, boat, may, need, on, position, ten,
};
use crate::asw::{Contact, Post};
use crate::boat::Place;
use crate::boats::{BoatType, Letter};
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::conditions::Speed;
use crate::depth::Depth;
use crate::escorts::Hold;
use crate::game::Wolfpack;
use crate::movement::{approach_boxes, may_change, may_go_on};
use crate::sequence::{Helm, Order};
use crate::space::{Facing, Space};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "move.approach",
            "32.approach_surfaced",
            "Boxes a boat may go on the Approach map.",
            const {
                &[
                    need("surfaced", YES_NO),
                    need("speed", "slow or fast"),
                    need("turn", NUMBER),
                ]
            },
            approach,
        ),
        Procedure::new(
            "move.depth",
            "30.rate_vii",
            "The depths a boat can reach in a turn.",
            const { &[need("type", TYPE), need("depth", DEPTH)] },
            depths,
        ),
        Procedure::new(
            "move.depth_forward",
            "30.forward_with_depth_change",
            "Whether a change of depth is legal, and whether the boat may still go ahead.",
            const { &[need("type", TYPE), need("frm", DEPTH), need("to", DEPTH)] },
            depth_forward,
        ),
        Procedure::new(
            "move.turn",
            "33.free_turn",
            "Whether a boat can turn so far.",
            const {
                &[
                    need("type", TYPE),
                    need("state", "surfaced or submerged"),
                    need("steps", "0-4"),
                ]
            },
            turn,
        ),
        Procedure::new(
            "move.attack",
            "34.submerged_one",
            "Moves a boat on the Attack map.",
            const {
                &[
                    need("type", TYPE),
                    may("at", SPACE),
                    need("facing", FACING),
                    may("turn", FACING),
                    may("forward", NUMBER),
                    may("second_turn", FACING),
                ]
            },
            attack,
        ),
        Procedure::new(
            "move.transition",
            "31.entry_d10",
            "Whether a boat must enter the Attack map.",
            const {
                &[
                    need("turn", NUMBER),
                    may("d10", D10),
                    need("contact", YES_NO),
                    may("silent", YES_NO),
                    may("blow", YES_NO),
                ]
            },
            transition,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Approach {
    surfaced: bool,
    speed: Speed,
    turn: u8,
}

fn approach(_: &Wolfpack, given: Approach, _: &mut Chance) -> Result<Value, ProcedureError> {
    Ok(json!({ "boxes": approach_boxes(given.surfaced, given.speed, given.turn) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rate {
    #[serde(rename = "type")]
    kind: BoatType,
    depth: Depth,
}

fn depths(game: &Wolfpack, given: Rate, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut boat = boat(t, given.kind);
    boat.place = Place::Attack(
        Space::new(0, 0).ok_or_else(|| ProcedureError::input("no space"))?,
        Facing::N,
    );
    boat.depth = given.depth;
    let reached: Vec<Depth> = boat.depths(t).chain([given.depth]).collect();
    Ok(json!({ "deepest": reached.iter().max(), "shallowest": reached.iter().min() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    #[serde(rename = "type")]
    kind: BoatType,
    frm: Depth,
    to: Depth,
}

fn depth_forward(game: &Wolfpack, given: Change, _: &mut Chance) -> Result<Value, ProcedureError> {
    let rules = &game.tables().depth;
    let legal = may_change(rules, given.kind, given.frm, given.to);
    let forward = legal && may_go_on(rules, given.kind, given.frm, given.to);
    Ok(json!({ "legal_change": legal, "forward": forward }))
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Surfaced,
    Submerged,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    #[serde(rename = "type")]
    kind: BoatType,
    state: State,
    steps: u8,
}

fn turn(game: &Wolfpack, given: Turn, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut boat = boat(t, given.kind);
    boat.depth = if matches!(given.state, State::Surfaced) {
        Depth::SURFACE
    } else {
        Depth::PERISCOPE
    };
    Ok(json!({ "legal": given.steps <= boat.turning(t, 1) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    #[serde(rename = "type")]
    kind: BoatType,
    at: Option<Space>,
    facing: Facing,
    turn: Option<Facing>,
    #[serde(default)]
    forward: u8,
    second_turn: Option<Facing>,
}

/// Steers a boat: submerged, unless she turns a second time, which only a surfaced boat can.
fn attack(game: &Wolfpack, given: Attack, _: &mut Chance) -> Result<Value, ProcedureError> {
    let centre = Space::new(8, 12).ok_or_else(|| ProcedureError::input("no space"))?;
    let mut position = position(game)?;
    let Some(boat) = position.boat_mut(Letter::W) else {
        return Err(ProcedureError::input("no boat"));
    };
    boat.kind = given.kind;
    boat.place = Place::Attack(given.at.unwrap_or(centre), given.facing);
    boat.depth = if given.second_turn.is_some() {
        Depth::SURFACE
    } else {
        Depth::PERISCOPE
    };
    position.orders[0].push(Order::Helm(Helm::Conduct));
    let steps = [
        given.turn.map(Choice::Face),
        (given.forward > 0).then_some(Choice::Ahead(given.forward)),
        given.second_turn.map(Choice::Face),
    ];
    let taken = on(game, &mut position, |play| {
        steps
            .into_iter()
            .flatten()
            .try_for_each(|step| play.choose(Letter::W, step))
    });
    let mut more = Vec::new();
    position.list(game.tables(), Letter::W, &mut more);
    let now = position.boat(Letter::W).and_then(crate::boat::Boat::attack);
    let (at, facing) = now.unwrap_or((centre, given.facing));
    let moves = more.iter().any(|choice| matches!(choice, Choice::Ahead(_)));
    Ok(json!({ "legal": taken.is_ok(), "at": at, "facing": facing, "more_movement": moves }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Transition {
    turn: u8,
    d10: Option<Ten>,
    contact: bool,
    #[serde(default)]
    silent: bool,
    #[serde(default)]
    blow: bool,
}

fn transition(
    game: &Wolfpack,
    given: Transition,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    super::inputs::within("turn", given.turn.into(), 1, t.last_turn.into())?;
    let mut position = position(game)?;
    position.turn = given.turn;
    let Some(boat) = position.boat_mut(Letter::W) else {
        return Err(ProcedureError::input("no boat"));
    };
    boat.tp = 0;
    boat.silent = given.silent;
    boat.blowing = given.blow;
    if given.silent || given.blow {
        boat.depth = Depth::of_metres(t.depth.silent).unwrap_or(Depth::BOTTOM);
        boat.contacted = true;
    }
    if given.contact {
        let mut one = super::escorts::escort(Post::OnTop);
        one.contact = Some(Contact {
            boat: Letter::W,
            hold: Hold::Contact,
            homing: false,
            distance: 0,
        });
        position.hunt.escorts.push(one);
    }
    let faces = t.movement.transition(given.turn).count();
    if (1..10).contains(&faces) {
        let d10 = ten(given.d10, chance);
        let with = t
            .cards
            .battle
            .iter()
            .position(|card| card.d10 == d10)
            .unwrap_or_default();
        position
            .secret
            .decks
            .arrange(DeckName::Battle, &[with as u8]);
    }
    on(game, &mut position, |play| play.check_entry(Letter::W));
    let enters = position.orders[0].top().is_some();
    let silent = position.boat(Letter::W).is_some_and(|boat| boat.silent);
    Ok(json!({ "must_enter": enters, "running": if silent { "silent" } else { "operational" } }))
}
