//! Counters and cups: each piece in one place, the War Mix as its table has it (2), (3), (4), (5).

use super::Auditor;
use crate::cups::Cup;
use crate::position::Position;
use crate::tables::{Mix, Role, Tables};
use crate::units::{Counter, Nation, ShipType};
use derbyhouse_scene::Broken;

/// A set of counters.
struct Seen([u64; 16]);

impl Seen {
    /// Adds a counter; false if it was there, or is none.
    fn add(&mut self, counter: Counter) -> bool {
        let (word, bit) = (counter.index() / 64, 1 << (counter.index() % 64));
        match self.0.get_mut(word) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }

    fn has(&self, counter: Counter) -> bool {
        let word = self.0.get(counter.index() / 64);
        word.is_some_and(|word| word & (1 << (counter.index() % 64)) != 0)
    }
}

/// Most pools that a table may have.
const POOLS: usize = 64;

impl Auditor {
    /// Every counter is in one place; what is in none is in reserve (2), (5).
    pub(super) fn counters(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let mut seen = Seen([0; 16]);
        let count = t.ships.pieces.len();
        let out = p.sunk.iter().chain(&p.damaged).copied();
        let held = p.battle.iter().flat_map(|battle| battle.held());
        let all = p.secret.cups.all().map(|(_, counter)| counter);
        for counter in all.chain(out.clone()).chain(held) {
            self.hold(counter.index() < count, || "an unknown counter".into())?;
            self.hold(seen.add(counter), || "a counter is in two places".into())?;
        }
        for counter in out {
            self.hold(t.ships.piece(counter).named, || {
                "an unnamed ship is out for good".into()
            })?;
        }
        for extra in &p.secret.extras {
            self.hold(seen.has(extra.counter), || {
                "a piece beside the mix is lost".into()
            })?;
        }
        // Nothing is drawn yet before a free patrol has its month.
        if p.battle.is_none() && !p.boats.is_empty() {
            self.mix(t, p)?;
        }
        Ok(())
    }

    /// Between battles each cup of the War Mix holds what its table says, category by category, besides what events have
    /// put there; only named ships that are out may be missing (3), and no marker at all (4).
    fn mix(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let pool_of = |counter: Counter| match t.ships.piece(counter).role {
            Role::Unit(unit) => Some(usize::from(t.ships.unit(unit).pool)),
            _ => None,
        };
        let extras = &p.secret.extras;
        let beside = |counter: Counter| extras.iter().any(|extra| extra.counter == counter);
        let mut missing = [0_i16; POOLS];
        for cup in Cup::MIX {
            let mut have = [0_i16; POOLS];
            let (mut events, mut liners) = (0, 0);
            for counter in p.secret.cups.of(cup).iter().copied() {
                match (t.ships.piece(counter).role, pool_of(counter)) {
                    (Role::CombatEvent, _) => events += 1,
                    (Role::DrawLiner, _) => liners += 1,
                    (_, Some(pool)) if !beside(counter) => have[pool % POOLS] += 1,
                    _ => {}
                }
            }
            for (mix, count) in t.cups.mix(p.period, cup) {
                let count = i16::from(*count);
                match mix {
                    Mix::CombatEvent => events -= count,
                    Mix::DrawLiner => liners -= count,
                    Mix::Pool(pool) => {
                        let short = count - have[usize::from(*pool) % POOLS];
                        self.hold(short >= 0, || format!("the cup {cup} holds too much"))?;
                        missing[usize::from(*pool) % POOLS] += short;
                        have[usize::from(*pool) % POOLS] = 0;
                    }
                }
            }
            self.hold(have.iter().all(|more| *more == 0), || {
                format!("the cup {cup} holds what it should not")
            })?;
            self.hold(events == 0 && liners == 0, || {
                format!("the markers of the cup {cup} do not add up")
            })?;
        }
        let out = p.sunk.iter().chain(&p.damaged).copied();
        let lent = extras.iter().map(|extra| extra.counter);
        for pool in out.chain(lent).filter_map(pool_of) {
            missing[pool % POOLS] -= 1;
        }
        self.given_way(t, p, &mut missing);
        let short = missing.iter().position(|short| *short > 0);
        self.hold(short.is_none(), || {
            let pool = short.and_then(|pool| t.ships.pools.get(pool));
            format!("a piece of {pool:?} is lost")
        })
    }

    /// British destroyers that have given way to others by an event [WE3.1a] are not missed.
    fn given_way(&self, t: &Tables, p: &Position, missing: &mut [i16; POOLS]) {
        let times = p.war.occurred.iter().zip(&t.war_events.list);
        let mut left: u8 = times
            .filter(|(_, event)| event.weakest_leaves.is_some() && event.period == p.period)
            .map(|(times, _)| *times)
            .sum();
        let destroyers =
            t.ships.units.iter().filter(|unit| {
                unit.piece.kind == ShipType::Dd && unit.piece.nation == Nation::British
            });
        for unit in destroyers {
            let short = &mut missing[usize::from(unit.pool) % POOLS];
            while *short > 0 && left > 0 {
                *short -= 1;
                left -= 1;
            }
        }
    }
}
