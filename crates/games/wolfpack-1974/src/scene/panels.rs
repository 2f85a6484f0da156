//! Lists beside the map, and warnings before a segment is ended.

use super::overlays::air_chance;
use crate::lines;
use crate::position::{Contact, Place};
use crate::scenarios::escort_cup;
use crate::search::free_boat_near;
use crate::sequence::Step;
use crate::units::{Bound, EscortKind, UnitKind};
use crate::view::View;
use derbyhouse_scene::Panel;

pub(super) fn panels(view: View<'_>) -> Vec<Panel> {
    vec![
        known_convoys(view),
        unknown(view),
        due(view),
        boats(view),
        counters(view),
        air(view),
    ]
}

fn panel(title: &str, rows: Vec<Vec<String>>) -> Panel {
    Panel {
        title: title.to_owned(),
        rows,
    }
}

/// Convoys that were sighted.
fn known_convoys(view: View<'_>) -> Panel {
    let t = view.tables();
    let rows = view
        .convoys_at_sea()
        .filter(|(convoy, _)| convoy.contact != Contact::Hidden)
        .map(|(convoy, hex)| {
            let escort = convoy
                .escort
                .map_or(String::new(), |kind| t.escort(kind).label.clone());
            let contact = if convoy.contact == Contact::Sighted {
                "sighted"
            } else {
                "lost"
            };
            vec![
                t.convoy(convoy.id).id.clone(),
                hex.to_string(),
                escort,
                contact.to_owned(),
                lines::straggle(convoy.straggle).to_owned(),
            ]
        });
    panel("Convoys known", rows.collect())
}

/// What the convoys not yet seen can be, by direction, and the chance that one of them is real [15.5].
fn unknown(view: View<'_>) -> Panel {
    let t = view.tables();
    let rows = Bound::ALL.map(|bound| {
        let cup = escort_cup(t, view.setup().scenario, bound);
        let known = |kind| {
            view.convoys()
                .filter(|c| t.convoy(c.id).bound == bound && c.escort == Some(kind))
                .count()
        };
        let left = |kind| (cup.count(kind) as usize).saturating_sub(known(kind));
        let real: usize = EscortKind::REAL.into_iter().map(left).sum();
        let all = real + left(EscortKind::Dummy);
        let kinds = EscortKind::ALL.into_iter().filter(|kind| left(*kind) > 0);
        let list: Vec<String> = kinds
            .map(|kind| format!("{} {}", left(kind), t.escort(kind).label))
            .collect();
        let chance = (100 * real).checked_div(all).unwrap_or(0);
        vec![
            format!("{bound}bound"),
            list.join(", "),
            format!("{chance} % real"),
        ]
    });
    panel("Not yet seen", rows.to_vec())
}

fn due(view: View<'_>) -> Panel {
    let t = view.tables();
    let waiting = view.convoys().filter(|convoy| convoy.place == Place::Pool);
    let rows = waiting.map(|convoy| {
        vec![
            t.convoy(convoy.id).id.clone(),
            view.bound(convoy.id).to_string(),
        ]
    });
    panel("Still to sail", rows.collect())
}

fn boats(view: View<'_>) -> Panel {
    let t = view.tables();
    let rows = view.fleet().stacks().map(|stack| {
        let pinned: u32 = stack
            .units
            .iter()
            .filter(|unit| !unit.is_free())
            .map(|unit| unit.boats(t))
            .sum();
        let boats = stack.boats(t);
        vec![
            stack.hex.to_string(),
            format!("{boats} {}", lines::plural(boats, "boat")),
            format!(
                "strength {}",
                stack.units.iter().map(|unit| unit.strength(t)).sum::<u16>()
            ),
            format!("{pinned} pinned"),
            stack.facing.to_string(),
            format!("air {:.0} %", 100.0 * air_chance(view, stack.hex, boats)),
        ]
    });
    panel("Your boats", rows.collect())
}

fn counters(view: View<'_>) -> Panel {
    let t = view.tables();
    let rows = UnitKind::PACKS.map(|kind| {
        let left = t.unit(kind).limit.map_or("any".to_owned(), |limit| {
            (limit - view.fleet().count(kind)).to_string()
        });
        vec![t.unit(kind).label.clone(), left]
    });
    panel("Pack counters left", rows.to_vec())
}

fn air(view: View<'_>) -> Panel {
    let t = view.tables();
    let grounded = view.grounded();
    let rows = crate::units::Base::ALL.map(|base| {
        let groups = t
            .air
            .ranges
            .iter()
            .zip(view.air()[base.index()])
            .filter(|(_, count)| *count > 0);
        let list: Vec<String> = groups
            .map(|(range, count)| format!("{count} of range {range}"))
            .collect();
        let state = if grounded[base.index()] {
            "grounded by weather"
        } else {
            ""
        };
        vec![
            lines::place(base).to_owned(),
            list.join(", "),
            state.to_owned(),
        ]
    });
    panel("Air groups", rows.to_vec())
}

/// Boats in one hex above which the aircraft are a worry.
const A_LARGE_STACK: u32 = 6;
/// A chance of being found that is one.
const HEAVY_AIR: f64 = 0.25;

/// What ought to be thought of before movement ends.
pub(super) fn warnings(view: View<'_>) -> Vec<String> {
    let t = view.tables();
    let mut warnings = Vec::new();
    if !matches!(view.step(), Some(Step::UboatMovement(_))) {
        return warnings;
    }
    let convoys = view.convoy_hexes();
    for stack in view.fleet().stacks() {
        if convoys.contains(stack.hex) {
            warnings.push(format!(
                "The boats in {} must leave: a convoy is there [9.0].",
                stack.hex
            ));
        }
        let boats = stack.boats(t);
        let risk = air_chance(view, stack.hex, boats);
        if boats > A_LARGE_STACK && risk >= HEAVY_AIR {
            warnings.push(format!(
                "{boats} boats in {} will be found from the air with {:.0} %.",
                stack.hex,
                100.0 * risk
            ));
        }
    }
    for (convoy, hex) in view
        .convoys_at_sea()
        .filter(|(convoy, _)| convoy.contact == Contact::Sighted)
    {
        if !free_boat_near(view.fleet(), hex) {
            let name = lines::convoy(t, convoy.id);
            warnings.push(format!(
                "Nobody is next to {name}: contact will be lost [12.17]."
            ));
        }
    }
    warnings
}
