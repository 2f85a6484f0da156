//! What a step costs and risks, and which rule forbids a hex that is not on offer.

use super::words;
use crate::air::{AirOrder, Flyer};
use crate::forces::{Force, Kind, Place};
use crate::helm::is_soviet_water;
use crate::hex::Hex;
use crate::ice::Ice;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::Sector;
use crate::view::{Contact, View};

/// Why the force, or the aircraft, that is asked about cannot go into a hex.
pub(super) fn why_not(view: View<'_>, hex: Hex) -> Vec<String> {
    let Some(order) = view.order() else {
        return Vec::new();
    };
    let own = |block| view.own().find(|force| force.block == block);
    match order {
        Order::Steer(block) => own(*block).map_or_else(Vec::new, |force| step(view, force, hex)),
        Order::Plan(block) => planned(view, own(*block), hex),
        Order::Helm => held(view, hex),
        Order::Sectors(_) => searched(view, hex),
        Order::Air(AirOrder::Fly(unit, _)) => match view.flight(*unit, hex) {
            Some((far, range)) if far > range => {
                let side = view.eyes().unwrap_or(Side::Allied);
                let name = view.flyer_name(side, Flyer::Unit(*unit));
                vec![format!(
                    "{name} flies {} hexes; it is {far} from its base [5.3]",
                    range
                )]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn step(view: View<'_>, force: &Force, hex: Hex) -> Vec<String> {
    let name = words::own(force);
    match force.place {
        Place::Sea(here) if here == hex => {
            let bar = view.bar_at_port(force);
            bar.map(|bar| format!("{name} cannot enter port: {bar}"))
                .into_iter()
                .collect()
        }
        Place::Sea(_) => {
            let bar = view.bar_to(force, hex);
            bar.map(|bar| format!("{name} cannot go here: {bar}"))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

fn planned(view: View<'_>, force: Option<&Force>, hex: Hex) -> Vec<String> {
    let Some(force) = force else {
        return Vec::new();
    };
    let name = words::own(force);
    match view.bar_plan(force.block, hex) {
        Some((Place::Sea(here), None)) if here == hex => {
            vec![format!("{name} stands here by its plan so far [4.2]")]
        }
        Some((_, Some(bar))) => vec![format!("{name} cannot be planned into this hex: {bar}")],
        _ => Vec::new(),
    }
}

/// Forces in port here that cannot sail.
fn held(view: View<'_>, hex: Hex) -> Vec<String> {
    let sheet = &view.tables().sheet;
    let here = view.own().filter(|force| {
        let port = force.place.in_port();
        port.is_some_and(|port| sheet.port(port).hex == hex) && force.kind != Kind::Dummy
    });
    here.filter_map(|force| {
        let bar = view.bar_at_port(force)?;
        Some(format!("{} cannot leave: {bar}", words::own(force)))
    })
    .collect()
}

fn searched(view: View<'_>, hex: Hex) -> Vec<String> {
    let sheet = &view.tables().sheet;
    let own = Sector::ALL.into_iter();
    let mut own = own.filter(|sector| Some(sector.side()) == view.eyes());
    match own.any(|sector| sheet.sector(sector).contains(hex)) {
        true => Vec::new(),
        false => vec!["In none of your Air Search Sectors [6.4.2]".to_owned()],
    }
}

/// What a step costs and risks, in few words.
pub(super) fn costs(
    view: View<'_>,
    side: Side,
    contacts: &[Contact],
    force: &Force,
    hex: Hex,
) -> Vec<String> {
    let t = view.tables();
    let mut notes = Vec::new();
    match view.ice_at(side, hex).as_slice() {
        [] | [(Ice::Clear, _)] => {}
        [(ice, _)] => notes.push(words::ice(*ice).to_owned()),
        [..] => notes.push("ice is rolled".to_owned()),
    }
    let [high, ..] = t.speeds;
    if force.fuel.is_some() && force.motion.hexes + 1 == high {
        notes.push("High Speed costs fuel".to_owned());
    }
    if force.units.has_soviet_command(&t.chart) && !is_soviet_water(t, hex) {
        notes.push("costs a point of Severny Flot".to_owned());
    }
    if view.is_watched(force) {
        notes.push("the enemy here draws a card as it passes".to_owned());
    }
    let there = contacts.iter().filter(|seen| seen.hex == hex).count();
    if there > 0 {
        notes.push(format!("{} there", words::count(there, "enemy block")));
    }
    if leaves_station(view, force, hex) {
        notes.push("leaves Patrol White, which costs points".to_owned());
    }
    notes
}

/// Cruisers of Patrol White that go elsewhere cost points [5.1.9].
fn leaves_station(view: View<'_>, force: &Force, hex: Hex) -> bool {
    view.leaves_white(force, hex)
}
