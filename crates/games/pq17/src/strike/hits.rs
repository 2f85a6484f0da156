//! What bombs and torpedoes do to a stack [7.2.6], [7.3.1]: each finds a random ship in it (R42).

use crate::air::{self, AirEvent, AirId, Flyer, Load, StrikeCondition};
use crate::campaign::green_dice;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Force, Hull, Hurt, Pool, ShipState};
use crate::losses::Lot;
use crate::position::Position;
use crate::rolls::Roll;
use crate::sequence::Play;
use crate::side::Side;
use crate::strike::{Counter, Holder, Sortie, Strike};
use crate::surface::ShotCondition;
use crate::tables::{AirResult, Aircraft, Base, Tables};
use crate::time::Light;
use crate::torpedoes;
use crate::units::ShipType;

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
            Self::Ship { block, .. }
            | Self::Class {
                of: Holder::Block(block),
                ..
            } => Some(*block),
            Self::Class {
                of: Holder::Berth(_),
                ..
            }
            | Self::Aircraft(_) => None,
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
        let in_port = strike.port().is_some() && self.counter_type(t, counter).is_some(); // ships
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
            let drms = conditions.bombs.iter().map(|one| air::bomb_drm(t, *one));
            let drm: i8 = drms.sum();
            return hit.is_some_and(|hit| die as i8 + drm >= hit); // aircraft at their base
        };
        match load {
            Load::Bombs => air::bombs(t, kind, target, &conditions.bombs, &[die]).unwrap_or(0) > 0,
            Load::Torpedoes => {
                let elusive = die.saturating_sub(u8::from(conditions.elusive)); // [13.1]
                torpedoes::succeeds(t, target, &conditions.torpedoes, elusive)
            }
        }
    }

    /// Dice of a unit: one for each CS with bombs, fewer from a carrier with an untrained crew; CS for each symbol with
    /// torpedoes [7.2.6], [7.3], [15.4.3].
    pub(super) fn attacks(&self, t: &Tables, side: Side, sortie: &Sortie, cs: u8) -> u8 {
        let Some(unit) = self.air(side, sortie.unit) else {
            return 0;
        };
        let green = matches!(unit.base, Base::Carrier(ship) if self.is_green(side, ship));
        match sortie.load {
            Load::Bombs if green => green_dice(cs),
            load => trained_dice(unit.aircraft(t), load, cs),
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
        // Merchant ships have fuel enough, whatever their escorts have [11.2.1].
        let burns = self
            .counter_type(t, counter)
            .is_some_and(ShipType::needs_fuel);
        let critical = burns && force.is_some_and(Force::is_fuel_critical);
        ShotCondition::of_target(adrift, self.is_crippled(side, counter), critical)
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
        for _ in 0..self.p.attacks(t, side, sortie, cs) {
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
        let counters = stack.0.clone();
        let lots = |counter: &Counter| match counter {
            Counter::Class { cs, .. } => u32::from(*cs),
            _ => 1,
        };
        let ships: Option<Vec<(Hull, u32)>> = counters
            .iter()
            .map(|counter| Some((counter.hull()?, lots(counter))))
            .collect();
        if counters.iter().map(lots).sum::<u32>() == 0 {
            return None;
        }
        let place = match ships {
            Some(ships) => self.draw_hull(&ships),
            None => {
                let parked: Vec<u32> = counters.iter().map(lots).collect();
                self.chance.weighted(&parked)
            }
        };
        Some(counters[place])
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
        let die = self.roll(Roll::AirAttack);
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
        let Some(target) = self.p.counter_type(t, counter) else {
            return;
        };
        if !hit {
            return;
        }
        toll.hits += 1;
        let hurt = match counter {
            Counter::Class { hurt, .. } => *hurt,
            _ => Hurt::Whole,
        };
        if self.lapses_in_harbor(target, hurt) {
            return; // [12.7]
        }
        if let Counter::Class {
            of: Holder::Berth(berth),
            class,
            ..
        } = counter
        {
            let port = self.p.strike().and_then(Strike::port);
            let sunk =
                port.is_some_and(|port| self.sink_at_berth(owner, port, *berth, *class, hurt));
            toll.sunk += u8::from(sunk);
            return;
        }
        let (Some(block), Some(hull)) = (counter.block(), counter.hull()) else {
            return;
        };
        let Some(who) = self
            .p
            .fleet(owner)
            .force(block)
            .map(|force| Self::who(owner, force))
        else {
            return;
        };
        let Some(lot) = self.lot(owner, block, hull, hurt) else {
            return;
        };
        toll.sunk += match sortie.load {
            Load::Bombs => self.bomb_hit(who, lot, sortie.unit),
            Load::Torpedoes => {
                let die = self.roll(Roll::TorpedoDamage);
                toll.dice.push(die);
                let damage = torpedoes::damage(t, target, die);
                damage.map_or(0, |damage| self.torpedo_hit(who, lot, damage))
            }
        };
    }

    /// One Hit: a step of a ship, or a CS of a class. Says how many sank [7.2.6], [7.9].
    fn bomb_hit(&mut self, who: Who, lot: Lot, by: AirId) -> u8 {
        match lot {
            Lot::Ship(place) => {
                let before = self.state_at(who, place);
                let sunk = self.hit_ship(who, place, 1);
                let after = self.state_at(who, place).filter(|_| !sunk);
                if let (Some(before), Some(after)) = (before, after) {
                    self.excuse_bombers(who.side, by, before, after);
                }
                u8::from(sunk)
            }
            Lot::Pool(..) => self.hit_class(who, lot).0,
        }
    }

    fn state_at(&self, who: Who, place: usize) -> Option<ShipState> {
        let force = self.p.fleet(who.side).force(who.block)?;
        force.units.ships.get(place).copied()
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
        let port = strike.port();
        let mut pools: Vec<(Holder, Pool)> = Vec::new();
        for stack in &mut strike.line {
            stack.0.retain(|counter| match counter {
                Counter::Ship { block, ship } => fleet
                    .force(*block)
                    .is_some_and(|force| force.units.ships.iter().any(|state| state.ship == *ship)),
                Counter::Aircraft(id) => fleet.air.get(id.index()).is_some_and(|unit| unit.cs > 0),
                Counter::Class { of, class, .. } => {
                    let known = |(own, pool): &(Holder, Pool)| own == of && pool.class == *class;
                    if !pools.iter().any(known) {
                        let pool = match of {
                            Holder::Block(block) => fleet
                                .force(*block)
                                .and_then(|force| force.units.pool(*class)),
                            Holder::Berth(berth) => {
                                port.and_then(|port| fleet.berthed(self.t, port, *berth, *class))
                            }
                        };
                        pools.push((*of, pool.copied().unwrap_or(Pool::new(*class, 0))));
                    }
                    true
                }
            });
        }
        for (of, pool) in pools {
            let class = pool.class;
            for hurt in Hurt::ALL {
                let most = pool.of(hurt);
                let shown = reduce(&mut strike, &order, (of, class), hurt, most);
                if let Some(stack) = strike.line.get_mut(usize::from(first)) {
                    stack.0.extend((shown..most).map(|_| Counter::Class {
                        of,
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
    place: (Holder, crate::units::ClassId),
    state: Hurt,
    most: u8,
) -> u8 {
    let is = |counter: &Counter| {
        matches!(counter, Counter::Class { of, class, hurt, .. }
            if (*of, *class) == place && *hurt == state)
    };
    let shown = |counter: &Counter| match counter {
        Counter::Class { cs, .. } if is(counter) => *cs,
        _ => 0,
    };
    let all = strike.line.iter().flat_map(|stack| &stack.0).map(shown);
    let mut total: u8 = all.sum();
    for stack in order {
        for counter in &mut strike.line[*stack].0 {
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

/// Dice of a unit with a trained crew: one for each CS with bombs, CS for each symbol with torpedoes [7.2.6], [7.3]
/// (R10, R11).
fn trained_dice(kind: &Aircraft, load: Load, cs: u8) -> u8 {
    match load {
        Load::Bombs => cs,
        Load::Torpedoes => torpedoes::attacks(false, cs, kind.torpedoes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An He111 of 1 CS drops two torpedoes, for its two symbols; a Ju88 is a unit of 2 CS and drops two bombs (R10, R11).
    #[test]
    fn dice_go_by_symbols_and_by_cs() {
        let (tables, _) = crate::tables::load(&[]).unwrap();
        let kind = |id: &str| tables.chart.air(tables.chart.find_air(id).unwrap());
        assert_eq!(trained_dice(kind("he111h6"), Load::Torpedoes, 1), 2);
        let ju88 = kind("ju88a4");
        assert_eq!(ju88.max_cs, 2);
        assert_eq!(trained_dice(ju88, Load::Bombs, ju88.max_cs), 2);
        assert_eq!(trained_dice(ju88, Load::Bombs, 1), 1);
    }
}
