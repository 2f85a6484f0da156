//! How a battle comes about [7.5]: attacks are announced, targets located [7.1.1], covering forces intercept [7.5.1].

use crate::choice::Choice;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Engagement, Force, Id, Kind, Place, Token};
use crate::position::Position;
use crate::sequence::{Order, Play, Purpose, Search, Step};
use crate::side::{BySide, Side};
use crate::tables::Tables;
use crate::time::Light;
use crate::units::ShipType;
use crate::weather::Weather;
use serde::{Deserialize, Serialize};

/// An attack that was announced, until it is fought or fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    pub by: Side,
    pub target: Token,
    /// TFs that try together [7.1].
    pub tries: Vec<BlockId>,
    /// Those that found the target.
    pub found: Vec<BlockId>,
    /// The TF that goes between, and whom it has caught [7.5.1] (R92).
    pub intercepted: Option<(BlockId, BlockId)>,
}

/// Forces that are about to fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    pub by: Side,
    pub attackers: Vec<BlockId>,
    pub target: BlockId,
}

impl Force {
    /// A TF at sea with guns that has not fought in this Segment [7.5].
    pub(crate) fn may_engage(&self, t: &Tables) -> bool {
        let guns = |kind: ShipType| t.combat.gunnery.hit(kind, ShipType::Mv).is_some();
        self.kind == Kind::TaskForce
            && !matches!(self.place, Place::Port(_))
            && self.motion.engagement != Engagement::Fought
            && self.units.has(&t.chart, guns)
    }

    /// A TF that has not yet tried in this Segment [7.5]; who met a Scattered Convoy in this turn had its attack (R43).
    fn may_attack(&self, t: &Tables, target: &Self) -> bool {
        let had_its_attack = target.is_scattered() && self.motion.met_stragglers;
        let fresh = self.motion.engagement == Engagement::Fresh;
        self.may_engage(t) && fresh && !had_its_attack
    }

    /// Ships that a TF may attack: a Convoy, or a TF that has not fought in this Segment [7.5]. Both sides saw it fight.
    pub(crate) fn may_be_engaged(&self) -> bool {
        match self.kind {
            Kind::Convoy => true,
            Kind::TaskForce => self.motion.engagement != Engagement::Fought,
            Kind::Wolfpack | Kind::Dummy => false, // [7.4.2]
        }
    }
}

impl Position {
    /// The weather where a block is; boxes have the prevailing one (R85).
    pub(crate) fn weather_in(&self, t: &Tables, place: Place) -> Weather {
        match place {
            Place::Sea(hex) => self.weather_at(t, hex),
            _ => self.weather(),
        }
    }

    /// Night or Poor Weather: what lets an attacker hope for Surprise [7.6].
    pub(crate) fn is_dim(&self, t: &Tables, place: Place) -> bool {
        self.light(t) == Light::Night || self.weather_in(t, place).is_poor()
    }

    /// Own TFs that can attack a force where it is.
    fn attackers(&self, t: &Tables, side: Side, target: &Force) -> impl Iterator<Item = &Force> {
        let forces = self.fleet(side).forces.iter();
        forces.filter(move |force| force.place == target.place && force.may_attack(t, target))
    }

    /// Identified forces of the enemy that ships can attack: no Wolfpacks [7.4.2], no TF that has fought in this Segment [7.5].
    fn quarry(&self, side: Side, place: Place) -> impl Iterator<Item = &Force> {
        let forces = self.fleet(side.other()).forces.iter();
        forces.filter(move |force| {
            force.place == place && force.id.is_identified() && force.may_be_engaged()
        })
    }

    /// Blocks that are about to fight or fighting, and what passes: they must stay what they are.
    pub(crate) fn engaged(&self) -> BySide<Vec<BlockId>> {
        let mut all: BySide<Vec<BlockId>> = BySide::default();
        if let Some(attack) = &self.secret.attack {
            all[attack.by].extend(&attack.tries);
            let caught = attack.intercepted.map(|(own, _)| own);
            all[attack.by.other()].extend(caught);
        }
        if let Some(battle) = self.battle() {
            for (side, blocks) in battle.forces.iter() {
                all[side].extend(blocks);
            }
        }
        if let Some(transit) = self.secret.transit {
            all[transit.side].push(transit.block);
        }
        let agenda = &self.secret.agenda;
        for step in agenda.top().into_iter().chain(agenda.below_top()) {
            if let Step::Meet(meeting) | Step::Deploy(meeting, _) = step {
                all[meeting.by].extend(&meeting.attackers);
                all[meeting.by.other()].push(meeting.target);
            }
        }
        all
    }

    /// TFs with the Identified contacts beside them, as far as Hitler lets them [7.1], [7.5.7] (R79).
    pub(crate) fn list_attacks(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        for force in &self.fleet(side).forces {
            let quarry = self.quarry(side, force.place);
            for target in quarry.filter(|target| force.may_attack(t, target)) {
                // Alone or with all others there: either may be allowed where the other is not (R50).
                let all: Vec<&Force> = self.attackers(t, side, target).collect();
                let refused = |going: &[&Force]| self.is_refused(t, side, going, target.token);
                if !refused(&[force]) || !refused(&all) {
                    out.push(Choice::Engage(force.block, target.token));
                }
            }
        }
    }

    /// Who else tries to find the target [7.1]; off it goes only if Hitler lets those who go (R50).
    pub(crate) fn list_together(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let Some(attack) = &self.secret.attack else {
            return;
        };
        let going: Vec<&Force> = attack
            .tries
            .iter()
            .filter_map(|block| self.fleet(side).force(*block))
            .collect();
        if !self.is_refused(t, side, &going, attack.target) {
            out.push(Choice::Go);
        }
        let Some(target) = self.fleet(side.other()).by_token(attack.target) else {
            return;
        };
        let others = self
            .attackers(t, side, target)
            .filter(|force| !attack.tries.contains(&force.block));
        out.extend(others.map(|force| Choice::With(force.block)));
    }

    /// Whether a side may have a TF beside a place that could take a hand, as its enemy sees it: a block that is not shown
    /// as a Convoy or a Wolfpack. Questions are put by this, whatever the blocks are [2.4].
    pub(super) fn shows_bystanders(&self, side: Side, place: Place, engaged: &[BlockId]) -> usize {
        let forces = self.fleet(side).forces.iter();
        forces
            .filter(|force| force.place == place && !engaged.contains(&force.block))
            .filter(|force| force.id == Id::UNIDENTIFIED || force.kind == Kind::TaskForce)
            .count()
    }

    /// TFs that could go between, and whom they could catch [7.5.1]; the Axis as Hitler lets them.
    pub(crate) fn list_intercepts(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let Some(attack) = &self.secret.attack else {
            return;
        };
        let attackers = || {
            let blocks = attack.found.iter();
            blocks.filter_map(|block| self.fleet(attack.by).force(*block))
        };
        for force in &self.fleet(side).forces {
            let covered = force.token == attack.target;
            for attacker in attackers().filter(|attacker| attacker.place == force.place) {
                if force.may_engage(t)
                    && !covered
                    && !self.is_refused(t, side, &[force], attacker.token)
                {
                    out.push(Choice::Intercept(force.block, attacker.token));
                }
            }
        }
    }
}

impl Play<'_> {
    /// Every TF may fight once in a Surface Combat Segment [7.5].
    pub fn begin_surface(&mut self, side: Side) {
        self.refresh_engagements();
        self.ask_surface(side);
    }

    pub fn refresh_engagements(&mut self) {
        for side in Side::ALL {
            for force in &mut self.p.fleet_mut(side).forces {
                force.motion.engagement = Engagement::Fresh;
            }
        }
    }

    /// Asks wherever a block that may be a TF is with Identified ships of the enemy, whatever it is: that it cannot attack
    /// must not show.
    pub fn ask_surface(&mut self, side: Side) {
        let mut own = self.p.fleet(side).forces.iter();
        let met = own.any(|force| {
            let may_be = force.id == Id::UNIDENTIFIED || force.kind == Kind::TaskForce;
            let open = !matches!(force.place, Place::Port(_));
            open && may_be && self.p.quarry(side, force.place).next().is_some()
        });
        if met {
            self.ask(side, Order::Engage);
        }
    }

    pub fn engage(&mut self, side: Side, choice: Choice) {
        let Choice::Engage(block, target) = choice else {
            return;
        };
        self.plan_steps([Step::Surface(side)]);
        self.announce(side, block, target);
    }

    /// An attack is announced; other TFs beside it may try too [7.1].
    pub fn announce(&mut self, by: Side, block: BlockId, target: Token) {
        self.p.secret.attack = Some(Attack {
            by,
            target,
            tries: vec![block],
            found: Vec::new(),
            intercepted: None,
        });
        self.gather(by);
    }

    fn gather(&mut self, side: Side) {
        let mut more = Vec::new();
        self.p.list_together(self.t, side, &mut more);
        match more.iter().any(|choice| matches!(choice, Choice::With(_))) {
            true => self.ask(side, Order::Together),
            false if more.contains(&Choice::Go) => self.launch(),
            false => self.call_off(),
        }
    }

    pub fn together(&mut self, side: Side, choice: Choice) {
        match (choice, &mut self.p.secret.attack) {
            (Choice::With(block), Some(attack)) => {
                attack.tries.push(block);
                self.gather(side);
            }
            (Choice::Go, _) => self.launch(),
            _ => self.call_off(),
        }
    }

    /// Nothing comes of it; those who meant to go have had their try.
    fn call_off(&mut self) {
        if let Some(attack) = self.p.secret.attack.take() {
            for block in attack.tries {
                self.set_engagement(attack.by, block, Engagement::Tried);
            }
        }
    }

    pub fn set_engagement(&mut self, side: Side, block: BlockId, to: Engagement) {
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.motion.engagement = force.motion.engagement.max(to);
        }
    }

    /// One location draw for each TF; then the other side may intercept [7.1.1], [7.5.1].
    fn launch(&mut self) {
        let Some(attack) = self.p.secret.attack.clone() else {
            return;
        };
        let by = attack.by;
        let Some(target) = self.p.fleet(by.other()).by_token(attack.target) else {
            self.call_off();
            return;
        };
        let target = Self::who(by.other(), target);
        for block in &attack.tries {
            self.set_engagement(by, *block, Engagement::Tried);
            if let Some(force) = self.p.fleet(by).force(*block) {
                let attacker = Self::who(by, force);
                self.log.push(|| Event::Engages { attacker, target });
            }
        }
        let draw = |block: &BlockId| {
            Step::Search(Search {
                by,
                token: attack.target,
                purpose: Purpose::Engage(*block),
                again: false,
            })
        };
        let steps: Vec<Step> = attack.tries.iter().map(draw).chain([Step::Cover]).collect();
        self.plan_steps(steps);
    }

    /// A TF has found the target of its side's attack.
    pub fn has_found(&mut self, block: BlockId) {
        if let Some(attack) = &mut self.p.secret.attack {
            attack.found.push(block);
        }
    }

    /// The target is located: another TF of its side may cover it. The question is blind [7.5.1].
    pub fn offer_intercept(&mut self) {
        let Some(attack) = self.p.secret.attack.clone() else {
            return;
        };
        let owner = attack.by.other();
        let Some(target) = self.p.fleet(owner).by_token(attack.target) else {
            self.p.secret.attack = None;
            return;
        };
        let (place, block) = (target.place, target.block);
        if attack.found.is_empty() || self.is_called_off(&attack, &attack.found) {
            self.p.secret.attack = None;
            return;
        }
        self.plan_steps([Step::Clash]);
        if self.p.shows_bystanders(owner, place, &[block]) > 0 {
            self.ask(owner, Order::Intercept);
        }
    }

    /// Hitler does not let those who found the target attack it alone [7.5.7] (R50, R79).
    fn is_called_off(&self, attack: &Attack, found: &[BlockId]) -> bool {
        let fleet = self.p.fleet(attack.by);
        let going: Vec<&Force> = found
            .iter()
            .filter_map(|block| fleet.force(*block))
            .collect();
        self.p.is_refused(self.t, attack.by, &going, attack.target)
    }

    /// One card against one of those who found the target, two if the interceptor shadows it [7.5.1] (R92).
    pub fn intercept(&mut self, side: Side, choice: Choice) {
        let Choice::Intercept(block, token) = choice else {
            return;
        };
        self.plan_steps([Step::Search(Search {
            by: side,
            token,
            purpose: Purpose::Intercept(block),
            again: false,
        })]);
    }

    pub fn has_intercepted(&mut self, by: Side, block: BlockId, token: Token) {
        let caught = self.p.fleet(by.other()).by_token(token);
        let caught = caught.map(|force| force.block);
        if let (Some(attack), Some(caught)) = (&mut self.p.secret.attack, caught) {
            attack.intercepted = Some((block, caught));
        }
    }

    /// The interceptor attacks the one it caught; the others go on against the target (R28, R92).
    pub fn clash(&mut self) {
        let Some(attack) = self.p.secret.attack.take() else {
            return;
        };
        let owner = attack.by.other();
        let target = self.p.fleet(owner).by_token(attack.target);
        let target = target.map(|force| force.block);
        let caught = attack.intercepted.map(|(_, caught)| caught);
        let mut free = attack.found.clone();
        free.retain(|block| Some(*block) != caught);
        if self.is_called_off(&attack, &free) {
            free.clear();
        }
        // Those who go on join no other battle before their own; who is caught fights at once.
        for block in &free {
            self.set_engagement(attack.by, *block, Engagement::Fought);
        }
        let mut steps = Vec::new();
        if let Some((interceptor, caught)) = attack.intercepted {
            steps.push(Step::Meet(Meeting {
                by: owner,
                attackers: vec![interceptor],
                target: caught,
            }));
        }
        if let (Some(target), false) = (target, free.is_empty()) {
            steps.push(Step::Meet(Meeting {
                by: attack.by,
                attackers: free,
                target,
            }));
        }
        self.plan_steps(steps);
    }

    pub(super) fn whos(&self, side: Side, blocks: &[BlockId]) -> Vec<Who> {
        let forces = blocks
            .iter()
            .filter_map(|block| self.p.fleet(side).force(*block));
        forces.map(|force| Self::who(side, force)).collect()
    }
}
