//! Odds and ends of a Campaign during its Operations: how it begins, agents, raiders, Operation EV, Soviet limits.

use crate::air::AirUnit;
use crate::campaign;
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Kind, Place, Pool, Token, Units};
use crate::fuel::Fuel;
use crate::position::{Plan, PlanStep, Position};
use crate::season::{Ev, Tally};
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Condition, Tables};
use crate::units::{PortId, ShipType};

impl Position {
    /// Half of the Soviet DD and half of the TB may be at sea at a time; who is to sail before the Starting Turn counts as if
    /// he had [15.8.2], [4.2].
    pub(crate) fn is_within_soviet_half(&self, t: &Tables, side: Side, force: &Force) -> bool {
        if self.season.is_none() || side == Side::Axis {
            return true;
        }
        [ShipType::Dd, ShipType::Tb].into_iter().all(|kind| {
            let cs = |force: &Force| -> u8 {
                let pools = force.units.pools.iter().filter(|pool| {
                    let class = t.chart.class(pool.class);
                    class.nation == Nation::Soviet && class.kind == kind
                });
                pools.map(|pool| pool.cs).sum()
            };
            let forces = &self.fleet(Side::Allied).forces;
            let all: u8 = forces.iter().map(cs).sum();
            let others = forces.iter().filter(|other| other.block != force.block);
            let out = others.filter(|other| other.hex().is_some() || self.is_to_sail(other));
            let out: u8 = out.map(cs).sum();
            cs(force) == 0 || out + cs(force) <= campaign::soviet_at_sea(all)
        })
    }

    /// Its plan has it leave port before the Starting Turn, and it has not yet.
    fn is_to_sail(&self, force: &Force) -> bool {
        let plans = self.fleet(Side::Allied).plans.iter();
        let mut plans = plans.filter(|plan| plan.block == force.block);
        let waits = |plan: &Plan| {
            let left = plan.steps.get(usize::from(plan.made)..);
            left.is_some_and(|left| left.contains(&PlanStep::Leave))
        };
        self.turn < self.start && plans.any(waits)
    }
}

impl Play<'_> {
    /// March I: like a scenario without its schedule, and what is listed besides (chapter 15).
    pub fn begin_campaign(&mut self) {
        let t = self.t;
        self.p.ice = t.campaign.ice;
        self.p.start = t.campaign.start;
        let eugen = t.chart.find_ship("prinz_eugen");
        for list in &t.campaign.start_forces {
            let mut units = Units::of_list(&t.chart, &list.ships);
            for state in units
                .ships
                .iter_mut()
                .filter(|state| Some(state.ship) == eugen)
            {
                state.step = 2; // Special Rule 2
                state.crippled = true;
            }
            // Ships of Patrol White are on their station.
            let white = self.p.fleet(Side::Allied).white.clone();
            units.ships.retain(|state| !white.contains(&state.ship));
            let fleet = self.p.fleet(list.side);
            let there = |ship| {
                fleet
                    .forces
                    .iter()
                    .any(|f: &Force| f.units.ships.iter().any(|s| s.ship == ship))
            };
            units.ships.retain(|state| !there(state.ship));
            self.put_in(list.side, "Home waters".to_owned(), Some(list.at), units);
        }
        let [loaded, ballast] = &t.campaign.start_merchants;
        self.reserve(Side::Allied).tally = Some(Tally::default());
        self.place_merchants(loaded.iter().chain(ballast).map(|(_, cs)| *cs).sum());
        let reserve = self.reserve(Side::Allied);
        for (class, cs) in loaded {
            reserve.stock.add(Pool::new(*class, *cs));
        }
        for (class, cs) in ballast {
            reserve.boxes[0].face_up.add(Pool::new(*class, *cs));
        }
        for side in Side::ALL {
            self.note_wings(side);
        }
    }

    /// A Convoy that leaves Reykjavik while an agent reports it; a TF of EV that leaves Clyde [12.1], [15.8.3].
    pub fn note_sailing(&mut self, side: Side, block: BlockId, port: PortId, convoy: bool) {
        let id = self.t.sheet.port(port).id.as_str();
        let reserve = self.reserve(side);
        if convoy && id == "reykjavik" && reserve.cobweb > 0 {
            reserve.cobweb -= 1;
            reserve.betrayed.push(block);
        }
        if let (Ev::Declared(..), "clyde", false) = (reserve.ev, id, convoy) {
            reserve.ev_forces.push(block);
        }
    }

    /// Betrayed Convoys are ID2 as soon as they have left port [12.1].
    pub fn betray(&mut self) {
        let betrayed = std::mem::take(&mut self.reserve(Side::Allied).betrayed);
        for block in betrayed {
            let at_sea = self
                .p
                .fleet(Side::Allied)
                .force(block)
                .is_some_and(|f| f.hex().is_some());
            if at_sea {
                self.log.reveal();
                self.identify(Side::Allied, block, Id::level(2));
            }
        }
    }

    /// Ships of EV's Task Force that part or join others are still on their way to Murmansk [15.8.3].
    pub fn follow_ev(&mut self, side: Side, from: BlockId, into: BlockId) {
        let forces = &mut self.reserve(side).ev_forces;
        if forces.contains(&from) && !forces.contains(&into) {
            forces.push(into);
        }
    }

    /// A cruiser and two DD CS from Clyde in Murmansk bring the ground crews: the bombers may follow [15.8.3].
    pub fn reposition(&mut self, side: Side, block: BlockId, port: PortId) {
        let t = self.t;
        let reserve = &self.p.fleet(side).reserve;
        let due = reserve.ev_forces.contains(&block) && t.sheet.port(port).id == "murmansk";
        let force = self.p.fleet(side).force(block);
        let Some(force) = force.filter(|force| due && force.kind == Kind::TaskForce) else {
            return;
        };
        let cruisers = force.units.counters(&t.chart, ShipType::is_cruiser);
        let boats = force.units.cs(&t.chart, |kind| kind == ShipType::Dd);
        if let (Ev::Declared(then, _), true) =
            (self.p.fleet(side).reserve.ev, cruisers >= 1 && boats >= 2)
        {
            self.reserve(side).ev = Ev::Declared(then, true);
        }
    }

    /// If the way was prepared, a Catalina is based in Russia when EV begins, once; the bombers fly there themselves [15.8.3].
    pub fn base_in_russia(&mut self) {
        if !self.p.may_fly_to_russia() {
            return;
        }
        for unit in &self.t.campaign.ev_based {
            let fleet = self.p.fleet(Side::Allied);
            let mut known = fleet.air.iter().chain(&fleet.reserve.wings);
            let came = known.any(|own| own.name == unit.name);
            if !came && self.p.room(self.t, Side::Allied, unit.base) >= unit.cs {
                self.join_air(Side::Allied, AirUnit::new(unit));
            }
        }
    }

    /// What this Fortnight leaves for the next: ships in the Atlantic, an agent in Iceland [12.1], [12.2.1].
    pub fn carry_over(&mut self) {
        let special = &mut self.p.fleet_mut(Side::Axis).special;
        let exited = std::mem::take(&mut special.exited);
        special.exits_counted = 0;
        // The Operation was over before their chit was shown.
        let back = self.p.fleet(Side::Axis).reserve.raiders_back;
        if back.is_some_and(|(_, warning)| warning.is_none()) {
            self.lose_raiders();
        }
        let raiders = exited.into_iter().map(|(state, _)| state);
        self.reserve(Side::Axis).raiders.extend(raiders);
        // He works for the Allies (R33).
        if self.p.condition(self.t, Side::Allied) == Condition::AgentCobweb {
            self.reserve(Side::Allied).cobweb = 2;
        }
        self.reserve(Side::Allied).ev_forces.clear();
    }

    /// The chit of the raiders is shown in the turn it names, be it that they never come [12.2.1].
    pub fn announce_raiders(&mut self) {
        let back = self.p.fleet(Side::Axis).reserve.raiders_back;
        match back.filter(|(reveal, _)| *reveal == self.p.turn) {
            Some((_, Some(_))) => {
                self.log.reveal();
                self.log.push(|| Event::Raiders);
            }
            Some((_, None)) => self.lose_raiders(),
            None => {}
        }
    }

    /// They do not come back, neither by themselves nor by any list [12.2.1].
    pub fn lose_raiders(&mut self) {
        let reserve = self.reserve(Side::Axis);
        reserve.raiders_back = None;
        let lost = std::mem::take(&mut reserve.raiders);
        reserve.sunk.extend(lost.iter().map(|state| state.ship));
        self.log.reveal();
        self.log.push(|| Event::RaidersLost);
    }

    /// In the next Random Event Segment they stand off the western edge, a Dummy with them [12.2.1].
    pub fn raiders_return(&mut self) {
        let reserve = &self.p.fleet(Side::Axis).reserve;
        let due = reserve
            .raiders_back
            .is_some_and(|(reveal, warning)| warning.is_some() && reveal < self.p.turn);
        if due && !reserve.raiders.is_empty() {
            self.ask(Side::Axis, Order::Return(false));
        }
    }

    pub fn return_at(&mut self, dummy: bool, choice: Choice) {
        let t = self.t;
        let Choice::At(hex) = choice else { return };
        if dummy {
            let fleet = self.p.fleet_mut(Side::Axis);
            let name = format!("Dummy {}", fleet.free_block());
            let units = Units::default();
            let dummy = crate::preparation::new_force(t, fleet, name, Place::Sea(hex), units);
            fleet.forces.push(dummy);
            self.show_planned(Side::Axis);
            return;
        }
        let reserve = self.reserve(Side::Axis);
        let ships = std::mem::take(&mut reserve.raiders);
        let Some((_, Some(warning))) = reserve.raiders_back.take() else {
            return;
        };
        let units = Units {
            ships,
            pools: Vec::new(),
        };
        let fleet = self.p.fleet_mut(Side::Axis);
        fleet
            .paid
            .extend(units.ships.iter().map(|state| state.ship));
        let mut force =
            crate::preparation::new_force(t, fleet, "Raiders".to_owned(), Place::Sea(hex), units);
        force.fuel = Some(Fuel::warning(warning));
        force.token = Token(0);
        self.commission(Side::Axis, force);
        self.log.reveal();
        // Both blocks appear together, so that nobody can tell which is which.
        match self.may_make_dummy(Side::Axis) {
            true => self.ask(Side::Axis, Order::Return(true)),
            false => self.show_planned(Side::Axis),
        }
    }
}
