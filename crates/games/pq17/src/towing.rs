//! Ships Dead in the Water [5.1.1]: tows are taken when forces combine and dropped when they move; who has no tow by the
//! end of the Combine Forces Segment is scuttled.

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Hull, Hurt, Tow};
use crate::position::Position;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::tables::{Chart, Tables};
use crate::units::ShipType;

impl Force {
    /// How many CS of a class, or whether a ship, has that part in a tow.
    fn tows_of(&self, hull: Hull, part: fn(&Tow) -> Hull) -> u8 {
        self.tows.iter().filter(|tow| part(tow) == hull).count() as u8
    }

    /// CS of a class that tow others and so hunt nobody (chapter 7).
    pub fn tugs_of(&self, hull: Hull) -> u8 {
        self.tows_of(hull, |tow| tow.tug)
    }

    /// A ship Dead in the Water that nobody tows [5.1.1].
    pub fn adrift(&self, chart: &Chart) -> Option<Hull> {
        let towed = |hull| self.tows_of(hull, |tow| tow.ship);
        let ships = self.units.ships.iter().filter(|state| {
            state.is_diw(chart.ship(state.ship)) && towed(Hull::Ship(state.ship)) == 0
        });
        let pools = self.units.pools.iter();
        let pools = pools.filter(|pool| pool.diw > towed(Hull::Class(pool.class)));
        let ships = ships.map(|state| Hull::Ship(state.ship));
        ships
            .chain(pools.map(|pool| Hull::Class(pool.class)))
            .next()
    }

    fn has_free_tug(&self, chart: &Chart, hull: Hull) -> bool {
        match hull {
            // A Crippled ship is slow, which is fast enough for a tow.
            Hull::Ship(id) => self
                .units
                .ship(id)
                .is_some_and(|state| !state.is_diw(chart.ship(id)) && self.tugs_of(hull) == 0),
            Hull::Class(class) => self
                .units
                .pool(class)
                .is_some_and(|pool| pool.cs > self.tugs_of(hull)),
        }
    }

    /// Who can tow her: a cruiser or larger for a Capital Ship, 1 CS of destroyers for anybody else [5.1.1] (R56).
    pub fn tugs_for<'a>(
        &'a self,
        chart: &'a Chart,
        ship: Hull,
    ) -> impl Iterator<Item = Hull> + use<'a> {
        let capital = kind_of(chart, ship).is_capital();
        let ships = self
            .units
            .ships
            .iter()
            .map(|state| Hull::Ship(state.ship))
            .filter(move |hull| {
                let kind = kind_of(chart, *hull);
                capital && (kind.is_capital() || kind.is_cruiser())
            });
        let pools = self
            .units
            .pools
            .iter()
            .map(|pool| Hull::Class(pool.class))
            .filter(move |hull| !capital && kind_of(chart, *hull).is_flotilla());
        ships
            .chain(pools)
            .filter(move |tug| *tug != ship || matches!(tug, Hull::Class(_)))
            .filter(|tug| self.has_free_tug(chart, *tug))
    }

    /// Tows whose ship or tug is gone are gone too.
    pub fn drop_lost_tows(&mut self, chart: &Chart) {
        let mut kept: Vec<Tow> = Vec::new();
        for tow in std::mem::take(&mut self.tows) {
            let others = |hull: Hull, part: fn(&Tow) -> Hull| {
                kept.iter().filter(|tow| part(tow) == hull).count() as u8
            };
            let ship = match tow.ship {
                Hull::Ship(id) => self
                    .units
                    .ship(id)
                    .is_some_and(|state| state.is_diw(chart.ship(id))),
                Hull::Class(class) => self
                    .units
                    .pool(class)
                    .is_some_and(|pool| pool.diw > others(tow.ship, |tow| tow.ship)),
            };
            let tug = match tow.tug {
                Hull::Ship(id) => self
                    .units
                    .ship(id)
                    .is_some_and(|state| !state.is_diw(chart.ship(id))),
                Hull::Class(class) => self
                    .units
                    .pool(class)
                    .is_some_and(|pool| pool.cs > others(tow.tug, |tow| tow.tug)),
            };
            if ship && tug {
                kept.push(tow);
            }
        }
        self.tows = kept;
    }
}

/// The type of a ship or class.
pub(crate) fn kind_of(chart: &Chart, hull: Hull) -> ShipType {
    match hull {
        Hull::Ship(id) => chart.ship(id).kind,
        Hull::Class(id) => chart.class(id).kind,
    }
}

/// What people call a ship or class.
pub(crate) fn name_of(chart: &Chart, hull: Hull) -> &str {
    match hull {
        Hull::Ship(id) => &chart.ship(id).name,
        Hull::Class(id) => &chart.class(id).name,
    }
}

impl Position {
    /// Tugs for a ship, or the sea-cocks [5.1.1].
    pub(crate) fn list_tugs(
        &self,
        t: &Tables,
        side: Side,
        block: BlockId,
        ship: Hull,
        out: &mut Vec<Choice>,
    ) {
        let green = self.is_green_hull(t, side, ship);
        if let Some(force) = self.fleet(side).force(block).filter(|_| !green) {
            out.extend(force.tugs_for(&t.chart, ship).map(Choice::Tug));
        }
        out.push(Choice::Scuttle);
    }
}

impl Play<'_> {
    /// Asks for each ship adrift at sea in turn; one that nobody can tow, or that has an untrained crew, is scuttled at once
    /// [5.1.1], [15.4.3] (R82).
    pub fn see_to_tows(&mut self, side: Side) {
        let chart = &self.t.chart;
        let at_sea = |force: &&Force| force.place.in_port().is_none();
        let forces = self.p.fleet(side).forces.iter().filter(at_sea);
        let Some((block, ship)) = forces
            .filter_map(|force| Some((force.block, force.adrift(chart)?)))
            .next()
        else {
            return;
        };
        self.plan_steps([Step::Tow(side)]);
        let mut tugs = Vec::new();
        self.p.list_tugs(self.t, side, block, ship, &mut tugs);
        match tugs.len() {
            1 => self.tow(side, block, ship, Choice::Scuttle),
            _ => self.ask(side, Order::Tow(block, ship)),
        }
    }

    /// A tug takes her, or she goes down and counts as sunk [5.1.1].
    pub fn tow(&mut self, side: Side, block: BlockId, ship: Hull, choice: Choice) {
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        let who = Self::who(side, force);
        if let Choice::Tug(tug) = choice {
            force.tows.push(Tow { ship, tug });
            force.tows.sort_unstable();
            self.log.push(|| Event::Towed { who, ship, tug });
            return;
        }
        if let Some(lot) = self.lot(side, block, ship, Hurt::Diw) {
            self.sink(who, lot);
            self.log.push(|| Event::Scuttled { who, ship });
        }
        self.tidy_force(side, block);
    }

    /// A tow is dropped: the ship is adrift again [5.1.1].
    pub fn drop_tow(&mut self, side: Side, block: BlockId, ship: Hull) {
        if let Some(force) = self.p.fleet_mut(side).force_mut(block)
            && let Some(place) = force.tows.iter().position(|tow| tow.ship == ship)
        {
            force.tows.remove(place);
        }
    }
}
