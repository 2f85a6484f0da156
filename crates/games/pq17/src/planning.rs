//! Plans [4.2], and the turns before play starts [8.3].

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Place, Token};
use crate::fuel::{Fuel, Leaving};
use crate::hex::Hex;
use crate::ice::{self, Ice};
use crate::movement::destinations_after;
use crate::position::{Plan, PlanStep, Position};
use crate::sequence::{Order, Play, Segment, Step};
use crate::side::Side;
use crate::tables::OptionId;
use crate::tables::Tables;
use crate::time::{Half, Turn};
use crate::units::{PortId, ShipType};
use crate::weather::{self, Weather};

impl Position {
    /// The next step of a plan: wait, leave, or a hex that a Convoy may go to [4.2], [5.1.5].
    pub(crate) fn list_plan(&self, t: &Tables, convoy: u8, out: &mut Vec<Choice>) {
        let number = usize::from(convoy);
        let plan = &self.fleet(Side::Allied).plans[number];
        let values = &self.scenario(t).convoys[number];
        let (track, to) = planned(t, plan, values.from, &values.to);
        let Some(here) = track.last() else {
            let turn = Turn::FIRST.later(plan.steps.len() as u16);
            let due = turn >= values.depart;
            let last_of_day_1 = turn == Turn::new(1, Half::Pm);
            // One Allied Convoy leaves on Day 1: the first that is due then [4.2].
            let first = self
                .scenario(t)
                .convoys
                .iter()
                .position(|other| other.depart.day() == 1);
            let must = due && last_of_day_1 && first == Some(number);
            out.extend(due.then_some(Choice::Leave));
            out.extend((!must).then_some(Choice::Wait));
            return;
        };
        let steps = here.neighbours().into_iter();
        let legal = |step: &Hex| {
            let mut open = destinations_after(t, &track, &to, *here, *step);
            open.next().is_some()
        };
        let before = out.len();
        out.extend(steps.filter(legal).map(Choice::To));
        if out.len() == before {
            out.push(Choice::Wait); // a Convoy with no legal hex stays where it is
        }
    }
}

impl Play<'_> {
    /// Both plan at once; only the Allies have Convoys to plan [4.2].
    pub fn ask_plans(&mut self) {
        let convoys = self.p.fleet(Side::Allied).plans.len() as u8;
        for convoy in (0..convoys).rev() {
            self.ask(Side::Allied, Order::Plan(convoy));
        }
    }

    pub fn plan(&mut self, convoy: u8, choice: Choice) {
        let step = match choice {
            Choice::Leave => PlanStep::Leave,
            Choice::To(hex) => PlanStep::To(hex),
            _ => PlanStep::Wait,
        };
        let start = self.p.scenario(self.t).start;
        let plan = &mut self.p.fleet_mut(Side::Allied).plans[usize::from(convoy)];
        plan.steps.push(step);
        if plan.steps.len() < usize::from(start.index()) {
            self.ask(Side::Allied, Order::Plan(convoy));
        }
    }

    /// A turn before play: weather, and the plans move on unseen. Play starts on the Starting Turn, or with Gales [8.3].
    pub fn transit(&mut self) {
        let turn = self.p.turn;
        self.log.push(|| Event::TurnBegins { turn });
        self.roll_weather();
        let starts = turn >= self.p.scenario(self.t).start || self.p.weather() == Weather::Gales;
        if !starts {
            self.make_planned_steps();
            self.p.turn = turn.later(1);
            self.plan_steps([Step::Transit]);
            return;
        }
        self.log.push(|| Event::PlayStarts);
        self.show_planned();
        for side in Side::ALL {
            let fleet = self.p.fleet(side);
            let dummies = fleet
                .forces
                .iter()
                .filter(|force| force.kind == Kind::Dummy);
            let blocks: Vec<BlockId> = dummies.map(|force| force.block).collect();
            for block in blocks.into_iter().rev() {
                self.ask(side, Order::PlaceDummy(block));
            }
        }
        self.plan_steps([Step::Phases]);
    }

    /// Two dice; in Gales a card for each Convoy at sea says whether it is stopped [9.1], [9.2.5] (R15).
    pub fn roll_weather(&mut self) {
        self.p.segment = Segment::Weather;
        self.p.active = None;
        let dice = [self.die(), self.die()];
        let previous = match self.is_first_turn() {
            true => None,
            false => self.p.weather.map(|now| now.weather),
        };
        let now = weather::roll(self.t, self.p.scenario(self.t).month, dice, previous);
        self.p.weather = Some(now);
        self.log.push(|| Event::Weather { dice, now });
        let at_sea = |force: &Force| force.kind == Kind::Convoy && force.hex().is_some();
        for side in Side::ALL {
            for place in 0..self.p.fleet(side).forces.len() {
                if !at_sea(&self.p.fleet(side).forces[place]) {
                    continue;
                }
                let (stop, disperses) = match now.weather {
                    Weather::Gales => {
                        let card = self.draw(side);
                        (card.stop, card.disperse)
                    }
                    _ => (false, false),
                };
                let force = &mut self.p.fleet_mut(side).forces[place];
                if let Some(sailing) = &mut force.sailing {
                    sailing.stopped = stop;
                    sailing.disperses = disperses;
                }
                let who = Self::who(side, &self.p.fleet(side).forces[place]);
                if stop {
                    self.log.push(|| Event::Stopped { who });
                }
            }
        }
        for side in Side::ALL {
            self.stop_together(side);
        }
        self.check_all_shadowers();
        self.check_radii();
    }

    /// A Convoy and its Dispersed ships are stopped together [9.2.5].
    fn stop_together(&mut self, side: Side) {
        let stopped = |force: &Force| force.sailing.as_ref().is_some_and(|s| s.stopped);
        let parts = self.p.fleet(side).forces.iter().filter_map(|force| {
            let parent = force.parent()?;
            Some((force.block, parent))
        });
        for (part, parent) in parts.collect::<Vec<_>>() {
            let fleet = self.p.fleet_mut(side);
            let both = [part, parent];
            let stop = both
                .iter()
                .any(|block| fleet.force(*block).is_some_and(stopped));
            for block in both {
                if let Some(sailing) = fleet.force_mut(block).and_then(|f| f.sailing.as_mut()) {
                    sailing.stopped = stop;
                }
            }
        }
    }

    /// Every Convoy makes its next planned step, unless ice refuses it (R83).
    pub fn make_planned_steps(&mut self) {
        for number in 0..self.p.fleet(Side::Allied).plans.len() {
            let plan = &self.p.fleet(Side::Allied).plans[number];
            let Some(step) = plan.steps.get(usize::from(plan.made)).copied() else {
                continue;
            };
            let mine = |force: &Force| {
                force
                    .sailing
                    .as_ref()
                    .is_some_and(|sailing| usize::from(sailing.plan) == number)
            };
            let Some(place) = self.p.fleet(Side::Allied).forces.iter().position(mine) else {
                continue;
            };
            if self.planned_step(place, step) {
                self.p.fleet_mut(Side::Allied).plans[number].made += 1;
            }
        }
    }

    pub fn planned_step(&mut self, place: usize, step: PlanStep) -> bool {
        let t = self.t;
        let turn = self.p.turn;
        let force = &self.p.fleet(Side::Allied).forces[place];
        match (step, force.place) {
            (PlanStep::Leave, Place::Port(port)) => {
                let hex = t.sheet.port(port).hex;
                let leaving = Leaving {
                    heavy_only: force.units.is_heavy_only(&t.chart),
                    soviet: self.p.plays(OptionId::SovietEndurance)
                        && force.units.has_soviet_ships(&t.chart), // [11.1.4]
                    ..Leaving::default()
                };
                let users = force.units.has(&t.chart, ShipType::needs_fuel);
                let fuel = users.then(|| Fuel::on_leaving(t, turn, leaving));
                let force = &mut self.p.fleet_mut(Side::Allied).forces[place];
                force.place = Place::Sea(hex);
                force.fuel = fuel;
                if let Some(sailing) = &mut force.sailing {
                    sailing.track.push(hex);
                }
                true
            }
            (PlanStep::To(hex), Place::Sea(here)) => {
                if !self.planned_ice(place, hex) {
                    return false;
                }
                let force = &mut self.p.fleet_mut(Side::Allied).forces[place];
                force.place = Place::Sea(hex);
                if let Some(sailing) = &mut force.sailing {
                    sailing.to =
                        destinations_after(t, &sailing.track, &sailing.to, here, hex).collect();
                    sailing.track.push(hex);
                }
                true
            }
            _ => true,
        }
    }

    /// Ice on the way: Light Drift is crossed, anything worse is turned back from; the cards are drawn all the same.
    pub fn planned_ice(&mut self, place: usize, hex: Hex) -> bool {
        let (_, ice) = self.actual_ice(Side::Allied, hex);
        let crosses = ice <= Ice::LightDrift;
        let meeting = ice::meeting(self.t, Side::Allied, ice, !crosses);
        let block = self.p.fleet(Side::Allied).forces[place].block;
        self.ice_damage(Side::Allied, block, meeting.cards, meeting.plus);
        crosses
    }

    /// Planned forces stand on the map, Unidentified [8.3].
    pub fn show_planned(&mut self) {
        for place in 0..self.p.fleet(Side::Allied).forces.len() {
            let force = &self.p.fleet(Side::Allied).forces[place];
            let (Some(hex), Token(0)) = (force.hex(), force.token) else {
                continue;
            };
            let token = self.new_token();
            let force = &mut self.p.fleet_mut(Side::Allied).forces[place];
            force.token = token;
            let who = Self::who(Side::Allied, force);
            self.log.push(|| Event::Appears { who, hex });
        }
    }
}

/// The hexes of a plan so far, and the destinations it leaves open.
fn planned(t: &Tables, plan: &Plan, from: PortId, to: &[PortId]) -> (Vec<Hex>, Vec<PortId>) {
    let (mut track, mut to) = (Vec::new(), to.to_vec());
    for step in &plan.steps {
        match (step, track.last().copied()) {
            (PlanStep::Leave, _) => track.push(t.sheet.port(from).hex),
            (PlanStep::To(hex), Some(here)) => {
                to = destinations_after(t, &track, &to, here, *hex).collect();
                track.push(*hex);
            }
            _ => {}
        }
    }
    (track, to)
}
