//! Passing through the enemy [6.6.1]: a force that has entered his hex and goes on is searched once, and may have to fight
//! there.

use crate::choice::Choice;
use crate::forces::{BlockId, Engagement, Force, Kind, Token};
use crate::hex::Hex;
use crate::position::Position;
use crate::sequence::{Order, Play, Purpose, Search, Step};
use crate::side::Side;
use crate::tables::Tables;
use crate::units::BoxId;
use serde::{Deserialize, Serialize};

/// A force on its way through a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    pub side: Side,
    pub block: BlockId,
}

/// Where a force goes on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Onward {
    To(Hex),
    /// Into a box off the map [5.7].
    Box(BoxId),
    /// Off the western edge [12.2].
    Exit,
}

impl Position {
    /// An enemy block that does not shadow it is in the hex it wants to leave, and has not had its draw there (R29).
    pub(crate) fn is_watched(&self, side: Side, force: &Force) -> bool {
        let Some(hex) = force.hex() else { return false };
        let shadows = |block| force.shadows.iter().any(|s| s.block() == Some(block));
        force.motion.hexes > 0
            && force.motion.transit != Some(hex)
            && self
                .at(side.other(), hex)
                .any(|enemy| !shadows(enemy.block))
    }

    /// What passes now. The watermark protects no pack then, neither from the draw in passing nor from that of an attack which
    /// follows [6.2.2], [6.6.1], [7.1.1] (R73).
    pub(crate) fn is_passing(&self, side: Side, token: Token) -> bool {
        let passage = self.secret.transit.filter(|passage| passage.side == side);
        let force = passage.and_then(|passage| self.fleet(side).force(passage.block));
        force.is_some_and(|force| force.token == token)
    }

    /// Who may start a fight in the hex that is passed: one side's forces there against the one that passes, and that one
    /// against Identified enemies; a moving pack never [6.6.1], [7.4.2]. Anybody may let it be.
    pub(crate) fn list_transit_fights(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let Some(transit) = self.secret.transit else {
            return;
        };
        let Some(mover) = self.fleet(transit.side).force(transit.block) else {
            return;
        };
        let Some(hex) = mover.hex() else { return };
        let torpedoes = self.weather_at(t, hex).lets_torpedoes_run();
        let mut pair = |own: &Force, enemy: &Force| {
            if !enemy.id.is_identified() {
                return;
            }
            let ships = enemy.may_be_engaged();
            if ships && own.motion.engagement == Engagement::Fresh && own.may_engage(t) {
                if !self.is_refused(t, side, &[own], enemy.token) {
                    out.push(Choice::Engage(own.block, enemy.token));
                }
                return;
            }
            // Ships hunt a pack that passes, whatever they did in their own turn; they hunt none in passing [7.4.2].
            let passes = side != transit.side && enemy.kind == Kind::Wolfpack;
            let hunts = passes && own.can_hunt_subs(t);
            let waits = own.kind == Kind::Wolfpack && self.may_lie_in_wait(side, own);
            if torpedoes && (hunts || waits) {
                out.push(Choice::Attack(own.block, enemy.token));
            }
        };
        if side == transit.side {
            if mover.kind == Kind::TaskForce {
                for enemy in self.at(side.other(), hex) {
                    pair(mover, enemy);
                }
            }
        } else {
            for own in self.at(side, hex) {
                pair(own, mover);
            }
        }
    }

    /// A pack that has not moved in this turn: in the Allied Phase an Axis pack has only if it followed its target [5.2], [5.4].
    fn may_lie_in_wait(&self, side: Side, pack: &Force) -> bool {
        let still = match side {
            Side::Axis => pack.motion.followed != Some(self.turn),
            Side::Allied => !pack.has_moved(self.turn) && !pack.motion.attacked,
        };
        still && !pack.shadowing && pack.ready_subs() > 0
    }
}

impl Play<'_> {
    /// Whether a step out of a hex waits for the enemy's draw [6.6.1].
    pub fn is_held_up(&mut self, side: Side, block: BlockId, to: Onward) -> bool {
        let Some(force) = self.p.fleet(side).force(block) else {
            return false;
        };
        if !self.p.is_watched(side, force) {
            return false;
        }
        let (hex, token) = (force.hex(), force.token);
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.motion.transit = hex;
        }
        self.p.secret.transit = Some(Passage { side, block });
        self.plan_steps([Step::Sail(side, block, to)]);
        self.ask(side.other(), Order::Transit(token));
        true
    }

    pub fn watch_transit(&mut self, by: Side, token: Token, choice: Choice) {
        if choice == Choice::Draw {
            self.plan_steps([Step::Search(Search {
                by,
                token,
                purpose: Purpose::Transit,
                again: false,
            })]);
        }
    }

    /// What passes was found: cruisers may shadow it, and both may fight, the inactive side first [6.6.1]. Whether they can
    /// is not told by the question.
    pub fn found_in_transit(&mut self, by: Side, token: Token) {
        self.plan_steps([
            Step::Follow(token), // after its report [6.2.1]
            Step::TransitFight(by),
            Step::TransitFight(by.other()),
        ]);
    }

    pub fn offer_transit_fight(&mut self, side: Side) {
        if self.p.secret.transit.is_some() {
            self.ask(side, Order::TransitFight);
        }
    }

    pub fn transit_fight(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Engage(block, token) => self.announce(side, block, token),
            Choice::Attack(block, token) => self.stalk(side, block, token),
            _ => {}
        }
    }

    /// It came to a fight: the move ends here [6.6.1].
    pub fn end_transit(&mut self) {
        if let Some(transit) = self.p.secret.transit.take() {
            self.end_move(transit.side, transit.block);
        }
    }

    /// Goes on after the enemy had his draw, unless it came to a fight.
    pub fn sail_on(&mut self, side: Side, block: BlockId, to: Onward) {
        let free = self.p.secret.transit.take().is_some();
        let afloat = self.p.fleet(side).force(block);
        if free && afloat.is_some_and(|force| force.hex().is_some()) {
            self.go_onward(side, block, to);
        }
    }

    pub fn go_onward(&mut self, side: Side, block: BlockId, to: Onward) {
        match to {
            Onward::To(hex) => self.sail(side, block, hex),
            Onward::Box(off) => self.enter_box(side, block, off),
            Onward::Exit => self.break_out(side, block),
        }
    }
}
