//! Between patrols: experience, wounds, refit, periods.

use super::inputs::{D10, NUMBER, Ten, YES_NO, may, need, refused, ten, within};
use super::port::{one_boat, rooted};
use crate::boat::{Loss, Place};
use crate::boats::{Gear, Letter};
use crate::calendar::Month;
use crate::campaign::{
    Answer, Campaign, Code, CrewLoss, Homecoming, PeriodResult, Port, Verdict, experience,
};
use crate::choice::Choice;
use crate::crew::{HEAVY, Man, Skill, Skills, Tree, WORST};
use crate::game::Wolfpack;
use crate::rig::Rig;
use crate::sequence::Order;
use crate::setup::Scenario;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

const SKILLS: &str = "list of enhancements";

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "campaign.xp",
            "69.xp",
            "Experience that a boat or her crew brings home.",
            const {
                &[
                    need("tons", NUMBER),
                    need("home", "boat, crew or nobody"),
                    may("escorts", NUMBER),
                ]
            },
            xp,
        ),
        Procedure::new(
            "campaign.wounds",
            "71.crew_losses",
            "What the wounds of the three sections cost their crew.",
            const { &[need("levels", "three levels, 0-4"), may("owned", SKILLS)] },
            wounds,
        ),
        Procedure::new(
            "campaign.officer",
            "72.heavy_officer",
            "Whether a heavily wounded officer recovers.",
            const { &[may("d10", D10)] },
            officer,
        ),
        Procedure::new(
            "campaign.refit",
            "72.refit_months",
            "Months of refit after a patrol.",
            const {
                &[
                    need("flood", NUMBER),
                    may("engine_heavy", YES_NO),
                    may("ce_refit", YES_NO),
                ]
            },
            refit,
        ),
        Procedure::new(
            "campaign.loss_limit",
            "69.loss_limit",
            "Whether so many boats lost lose the full campaign.",
            const { &[need("period", "1-6"), need("losses", NUMBER)] },
            loss_limit,
        ),
        Procedure::new(
            "campaign.win",
            "70.auto_win",
            "How the full campaign stands after so many war periods.",
            const { &[need("won", "0-6"), need("lost", "0-6")] },
            win,
        ),
        Procedure::new(
            "campaign.enhancement",
            "14.in_order",
            "What may be bought next, what comes by itself, and what the captain's skills are worth.",
            const { &[need("owned", SKILLS), may("tons", NUMBER)] },
            enhancement,
        ),
        Procedure::new(
            "campaign.rescue",
            "66.rescued_crew",
            "Captain and chief engineer of a scuttled boat take over in another.",
            const { &[may("from", "name of a boat")] },
            rescue,
        ),
        Procedure::new(
            "campaign.kia",
            "66.officer_kia",
            "What is left of the second watch officer's enhancements when he is killed.",
            const { &[need("enhancements", SKILLS)] },
            kia,
        ),
        Procedure::new(
            "campaign.scenario",
            "13.vp_restart",
            "Victory points at the start of a war period.",
            const { &[need("period", "2-6"), may("vp_period_1", NUMBER)] },
            restart,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Xp {
    tons: u32,
    home: Homecoming,
    #[serde(default)]
    escorts: u8,
}

fn xp(game: &Wolfpack, given: Xp, _: &mut Chance) -> Result<Value, ProcedureError> {
    let scoring = &game.tables().scoring;
    within("tons", given.tons.into(), 0, 999_999)?;
    Ok(json!({ "xp": experience(scoring, given.home, given.tons, given.escorts) }))
}

/// A boat home from her patrol, her crew with these enhancements.
fn back<'g>(game: &'g Wolfpack, skills: Skills) -> Result<Rig<'g>, ProcedureError> {
    let mut rig = one_boat(game)?;
    rig.boat(Letter::W).place = Place::Track(1);
    set(&mut rig, skills);
    Ok(rig)
}

fn set(rig: &mut Rig<'_>, skills: Skills) {
    if let Some(career) = rig.p.career_mut(Letter::W) {
        career.skills = skills;
    }
    rig.boat(Letter::W).skills = skills;
}

fn skills(rig: &Rig<'_>) -> Skills {
    let career = rig.p.career(Letter::W);
    career.map_or(Skills::NONE, |career| career.skills)
}

/// Settles a boat between patrols, everything answered as usual.
fn settle(rig: &mut Rig<'_>, port: Port) -> Result<(), ProcedureError> {
    rig.play(|play| play.order(Letter::W, Order::Port(port)));
    rig.run();
    while let Some(usual) = rig.p.usual_answer(rig.t, Letter::W) {
        rig.choose(Letter::W, usual).map_err(refused)?;
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wounds {
    levels: [u8; 3],
    owned: Option<Vec<Skill>>,
}

fn wounds(game: &Wolfpack, given: Wounds, _: &mut Chance) -> Result<Value, ProcedureError> {
    let rules = &game.tables().campaign;
    let owned = given
        .owned
        .unwrap_or_else(|| vec![Skill::CrewRep1, Skill::CrewRep2]);
    let before = rooted(rules, &owned);
    let mut rig = back(game, before)?;
    for (man, level) in Man::SECTIONS.into_iter().zip(given.levels) {
        within("a wound", level.into(), 0, WORST.into())?;
        rig.boat(Letter::W).wounds[man.index()] = level;
    }
    settle(&mut rig, Port::Sections)?;
    let after = skills(&rig);
    let lost = before.only(|skill| !after.has(skill)).iter().count();
    let gained = after.only(|skill| !before.has(skill)).iter().count();
    let total = given.levels.iter().sum();
    let call = match CrewLoss::of(rules, total) {
        CrewLoss::None => "none",
        CrewLoss::Highest(1) => "one",
        CrewLoss::Highest(_) => "two",
        CrewLoss::All => "all",
    };
    Ok(json!({ "total": total, "loss": call, "lost": lost, "free_enhancement": gained > 0 }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Officer {
    d10: Option<Ten>,
}

fn officer(game: &Wolfpack, given: Officer, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let mut rig = back(game, Skills::NONE.with(Skill::Wo1Tdc2))?;
    rig.boat(Letter::W).wounds[Man::FirstWo.index()] = HEAVY;
    rig.d10s(&[ten(given.d10, chance)]);
    settle(&mut rig, Port::Officers)?;
    Ok(json!({ "recovers": skills(&rig).has(Skill::Wo1Tdc2) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refit {
    flood: u8,
    #[serde(default)]
    engine_heavy: bool,
    #[serde(default)]
    ce_refit: bool,
}

fn refit(game: &Wolfpack, given: Refit, _: &mut Chance) -> Result<Value, ProcedureError> {
    let rules = &game.tables().campaign;
    let owned: &[Skill] = if given.ce_refit {
        &[Skill::CeRefit]
    } else {
        &[]
    };
    let mut rig = back(game, rooted(rules, owned))?;
    let boat = rig.boat(Letter::W);
    boat.flood.level = given.flood;
    if given.engine_heavy {
        boat.gear[Gear::Diesel.index()] = HEAVY;
    }
    settle(&mut rig, Port::Officers)?;
    let months = rig
        .p
        .career(Letter::W)
        .map(|career| career.refit_left(Month::FIRST));
    Ok(json!({ "months": months }))
}

/// The sheet of the full campaign at the end of a war period.
fn sheet(game: &Wolfpack, period: u8) -> Result<Campaign, ProcedureError> {
    within("period", period.into(), 1, 6)?;
    let sheet = Campaign::new(game.tables(), Scenario::FullCampaign);
    let month = Month::all().nth(3 * usize::from(period) - 1);
    match (sheet, month) {
        (Some(sheet), Some(month)) => Ok(Campaign { month, ..sheet }),
        _ => Err(ProcedureError::input("there is no such war period")),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LossLimit {
    period: u8,
    losses: u8,
}

fn loss_limit(game: &Wolfpack, given: LossLimit, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut sheet = sheet(game, given.period)?;
    sheet.losses = given.losses;
    let wins = PeriodResult { vp: 0, won: true };
    sheet.periods = vec![wins; given.period.into()];
    let lost = sheet.judge(game.tables(), Scenario::FullCampaign) == Some(Verdict::Lost);
    Ok(json!({ "lost": lost }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Win {
    won: u8,
    lost: u8,
}

fn win(game: &Wolfpack, given: Win, _: &mut Chance) -> Result<Value, ProcedureError> {
    within("won", given.won.into(), 0, 6)?;
    within("lost", given.lost.into(), 0, 6)?;
    let mut sheet = sheet(game, given.won + given.lost)?;
    let periods = [(given.won, true), (given.lost, false)].into_iter();
    sheet.periods = periods
        .flat_map(|(count, won)| vec![PeriodResult { vp: 0, won }; count.into()])
        .collect();
    let end = sheet.judge(game.tables(), Scenario::FullCampaign);
    let end = end.map(|verdict| match verdict {
        Verdict::Won => "win",
        Verdict::Lost => "loss",
    });
    Ok(json!({ "end": end }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enhancement {
    owned: Vec<Skill>,
    #[serde(default)]
    tons: u32,
}

fn enhancement(
    game: &Wolfpack,
    given: Enhancement,
    _: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let owned: Skills = given.owned.iter().copied().collect();
    let mut rig = back(game, owned)?;
    if let Some(career) = rig.p.career_mut(Letter::W) {
        career.tons = given.tons;
        career.xp = 999;
    }
    let ours = |skill: &Skill| {
        let tree = t.campaign.skill(*skill).tree;
        given
            .owned
            .iter()
            .any(|own| t.campaign.skill(*own).tree == tree)
    };
    let mut offers = Vec::new();
    rig.p.list_purchases(t, Letter::W, &mut offers);
    let buyable: Vec<Skill> = offers
        .into_iter()
        .filter_map(|choice| match choice {
            Choice::Port(Answer::Buy(skill)) => Some(skill),
            _ => None,
        })
        .filter(ours)
        .collect();
    rig.play(|play| play.gain(Letter::W));
    let gained: Vec<Skill> = skills(&rig)
        .only(|skill| !owned.has(skill))
        .iter()
        .collect();
    let calculations = rig.boat(Letter::W).calculations(&t.tdc);
    Ok(json!({ "buyable": buyable, "gained": gained, "calculations": calculations }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rescue {
    #[serde(default, rename = "from")]
    _from: Option<String>,
}

fn rescue(game: &Wolfpack, _: Rescue, _: &mut Chance) -> Result<Value, ProcedureError> {
    let learnt = Skills::NONE.with(Skill::CapTdc2).with(Skill::CeOne);
    let mut rig = back(game, learnt)?;
    rig.boat(Letter::W).place = Place::Lost(Loss::Scuttled);
    let Some(career) = rig.p.career_mut(Letter::W) else {
        return Err(ProcedureError::input("there is no boat"));
    };
    career.log[0] = Code::Scuttled;
    let (from, xp, tons) = (career.hull, career.xp, career.tons);
    settle(&mut rig, Port::Officers)?;
    rig.play(|play| {
        play.clear_table();
        play.next_month();
        play.run();
    });
    let other = rig.offers(Letter::W)[0];
    rig.choose(Letter::W, other).map_err(refused)?;
    rig.choose(Letter::W, Choice::Done).map_err(refused)?;
    for tree in [Tree::Captain, Tree::Chief] {
        let transfer = Choice::Port(Answer::Transfer(from, tree, Letter::W));
        rig.choose(Letter::W, transfer).map_err(refused)?;
    }
    let career = rig.p.career(Letter::W);
    let follow = career.is_some_and(|career| (career.xp, career.tons) == (xp, tons));
    let kept = learnt.iter().all(|skill| skills(&rig).has(skill));
    Ok(json!({ "skills_kept": kept, "xp_tons_follow_captain": follow }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kia {
    enhancements: Vec<Skill>,
}

fn kia(game: &Wolfpack, given: Kia, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut rig = back(game, given.enhancements.into_iter().collect())?;
    rig.boat(Letter::W).wounds[Man::SecondWo.index()] = WORST;
    settle(&mut rig, Port::Officers)?;
    Ok(json!({ "left": skills(&rig).iter().collect::<Vec<_>>() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Restart {
    period: u8,
    #[serde(default)]
    vp_period_1: i32,
}

fn restart(game: &Wolfpack, given: Restart, _: &mut Chance) -> Result<Value, ProcedureError> {
    within("period", given.period.into(), 2, 6)?;
    let mut sheet = sheet(game, given.period - 1)?;
    sheet.vp = given.vp_period_1;
    let closed = sheet.close_period(game.tables());
    Ok(json!({ "vp_start": sheet.vp, "won": closed.map(|period| period.won) }))
}
