//! Where the boats start: in the gap between the air groups, across the lanes.

use super::chart::Chart;
use super::habits::Habits;
use super::patrol::best_station;
use super::risk::AirRisk;
use crate::air::in_reach;
use crate::choice::Choice;
use crate::facing::Axis;
use crate::fleet::Pin;
use crate::scenarios::{boats, groups_to_deploy, initial_convoys};
use crate::sequence::Step;
use crate::units::{Base, UnitKind};
use crate::view::View;
use derbyhouse_kernel::Hex;

/// A unit's place in the deployment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Station {
    pub kind: UnitKind,
    pub hex: Hex,
    pub facing: Axis,
}

/// Six-boat packs while there are counters, then larger ones, and a few single boats.
fn forces(view: View<'_>, habits: &Habits) -> Vec<UnitKind> {
    let t = view.tables();
    let setup = view.setup();
    let all = boats(t, setup.scenario, setup.options.more_boats);
    let mut left = all;
    let mut units = Vec::new();
    for kind in UnitKind::PACKS {
        let values = t.unit(kind);
        let most = usize::from(values.limit.unwrap_or(u8::MAX));
        let fitting = usize::from(left.saturating_sub(habits.singles) / values.boats.max(1));
        let made = fitting.min(most);
        units.extend(std::iter::repeat_n(kind, made));
        left -= made as u8 * values.boats;
    }
    units.extend(std::iter::repeat_n(UnitKind::Single, left.into()));
    units
}

/// Stations for all boats, each set across what the others leave open, averaged over the ten set-up chits.
pub(super) fn stations(view: View<'_>, habits: &Habits, risk: &AirRisk) -> Vec<Station> {
    let t = view.tables();
    let entry = crate::convoys::entering(t, initial_convoys(t, 0).len());
    let mut charts: Vec<Chart> = (0..10)
        .map(|chit| {
            let convoys = initial_convoys(t, chit).iter().copied().chain(entry);
            Chart::of(view, convoys, habits)
        })
        .collect();
    let mut stations: Vec<Station> = Vec::new();
    for kind in forces(view, habits) {
        let taken = |hex: Hex| stations.iter().filter(|station| station.hex == hex).count() as u32;
        let values = t.unit(kind);
        let free = |hex: Hex| {
            if kind == UnitKind::Single {
                taken(hex) < 1
            } else {
                taken(hex) == 0
            }
        };
        let hexes = t.map.area.iter().filter(|hex| free(*hex));
        let Some((hex, facing)) = best_station(view, habits, risk, &mut charts, kind, hexes) else {
            continue;
        };
        let chance = crate::forecast::picket(t, values.strength, false);
        let zone = crate::search::search_zone(t, hex, values.strength, facing);
        for chart in &mut charts {
            chart.watched(&zone, chance);
        }
        stations.push(Station { kind, hex, facing });
    }
    stations
}

/// The first station that is not yet taken.
pub(super) fn first_missing<'s>(view: View<'_>, stations: &'s [Station]) -> Option<&'s Station> {
    stations
        .iter()
        .enumerate()
        .find(|(place, station)| {
            let there = view.stack(station.hex).map_or(0, |stack| {
                stack
                    .units
                    .iter()
                    .filter(|unit| unit.kind == station.kind && unit.pin == Pin::Free)
                    .count()
            });
            let wanted = stations[..=*place]
                .iter()
                .filter(|s| s.hex == station.hex && s.kind == station.kind)
                .count();
            there < wanted
        })
        .map(|(_, station)| station)
}

/// The first stack that lies another way than planned.
pub(super) fn first_to_turn(view: View<'_>, stations: &[Station]) -> Option<(Hex, Axis)> {
    let turned = |station: &&Station| {
        view.stack(station.hex)
            .is_some_and(|stack| stack.facing != station.facing)
    };
    let first = |station: &&Station| {
        stations
            .iter()
            .find(|s| s.hex == station.hex)
            .is_some_and(|s| s.facing == station.facing)
    };
    stations
        .iter()
        .filter(turned)
        .find(first)
        .map(|station| (station.hex, station.facing))
}

/// The base from which the next air group reaches the fewest playing hexes [17.3].
pub(super) fn harmless_base(view: View<'_>) -> Choice {
    let t = view.tables();
    let Some(Step::AirDeployment(placed)) = view.step() else {
        return Choice::AsPrinted;
    };
    let range = groups_to_deploy(t, view.setup())
        .nth(placed.into())
        .unwrap_or(0);
    let mut one = [0; 5];
    one[range] = 1;
    let reached = |base: Base| {
        t.map
            .area
            .iter()
            .filter(|hex| in_reach(t, &one, t.base(base).distance(*hex)) > 0)
            .count()
    };
    Base::ALL
        .into_iter()
        .min_by_key(|base| reached(*base))
        .map_or(Choice::AsPrinted, Choice::Base)
}
