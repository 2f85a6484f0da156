//! Requests for escorts, and what brings them.

use super::inputs::{
    CARD, DEPTH, NUMBER, SPACE, card, may, need, on, position, refused, rig, space,
};
use crate::asw::requests::{Request, RequestKind, Sides, replaces, sides, stays};
use crate::boat::{Solution, TubeState};
use crate::boats::{Letter, TorpedoType, Tube};
use crate::calendar::Month;
use crate::cards::{DeckName, DetonationCard};
use crate::choice::Choice;
use crate::conditions::Light;
use crate::depth::Depth;
use crate::drift::is_seen;
use crate::event::Event;
use crate::game::Wolfpack;
use crate::position::Torpedo;
use crate::ships::TileId;
use crate::space::{CENTRE_COLUMN, Facing, Quadrant, Space};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "asw.request",
            "47.replacement_order",
            "Where a request goes, and which of two stays.",
            const {
                &[
                    may("at", SPACE),
                    may("occupied", "list of quadrants"),
                    may("kind", "standard or targeted"),
                    may("q1", "kind"),
                    may("q2", "kind"),
                    may("new", "kind"),
                    may("old", "kind"),
                    may("timers", "two numbers"),
                ]
            },
            request,
        ),
        Procedure::new(
            "torpedo.request",
            "26.request_even_if_dud",
            "The request that a torpedo hit brings.",
            const { &[need("detonation", "dud or explosion")] },
            hit_request,
        ),
        Procedure::new(
            "convoy.search",
            "57.icons",
            "Whether the convoy sees a boat.",
            const {
                &[
                    may("card", CARD),
                    need("cond", "DG, DB, NG or NB"),
                    need("range", NUMBER),
                    need("depth", DEPTH),
                    may("request_range", NUMBER),
                ]
            },
            convoy_search,
        ),
        Procedure::new(
            "uboat.wake",
            "60.wake_by_day",
            "Whether the wake of a steam torpedo is seen.",
            const { &[may("card", CARD), need("cond", "DG, DB, NG or NB")] },
            wake,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenRequest {
    at: Option<Space>,
    #[serde(default)]
    occupied: Vec<u8>,
    kind: Option<RequestKind>,
    q1: Option<RequestKind>,
    q2: Option<RequestKind>,
    new: Option<RequestKind>,
    old: Option<RequestKind>,
    timers: Option<[u8; 2]>,
}

fn request(_: &Wolfpack, given: GivenRequest, _: &mut Chance) -> Result<Value, ProcedureError> {
    if let Some([one, other]) = given.timers {
        return meet(one, other);
    }
    if let Some(new) = given.new {
        return Ok(json!({ "replaced": replaces(new, given.old) }));
    }
    let (Some(at), Some(kind)) = (given.at, given.kind) else {
        return Err(ProcedureError::input(
            "at and kind are expected, or new and old, or timers",
        ));
    };
    if at.x() != CENTRE_COLUMN {
        let quadrants: Vec<u8> = at.quadrants().map(Quadrant::number).collect();
        return Ok(json!({ "quadrant": quadrants }));
    }
    let mut halves = at.quadrants();
    let (Some(left), Some(right)) = (halves.next(), halves.next()) else {
        return Err(ProcedureError::input("no quadrants"));
    };
    let held = |quadrant: Quadrant, named: Option<RequestKind>| {
        let taken = given
            .occupied
            .contains(&quadrant.number())
            .then_some(RequestKind::Standard);
        let held = named.or(taken).map(|kind| Request {
            kind,
            space: at,
            timer: 1,
        });
        (quadrant, held)
    };
    let (left, right) = (held(left, given.q1), held(right, given.q2));
    Ok(match sides(kind, left, right) {
        Sides::Free => json!({ "choice": [left.0.number(), right.0.number()] }),
        Sides::Only(quadrant) => json!({ "replaces": quadrant.number() }),
        Sides::Tie => json!({ "replaces": "random" }),
        Sides::Nowhere => json!({ "replaces": Value::Null }),
    })
}

fn meet(one: u8, other: u8) -> Result<Value, ProcedureError> {
    let space = Space::new(0, 8).ok_or_else(|| ProcedureError::input("no space"))?;
    let of = |timer: u8| Request {
        kind: RequestKind::Standard,
        space,
        timer,
    };
    let kept = match stays(&of(one), &of(other)) {
        Some(true) => json!(one),
        Some(false) => json!(other),
        None => json!("random"),
    };
    Ok(json!({ "kept_timer": kept }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hit {
    detonation: String,
}

/// A torpedo hits a ship of a patrol, and the request it brings is looked at.
fn hit_request(game: &Wolfpack, given: Hit, _: &mut Chance) -> Result<Value, ProcedureError> {
    let explodes = match given.detonation.as_str() {
        "dud" => false,
        "explosion" => true,
        _ => return Err(ProcedureError::input("detonation is dud or explosion")),
    };
    let t = game.tables();
    let mut position = position(game)?;
    position.setup.scenario = crate::setup::Scenario::Patrol(Month::FIRST);
    let (Some(target), Some(tube)) = (Space::new(5, 6), Tube::new(1)) else {
        return Err(ProcedureError::input("no target"));
    };
    let torpedo = Torpedo {
        boat: Letter::W,
        tube,
        kind: TorpedoType::G7a,
        target,
        travel: Facing::E,
        modifier: 0,
        turns: 0,
        half: false,
    };
    let fits = |card: &DetonationCard| card.explodes(position.era, torpedo.kind) == explodes;
    let card = t.cards.detonation.iter().position(fits).unwrap_or_default() as u8;
    on(game, &mut position, |play| {
        play.settle_detonation(torpedo, target, card)
    });
    let placed = position.hunt.requests.iter().flatten().next();
    Ok(json!({
        "request": placed.map(|request| request.kind),
        "timer": placed.map(|request| request.timer),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConvoySearch {
    card: Option<String>,
    cond: Light,
    range: u8,
    depth: Depth,
    request_range: Option<u8>,
}

fn convoy_search(
    game: &Wolfpack,
    given: ConvoySearch,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut position = position(game)?;
    position.conditions.time = given.cond.time();
    position.conditions.weather = given.cond.weather();
    let space = Space::new(0, 0).ok_or_else(|| ProcedureError::input("no space"))?;
    if let Some(range) = given.request_range {
        let at = Space::new(range as i8, 0)
            .ok_or_else(|| ProcedureError::input("that is off the map"))?;
        position.hunt.requests[0] = Some(Request {
            kind: RequestKind::Standard,
            space: at,
            timer: 1,
        });
    }
    let light = position.light_on(t, space);
    if given.range > t.firing.convoy_sight[light.index()] {
        return Ok(json!({ "searched": false, "found": false }));
    }
    let card = card(t, DeckName::Combat, given.card.as_deref(), chance)?;
    let icons = t.cards.combat[usize::from(card)].icons(light, given.range);
    Ok(json!({ "searched": true, "found": is_seen(icons, given.depth) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wake {
    card: Option<String>,
    cond: Light,
}

/// Lets a boat fire a steam torpedo at a ship.
fn wake(game: &Wolfpack, given: Wake, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let card = card(t, DeckName::Combat, given.card.as_deref(), chance)?;
    let mut rig = rig(t)?;
    rig.p.conditions.time = given.cond.time();
    rig.p.conditions.weather = given.cond.weather();
    let (at, target) = (space(2, 6)?, space(5, 6)?);
    rig.ship(target, TileId(0));
    let boat = rig.attack(Letter::W, at, Facing::E);
    boat.tubes = [TubeState::Loaded(TorpedoType::G7a); 6];
    boat.solutions[0] = Some(Solution { target, value: 0 });
    rig.stack(DeckName::Combat, &[card]);
    rig.play(|play| play.start_firing());
    let tube = super::aiming::tube("1")?;
    rig.choose(Letter::W, Choice::Fire(tube)).map_err(refused)?;
    rig.choose(Letter::W, Choice::Done).map_err(refused)?;
    let seen = |event: &Event| matches!(event, Event::Wake { seen: true, .. });
    let request = rig.p.hunt.requests.iter().flatten().next();
    Ok(match request.filter(|_| rig.events.iter().any(seen)) {
        Some(request) => json!({ "seen": true, "request": request.kind, "timer": request.timer }),
        None => json!({ "seen": false }),
    })
}
