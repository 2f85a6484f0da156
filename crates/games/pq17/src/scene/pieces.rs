//! Blocks on the map: one's own as they are, the enemy's as far as they were ever told.

use super::words;
use crate::forces::{Force, Id, Kind, Place};
use crate::side::Side;
use crate::view::{Contact, View};
use derbyhouse_scene::{Piece, Symbol};

pub(super) const fn drawn(side: Side) -> derbyhouse_scene::Side {
    match side {
        Side::Allied => derbyhouse_scene::Side::Allied,
        Side::Axis => derbyhouse_scene::Side::German,
    }
}

/// The piece of a force of an open side.
pub(super) fn own_id(side: Side, force: &Force) -> String {
    format!("{side} {}", force.block)
}

pub(super) fn contact_id(contact: &Contact) -> String {
    format!("{} {}", contact.side, contact.token)
}

pub(super) fn pieces(view: View<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = view
        .open_sides()
        .flat_map(|side| {
            let forces = view.forces(side).iter();
            forces.map(move |force| own(view, side, force))
        })
        .collect();
    // At the end everything lies open, and a contact is the force itself.
    if !view.is_over() {
        pieces.extend(view.contacts().iter().map(|seen| contact(view, seen)));
        let hidden = Side::ALL
            .into_iter()
            .filter(|side| Some(*side) != view.eyes());
        pieces.extend(hidden.clone().flat_map(|side| in_port(view, side)));
        pieces.extend(hidden.flat_map(|side| in_boxes(view, side)));
    }
    pieces.extend(super::aircraft::pieces(view));
    pieces
}

fn symbol(kind: Kind, submarines: u8) -> Symbol {
    match kind {
        Kind::Convoy => Symbol::Convoy,
        Kind::TaskForce => Symbol::TaskForce,
        Kind::Wolfpack => Symbol::Pack(submarines.clamp(1, 5)),
        Kind::Dummy => Symbol::Block,
    }
}

/// The space that a place is drawn in.
pub(super) fn space(view: View<'_>, place: Place) -> String {
    let sheet = &view.tables().sheet;
    match place {
        Place::Sea(hex) => sheet.space(hex),
        Place::Port(port) => sheet.port(port).hex.to_string(),
        Place::Box(off) => sheet.off_map(off).id.clone(),
    }
}

fn own(view: View<'_>, side: Side, force: &Force) -> Piece {
    let chart = &view.tables().chart;
    let subs = force.units.cs(chart, crate::units::ShipType::is_submarine);
    let mut tags = Vec::new();
    match force.place {
        Place::Port(_) => tags.push("port".to_owned()),
        Place::Sea(_) if force.id != Id::UNIDENTIFIED => {
            tags.push(words::level(force.id).to_owned());
        }
        _ => {}
    }
    if !force.shadows.is_empty() {
        tags.push("shadowed".to_owned());
    }
    if force.motion.done && force.motion.hexes > 0 {
        tags.push("moved".to_owned());
    }
    Piece {
        id: own_id(side, force),
        space: space(view, force.place),
        side: drawn(side),
        symbol: symbol(force.kind, subs),
        label: force.name.clone(),
        values: strength(view, force),
        short: force.block.to_string(),
        facing: None,
        tags,
        about: about(view, force),
    }
}

/// What a block can do, in one figure: merchant ships of a Convoy, CS of warships.
fn strength(view: View<'_>, force: &Force) -> String {
    let chart = &view.tables().chart;
    match force.kind {
        Kind::Convoy => force.units.merchants(chart).to_string(),
        Kind::Dummy => String::new(),
        _ => force
            .units
            .cs(chart, crate::units::ShipType::is_warship)
            .to_string(),
    }
}

/// A force of one's own in a sentence or two.
fn about(view: View<'_>, force: &Force) -> String {
    let chart = &view.tables().chart;
    let what = match force.kind {
        Kind::Dummy => "Dummy".to_owned(),
        kind => {
            let warships = force
                .units
                .counters(chart, crate::units::ShipType::is_warship);
            let convoy = force.units.convoy_ships(chart);
            let mut parts = vec![kind.to_string()];
            parts.extend((warships > 0).then(|| words::count(warships.into(), "warship counter")));
            parts.extend((convoy > 0).then(|| words::count(convoy.into(), "convoy ship")));
            parts.join(", ")
        }
    };
    let known = match force.place {
        Place::Sea(_) => format!(" To the enemy {}.", words::level(force.id)),
        Place::Port(port) => format!(" In {}.", view.tables().sheet.port(port).name),
        Place::Box(off) => format!(" In the box {}.", view.tables().sheet.off_map(off).name),
    };
    format!("{}: {what}.{known}", words::own(force))
}

fn contact(view: View<'_>, seen: &Contact) -> Piece {
    let mut tags = Vec::new();
    if seen.id != Id::UNIDENTIFIED {
        tags.push(words::level(seen.id).to_owned());
    }
    if seen.shadowed {
        tags.push("shadowed".to_owned());
    }
    let memory = words::memory(view, seen);
    let known = memory.unwrap_or_else(|| match seen.kind {
        Some(_) => "Nothing was reported of it.".to_owned(),
        None => "Nobody has seen what it is; it may be a Dummy.".to_owned(),
    });
    let symbol = match seen.kind {
        Some(kind) => symbol(kind, 1),
        None => Symbol::Block,
    };
    let label = match seen.kind {
        Some(Kind::Convoy) => "Convoy",
        Some(Kind::TaskForce) => "TF",
        Some(Kind::Wolfpack) => "Pack",
        _ => "",
    };
    let last = view
        .notebook()
        .iter()
        .rev()
        .find(|told| told.token == seen.token);
    Piece {
        id: contact_id(seen),
        space: view.tables().sheet.space(seen.hex),
        side: drawn(seen.side),
        symbol,
        label: [Some(label.to_owned()), super::notebook::age(view, seen)]
            .into_iter()
            .flatten()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
        values: last.map_or_else(String::new, |told| told.report.warships.to_string()),
        short: "?".to_owned(),
        facing: None,
        tags,
        about: format!("{}. {known}", words::contact(seen)),
    }
}

/// Of blocks off the map too [5.7].
fn in_boxes(view: View<'_>, side: Side) -> impl Iterator<Item = Piece> {
    let sheet = &view.tables().sheet;
    view.in_boxes(side).into_iter().map(move |(id, blocks)| {
        let off = sheet.off_map(id);
        Piece {
            id: format!("{side} in {}", off.id),
            space: off.id.clone(),
            side: drawn(side),
            symbol: Symbol::Block,
            label: String::new(),
            values: blocks.to_string(),
            short: blocks.to_string(),
            facing: None,
            tags: Vec::new(),
            about: format!(
                "{} {} in {}.",
                words::capital(&words::count(blocks, "block")),
                words::side(side),
                off.name
            ),
        }
    })
}

/// Of blocks in an enemy port one sees how many lie there.
fn in_port(view: View<'_>, side: Side) -> impl Iterator<Item = Piece> {
    let sheet = &view.tables().sheet;
    view.in_port(side).into_iter().map(move |(id, blocks)| {
        let port = sheet.port(id);
        let lie = if blocks == 1 { "lies" } else { "lie" };
        Piece {
            id: format!("{side} in {}", port.id),
            space: port.hex.to_string(),
            side: drawn(side),
            symbol: Symbol::Block,
            label: port.name.clone(),
            values: blocks.to_string(),
            short: blocks.to_string(),
            facing: None,
            tags: vec!["port".to_owned()],
            about: format!(
                "{} {} {lie} in {}.",
                words::capital(&words::count(blocks, "block")),
                words::side(side),
                port.name
            ),
        }
    })
}
