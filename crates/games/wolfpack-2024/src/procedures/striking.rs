//! Guns, charges, rams, collisions.

use super::inputs::{CARD, D10, DEPTH, NUMBER, Ten, YES_NO, card, may, need, rig, space, ten};
use crate::asw::Post;
use crate::asw::strikes::charge_cards;
use crate::boats::Letter;
use crate::calendar::Era;
use crate::cards::DeckName;
use crate::depth::Depth;
use crate::escorts::{EscortId, Hold};
use crate::event::Event;
use crate::game::Wolfpack;
use crate::ships::TileId;
use crate::space::Facing;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

const MAP: &str = "approach or attack";

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
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
            "convoy.collision",
            "56.collision",
            "A collision check, and the cards of a collision.",
            const { &[may("d10", D10)] },
            collision,
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

/// Lets an escort with such a gun attack a surfaced boat that it holds, and does not ram.
fn guns(game: &Wolfpack, given: Guns, _: &mut Chance) -> Result<Value, ProcedureError> {
    super::inputs::within("gun", given.gun.into(), 0, 99)?;
    let mut t = game.tables().clone();
    let escort = EscortId(0);
    t.escorts.list[escort.index()].gun = [given.gun; 2];
    let mut rig = rig(&t)?;
    let (turn, at) = (rig.p.turn, space(0, 0)?);
    match given.map {
        Map::Approach => {
            let location = t.approach.location(t.scenarios.training.start_box);
            let distance = given.distance.unwrap_or(3);
            let post = if distance == 0 {
                Post::OnTop
            } else {
                Post::Search(location)
            };
            rig.hunter(escort.0, post, Letter::W, distance);
        }
        Map::Attack => {
            let range = given.range.unwrap_or(0);
            super::inputs::within("range", range.into(), 0, 16)?;
            rig.attack(Letter::W, space(range as i8, 0)?, Facing::N);
            let post = Post::Station {
                at,
                patience: 9,
                range: 9,
            };
            rig.hunter(escort.0, post, Letter::W, 0).arrived = turn - u8::from(!given.first_turn);
        }
    }
    rig.d10s(&[10]);
    rig.play(|play| play.strike_boat(escort));
    Ok(json!({ "cards": attacked(&rig.events) }))
}

/// Cards of the attack that has begun.
fn attacked(events: &[Event]) -> u8 {
    let cards = events.iter().find_map(|event| match event {
        Event::Attacked { cards, .. } => Some(*cards),
        _ => None,
    });
    cards.unwrap_or(0)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    d10: Option<Ten>,
}

/// Lets an escort on top of a surfaced boat attack.
fn ram(game: &Wolfpack, given: Check, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let mut rig = rig(game.tables())?;
    let escort = rig.hunter(0, Post::OnTop, Letter::W, 0).id;
    rig.d10s(&[ten(given.d10, chance)]);
    rig.play(|play| play.strike_boat(escort));
    let removed = rig
        .p
        .escort(escort)
        .is_some_and(|escort| escort.post == Post::Gone);
    let rams = |event: &Event| matches!(event, Event::RamCheck { rams: true, .. });
    Ok(if rig.events.iter().any(rams) {
        json!({ "ram": true, "cards": attacked(&rig.events), "escort_removed": removed })
    } else {
        json!({ "ram": false })
    })
}

/// Lets a surfaced boat drift into a ship.
fn collision(game: &Wolfpack, given: Check, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let mut rig = rig(game.tables())?;
    let at = space(5, 6)?;
    rig.ship(at, TileId(0));
    rig.attack(Letter::W, at, Facing::N);
    rig.d10s(&[ten(given.d10, chance)]);
    rig.play(|play| play.collide(Letter::W));
    let collides = |event: &Event| matches!(event, Event::CollisionCheck { collides: true, .. });
    Ok(if rig.events.iter().any(collides) {
        json!({ "collision": true, "cards": attacked(&rig.events) })
    } else {
        json!({ "collision": false })
    })
}
