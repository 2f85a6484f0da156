//! Counters on the map: boats at sea and ready to sail, aircraft, supply ships, minefields.

use super::board::zone_id;
use super::words;
use crate::boat::{Duty, Place, Side as CounterSide, Submarine};
use crate::geography::Area;
use crate::ready::Stand;
use crate::tables::Theatre;
use crate::view::View;
use derbyhouse_scene::{Piece, Side, Symbol};

/// The space of a place; boats in base lie on the map only when they are ready, the others on the display of the base.
fn space_of(at: Place) -> Option<String> {
    match at {
        Place::Base(base, Stand::Ready) => Some(base.id().to_owned()),
        Place::Area(area) => Some(area.id().to_owned()),
        Place::Zone(zone, _) | Place::Forward(zone, _) => Some(zone_id(zone)),
        Place::Baltic => Some(Area::NorthSea.id().to_owned()),
        Place::Base(..) | Place::Refit | Place::Training | Place::Scrapped | Place::Lost => None,
    }
}

/// The counter of a boat.
pub(super) fn id(view: View<'_>, boat: crate::fleet::BoatId) -> String {
    words::boat(view.tables(), boat).to_owned()
}

/// Whether a boat has a counter on the map.
pub(super) fn is_on_map(boat: &Submarine) -> bool {
    space_of(boat.place).is_some()
}

pub(super) fn pieces(view: View<'_>) -> Vec<Piece> {
    let acting = view.acting().map(|boat| boat.id);
    let mut boats: Vec<&Submarine> = view.boats().iter().collect();
    // The boat that acts lies on top of its stack, then those that still have to act.
    boats.sort_by_key(|boat| (Some(boat.id) != acting, boat.done));
    let mut all: Vec<Piece> = boats
        .into_iter()
        .filter_map(|boat| counter(view, boat))
        .collect();
    all.extend(aircraft(view));
    all.extend(supplies(view));
    all.extend(fields(view));
    all
}

/// Words for the state of a boat.
pub(super) fn state(view: View<'_>, boat: &Submarine) -> Vec<String> {
    let mut tags = Vec::new();
    let mut tag = |holds: bool, text: &str| {
        if holds {
            tags.push(text.to_owned());
        }
    };
    tag(boat.rtb, "RTB");
    tag(
        boat.damage > 0,
        if boat.damage > 1 {
            "damaged ×2"
        } else {
            "damaged"
        },
    );
    tag(boat.spotted, "spotted");
    tag(boat.green > 0, "new crew");
    tag(boat.mines, "mines");
    if let Some(duty) = boat.duty {
        tag(true, &orders(view, duty));
    }
    tag(boat.serving.is_some(), "supplies others");
    tag(boat.done, "done");
    if let Some((ace, rating)) = boat.ace {
        let name = &view.tables().aces.ace(ace).name;
        tags.push(format!("{name} +{rating}"));
    }
    tags
}

/// What a boat was ordered to do [5.3].
fn orders(view: View<'_>, duty: Duty) -> String {
    let t = view.tables();
    match duty {
        Duty::Sent(_, Theatre::Area(area)) => format!("sent to {}", words::area(t, area)),
        Duty::Sent(_, Theatre::Zone(zone)) => format!("sent to {}", words::zone(t, zone)),
        Duty::Sent(_, Theatre::Baltic) => "sent to the Baltic".to_owned(),
        Duty::Weather => "weather duty".to_owned(),
        Duty::Escort(_) => "escorts a ship home".to_owned(),
        Duty::Recalled => "ordered home".to_owned(),
        Duty::Yard => "to a yard".to_owned(),
        Duty::Rescue(area) => format!("rescue in {}", words::area(t, area)),
        Duty::Charts(zone) => format!("by charts into {}", words::zone(t, zone)),
        Duty::Mines(zone) => format!("mines again off {}", words::zone(t, zone)),
    }
}

fn counter(view: View<'_>, boat: &Submarine) -> Option<Piece> {
    let t = view.tables();
    let class = t.submarines.class_of(boat.id);
    let side = match boat.side {
        CounterSide::Transit => "in transit",
        CounterSide::Patrol => "on patrol",
    };
    Some(Piece {
        id: id(view, boat.id),
        space: space_of(boat.place)?,
        side: Side::German,
        symbol: Symbol::Submarine,
        label: words::boat(t, boat.id).to_owned(),
        values: format!(
            "{}-{}-{}",
            t.submarines.attack_of(boat.id),
            class.defence,
            class.tactical
        ),
        short: "U".to_owned(),
        facing: None,
        tags: state(view, boat),
        about: format!(
            "Type {}, {side} in {}; {} ships, {} thousand tons.",
            class.name,
            words::whereabouts(view.tables(), boat.place),
            boat.ships,
            boat.tons
        ),
    })
}

fn marker(id: String, space: String, symbol: Symbol, label: String, about: String) -> Piece {
    Piece {
        id,
        space,
        side: Side::German,
        symbol,
        label,
        values: String::new(),
        short: "*".to_owned(),
        facing: None,
        tags: vec![],
        about,
    }
}

fn aircraft(view: View<'_>) -> impl Iterator<Item = Piece> + '_ {
    view.war().aircraft.iter().filter_map(move |plane| {
        let values = &view.tables().submarines.aircraft[usize::from(plane.plane)];
        let about = format!(
            "Helps boats to find what sails here [7.51]; range {}.",
            values.range
        );
        Some(marker(
            format!("plane-{}", plane.plane),
            plane.over?.to_string(),
            Symbol::Aircraft,
            values.name.clone(),
            about,
        ))
    })
}

fn supplies(view: View<'_>) -> impl Iterator<Item = Piece> + '_ {
    view.supplies().map(move |supply| {
        let values = &view.tables().submarines.supply_ships[usize::from(supply.ship)];
        let about = format!(
            "Gives supplies to returning boats [21.3]; used {} times this week.",
            supply.used
        );
        marker(
            format!("supply-{}", supply.ship),
            supply.area.to_string(),
            Symbol::Marker,
            values.name.clone(),
            about,
        )
    })
}

fn fields(view: View<'_>) -> impl Iterator<Item = Piece> + '_ {
    // A zone may have several of them.
    view.war().fields.iter().enumerate().map(|(place, field)| {
        marker(
            format!("mines-{}-{place}", field.zone),
            zone_id(field.zone),
            Symbol::Marker,
            "mines".to_owned(),
            format!("A minefield of strength {} [26.2].", field.strength),
        )
    })
}
