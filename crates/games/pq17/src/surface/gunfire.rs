//! Step iii [7.5.2iii]: both sides aim their guns in secret, then fire at once.

use super::battle::{Battle, BattleUnit, Part, Screen, Shot, UnitId};
use super::rounds::Firing;
use super::{ShotCondition, gunnery, may_fire_guns};
use crate::choice::Choice;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Hull, Hurt, Kind, Pool, ShipState};
use crate::losses::Lot;
use crate::position::Position;
use crate::rolls::Roll;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::Tables;
use crate::units::ShipType;

impl Position {
    /// A TF of one single Light Ship unit may split its fire [7.5.2iii].
    fn may_split_fire(&self, t: &Tables, side: Side, unit: &BattleUnit) -> bool {
        let Some(block) = unit.parts.first().map(|part| part.block) else {
            return false;
        };
        let light = self.read_unit(t, side, unit).kind.is_light();
        let alone = self.fleet(side).force(block).is_some_and(|force| {
            force.kind == Kind::TaskForce && force.units.hulls() == usize::from(unit.hulls())
        });
        light && alone && unit.is_all_of(block)
    }

    fn has_guns(&self, t: &Tables, side: Side, unit: &BattleUnit) -> bool {
        let reading = self.read_unit(t, side, unit);
        reading.cs > 0 && !reading.diw && may_fire_guns(t, reading.kind, unit.area)
    }

    /// Dice of a unit that are not aimed yet: all or none, but one by one if it may split its fire.
    fn unaimed(&self, t: &Tables, side: Side, battle: &Battle, unit: &BattleUnit) -> u8 {
        let aimed = battle.guns[side].iter().filter(|shot| shot.by == unit.id);
        let dice = self.read_unit(t, side, unit).dice;
        match aimed.map(|shot| shot.dice).sum() {
            0 => dice,
            some if self.may_split_fire(t, side, unit) => dice - some,
            _ => 0,
        }
    }

    /// Legal targets of units that have not fired. A unit is targeted by a second one only when every enemy that anybody
    /// could fire at is a target already [7.5.2iii].
    pub(crate) fn list_guns(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let Some(battle) = self.battle() else { return };
        let shooters: Vec<&BattleUnit> = battle.units[side]
            .iter()
            .filter(|unit| self.has_guns(t, side, unit))
            .collect();
        let from = out.len();
        self.list_shots(battle, side, &shooters, &battle.guns[side], |by, at| {
            out.push(Choice::Fire(by.id, at.id));
        });
        let left = |choice: &Choice| match choice {
            Choice::Fire(by, _) => battle
                .unit(side, *by)
                .is_some_and(|unit| self.unaimed(t, side, battle, unit) > 0),
            _ => true,
        };
        let mut kept = from;
        for place in from..out.len() {
            if left(&out[place]) {
                out.swap(kept, place);
                kept += 1;
            }
        }
        out.truncate(kept);
        out.extend([Choice::Auto, Choice::Done]);
    }

    /// Pairs of firing and target units that coverage and screens allow.
    pub(super) fn list_shots<'b>(
        &self,
        battle: &'b Battle,
        side: Side,
        shooters: &[&'b BattleUnit],
        aimed: &[Shot],
        mut push: impl FnMut(&'b BattleUnit, &'b BattleUnit),
    ) {
        let enemies = &battle.units[side.other()];
        let reachable = |enemy: &BattleUnit| {
            shooters
                .iter()
                .any(|unit| battle.may_target(side, unit, enemy))
        };
        let is_aimed = |enemy: UnitId| aimed.iter().any(|shot| shot.at == enemy);
        let covered = enemies
            .iter()
            .all(|enemy| is_aimed(enemy.id) || !reachable(enemy));
        for unit in shooters {
            for enemy in enemies {
                let mut shots = aimed.iter().filter(|shot| shot.at == enemy.id);
                let others = shots.any(|shot| shot.by != unit.id);
                if (covered || !others) && battle.may_target(side, unit, enemy) {
                    push(unit, enemy);
                }
            }
        }
    }
}

impl Play<'_> {
    /// Both aim side by side, and neither learns what the other aims at before they fire.
    pub fn offer_guns(&mut self, firing: Firing) {
        for side in firing.sides() {
            let mut shots = Vec::new();
            self.p.list_guns(self.t, side, &mut shots);
            let inverted = self.p.battle().is_some_and(|battle| battle.inverted);
            if shots.len() > 2 || inverted {
                self.ask(side, Order::Guns);
            }
        }
    }

    pub fn guns(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Fire(by, at) => {
                self.aim_guns(side, by, at);
                let mut shots = Vec::new();
                self.p.list_guns(self.t, side, &mut shots);
                if shots.len() > 2 {
                    self.ask(side, Order::Guns);
                }
            }
            Choice::Auto => self.aim_by_doctrine(side),
            _ => {}
        }
    }

    fn aim_guns(&mut self, side: Side, by: UnitId, at: UnitId) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let Some(unit) = battle.unit(side, by) else {
            return;
        };
        let left = self.p.unaimed(self.t, side, battle, unit);
        let dice = match self.p.may_split_fire(self.t, side, unit) {
            true => left.min(1),
            false => left,
        };
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        let shots = &mut battle.guns[side];
        match shots.iter_mut().find(|shot| (shot.by, shot.at) == (by, at)) {
            Some(shot) => shot.dice += dice,
            None => shots.push(Shot { by, at, dice }),
        }
    }

    /// The weakest legal target first: the one that is hit most easily, then the one with the fewest CS.
    fn aim_by_doctrine(&mut self, side: Side) {
        let mut shots = Vec::new();
        loop {
            shots.clear();
            self.p.list_guns(self.t, side, &mut shots);
            let best = shots.iter().filter_map(|choice| match choice {
                Choice::Fire(by, at) => Some((self.ease(side, *by, *at), *by, *at)),
                _ => None,
            });
            let Some((_, by, at)) = best.min() else {
                return;
            };
            self.aim_guns(side, by, at);
        }
    }

    fn ease(&self, side: Side, by: UnitId, at: UnitId) -> (i8, u8) {
        let Some(battle) = self.p.battle() else {
            return (0, 0);
        };
        let read = |side: Side, id: UnitId| {
            let unit = battle.unit(side, id)?;
            Some(self.p.read_unit(self.t, side, unit))
        };
        match (read(side, by), read(side.other(), at)) {
            (Some(own), Some(enemy)) => {
                let hit = self.t.combat.gunnery.hit(own.kind, enemy.kind);
                (hit.unwrap_or(i8::MAX), enemy.cs)
            }
            _ => (i8::MAX, 0),
        }
    }

    /// All dice are rolled before any Hit is marked [7.5.2iii].
    pub fn shoot(&mut self, firing: Firing) {
        let mut hits: Vec<(Side, UnitId, u8)> = Vec::new();
        for side in firing.sides() {
            let shots = self.p.battle().map(|battle| battle.guns[side].clone());
            for shot in shots.unwrap_or_default() {
                let scored = self.fire_guns(side, shot);
                match hits.iter_mut().find(|(_, id, _)| *id == shot.at) {
                    Some((_, _, sum)) => *sum += scored,
                    None => hits.push((side.other(), shot.at, scored)),
                }
            }
        }
        for (side, id, scored) in hits {
            if scored > 0 {
                self.mark_hits(side, id, scored);
            }
        }
        self.clear_lost();
    }

    fn fire_guns(&mut self, side: Side, shot: Shot) -> u8 {
        let dice: Vec<u8> = (0..shot.dice).map(|_| self.roll(Roll::Gunnery)).collect();
        let Some(battle) = self.p.battle() else {
            return 0;
        };
        let (Some(by), Some(at)) = (
            battle.unit(side, shot.by),
            battle.unit(side.other(), shot.at),
        ) else {
            return 0;
        };
        let (own, enemy) = (
            self.p.read_unit(self.t, side, by),
            self.p.read_unit(self.t, side.other(), at),
        );
        let conditions: Vec<ShotCondition> = [
            (enemy.diw, ShotCondition::Diw),
            (enemy.crippled && !enemy.diw, ShotCondition::Crippled),
            (by.evading, ShotCondition::FirerEvading),
            (own.critical_fuel, ShotCondition::FirerCriticalFuel),
        ]
        .into_iter()
        .filter_map(|(is, condition)| is.then_some(condition))
        .collect();
        let hits = gunnery(self.t, own.kind, enemy.kind, &conditions, &dice).unwrap_or(0);
        let (by, at) = (
            self.p.named_unit(self.t, side, by),
            self.p.named_unit(self.t, side.other(), at),
        );
        self.log.push(|| Event::Fires {
            by: by.clone(),
            at: at.clone(),
            dice: dice.clone(),
            hits,
        });
        hits
    }

    /// Hits fall on random hulls of a unit; of Escorts only the counter suffers, for they come back [7.5.5], [7.2.6] (R42).
    fn mark_hits(&mut self, side: Side, id: UnitId, hits: u8) {
        let ship = self.p.battle().and_then(|battle| {
            let unit = battle.unit(side, id)?;
            match (unit.parts.as_slice(), unit.parts.first()?.hull) {
                ([part], Hull::Ship(_)) => Some(*part),
                _ => None,
            }
        });
        if let Some(part) = ship {
            let place = self.lot(side, part.block, part.hull, part.hurt);
            if let (Some(Lot::Ship(place)), Some(who)) = (place, self.who_of(side, part.block)) {
                let sunk = self.hit_ship(who, place, hits);
                self.note_loss(side, sunk.then_some(part.hull));
                self.tell_loss(side, id, u8::from(sunk), None);
            }
            return;
        }
        for _ in 0..hits {
            self.hit_one(side, id);
        }
    }

    fn hit_one(&mut self, side: Side, id: UnitId) {
        let Some((place, part)) = self.random_part(side, id) else {
            return;
        };
        let Some(who) = self.who_of(side, part.block) else {
            return;
        };
        let kind = crate::towing::kind_of(&self.t.chart, part.hull);
        let lot = self.lot(side, part.block, part.hull, part.hurt);
        let (sunk, fate) = match lot {
            _ if kind == ShipType::Es => {
                self.take_from_unit(side, id, place);
                (0, None)
            }
            Some(Lot::Ship(ship)) => {
                let sunk = self.hit_ship(who, ship, 1);
                if sunk {
                    self.take_from_unit(side, id, place);
                }
                (u8::from(sunk), None)
            }
            Some(lot) => {
                let result = self.hit_class(who, lot);
                self.take_from_unit(side, id, place);
                self.add_cripples(side, part.block);
                result
            }
            None => return,
        };
        self.note_loss(side, (sunk > 0).then_some(part.hull));
        self.tell_loss(side, id, sunk, fate);
    }

    fn tell_loss(&mut self, side: Side, id: UnitId, sunk: u8, fate: Option<u8>) {
        self.log.push(|| Event::UnitHurt {
            side,
            id,
            sunk,
            fate,
        });
    }

    pub(super) fn who_of(&self, side: Side, block: BlockId) -> Option<Who> {
        let force = self.p.fleet(side).force(block)?;
        Some(Self::who(side, force))
    }

    /// A random hull of a unit: each ship and each CS is one lot (R42).
    pub(super) fn random_part(&mut self, side: Side, id: UnitId) -> Option<(usize, Part)> {
        let unit = self.p.battle()?.unit(side, id)?;
        let parts = unit.parts.clone();
        let hulls: Vec<(Hull, u32)> = parts
            .iter()
            .map(|part| (part.hull, u32::from(part.lots)))
            .collect();
        if hulls.iter().all(|(_, lots)| *lots == 0) {
            return None;
        }
        let place = self.draw_hull(&hulls);
        Some((place, parts[place]))
    }

    /// One hull fewer on the Battle Display.
    pub(super) fn take_from_unit(&mut self, side: Side, id: UnitId, place: usize) {
        if let Some(unit) = self
            .p
            .secret
            .battle
            .as_mut()
            .and_then(|battle| battle.unit_mut(side, id))
            && let Some(part) = unit.parts.get_mut(place)
        {
            part.lots = part.lots.saturating_sub(1);
            if part.lots == 0 {
                unit.parts.remove(place);
            }
        }
    }

    /// A German step is gone [7.5.2v]; what is lost is noted for those who fight in the dark [7.5.9].
    pub(super) fn note_loss(&mut self, side: Side, sunk: Option<Hull>) {
        let chart = &self.t.chart;
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        battle.german_loss |= side == Side::Axis;
        let lost = &mut battle.lost[side];
        match sunk {
            Some(Hull::Ship(id)) => lost.ships.push(ShipState::new(id, chart.ship(id))),
            Some(Hull::Class(class)) => lost.add(Pool::new(class, 1)),
            None => {}
        }
    }

    /// Destroyers that a Hit left Crippled or Dead in the Water stand alone, with 0 CS [7.9].
    pub(super) fn add_cripples(&mut self, side: Side, block: BlockId) {
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let pools = force.units.pools.clone();
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        for pool in pools {
            for hurt in [Hurt::Crippled, Hurt::Diw] {
                let shown: u8 = battle.units[side]
                    .iter()
                    .flat_map(|unit| &unit.parts)
                    .filter(|part| {
                        part.block == block
                            && part.hull == Hull::Class(pool.class)
                            && part.hurt == hurt
                    })
                    .map(|part| part.lots)
                    .sum();
                for _ in shown..pool.of(hurt) {
                    battle.add_hurt(side, block, pool.class, hurt);
                }
            }
        }
    }

    /// After an attack from the air the Battle Display shows no more of a class than its force has left, and what was aimed in
    /// the Round before is over [7.5.6].
    pub fn sync_display(&mut self) {
        if let Some(battle) = &mut self.p.secret.battle {
            for side in Side::ALL {
                battle.guns[side].clear();
                battle.torpedoes[side].clear();
            }
        }
        self.clear_lost();
    }

    /// Who is Crippled or Dead in the Water screens nobody any longer [7.5.4].
    fn drop_screens(&mut self) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let is_hurt = |(side, unit): &(Side, &BattleUnit)| {
            let reading = self.p.read_unit(self.t, *side, unit);
            unit.screen != Screen::Nobody && (reading.crippled || reading.diw)
        };
        let units = Side::ALL
            .into_iter()
            .flat_map(|side| battle.units[side].iter().map(move |unit| (side, unit)));
        let hurt: Vec<(Side, UnitId)> = units
            .filter(is_hurt)
            .map(|(side, unit)| (side, unit.id))
            .collect();
        for (side, id) in hurt {
            let battle = self.p.secret.battle.as_mut();
            if let Some(unit) = battle.and_then(|battle| battle.unit_mut(side, id)) {
                unit.screen = Screen::Nobody;
            }
        }
    }

    /// Units and forces that are no more leave the Battle Display.
    pub(crate) fn clear_lost(&mut self) {
        let blocks = self.p.battle().map(|battle| battle.forces.clone());
        for (side, blocks) in blocks.unwrap_or_default().iter() {
            for block in blocks {
                self.tidy_force(side, *block);
            }
        }
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        for side in Side::ALL {
            let fleet = &self.p.secret.fleets[side];
            battle.forces[side].retain(|block| fleet.force(*block).is_some());
            for unit in &mut battle.units[side] {
                unit.parts.retain(|part| {
                    fleet
                        .force(part.block)
                        .is_some_and(|force| match part.hull {
                            Hull::Ship(id) => force.units.ship(id).is_some(),
                            Hull::Class(class) => force.units.pool(class).is_some(),
                        })
                });
            }
            battle.units[side].retain(|unit| !unit.parts.is_empty());
        }
        self.trim_units();
        self.part_adrift();
        self.drop_screens();
    }

    /// A ship with a name that lies Dead in the Water stands alone, not in the stack she was in [7.5.2], [7.2.4].
    fn part_adrift(&mut self) {
        let chart = &self.t.chart;
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        for side in Side::ALL {
            let fleet = &self.p.secret.fleets[side];
            let is_adrift = |part: &Part| match part.hull {
                Hull::Ship(id) => fleet
                    .force(part.block)
                    .and_then(|force| force.units.ship(id))
                    .is_some_and(|state| state.is_diw(chart.ship(id))),
                Hull::Class(_) => false,
            };
            let stacks = battle.units[side]
                .iter_mut()
                .filter(|unit| unit.parts.len() > 1);
            let mut alone = Vec::new();
            for unit in stacks {
                alone.extend(unit.parts.iter().copied().filter(is_adrift));
                unit.parts.retain(|part| !is_adrift(part));
            }
            battle.units[side].retain(|unit| !unit.parts.is_empty());
            for part in alone {
                battle.add_alone(side, part);
            }
        }
    }

    /// What was lost otherwise, to aircraft over the battle, is lost on the Battle Display too [7.5.6].
    fn trim_units(&mut self) {
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        let mut hurt = Vec::new();
        for side in Side::ALL {
            let fleet = &self.p.secret.fleets[side];
            let mut shown: Vec<(BlockId, Hull, Hurt, u8)> = Vec::new();
            for part in battle.units[side]
                .iter_mut()
                .flat_map(|unit| &mut unit.parts)
            {
                let Hull::Class(class) = part.hull else {
                    continue;
                };
                let force = fleet.force(part.block);
                let pool = force.and_then(|force| force.units.pool(class));
                let afloat = pool.map_or(0, |pool| pool.of(part.hurt));
                let key = (part.block, part.hull, part.hurt);
                let place = shown.iter().position(|(b, h, s, _)| (*b, *h, *s) == key);
                let place = place.unwrap_or_else(|| {
                    shown.push((part.block, part.hull, part.hurt, 0));
                    shown.len() - 1
                });
                let sum = &mut shown[place].3;
                part.lots = part.lots.min(afloat.saturating_sub(*sum));
                *sum += part.lots;
            }
            for unit in &mut battle.units[side] {
                unit.parts.retain(|part| part.lots > 0);
            }
            battle.units[side].retain(|unit| !unit.parts.is_empty());
            hurt.extend(battle.forces[side].iter().map(|block| (side, *block)));
        }
        for (side, block) in hurt {
            self.add_cripples(side, block);
        }
    }
}
