//! The Campaign beside the map (chapter 15): the Fortnight, what waits in ports and yards, and what was bid.

use super::sheets::{row, rows, sheet};
use super::words;
use crate::forces::{Hull, Place, Units};
use crate::season::{Due, Ev, Reserve};
use crate::side::Side;
use crate::view::View;
use derbyhouse_scene::{Part, Sheet};

pub(super) fn season(view: View<'_>) -> Option<Sheet> {
    let season = view.season()?;
    let fortnights = &view.tables().campaign.fortnights;
    let name = |place: u8| {
        fortnights
            .get(usize::from(place))
            .map(|known| known.name.clone())
    };
    let now = name(season.fortnight).unwrap_or_default();
    let mut table = vec![
        row("Fortnight", format!("{now} [15.1]")),
        row("the last", name(season.last).unwrap_or_default()),
        row(
            "initiative",
            format!("{} [4.1]", words::side(view.initiative())),
        ),
    ];
    table.extend(next_ice(view));
    let mut parts = vec![rows("", table)];
    for side in view.open_sides() {
        if let Some(reserve) = view.reserve(side) {
            parts.extend(kept(view, side, reserve));
        }
    }
    Some(sheet("season", "Campaign", now, parts))
}

/// What everybody may read of the Fortnight: daylight and the ports that are open.
fn next_ice(view: View<'_>) -> Option<Vec<String>> {
    let ports = &view.scenario().temporary_ports;
    let names = ports
        .iter()
        .map(|port| view.tables().sheet.port(*port).name.as_str());
    let names: Vec<&str> = names.collect();
    (!names.is_empty()).then(|| row("temporary ports", format!("{} [1.1.1]", names.join(", "))))
}

pub(super) fn units(view: View<'_>, units: &Units) -> String {
    let chart = &view.tables().chart;
    let ships = units
        .ships
        .iter()
        .map(|state| chart.ship(state.ship).name.clone());
    let pools = units.pools.iter().map(|pool| {
        let class = chart.class(pool.class);
        format!("{} {}", pool.hulls(), class.name)
    });
    let all: Vec<String> = ships.chain(pools).collect();
    match all.is_empty() {
        true => "none".to_owned(),
        false => all.join(", "),
    }
}

fn hull(view: View<'_>, hull: Hull) -> String {
    let chart = &view.tables().chart;
    match hull {
        Hull::Ship(ship) => chart.ship(ship).name.clone(),
        Hull::Class(class) => format!("1 CS of {}", chart.class(class).name),
    }
}

/// Only what there is is told.
fn kept(view: View<'_>, side: Side, reserve: &Reserve) -> Vec<Part> {
    let chart = &view.tables().chart;
    let mut table = vec![row("bid", format!("{} [4.1.2]", reserve.bid))];
    if reserve.bonus {
        table.push(row("bonus", "announced [4.1.2]"));
    }
    if side == Side::Allied {
        table.push(row(
            "merchant ships waiting",
            format!("{} [15.3.1]", units(view, &reserve.stock)),
        ));
        for (port, berths) in ["Murmansk", "Arkhangelsk"].into_iter().zip(&reserve.boxes) {
            table.push(row(
                port,
                format!(
                    "unloading {}; in ballast {}, next Fortnight {} [15.2.2]",
                    berths.unloading.merchants(chart),
                    berths.face_up.merchants(chart),
                    berths.face_down.merchants(chart)
                ),
            ));
        }
        table.push(row("unloaded in this Fortnight", reserve.unloaded));
        if let Some(ev) = operation_ev(reserve.ev) {
            table.push(row("Operation EV", format!("{ev} [15.8.3]")));
        }
        if reserve.cobweb > 0 {
            table.push(row(
                "betrayed Convoys to come",
                format!("{} [12.1]", reserve.cobweb),
            ));
        }
    }
    let classes = |list: &[(crate::units::ClassId, u8)]| {
        let named = list
            .iter()
            .map(|(class, cs)| format!("{cs} CS of {}", chart.class(*class).name));
        named.collect::<Vec<String>>().join(", ")
    };
    for (label, list, rule) in [
        ("emergency units announced", &reserve.announced, "15.4"),
        ("emergency units in play", &reserve.on_call, "15.4"),
    ] {
        if !list.is_empty() {
            table.push(row(label, format!("{} [{rule}]", classes(list))));
        }
    }
    if reserve.damaged_subs > 0 {
        table.push(row(
            "submarines under repair",
            format!("{} CS [15.5.2]", reserve.damaged_subs),
        ));
    }
    if !reserve.lost_subs.is_empty() {
        table.push(row(
            "submarines lost",
            format!("{} CS [15.6.2]", reserve.lost_subs.len()),
        ));
    }
    if !reserve.gone.is_empty() {
        let gone = reserve.gone.iter().map(|gone| hull(view, gone.hull));
        table.push(row(
            "left the map in this Fortnight",
            gone.collect::<Vec<_>>().join(", "),
        ));
    }
    if !reserve.leaving.is_empty() {
        let leaving = reserve
            .leaving
            .iter()
            .map(|ship| chart.ship(*ship).name.clone());
        table.push(row(
            "must sail to Germany",
            format!("{} [15.7.5]", leaving.collect::<Vec<_>>().join(", ")),
        ));
    }
    if !reserve.channel.is_empty() {
        let left = reserve.channel.iter();
        let left = left.map(|force| units(view, &force.units));
        table.push(row(
            "left by the English Channel",
            format!("{} [5.7.3]", left.collect::<Vec<_>>().join(", ")),
        ));
    }
    let title = format!("{} reserve", words::side(side));
    let mut parts = vec![rows(&title, table)];
    let due: Vec<Vec<String>> = reserve.due.iter().map(|due| in_yard(view, due)).collect();
    if !due.is_empty() {
        parts.push(rows("In yards and on their way [15.5], [15.7]", due));
    }
    parts
}

/// Ships that come back, when and where.
fn in_yard(view: View<'_>, due: &Due) -> Vec<String> {
    let t = view.tables();
    let when = t.campaign.fortnights.get(usize::from(due.fortnight));
    let place = match due.at {
        Place::Port(port) => t.sheet.port(port).name.clone(),
        Place::Box(off) => t.sheet.off_map(off).name.clone(),
        Place::Sea(hex) => words::hex(&t.sheet, hex),
    };
    vec![
        units(view, &due.units),
        when.map_or_else(
            || "after the Campaign".to_owned(),
            |known| known.name.clone(),
        ),
        place,
    ]
}

fn operation_ev(ev: Ev) -> Option<&'static str> {
    match ev {
        Ev::Never => None,
        Ev::Declared(..) => Some("declared"),
        Ev::Done(_) => Some("its Convoy has sailed"),
    }
}
