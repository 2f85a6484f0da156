//! Everything about a scene that is not the map.

use super::style::{Ink, Style};
use crate::text::{columns, side_by_side};
use derbyhouse_scene::{
    Anchor, Board, Climber, Counter, Gauge, Item, Lane, Panel, Part, Piece, Scene, Sheet, Strip,
};

/// One line: where play stands, and the figures that are always in sight.
pub fn status(scene: &Scene, style: Style) -> String {
    let clock = &scene.clock;
    let turn = match (clock.turn, clock.turns) {
        (0, _) => "before turn 1".to_owned(),
        (turn, 0) => format!("turn {turn}"),
        (turn, turns) => format!("turn {turn} of {turns}"),
    };
    let mut parts = vec![
        style.paint(Ink::Strong, &turn),
        style.paint(Ink::Strong, &clock.phase),
    ];
    parts.extend(
        scene
            .facts
            .iter()
            .map(|fact| format!("{} {}", fact.label, fact.value)),
    );
    format!("{}\n", parts.join(" · "))
}

/// The lists beside the board.
pub fn panels(panels: &[Panel], width: usize, style: Style) -> String {
    let mut text = String::new();
    for panel in panels.iter().filter(|panel| !panel.rows.is_empty()) {
        text.push_str(&format!("{}\n", style.paint(Ink::Strong, &panel.title)));
        text.push_str(&side_by_side(&columns(&panel.rows, 2), width));
    }
    text
}

/// The boards of units, tracks and the like, as lists.
pub fn sheets(sheets: &[Sheet], width: usize, style: Style) -> String {
    let mut text = String::new();
    for sheet in sheets {
        let title = style.paint(Ink::Strong, &sheet.title);
        text.push_str(format!("{title}  {}", sheet.note).trim_end());
        text.push('\n');
        let rows: Vec<Vec<String>> = sheet.parts.iter().flat_map(part).collect();
        text.push_str(&side_by_side(&columns(&rows, 2), width));
    }
    text
}

/// A part of a board, row by row.
fn part(part: &Part) -> Vec<Vec<String>> {
    let named = |title: &str, words: Vec<String>| match words.is_empty() {
        true => vec![],
        false => vec![vec![title.to_owned(), words.join(", ")]],
    };
    match part {
        Part::Slots { title, slots } => {
            let told = slots.iter().filter(|slot| !slot.lines.is_empty());
            let told = told.map(|slot| format!("{} {}", slot.label, slot.lines.join(" ")));
            named(title, told.collect())
        }
        Part::Gauges { gauges, .. } => {
            let row = |gauge: &Gauge| {
                let level = format!("{}/{} {}", gauge.level, gauge.most, gauge.text);
                vec![gauge.label.clone(), level]
            };
            gauges.iter().map(row).collect()
        }
        Part::Ladder { rungs, columns, .. } => {
            let rung = |at: u8| rungs.get(usize::from(at)).map_or("", |rung| &rung.label);
            let row = |one: &Climber| {
                let notes = one.notes.join("; ");
                vec![one.label.clone(), rung(one.rung).to_owned(), notes]
            };
            columns.iter().map(row).collect()
        }
        Part::Tags { title, tags } => {
            named(title, tags.iter().map(|tag| tag.text.clone()).collect())
        }
        Part::Lanes { lanes, parties, .. } => {
            let counter = |one: &Counter| {
                let marks = one.marks.iter().map(|mark| format!(" [{mark}]"));
                format!(
                    "{} {} {}{}",
                    one.id,
                    one.label,
                    one.values,
                    marks.collect::<String>()
                )
            };
            let row = |lane: &Lane| {
                let cell = |some: &Vec<Counter>| {
                    let words: Vec<String> = some.iter().map(counter).collect();
                    words.join("; ")
                };
                let cells = lane.counters.iter().map(cell);
                [lane.label.clone()].into_iter().chain(cells).collect()
            };
            let head = [String::new()].into_iter().chain(parties.iter().cloned());
            [head.collect()]
                .into_iter()
                .chain(lanes.iter().map(row))
                .collect()
        }
        Part::Rows { rows, .. } => rows.clone(),
        Part::Strips { strips, .. } => strips.iter().map(strip).collect(),
        Part::List { heads, items, .. } => {
            let item = |item: &Item| {
                let tags: Vec<&str> = item.tags.iter().map(|tag| tag.text.as_str()).collect();
                let mut cells = item.cells.clone();
                cells.push(tags.join(", "));
                cells
            };
            [heads.clone()]
                .into_iter()
                .chain(items.iter().map(item))
                .collect()
        }
    }
}

/// Coloured boxes as letters, small ones with a dot.
fn strip(strip: &Strip) -> Vec<String> {
    let notes: Vec<&str> = strip.notes.iter().map(|note| note.text.as_str()).collect();
    vec![strip.label.clone(), strip.letters(), notes.join(", ")]
}

/// What ought to be thought of.
pub fn warnings(scene: &Scene, style: Style) -> String {
    let lines = scene
        .warnings
        .iter()
        .map(|line| format!("{} {line}\n", style.paint(Ink::Bad, "!")));
    lines.collect()
}

/// The layers that can be shown.
pub fn overlays(scene: &Scene) -> String {
    if scene.overlays.is_empty() {
        return "there are no overlays at this moment\n".to_owned();
    }
    let rows = scene
        .overlays
        .iter()
        .map(|o| vec![o.id.clone(), o.label.clone()]);
    columns(&rows.collect::<Vec<_>>(), 2)
}

/// All there is to say about a space.
pub fn look(board: &Board, scene: &Scene, space: &str, style: Style) -> Option<String> {
    let known = board.spaces.iter().find(|s| s.id == space)?;
    let mut text = format!("{}\n", style.paint(Ink::Strong, space));
    if !known.playing {
        text.push_str("  outside the playing area\n");
    }
    for place in board.places.iter().filter(|place| place.space == space) {
        text.push_str(&format!("  {}: {}\n", place.label, place.about));
    }
    for area in &scene.areas {
        for weight in area.spaces.iter().filter(|weight| weight.space == space) {
            let value = weight
                .value
                .as_deref()
                .map(|v| format!(" {v}"))
                .unwrap_or_default();
            text.push_str(&format!("  {}{value}\n", area.label));
        }
    }
    for piece in scene.pieces.iter().filter(|piece| piece.space == space) {
        text.push_str(&about(piece, style));
    }
    let offers = scene.prompt.iter().flat_map(|prompt| &prompt.offers);
    for offer in offers.filter(|offer| offer.anchor == Anchor::Space(space.to_owned())) {
        text.push_str(&format!(
            "  {} {}\n",
            style.paint(Ink::Legal, "+"),
            offer.label
        ));
    }
    if !text.trim_end().contains('\n') {
        text.push_str("  nobody and nothing\n");
    }
    Some(text)
}

fn about(piece: &Piece, style: Style) -> String {
    let name = style.paint(piece.side.into(), &piece.label);
    let mut line = format!("  {name}");
    for more in [piece.values.clone(), piece.tags.join(" ")] {
        if !more.is_empty() {
            line.push_str(&format!("  {more}"));
        }
    }
    if let Some(degrees) = piece.facing {
        line.push_str(&format!("  facing {}", compass(degrees)));
    }
    format!("{line}\n    {}\n", piece.about)
}

/// The point of the compass for an angle counter-clockwise from east: of eight if it is one of those, else of the six
/// of a hex sheet.
fn compass(degrees: u16) -> &'static str {
    let eight = ["E", "NE", "N", "NW", "W", "SW", "S", "SE"];
    let six = ["E", "NE", "NW", "W", "SW", "SE"];
    let degrees = degrees % 360;
    match degrees.is_multiple_of(45) {
        true => eight[usize::from(degrees / 45)],
        false => six[usize::from((degrees + 30) / 60 % 6)],
    }
}

#[cfg(test)]
mod tests {
    use super::compass;

    #[test]
    fn angles_are_points_of_the_compass() {
        assert_eq!(
            [0, 60, 120, 180, 240, 300, 359].map(compass),
            ["E", "NE", "NW", "W", "SW", "SE", "E"]
        );
        assert_eq!([45, 90, 225, 270].map(compass), ["NE", "N", "SW", "S"]);
    }
}
