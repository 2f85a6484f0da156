//! What is marked on the map: ice, stations and search hexes always, radii and sectors on demand.

use super::words;
use crate::hex::{Hex, Hexes};
use crate::ice::{Ice, Zone};
use crate::side::Side;
use crate::tables::{Base, Radius, Sector};
use crate::view::View;
use derbyhouse_scene::{Area, Overlay, Weight};

fn area(
    kind: impl Into<String>,
    label: impl Into<String>,
    letter: char,
    spaces: impl IntoIterator<Item = (Hex, Option<String>)>,
) -> Area {
    let weight = |(hex, value): (Hex, Option<String>)| Weight {
        space: hex.to_string(),
        value,
    };
    Area {
        kind: kind.into(),
        label: label.into(),
        letter,
        spaces: spaces.into_iter().map(weight).collect(),
    }
}

fn plain(hexes: &Hexes) -> impl Iterator<Item = (Hex, Option<String>)> {
    hexes.iter().map(|hex| (hex, None))
}

/// Ice by condition (chapter 10), the channel [10.3], Patrol White [5.1.9], hexes named for search [6.4.2], airbases.
pub(super) fn areas(view: View<'_>) -> Vec<Area> {
    let sheet = &view.tables().sheet;
    let mut areas = vec![area(
        "ice-solid-pack",
        "Solid Pack",
        '#',
        plain(&sheet.pack),
    )];
    areas.extend(Zone::ALL.into_iter().filter_map(|zone| ice(view, zone)));
    areas.push(area(
        "channel",
        "Icebreakers' channel",
        '=',
        plain(&sheet.channel),
    ));
    let station = sheet
        .waters()
        .filter(|hex| hex.distance(sheet.white_station) <= sheet.white_radius);
    areas.push(area(
        "station",
        "Cruiser patrol",
        'W',
        station.map(|hex| (hex, None)),
    ));
    // Without hexes it is dropped with the other empty ones.
    let named = view.named().map(|hex| (hex, None));
    areas.push(area("searched", "Named for search", '+', named));
    areas.extend(
        Side::ALL
            .into_iter()
            .filter_map(|side| airbases(view, side)),
    );
    for side in Side::ALL {
        areas.extend(super::aircraft::watched(view, side));
    }
    areas.retain(|area| !area.spaces.is_empty());
    areas
}

/// The hexes of a zone that is not Clear for certain; a "?" is rolled at each crossing [10.1], in a Campaign after its first
/// Fortnight once in each (R52).
fn ice(view: View<'_>, zone: Zone) -> Option<Area> {
    let sheet = &view.tables().sheet;
    let marker = view.ice()[zone.index()];
    let at_crossings = view.is_ice_rolled(zone);
    if marker.condition == Ice::Clear && !at_crossings {
        return None;
    }
    let hexes = sheet.waters().filter(|hex| sheet.zone(*hex) == Some(zone));
    let condition = words::ice(marker.condition);
    let (mark, label) = match marker.rolled {
        true if at_crossings => (
            Some("?".to_owned()),
            format!("{condition}? (rolled at each crossing)"),
        ),
        true => (None, format!("{condition} (rolled again next Fortnight)")),
        false => (None, condition.to_owned()),
    };
    let kind = format!("ice-{}", marker.condition.id().replace('_', "-"));
    Some(area(kind, label, '%', hexes.map(|hex| (hex, mark.clone()))))
}

/// Strength of aircraft that lie open at each airbase (R70).
fn airbases(view: View<'_>, side: Side) -> Option<Area> {
    let sheet = &view.tables().sheet;
    let units = view.aircraft();
    let at = |hex: Hex| {
        let here = units.iter().filter(|(owner, unit)| {
            *owner == side && matches!(unit.base, Base::Airbase(id) if sheet.airbase(id).hex == hex)
        });
        here.map(|(_, unit)| u16::from(unit.cs)).sum::<u16>()
    };
    let mut hexes: Vec<Hex> = sheet
        .airbases
        .iter()
        .filter(|base| base.side == side)
        .map(|base| base.hex)
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    let manned = hexes.into_iter().filter_map(|hex| {
        let cs = at(hex);
        (cs > 0).then(|| (hex, Some(format!("✈{cs}"))))
    });
    let label = format!("✈ {} aircraft, CS", words::side(side));
    let area = area(format!("airbase-{side}"), label, 'a', manned);
    (!area.spaces.is_empty()).then_some(area)
}

pub(super) fn overlays(view: View<'_>) -> Vec<Overlay> {
    let sheet = &view.tables().sheet;
    let overlay = |id: &str, label: &str, areas: Vec<Area>| Overlay {
        id: id.to_owned(),
        label: label.to_owned(),
        areas,
    };
    let radii = Radius::ALL.map(|radius| {
        area(
            format!("radius-{radius}"),
            format!("{} Air Radius", words::plain(radius.id())),
            letter(radius.id()),
            plain(sheet.radius(radius)),
        )
    });
    let sectors = Sector::ALL.map(|sector| {
        area(
            format!("sector-{sector}"),
            format!("{} Air Search Sector", words::plain(sector.id())),
            letter(sector.id()),
            plain(sheet.sector(sector)),
        )
    });
    let mut all = vec![
        overlay("radii", "Air Radii [6.4.1]", radii.to_vec()),
        overlay("sectors", "Air Search Sectors [6.4.2]", sectors.to_vec()),
        overlay(
            "leads",
            "Inner Leads [5.1.6]",
            vec![area("leads", "Inner Leads", 'L', plain(&sheet.inner_leads))],
        ),
    ];
    if view.eyes().is_some() {
        all.push(overlay(
            "chances",
            "Chance that your next card finds each enemy block [6.2]",
            vec![chances(view)],
        ));
    }
    all
}

fn letter(id: &str) -> char {
    id.chars()
        .next()
        .map_or('?', |first| first.to_ascii_uppercase())
}

/// The chance of a card against what stands in each hex that is searched now.
fn chances(view: View<'_>) -> Area {
    let contacts = view.contacts();
    let on_sheet = contacts
        .iter()
        .filter(|seen| !view.tables().sheet.is_off_sheet(seen.hex));
    let spaces = on_sheet.filter_map(|seen| {
        let odds = view.card_odds(seen, view.searchers(seen.token)?)?;
        Some((seen.hex, Some(odds.percent())))
    });
    area("track", "Chance to find", '%', spaces)
}
