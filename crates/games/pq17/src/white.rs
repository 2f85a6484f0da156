//! Patrol White [5.1.9]: what its cruisers cost when they go elsewhere, and what frees them.

use crate::forces::{BlockId, Force};
use crate::hex::Hex;
use crate::position::{Audience, Position};
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::Tables;
use crate::units::ShipId;
use crate::victory;

impl Position {
    /// Cruisers of Patrol White that would cost points if they went there: all but those that have, and none once the Allied
    /// admiral has found a German TF near Britain or was told of a Capital Ship. That he pays must tell him nothing new
    /// [5.1.9], [2.4] (R32).
    pub(crate) fn leaving_white(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        hex: Hex,
    ) -> Vec<ShipId> {
        let near = hex.distance(t.sheet.white_station) <= t.sheet.white_radius;
        let reykjavik = t.sheet.find_port("reykjavik");
        let there = reykjavik.is_some_and(|port| t.sheet.port(port).hex == hex);
        let free = side == Side::Axis
            || near
            || there
            || self.secret.flags.white_released
            || self.is_white_ignored();
        let fleet = self.fleet(side);
        let owes = |ship: &ShipId| fleet.white.contains(ship) && !fleet.white_paid.contains(ship);
        let ships = force.units.ships.iter().map(|state| state.ship);
        let ships: Vec<ShipId> = ships.filter(|ship| !free && owes(ship)).collect();
        match ships.is_empty() || self.has_heard_of_capital() {
            true => Vec::new(),
            false => ships,
        }
    }
}

impl Play<'_> {
    /// Patrol White cruisers that go elsewhere cost points, each once [5.1.9] (R32).
    pub fn leave_station(&mut self, side: Side, block: BlockId, hex: Hex) {
        let t = self.t;
        let force = self.p.fleet(side).force(block);
        let left = force.map(|force| self.p.leaving_white(t, side, force, hex));
        for ship in left.unwrap_or_default() {
            self.p.fleet_mut(side).white_paid.push(ship);
            let text = format!("{} has left Patrol White", t.chart.ship(ship).name);
            let cost = victory::patrol_white(t, 1, false);
            self.score("5.1.9", cost, text, Audience::Only(side));
        }
    }
}
