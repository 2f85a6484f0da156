//! What escorts and aircraft do to a boat, and damage [14.12], [14.13], [14.2], [18.0].

use super::attack::{halves, some_piece};
use super::inputs::*;
use crate::activity::Cover;
use crate::combat::asw::{in_weather, share};
use crate::combat::{counterattack, stays, watch};
use crate::damage::{Hurt, Repair, Victim, assess, take};
use crate::displays::{Display, Lane, Lanes};
use crate::fleet::BoatId;
use crate::game::SteelWolves;
use crate::halves::Halves;
use crate::harm::{Harm, Hazard};
use crate::tables::Piece;
use crate::units::{Nation, ShipType};
use crate::weather::{Weather, damages, founders};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Chance, Log};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        counter(),
        counter_asw("counter_asw"),
        counter_asw("counter_reach"),
        dive(),
        hazard(),
        air(),
        weather_asw(),
        pack_escort(),
        take_damage(),
        damage_table(),
        weather_damage(),
        weather_second(),
    ]
}

fn counter() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        asw: Vec<f64>,
        red: Count,
        general: Count,
        defence: Num,
        ace: Rating,
        inexperienced: bool,
        die: Option<Die>,
        second: Option<Die>,
        #[serde(default)]
        modifier: Num,
    }
    Procedure::new(
        "counterattack",
        "14.2",
        "A counterattack on a boat, from the ASW of units that hunt it.",
        const {
            &[
                need("asw", LIST),
                need("red", NUMBER),
                need("general", NUMBER),
                need("defence", NUMBER),
                need("ace", NUMBER),
                need("inexperienced", YES_NO),
                may("die", DIE),
                may("second", DIE),
                may("modifier", NUMBER),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let mut sum = Halves::ZERO;
            for asw in i.asw {
                sum += halves(asw)?;
            }
            let allied = counterattack::allied(sum, watch(i.red.0, i.general.0 as i8));
            let submarine =
                counterattack::strength_of(i.defence.0, i.ace.0, green(i.inexperienced));
            let difference = allied - submarine;
            let row = game.tables().combat.counter_row(difference);
            let mut result = Harm::None;
            // Below zero no die is thrown; one that was given is then idle.
            if counterattack::happens(difference) {
                let roll = i16::from(die(i.die, chance)) + i16::from(i.modifier.0);
                result =
                    counterattack::result(game.tables(), difference, roll).unwrap_or(Harm::None);
            }
            let second = counterattack::sinks_from(result)
                .map(|least| counterattack::second(least, die(i.second, chance)));
            let end = match second {
                Some(Harm::Sunk) => "sunk",
                Some(_) => "damaged_rtb",
                None => result.id(),
            };
            let row = row.map(|row| [*row.difference.start(), *row.difference.end()]);
            Ok(json!({
                "allied": allied, "submarine": submarine, "difference": difference, "row": row,
                "result": result, "final": end,
            }))
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    #[serde(rename = "type")]
    kind: ShipType,
    nation: Nation,
    asw: f64,
    #[serde(default)]
    aircraft_capable: bool,
    #[serde(default = "yes")]
    in_reach: bool,
}

fn yes() -> bool {
    true
}

impl Unit {
    fn piece(&self) -> Result<Piece, ProcedureError> {
        let piece = some_piece(self.kind, self.nation, 1, halves(self.asw)?);
        Ok(Piece {
            capable: piece.capable || self.aircraft_capable,
            ..piece
        })
    }
}

fn counter_asw(name: &'static str) -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        units: Vec<Unit>,
    }
    Procedure::new(
        name,
        "14.2",
        "What revealed units add to a counterattack and to the defence of targets.",
        const { &[need("wp", PERIOD), need("units", LIST)] },
        |game: &SteelWolves, i: In, _| {
            let (mut counter, mut target) = (Halves::ZERO, Halves::ZERO);
            for unit in &i.units {
                let share = share(game.tables(), &unit.piece()?, i.wp.0, Weather::Clear);
                target += share.at_target(unit.in_reach);
                counter += share.at_boat(unit.in_reach);
            }
            Ok(json!({ "counter": counter.decimal(), "target_defence": target.decimal() }))
        },
    )
}

fn dive() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        rating: Count,
        die: Option<Die>,
        inexperienced: bool,
        cause: Hazard,
        hazard_die: Option<Die>,
    }
    Procedure::new(
        "crash_dive",
        "14.13",
        "A crash dive, and what the hazard comes to.",
        const {
            &[
                need("rating", NUMBER),
                may("die", DIE),
                need("inexperienced", YES_NO),
                need("cause", "hazard"),
                may("hazard_die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let crew = green(i.inexperienced);
            let dived = counterattack::dive_succeeds(i.rating.0, die(i.die, chance), crew);
            let added = if matches!(i.cause, Hazard::DiligentEscort | Hazard::Aircraft) {
                crew
            } else {
                0
            };
            let roll = i16::from(die(i.hazard_die, chance)) + i16::from(added);
            let harm = game.tables().combat.hazard(i.cause, roll);
            Ok(
                json!({ "dived": dived, "result": counterattack::dived_result(i.cause, harm, dived) }),
            )
        },
    )
}

fn hazard() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        row: Hazard,
        die: Option<Die>,
        #[serde(default)]
        modifier: Num,
    }
    Procedure::new(
        "hazard",
        "14.12",
        "A row of the table of other hazards.",
        const {
            &[
                need("row", "hazard"),
                may("die", DIE),
                may("modifier", NUMBER),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let roll = i16::from(die(i.die, chance)) + i16::from(i.modifier.0);
            Ok(json!({ "result": game.tables().combat.hazard(i.row, roll) }))
        },
    )
}

fn air() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        cover: Cover,
        die: Option<Die>,
        smz: bool,
        display: Option<Display>,
        #[serde(default)]
        coastal: bool,
    }
    Procedure::new(
        "air_cover",
        "14.12",
        "Whether an aircraft that is turned up stays.",
        const {
            &[
                need("cover", "none, light or heavy"),
                may("die", DIE),
                need("smz", YES_NO),
                may("display", DISPLAY),
                may("coastal", YES_NO),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            let cover = if i.smz { i.cover.in_zone() } else { i.cover };
            let display = i.display.unwrap_or(Display::Large);
            Ok(json!({ "stays": stays(cover, display, i.coastal, || die(i.die, chance)) }))
        },
    )
}

fn weather_asw() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        weather: Mbar,
        #[serde(rename = "type")]
        kind: ShipType,
        asw: f64,
    }
    Procedure::new(
        "weather_asw",
        "7.41",
        "The ASW of a unit in some weather.",
        const {
            &[
                need("weather", WEATHER),
                need("type", "type of unit"),
                need("asw", NUMBER),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let piece = some_piece(i.kind, Nation::British, 1, halves(i.asw)?);
            let asw = in_weather(game.tables(), i.weather.0, &piece, piece.asw);
            Ok(json!({ "asw": asw.decimal() }))
        },
    )
}

fn pack_escort() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Escort {
        column: Lane,
        asw: f64,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        display: Display,
        boats: BTreeMap<String, Lane>,
        escorts: Vec<Escort>,
        aircraft: f64,
    }
    Procedure::new(
        "pack_escort",
        "24.24",
        "Escorts that work on each boat of a pack.",
        const {
            &[
                need("display", DISPLAY),
                need("boats", "columns by boat"),
                need("escorts", LIST),
                need("aircraft", "ASW of all aircraft"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let columns = &game.tables().contacts.displays[i.display.index()];
            let occupied = i.boats.values().copied().fold(Lanes::NONE, Lanes::with);
            let mut levels = Map::new();
            for (boat, lane) in &i.boats {
                let hunters = crate::combat::asw::working(columns.reach(*lane), *lane, occupied);
                let mut level = halves(i.aircraft)?;
                for escort in i.escorts.iter().filter(|escort| hunters.has(escort.column)) {
                    level += halves(escort.asw)?;
                }
                levels.insert(boat.clone(), json!(level.decimal()));
            }
            Ok(Value::Object(levels))
        },
    )
}

fn take_damage() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        markers: Rating,
        defence: Num,
        die: Option<Die>,
    }
    Procedure::new(
        "take_damage",
        "18.1",
        "One more damage marker on a boat.",
        const {
            &[
                need("markers", "0-2"),
                need("defence", NUMBER),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let mut given = Chance::scripted(i.die.map_or(vec![], |die| vec![die.0.into()]));
            let chance = if i.die.is_some() { &mut given } else { chance };
            let victim = Victim {
                boat: BoatId(0),
                markers: i.markers.0,
                defence: i.defence.0,
                ace: 0,
            };
            let log = &mut Log::off();
            let hurt = take(game.tables(), victim, Weather::Clear, chance, log);
            Ok(match hurt {
                Hurt::Sunk => json!({ "sunk": true }),
                Hurt::Markers(markers) => json!({ "sunk": false, "markers": markers }),
            })
        },
    )
}

fn damage_table() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        dice: Vec<Die>,
        inexperienced: bool,
    }
    Procedure::new(
        "damage_table",
        "18.3",
        "What becomes of a damaged boat in base, a die for each marker.",
        const {
            &[
                need("dice", "one die for each marker"),
                need("inexperienced", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            if i.dice.len() > 2 {
                return Err(wrong("a boat has two damage markers at most"));
            }
            let dice: Vec<u8> = i.dice.iter().map(|die| die.0).collect();
            let (total, repair) = assess(game.tables(), &dice, green(i.inexperienced));
            let outcome = match repair {
                Repair::WorkUp => "work_up".to_owned(),
                Repair::Box(number) => format!("box_{number}"),
                Repair::Scrapped => "total_loss".to_owned(),
            };
            Ok(json!({ "total": total, "outcome": outcome }))
        },
    )
}

fn weather_damage() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        weather: Mbar,
        nation: crate::units::Navy,
        die: Option<Die>,
    }
    Procedure::new(
        "weather_damage",
        "7.41",
        "Whether the sea damages a boat.",
        const {
            &[
                need("weather", WEATHER),
                need("nation", "german, italian or vichy"),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            Ok(
                json!({ "damaged": damages(game.tables(), i.weather.0, i.nation, die(i.die, chance)) }),
            )
        },
    )
}

fn weather_second() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
        ace: Rating,
        defence: Num,
    }
    Procedure::new(
        "weather_damage_second",
        "7.41",
        "Whether a boat that was damaged in a storm is lost.",
        const {
            &[
                may("die", DIE),
                need("ace", NUMBER),
                need("defence", NUMBER),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            Ok(json!({ "lost": founders(die(i.die, chance), i.ace.0, i.defence.0) }))
        },
    )
}
