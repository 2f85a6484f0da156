//! Boats attack convoys [14.11], and escorts strike back [14.42].

use super::boats::units;
use super::convoys::convoy_bound;
use super::inputs::{
    CHIT, Cases, Chit, NUMBER, STRAGGLE, Strength, UNITS, YES_NO, chit, closed_up, convoy_named,
    may, need, on_area,
};
use super::sheet::Sheet;
use crate::combat::{Odds, is_countered};
use crate::fleet::{Duty, Pin, Unit};
use crate::game::Wolfpack;
use crate::position::Contact;
use crate::search::escort_strength;
use crate::tables::Tables;
use crate::units::{Bound, ConvoyId, EscortKind, Straggle, UnitKind};
use derbyhouse_kernel::Hex;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        attack_position(),
        uboat_attack(),
        counter_strength(),
        counter_targets(),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Approach {
    bound: Bound,
    convoy: Hex,
    state: Contact,
    uboats: Hex,
}

#[derive(Serialize)]
struct Legal {
    legal: Vec<bool>,
}

fn attack_position() -> Procedure<Wolfpack> {
    Procedure::new(
        "attack_position",
        "14.11",
        "Whether boats stand where they may attack a convoy: before its bow, and only if it is sighted.",
        const { &[need("cases", "list of { bound, convoy, state, uboats }")] },
        |game: &Wolfpack, given: Cases<Approach>, _| {
            let legal = given.cases.iter().map(|case| in_position(game, case));
            Ok(Legal {
                legal: legal.collect::<Result<_, _>>()?,
            })
        },
    )
}

fn in_position(game: &Wolfpack, case: &Approach) -> Result<bool, ProcedureError> {
    on_area(&game.tables, case.convoy)?;
    on_area(&game.tables, case.uboats)?;
    let id = convoy_bound(game, case.bound)?;
    let mut sheet = Sheet::new(game)?;
    sheet.convoy(id, case.convoy, EscortKind::Eg1, case.state, Straggle::None);
    sheet.boats(case.uboats, &units(&[UnitKind::Pack6], Pin::Free))?;
    Ok(sheet.position.attack_from(&game.tables, id).is_ok())
}

/// A column of the combat table as it is printed: the last one is open.
pub(super) fn shown(tables: &Tables, column: usize) -> String {
    let columns = &tables.uboat_combat.columns;
    let (from, to) = columns[column];
    if column + 1 == columns.len() {
        format!("{from}+")
    } else {
        format!("{from}-{to}")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    strength: Strength,
    escort: Strength,
    #[serde(default = "closed_up")]
    straggle: Straggle,
    #[serde(default)]
    weather: bool,
    chit: Option<Chit>,
}

#[derive(Serialize)]
struct Attacked {
    legal: bool,
    differential: i32,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
}

#[derive(Serialize)]
struct Score {
    column: String,
    chit_modifier: i32,
    result: u8,
    victory_points: u32,
}

fn uboat_attack() -> Procedure<Wolfpack> {
    Procedure::new(
        "uboat_attack",
        "14.11",
        "What an attack on a convoy scores, if its differential allows it at all.",
        const {
            &[
                need("strength", NUMBER),
                need("escort", "printed strength"),
                may("straggle", STRAGGLE),
                may("weather", YES_NO),
                may("chit", CHIT),
            ]
        },
        |game: &Wolfpack, given: Attack, chance| {
            let (strength, escort) = (given.strength.get(), given.escort.get());
            let odds = Odds::new(
                &game.tables,
                strength,
                escort,
                given.straggle,
                given.weather,
            );
            Ok(match odds {
                Err(differential) => Attacked {
                    legal: false,
                    differential,
                    score: None,
                },
                Ok(odds) => {
                    let (result, points) = odds.score(&game.tables, chit(given.chit, chance));
                    let score = Score {
                        column: shown(&game.tables, odds.column),
                        chit_modifier: odds.modifier,
                        result,
                        victory_points: points,
                    };
                    Attacked {
                        legal: true,
                        differential: odds.differential,
                        score: Some(score),
                    }
                }
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Escort {
    escort: Strength,
    #[serde(default = "closed_up")]
    straggle: Straggle,
}

#[derive(Serialize)]
struct Strengths {
    strengths: Vec<i32>,
}

fn counter_strength() -> Procedure<Wolfpack> {
    Procedure::new(
        "counter_strength",
        "14.33",
        "With what strength an escort strikes back; 0 is not at all.",
        const { &[need("cases", "list of { escort, straggle }")] },
        |game: &Wolfpack, given: Cases<Escort>, _| {
            let strength =
                |case: &Escort| escort_strength(&game.tables, case.escort.get(), 0, case.straggle);
            Ok(Strengths {
                strengths: given.cases.iter().map(strength).collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneAttack {
    convoy: String,
    units: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attacks {
    stack: Vec<UnitKind>,
    attacks: Vec<OneAttack>,
}

#[derive(Serialize)]
struct Targets {
    targets: BTreeMap<String, Vec<usize>>,
}

fn counter_targets() -> Procedure<Wolfpack> {
    Procedure::new(
        "counter_targets",
        "14.15",
        "Which units of a stack each escort strikes when it strikes back: places in the stack, from 0.",
        const {
            &[
                need("stack", UNITS),
                need("attacks", "list of { convoy, units }"),
            ]
        },
        |game: &Wolfpack, given: Attacks, _| {
            let mut stack = units(&given.stack, Pin::Free);
            let mut convoys: Vec<ConvoyId> = Vec::new();
            for attack in &given.attacks {
                let convoy = convoy_named(&game.tables, &attack.convoy)?;
                if convoys.contains(&convoy) {
                    let why = format!("{} is attacked twice [14.14]", attack.convoy);
                    return Err(ProcedureError::input(why));
                }
                commit(&mut stack, convoy, attack)?;
                convoys.push(convoy);
            }
            let struck = |convoy: &ConvoyId| {
                let countered = |unit: &Unit| is_countered(*convoy, convoys.len(), unit.duty);
                let places = stack.iter().enumerate().filter(|(_, unit)| countered(unit));
                places.map(|(place, _)| place).collect()
            };
            let name = |convoy: &ConvoyId| game.tables.convoy(*convoy).id.clone();
            Ok(Targets {
                targets: convoys.iter().map(|id| (name(id), struck(id))).collect(),
            })
        },
    )
}

/// Gives the units of one attack their duty; each has one [14.14].
fn commit(stack: &mut [Unit], convoy: ConvoyId, attack: &OneAttack) -> Result<(), ProcedureError> {
    if attack.units.is_empty() {
        let why = format!("no unit attacks {}", attack.convoy);
        return Err(ProcedureError::input(why));
    }
    for &place in &attack.units {
        let unit = stack.get_mut(place).ok_or_else(|| {
            ProcedureError::input(format!(
                "there is no unit {place} in the stack, counted from 0"
            ))
        })?;
        if unit.duty != Duty::Waiting {
            let why = format!("unit {place} attacks twice [14.14]");
            return Err(ProcedureError::input(why));
        }
        unit.duty = Duty::Attacks(convoy);
    }
    Ok(())
}
