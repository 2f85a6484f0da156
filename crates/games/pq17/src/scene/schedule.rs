//! What is planned and when it is due: the Time Track [8.1], Planning Sheets [4.2], ways on the map, and one's own Special
//! Condition (chapter 12).

use super::sheets::{row, rows, sheet};
use super::words;
use crate::forces::Force;
use crate::fuel::Marker;
use crate::hex::Hex;
use crate::ice::Ice;
use crate::position::{Plan, PlanStep, Special};
use crate::side::Side;
use crate::tables::Condition;
use crate::time::{Light, Turn};
use crate::view::View;
use derbyhouse_scene::{Lies, Part, Sheet, Slot, Tone, Way, WayKind};

/// The turns to come, with light and what is due in them [8.1], [11.1].
pub(super) fn time(view: View<'_>) -> Sheet {
    let now = view.turn();
    let last = Turn::LAST_ON_TRACK.max(now.later(6));
    let turns = (now.index()..=last.index()).map(|index| Turn::FIRST.later(index));
    let slots = turns.map(|turn| slot(view, turn));
    let part = Part::Slots {
        title: String::new(),
        slots: slots.collect(),
    };
    let mut sheet = sheet("time", "Time Track", now.to_string(), vec![part]);
    sheet.lies = Lies::Folded;
    sheet
}

fn slot(view: View<'_>, turn: Turn) -> Slot {
    let (light, mut tone) = match view.scenario().daylight.of(turn) {
        Light::Day => ("Day", Tone::Plain),
        Light::Night => ("Night", Tone::Off),
    };
    let mut lines = vec![light.to_owned()];
    if turn == view.start() {
        lines.push("play starts".to_owned());
    }
    for side in view.open_sides() {
        for force in view.forces(side) {
            let marker = force.fuel.and_then(|fuel| fuel.marker);
            let Some((marker, _)) = marker.filter(|(_, due)| *due == turn) else {
                continue;
            };
            let (what, worse) = match marker {
                Marker::Warning => ("Warning", Tone::Warn),
                Marker::Danger => ("Danger", Tone::Bad),
            };
            lines.push(format!("{} {what}", force.block));
            tone = worse;
        }
        lines.extend(
            deadlines(view, side)
                .into_iter()
                .filter(|(due, _)| *due == turn)
                .map(|(_, what)| what),
        );
    }
    let due = view.accounts().iter().filter(|own| own.depart == turn);
    lines.extend(due.map(|own| format!("{} may leave", own.id)));
    Slot {
        label: turn.to_string(),
        lines,
        tone,
        about: view
            .scenario()
            .day1
            .map_or_else(String::new, |day| day.later(turn.day() - 1).to_string()),
    }
}

/// Turns by which a Special Condition must be met (chapter 12).
fn deadlines(view: View<'_>, side: Side) -> Vec<(Turn, String)> {
    let (Some(special), Some(condition)) = (view.special(side), view.condition(side)) else {
        return Vec::new();
    };
    let name = words::condition(condition).0;
    let mission = special.mission.as_ref();
    let planned = mission.map(|mission| (mission.turn, format!("{name} as planned")));
    let convoy = (condition == Condition::AxisConvoy && !special.used).then(|| {
        let last = view.tables().chits.values.axis_convoy_last;
        (last, format!("{name}: last turn"))
    });
    planned.into_iter().chain(convoy).collect()
}

/// The Special Condition of each side that hides nothing, what it asks, and how it stands.
pub(super) fn condition(view: View<'_>) -> Option<Sheet> {
    let known = |side: Side| Some((side, view.condition(side)?));
    let known: Vec<(Side, Condition)> = Side::ALL.into_iter().filter_map(known).collect();
    let note = known
        .iter()
        .map(|(_, condition)| words::condition(*condition).0);
    let note: Vec<&str> = note.collect();
    let parts = known.iter().map(|(side, condition)| {
        let (name, rule, aim) = words::condition(*condition);
        let mut table = vec![row(name, format!("{aim} [{rule}]"))];
        match view.special(*side) {
            Some(special) => table.extend(standing(view, special)),
            None => table.push(row("state", "shown to everybody")),
        }
        for (turn, what) in deadlines(view, *side) {
            table.push(row(&turn.to_string(), what));
        }
        rows(words::side(*side), table)
    });
    let parts: Vec<Part> = parts.collect();
    (!parts.is_empty()).then(|| sheet("condition", "Special Condition", note.join(" · "), parts))
}

/// How one's own stands.
fn standing(view: View<'_>, special: &Special) -> Vec<Vec<String>> {
    let t = view.tables();
    let state = match (special.used, special.revealed) {
        (true, _) => "has been used or has scored",
        (false, true) => "shown to everybody",
        (false, false) => "the enemy does not know it",
    };
    let mut table = vec![row("state", state)];
    if let Some(mission) = &special.mission {
        let ships = mission
            .ships
            .iter()
            .map(|ship| t.chart.ship(*ship).name.clone());
        let classes = mission.classes.iter().map(|(class, cs)| {
            let class = t.chart.class(*class);
            format!("{cs} CS of {}", class.name)
        });
        let taking: Vec<String> = ships.chain(classes).collect();
        let target = super::pieces::space(view, mission.target);
        table.push(row("objective", format!("{target} in {}", mission.turn)));
        table.push(row("with", taking.join(", ")));
        table.extend(special.declared.then(|| row("declared", "yes [12.14]")));
    }
    if !special.owing.is_empty() {
        let owing = special
            .owing
            .iter()
            .map(|ship| t.chart.ship(*ship).name.as_str());
        let owing: Vec<&str> = owing.collect();
        table.push(row("must still strike", owing.join(", ")));
    }
    if !special.exited.is_empty() {
        let gone = special.exited.iter();
        let gone = gone.map(|(state, _)| t.chart.ship(state.ship).name.as_str());
        let gone: Vec<&str> = gone.collect();
        table.push(row("in the Atlantic", gone.join(", ")));
    }
    table
}

/// The steps of a plan that go somewhere, with the turn of each.
fn path<'p>(plan: &'p Plan) -> impl Iterator<Item = (usize, Turn, PlanStep)> + 'p {
    let mut rests = 0;
    plan.steps.iter().enumerate().filter_map(move |(n, step)| {
        if *step == PlanStep::Rest {
            rests += 1;
            return None;
        }
        Some((n, Turn::FIRST.later(rests), *step))
    })
}

/// Planned ways that are still to be gone, step by step [4.2]; at the end all of them.
pub(super) fn ways(view: View<'_>) -> Vec<Way> {
    let sides = view.open_sides();
    sides
        .flat_map(|side| view.plans(side).iter().map(move |plan| (side, plan)))
        .flat_map(|(side, plan)| way(view, side, plan))
        .collect()
}

fn way(view: View<'_>, side: Side, plan: &Plan) -> Vec<Way> {
    let made = match view.is_over() {
        true => 0,
        false => usize::from(plan.made),
    };
    let force = view.forces(side).iter().find(|own| own.block == plan.block);
    let name = force.map_or_else(|| plan.block.to_string(), |force| force.name.clone());
    // At the end it is no longer where it began.
    let mut here = force
        .filter(|_| !view.is_over())
        .map(|force| super::pieces::space(view, force.place));
    let mut ways = Vec::new();
    for (n, turn, step) in path(plan) {
        let PlanStep::To(to) = step else { continue };
        let to = to.to_string();
        if n >= made
            && let Some(from) = here.filter(|from| *from != to)
        {
            ways.push(Way {
                id: format!("{side} {} {n}", plan.block),
                kind: WayKind::Course,
                from,
                to: to.clone(),
                label: String::new(),
                about: format!("{name} as planned for {turn}"),
            });
        }
        here = Some(to);
    }
    ways
}

/// The Planning Sheets, turn by turn, with the ice on the way and the fuel of the escorts [4.2]; at the end everybody's.
pub(super) fn plans(view: View<'_>) -> Option<Sheet> {
    let mut parts: Vec<Part> = Vec::new();
    for side in view.open_sides() {
        for plan in view.plans(side) {
            let force = view.forces(side).iter().find(|own| own.block == plan.block);
            let name = force.map_or_else(|| plan.block.to_string(), words::own);
            parts.push(rows(
                &format!("{name} [4.2]"),
                steps(view, side, plan, force),
            ));
        }
    }
    let accounts = view.accounts().iter().map(|account| {
        vec![
            account.id.clone(),
            format!(
                "{} of {} arrived, {} sunk, {} put back",
                account.arrived, account.started, account.sunk, account.exempt
            ),
        ]
    });
    let accounts: Vec<Vec<String>> = accounts.collect();
    if !accounts.is_empty() {
        parts.push(rows("Convoys [2.1]", accounts));
    }
    if parts.is_empty() {
        return None;
    }
    let note = format!("Start at {}", view.start());
    let mut sheet = sheet("plans", "Planning Sheet", note, parts);
    sheet.lies = Lies::folded_if(view.turn() >= view.start() && !view.is_over());
    Some(sheet)
}

/// One row a turn: what it does, where it then stands, the ice there, the fuel that is left.
fn steps(view: View<'_>, side: Side, plan: &Plan, force: Option<&Force>) -> Vec<Vec<String>> {
    let t = view.tables();
    let mut table: Vec<(Turn, Vec<String>, String)> = Vec::new();
    let mut sailed: Option<Turn> = None;
    for (_, turn, step) in path(plan) {
        let (what, ice) = match step {
            PlanStep::Leave => {
                sailed.get_or_insert(turn);
                ("leaves port".to_owned(), String::new())
            }
            PlanStep::Enter => ("enters port".to_owned(), String::new()),
            PlanStep::To(hex) => (words::hex(&t.sheet, hex), ice(view, side, hex)),
            PlanStep::Rest => continue,
        };
        match table.last_mut().filter(|(last, ..)| *last == turn) {
            Some((_, done, met)) => {
                done.push(what);
                if !ice.is_empty() {
                    *met = ice;
                }
            }
            None => table.push((turn, vec![what], ice)),
        }
    }
    if table.is_empty() {
        let at = force.map(|force| super::pieces::space(view, force.place));
        return vec![row("stays", at.unwrap_or_default())];
    }
    let due = sailed
        .zip(force)
        .and_then(|(turn, force)| view.marker_after(side, force, turn));
    let fuel = |turn: Turn| match due {
        Some(due) => {
            let left = due.index().saturating_sub(turn.index());
            format!("fuel for {}", words::count(left.into(), "turn"))
        }
        None => String::new(),
    };
    let told = table.into_iter().map(|(turn, done, met)| {
        let light = match view.scenario().daylight.of(turn) {
            Light::Day => "Day",
            Light::Night => "Night",
        };
        vec![format!("{turn}, {light}"), done.join(", "), met, fuel(turn)]
    });
    told.collect()
}

/// What the ice of a hex may be, in few words; nothing where it is Clear.
pub(super) fn ice(view: View<'_>, side: Side, hex: Hex) -> String {
    match view.ice_at(side, hex).as_slice() {
        [] | [(Ice::Clear, _)] => String::new(),
        [(ice, _)] => words::ice(*ice).to_owned(),
        some => {
            let worst = some.iter().map(|(ice, _)| *ice).max();
            worst.map_or_else(String::new, |ice| format!("up to {}?", words::ice(ice)))
        }
    }
}
