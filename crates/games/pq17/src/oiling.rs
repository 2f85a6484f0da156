//! Refuelling at sea [11.3], [11.3.2]: a force with an oiler goes Slow for a turn and has a new marker at its end.

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{self, BlockId, Force, Hull, ShipState};
use crate::fuel::{self, Fuel};
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{OptionId, Ship, Tables};
use crate::time::Turn;
use crate::units::ShipType;

impl Position {
    /// Oilers of a force that have fuel left; merchant oilers serve too [1.4.2].
    pub(crate) fn list_oilers(&self, side: Side, block: BlockId, out: &mut Vec<Choice>) {
        let Some(force) = self.fleet(side).force(block) else {
            return;
        };
        let ships = force.units.ships.iter().filter(|state| state.oil > 0);
        out.extend(ships.map(|state| Choice::TakeShip(state.ship)));
        let pools = force.units.pools.iter().filter(|pool| pool.oil > 0);
        out.extend(pools.map(|pool| Choice::TakeClass(pool.class)));
    }
}

/// Oilers that have fuel left, and all of it.
fn oilers(force: &Force) -> (u8, u8) {
    let ships = || force.units.ships.iter().filter(|state| state.oil > 0);
    let pools = || force.units.pools.iter().filter(|pool| pool.oil > 0);
    let oil = ships().fold(0u8, |all, state| all.saturating_add(state.oil));
    let oil = pools().fold(oil, |all, pool| all.saturating_add(pool.oil));
    let merchant: u8 = pools().map(|pool| pool.cs + pool.diw).sum();
    (ships().count() as u8 + merchant, oil)
}

/// Where forces refuel from their oilers: at sea, and in a port that has no fuel of its own [11.3.1], [11.3.2].
fn draws_on_oilers(t: &Tables, force: &Force) -> bool {
    let port = force.place.in_port().map(|port| t.sheet.port(port));
    force.hex().is_some() || port.is_some_and(|port| !port.refuels)
}

/// At sea, before it moves, with oilers enough for all that need fuel; CS counts that need it [11.3.2].
pub(crate) fn may_refuel(t: &Tables, force: &Force) -> bool {
    let idle = force.motion.hexes == 0 && !force.motion.done && !force.motion.ras;
    if !idle || !draws_on_oilers(t, force) || force.fuel.is_none() {
        return false;
    }
    let (oilers, oil) = oilers(force);
    let users = || force.units.cs(&t.chart, ShipType::needs_fuel);
    let serves = |users: u8| users > 0 && fuel::ras_allowed(t, users, oilers, oil);
    oilers > 0 && serves(users())
}

/// What Hits leave of a ship, `None` if she sinks (chapter 7); an oiler loses fuel with each of them [11.3.2].
pub(crate) fn after_hits(t: &Tables, ship: &Ship, state: ShipState, hits: u8) -> Option<ShipState> {
    let mut left = forces::after_hits(ship, state, hits)?;
    if ship.oil > 0 {
        for _ in 0..hits {
            left.oil = fuel::oil_after_hit(t, left.oil, left.cs(ship));
        }
    }
    Some(left)
}

/// An oiler gives what is due, as far as she has it [11.3.2].
pub(crate) fn give(oil: &mut u8, due: &mut u8) {
    let given = (*oil).min(*due);
    *oil -= given;
    *due -= given;
}

/// What is due comes from the oiler that was named, then from the others as they stand.
fn draw(force: &mut Force, mut due: u8) {
    let first = force.motion.oiler.take();
    for named in [true, false] {
        let gives = |hull: Hull| !named || first == Some(hull);
        for state in &mut force.units.ships {
            if gives(Hull::Ship(state.ship)) {
                give(&mut state.oil, &mut due);
            }
        }
        for pool in &mut force.units.pools {
            if gives(Hull::Class(pool.class)) {
                give(&mut pool.oil, &mut due);
            }
        }
    }
}

impl Play<'_> {
    /// It refuels in this turn; its owner says with which oiler, if there are several [11.3.2].
    pub fn begin_refuelling(&mut self, side: Side, block: BlockId) {
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.motion.ras = true;
        }
        let mut oilers = Vec::new();
        self.p.list_oilers(side, block, &mut oilers);
        if oilers.len() > 1 {
            self.ask(side, Order::Oiler(block));
        }
    }

    pub fn name_oiler(&mut self, side: Side, block: BlockId, choice: Choice) {
        let oiler = match choice {
            Choice::TakeShip(ship) => Some(Hull::Ship(ship)),
            Choice::TakeClass(class) => Some(Hull::Class(class)),
            _ => None,
        };
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.motion.oiler = oiler;
        }
    }

    /// In the Fuel Phase those that refuelled have their new markers, and the oilers less [11.3.2] (R7).
    pub fn refuel_at_sea(&mut self, side: Side, over: Turn) {
        let t = self.t;
        let mut news = Vec::new();
        let short = self.p.plays(OptionId::SovietEndurance); // [11.1.4]
        let serving = |force: &&mut Force| force.motion.ras && draws_on_oilers(t, force);
        for force in self.p.fleet_mut(side).forces.iter_mut().filter(serving) {
            force.motion.ras = false;
            let users = force.units.cs(&t.chart, ShipType::needs_fuel);
            let (oilers, oil) = oilers(force);
            if users == 0 || !fuel::ras_allowed(t, users, oilers, oil) {
                continue; // the oiler was sunk meanwhile
            }
            draw(force, fuel::oil_for(t, users));
            let soviet = short && force.units.has_soviet_ships(&t.chart);
            let from_germany = force.fuel.is_some_and(|fuel| fuel.from_germany);
            force.fuel = Some(Fuel {
                from_germany,
                ..Fuel::after_ras(t, over, soviet)
            });
            news.push(Self::who(side, force));
        }
        for who in news {
            self.log.push(|| Event::Refuelled { who });
        }
    }
}
