//! Set-up: fate points, tactical points, the special ship, extra boats.

use super::inputs::{CARD, D10, ERA, NUMBER, Ten, card, may, need, refused, ten, within};
use crate::boats::Letter;
use crate::calendar::Era;
use crate::campaign::{Answer, Code, Draw, Port};
use crate::cards::DeckName;
use crate::choice::{Choice, Part};
use crate::conditions::MapSide;
use crate::crew::{Skill, Skills};
use crate::game::Wolfpack;
use crate::rig::Rig;
use crate::scenarios::special_ships;
use crate::sequence::Order;
use crate::setup::Scenario;
use crate::space::RINGS;
use crate::tables::{CampaignRules, Pull};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "setup.fp",
            "17.fp_repull_8",
            "Fate points after results of set-up were pulled again.",
            const { &[need("fp", NUMBER), need("repulls", NUMBER)] },
            fate,
        ),
        Procedure::new(
            "setup.tp",
            "20.tp_limit",
            "Tactical points after some were bought, and whether so many may be.",
            const {
                &[
                    may("xp", NUMBER),
                    need("bought", NUMBER),
                    may("enhancement", "name of an enhancement"),
                ]
            },
            tactical,
        ),
        Procedure::new(
            "setup.special_ship",
            "19.special_ship",
            "Whether a special ship sails in the convoy, and which it may be.",
            const {
                &[
                    need("map", "small or large"),
                    may("era", ERA),
                    may("present_d10", D10),
                    may("tt_d10", D10),
                ]
            },
            special_ship,
        ),
        Procedure::new(
            "setup.extra_boats",
            "23.extra_number",
            "The number of extra boats that go, of those wished for.",
            const { &[need("wish", "1-4"), may("card", CARD)] },
            extra_boats,
        ),
        Procedure::new(
            "setup.no_boats",
            "17.zero_to_four_boats",
            "A month of the full campaign in which no boat goes on patrol.",
            const { &[need("boats", "0"), may("extra", "0-1")] },
            no_boats,
        ),
    ]
}

/// The full campaign, its first boat sent.
pub(super) fn one_boat(game: &Wolfpack) -> Result<Rig<'_>, ProcedureError> {
    let mut rig = Rig::started(game.tables(), Scenario::FullCampaign).map_err(refused)?;
    let first = rig.offers(Letter::W)[0];
    rig.choose(Letter::W, first).map_err(refused)?;
    rig.p.agenda.clear();
    rig.p.orders[0].clear();
    Ok(rig)
}

/// Enhancements with all that they build on.
pub(super) fn rooted(rules: &CampaignRules, skills: &[Skill]) -> Skills {
    let mut all = Skills::NONE;
    for skill in skills {
        let mut next = Some(*skill);
        while let Some(skill) = next {
            all = all.with(skill);
            next = rules.skill(skill).needs;
        }
    }
    all
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fate {
    fp: u16,
    repulls: u8,
}

fn fate(game: &Wolfpack, given: Fate, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut rig = one_boat(game)?;
    if let Some(campaign) = &mut rig.p.campaign {
        campaign.fp = given.fp;
    }
    for _ in 0..given.repulls {
        rig.play(|play| {
            play.offer(Draw {
                pull: Pull::Weather,
                value: 1,
                boat: None,
            });
        });
        let again = Choice::Repull(Part::D10);
        rig.choose(Letter::W, again).map_err(refused)?;
    }
    Ok(json!({ "fp_after": rig.p.campaign.map(|campaign| campaign.fp) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tactical {
    xp: Option<u16>,
    bought: u8,
    enhancement: Option<Skill>,
}

fn tactical(game: &Wolfpack, given: Tactical, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut rig = one_boat(game)?;
    let owned: Vec<Skill> = given.enhancement.into_iter().collect();
    if let Some(career) = rig.p.career_mut(Letter::W) {
        career.skills = rooted(&t.campaign, &owned);
        career.xp = given
            .xp
            .unwrap_or(u16::from(given.bought) * t.points.tp_cost_xp);
        let boat = crate::boat::Boat::in_port(t, career);
        rig.p.boats[0] = Some(boat);
    }
    rig.play(|play| play.each_boat_in_port(Port::Buy));
    for _ in 0..given.bought {
        if rig.choose(Letter::W, Choice::Port(Answer::BuyTp)).is_err() {
            return Ok(json!({ "legal": false }));
        }
    }
    let tp = rig.p.boat(Letter::W).map(|boat| boat.tp);
    let xp = rig.p.career(Letter::W).map(|career| career.xp);
    Ok(json!({ "legal": true, "tp": tp, "xp_after": xp }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecialShip {
    map: MapSide,
    era: Option<Era>,
    present_d10: Option<Ten>,
    tt_d10: Option<Ten>,
}

fn special_ship(
    game: &Wolfpack,
    given: SpecialShip,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut rig = one_boat(game)?;
    let era = given.era.unwrap_or(Era::Early);
    let mut d10s = Vec::new();
    if given.map == MapSide::Large {
        d10s.push(ten(given.present_d10, chance));
        if d10s[0] <= t.setup.special_present[era.index()] {
            d10s.push(ten(given.tt_d10, chance));
        }
    }
    rig.d10s(&d10s);
    rig.p.conditions.side = given.map;
    rig.p.era = era;
    let special = |rig: &Rig<'_>| {
        let pile = rig.p.secret.piles[RINGS - 1].iter();
        pile.filter(|tile| t.tile(**tile).special).count()
    };
    let left = rig.p.secret.decks.left(DeckName::Battle);
    rig.play(|play| play.draw_special_ship());
    let pulled = rig.p.secret.decks.left(DeckName::Battle) < left;
    if special(&rig) == 0 {
        return Ok(json!({ "pull": pulled, "present": false }));
    }
    let transport = d10s
        .last()
        .is_some_and(|d10| *d10 <= t.setup.troop_transport);
    let candidates = special_ships(&t.tiles, transport);
    let keys: Vec<&str> = candidates.map(|tile| t.tile(tile).key.as_str()).collect();
    Ok(json!({ "pull": pulled, "present": true, "candidates": keys }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExtraBoats {
    wish: u8,
    card: Option<String>,
}

fn extra_boats(
    game: &Wolfpack,
    given: ExtraBoats,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    within("wish", given.wish.into(), 1, t.campaign.extra_most.into())?;
    let mut rig = one_boat(game)?;
    if given.wish > 1 || given.card.is_some() {
        let number = card(t, DeckName::Battle, given.card.as_deref(), chance)?;
        rig.stack(DeckName::Battle, &[number]);
    }
    let left = rig.p.secret.decks.left(DeckName::Battle);
    rig.play(|play| play.wish(given.wish));
    let sent = match rig.p.orders[0].top() {
        Some(Order::Port(Port::Name(sent))) => *sent,
        _ => 0,
    };
    let pulled = rig.p.secret.decks.left(DeckName::Battle) < left;
    Ok(json!({ "sent": sent, "pull": pulled }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoBoats {
    boats: u8,
    #[serde(default)]
    extra: u8,
}

fn no_boats(game: &Wolfpack, given: NoBoats, _: &mut Chance) -> Result<Value, ProcedureError> {
    within("boats", given.boats.into(), 0, 0)?;
    within("extra", given.extra.into(), 0, 1)?;
    let mut rig = Rig::started(game.tables(), Scenario::FullCampaign).map_err(refused)?;
    let first = rig.p.campaign.as_ref().map(|campaign| campaign.month);
    let wish = Choice::Port(Answer::Wish(given.extra));
    for choice in [Choice::Done, wish] {
        rig.choose(Letter::W, choice).map_err(refused)?;
    }
    if given.extra > 0 {
        let named = rig.offers(Letter::W)[0];
        rig.choose(Letter::W, named).map_err(refused)?;
    }
    let (Some(campaign), Some(first)) = (&rig.p.campaign, first) else {
        return Err(ProcedureError::input("the full campaign has a sheet"));
    };
    let codes = campaign.careers.iter().map(|career| career.code(first));
    let resolved = codes.filter(|code| matches!(code, Code::Extra | Code::Sunk));
    Ok(json!({
        "vp": campaign.totals.vp,
        "extra_resolved": resolved.count(),
        "month": campaign.month,
    }))
}
