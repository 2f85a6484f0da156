//! Aircraft against a Wolfpack [7.4.2]: ASW dice and nothing else (R63).

use crate::air::AirStep;
use crate::recon::{Fight, id_after_combat};
use crate::sequence::{Play, Step};
use crate::submarines::{AswConditions, Hunters};
use crate::time::Light;
use crate::weather::Weather;

impl Play<'_> {
    /// One die for each CS, by nation, with -1 for going out to hunt and +1 in an Air Radius [7.4.1], [7.4.2] (R77).
    pub fn air_asw(&mut self) {
        let t = self.t;
        self.plan_steps([Step::Air(AirStep::After)]);
        let Some(strike) = self.p.strike() else {
            return;
        };
        let (side, hex) = (strike.side, strike.hex);
        let owner = side.other();
        let Some(block) = strike.blocks().first().copied() else {
            return;
        };
        let Some(pack) = self.p.fleet(owner).force(block) else {
            return;
        };
        let who = Self::who(owner, pack);
        let mut hunters: Vec<Hunters> = Vec::new();
        for unit in strike.units.iter().filter_map(|id| self.p.air(side, *id)) {
            let nation = unit.aircraft(t).nation;
            match hunters.iter_mut().find(|hunters| hunters.nation == nation) {
                Some(hunters) => hunters.air += unit.ready(),
                None => hunters.push(Hunters {
                    nation,
                    dd_tb: 0,
                    es: 0,
                    air: unit.ready(),
                }),
            }
        }
        let conditions = AswConditions {
            soviet: false,
            offensive: true,
            air_radius: self.p.in_air_radius(t, side, hex),
            storms: self.p.weather_at(t, hex) == Weather::Storms,
        };
        self.log.reveal();
        self.asw(who, side, &hunters, 0, conditions);
        self.tidy_force(owner, block);
        let day = self.p.light(t) == Light::Day;
        let id = self.p.fleet(owner).force(block).map(|force| force.id);
        if let Some(id) = id {
            self.identify(owner, block, id_after_combat(id, Fight::Submarine, day));
        }
    }
}
