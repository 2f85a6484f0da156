//! Submarines: where packs lie in wait, what they attack, and what they aim at.

use super::Advice;
use super::belief::Guess;
use super::helm::Errand;
use super::routes::ice_risk;
use super::setup::LINES;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::{Force, Kind, Token};
use crate::hex::Hex;
use crate::sequence::Hunt;
use crate::side::{Nation, Side};
use crate::tables::Rearm;
use crate::units::{Category, ShipType};
use crate::weather::Weather;

/// Off the ports of German Heavy Ships; the Soviet boats off the coast between.
const BRITISH: [Hex; 4] = [
    Hex::new(10, 10),
    Hex::new(7, 13),
    Hex::new(6, 14),
    Hex::new(11, 9),
];
const SOVIET: [Hex; 3] = [Hex::new(7, 16), Hex::new(7, 17), Hex::new(7, 15)];

pub(super) fn ready(force: &Force) -> u8 {
    let pools = force.units.pools.iter();
    pools.map(|pool| pool.cs.saturating_sub(pool.spent)).sum()
}

impl Staff<'_> {
    pub fn pack_errand(&self, pack: &Force) -> Errand {
        if let Some(errand) = self.kara_errand(pack) {
            return errand;
        }
        if ready(pack) == 0 {
            return self.rearm(pack);
        }
        match self.side {
            Side::Axis => self.ambush(pack),
            Side::Allied => self.patrol(pack),
        }
    }

    fn rearm(&self, pack: &Force) -> Errand {
        let Some(here) = pack.hex() else {
            return Errand::Stay;
        };
        let soviet = pack.units.submarine_nation(&self.t.chart) == Some(Nation::Soviet);
        let port = self.nearest_port(here, |port| match self.t.sheet.port(port).rearm {
            Rearm::All | Rearm::Submarines => !soviet,
            Rearm::Soviet => soviet,
            Rearm::Nobody => false,
        });
        port.map_or(Errand::Stay, |(port, _)| Errand::Into(port))
    }

    /// To the first hex of its way that a pack reaches before the Convoy does, to lie still when it comes [5.2].
    fn ambush(&self, pack: &Force) -> Errand {
        let speed = if self.view.weather() == Some(Weather::Gales) {
            1.0
        } else {
            2.0
        };
        let from = match pack.place.in_port() {
            Some(port) => Some(self.t.sheet.port(port).hex),
            None => pack.hex(),
        };
        let Some(here) = from else {
            return Errand::Stay;
        };
        let way = self.way_to(here);
        let delay = if pack.hex().is_some() { 0.0 } else { 0.5 };
        let mut best: Option<(f32, Hex)> = None;
        for prey in self.prey() {
            if prey.hex == here {
                return Errand::Stay;
            }
            for (turns, hex) in prey.course.iter().enumerate() {
                let turns = turns as f32 + 1.0;
                let travel = (way[hex.grid()] / speed + delay).ceil();
                if travel <= turns && !self.t.sheet.ways.has_enemy_port(self.side, *hex) {
                    let worth = prey.worth / (turns + 2.0);
                    if best.is_none_or(|(other, _)| worth > other) {
                        best = Some((worth, *hex));
                    }
                    break;
                }
            }
        }
        match best {
            Some((_, hex)) if hex == here => Errand::Stay,
            Some((_, hex)) => Errand::Go(hex),
            None if self.fortnight().is_some_and(|now| now > 0) => Errand::Go(self.line_of(pack)),
            None => Errand::Stay,
        }
    }

    /// The place of a pack in the lines, clear of ice: half of them start each Fortnight from their ports [15.8].
    fn line_of(&self, pack: &Force) -> Hex {
        let packs = self.view.own();
        let packs = packs.filter(|force| force.kind == Kind::Wolfpack);
        let place = packs.take_while(|other| other.block != pack.block).count();
        let line = LINES[place % LINES.len()];
        let clear = |hex: &Hex| ice_risk(self.view, self.side, *hex) <= 0.0;
        let waters = self.t.sheet.waters().filter(clear);
        waters.min_by_key(|hex| hex.distance(line)).unwrap_or(line)
    }

    fn patrol(&self, pack: &Force) -> Errand {
        let packs = self.view.own().filter(|force| {
            force.kind == Kind::Wolfpack
                && force.units.submarine_nation(&self.t.chart)
                    == pack.units.submarine_nation(&self.t.chart)
        });
        let place = packs.take_while(|other| other.block != pack.block).count();
        let soviet = pack.units.submarine_nation(&self.t.chart) == Some(Nation::Soviet);
        match soviet {
            true => Errand::Go(SOVIET[place % SOVIET.len()]),
            false => Errand::Go(BRITISH[place % BRITISH.len()]),
        }
    }

    /// A pack attacks Convoys first, then whatever is Identified; ships hunt packs only beside a Convoy.
    pub fn hunt(&mut self) -> Advice {
        let mut best: Option<(f32, Choice)> = None;
        for choice in self.choices {
            let Choice::Attack(block, token) = *choice else {
                continue;
            };
            let Some(force) = self.force(block) else {
                continue;
            };
            let worth = match force.kind {
                Kind::Wolfpack => self.worth_torpedoes(token),
                _ => self.worth_hunting(force, token),
            };
            if worth > 0.0 && best.is_none_or(|(other, _)| worth > other) {
                best = Some((worth, *choice));
            }
        }
        match best {
            Some((_, choice)) => Advice::new(choice, "A target in reach."),
            None => Advice::new(Choice::Done, "Nothing is worth an attack."),
        }
    }

    fn worth_torpedoes(&self, token: Token) -> f32 {
        let weights = self.beliefs.weights(token);
        3.0 * weights.convoy() + 2.0 * weights.of(Guess::Heavy) + 0.5 * weights.of(Guess::Light)
            - 2.0 * weights.of(Guess::Pack)
    }

    /// With 4 CS of destroyers, fuel to spare, and a Convoy here or next to it.
    fn worth_hunting(&self, force: &Force, token: Token) -> f32 {
        let destroyers = force.units.cs(&self.t.chart, ShipType::is_flotilla);
        let fuel = self.fuel_left(force).unwrap_or(20);
        let near = self.convoys().into_iter().filter_map(|convoy| convoy.hex());
        let beside = force
            .hex()
            .is_some_and(|here| near.into_iter().any(|hex| hex.is_near(here)));
        let is_pack = self.beliefs.weights(token).of(Guess::Pack) > 0.9;
        match is_pack && destroyers >= 4 && fuel >= 6 && beside {
            true => 1.0,
            false => 0.0,
        }
    }

    /// Merchantmen; one torpedo man for a carrier that was reported; Heavy Ships of a Task Force.
    pub fn aim(&mut self, hunt: &Hunt) -> Advice {
        let trace = self.beliefs.trace(hunt.target);
        let convoy = self.beliefs.weights(hunt.target).convoy() > 0.5;
        let carrier = trace.is_some_and(|trace| trace.carriers);
        let heavy = trace.is_none_or(|trace| trace.heavy != Some(0));
        let aim = match (convoy, hunt.aims.is_empty()) {
            (true, true) if carrier && self.has(Choice::Aim(Category::Carrier)) => {
                Category::Carrier
            }
            (true, true) if carrier => Category::Heavy,
            (true, _) => Category::Convoy,
            (false, _) if heavy && !hunt.offensive => Category::Heavy,
            (false, _) => Category::Light,
        };
        Advice::new(Choice::Aim(aim), "What is worth the torpedo.")
    }
}
