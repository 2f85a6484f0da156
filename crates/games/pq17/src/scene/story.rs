//! An Operation looked back on: points turn by turn, and the ways of the blocks.

use super::pieces::drawn;
use super::words;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Token};
use crate::hex::Hex;
use crate::side::{BySide, Side};
use crate::view::View;
use std::collections::BTreeMap;

use derbyhouse_scene::{Chart, Mark, Series, Story, Track};

/// What a way is kept under: one's own blocks by their number, the enemy's by what one saw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Thread {
    Block(Side, BlockId),
    Token(Side, Token),
}

pub(crate) fn story(view: View<'_>, events: &[(usize, Event)]) -> Story {
    Story {
        charts: vec![points(view)],
        tracks: tracks(view, events),
        ..Story::default()
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
    let open = BySide {
        allied: open(Side::Allied),
        axis: open(Side::Axis),
    };
    let mut ways: BTreeMap<Thread, (String, Vec<Hex>)> = BTreeMap::new();
    let mut step = |who: &Who, hexes: &[Hex]| {
        let mark = match open[who.side] {
            true => Thread::Block(who.side, who.block),
            false => Thread::Token(who.side, who.token),
        };
        let (name, way) = ways.entry(mark).or_default();
        if name.is_empty() {
            *name = match mark {
                Thread::Block(..) => who.name.to_string(),
                Thread::Token(_, token) => token.to_string(),
            };
        }
        for hex in hexes {
            if way.last() != Some(hex) {
                way.push(*hex);
            }
        }
    };
    for (_, event) in events {
        match event {
            Event::Moves { who, from, to } => step(who, &[*from, *to]),
            Event::Appears { who, hex } => step(who, &[*hex]),
            _ => {}
        }
    }
    let gone = ways.into_iter().filter(|(_, (_, way))| way.len() > 1);
    gone.map(|(mark, (label, way))| {
        let (Thread::Block(side, _) | Thread::Token(side, _)) = mark;
        Track {
            about: format!(
                "{} of the {} side.",
                words::capital(&words::hexes(way.len() as u8)),
                words::side(side)
            ),
            label,
            side: drawn(side),
            points: way.iter().map(ToString::to_string).collect(),
        }
    })
    .collect()
}
