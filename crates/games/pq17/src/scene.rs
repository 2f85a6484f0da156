//! The table as a front end draws it, markers included [1.6]. Built from a view, so that nothing hidden can show.

mod aircraft;
mod areas;
mod board;
mod fights;
mod forces;
mod legal;
mod notebook;
mod odds;
mod offers;
mod pieces;
mod schedule;
mod season;
mod sheets;
mod story;
mod words;

use crate::choice::Choice;
use crate::sequence::Segment;
use crate::time::{Light, Turn};
use crate::view::View;
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{Clock, Fact, Scene};

pub(crate) use board::board;
pub(crate) use odds::outlook;
pub(crate) use story::story;

pub(crate) fn scene(view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
    Scene {
        title: view.scenario().title.clone(),
        clock: clock(view),
        facts: facts(view),
        pieces: pieces::pieces(view),
        areas: areas::areas(view),
        ways: schedule::ways(view),
        strips: Vec::new(),
        sheets: sheets::sheets(view),
        overlays: areas::overlays(view),
        panels: vec![],
        prompt: decision.map(|decision| offers::prompt(view, decision, choices)),
        warnings: vec![],
    }
}

fn clock(view: View<'_>) -> Clock {
    Clock {
        turn: view.turn().index() + 1,
        turns: Turn::LAST_ON_TRACK.index() + 1,
        phase: phase(view.segment()),
        phases: Segment::ALL.into_iter().map(phase).collect(),
    }
}

/// A segment as the head of a table has room for it.
fn phase(segment: Segment) -> String {
    match segment.id() {
        "preparation" => "Prepare",
        "random event" => "Event",
        "naval movement" => "Movement",
        "photo reconnaissance" => "Photo",
        "air movement" => "Air",
        "reconnaissance" => "Search",
        "air combat" => "Strikes",
        "surface combat" => "Surface",
        "submarine combat" => "Subs",
        "combine forces" => "Combine",
        "special conditions" => "Special",
        "administration" => "Admin",
        other => return words::capital(other),
    }
    .to_owned()
}

/// The figures that are always in sight.
fn facts(view: View<'_>) -> Vec<Fact> {
    let light = match view.light() {
        Light::Day => "Day",
        Light::Night => "Night",
    };
    let weather = view
        .weather()
        .map_or("–".to_owned(), |now| words::plain(now.id()));
    let weather = match view.local_weather() {
        Some(local) => format!("{weather}, {} off Norway", words::plain(local.id())),
        None => weather,
    };
    let mut facts = vec![
        Fact::new(
            words::date(view).unwrap_or_else(|| "turn".to_owned()),
            format!("{} · {light}", view.turn()),
        ),
        Fact::new("weather", weather),
        Fact::new("VP", view.vp()),
    ];
    for (track, spent, available) in view.points() {
        facts.push(Fact::new(
            format!("{} CP", words::track(track)),
            format!("{spent} of {available} spent"),
        ));
    }
    if let Some((taken, groups)) = view.eyes().and_then(|side| view.groups(side))
        && !groups.is_empty()
    {
        facts.push(Fact::new(
            "groups",
            format!("{taken} of {} came", groups.len()),
        ));
    }
    facts
}

/// What a viewer may know of a space: its name, ice, and who is in it.
pub(crate) fn explain(view: View<'_>, space: &str) -> Vec<String> {
    let Ok(hex) = space.parse::<crate::hex::Hex>() else {
        return Vec::new();
    };
    let sheet = &view.tables().sheet;
    let mut lines: Vec<String> = Vec::new();
    lines.extend(sheet.name(hex).map(str::to_owned));
    if let Some(zone) = sheet.zone(hex) {
        let marker = view.ice()[zone.index()];
        let rolled = match marker.rolled {
            true if view.is_ice_rolled(zone) => ", rolled at each crossing",
            true => ", rolled again next Fortnight",
            false => "",
        };
        lines.push(format!(
            "Ice zone {zone}: {}{rolled} [10.1]",
            words::ice(marker.condition)
        ));
    }
    if sheet.inner_leads.contains(hex) {
        lines.push("Inner Leads: no High Speed [5.1.6]".to_owned());
    }
    let within = crate::side::Side::ALL.into_iter();
    let within = within.filter(|side| sheet.in_radius(*side, hex));
    lines.extend(within.map(|side| format!("In the {} Air Radius [6.4.1]", words::side(side))));
    lines.extend(notebook::here(view, space));
    lines.extend(legal::why_not(view, hex));
    lines
}
