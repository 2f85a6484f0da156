//! An Operation looked back on: points turn by turn, and the ways of the blocks.

use super::pieces::drawn;
use super::words;
use crate::event::{Event, Who};
use crate::hex::Hex;
use crate::side::Side;
use crate::view::View;
use derbyhouse_scene::{Chart, Mark, Series, Story, Track};

/// What a way is kept under: one's own blocks by their number, the enemy's by what one saw.
type Name = (Side, String);

pub(crate) fn story(view: View<'_>, events: &[(usize, Event)]) -> Story {
    Story {
        charts: vec![points(view)],
        tracks: tracks(view, events),
    }
}

/// Points of each turn, and their sum, as far as this viewer may read the ledger (chapter 2).
fn points(view: View<'_>) -> Chart {
    let turns = usize::from(view.turn().index()) + 1;
    let mut each = vec![0.0; turns];
    for entry in view.ledger() {
        let turn = usize::from(entry.turn.index()).min(turns - 1);
        each[turn] += f64::from(entry.vp.in_halves()) / 2.0;
    }
    let mut sum = 0.0;
    let sums = each.iter().map(|points| {
        sum += points;
        sum
    });
    let x = (0..turns).map(|index| crate::time::Turn::FIRST.later(index as u16).to_string());
    Chart {
        title: "Victory Points".to_owned(),
        note: "Plus is Allied, minus is Axis; only what you may know of before the end.".to_owned(),
        x_label: "turn".to_owned(),
        y_label: "VP".to_owned(),
        x: x.collect(),
        series: vec![
            Series {
                label: "in all".to_owned(),
                kind: Mark::Line,
                values: sums.collect(),
            },
            Series {
                label: "each turn".to_owned(),
                kind: Mark::Bar,
                values: each.clone(),
            },
        ],
    }
}

fn tracks(view: View<'_>, events: &[(usize, Event)]) -> Vec<Track> {
    let open = |side: Side| view.open_sides().any(|known| known == side);
    let name = |who: &Who| -> Name {
        let name = match open(who.side) {
            true => who.name.to_string(),
            false => who.token.to_string(),
        };
        (who.side, name)
    };
    let mut ways: Vec<(Name, Vec<Hex>)> = Vec::new();
    let mut step = |name: Name, hexes: &[Hex]| match ways.iter_mut().find(|(n, _)| *n == name) {
        Some((_, way)) => {
            for hex in hexes {
                if way.last() != Some(hex) {
                    way.push(*hex);
                }
            }
        }
        None => ways.push((name, hexes.to_vec())),
    };
    for (_, event) in events {
        match event {
            Event::Moves { who, from, to } => step(name(who), &[*from, *to]),
            Event::Appears { who, hex } => step(name(who), &[*hex]),
            _ => {}
        }
    }
    ways.into_iter()
        .filter(|(_, way)| way.len() > 1)
        .map(|((side, name), way)| Track {
            about: format!(
                "{} of the {} side.",
                words::hexes(way.len() as u8),
                words::side(side)
            ),
            label: name,
            side: drawn(side),
            points: way.iter().map(ToString::to_string).collect(),
        })
        .collect()
}
