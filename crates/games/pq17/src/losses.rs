//! Random ships of a force, and what becomes of a force that loses them (chapter 7) (R42, R65).

use crate::event::Who;
use crate::forces::{BlockId, Force, Hull, Hurt, Kind};
use crate::oiling;
use crate::position::Audience;
use crate::rolls::Roll;
use crate::season::{Cause, Gone};
use crate::sequence::Play;
use crate::side::{Nation, Side};
use crate::surface::ShotCondition;
use crate::tables::{Fate, OptionId, TorpedoDamage};
use crate::units::{ClassId, ShipType};
use crate::victory;

/// One ship, or one CS of a class, by its place in the force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lot {
    Ship(usize),
    Pool(usize, Hurt),
}

impl Play<'_> {
    /// So many different ships or CS of a force, at random, and how they are (R42).
    pub fn random_hulls(&mut self, side: Side, block: BlockId, most: u8) -> Vec<(Hull, Hurt)> {
        let Some(force) = self.p.fleet(side).force(block) else {
            return Vec::new();
        };
        let ships = force.units.ships.iter();
        let ships = ships.map(|state| (Hull::Ship(state.ship), Hurt::Whole));
        let pools = force.units.pools.iter().flat_map(|pool| {
            let each = move |hurt| (0..pool.of(hurt)).map(move |_| (Hull::Class(pool.class), hurt));
            Hurt::ALL.into_iter().flat_map(each)
        });
        let mut hulls: Vec<(Hull, Hurt)> = ships.chain(pools).collect();
        self.chance.shuffle(&mut hulls);
        hulls.truncate(most.into());
        hulls
    }

    /// Where a hull is in its force now, if it is still there; of a class the soundest.
    pub fn lot_of(&self, side: Side, block: BlockId, hull: Hull) -> Option<Lot> {
        let mut lots = Hurt::ALL
            .into_iter()
            .filter_map(|hurt| self.lot(side, block, hull, hurt));
        lots.next()
    }

    /// A ship, or a CS of a class in that state.
    pub fn lot(&self, side: Side, block: BlockId, hull: Hull, hurt: Hurt) -> Option<Lot> {
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
                .position(|pool| pool.class == class && pool.of(hurt) > 0)
                .map(|place| Lot::Pool(place, hurt)),
        }
    }

    /// A random ship of such a type: each named ship and each CS of a class is one lot (R42).
    pub fn random_lot(
        &mut self,
        side: Side,
        block: BlockId,
        fits: impl Fn(ShipType) -> bool,
    ) -> Option<Lot> {
        self.random_lot_of(side, block, |kind, _| fits(kind))
    }

    /// The same by type and nation.
    pub fn random_lot_of(
        &mut self,
        side: Side,
        block: BlockId,
        fits: impl Fn(ShipType, Nation) -> bool,
    ) -> Option<Lot> {
        let chart = &self.t.chart;
        let units = &self.p.fleet(side).force(block)?.units;
        let ships = units.ships.iter().enumerate();
        let ships = ships.filter(|(_, state)| {
            let ship = chart.ship(state.ship);
            fits(ship.kind, ship.nation)
        });
        let ships = ships.map(|(place, state)| (Lot::Ship(place), Hull::Ship(state.ship), 1));
        let mut lots: Vec<(Lot, Hull, u32)> = ships.collect();
        let pools = units.pools.iter().enumerate();
        let pools = pools.filter(|(_, pool)| {
            let class = chart.class(pool.class);
            fits(class.kind, class.nation)
        });
        lots.extend(pools.flat_map(|(place, pool)| {
            let of = |hurt| {
                let lot = Lot::Pool(place, hurt);
                (lot, Hull::Class(pool.class), u32::from(pool.of(hurt)))
            };
            Hurt::ALL.map(of)
        }));
        lots.retain(|(.., weight)| *weight > 0);
        let hulls: Vec<(Hull, u32)> = lots.iter().map(|(_, hull, lots)| (*hull, *lots)).collect();
        match hulls.is_empty() {
            true => None,
            false => Some(lots[self.draw_hull(&hulls)].0),
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
            Lot::Pool(place, hurt) => {
                let pool = &mut force.units.pools[place];
                let class = chart.class(pool.class);
                pool.take(hurt, class.torpedoes, class.oil(1));
                force.units.tidy();
                class.kind
            }
        }
    }

    /// A force that lost its last ship goes; a Convoy without merchant ships becomes what is left (R65).
    pub fn tidy_force(&mut self, side: Side, block: BlockId) {
        self.check_decks(side); // [7.8]
        let chart = &self.t.chart;
        let Some(force) = self.p.secret.fleets[side].force_mut(block) else {
            return;
        };
        if force.kind == Kind::Dummy {
            return;
        }
        if force.units.is_empty() {
            if force.hex().is_some() {
                self.log.reveal(); // a block is gone, and everybody sees it
            }
            self.remove(side, block);
            return;
        }
        force.kind = Force::kind_of(chart, &force.units);
        if !force.units.has(chart, ShipType::needs_fuel) {
            force.fuel = None;
        }
        let lost_convoy = force.kind != Kind::Convoy && force.sailing.take().is_some();
        force.drop_lost_tows(chart);
        let shadowing = force.shadowing;
        if lost_convoy {
            self.orphan(side, block);
        }
        if shadowing {
            self.check_touch_of(side, block); // a cruiser that is hit shadows no longer [6.3.3]
        }
        self.check_shadowers(side, block);
    }
}

impl Play<'_> {
    /// It is noted what left the map, and how it was [2.4], [15.5].
    fn note_gone(&mut self, side: Side, block: BlockId, lot: Lot) {
        let chart = &self.t.chart;
        let fleet = self.p.fleet_mut(side);
        let Some(force) = fleet.force(block) else {
            return;
        };
        let state = match lot {
            Lot::Ship(place) => force.units.ships.get(place).copied(),
            Lot::Pool(..) => None,
        };
        let hull = match lot {
            Lot::Ship(_) => state.map(|state| Hull::Ship(state.ship)),
            Lot::Pool(place, _) => force
                .units
                .pools
                .get(place)
                .map(|pool| Hull::Class(chart.trained(pool.class))),
        };
        let loaded = force.sailing.as_ref().is_some_and(|sailing| sailing.loaded);
        let plan = force.sailing.as_ref().map(|sailing| sailing.plan);
        let account = plan.and_then(|plan| fleet.accounts.get(usize::from(plan)));
        let (at, from) = (force.hex(), account.map(|account| account.from));
        fleet.reserve.gone.extend(hull.map(|hull| Gone {
            loaded,
            state,
            at,
            from,
            ..Gone::new(hull, Cause::Damaged)
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
            Lot::Pool(place, _) => chart.class(units.pools[place].class).kind,
        });
        kind.unwrap_or(ShipType::Mv)
    }

    /// How a ship lies that is attacked: adrift or towed, Crippled, with Critical Fuel (chapter 7), [7.3.1b], [11.2] (R40).
    pub fn target_conditions(&self, who: Who, lot: Lot) -> Vec<ShotCondition> {
        let Some(force) = self.p.fleet(who.side).force(who.block) else {
            return Vec::new();
        };
        let (adrift, crippled) = match lot {
            Lot::Ship(place) => {
                let state = &force.units.ships[place];
                (state.is_diw(self.t.chart.ship(state.ship)), state.crippled)
            }
            Lot::Pool(_, hurt) => (hurt == Hurt::Diw, hurt == Hurt::Crippled),
        };
        let critical = force.is_fuel_critical() && self.kind_of(who, lot).needs_fuel();
        ShotCondition::of_target(adrift, crippled, critical)
    }

    /// The class of a lot that is one CS of many.
    fn class_of(&self, who: Who, lot: Lot) -> Option<ClassId> {
        let Lot::Pool(place, _) = lot else {
            return None;
        };
        let force = self.p.fleet(who.side).force(who.block)?;
        force.units.pools.get(place).map(|pool| pool.class)
    }

    /// Applies torpedo damage and says how many ships sank [7.3.1] (R67).
    pub fn torpedo_hit(&mut self, target: Who, lot: Lot, damage: TorpedoDamage) -> u8 {
        let chart = &self.t.chart;
        let mut sunk = 0;
        if damage.sunk > 0 {
            let class = self.class_of(target, lot);
            self.sink(target, lot);
            sunk = 1;
            for _ in 1..damage.sunk {
                // So many CS of a counter of many ships; the second of a named ship falls on another Convoy Ship (R67).
                let same = class
                    .and_then(|class| self.lot_of(target.side, target.block, Hull::Class(class)));
                let other = same.or_else(|| {
                    self.random_lot(target.side, target.block, ShipType::is_convoy_ship)
                });
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
            // So many CS are Dead in the Water; those that were so already sink (chapter 7) (R41).
            Lot::Pool(place, Hurt::Whole) => {
                let pool = &mut force.units.pools[place];
                let class = chart.class(pool.class);
                for _ in 0..damage.hits.min(pool.cs) {
                    let taken = pool.take(Hurt::Whole, class.torpedoes, class.oil(1));
                    pool.diw += 1;
                    pool.oil += taken.oil;
                }
            }
            Lot::Pool(..) => {
                self.sink(target, lot);
                sunk = 1;
            }
            Lot::Ship(place) => {
                force.units.ships[place].crippled |= damage.crippled;
                sunk = u8::from(self.hit_ship(target, place, damage.hits));
            }
        }
        sunk
    }

    /// Hits on a named ship; whether she sinks (chapter 7). Of a carrier's aircraft some go with each step [7.8].
    pub fn hit_ship(&mut self, who: Who, place: usize, hits: u8) -> bool {
        let chart = &self.t.chart;
        let Some(force) = self.p.secret.fleets[who.side].force_mut(who.block) else {
            return false;
        };
        let state = &mut force.units.ships[place];
        let ship = chart.ship(state.ship);
        match oiling::after_hits(self.t, ship, *state, hits) {
            Some(left) => {
                *state = left;
                false
            }
            None => {
                self.sink(who, Lot::Ship(place));
                true
            }
        }
    }

    /// One Hit by guns or bombs on a CS of a class: it sinks, but a destroyer's fate is rolled if the option holds [7.9]
    /// (R41). Says how many ships sank, and the die of fate.
    pub fn hit_class(&mut self, who: Who, lot: Lot) -> (u8, Option<u8>) {
        let fated = self.kind_of(who, lot) == ShipType::Dd && self.p.plays(OptionId::DestroyerHits);
        let Lot::Pool(place, hurt) = lot else {
            return (0, None);
        };
        if !fated || hurt != Hurt::Whole {
            self.sink(who, lot);
            return (1, None);
        }
        let die = self.roll(Roll::DestroyerFate);
        let fate = *self.t.combat.fate.get(die.into());
        let chart = &self.t.chart;
        match fate {
            Fate::Sunk => {
                self.sink(who, lot);
                return (1, Some(die));
            }
            Fate::Damaged => {
                self.take_lot(who.side, who.block, lot);
            }
            Fate::Crippled | Fate::Diw => {
                if let Some(force) = self.p.secret.fleets[who.side].force_mut(who.block) {
                    let pool = &mut force.units.pools[place];
                    let class = chart.class(pool.class);
                    pool.take(Hurt::Whole, class.torpedoes, class.oil(1));
                    match fate {
                        Fate::Crippled => pool.crippled += 1,
                        _ => pool.diw += 1,
                    }
                }
            }
        }
        (0, Some(die))
    }

    /// A ship or a CS goes down and is scored (chapter 2), [2.1.1].
    pub fn sink(&mut self, who: Who, lot: Lot) {
        let chart = &self.t.chart;
        let Some(force) = self.p.fleet(who.side).force(who.block) else {
            return;
        };
        let (name, worth, carrier) = match lot {
            Lot::Ship(place) => {
                let id = force.units.ships[place].ship;
                let ship = chart.ship(id);
                let carrier = (ship.aircraft > 0).then_some(id);
                (ship.name.clone(), ship.vp, carrier)
            }
            Lot::Pool(place, _) => {
                let class = chart.class(force.units.pools[place].class);
                (class.name.clone(), class.vp, None)
            }
        };
        let sailing = force
            .sailing
            .as_ref()
            .map(|sailing| (sailing.plan, sailing.loaded));
        let hull = match lot {
            Lot::Ship(place) => Hull::Ship(force.units.ships[place].ship),
            Lot::Pool(place, _) => Hull::Class(force.units.pools[place].class),
        };
        let kind = self.take_lot(who.side, who.block, lot);
        self.mark_gone(who.side, Cause::Sunk);
        self.green_penalty(who.side, hull);
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
        if let Some(ship) = carrier {
            self.carrier_sinks(who.side, who.block, ship);
        }
        // What sank is known; that a merchant ship was loaded is not, but its points tell it, so its owner alone sees it.
        self.score("2", vp, format!("sunk: {name}"), Audience::Only(who.side));
    }
}
