//! A war looked back on: tonnage, ships and losses by the month beside what they were in history, a war diary by the
//! week, and the record of every boat.

use super::words;
use crate::calendar::{Date, Month};
use crate::duel::First;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::harm::Blow;
use crate::lines::piece_name;
use crate::reckoning;
use crate::tables::Tables;
use derbyhouse_scene::{Chart, Entry, Mark, Series, Story};
use std::collections::BTreeMap;

pub(crate) fn story(t: &Tables, events: &[(usize, Event)]) -> Story {
    Story {
        charts: charts(t, events),
        tracks: vec![],
        diary: diary(t, events),
        records: records(t, events),
    }
}

/// What a month came to.
struct Reckoned {
    month: Month,
    ships: u16,
    tons: u32,
    lost: u16,
}

fn charts(t: &Tables, events: &[(usize, Event)]) -> Vec<Chart> {
    let months: Vec<Reckoned> = events
        .iter()
        .filter_map(|(_, event)| match event {
            Event::MonthOver {
                month,
                ships,
                tons,
                lost,
            } => Some(Reckoned {
                month: *month,
                ships: *ships,
                tons: *tons,
                lost: *lost,
            }),
            _ => None,
        })
        .collect();
    if months.is_empty() {
        return vec![];
    }
    let x: Vec<String> = months.iter().map(|past| past.month.to_string()).collect();
    let series = |label: &str, kind: Mark, value: &dyn Fn(&Reckoned) -> f64| Series {
        label: label.to_owned(),
        kind,
        values: months.iter().map(value).collect(),
    };
    let chart = |title: &str, note: &str, unit: &str, own: Series, then: Series| Chart {
        title: title.to_owned(),
        note: note.to_owned(),
        x_label: "month".to_owned(),
        y_label: unit.to_owned(),
        x: x.clone(),
        series: vec![own, then],
    };
    let own = |value: &dyn Fn(&Reckoned) -> f64| series("this war", Mark::Bar, value);
    let then = |value: &dyn Fn(&Reckoned) -> f64| series("history", Mark::Line, value);
    vec![
        chart(
            "Tonnage sunk",
            "Thousand tons sunk each month by boats and mines; history counts merchant ships in all theatres.",
            "thousand tons",
            own(&|past| past.tons.into()),
            then(&|past| t.history.tons(past.month)),
        ),
        chart(
            "Ships sunk",
            "Ships sunk each month by boats and mines; history counts merchant ships in all theatres.",
            "ships",
            own(&|past| past.ships.into()),
            then(&|past| t.history.ships(past.month)),
        ),
        chart(
            "Boats lost",
            "Boats lost each month; history counts the boats of this game by the dates of their loss.",
            "boats",
            own(&|past| past.lost.into()),
            then(&|past| t.history.lost(past.month)),
        ),
    ]
}

/// An entry for each week, and one that sums up each month.
fn diary(t: &Tables, events: &[(usize, Event)]) -> Vec<Entry> {
    let mut all = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    let name = |boat: &BoatId| words::boat(t, *boat);
    for (place, (moves, event)) in events.iter().enumerate() {
        match event {
            Event::WarEvent { event } => {
                let title = &t.war_events.list[usize::from(*event)].title;
                lines.push(format!("War Event: {title}."));
            }
            Event::FightOver { .. } => {
                lines.extend(reckoning::result(t, event).map(|text| format!("{text}.")));
            }
            Event::Commissioned { boat, .. } => lines.push(format!("{} enters play.", name(boat))),
            Event::Lost { boat } => lines.push(format!("{} is lost.", name(boat))),
            Event::Promoted { boat, rating } => {
                lines.push(format!(
                    "The skipper of {} is an ace, +{rating}.",
                    name(boat)
                ));
            }
            Event::MinesLaid { boat, zone, .. } => {
                let zone = words::zone(t, *zone);
                lines.push(format!("{} lays mines in {zone}.", name(boat)));
            }
            Event::MineStruck {
                piece,
                blow: Blow::Sunk,
                ..
            } => lines.push(format!("A mine sinks {}.", piece_name(t, *piece))),
            Event::Arrived { boat, haven, .. } => {
                let at = super::board::read(&super::board::node_id(*haven));
                let base = at.map_or(String::new(), |at| super::board::name(t, &at));
                lines.push(format!("{} is home in {base}.", name(boat)));
            }
            Event::TurnedAway { boat, zone, .. } => {
                let base = words::zone(t, *zone);
                lines.push(format!(
                    "{} is damaged beyond what the tender at {base} can mend.",
                    name(boat)
                ));
            }
            Event::Period { period } => {
                lines.push(format!("War period {} begins.", period.number()));
            }
            Event::Barbarossa => lines.push("Germany attacks the Soviet Union.".to_owned()),
            Event::WeekOver {
                date,
                ships,
                tons,
                lost,
            } => all.push(Entry {
                title: words::capital(&date.to_string()),
                note: sums(u32::from(*ships), *tons, *lost),
                lines: std::mem::take(&mut lines),
                sum: false,
                moves: *moves,
            }),
            Event::MonthOver {
                month,
                ships,
                tons,
                lost,
            } => {
                let points = events[place..].iter().find_map(|(_, event)| match event {
                    Event::Month { points, marker } => Some((*points, *marker)),
                    _ => None,
                });
                all.push(month_over(
                    t,
                    *month,
                    (*ships, *tons, *lost),
                    points,
                    *moves,
                ));
            }
            _ => {}
        }
    }
    all
}

/// Ships, tons and boats in few words.
fn sums(ships: u32, tons: u32, lost: u16) -> String {
    let lost = match lost {
        0 => String::new(),
        1 => "; 1 boat lost".to_owned(),
        lost => format!("; {lost} boats lost"),
    };
    match ships {
        0 => format!("no ship{lost}"),
        _ => format!("{}, {}{lost}", words::ships(ships), words::tons(tons)),
    }
}

/// A month with its points, and what it was in history [16.12], [31.03].
fn month_over(
    t: &Tables,
    month: Month,
    (ships, tons, lost): (u16, u32, u16),
    points: Option<(i32, u8)>,
    moves: usize,
) -> Entry {
    let then = &t.history;
    let compare = |what: &str, own: f64, then: f64| {
        let part = if then > 0.0 {
            format!(" ({:.0} % of it)", own * 100.0 / then)
        } else {
            String::new()
        };
        format!("{what}: {own:.0}, in history {then:.0}{part}.")
    };
    let mut lines = vec![
        compare("Ships", ships.into(), then.ships(month)),
        compare("Thousand tons", tons.into(), then.tons(month)),
        compare("Boats lost", lost.into(), then.lost(month)),
    ];
    if let Some((points, marker)) = points {
        lines.push(format!(
            "Victory points of the month: {points} [31.03]; England imperilled {marker} [31.04]."
        ));
    }
    Entry {
        title: format!("Month {month}"),
        note: sums(ships.into(), tons, lost),
        lines,
        sum: true,
        moves,
    }
}

/// What a boat did on its patrols.
#[derive(Default)]
struct Log {
    ships: u32,
    tons: u32,
    lines: Vec<String>,
    moves: usize,
    patrol: Patrol,
    /// A patrol has ended since the log began.
    ended: bool,
}

/// The patrol that a boat is on.
#[derive(Default)]
struct Patrol {
    /// The week it began; none in a battle without dates.
    since: Option<Date>,
    ships: u32,
    tons: u32,
}

impl Patrol {
    /// What the patrol that a boat is on has come to; nothing if it is on none.
    fn so_far(&self, now: Option<Date>) -> Option<String> {
        let since = self.since?;
        let weeks = weeks(now?.weeks_since(since) + 1);
        let sums = sums(self.ships, self.tons, 0);
        Some(format!("at sea since {since}, {weeks}: {sums}"))
    }
}

fn weeks(count: i32) -> String {
    match count {
        1 => "1 week".to_owned(),
        count => format!("{count} weeks"),
    }
}

impl Log {
    /// The boat is at sea: if nothing has told of its sailing, it has been there since the log began [3.0].
    fn at_sea(&mut self, first: Option<Date>, now: Option<Date>) {
        let since = if self.ended { now } else { first };
        self.patrol.since = self.patrol.since.or(since);
    }

    /// The patrol is over, and summed up.
    fn end(&mut self, how: &str, when: &str, now: Option<Date>) {
        let patrol = std::mem::take(&mut self.patrol);
        self.ended = true;
        let weeks = match (patrol.since, now) {
            (Some(from), Some(to)) => {
                format!(" after {} at sea", weeks(to.weeks_since(from) + 1))
            }
            _ => String::new(),
        };
        let sums = sums(patrol.ships, patrol.tons, 0);
        self.lines.push(format!("{when}{how}{weeks}: {sums}"));
    }
}

/// The boat that an event shows at sea; not its sailing, which has a week of its own.
fn seen_at_sea(event: &Event) -> Option<BoatId> {
    match event {
        Event::Mustered { boat, place, .. } => place.is_at_sea().then_some(*boat),
        Event::Credited { boat, .. }
        | Event::Damaged { boat, .. }
        | Event::Checked { boat, .. }
        | Event::Searched { boat, .. }
        | Event::Bypassed { boat }
        | Event::Buffeted { boat, .. }
        | Event::Supplied { boat, .. }
        | Event::Joined { boat, .. }
        | Event::Endured { boat, .. }
        | Event::Arrived { boat, .. }
        | Event::TurnedAway { boat, .. }
        | Event::Lost { boat } => Some(*boat),
        _ => None,
    }
}

/// The record of every boat that has done something: patrols with their weeks, ships by name, damage [14.5].
fn records(t: &Tables, events: &[(usize, Event)]) -> Vec<Entry> {
    let mut logs: BTreeMap<BoatId, Log> = BTreeMap::new();
    let week = |event: &Event| match event {
        Event::Week { date } => Some(*date),
        _ => None,
    };
    let first = events.iter().find_map(|(_, event)| week(event));
    let mut date = None;
    let mut last_sunk: Option<String> = None;
    let mut last_met = None;
    for (moves, event) in events {
        date = week(event).or(date);
        let when = date.map_or(String::new(), |date| format!("{date}: "));
        if let Some(boat) = seen_at_sea(event) {
            logs.entry(boat).or_default().at_sea(first, date);
        }
        match event {
            Event::Struck {
                piece,
                blow: Blow::Sunk,
                ..
            } => last_sunk = Some(piece_name(t, *piece)),
            Event::EnemySubmarine { class, first, .. } => {
                last_met = (*first == First::Player).then_some(class);
            }
            Event::Duel {
                blow: Blow::Sunk, ..
            } => last_sunk = last_met.map(|class| format!("an enemy submarine of class {class}")),
            Event::Moved { boat, to } if to.is_at_sea() => {
                let patrol = &mut logs.entry(*boat).or_default().patrol;
                patrol.since = patrol.since.or(date);
            }
            Event::Credited { boat, tons } => {
                let log = logs.entry(*boat).or_default();
                let tons = u32::from(*tons);
                (log.ships, log.tons) = (log.ships + 1, log.tons + tons);
                (log.patrol.ships, log.patrol.tons) =
                    (log.patrol.ships + 1, log.patrol.tons + tons);
                log.moves = *moves;
                let what = last_sunk.take().unwrap_or_else(|| "a ship".to_owned());
                log.lines.push(format!("{when}{what}"));
            }
            Event::Damaged { boat, .. } => {
                let log = logs.entry(*boat).or_default();
                log.lines.push(format!("{when}damaged"));
                log.moves = *moves;
            }
            Event::Arrived { boat, .. } | Event::Lost { boat } | Event::LeftPlay { boat, .. } => {
                let log = logs.entry(*boat).or_default();
                let how = match event {
                    Event::Lost { .. } => "lost",
                    // In base there is no patrol to end [8.0], [19.13].
                    Event::LeftPlay { .. } if log.patrol.since.is_none() => continue,
                    Event::LeftPlay { .. } => "withdrawn",
                    _ => "home",
                };
                log.end(how, &when, date);
                log.moves = *moves;
            }
            _ => {}
        }
    }
    for log in logs.values_mut() {
        log.lines.extend(log.patrol.so_far(date));
    }
    let mut all: Vec<(BoatId, Log)> = logs
        .into_iter()
        .filter(|(_, log)| !log.lines.is_empty())
        .collect();
    all.sort_by_key(|(boat, log)| (std::cmp::Reverse((log.tons, log.ships)), *boat));
    let entry = |(boat, log): (BoatId, Log)| Entry {
        title: words::boat(t, boat).to_owned(),
        note: sums(log.ships, log.tons, 0),
        lines: log.lines,
        sum: false,
        moves: log.moves,
    };
    all.into_iter().map(entry).collect()
}
