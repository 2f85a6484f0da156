//! The War Event with what it still demands, what is due, and how the war stands [5.0], [6.0], [17.1], [31.03].

use super::sheets::{rows, sheet};
use super::words;
use crate::boat::{Duty, Submarine};
use crate::politics::MOST_TORPEDO;
use crate::tables::{Deploy, Office, Theatre};
use crate::victory;
use crate::view::View;
use derbyhouse_scene::{Fact, Lies, Part, Sheet};

/// How torpedoes may get better.
enum Better {
    /// At so many ships sunk, on that die or more [6.0].
    AtShips(u16, u8),
    /// A commission finds the fault, if the office allows it [35.0].
    ByRequest,
    Never,
}

/// By ships sunk in a war, by request under the political option; a patrol or a battle has no phase for it [6.0], [6.1].
fn better_torpedoes(view: View<'_>) -> Better {
    let value = view.standing().torpedo;
    if !view.is_war() {
        return Better::Never;
    }
    if view.war().influence.is_some() {
        return match value < MOST_TORPEDO {
            true => Better::ByRequest,
            false => Better::Never,
        };
    }
    let steps = &view.tables().torpedo.steps;
    let steps = usize::try_from(value + 1)
        .ok()
        .and_then(|row| steps.get(row));
    let sunk = view.sunk().0;
    let next = steps.and_then(|steps| steps.iter().find(|(ships, _)| *ships > sunk));
    next.map_or(Better::Never, |(ships, needs)| {
        Better::AtShips(*ships, *needs)
    })
}

/// The figures that are always in sight.
pub(super) fn facts(view: View<'_>) -> Vec<Fact> {
    let (standing, war) = (view.standing(), view.war());
    let (ships, tons) = view.sunk();
    let lost = view
        .boats()
        .iter()
        .filter(|boat| boat.place == crate::boat::Place::Lost)
        .count();
    let period = view.period().number();
    let pending = war.check.map_or(String::new(), |(next, month)| {
        format!(
            " Since {month} {} may begin any week [17.1].",
            words::period(next)
        )
    });
    let barbarossa = war.barbarossa_check.map_or(String::new(), |month| {
        format!(" Since {month} Barbarossa may begin any week [17.4].")
    });
    let date = view.date();
    let open = war.check.is_some() || war.barbarossa_check.is_some();
    let mark = if open { "?" } else { "" };
    let mut all = vec![
        Fact::new("date", format!("{} · week {}", date.month, date.week)),
        Fact::new("period", format!("{period}{mark}"))
            .about(format!("War period {period}.{pending}{barbarossa}")),
    ];
    let (next, how) = match better_torpedoes(view) {
        Better::AtShips(at, needs) => (
            format!(" → {at}"),
            format!("At {at} ships sunk they may get better, on {needs} or more [6.0]."),
        ),
        Better::ByRequest => (
            String::new(),
            "They may get better by request [35.0].".to_owned(),
        ),
        Better::Never => (String::new(), "They get no better [6.0].".to_owned()),
    };
    all.push(
        Fact::new("torpedoes", format!("{:+}{next}", view.torpedo()))
            .about(format!("Value {}. {how}", value_now(view))),
    );
    let levels = crate::intelligence::levels(
        standing.b_dienst,
        standing.enigma,
        crate::units::Navy::German,
    );
    all.push(Fact::new("signals", format!("{levels:+}")).about(format!(
        "B-Dienst {:+} and Enigma {:+}: {levels:+} to searches [7.34].",
        standing.b_dienst, standing.enigma
    )));
    if view.is_war() {
        let month = war.month;
        all.push(
            Fact::new("month", format!("{} · {}k", month.ships, month.tons)).about(format!(
                "This month {}, {}; in history {:.0} ships, {:.0} thousand tons.",
                words::ships(month.ships.into()),
                words::tons(month.tons),
                view.tables().history.ships(date.month),
                view.tables().history.tons(date.month),
            )),
        );
    }
    all.push(
        Fact::new("sunk", format!("{ships} · {tons}k")).about(format!(
            "{}, {} in all.",
            words::ships(ships.into()),
            words::tons(tons)
        )),
    );
    all.push(Fact::new("lost", lost).about("Boats lost."));
    all.push(standing_of(view));
    all
}

/// The victory points of a war; of a patrol or a convoy battle the score against par, with what is taken off it [16.11],
/// [31.03].
fn standing_of(view: View<'_>) -> Fact {
    let (war, score) = (view.war(), view.score());
    let Some((par, steps)) = view.par() else {
        let imperilled = match war.imperilled {
            0 => String::new(),
            level => format!(" · {level}"),
        };
        return Fact::new("points", format!("{score}{imperilled}")).about(format!(
            "Victory points [31.03]; England imperilled {} [31.04].",
            war.imperilled
        ));
    };
    let penalties = match view.night() {
        0 => format!(
            "{} less if the boat comes home damaged; if it is lost, defeat",
            victory::HOME_DAMAGED
        ),
        _ => format!(
            "{} less for each boat lost, {} for each Damage marker on the others",
            victory::BOAT_LOST,
            victory::MARKER
        ),
    };
    let levels = victory::LEVELS.iter().skip(2).zip(steps);
    let levels: Vec<String> = levels
        .map(|((_, name), percent)| format!("{} from {percent} %", name.to_lowercase()))
        .collect();
    Fact::new("score", format!("{score} of par {par}")).about(format!(
        "Thousand tons sunk; {penalties}. Of par: {} [16.11].",
        levels.join(", ")
    ))
}

/// The War Event in full, levels, points, and what may come.
pub(super) fn war(view: View<'_>) -> Sheet {
    let t = view.tables();
    let (war, standing) = (view.war(), view.standing());
    let mut table = Vec::new();
    let mut row = |label: &str, value: String| table.push(vec![label.to_owned(), value]);
    row("Torpedoes", torpedoes(view));
    row(
        "B-Dienst, Enigma",
        format!("{:+}, {:+} [7.2] [7.3]", standing.b_dienst, standing.enigma),
    );
    if let Some(area) = view.signals() {
        row("B-Dienst reads signals of", words::area(t, area).to_owned());
    }
    if let Some((period, _)) = war.check {
        row(
            "May begin any week",
            format!("{} [17.1]", words::period(period)),
        );
    }
    if war.barbarossa_check.is_some() {
        row("May begin any week", "Barbarossa [17.4]".to_owned());
    }
    let tally = |tally: crate::progress::Tally| {
        format!(
            "{}, {}, {} boats lost",
            words::ships(tally.ships.into()),
            words::tons(tally.tons),
            tally.boats_lost
        )
    };
    row("This month", tally(war.month));
    let (month, history) = (view.date().month, &t.history);
    row(
        "This month in history",
        format!(
            "{:.0} ships, {:.0},000 t, {} boats lost",
            history.ships(month),
            history.tons(month),
            history.lost(month)
        ),
    );
    row("All in all", tally(war.total));
    match view.par() {
        Some((par, _)) => row("Score", format!("{} of par {par} [16.11]", view.score())),
        None => row("Victory points", format!("{} [31.03]", view.score())),
    }
    if view.is_war() {
        row("England imperilled", format!("{} [31.04]", war.imperilled));
    }
    if let Some(influence) = war.influence {
        let offices = Office::ALL.into_iter().zip(influence);
        let text: Vec<String> = offices
            .map(|(office, value)| format!("{office} {value}"))
            .collect();
        row("Influence", format!("{} [35.0]", text.join(", ")));
    }
    sheet(
        "war",
        "The war",
        String::new(),
        Lies::Open,
        vec![rows("", table)],
    )
}

fn torpedoes(view: View<'_>) -> String {
    let value = value_now(view);
    match better_torpedoes(view) {
        Better::AtShips(at, needs) => {
            format!("{value}; at {at} ships sunk better on {needs} or more [6.0]")
        }
        Better::ByRequest => format!("{value}; better by request [35.0]"),
        Better::Never => format!("{value} [6.0]"),
    }
}

/// The torpedo value that counts, and the usual one if an event of the week has set another [5.0].
fn value_now(view: View<'_>) -> String {
    let (now, usual) = (view.torpedo(), view.standing().torpedo);
    if now == usual {
        format!("{now:+}")
    } else {
        format!("{now:+} by order of the War Event, {usual:+} otherwise")
    }
}

/// The event of the week, what of it is still to be done, what was and what is due [5.0], [5.3], [5.4].
pub(super) fn events(view: View<'_>) -> Sheet {
    let mut parts = Vec::new();
    let mut note = "no War Event this week".to_owned();
    if let Some(event) = view.event() {
        note.clone_from(&event.title);
        let mut table = vec![vec![format!("{} [5.0]", event.text)]];
        table.extend(event.effects.iter().map(|effect| vec![effect.clone()]));
        parts.push(rows(&event.title, table));
        parts.extend(demands(view, &event.deploys));
        parts.extend(super::orders::orders(view, event));
    }
    parts.extend(weather_duty(view));
    let due: Vec<Vec<String>> = view
        .due_events()
        .map(|(event, from)| {
            let forced = format!("diced for from {from} on [5.4]");
            vec![event.title.clone(), forced]
        })
        .collect();
    if !due.is_empty() {
        parts.push(rows("Due", due));
    }
    let past: Vec<Vec<String>> = view
        .past_events()
        .map(|(event, times)| {
            let once = if event.one_time { "once for all" } else { "" };
            let when = view
                .date_of(event)
                .map_or_else(|| "before the game".to_owned(), |date| date.to_string());
            vec![
                event.title.clone(),
                format!("{times}×"),
                when,
                once.to_owned(),
            ]
        })
        .collect();
    if !past.is_empty() {
        parts.push(rows("So far", past));
    }
    sheet(
        "events",
        "War Events",
        note,
        Lies::folded_if(view.event().is_none()),
        parts,
    )
}

/// Weather reporting stands from week to week, without its event [WE2.9].
fn weather_duty(view: View<'_>) -> Option<Part> {
    let told = view
        .event()
        .is_some_and(|event| event.id == "weather_reporting");
    if !view.war().weather_duty || told {
        return None;
    }
    let on_duty = |boat: &&Submarine| boat.duty == Some(Duty::Weather);
    let boats = view.boats().iter().filter(on_duty);
    let mut names: Vec<&str> = boats
        .map(|boat| words::boat(view.tables(), boat.id))
        .collect();
    if names.is_empty() {
        names.push("nobody");
    }
    let station = words::area(view.tables(), crate::week::WEATHER_STATION);
    let row = vec![
        "1 boat to ".to_owned() + station,
        "weather".to_owned(),
        names.join(", "),
    ];
    Some(rows("Weather reporting [WE2.9]", vec![row]))
}

/// What an event demands, and which boats have been named for it [5.3].
fn demands(view: View<'_>, deploys: &[Deploy]) -> Option<Part> {
    let t = view.tables();
    let place = |to: &Theatre| words::theatre(view.tables(), *to);
    let waived = view.war().current.is_some_and(|current| current.waived);
    let table: Vec<Vec<String>> = (0u8..)
        .zip(deploys)
        .map(|(number, deploy)| {
            let sent = view.boats().iter().filter(|boat| match boat.duty {
                Some(Duty::Sent(place, _)) => place == number,
                Some(Duty::Weather) => deploy.mission == "weather",
                _ => false,
            });
            let sent: Vec<&str> = sent.map(|boat| words::boat(t, boat.id)).collect();
            let left = usize::from(deploy.number).saturating_sub(sent.len());
            let to: Vec<&str> = deploy.to.iter().map(place).collect();
            let open = match (left, view.is_demanded(number)) {
                _ if waived => "waived [36.64]".to_owned(),
                (0, _) => "done".to_owned(),
                (_, false) => "done as far as possible".to_owned(),
                _ if deploy.takes_all() => "open".to_owned(),
                (left, true) => format!("{left} open"),
            };
            let wanted = match deploy.number {
                _ if deploy.takes_all() => "all boats".to_owned(),
                1 => "1 boat".to_owned(),
                number => format!("{number} boats"),
            };
            vec![
                format!("{wanted} to {}", to.join(" or ")),
                deploy.mission.replace('_', " "),
                sent.join(", "),
                open,
            ]
        })
        .collect();
    (!table.is_empty()).then(|| rows("Demands [5.3]", table))
}
