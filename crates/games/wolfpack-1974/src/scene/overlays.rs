//! What is marked on the map: weather and sightings always, the rest on demand.

use super::outlook::entry_chances;
use crate::air::{air_strength, in_reach, schnorkel_modifier};
use crate::forecast;
use crate::lines;
use crate::search::{product, search_zone};
use crate::units::{Base, ConvoyId, Heading};
use crate::view::View;
use crate::weather::Storm;
use derbyhouse_kernel::{Hex, HexSet};
use derbyhouse_scene::{Area, Overlay, Weight};

fn area(
    kind: &str,
    label: &str,
    letter: char,
    hexes: impl IntoIterator<Item = (Hex, Option<String>)>,
) -> Area {
    let spaces = hexes
        .into_iter()
        .map(|(hex, value)| Weight {
            space: hex.to_string(),
            value,
        })
        .collect();
    Area {
        kind: kind.to_owned(),
        label: label.to_owned(),
        letter,
        spaces,
    }
}

fn plain(hexes: &HexSet) -> impl Iterator<Item = (Hex, Option<String>)> {
    hexes.iter().map(|hex| (hex, None))
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// Storm hexes, fog hexes, sighting markers and the search zones of one's own stacks.
pub(super) fn areas(view: View<'_>) -> Vec<Area> {
    let t = view.tables();
    let mut areas = Vec::new();
    for storm in view.storms() {
        areas.push(area("storm", "Storm", '~', plain(&storm.hexes())));
    }
    for (zone, hexes) in t.map.fog_zones[..view.fog().zones()].iter().enumerate() {
        areas.push(area(
            "fog",
            &format!("Fog, zone {}", zone + 1),
            ':',
            plain(hexes),
        ));
    }
    if !view.sightings().is_empty() {
        areas.push(area(
            "sighting",
            "Sighting markers",
            '!',
            plain(view.sightings()),
        ));
    }
    areas.push(search_zones(view));
    areas
}

pub(super) fn overlays(view: View<'_>) -> Vec<Overlay> {
    let overlay = |id: &str, label: &str, areas| Overlay {
        id: id.to_owned(),
        label: label.to_owned(),
        areas,
    };
    vec![
        overlay(
            "search",
            "Search zones of your stacks, with their chances",
            vec![search_zones(view)],
        ),
        overlay("air", "Air groups that reach each hex now", air_reach(view)),
        overlay(
            "risk",
            "Chance that six boats are found from the air",
            vec![air_risk(view)],
        ),
        overlay(
            "sightings",
            "Sighting zones that convoys avoid",
            vec![sighting_zones(view)],
        ),
        overlay(
            "tracks",
            "Where each convoy can go next, with its chances",
            tracks(view),
        ),
        overlay(
            "storms",
            "Where each storm can be next turn",
            storm_tracks(view),
        ),
    ]
}

fn search_zones(view: View<'_>) -> Area {
    let t = view.tables();
    let zones = view.fleet().stacks().flat_map(|stack| {
        let strength = stack.watching(t);
        let chance = percent(forecast::picket(t, strength, false));
        search_zone(t, stack.hex, strength, stack.facing)
            .into_iter()
            .map(move |hex| (hex, Some(chance.clone())))
    });
    area("search", "Search zone", '+', zones)
}

fn air_reach(view: View<'_>) -> Vec<Area> {
    let t = view.tables();
    let (groups, grounded) = (view.air(), view.grounded());
    Base::ALL
        .into_iter()
        .filter(|base| !grounded[base.index()])
        .map(|base| {
            let reached = t.map.area.iter().filter_map(|hex| {
                let count = in_reach(t, &groups[base.index()], t.base(base).distance(hex));
                (count > 0).then(|| (hex, Some(count.to_string())))
            });
            let letter = base.id().chars().next().unwrap_or('?');
            area(
                "air",
                &format!("Air groups of {}", lines::place(base)),
                letter,
                reached,
            )
        })
        .collect()
}

/// Chance that a stack of six boats is found in the next C2 by any base, as the weather is now.
fn air_risk(view: View<'_>) -> Area {
    let t = view.tables();
    let six = u32::from(t.boats.asw_group);
    let risky = t.map.area.iter().filter_map(|hex| {
        let risk = air_chance(view, hex, six);
        (risk > 0.0).then(|| (hex, Some(percent(risk))))
    });
    area("risk", "Air risk to six boats", 'a', risky)
}

/// Chance that boats in a hex are found in the next C2 by any base, as the weather is now.
pub(super) fn air_chance(view: View<'_>, hex: Hex, boats: u32) -> f64 {
    if view.is_weather(hex) {
        return 0.0;
    }
    let t = view.tables();
    let (groups, grounded) = (view.air(), view.grounded());
    let modifier = schnorkel_modifier(t, view.setup().options.boats);
    let unseen: f64 = Base::ALL
        .into_iter()
        .filter(|base| !grounded[base.index()])
        .map(|base| {
            let distance = t.base(base).distance(hex);
            let count = in_reach(t, &groups[base.index()], distance);
            let strength = air_strength(t, count, view.setup().options.double_air);
            1.0 - forecast::air(t, distance, product(t, strength, boats), modifier)
        })
        .product();
    1.0 - unseen
}

fn sighting_zones(view: View<'_>) -> Area {
    let zones = if view.sightings().is_empty() {
        HexSet::EMPTY
    } else {
        view.sightings().grown()
    };
    area(
        "sighting-zone",
        "Sighting zone",
        '!',
        plain(&zones.intersection(&view.tables().map.area)),
    )
}

/// The three ways of each convoy, each hex with the chance that it is entered; the first hexes, which nobody can
/// search, without one [12.15].
fn tracks(view: View<'_>) -> Vec<Area> {
    view.convoys_at_sea()
        .map(|(convoy, hex)| {
            let entries = entry_chances(view, convoy.id, hex).into_iter();
            let hexes = entries.map(|entry| (entry.hex, entry.open.then(|| percent(entry.share))));
            area("track", &track_label(view, convoy.id, hex), '*', hexes)
        })
        .collect()
}

fn track_label(view: View<'_>, convoy: ConvoyId, hex: Hex) -> String {
    let t = view.tables();
    let chits = |heading| {
        (0..10)
            .filter(move |chit| t.heading(*chit, hex) == heading)
            .map(|chit| chit.to_string())
    };
    let list = |heading| chits(heading).collect::<Vec<_>>().join(" ");
    format!(
        "{} in {hex}: north on {}, south on {}, else due ahead",
        lines::convoy(t, convoy),
        list(Heading::North),
        list(Heading::South)
    )
}

/// Each storm after each of the three headings.
fn storm_tracks(view: View<'_>) -> Vec<Area> {
    let t = view.tables();
    let mut areas = Vec::new();
    for storm in view.storms() {
        let mut seen: Vec<(Storm, u32)> = Vec::new();
        for chit in 0..10 {
            let mut moved = storm.clone();
            moved.advance(t, chit);
            match seen.iter_mut().find(|(other, _)| *other == moved) {
                Some((_, chits)) => *chits += 1,
                None => seen.push((moved, 1)),
            }
        }
        for (moved, chits) in seen
            .into_iter()
            .filter(|(moved, _)| !moved.markers.is_empty())
        {
            let hexes = moved.hexes();
            let with_chance = hexes
                .iter()
                .map(|hex| (hex, Some(format!("{}%", 10 * chits))));
            areas.push(area("storm-track", "Storm next turn", '~', with_chance));
        }
    }
    areas
}
