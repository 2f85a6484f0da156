//! Sheets that are not about one force: situation, time, notebook, plans, aircraft, victory.

use super::odds;
use super::words;
use crate::fuel::Marker;
use crate::position::PlanStep;
use crate::recon::Searchers;
use crate::side::Side;
use crate::tables::Line;
use crate::time::{Light, Turn};
use crate::view::{Contact, View};
use crate::weather::Weather;
use derbyhouse_scene::{Part, Sheet, Slot, Tone};

fn sheet(id: &str, title: &str, note: String, parts: Vec<Part>) -> Sheet {
    Sheet {
        id: id.to_owned(),
        title: title.to_owned(),
        note,
        seat: String::new(),
        piece: None,
        folded: false,
        parts,
    }
}

fn rows(title: &str, rows: Vec<Vec<String>>) -> Part {
    Part::Rows {
        title: title.to_owned(),
        rows,
    }
}

fn row(label: &str, value: impl ToString) -> Vec<String> {
    vec![label.to_owned(), value.to_string()]
}

pub(super) fn sheets(view: View<'_>) -> Vec<Sheet> {
    let mut sheets = super::fights::sheets(view);
    sheets.push(situation(view));
    sheets.extend(search(view));
    sheets.extend(notebook(view));
    sheets.extend(super::forces::sheets(view));
    sheets.push(time(view));
    sheets.extend(plans(view));
    sheets.push(super::aircraft::sheet(view));
    sheets.extend(super::aircraft::photographs(view));
    sheets.push(ledger(view));
    sheets
}

/// What weather does, in one line [9.2].
pub(super) const fn effects(weather: Weather) -> &'static str {
    match weather {
        Weather::Fair => "nothing is hindered [9.2.1]",
        Weather::ReducedVisibility => "harder to find anything [9.2.2]",
        Weather::Fog => "no aircraft take off; hard to find anything [9.2.3]",
        Weather::Storms => "carriers do not launch, no High Speed with Light Ships [9.2.4]",
        Weather::Gales => {
            "nothing flies, no torpedoes, no High Speed; Convoys may be stopped and dispersed [9.2.5]"
        }
    }
}

fn situation(view: View<'_>) -> Sheet {
    let weather = view.weather();
    let name = weather.map_or("no weather yet".to_owned(), |now| words::plain(now.id()));
    let mut table = vec![row(
        &name,
        weather.map_or("rolled when the first turn begins", effects),
    )];
    let light = match view.light() {
        Light::Day => "Day",
        Light::Night => "Night",
    };
    if let Some(local) = view.local_weather() {
        table.push(row(
            "Off North Norway",
            format!("{}: {} [9.5]", words::plain(local.id()), effects(local)),
        ));
    }
    if view.caution() {
        table.push(row(
            "High Command Caution",
            "the Axis breaks off more readily [13.3]",
        ));
    }
    table.push(row(light, format!("{} [8.2]", view.turn())));
    if let Some(active) = view.active() {
        table.push(row("Player Phase", words::side(active)));
    }
    for (track, spent, available) in view.points() {
        let cost = view.tables().command.cost(track, spent);
        table.push(row(
            &format!("{} points", words::plain(track.id())),
            format!("{spent} spent of {available}, costing {cost} VP [4.3]"),
        ));
    }
    if let Some(side) = view.eyes() {
        let dummies = view
            .own()
            .filter(|force| force.kind == crate::forces::Kind::Dummy)
            .count();
        let most = view.scenario().dummies[side];
        table.push(row("Dummies", format!("{dummies} of {most} [1.3]")));
        table.push(row(
            "Cards left",
            format!("{} of 40 [1.7]", view.deck().len()),
        ));
    }
    let options: Vec<String> = view
        .setup()
        .options
        .iter()
        .map(|option| {
            let values = &view.tables().chits.options[option.index()];
            values.name.clone()
        })
        .collect();
    if !options.is_empty() {
        table.push(row("Options", options.join("; ")));
    }
    let note = format!("{name} · {light}");
    sheet("situation", "Situation", note, vec![rows("", table)])
}

/// Which blocks are searched, by whom, with what chance, as things stand now [6.2].
fn search(view: View<'_>) -> Option<Sheet> {
    view.eyes()?;
    let contacts = view.contacts();
    let searched: Vec<Vec<String>> = contacts
        .iter()
        .filter_map(|seen| {
            let searchers = view.searchers(seen.token)?;
            let cards = odds::of_search(view, seen, searchers)?;
            Some(vec![
                view.tables().sheet.called(seen.hex),
                words::contact(seen),
                line(searchers).to_owned(),
                cards.percent(),
            ])
        })
        .collect();
    let left: Vec<Vec<String>> = view
        .sectors()
        .filter(|(_, hexes)| *hexes > 0)
        .map(|(sector, hexes)| {
            row(
                &format!("{} sector", words::plain(sector.id())),
                format!("{} a turn", words::hexes(hexes)),
            )
        })
        .collect();
    if searched.is_empty() && left.is_empty() {
        return None;
    }
    let note = format!("{} in sight", words::count(searched.len(), "block"));
    Some(sheet(
        "search",
        "Reconnaissance",
        note,
        vec![
            rows("Searched as things stand [6.2]", searched),
            rows("Sectors [6.4.2]", left),
        ],
    ))
}

/// The line of the card that is read [6.2].
fn line(searchers: Searchers) -> &'static str {
    match searchers.line() {
        Some(Line::Both) => "aircraft and ships",
        Some(Line::Air) => "aircraft",
        Some(Line::Force) => "ships",
        None => "for show [6.5]",
    }
}

/// Every contact with its reports, the newest first, then what was told of blocks that are out of sight [6.2.1].
fn notebook(view: View<'_>) -> Option<Sheet> {
    view.eyes()?;
    let contacts = view.contacts();
    let now = view.turn();
    let mut table: Vec<Vec<String>> = Vec::new();
    let told = |seen: &Contact| {
        let (token, reports) = (seen.token, view.notebook().iter().rev());
        reports.filter(move |told| told.token == token).take(3)
    };
    for seen in contacts.iter().filter(|seen| seen.id.is_identified()) {
        let shadow = if seen.shadowed { ", shadowed" } else { "" };
        let head = format!("{}{shadow}", words::contact(seen));
        let mut lines: Vec<String> = told(seen)
            .map(|told| {
                format!(
                    "ID{}, {}: {}",
                    told.report.level,
                    words::ago(now, told.turn),
                    words::report(&told.report)
                )
            })
            .collect();
        if lines.is_empty() {
            lines.push(format!("{}, nothing reported", words::level(seen.id)));
        }
        for (n, line) in lines.into_iter().enumerate() {
            let (hex, who) = match n {
                0 => (view.tables().sheet.called(seen.hex), head.clone()),
                _ => (String::new(), String::new()),
            };
            table.push(vec![hex, who, line]);
        }
    }
    let old = view
        .notebook()
        .iter()
        .rev()
        .filter(|told| contacts.iter().all(|seen| seen.token != told.token));
    table.extend(old.take(8).map(|told| {
        vec![
            told.hex.to_string(),
            format!("{}, out of sight", told.report.kind),
            format!(
                "ID{}, {}: {}",
                told.report.level,
                words::ago(now, told.turn),
                words::report(&told.report)
            ),
        ]
    }));
    let unknown = contacts
        .iter()
        .filter(|seen| !seen.id.is_identified())
        .count();
    let note = format!("{} unidentified", words::count(unknown, "block"));
    Some(sheet(
        "notebook",
        "Enemy notebook",
        note,
        vec![rows("", table)],
    ))
}

/// The turns to come, with light and what is due in them [8.1], [11.1].
fn time(view: View<'_>) -> Sheet {
    let now = view.turn();
    let last = Turn::LAST_ON_TRACK.max(now.later(6));
    let turns = (now.index()..=last.index()).map(|index| Turn::FIRST.later(index));
    let slots = turns.map(|turn| {
        let light = view.scenario().daylight.of(turn);
        let mut lines = vec![match light {
            Light::Day => "Day".to_owned(),
            Light::Night => "Night".to_owned(),
        }];
        let mut tone = match light {
            Light::Day => Tone::Plain,
            Light::Night => Tone::Off,
        };
        for side in view.open_sides() {
            for force in view.forces(side) {
                let Some((marker, due)) = force.fuel.and_then(|fuel| fuel.marker) else {
                    continue;
                };
                if due != turn {
                    continue;
                }
                let (what, worse) = match marker {
                    Marker::Warning => ("Warning", Tone::Warn),
                    Marker::Danger => ("Danger", Tone::Bad),
                };
                lines.push(format!("{} {what}", force.block));
                tone = worse;
            }
        }
        if view.eyes() == Some(Side::Allied) || view.is_over() {
            let due = view.scenario().convoys.iter();
            lines.extend(
                due.filter(|convoy| convoy.depart == turn)
                    .map(|convoy| format!("{} may leave", convoy.id)),
            );
        }
        Slot {
            label: turn.to_string(),
            lines,
            tone,
            about: String::new(),
        }
    });
    let part = Part::Slots {
        title: String::new(),
        slots: slots.collect(),
    };
    let mut sheet = sheet("time", "Time Track", now.to_string(), vec![part]);
    sheet.folded = true;
    sheet
}

/// The Planning Sheets, turn by turn [4.2]; at the end everybody's.
fn plans(view: View<'_>) -> Option<Sheet> {
    let forces = view.forces(Side::Allied);
    let table: Vec<Vec<String>> = view
        .plans()
        .iter()
        .map(|plan| {
            let steps: Vec<String> = plan
                .steps
                .iter()
                .map(|step| match step {
                    PlanStep::Rest => "›".to_owned(),
                    PlanStep::Leave => "leave".to_owned(),
                    PlanStep::Enter => "enter".to_owned(),
                    PlanStep::To(hex) => hex.to_string(),
                })
                .collect();
            let force = forces.iter().find(|force| force.block == plan.block);
            let name = force.map_or_else(|| plan.block.to_string(), |force| force.name.clone());
            vec![name, steps.join(" ")]
        })
        .collect();
    if view.accounts().is_empty() {
        return None;
    }
    let account = view.accounts().iter().map(|account| {
        vec![
            account.id.clone(),
            format!(
                "{} of {} arrived, {} sunk, {} put back",
                account.arrived, account.started, account.sunk, account.exempt
            ),
        ]
    });
    let mut sheet = sheet(
        "plans",
        "Planning Sheet",
        format!("Start at {}", view.start()),
        vec![
            rows("Routes up to the Starting Turn [4.2]", table),
            rows("Convoys [2.1]", account.collect()),
        ],
    );
    sheet.folded = view.turn() >= view.start() && !view.is_over();
    Some(sheet)
}

/// The ledger with its rules, as far as this viewer may read it (chapter 2).
fn ledger(view: View<'_>) -> Sheet {
    let table = view
        .ledger()
        .map(|entry| {
            vec![
                entry.turn.to_string(),
                entry.vp.to_string(),
                format!("{} [{}]", entry.text, entry.rule),
            ]
        })
        .collect();
    let mut sheet = sheet(
        "ledger",
        "Victory Points",
        format!("{} VP", view.vp()),
        vec![rows("Plus is Allied, minus is Axis [2]", table)],
    );
    sheet.folded = !view.is_over();
    sheet
}
