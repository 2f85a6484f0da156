//! Replacements, stragglers, and the way home.

use super::inputs::{
    CARD, D10, ERA, NUMBER, Ten, YES_NO, card, may, need, refused, rig, space, ten,
};
use crate::asw::Post;
use crate::boat::{Loss, Place};
use crate::boats::{Letter, TorpedoType};
use crate::calendar::Era;
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::event::Event;
use crate::game::Wolfpack;
use crate::position::Torpedo;
use crate::rig::Rig;
use crate::sequence::{Phase, Step};
use crate::ships::TileId;
use crate::space::Facing;
use crate::tables::WoundLevel;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "campaign.replacement",
            "67.replacement_boat",
            "The boat that takes the place of one lost on the Approach map.",
            const { &[need("era", ERA)] },
            replacement,
        ),
        Procedure::new(
            "end.straggler",
            "68.straggler_roll",
            "A boat hunts a straggler.",
            const {
                &[
                    need("boat_turn", NUMBER),
                    need("ship_turn", NUMBER),
                    may("d10", D10),
                    need("vp", NUMBER),
                ]
            },
            straggler,
        ),
        Procedure::new(
            "end.home_event",
            "68.home_event",
            "What happens to a boat on her way home.",
            const {
                &[
                    may("card", CARD),
                    may("tp", NUMBER),
                    may("pay", YES_NO),
                    may("pulls", "list of d10"),
                    may("replacement", YES_NO),
                ]
            },
            home_event,
        ),
        Procedure::new(
            "end.sequence",
            "65.survival_at_end",
            "What happens at the end of a patrol, in order.",
            const {
                &[
                    need("contact", "boats under contact"),
                    need("free", "boats without contact"),
                    may("in_flight", "torpedoes under way"),
                ]
            },
            sequence,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenEra {
    era: Era,
}

/// Loses a boat on the Approach map and takes another one.
fn replacement(game: &Wolfpack, given: GivenEra, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut rig = rig(game.tables())?;
    rig.p.era = given.era;
    rig.play(|play| play.lose(Letter::W, Loss::Flooding));
    rig.play(|play| play.end_turn());
    rig.choose(Letter::W, Choice::Replace).map_err(refused)?;
    let boat = rig.boat(Letter::W);
    let stern = super::aiming::tube("5")?;
    Ok(json!({
        "type": boat.kind,
        "tp": boat.tp,
        "stern_tube": boat.armed(stern),
        "bow_reloads": boat.reloads[0].iter().sum::<u8>(),
        "skills": boat.skills.iter().count(),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenStraggler {
    boat_turn: u8,
    ship_turn: u8,
    d10: Option<Ten>,
    vp: i32,
}

/// Puts a boat and a ship on the turn track and lets her hunt.
fn straggler(
    game: &Wolfpack,
    given: GivenStraggler,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let mut t = game.tables().clone();
    super::inputs::within("vp", given.vp.into(), 0, 99)?;
    for turn in [given.boat_turn, given.ship_turn] {
        super::inputs::within("a turn", turn.into(), 1, t.last_turn.into())?;
    }
    let tile = TileId(0);
    t.tiles[tile.index()].vp = given.vp;
    let mut rig = rig(&t)?;
    rig.boat(Letter::W).place = Place::Track(given.boat_turn);
    rig.straggler(tile, given.ship_turn);
    rig.d10s(&[ten(given.d10, chance)]);
    rig.play(|play| play.hunt_stragglers([false; 4]));
    rig.choose(Letter::W, Choice::Hunt(tile)).map_err(refused)?;
    let hunt = rig.events.iter().find_map(|event| match event {
        Event::HuntsStraggler {
            range, sunk, vp, ..
        } => Some(json!({ "range": range, "sunk": sunk, "vp": vp })),
        _ => None,
    });
    hunt.ok_or_else(|| ProcedureError::input("nothing was hunted"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenHome {
    card: Option<String>,
    #[serde(default)]
    tp: u8,
    #[serde(default)]
    pay: bool,
    #[serde(default)]
    pulls: Vec<Ten>,
    #[serde(default)]
    replacement: bool,
}

/// Lets a boat on the turn track go home.
fn home_event(
    game: &Wolfpack,
    given: GivenHome,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    super::inputs::within("tp", given.tp.into(), 0, t.points.max_tp.into())?;
    let mut rig = rig(t)?;
    if !given.replacement {
        // A replacement pulls none, so none is drawn for her.
        let card = card(t, DeckName::Patrol, given.card.as_deref(), chance)?;
        rig.stack(DeckName::Patrol, &[card]);
    }
    let turn = rig.p.turn;
    let boat = rig.boat(Letter::W);
    boat.place = Place::Track(turn);
    boat.tp = given.tp;
    boat.replacement = given.replacement;
    let faces: Vec<u8> = given.pulls.iter().map(|pull| pull.get()).collect();
    rig.d10s(&faces);
    rig.play(|play| play.go_home(Letter::W));
    rig.run();
    let wanted = if given.pay {
        Choice::Pay
    } else {
        Choice::Accept
    };
    if rig.offers(Letter::W).contains(&wanted) {
        rig.choose(Letter::W, wanted).map_err(refused)?;
    }
    let pulled = |deck: DeckName| {
        let of =
            |event: &&Event| matches!(event, Event::Pulls { deck: other, .. } if *other == deck);
        rig.events.iter().filter(of).count()
    };
    let wounds = rig.events.iter().filter_map(|event| match event {
        Event::Hurt { man, levels, .. } => Some(format!(
            "{man} {}",
            WoundLevel::ALL[usize::from(*levels) - 1]
        )),
        _ => None,
    });
    let wounds: Vec<String> = wounds.collect();
    Ok(json!({
        "first": wounds.first(),
        "wounds": wounds,
        "pulls": pulled(DeckName::Patrol),
        "pulls_left": pulled(DeckName::Battle).saturating_sub(faces.len()),
        "event": rig.p.boat(Letter::W).and_then(|boat| boat.home),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sequence {
    contact: Vec<Letter>,
    free: Vec<Letter>,
    #[serde(default)]
    in_flight: u8,
}

/// Ends a patrol with such boats, torpedoes under way, and a ship on the turn track.
fn sequence(game: &Wolfpack, given: Sequence, _: &mut Chance) -> Result<Value, ProcedureError> {
    super::inputs::within("in_flight", given.in_flight.into(), 0, 4)?;
    let mut rig = rig(game.tables())?;
    let at = space(2, 6)?;
    rig.p.boats = Default::default();
    for letter in given.contact.iter().chain(&given.free) {
        rig.attack(*letter, at, Facing::E);
    }
    for (number, letter) in (0..).zip(&given.contact) {
        rig.hunter(number, Post::OnTop, *letter, 0);
    }
    let owner = given.free.first().or(given.contact.first()).copied();
    send(&mut rig, owner.unwrap_or(Letter::W), given.in_flight)?;
    rig.straggler(TileId(1), 1);
    rig.p.agenda.push(Step::Begin(Phase::EndOfPatrol));
    rig.run();
    while let Some(letter) = Letter::ALL
        .into_iter()
        .find(|letter| !rig.offers(*letter).is_empty())
    {
        let choice = rig.offers(letter)[0];
        rig.choose(letter, choice).map_err(refused)?;
    }
    let mut order: Vec<&str> = rig.events.iter().filter_map(stage).collect();
    order.dedup();
    Ok(json!({ "order": order }))
}

/// Lets torpedoes of a boat run at a ship.
fn send(rig: &mut Rig<'_>, boat: Letter, torpedoes: u8) -> Result<(), ProcedureError> {
    let target = space(5, 6)?;
    rig.ship(target, TileId(0));
    for _ in 0..torpedoes {
        rig.p.torpedoes.push(Torpedo {
            boat,
            tube: super::aiming::tube("1")?,
            kind: TorpedoType::G7a,
            target,
            travel: Facing::E,
            modifier: 0,
            turns: 3,
            half: false,
        });
    }
    Ok(())
}

fn stage(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Survival { .. } => "survival",
        Event::Leaves { .. } => "turn_track",
        Event::HitCheck { .. } => "torpedoes",
        Event::HuntsStraggler { .. } => "stragglers",
        Event::HomeEvent { .. } => "home_events",
        _ => return None,
    })
}
