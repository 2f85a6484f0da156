//! Submarine combat [7.4] and surface combat [7.5].

use super::inputs::*;
use crate::forces::{Id, Kind};
use crate::game::Pq17;
use crate::recon::{REPORTED, Report};
use crate::side::Side;
use crate::submarines::{self, AswConditions, Attack, Hunters, TARGETS};
use crate::surface::{
    self, Area, Escape, Leaver, Opponent, Raiders, ShotCondition, SurpriseCondition,
};
use crate::tables::{AswResult, SubmarineResult};
use crate::units::{Category, ShipType};
use crate::weather::Weather;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};

type Result = std::result::Result<Value, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "submarine_combat",
            "7.4",
            "How many submarines attack before and after ASW.",
            Close::INPUTS,
            close,
        ),
        Procedure::new(
            "asw_dice",
            "7.4.1",
            "The ASW dice of each nation.",
            AswDice::INPUTS,
            asw_dice,
        ),
        Procedure::new("asw", "7.4.1", "What each ASW die does.", Asw::INPUTS, asw),
        Procedure::new(
            "asw_success",
            "7.4.1",
            "What an ASW success does to a submarine.",
            Success::INPUTS,
            asw_success,
        ),
        Procedure::new(
            "subs_attacking",
            "7.4.1",
            "How many submarines still attack.",
            Subs::INPUTS,
            subs_attacking,
        ),
        Procedure::new(
            "sub_target_category",
            "7.4.3",
            "Whether a submarine finds what it aims at.",
            Aim::INPUTS,
            aim,
        ),
        Procedure::new(
            "air_patrol",
            "7.4.5",
            "Whether an air patrol rolls, and whether the pack gets through.",
            Patrol::INPUTS,
            patrol,
        ),
        Procedure::new(
            "surprise",
            "7.6",
            "Whether an attacker has Surprise.",
            Surprise::INPUTS,
            surprise,
        ),
        Procedure::new(
            "gunnery",
            "7.5.2iii",
            "How many Hits gunnery scores.",
            Gunnery::INPUTS,
            gunnery,
        ),
        Procedure::new(
            "destroyer_fate",
            "7.9",
            "What becomes of a destroyer that is hit.",
            Fated::INPUTS,
            fate,
        ),
        Procedure::new(
            "may_fire_guns",
            "7.5.5",
            "Whether a type may fire its guns from an area.",
            const {
                &[
                    need("type", TYPE),
                    need(
                        "area",
                        "deployment, screening, torpedo_attack or withdrawal",
                    ),
                ]
            },
            may_fire,
        ),
        Procedure::new(
            "battle_ends",
            "7.5.2vi",
            "Whether a die ends the battle.",
            Ends::INPUTS,
            ends,
        ),
        Procedure::new(
            "withdrawal",
            "7.5.2v",
            "Whether a unit leaves the battle.",
            Withdraw::INPUTS,
            withdraw,
        ),
        Procedure::new(
            "must_roll_withdrawal",
            "7.5.2v",
            "Whether a side must try to leave.",
            Must::INPUTS,
            must,
        ),
        Procedure::new(
            "unescorted_rounds",
            "7.5.8",
            "Rounds against a Convoy without escort.",
            Unescorted::INPUTS,
            unescorted,
        ),
        Procedure::new(
            "hitler_may_attack",
            "7.5.7",
            "Whether Hitler lets a German TF attack.",
            Hitler::INPUTS,
            hitler,
        ),
        Procedure::new(
            "hitler_refused_on_report",
            "7.5.7",
            "Whether what was reported already forbids an attack.",
            Told::INPUTS,
            told,
        ),
    ]
}

given!(Close { may roll: Die = DIE, need night: bool = YES_NO, need subs: u8 = "1-4", need wolfpack_id: Id = ID, need asw_dice: u8 = "ASW dice before they are held to twice the subs", need weather: Weather = WEATHER, may air_radius: bool = YES_NO, may high_speed: bool = YES_NO, may critical_fuel: bool = YES_NO });

fn close(game: &Pq17, given: Close, chance: &mut Chance) -> Result {
    within("subs", given.subs, crate::forces::PACK)?;
    let attack = Attack {
        subs: given.subs,
        pack: given.wolfpack_id,
        asw_dice: given.asw_dice,
        night: given.night,
        weather: given.weather,
        air_radius: given.air_radius.unwrap_or(false),
        high_speed: given.high_speed.unwrap_or(false),
        critical_fuel: given.critical_fuel.unwrap_or(false),
    };
    let (modified, result) = attack.roll(game.tables(), die(given.roll, chance));
    Ok(json!({
        "modified": modified,
        "before": result.before,
        "after": result.after,
        "ras_cancelled": result.ras_cancelled,
        "expended_if_all": submarines::is_expended(result, modified, true),
    }))
}

given!(AswDice { need forces: Vec<Hunters> = "list of { nation, dd_tb, es, air }", need subs: u8 = "1-4" });

fn asw_dice(_: &Pq17, given: AswDice, _: &mut Chance) -> Result {
    within("subs", given.subs, crate::forces::PACK)?;
    for force in &given.forces {
        within("CS", force.dd_tb.max(force.es).max(force.air), 40)?;
    }
    let dice = submarines::asw_dice(&given.forces, given.subs);
    let dice = dice
        .into_iter()
        .map(|(nation, dice)| (nation.id().to_owned(), json!(dice)));
    Ok(Value::Object(dice.collect()))
}

given!(Asw { may rolls: Vec<Die> = DICE, may dice: u8 = HOW_MANY, need soviet: bool = YES_NO, may offensive: bool = YES_NO, may air_radius: bool = YES_NO, may storms: bool = YES_NO });

fn asw(game: &Pq17, given: Asw, chance: &mut Chance) -> Result {
    let conditions = AswConditions {
        soviet: given.soviet,
        offensive: given.offensive.unwrap_or(false),
        air_radius: given.air_radius.unwrap_or(false),
        storms: given.storms.unwrap_or(false),
    };
    let rolls = dice(given.rolls, given.dice, chance)?;
    let fire = |die: &u8| submarines::asw(game.tables(), conditions, *die);
    Ok(json!({ "dice": rolls, "results": rolls.iter().map(fire).collect::<Vec<AswResult>>() }))
}

given!(Success { may roll: Die = DIE });

fn asw_success(game: &Pq17, given: Success, chance: &mut Chance) -> Result {
    let die = die(given.roll, chance);
    Ok(json!({ "result": game.tables().combat.asw.success.get(die.into()) }))
}

given!(Subs { need subs: u8 = NUMBER, need before: u8 = NUMBER, need after: u8 = NUMBER, need held_down: u8 = NUMBER, need removed: u8 = NUMBER });

fn subs_attacking(_: &Pq17, given: Subs, _: &mut Chance) -> Result {
    within("results", given.held_down.max(given.removed), 40)?;
    let result = SubmarineResult {
        before: given.before,
        after: given.after,
        expended: false,
        ras_cancelled: false,
    };
    let (before, after) = submarines::attacking(given.subs, result, given.held_down, given.removed);
    Ok(json!({ "attacks_before": before, "attacks_after": after }))
}

given!(Aim { need chosen: Category = "capital, carrier, cruiser, heavy, light or convoy", need present: Vec<Category> = "categories in the target force" });

fn aim(_: &Pq17, given: Aim, _: &mut Chance) -> Result {
    if !TARGETS.contains(&given.chosen) {
        return Err(wrong("category to aim at", given.chosen.id()));
    }
    let is_there = |kind: &ShipType| {
        let mut categories = kind.categories();
        categories.all(|category| given.present.contains(&category))
    };
    let mut kinds = ShipType::ALL.into_iter().filter(is_there);
    Ok(json!({ "rolled": kinds.any(|kind| submarines::may_hit(given.chosen, kind)) }))
}

given!(Patrol { need moves_two: bool = YES_NO, need identified: bool = YES_NO, need day: bool = YES_NO, may roll: Die = DIE });

fn patrol(game: &Pq17, given: Patrol, chance: &mut Chance) -> Result {
    let rolls = submarines::patrol_rolls(given.moves_two, given.identified, given.day);
    let stopped = rolls && {
        let die = die(given.roll, chance);
        submarines::asw(game.tables(), AswConditions::default(), die) != AswResult::None
    };
    Ok(json!({ "rolls": rolls, "leaves_hex": !stopped }))
}

given!(Surprise { may roll: Die = DIE, need weather: Weather = WEATHER, need attacker_unidentified: bool = YES_NO, need conditions: Vec<SurpriseCondition> = CONDITIONS });

fn surprise(game: &Pq17, given: Surprise, chance: &mut Chance) -> Result {
    let die = die(given.roll, chance);
    let (modified, success) = surface::surprise(
        game.tables(),
        die,
        given.weather,
        given.attacker_unidentified,
        &given.conditions,
    );
    Ok(json!({ "modified": modified, "surprise": success }))
}

given!(Gunnery { need firing: ShipType = TYPE, need target: ShipType = TYPE, may rolls: Vec<Die> = DICE, may dice: u8 = HOW_MANY, need conditions: Vec<ShotCondition> = "list of diw, crippled, firer_evading, firer_critical_fuel" });

fn gunnery(game: &Pq17, given: Gunnery, chance: &mut Chance) -> Result {
    let rolls = dice(given.rolls, given.dice, chance)?;
    let hits = surface::gunnery(
        game.tables(),
        given.firing,
        given.target,
        &given.conditions,
        &rolls,
    );
    let hits = hits.ok_or_else(|| {
        ProcedureError::input(format!(
            "{} has no guns to fire at {}",
            given.firing, given.target
        ))
    })?;
    Ok(json!({ "dice": rolls, "hits": hits }))
}

given!(Fated { may roll: Die = DIE });

fn fate(game: &Pq17, given: Fated, chance: &mut Chance) -> Result {
    let die = die(given.roll, chance);
    Ok(json!({ "result": game.tables().combat.fate.get(die.into()) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MayFire {
    #[serde(rename = "type")]
    kind: ShipType,
    area: Area,
}

fn may_fire(game: &Pq17, given: MayFire, _: &mut Chance) -> Result {
    Ok(json!({ "may": surface::may_fire_guns(game.tables(), given.kind, given.area) }))
}

given!(Ends { need round: u8 = "1-10", may roll: Die = DIE });

fn ends(_: &Pq17, given: Ends, chance: &mut Chance) -> Result {
    Ok(json!({ "ends": surface::battle_ends(given.round, die(given.roll, chance)) }))
}

given!(Withdraw { may roll: Die = DIE, need night: bool = YES_NO, need weather: Weather = WEATHER, need unit: Leaver = "{ type, speed, crippled, area }", need friendly_shore: bool = YES_NO, may caution: bool = "High Command Caution" });

fn withdraw(game: &Pq17, given: Withdraw, chance: &mut Chance) -> Result {
    let escape = Escape {
        night: given.night,
        weather: given.weather,
        friendly_shore: given.friendly_shore,
        caution: given.caution.unwrap_or(false),
    };
    let die = die(given.roll, chance);
    let (modified, leaves) = surface::withdrawal(game.tables(), die, given.unit, escape);
    Ok(json!({ "modified": modified, "withdraws": leaves }))
}

given!(Must { need side: Side = SIDE, need lost_step: bool = YES_NO });

fn must(_: &Pq17, given: Must, _: &mut Chance) -> Result {
    Ok(json!({ "must": surface::must_withdraw(given.side, given.lost_step) }))
}

given!(Unescorted { need no_warships_initially: bool = YES_NO, need surprise: bool = YES_NO, need night: bool = YES_NO, need weather: Weather = WEATHER });

fn unescorted(game: &Pq17, given: Unescorted, _: &mut Chance) -> Result {
    let rounds = surface::unescorted_rounds(
        game.tables(),
        given.no_warships_initially,
        given.surprise,
        given.night,
        given.weather,
    );
    Ok(json!({ "rounds": rounds }))
}

given!(Hitler { need german: Raiders = "{ bb_bc_unhit, cruisers, heavy, total_cs }", need target: Opponent = "{ bb_bc, bb_bc_unhit, cruisers, dd_tb_cs }" });

fn hitler(_: &Pq17, given: Hitler, _: &mut Chance) -> Result {
    Ok(json!({ "may": given.german.may_attack(&given.target) }))
}

/// A report as an admiral has it on his sheet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    level: u8,
    capital: Option<(u8, u8)>,
    carrier: Option<(u8, u8)>,
    cruiser: Option<(u8, u8)>,
    light: Option<(u8, u8)>,
    warship_counters: Option<u8>,
}

given!(Told { need german: Raiders = "{ bb_bc_unhit, cruisers, heavy, total_cs }", need report: Sheet = "{ level, capital, carrier, cruiser, light, warship_counters }" });

fn told(_: &Pq17, given: Told, _: &mut Chance) -> Result {
    let sheet = given.report;
    let of = |category: &Category| match category {
        Category::Capital => sheet.capital,
        Category::Carrier => sheet.carrier,
        Category::Cruiser => sheet.cruiser,
        Category::Light => sheet.light,
        _ => None,
    };
    let report = Report {
        level: sheet.level,
        kind: Kind::TaskForce,
        warships: sheet.warship_counters.unwrap_or(0),
        large: None,
        exact: None,
        categories: (sheet.level >= 3)
            .then(|| REPORTED.iter().map(|c| of(c).unwrap_or((0, 0))).collect()),
        open: None,
    };
    Ok(json!({ "refused": given.german.refused_on(&report, 0) }))
}
