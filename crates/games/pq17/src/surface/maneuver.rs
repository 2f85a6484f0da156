//! Step ii [7.5.2ii]: units leave the Deployment area, screen friends [7.5.4], or evade.

use super::battle::{BattleUnit, Screen, UnitId};
use super::{Area, Stance};
use crate::choice::Choice;
use crate::event::Event;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::Tables;
use crate::units::ShipType;

/// A unit keeps up to so many enemies from friends in the Withdrawal area [7.5.4].
const BLOCKED: usize = 2;
/// Torpedo dice that make Heavy Ships of the Axis evade, and that bring his destroyers forward (12.3).
const EVADE: u8 = 3;
const FORWARD: u8 = 6;

impl Position {
    pub(crate) fn list_maneuvers(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let Some(battle) = self.battle() else { return };
        for unit in &battle.units[side] {
            let stances = self.stances(t, side, unit);
            out.extend(stances.map(|stance| Choice::Station(unit.id, stance)));
        }
        out.extend([Choice::Auto, Choice::Done]);
    }

    /// A friend in the Deployment area, then the enemy that is kept from her; or enemies that are kept from those in the
    /// Withdrawal area [7.5.4].
    pub(crate) fn list_screen(
        &self,
        side: Side,
        unit: UnitId,
        cover: Option<UnitId>,
        out: &mut Vec<Choice>,
    ) {
        let Some(battle) = self.battle() else { return };
        let Some(own) = battle.unit(side, unit) else {
            return;
        };
        let enemies = battle.units[side.other()].iter();
        let free = enemies.filter(|enemy| !own.screen.blocks(enemy.id));
        out.extend(free.map(|enemy| Choice::Block(enemy.id)));
        if cover.is_none() && own.screen == Screen::Nobody {
            let friends = battle.units[side].iter();
            let friends =
                friends.filter(|friend| friend.area == Area::Deployment && friend.id != unit);
            out.extend(friends.map(|friend| Choice::Cover(friend.id)));
        }
        out.push(Choice::Done);
    }
}

impl Play<'_> {
    /// Asks a side that can move anything; Hitler may move the Germans himself [7.5.7].
    pub fn offer_maneuver(&mut self, side: Side) {
        if side == Side::Axis && self.p.hitler_recalls(self.t) {
            self.recall();
            return;
        }
        let mut moves = Vec::new();
        self.p.list_maneuvers(self.t, side, &mut moves);
        if moves.len() > 2 {
            self.ask(side, Order::Maneuver);
        }
    }

    /// Every German ship that can goes to the Withdrawal area [7.5.7].
    fn recall(&mut self) {
        self.log.reveal(); // what was deployed is tested for what it is (R79)
        self.log.push(|| Event::Recalled);
        if let Some(battle) = &mut self.p.secret.battle {
            battle.recalled = true;
        }
        for id in self.unit_ids(Side::Axis) {
            self.station(Side::Axis, id, Stance::Withdrawal);
        }
    }

    fn unit_ids(&self, side: Side) -> Vec<UnitId> {
        let battle = self.p.battle();
        battle.map_or(Vec::new(), |battle| {
            battle.units[side].iter().map(|unit| unit.id).collect()
        })
    }

    /// Moves a unit if it may go there.
    fn station(&mut self, side: Side, id: UnitId, stance: Stance) -> bool {
        let Some(unit) = self.p.battle().and_then(|battle| battle.unit(side, id)) else {
            return false;
        };
        if !self.p.stances(self.t, side, unit).any(|can| can == stance) {
            return false;
        }
        let named = self.p.named_unit(self.t, side, unit);
        self.log.push(|| Event::Stationed {
            unit: named.clone(),
            stance,
        });
        if let Some(unit) = self
            .p
            .secret
            .battle
            .as_mut()
            .and_then(|battle| battle.unit_mut(side, id))
        {
            unit.moved = true;
            match stance {
                Stance::TorpedoAttack => unit.area = Area::TorpedoAttack,
                Stance::Screening => unit.area = Area::Screening,
                Stance::Withdrawal => unit.area = Area::Withdrawal,
                Stance::Evasion => unit.evading = true,
            }
        }
        true
    }

    pub fn maneuver(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Station(id, stance) => {
                self.station(side, id, stance);
                let mut moves = Vec::new();
                self.p.list_maneuvers(self.t, side, &mut moves);
                if moves.len() > 2 {
                    self.ask(side, Order::Maneuver);
                }
                if matches!(stance, Stance::Screening | Stance::TorpedoAttack) {
                    self.ask(side, Order::Screen(id, None));
                }
            }
            Choice::Auto => self.maneuver_by_doctrine(side),
            _ => {}
        }
        self.end_maneuver(side);
    }

    /// When a side has moved its units the enemy answers, and nothing is taken back after he did [7.5.2ii].
    fn end_maneuver(&mut self, side: Side) {
        let asked = self.p.fleet(side).orders.top();
        if !matches!(asked, Some(Order::Maneuver | Order::Screen(..))) {
            self.log.reveal();
        }
    }

    pub fn screen(&mut self, side: Side, id: UnitId, cover: Option<UnitId>, choice: Choice) {
        match choice {
            Choice::Cover(friend) => self.ask(side, Order::Screen(id, Some(friend))),
            Choice::Block(enemy) => {
                let more = self.block(side, id, cover, enemy);
                if more {
                    self.ask(side, Order::Screen(id, None));
                }
            }
            _ => {}
        }
        self.end_maneuver(side);
    }

    /// Sets a screen; whether the unit can keep one more enemy away [7.5.4].
    fn block(&mut self, side: Side, id: UnitId, cover: Option<UnitId>, enemy: UnitId) -> bool {
        let Some(unit) = self
            .p
            .secret
            .battle
            .as_mut()
            .and_then(|battle| battle.unit_mut(side, id))
        else {
            return false;
        };
        let more = match (&mut unit.screen, cover) {
            (_, Some(friend)) => {
                unit.screen = Screen::Friend {
                    friend,
                    from: enemy,
                };
                false
            }
            (Screen::Withdrawal(enemies), None) => {
                enemies.push(enemy);
                enemies.len() < BLOCKED
            }
            (screen, None) => {
                *screen = Screen::Withdrawal(vec![enemy]);
                true
            }
        };
        self.log.push(|| Event::Screens {
            side,
            id,
            enemy,
            cover,
        });
        more && self
            .p
            .battle()
            .is_some_and(|battle| battle.units[side.other()].len() > 1)
    }

    /// What competent admirals do (12.2, 12.3): merchant ships withdraw, Allied destroyers screen them against the heaviest
    /// enemies, torpedo boats close from the second Round on; German destroyers close only with many torpedoes, and Heavy
    /// Ships evade when torpedoes are near.
    fn maneuver_by_doctrine(&mut self, side: Side) {
        for id in self.unit_ids(side) {
            let Some(unit) = self.p.battle().and_then(|battle| battle.unit(side, id)) else {
                continue;
            };
            let (kind, loads) = {
                let reading = self.p.read_unit(self.t, side, unit);
                (reading.kind, reading.loads)
            };
            if kind.is_convoy_ship() {
                self.station(side, id, Stance::Withdrawal);
            } else if side == Side::Allied {
                self.screen_by_doctrine(id, kind);
            } else if kind.is_flotilla() && loads >= FORWARD && self.enemy_has_heavy(side) {
                self.station(side, id, Stance::TorpedoAttack);
            } else if kind.is_heavy() && self.torpedoes_near(side) >= EVADE {
                self.station(side, id, Stance::Evasion);
            }
        }
    }

    fn screen_by_doctrine(&mut self, id: UnitId, kind: ShipType) {
        let side = Side::Allied;
        let guards = self.p.battle().is_some_and(|battle| {
            battle.units[side]
                .iter()
                .any(|unit| unit.area == Area::Withdrawal)
        });
        let close = kind == ShipType::Tb && self.station(side, id, Stance::TorpedoAttack);
        let placed =
            close || guards && kind.is_warship() && self.station(side, id, Stance::Screening);
        if !placed {
            return;
        }
        for _ in 0..if guards { BLOCKED } else { 0 } {
            let Some(enemy) = self.heaviest_unblocked(side) else {
                return;
            };
            self.block(side, id, None, enemy);
            if kind.is_flotilla() && !self.is_light(side.other(), enemy) {
                return; // one for each Heavy Ship
            }
        }
    }

    fn is_light(&self, side: Side, id: UnitId) -> bool {
        let unit = self.p.battle().and_then(|battle| battle.unit(side, id));
        unit.is_some_and(|unit| self.p.read_unit(self.t, side, unit).kind.is_light())
    }

    /// The strongest enemy that no friend keeps from the Withdrawal area yet.
    fn heaviest_unblocked(&self, side: Side) -> Option<UnitId> {
        let battle = self.p.battle()?;
        let blocked = |enemy: &BattleUnit| {
            let mut friends = battle.units[side].iter();
            friends.any(|friend| friend.screen.blocks(enemy.id))
        };
        let enemies = battle.units[side.other()].iter();
        enemies
            .filter(|enemy| !blocked(enemy))
            .max_by_key(|enemy| {
                let reading = self.p.read_unit(self.t, side.other(), enemy);
                (reading.kind.is_heavy(), reading.cs)
            })
            .map(|enemy| enemy.id)
    }

    fn enemy_has_heavy(&self, side: Side) -> bool {
        let enemy = side.other();
        self.unit_ids(enemy).into_iter().any(|id| {
            let unit = self.p.battle().and_then(|battle| battle.unit(enemy, id));
            unit.is_some_and(|unit| self.p.read_unit(self.t, enemy, unit).kind.is_heavy())
        })
    }

    /// Ships of the enemy in his Torpedo Attack area, by their CS: what torpedoes they carry is his secret.
    fn torpedoes_near(&self, side: Side) -> u8 {
        let enemy = side.other();
        self.p.battle().map_or(0, |battle| {
            let units = battle.units[enemy].iter();
            let near = units.filter(|unit| unit.area == Area::TorpedoAttack);
            near.map(|unit| self.p.read_unit(self.t, enemy, unit).cs)
                .sum()
        })
    }
}
