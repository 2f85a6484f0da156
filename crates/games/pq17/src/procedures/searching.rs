//! Reconnaissance (chapter 6): lines, cards, reports, knowledge that fades.

use super::bench::{Bench, listed};
use super::inputs::*;
use crate::forces::{Force, Id, Units};
use crate::game::Pq17;
use crate::recon::{self, Fight, Negation, REPORTED, Reading, Searchers};
use crate::side::Side;
use crate::tables::{CARDS, Card, DamageGroup, Find, Line};
use crate::time::{Half, Light};
use crate::weather::{Column, Weather};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Result = std::result::Result<Value, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "recon",
            "6.2",
            "Whether a search result finds its target.",
            Recon::INPUTS,
            read,
        ),
        Procedure::new(
            "recon_line",
            "6.2",
            "The line of a card that searchers use.",
            Lines::INPUTS,
            line,
        ),
        Procedure::new(
            "location_line",
            "7.1.1",
            "The line of a card that an attacker finds its target by.",
            Locate::INPUTS,
            location,
        ),
        Procedure::new(
            "card",
            "1.7",
            "What a card says in a section, line and column.",
            Cell::INPUTS,
            cell,
        ),
        Procedure::new(
            "card_damage",
            "9.3.1",
            "The damage numbers of a card.",
            Damage::INPUTS,
            damage,
        ),
        Procedure::new(
            "id_gain",
            "6.2.1",
            "The ID after a success.",
            Gain::INPUTS,
            gain,
        ),
        Procedure::new(
            "reveal",
            "6.2.1",
            "What is told of a force at a level.",
            Reveal::INPUTS,
            reveal,
        ),
        Procedure::new(
            "id_after_turn",
            "6.6",
            "The ID of a force after its Naval Movement Segment.",
            AfterTurn::INPUTS,
            after_turn,
        ),
        Procedure::new(
            "id_after_combat",
            "6.7",
            "The ID of a force after combat.",
            AfterCombat::INPUTS,
            after_combat,
        ),
        Procedure::new(
            "id_after_shadowing_ends",
            "6.3.5",
            "The ID of a force when a shadower lets go.",
            AfterShadow::INPUTS,
            after_shadow,
        ),
    ]
}

given!(Recon {
    need result: String = "U, I, S, 0 to 3 or -",
    need target_id: Id = ID,
    need shadowed: bool = YES_NO,
    need friendly_shore: bool = YES_NO,
    need target: String = "task_force, convoy or wolfpack",
    need negate_symbol: bool = "a carrier or a CAM is announced",
    may watermark: bool = YES_NO,
    may negate_watermark: bool = "a Wolfpack is announced",
    may all_searchers_soviet: bool = YES_NO,
    may soviet_fail: bool = "the section bears the Soviet mark",
    may only_dummy_searches: bool = YES_NO,
    may near_interceptors: bool = YES_NO,
});

fn read(_: &Pq17, given: Recon, _: &mut Chance) -> Result {
    let find: Find = given.result.parse().map_err(ProcedureError::input)?;
    let yes = |flag: Option<bool>| flag.unwrap_or(false);
    let reading = Reading {
        find,
        target: given.target_id,
        shadowed: given.shadowed,
        friendly_shore: given.friendly_shore,
        near_interceptors: yes(given.near_interceptors),
        soviet_failure: yes(given.all_searchers_soviet) && yes(given.soviet_fail),
        for_show: yes(given.only_dummy_searches),
    };
    let is_pack = match given.target.as_str() {
        "wolfpack" => true,
        "task_force" | "convoy" => false,
        other => return Err(wrong("kind of target", other)),
    };
    let announced = [
        (Negation::Wolfpack, is_pack && yes(given.negate_watermark)),
        (Negation::Carrier, given.negate_symbol),
    ];
    let watermark = yes(given.watermark);
    let negated = |(how, said): (Negation, bool)| said && how.answers(find, watermark);
    let success = reading.succeeds() && !announced.into_iter().any(negated);
    Ok(json!({ "success": success }))
}

given!(Lines { need force: bool = YES_NO, need air: bool = YES_NO, may shadower_only_for_this_target: bool = "an asset that shadows another target does not count", may carrier_air_radius: bool = YES_NO });

fn line(_: &Pq17, given: Lines, _: &mut Chance) -> Result {
    let searchers = Searchers {
        force: given.force,
        air: given.air || given.carrier_air_radius.unwrap_or(false),
        shadowing: given.shadower_only_for_this_target.unwrap_or(false),
        ..Searchers::default()
    };
    Ok(json!({ "line": searchers.line() }))
}

given!(Locate { need attacker: String = "air, task_force or wolfpack" });

/// One's own line, never Both [7.1.1]. Play says who searches, for an attacker that is laid out.
fn location(game: &Pq17, given: Locate, _: &mut Chance) -> Result {
    let (t, side) = (game.tables(), Side::Axis);
    let mut bench = Bench::new(game, Light::Day, Weather::Fair, Vec::new())?;
    let mut force = |kind: &str| -> std::result::Result<Searchers, ProcedureError> {
        let units = Units::of_list(&t.chart, &listed(t, side, kind, 1)?);
        let block = bench.put(side, units, Id::UNIDENTIFIED);
        Ok(bench.p.attacker_search(t, side, Some(block), false))
    };
    let searchers = match given.attacker.as_str() {
        "task_force" => force("DD")?,
        "wolfpack" => force("SS")?,
        "air" => bench.p.raid_search(t, side, &[], false), // all aircraft read one line
        other => return Err(wrong("attacker", other)),
    };
    Ok(json!({ "line": searchers.line() }))
}

/// A card by its printed number, or one drawn.
fn card<'g>(
    game: &'g Pq17,
    deck: Side,
    index: Option<usize>,
    chance: &mut Chance,
) -> std::result::Result<&'g Card, ProcedureError> {
    let place = match index {
        None => chance.below(CARDS as u32) as usize,
        Some(number @ 1..=CARDS) => number - 1,
        Some(number) => return Err(wrong("card", &number.to_string())),
    };
    Ok(&game.tables().cards[deck][place])
}

given!(Cell { need deck: Side = SIDE, may index: usize = "1-40", need section: Light = "day or night", need line: Line = "force, air or both", need column: Column = "fair, reduced_vis, storm or fog_gale" });

fn cell(game: &Pq17, given: Cell, chance: &mut Chance) -> Result {
    let card = card(game, given.deck, given.index, chance)?;
    let find = card.section(given.section).find(given.line, given.column);
    Ok(json!({ "result": find.to_string() }))
}

given!(Damage { need deck: Side = SIDE, may index: usize = "1-40", need plus: bool = "with the +X numbers" });

fn damage(game: &Pq17, given: Damage, chance: &mut Chance) -> Result {
    let card = card(game, given.deck, given.index, chance)?;
    let all = DamageGroup::ALL
        .map(|group| (group.id().to_owned(), json!(card.damage(group, given.plus))));
    Ok(Value::Object(all.into_iter().collect()))
}

given!(Gain { need target_id: Id = ID, need gain: u8 = "1-3" });

fn gain(_: &Pq17, given: Gain, _: &mut Chance) -> Result {
    within("a gain", given.gain, 3)?;
    Ok(json!({ "id": given.target_id.gain(given.gain) }))
}

given!(Reveal { need level: u8 = "1-4", may ships: Vec<String> = SHIPS, may classes: BTreeMap<String, u8> = CLASSES });

fn reveal(game: &Pq17, given: Reveal, _: &mut Chance) -> Result {
    let chart = &game.tables().chart;
    let units = units(game, given.ships.as_ref(), given.classes.as_ref())?;
    let kind = Force::kind_of(chart, &units);
    let report = recon::report(chart, kind, &units, given.level, 0);
    let mut result = serde_json::Map::new();
    if let Some(large) = report.large {
        result.insert("size".into(), json!(if large { "large" } else { "small" }));
    }
    if let Some(exact) = report.exact {
        result.insert("warship_counters".into(), json!(report.warships));
        result.insert("heavy_ships".into(), json!(exact.heavy));
        result.insert("carriers".into(), json!(exact.carriers));
        result.insert("convoy_ships".into(), json!(exact.convoy_ships));
    } else {
        let range = recon::about(units.counters(chart, crate::units::ShipType::is_warship));
        result.insert(
            "warship_counters".into(),
            json!([range.start(), range.end()]),
        );
    }
    for (category, (counters, cs)) in REPORTED.iter().zip(report.categories.iter().flatten()) {
        result.insert(category.id().into(), json!([counters, cs]));
    }
    Ok(Value::Object(result))
}

given!(AfterTurn { need id: Id = ID, need moved: bool = YES_NO, need shadowed: bool = YES_NO, need half: Half = "AM or PM" });

fn after_turn(_: &Pq17, given: AfterTurn, _: &mut Chance) -> Result {
    Ok(json!({ "id": recon::id_after_turn(given.id, given.moved, given.shadowed, given.half) }))
}

given!(AfterCombat { need id: Id = ID, need combat: Fight = "surface, air or submarine", need day: bool = YES_NO });

fn after_combat(_: &Pq17, given: AfterCombat, _: &mut Chance) -> Result {
    Ok(json!({ "id": recon::id_after_combat(given.id, given.combat, given.day) }))
}

given!(AfterShadow { need id: Id = ID, need shadowers_left: u8 = NUMBER });

fn after_shadow(_: &Pq17, given: AfterShadow, _: &mut Chance) -> Result {
    Ok(json!({ "id": recon::id_after_shadowing(given.id, given.shadowers_left) }))
}
