//! Random ships of a force, and what becomes of a force that loses them [7] (R42, R65).

use crate::forces::{BlockId, Force, Kind};
use crate::sequence::Play;
use crate::side::Side;
use crate::units::{ClassId, ShipId, ShipType};

/// One ship, or one CS of a class, by its place in the force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lot {
    Ship(usize),
    Pool(usize),
}

/// A ship, or one CS of a class, whatever happens to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hull {
    Ship(ShipId),
    Class(ClassId),
}

impl Play<'_> {
    /// So many different ships or CS of a force, at random (R42).
    pub fn random_hulls(&mut self, side: Side, block: BlockId, most: u8) -> Vec<Hull> {
        let Some(force) = self.p.fleet(side).force(block) else {
            return Vec::new();
        };
        let ships = force.units.ships.iter().map(|state| Hull::Ship(state.ship));
        let pools = force
            .units
            .pools
            .iter()
            .flat_map(|pool| (0..pool.cs + pool.diw).map(|_| Hull::Class(pool.class)));
        let mut hulls: Vec<Hull> = ships.chain(pools).collect();
        self.chance.shuffle(&mut hulls);
        hulls.truncate(most.into());
        hulls
    }

    /// Where a hull is in its force now, if it is still there.
    pub fn lot_of(&self, side: Side, block: BlockId, hull: Hull) -> Option<Lot> {
        let units = &self.p.fleet(side).force(block)?.units;
        match hull {
            Hull::Ship(ship) => units
                .ships
                .iter()
                .position(|state| state.ship == ship)
                .map(Lot::Ship),
            Hull::Class(class) => units
                .pools
                .iter()
                .position(|pool| pool.class == class)
                .map(Lot::Pool),
        }
    }

    /// A random ship of such a type: each named ship and each CS of a class is one lot (R42).
    pub fn random_lot(
        &mut self,
        side: Side,
        block: BlockId,
        fits: impl Fn(ShipType) -> bool,
    ) -> Option<Lot> {
        let chart = &self.t.chart;
        let units = &self.p.fleet(side).force(block)?.units;
        let ships = units.ships.iter().enumerate();
        let ships = ships.filter(|(_, state)| fits(chart.ship(state.ship).kind));
        let mut lots: Vec<(Lot, u32)> = ships.map(|(place, _)| (Lot::Ship(place), 1)).collect();
        let pools = units.pools.iter().enumerate();
        let pools = pools.filter(|(_, pool)| fits(chart.class(pool.class).kind));
        lots.extend(pools.map(|(place, pool)| (Lot::Pool(place), u32::from(pool.cs + pool.diw))));
        lots.retain(|(_, weight)| *weight > 0);
        let weights: Vec<u32> = lots.iter().map(|(_, weight)| *weight).collect();
        match weights.is_empty() {
            true => None,
            false => Some(lots[self.chance.weighted(&weights)].0),
        }
    }

    /// Takes a ship or one CS away, and says of which type it was.
    pub fn take_lot(&mut self, side: Side, block: BlockId, lot: Lot) -> ShipType {
        let chart = &self.t.chart;
        let Some(force) = self.p.secret.fleets[side].force_mut(block) else {
            return ShipType::Mv;
        };
        match lot {
            Lot::Ship(place) => chart.ship(force.units.ships.remove(place).ship).kind,
            Lot::Pool(place) => {
                let pool = &mut force.units.pools[place];
                match pool.diw {
                    0 => pool.cs = pool.cs.saturating_sub(1),
                    _ => pool.diw -= 1,
                }
                pool.spent = pool.spent.min(pool.cs);
                let kind = chart.class(pool.class).kind;
                force.units.tidy();
                kind
            }
        }
    }

    /// A force that lost its last ship goes; a Convoy without merchant ships becomes what is left (R65).
    pub fn tidy_force(&mut self, side: Side, block: BlockId) {
        let chart = &self.t.chart;
        let Some(force) = self.p.secret.fleets[side].force_mut(block) else {
            return;
        };
        if force.kind == Kind::Dummy {
            return;
        }
        if force.units.is_empty() {
            self.remove(side, block);
            return;
        }
        force.kind = Force::kind_of(chart, &force.units);
        if force.kind != Kind::Convoy {
            force.sailing = None;
        }
        if !force.units.has(chart, ShipType::needs_fuel) {
            force.fuel = None;
        }
        self.check_shadowers(side, block);
    }
}
