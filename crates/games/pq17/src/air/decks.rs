//! Carriers that are hit [7.8]: aircraft lost aboard, and those that find no deck to come back to (R45).

use crate::air::{AirEvent, AirId, AirUnit, Flyer, InterceptorLosses, Mission, is_flying_deck};
use crate::event::Event;
use crate::forces::{BlockId, ShipState};
use crate::hex::Hex;
use crate::position::{Audience, Position};
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::{AirResult, Base, Tables};
use crate::units::{BaseId, ShipId};
use crate::victory;

impl Position {
    /// Steps of a carrier's wing.
    fn aboard(&self, side: Side, ship: ShipId) -> Vec<AirId> {
        let based = |unit: &AirUnit| unit.base == Base::Carrier(ship) && unit.cs > 0;
        let units = self.wing(side).filter(|(_, unit)| based(unit));
        units.map(|(id, _)| id).collect()
    }

    /// In the air: on a mission, or risen against an attack that goes on.
    fn is_aloft(&self, side: Side, id: AirId) -> bool {
        let sent = self
            .air(side, id)
            .is_some_and(|unit| unit.mission != Mission::Base);
        let mut strikes = self.secret.strikes.iter();
        let risen = |strike: &crate::strike::Strike| {
            strike.side != side && strike.scrambled.contains(&Flyer::Unit(id))
        };
        sent || strikes.any(risen)
    }

    /// Steps of aircraft that a base takes besides its Interceptors [1.5.1].
    pub(crate) fn base_limit(&self, t: &Tables, base: Base) -> u8 {
        match base {
            Base::Carrier(ship) => t.chart.ship(ship).aircraft,
            Base::Airbase(id) => {
                let airbase = t.sheet.airbase(id);
                let fixed = airbase.interceptors(self.date(t)).map_or(0, |unit| unit.cs);
                airbase.limit.saturating_sub(fixed)
            }
        }
    }

    /// Steps at a base; damaged ones come back [7.2.3].
    pub(crate) fn steps_at(&self, side: Side, base: Base) -> u8 {
        let here = self.fleet(side).air.iter().filter(|unit| unit.base == base);
        here.map(|unit| unit.cs + unit.damaged).sum()
    }

    /// Steps that a base can still take [1.5.1].
    pub(crate) fn room(&self, t: &Tables, side: Side, base: Base) -> u8 {
        self.base_limit(t, base)
            .saturating_sub(self.steps_at(side, base))
    }

    /// Where a unit without a deck can land: a carrier of its force with room, else an airbase in range (R45).
    fn haven(
        &self,
        t: &Tables,
        side: Side,
        unit: &AirUnit,
        block: BlockId,
        hex: Hex,
    ) -> Option<Base> {
        let fits = |base: &Base| self.room(t, side, *base) >= unit.cs;
        let force = self.fleet(side).force(block);
        let ships = force.into_iter().flat_map(|force| &force.units.ships);
        let decks = ships.filter(|state| is_flying_deck(t, state));
        let mut decks = decks.map(|state| Base::Carrier(state.ship));
        decks
            .find(|base| *base != unit.base && fits(base))
            .or_else(|| {
                let range = unit.aircraft(t).range;
                let bases = t.sheet.airbases.iter().enumerate();
                let near = bases.filter(|(_, base)| {
                    base.side == side && !base.floatplanes && base.hex.distance(hex) <= range
                });
                let mut near = near.map(|(place, _)| Base::Airbase(BaseId::new(place)));
                near.find(fits)
            })
    }
}

impl Play<'_> {
    /// Takes fire results on a flyer: the severest first, never more than it has [7.2.3]. A Hit scores, Damaged does not.
    pub fn hurt_flyer(&mut self, side: Side, flyer: Flyer, results: &[AirResult]) {
        let mut results: Vec<AirResult> = results.to_vec();
        results.retain(|result| *result != AirResult::None);
        results.sort_unstable_by(|a, b| b.cmp(a));
        for result in results {
            if self.p.flyer_cs(self.t, side, flyer) == 0 {
                return;
            }
            self.hurt_once(side, flyer, result);
        }
    }

    fn hurt_once(&mut self, side: Side, flyer: Flyer, result: AirResult) {
        match flyer {
            Flyer::Unit(id) => {
                let Some(unit) = self.p.air_mut(side, id) else {
                    return;
                };
                match result {
                    AirResult::None => {}
                    AirResult::Abort => unit.aborts += 1,
                    AirResult::Damaged => {
                        unit.cs -= 1;
                        unit.damaged += 1;
                    }
                    AirResult::Hit => unit.cs -= 1,
                }
                if unit.cs == 0 {
                    self.call_home(side, id);
                }
            }
            Flyer::Interceptors(base) => {
                let all = &mut self.p.fleet_mut(side).wing.interceptors;
                let place = all.iter().position(|losses| losses.base == base);
                let place = place.unwrap_or_else(|| {
                    all.push(InterceptorLosses {
                        base,
                        aborts: 0,
                        damaged: 0,
                        lost: 0,
                    });
                    all.len() - 1
                });
                match result {
                    AirResult::None => {}
                    AirResult::Abort => all[place].aborts += 1,
                    AirResult::Damaged => all[place].damaged += 1,
                    AirResult::Hit => all[place].lost += 1,
                }
            }
        }
        if result == AirResult::Hit {
            self.score_air_step(side, flyer, Audience::Everybody);
        }
    }

    /// A step of aircraft lost for good (chapter 2).
    fn score_air_step(&mut self, side: Side, flyer: Flyer, audience: Audience) {
        let Some(worth) = self.p.flyer_type(self.t, side, flyer).map(|kind| kind.vp) else {
            return;
        };
        if let Flyer::Unit(id) = flyer
            && let Some(unit) = self.p.air(side, id)
            && unit.is_bomber_command(self.t)
        {
            return; // [12.4]
        }
        let name = self.p.flyer_name(self.t, side, flyer);
        let vp = victory::against(side, worth);
        self.score("2", vp, format!("shot down: {name}"), audience);
    }

    /// Aircraft go down with the steps of their carrier, two for each, at random [7.8]. Called after every loss of ships.
    pub fn check_decks(&mut self, side: Side) {
        let t = self.t;
        let carriers = self.p.fleet(side).forces.iter();
        let carriers =
            carriers.flat_map(|force| force.units.ships.iter().map(|s| (force.block, *s)));
        let carriers = carriers.filter(|(_, state)| t.chart.ship(state.ship).aircraft > 0);
        let hurt: Vec<(BlockId, ShipState)> = carriers.filter(|(_, s)| s.is_hit()).collect();
        for (block, state) in hurt {
            let decks = &mut self.p.fleet_mut(side).wing.decks;
            let place = decks.iter().position(|(ship, _)| *ship == state.ship);
            let known = place.map_or(0, |place| decks[place].1);
            match place {
                Some(place) => decks[place].1 = state.step,
                None => decks.push((state.ship, state.step)),
            }
            let steps = self.p.aboard(side, state.ship);
            let steps: u8 = steps
                .iter()
                .filter_map(|id| self.p.air(side, *id))
                .map(|u| u.cs)
                .sum();
            let left = super::after_carrier_hits(steps, state.step.saturating_sub(known));
            for _ in left..steps {
                self.lose_aboard(side, state.ship);
            }
            if !is_flying_deck(t, &state) {
                self.seek_decks(side, state.ship, block);
            }
        }
    }

    /// One random step aboard a carrier is destroyed.
    fn lose_aboard(&mut self, side: Side, ship: ShipId) {
        let units = self.p.aboard(side, ship);
        let weights: Vec<u32> = units
            .iter()
            .map(|id| self.p.air(side, *id).map_or(0, |unit| u32::from(unit.cs)))
            .collect();
        if weights.iter().all(|weight| *weight == 0) {
            return;
        }
        let id = units[self.chance.weighted(&weights)];
        self.lose_steps(side, id, 1);
    }

    fn lose_steps(&mut self, side: Side, id: AirId, steps: u8) {
        let Some(unit) = self.p.air_mut(side, id) else {
            return;
        };
        unit.cs = unit.cs.saturating_sub(steps);
        unit.aborts = unit.aborts.min(unit.cs);
        let (name, gone) = (unit.name.clone(), unit.cs == 0);
        self.log.push(|| {
            Event::Air(AirEvent::DeckLosses {
                side,
                unit: name,
                steps,
            })
        });
        for _ in 0..steps {
            self.score_air_step(side, Flyer::Unit(id), Audience::Only(side));
        }
        if gone {
            self.call_home(side, id);
        }
    }

    /// A unit that is gone shadows nothing and is nowhere.
    pub fn call_home(&mut self, side: Side, id: AirId) {
        if let Some(target) = self.shadowed_by_air(side, id) {
            self.release_shadower(side.other(), target, crate::forces::Shadower::Air(id));
        }
        if let Some(unit) = self.p.air_mut(side, id) {
            unit.mission = Mission::Base;
        }
    }

    /// Aircraft in the air whose carrier cannot take them land elsewhere or are lost (R45).
    fn seek_decks(&mut self, side: Side, ship: ShipId, block: BlockId) {
        let hex = self
            .p
            .fleet(side)
            .force(block)
            .and_then(|force| force.hex());
        let Some(hex) = hex else { return };
        for id in self.p.aboard(side, ship) {
            if self.p.is_aloft(side, id) {
                self.seek_deck(side, id, block, hex);
            }
        }
    }

    fn seek_deck(&mut self, side: Side, id: AirId, block: BlockId, hex: Hex) {
        let Some(unit) = self.p.air(side, id) else {
            return;
        };
        let haven = self.p.haven(self.t, side, unit, block, hex);
        let (steps, name) = (unit.cs, unit.name.clone());
        self.call_home(side, id);
        match haven {
            None => self.lose_steps(side, id, steps),
            Some(base) => {
                if let Some(unit) = self.p.air_mut(side, id) {
                    unit.base = base;
                }
                let at = match base {
                    Base::Carrier(ship) => self.t.chart.ship(ship).name.clone(),
                    Base::Airbase(base) => self.t.sheet.airbase(base).name.clone(),
                };
                self.log.push(|| {
                    Event::Air(AirEvent::Lands {
                        side,
                        unit: name,
                        at,
                    })
                });
            }
        }
    }

    /// A carrier goes down: aircraft aboard are lost with her, those in the air seek another deck [7.8] (R45).
    pub fn carrier_sinks(&mut self, side: Side, block: BlockId, ship: ShipId) {
        let hex = self
            .p
            .fleet(side)
            .force(block)
            .and_then(|force| force.hex());
        for id in self.p.aboard(side, ship) {
            let Some(unit) = self.p.air(side, id) else {
                continue;
            };
            let (steps, aloft) = (unit.cs, self.p.is_aloft(side, id));
            match hex.filter(|_| aloft) {
                Some(hex) => self.seek_deck(side, id, block, hex),
                None => self.lose_steps(side, id, steps),
            }
        }
    }
}
