//! The counters on the map, each with the figures that its printed one has [3.21]: a pack shows an arrow for every six
//! boats, and its front [3.3].

use super::offers::piece_id;
use crate::fleet::{Stack, Unit};
use crate::lines;
use crate::position::Contact;
use crate::units::{Straggle, UnitKind};
use crate::view::{ConvoyView, View};
use derbyhouse_kernel::{Direction, Hex};
use derbyhouse_scene::{Piece, Side, Symbol};

pub(super) fn pieces(view: View<'_>) -> Vec<Piece> {
    let convoys = view
        .convoys_at_sea()
        .map(|(convoy, hex)| convoy_piece(view, &convoy, hex));
    let boats = view
        .fleet()
        .stacks()
        .flat_map(|stack| unit_pieces(view, &stack));
    convoys.chain(boats).collect()
}

/// Degrees counter-clockwise from east.
fn degrees(direction: Direction) -> u16 {
    60 * direction as u16
}

fn convoy_piece(view: View<'_>, convoy: &ConvoyView, hex: Hex) -> Piece {
    let t = view.tables();
    let values = t.convoy(convoy.id);
    let facing = view.facing(convoy.id, hex);
    let mut tags = Vec::new();
    match convoy.contact {
        Contact::Hidden => tags.push("?".to_owned()),
        Contact::Sighted => tags.push("sighted".to_owned()),
        Contact::Lost => tags.push("lost".to_owned()),
    }
    if convoy.straggle != Straggle::None {
        tags.push(convoy.straggle.to_string());
    }
    if convoy.air_escort.is_some() {
        tags.push("air".to_owned());
    }
    let escort = match convoy.escort {
        Some(kind) => format!(
            "{}, strength {}",
            t.escort(kind).label,
            t.escort(kind).strength
        ),
        None => "escort unknown".to_owned(),
    };
    let known = match convoy.contact {
        Contact::Hidden => "not yet sighted",
        Contact::Sighted => "sighted, can be attacked",
        Contact::Lost => "contact lost",
    };
    let about = format!(
        "{}, {}bound, {} hexes a day, bow to {facing:?} ({}); {escort}; {known}; {}.",
        values.id,
        values.bound,
        values.movement,
        view.bow(convoy.id, hex),
        lines::straggle(convoy.straggle)
    );
    Piece {
        id: format!("convoy-{}", convoy.id.number()),
        space: hex.to_string(),
        side: Side::Allied,
        symbol: Symbol::Convoy,
        label: values.id.clone(),
        values: format!(
            "{}-{}",
            convoy
                .escort
                .map_or("?".to_owned(), |kind| t.escort(kind).strength.to_string()),
            values.movement
        ),
        short: format!(
            "{}{}",
            if degrees(facing) % 300 < 90 { '>' } else { '<' },
            convoy.id.number()
        ),
        facing: Some(degrees(facing)),
        tags,
        about,
    }
}

/// The units of a stack; single boats that are alike are one piece with their number.
fn unit_pieces(view: View<'_>, stack: &Stack<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for unit in stack.units {
        let id = piece_id(stack.hex, unit.name());
        if pieces.iter().any(|piece| piece.id == id) {
            continue;
        }
        let count = stack
            .units
            .iter()
            .filter(|other| other.name() == unit.name())
            .count();
        pieces.push(unit_piece(view, stack, *unit, id, count));
    }
    pieces
}

fn unit_piece(view: View<'_>, stack: &Stack<'_>, unit: Unit, id: String, count: usize) -> Piece {
    let t = view.tables();
    let values = t.unit(unit.kind);
    let (label, symbol) = match unit.kind {
        UnitKind::Single => (format!("{count} × single"), Symbol::Submarine),
        kind => (
            lines::pack_name(t, kind, unit.counter),
            Symbol::Pack(values.boats / t.boats.asw_group),
        ),
    };
    let mut tags = Vec::new();
    if !unit.is_free() {
        tags.push("pinned".to_owned());
    }
    match unit.duty {
        crate::fleet::Duty::Waiting => {}
        crate::fleet::Duty::Moved => tags.push("moved".to_owned()),
        crate::fleet::Duty::Attacks(convoy) => {
            tags.push(format!("attacks {}", lines::convoy(t, convoy)))
        }
    }
    let boats = usize::from(values.boats) * count;
    let about = format!(
        "{label}: {boats} {}, strength {}, movement {}{}; the stack lies {}.",
        lines::plural(boats as u32, "boat"),
        usize::from(values.strength) * count,
        view.allowance(unit),
        if unit.is_free() { "" } else { ", pinned" },
        stack.facing
    );
    let letter = if unit.is_free() { 'U' } else { 'p' };
    Piece {
        id,
        space: stack.hex.to_string(),
        side: Side::German,
        symbol,
        label,
        values: format!(
            "{}-{}",
            usize::from(values.strength) * count,
            view.allowance(unit)
        ),
        short: format!("{letter}{boats}"),
        facing: Some(degrees(stack.facing.front())),
        tags,
        about,
    }
}
