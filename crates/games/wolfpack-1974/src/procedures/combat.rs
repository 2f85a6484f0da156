//! Combat [14.0]: boats against convoys, and everybody against boats.

use super::boats::units;
use super::convoys::convoy_bound;
use super::inputs::{
    CHIT, CHITS, Chit, NUMBER, STRAGGLE, Strength, UNITS, YES_NO, chit, convoy_named, may, need,
    on_area, percent, with_chits,
};
use super::sheet::{Lying, OPEN_SEA, Sheet};
use crate::combat::{Odds, asw_result, is_countered};
use crate::fleet::{Duty, Pin, Unit};
use crate::game::Wolfpack;
use crate::position::{Contact, Hunter};
use crate::search::escort_strength;
use crate::tables::Tables;
use crate::units::{AswResult, Bound, ConvoyId, EscortKind, Straggle, UnitKind};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Chance, Hex};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        attack_position(),
        uboat_attack(),
        counter_strength(),
        counter_targets(),
        asw(),
        asw_chances(),
        asw_units_after(),
        asw_stack_after(),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases<T> {
    cases: Vec<T>,
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

pub(super) const fn closed_up() -> Straggle {
    Straggle::None
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strike {
    units: Vec<UnitKind>,
    strength: Strength,
    #[serde(default)]
    weather: bool,
    chits: Option<Vec<Chit>>,
}

const STRIKE: &[derbyhouse_kernel::procedure::Input] = &[
    need("units", UNITS),
    need("strength", NUMBER),
    may("weather", YES_NO),
    may("chits", CHITS),
];

impl Strike {
    /// Attacks the units, all of them, on a sheet of their own.
    fn run<'g>(self, game: &'g Wolfpack, chance: &mut Chance) -> Result<Sheet<'g>, ProcedureError> {
        let mut sheet = Sheet::new(game)?;
        sheet.boats(OPEN_SEA, &units(&self.units, Pin::Free))?;
        if self.weather {
            sheet.storm(OPEN_SEA);
        }
        let strength = self.strength.get();
        with_chits(self.chits, chance, |chance| {
            sheet.play(chance, |play| {
                play.attack_boats(OPEN_SEA, strength, Hunter::Escort, |_| true);
            });
        })?;
        Ok(sheet)
    }
}

#[derive(Serialize)]
struct Struck {
    groups: Vec<u8>,
    results: Vec<AswResult>,
    sunk: u16,
    pinned: u32,
    unaffected: u32,
}

fn asw() -> Procedure<Wolfpack> {
    Procedure::new(
        "asw",
        "14.41",
        "An attack on boats, group by group.",
        STRIKE,
        |game: &Wolfpack, given: Strike, chance| {
            let sheet = given.run(game, chance)?;
            let struck = sheet.struck();
            Ok(Struck {
                groups: struck.iter().map(|group| group.boats).collect(),
                results: struck.iter().map(|group| group.result).collect(),
                sunk: sheet.position.boats_sunk,
                pinned: sheet.boats_in(OPEN_SEA, true),
                unaffected: sheet.boats_in(OPEN_SEA, false),
            })
        },
    )
}

#[derive(Serialize)]
struct UnitsAfter {
    free: Vec<UnitKind>,
    pinned: Vec<UnitKind>,
}

fn asw_units_after() -> Procedure<Wolfpack> {
    Procedure::new(
        "asw_units_after",
        "14.41",
        "What units are left after an attack on boats: the unaffected and the pinned.",
        STRIKE,
        |game: &Wolfpack, given: Strike, chance| {
            let lying = given.run(game, chance)?.lying(OPEN_SEA);
            let of = |pinned| {
                let units = lying.iter().filter(|(_, is_pinned)| *is_pinned == pinned);
                units.map(|(kind, _)| *kind).collect()
            };
            Ok(UnitsAfter {
                free: of(false),
                pinned: of(true),
            })
        },
    )
}

#[derive(Serialize)]
struct StackAfter {
    stack: Vec<Lying>,
}

fn asw_stack_after() -> Procedure<Wolfpack> {
    Procedure::new(
        "asw_stack_after",
        "14.41",
        "The stack after an attack on boats, from the top: each unit and whether it is pinned.",
        STRIKE,
        |game: &Wolfpack, given: Strike, chance| {
            Ok(StackAfter {
                stack: given.run(game, chance)?.lying(OPEN_SEA),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Weather {
    #[serde(default)]
    weather: bool,
}

#[derive(Serialize)]
struct Chances {
    none: Vec<u32>,
    pinned: Vec<u32>,
    sunk: Vec<u32>,
}

fn asw_chances() -> Procedure<Wolfpack> {
    Procedure::new(
        "asw_chances",
        "14.47",
        "The chances of an attack on a group of boats in percent, by strength from 1.",
        const { &[may("weather", YES_NO)] },
        |game: &Wolfpack, given: Weather, _| {
            let strengths = 1..=game.tables.asw_combat[0].len() as i32;
            let chances = |result: AswResult| {
                let chance = |strength| {
                    percent(|chit| {
                        asw_result(&game.tables, strength, given.weather, chit) == result
                    })
                };
                strengths.clone().map(chance).collect()
            };
            Ok(Chances {
                none: chances(AswResult::None),
                pinned: chances(AswResult::Pinned),
                sunk: chances(AswResult::Sunk),
            })
        },
    )
}
