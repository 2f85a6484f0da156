//! Guns, charges, rams, collisions.

use super::inputs::{CARD, D10, DEPTH, NUMBER, Ten, YES_NO, card, may, need, ten};
use crate::asw::strikes::{charge_cards, gun_cards};
use crate::calendar::Era;
use crate::cards::DeckName;
use crate::depth::Depth;
use crate::escorts::Hold;
use crate::game::Wolfpack;
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
struct Check {
    d10: Option<Ten>,
}

fn ram(game: &Wolfpack, given: Check, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let (highest, cards) = game.tables().asw.ram;
    let ram = ten(given.d10, chance) <= highest;
    Ok(if ram {
        json!({ "ram": true, "cards": cards, "escort_removed": true })
    } else {
        json!({ "ram": false })
    })
}

fn collision(game: &Wolfpack, given: Check, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let (highest, cards) = game.tables().asw.collision;
    let collides = ten(given.d10, chance) <= highest;
    Ok(if collides {
        json!({ "collision": true, "cards": cards })
    } else {
        json!({ "collision": false })
    })
}
