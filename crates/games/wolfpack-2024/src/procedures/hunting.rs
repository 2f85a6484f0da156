//! Escorts: checks, searches, requests, attacks.

use super::inputs::{
    CARD, D10, DEPTH, NUMBER, SPACE, Ten, YES_NO, boat, card, may, need, on, position, ten,
};
use crate::asw::requests::{Request, RequestKind, Sides, replaces, sides, stays};
use crate::asw::search::{Kept, after_search, kept, sonar_cards};
use crate::asw::strikes::{charge_cards, gun_cards};
use crate::asw::{Contact, Escort, Post};
use crate::boat::Place;
use crate::boats::{BoatType, Gear, Letter, TorpedoType, Tube};
use crate::calendar::{Era, Month};
use crate::cards::{DeckName, DetonationCard};
use crate::choice::Choice;
use crate::conditions::{Light, Time, Weather};
use crate::depth::Depth;
use crate::drift::is_seen;
use crate::escorts::{EscortId, EscortType, Hold};
use crate::game::Wolfpack;
use crate::position::Torpedo;
use crate::ring::Location;
use crate::sequence::Order;
use crate::space::{CENTRE_COLUMN, Facing, Quadrant, Space};
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
        Procedure::new(
            "asw.fitted",
            "54.fitted_table",
            "What an escort is fitted with.",
            const {
                &[
                    need("type", "DD, DE, C or S"),
                    need("date", "1941-10 to 1943-03"),
                    may("d10", D10),
                ]
            },
            fitted,
        ),
        Procedure::new(
            "asw.charges",
            "50.cards_plus_3_periscope",
            "Whether charges are dropped, and how many cards that is.",
            const {
                &[
                    need("charges", NUMBER),
                    need("depth", DEPTH),
                    need("map", MAP),
                    need("equipment", "early or late"),
                    may("aggressive", YES_NO),
                    may("blow", YES_NO),
                ]
            },
            charges,
        ),
        Procedure::new(
            "asw.card",
            "50.row_and_column",
            "What an ASW attack card does at a depth.",
            const {
                &[
                    may("card", CARD),
                    need("depth", DEPTH),
                    need("contact", "contact, lost1 or lost2"),
                ]
            },
            asw_card,
        ),
        Procedure::new(
            "asw.gun",
            "49.guns_approach",
            "Cards of a gun attack.",
            const {
                &[
                    need("map", MAP),
                    need("gun", NUMBER),
                    may("distance", NUMBER),
                    may("range", NUMBER),
                    may("first_turn", YES_NO),
                ]
            },
            guns,
        ),
        Procedure::new(
            "asw.ram",
            "52.ram_check",
            "A ram check, and the cards of a ram.",
            const { &[may("d10", D10)] },
            ram,
        ),
        Procedure::new(
            "asw.movement",
            "39.approach_timer",
            "A turn of escort movement.",
            const {
                &[
                    may("distance", NUMBER),
                    may("timer", NUMBER),
                    may("tot", NUMBER),
                ]
            },
            movement,
        ),
        Procedure::new(
            "asw.quadrant",
            "43.no_tick_timer",
            "A request without a tick, or the random number of an assigned escort.",
            const {
                &[
                    may("timer", NUMBER),
                    may("tick", YES_NO),
                    may("card", CARD),
                    may("read", "list with r2"),
                ]
            },
            quadrant,
        ),
        Procedure::new(
            "asw.location",
            "40.no_tick_to_holding",
            "The ticks of a location check, or the holding track after an escort has left the map.",
            const {
                &[
                    may("card", CARD),
                    may("holding", "list of names"),
                    may("leaving", "a name"),
                ]
            },
            location,
        ),
        Procedure::new(
            "asw.holding",
            "52.queue_order",
            "The holding track after it was tidied.",
            const { &[need("holding_spaces", "list of names, empty for none")] },
            holding,
        ),
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
            "convoy.collision",
            "56.collision",
            "A collision check, and the cards of a collision.",
            const { &[may("d10", D10)] },
            collision,
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
        Procedure::new(
            "move.disengage",
            "36.disengage_bars",
            "Whether a boat may leave the patrol.",
            const {
                &[
                    may("turn", NUMBER),
                    need("contact", YES_NO),
                    may("escort_search_range", YES_NO),
                    may("assigned_in_quadrant", YES_NO),
                    may("at", SPACE),
                    may("assigned_quadrants", "list of quadrants"),
                ]
            },
            disengage,
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

fn radar_approach(
    game: &Wolfpack,
    given: RadarApproach,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let radar = card(t, DeckName::Battle, given.radar_card.as_deref(), chance)?;
    if !t.cards.battle[usize::from(radar)].radar[Era::Early.index()] {
        return Ok(json!({ "contact": false }));
    }
    let distance = card(t, DeckName::Battle, given.distance_card.as_deref(), chance)?;
    Ok(json!({ "contact": true, "distance": t.cards.battle[usize::from(distance)].random_of(3) }))
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

/// An escort about to make its first contact.
fn escort(post: Post) -> Escort {
    Escort {
        id: EscortId(0),
        equipment: None,
        elite_helm: false,
        captain: None,
        post,
        contact: None,
        arrived: 0,
    }
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
    let range = t.asw.start_range - t.asw.range_growth;
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    #[serde(rename = "type")]
    kind: EscortType,
    date: Month,
    d10: Option<Ten>,
}

fn fitted(game: &Wolfpack, given: Fitted, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let fitting = game.tables().escorts.fitting(given.kind, given.date);
    let roll = fitting.upgrade.is_some();
    let equipment = if roll {
        fitting.equipment(ten(given.d10, chance))
    } else {
        fitting.base
    };
    Ok(json!({ "equipment": equipment, "fitted": equipment.is_fitted(), "roll": roll }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Charges {
    charges: u8,
    depth: Depth,
    map: Map,
    equipment: Era,
    aggressive: Option<bool>,
    #[serde(default)]
    blow: bool,
}

fn charges(game: &Wolfpack, given: Charges, _: &mut Chance) -> Result<Value, ProcedureError> {
    super::inputs::within("charges", given.charges.into(), 0, 99)?;
    let timid = given.map == Map::Attack && given.aggressive == Some(false);
    let cards = charge_cards(
        game.tables(),
        given.charges,
        given.equipment,
        given.depth,
        timid,
        given.blow,
    );
    Ok(match cards {
        Some(cards) => json!({ "attack": true, "cards": cards }),
        None => json!({ "attack": false }),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenCard {
    card: Option<String>,
    depth: Depth,
    contact: Hold,
}

fn asw_card(
    game: &Wolfpack,
    given: GivenCard,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let card = card(t, DeckName::AswAttack, given.card.as_deref(), chance)?;
    let hit = t.cards.asw[usize::from(card)].hit(t.depth.row(given.depth), given.contact);
    let result = hit.map_or("", |severity| ["LT", "MED", "HVY"][severity.index()]);
    Ok(json!({ "result": result }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guns {
    map: Map,
    gun: u8,
    distance: Option<u8>,
    range: Option<u8>,
    #[serde(default)]
    first_turn: bool,
}

fn guns(game: &Wolfpack, given: Guns, _: &mut Chance) -> Result<Value, ProcedureError> {
    super::inputs::within("gun", given.gun.into(), 0, 99)?;
    let cards = match given.map {
        Map::Approach => match given.distance {
            Some(0) => gun_cards(given.gun, true),
            Some(1) => gun_cards(given.gun, false),
            _ => 0,
        },
        Map::Attack
            if given
                .range
                .is_some_and(|range| range > game.tables().asw.near) =>
        {
            0
        }
        Map::Attack => gun_cards(given.gun, !given.first_turn),
    };
    Ok(json!({ "cards": cards }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct D10 {
    d10: Option<Ten>,
}

fn ram(game: &Wolfpack, given: D10, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let (highest, cards) = game.tables().asw.ram;
    let ram = ten(given.d10, chance) <= highest;
    Ok(if ram {
        json!({ "ram": true, "cards": cards, "escort_removed": true })
    } else {
        json!({ "ram": false })
    })
}

fn collision(game: &Wolfpack, given: D10, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let (highest, cards) = game.tables().asw.collision;
    let collides = ten(given.d10, chance) <= highest;
    Ok(if collides {
        json!({ "collision": true, "cards": cards })
    } else {
        json!({ "collision": false })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Movement {
    distance: Option<u8>,
    timer: Option<u8>,
    tot: Option<u8>,
}

/// Plays a turn of escort movement with an escort closing in, or one on its way to a marker.
fn movement(game: &Wolfpack, given: Movement, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut position = position(game)?;
    let at = Space::new(0, 0).ok_or_else(|| ProcedureError::input("no space"))?;
    let mut one = escort(Post::Search(Location::E));
    match (given.distance, given.timer) {
        (Some(distance), None) => {
            one.contact = Some(Contact {
                boat: Letter::W,
                hold: Hold::Contact,
                homing: false,
                distance,
            });
        }
        (None, Some(timer)) => {
            one.post = Post::Assigned {
                quadrant: Quadrant::Q1,
                to: at,
                timer,
            };
            let patient =
                |captain: &crate::tables::CaptainValues| Some(captain.time_on_target) == given.tot;
            let captain = t
                .escorts
                .captains
                .iter()
                .position(patient)
                .unwrap_or_default();
            position
                .secret
                .hunt
                .backs
                .push((one.id, crate::escorts::CaptainId(captain as u8)));
        }
        _ => return Err(ProcedureError::input("a distance or a timer is expected")),
    }
    position.hunt.escorts.push(one);
    on(game, &mut position, |play| play.move_escorts());
    let Some(now) = position.escort(one.id) else {
        return Err(ProcedureError::input("no escort"));
    };
    Ok(match (now.contact, now.post) {
        (Some(contact), _) => {
            json!({ "distance": contact.distance, "on_top": now.post == Post::OnTop })
        }
        (None, Post::Station { patience, .. }) => {
            json!({ "timer": 0, "on_map": true, "tot": patience })
        }
        (None, Post::Assigned { timer, .. }) => json!({ "timer": timer, "on_map": false }),
        _ => Value::Null,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenQuadrant {
    timer: Option<u8>,
    #[serde(default)]
    tick: bool,
    card: Option<String>,
    #[serde(default)]
    read: Vec<String>,
}

fn quadrant(
    game: &Wolfpack,
    given: GivenQuadrant,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let Some(timer) = given.timer else {
        if given.read != ["r2"] {
            return Err(ProcedureError::input(
                "a timer is expected, or a card and read = [\"r2\"]",
            ));
        }
        let card = card(t, DeckName::Battle, given.card.as_deref(), chance)?;
        return Ok(json!({ "r2": t.cards.battle[usize::from(card)].random_of(2) }));
    };
    if given.tick {
        return Err(ProcedureError::input(
            "with a tick an escort comes: asw.movement",
        ));
    }
    let mut position = position(game)?;
    let space = Space::new(0, 0).ok_or_else(|| ProcedureError::input("no space"))?;
    let kind = RequestKind::Standard;
    position.hunt.requests[0] = Some(Request { kind, space, timer });
    let quiet = t
        .cards
        .battle
        .iter()
        .position(|card| !card.locations[Quadrant::Q1.card_box().index()]);
    on(game, &mut position, |play| {
        play.check_quadrant(quiet.unwrap_or_default() as u8, Quadrant::Q1)
    });
    Ok(json!({ "timer": position.hunt.requests[0].map_or(0, |request| request.timer) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenLocation {
    card: Option<String>,
    #[serde(default)]
    holding: Vec<String>,
    leaving: Option<String>,
}

fn location(
    game: &Wolfpack,
    given: GivenLocation,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    if let Some(leaving) = given.leaving {
        let names: Vec<String> = given.holding.into_iter().chain([leaving]).collect();
        return queue(game, &names, names.len() - 1).map(|names| json!({ "holding": names }));
    }
    let card = card(t, DeckName::Battle, given.card.as_deref(), chance)?;
    let card = &t.cards.battle[usize::from(card)];
    let ticked: Vec<Location> = Location::ALL
        .into_iter()
        .filter(|place| card.locations[place.index()])
        .collect();
    Ok(json!({ "ticked": ticked }))
}

/// The holding track with some escorts on it, after the rest have come to it and it was tidied.
fn queue(game: &Wolfpack, names: &[String], waiting: usize) -> Result<Vec<String>, ProcedureError> {
    super::inputs::within(
        "escorts",
        names.len() as i64,
        0,
        game.tables().escorts.list.len() as i64,
    )?;
    let mut position = position(game)?;
    for place in 0..names.len() {
        let id = EscortId(place as u8);
        position.hunt.escorts.push(Escort {
            id,
            ..escort(Post::Holding)
        });
        if place < waiting {
            position.hunt.ready.push(id);
        } else {
            position.send_to_holding(id);
        }
    }
    on(game, &mut position, |play| play.move_escorts());
    Ok(position
        .hunt
        .ready
        .iter()
        .map(|id| names[id.index()].clone())
        .collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Holding {
    holding_spaces: Vec<String>,
}

fn holding(game: &Wolfpack, given: Holding, _: &mut Chance) -> Result<Value, ProcedureError> {
    let spaces = given.holding_spaces.len();
    let names: Vec<String> = given
        .holding_spaces
        .into_iter()
        .filter(|name| !name.is_empty())
        .collect();
    let mut tidied = queue(game, &names, names.len())?;
    tidied.resize(spaces, String::new());
    Ok(json!({ "holding_spaces": tidied }))
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

fn wake(game: &Wolfpack, given: Wake, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    if given.cond.time() == Time::Night {
        return Ok(json!({ "seen": false }));
    }
    let card = card(t, DeckName::Combat, given.card.as_deref(), chance)?;
    if !t.cards.combat[usize::from(card)]
        .icons(given.cond, 0)
        .binoculars
    {
        return Ok(json!({ "seen": false }));
    }
    Ok(json!({ "seen": true, "request": RequestKind::Targeted, "timer": t.firing.request_timer }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Disengage {
    turn: Option<u8>,
    contact: bool,
    #[serde(default)]
    escort_search_range: bool,
    #[serde(default)]
    assigned_in_quadrant: bool,
    at: Option<Space>,
    #[serde(default)]
    assigned_quadrants: Vec<u8>,
}

/// Puts a boat and the escorts around her on the Attack map of a patrol.
fn disengage(game: &Wolfpack, given: Disengage, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut position = position(game)?;
    position.setup.scenario = crate::setup::Scenario::Patrol(Month::FIRST);
    position.turn = given.turn.unwrap_or(position.turn);
    let corner = Space::new(2, 2).ok_or_else(|| ProcedureError::input("no space"))?;
    let at = given.at.unwrap_or(corner);
    if let Some(boat) = position.boat_mut(Letter::W) {
        boat.place = Place::Attack(at, Facing::N);
    }
    let mut escorts = Vec::new();
    if given.contact {
        let contact = Contact {
            boat: Letter::W,
            hold: Hold::Contact,
            homing: false,
            distance: 0,
        };
        escorts.push(Escort {
            contact: Some(contact),
            ..escort(Post::OnTop)
        });
    }
    if given.escort_search_range {
        escorts.push(escort(Post::Station {
            at,
            patience: 1,
            range: game.tables().asw.start_range,
        }));
    }
    let here = at.quadrants().filter(|_| given.assigned_in_quadrant);
    let named = Quadrant::ALL
        .into_iter()
        .filter(|quadrant| given.assigned_quadrants.contains(&quadrant.number()));
    for quadrant in here.chain(named) {
        let (x, y) = (
            if quadrant.is_left() { 1 } else { 15 },
            if quadrant.is_upper() { 1 } else { 13 },
        );
        let to = Space::new(x, y).ok_or_else(|| ProcedureError::input("no space"))?;
        escorts.push(escort(Post::Assigned {
            quadrant,
            to,
            timer: 1,
        }));
    }
    position.hunt.escorts = escorts;
    let allowed = position.may_disengage(Letter::W);
    if allowed {
        on(game, &mut position, |play| play.leave(Letter::W));
    }
    let turn = match position.boat(Letter::W).map(|boat| boat.place) {
        Some(Place::Track(turn)) => json!(turn),
        _ => Value::Null,
    };
    Ok(json!({ "allowed": allowed, "turn_track": turn }))
}
