//! A plain scene: the map, what stands on it, the question. The table proper comes later.

use crate::choice::Choice;
use crate::forces::Force;
use crate::lines::told;
use crate::sequence::Segment;
use crate::side::Side;
use crate::tables::{Sheet, Terrain, centre};
use crate::view::{Contact, View};
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{
    Anchor, Board, Clock, Fact, Mood, Offer, Outline, Panel, Piece, Prompt, Scene, Shape, Space,
    Symbol,
};

/// Rows are drawn to the north.
fn north(y: f64) -> f64 {
    18.0 * 0.75_f64.sqrt() - y
}

pub(crate) fn board(sheet: &Sheet) -> Board {
    let hexes = (1..=crate::tables::ROWS).flat_map(|row| {
        (1..=crate::tables::COLUMNS).map(move |col| crate::hex::Hex::new(row, col))
    });
    let in_play = hexes.filter(|hex| sheet.terrain(*hex) != Terrain::Off);
    let spaces = in_play.map(|hex| {
        let (x, y) = centre(hex);
        let grid = hex.grid();
        Space {
            id: hex.to_string(),
            x,
            y: north(y),
            grid: Some((grid.row(), grid.col())),
            playing: sheet.is_water(hex),
            shape: Shape::Hex,
            label: String::new(),
        }
    });
    let outlines = sheet.coasts.iter().map(|line| Outline {
        points: line.iter().map(|(x, y)| (*x, north(*y))).collect(),
    });
    let places = sheet.ports.iter().map(|port| derbyhouse_scene::Place {
        space: port.hex.to_string(),
        label: port.name.clone(),
        letter: 'P',
        about: format!("{} port in {}", port.side, port.region),
    });
    Board {
        spaces: spaces.collect(),
        outlines: outlines.collect(),
        labels: vec![],
        places: places.collect(),
        mood: Mood::Chart,
    }
}

fn drawn(side: Side) -> derbyhouse_scene::Side {
    match side {
        Side::Allied => derbyhouse_scene::Side::Allied,
        Side::Axis => derbyhouse_scene::Side::German,
    }
}

fn contact(view: View<'_>, contact: &Contact) -> Piece {
    let last = view
        .notebook()
        .iter()
        .rev()
        .find(|seen| seen.token == contact.token);
    let about = last.map(|seen| format!("{}: {}", seen.turn, told(&seen.report)));
    Piece {
        id: format!("{} {}", contact.side, contact.token),
        space: contact.hex.to_string(),
        side: drawn(contact.side),
        symbol: Symbol::Marker,
        label: contact
            .kind
            .map_or("a block".to_owned(), |kind| kind.to_string()),
        values: contact.id.to_string(),
        short: "?".to_owned(),
        facing: None,
        tags: contact
            .shadowed
            .then(|| "shadowed".to_owned())
            .into_iter()
            .collect(),
        about: about.unwrap_or_default(),
    }
}

fn own(side: Side, force: &Force) -> Option<Piece> {
    Some(Piece {
        id: format!("{side} {}", force.block),
        space: force.hex()?.to_string(),
        side: drawn(side),
        symbol: Symbol::Marker,
        label: force.name.clone(),
        values: force.id.to_string(),
        short: force.block.to_string(),
        facing: None,
        tags: vec![],
        about: force.kind.to_string(),
    })
}

pub(crate) fn scene(view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
    let mut pieces: Vec<Piece> = view
        .contacts()
        .iter()
        .map(|seen| contact(view, seen))
        .collect();
    if let Some(side) = view.eyes() {
        pieces.extend(view.own().filter_map(|force| own(side, force)));
    }
    let weather = view.weather().map_or("none yet", |weather| weather.id());
    let mut facts = vec![
        Fact::new("turn", view.turn()),
        Fact::new("light", view.light()),
        Fact::new("weather", weather.replace('_', " ")),
        Fact::new("VP", view.vp()),
    ];
    for (track, spent, available) in view.points() {
        facts.push(Fact::new(
            track.id().replace('_', " "),
            format!("{spent} of {available}"),
        ));
    }
    Scene {
        title: view.scenario().title.clone(),
        clock: Clock {
            turn: view.turn().index() + 1,
            turns: crate::time::Turn::LAST_ON_TRACK.index() + 1,
            phase: view.segment().to_string(),
            phases: Segment::ALL.iter().map(ToString::to_string).collect(),
        },
        facts,
        pieces,
        areas: vec![],
        ways: vec![],
        sheets: vec![],
        overlays: vec![],
        panels: panels(view),
        prompt: decision.map(|decision| prompt(decision, choices)),
        warnings: vec![],
    }
}

fn panels(view: View<'_>) -> Vec<Panel> {
    let sheet = &view.tables().sheet;
    let mut panels: Vec<Panel> = Side::ALL
        .into_iter()
        .map(|side| Panel {
            title: format!("{side} blocks in port"),
            rows: view
                .in_port(side)
                .into_iter()
                .map(|(port, blocks)| vec![sheet.port(port).name.clone(), blocks.to_string()])
                .collect(),
        })
        .collect();
    let rows = view.ledger().map(|entry| {
        vec![
            entry.turn.to_string(),
            entry.vp.to_string(),
            entry.text.clone(),
        ]
    });
    panels.push(Panel {
        title: "Victory Points".to_owned(),
        rows: rows.collect(),
    });
    panels
}

fn prompt(decision: &Decision, choices: &[Choice]) -> Prompt {
    let offer = |choice: &Choice| Offer {
        choice: choice.to_string(),
        label: choice.to_string(),
        anchor: match choice {
            Choice::At(hex) | Choice::To(hex) | Choice::Search(_, hex) => {
                Anchor::Space(hex.to_string())
            }
            _ => Anchor::Button,
        },
        default: false,
        odds: vec![],
    };
    Prompt {
        text: decision.question.to_owned(),
        rule: decision.rule.0.to_owned(),
        offers: choices.iter().map(offer).collect(),
    }
}

/// Who is in a space, as far as the viewer knows.
pub(crate) fn explain(view: View<'_>, space: &str) -> Vec<String> {
    let contacts = view.contacts();
    let here = contacts
        .iter()
        .filter(|contact| contact.hex.to_string() == space);
    let mut lines: Vec<String> = here
        .map(|contact| format!("{} block {}: {}", contact.side, contact.token, contact.id))
        .collect();
    let own = view
        .own()
        .filter(|force| force.hex().is_some_and(|hex| hex.to_string() == space));
    lines.extend(own.map(|force| format!("{} {}: {}", force.block, force.name, force.id)));
    lines
}
