//! The Battle Display.

use super::Auditor;
use crate::forces::Hull;
use crate::position::Position;
use crate::sequence::Order;
use crate::side::Side;
use crate::surface::battle::{Battle, Course, Shot};
use crate::surface::{self, Area};
use derbyhouse_scene::Broken;

impl Auditor {
    /// A battle lasts ten Rounds at most, its units are afloat, nobody closes too early, and all that can be fired at are
    /// targets before any is one twice (29, 30).
    pub(super) fn battle(&mut self, p: &Position, battle: &Battle) -> Result<(), Broken> {
        self.hold((1..=surface::ROUNDS).contains(&battle.round), || {
            format!("there is no Round {}", battle.round)
        })?;
        for side in Side::ALL {
            for unit in &battle.units[side] {
                for part in &unit.parts {
                    let force = p.fleet(side).force(part.block);
                    let afloat = force.map_or(0, |force| match part.hull {
                        Hull::Ship(id) => u8::from(force.units.ship(id).is_some()),
                        Hull::Class(id) => {
                            force.units.pool(id).map_or(0, |pool| pool.of(part.hurt))
                        }
                    });
                    let holds = battle.holds(side, part.block) && part.lots <= afloat;
                    self.hold(holds && part.lots > 0, || {
                        format!("{side} {} fights without ships", unit.id)
                    })?;
                }
                let early = unit.area == Area::TorpedoAttack && unit.joined == battle.round;
                let surprising = battle.surprise && battle.round == 1 && side == battle.attacker;
                let rounds = battle.course == Course::Rounds;
                self.hold(!(early && rounds && !surprising), || {
                    format!("{side} {} has closed too early", unit.id)
                })?;
            }
            // While the side aims: what was fired may have left new counters that nobody could aim at.
            match p.fleet(side).orders.top() {
                Some(Order::Guns) => self.coverage(battle, side, &battle.guns[side])?,
                Some(Order::Torpedoes) => self.coverage(battle, side, &battle.torpedoes[side])?,
                _ => {}
            }
        }
        Ok(())
    }

    /// No target of two units while another that one of those could fire at is free [7.5.2iii] (29).
    pub(super) fn coverage(
        &mut self,
        battle: &Battle,
        side: Side,
        shots: &[Shot],
    ) -> Result<(), Broken> {
        let by = |at| {
            let mut by: Vec<_> = shots.iter().filter(|s| s.at == at).map(|s| s.by).collect();
            by.sort_unstable();
            by.dedup();
            by.len()
        };
        let twice = shots.iter().any(|shot| by(shot.at) > 1);
        let enemies = &battle.units[side.other()];
        let free = enemies
            .iter()
            .filter(|enemy| by(enemy.id) == 0)
            .any(|enemy| {
                let mut firing = shots.iter().filter_map(|shot| battle.unit(side, shot.by));
                firing.any(|unit| battle.may_target(side, unit, enemy))
            });
        self.hold(!(twice && free), || {
            "a unit is a target twice while another is none".into()
        })
    }
}
