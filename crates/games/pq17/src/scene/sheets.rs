//! Sheets that are not about one force, and those about all: situation, reconnaissance, victory.

use super::words;
use crate::recon::Searchers;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::Line;
use crate::time::Light;
use crate::view::View;
use crate::weather::Weather;
use derbyhouse_scene::{Lies, Part, Sheet};

pub(super) fn sheet(id: &str, title: &str, note: String, parts: Vec<Part>) -> Sheet {
    Sheet {
        id: id.to_owned(),
        title: title.to_owned(),
        note,
        seat: String::new(),
        piece: None,
        lies: Lies::Open,
        parts,
    }
}

pub(super) fn rows(title: &str, rows: Vec<Vec<String>>) -> Part {
    Part::Rows {
        title: title.to_owned(),
        rows,
    }
}

pub(super) fn row(label: &str, value: impl ToString) -> Vec<String> {
    vec![label.to_owned(), value.to_string()]
}

pub(super) fn sheets(view: View<'_>) -> Vec<Sheet> {
    let mut sheets = super::fights::sheets(view);
    // What the question is about lies on top.
    let planning = matches!(view.order(), Some(Order::Plan(_) | Order::Plans));
    let flying = matches!(view.order(), Some(Order::Air(_)));
    if planning {
        sheets.extend(super::schedule::plans(view));
    }
    if flying {
        sheets.extend(super::aircraft::photographs(view));
        sheets.push(super::aircraft::sheet(view));
    }
    sheets.push(situation(view));
    sheets.extend(super::schedule::condition(view));
    sheets.extend(super::season::season(view));
    sheets.extend(search(view));
    sheets.extend(super::notebook::sheets(view));
    sheets.extend(super::forces::sheets(view));
    sheets.push(super::schedule::time(view));
    if !planning {
        sheets.extend(super::schedule::plans(view));
    }
    if !flying {
        sheets.push(super::aircraft::sheet(view));
        sheets.extend(super::aircraft::photographs(view));
    }
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
    let date = words::date(view).map_or_else(String::new, |date| format!(", {date}"));
    table.push(row(light, format!("{}{date} [8.2]", view.turn())));
    if let Some(active) = view.active() {
        table.push(row("Player Phase", words::side(active)));
    }
    table.push(row(
        "Initiative",
        format!("{} [4.1]", words::side(view.initiative())),
    ));
    if view.offensive() {
        table.push(row(
            "Ground Offensive",
            "most aircraft are kept ashore [12.6]",
        ));
    }
    for (track, spent, available) in view.points() {
        let cost = view.tables().command.cost(track, spent);
        table.push(row(
            &format!("{} points", words::track(track)),
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
        table.extend(reinforcements(view, side));
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

/// Reinforcement groups that came, and what the next would bring [13.6].
fn reinforcements(view: View<'_>, side: Side) -> Option<Vec<String>> {
    let (taken, groups) = view.groups(side)?;
    if groups.is_empty() {
        return None;
    }
    let next = groups.get(usize::from(taken)).map(|next| {
        let listed = view.scenario().reinforcements.iter();
        let mut listed = listed.filter(|group| group.side == side && group.number == *next);
        let what = listed.next().map(|group| {
            let chart = &view.tables().chart;
            let ships = group
                .ships
                .ships
                .iter()
                .map(|ship| chart.ship(*ship).name.clone());
            let classes = group.ships.classes.iter();
            let classes =
                classes.map(|(class, cs)| format!("{cs} CS of {}", chart.class(*class).name));
            let air = group.air.iter().map(|unit| unit.name.clone());
            let all: Vec<String> = ships.chain(classes).chain(air).collect();
            all.join(", ")
        });
        format!(
            "; next: {}",
            what.unwrap_or_else(|| "a bought force".to_owned())
        )
    });
    Some(row(
        "Reinforcement groups",
        format!(
            "{taken} of {} came{} [13.6]",
            groups.len(),
            next.unwrap_or_default()
        ),
    ))
}

/// Which blocks are searched, by whom, with what chance, as things stand now [6.2].
fn search(view: View<'_>) -> Option<Sheet> {
    view.eyes()?;
    let contacts = view.contacts();
    let searched: Vec<Vec<String>> = contacts
        .iter()
        .filter_map(|seen| {
            let searchers = view.searchers(seen.token)?;
            let cards = view.card_odds(seen, searchers)?;
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
    sheet.lies = Lies::folded_if(!view.is_over());
    sheet
}
