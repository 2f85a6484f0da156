//! The enemy notebook [6.2.1]: what was reported of every block, when, and what it cannot be; at the end what both sides
//! knew.

use super::pieces;
use super::sheets::{rows, sheet};
use super::words;
use crate::forces::{Force, Kind};
use crate::position::Sighting;
use crate::recon::REPORTED;
use crate::side::Side;
use crate::view::{Contact, View};
use derbyhouse_scene::{Lies, Sheet};

/// As many reports of one block as are shown.
const REPORTS: usize = 4;
/// As many of blocks that are out of sight.
const OLD: usize = 10;

pub(super) fn sheets(view: View<'_>) -> Vec<Sheet> {
    match (view.is_over(), view.eyes()) {
        (true, _) => Side::ALL.map(|side| looked_back(view, side)).to_vec(),
        (false, Some(_)) => vec![notebook(view)],
        (false, None) => Vec::new(),
    }
}

/// One report as a line.
fn line(view: View<'_>, told: &Sighting) -> String {
    format!(
        "ID{}, {}: {}",
        told.report.level,
        words::ago(view.turn(), told.turn),
        words::report(&told.report)
    )
}

/// Every contact with its reports, the newest first, then what was told of blocks that are out of sight.
fn notebook(view: View<'_>) -> Sheet {
    let contacts = view.contacts();
    let mut table: Vec<Vec<String>> = Vec::new();
    for seen in &contacts {
        let reports = view.notebook().iter().rev();
        let reports = reports.filter(|told| told.token == seen.token);
        let mut lines: Vec<String> = reports.take(REPORTS).map(|told| line(view, told)).collect();
        if lines.is_empty() && seen.id.is_identified() {
            lines.push(format!("{}, nothing reported", words::level(seen.id)));
        }
        let not = cannot(view, seen);
        lines.extend((!not.is_empty()).then(|| format!("Not {}.", not.join("; not "))));
        if lines.is_empty() {
            continue;
        }
        let shadow = if seen.shadowed { ", shadowed" } else { "" };
        let head = format!("{}{shadow}", words::contact(seen));
        for (n, line) in lines.into_iter().enumerate() {
            let (hex, who) = match n {
                0 => (view.tables().sheet.called(seen.hex), head.clone()),
                _ => (String::new(), String::new()),
            };
            table.push(vec![hex, who, line]);
        }
    }
    let old = view.notebook().iter().rev();
    let old = old.filter(|told| contacts.iter().all(|seen| seen.token != told.token));
    table.extend(old.take(OLD).map(|told| {
        vec![
            view.tables().sheet.called(told.hex),
            format!("{}, out of sight", told.report.kind),
            line(view, told),
        ]
    }));
    let unknown = contacts.iter().filter(|seen| !seen.id.is_identified());
    let note = format!("{} unidentified", words::count(unknown.count(), "block"));
    sheet("notebook", "Enemy notebook", note, vec![rows("", table)])
}

/// What a contact cannot be, by what was seen and told of it; each with its rule.
pub(super) fn cannot(view: View<'_>, seen: &Contact) -> Vec<String> {
    let mut not: Vec<String> = Vec::new();
    let sheet = &view.tables().sheet;
    match seen.kind {
        Some(_) => not.push("a Dummy, which is never identified [1.3]".to_owned()),
        None => {
            let fastest = view.fastest(seen);
            if fastest >= 2 {
                not.push(format!(
                    "a Convoy: it went {} in a turn [5.1]",
                    words::hexes(fastest)
                ));
            }
            if fastest >= 3 {
                not.push(match seen.side {
                    Side::Allied => "a pack [5.1]".to_owned(),
                    Side::Axis => "a pack, unless an event let it go farther [5.1]".to_owned(),
                });
            }
            if sheet.ways.murmansk == Some(seen.hex) && seen.side == Side::Axis {
                not.push("ships: only a pack may be off Murmansk [5.1.4]".to_owned());
            }
        }
    }
    let mut last = view.notebook().iter().rev();
    let last = last.find(|told| told.token == seen.token);
    if let Some(told) = last {
        not.extend(absent(told));
    }
    not
}

/// What the last report rules out, as it was then.
fn absent(told: &Sighting) -> Option<String> {
    let report = &told.report;
    let groups: Vec<&str> = match (&report.categories, report.exact) {
        (Some(categories), _) => REPORTED
            .iter()
            .zip(categories)
            .filter(|(_, (counters, _))| *counters == 0)
            .map(|(category, _)| words::group(*category))
            .collect(),
        (None, Some(exact)) if exact.heavy == 0 => vec!["heavy ships", "carriers"],
        (None, Some(exact)) if !exact.carriers => vec!["carriers"],
        _ => return None,
    };
    (!groups.is_empty()).then(|| format!("with {} then [6.2.1]", groups.join(", ")))
}

/// What a side knew, turn by turn, beside what it was [3.4].
fn looked_back(view: View<'_>, side: Side) -> Sheet {
    let truth = |told: &Sighting| {
        let mut forces = view.forces(side.other()).iter();
        forces.find(|force| force.token == told.token && force.hex().is_some())
    };
    let told = view.notebook_of(side).iter().map(|told| {
        let was = truth(told).map_or_else(String::new, |force: &Force| match force.kind {
            Kind::Dummy => "a Dummy".to_owned(),
            _ => words::own(force),
        });
        vec![
            told.turn.to_string(),
            told.hex.to_string(),
            format!("ID{}: {}", told.report.level, words::report(&told.report)),
            was,
        ]
    });
    let told: Vec<Vec<String>> = told.collect();
    let many = told.len();
    let mut sheet = sheet(
        &format!("knew-{side}"),
        &format!("What the {} admiral knew, and when", words::side(side)),
        words::count(many, "report"),
        vec![rows("Turn, hex, report, and who it is now [6.2.1]", told)],
    );
    sheet.lies = Lies::Folded;
    sheet
}

/// How old the last report of a contact is, where it is not of this turn: `−3`.
pub(super) fn age(view: View<'_>, seen: &Contact) -> Option<String> {
    let mut told = view.notebook().iter().rev();
    let last = told.find(|told| told.token == seen.token)?;
    let turns = view.turn().index().saturating_sub(last.turn.index());
    (turns > 0).then(|| format!("−{turns}"))
}

/// All contacts in a hex, for those who ask about it.
pub(super) fn here(view: View<'_>, space: &str) -> Vec<String> {
    let contacts = view.contacts();
    let here = contacts
        .iter()
        .filter(|seen| view.tables().sheet.space(seen.hex) == space);
    here.filter_map(|seen| {
        let not = cannot(view, seen);
        let name = pieces::contact_id(seen);
        (!not.is_empty()).then(|| format!("{}: not {}", words::capital(&name), not.join("; not ")))
    })
    .collect()
}
