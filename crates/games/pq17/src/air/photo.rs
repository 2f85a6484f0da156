//! Photo Reconnaissance [6.9]: by Day, one enemy port for each photo unit; everything in it is told together.

use crate::air::{AirChoice, AirEvent, AirId, AirOrder, AirStep, Photograph};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Force, Units};
use crate::position::Position;
use crate::recon;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::tables::Tables;
use crate::time::Light;
use crate::units::{PortId, Role};

/// Carriers are identified by photographs of this level or better (R20).
const SHOWS_CARRIERS: u8 = 2;

impl Position {
    /// Enemy ports in range of a photo unit, or none [6.9].
    pub(crate) fn list_photographs(
        &self,
        t: &Tables,
        side: Side,
        id: AirId,
        out: &mut Vec<Choice>,
    ) {
        out.push(Choice::Pass);
        let Some(unit) = self.air(side, id) else {
            return;
        };
        let Some(from) = self.base_hex(t, side, unit.base) else {
            return;
        };
        let range = unit.aircraft(t).range;
        let ports = t.sheet.port_ids().filter(|id| {
            let port = t.sheet.port(*id);
            port.side != side && self.is_port_open(t, *id) && from.distance(port.hex) <= range
        });
        out.extend(ports.map(|port| Choice::Air(AirChoice::Photograph(port))));
    }

    /// Every unit in a port together; Dummies add nothing [6.9].
    fn in_port_together(&self, side: Side, port: PortId) -> Units {
        let mut all = Units::default();
        let forces = self.fleet(side).forces.iter();
        for force in forces.filter(|force| force.place.in_port() == Some(port)) {
            all.join(force.units.clone());
        }
        let moored = self.fleet(side).moored.iter();
        for moored in moored.filter(|moored| moored.port == port) {
            all.join(moored.units.clone());
        }
        all
    }
}

impl Play<'_> {
    /// Photo units are asked one by one, by Day only [6.9]; where they lie and whether they can fly is no secret.
    pub fn begin_photographs(&mut self, side: Side) {
        let t = self.t;
        if self.p.light(t) == Light::Night {
            return;
        }
        let ready = self.p.wing(side).filter(|(_, unit)| {
            unit.aircraft(t).role == Role::Photo && self.p.may_fly(t, side, unit)
        });
        let steps = ready.map(|(id, _)| Step::Air(AirStep::Photograph(side, id)));
        let steps: Vec<Step> = steps.collect();
        self.plan_steps(steps);
    }

    pub fn ask_photograph(&mut self, side: Side, id: AirId) {
        let mut ports = Vec::new();
        self.p.list_photographs(self.t, side, id, &mut ports);
        if ports.len() > 1 {
            self.ask(side, Order::Air(AirOrder::Photograph(id)));
        }
    }

    /// A card, read on its Photo line in the column of the weather at the port [6.9], [9.5].
    pub fn photograph(&mut self, side: Side, id: AirId, choice: Choice) {
        let Choice::Air(AirChoice::Photograph(port)) = choice else {
            return;
        };
        let t = self.t;
        let weather = self.p.weather_at(t, t.sheet.port(port).hex);
        let column = t.weather.card_column(weather);
        let level = self.draw(side).section(Light::Day).photo(column);
        let unit = self.p.air(side, id).map(|unit| unit.name.clone());
        let unit = unit.unwrap_or_default();
        self.log.reveal();
        self.log.push(|| {
            Event::Air(AirEvent::Photographed {
                side,
                unit,
                port,
                success: level.is_some(),
            })
        });
        let Some(level) = level else { return };
        let (turn, owner) = (self.p.turn, side.other());
        let units = self.p.in_port_together(owner, port);
        let kind = Force::kind_of(&t.chart, &units);
        let report = recon::report(&t.chart, kind, &units, level, 0);
        self.log.push(|| {
            Event::Air(AirEvent::PhotographShows {
                to: side,
                port,
                report: report.clone(),
            })
        });
        if level >= SHOWS_CARRIERS {
            let decks = units.ships.iter().map(|state| state.ship);
            let decks = decks.filter(|ship| t.chart.ship(*ship).kind.is_carrier());
            let exposed = &mut self.p.fleet_mut(owner).wing.exposed;
            exposed.extend(decks.map(|ship| (ship, turn)));
        }
        let photograph = Photograph { port, turn, report };
        self.p.fleet_mut(side).wing.photographs.push(photograph);
    }
}
