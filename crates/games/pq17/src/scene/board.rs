//! What never changes on the map: hexes, coasts, places, boxes off the map [1.1].

use super::words;
use crate::hex::Hex;
use crate::tables::{COLUMNS, OffMap, ROWS, Sheet, Terrain, centre};
use derbyhouse_scene::coast::{Frame, coasts};
use derbyhouse_scene::{Board, Label, Mood, Place, Shape, Space};

/// Rows are numbered to the south, the plane of a board grows to the north.
fn north(y: f64) -> f64 {
    f64::from(ROWS + 1) * 0.75_f64.sqrt() - y
}

pub(crate) fn board(sheet: &Sheet) -> Board {
    let hexes = (1..=ROWS).flat_map(|row| (1..=COLUMNS).map(move |col| Hex::new(row, col)));
    let in_play = hexes.filter(|hex| sheet.terrain(*hex) != Terrain::Off);
    let mut spaces: Vec<Space> = in_play.map(|hex| space(sheet, hex)).collect();
    let boxes = sheet.boxes.iter().filter(|off| !off.links.is_empty()); // the Campaign's are on a board of their own
    spaces.extend(boxes.map(off_map));
    let on_map = |lat, lon| {
        let (x, y) = sheet.projection.plane(lat, lon);
        (x, north(y))
    };
    Board {
        spaces,
        outlines: coasts(on_map, frame()),
        labels: labels(),
        places: places(sheet),
        sheet: None,
        mood: Mood::Chart,
    }
}

/// How far beyond the sheet the land is drawn, in hex widths: a wide screen shows it.
const BEYOND: f64 = 14.0;

fn frame() -> Frame {
    Frame {
        x: (-BEYOND, f64::from(COLUMNS) + BEYOND),
        y: (north(f64::from(ROWS)) - BEYOND, north(0.0) + BEYOND),
    }
}

fn space(sheet: &Sheet, hex: Hex) -> Space {
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
}

/// Middle in columns and rows, width and height of a box, beside the hexes that lead to it [5.7].
fn bounds(id: &str) -> (f64, f64, f64, f64) {
    match id {
        "germany" => (9.8, 18.4, 3.4, 0.9),
        "english_channel" => (5.6, 18.4, 3.4, 0.9),
        "kara_sea" => (24.4, 3.4, 1.8, 3.0),
        _ => (19.6, 16.4, 3.4, 0.9),
    }
}

fn off_map(off: &OffMap) -> Space {
    let (x, row, width, height) = bounds(&off.id);
    Space {
        id: off.id.clone(),
        x,
        y: north(row * 0.75_f64.sqrt()),
        grid: None,
        playing: true,
        shape: Shape::Box { width, height },
        label: off.name.clone(),
    }
}

/// One mark a hex: its ports, or its airbases if it has none.
fn places(sheet: &Sheet) -> Vec<Place> {
    let mut hexes: Vec<Hex> = sheet
        .ports
        .iter()
        .map(|port| port.hex)
        .chain(sheet.airbases.iter().map(|base| base.hex))
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().map(|hex| place(sheet, hex)).collect()
}

fn place(sheet: &Sheet, hex: Hex) -> Place {
    let ports = || sheet.ports.iter().filter(|port| port.hex == hex);
    let bases = || sheet.airbases.iter().filter(|base| base.hex == hex);
    let port = ports().next();
    let name = port
        .map(|port| &port.name)
        .or_else(|| bases().next().map(|base| &base.name));
    let mut about: Vec<String> = ports()
        .map(|port| {
            let temporary = if port.temporary {
                ", open only when the scenario says so [1.1.1]"
            } else {
                ""
            };
            format!("{}: {} port{temporary}.", port.name, words::side(port.side))
        })
        .collect();
    about.extend(bases().map(|base| {
        let kind = if base.floatplanes {
            "floatplane base"
        } else {
            "airbase"
        };
        format!("{}: {} {kind}.", base.name, words::side(base.side))
    }));
    Place {
        space: hex.to_string(),
        label: name.cloned().unwrap_or_default(),
        letter: if port.is_some() { 'P' } else { 'A' },
        about: about.join(" "),
    }
}

/// Names of lands and seas, by column and row.
fn labels() -> Vec<Label> {
    [
        ("Greenland", 3.6, 0.2),
        ("Iceland", 5.2, 5.4),
        ("Svalbard", 15.2, 0.2),
        ("Norwegian Sea", 8.8, 6.4),
        ("Barents Sea", 18.0, 4.6),
        ("Norway", 12.2, 11.2),
        ("Britain", 4.2, 15.6),
        ("Novaya Zemlya", 21.6, 3.0),
        ("Soviet Union", 18.2, 11.6),
        ("North Sea", 7.2, 14.4),
    ]
    .map(|(text, x, row)| Label {
        text: text.to_owned(),
        x,
        y: north(row * 0.75_f64.sqrt()),
    })
    .to_vec()
}
