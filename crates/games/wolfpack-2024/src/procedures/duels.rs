//! Boats against escorts.

use super::inputs::{D10, NUMBER, Ten, YES_NO, may, need, refused, rig, space, ten};
use crate::asw::Post;
use crate::boat::TubeState;
use crate::boats::{Letter, TorpedoType};
use crate::calendar::Era;
use crate::cards::{CARDS, DeckName};
use crate::choice::Choice;
use crate::depth::Depth;
use crate::duels::{Field, Volley, removes};
use crate::escorts::EscortId;
use crate::event::Event;
use crate::game::Wolfpack;
use crate::sequence::Order;
use crate::ships::Size;
use crate::space::Facing;
use crate::tables::Tables;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

/// The escort of these procedures.
const ESCORT: EscortId = EscortId(0);

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "asw.uboat_vs_escort",
            "53.who_may_fire",
            "A torpedo at an escort on the Approach map, or whether a boat may fire one.",
            const {
                &[
                    may("to_hit", NUMBER),
                    may("defence", NUMBER),
                    may("d10", D10),
                    may("boat", "W, X, Y or Z"),
                    may("target_of_escort", "W, X, Y or Z"),
                ]
            },
            fight,
        ),
        Procedure::new(
            "uboat.attack_escort",
            "60.escort_reaction",
            "What an escort does after a boat has fired at it on the Attack map.",
            const {
                &[
                    need("attacker", "surface or periscope"),
                    need("escort_survives", YES_NO),
                    may("escort_holds_other", YES_NO),
                ]
            },
            attack,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fight {
    to_hit: Option<u8>,
    defence: Option<i8>,
    d10: Option<Ten>,
    boat: Option<Letter>,
    target_of_escort: Option<Letter>,
}

fn fight(game: &Wolfpack, given: Fight, chance: &mut Chance) -> Result<Value, ProcedureError> {
    match (
        given.boat,
        given.target_of_escort,
        given.to_hit,
        given.defence,
    ) {
        (Some(boat), Some(held), None, None) => may_fire(game.tables(), boat, held),
        (None, None, Some(to_hit), Some(defence)) => {
            super::inputs::within("to_hit", to_hit.into(), 1, 20)?;
            super::inputs::within("defence", defence.into(), 0, 9)?;
            torpedo(game.tables(), to_hit, defence, ten(given.d10, chance))
        }
        _ => Err(ProcedureError::input(
            "to_hit and defence are expected, or boat and target_of_escort",
        )),
    }
}

/// Puts two boats into one box with an escort on top of one of them.
fn may_fire(t: &Tables, boat: Letter, held: Letter) -> Result<Value, ProcedureError> {
    let mut rig = rig(t)?;
    rig.boat(boat).tubes[0] = TubeState::Loaded(TorpedoType::G7a);
    rig.boat(held).tubes[0] = TubeState::Loaded(TorpedoType::G7a);
    rig.hunter(ESCORT.0, Post::OnTop, held, 0);
    rig.play(|play| play.offer_fights());
    let asked = rig.p.orders[boat.index()].top();
    Ok(json!({ "may_fire": asked == Some(&Order::FightBack(ESCORT)) }))
}

/// Lets a torpedo reach an escort that is as hard to hit as that.
fn torpedo(t: &Tables, to_hit: u8, defence: i8, d10: u8) -> Result<Value, ProcedureError> {
    let mut t = t.clone();
    t.cards.combat[0].to_hit = [[to_hit; 2]; 2];
    t.escorts.list[ESCORT.index()].defence = defence;
    let mut rig = rig(&t)?;
    rig.hunter(ESCORT.0, Post::OnTop, Letter::W, 0);
    rig.stack(DeckName::Combat, &[0]);
    rig.d10s(&[d10]);
    rig.p.volleys.push(Volley {
        boat: Letter::W,
        escort: ESCORT,
        field: Field::Approach,
        torpedoes: vec![TorpedoType::G7a],
    });
    rig.play(|play| play.reach_escort(Letter::W, ESCORT));
    let check = rig.events.iter().find_map(|event| match event {
        Event::EscortCheck { total, hit, .. } => Some(json!({ "total": total, "hit": hit })),
        _ => None,
    });
    check.ok_or_else(|| ProcedureError::input("no torpedo arrived"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    attacker: Depth,
    escort_survives: bool,
    #[serde(default)]
    escort_holds_other: bool,
}

/// Lets a boat fire at an escort three spaces ahead: a sure miss, or a sure end of it.
fn attack(game: &Wolfpack, given: Attack, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut rig = rig(t)?;
    let boat = rig.attack(Letter::W, space(2, 2)?, Facing::E);
    boat.depth = given.attacker;
    boat.tubes[0] = TubeState::Loaded(TorpedoType::G7a);
    let station = Post::Station {
        at: space(5, 2)?,
        patience: 3,
        range: 4,
    };
    if given.escort_holds_other {
        rig.attack(Letter::X, space(5, 5)?, Facing::E);
        rig.hunter(ESCORT.0, station, Letter::X, 0);
    } else {
        rig.escort(ESCORT.0, station);
    }
    rig.d10s(&[if given.escort_survives { 1 } else { 10 }]);
    let deadly = (0..CARDS as u8).filter(|card| {
        let card = &t.cards.detonation[usize::from(*card)];
        card.explodes(Era::Early, TorpedoType::G7a) && removes(card.ship[Size::Medium.index()])
    });
    let deadly: Vec<u8> = deadly.take(2).collect();
    rig.stack(DeckName::Detonation, &deadly);
    rig.play(|play| play.start_firing());
    let tube = super::aiming::tube("1")?;
    for choice in [Choice::Engage(tube), Choice::Escort(ESCORT), Choice::Done] {
        rig.choose(Letter::W, choice).map_err(refused)?;
    }
    while let Some(letter) = Letter::ALL
        .into_iter()
        .find(|letter| !rig.offers(*letter).is_empty())
    {
        rig.choose(letter, Choice::Done).map_err(refused)?;
    }
    let escort = rig.p.escort(ESCORT);
    let contact = escort
        .and_then(|escort| escort.contact)
        .is_some_and(|contact| contact.boat == Letter::W);
    let on_top = contact && escort.is_some_and(|escort| escort.post == Post::OnTop);
    Ok(json!({ "contact": contact, "on_top": on_top }))
}
