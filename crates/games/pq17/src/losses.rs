//! Random ships of a force, and what becomes of a force that loses them [7] (R42, R65).

use crate::event::Who;
use crate::forces::{BlockId, Force, Kind, after_hits};
use crate::position::Audience;
use crate::season::{Cause, Gone};
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::TorpedoDamage;
use crate::units::{ClassId, ShipId, ShipType, Speed};
use crate::victory;
use serde::{Deserialize, Serialize};

/// One ship, or one CS of a class, by its place in the force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lot {
    Ship(usize),
    Pool(usize),
}

/// A ship, or one CS of a class, whatever happens to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
        self.note_gone(side, block, lot);
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

impl Play<'_> {
    /// In a Campaign it is noted what left the map [15.5].
    fn note_gone(&mut self, side: Side, block: BlockId, lot: Lot) {
        if self.p.season.is_none() {
            return;
        }
        let fleet = self.p.fleet_mut(side);
        let Some(force) = fleet.force(block) else {
            return;
        };
        let hull = match lot {
            Lot::Ship(place) => force
                .units
                .ships
                .get(place)
                .map(|state| Hull::Ship(state.ship)),
            Lot::Pool(place) => force
                .units
                .pools
                .get(place)
                .map(|pool| Hull::Class(pool.class)),
        };
        let loaded = force.sailing.as_ref().is_some_and(|sailing| sailing.loaded);
        fleet.reserve.gone.extend(hull.map(|hull| Gone {
            hull,
            cause: Cause::Damaged,
            loaded,
        }));
    }

    /// Why the last ship left it.
    pub fn mark_gone(&mut self, side: Side, cause: Cause) {
        if let Some(gone) = self.p.fleet_mut(side).reserve.gone.last_mut() {
            gone.cause = cause;
        }
    }

    pub fn kind_of(&self, who: Who, lot: Lot) -> ShipType {
        let chart = &self.t.chart;
        let units = self
            .p
            .fleet(who.side)
            .force(who.block)
            .map(|force| &force.units);
        let kind = units.map(|units| match lot {
            Lot::Ship(place) => chart.ship(units.ships[place].ship).kind,
            Lot::Pool(place) => chart.class(units.pools[place].class).kind,
        });
        kind.unwrap_or(ShipType::Mv)
    }

    /// Applies torpedo damage and says how many ships sank [7.3.1] (R67).
    pub fn torpedo_hit(&mut self, target: Who, lot: Lot, damage: TorpedoDamage) -> u8 {
        let chart = &self.t.chart;
        let mut sunk = 0;
        if damage.sunk > 0 {
            self.sink(target, lot);
            sunk = 1;
            for _ in 1..damage.sunk {
                let other = self.random_lot(target.side, target.block, ShipType::is_convoy_ship);
                if let Some(other) = other {
                    self.sink(target, other);
                    sunk += 1;
                }
            }
            return sunk;
        }
        let Some(force) = self.p.secret.fleets[target.side].force_mut(target.block) else {
            return 0;
        };
        match lot {
            Lot::Pool(place) => {
                let pool = &mut force.units.pools[place];
                let hurt = damage.hits.min(pool.cs);
                pool.cs -= hurt;
                pool.diw += hurt;
                pool.spent = pool.spent.min(pool.cs);
            }
            Lot::Ship(place) => {
                let state = &mut force.units.ships[place];
                let ship = chart.ship(state.ship);
                state.crippled |= damage.crippled;
                match after_hits(ship, *state, damage.hits) {
                    Some(left) => {
                        *state = left;
                        crate::oiling::after_hits(self.t, ship, state, damage.hits);
                    }
                    None => {
                        self.sink(target, lot);
                        sunk = 1;
                    }
                }
            }
        }
        sunk
    }

    /// A ship or a CS goes down and is scored [2], [2.1.1].
    pub fn sink(&mut self, who: Who, lot: Lot) {
        let chart = &self.t.chart;
        let Some(force) = self.p.fleet(who.side).force(who.block) else {
            return;
        };
        let (name, worth) = match lot {
            Lot::Ship(place) => {
                let ship = chart.ship(force.units.ships[place].ship);
                (ship.name.clone(), ship.vp)
            }
            Lot::Pool(place) => {
                let class = chart.class(force.units.pools[place].class);
                (class.name.clone(), class.vp)
            }
        };
        let sailing = force
            .sailing
            .as_ref()
            .map(|sailing| (sailing.plan, sailing.loaded));
        let ship = match lot {
            Lot::Ship(place) => Some(force.units.ships[place].ship),
            Lot::Pool(_) => None,
        };
        let kind = self.take_lot(who.side, who.block, lot);
        self.mark_gone(who.side, Cause::Sunk);
        if let Some(ship) = ship {
            self.green_penalty(who.side, ship);
        }
        let vp = match (kind.is_merchant(), sailing) {
            (true, Some((plan, loaded))) if who.side == Side::Allied => {
                let fleet = self.p.fleet_mut(who.side);
                if let Some(account) = fleet.accounts.get_mut(usize::from(plan)) {
                    account.sunk += 1;
                }
                victory::merchants_sunk(self.t, worth, 1, loaded)
            }
            _ => victory::against(who.side, worth),
        };
        // What sank is known; that a merchant ship was loaded is not, but its points tell it, so its owner alone sees it.
        self.score("2", vp, format!("sunk: {name}"), Audience::Only(who.side));
    }

    /// Ships Dead in the Water at sea are scuttled: towing is not built yet [5.1.1], [7].
    pub fn scuttle(&mut self, side: Side) {
        let chart = &self.t.chart;
        let at_sea = self
            .p
            .fleet(side)
            .forces
            .iter()
            .filter(|force| force.hex().is_some());
        let hurt = at_sea.filter(|force| force.units.speed(chart) == Speed::None);
        let hurt: Vec<Who> = hurt.map(|force| Self::who(side, force)).collect();
        for who in hurt {
            while let Some(lot) = self.dead_in_the_water(who.side, who.block) {
                self.sink(who, lot);
            }
            self.tidy_force(who.side, who.block);
        }
    }

    pub fn dead_in_the_water(&self, side: Side, block: BlockId) -> Option<Lot> {
        let chart = &self.t.chart;
        let units = &self.p.fleet(side).force(block)?.units;
        let diw = |place: &usize| {
            let state = &units.ships[*place];
            state.is_diw(chart.ship(state.ship))
        };
        let ship = (0..units.ships.len()).find(diw).map(Lot::Ship);
        ship.or_else(|| {
            units
                .pools
                .iter()
                .position(|pool| pool.diw > 0)
                .map(Lot::Pool)
        })
    }
}
