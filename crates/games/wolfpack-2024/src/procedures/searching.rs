//! Searches: what finds a boat, and what she does about it.

use super::escorts::escort;
use super::inputs::{
    CARD, D10, DEPTH, NUMBER, Ten, YES_NO, boat, cards, may, need, on, position, rig, ten,
};
use crate::asw::Post;
use crate::asw::contacts::after_search;
use crate::asw::search::{Kept, kept, sonar_cards};
use crate::boats::{BoatType, Gear, Letter};
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::conditions::{Light, Time, Weather};
use crate::depth::Depth;
use crate::escorts::{Equipment, EscortId, Hold};
use crate::game::Wolfpack;
use crate::ring::Location;
use crate::sequence::Order;
use crate::space::Space;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Input, Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

const MAP: &str = "approach or attack";

const SONAR: &[Input] = &[
    need("map", MAP),
    need("silent", YES_NO),
    need("elite", YES_NO),
    need("ticks", NUMBER),
];

const SIGHT: &[Input] = &[
    need("fitted", YES_NO),
    need("time", "day or night"),
    need("depth", DEPTH),
    need("weather", "good or bad"),
    may("d10", D10),
];

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "asw.sonar_approach",
            "41.silent_two_cards",
            "A sonar search on the Approach map.",
            SONAR,
            sonar,
        ),
        Procedure::new(
            "asw.sonar_attack",
            "45.sonar_cards",
            "A sonar search on the Attack map.",
            SONAR,
            sonar,
        ),
        Procedure::new(
            "asw.radar_attack",
            "45.radar",
            "A radar search on the Attack map.",
            SIGHT,
            sight,
        ),
        Procedure::new(
            "asw.visual_attack",
            "45.visual",
            "A search by eye on the Attack map.",
            SIGHT,
            sight,
        ),
        Procedure::new(
            "asw.radar_approach",
            "41.radar",
            "An early radar search on the Approach map, and the distance it gives.",
            const { &[may("radar_card", CARD), may("distance_card", CARD)] },
            radar_approach,
        ),
        Procedure::new(
            "asw.lost",
            "41.lost_levels",
            "What is left of a contact after searches.",
            const {
                &[
                    need("lost", "0-2"),
                    need("events", "list of ok, fail, evaded"),
                ]
            },
            lost,
        ),
        Procedure::new(
            "asw.evade",
            "42.evasion",
            "What evasion leaves of a contact.",
            const {
                &[
                    may("lost", "0-2"),
                    may("events", "list of evaded"),
                    may("map", MAP),
                    may("first", YES_NO),
                    may("evaded", YES_NO),
                    may("tot", NUMBER),
                ]
            },
            evade,
        ),
        Procedure::new(
            "asw.crash_dive",
            "42.crash_dive_effect",
            "A crash dive, if it is allowed.",
            const {
                &[
                    need("depth", DEPTH),
                    need("tp", NUMBER),
                    may("rudder", NUMBER),
                    may("held", YES_NO),
                ]
            },
            crash_dive,
        ),
        Procedure::new(
            "asw.contact_kept",
            "45.contact_kept",
            "How an existing contact is kept up.",
            const {
                &[
                    need("map", MAP),
                    need("by", "radar, visual or sonar"),
                    need("depth", DEPTH),
                ]
            },
            contact_kept,
        ),
        Procedure::new(
            "asw.search_range",
            "44.search_range",
            "The search range on a turn of search, and the patience left after failing.",
            const { &[need("turn_of_search", NUMBER), may("tot", NUMBER)] },
            search_range,
        ),
    ]
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Map {
    Approach,
    Attack,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sonar {
    map: Map,
    silent: bool,
    elite: bool,
    ticks: u8,
}

fn sonar(game: &Wolfpack, given: Sonar, _: &mut Chance) -> Result<Value, ProcedureError> {
    let sonar = sonar_cards(
        game.tables(),
        given.map == Map::Attack,
        given.elite,
        given.silent,
    );
    Ok(json!({ "pull": sonar.cards, "need": sonar.ticks, "success": given.ticks >= sonar.ticks }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenSight {
    fitted: bool,
    time: Time,
    depth: Depth,
    weather: Weather,
    d10: Option<Ten>,
}

fn sight(game: &Wolfpack, given: GivenSight, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let light = Light::of(given.time, given.weather);
    let need = game
        .tables()
        .asw
        .sight(given.fitted, light)
        .least(given.depth, given.weather);
    let need = need.ok_or_else(|| ProcedureError::input("a boat at that depth cannot be seen"))?;
    Ok(json!({ "need": need, "contact": ten(given.d10, chance) >= need }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RadarApproach {
    radar_card: Option<String>,
    distance_card: Option<String>,
}

/// Lets an escort with early radar search for a surfaced boat.
fn radar_approach(
    game: &Wolfpack,
    given: RadarApproach,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let names = [given.radar_card.as_deref(), given.distance_card.as_deref()];
    let stacked = cards(t, DeckName::Battle, names, chance)?;
    let mut rig = rig(t)?;
    let location = t.approach.location(t.scenarios.training.start_box);
    let escort = rig.escort(0, Post::Search(location));
    escort.equipment = Some(Equipment::EarlyAll);
    let id = escort.id;
    rig.stack(DeckName::Battle, &stacked);
    rig.play(|play| play.search(id));
    Ok(match rig.p.escort(id).and_then(|escort| escort.contact) {
        Some(contact) => json!({ "contact": true, "distance": contact.distance }),
        None => json!({ "contact": false }),
    })
}

fn hold(lost: usize) -> Result<Hold, ProcedureError> {
    let hold = Hold::ALL.get(lost).copied();
    hold.ok_or_else(|| ProcedureError::input("lost is 0, 1 or 2"))
}

fn left(hold: Option<Hold>) -> Value {
    match hold {
        Some(hold) => json!({ "contact": true, "lost": hold.index() }),
        None => json!({ "contact": false }),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lost {
    lost: usize,
    events: Vec<String>,
}

fn after_events(start: Hold, events: &[String]) -> Result<Option<Hold>, ProcedureError> {
    let mut now = Some(start);
    for event in events {
        let success = match event.as_str() {
            "ok" => true,
            "fail" | "evaded" => false,
            other => {
                return Err(ProcedureError::input(format!(
                    "“{other}” is not ok, fail or evaded"
                )));
            }
        };
        now = now.and_then(|hold| after_search(hold, success));
    }
    Ok(now)
}

fn lost(_: &Wolfpack, given: Lost, _: &mut Chance) -> Result<Value, ProcedureError> {
    after_events(hold(given.lost)?, &given.events).map(left)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Evade {
    lost: Option<usize>,
    #[serde(default)]
    events: Vec<String>,
    map: Option<Map>,
    #[serde(default)]
    first: bool,
    #[serde(default)]
    evaded: bool,
    tot: Option<u8>,
}

fn evade(game: &Wolfpack, given: Evade, _: &mut Chance) -> Result<Value, ProcedureError> {
    if let Some(lost) = given.lost {
        return after_events(hold(lost)?, &given.events).map(left);
    }
    if !(given.first && given.evaded) {
        return Err(ProcedureError::input(
            "lost and events are expected, or map, first and evaded",
        ));
    }
    let mut position = position(game)?;
    let at = Space::new(0, 0).ok_or_else(|| ProcedureError::input("no space"))?;
    position.hunt.escorts.push(escort(match given.map {
        Some(Map::Attack) => Post::Station {
            at,
            patience: given.tot.unwrap_or(2),
            range: 4,
        },
        _ => Post::Search(Location::E),
    }));
    on(game, &mut position, |play| play.fail(EscortId(0)));
    Ok(
        match position.escort(EscortId(0)).map(|escort| escort.post) {
            Some(Post::Patrol(_)) => json!({ "contact": false, "escort_to": "patrol" }),
            Some(Post::Station { patience, .. }) => json!({ "contact": false, "tot": patience }),
            _ => json!({ "contact": false, "escort_to": "holding", "tot": 0 }),
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrashDive {
    depth: Depth,
    tp: u8,
    #[serde(default)]
    rudder: u8,
    #[serde(default, rename = "held")]
    _held: bool,
}

fn crash_dive(game: &Wolfpack, given: CrashDive, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut position = position(game)?;
    let Some(boat) = position.boat_mut(Letter::W) else {
        return Err(ProcedureError::input("no boat"));
    };
    boat.depth = given.depth;
    boat.tp = given.tp;
    boat.gear[Gear::Rudder.index()] = given.rudder;
    position.orders[0].push(Order::CrashDive(EscortId(0)));
    if !position.may_crash_dive(game.tables(), Letter::W) {
        return Ok(json!({ "allowed": false }));
    }
    let taken = on(game, &mut position, |play| {
        play.choose(Letter::W, Choice::Dive)
    });
    let boat = position.boat(Letter::W);
    Ok(
        json!({ "allowed": taken.is_ok(), "depth_after": boat.map(|boat| boat.depth), "tp": boat.map(|boat| boat.tp) }),
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenContact {
    map: Map,
    by: String,
    depth: Depth,
}

fn contact_kept(
    game: &Wolfpack,
    given: GivenContact,
    _: &mut Chance,
) -> Result<Value, ProcedureError> {
    let mut boat = boat(game.tables(), BoatType::VII);
    boat.depth = given.depth;
    Ok(
        match kept(given.map == Map::Attack, &boat, given.by == "sonar") {
            Kept::InSight => json!({ "search": "none", "contact": true }),
            Kept::Sonar { homing } => {
                json!({ "search": "sonar", "column": if homing { "homing" } else { "acquire" } })
            }
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchRange {
    turn_of_search: u8,
    tot: Option<u8>,
}

/// Lets an escort search an empty sea for so many turns.
fn search_range(
    game: &Wolfpack,
    given: SearchRange,
    _: &mut Chance,
) -> Result<Value, ProcedureError> {
    super::inputs::within("turn_of_search", given.turn_of_search.into(), 1, 20)?;
    let t = game.tables();
    let mut position = position(game)?;
    let at = Space::new(0, 0).ok_or_else(|| ProcedureError::input("no space"))?;
    let patience = given.tot.unwrap_or(99);
    let range = t.asw.range_on_arrival();
    position.hunt.escorts.push(escort(Post::Station {
        at,
        patience,
        range,
    }));
    for _ in 0..given.turn_of_search {
        on(game, &mut position, |play| {
            play.search_attack();
            play.run();
        });
    }
    Ok(
        match position.escort(EscortId(0)).map(|escort| escort.post) {
            Some(Post::Station {
                patience, range, ..
            }) => json!({ "range": range, "tot_after": patience }),
            _ => json!({ "range": Value::Null, "tot_after": 0 }),
        },
    )
}
