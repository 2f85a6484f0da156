//! What bombs and torpedoes do to a stack [7.2.6], [7.3.1]: each finds a random ship in it (R42).

use crate::air::{self, AirEvent, Flyer, Load, StrikeCondition};
use crate::event::{Event, Who};
use crate::forces::{BlockId, Hull, Hurt, Pool};
use crate::losses::Lot;
use crate::position::Position;
use crate::sequence::Play;
use crate::side::Side;
use crate::strike::{Counter, Sortie, Strike};
use crate::surface::ShotCondition;
use crate::tables::{AirResult, Aircraft, Tables};
use crate::time::Light;
use crate::torpedoes;

/// What bears on what falls on a counter.
pub(crate) struct DropConditions {
    bombs: Vec<StrikeCondition>,
    torpedoes: Vec<ShotCondition>,
    elusive: bool,
}

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
            (
                !adrift && self.is_crippled(side, counter),
                StrikeCondition::Crippled,
            ),
            (in_port, StrikeCondition::Port),
            (strike.light == Light::Night, StrikeCondition::Night),
            (self.is_straggler_strike(strike), StrikeCondition::Scattered),
            (elusive, StrikeCondition::Elusive),
        ]
        .into_iter()
        .filter_map(|(so, condition)| so.then_some(condition))
        .collect()
    }

    /// All that bears on a bomb or a torpedo at a counter.
    fn drop_conditions(
        &self,
        t: &Tables,
        strike: &Strike,
        counter: &Counter,
        elusive: bool,
    ) -> DropConditions {
        DropConditions {
            bombs: self.bomb_conditions(t, strike, counter, elusive),
            torpedoes: self.torpedo_conditions(t, strike, counter),
            elusive,
        }
    }

    /// As far as the attacker knows: what fuel a target has left is its owner's secret.
    pub(crate) fn known_drop_conditions(
        &self,
        t: &Tables,
        strike: &Strike,
        counter: &Counter,
    ) -> DropConditions {
        let mut all = self.drop_conditions(t, strike, counter, false);
        all.torpedoes
            .retain(|condition| *condition != ShotCondition::TargetCriticalFuel);
        all
    }

    /// Whether one die hits [7.2.6], [7.3.1]; play rolls it, the odds count all ten.
    pub(crate) fn load_hits(
        &self,
        t: &Tables,
        kind: &Aircraft,
        load: Load,
        counter: &Counter,
        conditions: &DropConditions,
        die: u8,
    ) -> bool {
        let Some(target) = self.counter_type(t, counter) else {
            let row = air::bombing_row(kind, false);
            let hit = row.and_then(|row| t.combat.bombing.airbase(row));
            return hit.is_some_and(|hit| die as i8 >= hit); // aircraft at their base
        };
        match load {
            Load::Bombs => air::bombs(t, kind, target, &conditions.bombs, &[die]).unwrap_or(0) > 0,
            Load::Torpedoes => {
                let elusive = die.saturating_sub(u8::from(conditions.elusive)); // [13.1]
                torpedoes::succeeds(t, target, &conditions.torpedoes, elusive)
            }
        }
    }

    fn is_crippled(&self, side: Side, counter: &Counter) -> bool {
        let (block, ship) = match counter {
            Counter::Ship { block, ship } => (block, ship),
            Counter::Class { hurt, .. } => return *hurt == Hurt::Crippled,
            Counter::Aircraft(_) => return false,
        };
        let force = self.fleet(side).force(*block);
        let mut ships = force.into_iter().flat_map(|force| &force.units.ships);
        ships.any(|state| state.ship == *ship && state.crippled)
    }

    fn torpedo_conditions(
        &self,
        t: &Tables,
        strike: &Strike,
        counter: &Counter,
    ) -> Vec<ShotCondition> {
        let side = strike.side.other();
        let adrift = self.is_helpless(t, side, counter);
        let force = counter
            .block()
            .and_then(|block| self.fleet(side).force(block));
        let fuel = force.and_then(|force| force.fuel);
        let critical = fuel.is_some_and(|fuel| fuel.status == crate::fuel::Status::Critical);
        [
            (adrift, ShotCondition::Diw),
            (
                !adrift && self.is_crippled(side, counter),
                ShotCondition::Crippled,
            ),
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
        let at = p
            .strike()
            .and_then(|strike| strike.line.get(usize::from(place)));
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
        let conditions = self.p.drop_conditions(t, strike, counter, sortie.elusive);
        let die = self.die();
        toll.dice.push(die);
        let hit = self
            .p
            .load_hits(t, kind, sortie.load, counter, &conditions, die);
        if let Counter::Aircraft(id) = counter {
            if hit {
                toll.hits += 1;
                self.hurt_flyer(owner, Flyer::Unit(*id), &[AirResult::Hit]);
            }
            return;
        }
        let (Some(target), Some(block), Some(hull)) = (
            self.p.counter_type(t, counter),
            counter.block(),
            counter.hull(),
        ) else {
            return;
        };
        if !hit {
            return;
        }
        toll.hits += 1;
        let Some(who) = self
            .p
            .fleet(owner)
            .force(block)
            .map(|force| Self::who(owner, force))
        else {
            return;
        };
        let hurt = match counter {
            Counter::Class { hurt, .. } => *hurt,
            _ => Hurt::Whole,
        };
        let Some(lot) = self.lot(owner, block, hull, hurt) else {
            return;
        };
        if self.lapses_in_harbor(target) {
            return; // [12.7]
        }
        toll.sunk += match sortie.load {
            Load::Bombs => self.bomb_hit(who, lot),
            Load::Torpedoes => {
                let die = self.die();
                toll.dice.push(die);
                let damage = torpedoes::damage(t, target, die);
                damage.map_or(0, |damage| self.torpedo_hit(who, lot, damage))
            }
        };
    }

    /// One Hit: a step of a ship, or a CS of a class. Says how many sank [7.2.6], [7.9].
    fn bomb_hit(&mut self, who: Who, lot: Lot) -> u8 {
        match lot {
            Lot::Ship(place) => u8::from(self.hit_ship(who, place, 1)),
            Lot::Pool(..) => self.hit_class(who, lot).0,
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
        let mut pools: Vec<(BlockId, Pool)> = Vec::new();
        for stack in &mut strike.line {
            stack.0.retain(|counter| match counter {
                Counter::Ship { block, ship } => fleet
                    .force(*block)
                    .is_some_and(|force| force.units.ships.iter().any(|state| state.ship == *ship)),
                Counter::Aircraft(id) => fleet.air.get(id.index()).is_some_and(|unit| unit.cs > 0),
                Counter::Class { block, class, .. } => {
                    if !pools
                        .iter()
                        .any(|(b, pool)| b == block && pool.class == *class)
                    {
                        let units = fleet.force(*block).map(|force| &force.units.pools);
                        let mut of = units.into_iter().flatten();
                        let pool = of.find(|pool| pool.class == *class);
                        pools.push((*block, pool.copied().unwrap_or(Pool::new(*class, 0))));
                    }
                    true
                }
            });
        }
        for (block, pool) in pools {
            let class = pool.class;
            for hurt in Hurt::ALL {
                let most = pool.of(hurt);
                let shown = reduce(&mut strike, &order, (block, class), hurt, most);
                if let Some(stack) = strike.line.get_mut(usize::from(first)) {
                    stack.0.extend((shown..most).map(|_| Counter::Class {
                        block,
                        class,
                        cs: 1,
                        hurt,
                    }));
                }
            }
        }
        for stack in &mut strike.line {
            stack
                .0
                .retain(|counter| !matches!(counter, Counter::Class { cs: 0, .. }));
        }
        self.p.secret.strikes.push(strike);
    }
}

/// Takes CS of a class out of the line until it shows no more than there is; says how much it shows.
fn reduce(
    strike: &mut Strike,
    order: &[usize],
    of: (BlockId, crate::units::ClassId),
    state: Hurt,
    most: u8,
) -> u8 {
    let is = |counter: &Counter| {
        matches!(counter, Counter::Class { block, class, hurt, .. }
            if (*block, *class) == of && *hurt == state)
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
