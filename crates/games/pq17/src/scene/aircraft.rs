//! Aircraft on their bases and over the sea, and what they have photographed [1.5], [5.3], [6.9].

use super::pieces::drawn;
use super::words;
use crate::air::{AirUnit, Mission};
use crate::hex::Hex;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::Base;
use crate::view::View;
use derbyhouse_scene::{Area, Lies, Part, Piece, Sheet, Symbol, Weight};

fn rows(title: &str, rows: Vec<Vec<String>>) -> Part {
    Part::Rows {
        title: title.to_owned(),
        rows,
    }
}

/// Aircraft by base; those on carriers only their owner sees, and which carrier it is stays hidden when they fly (R70).
pub(super) fn sheet(view: View<'_>) -> Sheet {
    let units = view.aircraft();
    let table = |side: Side| -> Vec<Vec<String>> {
        let of_side = units.iter().filter(|(owner, _)| *owner == side);
        of_side.map(|(_, unit)| row(view, side, unit)).collect()
    };
    let flying = units
        .iter()
        .filter(|(_, unit)| unit.mission != Mission::Base)
        .count();
    Sheet {
        id: "aircraft".to_owned(),
        title: "Aircraft".to_owned(),
        note: format!("{}, {flying} in the air", words::count(units.len(), "unit")),
        seat: String::new(),
        piece: None,
        // Whoever is asked about aircraft has them before him.
        lies: Lies::folded_if(!matches!(view.order(), Some(Order::Air(_)))),
        parts: Side::ALL
            .into_iter()
            .map(|side| rows(words::side(side), table(side)))
            .collect(),
    }
}

fn row(view: View<'_>, side: Side, unit: &AirUnit) -> Vec<String> {
    let t = view.tables();
    let base = match unit.base {
        Base::Airbase(base) => t.sheet.airbase(base).name.clone(),
        Base::Carrier(ship) if view.open_sides().any(|open| open == side) => {
            t.chart.ship(ship).name.clone()
        }
        Base::Carrier(_) => "a carrier".to_owned(),
    };
    let kind = t.chart.air(unit.kind);
    let mut notes = vec![match unit.aborts {
        0 => format!("CS {}", unit.cs),
        aborts => format!("CS {}, {aborts} aborted", unit.cs),
    }];
    notes.extend(doing(unit));
    vec![
        base,
        format!("{} ({})", unit.name, kind.name),
        notes.join(", "),
        format!("range {}", kind.range),
    ]
}

fn doing(unit: &AirUnit) -> Option<String> {
    match &unit.mission {
        Mission::Base => None,
        Mission::Strike(hex) => Some(format!("to strike over {hex}")),
        Mission::Recon(hex) => Some(format!("searches {hex}")),
        Mission::Asw(hex) => Some(format!("hunts submarines in {hex}")),
        Mission::Radius(hexes) => {
            let hexes: Vec<String> = hexes.iter().map(Hex::to_string).collect();
            Some(format!("watches {}", hexes.join(", ")))
        }
        Mission::Shadow => Some("shadows an enemy".to_owned()),
    }
}

/// Units over the sea lie open (R70).
pub(super) fn pieces(view: View<'_>) -> Vec<Piece> {
    let units = view.aircraft();
    let flying = units
        .iter()
        .enumerate()
        .filter_map(|(number, (side, unit))| Some((number, *side, *unit, unit.mission.hex()?)));
    flying
        .map(|(number, side, unit, hex)| Piece {
            id: format!("{side} air {number}"),
            space: view.tables().sheet.space(hex),
            side: drawn(side),
            symbol: Symbol::Aircraft,
            label: unit.name.clone(),
            values: unit.cs.to_string(),
            short: "✈".to_owned(),
            facing: None,
            tags: Vec::new(),
            about: format!(
                "{} ({}), CS {}, {}.",
                unit.name,
                view.tables().chart.air(unit.kind).name,
                unit.cs,
                doing(unit).unwrap_or_default()
            ),
        })
        .collect()
}

/// Hexes that aircraft watch for submarines and ships [5.3.1].
pub(super) fn watched(view: View<'_>, side: Side) -> Option<Area> {
    let units = view.aircraft();
    let mut hexes: Vec<Hex> = units
        .iter()
        .filter(|(owner, _)| *owner == side)
        .filter_map(|(_, unit)| match &unit.mission {
            Mission::Radius(hexes) => Some(hexes.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    let weight = |hex: Hex| Weight {
        space: hex.to_string(),
        value: None,
    };
    (!hexes.is_empty()).then(|| Area {
        kind: format!("watched-{side}"),
        label: format!("Watched by {} aircraft", words::side(side)),
        letter: 'w',
        spaces: hexes.into_iter().map(weight).collect(),
    })
}

/// What photographs have shown, the newest first [6.9].
pub(super) fn photographs(view: View<'_>) -> Option<Sheet> {
    let now = view.turn();
    let told = view.photographs().iter().rev().take(8).map(|photo| {
        vec![
            view.tables().sheet.port(photo.port).name.clone(),
            words::ago(now, photo.turn),
            words::report(&photo.report),
        ]
    });
    let told: Vec<Vec<String>> = told.collect();
    (!told.is_empty()).then(|| Sheet {
        id: "photographs".to_owned(),
        title: "Photographs".to_owned(),
        note: words::count(told.len(), "port"),
        seat: String::new(),
        piece: None,
        lies: Lies::Open,
        parts: vec![rows("[6.9]", told)],
    })
}
