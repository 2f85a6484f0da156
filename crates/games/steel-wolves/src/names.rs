//! What places are called, in lines and on the screen alike: by the names of the map.

use crate::boat::Place;
use crate::geography::{Area, Base, Node, Zone};
use crate::tables::{Tables, Theatre};

pub(crate) fn area(t: &Tables, area: Area) -> &str {
    &t.map.area(area).spot.name
}

pub(crate) fn zone(t: &Tables, zone: Zone) -> &str {
    &t.map.zone(zone).spot.name
}

pub(crate) fn base(t: &Tables, base: Base) -> &str {
    &t.map.bases[base.index()].name
}

pub(crate) fn node(t: &Tables, node: Node) -> &str {
    match node {
        Node::Area(at) => area(t, at),
        Node::Base(at) => base(t, at),
        Node::Forward(at) => zone(t, at),
    }
}

pub(crate) fn theatre(t: &Tables, to: Theatre) -> &str {
    match to {
        Theatre::Area(at) => area(t, at),
        Theatre::Zone(at) => zone(t, at),
        Theatre::Baltic => "the Baltic",
    }
}

/// Where a boat is, and in which box of a base.
pub(crate) fn whereabouts(t: &Tables, at: Place) -> String {
    let boxed = |name: &str, stand: &str| format!("{name} ({})", stand.replace('_', " "));
    match at {
        Place::Base(at, stand) => boxed(base(t, at), stand.id()),
        Place::Area(at) => area(t, at).to_owned(),
        Place::Zone(at, _) => format!("the zone {}", zone(t, at)),
        Place::Forward(at, stand) => boxed(zone(t, at), stand.id()),
        Place::Baltic => "the Baltic".to_owned(),
        Place::Refit => "refit".to_owned(),
        Place::Training => "training".to_owned(),
        Place::Scrapped => "no service any more".to_owned(),
        Place::Lost => "the list of losses".to_owned(),
    }
}
