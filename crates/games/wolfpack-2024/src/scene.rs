//! What a front end draws, from a view only: the two maps, the boards of the boats, the cards, the question.

mod areas;
mod board;
pub(crate) mod cards;
mod held;
mod offers;
mod pieces;
mod port;
mod sheets;
mod story;

pub(crate) use board::board;
pub(crate) use story::story;

use crate::boats::Letter;
use crate::choice::Choice;
use crate::ring::ApproachBox;
use crate::sequence::Phase;
use crate::space::Space;
use crate::tables::Pull;
use crate::view::View;
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{Clock, Fact, Scene};

pub(crate) fn scene(view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
    let asked = decision.map(|decision| Letter::of(decision.seat));
    Scene {
        title: title(view),
        clock: clock(view),
        facts: facts(view),
        pieces: pieces::pieces(view),
        areas: areas::areas(view),
        ways: areas::ways(view),
        strips: Vec::new(),
        overlays: areas::overlays(view, asked),
        sheets: sheets::sheets(view),
        panels: vec![],
        prompt: decision.map(|decision| offers::prompt(view, decision, choices)),
        warnings: vec![],
    }
}

fn title(view: View<'_>) -> String {
    let scenario = view.setup().scenario.label();
    match view.month() {
        Some(month) if view.setup().scenario.is_campaign() => {
            format!("Wolfpack (2024), {scenario}, {}", month.name())
        }
        _ => format!("Wolfpack (2024), {scenario}"),
    }
}

fn clock(view: View<'_>) -> Clock {
    let short = |phase: Phase| match phase {
        Phase::SetUp => "Set-up",
        Phase::Torpedoes => "Torpedoes",
        Phase::Entry => "Entry",
        Phase::Movement => "Move",
        Phase::Observation => "Observe",
        Phase::Tdc => "TDC",
        Phase::Asw => "ASW",
        Phase::Convoy => "Convoy",
        Phase::Reload => "Reload",
        Phase::Attack => "Attack",
        Phase::DamageControl => "Damage",
        Phase::EndOfTurn => "End",
        Phase::EndOfPatrol => "Home",
        Phase::BetweenPatrols => "Port",
    };
    let of_turn = Phase::ALL.into_iter().filter(|phase| {
        !matches!(
            phase,
            Phase::SetUp | Phase::EndOfPatrol | Phase::BetweenPatrols
        )
    });
    Clock {
        turn: view.turn().into(),
        turns: view.tables().last_turn.into(),
        phase: short(view.phase()).to_owned(),
        phases: of_turn.map(|phase| short(phase).to_owned()).collect(),
    }
}

/// The figures that are always in sight.
fn facts(view: View<'_>) -> Vec<Fact> {
    let conditions = view.conditions();
    // In set-up nobody knows them before they are drawn.
    let known = |pull, word| if view.is_drawn(pull) { word } else { "?" };
    let mut facts = vec![
        Fact::new(
            "turn",
            format!("{} of 21–{}", view.turn(), view.tables().last_turn),
        ),
        Fact::new("VP", view.vp()),
        Fact::new(
            "convoy",
            format!(
                "{}, {}",
                known(Pull::ConvoySize, conditions.side.id()),
                known(Pull::ConvoySpeed, conditions.speed.id())
            ),
        ),
        Fact::new(
            "light",
            format!(
                "{}, {}",
                known(Pull::TimeOfDay, conditions.time.id()),
                known(Pull::Weather, conditions.weather.id())
            ),
        ),
    ];
    facts.extend(port::facts(view));
    // From turn 21 a d10 may end the patrol [65.end_d10].
    let ends = view.tables().chances.ends(view.turn()).count();
    if ends > 0 {
        facts.push(Fact::new("ends", format!("{} %", u16::from(ends) * 10)));
    }
    facts
}

/// What is to be known of a space: who is there, how far boats are, who searches it.
pub(crate) fn explain(view: View<'_>, space: &str) -> Vec<String> {
    if let Ok(at) = space.parse::<ApproachBox>() {
        return explain_box(view, at);
    }
    let Ok(at) = space.parse::<Space>() else {
        return vec![];
    };
    let mut lines = Vec::new();
    if let Some(ring) = view.conditions().side.ring(at) {
        lines.push(format!("Convoy box of ring {ring} [19.ring_numbers]"));
    }
    let light = view.conditions().light();
    for (letter, boat) in view.boats() {
        let Some((from, _)) = boat.attack() else {
            continue;
        };
        let range = from.range(at);
        let tdc = &view.tables().tdc;
        let seen = match range {
            _ if boat.lookout().is_none() => "",
            range if range <= tdc.identify(light) => ", identified from there",
            range if range <= tdc.spot(light) => ", spotted from there",
            _ => "",
        };
        lines.push(format!("{range} from {letter}{seen} [37.ranges]"));
    }
    lines
}

/// A box of the Approach map: where it leads, and where drift takes a boat from there.
fn explain_box(view: View<'_>, at: ApproachBox) -> Vec<String> {
    let approach = &view.tables().approach;
    let spaces = |surfaced: bool| {
        let spaces = approach.entry(at, surfaced).iter().map(Space::to_string);
        spaces.collect::<Vec<_>>().join(" ")
    };
    let drift = match approach.drifted(at, 1) {
        Some(next) => format!("Drift takes a boat to {next} [55.approach_drift_path]"),
        None => "Drift takes a boat off the map [55.approach_drift_path]".to_owned(),
    };
    vec![
        format!("Location {} [22.locations]", approach.location(at)),
        format!(
            "Leads to {}; submerged to {} [31.entry_spaces]",
            spaces(true),
            spaces(false)
        ),
        drift,
    ]
}
