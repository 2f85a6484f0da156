//! What a file claims: everything that it names is there.

use super::Auditor;
use crate::forces::{Hull, Place};
use crate::position::Position;
use crate::side::Side;
use crate::tables::{Base, CHITS, Tables};
use crate::units::ShipId;
use derbyhouse_scene::Broken;

impl Auditor {
    /// Everything a file names is there.
    pub(super) fn ids(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        for side in Side::ALL {
            let fleet = p.fleet(side);
            let convoys = fleet.accounts.len();
            let ports = fleet.accounts.iter().map(|account| account.from.index());
            let ports = ports.max().is_none_or(|port| port < t.sheet.ports.len());
            self.hold(ports, || "a Convoy left a port that is not there".into())?;
            let known = |unit: &crate::air::AirUnit| {
                unit.kind.index() < t.chart.aircraft.len()
                    && match unit.base {
                        Base::Carrier(ship) => ship.index() < t.chart.ships.len(),
                        Base::Airbase(base) => base.index() < t.sheet.airbases.len(),
                    }
            };
            let losses = fleet.wing.interceptors.iter();
            let bases = losses.map(|losses| losses.base.index());
            let wing = fleet.air.iter().all(known);
            let bases = bases.max().is_none_or(|base| base < t.sheet.airbases.len());
            self.hold(wing && bases, || "aircraft are where nothing is".into())?;
            let chit = fleet
                .special
                .chit
                .is_none_or(|chit| usize::from(chit) < CHITS);
            self.hold(chit, || "there is no such chit".into())?;
            let bought = fleet
                .bought
                .iter()
                .all(|(force, _)| usize::from(*force) < t.ahistorical.len());
            self.hold(bought, || "there is no such ahistorical force".into())?;
            self.reserve(t, p, side)?;
            let moored = fleet.moored.iter().all(|moored| {
                let mut pools = moored.units.pools.iter();
                let merchants = pools.all(|pool| {
                    let class = t.chart.classes.get(pool.class.index());
                    class.is_some_and(|class| class.kind.is_merchant())
                });
                moored.port.index() < t.sheet.ports.len()
                    && moored.units.ships.is_empty()
                    && merchants
            });
            self.hold(moored, || "what lies in port is no merchant ship".into())?;
            for force in &fleet.forces {
                let ships = force.units.ships.iter().all(|state| {
                    let ship = t.chart.ships.get(state.ship.index());
                    ship.is_some_and(|ship| usize::from(state.step) < ship.steps.len())
                });
                let pools = force
                    .units
                    .pools
                    .iter()
                    .all(|pool| pool.class.index() < t.chart.classes.len());
                self.hold(ships && pools, || {
                    format!("{} holds what does not exist", force.name)
                })?;
                let port = match force.place {
                    Place::Port(port) => port.index() < t.sheet.ports.len(),
                    Place::Box(off) => off.index() < t.sheet.boxes.len(),
                    Place::Sea(_) => true,
                };
                let to = force.sailing.as_ref().is_none_or(|sailing| {
                    let known = |port: &crate::units::PortId| port.index() < t.sheet.ports.len();
                    usize::from(sailing.plan) < convoys && sailing.to.iter().all(known)
                });
                self.hold(port && to, || format!("{} is where nothing is", force.name))?;
            }
        }
        Ok(())
    }

    /// What a Campaign file names is there; its Fortnight too.
    pub(super) fn reserve(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
        let season = p.season
            == p.setup.season(t).map(|season| crate::season::Season {
                fortnight: p.season.map_or(0, |own| own.fortnight),
                ..season
            });
        let within = p
            .season
            .is_none_or(|season| season.fortnight <= season.last);
        self.hold(season && within, || {
            "the Campaign is not that of the set-up".into()
        })?;
        let reserve = &p.fleet(side).reserve;
        let ship = |ship: &ShipId| ship.index() < t.chart.ships.len();
        let class = |class: &crate::units::ClassId| class.index() < t.chart.classes.len();
        let units = |units: &crate::forces::Units| {
            let ships = units.ships.iter().all(|state| {
                let known = t.chart.ships.get(state.ship.index());
                known.is_some_and(|ship| usize::from(state.step) < ship.steps.len())
            });
            ships && units.pools.iter().all(|pool| class(&pool.class))
        };
        let hull = |hull: &Hull| match hull {
            Hull::Ship(own) => ship(own),
            Hull::Class(own) => class(own),
        };
        let boxes = reserve
            .boxes
            .iter()
            .all(|own| units(&own.unloading) && units(&own.face_down) && units(&own.face_up));
        let known = units(&reserve.stock)
            && boxes
            && reserve.gone.iter().all(|gone| hull(&gone.hull))
            && reserve.lost_ships.iter().all(hull)
            && p.fleet(side).inop.iter().all(|(_, own)| hull(own))
            && reserve.due.iter().all(|due| units(&due.units))
            && reserve.lost_subs.iter().all(class)
            && reserve
                .announced
                .iter()
                .chain(&reserve.on_call)
                .all(|(own, _)| class(own))
            && reserve.early_classes.iter().all(|(own, _)| class(own))
            && reserve.leaving.iter().all(ship)
            && reserve.relieved.iter().chain(&reserve.patrol).all(ship)
            && reserve.leaving_classes.iter().all(|(own, _)| class(own))
            && reserve.gone.iter().all(|gone| {
                let from = gone.from.map(|port| port.index());
                from.is_none_or(|port| port < t.sheet.ports.len())
            })
            && reserve.green.iter().all(|green| hull(&green.hull))
            && reserve.green_sailed.iter().all(class)
            && reserve.sunk.iter().all(ship)
            && reserve.stand_ins.iter().all(|(a, b)| ship(a) && ship(b))
            && reserve.raiders.iter().all(|state| ship(&state.ship))
            && reserve
                .wings
                .iter()
                .all(|wing| wing.kind.index() < t.chart.aircraft.len());
        self.hold(known, || {
            format!("the {side} reserve holds what does not exist")
        })
    }
}
