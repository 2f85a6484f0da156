//! The table as a front end draws it. Built from a view, so that nothing hidden can show.

mod aircraft;
mod areas;
mod board;
mod fights;
mod forces;
mod odds;
mod offers;
mod pieces;
mod sheets;
mod story;
mod words;

use crate::choice::Choice;
use crate::position::PlanStep;
use crate::sequence::Segment;
use crate::time::{Light, Turn};
use crate::view::View;
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{Clock, Fact, Scene, Way, WayKind};

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
        ways: routes(view),
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
    let mut facts = vec![
        Fact::new("turn", format!("{} · {light}", view.turn())),
        Fact::new("weather", weather),
        Fact::new("VP", view.vp()),
    ];
    for (track, spent, available) in view.points() {
        facts.push(Fact::new(
            words::plain(track.id()),
            format!("{spent} of {available}"),
        ));
    }
    facts
}

/// Planned ways that are still to be gone, step by step [4.2]; at the end all of them.
fn routes(view: View<'_>) -> Vec<Way> {
    let (sheet, scenario) = (&view.tables().sheet, view.scenario());
    let mut ways = Vec::new();
    for (convoy, plan) in scenario.convoys.iter().zip(view.plans()) {
        let made = match view.is_over() {
            true => 0,
            false => usize::from(plan.made),
        };
        let mut here = sheet.port(convoy.from).hex;
        for (turn, step) in plan.steps.iter().enumerate() {
            let PlanStep::To(to) = step else { continue };
            if turn >= made {
                let when = Turn::FIRST.later(turn as u16);
                ways.push(Way {
                    id: format!("{} {turn}", convoy.id),
                    kind: WayKind::Course,
                    from: here.to_string(),
                    to: to.to_string(),
                    label: String::new(),
                    about: format!("{} as planned for {when}", convoy.id),
                });
            }
            here = *to;
        }
    }
    ways
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
        let rolled = if marker.rolled {
            ", rolled at each crossing"
        } else {
            ""
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
    lines
}
