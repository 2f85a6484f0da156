//! Carriers in battle [7.5.6], and carriers that strike back at carriers [14.1].

use crate::air::{AirChoice, AirEvent, AirId, AirOrder, AirStep, Mission};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force};
use crate::position::Position;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::strike::{Strike, Target};
use crate::tables::{Base, Tables};
use crate::time::Light;
use crate::units::Role;

impl Position {
    /// Aircraft aboard the carriers of some forces that can attack now [7.5.6] (R49).
    pub(crate) fn deck_wing(&self, t: &Tables, side: Side, aboard: &[BlockId]) -> Vec<AirId> {
        let ships = aboard
            .iter()
            .filter_map(|block| self.fleet(side).force(*block));
        let ships: Vec<_> = ships
            .flat_map(|force| force.units.ships.iter().map(|state| state.ship))
            .collect();
        let flies = self.wing(side).filter(|(_, unit)| {
            let aboard = matches!(unit.base, Base::Carrier(ship) if ships.contains(&ship));
            aboard && unit.aircraft(t).bombing.is_some() && self.may_fly(t, side, unit)
        });
        flies.map(|(id, _)| id).collect()
    }

    /// Carriers of the force under attack may strike back at the carriers that sent it: by Day, if that force is
    /// identified, without Surprise, and where the German carrier is one of them [14.1].
    fn reply(&self, t: &Tables, strike: &Strike) -> Option<(Vec<AirId>, BlockId)> {
        let (side, owner) = (strike.side, strike.side.other());
        let Target::Force(target) = strike.target else {
            return None;
        };
        if strike.replied || strike.surprise == Some(true) || strike.light == Light::Night {
            return None;
        }
        let sender = strike
            .units
            .iter()
            .find_map(|id| match self.air(side, *id)?.base {
                Base::Carrier(ship) => self
                    .fleet(side)
                    .forces
                    .iter()
                    .find(|force| force.units.ships.iter().any(|state| state.ship == ship)),
                Base::Airbase(_) => None,
            })?;
        let hex = sender.hex()?;
        let here = self.fleet(owner).force(target)?.hex()?;
        if !sender.id.is_identified() {
            return None;
        }
        let wing = self.deck_wing(t, owner, &[target]).into_iter();
        let wing = wing.filter(|id| {
            let unit = self.air(owner, *id);
            let risen = strike.scrambled.contains(&crate::air::Flyer::Unit(*id));
            unit.is_some_and(|unit| {
                let kind = unit.aircraft(t);
                let bomber = kind.role != Role::Fighter;
                !risen && bomber && here.distance(hex) <= kind.range
            })
        });
        let wing: Vec<AirId> = wing.collect();
        (!wing.is_empty()).then_some((wing, sender.block))
    }
}

impl Play<'_> {
    /// In a surface battle the defender's carrier aircraft attack at the start of Round 2 and later, with steps d and e of an
    /// air attack only [7.5.6]. `carriers` are the forces of `side` in the battle, `against` the enemy's. By Day, in Fair
    /// weather or Reduced Visibility; asks nothing if no aircraft can fly. Steps planned by the caller go on after it.
    pub fn carriers_in_battle(&mut self, side: Side, carriers: &[BlockId], against: &[BlockId]) {
        let t = self.t;
        let hex = carriers
            .iter()
            .find_map(|block| self.p.fleet(side).force(*block)?.hex());
        let Some(hex) = hex else { return };
        let day = self.p.light(t) == Light::Day;
        if !day || !self.p.weather_at(t, hex).lets_carriers_launch() {
            return;
        }
        if !self.p.deck_wing(t, side, carriers).is_empty() && !against.is_empty() {
            let target = Target::Battle {
                against: against.to_vec(),
                carriers: carriers.to_vec(),
            };
            self.ask(side, Order::Air(AirOrder::Gather(target, Vec::new())));
        }
    }

    /// Before the attack is carried out, the carriers attacked may reply [14.1].
    pub fn offer_reply(&mut self) {
        let Some(strike) = self.p.strike() else {
            return;
        };
        let owner = strike.side.other();
        if self.p.reply(self.t, strike).is_some() {
            self.ask(owner, Order::Air(AirOrder::Reply));
        }
    }

    /// The reply is an Air Movement and an Air Combat of its own, before the first strike does its damage: it must find the force
    /// that sent it, and is not replied to [7.1.1].
    pub fn strike_back(&mut self, side: Side, choice: Choice) {
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        strike.replied = true;
        if choice != Choice::Air(AirChoice::Reply) {
            return;
        }
        strike.replied = false;
        let reply = self
            .p
            .strike()
            .and_then(|strike| self.p.reply(self.t, strike));
        if let Some(strike) = self.p.strike_mut() {
            strike.replied = true;
        }
        let Some((units, block)) = reply else { return };
        let hex = self.p.fleet(side.other()).force(block).and_then(Force::hex);
        let Some(hex) = hex else { return };
        for id in &units {
            if let Some(unit) = self.p.air_mut(side, *id) {
                unit.mission = Mission::Strike(hex);
            }
        }
        self.log.push(|| Event::Air(AirEvent::StrikesBack { side }));
        let mut back = Strike::new(side, Target::Force(block), hex, Light::Day);
        back.flights = self.flights(side, units, false);
        back.replied = true;
        self.p.secret.strikes.push(back);
        self.plan_steps([Step::Air(AirStep::Locate)]);
    }
}
