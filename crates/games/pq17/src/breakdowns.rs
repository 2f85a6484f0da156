//! German ships that break down (chapter 13): Inop units stay in port [5.1.3], and slow their force until it is there.

use crate::forces::{BlockId, Force, Hull, Hurt, Place, Units};
use crate::position::Position;
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::Tables;
use crate::units::ShipType;

impl Position {
    /// The Inop units of a force that are still in it.
    pub(crate) fn inop<'a>(
        &'a self,
        side: Side,
        force: &'a Force,
    ) -> impl Iterator<Item = Hull> + 'a {
        let own = self
            .fleet(side)
            .inop
            .iter()
            .filter(|(block, _)| *block == force.block);
        own.map(|(_, hull)| *hull).filter(|hull| match hull {
            Hull::Ship(ship) => force.units.ships.iter().any(|state| state.ship == *ship),
            Hull::Class(class) => force.units.pools.iter().any(|pool| pool.class == *class),
        })
    }

    /// It has units that may sail, and a block for those that stay [5.1.3].
    pub(crate) fn is_operational(&self, t: &Tables, side: Side, force: &Force) -> bool {
        let inop = self.inop(side, force).count();
        let pools: usize = force
            .units
            .pools
            .iter()
            .map(|pool| usize::from(pool.cs + pool.diw))
            .sum();
        let hulls = force.units.ships.len() + pools;
        let room = self.has_room(t, side);
        inop == 0 || (inop < hulls && room)
    }
}

impl Play<'_> {
    /// A random German Light Ship CS or Cruiser is Inop, in port or at sea.
    pub fn german_breakdown(&mut self) {
        let chart = &self.t.chart;
        let frail = |kind: ShipType| kind.is_light() || kind.is_cruiser();
        let fleet = self.p.fleet(Side::Axis);
        let mut lots: Vec<(BlockId, Hull)> = Vec::new();
        for force in &fleet.forces {
            let ships = force
                .units
                .ships
                .iter()
                .filter(|state| frail(chart.ship(state.ship).kind));
            lots.extend(ships.map(|state| (force.block, Hull::Ship(state.ship))));
            for pool in force
                .units
                .pools
                .iter()
                .filter(|pool| frail(chart.class(pool.class).kind))
            {
                lots.extend((0..pool.cs).map(|_| (force.block, Hull::Class(pool.class))));
            }
        }
        lots.retain(|lot| !fleet.inop.contains(lot));
        if lots.is_empty() {
            return;
        }
        let lot = lots[self.chance.below(lots.len() as u32) as usize];
        self.p.fleet_mut(Side::Axis).inop.push(lot);
        let force = self.p.fleet(Side::Axis).force(lot.0);
        if let Some(who) = force.map(|force| Self::who(Side::Axis, force)) {
            self.log.push(|| crate::event::Event::BreaksDown { who });
        }
    }

    /// What does not run stays in port in a block of its own when its force sails [5.1.3].
    pub fn leave_inop_behind(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let stay: Vec<Hull> = self.p.inop(side, force).collect();
        let place = force.place;
        let in_port = match place {
            Place::Port(_) => true,
            Place::Box(off) => t.sheet.off_map(off).port, // [5.7.1]
            Place::Sea(_) => false,
        };
        if stay.is_empty() || !in_port {
            return;
        }
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        let mut units = Units::default();
        for hull in &stay {
            match hull {
                Hull::Ship(ship) => {
                    if let Some(at) = force
                        .units
                        .ships
                        .iter()
                        .position(|state| state.ship == *ship)
                    {
                        units.ships.push(force.units.ships.remove(at));
                    }
                }
                Hull::Class(class) => {
                    if let Some(pool) = force
                        .units
                        .pools
                        .iter_mut()
                        .find(|pool| pool.class == *class && pool.cs > 0)
                    {
                        let values = t.chart.class(*class);
                        units.add(pool.take(Hurt::Whole, values.torpedoes, 0));
                    }
                    force.units.tidy();
                }
            }
        }
        let fleet = self.p.fleet_mut(side);
        fleet.inop.retain(|(own, _)| *own != block);
        let part = crate::preparation::new_force(t, fleet, "Inop".to_owned(), place, units);
        fleet
            .inop
            .extend(stay.into_iter().map(|hull| (part.block, hull)));
        fleet.forces.push(part);
        self.tidy_force(side, block);
    }

    /// Inop units go where their block goes.
    pub fn move_inop(&mut self, side: Side, from: BlockId, into: BlockId) {
        for (block, _) in &mut self.p.fleet_mut(side).inop {
            if *block == from {
                *block = into;
            }
        }
    }

    /// A unit has left its force for another: the sound ones of its kind go first, and an Inop one is Inop there too [5.1.3].
    pub fn hand_over_inop(&mut self, side: Side, from: BlockId, into: BlockId, hull: Hull) {
        let fleet = self.p.fleet_mut(side);
        let force = fleet.force(from);
        let left = force.map_or(0, |force| match hull {
            Hull::Ship(ship) => usize::from(force.units.ship(ship).is_some()),
            Hull::Class(class) => {
                let pool = force.units.pool(class);
                usize::from(pool.map_or(0, |pool| pool.cs))
            }
        });
        let lots = fleet.inop.iter_mut().filter(|lot| **lot == (from, hull));
        for (block, _) in lots.skip(left) {
            *block = into;
        }
    }
}
