//! A map in letters, north up: a hex sheet with even rows half a hex to the east, or a grid of squares.

use super::cells::Cells;
use super::style::{Ink, Style};
use derbyhouse_scene::{Board, Overlay, Scene, Shape, Space};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Room for the number of a row.
const MARGIN: usize = 3;

/// Draws the board in at most `width` columns, as far as that can be done.
pub fn draw(
    board: &Board,
    scene: &Scene,
    overlay: Option<&Overlay>,
    width: usize,
    style: Style,
) -> String {
    let cells = Cells::new(board, scene, overlay);
    let grid: BTreeMap<(u8, u8), &Space> = board
        .spaces
        .iter()
        .filter_map(|s| Some((s.grid?, s)))
        .collect();
    if grid.is_empty() {
        return by_space(scene, |_| true, style);
    }
    let sheet = Sheet::new(&grid, &cells, width);
    let mut text = sheet.header(style);
    // Rows of squares are counted from the top down.
    let rows: Vec<u8> = match sheet.squares {
        true => sheet.rows.clone().collect(),
        false => sheet.rows.clone().rev().collect(),
    };
    for row in rows {
        text.push_str(&sheet.row(row, style));
    }
    let boxes = board.spaces.iter().filter(|space| space.grid.is_none());
    let boxes: BTreeSet<&str> = boxes.map(|space| space.id.as_str()).collect();
    text.push_str(&by_space(scene, |space| boxes.contains(space), style));
    text.push_str(&legend(board, scene, overlay, &sheet, style));
    text
}

/// Spaces that are in no grid: who is where, in words.
fn by_space(scene: &Scene, wanted: impl Fn(&str) -> bool, style: Style) -> String {
    let mut spaces: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for piece in scene.pieces.iter().filter(|piece| wanted(&piece.space)) {
        let name = style.paint(piece.side.into(), &piece.label);
        spaces.entry(&piece.space).or_default().push(name);
    }
    let lines = spaces
        .iter()
        .map(|(space, names)| format!("  {space}: {}\n", names.join(", ")));
    lines.collect()
}

/// The part of the board that is drawn, and how wide a hex is.
struct Sheet<'a> {
    grid: &'a BTreeMap<(u8, u8), &'a Space>,
    cells: &'a Cells<'a>,
    rows: RangeInclusive<u8>,
    columns: RangeInclusive<u8>,
    hex: usize,
    /// Whether its spaces are squares.
    squares: bool,
}

impl<'a> Sheet<'a> {
    fn new(grid: &'a BTreeMap<(u8, u8), &'a Space>, cells: &'a Cells<'a>, width: usize) -> Self {
        let used = |space: &Space| space.playing || cells.is_used(&space.id);
        let wide = extent(grid, used);
        let (rows, columns, hex) = match fitting(&wide.1, width) {
            Some(hex) => (wide.0, wide.1, hex),
            // Too wide: what lies off the playing area is told in the legend.
            None => {
                let (_, columns) = extent(grid, |space| space.playing);
                let hex = fitting(&columns, width).unwrap_or(2);
                (wide.0, columns, hex)
            }
        };
        Self {
            grid,
            cells,
            rows,
            columns,
            hex,
            squares: grid.values().all(|space| space.shape != Shape::Hex),
        }
    }

    fn shows(&self, space: &str) -> bool {
        let found = self.grid.iter().find(|(_, s)| s.id == space);
        found.is_some_and(|((row, column), _)| {
            self.rows.contains(row) && self.columns.contains(column)
        })
    }

    /// Every fifth column has its number above it.
    fn header(&self, style: Style) -> String {
        let mut line = vec![' '; MARGIN + self.hex * (self.columns.clone().count() + 2)];
        for column in self.columns.clone().filter(|c| c % 5 == 0) {
            let at = MARGIN + self.hex * usize::from(column - self.columns.start());
            for (offset, digit) in format!("{column:02}").chars().enumerate() {
                line[at + offset] = digit;
            }
        }
        let line: String = line.into_iter().collect();
        format!("{}\n", style.paint(Ink::Faint, line.trim_end()))
    }

    fn row(&self, row: u8, style: Style) -> String {
        let mut line = style.paint(Ink::Faint, &format!("{row:02} "));
        if row.is_multiple_of(2) && !self.squares {
            line.push_str(&" ".repeat(self.hex / 2));
        }
        for column in self.columns.clone() {
            match self.grid.get(&(row, column)) {
                Some(space) => {
                    let (text, ink) = self.cells.cell(&space.id, space.playing, self.hex);
                    line.push_str(&style.paint(ink, &text));
                }
                None => line.push_str(&" ".repeat(self.hex)),
            }
        }
        format!("{}\n", line.trim_end())
    }
}

/// The rows and columns of all spaces that are wanted.
fn extent(
    grid: &BTreeMap<(u8, u8), &Space>,
    wanted: impl Fn(&Space) -> bool,
) -> (RangeInclusive<u8>, RangeInclusive<u8>) {
    let places = || {
        grid.iter()
            .filter(|(_, s)| wanted(s))
            .map(|(place, _)| *place)
    };
    let rows = places().map(|(row, _)| row);
    let columns = places().map(|(_, column)| column);
    let least = |column: Option<u8>| column.unwrap_or(0);
    (
        least(rows.clone().min())..=least(rows.max()),
        least(columns.clone().min())..=least(columns.max()),
    )
}

/// The widest hex with which so many columns fit.
fn fitting(columns: &RangeInclusive<u8>, width: usize) -> Option<usize> {
    let count = columns.clone().count();
    [4, 3, 2]
        .into_iter()
        .find(|hex| MARGIN + count * hex + hex / 2 <= width)
}

fn legend(
    board: &Board,
    scene: &Scene,
    overlay: Option<&Overlay>,
    sheet: &Sheet<'_>,
    style: Style,
) -> String {
    let mut notes = Vec::new();
    let places = board
        .places
        .iter()
        .filter(|place| sheet.shows(&place.space));
    let places = places.map(|place| format!("{} {}", place.letter, place.label));
    match overlay {
        Some(overlay) => {
            notes.push(overlay.label.clone());
            let plain = overlay
                .areas
                .iter()
                .filter(|a| a.spaces.iter().any(|w| w.value.is_none()));
            notes.extend(plain.map(|area| format!("{} {}", area.letter, area.label)));
            notes.push("@ somebody is there".into());
        }
        None => {
            let mut letters: BTreeMap<char, Vec<&str>> = BTreeMap::new();
            for area in scene.areas.iter().filter(|area| !area.spaces.is_empty()) {
                let labels = letters.entry(area.letter).or_default();
                if !labels.contains(&area.label.as_str()) {
                    labels.push(&area.label);
                }
            }
            notes.extend(
                letters
                    .iter()
                    .map(|(letter, labels)| format!("{letter} {}", labels.join(", "))),
            );
            notes.extend(places);
            if sheet.cells.any_legal() {
                notes.push("+ may be chosen".into());
            }
        }
    }
    let mut text = String::new();
    if !notes.is_empty() {
        let line = format!("   {}", notes.join(" · "));
        text.push_str(&format!(
            "{}
",
            style.paint(Ink::Faint, &line)
        ));
    }
    let off = board
        .places
        .iter()
        .filter(|place| !sheet.shows(&place.space));
    let off: Vec<String> = off
        .map(|place| format!("{} {}", place.label, place.space))
        .collect();
    if !off.is_empty() {
        let line = format!("   off this map: {}", off.join(", "));
        text.push_str(&format!("{}\n", style.paint(Ink::Faint, &line)));
    }
    text
}
