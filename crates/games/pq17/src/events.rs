//! Random Events (chapter 13): two dice at the start of each Player Phase.

mod encounters;
mod mishaps;

use crate::air::AirUnit;
use crate::choice::Choice;
use crate::event::{Event, Who};
use crate::forces::{Force, Id, Kind, Units};
use crate::position::{Favour, Position};
use crate::refits::PICKS;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{Berth, EventId, Tables};
use crate::weather::{Local, Weather};

impl Position {
    pub(crate) fn list_redeployments(&self, side: Side, out: &mut Vec<Choice>) {
        let packs = self.fleet(side).forces.iter();
        let packs = packs.filter(|force| force.kind == Kind::Wolfpack && !force.shadowing);
        out.extend(packs.map(|force| Choice::Move(force.block)));
        out.push(Choice::Pass);
    }
}

impl Play<'_> {
    /// Two dice on the active side's table (chapter 13). An event with nothing to act on is no event.
    pub fn random_event(&mut self, side: Side) {
        if side == Side::Axis {
            self.end_local_weather(Side::Axis);
            self.raiders_return();
        }
        let dice = [self.die(), self.die()];
        let sum = usize::from(dice[0] + dice[1]);
        let t = self.t;
        let line = &t.chits.events[side][sum];
        let (event, number) = (line.id, line.number);
        self.log.push(|| Event::Random { side, dice, event });
        self.p.favour = Favour::default();
        self.p.fleet_mut(side).redeployed = None;
        match event {
            EventId::Ultra => self.intelligence(side, |_, force| force.id == Id::UNIDENTIFIED),
            EventId::CoastWatchers => self.intelligence(side, |t, force| {
                force
                    .hex()
                    .is_some_and(|hex| t.sheet.inner_leads.contains(hex))
            }),
            EventId::BDienst => self.b_dienst(number),
            EventId::Minefield => self.minefield(side, line),
            EventId::SurpriseEncounter => self.surprise_encounter(),
            EventId::WeatherDamage => self.weather_damage(),
            EventId::Collision => self.collision(side),
            EventId::Grounding => self.grounding(side),
            EventId::Breakdown if side == Side::Allied => self.breakdown(),
            EventId::Breakdown => self.german_breakdown(),
            EventId::TorpedoFailure => self.p.favour.torpedoes = number,
            EventId::LongRangeSearch => self.ask(side, Order::ExtraSearch(number.max(0) as u8)),
            EventId::GroupRedeployment => self.ask_redeployment(side),
            EventId::Reinforcements => self.reinforce(side),
            // Aircraft [7.1.3], [5.3], [6.4.2], [13.1].
            EventId::RaidAirfields => self.p.leave.airfields = true,
            EventId::RaidPort => self.p.leave.port = true,
            EventId::NightFlying => self.p.leave.night = true,
            EventId::ElusiveTarget => {
                self.p.fleet_mut(side).wing.elusive = Some(self.p.turn);
            }
            EventId::FogNorthNorway => self.local_weather(side, Weather::Fog),
            EventId::ClearNorthNorway => self.local_weather(side, Weather::ReducedVisibility),
            EventId::HighCommandCaution => self.p.caution = true, // [13.3]
            _ => {}
        }
    }

    /// Weather of its own off North Norway, by the weather at this moment: no Fog in Gales, and nothing to clear up if it is
    /// Fair; a later one replaces an earlier one [9.5], [13.4] (R55).
    fn local_weather(&mut self, by: Side, weather: Weather) {
        let now = self.p.weather();
        let comes = match weather {
            Weather::Fog => now != Weather::Gales,
            _ => now != Weather::Fair,
        };
        if comes {
            self.p.local = Some(Local { by, weather });
            self.log.push(|| Event::LocalWeather {
                weather: Some(weather),
            });
            self.set_convoys_free();
            self.check_radii(); // [6.4.1]
        }
    }

    /// An Allied event lasts until the end of the Axis Player Phase [9.5], [13.3].
    pub fn end_axis_phase(&mut self) {
        if std::mem::take(&mut self.p.caution) {
            self.log.push(|| Event::CautionEnds);
        }
        self.end_local_weather(Side::Allied);
    }

    /// Local Weather of a side's event is over; that of an Axis event lasts through the next Allied Player Phase [9.5].
    fn end_local_weather(&mut self, by: Side) {
        if self.p.local.is_some_and(|local| local.by == by) {
            self.p.local = None;
            self.log.push(|| Event::LocalWeather { weather: None });
            self.check_radii(); // what had cleared up is as elsewhere again [6.4.1]
        }
    }

    /// One Wolfpack may move a hex more: which is its admiral's to say (chapter 13).
    fn ask_redeployment(&mut self, side: Side) {
        let mut offers = Vec::new();
        self.p.list_redeployments(side, &mut offers);
        if offers.len() > 1 {
            self.ask(side, Order::Redeploy);
        }
    }

    pub fn redeploy(&mut self, side: Side, choice: Choice) {
        if let Choice::Move(block) = choice {
            self.p.fleet_mut(side).redeployed = Some(block);
        }
    }

    /// More hexes for one sector in this turn (chapter 13), [6.4.2].
    pub fn search_more(&mut self, hexes: u8, choice: Choice) {
        if let Choice::Sector(sector) = choice {
            self.p.favour.search = Some((sector, hexes));
        }
    }

    /// A random one of some blocks of a side.
    fn random_block(&mut self, side: Side, fits: impl Fn(&Tables, &Force) -> bool) -> Option<Who> {
        let forces = self.p.fleet(side).forces.iter();
        let fitting = forces.filter(|force| force.hex().is_some() && fits(self.t, force));
        let blocks: Vec<Who> = fitting.map(|force| Self::who(side, force)).collect();
        match blocks.len() {
            0 => None,
            n => Some(blocks[self.chance.below(n as u32) as usize]),
        }
    }

    /// A random enemy block at sea becomes ID1; a Dummy is removed.
    fn intelligence(&mut self, side: Side, fits: impl Fn(&Tables, &Force) -> bool) {
        let Some(who) = self.random_block(side.other(), fits) else {
            return;
        };
        self.log.reveal();
        self.unmask(who, Id::level(1));
    }

    /// A Dummy goes, any other block is known at least so well.
    fn unmask(&mut self, who: Who, id: Id) {
        let kind = self
            .p
            .fleet(who.side)
            .force(who.block)
            .map(|force| force.kind);
        match kind {
            Some(Kind::Dummy) => self.dummy_gone(who.side, who.block),
            _ => self.identify(who.side, who.block, id),
        }
    }

    /// A random Allied Convoy at sea is found by a die, without one if only one is in play, at sea or in port [13.8].
    fn b_dienst(&mut self, least: i8) {
        // Stragglers are no Convoy of their own.
        let is_convoy =
            |_: &Tables, force: &Force| force.kind == Kind::Convoy && !force.is_dispersed();
        let forces = self.p.fleet(Side::Allied).forces.iter();
        let convoys = forces.filter(|force| is_convoy(self.t, force)).count();
        let die = (convoys > 1).then(|| self.die());
        let heard = die.is_none_or(|die| die as i8 >= least);
        let who = self.random_block(Side::Allied, is_convoy).filter(|_| heard);
        if let Some(die) = die {
            let found = who.is_some();
            self.log.push(|| Event::BDienst { die, found });
        }
        let Some(who) = who else { return };
        self.log.reveal();
        self.identify(Side::Allied, who.block, Id::level(1));
    }

    /// The lowest-numbered group not yet taken: of the scenario, or bought (chapter 14) [13.6].
    pub fn next_group(&self, side: Side) -> Option<Incoming> {
        let (t, fleet) = (self.t, self.p.fleet(side));
        let listed = self.p.scenario(t).reinforcements.iter().enumerate();
        let listed = listed.filter(|(_, group)| group.side == side);
        let listed = listed.map(|(place, group)| (group.number, Incoming::Listed(place)));
        let bought = fleet.bought.iter().filter(|(_, group)| *group > 0);
        let bought = bought.map(|(force, group)| (*group, Incoming::Bought(*force)));
        let mut all: Vec<(u8, Incoming)> = listed.chain(bought).collect();
        all.sort_by_key(|(number, _)| *number);
        all.get(usize::from(fleet.groups)).map(|(_, group)| *group)
    }

    /// It comes to its place, in a block of its own if one can be had [13.6], [1.2]. A Campaign has no groups but those that
    /// were bought: when these have come, its owner picks from the Fortnight's list (chapter 14), [15.3.2].
    pub fn reinforce(&mut self, side: Side) {
        let t = self.t;
        let group = self.next_group(side);
        let Some(group) = group.filter(|group| !self.brings_ships(*group) || self.make_room(side))
        else {
            let mut offers = Vec::new();
            self.p.list_pick(t, side, PICKS, &mut offers);
            if self.p.season.is_some() && offers.len() > 1 {
                self.ask(side, Order::Pick(PICKS));
            }
            return;
        };
        match group {
            Incoming::Listed(place) => {
                self.p.fleet_mut(side).groups += 1;
                let group = &self.p.scenario(t).reinforcements[place];
                let air = group.air.iter().map(AirUnit::new);
                self.p.fleet_mut(side).air.extend(air);
                let name = format!("Reinforcements {}", group.number);
                let units = Units::of_list(&t.chart, &group.ships);
                self.put_in(side, name, group.at, units);
            }
            Incoming::Bought(force) => match t.ahistorical[usize::from(force)].at.len() {
                0 | 1 => self.land_bought(side, force, 0),
                _ => self.ask(side, Order::Berth(force)),
            },
        }
    }

    /// Aircraft need no block.
    fn brings_ships(&self, group: Incoming) -> bool {
        let ships = match group {
            Incoming::Listed(place) => &self.p.scenario(self.t).reinforcements[place].ships,
            Incoming::Bought(force) => &self.t.ahistorical[usize::from(force)].ships,
        };
        !Units::of_list(&self.t.chart, ships).is_empty()
    }

    /// Where a bought group comes in: its owner says [13.6], (chapter 14).
    pub fn berth(&mut self, side: Side, force: u8, choice: Choice) {
        let at = &self.t.ahistorical[usize::from(force)].at;
        let place = at.iter().position(|berth| berth_choice(*berth) == choice);
        self.land_bought(side, force, place.unwrap_or_default());
    }

    fn land_bought(&mut self, side: Side, force: u8, place: usize) {
        self.p.fleet_mut(side).groups += 1;
        let force = &self.t.ahistorical[usize::from(force)];
        if let Some(at) = force.at.get(place) {
            self.land_ahistorical(side, force, *at);
        }
    }
}

/// How a place to come in is named.
pub(crate) const fn berth_choice(berth: Berth) -> Choice {
    match berth {
        Berth::Port(port) => Choice::In(port),
        Berth::Box(off) => Choice::Box(off),
    }
}

/// A reinforcement group: of the scenario's list, or an ahistorical force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    Listed(usize),
    Bought(u8),
}
