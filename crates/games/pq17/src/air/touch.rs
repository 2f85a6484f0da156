//! Letting a shadowed force go before it moves [6.3.5], and staying with a part of one that splits [6.3.4].

use crate::air::{AirChoice, AirEvent, AirOrder, AirStep, Part};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Token};
use crate::position::Position;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::tables::Tables;
use crate::units::{Category, ShipType};

/// How large a force is to the eye: its ships.
fn size(t: &Tables, force: &Force) -> u8 {
    force.units.counters(&t.chart, ShipType::is_warship) + force.units.convoy_ships(&t.chart)
}

/// Whether words fit a part of a force [6.3.4].
fn fits(t: &Tables, part: Part, force: &Force, largest: u8) -> bool {
    let has = |category: Category| force.units.has(&t.chart, |kind| category.holds(kind));
    match part {
        Part::Convoy => force.kind == Kind::Convoy,
        Part::Larger => size(t, force) == largest,
        Part::Smaller => size(t, force) != largest,
        Part::Capital => has(Category::Capital),
        Part::Carrier => has(Category::Carrier),
        Part::Heavy => has(Category::Heavy),
    }
}

impl Position {
    /// Assets that shadow a force, to be released one by one, or none [6.3.5].
    pub(crate) fn list_releases(&self, side: Side, token: Token, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        if let Some(force) = self.fleet(side.other()).by_token(token) {
            let assets = force.shadows.iter();
            out.extend(assets.map(|asset| Choice::Air(AirChoice::Release(*asset))));
        }
    }

    /// Words for a part of a force, as far as the shadower knows what was in it [6.3.4].
    pub(crate) fn list_parts(&self, side: Side, parts: &[BlockId], out: &mut Vec<Choice>) {
        let mut words = vec![Part::Larger, Part::Smaller];
        let force = parts.first().and_then(|block| {
            let fleet = self.fleet(side.other());
            fleet.force(*block)
        });
        if let Some(force) = force {
            if force.kind == Kind::Convoy {
                words.push(Part::Convoy); // the face of the block says so [6.2.1]
            }
            let told = self.fleet(side).notebook.iter().rev();
            let mut told = told.filter(|sighting| sighting.token == force.token);
            if let Some(exact) = told.find_map(|sighting| sighting.report.exact) {
                words.extend((exact.heavy > 0).then_some(Part::Heavy));
                words.extend(exact.carriers.then_some(Part::Carrier));
            }
            let mut told = self.fleet(side).notebook.iter().rev();
            let capital = told.find_map(|sighting| {
                let known = sighting.report.categories.as_ref()?;
                (sighting.token == force.token).then(|| known.first().is_some_and(|c| c.0 > 0))
            });
            words.extend((capital == Some(true)).then_some(Part::Capital));
        }
        out.extend(
            words
                .into_iter()
                .map(|part| Choice::Air(AirChoice::Follow(part))),
        );
    }
}

impl Play<'_> {
    /// Naval movement waits until what was asked meanwhile is answered.
    fn hold_helm(&mut self, side: Side) {
        if self.p.fleet(side).orders.top() == Some(&Order::Helm) {
            self.p.fleet_mut(side).orders.pop();
            self.plan_steps([Step::Helm(side)]);
        }
    }

    /// A force goes on moving after whatever is asked meanwhile.
    pub fn steer_later(&mut self, side: Side, block: BlockId) {
        self.hold_helm(side);
        self.plan_steps([Step::Air(AirStep::Steer(side, block))]);
    }

    /// A shadowed force is about to move: its shadower is asked first, then it moves [6.3.5].
    pub fn move_shadowed(&mut self, side: Side, block: BlockId) {
        self.plan_steps([Step::Air(AirStep::Steer(side, block)), Step::Helm(side)]);
        if let Some(force) = self.p.fleet(side).force(block) {
            let token = force.token;
            self.ask(side.other(), Order::Air(AirOrder::EndShadow(token)));
        }
    }

    pub fn release(&mut self, side: Side, token: Token, choice: Choice) {
        let Choice::Air(AirChoice::Release(asset)) = choice else {
            return;
        };
        let owner = side.other();
        let Some(block) = self.p.fleet(owner).by_token(token).map(|force| force.block) else {
            return;
        };
        self.release_shadower(owner, block, asset);
        let left = self.p.fleet(owner).force(block);
        if left.is_some_and(|force| !force.shadows.is_empty()) {
            self.ask(side, Order::Air(AirOrder::EndShadow(token)));
        }
    }

    /// A shadowed force has split: the shadower says which part he stays with before anything else moves [6.3.4]. The first
    /// part is the one that he knows.
    pub fn split_in_sight(&mut self, side: Side, shadowed: BlockId, parts: Vec<BlockId>) {
        let shadowed = self
            .p
            .fleet(side)
            .force(shadowed)
            .is_some_and(|force| !force.shadows.is_empty());
        if !shadowed {
            return;
        }
        self.hold_helm(side);
        let order = AirOrder::FollowSplit(parts);
        self.ask(side.other(), Order::Air(order));
    }

    /// If the words fit several parts, or none, chance decides [6.3.4].
    pub fn follow_part(&mut self, side: Side, parts: &[BlockId], choice: Choice) {
        let Choice::Air(AirChoice::Follow(part)) = choice else {
            return;
        };
        let (t, owner) = (self.t, side.other());
        let forces = parts
            .iter()
            .filter_map(|block| self.p.fleet(owner).force(*block));
        let forces: Vec<&Force> = forces.collect();
        let largest = forces.iter().map(|force| size(t, force)).max().unwrap_or(0);
        let fitting = forces.iter().filter(|force| fits(t, part, force, largest));
        let mut meant: Vec<BlockId> = fitting.map(|force| force.block).collect();
        if meant.is_empty() {
            meant = forces.iter().map(|force| force.block).collect();
        }
        self.log.push(|| {
            Event::Air(AirEvent::Follows {
                side,
                words: part.id(),
            })
        });
        if meant.is_empty() {
            return;
        }
        let chosen = meant[self.chance.below(meant.len() as u32) as usize];
        let shadowed = forces.iter().find(|force| !force.shadows.is_empty());
        let from = shadowed.map(|force| force.block);
        let Some(from) = from.filter(|from| *from != chosen) else {
            return;
        };
        let fleet = self.p.fleet_mut(owner);
        let touch = fleet.force_mut(from).map(|force| {
            let shadows = std::mem::take(&mut force.shadows);
            (shadows, std::mem::take(&mut force.motion.shadowed))
        });
        if let (Some((shadows, began)), Some(force)) = (touch, fleet.force_mut(chosen)) {
            (force.shadows, force.motion.shadowed) = (shadows, began); // [6.6]
        }
        self.check_shadowers(owner, chosen);
    }
}
