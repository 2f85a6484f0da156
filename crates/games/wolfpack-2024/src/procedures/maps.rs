//! The maps: ranges, rings, quadrants, entry, what boats see, drift.

use super::inputs::{NUMBER, SPACE, YES_NO, may, need, on, position};
use crate::boat::Place;
use crate::boats::Letter;
use crate::conditions::{Light, MapSide, Speed};
use crate::convoy::BoxState;
use crate::depth::Depth;
use crate::game::Wolfpack;
use crate::ring::ApproachBox;
use crate::space::{Facing, Space};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

const LIGHT: &str = "DG, DB, NG or NB";
const SIDE: &str = "small or large";

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "map.range",
            "4.range",
            "The range between two spaces, or how far a boat sees.",
            const { &[may("cond", LIGHT), may("a", SPACE), may("b", SPACE)] },
            range,
        ),
        Procedure::new(
            "map.observation",
            "37.ranges",
            "How far a boat sees, and how much of an unseen convoy she finds from a space.",
            const { &[need("cond", LIGHT), may("side", SIDE), may("at", SPACE)] },
            observation,
        ),
        Procedure::new(
            "map.ring",
            "19.ring_numbers",
            "The ring of a convoy box.",
            const { &[need("side", SIDE), need("at", SPACE)] },
            ring,
        ),
        Procedure::new(
            "map.quadrant",
            "48.quadrants",
            "The quadrant of a space.",
            const { &[need("at", SPACE)] },
            quadrant,
        ),
        Procedure::new(
            "map.entry",
            "31.entry_spaces",
            "Where a boat may enter the Attack map.",
            const {
                &[
                    need("box", "box of the Approach map"),
                    need("surfaced", YES_NO),
                ]
            },
            entry,
        ),
        Procedure::new(
            "convoy.drift",
            "55.drift_rate",
            "Where drift takes a boat on a turn.",
            const {
                &[
                    may("speed", "slow or fast"),
                    may("turn", NUMBER),
                    may("box", "box"),
                    may("at", SPACE),
                    may("contact", YES_NO),
                ]
            },
            drift,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenRange {
    cond: Option<Light>,
    a: Option<Space>,
    b: Option<Space>,
}

fn range(game: &Wolfpack, given: GivenRange, _: &mut Chance) -> Result<Value, ProcedureError> {
    match (given.cond, given.a, given.b) {
        (Some(light), None, None) => Ok(sight(game, light)),
        (None, Some(a), Some(b)) => Ok(json!({ "range": a.range(b) })),
        _ => Err(ProcedureError::input("two spaces are expected, or cond")),
    }
}

fn sight(game: &Wolfpack, light: Light) -> Value {
    let rules = &game.tables().tdc;
    json!({ "spot": rules.spot(light), "id": rules.identify(light) })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Observed {
    cond: Light,
    side: Option<MapSide>,
    at: Option<Space>,
}

/// Puts a boat there and lets her look.
fn observation(game: &Wolfpack, given: Observed, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut result = sight(game, given.cond);
    let (Some(side), Some(at)) = (given.side, given.at) else {
        return Ok(result);
    };
    let mut position = position(game)?;
    position.conditions.side = side;
    position.conditions.time = given.cond.time();
    position.conditions.weather = given.cond.weather();
    if let Some(boat) = position.boat_mut(Letter::W) {
        boat.place = Place::Attack(at, Facing::N);
    }
    on(game, &mut position, |play| play.observe());
    let unknown = |state: &BoxState| *state == BoxState::Unknown;
    let spotted = position
        .convoy
        .boxes()
        .filter(|(_, state)| !unknown(state))
        .count();
    let open = |state: &BoxState| !unknown(state) && *state != BoxState::Spotted;
    let identified = position
        .convoy
        .boxes()
        .filter(|(_, state)| open(state))
        .count();
    result["spotted"] = json!(spotted);
    result["identified"] = json!(identified);
    Ok(result)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenBox {
    side: MapSide,
    at: Space,
}

fn ring(_: &Wolfpack, given: GivenBox, _: &mut Chance) -> Result<Value, ProcedureError> {
    Ok(json!({ "ring": given.side.ring(given.at) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    at: Space,
}

fn quadrant(_: &Wolfpack, given: At, _: &mut Chance) -> Result<Value, ProcedureError> {
    let all: Vec<String> = given
        .at
        .quadrants()
        .map(|quadrant| quadrant.to_string())
        .collect();
    let quadrant = match given.at.quadrant() {
        Some(quadrant) => json!(quadrant.number()),
        None => json!(format!("choose {}", all.join(" or "))),
    };
    Ok(json!({ "quadrant": quadrant }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(rename = "box")]
    from: ApproachBox,
    surfaced: bool,
}

fn entry(game: &Wolfpack, given: Entry, _: &mut Chance) -> Result<Value, ProcedureError> {
    Ok(json!({ "spaces": game.tables().approach.entry(given.from, given.surfaced) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drift {
    speed: Option<Speed>,
    turn: Option<u8>,
    #[serde(rename = "box")]
    from: Option<ApproachBox>,
    at: Option<Space>,
    contact: Option<bool>,
}

/// Puts a boat there and lets the convoy steam on.
fn drift(game: &Wolfpack, given: Drift, _: &mut Chance) -> Result<Value, ProcedureError> {
    if given.contact == Some(true) {
        return Err(ProcedureError::input(
            "a boat under contact takes a survival roll: convoy.survival",
        ));
    }
    let place = match (given.from, given.at) {
        (Some(from), None) => Place::Approach(from),
        (None, Some(at)) => Place::Attack(at, Facing::N),
        (None, None) => Place::Approach(ApproachBox::R4), // about to fall behind
        _ => {
            return Err(ProcedureError::input(
                "a box or a space is expected, not both",
            ));
        }
    };
    let mut position = position(game)?;
    position.conditions.speed = given.speed.unwrap_or(Speed::Slow);
    position.turn = given.turn.unwrap_or(crate::tables::MUST_ENTER);
    if let Some(boat) = position.boat_mut(Letter::W) {
        boat.place = place;
        boat.depth = Depth::SURFACE;
    }
    on(game, &mut position, |play| play.move_convoy());
    let now = position.boat(Letter::W).map(|boat| boat.place);
    Ok(match now {
        Some(Place::Approach(at)) => json!({ "box": at, "off": false }),
        Some(Place::Attack(at, _)) => json!({ "at": at, "off": false }),
        Some(Place::Track(_)) => json!({ "off": true, "survival_roll": false, "turn_track": true }),
        _ => json!({ "off": true, "survival_roll": true, "turn_track": false }),
    })
}
