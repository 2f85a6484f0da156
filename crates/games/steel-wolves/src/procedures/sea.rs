//! Search and contact, signals, enemy submarines [7.1], [13.0], [14.6].

use super::inputs::*;
use crate::activity::Colour;
use crate::combat::Site;
use crate::combat::engagement::numbers;
use crate::displays::{Contact, Display};
use crate::game::SteelWolves;
use crate::geography::Area;
use crate::search::{self, Search};
use crate::tables::Ring;
use crate::units::{Nation, Navy};
use crate::{calendar, duel, intelligence};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Map, json};

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        searching(),
        enemy_sub(),
        contact(),
        engagement(),
        cups(),
        tf_nation(),
        chart_row(),
        detect(),
        allied_torpedo(),
        aircraft_lost(),
        b_dienst(),
    ]
}

fn searching() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        oparea: Area,
        wp: Period,
        die: Option<Die>,
        b_dienst: Num,
        enigma: Num,
        nation: Option<Navy>,
        #[serde(default)]
        four_rotor: bool,
        theatre: Option<String>,
        #[serde(default)]
        spotted: bool,
        #[serde(default)]
        failed_pack: bool,
        #[serde(default)]
        inexperienced: bool,
        #[serde(default)]
        subs: Count,
        #[serde(default)]
        weather: Mbar,
        #[serde(default)]
        virgin: bool,
        #[serde(default)]
        b_dienst_area: bool,
        #[serde(default)]
        aircraft: Count,
        #[serde(default)]
        smz: bool,
        #[serde(default = "yes")]
        barbarossa: bool,
    }
    fn yes() -> bool {
        true
    }
    Procedure::new(
        "search",
        "13.21",
        "A search roll with its modifiers, and the box it finds.",
        const {
            &[
                need("oparea", AREA),
                need("wp", PERIOD),
                may("die", DIE),
                need("b_dienst", NUMBER),
                need("enigma", NUMBER),
                may("nation", "german, italian or vichy"),
                may("four_rotor", YES_NO),
                may("theatre", "atlantic, mediterranean or arctic"),
                may("spotted", YES_NO),
                may("failed_pack", YES_NO),
                may("inexperienced", YES_NO),
                may("subs", "submarines there"),
                may("weather", WEATHER),
                may("virgin", YES_NO),
                may("b_dienst_area", YES_NO),
                may("aircraft", NUMBER),
                may("smz", YES_NO),
                may("barbarossa", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let t = game.tables();
            let chart = t.map.chart(i.oparea, i.wp.0, i.barbarossa);
            let far = matches!(i.theatre.as_deref(), Some("arctic" | "mediterranean"));
            let crowd = if chart.is_busy() && !i.smz {
                t.crowd.steps(i.subs.0.into())
            } else {
                0
            };
            let search = Search {
                period: i.wp.0,
                navy: i.nation.unwrap_or(Navy::German),
                green: green(i.inexperienced),
                marker: i.b_dienst_area,
                b_dienst: i.b_dienst.0,
                enigma: intelligence::enigma(i.enigma.0, i.four_rotor, far),
                aircraft: i.aircraft.0.min(9),
                virgin: i.virgin,
                spotted: i.spotted,
                failed_pack: i.failed_pack,
                crowd,
                weather: i.weather.0,
                event: 0,
            };
            let modifier = search.modifier(t);
            let result = i16::from(die(i.die, chance)) + i16::from(modifier);
            let (index, colour) = search::found(chart, result, i.smz);
            Ok(json!({ "modifier": modifier, "index": index, "colour": colour }))
        },
    )
}

fn enemy_sub() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        oparea: Area,
        wp: Period,
        die: Option<Die>,
        second: Option<Die>,
        colour: Colour,
        transit: bool,
        #[serde(default)]
        barbarossa: bool,
    }
    Procedure::new(
        "enemy_sub",
        "13.21",
        "Whether an enemy submarine is met.",
        const {
            &[
                need("oparea", AREA),
                need("wp", PERIOD),
                may("die", DIE),
                may("second", DIE),
                need("colour", COLOUR),
                need("transit", YES_NO),
                may("barbarossa", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let chart = game.tables().map.chart(i.oparea, i.wp.0, i.barbarossa);
            let about = search::enemy_submarine(chart, die(i.die, chance), i.colour, i.transit);
            let contact = about && (i.transit || die(i.second, chance) == 0);
            Ok(json!({ "contact": contact }))
        },
    )
}

fn contact() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        oparea: Area,
        wp: Period,
        colour: Colour,
        die: Option<Die>,
        #[serde(default)]
        aircraft: Count,
        #[serde(default)]
        barbarossa: bool,
    }
    Procedure::new(
        "contact",
        "13.22",
        "What the Contact Table finds.",
        const {
            &[
                need("oparea", AREA),
                need("wp", PERIOD),
                need("colour", COLOUR),
                may("die", DIE),
                may("aircraft", NUMBER),
                may("barbarossa", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let t = game.tables();
            let row = search::contact_row(t, i.colour, die(i.die, chance), i.aircraft.0);
            let contact = search::contact(t, i.oparea, i.wp.0, i.barbarossa, row);
            let size = if i.colour.is_large() {
                Display::Large
            } else {
                Display::Small
            };
            Ok(json!({ "row": row, "result": contact, "size": size }))
        },
    )
}

fn engagement() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        contact: Contact,
        colour: Colour,
    }
    Procedure::new(
        "engagement",
        "13.24",
        "How many pieces are drawn for a contact.",
        const {
            &[
                need("contact", "loner, convoy, task_force or special_convoy"),
                need("colour", COLOUR),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let mut counts = Map::new();
            let display = crate::combat::display(i.contact, i.colour.is_large());
            counts.insert("display".into(), json!(display));
            for (ring, count) in numbers(&game.tables().contacts, i.contact, i.colour) {
                let name = match ring {
                    Ring::Loner => "loner",
                    Ring::Outer => "outer",
                    Ring::Inner => "inner",
                    Ring::Center => "center",
                };
                counts.insert(name.into(), json!(count));
            }
            Ok(serde_json::Value::Object(counts))
        },
    )
}

pub(super) fn site(
    game: &SteelWolves,
    area: Area,
    period: calendar::Period,
    occurred: &[String],
) -> Result<Site, ProcedureError> {
    let west = search::is_west(game.tables(), area, period, |event| {
        occurred.iter().any(|other| other == event)
    });
    let mut site = Site::new(game.tables(), area, period, calendar::Month::FIRST);
    site.west = west;
    site.nation = Site::nation_of(west);
    Ok(site)
}

fn cups() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        oparea: Area,
        wp: Period,
        contact: String,
        #[serde(default)]
        occurred: Vec<String>,
    }
    Procedure::new(
        "cups",
        "2.12",
        "Which cups a contact is drawn from.",
        const {
            &[
                need("oparea", AREA),
                need("wp", PERIOD),
                need(
                    "contact",
                    "loner, convoy, task_force, special_convoy or submarine",
                ),
                may("occurred", "events that have occurred"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let site = site(game, i.oparea, i.wp.0, &i.occurred)?;
            if i.contact == "submarine" {
                let cup = if site.west {
                    "west_submarine"
                } else {
                    "submarine"
                };
                return Ok(json!({ "submarine": cup }));
            }
            let contact: Contact = i.contact.parse().map_err(|why: String| wrong(why))?;
            let cup = |ring| site.cup(contact, ring);
            Ok(json!({
                "loner": cup(Ring::Loner), "outer": cup(Ring::Outer),
                "inner": cup(Ring::Inner), "center": cup(Ring::Center),
            }))
        },
    )
}

fn tf_nation() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        oparea: Area,
        wp: Period,
    }
    Procedure::new(
        "tf_nation",
        "28.0",
        "Whose task force it is when nothing names it.",
        const { &[need("oparea", AREA), need("wp", PERIOD)] },
        |game: &SteelWolves, i: In, _| {
            Ok(json!({ "nation": site(game, i.oparea, i.wp.0, &[])?.nation }))
        },
    )
}

fn chart_row() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        oparea: Area,
        wp: Period,
        barbarossa: bool,
    }
    Procedure::new(
        "chart_row",
        "17.4",
        "Which row of its chart an area uses.",
        const {
            &[
                need("oparea", AREA),
                need("wp", PERIOD),
                need("barbarossa", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let map = &game.tables().map;
            let chart = map.chart(i.oparea, i.wp.0, i.barbarossa);
            Ok(
                json!({ "row": map.row(i.oparea, i.wp.0, i.barbarossa), "enemy_sub": chart.enemy_sub }),
            )
        },
    )
}

fn detect() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
        spotted: bool,
        damaged: bool,
        transit: bool,
    }
    Procedure::new(
        "sub_detect",
        "14.6",
        "Which of two submarines sees the other first.",
        const {
            &[
                may("die", DIE),
                need("spotted", YES_NO),
                need("damaged", YES_NO),
                need("transit", YES_NO),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            let modified = duel::detection(die(i.die, chance), i.spotted, i.damaged, i.transit);
            Ok(json!({ "modified": modified, "first": duel::first(modified) }))
        },
    )
}

fn allied_torpedo() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        year: u16,
        wp: Period,
        nation: Nation,
    }
    Procedure::new(
        "allied_torpedo",
        "14.6",
        "The torpedo value of an Allied navy.",
        const {
            &[
                need("year", "1939-1943"),
                need("wp", PERIOD),
                need("nation", NAME),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            Ok(json!({ "value": game.tables().allied_torpedoes.value(i.year, i.wp.0, i.nation) }))
        },
    )
}

fn aircraft_lost() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        revealed: crate::units::ShipType,
        die: Option<Die>,
    }
    Procedure::new(
        "axis_aircraft_lost",
        "7.55",
        "Whether an Axis aircraft is lost to a ship that was turned up.",
        const {
            &[
                need("wp", PERIOD),
                need("revealed", "type of unit"),
                may("die", DIE),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            let danger = intelligence::threatens_aircraft(i.wp.0, i.revealed);
            Ok(json!({ "lost": danger && intelligence::aircraft_lost(die(i.die, chance)) }))
        },
    )
}

fn b_dienst() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        die: Option<Die>,
        convoy_die: Option<Die>,
    }
    Procedure::new(
        "b_dienst",
        "7.11",
        "Where the B-Dienst marker goes, and what a convoy there is.",
        const { &[need("wp", PERIOD), may("die", DIE), may("convoy_die", DIE)] },
        |game: &SteelWolves, i: In, chance| {
            let signals = &game.tables().b_dienst[i.wp.0.index()][usize::from(die(i.die, chance))];
            let becomes = match signals.asks() {
                true => signals.contact(die(i.convoy_die, chance)),
                false => Contact::Convoy,
            };
            Ok(json!({ "area": signals.area, "convoy_becomes": becomes }))
        },
    )
}
