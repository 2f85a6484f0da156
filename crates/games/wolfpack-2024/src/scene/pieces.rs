//! Counters and tiles: ships, boats, escorts, requests, torpedoes.

use super::board::{interception_box, patrol_box, search_box};
use super::cards::{hold_name, size_name};
use crate::asw::requests::Request;
use crate::asw::{Contact, Escort, Post};
use crate::boat::{Boat, Place};
use crate::boats::Letter;
use crate::convoy::{BoxState, Gone};
use crate::escorts::EscortId;
use crate::ships::Size;
use crate::space::{Facing, Space};
use crate::view::View;
use derbyhouse_scene::{Piece, Side, Symbol};

/// Everything on the two maps; in one space boats lie on top, then escorts, markers and ships.
pub(super) fn pieces(view: View<'_>) -> Vec<Piece> {
    let boats = view
        .boats()
        .filter_map(|(letter, boat)| boat_piece(letter, boat));
    let escorts = view
        .hunt()
        .escorts
        .iter()
        .filter_map(|escort| escort_piece(view, escort));
    let requests = view.hunt().requests.iter().flatten().map(request_piece);
    let assigned = view
        .hunt()
        .escorts
        .iter()
        .filter_map(|escort| marker_of(view, escort));
    let ships = view
        .convoy()
        .filter_map(|(space, state)| tile(view, space, state));
    boats
        .chain(escorts)
        .chain(requests)
        .chain(assigned)
        .chain(ships)
        .collect()
}

fn piece(id: String, space: String, side: Side, symbol: Symbol) -> Piece {
    Piece {
        id,
        space,
        side,
        symbol,
        label: String::new(),
        values: String::new(),
        short: String::new(),
        facing: None,
        tags: vec![],
        about: String::new(),
    }
}

/// What lies in a convoy box [37.tile_back_hidden].
fn tile(view: View<'_>, space: Space, state: BoxState) -> Option<Piece> {
    let of = |symbol| {
        piece(
            format!("box {space}"),
            space.to_string(),
            Side::Allied,
            symbol,
        )
    };
    Some(match state {
        BoxState::Unknown => return None,
        BoxState::Spotted => Piece {
            label: "a ship?".to_owned(),
            short: "?".to_owned(),
            about: "Spotted, not identified: a ship, or nothing.".to_owned(),
            ..of(Symbol::Hidden)
        },
        BoxState::Ship(id, damaged) => {
            let values = view.tables().tile(id);
            let size = values.size.unwrap_or(Size::Medium);
            Piece {
                label: values.kind.clone(),
                values: format!("{}k {}", values.tons.div_ceil(1000), values.vp),
                short: size.to_string(),
                tags: damaged.then(|| "damaged".to_owned()).into_iter().collect(),
                about: format!(
                    "{}: {}, {} t, {} VP{}.",
                    values.name,
                    size_name(size),
                    values.tons,
                    values.vp,
                    if damaged { ", damaged" } else { "" }
                ),
                ..of(Symbol::Merchant(size.index() as u8 + 1))
            }
        }
        BoxState::Blank => Piece {
            label: "no ship".to_owned(),
            short: ".".to_owned(),
            about: "A tile without a ship.".to_owned(),
            side: Side::Neutral,
            ..of(Symbol::Marker)
        },
        BoxState::Marker(why) | BoxState::Hole(why) => {
            let (label, about) = match why {
                Gone::Sunk => ("sunk", "Lifeboats: a ship was sunk here."),
                Gone::Damaged => ("gone", "Open sea: a damaged ship has fallen behind."),
            };
            Piece {
                label: label.to_owned(),
                short: "o".to_owned(),
                about: about.to_owned(),
                side: Side::Neutral,
                ..of(Symbol::Wreck)
            }
        }
    })
}

/// Counter-clockwise from east.
pub(super) fn degrees(facing: Facing) -> u16 {
    (90 + 360 - 45 * facing.index() as u16) % 360
}

/// A depth in words.
pub(super) fn depth(boat: &Boat) -> String {
    if boat.is_surfaced() {
        "surfaced".to_owned()
    } else if boat.depth.is_periscope() {
        "periscope".to_owned()
    } else {
        format!("{} m", boat.depth)
    }
}

fn boat_piece(letter: Letter, boat: &Boat) -> Option<Piece> {
    let (space, facing) = match boat.place {
        Place::Approach(at) => (at.to_string(), None),
        Place::Attack(space, facing) => (space.to_string(), Some(degrees(facing))),
        _ => return None,
    };
    let symbol = if boat.is_surfaced() {
        Symbol::Boat
    } else {
        Symbol::Dived
    };
    let states = [(boat.silent, "silent"), (boat.blowing, "blowing")];
    let tags = states.iter().filter(|(on, _)| *on);
    Some(Piece {
        label: letter.to_string(),
        values: depth(boat),
        short: letter.to_string(),
        facing,
        tags: tags.map(|(_, tag)| (*tag).to_owned()).collect(),
        about: format!(
            "{letter}, {}, Type {}: {}, {} TP.",
            boat.name,
            boat.kind,
            depth(boat),
            boat.tp
        ),
        ..piece(letter.to_string(), space, Side::German, symbol)
    })
}

/// The name of an escort.
pub(super) fn name(view: View<'_>, escort: &Escort) -> String {
    let values = view.tables().escorts.escort(escort.id);
    format!("{} {}", values.class, values.number)
}

/// The id of an escort's counter.
pub(super) fn escort_id(view: View<'_>, id: EscortId) -> String {
    format!("escort {}", view.tables().escorts.escort(id).key)
}

/// Whom an escort holds, and how well.
pub(super) fn held(contact: &Contact) -> String {
    let homing = if contact.homing { ", homing" } else { "" };
    format!("{} {}{homing}", contact.boat, hold_name(contact.hold))
}

fn escort_piece(view: View<'_>, escort: &Escort) -> Option<Piece> {
    let values = view.tables().escorts.escort(escort.id);
    let on_top = || {
        let boat = view.boat(escort.contact?.boat)?;
        match boat.place {
            Place::Attack(space, _) => Some(space.to_string()),
            Place::Approach(at) => Some(at.to_string()),
            _ => None,
        }
    };
    let (space, doing) = match escort.post {
        Post::Holding | Post::Gone => return None,
        Post::Patrol(location) => (patrol_box(location), "patrols".to_owned()),
        Post::Search(location) => (search_box(location), "searches".to_owned()),
        Post::OnTop => (on_top()?, "is on top of a boat".to_owned()),
        Post::Assigned {
            quadrant,
            to,
            timer,
        } => (
            interception_box(quadrant),
            format!("is under way to {to}: {timer} to go"),
        ),
        Post::Station {
            at,
            patience,
            range,
        } => (
            at.to_string(),
            format!("searches to a range of {range}, {patience} turns left"),
        ),
    };
    let mut tags = Vec::new();
    if escort.is_fitted() {
        tags.push("radar".to_owned());
    }
    tags.extend(escort.contact.map(|contact| held(&contact)));
    let holds = escort.contact.map_or(String::new(), |contact| {
        format!(" It holds {}.", held(&contact))
    });
    let figures = match escort.post {
        Post::Station { range, .. } => format!("search {range}"),
        Post::Assigned { timer, .. } => format!("in {timer}"),
        _ => String::new(),
    };
    let fitted = match escort.equipment {
        None => "not known".to_owned(),
        Some(equipment) => equipment.id().replace('_', " "),
    };
    Some(Piece {
        label: format!("{} {}", values.kind, values.number),
        values: figures,
        short: format!("{}{}", values.kind, values.number),
        tags,
        about: format!(
            "{} {doing}. Equipment: {fitted}.{holds}",
            name(view, escort)
        ),
        ..piece(
            escort_id(view, escort.id),
            space,
            Side::Allied,
            Symbol::Escort,
        )
    })
}

/// The marker an escort is under way to [43.assigned_marker].
fn marker_of(view: View<'_>, escort: &Escort) -> Option<Piece> {
    let Post::Assigned { to, timer, .. } = escort.post else {
        return None;
    };
    let values = view.tables().escorts.escort(escort.id);
    Some(Piece {
        label: format!("{} {}", values.kind, values.number),
        values: format!("in {timer}"),
        short: "a".to_owned(),
        about: format!("{} arrives here in {timer}.", name(view, escort)),
        ..piece(
            format!("marker {}", values.key),
            to.to_string(),
            Side::Allied,
            Symbol::Marker,
        )
    })
}

fn request_piece(request: &Request) -> Piece {
    Piece {
        label: request.kind.to_string(),
        values: request.timer.to_string(),
        short: "!".to_owned(),
        tags: vec![],
        about: format!(
            "A {} request for an escort: {} turns left.",
            request.kind, request.timer
        ),
        ..piece(
            format!("request {}", request.space),
            request.space.to_string(),
            Side::Allied,
            Symbol::Flare,
        )
    }
}
