//! The turns before play starts [8.3]: weather, planned moves that nobody sees, and where they lead.

use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Motion, Place, Token};
use crate::hex::Hex;
use crate::ice::{self, Ice};
use crate::movement::destinations_after;
use crate::position::PlanStep;
use crate::sequence::{Order, Play, Segment, Step};
use crate::side::Side;
use crate::units::PortId;
use crate::victory::play_starts;
use crate::weather::{self, Weather};

impl Play<'_> {
    /// A turn before play: weather, and the plans move on unseen; only the Player Phases are left out. Play starts on the
    /// Starting Turn, or with Gales [8.3].
    pub fn transit(&mut self) {
        self.shuffle_cards();
        let turn = self.p.turn;
        self.log.push(|| Event::TurnBegins { turn });
        self.roll_weather();
        if !play_starts(turn, self.p.start, self.p.weather()) {
            for side in Side::ALL {
                self.make_planned_steps(side);
            }
            self.plan_steps([Step::Conditions, Step::NextTransit]);
            return;
        }
        self.log.reveal();
        self.log.push(|| Event::PlayStarts);
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
        self.plan_steps([Step::Appear, Step::Phases]);
    }

    /// Planned forces and Dummies stand on the map at one stroke, when both have placed their Dummies [8.3].
    pub fn appear(&mut self) {
        self.p.secret.quays.clear();
        for side in Side::ALL {
            self.show_planned(side);
        }
    }

    /// The Fuel Phase of a turn before play: as in any turn [8.3], [11.1], [11.3.1].
    pub fn next_transit(&mut self) {
        let over = self.p.turn;
        self.p.turn = over.later(1);
        self.see_to_fuel(over);
        self.plan_steps([Step::Transit]);
    }

    /// Two dice; in Gales a card for each Convoy at sea says whether it is stopped, unless Local Weather is where it is [9.1],
    /// [9.2.5], [9.5] (R15).
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
                let force = &self.p.fleet(side).forces[place];
                if !at_sea(force) {
                    continue;
                }
                let (stop, disperses) = match self.p.weather_in(self.t, force.place) {
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
        self.check_radii();
    }

    /// Local Weather has come that is no Gale: Convoys off that coast are free to sail [9.5].
    pub fn set_convoys_free(&mut self) {
        for side in Side::ALL {
            for place in 0..self.p.fleet(side).forces.len() {
                let force = &self.p.fleet(side).forces[place];
                if self.p.weather_in(self.t, force.place) == Weather::Gales {
                    continue;
                }
                if let Some(sailing) = &mut self.p.fleet_mut(side).forces[place].sailing {
                    (sailing.stopped, sailing.disperses) = (false, false);
                }
            }
        }
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

    /// Every force with a plan makes its steps of this turn; one that ice or the rules refuse is not made, and the rest
    /// slips by a turn [8.3] (R83).
    pub fn make_planned_steps(&mut self, side: Side) {
        self.take_off_map(side);
        for number in 0..self.p.fleet(side).plans.len() {
            let block = self.p.fleet(side).plans[number].block;
            if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
                force.motion = Motion::planned();
            }
            loop {
                let plan = &self.p.fleet(side).plans[number];
                let Some(step) = plan.steps.get(usize::from(plan.made)).copied() else {
                    break;
                };
                if step != PlanStep::Rest && !self.planned_step(side, block, step) {
                    break;
                }
                self.p.fleet_mut(side).plans[number].made += 1;
                if step == PlanStep::Rest {
                    break;
                }
            }
            self.end_planned_move(side, block);
        }
    }

    /// Allied forces that were set up at sea may have a plan: the enemy does not see which have, until all stand on the map at
    /// one stroke [4.2], [8.3].
    fn take_off_map(&mut self, side: Side) {
        let forces = &mut self.p.fleet_mut(side).forces;
        let seen = |force: &&mut Force| side == Side::Allied && force.hex().is_some();
        for force in forces.iter_mut().filter(seen) {
            force.token = Token(0);
        }
    }

    /// High Speed costs fuel before the Starting Turn too [8.3], [11.1.3].
    fn end_planned_move(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            let fast = force.motion.hexes >= t.speeds[0];
            force.fuel = force.fuel.map(|fuel| match fast {
                true => fuel.spent(t, crate::fuel::Expense::HighSpeed),
                false => fuel,
            });
            force.motion.run = false; // in play it says so itself [7.4.5]
        }
    }

    pub fn planned_step(&mut self, side: Side, block: BlockId, step: PlanStep) -> bool {
        let Some(force) = self.p.fleet(side).force(block) else {
            return false;
        };
        match (step, force.place) {
            (PlanStep::Leave, Place::Port(port)) => {
                let hex = self.t.sheet.port(port).hex;
                let may = self.p.may_be_in(self.t, side, force, hex)
                    && self.p.is_within_soviet_half(self.t, side, force) // [15.8.2]
                    && self.p.is_covered(self.t, side, force, port);
                may && self.planned_harbour(side, block, port)
                    && self.put_to_sea(side, block).is_some()
            }
            (PlanStep::To(hex), Place::Sea(here)) => self.planned_move(side, block, here, hex),
            (PlanStep::To(hex), Place::Box(off)) => self.planned_leave_box(side, block, off, hex),
            (PlanStep::Enter, Place::Sea(here)) => {
                let port = self.p.harbour(self.t, side, force, here);
                port.is_some_and(|port| {
                    self.planned_harbour(side, block, port) && self.planned_entry(side, block, port)
                })
            }
            _ => true,
        }
    }

    /// Through the ice, if it lies before that port (chapter 10).
    fn planned_harbour(&mut self, side: Side, block: BlockId, port: PortId) -> bool {
        let port = self.t.sheet.port(port);
        !port.ice || self.planned_ice(side, block, port.hex)
    }

    fn planned_entry(&mut self, side: Side, block: BlockId, port: PortId) -> bool {
        let turn = self.p.turn;
        self.count_foreigners(side, block, port);
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.place = Place::Port(port);
            force.in_port_since = turn;
            force.tows.clear(); // (R82)
        }
        self.end_free_sailing(side, block);
        true
    }

    fn planned_move(&mut self, side: Side, block: BlockId, here: Hex, hex: Hex) -> bool {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block) else {
            return false;
        };
        let leads = force.kind != Kind::Wolfpack && t.sheet.inner_leads.contains(hex);
        let may = self.p.hexes_left(t, force, false, leads) > 0
            && self.p.may_be_in(t, side, force, hex)
            && self.p.is_severny_covered(t, force, hex)
            && !force
                .sailing
                .as_ref()
                .is_some_and(|sailing| sailing.stopped);
        if !may || !self.planned_ice(side, block, hex) {
            return false;
        }
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return false;
        };
        force.place = Place::Sea(hex);
        force.motion.hexes += 1;
        force.motion.entered_leads |= leads;
        if let Some(sailing) = &mut force.sailing {
            sailing.to = destinations_after(t, &sailing.track, &sailing.to, here, hex).collect();
            sailing.track.push(hex);
        }
        self.pay_severny(side, block, hex);
        self.leave_station(side, block, hex);
        true
    }

    /// Ice on the way: Light Drift is crossed, anything worse is turned back from; the cards are drawn all the same.
    pub fn planned_ice(&mut self, side: Side, block: BlockId, hex: Hex) -> bool {
        let (_, ice) = self.actual_ice(side, hex);
        self.cross_light_ice(side, block, hex, ice)
    }

    /// The same for who goes with its target: it has a die of its own [5.4], [10.1].
    pub fn follow_through_ice(&mut self, side: Side, block: BlockId, hex: Hex) -> bool {
        let (die, ice) = self.actual_ice(side, hex);
        if let Some(force) = self.p.fleet(side).force(block)
            && (die.is_some() || ice != Ice::Clear)
        {
            let who = Self::who(side, force);
            self.log.push(|| Event::IceRoll { who, hex, die, ice });
        }
        // It is with its target before the cards are drawn, so that it keeps in touch [6.3].
        if let Some(force) = self.p.fleet_mut(side).force_mut(block)
            && ice <= Ice::LightDrift
        {
            force.place = Place::Sea(hex);
        }
        self.cross_light_ice(side, block, hex, ice)
    }

    fn cross_light_ice(&mut self, side: Side, block: BlockId, hex: Hex, ice: Ice) -> bool {
        let crosses = ice <= Ice::LightDrift;
        let meeting = ice::meeting(self.t, side, ice, !crosses);
        self.ice_damage(side, block, hex, meeting);
        crosses && self.p.fleet(side).force(block).is_some()
    }

    /// Forces at sea that have no token yet stand on the map, Unidentified [8.3]. Neither the numbers of the tokens nor the
    /// order of the lines says which block is a Convoy and which a Dummy.
    pub fn show_planned(&mut self, side: Side) {
        let forces = self.p.fleet(side).forces.iter().enumerate();
        let unseen = forces.filter_map(|(place, force)| match (force.hex(), force.token) {
            (Some(hex), Token(0)) => Some((hex, place)),
            _ => None,
        });
        let mut unseen: Vec<(Hex, usize)> = unseen.collect();
        self.chance.shuffle(&mut unseen);
        for (_, place) in &unseen {
            let token = self.new_token();
            self.p.fleet_mut(side).forces[*place].token = token;
        }
        unseen.sort_unstable_by_key(|(hex, _)| *hex);
        let mut hexes: Vec<Hex> = unseen.iter().map(|(hex, _)| *hex).collect();
        hexes.dedup();
        for hex in hexes {
            self.mix(side, hex);
        }
        unseen.sort_unstable_by_key(|(hex, place)| {
            let token = self.p.fleet(side).forces[*place].token;
            (*hex, token)
        });
        for (hex, place) in unseen {
            let who = Self::who(side, &self.p.fleet(side).forces[place]);
            self.log.push(|| Event::Appears { who, hex });
        }
        self.betray();
    }
}
