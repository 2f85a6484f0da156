//! The Submarine Combat Segment [7.4]: packs find their targets, aim, close, and are hunted.

use crate::choice::Choice;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Force, Hull, Id, Kind, Token};
use crate::fuel::Expense;
use crate::position::Position;
use crate::recon::{Fight, id_after_combat};
use crate::rolls::Roll;
use crate::sequence::{Hunt, Order, Play, Purpose, Search, Step};
use crate::side::{Nation, Side};
use crate::submarines::{self, AswConditions, Attack, Hunters};
use crate::surface::{self, SurpriseCondition};
use crate::tables::{AswResult, SubResult, Tables};
use crate::time::{Light, Turn};
use crate::torpedoes;
use crate::units::{Category, ShipType};
use crate::weather::Weather;

impl Force {
    /// Subs that can attack: not expended [1.4.1].
    pub(crate) fn ready_subs(&self) -> u8 {
        self.units
            .pools
            .iter()
            .map(|pool| pool.cs.saturating_sub(pool.spent))
            .sum()
    }

    /// A TF at sea that can hunt submarines [7.4.2].
    pub(crate) fn can_hunt_subs(&self, t: &Tables) -> bool {
        let escorts = self.units.has(&t.chart, ShipType::is_light);
        self.kind == Kind::TaskForce && self.hex().is_some() && escorts
    }

    /// One that has not done so in its own turn [7.4.2].
    fn may_hunt_subs(&self, t: &Tables) -> bool {
        self.can_hunt_subs(t) && !self.motion.attacked
    }

    /// It has moved in this turn, by itself or in the enemy's Player Phase with what it shadowed [5.2], [5.4].
    pub(crate) fn has_moved(&self, turn: Turn) -> bool {
        self.motion.hexes > 0 || self.motion.followed == Some(turn)
    }

    /// A pack that neither moved nor attacked this turn [5.2], [7.1].
    pub(crate) fn may_hunt(&self, turn: Turn) -> bool {
        let fresh = !self.has_moved(turn) && !self.motion.attacked && !self.shadowing; // [6.3.2]
        self.kind == Kind::Wolfpack && self.hex().is_some() && fresh && self.ready_subs() > 0
    }
}

impl Position {
    /// Packs with the Identified contacts in their hexes [7.1], other packs among them [7.4.4]; TFs with Identified packs
    /// [7.4.2].
    pub(crate) fn list_hunts(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        for hunter in &self.fleet(side).forces {
            let Some(hex) = hunter.hex() else { continue };
            if !self.weather_at(t, hex).lets_torpedoes_run() {
                continue; // [9.2.5]
            }
            let (pack, ships) = (hunter.may_hunt(self.turn), hunter.may_hunt_subs(t));
            let targets = self
                .at(side.other(), hex)
                .filter(|force| force.id.is_identified());
            let fits = |target: &&Force| pack || (ships && target.kind == Kind::Wolfpack);
            out.extend(
                targets
                    .filter(fits)
                    .map(|target| Choice::Attack(hunter.block, target.token)),
            );
        }
        out.push(Choice::Done);
    }
}

/// ASW by nation; the 1/6 Minesweeping Flotillas fight as British ships [1.4].
pub(crate) fn hunters(t: &Tables, force: &Force) -> Vec<Hunters> {
    let mut all: Vec<Hunters> = Vec::new();
    for pool in &force.units.pools {
        let class = t.chart.class(pool.class);
        let nation = match class.nation {
            Nation::Minesweepers => Nation::British,
            nation => nation,
        };
        let (dd_tb, es) = match class.kind {
            // Those that tow others hunt nobody (chapter 7), [5.1.1].
            ShipType::Dd | ShipType::Tb => (pool.cs - force.tugs_of(Hull::Class(pool.class)), 0),
            ShipType::Es => (0, pool.cs),
            _ => continue,
        };
        match all.iter_mut().find(|hunters| hunters.nation == nation) {
            Some(hunters) => {
                hunters.dd_tb += dd_tb;
                hunters.es += es;
            }
            None => all.push(Hunters {
                nation,
                dd_tb,
                es,
                air: 0,
            }),
        }
    }
    all
}

impl Position {
    /// Whether a force has moved at High Speed in this turn [7.4]: one of the Axis has not yet moved when the Allies move, and
    /// a shadower has gone as fast as its target [5.4], [11.1.3].
    fn is_at_high_speed(&self, t: &Tables, side: Side, force: &Force) -> bool {
        let moved = |side: Side| side == Side::Allied || self.active == Some(Side::Axis);
        let fast = |side: Side, force: &Force| moved(side) && force.motion.hexes >= t.speeds[0];
        let led = |target: &&Force| {
            let mut shadows = target.shadows.iter();
            shadows.any(|asset| asset.block() == Some(force.block))
        };
        let followed = force.shadowing && force.motion.followed == Some(self.turn);
        let mut leaders = self.fleet(side.other()).forces.iter().filter(led);
        fast(side, force) || followed && leaders.any(|target| fast(side.other(), target))
    }
}

impl Play<'_> {
    /// Asks wherever a block of the side is with an Identified enemy, whatever it is: that a pack has no torpedoes left must
    /// not show. In Gales there is nothing to ask [9.2.5].
    pub fn begin_hunt(&mut self, side: Side) {
        let mut known = self.p.fleet(side.other()).forces.iter();
        let met = known.any(|force| {
            let hex = force.hex().filter(|_| force.id.is_identified());
            hex.is_some_and(|hex| {
                let calm = self.p.weather_at(self.t, hex).lets_torpedoes_run();
                calm && self.p.at(side, hex).next().is_some()
            })
        });
        if met {
            self.ask(side, Order::Hunt);
        }
    }

    pub fn hunt(&mut self, side: Side, choice: Choice) {
        let Choice::Attack(pack, token) = choice else {
            return;
        };
        self.plan_steps([Step::Begin(side, crate::sequence::Segment::SubmarineCombat)]);
        self.stalk(side, pack, token);
    }

    /// An attack under water is announced; its target must be found [7.1.1].
    pub fn stalk(&mut self, side: Side, pack: BlockId, token: Token) {
        let Some(force) = self.p.fleet_mut(side).force_mut(pack) else {
            return;
        };
        force.motion.attacked = true;
        let hunter = Self::who(side, force);
        if let Some(target) = self.p.fleet(side.other()).by_token(token) {
            let target = Self::who(side.other(), target);
            self.log.push(|| Event::Stalks {
                pack: hunter,
                target,
            });
        }
        let search = Search {
            by: side,
            token,
            purpose: Purpose::Locate(pack),
            again: false,
        };
        self.plan_steps([Step::Search(search)]);
    }

    /// An attacker has found its target: a pack aims, at another pack it strikes at once; ships hunt a pack that may still
    /// attack them [7.4.2], [7.4.4].
    pub fn located(&mut self, by: Side, attacker: BlockId, target: Token) {
        self.end_transit();
        let owner = by.other();
        let Some(force) = self.p.fleet(by).force(attacker) else {
            return;
        };
        let Some(prey) = self.p.fleet(owner).by_token(target) else {
            return;
        };
        let (hunter, hunted) = (Self::who(by, force), Self::who(owner, prey));
        match (force.kind, prey.kind) {
            (Kind::Wolfpack, Kind::Wolfpack) => self.sub_against_sub(hunter, hunted),
            (Kind::Wolfpack, _) => {
                let hunt = Hunt {
                    side: by,
                    pack: attacker,
                    target,
                    aims: Vec::new(),
                    offensive: false,
                };
                // Among stragglers each sub takes a random Convoy Ship [7.7.2].
                match prey.is_broken() {
                    true => self.plan_steps([Step::Torpedo(hunt)]),
                    false => self.ask(by, Order::Aim(hunt)),
                }
            }
            _ => {
                let (pack, ready) = (prey.block, prey.ready_subs());
                let target = force.token;
                let hunt = Hunt {
                    side: owner,
                    pack,
                    target,
                    aims: Vec::new(),
                    offensive: true,
                };
                match ready {
                    0 => self.plan_steps([Step::Torpedo(hunt)]),
                    _ => self.ask(owner, Order::Aim(hunt)),
                }
            }
        }
    }

    /// Only with Surprise; failing it the attacker is ambushed. One ASW die, and Success destroys 1 CS [7.4.4] (R57).
    fn sub_against_sub(&mut self, hunter: Who, hunted: Who) {
        let id = |play: &Self, who: Who| {
            play.p
                .fleet(who.side)
                .force(who.block)
                .map(|force| force.id)
        };
        let weather = self.weather_of(hunter);
        let unidentified = id(self, hunter) == Some(Id::UNIDENTIFIED);
        let conditions: &[SurpriseCondition] = match id(self, hunted) {
            Some(id) if id.levels() > 0 => &[SurpriseCondition::IdentifiedWolfpack],
            _ => &[],
        };
        let die = self.die();
        let (_, surprised) = surface::surprise(self.t, die, weather, unidentified, conditions);
        let victim = if surprised { hunted } else { hunter };
        let nation = |play: &Self, who: Who| {
            let force = play.p.fleet(who.side).force(who.block);
            force.and_then(|force| force.units.submarine_nation(&play.t.chart))
        };
        let striker = if surprised { hunter } else { hunted };
        let roll = self.die();
        let asw = AswConditions {
            soviet: nation(self, striker) == Some(Nation::Soviet),
            air_radius: self.in_own_radius(striker),
            storms: weather == Weather::Storms,
            offensive: false,
        };
        let nation = nation(self, striker);
        let hit = submarines::asw(self.t, asw, roll) == AswResult::Success;
        self.log.reveal();
        let (side, sunk) = (striker.side, u8::from(hit));
        self.log.push(|| Event::AswDice {
            target: side,
            nations: nation.into_iter().map(|nation| (nation, 1)).collect(),
            dice: vec![die, roll],
            held_down: 0,
            damaged: 0,
            sunk,
        });
        if hit && let Some(lot) = self.random_lot(victim.side, victim.block, ShipType::is_submarine)
        {
            self.sink(victim, lot);
        }
        self.after_hunt(hunter, hunted, false);
    }

    /// The weather where a force is [9.5].
    fn weather_of(&self, who: Who) -> Weather {
        let force = self.p.fleet(who.side).force(who.block);
        force.map_or(Weather::Fair, |force| {
            self.p.weather_in(self.t, force.place)
        })
    }

    /// Whether a force is in an Air Radius of its own side [6.4.1].
    fn in_own_radius(&self, who: Who) -> bool {
        let force = self.p.fleet(who.side).force(who.block);
        let hex = force.and_then(Force::hex);
        hex.is_some_and(|hex| self.p.in_air_radius(self.t, who.side, hex))
    }

    /// A category for each sub before any die is rolled [7.4.3].
    pub fn aim(&mut self, mut hunt: Hunt, choice: Choice) {
        let Choice::Aim(category) = choice else {
            return;
        };
        hunt.aims.push(category);
        let subs = self
            .p
            .fleet(hunt.side)
            .force(hunt.pack)
            .map_or(0, Force::ready_subs);
        match hunt.aims.len() < usize::from(subs) {
            true => self.ask(hunt.side, Order::Aim(hunt)),
            false => self.plan_steps([Step::Torpedo(hunt)]),
        }
    }

    pub fn torpedo(&mut self, hunt: Hunt) {
        let t = self.t;
        let (side, owner) = (hunt.side, hunt.side.other());
        let attacked = self
            .p
            .fleet(owner)
            .by_token(hunt.target)
            .map(|force| force.block);
        if let Some(block) = attacked {
            self.was_attacked(owner, block);
        }
        let Some(pack) = self.p.fleet(side).force(hunt.pack) else {
            return;
        };
        let Some(target) = self.p.fleet(owner).by_token(hunt.target) else {
            return;
        };
        let (pack_who, target_who) = (Self::who(side, pack), Self::who(owner, target));
        let weather = self.weather_of(target_who);
        let subs = pack.ready_subs();
        if target.is_broken() {
            self.among_stragglers(pack_who, target_who, subs);
            return;
        }
        let attack = Attack {
            subs,
            pack: pack.id,
            asw_dice: hunters(t, target).iter().map(Hunters::dice).sum(),
            night: self.p.light(t) == Light::Night,
            weather,
            air_radius: self.in_own_radius(target_who),
            high_speed: self.p.is_at_high_speed(t, owner, target),
            critical_fuel: target.is_fuel_critical(),
        };
        let die = self.roll(Roll::SubmarineCombat);
        let (modified, result) = attack.roll(t, die);
        let (drm, before, after) = (attack.drm(t), result.before, result.after);
        let counts = |(_, value): &(&'static str, i8)| *value != 0;
        self.log.reveal();
        self.log.push(|| Event::Closes {
            pack: pack_who,
            target: target_who,
            die,
            drm,
            drms: attack.modifiers(t).into_iter().filter(counts).collect(),
            before,
            after,
        });
        let aims = hunt.aims.clone();
        self.log.push(|| Event::Aims {
            pack: pack_who,
            aims: aims.clone(),
        });
        if result.ras_cancelled
            && let Some(force) = self.p.fleet_mut(owner).force_mut(target_who.block)
        {
            force.motion.ras = false; // [11.3.2]
        }
        let (first, _) = submarines::attacking(subs, result, 0, 0);
        let early = usize::from(first).min(aims.len());
        self.fire(pack_who, target_who, &aims[..early]);
        // What those torpedoes sank or stopped hunts nobody, and flies no patrols [7.4.1], [6.4.1].
        let mut left = Vec::new();
        if let Some(force) = self.p.fleet_mut(owner).force_mut(target_who.block) {
            force.drop_lost_tows(&t.chart);
            left = hunters(t, force);
        }
        let asw = AswConditions {
            soviet: false,
            offensive: hunt.offensive,
            air_radius: self.in_own_radius(target_who),
            storms: weather == Weather::Storms,
        };
        let (held, removed) = self.asw(pack_who, owner, &left, subs, asw);
        let (_, second) = submarines::attacking(subs, result, held, removed);
        let late = aims.len().min(early + usize::from(second));
        self.fire(pack_who, target_who, &aims[early..late]);
        let all = first + second >= subs;
        self.after_hunt(
            pack_who,
            target_who,
            subs > 0 && submarines::is_expended(result, modified, all),
        );
        if hunt.offensive
            && let Some(force) = self.p.fleet_mut(owner).force_mut(target_who.block)
        {
            force.fuel = force
                .fuel
                .map(|fuel| fuel.spent(t, Expense::OffensiveAswTf)); // [11.1.3]
        }
    }

    /// Each sub makes one attack on a random ship of a Scattered Convoy; a die of 0 or 1 expends the pack [7.7.2].
    pub(crate) fn among_stragglers(&mut self, pack: Who, target: Who, subs: u8) {
        self.log.reveal();
        let aims = vec![Category::Convoy; usize::from(subs)];
        self.fire(pack, target, &aims);
        let die = self.die();
        self.after_hunt(pack, target, die <= 1);
    }

    /// Torpedoes of some subs, one by one at random ships of what they aim at [7.4.3].
    pub(crate) fn fire(&mut self, pack: Who, target: Who, aims: &[Category]) {
        let mut dice = Vec::new();
        let (mut hits, mut sunk) = (0, 0);
        for aim in aims {
            let fits = |kind: ShipType| submarines::may_hit(*aim, kind);
            let Some(lot) = self.random_lot(target.side, target.block, fits) else {
                continue; // a category that is not there: nothing is rolled
            };
            let kind = self.kind_of(target, lot);
            let die = self.roll(Roll::Torpedo);
            dice.push(die);
            let failing = match target.side {
                Side::Allied => self.p.favour.torpedoes, // [13]
                Side::Axis => 0,
            };
            let lies = self.target_conditions(target, lot);
            if torpedoes::succeeds(self.t, kind, &lies, die.saturating_add_signed(failing)) {
                hits += 1;
                let die = self.roll(Roll::TorpedoDamage);
                dice.push(die);
                if let Some(damage) = torpedoes::damage(self.t, kind, die) {
                    sunk += self.torpedo_hit(target, lot, damage);
                }
            }
        }
        if !dice.is_empty() {
            self.log.push(|| Event::Torpedoes {
                pack,
                dice: dice.clone(),
                hits,
            });
        }
        if hits > 0 {
            self.log.push(|| Event::Damage { target, sunk });
        }
    }

    /// ASW dice of each nation; the severest results fall on subs first [7.4.1].
    pub fn asw(
        &mut self,
        pack: Who,
        owner: Side,
        hunters: &[Hunters],
        subs: u8,
        conditions: AswConditions,
    ) -> (u8, u8) {
        let all = self.p.fleet(pack.side).force(pack.block);
        let most = all.map_or(0, |pack| {
            pack.units.cs(&self.t.chart, ShipType::is_submarine)
        });
        let subs = subs.max(most);
        let (mut held, mut damaged, mut sunk) = (0, 0, 0);
        let mut rolled = Vec::new();
        let mut nations = submarines::asw_dice(hunters, subs);
        nations.retain(|(_, dice)| *dice > 0);
        for (nation, dice) in nations.clone() {
            for _ in 0..dice {
                let die = self.roll(Roll::Asw);
                rolled.push(die);
                let conditions = AswConditions {
                    soviet: nation == Nation::Soviet,
                    ..conditions
                };
                match submarines::asw(self.t, conditions, die) {
                    AswResult::None => {}
                    AswResult::HeldDown => held += 1,
                    AswResult::Success => {
                        let die = self.roll(Roll::AswSuccess);
                        rolled.push(die);
                        match self.t.combat.asw.success.get(die.into()) {
                            SubResult::Damaged => damaged += 1,
                            SubResult::Sunk => sunk += 1,
                        }
                    }
                }
            }
        }
        sunk = sunk.min(subs);
        damaged = damaged.min(subs - sunk);
        held = held.min(subs - sunk - damaged);
        let target = owner;
        self.log.push(|| Event::AswDice {
            target,
            nations,
            dice: rolled.clone(),
            held_down: held,
            damaged,
            sunk,
        });
        for place in 0..sunk + damaged {
            let lot = self.random_lot(pack.side, pack.block, ShipType::is_submarine);
            match lot {
                Some(lot) if place < sunk => self.sink(pack, lot),
                Some(lot) => {
                    self.take_lot(pack.side, pack.block, lot);
                }
                None => {}
            }
        }
        (held, sunk + damaged)
    }

    /// Everybody involved is at least at ID1; the pack may have fired its last torpedo [6.7], [7.4].
    fn after_hunt(&mut self, pack: Who, target: Who, expended: bool) {
        self.tidy_force(pack.side, pack.block);
        self.tidy_force(target.side, target.block);
        if expended && let Some(force) = self.p.fleet_mut(pack.side).force_mut(pack.block) {
            for pool in &mut force.units.pools {
                pool.spent = pool.cs;
            }
            self.log.push(|| Event::Expended { pack });
        }
        let day = self.p.light(self.t) == Light::Day;
        for who in [target, pack] {
            let id = self
                .p
                .fleet(who.side)
                .force(who.block)
                .map(|force| force.id);
            if let Some(id) = id {
                let id: Id = id_after_combat(id, Fight::Submarine, day);
                self.identify(who.side, who.block, id);
            }
        }
    }
}
