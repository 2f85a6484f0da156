//! A patrol looked back on: what each turn brought, how deep the boats went, and where.

use crate::boat::Place;
use crate::boats::Letter;
use crate::event::Event;
use crate::view::View;
use derbyhouse_scene::{Chart, Mark, Series, Side, Story, Track};

/// What one turn brought.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    number: u8,
    vp: i32,
    fired: u32,
    hits: u32,
    /// Depth in metres at the end of the turn, by [`Letter::index`].
    depth: [u16; 4],
}

pub(crate) fn story(view: View<'_>, events: &[(usize, Event)]) -> Story {
    let turns = turns(events.iter().map(|(_, event)| event));
    if turns.is_empty() {
        return Story::default();
    }
    Story {
        charts: vec![points(&turns), torpedoes(&turns), depths(view, &turns)],
        tracks: tracks(view, events.iter().map(|(_, event)| event)),
        ..Story::default()
    }
}

fn turns<'e>(events: impl Iterator<Item = &'e Event>) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut depth = [0; 4];
    for event in events {
        if let Event::TurnBegins { turn } = event {
            turns.push(Turn {
                number: *turn,
                depth,
                ..Turn::default()
            });
        }
        let Some(turn) = turns.last_mut() else {
            continue;
        };
        match event {
            Event::ShipHit { vp, .. } | Event::FallsBehind { vp, .. } => turn.vp += vp,
            Event::Fires { .. } => turn.fired += 1,
            Event::HitCheck { hit: true, .. } | Event::RunsOn { hit: true, .. } => turn.hits += 1,
            Event::ChangesDepth { boat, to, .. }
            | Event::DraggedDown { boat, to }
            | Event::Rises { boat, to }
            | Event::CrashDives { boat, to } => depth[boat.index()] = to.metres(),
            Event::Enters {
                boat, depth: to, ..
            } => depth[boat.index()] = to.metres(),
            _ => {}
        }
        turn.depth = depth;
    }
    turns
}

fn chart(title: &str, note: &str, y_label: &str, turns: &[Turn], series: Vec<Series>) -> Chart {
    Chart {
        title: title.to_owned(),
        note: note.to_owned(),
        x_label: "turn".to_owned(),
        y_label: y_label.to_owned(),
        x: turns.iter().map(|turn| turn.number.to_string()).collect(),
        series,
    }
}

fn series(
    label: impl Into<String>,
    kind: Mark,
    turns: &[Turn],
    value: impl Fn(&Turn) -> f64,
) -> Series {
    Series {
        label: label.into(),
        kind,
        values: turns.iter().map(value).collect(),
    }
}

fn points(turns: &[Turn]) -> Chart {
    let mut sum = 0;
    let so_far = turns.iter().map(|turn| {
        sum += turn.vp;
        f64::from(sum)
    });
    chart(
        "Victory points",
        "What ships sunk, and damaged ones that fell behind, have brought.",
        "VP",
        turns,
        vec![
            series("this turn", Mark::Bar, turns, |turn| f64::from(turn.vp)),
            Series {
                label: "so far".to_owned(),
                kind: Mark::Line,
                values: so_far.collect(),
            },
        ],
    )
}

fn torpedoes(turns: &[Turn]) -> Chart {
    chart(
        "Torpedoes",
        "Fired, and those that hit something, duds among them.",
        "torpedoes",
        turns,
        vec![
            series("fired", Mark::Bar, turns, |turn| f64::from(turn.fired)),
            series("hits", Mark::Bar, turns, |turn| f64::from(turn.hits)),
        ],
    )
}

fn depths(view: View<'_>, turns: &[Turn]) -> Chart {
    let boats = view.boats().map(|(letter, boat)| {
        series(
            format!("{letter} {}", boat.name),
            Mark::Line,
            turns,
            move |turn| f64::from(turn.depth[letter.index()]),
        )
    });
    chart(
        "Depth",
        "Where each boat was at the end of each turn, in metres.",
        "m",
        turns,
        boats.collect(),
    )
}

/// The way of each boat over both maps, drift included.
fn tracks<'e>(view: View<'_>, events: impl Iterator<Item = &'e Event> + Clone) -> Vec<Track> {
    let track = |letter: Letter, name: &str| {
        let mut points: Vec<String> = Vec::new();
        let mut at = None;
        for event in events.clone() {
            match event {
                Event::Enters { boat, space, .. } if *boat == letter => at = Some(*space),
                Event::Moves {
                    boat,
                    to: Place::Attack(space, _),
                } if *boat == letter => at = Some(*space),
                Event::Moves {
                    boat,
                    to: Place::Approach(ring),
                } if *boat == letter => points.push(ring.to_string()),
                Event::Leaves { boat, .. } | Event::Lost { boat, .. } if *boat == letter => {
                    at = None;
                }
                Event::Drifts { spaces } => at = at.and_then(|space| space.down(*spaces)),
                _ => continue,
            }
            points.extend(at.map(|space| space.to_string()));
        }
        points.dedup();
        Track {
            label: letter.to_string(),
            side: Side::German,
            points,
            about: format!("{name}, as she went."),
        }
    };
    view.boats()
        .map(|(letter, boat)| track(letter, &boat.name))
        .filter(|track| !track.points.is_empty())
        .collect()
}
