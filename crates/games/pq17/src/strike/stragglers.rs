//! Aircraft against a Scattered or Dispersed Convoy [7.7.3]: each unit attacks one random Convoy Ship, which alone fires.

use crate::air::{AirId, AirStep, Flyer, Load};
use crate::event::Who;
use crate::forces::{Force, Hull, Hurt};
use crate::losses::Lot;
use crate::position::Position;
use crate::rolls::Roll;
use crate::sequence::{Play, Step};
use crate::side::Side;
use crate::strike::hits::Toll;
use crate::strike::{AaDie, Counter, Holder, Sortie, Strike, Target};
use crate::tables::{AirResult, Aircraft, Tables};
use crate::units::{Aa, ShipType};

impl Position {
    /// Whether the target's ships sail alone [7.7].
    pub(crate) fn is_straggler_strike(&self, strike: &Strike) -> bool {
        let Target::Force(block) = &strike.target else {
            return false;
        };
        let force = self.fleet(strike.side.other()).force(*block);
        force.is_some_and(Force::is_broken)
    }

    /// What doctrine sends a unit with: torpedoes if the water is known to be Clear.
    pub(crate) fn by_doctrine(&self, t: &Tables, strike: &Strike, unit: AirId) -> Sortie {
        let kind = self.flyer_type(t, strike.side, Flyer::Unit(unit));
        let all = kind.map_or(&[Load::Bombs][..], |kind| self.loads(t, strike, kind));
        let clear = self.is_confirmed_clear(t, strike.hex);
        let load = match all {
            [] => Load::Bombs, // it is not sent
            [only] => *only,
            _ if clear => Load::Torpedoes,
            _ => Load::Bombs,
        };
        Sortie {
            unit,
            place: 0,
            wave: 1,
            load,
            elusive: false,
        }
    }
}

impl Play<'_> {
    pub fn is_straggling(&self) -> bool {
        let strike = self.p.strike();
        strike.is_some_and(|strike| self.p.is_straggler_strike(strike))
    }

    /// A recon unit that met a Scattered Convoy attacks it at once [6.8.1], [7.7.3].
    pub fn strike_at_once(&mut self, side: Side, unit: AirId, target: Who) {
        let hex = self
            .p
            .fleet(target.side)
            .force(target.block)
            .and_then(|force| force.hex());
        let Some(hex) = hex else { return };
        let light = self.p.light(self.t);
        let mut strike = Strike::new(side, Target::Force(target.block), hex, light);
        strike.units = vec![unit];
        self.p.secret.strikes.push(strike);
        self.plan_steps([Step::Air(AirStep::Assign)]);
    }

    /// A random ship, her own fire, then the attack [7.7.3].
    pub(super) fn hit_straggler(
        &mut self,
        side: Side,
        sortie: &Sortie,
        kind: &'_ Aircraft,
        cs: u8,
    ) {
        let (t, owner) = (self.t, side.other());
        let Some(block) = self
            .p
            .strike()
            .and_then(|strike| strike.blocks().first().copied())
        else {
            return;
        };
        let Some(lot) = self.random_lot(owner, block, ShipType::is_convoy_ship) else {
            return;
        };
        let Some(mut counter) = self.lone_ship(owner, block, lot) else {
            return;
        };
        let cs = self.straggler_fires(side, sortie, &counter, cs);
        let mut toll = Toll::default();
        for _ in 0..self.p.attacks(t, side, sortie, cs) {
            if toll.sunk > 0 || !self.is_afloat(owner, &counter) {
                break; // one ship, and she is gone
            }
            let adrift = self.adrift(owner, &counter);
            self.attack_counter(kind, sortie, &counter, &mut toll);
            // Still the same ship, but she lies Dead in the Water (chapter 7).
            if self.adrift(owner, &counter) > adrift
                && let Counter::Class { hurt, .. } = &mut counter
            {
                *hurt = Hurt::Diw;
            }
        }
        let at = self.p.counter_name(t, owner, &counter);
        self.told_of_drop(side, sortie, at, toll);
    }

    fn is_afloat(&self, owner: Side, counter: &Counter) -> bool {
        match counter {
            Counter::Ship { block, ship } => {
                self.lot_of(owner, *block, Hull::Ship(*ship)).is_some()
            }
            Counter::Class {
                of: Holder::Block(block),
                class,
                ..
            } => self.lot_of(owner, *block, Hull::Class(*class)).is_some(),
            Counter::Class { .. } | Counter::Aircraft(_) => false,
        }
    }

    /// Ships of her class that lie Dead in the Water.
    fn adrift(&self, owner: Side, counter: &Counter) -> u8 {
        let Counter::Class {
            of: Holder::Block(block),
            class,
            ..
        } = counter
        else {
            return 0;
        };
        let force = self.p.fleet(owner).force(*block);
        let pool = force.and_then(|force| force.units.pool(*class));
        pool.map_or(0, |pool| pool.diw)
    }

    /// One ship or one CS of a class as a counter of her own.
    fn lone_ship(&self, owner: Side, block: crate::forces::BlockId, lot: Lot) -> Option<Counter> {
        let units = &self.p.fleet(owner).force(block)?.units;
        Some(match lot {
            Lot::Ship(place) => Counter::Ship {
                block,
                ship: units.ships.get(place)?.ship,
            },
            Lot::Pool(place, hurt) => Counter::Class {
                of: Holder::Block(block),
                class: units.pools.get(place)?.class,
                cs: 1,
                hurt,
            },
        })
    }

    /// Her guns alone [7.7.3]; says what is left of the unit.
    fn straggler_fires(&mut self, side: Side, sortie: &Sortie, counter: &Counter, cs: u8) -> u8 {
        let (t, owner) = (self.t, side.other());
        let aa: Aa = self.p.counter_aa(t, owner, counter);
        let gunship = self.p.counter_type(t, counter) == Some(ShipType::Aa);
        let mut results: Vec<AirResult> = Vec::new();
        let mut dice = Vec::new();
        for _ in 0..aa.own_dice() {
            let die = self.roll(Roll::AntiAircraft);
            dice.push(die);
            let aa = AaDie {
                unit: sortie.unit,
                die,
                aa_ship: gunship,
                cam: false,
            };
            let strike = self.p.strike();
            results.extend(strike.map(|strike| self.p.aa_result(t, strike, &aa, false)));
        }
        self.told_of_fire(side, sortie.unit, dice, &results);
        self.hurt_flyer(side, Flyer::Unit(sortie.unit), &results);
        crate::air::cs_after_fire(cs, &results)
    }
}
