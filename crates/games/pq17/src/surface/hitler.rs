//! Hitler's Restrictions in play [7.5.7]: refused on what was told (R79), forced by what is deployed.

use super::battle::BattleUnit;
use super::{Opponent, Raiders};
use crate::forces::{BlockId, Force, Token};
use crate::position::Position;
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::Tables;
use crate::time::Turn;
use crate::units::ShipType;
use serde::{Deserialize, Serialize};

/// What a side has seen of a contact on the Battle Display, and when (R79).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Met {
    pub token: Token,
    pub turn: Turn,
    pub seen: Opponent,
}

impl Raiders {
    /// German TFs together.
    pub fn of(t: &Tables, forces: &[&Force]) -> Self {
        let chart = &t.chart;
        let ships = || forces.iter().flat_map(|force| &force.units.ships);
        let count = |so: &dyn Fn(ShipType, bool) -> bool| {
            ships()
                .filter(|state| so(chart.ship(state.ship).kind, state.is_hit()))
                .count() as u8
        };
        Self {
            bb_bc_unhit: count(&|kind, hit| kind.is_battleship() && !hit),
            cruisers: count(&|kind, _| kind.is_cruiser()),
            heavy: count(&|kind, _| kind.is_heavy()),
            total_cs: forces
                .iter()
                .map(|force| force.units.cs(chart, |_| true))
                .sum(),
        }
    }

    fn plus(self, kind: ShipType, cs: u8, hit: bool) -> Self {
        Self {
            bb_bc_unhit: self.bb_bc_unhit + u8::from(kind.is_battleship() && !hit),
            cruisers: self.cruisers + u8::from(kind.is_cruiser()),
            heavy: self.heavy + u8::from(kind.is_heavy()),
            total_cs: self.total_cs + cs,
        }
    }
}

impl Opponent {
    fn plus(self, kind: ShipType, cs: u8, hit: bool) -> Self {
        let flotilla = if kind.is_flotilla() { cs } else { 0 };
        Self {
            bb_bc: self.bb_bc + u8::from(kind.is_battleship()),
            bb_bc_unhit: self.bb_bc_unhit + u8::from(kind.is_battleship() && !hit),
            cruisers: self.cruisers + u8::from(kind.is_cruiser()),
            dd_tb_cs: self.dd_tb_cs + flotilla,
        }
    }

    /// A force as its counters show it.
    pub fn of(t: &Tables, force: &Force) -> Self {
        let ships = force.units.ships.iter().map(|state| {
            let ship = t.chart.ship(state.ship);
            (ship.kind, state.cs(ship), state.is_hit())
        });
        let pools = force
            .units
            .pools
            .iter()
            .map(|pool| (t.chart.class(pool.class).kind, pool.cs, false));
        let all = ships.chain(pools);
        all.fold(Self::default(), |sum, (kind, cs, hit)| {
            sum.plus(kind, cs, hit)
        })
    }
}

impl Position {
    /// Whether what the Axis was told since the target last was Unidentified already proves that it is not weaker; only
    /// then is an attack refused, so that a refusal betrays nothing [7.5.7] (R79).
    pub(crate) fn is_refused(
        &self,
        t: &Tables,
        side: Side,
        attackers: &[&Force],
        target: Token,
    ) -> bool {
        if side == Side::Allied || !self.hitler_restricts(t) {
            return false;
        }
        let since = self
            .fleet(side.other())
            .by_token(target)
            .map_or(Turn::FIRST, |force| force.faded);
        let raiders = Raiders::of(t, attackers);
        let fleet = self.fleet(side);
        let met = fleet.met.iter().rev();
        let met = met
            .filter(|met| met.token == target && met.turn >= since)
            .map(|met| (met.turn, met.seen))
            .next();
        // What was seen on the Display counts more than what was told before it.
        let newer = |turn: Turn| met.is_none_or(|(seen, _)| turn > seen);
        // A report with categories supersedes those before it.
        let latest = fleet.notebook.iter().rev().find(|seen| {
            let counts = seen.token == target && seen.turn >= since && newer(seen.turn);
            counts && seen.report.categories.is_some()
        });
        let seen_hit = met.map_or(0, |(_, seen)| seen.bb_bc - seen.bb_bc_unhit);
        let told = latest.is_some_and(|seen| raiders.refused_on(&seen.report, seen_hit));
        told || met.is_some_and(|(_, seen)| !raiders.may_attack(&seen))
    }

    /// Hitler's Restrictions hold unless a Special Condition lifts them [12.9].
    pub(crate) fn hitler_restricts(&self, t: &Tables) -> bool {
        self.condition(t, Side::Axis) != crate::tables::Condition::NoRestrictions
    }

    /// What a side has on the Battle Display.
    fn raiders(&self, t: &Tables, units: &[BattleUnit], side: Side) -> Raiders {
        let none = Raiders {
            bb_bc_unhit: 0,
            cruisers: 0,
            heavy: 0,
            total_cs: 0,
        };
        units.iter().fold(none, |sum, unit| {
            let reading = self.read_unit(t, side, unit);
            sum.plus(reading.kind, reading.cs, reading.hit)
        })
    }

    /// The enemy on the Display is not weaker: all German ships must withdraw and roll for it in every such Round [7.5.7].
    pub(crate) fn hitler_recalls(&self, t: &Tables) -> bool {
        let Some(battle) = self.battle() else {
            return false;
        };
        let raiders = self.raiders(t, &battle.units[Side::Axis], Side::Axis);
        let enemy = battle.units[Side::Allied].iter();
        let enemy = enemy.fold(Opponent::default(), |sum, unit| {
            let reading = self.read_unit(t, Side::Allied, unit);
            sum.plus(reading.kind, reading.cs, reading.hit)
        });
        self.hitler_restricts(t) && !raiders.may_attack(&enemy)
    }
}

impl Play<'_> {
    /// What a side showed on the Display, the other remembers (R79).
    pub fn remember(&mut self, side: Side, force: &Force) {
        let met = Met {
            token: force.token,
            turn: self.p.turn,
            seen: Opponent::of(self.t, force),
        };
        self.p.fleet_mut(side.other()).met.push(met);
    }

    /// What became of counters that the other side saw in this turn: a battleship that it hit counts as hit (R79).
    pub fn remember_better(&mut self, side: Side, block: BlockId) {
        let Some(force) = self.p.fleet(side).force(block).cloned() else {
            return;
        };
        let met = self.p.fleet(side.other()).met.last();
        if met.is_some_and(|met| met.token == force.token && met.turn == self.p.turn) {
            self.remember(side, &force);
        }
    }
}
