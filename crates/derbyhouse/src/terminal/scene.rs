//! Everything about a scene that is not the map.

use super::style::{Ink, Style};
use crate::text::{columns, side_by_side};
use derbyhouse_scene::{Anchor, Board, Panel, Piece, Scene};

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

/// The point of a hex sheet's compass that is nearest to an angle counter-clockwise from east.
fn compass(degrees: u16) -> &'static str {
    let points = ["E", "NE", "NW", "W", "SW", "SE"];
    points[usize::from((degrees % 360 + 30) / 60 % 6)]
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
    }
}
