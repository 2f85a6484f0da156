//! What bombs and torpedoes do to a stack [7.2.6], [7.3.1]: each finds a random ship in it (R42).

use crate::air::{self, AirEvent, Flyer, Load, StrikeCondition};
use crate::event::{Event, Who};
use crate::forces::BlockId;
use crate::losses::{Hull, Lot};
use crate::position::Position;
use crate::sequence::Play;
use crate::side::Side;
use crate::strike::{Counter, Sortie, Strike};
use crate::surface::ShotCondition;
use crate::tables::{AirResult, Aircraft, Tables};
use crate::time::Light;
use crate::torpedoes;
use crate::units::ShipType;

/// What came of one unit's attack.
#[derive(Default)]
pub(super) struct Toll {
    pub dice: Vec<u8>,
    pub hits: u8,
    pub sunk: u8,
}

impl Counter {
    const fn block(&self) -> Option<BlockId> {
        match self {
            Self::Ship { block, .. } | Self::Class { block, .. } => Some(*block),
            Self::Aircraft(_) => None,
        }
    }

    const fn hull(&self) -> Option<Hull> {
        match self {
            Self::Ship { ship, .. } => Some(Hull::Ship(*ship)),
            Self::Class { class, .. } => Some(Hull::Class(*class)),
            Self::Aircraft(_) => None,
        }
    }
}

impl Position {
    /// What bears on bombs at a counter [7.2.6], [7.3.1b], (chapter 7).
    fn bomb_conditions(
        &self,
        t: &Tables,
        strike: &Strike,
        counter: &Counter,
        elusive: bool,
    ) -> Vec<StrikeCondition> {
        let side = strike.side.other();
        let adrift = self.is_helpless(t, side, counter);
        let in_port = strike.port().is_some();
        [
            (adrift, StrikeCondition::Diw),
            (!adrift && self.is_crippled(side, counter), StrikeCondition::Crippled),
            (in_port, StrikeCondition::Port),
            (strike.light == Light::Night, StrikeCondition::Night),
            (self.is_straggler_strike(strike), StrikeCondition::Scattered),
            (elusive, StrikeCondition::Elusive),
        ]
        .into_iter()
        .filter_map(|(so, condition)| so.then_some(condition))
        .collect()
    }

    fn is_crippled(&self, side: Side, counter: &Counter) -> bool {
        let Counter::Ship { block, ship } = counter else {
            return false;
        };
        let force = self.fleet(side).force(*block);
        let mut ships = force.into_iter().flat_map(|force| &force.units.ships);
        ships.any(|state| state.ship == *ship && state.crippled)
    }

    fn torpedo_conditions(&self, t: &Tables, strike: &Strike, counter: &Counter) -> Vec<ShotCondition> {
        let side = strike.side.other();
        let adrift = self.is_helpless(t, side, counter);
        let force = counter.block().and_then(|block| self.fleet(side).force(block));
        let fuel = force.and_then(|force| force.fuel);
        let critical = fuel.is_some_and(|fuel| fuel.status == crate::fuel::Status::Critical);
        [
            (adrift, ShotCondition::Diw),
            (!adrift && self.is_crippled(side, counter), ShotCondition::Crippled),
            (critical, ShotCondition::TargetCriticalFuel),
        ]
        .into_iter()
        .filter_map(|(so, condition)| so.then_some(condition))
        .collect()
    }
}

impl Play<'_> {
    /// A unit that came through attacks its place of the line [7.2.6].
    pub fn drop_load(&mut self, side: Side, sortie: &Sortie, cs: u8) {
        let t = self.t;
        let Some(kind) = self.p.flyer_type(t, side, Flyer::Unit(sortie.unit)) else {
            return;
        };
        if self.is_straggling() {
            self.hit_straggler(side, sortie, kind, cs);
            return;
        }
        let (p, place) = (&*self.p, sortie.place);
        let at = p.strike().and_then(|strike| strike.line.get(usize::from(place)));
        let at = at.map(|stack| {
            let names = stack.0.iter().map(|c| p.counter_name(t, side.other(), c));
            names.collect::<Vec<_>>().join(" + ")
        });
        let mut toll = Toll::default();
        for _ in 0..attacks(kind, sortie.load, cs) {
            let Some(counter) = self.random_counter(place) else {
                break; // nothing is left of it
            };
            self.attack_counter(kind, sortie, &counter, &mut toll);
            self.sync_line(place);
        }
        self.told_of_drop(side, sortie, at.unwrap_or_default(), toll);
    }

    pub(super) fn told_of_drop(&mut self, side: Side, sortie: &Sortie, at: String, toll: Toll) {
        let (p, t) = (&*self.p, self.t);
        self.log.push(|| {
            Event::Air(AirEvent::Drops {
                unit: p.flyer_name(t, side, Flyer::Unit(sortie.unit)),
                at,
                torpedoes: sortie.load == Load::Torpedoes,
                dice: toll.dice,
                hits: toll.hits,
                sunk: toll.sunk,
            })
        });
    }

    /// A random ship of a place: each named one and each CS of a class is one lot (R42).
    fn random_counter(&mut self, place: u8) -> Option<Counter> {
        let strike = self.p.strike()?;
        let stack = strike.line.get(usize::from(place))?;
        let weight = |counter: &Counter| match counter {
            Counter::Class { cs, .. } => u32::from(*cs),
            _ => 1,
        };
        let weights: Vec<u32> = stack.0.iter().map(weight).collect();
        let counters = stack.0.clone();
        match weights.iter().sum::<u32>() {
            0 => None,
            _ => Some(counters[self.chance.weighted(&weights)]),
        }
    }

    /// One bomb or torpedo die at a counter.
    pub(super) fn attack_counter(
        &mut self,
        kind: &Aircraft,
        sortie: &Sortie,
        counter: &Counter,
        toll: &mut Toll,
    ) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        let owner = strike.side.other();
        let bombs = self.p.bomb_conditions(t, strike, counter, sortie.elusive);
        let shots = self.p.torpedo_conditions(t, strike, counter);
        let die = self.die();
        toll.dice.push(die);
        if let Counter::Aircraft(id) = counter {
            let row = air::bombing_row(kind, false);
            let hit = row.and_then(|row| t.combat.bombing.airbase(row));
            if hit.is_some_and(|hit| die as i8 >= hit) {
                toll.hits += 1;
                self.hurt_flyer(owner, Flyer::Unit(*id), &[AirResult::Hit]);
            }
            return;
        }
        let (Some(target), Some(block), Some(hull)) =
            (self.p.counter_type(t, counter), counter.block(), counter.hull())
        else {
            return;
        };
        let hit = match sortie.load {
            Load::Bombs => air::bombs(t, kind, target, &bombs, &[die]).unwrap_or(0) > 0,
            Load::Torpedoes => {
                let elusive = die.saturating_sub(u8::from(sortie.elusive)); // [13.1]
                torpedoes::succeeds(t, target, &shots, elusive)
            }
        };
        if !hit {
            return;
        }
        toll.hits += 1;
        let Some(who) = self.p.fleet(owner).force(block).map(|force| Self::who(owner, force)) else {
            return;
        };
        let adrift = self.p.is_helpless(t, owner, counter);
        let Some(lot) = self.lot_of(owner, block, hull) else {
            return;
        };
        if self.lapses_in_harbor(target) {
            return; // [12.7]
        }
        toll.sunk += match sortie.load {
            Load::Bombs => self.bomb_hit(who, lot, adrift),
            Load::Torpedoes => {
                let die = self.die();
                toll.dice.push(die);
                self.air_torpedo_hit(who, lot, target, die, adrift)
            }
        };
    }

    /// One Hit: a step of a ship, or a CS of a class. Says how many sank.
    fn bomb_hit(&mut self, who: Who, lot: Lot, adrift: bool) -> u8 {
        self.spare_the_helpless(who, lot, adrift);
        u8::from(self.one_hit(who, lot))
    }

    fn air_torpedo_hit(&mut self, who: Who, lot: Lot, kind: ShipType, die: u8, adrift: bool) -> u8 {
        match torpedoes::damage(self.t, kind, die) {
            Some(damage) if damage.sunk > 0 => {
                self.spare_the_helpless(who, lot, adrift);
                self.torpedo_hit(who, lot, damage)
            }
            // A ship Dead in the Water that is hit again sinks (chapter 7).
            Some(_) if adrift && matches!(lot, Lot::Pool(_)) => {
                self.sink(who, lot);
                1
            }
            Some(damage) => self.torpedo_hit(who, lot, damage),
            None => 0,
        }
    }

    /// Losses of a class fall on its ships Dead in the Water first: one that was hit afloat takes their place.
    fn spare_the_helpless(&mut self, who: Who, lot: Lot, adrift: bool) {
        let Lot::Pool(place) = lot else { return };
        let force = self.p.fleet_mut(who.side).force_mut(who.block);
        let pool = force.and_then(|force| force.units.pools.get_mut(place));
        if let Some(pool) = pool.filter(|pool| !adrift && pool.diw > 0 && pool.cs > 0) {
            pool.cs -= 1;
            pool.diw += 1;
            pool.spent = pool.spent.min(pool.cs);
        }
    }

    /// The line follows the forces: what is lost goes, what lies Dead in the Water is shown so.
    fn sync_line(&mut self, first: u8) {
        let Some(mut strike) = self.p.secret.strikes.pop() else {
            return;
        };
        let owner = strike.side.other();
        let fleet = self.p.fleet(owner);
        let mut order: Vec<usize> = (0..strike.line.len()).collect();
        order.sort_by_key(|place| *place != usize::from(first));
        let mut pools: Vec<(BlockId, crate::units::ClassId, u8, u8)> = Vec::new();
        for stack in &mut strike.line {
            stack.0.retain(|counter| match counter {
                Counter::Ship { block, ship } => fleet.force(*block).is_some_and(|force| {
                    force.units.ships.iter().any(|state| state.ship == *ship)
                }),
                Counter::Aircraft(id) => {
                    fleet.air.get(id.index()).is_some_and(|unit| unit.cs > 0)
                }
                Counter::Class { block, class, .. } => {
                    if !pools.iter().any(|(b, c, ..)| b == block && c == class) {
                        let units = fleet.force(*block).map(|force| &force.units.pools);
                        let mut of = units.into_iter().flatten();
                        let pool = of.find(|pool| pool.class == *class);
                        let (cs, diw) = pool.map_or((0, 0), |pool| (pool.cs, pool.diw));
                        pools.push((*block, *class, cs, diw));
                    }
                    true
                }
            });
        }
        for (block, class, cs, diw) in pools {
            reduce(&mut strike, &order, (block, class), false, cs);
            let shown = reduce(&mut strike, &order, (block, class), true, diw);
            if let Some(stack) = strike.line.get_mut(usize::from(first)) {
                stack.0.extend((shown..diw).map(|_| Counter::Class {
                    block,
                    class,
                    cs: 1,
                    diw: true,
                }));
            }
        }
        for stack in &mut strike.line {
            stack.0.retain(|counter| !matches!(counter, Counter::Class { cs: 0, .. }));
        }
        self.p.secret.strikes.push(strike);
    }
}

/// Takes CS of a class out of the line until it shows no more than there is; says how much it shows.
fn reduce(
    strike: &mut Strike,
    order: &[usize],
    of: (BlockId, crate::units::ClassId),
    adrift: bool,
    most: u8,
) -> u8 {
    let is = |counter: &Counter| {
        matches!(counter, Counter::Class { block, class, diw, .. }
            if (*block, *class) == of && *diw == adrift)
    };
    let shown = |counter: &Counter| match counter {
        Counter::Class { cs, .. } if is(counter) => *cs,
        _ => 0,
    };
    let all = strike.line.iter().flat_map(|stack| &stack.0).map(shown);
    let mut total: u8 = all.sum();
    for place in order {
        for counter in &mut strike.line[*place].0 {
            if !is(counter) {
                continue;
            }
            if let Counter::Class { cs, .. } = counter {
                let out = total.saturating_sub(most).min(*cs);
                *cs -= out;
                total -= out;
            }
        }
    }
    total
}

/// Dice of a unit: one for each CS with bombs, CS for each symbol with torpedoes [7.2.6], [7.3].
pub(super) fn attacks(kind: &Aircraft, load: Load, cs: u8) -> u8 {
    match load {
        Load::Bombs => cs,
        Load::Torpedoes => torpedoes::attacks(false, cs, kind.torpedoes),
    }
}
