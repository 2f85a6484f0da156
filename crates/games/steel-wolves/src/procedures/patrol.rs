//! Endurance, supply, mines, weather [7.4], [14.7], [21.3], [26.0].

use super::inputs::*;
use crate::calendar::{self, Month};
use crate::endurance::{self, Week};
use crate::game::SteelWolves;
use crate::geography::Zone;
use crate::mines;
use crate::supply::{self, Provider};
use crate::weather;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::Procedure;
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        enduring(),
        tanker(),
        supply_risk(),
        mine_strength(),
        mine_decay(),
        minefield(),
        mine_allowed(),
        mine_option(),
        weather_systems(),
    ]
}

fn enduring() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        rating: Count,
        torpedo: Num,
        die: Option<Die>,
        #[serde(default)]
        bypassed_search: bool,
        #[serde(default)]
        no_contact: bool,
        #[serde(default)]
        italian_doctrine: bool,
        #[serde(default)]
        guns_only: bool,
        #[serde(default)]
        damaged: bool,
        #[serde(default)]
        laid_minefield: bool,
        #[serde(default)]
        inexperienced: bool,
    }
    Procedure::new(
        "endurance",
        "14.7",
        "An Endurance Check.",
        const {
            &[
                need("rating", "1-9"),
                need("torpedo", "-2 to 2"),
                may("die", DIE),
                may("bypassed_search", YES_NO),
                may("no_contact", YES_NO),
                may("italian_doctrine", YES_NO),
                may("guns_only", YES_NO),
                may("damaged", YES_NO),
                may("laid_minefield", YES_NO),
                may("inexperienced", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let week = Week {
                bypassed: i.bypassed_search,
                no_contact: i.no_contact,
                sparing: Some(i.italian_doctrine),
                guns_only: i.guns_only,
                laid_mines: i.laid_minefield,
                ..Week::default()
            };
            let t = game.tables();
            let modifier = endurance::modifier(t, week, i.damaged, green(i.inexperienced));
            let number = endurance::number(t, i.rating.0, i.torpedo.0);
            let stays = endurance::stays(number, modifier, die(i.die, chance));
            Ok(json!({ "number": number, "modifier": modifier, "stays": stays }))
        },
    )
}

fn tanker() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        class: String,
        year: u16,
    }
    Procedure::new(
        "tanker",
        "21.33",
        "How many boats a class supplies in a week.",
        const { &[need("class", NAME), need("year", "1939-1943")] },
        |game: &SteelWolves, i: In, _| {
            Ok(json!({ "per_week": supply::tanker_boats(class(game, &i.class)?, i.year) }))
        },
    )
}

fn supply_risk() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        provider: Provider,
        endurance_die: Die,
        second: Option<Die>,
        enigma: Num,
        wp: Option<Period>,
    }
    Procedure::new(
        "supply_risk",
        "21.3",
        "What becomes of whoever supplies a boat.",
        const {
            &[
                need("provider", "interned, at_sea or tanker"),
                need("endurance_die", DIE),
                may("second", DIE),
                need("enigma", NUMBER),
                may("wp", PERIOD),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let period = i.wp.map_or(calendar::Period::Five, |period| period.0);
            let outcome = match supply::is_at_risk(i.provider, i.endurance_die.0, period) {
                true => {
                    supply::fortune(game.tables(), i.provider, die(i.second, chance), i.enigma.0)
                }
                false => supply::Fortune::None,
            };
            Ok(json!({ "outcome": outcome }))
        },
    )
}

fn mine_strength() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        class: String,
    }
    Procedure::new(
        "mine_strength",
        "26.1",
        "The strength of a minefield that a class lays.",
        const { &[need("class", NAME)] },
        |game: &SteelWolves, i: In, _| {
            Ok(json!({ "strength": mines::strength(class(game, &i.class)?) }))
        },
    )
}

fn mine_decay() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        strength: Count,
        #[serde(rename = "just_laid")]
        _just_laid: bool,
    }
    Procedure::new(
        "mine_decay",
        "26.23",
        "The strength of a minefield after its roll, new or old.",
        const { &[need("strength", "1-3"), need("just_laid", YES_NO)] },
        |_: &SteelWolves, i: In, _| Ok(json!({ "strength": mines::decayed(i.strength.0) })),
    )
}

fn minefield() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        strength: Rating,
        ace: Rating,
        die: Option<Die>,
        new: bool,
        #[serde(default)]
        west: bool,
    }
    Procedure::new(
        "minefield",
        "26.2",
        "How many pieces a minefield draws.",
        const {
            &[
                need("wp", PERIOD),
                need("strength", "1-3"),
                need("ace", NUMBER),
                may("die", DIE),
                need("new", YES_NO),
                may("west", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let t = game.tables();
            let ace = i.new.then_some(i.ace.0);
            let total = mines::total(t, i.wp.0, i.strength.0, ace, i.west, die(i.die, chance));
            Ok(json!({ "total": total, "draw": mines::draw(t, total) }))
        },
    )
}

fn mine_allowed() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        smz: Zone,
        wp: Period,
        by_event: bool,
        occurred: Vec<String>,
        #[serde(default)]
        weather: Mbar,
    }
    Procedure::new(
        "mine_allowed",
        "26.52",
        "Whether mines may be laid in a zone.",
        const {
            &[
                need("smz", ZONE),
                need("wp", PERIOD),
                need("by_event", YES_NO),
                need("occurred", "events that have occurred"),
                may("weather", WEATHER),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let occurred = |event: &str| i.occurred.iter().any(|other| other == event);
            let allowed = mines::allowed(
                game.tables(),
                i.smz,
                i.wp.0,
                i.by_event,
                occurred,
                i.weather.0,
            );
            Ok(json!({ "allowed": allowed }))
        },
    )
}

fn mine_option() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        option: mines::Spotted,
    }
    Procedure::new(
        "mine_option",
        "26.11",
        "What a spotted minelayer's choice means.",
        const { &[need("option", "A, B or C")] },
        |game: &SteelWolves, i: In, _| {
            let keeps = i.option.keeps();
            let week = Week {
                jettisoned: !keeps,
                mines_kept: keeps,
                ..Week::default()
            };
            Ok(json!({
                "mine_counter": keeps,
                "spotted": !keeps,
                "endurance": endurance::modifier(game.tables(), week, false, 0),
                "searches": !keeps,
            }))
        },
    )
}

fn weather_systems() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        month: u8,
        formation: Option<Vec<Die>>,
        #[serde(default)]
        locations: Vec<Die>,
        #[serde(default)]
        strength: Vec<Die>,
    }
    Procedure::new(
        "weather",
        "7.4",
        "The weather systems of a week.",
        const {
            &[
                need("month", "1-12"),
                may("formation", "three dice"),
                may("locations", LIST),
                may("strength", LIST),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let year = if i.month >= 9 { 1939 } else { 1940 };
            let month = Month::new(year, i.month)
                .ok_or_else(|| wrong(format!("there is no month {}", i.month)))?;
            let systems = match i.formation {
                None => weather::form(game.tables(), month, &mut || chance.chit()),
                Some(formation) => {
                    let dice = formation.iter().chain(&i.locations).chain(&i.strength);
                    let mut given =
                        Chance::scripted(dice.map(|die| u32::from(die.0)).collect::<Vec<_>>());
                    let systems = weather::form(game.tables(), month, &mut || given.chit());
                    given.settled()?;
                    systems
                }
            };
            let markers: Vec<Value> = systems
                .iter()
                .map(|system| json!([system.area, system.weather.number()]))
                .collect();
            Ok(json!({ "markers": markers }))
        },
    )
}
