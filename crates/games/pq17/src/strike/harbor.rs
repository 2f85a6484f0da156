//! Harbor Raids [12.7]: after the Operation, aircraft of North Norway against ships in Murmansk or Arkhangelsk.

use crate::air::{AirId, AirOrder, AirUnit, Mission};
use crate::conditions::harbor_raid;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::strike::Target;
use crate::tables::{Base, Tables};
use crate::time::Light;
use crate::units::{PortId, ShipType};

/// The Stukas of Kirkenes, who join raids by Day on Murmansk [12.7] (R89).
const STUKAS: &str = "I/StG 5";
const RAIDING_STUKAS: [&str; 2] = ["I/StG 5 raid A", "I/StG 5 raid B"];

impl Position {
    /// Aircraft of North Norway in range of a port; the Stukas only by Day against Murmansk, as 4 CS afresh (R18, R89).
    pub(crate) fn harbor_wing(&self, t: &Tables, port: PortId, light: Light) -> Vec<AirId> {
        let to = t.sheet.port(port);
        let north = t.sheet.region("North Norway");
        let stukas = light == Light::Day && to.id == "murmansk";
        let fits = |unit: &AirUnit| {
            let Base::Airbase(base) = unit.base else {
                return false;
            };
            let hex = t.sheet.airbase(base).hex;
            let kind = unit.aircraft(t);
            let raids = match unit.name.starts_with(STUKAS) {
                true => stukas && RAIDING_STUKAS.contains(&unit.name.as_str()),
                false => true,
            };
            raids
                && kind.bombing.is_some()
                && unit.ready() > 0
                && north.is_some_and(|north| north.contains(hex))
                && hex.distance(to.hex) <= kind.range
        };
        let units = self.wing(Side::Axis).filter(|(_, unit)| fits(unit));
        units.map(|(id, _)| id).collect()
    }
}

#[expect(
    dead_code,
    reason = "the Confirmation Phase does not ask for raids yet [12.7]"
)]
impl Play<'_> {
    /// One of the two raids [12.7]: asks the Axis which aircraft fly, if any can; the attack is resolved like any other on
    /// ships in port. Steps planned by the caller go on after it. Aircraft are home and fresh but for their losses.
    pub fn harbor_raid(&mut self, port: PortId, light: Light) {
        let t = self.t;
        for unit in &mut self.p.fleet_mut(Side::Axis).air {
            unit.mission = Mission::Base;
            unit.aborts = 0;
        }
        let forces = self.p.fleet_mut(Side::Allied).forces.iter_mut();
        for force in forces.filter(|force| force.place.in_port() == Some(port)) {
            force.motion.raided = false;
        }
        if light == Light::Day && t.sheet.port(port).id == "murmansk" {
            self.call_stukas();
        }
        if !self.p.harbor_wing(t, port, light).is_empty() {
            let target = Target::Harbor(port, light);
            self.ask(Side::Axis, Order::Air(AirOrder::Gather(target, Vec::new())));
        }
    }

    /// They come once with 4 CS; what they lose in the first raid is lost in the second (R89).
    fn call_stukas(&mut self) {
        let t = self.t;
        let there = |unit: &AirUnit| RAIDING_STUKAS.contains(&unit.name.as_str());
        let base = t.sheet.find_airbase("kirkenes_hoybuktmoen");
        let (Some(kind), Some(base)) = (t.chart.find_air("ju87"), base) else {
            return;
        };
        let air = &mut self.p.fleet_mut(Side::Axis).air;
        if air.iter().any(there) {
            return;
        }
        air.extend(RAIDING_STUKAS.map(|name| AirUnit {
            name: name.to_owned(),
            kind,
            base: Base::Airbase(base),
            cs: t.chart.air(kind).max_cs,
            aborts: 0,
            damaged: 0,
            mission: Mission::Base,
        }));
    }
}

impl Play<'_> {
    /// In a Harbor Raid two Hits sink a merchant ship: the first of each two does nothing yet, an odd one lapses [12.7].
    pub(super) fn lapses_in_harbor(&mut self, kind: ShipType) -> bool {
        let t = self.t;
        let Some(strike) = self.p.strike_mut() else {
            return false;
        };
        if !matches!(strike.target, Target::Harbor(..)) || kind != ShipType::Mv {
            return false;
        }
        let before = harbor_raid(t, strike.harbor_hits);
        strike.harbor_hits += 1;
        harbor_raid(t, strike.harbor_hits) == before
    }
}
