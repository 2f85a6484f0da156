//! Boats search for convoys [12.1].

use super::boats::units;
use super::convoys::{Movement, any_convoy, convoy_bound};
use super::inputs::{
    BOUND, CHIT, CHITS, Cases, Chit, FACING, Facing, HEX, HEXES, NUMBER, Strength, YES_NO, at_most,
    chit, chits, may, need, on_area, on_sheet, percent,
};
use super::sheet::{OPEN_SEA, Sheet};
use crate::convoys::MAX_MOVEMENT;
use crate::event::Event;
use crate::fleet::{MAX_BOATS, Pin};
use crate::game::Wolfpack;
use crate::position::{Contact, Place};
use crate::search::{keeps_contact, picket_sights, search_zone};
use crate::units::{Bound, EscortKind, Straggle, UnitKind};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Chance, Hex};
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        zone(),
        picket_on_path(),
        picket_search(),
        picket_chances(),
        sighting_outcome(),
        contact_check(),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Watch {
    hex: Hex,
    strength: Strength,
    #[serde(default)]
    facing: Facing,
}

#[derive(Serialize)]
struct Hexes {
    hexes: Vec<Hex>,
}

fn zone() -> Procedure<Wolfpack> {
    Procedure::new(
        "search_zone",
        "12.12",
        "The hexes that a stack watches with its unpinned strength.",
        const {
            &[
                need("hex", HEX),
                need("strength", NUMBER),
                may("facing", FACING),
            ]
        },
        |game: &Wolfpack, given: Watch, _| {
            on_area(&game.tables, given.hex)?;
            let strength = given.strength.get() as u16;
            let mut hexes = search_zone(&game.tables, given.hex, strength, given.facing.0);
            hexes.sort_unstable();
            Ok(Hexes {
                hexes: hexes.to_vec(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pickets {
    bound: Bound,
    movement: Movement,
    start: Hex,
    chit: Option<Chit>,
    stacks: Vec<Watch>,
    #[serde(default)]
    markers: Vec<Hex>,
}

#[derive(Serialize)]
struct PicketSearch {
    point: u8,
    hex: Hex,
    strength: u16,
}

#[derive(Serialize)]
struct PicketSearches {
    searches: Vec<PicketSearch>,
}

fn picket_on_path() -> Procedure<Wolfpack> {
    Procedure::new(
        "picket_on_path",
        "12.14",
        "Which picket searches a hidden convoy meets on its way, as long as none of them succeeds.",
        const {
            &[
                need("bound", BOUND),
                need("movement", "number 1-8"),
                need("start", HEX),
                may("chit", CHIT),
                need("stacks", "list of { hex, strength, facing }"),
                may("markers", HEXES),
            ]
        },
        |game: &Wolfpack, given: Pickets, chance| {
            on_area(&game.tables, given.start)?;
            let id = any_convoy(game, given.bound, given.movement.get() as u8)?;
            let mut sheet = Sheet::new(game)?;
            let (dummy, hidden) = (EscortKind::Dummy, Contact::Hidden);
            sheet.convoy(id, given.start, dummy, hidden, Straggle::None);
            for marker in given.markers {
                on_sheet(&game.tables, marker)?;
                sheet.position.sightings.insert(marker);
            }
            for stack in &given.stacks {
                watch(&mut sheet, stack)?;
            }
            sheet.position.course = Some(chit(given.chit, chance));
            // No search succeeds with the highest chit, so every one of them is made.
            let mut misses = Chance::scripted([9; MAX_MOVEMENT]);
            sheet.play(&mut misses, |play| play.move_convoys());
            Ok(PicketSearches {
                searches: sheet.events().iter().filter_map(picket).collect(),
            })
        },
    )
}

/// Puts down a stack of that strength: the largest packs there are, the rest single boats.
fn watch(sheet: &mut Sheet<'_>, stack: &Watch) -> Result<(), ProcedureError> {
    on_area(sheet.tables, stack.hex)?;
    if sheet.position.fleet.stack(stack.hex).is_some() {
        let why = format!("two stacks are in {}: name them as one", stack.hex);
        return Err(ProcedureError::input(why));
    }
    let mut left = stack.strength.get() as u16;
    let mut kinds = Vec::new();
    for kind in UnitKind::ALL.into_iter().rev() {
        let values = sheet.tables.unit(kind);
        let spare = values.limit.map_or(usize::MAX, |limit| {
            usize::from(limit.saturating_sub(sheet.position.fleet.count(kind)))
        });
        let wanted = usize::from(left / values.strength.max(1)).min(spare);
        at_most("boats", MAX_BOATS, wanted)?;
        kinds.extend(std::iter::repeat_n(kind, wanted));
        left -= wanted as u16 * values.strength;
    }
    if left > 0 {
        let why = format!("no units add up to a strength of {}", stack.strength.get());
        return Err(ProcedureError::input(why));
    }
    sheet.boats(stack.hex, &units(&kinds, Pin::Free))?;
    sheet.position.fleet.turn(stack.hex, stack.facing.0);
    Ok(())
}

fn picket(event: &Event) -> Option<PicketSearch> {
    match event {
        Event::PicketSearch {
            point,
            hex,
            strength,
            ..
        } => Some(PicketSearch {
            point: *point,
            hex: *hex,
            strength: *strength,
        }),
        _ => None,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Picket {
    strength: Strength,
    #[serde(default)]
    weather: bool,
    chits: Option<Vec<Chit>>,
}

/// Whether each search sighted.
#[derive(Serialize)]
pub(super) struct Sighted {
    pub(super) sighted: Vec<bool>,
}

fn picket_search() -> Procedure<Wolfpack> {
    Procedure::new(
        "picket_search",
        "12.19",
        "Whether boats of a strength sight a convoy that enters their zone.",
        const {
            &[
                need("strength", NUMBER),
                may("weather", YES_NO),
                may("chits", CHITS),
            ]
        },
        |game: &Wolfpack, given: Picket, chance| {
            let strength = given.strength.get() as u16;
            let sights = |chit| picket_sights(&game.tables, strength, given.weather, chit);
            Ok(Sighted {
                sighted: chits(given.chits, chance).into_iter().map(sights).collect(),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strengths {
    strengths: Vec<Strength>,
}

#[derive(Serialize)]
struct Chances {
    clear: Vec<u32>,
    weather: Vec<u32>,
}

fn picket_chances() -> Procedure<Wolfpack> {
    Procedure::new(
        "picket_chances",
        "12.19",
        "The chance of a picket search in percent, in clear weather and in fog or storm.",
        const { &[need("strengths", "list of numbers")] },
        |game: &Wolfpack, given: Strengths, _| {
            let chances = |weather| {
                let strengths = given.strengths.iter().map(|strength| strength.get() as u16);
                strengths
                    .map(|strength| {
                        percent(|chit| picket_sights(&game.tables, strength, weather, chit))
                    })
                    .collect()
            };
            Ok(Chances {
                clear: chances(false),
                weather: chances(true),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Found {
    escort: EscortKind,
    #[serde(default = "hidden")]
    state: Contact,
}

const fn hidden() -> Contact {
    Contact::Hidden
}

#[derive(Serialize)]
struct States {
    states: Vec<&'static str>,
}

/// What becomes of a convoy, in a word.
const fn state(place: Place, contact: Contact) -> &'static str {
    match (place, contact) {
        (Place::Removed, _) => "removed",
        (_, Contact::Hidden) => "hidden",
        (_, Contact::Sighted) => "sighted",
        (_, Contact::Lost) => "lost",
    }
}

fn sighting_outcome() -> Procedure<Wolfpack> {
    Procedure::new(
        "sighting_outcome",
        "12.11",
        "What a successful picket search does to a convoy: a dummy is removed, a real one is sighted.",
        const { &[need("cases", "list of { escort, state }")] },
        |game: &Wolfpack, given: Cases<Found>, _| {
            let id = convoy_bound(game, Bound::East)?;
            let mut states = Vec::new();
            for Found { escort, state: was } in given.cases {
                if was == Contact::Sighted || escort == EscortKind::Dummy && was == Contact::Lost {
                    let why = "a convoy that is searched for is hidden, or lost and no dummy";
                    return Err(ProcedureError::input(why));
                }
                let mut sheet = Sheet::new(game)?;
                sheet.convoy(id, OPEN_SEA, escort, was, Straggle::None);
                sheet.play(&mut Chance::scripted([]), |play| play.unmask(id));
                let convoy = sheet.position.convoy(id);
                states.push(state(convoy.place, convoy.contact));
            }
            Ok(States { states })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shadowed {
    #[serde(default)]
    weather: bool,
    unpinned_adjacent: bool,
}

fn contact_check() -> Procedure<Wolfpack> {
    Procedure::new(
        "contact_check",
        "12.17",
        "Whether a sighted convoy stays in contact at the start of D2, or is lost.",
        const { &[need("cases", "list of { weather, unpinned_adjacent }")] },
        |_: &Wolfpack, given: Cases<Shadowed>, _| {
            let cases = given.cases.iter().map(|case| {
                if keeps_contact(case.weather, case.unpinned_adjacent) {
                    "sighted"
                } else {
                    "lost"
                }
            });
            Ok(States {
                states: cases.collect(),
            })
        },
    )
}
