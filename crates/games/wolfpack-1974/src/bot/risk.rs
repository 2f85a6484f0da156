//! What aircraft threaten.

use crate::air::{Groups, air_strength, in_reach, schnorkel_modifier};
use crate::forecast;
use crate::search::product;
use crate::setup::Setup;
use crate::units::Base;
use crate::view::View;
use derbyhouse_kernel::{Hex, HexTable};

/// Sizes of stack that are worked out: 1 to 24 boats.
const SIZES: usize = 24;

/// Expected points lost to the air in one turn, by hex and number of boats, weather apart.
pub(super) struct AirRisk {
    setup: Setup,
    groups: Groups,
    loss: HexTable<[f32; SIZES + 1]>,
}

/// What a pinned group costs, in points: a turn without it.
const PINNED: f64 = 0.25;

impl AirRisk {
    pub(super) fn new(view: View<'_>) -> Self {
        let mut loss = HexTable::new(|_| [0.0; SIZES + 1]);
        for hex in view.tables().map.area.iter() {
            for (boats, cost) in loss[hex].iter_mut().enumerate().skip(1) {
                *cost = loss_in(view, hex, boats as u32) as f32;
            }
        }
        Self {
            setup: *view.setup(),
            groups: view.air(),
            loss,
        }
    }

    /// Whether it was worked out for these aircraft.
    pub(super) fn fits(&self, view: View<'_>) -> bool {
        self.groups == view.air() && self.setup == *view.setup()
    }

    /// Points that boats in a hex must expect to lose in the next air search.
    pub(super) fn loss(&self, hex: Hex, boats: u32) -> f64 {
        f64::from(self.loss[hex][(boats as usize).min(SIZES)])
    }
}

fn loss_in(view: View<'_>, hex: Hex, boats: u32) -> f64 {
    let t = view.tables();
    let options = &view.setup().options;
    let modifier = schnorkel_modifier(t, options.boats);
    let groups_of_boats = f64::from(boats.div_ceil(u32::from(t.boats.asw_group)));
    Base::ALL
        .into_iter()
        .map(|base| {
            let distance = t.base(base).distance(hex);
            let strength = air_strength(
                t,
                in_reach(t, &view.air()[base.index()], distance),
                options.double_air,
            );
            let found = forecast::air(t, distance, product(t, strength, boats), modifier);
            let harm = forecast::harm(t, strength, false);
            let each = f64::from(t.scale.points_per_boat_lost) * harm.sunk
                + PINNED * (harm.sunk + harm.pinned);
            found * each * groups_of_boats
        })
        .sum()
}
