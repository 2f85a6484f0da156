//! Attacks on boats [14.4].

use super::boats::units;
use super::inputs::{CHITS, Chit, NUMBER, Strength, UNITS, YES_NO, may, need, percent, with_chits};
use super::sheet::{Lying, OPEN_SEA, Sheet};
use crate::combat::asw_result;
use crate::fleet::Pin;
use crate::game::Wolfpack;
use crate::position::Hunter;
use crate::units::{AswResult, UnitKind};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Input, Procedure, ProcedureError};
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![asw(), asw_chances(), asw_units_after(), asw_stack_after()]
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

const STRIKE: &[Input] = &[
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
