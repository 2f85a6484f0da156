//! The Air Combat Segment [7.1]: targets are announced, aircraft gathered, and every strike must find its target [7.1.1],
//! each group for itself if strikes are coordinated [7.1.2].

use crate::air::{AirChoice, AirEvent, AirId, AirOrder, AirStep, AirUnit, Flyer, Mission, Quarry};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Kind, Token};
use crate::position::Position;
use crate::sequence::{Order, Play, Purpose, Search, Segment, Step, Success};
use crate::side::Side;
use crate::strike::{Flight, Found, Strike, Target};
use crate::tables::{OptionId, Tables};
use crate::units::BaseId;

impl Position {
    /// Whether a unit over a hex could attack a target there [7.1], [7.1.3], [7.4.2].
    fn reaches(&self, t: &Tables, side: Side, unit: &AirUnit, target: &Target) -> bool {
        let Some(hex) = unit.mission.hex() else {
            return false;
        };
        let attacks = match target {
            Target::Force(block) => {
                let force = self.fleet(side.other()).force(*block);
                force.is_some_and(|force| {
                    force.hex() == Some(hex)
                        && force.id.is_identified()
                        && !force.motion.raided
                        && self.can_attack(t, unit, force.kind, hex)
                })
            }
            Target::Port(port) => {
                let mut ships = self.fleet(side.other()).forces.iter();
                t.sheet.port(*port).hex == hex
                    && self.may_raid_port(t, side, unit, *port)
                    && !ships.any(|f| f.place.in_port() == Some(*port) && f.motion.raided)
            }
            Target::Airbase(base) => {
                t.sheet.airbase(*base).hex == hex && self.may_raid_base(t, side, unit, *base)
            }
            Target::Battle { .. } | Target::Harbor(..) => false,
        };
        attacks && unit.ready() > 0
    }

    /// Units over a target that could attack it.
    pub(crate) fn strikers(&self, t: &Tables, side: Side, target: &Target) -> Vec<AirId> {
        let units = self.wing(side);
        let fit = units.filter(|(_, unit)| self.reaches(t, side, unit, target));
        fit.map(|(id, _)| id).collect()
    }

    /// Identified blocks not yet attacked, ports and bases, with own aircraft over them; or nothing more [7.1].
    pub(crate) fn list_raids(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let over = |hex| {
            self.fleet(side)
                .air
                .iter()
                .any(|unit| unit.mission.hex() == Some(hex))
        };
        let can = |target: Target| !self.strikers(t, side, &target).is_empty();
        for force in &self.fleet(side.other()).forces {
            let seen = force.id.is_identified() && force.hex().is_some_and(over);
            let raids = seen && can(Target::Force(force.block));
            out.extend(raids.then_some(Choice::Air(AirChoice::Attack(force.token))));
        }
        for id in t.sheet.port_ids() {
            let raids = over(t.sheet.port(id).hex) && can(Target::Port(id));
            out.extend(raids.then_some(Choice::Air(AirChoice::AttackPort(id))));
        }
        for id in (0..t.sheet.airbases.len()).map(BaseId::new) {
            let raids = over(t.sheet.airbase(id).hex) && can(Target::Airbase(id));
            out.extend(raids.then_some(Choice::Air(AirChoice::AttackBase(id))));
        }
        out.push(Choice::Done);
    }

    /// Units that could still join, everybody, or that is all [7.1].
    pub(crate) fn list_gathering(
        &self,
        t: &Tables,
        side: Side,
        target: &Target,
        sent: &[AirId],
        out: &mut Vec<Choice>,
    ) {
        let all = match target {
            Target::Battle { carriers, .. } => self.deck_wing(t, side, carriers),
            Target::Harbor(port, light) => self.harbor_wing(t, *port, *light),
            _ => self.strikers(t, side, target),
        };
        let more = all.into_iter().filter(|id| !sent.contains(id));
        out.extend(more.map(|id| Choice::Air(AirChoice::Send(id))));
        out.push(Choice::Air(AirChoice::All));
        // What was announced is attacked; carriers may keep out of a battle [7.5.6], and harbours be spared [12.7].
        let enough =
            !sent.is_empty() || matches!(target, Target::Battle { .. } | Target::Harbor(..));
        out.extend(enough.then_some(Choice::Done));
    }

    pub(crate) fn list_groups(&self, flights: &[Flight], out: &mut Vec<Choice>) {
        let groups = 0..flights.len() as u8;
        out.extend(groups.map(|group| Choice::Air(AirChoice::Group(group))));
    }

    fn target_of(&self, side: Side, choice: AirChoice) -> Option<Target> {
        match choice {
            AirChoice::Attack(token) => {
                let force = self.fleet(side.other()).by_token(token)?;
                Some(Target::Force(force.block))
            }
            AirChoice::AttackPort(port) => Some(Target::Port(port)),
            AirChoice::AttackBase(base) => Some(Target::Airbase(base)),
            _ => None,
        }
    }
}

impl Play<'_> {
    /// Asks only if there is something to attack; where aircraft are and what is Identified lies open.
    pub fn begin_air_combat(&mut self, side: Side) {
        let mut raids = Vec::new();
        self.p.list_raids(self.t, side, &mut raids);
        match raids.len() > 1 {
            true => self.ask(side, Order::Air(AirOrder::Attack)),
            false => self.fly_home(side),
        }
    }

    pub fn announce_raid(&mut self, side: Side, choice: Choice) {
        let Choice::Air(choice) = choice else {
            self.fly_home(side);
            return;
        };
        self.plan_steps([Step::Begin(side, Segment::AirCombat)]);
        let Some(target) = self.p.target_of(side, choice) else {
            return;
        };
        let all = self.p.strikers(self.t, side, &target);
        match all.len() {
            0 => {}
            1 => self.launch_raid(side, target, all),
            _ => self.ask(side, Order::Air(AirOrder::Gather(target, Vec::new()))),
        }
    }

    pub fn gather_raid(
        &mut self,
        side: Side,
        target: Target,
        mut sent: Vec<AirId>,
        choice: Choice,
    ) {
        match choice {
            Choice::Air(AirChoice::Send(id)) => {
                sent.push(id);
                self.ask(side, Order::Air(AirOrder::Gather(target, sent)));
            }
            Choice::Air(AirChoice::All) => {
                let all = match &target {
                    Target::Battle { carriers, .. } => self.p.deck_wing(self.t, side, carriers),
                    Target::Harbor(port, light) => self.p.harbor_wing(self.t, *port, *light),
                    target => self.p.strikers(self.t, side, target),
                };
                self.launch_raid(side, target, all);
            }
            _ if sent.is_empty() => {}
            _ => self.launch_raid(side, target, sent),
        }
    }

    /// The strike is on its way.
    pub fn launch_raid(&mut self, side: Side, target: Target, mut units: Vec<AirId>) {
        let (t, owner) = (self.t, side.other());
        units.sort_unstable();
        let (hex, quarry, kind) = match &target {
            Target::Force(block) => {
                let Some(force) = self.p.fleet_mut(owner).force_mut(*block) else {
                    return;
                };
                force.motion.raided = true; // once in a Segment [7.1]
                let who = Self::who(owner, force);
                let Some(hex) = force.hex() else { return };
                (hex, Quarry::Force(who), Some(force.kind))
            }
            Target::Port(id) | Target::Harbor(id, _) => {
                let forces = self.p.fleet_mut(owner).forces.iter_mut();
                for force in forces.filter(|force| force.place.in_port() == Some(*id)) {
                    force.motion.raided = true;
                }
                let port = t.sheet.port(*id);
                (port.hex, Quarry::Place(port.name.clone()), None)
            }
            Target::Airbase(base) => {
                let base = t.sheet.airbase(*base);
                (base.hex, Quarry::Place(base.name.clone()), None)
            }
            Target::Battle { against, .. } => {
                let mut forces = against
                    .iter()
                    .filter_map(|block| self.p.fleet(owner).force(*block));
                let Some(hex) = forces.find_map(|force| force.hex()) else {
                    return;
                };
                (hex, Quarry::Battle, None)
            }
        };
        if is_norwegian(t, &target) {
            self.note_strikes_made(side, &units);
        }
        let names = self.names(side, &units);
        self.log.push(|| {
            Event::Air(AirEvent::Attacks {
                side,
                target: quarry,
                units: names,
            })
        });
        let battle = matches!(target, Target::Battle { .. });
        let sought = matches!(target, Target::Force(_));
        let hunted = kind == Some(Kind::Wolfpack);
        let light = match target {
            Target::Harbor(_, light) => light,
            _ => self.p.light(t),
        };
        let away = matches!(target, Target::Battle { .. } | Target::Harbor(..));
        let mut strike = Strike::new(side, target, hex, light);
        for id in &units {
            if let Some(unit) = self.p.air_mut(side, *id).filter(|_| away) {
                unit.mission = Mission::Strike(hex);
            }
        }
        match sought {
            true => strike.flights = self.flights(side, units, hunted),
            false => strike.units = units,
        }
        self.p.secret.strikes.push(strike);
        if battle {
            self.deploy_by_doctrine();
            self.plan_steps([Step::Air(AirStep::Assign)]);
        } else if sought {
            self.plan_steps([Step::Air(AirStep::Locate)]);
        } else {
            self.plan_steps([Step::Air(AirStep::Scramble)]);
        }
    }

    pub fn names(&self, side: Side, units: &[AirId]) -> Vec<String> {
        let name = |id: &AirId| self.p.flyer_name(self.t, side, Flyer::Unit(*id));
        units.iter().map(name).collect()
    }

    /// All together, or by base and carrier [7.1.2].
    pub(super) fn flights(&self, side: Side, units: Vec<AirId>, hunted: bool) -> Vec<Flight> {
        let flight = |units| Flight {
            units,
            found: Found::Open,
        };
        if hunted || !self.p.plays(OptionId::CoordinatedStrikes) {
            return vec![flight(units)];
        }
        let mut groups: Vec<(crate::tables::Base, Vec<AirId>)> = Vec::new();
        for id in units {
            let Some(unit) = self.p.air(side, id) else {
                continue;
            };
            match groups.iter_mut().find(|(base, _)| *base == unit.base) {
                Some((_, group)) => group.push(id),
                None => groups.push((unit.base, vec![id])),
            }
        }
        groups.into_iter().map(|(_, units)| flight(units)).collect()
    }

    /// The next group that has drawn no card draws; when all have, those that found the target go in.
    pub fn locate_raid(&mut self) {
        let Some(strike) = self.p.strike() else {
            return;
        };
        let side = strike.side;
        let group = strike
            .flights
            .iter()
            .position(|flight| flight.found == Found::Open);
        let token = self.raided_token();
        match (group, token) {
            (Some(group), Some(token)) => {
                self.plan_steps([Step::Search(Search {
                    by: side,
                    token,
                    purpose: Purpose::Raid(group as u8),
                    again: false,
                })]);
            }
            _ => self.next_flight(),
        }
    }

    fn raided_token(&self) -> Option<Token> {
        let strike = self.p.strike()?;
        let block = strike.blocks().first().copied()?;
        let force = self.p.fleet(strike.side.other()).force(block)?;
        Some(force.token)
    }

    /// A group has found the target.
    pub fn raid_finds(&mut self, group: u8, success: &Success) {
        let alone = self.p.plays(OptionId::CoordinatedStrikes);
        if let Some(strike) = self.p.strike_mut()
            && let Some(flight) = strike.flights.get_mut(usize::from(group))
        {
            flight.found = match alone {
                true => Found::by(success),
                false => Found::Together,
            };
        }
        self.plan_steps([Step::Air(AirStep::Locate)]);
    }

    /// A group has not, and goes home [7.1.1], [7.1.2].
    pub fn raid_loses(&mut self, group: u8) {
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        let side = strike.side;
        if usize::from(group) < strike.flights.len() {
            let flight = strike.flights.remove(usize::from(group));
            let units = self.names(side, &flight.units);
            self.log
                .push(|| Event::Air(AirEvent::NotFound { side, units }));
            self.land(side, &flight.units);
        }
        self.plan_steps([Step::Air(AirStep::Locate)]);
    }

    /// Who goes in next: each that must go alone, in the order its owner wants, then the others together [7.1.2].
    pub fn next_flight(&mut self) {
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        let side = strike.side;
        let alone = strike.flights.iter().filter(|f| f.found == Found::Alone);
        let alone: Vec<Flight> = alone.cloned().collect();
        let rest = strike.flights.iter().filter(|f| f.found != Found::Alone);
        let rest: Vec<AirId> = rest.flat_map(|flight| flight.units.clone()).collect();
        match alone.len() {
            0 if rest.is_empty() => self.end_strike(),
            0 => {
                strike.flights.clear();
                self.go_in(rest);
            }
            1 => {
                strike.flights.retain(|flight| flight.found != Found::Alone);
                self.go_in(alone.into_iter().flat_map(|flight| flight.units).collect());
            }
            _ => self.ask(side, Order::Air(AirOrder::Groups(alone, rest))),
        }
    }

    pub fn order_groups(&mut self, flights: Vec<Flight>, choice: Choice) {
        let Choice::Air(AirChoice::Group(group)) = choice else {
            return;
        };
        let Some(first) = flights.get(usize::from(group)) else {
            return;
        };
        let units = first.units.clone();
        if let Some(strike) = self.p.strike_mut() {
            strike.flights.retain(|flight| flight.units != units);
        }
        self.go_in(units);
    }

    /// These attack now [7.2].
    fn go_in(&mut self, units: Vec<AirId>) {
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        strike.units = units;
        strike.scrambled.clear();
        strike.shots.clear();
        strike.line.clear();
        strike.sorties.clear();
        strike.wave = 0;
        let block = strike.blocks().first().copied();
        let owner = strike.side.other();
        let kind = block
            .and_then(|block| self.p.fleet(owner).force(block))
            .map(|f| f.kind);
        if let Some(block) = block {
            self.was_attacked(owner, block); // [12.11]
        }
        match kind {
            None => self.end_strike(),
            Some(Kind::Wolfpack) => self.air_asw(),
            Some(_) => self.plan_steps([Step::Air(AirStep::Scramble)]),
        }
    }
}

/// A port or airbase in Norway [12.5].
fn is_norwegian(t: &Tables, target: &Target) -> bool {
    let hex = match target {
        Target::Port(port) => t.sheet.port(*port).hex,
        Target::Airbase(base) => t.sheet.airbase(*base).hex,
        Target::Force(_) | Target::Harbor(..) | Target::Battle { .. } => return false,
    };
    let regions = ["North Norway", "South Norway"].iter();
    let mut regions = regions.filter_map(|name| t.sheet.region(name));
    regions.any(|region| region.contains(hex))
}
