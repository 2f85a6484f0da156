//! Step iv [7.5.2iv]: units that closed in fire torpedoes [7.3], besides their guns (R75), the defender naming his targets
//! first.

use super::battle::{BattleUnit, Shot, UnitId};
use super::rounds::Firing;
use super::{Area, ShotCondition};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Hull, Hurt};
use crate::losses::Lot;
use crate::position::Position;
use crate::rolls::Roll;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{Tables, TorpedoDamage};
use crate::torpedoes;

impl Position {
    /// Units in the Torpedo Attack area with torpedoes left, their legal targets, and how many symbols they use [7.3],
    /// [7.5.2iv]; never in Gales [9.2.5].
    pub(crate) fn list_torpedoes(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let Some(battle) = self.battle() else { return };
        if self.weather_in(t, battle.place).lets_torpedoes_run() {
            let shooters: Vec<&BattleUnit> = battle.units[side]
                .iter()
                .filter(|unit| {
                    let reading = self.read_unit(t, side, unit);
                    let armed = reading.loads > 0 && !reading.diw;
                    unit.area == Area::TorpedoAttack && armed
                })
                .collect();
            let aimed = &battle.torpedoes[side];
            self.list_shots(battle, side, &shooters, aimed, |by, at| {
                let fired = aimed.iter().any(|shot| shot.by == by.id);
                let symbols = self.read_unit(t, side, by).symbols;
                if !fired {
                    out.extend((1..=symbols).map(|n| Choice::Torpedo(by.id, at.id, n)));
                }
            });
        }
        out.extend([Choice::Auto, Choice::Done]);
    }
}

impl Play<'_> {
    /// Targets are named openly [7.5.2iv].
    /// Asks while a unit in the Torpedo Attack area has not fired: whether it has torpedoes left must not show.
    pub fn offer_torpedoes(&mut self, side: Side) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let mut close = battle.units[side].iter();
        let close = close.any(|unit| {
            let fired = battle.torpedoes[side].iter().any(|shot| shot.by == unit.id);
            unit.area == Area::TorpedoAttack && !fired
        });
        if close {
            self.ask(side, Order::Torpedoes);
        }
    }

    pub fn torpedoes(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Torpedo(by, at, symbols) => {
                self.aim_torpedoes(side, by, at, symbols);
                self.offer_torpedoes(side);
            }
            Choice::Auto => self.torpedoes_by_doctrine(side),
            _ => {}
        }
        // The attacker names his after the defender, who takes nothing back then [7.5.2iv].
        if !matches!(self.p.fleet(side).orders.top(), Some(Order::Torpedoes)) {
            self.log.reveal();
        }
    }

    fn aim_torpedoes(&mut self, side: Side, by: UnitId, at: UnitId, symbols: u8) {
        if let Some(battle) = &mut self.p.secret.battle {
            battle.torpedoes[side].push(Shot {
                by,
                at,
                dice: symbols,
            });
        }
        self.log.push(|| Event::TorpedoesAimed { side, by, at });
    }

    /// Torpedoes are for Heavy Ships only, all that there are; against ships without escort for anybody.
    fn torpedoes_by_doctrine(&mut self, side: Side) {
        let escorted = self.has_warships(side.other());
        loop {
            let mut shots = Vec::new();
            self.p.list_torpedoes(self.t, side, &mut shots);
            let best = shots.iter().filter_map(|choice| match choice {
                Choice::Torpedo(by, at, symbols) => {
                    let battle = self.p.battle()?;
                    let target = battle.unit(side.other(), *at)?;
                    let reading = self.p.read_unit(self.t, side.other(), target);
                    let worth = reading.kind.is_heavy() || !escorted;
                    worth.then_some((reading.cs, *symbols, *by, *at))
                }
                _ => None,
            });
            let Some((_, symbols, by, at)) = best.max() else {
                return;
            };
            self.aim_torpedoes(side, by, at, symbols);
        }
    }

    /// All torpedoes run at once: dice first, damage after; what was fired is marked [7.3.1], [7.3.2].
    pub fn run_torpedoes(&mut self, firing: Firing) {
        let mut struck: Vec<(Side, UnitId, u8)> = Vec::new();
        for side in firing.sides() {
            let shots = self.p.battle().map(|battle| battle.torpedoes[side].clone());
            for shot in shots.unwrap_or_default() {
                let hits = self.fire_torpedoes(side, shot);
                struck.extend((0..hits.len()).map(|place| (side.other(), shot.at, hits[place])));
            }
        }
        for (side, id, die) in struck {
            self.torpedo_strikes(side, id, die);
        }
        self.clear_lost();
    }

    /// Rolls a unit's torpedoes; a damage die for each success.
    fn fire_torpedoes(&mut self, side: Side, shot: Shot) -> Vec<u8> {
        let t = self.t;
        let Some(battle) = self.p.battle() else {
            return Vec::new();
        };
        let (Some(by), Some(at)) = (
            battle.unit(side, shot.by).cloned(),
            battle.unit(side.other(), shot.at).cloned(),
        ) else {
            return Vec::new();
        };
        let own = self.p.read_unit(t, side, &by);
        let enemy = self.p.read_unit(t, side.other(), &at);
        let heavy = matches!(by.parts.first().map(|part| part.hull), Some(Hull::Ship(_)));
        let attacks = torpedoes::attacks(heavy, own.cs, shot.dice).min(own.loads);
        let conditions: Vec<ShotCondition> = [
            (at.evading, ShotCondition::TargetEvading),
            (enemy.diw, ShotCondition::Diw),
            (enemy.crippled && !enemy.diw, ShotCondition::Crippled),
            (enemy.critical_fuel, ShotCondition::TargetCriticalFuel),
        ]
        .into_iter()
        .filter_map(|(is, condition)| is.then_some(condition))
        .collect();
        let dice: Vec<u8> = (0..attacks).map(|_| self.roll(Roll::Torpedo)).collect();
        let hits = dice
            .iter()
            .filter(|die| torpedoes::succeeds(t, enemy.kind, &conditions, **die))
            .count();
        self.expend(side, &by, attacks);
        let damage: Vec<u8> = (0..hits).map(|_| self.roll(Roll::TorpedoDamage)).collect();
        let (by, at) = (
            self.p.named_unit(t, side, &by),
            self.p.named_unit(t, side.other(), &at),
        );
        self.log.push(|| Event::TorpedoesRun {
            by: by.clone(),
            at: at.clone(),
            dice: dice.clone(),
            damage: damage.clone(),
        });
        damage
    }

    /// Torps Expended [7.3.2].
    fn expend(&mut self, side: Side, unit: &BattleUnit, mut attacks: u8) {
        let chart = &self.t.chart;
        for part in &unit.parts {
            let Some(force) = self.p.fleet_mut(side).force_mut(part.block) else {
                continue;
            };
            match part.hull {
                Hull::Ship(id) => {
                    let state = force.units.ships.iter_mut().find(|state| state.ship == id);
                    if let Some(state) = state {
                        state.torpedoes_spent += attacks;
                    }
                    return;
                }
                Hull::Class(id) => {
                    let symbols = chart.class(id).torpedoes;
                    if let Some(pool) = force.units.pools.iter_mut().find(|pool| pool.class == id) {
                        let used = attacks.min(part.lots * symbols).min(pool.loads(symbols));
                        pool.spent += used;
                        attacks -= used;
                    }
                }
            }
        }
    }

    pub(crate) fn torpedo_strikes(&mut self, side: Side, id: UnitId, die: u8) {
        let Some((place, part)) = self.random_part(side, id) else {
            return;
        };
        let kind = crate::towing::kind_of(&self.t.chart, part.hull);
        let Some(damage) = torpedoes::damage(self.t, kind, die) else {
            return;
        };
        let escort = kind == crate::units::ShipType::Es;
        let (Some(lot), Some(who)) = (
            self.lot(side, part.block, part.hull, part.hurt),
            self.who_of(side, part.block),
        ) else {
            return;
        };
        // Escorts are only out of this battle [7.5.5].
        if escort {
            for _ in 0..damage.hits.max(damage.sunk) {
                if let Some((place, _)) = self.random_part(side, id) {
                    self.take_from_unit(side, id, place);
                }
            }
            self.note_loss(side, None);
            return;
        }
        let one = TorpedoDamage {
            sunk: damage.sunk.min(1),
            ..damage
        };
        let sunk = self.torpedo_hit(who, lot, one);
        self.note_loss(side, (sunk > 0).then_some(part.hull));
        let gone = match lot {
            Lot::Pool(_, Hurt::Whole) => damage.hits.max(sunk).min(part.lots),
            _ => sunk,
        };
        for _ in 0..gone {
            self.take_from_unit(side, id, place);
        }
        self.add_cripples(side, part.block);
        self.log.push(|| Event::UnitHurt {
            side,
            id,
            sunk,
            fate: None,
        });
        // "2 Sunk": the second falls on another Convoy Ship, of the unit if it has one (R67).
        for _ in 1..damage.sunk {
            self.second_sinks(side, id);
        }
    }

    /// A random Convoy Ship on the Display: of that unit while it has any, else of another.
    fn second_sinks(&mut self, side: Side, id: UnitId) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let afloat = |unit: &BattleUnit| unit.parts.iter().any(|part| part.lots > 0);
        let of_convoy = |unit: &&BattleUnit| {
            afloat(unit) && self.p.read_unit(self.t, side, unit).kind.is_convoy_ship()
        };
        let here = battle.unit(side, id).is_some_and(afloat);
        let others = battle.units[side].iter().filter(of_convoy);
        let others: Vec<(UnitId, u32)> = others
            .map(|unit| (unit.id, u32::from(unit.hulls())))
            .collect();
        let id = match (here, others.is_empty()) {
            (true, _) => id,
            (false, true) => return,
            (false, false) => {
                let weights: Vec<u32> = others.iter().map(|(_, hulls)| *hulls).collect();
                others[self.chance.weighted(&weights)].0
            }
        };
        let Some((place, part)) = self.random_part(side, id) else {
            return;
        };
        let (Some(lot), Some(who)) = (
            self.lot(side, part.block, part.hull, part.hurt),
            self.who_of(side, part.block),
        ) else {
            return;
        };
        self.sink(who, lot);
        self.note_loss(side, Some(part.hull));
        self.take_from_unit(side, id, place);
        self.log.push(|| Event::UnitHurt {
            side,
            id,
            sunk: 1,
            fate: None,
        });
    }
}
