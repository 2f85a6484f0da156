//! Periods, ships that come and go, victory [3.12], [14.81], [17.0], [31.03].

use super::events::event_of;
use super::inputs::*;
use crate::calendar::Month;
use crate::cups::{Season, sisters};
use crate::game::SteelWolves;
use crate::progress::{self, Tally};
use crate::units::Counter;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::json;

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![period(), replacement(), availability(), points(), peace()]
}

fn period() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        #[serde(rename = "week")]
        _week: Count,
        die: Option<Die>,
        month_offset: Count,
    }
    Procedure::new(
        "war_period",
        "17.1",
        "Whether the war period changes.",
        const {
            &[
                need("week", "1-4"),
                may("die", DIE),
                need("month_offset", "months since the check opened"),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let die = (i.month_offset.0 == 0).then(|| die(i.die, chance));
            Ok(json!({ "changes": progress::changes(game.tables(), die) }))
        },
    )
}

fn replacement() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        sunk: String,
        date: Month,
        already_sunk: Vec<String>,
        #[serde(default)]
        in_cups: Vec<String>,
    }
    Procedure::new(
        "replacement",
        "14.81",
        "Sister ships that may take the place of a named ship.",
        const {
            &[
                need("sunk", "unit"),
                need("date", DATE),
                need("already_sunk", LIST),
                may("in_cups", LIST),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let t = game.tables();
            let unit = |name: &String| {
                t.ships
                    .find(name)
                    .ok_or_else(|| wrong(format!("there is no unit “{name}”")))
            };
            let counters = |names: &[String]| -> Result<Vec<Counter>, ProcedureError> {
                let units = names.iter().map(unit).collect::<Result<Vec<_>, _>>()?;
                Ok(units
                    .into_iter()
                    .flat_map(|unit| t.ships.counters(unit))
                    .collect())
            };
            let sunk = unit(&i.sunk)?;
            let (mut out, in_cups) = (counters(&i.already_sunk)?, counters(&i.in_cups)?);
            out.extend(t.ships.counters(sunk));
            let season = Season {
                period: t.period_of(i.date),
                month: i.date,
                barbarossa: t.period_of(i.date) >= crate::calendar::Period::Four,
                out: &out,
            };
            let choices = sisters(t, sunk, season, &|counter| in_cups.contains(&counter));
            let mut names: Vec<&str> = choices
                .iter()
                .map(|unit| t.ships.unit(*unit).id.as_str())
                .collect();
            names.sort_unstable();
            Ok(json!({ "choices": names }))
        },
    )
}

fn availability() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        unit: String,
        wp: Period,
        event: String,
    }
    Procedure::new(
        "availability",
        "3.12",
        "Whether a unit is available by its date, and by an event.",
        const {
            &[
                need("unit", "unit"),
                need("wp", PERIOD),
                need("event", "War Event"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let t = game.tables();
            let unit = t
                .ships
                .find(&i.unit)
                .ok_or_else(|| wrong(format!("there is no unit “{}”", i.unit)))?;
            let month = t.scenarios.wars[i.wp.0.index()].start.month;
            let by_period = t.ships.unit(unit).is_available(i.wp.0, month, false);
            let event = event_of(game, &i.event)?;
            Ok(json!({ "by_period": by_period, "by_event": event.adds.contains(&i.unit) }))
        },
    )
}

fn points() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        tons: u16,
        bb_bc_cv: Count,
        cruisers_cve: Count,
        liners: Count,
        subs_lost: Count,
    }
    Procedure::new(
        "victory_points",
        "31.03",
        "Victory points of a month.",
        const {
            &[
                need("tons", "thousand tons"),
                need("bb_bc_cv", NUMBER),
                need("cruisers_cve", NUMBER),
                need("liners", NUMBER),
                need("subs_lost", NUMBER),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let tally = Tally {
                ships: 0,
                tons: i.tons.into(),
                capital_ships: i.bb_bc_cv.0.into(),
                cruisers: i.cruisers_cve.0.into(),
                liners: i.liners.0.into(),
                boats_lost: i.subs_lost.0.into(),
            };
            Ok(json!({ "points": progress::points(&game.tables().victory, tally) }))
        },
    )
}

fn peace() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        tons: u16,
        marker: Die,
        die: Option<Die>,
    }
    Procedure::new(
        "peace",
        "31.04",
        "England imperilled: the marker after a month, and whether there is peace.",
        const {
            &[
                need("wp", PERIOD),
                need("tons", "thousand tons"),
                need("marker", "0-9"),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let victory = &game.tables().victory;
            let marker = progress::imperilled(victory, i.wp.0, i.tons.into(), i.marker.0);
            let asked = marker >= victory.peace_from;
            let peace = asked && progress::peace(victory, marker, die(i.die, chance));
            Ok(json!({ "marker": marker, "peace": peace }))
        },
    )
}
