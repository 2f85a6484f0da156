//! Air-to-air combat [7.2.2], [7.2.3]: one exchange of fire, assigned CS by CS, resolved at once.

use crate::air::{self, AirChoice, AirEvent, AirOrder, AirStep, Flyer};
use crate::choice::Choice;
use crate::event::Event;
use crate::position::Position;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::strike::{Shot, Strike, in_words};
use crate::tables::{AirResult, Aircraft, Tables};
use crate::units::Role;

impl Position {
    fn attackers_in(&self, strike: &Strike) -> Vec<Flyer> {
        strike.units.iter().copied().map(Flyer::Unit).collect()
    }

    /// The next CS of a side that has not fired, if any: a circled number fires only if it is fired upon [7.2.3].
    pub(super) fn next_gun(&self, t: &Tables, strike: &Strike, by: Side) -> Option<Flyer> {
        let own = match by == strike.side {
            true => self.attackers_in(strike),
            false => strike.scrambled.clone(),
        };
        let shots = |flyer: Flyer| {
            let fired = strike.shots.iter().filter(|shot| shot.by == by);
            fired.filter(|shot| shot.from == flyer).count()
        };
        let fired_upon = |flyer: Flyer| {
            let mut at = strike.shots.iter().filter(|shot| shot.by != by);
            at.any(|shot| shot.at == flyer)
        };
        own.into_iter().find(|flyer| {
            let circled = self
                .flyer_type(t, by, *flyer)
                .is_none_or(|kind| kind.circled);
            let may = !circled || fired_upon(*flyer);
            may && shots(*flyer) < usize::from(self.flyer_cs(t, by, *flyer))
        })
    }

    /// Whom a CS may fire at: scrambled fighters match attacking fighters one for one before anybody else [7.2.2].
    fn air_targets(&self, t: &Tables, strike: &Strike, by: Side) -> Vec<Flyer> {
        if by == strike.side {
            return strike.scrambled.clone();
        }
        let all = self.attackers_in(strike);
        let enemy = strike.side;
        let unmatched = |flyer: &Flyer| {
            let kind = self.flyer_type(t, enemy, *flyer);
            let fighter = kind.is_some_and(|kind| kind.role == Role::Fighter);
            let at = strike.shots.iter().filter(|shot| shot.by == by);
            let at = at.filter(|shot| shot.at == *flyer).count();
            fighter && at < usize::from(self.flyer_cs(t, enemy, *flyer))
        };
        let first: Vec<Flyer> = all.iter().copied().filter(unmatched).collect();
        match first.is_empty() {
            true => all,
            false => first,
        }
    }

    pub(crate) fn list_air_shots(&self, t: &Tables, by: Side, out: &mut Vec<Choice>) {
        let Some(strike) = self.strike() else {
            return;
        };
        let targets = self.air_targets(t, strike, by).into_iter();
        out.extend(targets.map(|flyer| Choice::Air(AirChoice::Shoot(flyer))));
        out.push(Choice::Auto);
        // Attackers may decline to fire back; those who rose to fight do.
        out.extend((by == strike.side).then_some(Choice::Air(AirChoice::Hold)));
    }

    /// Whom doctrine fires at: torpedo bombers first, then the strongest that can be hurt.
    fn best_shot(&self, t: &Tables, strike: &Strike, by: Side, from: Flyer) -> Option<Flyer> {
        let enemy = by.other();
        let kind = self.flyer_type(t, by, from)?;
        let value = |flyer: &Flyer| {
            let Some(target) = self.flyer_type(t, enemy, *flyer) else {
                return (0, 0, 0);
            };
            let at = strike
                .shots
                .iter()
                .filter(|shot| shot.by == by && shot.at == *flyer);
            let spare = self
                .flyer_cs(t, enemy, *flyer)
                .saturating_sub(at.count() as u8);
            (spare.min(1), target.torpedoes, modifier(kind, target))
        };
        let targets = self.air_targets(t, strike, by);
        targets.into_iter().max_by_key(value)
    }
}

/// How much better a shot is than the die alone.
fn modifier(firing: &Aircraft, target: &Aircraft) -> i8 {
    firing.air_combat - target.air_combat + i8::from(firing.plus && target.role.is_bomber())
}

impl Play<'_> {
    /// Those who rose assign first, then the attackers who may fire; then all dice are rolled [7.2.2].
    pub fn dogfight(&mut self) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        if strike.scrambled.is_empty() {
            return;
        }
        let side = strike.side;
        for by in [side.other(), side] {
            let Some(strike) = self.p.strike() else {
                return;
            };
            let Some(from) = self.p.next_gun(t, strike, by) else {
                continue;
            };
            let targets = self.p.air_targets(t, strike, by);
            self.plan_steps([Step::Air(AirStep::Dogfight)]);
            match targets.as_slice() {
                [only] => self.shoot_at(by, from, *only),
                _ => self.ask(by, Order::Air(AirOrder::Dogfight(by))),
            }
            return;
        }
        self.resolve_dogfight();
    }

    fn shoot_at(&mut self, by: Side, from: Flyer, at: Flyer) {
        if let Some(strike) = self.p.strike_mut() {
            strike.shots.push(Shot { by, from, at });
        }
    }

    pub fn choose_shot(&mut self, by: Side, choice: Choice) {
        let t = self.t;
        match choice {
            Choice::Air(AirChoice::Shoot(at)) => {
                let from = self
                    .p
                    .strike()
                    .and_then(|strike| self.p.next_gun(t, strike, by));
                if let Some(from) = from {
                    self.shoot_at(by, from, at);
                }
            }
            Choice::Auto => {
                while let Some((from, at)) = self.p.strike().and_then(|strike| {
                    let from = self.p.next_gun(t, strike, by)?;
                    Some((from, self.p.best_shot(t, strike, by, from)?))
                }) {
                    self.shoot_at(by, from, at);
                }
            }
            _ => self.hold_fire(by),
        }
    }

    /// The rest of the attackers do not fire: nothing more is planned for them.
    fn hold_fire(&mut self, by: Side) {
        let step = self.p.secret.agenda.pop();
        debug_assert_eq!(step, Some(Step::Air(AirStep::Dogfight)));
        debug_assert!(self.p.strike().is_some_and(|strike| strike.side == by));
        self.resolve_dogfight();
    }

    /// Fire is simultaneous: all dice first, then all losses [7.2.2], [7.2.3].
    fn resolve_dogfight(&mut self) {
        let t = self.t;
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        let shots = std::mem::take(&mut strike.shots);
        let mut losses: Vec<(Side, Flyer, Vec<AirResult>)> = Vec::new();
        let mut rest = shots.as_slice();
        while let Some(first) = rest.first() {
            let same = rest.iter().take_while(|shot| *shot == first).count();
            rest = &rest[same..];
            let enemy = first.by.other();
            let (Some(kind), Some(target)) = (
                self.p.flyer_type(t, first.by, first.from),
                self.p.flyer_type(t, enemy, first.at),
            ) else {
                continue;
            };
            let dice: Vec<u8> = (0..same).map(|_| self.die()).collect();
            let results = dice
                .iter()
                .map(|die| air::dogfight(t, kind, target, *die).1);
            let results: Vec<AirResult> = results.collect();
            let (p, by, from, at) = (&*self.p, first.by, first.from, first.at);
            self.log.push(|| {
                Event::Air(AirEvent::Shoots {
                    by,
                    unit: p.flyer_name(t, by, from),
                    at: p.flyer_name(t, enemy, at),
                    dice,
                    results: in_words(&results),
                })
            });
            let same = |(side, flyer, _): &&mut (Side, Flyer, Vec<AirResult>)| {
                *side == enemy && *flyer == at
            };
            match losses.iter_mut().find(same) {
                Some((_, _, all)) => all.extend(results),
                None => losses.push((enemy, at, results)),
            }
        }
        for (side, flyer, results) in losses {
            self.hurt_flyer(side, flyer, &results);
        }
    }
}
