//! The Air Movement Segment [5.3]: who may fly, where to, for what; Air Radii [5.3.1]; when they come home.

use crate::air::{AirChoice, AirEvent, AirId, AirOrder, AirUnit, Mission};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Kind, Place, Shadower};
use crate::hex::Hex;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Base, Tables};
use crate::time::{Fortnight, Light};
use crate::units::{BaseId, PortId, Role, ShipId};

/// What a Random Event allows aircraft in one Player Phase (chapter 13). It lies open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// Aircraft at some enemy airfields may be attacked [7.1.3].
    pub airfields: bool,
    /// Ships in port at Murmansk may be attacked [7.1.3].
    pub port: bool,
    /// Everybody flies at Night [5.3].
    pub night: bool,
}

/// Airfields that the event opens to land-based aircraft of a side.
const fn raided(side: Side) -> [&'static str; 2] {
    match side {
        Side::Allied => ["banak", "kirkenes_hoybuktmoen"],
        Side::Axis => ["vaenga", "yagodnik"],
    }
}

impl Position {
    /// Ground Offensive: western Allied aircraft, Graf Zeppelin's, KG 40, the Northern Fleet's and those with torpedoes
    /// still fly [12.6] (R102).
    fn is_spared_by_offensive(&self, t: &Tables, unit: &AirUnit) -> bool {
        let aircraft = unit.aircraft(t);
        let western = matches!(aircraft.nation, Nation::British | Nation::Us);
        let zeppelin = matches!(unit.base, Base::Carrier(_));
        western
            || zeppelin
            || unit.name.contains("KG 40")
            || aircraft.naval
            || aircraft.torpedoes > 0
    }

    /// Whether a unit may leave its base at all in this turn [5.3], [9.2], [12.6].
    pub(crate) fn may_fly(&self, t: &Tables, side: Side, unit: &AirUnit) -> bool {
        let aircraft = unit.aircraft(t);
        let by_night = aircraft.recon
            || (aircraft.nation == Nation::British && aircraft.role.is_bomber())
            || (self.leave.night && self.active == Some(side));
        self.is_fit(t, unit)
            && (self.light(t) == Light::Day || by_night)
            && self.can_take_off(t, side, unit.base)
    }

    /// At its base, with something left that flies, and free to do so in a Ground Offensive [12.6].
    pub(crate) fn is_fit(&self, t: &Tables, unit: &AirUnit) -> bool {
        unit.mission == Mission::Base
            && unit.ready() > 0
            && (!self.has_ground_offensive() || self.is_spared_by_offensive(t, unit))
    }

    /// Whether a unit could take part in an attack on a force at sea [7.2], [7.4.2].
    pub(crate) fn can_attack(&self, t: &Tables, unit: &AirUnit, kind: Kind, hex: Hex) -> bool {
        let aircraft = unit.aircraft(t);
        match kind {
            Kind::Wolfpack => aircraft.asw && self.weather_at(t, hex).lets_torpedoes_run(),
            _ => aircraft.attacks_ships && aircraft.bombing.is_some(),
        }
    }

    /// Bomber Command attacks ports of Norway in range, where it looks for Tirpitz [12.4].
    fn bombs_tirpitz(&self, t: &Tables, unit: &AirUnit, port: PortId) -> bool {
        unit.is_bomber_command(t) && t.sheet.port(port).region.ends_with("Norway")
    }

    /// Enemy ports whose ships a unit may attack: carrier aircraft any, others by leave; none in Britain [7.1.3].
    pub(crate) fn may_raid_port(&self, t: &Tables, side: Side, unit: &AirUnit, id: PortId) -> bool {
        let port = t.sheet.port(id);
        let bombs = unit.aircraft(t).bombing.is_some();
        let leave = match unit.base {
            Base::Carrier(_) => true,
            Base::Airbase(_) => {
                side == Side::Axis && self.leave.port && port.id == "murmansk"
                    || self.bombs_tirpitz(t, unit, id)
            }
        };
        bombs && port.side != side && !is_british(t, port.hex) && self.is_port_open(t, id) && leave
    }

    /// Enemy airfields whose aircraft a unit may attack [7.1.3].
    pub(crate) fn may_raid_base(&self, t: &Tables, side: Side, unit: &AirUnit, id: BaseId) -> bool {
        let base = t.sheet.airbase(id);
        let bombs = unit.aircraft(t).bombing.is_some();
        let leave = match unit.base {
            Base::Carrier(_) => true,
            Base::Airbase(_) => self.leave.airfields && raided(side).contains(&base.id.as_str()),
        };
        let aircraft = || {
            let here = |unit: &AirUnit| unit.base == Base::Airbase(id) && unit.cs > 0;
            self.fleet(base.side).air.iter().any(here)
        };
        bombs && base.side != side && !is_british(t, base.hex) && leave && aircraft()
    }

    /// Whether there is something in a hex that a unit could attack, as far as its owner can see [5.3].
    fn has_target(&self, t: &Tables, side: Side, unit: &AirUnit, hex: Hex) -> bool {
        let attacks = |kind| self.can_attack(t, unit, kind, hex);
        let at_sea = self.at(side.other(), hex).any(|force| {
            force.id.is_identified() && force.kind != Kind::Wolfpack && attacks(force.kind)
        });
        let port = || {
            let ports = t.sheet.port_ids().filter(|id| t.sheet.port(*id).hex == hex);
            ports
                .into_iter()
                .any(|id| self.may_raid_port(t, side, unit, id))
        };
        let base = || {
            (0..t.sheet.airbases.len())
                .map(BaseId::new)
                .filter(|id| t.sheet.airbase(*id).hex == hex)
                .any(|id| self.may_raid_base(t, side, unit, id))
        };
        // Few units may attack anything ashore.
        let ashore = matches!(unit.base, Base::Carrier(_))
            || self.leave.port
            || self.leave.airfields
            || unit.is_bomber_command(t);
        at_sea || ashore && (port() || base())
    }

    fn has_pack(&self, side: Side, hex: Hex) -> bool {
        self.at(side.other(), hex)
            .any(|force| force.id.is_identified() && force.kind == Kind::Wolfpack)
    }

    /// Units that may fly, carriers to be kept silent or not, or nothing more [5.3], [5.3.1].
    pub(crate) fn list_missions(
        &self,
        t: &Tables,
        side: Side,
        told: &[ShipId],
        out: &mut Vec<Choice>,
    ) {
        let targets = self.targets_in_sight(t, side);
        for (id, unit) in self.wing(side) {
            let goes = self.has_somewhere_to_go(t, side, unit, &targets);
            out.extend(goes.then_some(Choice::Air(AirChoice::Fly(id))));
        }
        let fleet = self.fleet(side);
        let at_sea = fleet.forces.iter().filter(|force| force.hex().is_some());
        for state in at_sea.flat_map(|force| &force.units.ships) {
            let deck = t.chart.ship(state.ship).kind.is_carrier() && !told.contains(&state.ship);
            out.extend(deck.then(|| {
                Choice::Air(match fleet.wing.silent.contains(&state.ship) {
                    true => AirChoice::Patrol(state.ship),
                    false => AirChoice::Silent(state.ship),
                })
            }));
        }
        out.push(Choice::Done);
    }

    /// Whether a unit may fly, and has a hex to go to; one that searches always has.
    fn has_somewhere_to_go(&self, t: &Tables, side: Side, unit: &AirUnit, targets: &[Hex]) -> bool {
        let aircraft = unit.aircraft(t);
        let strikes = |from: Hex| {
            let near = |hex: &&Hex| from.distance(**hex) <= aircraft.range;
            let mut near = targets.iter().filter(near);
            near.any(|hex| self.has_target(t, side, unit, *hex))
        };
        let ferried = self.may_ferry(t, side, unit).is_some();
        (aircraft.role != Role::Photo || ferried)
            && self.may_fly(t, side, unit)
            && (aircraft.recon || ferried || self.base_hex(t, side, unit.base).is_some_and(strikes))
    }

    /// Whether a unit is among those that may fly, without looking at the others.
    pub(crate) fn offers_mission(&self, t: &Tables, side: Side, id: AirId) -> bool {
        let unit = self.air(side, id);
        unit.is_some_and(|unit| {
            let targets = match unit.aircraft(t).recon {
                true => Vec::new(),
                false => self.targets_in_sight(t, side),
            };
            self.has_somewhere_to_go(t, side, unit, &targets)
        })
    }

    /// Where a unit may go and for what; hexes of a radius one by one [5.3], [5.3.1].
    pub(crate) fn list_flights(
        &self,
        t: &Tables,
        side: Side,
        id: AirId,
        radius: &[Hex],
        out: &mut Vec<Choice>,
    ) {
        let Some(flight) = self.reach(t, side, id, radius) else {
            out.push(Choice::Pass);
            return;
        };
        let unit = flight.unit;
        let fly = |choice: AirChoice| Choice::Air(choice);
        let mut targets = Vec::new();
        if radius.is_empty() {
            targets = self.targets_in_sight(t, side);
            targets.retain(|hex| flight.is_in_range(*hex));
        }
        // In the order of the choices, so that there is nothing to sort.
        for hex in &targets {
            let strikes = self.has_target(t, side, unit, *hex);
            out.extend(strikes.then(|| fly(AirChoice::Strike(*hex))));
        }
        if flight.searches {
            let hexes = t.sheet.ways.waters().filter(|hex| flight.is_in_range(*hex));
            out.extend(hexes.map(|hex| fly(AirChoice::Recon(hex))));
        }
        for hex in targets {
            let hunts = self.has_pack(side, hex) && self.can_attack(t, unit, Kind::Wolfpack, hex);
            out.extend(hunts.then(|| fly(AirChoice::Asw(hex))));
        }
        if flight.lays {
            let hexes = t.sheet.ways.waters().filter(|hex| flight.lays_at(*hex));
            let hexes = hexes.filter(|hex| !self.is_off_port(t, side, *hex));
            out.extend(hexes.map(|hex| fly(AirChoice::Radius(hex))));
        }
        if radius.is_empty() {
            self.list_ferry(t, side, unit, out);
        }
        out.push(Choice::Pass);
    }

    /// Whether a flight is among those listed, without listing half the sea.
    pub(crate) fn offers_flight(
        &self,
        t: &Tables,
        side: Side,
        (id, radius): (AirId, &[Hex]),
        choice: Choice,
    ) -> bool {
        let flight = self.reach(t, side, id, radius);
        match (choice, flight) {
            (Choice::Air(AirChoice::Recon(hex)), Some(flight)) => {
                flight.searches && t.sheet.is_water(hex) && flight.is_in_range(hex)
            }
            (Choice::Air(AirChoice::Radius(hex)), Some(flight)) => {
                let open = t.sheet.is_water(hex) && !self.is_off_port(t, side, hex);
                flight.lays && open && flight.lays_at(hex)
            }
            _ => {
                let mut listed = Vec::new();
                self.list_flights(t, side, id, radius, &mut listed);
                listed.contains(&choice)
            }
        }
    }

    /// How far a unit that is asked about can go; nowhere if its base is gone.
    fn reach<'a>(
        &'a self,
        t: &Tables,
        side: Side,
        id: AirId,
        radius: &'a [Hex],
    ) -> Option<Reach<'a>> {
        let unit = self.air(side, id)?;
        let aircraft = unit.aircraft(t);
        Some(Reach {
            unit,
            from: self.base_hex(t, side, unit.base)?,
            range: aircraft.range,
            searches: aircraft.recon && radius.is_empty(),
            lays: aircraft.recon && aircraft.asw && self.may_lay_radii(t, side),
            radius,
        })
    }

    /// Hexes that could hold a target: Identified blocks; ports and airfields if anybody may attack them [7.1.3].
    fn targets_in_sight(&self, t: &Tables, side: Side) -> Vec<Hex> {
        let forces = self.fleet(side.other()).forces.iter();
        let known = forces.filter(|force| force.id.is_identified());
        let mut hexes: Vec<Hex> = known.filter_map(|force| force.hex()).collect();
        let leave = self.leave.port || self.leave.airfields;
        let raiders =
            |unit: &AirUnit| matches!(unit.base, Base::Carrier(_)) || unit.is_bomber_command(t);
        if leave || self.fleet(side).air.iter().any(raiders) {
            let ports = t.sheet.ports.iter().filter(|port| port.side != side);
            let bases = t.sheet.airbases.iter().filter(|base| base.side != side);
            hexes.extend(ports.map(|port| port.hex));
            hexes.extend(bases.map(|base| base.hex));
        }
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// The Axis lays no Air Radii at Night before August 1943 [5.3.1].
    fn may_lay_radii(&self, t: &Tables, side: Side) -> bool {
        let later = || self.date(t) >= Fortnight::first_of(1943, 8);
        side == Side::Allied || self.light(t) == Light::Day || later()
    }
}

/// How far a unit can go, and for what.
struct Reach<'a> {
    unit: &'a AirUnit,
    from: Hex,
    range: u32,
    /// It may be sent to search.
    searches: bool,
    /// It may lay an Air Radius [5.3.1].
    lays: bool,
    /// Hexes of its Air Radius so far.
    radius: &'a [Hex],
}

impl Reach<'_> {
    fn is_in_range(&self, hex: Hex) -> bool {
        self.from.distance(hex) <= self.range
    }

    /// No hex twice [5.3.1].
    fn lays_at(&self, hex: Hex) -> bool {
        self.is_in_range(hex) && !self.radius.contains(&hex)
    }
}

/// In the United Kingdom, the Orkneys or the Shetlands [7.1.3].
fn is_british(t: &Tables, hex: Hex) -> bool {
    t.sheet.is_friendly_shore(Side::Allied, hex) // no other shore is friendly to the Allies [1.1.3]
}

impl Play<'_> {
    /// Asked whenever aircraft could take off somewhere: whether a carrier is at sea must not show.
    pub fn begin_air_movement(&mut self, side: Side) {
        let bases = self.t.sheet.airbases.iter();
        let mut bases = bases.filter(|base| base.side == side);
        let open = bases.any(|base| self.p.weather_at(self.t, base.hex).lets_take_off());
        if open || self.p.weather().lets_take_off() {
            self.ask(side, Order::Air(AirOrder::Missions(Vec::new())));
        }
    }

    pub fn choose_mission(&mut self, side: Side, mut told: Vec<ShipId>, choice: Choice) {
        let Choice::Air(choice) = choice else {
            return;
        };
        let silent = &mut self.p.fleet_mut(side).wing.silent;
        let unit = match choice {
            AirChoice::Fly(unit) => Some(unit),
            AirChoice::Silent(ship) => {
                silent.push(ship);
                silent.sort_unstable();
                told.push(ship);
                None
            }
            AirChoice::Patrol(ship) => {
                silent.retain(|other| *other != ship);
                told.push(ship);
                None
            }
            _ => None,
        };
        self.ask(side, Order::Air(AirOrder::Missions(told)));
        if let Some(unit) = unit {
            self.ask(side, Order::Air(AirOrder::Fly(unit, Vec::new())));
        }
    }

    pub fn fly(&mut self, side: Side, id: AirId, mut radius: Vec<Hex>, choice: Choice) {
        let mission = match choice {
            Choice::Air(AirChoice::Strike(hex)) => Mission::Strike(hex),
            Choice::Air(AirChoice::Recon(hex)) => Mission::Recon(hex),
            Choice::Air(AirChoice::Asw(hex)) => Mission::Asw(hex),
            Choice::Air(AirChoice::Radius(hex)) => {
                radius.push(hex);
                let steps = self.p.air(side, id).map_or(0, AirUnit::ready);
                if radius.len() < usize::from(steps) {
                    self.ask(side, Order::Air(AirOrder::Fly(id, radius)));
                    return;
                }
                Mission::Radius(radius)
            }
            Choice::Air(AirChoice::Rebase(base)) => {
                self.ferry(side, id, base);
                return;
            }
            _ if radius.is_empty() => return,
            _ => Mission::Radius(radius),
        };
        let Some(unit) = self.p.air_mut(side, id) else {
            return;
        };
        unit.mission = mission.clone();
        let name = unit.name.clone();
        self.log.push(|| {
            Event::Air(AirEvent::Flies {
                side,
                unit: name,
                mission,
            })
        });
    }

    /// At the end of the Air Combat Segment everybody goes home but Air Radii and shadowers [5.3], [7.2].
    pub fn fly_home(&mut self, side: Side) {
        for unit in &mut self.p.fleet_mut(side).air {
            if unit.mission.hex().is_some() {
                unit.mission = Mission::Base;
            }
        }
        self.dismiss_bombers(side); // [12.4]
    }

    /// At the end of the enemy's Submarine Combat Segment Air Radii end [5.3.1].
    pub fn end_radii(&mut self, side: Side) {
        for unit in &mut self.p.fleet_mut(side).air {
            if matches!(unit.mission, Mission::Radius(_)) {
                unit.mission = Mission::Base;
            }
        }
    }

    /// A new Player Phase: Aborts are over, and what an event allowed [7.2.3], (chapter 13). Elusive Target is held to the
    /// end of the Axis Player Phase [13.1].
    pub fn refresh_aircraft(&mut self, active: Side) {
        self.p.leave = Leave::default();
        if active == Side::Allied {
            self.p.fleet_mut(Side::Allied).wing.elusive = None;
        }
        for side in Side::ALL {
            let fleet = self.p.fleet_mut(side);
            for unit in &mut fleet.air {
                unit.aborts = 0;
            }
            for losses in &mut fleet.wing.interceptors {
                losses.aborts = 0;
            }
        }
    }

    /// New weather: Air Radii end whose units could not take off [6.4.1].
    pub fn check_radii(&mut self) {
        for side in Side::ALL {
            let grounded: Vec<AirId> = self
                .p
                .wing(side)
                .filter(|(_, unit)| matches!(unit.mission, Mission::Radius(_)))
                .filter(|(_, unit)| !self.p.can_take_off(self.t, side, unit.base))
                .map(|(id, _)| id)
                .collect();
            for id in grounded {
                if let Some(unit) = self.p.air_mut(side, id) {
                    unit.mission = Mission::Base;
                }
            }
        }
    }

    /// The force that a unit shadows, if any [6.3.1].
    pub fn shadowed_by_air(&self, side: Side, id: AirId) -> Option<crate::forces::BlockId> {
        let asset = Shadower::Air(id);
        let enemies = self.p.fleet(side.other()).forces.iter();
        enemies
            .filter(|force| matches!(force.place, Place::Sea(_)))
            .find(|force| force.shadows.contains(&asset))
            .map(|force| force.block)
    }
}
