//! Scramble [7.2.1]: fighters over the target rise, by Day; Surprise and fighters from beside it as an option.

use crate::air::{AirChoice, AirEvent, AirOrder, AirStep, AirUnit, Flyer, Mission};
use crate::choice::Choice;
use crate::event::Event;
use crate::hex::Hex;
use crate::position::Position;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::strike::{Strike, Target};
use crate::surface::{self, SurpriseCondition};
use crate::tables::{Base, OptionId, Tables};
use crate::time::Light;
use crate::units::{BaseId, Role};

/// Whether a flyer is printed at its base [1.1.2].
const fn is_interceptor(flyer: Flyer) -> bool {
    matches!(flyer, Flyer::Interceptors(_))
}

impl Position {
    /// Fighters of a side that could rise from a hex [7.2.1], [1.5.3]; weather and offensives permitting [9.2], [12.6].
    fn fighters_at(&self, t: &Tables, strike: &Strike, hex: Hex) -> Vec<Flyer> {
        let side = strike.side.other();
        // A Harbor Raid is flown in no turn: no weather and no Night keeps anybody down [12.7].
        let any_time = matches!(strike.target, Target::Harbor(..));
        let flies = any_time || self.weather_at(t, hex).lets_take_off();
        let bases = (0..t.sheet.airbases.len()).map(BaseId::new).filter(|id| {
            let base = t.sheet.airbase(*id);
            flies && base.side == side && base.hex == hex
        });
        let interceptors = bases.map(Flyer::Interceptors);
        let interceptors = interceptors.filter(|flyer| self.flyer_cs(t, side, *flyer) > 0);
        let rises = |unit: &AirUnit| {
            unit.aircraft(t).role == Role::Fighter
                && unit.mission == Mission::Base
                && self.base_hex(t, side, unit.base) == Some(hex)
                && (any_time && self.is_fit(t, unit) || self.may_fly(t, side, unit))
        };
        let units = self.wing(side).filter(|(_, unit)| rises(unit));
        interceptors
            .chain(units.map(|(id, _)| Flyer::Unit(id)))
            .collect()
    }

    /// Who could still rise besides those that do, under Surprise or without it [7.2.1].
    fn could_rise(&self, t: &Tables, strike: &Strike, risen: &[Flyer]) -> Vec<Flyer> {
        let here = self.fighters_at(t, strike, strike.hex);
        let fresh = |flyer: &Flyer| !risen.contains(flyer);
        match strike.surprise {
            Some(true) => {
                let mut one: Vec<Flyer> = here;
                if one.iter().any(|flyer| is_interceptor(*flyer)) {
                    one.retain(|flyer| is_interceptor(*flyer));
                }
                one.retain(|_| risen.is_empty());
                one
            }
            Some(false) => {
                let beside = risen.iter().any(|flyer| !here.contains(flyer));
                let next: Vec<Hex> = strike.hex.neighbours().into_iter().collect();
                let near = next.into_iter().filter(|_| !beside);
                let near = near.flat_map(|hex| self.fighters_at(t, strike, hex));
                let near: Vec<Flyer> = near.collect();
                here.into_iter().chain(near).filter(fresh).collect()
            }
            None => here.into_iter().filter(fresh).collect(),
        }
    }

    pub(crate) fn list_scramble(&self, t: &Tables, risen: &[Flyer], out: &mut Vec<Choice>) {
        let Some(strike) = self.strike() else {
            return;
        };
        let more = self.could_rise(t, strike, risen);
        out.extend((!more.is_empty()).then_some(Choice::Air(AirChoice::All)));
        out.extend(
            more.into_iter()
                .map(|flyer| Choice::Air(AirChoice::Scramble(flyer))),
        );
        out.push(Choice::Done);
    }

    /// Whether somebody could rise as far as the enemy can tell: airfields lie open, carriers may always be there.
    fn scramble_is_thinkable(&self, t: &Tables, strike: &Strike) -> bool {
        let side = strike.side.other();
        let carriers = strike.at_sea() && self.weather_at(t, strike.hex).lets_carriers_launch();
        let mut hexes = vec![strike.hex];
        if strike.surprise == Some(false) {
            hexes.extend(strike.hex.neighbours());
        }
        let open = |flyer: &Flyer| match flyer {
            Flyer::Interceptors(_) => true,
            Flyer::Unit(id) => {
                let unit = self.air(side, *id);
                unit.is_some_and(|unit| matches!(unit.base, Base::Airbase(_)))
            }
        };
        let land = |hex: Hex| self.fighters_at(t, strike, hex).iter().any(open);
        carriers || hexes.into_iter().any(land)
    }
}

impl Play<'_> {
    /// By Day the defender is asked whatever he has: a blind question [7.2.1].
    pub fn begin_scramble(&mut self) {
        self.plan_steps([
            Step::Air(AirStep::Reply),
            Step::Air(AirStep::Dogfight),
            Step::Air(AirStep::Deploy),
        ]);
        self.roll_air_surprise();
        let Some(strike) = self.p.strike() else {
            return;
        };
        if strike.light == Light::Day && self.p.scramble_is_thinkable(self.t, strike) {
            let defender = strike.side.other();
            self.ask(defender, Order::Air(AirOrder::Scramble(Vec::new())));
        }
    }

    /// Option: Surprise is rolled for as the attack is declared [7.2.1], [7.6].
    fn roll_air_surprise(&mut self) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        if !self.p.plays(OptionId::AirSurprise) || strike.surprise.is_some() {
            return;
        }
        let (side, hex) = (strike.side, strike.hex);
        let covered = self.p.in_air_radius(t, side.other(), hex);
        let conditions: &[SurpriseCondition] = match covered {
            true => &[SurpriseCondition::AirAttackInRadius],
            false => &[],
        };
        let weather = self.p.weather_at(t, hex);
        let die = self.die();
        let (_, success) = surface::surprise(t, die, weather, false, conditions);
        self.log
            .push(|| Event::Air(AirEvent::Surprise { side, die, success }));
        if let Some(strike) = self.p.strike_mut() {
            strike.surprise = Some(success);
        }
    }

    pub fn scramble(&mut self, side: Side, mut risen: Vec<Flyer>, choice: Choice) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        match choice {
            Choice::Air(AirChoice::Scramble(flyer)) => {
                risen.push(flyer);
                if !self.p.could_rise(t, strike, &risen).is_empty() {
                    self.ask(side, Order::Air(AirOrder::Scramble(risen)));
                    return;
                }
            }
            Choice::Air(AirChoice::All) => {
                while let Some(flyer) = self.p.could_rise(t, strike, &risen).first() {
                    risen.push(*flyer);
                }
            }
            _ => {}
        }
        let units = risen.iter().map(|flyer| self.p.flyer_name(t, side, *flyer));
        let units: Vec<String> = units.collect();
        self.log.reveal();
        self.log
            .push(|| Event::Air(AirEvent::Scrambles { side, units }));
        if let Some(strike) = self.p.strike_mut() {
            strike.scrambled = risen;
        }
    }
}
