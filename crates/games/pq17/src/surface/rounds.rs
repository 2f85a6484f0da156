//! The Rounds of a battle, step by step [7.5.2], and its end [7.5.2vi], [7.5.8].

use super::battle::{BattleUnit, Course};
use super::{Area, ROUNDS, battle_ends, unescorted_rounds};
use crate::event::Event;
use crate::forces::{BlockId, Kind};
use crate::fuel::Expense;
use crate::recon::{Fight, id_after_combat, report};
use crate::rolls::Roll;
use crate::sequence::{Play, Step};
use crate::side::Side;
use crate::time::Light;
use serde::{Deserialize, Serialize};

/// Who fires: both at once, or one side before the other [7.5.3], [7.5.8].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Firing {
    Both,
    Only(Side),
}

impl Firing {
    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::ALL
            .into_iter()
            .filter(move |side| self == Self::Both || self == Self::Only(*side))
    }
}

/// A step of a battle [7.5.2].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The next Round begins.
    Round,
    /// Carriers of the defender strike [7.5.6].
    Carriers,
    /// What aircraft sank is gone from the Display; the CS of the Axis before they came.
    Tally(u16),
    /// TFs beside it join, those tried so far [7.5.2i].
    Join(Side, Vec<BlockId>),
    Maneuver(Side),
    /// All in their Withdrawal areas [7.5.2ii].
    Parting,
    Guns(Firing),
    Shoot(Firing),
    /// Torpedoes are aimed, the defender first [7.5.2iv].
    Aim(Side),
    Run(Firing),
    Withdraw(Side),
    End,
    /// The next Round against Convoy Ships without escort [7.5.8].
    Slaughter,
}

impl Play<'_> {
    /// A step of the battle; nothing if it is over.
    pub fn battle_step(&mut self, stage: Stage) {
        if self.p.battle().is_none() {
            return;
        }
        match stage {
            Stage::Round => self.begin_round(),
            Stage::Carriers => self.carriers_strike(),
            Stage::Tally(before) => self.tally(before),
            Stage::Join(side, tried) => self.offer_join(side, tried),
            Stage::Maneuver(side) => self.offer_maneuver(side),
            Stage::Parting => self.part_if_all_withdraw(),
            Stage::Guns(firing) => self.offer_guns(firing),
            Stage::Shoot(firing) => self.shoot(firing),
            Stage::Aim(side) => self.offer_torpedoes(side),
            Stage::Run(firing) => self.run_torpedoes(firing),
            Stage::Withdraw(side) => self.offer_withdrawal(side),
            Stage::End => self.end_round(),
            Stage::Slaughter => self.slaughter(),
        }
    }

    /// Steps i to vi; with Surprise the attacker alone moves in the first Round, and fires first [7.5.2], [7.5.3].
    fn begin_round(&mut self) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let (round, attacker, surprise) = (battle.round, battle.attacker, battle.surprise);
        let defender = attacker.other();
        self.log.push(|| Event::Round { round });
        let active = self.p.active.unwrap_or(attacker);
        let mut stages = Vec::with_capacity(16);
        if round > 1 {
            stages.extend([
                Stage::Carriers,
                Stage::Tally(self.axis_cs()),
                Stage::Join(active, Vec::new()),
                Stage::Join(active.other(), Vec::new()),
            ]);
        }
        if surprise && round == 1 {
            stages.push(Stage::Maneuver(attacker));
            stages.push(Stage::Parting);
            for side in [attacker, defender] {
                let firing = Firing::Only(side);
                stages.extend([
                    Stage::Guns(firing),
                    Stage::Shoot(firing),
                    Stage::Aim(side),
                    Stage::Run(firing),
                ]);
            }
        } else {
            stages.extend([
                Stage::Maneuver(defender),
                Stage::Maneuver(attacker),
                Stage::Parting,
                Stage::Guns(Firing::Both),
                Stage::Shoot(Firing::Both),
                Stage::Aim(defender),
                Stage::Aim(attacker),
                Stage::Run(Firing::Both),
            ]);
        }
        stages.extend([
            Stage::Withdraw(defender),
            Stage::Withdraw(attacker),
            Stage::End,
        ]);
        self.plan_stages(stages);
    }

    /// Carriers of the defending force may strike by Day in fair enough weather [7.5.6] (R49).
    fn carriers_strike(&mut self) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let side = battle.defender();
        let (own, enemy) = (
            battle.forces[side].clone(),
            battle.forces[side.other()].clone(),
        );
        self.carriers_in_battle(side, &own, &enemy);
    }

    fn plan_stages(&mut self, stages: Vec<Stage>) {
        let steps: Vec<Step> = stages.into_iter().map(Step::Battle).collect();
        self.plan_steps(steps);
    }

    /// CS that the Axis has on the Battle Display.
    fn axis_cs(&self) -> u16 {
        self.p.battle().map_or(0, |battle| {
            let units = battle.units[Side::Axis].iter();
            let cs = units.map(|unit| self.p.read_unit(self.t, Side::Axis, unit).cs);
            cs.map(u16::from).sum()
        })
    }

    /// Losses to aircraft count like those to guns: a German step lost makes the Axis withdraw [7.5.2v], [7.5.6].
    fn tally(&mut self, before: u16) {
        self.clear_lost();
        let lost = self.axis_cs() < before;
        if let Some(battle) = &mut self.p.secret.battle {
            battle.german_loss |= lost;
        }
    }

    /// All units of both sides in their Withdrawal areas: the battle ends at once [7.5.2ii].
    fn part_if_all_withdraw(&mut self) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let gone = |unit: &BattleUnit| unit.area == Area::Withdrawal;
        let all = battle.units.iter().all(|(_, units)| units.iter().all(gone));
        if all {
            self.raise_ids();
            self.end_battle();
        }
    }

    /// Whether a side has warships on the Battle Display.
    pub fn has_warships(&self, side: Side) -> bool {
        self.p.battle().is_some_and(|battle| {
            battle.units[side]
                .iter()
                .any(|unit| self.p.read_unit(self.t, side, unit).kind.is_warship())
        })
    }

    /// All forces in the battle are at least ID3 by Day, ID2 at Night [6.7], [7.5.2vi].
    fn raise_ids(&mut self) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let day = self.p.light(self.t) == Light::Day;
        let forces = battle.forces.clone();
        for side in Side::ALL {
            for block in &forces[side] {
                if let Some(force) = self.p.fleet(side).force(*block) {
                    let id = id_after_combat(force.id, Fight::Surface, day);
                    self.identify(side, *block, id);
                }
            }
        }
    }

    /// ID, and whether there is another Round [7.5.2vi].
    fn end_round(&mut self) {
        self.raise_ids();
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        battle.regroup();
        let round = battle.round;
        let empty = Side::ALL.iter().any(|side| battle.units[*side].is_empty());
        let armed = Side::ALL.map(|side| self.has_warships(side));
        match armed {
            _ if empty => self.end_battle(),
            [true, true] => {
                let die = self.roll(Roll::BattleEnd);
                let ends = battle_ends(round, die);
                self.log.push(|| Event::BattleDie { round, die, ends });
                match ends {
                    true => self.end_battle(),
                    false => self.next_round(),
                }
            }
            [true, false] => self.begin_unescorted(Side::Axis),
            [false, true] => self.begin_unescorted(Side::Allied),
            [false, false] => self.end_battle(),
        }
    }

    fn next_round(&mut self) {
        let t = self.t;
        if let Some(battle) = &mut self.p.secret.battle {
            battle.round += 1;
            for side in Side::ALL {
                battle.make_change(t, side);
            }
            debug_assert!(battle.round <= ROUNDS);
        }
        self.plan_stages(vec![Stage::Round]);
    }

    /// Only Convoy Ships are left to one side: so many Rounds in which the other alone fires [7.5.8] (R27).
    pub fn begin_unescorted(&mut self, prey: Side) {
        let (t, night) = (self.t, self.p.light(self.t) == Light::Night);
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        let surprise = battle.surprise && prey == battle.defender();
        let (bare, place) = (battle.bare, battle.place);
        let weather = self.p.weather_in(t, place);
        let left = unescorted_rounds(t, bare, surprise, night, weather);
        if let Some(battle) = &mut self.p.secret.battle {
            battle.course = Course::Unescorted { prey, left };
            battle.regroup();
        }
        self.log.push(|| Event::Unescorted { prey, rounds: left });
        self.plan_stages(vec![Stage::Slaughter]);
    }

    /// One such Round; the hunters are among the ships, as near as torpedo boats must be to fire (R12).
    fn slaughter(&mut self) {
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        battle.regroup();
        let Course::Unescorted { prey, left } = battle.course else {
            return;
        };
        let over = battle.units[prey].is_empty() || battle.units[prey.other()].is_empty();
        if over || left == 0 {
            self.raise_ids();
            self.scatter_survivors(prey);
            self.end_battle();
            return;
        }
        battle.course = Course::Unescorted {
            prey,
            left: left - 1,
        };
        let hunter = prey.other();
        for unit in &mut battle.units[hunter] {
            unit.area = Area::TorpedoAttack;
        }
        let firing = Firing::Only(hunter);
        self.plan_stages(vec![
            Stage::Guns(firing),
            Stage::Shoot(firing),
            Stage::Aim(hunter),
            Stage::Run(firing),
            Stage::Slaughter,
        ]);
    }

    /// What is left of the Convoy scatters at once [7.5.8], [5.5].
    fn scatter_survivors(&mut self, prey: Side) {
        let blocks = self.p.battle().map(|battle| battle.forces[prey].clone());
        for block in blocks.unwrap_or_default() {
            let whole = self.p.fleet(prey).force(block).is_some_and(|force| {
                force.kind == Kind::Convoy && !force.is_broken() && force.hex().is_some()
            });
            if whole {
                self.scatter(prey, block);
            }
        }
    }

    /// Fuel is spent, losses of inverted counters are told, cruisers may keep in touch [11.1.3], [7.5.9], [6.3.3] (R9).
    pub fn end_battle(&mut self) {
        let t = self.t;
        let Some(battle) = self.p.secret.battle.take() else {
            return;
        };
        self.log.push(|| Event::BattleEnds);
        for side in Side::ALL {
            for block in &battle.forces[side] {
                if let Some(force) = self.p.fleet_mut(side).force_mut(*block) {
                    force.fuel = force.fuel.map(|fuel| fuel.spent(t, Expense::SurfaceCombat));
                }
                self.tidy_force(side, *block);
            }
            if battle.inverted && !battle.lost[side].is_empty() {
                let told = report(&t.chart, Kind::TaskForce, &battle.lost[side], 2, 0);
                self.log.push(|| Event::LossesTold {
                    side,
                    report: told.clone(),
                });
            }
        }
        self.offer_shadowing_after(&battle);
    }
}
