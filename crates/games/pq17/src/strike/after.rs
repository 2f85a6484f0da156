//! After an air attack [7.2]: what the enemy has seen, fuel, and the way home.

use crate::air::{AirId, AirStep, Mission};
use crate::forces::{Kind, Units};
use crate::fuel::Expense;
use crate::position::Sighting;
use crate::recon::{self, Fight, id_after_combat};
use crate::sequence::{Play, Step};
use crate::side::Side;
use crate::strike::Target;
use crate::time::Light;

/// The level of a report on counters that lay open: as good as a photograph.
const FACE_UP: u8 = 4;

impl Play<'_> {
    /// Units go home: to the base or carrier they left [5.3].
    pub fn land(&mut self, side: Side, units: &[AirId]) {
        for id in units {
            if let Some(unit) = self.p.air_mut(side, *id) {
                unit.mission = Mission::Base;
            }
        }
    }

    /// What stands in the line has been seen by the attacker: it goes into his notebook [7.2.4].
    pub fn note_counters(&mut self) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        let (side, hex) = (strike.side, strike.hex);
        for block in strike.blocks() {
            let Some(force) = self.p.fleet(side.other()).force(block) else {
                continue;
            };
            let mut seen: Units = force.units.clone();
            seen.pools
                .retain(|pool| !t.chart.class(pool.class).kind.is_submarine()); // (R97)
            let sighting = Sighting {
                token: force.token,
                turn: self.p.turn,
                hex,
                report: recon::report(&t.chart, force.kind, &seen, FACE_UP, 0),
            };
            let force = force.clone();
            self.p.fleet_mut(side).notebook.push(sighting);
            self.remember(side.other(), &force); // Hitler is told too (R79)
            if let Some(force) = self.p.fleet_mut(side.other()).force_mut(block) {
                force.told = force.told.at_least(FACE_UP); // (R20)
            }
        }
    }

    /// The target is better known, a TF has burnt fuel, and nobody refuels under attack [6.7], [11.1.3], [11.3.2] (R2).
    pub fn after_raid(&mut self) {
        self.tidy_targets();
        let Some(strike) = self.p.strike() else {
            return;
        };
        let (side, units) = (strike.side, strike.units.clone());
        let owner = side.other();
        let target = match strike.target {
            Target::Force(block) => Some(block),
            _ => None,
        };
        self.land(side, &units);
        let more = self
            .p
            .strike()
            .is_some_and(|strike| !strike.flights.is_empty());
        if let Some(block) = target {
            self.remember_better(owner, block);
            self.raided(owner, block);
        }
        match more {
            true => self.plan_steps([Step::Air(AirStep::Locate)]),
            false => self.end_strike(),
        }
    }

    /// Forces that lost ships become what is left of them (R65).
    pub fn tidy_targets(&mut self) {
        let Some(strike) = self.p.strike() else {
            return;
        };
        let owner = strike.side.other();
        let blocks: Vec<_> = match strike.port() {
            Some(port) => {
                let forces = self.p.fleet(owner).forces.iter();
                let there = forces.filter(|force| force.place.in_port() == Some(port));
                there.map(|force| force.block).collect()
            }
            None => strike.blocks(),
        };
        let battle = matches!(strike.target, Target::Battle { .. });
        for block in blocks {
            self.tidy_force(owner, block);
        }
        if battle {
            self.sync_display();
        }
    }

    fn raided(&mut self, owner: Side, block: crate::forces::BlockId) {
        let t = self.t;
        let day = self
            .p
            .strike()
            .is_none_or(|strike| strike.light == Light::Day);
        let more = self
            .p
            .strike()
            .is_some_and(|strike| !strike.flights.is_empty());
        let Some(force) = self.p.fleet_mut(owner).force_mut(block) else {
            return;
        };
        if force.kind == Kind::Wolfpack {
            return; // it is at ID1 by now (R63)
        }
        force.motion.ras = false;
        if force.kind == Kind::TaskForce && !more {
            force.fuel = force.fuel.map(|fuel| fuel.spent(t, Expense::AirAttackTf));
        }
        let id = id_after_combat(force.id, Fight::Air, day);
        self.identify(owner, block, id);
    }

    /// The strike is over; one that it interrupted goes on [14.1].
    pub fn end_strike(&mut self) {
        if let Some(strike) = self.p.secret.strikes.pop() {
            let waiting = strike.flights.iter().flat_map(|flight| &flight.units);
            let units: Vec<AirId> = strike.units.iter().chain(waiting).copied().collect();
            self.land(strike.side, &units);
        }
    }
}
