//! Reloading.

use super::aiming::{fill, tube};
use super::inputs::{NUMBER, YES_NO, may, on, position, refused, rig, space};
use crate::boat::TubeState;
use crate::boats::{End, Letter, TorpedoType};
use crate::choice::Choice;
use crate::depth::Depth;
use crate::game::Wolfpack;
use crate::space::Facing;
use crate::tables::{MUST_ENTER, Tables};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const TUBES: &str = "tubes by number: empty, L2, L1 or ready";

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![Procedure::new(
        "torpedo.reload",
        "58.steps",
        "A reload phase, or the turn on which a tube is ready again.",
        const {
            &[
                may("tubes", TUBES),
                may("bow_reloads", "stock by type"),
                may("stern_reloads", "stock by type"),
                may("silent", YES_NO),
                may("fired_turn", NUMBER),
            ]
        },
        reload,
    )]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reload {
    #[serde(default)]
    tubes: BTreeMap<String, String>,
    bow_reloads: Option<BTreeMap<TorpedoType, u8>>,
    stern_reloads: Option<BTreeMap<TorpedoType, u8>>,
    #[serde(default)]
    silent: bool,
    fired_turn: Option<u8>,
}

fn state(state: TubeState) -> String {
    match state {
        TubeState::Empty => "empty".to_owned(),
        TubeState::Loading(turns, _) => format!("L{turns}"),
        TubeState::Loaded(_) => "ready".to_owned(),
    }
}

/// Plays the reload phase, filling the lowest empty tube of each end.
fn reload(game: &Wolfpack, given: Reload, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    if let Some(turn) = given.fired_turn {
        super::inputs::within("fired_turn", turn.into(), 1, t.last_turn.into())?;
        return ready_again(t, turn);
    }
    let mut position = position(game)?;
    position.turn = MUST_ENTER;
    let stocks = [&given.bow_reloads, &given.stern_reloads];
    let Some(boat) = position.boat_mut(Letter::W) else {
        return Err(ProcedureError::input("no boat"));
    };
    boat.reloads = [[0; 2]; 2];
    for (end, stock) in End::ALL.into_iter().zip(stocks) {
        for (torpedo, count) in stock.iter().flatten() {
            boat.reloads[end.index()][torpedo.index()] = *count;
        }
    }
    fill(boat, &given.tubes)?;
    boat.silent = given.silent;
    boat.depth = if given.silent {
        Depth::of_metres(t.depth.silent).unwrap_or(Depth::BOTTOM)
    } else {
        Depth::SURFACE
    };
    let allowed = End::ALL.into_iter().any(|end| boat.loads_at(end));
    on(game, &mut position, |play| {
        play.reload();
        play.run();
        while let Some(first) = first_choice(play) {
            if play.choose(Letter::W, first).is_err() {
                break;
            }
        }
    });
    let Some(boat) = position.boat(Letter::W) else {
        return Err(ProcedureError::input("no boat"));
    };
    let tubes: Result<Map<String, Value>, ProcedureError> = given
        .tubes
        .keys()
        .map(|name| Ok((name.clone(), json!(state(boat.tube(tube(name)?))))))
        .collect();
    let mut result = json!({ "tubes": tubes?, "reload_allowed": allowed });
    for (key, end, stock) in [
        ("bow_reloads", End::Bow, stocks[0]),
        ("stern_reloads", End::Stern, stocks[1]),
    ] {
        if let Some(stock) = stock {
            let left = stock.keys().map(|torpedo| {
                (
                    torpedo.to_string(),
                    json!(boat.reloads[end.index()][torpedo.index()]),
                )
            });
            result[key] = Value::Object(left.collect());
        }
    }
    Ok(result)
}

/// Plays reload phases after a shot until the tube is ready.
fn ready_again(t: &Tables, fired: u8) -> Result<Value, ProcedureError> {
    let mut rig = rig(t)?;
    let boat = rig.attack(Letter::W, space(0, 0)?, Facing::N);
    boat.tubes[0] = TubeState::Empty;
    boat.reloads = [[1, 0], [0, 0]];
    let first = tube("1")?;
    for turn in fired + 1.. {
        rig.p.turn = turn;
        rig.play(|play| play.reload());
        rig.run();
        let load = Choice::Load(first, TorpedoType::G7a);
        if rig.offers(Letter::W).contains(&load) {
            rig.choose(Letter::W, load).map_err(refused)?;
        }
        if rig.boat(Letter::W).armed(first).is_some() {
            return Ok(json!({ "ready_turn": turn }));
        }
    }
    Err(ProcedureError::input("it is never ready"))
}

/// The first answer, which in reload is the lowest tube; none once nobody is asked.
fn first_choice(play: &crate::sequence::Play<'_>) -> Option<Choice> {
    let mut choices = Vec::new();
    play.p.list(play.t, Letter::W, &mut choices);
    choices.first().copied()
}
