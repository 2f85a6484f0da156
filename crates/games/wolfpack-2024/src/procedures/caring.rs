//! Repairs, healing, command.

use super::inputs::{D10, NUMBER, Ten, YES_NO, boat, may, need, refused, rig, ten};
use crate::boat::Track;
use crate::boats::{BoatType, Gear, Letter};
use crate::choice::Choice;
use crate::crew::{HEAVY, Man, Skill};
use crate::depth::Depth;
use crate::game::Wolfpack;
use crate::repair::{Attempt, Site, improved, relocations};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "repair.roll",
            "61.repair_roll",
            "A repair attempt of the section that serves a place.",
            const {
                &[
                    need("location", "what is repaired"),
                    may("d10", D10),
                    may("wound", "0-4"),
                    may("heavy", YES_NO),
                    may("assist", "0-2"),
                    may("ce_flood", YES_NO),
                    may("crew_skill", YES_NO),
                    may("fire_level", NUMBER),
                    may("contained", YES_NO),
                ]
            },
            roll,
        ),
        Procedure::new(
            "repair.flooding",
            "62.contain_first",
            "Flooding after a successful repair.",
            const { &[need("level", NUMBER), need("contained", YES_NO)] },
            flooding,
        ),
        Procedure::new(
            "repair.spread",
            "62.spread",
            "Flooding at the end of damage control.",
            const { &[need("flood", NUMBER), need("contained", YES_NO)] },
            spread,
        ),
        Procedure::new(
            "repair.gas",
            "62.gas_check",
            "What gas does to the crew at the end of damage control.",
            const {
                &[
                    need("gas", "0-3"),
                    need("surfaced", YES_NO),
                    may("d10", D10),
                    may("bow", "0-4"),
                ]
            },
            gas,
        ),
        Procedure::new(
            "repair.order",
            "61.repair_roll",
            "Whether repairs, healing and moving of wounds may come in that order.",
            const {
                &[need(
                    "wanted",
                    "list such as heal stern, repair bow, relocate",
                )]
            },
            order,
        ),
        Procedure::new(
            "heal.roll",
            "64.heal_numbers",
            "A healing attempt of the second watch officer.",
            const { &[need("level", "1-4"), may("d10", D10)] },
            heal,
        ),
        Procedure::new(
            "heal.relocate",
            "65.relocation",
            "How wounds may lie on the sections.",
            const {
                &[
                    need("bow", "0-4"),
                    need("mid", "0-4"),
                    need("stern", "0-4"),
                    may("move", NUMBER),
                ]
            },
            relocate,
        ),
        Procedure::new(
            "officer.promotion",
            "64.acting_captain",
            "Who commands, and whether the second watch officer still heals.",
            const {
                &[
                    may("captain", "0-4"),
                    may("1WO", "0-4"),
                    may("2WO", "0-4"),
                    may("CE", "0-4"),
                ]
            },
            promotion,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roll {
    location: String,
    d10: Option<Ten>,
    #[serde(default)]
    wound: u8,
    #[serde(default)]
    heavy: bool,
    #[serde(default)]
    assist: i8,
    #[serde(default)]
    ce_flood: bool,
    #[serde(default)]
    crew_skill: bool,
    #[serde(default)]
    fire_level: u8,
    contained: Option<bool>,
}

/// Lets the section that serves the place repair it in a boat that is as given.
fn roll(game: &Wolfpack, given: Roll, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let site: Site = given.location.parse().map_err(ProcedureError::input)?;
    super::inputs::within("wound", given.wound.into(), 0, 3)?;
    super::inputs::within("assist", given.assist.into(), 0, 2)?;
    let section = Man::SECTIONS
        .into_iter()
        .find(|section| site.is_served_by(*section));
    let section = section.ok_or_else(|| ProcedureError::input("nobody serves that"))?;
    let mut boat = boat(t, BoatType::IX);
    boat.wounds[section.index()] = given.wound;
    let skills = [
        (given.assist == 1 || given.crew_skill, Skill::CrewRep1),
        (given.assist == 2, Skill::CrewRep2),
        (given.ce_flood, Skill::CeFlood),
    ];
    boat.skills = skills
        .into_iter()
        .filter(|(owned, _)| *owned)
        .map(|(_, skill)| skill)
        .collect();
    if let (Site::Gear(gear), true) = (site, given.heavy) {
        boat.gear[Gear::index(gear)] = HEAVY;
    }
    boat.fire = Track {
        level: given.fire_level,
        contained: given.contained.unwrap_or(true),
    };
    let attempt: Attempt = boat.attempt(section, site, given.assist > 0);
    let total = ten(given.d10, chance) as i8 + attempt.modifier(&t.repair);
    Ok(json!({ "total": total, "success": total >= t.repair.success }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Flooding {
    level: u8,
    contained: bool,
}

fn flooding(game: &Wolfpack, given: Flooding, _: &mut Chance) -> Result<Value, ProcedureError> {
    let before = Track {
        level: given.level,
        contained: given.contained,
    };
    Ok(json!(improved(before, &game.tables().board.floors)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spread {
    flood: u8,
    contained: bool,
}

fn spread(game: &Wolfpack, given: Spread, _: &mut Chance) -> Result<Value, ProcedureError> {
    super::inputs::within("flood", given.flood.into(), 0, 20)?;
    let mut boat = boat(game.tables(), BoatType::VII);
    boat.flood = Track {
        level: given.flood,
        contained: given.contained,
    };
    boat.spread();
    Ok(json!({ "flood": boat.flood.level }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heal {
    level: usize,
    d10: Option<Ten>,
}

fn heal(game: &Wolfpack, given: Heal, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    super::inputs::within("level", given.level as i64, 1, 4)?;
    let levels = [
        Skill::Wo2Heal8,
        Skill::Wo2Heal6,
        Skill::Wo2Heal5,
        Skill::Wo2Heal4,
    ];
    let mut boat = boat(t, BoatType::VII);
    boat.skills = levels[..given.level].iter().copied().collect();
    let total = ten(given.d10, chance) as i8 + boat.healing_modifier(&t.repair, Man::SecondWo);
    let success = boat.medic(&t.repair).is_some_and(|least| total >= least);
    Ok(json!({ "total": total, "success": success }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Relocate {
    bow: u8,
    mid: u8,
    stern: u8,
    #[serde(rename = "move")]
    levels: Option<u8>,
}

fn relocate(_: &Wolfpack, given: Relocate, _: &mut Chance) -> Result<Value, ProcedureError> {
    let now = [given.bow, given.mid, given.stern];
    for level in now {
        super::inputs::within("a wound level", level.into(), 0, 4)?;
    }
    let all: Vec<[u8; 3]> = relocations(now.iter().sum()).collect();
    match given.levels {
        Some(_) => {
            let mut options = all;
            options.sort_by_key(|[bow, mid, _]| (*bow, u8::MAX - *mid));
            Ok(json!({ "options": options }))
        }
        // The most even way: what a crew that wants to go on repairing would do.
        None => {
            let even = all.into_iter().min_by_key(|split| {
                split
                    .iter()
                    .map(|level| u32::from(*level).pow(2))
                    .sum::<u32>()
            });
            let [bow, mid, stern] = even.unwrap_or(now);
            Ok(json!({ "bow": bow, "mid": mid, "stern": stern }))
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Officers {
    #[serde(default)]
    captain: u8,
    #[serde(default, rename = "1WO")]
    first: u8,
    #[serde(default, rename = "2WO")]
    second: u8,
    #[serde(default, rename = "CE")]
    chief: u8,
}

fn promotion(game: &Wolfpack, given: Officers, _: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let mut boat = boat(t, BoatType::VII);
    boat.skills = boat.skills.with(Skill::Wo2Heal8);
    let wounds = [given.captain, given.first, given.second, given.chief];
    for (officer, wound) in Man::OFFICERS.into_iter().zip(wounds) {
        super::inputs::within("a wound level", wound.into(), 0, 4)?;
        boat.wounds[officer.index()] = wound;
    }
    Ok(json!({ "acting": boat.commander(), "can_heal": boat.medic(&t.repair).is_some() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Gas {
    gas: u8,
    surfaced: bool,
    d10: Option<Ten>,
    #[serde(default)]
    bow: u8,
}

/// Ends damage control in a boat full of gas.
fn gas(game: &Wolfpack, given: Gas, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    super::inputs::within("gas", given.gas.into(), 0, t.board.gas_top.into())?;
    super::inputs::within("bow", given.bow.into(), 0, 4)?;
    let mut rig = rig(t)?;
    rig.d10s(&[ten(given.d10, chance)]);
    let boat = rig.boat(Letter::W);
    boat.gas = given.gas;
    boat.depth = if given.surfaced {
        Depth::SURFACE
    } else {
        Depth::PERISCOPE
    };
    boat.wounds[Man::Bow.index()] = given.bow;
    rig.play(|play| play.spread(Letter::W));
    let boat = rig.boat(Letter::W);
    let wounds: Map<String, Value> = Man::ALL
        .iter()
        .map(|man| (man.to_string(), json!(boat.wound(*man))))
        .collect();
    Ok(Value::Object(wounds))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    wanted: Vec<String>,
}

/// Plays damage control in a boat where every section has something to repair and is wounded.
fn order(game: &Wolfpack, given: Wanted, _: &mut Chance) -> Result<Value, ProcedureError> {
    let mut rig = rig(game.tables())?;
    let boat = rig.boat(Letter::W);
    boat.gear = [1; 6];
    boat.skills = boat.skills.with(Skill::Wo2Heal8);
    for section in Man::SECTIONS {
        boat.wounds[section.index()] = 1;
    }
    rig.play(|play| play.start_damage_control());
    for wanted in &given.wanted {
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let section = |name: &str| name.parse::<Man>().map_err(ProcedureError::input);
        let fits: Box<dyn Fn(&Choice) -> bool> = match words.as_slice() {
            ["heal", name] => {
                let patient = section(name)?;
                Box::new(move |choice| *choice == Choice::Heal(Man::SecondWo, patient))
            }
            ["repair", name] => {
                let by = section(name)?;
                Box::new(
                    move |choice| matches!(choice, Choice::Repair(section, ..) if *section == by),
                )
            }
            ["relocate"] => {
                // Repairs and healing are over with the first word of it.
                if rig
                    .offers(Letter::W)
                    .iter()
                    .any(|choice| matches!(choice, Choice::Repair(..)))
                {
                    rig.choose(Letter::W, Choice::Done).map_err(refused)?;
                }
                Box::new(|choice| matches!(choice, Choice::Relocate(_)))
            }
            _ => return Err(ProcedureError::input(format!("“{wanted}” is not expected"))),
        };
        let Some(choice) = rig
            .offers(Letter::W)
            .into_iter()
            .find(|choice| fits(choice))
        else {
            return Ok(json!({ "legal": false }));
        };
        rig.choose(Letter::W, choice).map_err(refused)?;
    }
    Ok(json!({ "legal": true }))
}
