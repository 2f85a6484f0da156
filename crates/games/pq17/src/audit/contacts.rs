//! Attacks at sea: on what is Identified, and after a card that found it (24). A card that the target's owner may negate waits for
//! his answer, and an attack for others who may go between: who has found his target is kept in the position meanwhile.

use super::Auditor;
use super::steps::Step;
use crate::air::{AirEvent, AirOrder, Quarry};
use crate::event::{Event, Who};
use crate::forces::{BlockId, Kind, Token};
use crate::position::Position;
use crate::sequence::{self, Hunt, Order};
use crate::side::Side;
use crate::strike::{Found, Strike, Target};
use derbyhouse_scene::Broken;

impl Auditor {
    pub(super) fn contacts(&mut self, step: Step<'_>) -> Result<(), Broken> {
        self.dummies(step)?;
        self.torpedo_attacks(step)?;
        self.surface_attacks(step)?;
        self.air_attacks(step)
    }

    /// Nobody but Dummies finds nothing, and a Dummy that is found goes [6.2], [6.5] (21).
    fn dummies(&mut self, step: Step<'_>) -> Result<(), Broken> {
        for (place, event) in step.events.iter().enumerate() {
            let Event::Card {
                who,
                line,
                open: true,
                ..
            } = event
            else {
                continue;
            };
            self.hold(line.is_some(), || {
                format!("{} is found by nobody but Dummies", who.name)
            })?; // who has no line only shows a card (R74)
            let was_dummy = step.old(*who).is_some_and(|old| old.kind == Kind::Dummy);
            let after = &step.events[place + 1..];
            let settled = || is_gone(*who, after) || is_denied(step, *who, after);
            self.hold(!was_dummy || settled(), || {
                format!("{} was found, and is still a Dummy", who.name)
            })?;
        }
        Ok(())
    }

    /// A pack aims, and closes, at what was found; subs of a Convoy strike those who have found it [7.4.6].
    fn torpedo_attacks(&mut self, step: Step<'_>) -> Result<(), Broken> {
        for side in Side::ALL {
            let Some(Order::Aim(hunt)) = step.after.fleet(side).orders.top() else {
                continue;
            };
            let strikes = matches!(
                step.before.fleet(side).orders.top(),
                Some(Order::SubStrike(_))
            );
            let known = strikes || is_aiming(step.before, side, hunt.pack);
            let found = || has_found_prey(step, side, hunt);
            self.hold(known || found(), || {
                format!("{side} {} aims at what it has not found", hunt.pack)
            })?;
        }
        for event in step.events {
            let Event::Closes { pack, target, .. } = event else {
                continue;
            };
            let known = is_aiming(step.before, pack.side, pack.block)
                || is_located(step, pack.side, target.block)
                || is_located(step, target.side, pack.block); // hunted itself [7.4.2]
            self.hold(known, || {
                format!("{} closes with what it has not found", pack.name)
            })?;
        }
        Ok(())
    }

    /// Who goes on to a battle has found its enemy, and so has who goes between.
    fn surface_attacks(&mut self, step: Step<'_>) -> Result<(), Broken> {
        let before = committed(step.before);
        for Commitment { side, block, prey } in committed(step.after) {
            let known = before
                .iter()
                .any(|own| (own.side, own.block) == (side, block));
            self.hold(known || is_located(step, side, prey), || {
                format!("{side} {block} meets what it has not found")
            })?;
        }
        for event in step.events {
            let (attackers, prey) = match event {
                Event::BattleBegins {
                    attackers,
                    defenders,
                    ..
                } => (attackers.as_slice(), defenders.first()),
                Event::RunDown { attacker, prey } => (std::slice::from_ref(attacker), Some(prey)),
                _ => continue,
            };
            for who in attackers {
                let known = before
                    .iter()
                    .any(|own| (own.side, own.block) == (who.side, who.block));
                let found = || prey.is_some_and(|prey| is_located(step, who.side, prey.block));
                self.hold(known || found(), || {
                    format!("{} attacks what it has not found", who.name)
                })?;
            }
        }
        Ok(())
    }

    /// Aircraft that go in against a force have found it, and it was Identified when they were sent.
    fn air_attacks(&mut self, step: Step<'_>) -> Result<(), Broken> {
        for event in step.events {
            if let Event::Air(AirEvent::Attacks {
                target: Quarry::Force(who),
                ..
            }) = event
            {
                let known = step.old(*who).is_none_or(|old| old.id.is_identified());
                self.hold(known, || {
                    format!("aircraft attack {}, which they do not see", who.name)
                })?;
            }
        }
        for strike in &step.after.secret.strikes {
            let Target::Force(block) = strike.target else {
                continue;
            };
            let old = |own: &&Strike| own.side == strike.side && own.target == strike.target;
            let old = step.before.secret.strikes.iter().find(old);
            let in_old = |id| old.is_some_and(|old| old.units.contains(id));
            let waited = old.is_some_and(|old| old.flights.iter().any(|f| f.found != Found::Open));
            let goes_in = strike.units.iter().any(|id| !in_old(id));
            let found = || is_located(step, strike.side, block);
            self.hold(!goes_in || waited || found(), || {
                format!("aircraft go in against {block}, which they have not found")
            })?;
        }
        Ok(())
    }
}

fn is_gone(who: Who, events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| matches!(event, Event::DummyGone { who: gone, .. } if same(*gone, who)))
}

/// Its owner denied the success, or is asked whether he does [6.2.2].
fn is_denied(step: Step<'_>, who: Who, events: &[Event]) -> bool {
    let denied =
        |event: &Event| matches!(event, Event::Negated { who: own, .. } if same(*own, who));
    let asked = step.after.fleet(who.side).orders.top();
    let asked = matches!(asked, Some(Order::Negate(success)) if success.search.token == who.token);
    asked || events.iter().any(denied)
}

fn same(one: Who, other: Who) -> bool {
    (one.side, one.block) == (other.side, other.block)
}

/// A force that has found the one it will fight.
struct Commitment {
    side: Side,
    block: BlockId,
    prey: BlockId,
}

/// TFs that have found the target of their attack or gone between, and those whose battle is about to begin.
fn committed(p: &Position) -> Vec<Commitment> {
    let mut all = Vec::new();
    if let Some(attack) = &p.secret.attack {
        let owner = attack.by.other();
        if let Some(prey) = block_of(p, owner, attack.target) {
            all.extend(attack.found.iter().map(|block| Commitment {
                side: attack.by,
                block: *block,
                prey,
            }));
        }
        let between = attack.intercepted;
        all.extend(between.map(|(block, prey)| Commitment {
            side: owner,
            block,
            prey,
        }));
    }
    let agenda = &p.secret.agenda;
    for step in agenda.top().into_iter().chain(agenda.below_top()) {
        if let sequence::Step::Meet(meeting) | sequence::Step::Deploy(meeting, _) = step {
            all.extend(meeting.attackers.iter().map(|block| Commitment {
                side: meeting.by,
                block: *block,
                prey: meeting.target,
            }));
        }
    }
    all
}

fn block_of(p: &Position, side: Side, token: Token) -> Option<BlockId> {
    p.fleet(side).by_token(token).map(|force| force.block)
}

fn is_aiming(p: &Position, side: Side, pack: BlockId) -> bool {
    matches!(p.fleet(side).orders.top(), Some(Order::Aim(hunt)) if hunt.pack == pack)
}

/// A pack has found its target, or was found by it.
fn has_found_prey(step: Step<'_>, side: Side, hunt: &Hunt) -> bool {
    let enemy = side.other();
    let target = block_of(step.after, enemy, hunt.target);
    match hunt.offensive {
        true => is_located(step, enemy, hunt.pack),
        false => target.is_some_and(|block| is_located(step, side, block)),
    }
}

/// A card of this step found a block of the enemy, or one before it did whose success was let pass now [6.2.2], [7.1.1]; or
/// ships of a Scattered Convoy were met [6.8.1].
fn is_located(step: Step<'_>, by: Side, block: BlockId) -> bool {
    let owner = by.other();
    let passed = match step.before.fleet(owner).orders.top() {
        Some(Order::Negate(success)) if success.search.by == by => Some(success.search.token),
        _ => None,
    };
    let met = match step.before.fleet(by).orders.top() {
        Some(Order::Air(AirOrder::Contact(_, token))) => Some(*token),
        _ => None,
    };
    let mut tokens = passed.into_iter().chain(met);
    let mut found = tokens.any(|token| block_of(step.before, owner, token) == Some(block));
    for event in step.events {
        match event {
            Event::Card {
                by: own, who, open, ..
            } if *own == by && who.block == block => found |= open,
            Event::Negated { who, .. } if who.side == owner && who.block == block => found = false,
            _ => {}
        }
    }
    found
}
