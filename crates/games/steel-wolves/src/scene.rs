//! The table as a front end draws it. Built from a view, so that nothing hidden can show.

mod ashore;
mod battle;
mod board;
mod charts;
mod crews;
mod fleet;
mod odds;
mod offers;
mod orders;
mod pieces;
mod sheets;
mod story;
mod war;
mod words;

use crate::choice::Choice;
use crate::sequence::Phase;
use crate::setup::Scenario;
use crate::view::View;
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{Area as Mark, Clock, Overlay, Scene, Weight};

pub(crate) use board::board;
pub(crate) use odds::outlook;
pub(crate) use story::story;

pub(crate) fn scene(view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
    Scene {
        title: title(view),
        clock: clock(view),
        facts: war::facts(view),
        pieces: pieces::pieces(view),
        areas: weather(view),
        overlays: overlays(view),
        ways: charts::ways(view),
        strips: charts::strips(view),
        sheets: sheets::sheets(view),
        panels: vec![],
        prompt: decision.map(|decision| offers::prompt(view, decision, choices)),
        warnings: vec![],
    }
}

fn title(view: View<'_>) -> String {
    let id = &view.setup().scenario;
    let known = Scenario::playable(view.tables()).find(|(_, other, _)| other == id);
    known.map_or_else(|| id.clone(), |(.., name)| name.to_owned())
}

fn clock(view: View<'_>) -> Clock {
    let (week, weeks) = view.weeks();
    let short = |phase: Phase| {
        match phase {
            Phase::WarEvent => "Event",
            Phase::Intelligence => "Signals",
            Phase::Reinforcements => "Arrivals",
            Phase::Ready => "Ready",
            Phase::Movement => "Move",
            Phase::Search => "Search",
            Phase::Combat => "Combat",
            Phase::Endurance => "Endure",
            Phase::Conclude => "End",
            Phase::Progress => "Progress",
        }
        .to_owned()
    };
    Clock {
        turn: if weeks == 0 {
            view.night().into()
        } else {
            week
        },
        turns: weeks,
        phase: short(view.phase()),
        phases: Phase::ALL.into_iter().map(short).collect(),
    }
}

fn weather(view: View<'_>) -> Vec<Mark> {
    let marks = view.weather().iter().map(|system| Mark {
        kind: "storm".to_owned(),
        label: format!("{} mbar", system.weather),
        letter: '~',
        spaces: vec![Weight {
            space: system.area.id().to_owned(),
            value: None,
        }],
    });
    marks.collect()
}

/// How rich and how well watched the areas are now [2.13].
fn overlays(view: View<'_>) -> Vec<Overlay> {
    let mark = |id: &str, label: &str, value: &dyn Fn(crate::geography::Area) -> u8| Overlay {
        id: id.to_owned(),
        label: label.to_owned(),
        areas: vec![Mark {
            kind: id.to_owned(),
            label: label.to_owned(),
            letter: '#',
            spaces: crate::geography::Area::ALL
                .into_iter()
                .filter(|area| value(*area) > 0)
                .map(|area| Weight {
                    space: area.id().to_owned(),
                    value: Some(value(area).to_string()),
                })
                .collect(),
        }],
    };
    vec![
        mark("plenty", "Boxes with ships", &|area| {
            let chart = view.chart(area);
            let rich =
                |cell: &&crate::activity::ChartBox| cell.colour > crate::activity::Colour::White;
            chart.boxes.iter().filter(rich).count() as u8
        }),
        mark("watched", "Red boxes and dots", &|area| {
            view.chart(area).red()
        }),
    ]
}

/// What is to be known of a space: its chart, ways from it, who is there.
pub(crate) fn explain(view: View<'_>, space: &str) -> Vec<String> {
    let mut lines = sheets::about(view, space);
    let pieces = pieces::pieces(view);
    let here = pieces.iter().filter(|piece| piece.space == space);
    lines.extend(here.map(|piece| format!("{}: {}", piece.label, piece.about)));
    lines
}
