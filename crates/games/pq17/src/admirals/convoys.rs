//! Own Convoys: when they sail, and by which hexes.

use super::Advice;
use super::belief::Guess;
use super::routes::NEVER;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::side::Side;
use crate::tables::Base;
use crate::time::Light;
use crate::units::PortId;
use crate::view::Contact;
use crate::weather::Weather;

/// West of Bear Island one covering force serves both Convoys.
const MEETING: u8 = 13;
/// How far off a German force is that may attack before the Convoy moves again.
const REACH: u32 = 2;
/// An Axis Convoy waits for Fog or Night, but not beyond this Day [12.3].
const LATEST: u16 = 8;

impl Staff<'_> {
    /// Which Convoys are planned, one after the other.
    pub fn plans(&mut self) -> Advice {
        let convoy = self.choices.iter().find(|choice| match choice {
            Choice::Plan(block) => self
                .force(*block)
                .is_some_and(|force| force.sailing.is_some()),
            _ => false,
        });
        match convoy {
            Some(plan) => Advice::new(*plan, "Its way is planned."),
            None if self.has(Choice::Mission) && self.is_new_mission() => {
                self.memory.mission = Some(self.fortnight());
                Advice::new(Choice::Mission, "It may be worth the ships.")
            }
            None => match self.fleet_to_plan() {
                Some(block) => Advice::new(Choice::Plan(block), "Its way is planned."),
                None => Advice::new(Choice::AsListed, "The rest stays in port."),
            },
        }
    }

    pub fn plan_convoy(&mut self, block: BlockId) -> Advice {
        let Some(sailing) = self.force(block).and_then(|force| force.sailing.clone()) else {
            return self.plan_fleet(block);
        };
        let number = usize::from(sailing.plan);
        if self.has(Choice::Leave) {
            return match self.view.turns_planned(block) >= self.time_to_leave(number) {
                true => Advice::new(
                    Choice::Leave,
                    "It sails to meet the others west of Bear Island.",
                ),
                false => Advice::new(
                    Choice::Wait,
                    "It waits, to meet the others west of Bear Island.",
                ),
            };
        }
        let bound = self.force(block).map(|force| self.bound(force));
        self.cheapest(&bound.unwrap_or(sailing.to))
    }

    /// The turn in which a Convoy leaves: a loaded one at once, a Ballast Convoy so that they meet.
    fn time_to_leave(&self, number: usize) -> u16 {
        let convoys = &self.view.scenario().convoys;
        let until = |number: usize, there: fn(u8) -> bool| {
            let convoy = &convoys[number];
            let from = self.t.sheet.port(convoy.from).hex;
            let course = self.routes.course(self.t, from, &convoy.to, 30);
            course
                .iter()
                .position(|hex| there(hex.col()))
                .map_or(0, |turns| turns as u16)
        };
        let loaded = convoys.iter().position(|convoy| convoy.loaded);
        match (convoys.get(number), loaded) {
            (Some(convoy), Some(loaded)) if !convoy.loaded => {
                let own = until(number, |col| col <= MEETING);
                until(loaded, |col| col >= MEETING).saturating_sub(own)
            }
            _ => 0,
        }
    }

    /// The step that costs least, and all that follows it.
    fn cheapest(&self, to: &[PortId]) -> Advice {
        let best = self
            .ways()
            .filter(|hex| self.routes.by(*hex, to) < NEVER)
            .min_by(|a, b| self.routes.by(*a, to).total_cmp(&self.routes.by(*b, to)));
        match best {
            None if self.has(Choice::Wait) => {
                Advice::new(Choice::Wait, "Its Soviet escort goes no farther.")
            }
            best => Advice::new(best.map(Choice::To), "The safest way that is left."),
        }
    }

    /// A Convoy that waits in port sails when its time has come.
    pub fn convoy_sails(&self, force: &Force) -> bool {
        let Some(sailing) = &force.sailing else {
            return false;
        };
        let hidden = self.view.light() == Light::Night || self.view.weather() == Some(Weather::Fog);
        if self.side == Side::Axis && force.hex().is_none() {
            return hidden || self.view.turn().day() >= LATEST;
        }
        force.hex().is_some()
            || self.view.turn().index() >= self.time_to_leave(usize::from(sailing.plan))
    }

    pub fn steer_convoy(&self, force: &Force) -> Advice {
        if self.has(Choice::Enter) && self.is_there(force) {
            return Advice::new(Choice::Enter, "She is there.");
        }
        if self.has(Choice::Leave) {
            return Advice::new(Choice::Leave, "It is time to sail.");
        }
        if self.side == Side::Axis {
            return self.along_the_coast(force);
        }
        if self.has(Choice::Scatter) && self.must_scatter(force) {
            return Advice::new(
                Choice::Scatter,
                "Nothing stands between them and those guns.",
            );
        }
        let advice = self.cheapest(&self.bound(force));
        match advice.choice {
            Some(_) => advice,
            None => Advice::new(
                self.ways().next().map(Choice::To),
                "There is no better way.",
            ),
        }
    }

    /// Whether the port that she lies off is the one to end in.
    fn is_there(&self, force: &Force) -> bool {
        let bound = self.bound(force);
        let all = force.sailing.as_ref().map_or(0, |own| own.to.len());
        let mut ports = bound.iter().map(|port| self.t.sheet.port(*port).hex);
        bound.len() == all || ports.any(|hex| force.hex() == Some(hex))
    }

    /// Whether a surface attack without cover would cost more than scattering does. Normally it does not.
    fn must_scatter(&self, convoy: &Force) -> bool {
        let Some(at) = convoy.hex() else {
            return false;
        };
        let near = |contact: &&Contact| contact.hex.distance(at) <= REACH;
        let contacts = self.contacts();
        let raiders: Vec<&Contact> = contacts
            .iter()
            .filter(near)
            .filter(|contact| self.beliefs.weights(contact.token).warships() > 0.8)
            .collect();
        let guns = raiders.iter().map(|contact| self.enemy_guns(contact.token));
        let guns = guns.fold(0.0, f32::max);
        let covered = self.view.own().any(|force| {
            let here = force.hex().is_some_and(|hex| hex.distance(at) <= REACH);
            force.kind == Kind::TaskForce && here && 2.0 * self.guns(force) >= guns
        });
        if covered || guns < 2.0 * self.guns(convoy).max(1.0) {
            return false;
        }
        let ships = f32::from(convoy.units.convoy_ships(&self.t.chart));
        let located = if convoy.shadows.is_empty() { 0.5 } else { 0.75 };
        let packs: f32 = contacts
            .iter()
            .filter(|contact| contact.hex.distance(at) <= 4)
            .map(|contact| 3.0 * self.beliefs.weights(contact.token).of(Guess::Pack))
            .sum();
        let scattered = raiders.len() as f32 + 0.3 * packs + 0.25 * self.bombs_to_come(convoy, at);
        located * 0.35 * ships > scattered
    }

    /// CS of German bombers that reach a hex, for each Day turn that a Convoy has still to go.
    fn bombs_to_come(&self, convoy: &Force, at: Hex) -> f32 {
        let aircraft = self.view.aircraft();
        let bombers = aircraft.iter().filter(|(side, unit)| {
            let kind = unit.aircraft(self.t);
            *side == Side::Axis && kind.attacks_ships && kind.bombing.is_some()
        });
        let in_range = bombers.filter(|(_, unit)| match unit.base {
            Base::Airbase(base) => {
                self.t.sheet.airbase(base).hex.distance(at) <= unit.aircraft(self.t).range
            }
            Base::Carrier(_) => false,
        });
        let cs: f32 = in_range.map(|(_, unit)| f32::from(unit.cs)).sum();
        let to = convoy.sailing.as_ref().map_or(&[][..], |s| &s.to);
        let turns = self.routes.course(self.t, at, to, 20).len();
        let daylight = self.view.scenario().daylight;
        let now = self.view.turn();
        let days = (0..turns).filter(|turn| daylight.of(now.later(*turn as u16)) == Light::Day);
        cs * days.count() as f32
    }

    /// An Axis Convoy takes the shortest way.
    fn along_the_coast(&self, force: &Force) -> Advice {
        let to = force
            .sailing
            .as_ref()
            .and_then(|sailing| sailing.to.first());
        let way = to.map(|port| self.way_to(self.t.sheet.port(*port).hex));
        let left = |hex: &Hex| way.as_ref().map_or(NEVER, |way| way[hex.grid()]);
        let next = self.ways().min_by(|a, b| left(a).total_cmp(&left(b)));
        Advice::new(next.map(Choice::To), "Along the coast.")
    }

    /// The cards are drawn whether she turns back or not; a Convoy that turns back meets the same ice again [10.1].
    pub fn ice(&mut self, block: BlockId, ice: Ice) -> Advice {
        let convoy = self
            .force(block)
            .is_some_and(|force| force.kind == Kind::Convoy);
        match convoy || ice <= Ice::LightDrift {
            true => Advice::new(Choice::Cross, "On through the drift."),
            false => Advice::new(Choice::TurnBack, "This ice is not worth her plates."),
        }
    }
}
