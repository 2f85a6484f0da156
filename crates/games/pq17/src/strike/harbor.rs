//! Harbor Raids [12.7]: after the Operation, aircraft of North Norway twice against ships in Murmansk or Arkhangelsk, those
//! in the Unloading and Ballast Boxes among them.

use crate::air::{AirChoice, AirId, AirOrder, AirUnit, Mission};
use crate::choice::Choice;
use crate::conditions::harbor_raid;
use crate::forces::Hurt;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::strike::Target;
use crate::tables::{Base, Condition, Tables};
use crate::time::{Light, Turn};
use crate::units::{PortId, ShipType};

/// The ports that may be raided.
const PORTS: [&str; 2] = ["murmansk", "arkhangelsk"];
/// The Stukas of Kirkenes, who join raids by Day on Murmansk [12.7] (R89).
const STUKAS: &str = "I/StG 5";
const RAIDING_STUKAS: [&str; 4] = [
    "I/StG 5 raid A",
    "I/StG 5 raid B",
    "I/StG 5 raid C",
    "I/StG 5 raid D",
];

impl AirUnit {
    /// One of those that stand for the whole Group in Harbor Raids (R89).
    pub(crate) fn is_raiding_stuka(&self) -> bool {
        RAIDING_STUKAS.contains(&self.name.as_str())
    }
}

impl Position {
    /// Aircraft of North Norway in range of a port; the Stukas only by Day against Murmansk, as 4 CS afresh (R18, R89). A
    /// Ground Offensive keeps aircraft from this too [12.6].
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
                true => stukas && unit.is_raiding_stuka(),
                false => true,
            };
            raids
                && kind.bombing.is_some()
                && self.is_fit(t, unit)
                && north.is_some_and(|north| north.contains(hex))
                && hex.distance(to.hex) <= kind.range
        };
        let units = self.wing(Side::Axis).filter(|(_, unit)| fits(unit));
        units.map(|(id, _)| id).collect()
    }

    /// Day or Night as the player likes, unless the Operation had only one of them [12.7], [8.2].
    fn harbor_lights(&self, t: &Tables) -> impl Iterator<Item = Light> {
        let daylight = self.scenario(t).daylight;
        let day = [Turn::FIRST, Turn::FIRST.later(1)].map(|turn| daylight.of(turn));
        Light::ALL
            .into_iter()
            .filter(move |light| day.contains(light))
    }

    /// Ports in range, by Day or by Night; or no raid. What lies there nobody tells.
    pub(crate) fn list_harbor_raids(&self, t: &Tables, out: &mut Vec<Choice>) {
        for port in PORTS.iter().filter_map(|id| t.sheet.find_port(id)) {
            let lights = self.harbor_lights(t);
            let lights = lights.filter(|light| !self.harbor_wing(t, port, *light).is_empty());
            out.extend(lights.map(|light| Choice::Air(AirChoice::Harbor(port, light))));
        }
        out.push(Choice::Pass);
    }
}

impl Play<'_> {
    /// One of the raids of the Confirmation Phase, if anybody can fly [12.7]. Aircraft of both sides are at home and fresh but
    /// for their losses.
    pub fn offer_harbor_raid(&mut self) {
        if self.p.condition(self.t, Side::Axis) != Condition::HarborRaids {
            return;
        }
        for side in Side::ALL {
            let fleet = self.p.fleet_mut(side);
            for unit in &mut fleet.air {
                unit.mission = Mission::Base;
                unit.aborts = 0;
            }
            for losses in &mut fleet.wing.interceptors {
                losses.aborts = 0;
            }
        }
        self.call_stukas();
        let mut raids = Vec::new();
        self.p.list_harbor_raids(self.t, &mut raids);
        if raids.len() > 1 {
            self.ask(Side::Axis, Order::Air(AirOrder::Harbor));
        }
    }

    /// The port is chosen; then who flies. The attack is resolved like any other on ships in port [7.1.3].
    pub fn raid_harbor(&mut self, choice: Choice) {
        let Choice::Air(AirChoice::Harbor(port, light)) = choice else {
            return;
        };
        let forces = self.p.fleet_mut(Side::Allied).forces.iter_mut();
        for force in forces.filter(|force| force.place.in_port() == Some(port)) {
            force.motion.raided = false;
        }
        let target = Target::Harbor(port, light);
        self.ask(Side::Axis, Order::Air(AirOrder::Gather(target, Vec::new())));
    }

    /// They come once with 4 CS; what they lose in the first raid is lost in the second (R89).
    fn call_stukas(&mut self) {
        let t = self.t;
        let base = t.sheet.find_airbase("kirkenes_hoybuktmoen");
        let (Some(kind), Some(base)) = (t.chart.find_air("ju87"), base) else {
            return;
        };
        let (mut left, most) = (t.chits.values.stuka_cs, t.chart.air(kind).max_cs);
        let air = &mut self.p.fleet_mut(Side::Axis).air;
        if air.iter().any(AirUnit::is_raiding_stuka) {
            return;
        }
        for name in RAIDING_STUKAS {
            let cs = left.min(most);
            left -= cs;
            if cs == 0 {
                break;
            }
            air.push(AirUnit {
                name: name.to_owned(),
                kind,
                base: Base::Airbase(base),
                cs,
                aborts: 0,
                damaged: 0,
                mission: Mission::Base,
            });
        }
    }

    /// In a Harbor Raid two Hits sink a merchant ship that was whole: the first of each two does nothing yet, an odd one
    /// lapses [12.7].
    pub(super) fn lapses_in_harbor(&mut self, kind: ShipType, hurt: Hurt) -> bool {
        let t = self.t;
        let Some(strike) = self.p.strike_mut() else {
            return false;
        };
        let harbor = matches!(strike.target, Target::Harbor(..));
        if !harbor || kind != ShipType::Mv || hurt != Hurt::Whole {
            return false;
        }
        let before = harbor_raid(t, strike.harbor_hits);
        strike.harbor_hits += 1;
        harbor_raid(t, strike.harbor_hits) == before
    }
}
