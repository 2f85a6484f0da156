//! Searching: packs laid across the likely tracks.

use super::chart::Chart;
use super::habits::Habits;
use super::risk::AirRisk;
use crate::choice::Choice;
use crate::facing::Axis;
use crate::forecast;
use crate::packs::boats_in;
use crate::search::search_zone;
use crate::units::UnitKind;
use crate::view::View;
use derbyhouse_kernel::Hex;

/// The best hex and facing for a unit among some hexes: sightings expected, less the danger from the air.
pub(super) fn best_station(
    view: View<'_>,
    habits: &Habits,
    risk: &AirRisk,
    charts: &mut [Chart],
    kind: UnitKind,
    hexes: impl Iterator<Item = Hex>,
) -> Option<(Hex, Axis)> {
    let t = view.tables();
    let values = t.unit(kind);
    let chance = forecast::picket(t, values.strength, false);
    let axes: &[Axis] = if values.strength < t.boats.three_hex_zone_strength {
        &[Axis::AT_SET_UP]
    } else {
        &Axis::ALL
    };
    let mut best: Option<(f64, Hex, Axis)> = None;
    for hex in hexes {
        let danger = habits.air_risk * risk.loss(hex, values.boats.into());
        let prospects: f64 = charts
            .iter_mut()
            .map(|chart| chart.prospects(hex, values.movement))
            .sum();
        for &axis in axes {
            let zone = search_zone(t, hex, values.strength, axis);
            let seen: f64 = charts.iter().map(|chart| chart.worth(&zone, chance)).sum();
            let value =
                (seen + habits.tomorrow * chance * prospects) / charts.len() as f64 - danger;
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, hex, axis));
            }
        }
    }
    best.map(|(_, hex, axis)| (hex, axis))
}

/// E1: single boats that stand together form a six-boat pack again; larger packs come apart into sixes.
pub(super) fn form(view: View<'_>, choices: &[Choice]) -> (Choice, &'static str) {
    let t = view.tables();
    let sixes = |choice: &&Choice| match choice {
        Choice::Form(hex, packs) => {
            let only_sixes = packs[1..].iter().all(|n| *n == 0) && packs[0] > 0;
            let now = view.stack(*hex).map_or(0, |stack| {
                stack
                    .units
                    .iter()
                    .filter(|unit| unit.is_free() && unit.kind == UnitKind::Pack6)
                    .count()
            });
            only_sixes && usize::from(packs[0]) > now
        }
        _ => false,
    };
    let most = choices
        .iter()
        .filter(sixes)
        .max_by_key(|choice| match choice {
            Choice::Form(_, packs) => boats_in(t, packs),
            _ => 0,
        });
    match most {
        Some(choice) => (
            *choice,
            "Six-boat packs watch three hexes for six boats [12.12]; larger ones gain little.",
        ),
        None => (Choice::Done, "The packs are as they should be."),
    }
}
