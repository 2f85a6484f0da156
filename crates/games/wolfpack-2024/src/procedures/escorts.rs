//! Escorts under way: what they are fitted with, how they move and wait.

use super::inputs::{CARD, D10, NUMBER, Ten, YES_NO, card, may, need, on, position, ten};
use crate::asw::requests::{Request, RequestKind};
use crate::asw::{Contact, Escort, Post};
use crate::boats::Letter;
use crate::calendar::Month;
use crate::cards::DeckName;
use crate::escorts::{EscortId, EscortType, Hold};
use crate::game::Wolfpack;
use crate::ring::Location;
use crate::space::{Quadrant, Space};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
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
    ]
}

/// An escort about to make its first contact.
pub(super) fn escort(post: Post) -> Escort {
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
