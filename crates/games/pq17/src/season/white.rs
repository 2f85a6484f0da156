//! Patrol White in the Campaign [15.8.1].

use super::Ev;
use crate::choice::Choice;
use crate::forces::{Force, Place, Units};
use crate::fuel::Fuel;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::Tables;
use crate::units::{ShipId, ShipType};

impl Position {
    /// Patrol White is one cruiser in Reykjavik with Agent Cobweb or after EV, and may be ignored during it [15.8.1],
    /// [15.8.3].
    pub(super) fn is_white_eased(&self) -> bool {
        let reserve = &self.fleet(Side::Allied).reserve;
        reserve.cobweb > 0 || reserve.ev != Ev::Never
    }

    /// Nobody asks where Patrol White is from the declaration of EV until it is done [15.8.3].
    pub(crate) fn is_white_ignored(&self) -> bool {
        matches!(self.fleet(Side::Allied).reserve.ev, Ev::Declared(..))
    }

    /// Cruisers in Iceland or Britain that could take a place in Patrol White: CA, else BC, else CL [15.8.1].
    pub(crate) fn white_candidates(&self, t: &Tables) -> Vec<ShipId> {
        let white = &self.fleet(Side::Allied).white;
        let at_home = |force: &&Force| {
            let port = force.place.in_port().map(|port| t.sheet.port(port));
            port.is_some_and(|port| matches!(port.region.as_str(), "Iceland" | "United Kingdom"))
        };
        let forces = self.fleet(Side::Allied).forces.iter().filter(at_home);
        let whole =
            forces.flat_map(|force| force.units.ships.iter().filter(|state| !state.is_hit()));
        let ships: Vec<ShipId> = whole
            .map(|state| state.ship)
            .filter(|ship| !white.contains(ship))
            .collect();
        for kind in [ShipType::Ca, ShipType::Bc, ShipType::Cl] {
            let of: Vec<ShipId> = ships
                .iter()
                .copied()
                .filter(|ship| t.chart.ship(*ship).kind == kind)
                .collect();
            if !of.is_empty() {
                return of;
            }
        }
        Vec::new()
    }

    /// One of the two is relieved, the other may be; while one cruiser in Reykjavik is enough nobody need be [15.8.1].
    pub(crate) fn list_white_swap(&self, t: &Tables, out: &mut Vec<Choice>) {
        let relieved = &self.fleet(Side::Allied).reserve.relieved;
        if !relieved.is_empty() || self.is_white_eased() {
            out.push(Choice::Pass);
        }
        let white = self.fleet(Side::Allied).white.iter();
        for old in white.filter(|ship| !relieved.contains(ship)) {
            out.extend(
                self.white_candidates(t)
                    .into_iter()
                    .map(|new| Choice::Replace(*old, new)),
            );
        }
    }
}

impl Play<'_> {
    /// Cruisers that are lost, hit or away are replaced [15.8.1].
    pub(super) fn fill_white(&mut self) {
        let t = self.t;
        let needed = if self.p.is_white_eased() { 1 } else { 2 };
        let fleet = self.p.fleet(Side::Allied);
        let fit = |ship: &ShipId| {
            let states = fleet
                .forces
                .iter()
                .flat_map(|force| force.units.ships.iter());
            let mut own = states.filter(|state| state.ship == *ship);
            own.any(|state| !state.is_hit())
        };
        let mut white: Vec<ShipId> = fleet
            .white
            .iter()
            .copied()
            .filter(fit)
            .take(needed)
            .collect();
        self.p.fleet_mut(Side::Allied).white.clone_from(&white);
        while white.len() < needed {
            let Some(ship) = self.p.white_candidates(t).first().copied() else {
                break;
            };
            white.push(ship);
            self.p.fleet_mut(Side::Allied).white.push(ship);
        }
    }

    pub fn swap_white(&mut self, choice: Choice) {
        let Choice::Replace(old, new) = choice else {
            return;
        };
        let white = &mut self.p.fleet_mut(Side::Allied).white;
        if let Some(place) = white.iter_mut().find(|ship| **ship == old) {
            *place = new;
            self.reserve(Side::Allied).relieved.push(new);
        }
        self.ask_relief();
    }

    /// While a cruiser is left on station that another could relieve [15.8.1].
    pub(super) fn ask_relief(&mut self) {
        let fleet = self.p.fleet(Side::Allied);
        let relieved = &fleet.reserve.relieved;
        let stays = fleet.white.iter().any(|ship| !relieved.contains(ship));
        if stays && !self.p.white_candidates(self.t).is_empty() {
            self.ask(Side::Allied, Order::WhiteSwap);
        }
    }

    /// The cruisers take their station, with fuel to PM of Day 10; or one lies in Reykjavik [5.1.9], [15.8.1].
    pub fn station_white(&mut self) {
        let t = self.t;
        let white = self.p.fleet(Side::Allied).white.clone();
        let paid = &mut self.p.fleet_mut(Side::Allied).paid;
        paid.retain(|ship| white.contains(ship)); // who was relieved pays when he sails [4.3.2]
        let mut ships = Vec::new();
        for ship in &white {
            ships.extend(self.detach(Side::Allied, |_| true, &[*ship], &[]).ships);
        }
        if ships.is_empty() {
            return;
        }
        let eased = self.p.is_white_eased();
        let reykjavik = t.sheet.find_port("reykjavik").map(Place::Port);
        let place = match reykjavik.filter(|_| eased) {
            Some(port) => port,
            None => Place::Sea(t.sheet.white_station),
        };
        let units = Units {
            ships,
            pools: Vec::new(),
        };
        let fleet = self.p.fleet_mut(Side::Allied);
        let mut force =
            crate::preparation::new_force(t, fleet, "Patrol White".to_owned(), place, units);
        force.fuel = (!eased).then_some(Fuel::warning(t.fuel.patrol_white));
        fleet.paid.extend(&white);
        self.commission(Side::Allied, force);
    }
}
