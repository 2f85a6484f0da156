//! Firing solutions, tubes, torpedoes.

use super::inputs::{
    CARD, D10, DEPTH, ERA, FACING, NUMBER, SPACE, Ten, YES_NO, boat, card, may, need, on, position,
    ten,
};
use crate::attack::{angle, may_fire_end, steps_off, unaimed};
use crate::boat::{Boat, Place, Solution, TubeState};
use crate::boats::{BoatType, End, Letter, TorpedoType, Tube};
use crate::calendar::Era;
use crate::cards::DeckName;
use crate::conditions::Light;
use crate::convoy::{BoxState, Gone};
use crate::crew::Skill;
use crate::depth::Depth;
use crate::game::Wolfpack;
use crate::position::Torpedo;
use crate::ships::{ShipResult, half_down, half_up, sinks};
use crate::space::{Facing, Space};
use crate::tables::MUST_ENTER;
use crate::tdc::{improves, solution};
use crate::torpedoes::{hit_total, hits, hits_next};
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
    Ok(json!({ "resolved": resolved, "request_placed": false }))
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

fn tube(name: &str) -> Result<Tube, ProcedureError> {
    let number = name.parse().ok().and_then(Tube::new);
    number.ok_or_else(|| ProcedureError::input(format!("“{name}” is no tube")))
}

fn fill(boat: &mut Boat, tubes: &BTreeMap<String, String>) -> Result<(), ProcedureError> {
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
        // Loading begins in the next turn's reload, and the marker runs out in a later one.
        return Ok(json!({ "ready_turn": turn + 1 + t.firing.loading }));
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

/// The first answer, which in reload is the lowest tube; none once nobody is asked.
fn first_choice(play: &crate::sequence::Play<'_>) -> Option<crate::choice::Choice> {
    let mut choices = Vec::new();
    play.p.list(play.t, Letter::W, &mut choices);
    choices.first().copied()
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
