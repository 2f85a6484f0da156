//! A game looked back on: what each day brought, what could have been expected, and where the convoys went.

use crate::event::Event;
use crate::forecast::harm;
use crate::lines;
use crate::position::{Hunter, Place};
use crate::tables::Tables;
use crate::units::ConvoyId;
use crate::victory::tons;
use crate::view::View;
use derbyhouse_kernel::Hex;
use derbyhouse_scene::{Chart, Mark, Series, Side, Story, Track};

pub(crate) fn story(view: View<'_>, events: &[(usize, Event)]) -> Story {
    let days = days(view.tables(), events.iter().map(|(_, event)| event));
    Story {
        charts: vec![
            tonnage(view.tables(), &days),
            losses(&days),
            luck(&days, "Ships sunk: luck", "ships", |day| {
                (f64::from(day.points), day.points_expected)
            }),
            luck(&days, "Boats lost: luck", "boats", |day| {
                (day.sunk.iter().sum(), day.sunk_expected)
            }),
        ],
        tracks: tracks(view, events.iter().map(|(_, event)| event)),
        ..Story::default()
    }
}

/// What one day brought.
#[derive(Clone, Copy, Debug, Default)]
struct Day {
    points: u32,
    /// What the attacks that were made bring on average.
    points_expected: f64,
    /// Boats sunk, by who sank them, in the order of [`HUNTERS`].
    sunk: [f64; 3],
    /// What the attacks that were suffered cost on average.
    sunk_expected: f64,
}

/// Who sinks boats, as a chart calls them.
const HUNTERS: [(Hunter, &str); 3] = [
    (Hunter::Air, "by aircraft"),
    (Hunter::Escort, "by escorts"),
    (Hunter::Counterattack, "in counterattacks"),
];

/// Chits in the cup [15.7].
const CHITS: u8 = 10;

fn days<'e>(t: &Tables, events: impl Iterator<Item = &'e Event>) -> Vec<Day> {
    let mut days: Vec<Day> = Vec::new();
    let mut hunter = Hunter::Air;
    for event in events {
        if matches!(event, Event::TurnBegins { .. }) {
            days.push(Day::default());
        }
        let Some(day) = days.last_mut() else { continue };
        match event {
            Event::AirSearch { .. } => hunter = Hunter::Air,
            Event::SubmarineSearch { .. } => hunter = Hunter::Escort,
            Event::Counterattack { .. } => hunter = Hunter::Counterattack,
            Event::Attack { odds, points, .. } => {
                let all: u32 = (0..CHITS).map(|chit| odds.score(t, chit).1).sum();
                day.points += points;
                day.points_expected += f64::from(all) / f64::from(CHITS);
            }
            Event::BoatsAttacked {
                strength,
                in_weather,
                groups,
                sunk,
                ..
            } => {
                let kind = HUNTERS.iter().position(|(other, _)| *other == hunter);
                day.sunk[kind.unwrap_or(0)] += f64::from(*sunk);
                day.sunk_expected += groups.len() as f64 * harm(t, *strength, *in_weather).sunk;
            }
            _ => {}
        }
    }
    days
}

fn chart(title: &str, note: &str, y_label: &str, days: &[Day], series: Vec<Series>) -> Chart {
    Chart {
        title: title.to_owned(),
        note: note.to_owned(),
        x_label: "day".to_owned(),
        y_label: y_label.to_owned(),
        x: (1..=days.len()).map(|day| day.to_string()).collect(),
        series,
    }
}

fn series(label: &str, kind: Mark, values: impl Iterator<Item = f64>) -> Series {
    Series {
        label: label.to_owned(),
        kind,
        values: values.collect(),
    }
}

/// Each value with all those before it.
fn running(values: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
    values.scan(0.0, |sum, value| {
        *sum += value;
        Some(*sum)
    })
}

fn tonnage(t: &Tables, days: &[Day]) -> Chart {
    let sunk = || {
        days.iter()
            .map(|day| f64::from(tons(t, day.points)) / 1000.0)
    };
    chart(
        "Tonnage sunk",
        "Thousands of tons, by day and in all [14.11].",
        "1,000 t",
        days,
        vec![
            series("this day", Mark::Bar, sunk()),
            series("in all", Mark::Line, running(sunk())),
        ],
    )
}

fn losses(days: &[Day]) -> Chart {
    let by = |(place, (_, label)): (usize, &(Hunter, &str))| {
        series(
            label,
            Mark::Bar,
            days.iter().map(move |day| day.sunk[place]),
        )
    };
    chart(
        "Boats lost",
        "By day and by who sank them [14.6].",
        "boats",
        days,
        HUNTERS.iter().enumerate().map(by).collect(),
    )
}

/// What came against what the tables give on average for just the attacks that were made.
fn luck(days: &[Day], title: &str, y_label: &str, of: impl Fn(&Day) -> (f64, f64)) -> Chart {
    chart(
        title,
        "What came, and what the same attacks bring on average over all ten chits.",
        y_label,
        days,
        vec![
            series(
                "came",
                Mark::Line,
                running(days.iter().map(|day| of(day).0)),
            ),
            series(
                "expected",
                Mark::Line,
                running(days.iter().map(|day| of(day).1)),
            ),
        ],
    )
}

/// The way of each convoy, as far as it has gone.
fn tracks<'e>(view: View<'_>, events: impl Iterator<Item = &'e Event>) -> Vec<Track> {
    let mut ways: Vec<(ConvoyId, Vec<Hex>)> = Vec::new();
    for event in events {
        match event {
            Event::ConvoyMoves {
                convoy, from, path, ..
            } => match ways.iter_mut().find(|(id, _)| id == convoy) {
                Some((_, way)) => way.extend(path),
                None => ways.push((*convoy, [*from].into_iter().chain(path.clone()).collect())),
            },
            // A phantom vanishes where it was found: it does not go the rest of its way [12.11].
            Event::PicketSearch {
                convoy,
                hex,
                sighted: true,
                ..
            } if view.convoy(*convoy).place == Place::Removed => {
                if let Some((_, way)) = ways.iter_mut().find(|(id, _)| id == convoy) {
                    let end = way.iter().rposition(|other| other == hex);
                    way.truncate(end.map_or(way.len(), |end| end + 1));
                }
            }
            _ => {}
        }
    }
    ways.sort_by_key(|(convoy, _)| *convoy);
    let track = |(convoy, way): (ConvoyId, Vec<Hex>)| Track {
        label: lines::convoy(view.tables(), convoy).to_owned(),
        side: Side::Allied,
        points: way.iter().map(ToString::to_string).collect(),
        about: fate(view, convoy),
    };
    ways.into_iter().map(track).collect()
}

/// What became of a convoy, as far as the viewer may know [15.6].
fn fate(view: View<'_>, id: ConvoyId) -> String {
    let t = view.tables();
    let convoy = view.convoy(id);
    let escort = convoy.escort.map_or("escort unknown".to_owned(), |kind| {
        t.escort(kind).label.clone()
    });
    let end = match convoy.place {
        Place::Pool => "not yet sailed",
        Place::At(_) => "at sea",
        Place::Arrived => "arrived",
        Place::Removed => "a phantom",
    };
    format!("{}: {escort}; {end}.", lines::convoy(t, id))
}
