//! A war looked back on: tonnage and losses by the month, beside what they were in history.

use crate::calendar::Month;
use crate::event::Event;
use crate::tables::Tables;
use derbyhouse_scene::{Chart, Mark, Series, Story};

pub(crate) fn story(t: &Tables, events: &[(usize, Event)]) -> Story {
    let months: Vec<(Month, u32, u16)> = events
        .iter()
        .filter_map(|(_, event)| match event {
            Event::MonthOver { month, tons, lost } => Some((*month, *tons, *lost)),
            _ => None,
        })
        .collect();
    if months.is_empty() {
        return Story::default();
    }
    let x: Vec<String> = months.iter().map(|(month, ..)| month.to_string()).collect();
    let past =
        |value: &dyn Fn(Month) -> f64| months.iter().map(|(month, ..)| value(*month)).collect();
    let chart = |title: &str, note: &str, unit: &str, own: Vec<f64>, history: Vec<f64>| Chart {
        title: title.to_owned(),
        note: note.to_owned(),
        x_label: "month".to_owned(),
        y_label: unit.to_owned(),
        x: x.clone(),
        series: vec![
            Series {
                label: "this war".to_owned(),
                kind: Mark::Bar,
                values: own,
            },
            Series {
                label: "history".to_owned(),
                kind: Mark::Line,
                values: history,
            },
        ],
    };
    let tons = months.iter().map(|(_, tons, _)| f64::from(*tons)).collect();
    let lost = months.iter().map(|(.., lost)| f64::from(*lost)).collect();
    Story {
        charts: vec![
            chart(
                "Tonnage sunk",
                "Thousand tons sunk each month by boats and mines; history counts merchant ships in all theatres.",
                "thousand tons",
                tons,
                past(&|month| t.history.tons(month)),
            ),
            chart(
                "Boats lost",
                "Boats lost each month; history counts the boats of this game by the dates of their loss.",
                "boats",
                lost,
                past(&|month| t.history.lost(month)),
            ),
        ],
        tracks: vec![],
    }
}
