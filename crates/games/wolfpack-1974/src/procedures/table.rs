//! Whole procedures for people with the cardboard on a table: an attack with all that follows, an air strike.

use super::air::shown as shown_spread;
use super::boats::{EQUIPMENT, units};
use super::combat::shown as shown_column;
use super::convoys::convoy_bound;
use super::inputs::{
    BASE, CHITS, Chit, HEX, RANGES, STRAGGLE, UNITS, YES_NO, closed_up, groups, may, need, on_area,
    with_chits,
};
use super::sheet::{Lying, OPEN_SEA, Sheet};
use crate::air::schnorkel_modifier;
use crate::choice::Choice;
use crate::convoys::bow;
use crate::event::Event;
use crate::fleet::Pin;
use crate::game::Wolfpack;
use crate::position::Contact;
use crate::sequence::{Play, Step};
use crate::setup::Boats;
use crate::units::{AswResult, Base, Bound, ConvoyId, EscortKind, Straggle, UnitKind};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Chance, Direction, Hex, Illegal};
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![attack(), air_strike()]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    units: Vec<UnitKind>,
    attackers: Option<Vec<usize>>,
    escort: EscortKind,
    #[serde(default = "closed_up")]
    straggle: Straggle,
    #[serde(default)]
    weather: bool,
    boats_in_weather: Option<bool>,
    chits: Option<Vec<Chit>>,
}

#[derive(Serialize)]
struct Attacked {
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    /// Of the convoy, after the attack.
    straggle: Straggle,
    /// What the escort did to each group of boats.
    counterattack: Vec<AswResult>,
    boats_lost: u16,
    stack: Vec<Lying>,
}

#[derive(Serialize)]
struct Score {
    differential: i32,
    column: String,
    result: u8,
    points: u32,
}

fn attack() -> Procedure<Wolfpack> {
    Procedure::new(
        "attack",
        "14.11",
        "A whole U-boat attack: points, straggling, and the escort's counterattack on the stack.",
        const {
            &[
                need("units", UNITS),
                may("attackers", "list of places in the stack, from 0"),
                need("escort", "EG1, EG2, SG or CVE"),
                may("straggle", STRAGGLE),
                may("weather", "true if the convoy is in fog or storm"),
                may("boats_in_weather", YES_NO),
                may("chits", CHITS),
            ]
        },
        |game: &Wolfpack, given: Attack, chance| {
            if given.escort == EscortKind::Dummy {
                let why = "a dummy is removed when it is sighted, and never attacked [15.6]";
                return Err(ProcedureError::input(why));
            }
            let convoy = convoy_bound(game, Bound::East)?;
            let from = bow(&game.tables, Bound::East, OPEN_SEA);
            let mut sheet = before_bow(game, convoy, from, &given)?;
            let attackers = attackers(&given)?;
            let fought = with_chits(given.chits, chance, |chance| {
                sheet.play(chance, |play| fight(play, convoy, from, &attackers))
            });
            Ok(report(&sheet, convoy, from, fought?.err()))
        },
    )
}

/// The convoy, the boats before its bow, and the weather over one or both.
fn before_bow<'g>(
    game: &'g Wolfpack,
    convoy: ConvoyId,
    from: Hex,
    given: &Attack,
) -> Result<Sheet<'g>, ProcedureError> {
    let mut sheet = Sheet::new(game)?;
    let sighted = Contact::Sighted;
    sheet.convoy(convoy, OPEN_SEA, given.escort, sighted, given.straggle);
    sheet.boats(from, &units(&given.units, Pin::Free))?;
    match (
        given.weather,
        given.boats_in_weather.unwrap_or(given.weather),
    ) {
        (false, false) => {}
        (true, true) => sheet.storm(OPEN_SEA),
        (true, false) => sheet.storm(OPEN_SEA.step(Direction::W)),
        (false, true) => sheet.storm(from.step(Direction::E)),
    }
    sheet
        .position
        .agenda
        .plan([Step::UboatAttack(None), Step::Counterattack]);
    Ok(sheet)
}

/// The places of the units that attack; all of them unless it is said.
fn attackers(given: &Attack) -> Result<Vec<usize>, ProcedureError> {
    let Some(mut places) = given.attackers.clone() else {
        return Ok((0..given.units.len()).collect());
    };
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(ProcedureError::input("a unit attacks once [14.14]"));
    }
    match places.last() {
        Some(last) if *last >= given.units.len() => Err(ProcedureError::input(format!(
            "there is no unit {last} in the stack, counted from 0"
        ))),
        _ => Ok(places),
    }
}

/// F1 and F2, as a player would play them.
fn fight(
    play: &mut Play<'_>,
    convoy: ConvoyId,
    from: Hex,
    attackers: &[usize],
) -> Result<(), Illegal> {
    let stack = play.p.fleet.stack(from);
    let units = stack.map_or_else(Vec::new, |stack| stack.units.to_vec());
    play.choose(Choice::Attack(convoy))?;
    for place in attackers {
        play.choose(Choice::Add(units[*place].name()))?;
    }
    play.choose(Choice::Fire)
}

fn report(sheet: &Sheet<'_>, convoy: ConvoyId, from: Hex, refused: Option<Illegal>) -> Attacked {
    let scored = |event: &Event| match event {
        Event::Attack {
            odds,
            result,
            points,
            ..
        } => Some(Score {
            differential: odds.differential,
            column: shown_column(sheet.tables, odds.column),
            result: *result,
            points: *points,
        }),
        _ => None,
    };
    let groups = sheet.struck().into_iter();
    Attacked {
        legal: refused.is_none(),
        why: refused.map(|why| why.to_string()),
        score: sheet.events().iter().find_map(scored),
        straggle: sheet.position.convoy(convoy).straggle,
        counterattack: groups.map(|group| group.result).collect(),
        boats_lost: sheet.position.boats_sunk,
        stack: sheet.lying(from),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strike {
    base: Base,
    hex: Hex,
    groups: Vec<u8>,
    units: Vec<UnitKind>,
    #[serde(default)]
    weather: bool,
    #[serde(default)]
    boats: Boats,
    #[serde(default)]
    double_air: bool,
    chits: Option<Vec<Chit>>,
}

#[derive(Serialize)]
struct Struck {
    range: u32,
    chit_modifier: i32,
    /// Nothing when there was no search: no group in reach, no chance, or weather.
    search: Option<Search>,
    attack: Vec<AswResult>,
    boats_lost: u16,
    stack: Vec<Lying>,
}

#[derive(Serialize)]
struct Search {
    groups: u32,
    product: u32,
    spread: String,
    sighted: bool,
}

fn air_strike() -> Procedure<Wolfpack> {
    Procedure::new(
        "air_strike",
        "11.3",
        "An air search from a base for the boats in a hex, and the attack if it finds them.",
        const {
            &[
                need("base", BASE),
                need("hex", HEX),
                need("groups", RANGES),
                need("units", UNITS),
                may("weather", "true if the boats are in fog or storm"),
                may("boats", EQUIPMENT),
                may("double_air", YES_NO),
                may("chits", CHITS),
            ]
        },
        |game: &Wolfpack, given: Strike, chance| {
            let tables = &game.tables;
            on_area(tables, given.hex)?;
            let mut sheet = Sheet::new(game)?;
            sheet.position.air[given.base.index()] = groups(tables, &given.groups)?;
            sheet.position.setup.options.boats = given.boats;
            sheet.position.setup.options.double_air = given.double_air;
            sheet.boats(given.hex, &units(&given.units, Pin::Free))?;
            if given.weather {
                sheet.storm(given.hex);
            }
            with_chits(given.chits, chance, |chance: &mut Chance| {
                sheet.play(chance, |play| play.search_from_the_air());
            })?;
            Ok(Struck {
                range: tables.base(given.base).distance(given.hex),
                chit_modifier: schnorkel_modifier(tables, given.boats),
                search: sheet.events().iter().find_map(searched),
                attack: sheet.struck().iter().map(|group| group.result).collect(),
                boats_lost: sheet.position.boats_sunk,
                stack: sheet.lying(given.hex),
            })
        },
    )
}

fn searched(event: &Event) -> Option<Search> {
    match event {
        Event::AirSearch {
            groups,
            product,
            spread,
            sighted,
            ..
        } => Some(Search {
            groups: *groups,
            product: *product,
            spread: shown_spread(Some(*spread)),
            sighted: *sighted,
        }),
        _ => None,
    }
}
