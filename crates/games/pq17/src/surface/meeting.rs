//! Forces meet [7.5]: the attacker may have Surprise [7.6], submarines of a Convoy strike first [7.4.6], counters are
//! deployed [7.5.2], and others join [7.5.2i].

use super::battle::{Battle, Course};
use super::engage::Meeting;
use super::rounds::Stage;
use super::{SurpriseCondition, surprise};
use crate::choice::Choice;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Engagement, Force, Id, Kind, Place, Token, Units};
use crate::position::Position;
use crate::sequence::{Hunt, Order, Play, Purpose, Search, Step};
use crate::side::{BySide, Side};
use crate::tables::{OptionId, Tables};
use crate::time::Light;
use crate::units::ShipType;

impl Position {
    /// TFs that could join a battle, not yet tried in this Round [7.5.2i].
    pub(crate) fn list_joins(
        &self,
        t: &Tables,
        side: Side,
        tried: &[BlockId],
        out: &mut Vec<Choice>,
    ) {
        out.push(Choice::Pass);
        let Some(battle) = self.battle() else { return };
        let enemies = &battle.forces[side.other()];
        let free = self.fleet(side).forces.iter().filter(|force| {
            force.place == battle.place
                && force.may_engage(t)
                && !battle.holds(side, force.block)
                && !tried.contains(&force.block)
        });
        let allowed = free.filter(|force| {
            let mut tokens = enemies
                .iter()
                .filter_map(|block| self.fleet(side.other()).force(*block))
                .map(|enemy| enemy.token);
            !tokens.any(|token| self.is_refused(t, side, &[*force], token))
        });
        out.extend(allowed.map(|force| Choice::Join(force.block)));
    }

    /// What a die gives attackers who try to surprise their target at Night or in Poor Weather [7.6].
    pub(crate) fn surprise_by(
        &self,
        t: &Tables,
        attackers: &[&Force],
        place: Place,
        die: u8,
    ) -> (i32, bool) {
        let mut all = attackers.iter();
        let unidentified = all.all(|force| force.id == Id::UNIDENTIFIED);
        let shadowed = attackers.iter().any(|force| !force.shadows.is_empty());
        let conditions: &[SurpriseCondition] = match shadowed {
            true => &[SurpriseCondition::AttackerShadowed],
            false => &[],
        };
        surprise(t, die, self.weather_in(t, place), unidentified, conditions)
    }

    /// The enemy whom a TF looks for that would join a battle: the best known of those who fight in it [7.5.2i].
    pub(crate) fn join_target(&self, side: Side) -> Option<Token> {
        let enemies = self.battle()?.forces[side.other()].iter();
        let enemies = enemies.filter_map(|block| self.fleet(side.other()).force(*block));
        Some(enemies.max_by_key(|force| force.id)?.token)
    }

    /// What the subs of a Convoy may strike before the battle [7.4.6]; nothing if it has none.
    pub(crate) fn list_sub_strikes(&self, t: &Tables, meeting: &Meeting, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let owner = meeting.by.other();
        let subs = self
            .fleet(owner)
            .force(meeting.target)
            .map_or(0, |force| force.units.cs(&t.chart, ShipType::is_submarine));
        let room = self.has_room(t, owner);
        if subs > 0 && room {
            let attackers = meeting.attackers.iter();
            let attackers = attackers.filter_map(|block| self.fleet(meeting.by).force(*block));
            out.extend(attackers.map(|force| Choice::Strike(force.token)));
        }
    }
}

impl Play<'_> {
    /// Forces meet: a broken Convoy loses a ship [7.7.1]; else Surprise is rolled for and submarines may strike first.
    pub fn meet(&mut self, meeting: Meeting) {
        let owner = meeting.by.other();
        let attackers = self.whos(meeting.by, &meeting.attackers);
        let Some(target) = self.p.fleet(owner).force(meeting.target) else {
            return;
        };
        if attackers.is_empty() {
            return;
        }
        if !target.may_be_engaged() {
            self.find_it_taken(&meeting);
            return;
        }
        let (place, prey, broken) = (target.place, Self::who(owner, target), target.is_broken());
        let allied_convoy = owner == Side::Allied && target.kind == Kind::Convoy;
        self.log.reveal();
        self.end_transit();
        for who in attackers.iter().chain([&prey]) {
            self.set_engagement(who.side, who.block, Engagement::Fought);
        }
        if broken {
            for attacker in attackers {
                self.run_down(attacker, prey);
            }
            return;
        }
        let surprise = self.p.is_dim(self.t, place) && self.roll_surprise(&attackers, place);
        let subs =
            allied_convoy && !surprise && self.p.weather_in(self.t, place).lets_torpedoes_run();
        self.plan_steps([Step::Deploy(meeting.clone(), surprise)]);
        if subs {
            self.ask(owner, Order::SubStrike(meeting));
        }
    }

    /// The target has joined the battle of the interceptor: it fights once, and those who came for it may still join one
    /// [7.5] (R92).
    fn find_it_taken(&mut self, meeting: &Meeting) {
        for block in &meeting.attackers {
            if let Some(force) = self.p.fleet_mut(meeting.by).force_mut(*block) {
                force.motion.engagement = Engagement::Tried;
            }
        }
    }

    /// A TF sinks one random ship of a Scattered or Dispersed Convoy, and only one [7.7.1].
    pub fn run_down(&mut self, attacker: Who, prey: Who) {
        let Some(lot) = self.random_lot(prey.side, prey.block, ShipType::is_convoy_ship) else {
            return;
        };
        self.sink(prey, lot);
        self.log.push(|| Event::RunDown { attacker, prey });
        self.tidy_force(prey.side, prey.block);
    }

    /// At Night or in Poor Weather [7.6], [7.5.3].
    fn roll_surprise(&mut self, attackers: &[Who], place: Place) -> bool {
        let forces = attackers
            .iter()
            .filter_map(|who| self.p.fleet(who.side).force(who.block));
        let forces: Vec<&Force> = forces.collect();
        let die = self.chance.chit();
        let (modified, success) = self.p.surprise_by(self.t, &forces, place, die);
        let side = attackers.first().map_or(Side::Axis, |who| who.side);
        self.log.push(|| Event::SurpriseRoll {
            side,
            die,
            modified,
            success,
        });
        success
    }

    /// The subs leave their Convoy as a pack and fight the TF at once [7.4.6].
    pub fn sub_strike(&mut self, meeting: &Meeting, choice: Choice) {
        let Choice::Strike(target) = choice else {
            return;
        };
        let (owner, chart) = (meeting.by.other(), &self.t.chart);
        let Some(convoy) = self.p.fleet_mut(owner).force_mut(meeting.target) else {
            return;
        };
        let is_sub = |class| chart.class(class).kind.is_submarine();
        let (subs, rest) = convoy
            .units
            .pools
            .iter()
            .partition(|pool| is_sub(pool.class));
        convoy.units.pools = rest;
        let (place, name, id, motion) = (
            convoy.place,
            format!("submarines of {}", convoy.name),
            convoy.id,
            convoy.motion,
        );
        let units = Units {
            ships: Vec::new(),
            pools: subs,
        };
        let token = self.new_token();
        let mut pack =
            crate::preparation::new_force(self.t, self.p.fleet(owner), name, place, units);
        pack.token = token;
        pack.id = id;
        pack.motion = motion;
        pack.motion.attacked = true;
        let (block, who) = (pack.block, Self::who(owner, &pack));
        let ready = pack.ready_subs();
        self.p.fleet_mut(owner).forces.push(pack);
        let hex = place.at_sea();
        let from = meeting.target;
        self.log.push(|| Event::Splits { who, from, hex });
        self.tidy_force(owner, from);
        if ready > 0 {
            self.ask(
                owner,
                Order::Aim(Hunt {
                    side: owner,
                    pack: block,
                    target,
                    aims: Vec::new(),
                    offensive: false,
                }),
            );
        }
    }

    /// Counters go to the Battle Display, face up unless the option keeps them inverted at Night [7.5.2], [7.5.9].
    pub fn deploy(&mut self, meeting: Meeting, surprise: bool) {
        let (by, owner) = (meeting.by, meeting.by.other());
        let Some(place) = self.p.fleet(owner).force(meeting.target).map(|f| f.place) else {
            return;
        };
        let attackers = self.whos(by, &meeting.attackers);
        let defenders = self.whos(owner, &[meeting.target]);
        if attackers.is_empty() {
            return;
        }
        // Counters lie open: nobody takes back what he answered before he saw them [7.4.6], [7.5.2].
        self.log.reveal();
        let night = self.p.light(self.t) == Light::Night;
        self.p.secret.battle = Some(Battle {
            place,
            attacker: by,
            round: 1,
            surprise,
            course: Course::Rounds,
            forces: BySide::default(),
            units: BySide::default(),
            guns: BySide::default(),
            torpedoes: BySide::default(),
            german_loss: false,
            recalled: false,
            bare: false,
            inverted: night && self.p.plays(OptionId::NightActions),
            lost: BySide::default(),
            next: 1,
        });
        self.log.push(|| Event::BattleBegins {
            attackers: attackers.clone(),
            defenders: defenders.clone(),
            surprise,
        });
        for who in attackers.into_iter().chain(defenders) {
            self.commit_to_battle(who.side, who.block);
        }
        let bare = !self.has_warships(owner);
        if let Some(battle) = &mut self.p.secret.battle {
            battle.bare = bare;
        }
        match bare {
            true => self.begin_unescorted(owner),
            false => self.plan_steps([Step::Battle(Stage::Round)]),
        }
    }

    /// A force takes part: it refuels no longer, and what is deployed face up is remembered [11.3.2], [7.5.2] (R79).
    pub fn commit_to_battle(&mut self, side: Side, block: BlockId) {
        self.set_engagement(side, block, Engagement::Fought);
        if self
            .p
            .battle()
            .is_some_and(|battle| battle.attacker != side)
        {
            self.was_attacked(side, block); // [12.11]
        }
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        force.motion.ras = false;
        let force = force.clone();
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        battle.deploy(self.t, side, &force);
        let inverted = battle.inverted;
        if inverted {
            self.shuffle_numbers(side);
        } else {
            self.remember(side, &force);
        }
        if let Some(battle) = self.p.battle() {
            let units = battle.units[side].iter();
            let of_force = units.filter(|unit| unit.parts.iter().any(|p| p.block == block));
            let units: Vec<_> = of_force
                .map(|unit| self.p.named_unit(self.t, side, unit))
                .collect();
            self.log.push(|| Event::Deploys {
                side,
                units: units.clone(),
            });
        }
    }

    /// The order of inverted counters tells nothing [7.5.9].
    fn shuffle_numbers(&mut self, side: Side) {
        let Some(battle) = &mut self.p.secret.battle else {
            return;
        };
        let mut ids: Vec<_> = battle.units[side].iter().map(|unit| unit.id).collect();
        self.chance.shuffle(&mut ids);
        for (unit, id) in battle.units[side].iter_mut().zip(ids) {
            unit.id = id;
        }
        battle.units[side].sort_by_key(|unit| unit.id);
    }

    /// TFs beside the battle may join it from the second Round on, each by one card; the question is blind [7.5.2i].
    pub fn offer_join(&mut self, side: Side, tried: Vec<BlockId>) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        let engaged = &battle.forces[side];
        let beside = self.p.shows_bystanders(side, battle.place, engaged);
        // Who has joined is beside it no more.
        let failed = tried.iter().filter(|block| !engaged.contains(block));
        if beside > failed.count() {
            self.ask(side, Order::Join(tried));
        }
    }

    pub fn join(&mut self, side: Side, mut tried: Vec<BlockId>, choice: Choice) {
        let Choice::Join(block) = choice else { return };
        tried.push(block);
        let Some(token) = self.p.join_target(side) else {
            return;
        };
        self.plan_steps([
            Step::Search(Search {
                by: side,
                token,
                purpose: Purpose::Join(block),
                again: false,
            }),
            Step::Battle(Stage::Join(side, tried)),
        ]);
    }
}
