//! Straggle, packs and crowds [22.1], [24.1], [29.0].

use super::inputs::*;
use super::sea::site;
use crate::calendar;
use crate::combat::{Joins, scatters, straggled};
use crate::displays::{Contact, Display};
use crate::game::SteelWolves;
use crate::geography::Area;
use crate::position::Pack;
use crate::wolfpack::{self, Attempt, Join};
use derbyhouse_kernel::procedure::Procedure;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        straggle_start(),
        straggle_change(),
        scatter(),
        join(),
        summary(),
        huff_duff(),
        congregating(),
        congregating_move(),
    ]
}

fn straggle_start() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        oparea: Area,
        kind: String,
        weather: Mbar,
    }
    Procedure::new(
        "straggle_start",
        "29.1",
        "How far a convoy straggles at first.",
        const {
            &[
                need("wp", PERIOD),
                need("oparea", AREA),
                need("kind", "convoy or special"),
                need("weather", WEATHER),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let contact = match i.kind.as_str() {
                "convoy" => Contact::Convoy,
                "special" => Contact::SpecialConvoy,
                other => {
                    return Err(wrong(format!(
                        "only convoys and special convoys straggle, not “{other}”"
                    )));
                }
            };
            let mut site = site(game, i.oparea, i.wp.0, &[])?;
            site.weather = i.weather.0;
            Ok(json!({ "level": site.straggle(game.tables(), contact) }))
        },
    )
}

fn straggle_change() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        level: Rating,
        hits: Count,
        die: Option<Die>,
    }
    Procedure::new(
        "straggle_change",
        "29.3",
        "The straggle level after a round.",
        const { &[need("level", "0-2"), need("hits", NUMBER), may("die", DIE)] },
        |_: &SteelWolves, i: In, chance| {
            Ok(json!({ "level": straggled(i.level.0, i.hits.0, die(i.die, chance)) }))
        },
    )
}

fn scatter() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        display: Display,
        wolfpack: bool,
        units: Count,
        sunk: Count,
        level: Rating,
        die: Option<Die>,
    }
    Procedure::new(
        "scatter",
        "29.4",
        "Whether a convoy scatters.",
        const {
            &[
                need("display", DISPLAY),
                need("wolfpack", YES_NO),
                need("units", NUMBER),
                need("sunk", NUMBER),
                need("level", "0-2"),
                may("die", DIE),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            let die = die(i.die, chance);
            let scatters = scatters(
                i.display,
                i.wolfpack,
                i.units.0.into(),
                i.sunk.0,
                i.level.0,
                die,
            );
            Ok(json!({ "scatters": scatters }))
        },
    )
}

fn join() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        attempt: Count,
        die: Option<Die>,
        enigma: Num,
        ace: Rating,
        shadower: bool,
        size: Display,
        #[serde(default)]
        aircraft: Count,
        #[serde(default)]
        weather: Mbar,
        #[serde(default)]
        inexperienced: bool,
        #[serde(default)]
        adjacent: bool,
        wp: Option<Period>,
    }
    Procedure::new(
        "wolfpack_join",
        "24.1",
        "A boat tries to join a pack.",
        const {
            &[
                need("attempt", "which try; the finder is 1"),
                may("die", DIE),
                need("enigma", NUMBER),
                need("ace", NUMBER),
                need("shadower", YES_NO),
                need("size", "C1, C2 or TF"),
                may("aircraft", NUMBER),
                may("weather", WEATHER),
                may("inexperienced", YES_NO),
                may("adjacent", YES_NO),
                may("wp", PERIOD),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let late = i.wp.is_none_or(|period| period.0 == calendar::Period::Five);
            if i.adjacent && !late {
                return Err(wrong("boats of adjacent areas join only in War Period 5"));
            }
            let attempt = Attempt {
                number: i.attempt.0,
                enigma: i.enigma.0,
                ace: i.ace.0,
                shadower: i.shadower,
                lesser: i.size != Display::Large,
                aircraft: i.aircraft.0.min(9),
                weather: i.weather.0,
                green: green(i.inexperienced),
                adjacent: i.adjacent,
            };
            let t = game.tables();
            let die = die(i.die, chance);
            Ok(json!({
                "number": t.pack.number(i.attempt.0),
                "modified": die as i8 + attempt.modifier(t),
                "outcome": attempt.outcome(t, die),
                "huff_duff": attempt.is_heard(die),
            }))
        },
    )
}

fn summary() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        shadower: Option<String>,
        outcomes: BTreeMap<String, Join>,
    }
    Procedure::new(
        "pack_summary",
        "24.1",
        "Who of a pack attacks when.",
        const {
            &[
                may("shadower", "boat"),
                need("outcomes", "outcome of each boat"),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            // Who found the convoy throws no die: it is in the pack.
            let mut outcomes = i.outcomes;
            if let Some(shadower) = &i.shadower {
                outcomes.entry(shadower.clone()).or_insert(Join::Joins);
            }
            let (mut pack, mut alone) = (Pack::default(), Vec::new());
            for (place, (boat, outcome)) in (0..).zip(&outcomes) {
                if !pack.take_in(place, *outcome) {
                    alone.push(boat);
                }
                if i.shadower.as_ref() == Some(boat) {
                    pack.shadowed_by(place);
                }
            }
            let boats: Vec<&String> = outcomes.keys().collect();
            let of = |wanted: Joins| -> Vec<&String> {
                let all = pack.joined.iter().filter(|(_, joins)| *joins == wanted);
                all.map(|(place, _)| boats[usize::from(*place)]).collect()
            };
            Ok(
                json!({ "round_1": of(Joins::Now), "reattack_only": of(Joins::Late), "search_alone": alone }),
            )
        },
    )
}

fn huff_duff() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        die: Option<Die>,
    }
    Procedure::new(
        "huff_duff",
        "24.11",
        "What Huff-Duff does to a shadower.",
        const { &[need("wp", PERIOD), may("die", DIE)] },
        |game: &SteelWolves, i: In, chance| {
            Ok(json!({ "result": wolfpack::huff_duff(game.tables(), i.wp.0, die(i.die, chance)) }))
        },
    )
}

fn congregating() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        subs: Count,
    }
    Procedure::new(
        "congregating",
        "22.1",
        "What a crowd of submarines costs.",
        const { &[need("subs", NUMBER)] },
        |game: &SteelWolves, i: In, _| {
            let steps = game.tables().crowd.steps(i.subs.0.into());
            Ok(json!({ "transit": steps, "search": -steps }))
        },
    )
}

fn congregating_move() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        opareas: BTreeMap<Area, Count>,
        #[serde(default)]
        barbarossa: bool,
    }
    Procedure::new(
        "congregating_move",
        "22.1",
        "The worst crowd that a move touches.",
        const {
            &[
                need("wp", PERIOD),
                need("opareas", "submarines by area"),
                may("barbarossa", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let t = game.tables();
            let worst = i.opareas.iter().map(|(area, boats)| {
                crate::transit::crowd(t, *area, i.wp.0, i.barbarossa, boats.0.into())
            });
            Ok(json!({ "transit": worst.max().unwrap_or(0) }))
        },
    )
}
