//! Aircraft: who flies where and for what, and what they do when they are there.

use super::Advice;
use super::belief::Guess;
use super::staff::Staff;
use crate::air::{AirChoice, AirId, AirOrder, AirUnit, Mission, Part};
use crate::choice::Choice;
use crate::forces::{Force, Kind};
use crate::hex::Hex;
use crate::recon::Reading;
use crate::side::Side;
use crate::tables::{Base, Line};
use crate::units::{PortId, Role};
use crate::view::Contact;

/// Strikes go only where they are likely to find something.
const LIKELY: f32 = 0.45;

impl<'a> Staff<'a> {
    pub fn air(&mut self, order: &AirOrder) -> Advice {
        match order {
            AirOrder::Photograph(_) => self.photograph(),
            AirOrder::Missions(_) => self.missions(),
            AirOrder::Fly(unit, radius) => self.fly(*unit, radius),
            AirOrder::Attack => self.raid(),
            AirOrder::Groups(flights, _) => {
                let largest = flights
                    .iter()
                    .enumerate()
                    .max_by_key(|(_, f)| f.units.len());
                let group = largest.map(|(place, _)| AirChoice::Group(place as u8));
                self.first(group, "The strongest first.")
            }
            AirOrder::Gather(..) => self.first([AirChoice::All], "Everything in one strike."),
            AirOrder::Harbor => {
                Advice::new(self.choices.first().copied(), "Ships in port lie still.")
            }
            AirOrder::Scramble(_) => self.first([AirChoice::All], "Everybody up."),
            AirOrder::Dogfight(_)
            | AirOrder::Deploy(..)
            | AirOrder::Assign(_)
            | AirOrder::Support(_) => Advice::new(Choice::Auto, "As the book says."),
            AirOrder::Reply => self.first([AirChoice::Reply], "Strike back before they land."),
            AirOrder::Contact(..) => self.first([AirChoice::Hit], "A ship alone is an easy prey."),
            AirOrder::EndShadow(_) => Advice::new(Choice::Pass, "Keep in touch."),
            AirOrder::FollowSplit(_) => {
                let parts = [
                    Part::Convoy,
                    Part::Capital,
                    Part::Carrier,
                    Part::Heavy,
                    Part::Larger,
                ];
                self.first(parts.map(AirChoice::Follow), "Stay with what counts.")
            }
            AirOrder::Elusive | AirOrder::Switch(_) | AirOrder::Cam => {
                let any = self
                    .choices
                    .iter()
                    .find(|choice| matches!(choice, Choice::Air(_)));
                Advice::new(any.copied(), "It can only help.")
            }
        }
    }

    /// The first of some answers that is on offer.
    fn first(&self, wanted: impl IntoIterator<Item = AirChoice>, why: &'static str) -> Advice {
        let mut wanted = wanted.into_iter().map(Choice::Air);
        Advice::new(wanted.find(|choice| self.has(*choice)), why)
    }

    fn wing(&self) -> Vec<(AirId, &'a AirUnit)> {
        let own = self
            .view
            .aircraft()
            .into_iter()
            .filter(|(side, _)| *side == self.side);
        own.enumerate()
            .map(|(place, (_, unit))| (AirId::new(place), unit))
            .collect()
    }

    fn unit(&self, id: AirId) -> Option<&'a AirUnit> {
        self.wing().get(id.index()).map(|(_, unit)| *unit)
    }

    /// Where it takes off.
    fn base_of(&self, unit: &AirUnit) -> Option<Hex> {
        match unit.base {
            Base::Airbase(base) => Some(self.t.sheet.airbase(base).hex),
            Base::Carrier(carrier) => {
                let aboard =
                    |force: &Force| force.units.ships.iter().any(|state| state.ship == carrier);
                self.view
                    .own()
                    .find(|force| aboard(force))
                    .and_then(Force::hex)
            }
        }
    }

    fn reaches(&self, unit: &AirUnit, hex: Hex) -> bool {
        let range = unit.aircraft(self.t).range;
        self.base_of(unit)
            .is_some_and(|base| base.distance(hex) <= range)
    }

    /// The port whose last photograph is oldest; the Axis looks for carriers in Scapa Flow first [5.1.8].
    fn photograph(&mut self) -> Advice {
        let age = |port: PortId| {
            let photographs = self.view.photographs().iter().rev();
            let mut last = photographs.filter(|photograph| photograph.port == port);
            last.next()
                .map_or(-1, |photograph| i32::from(photograph.turn.index()))
        };
        let carriers = self.side == Side::Axis && !self.view.scenario().carriers.is_empty();
        let rank = |port: PortId| {
            let id = self.t.sheet.port(port).id.as_str();
            match (self.side, id) {
                (Side::Axis, "scapa_flow") if carriers => -2,
                (Side::Allied, "trondheim" | "narvik" | "altafjord") => age(port) - 1,
                _ => age(port) + 4,
            }
        };
        let ports = self.choices.iter().filter_map(|choice| match choice {
            Choice::Air(AirChoice::Photograph(port)) => Some(*port),
            _ => None,
        });
        let best = ports.min_by_key(|port| rank(*port));
        let best = best.map(|port| Choice::Air(AirChoice::Photograph(port)));
        Advice::new(best, "What was not seen for longest.")
    }

    /// The chance that a card on a line finds a contact; a second card if it is shadowed [7.1.1].
    pub fn locates(&self, line: Line, contact: &Contact) -> f32 {
        let (t, view) = (self.t, self.view);
        let weather = view.weather().unwrap_or(crate::weather::Weather::Fair);
        let column = t.weather.card_column(weather);
        let (light, hex) = (view.light(), contact.hex);
        let date = view.scenario().date;
        let deck = &t.cards[self.side];
        let found = deck.iter().filter(|card| {
            let reading = Reading {
                find: card.section(light).find(line, column),
                target: contact.id,
                shadowed: contact.shadowed,
                friendly_shore: t.sheet.is_friendly_shore(self.side, hex),
                near_interceptors: t.sheet.near_interceptors(self.side.other(), hex, date),
                soviet_failure: false,
                for_show: false,
            };
            reading.succeeds()
        });
        let p = found.count() as f32 / deck.len() as f32;
        if contact.shadowed {
            1.0 - (1.0 - p) * (1.0 - p)
        } else {
            p
        }
    }

    /// What a strike on a contact is worth; nothing if it is likely not to be found.
    fn worth_a_strike(&self, contact: &Contact) -> f32 {
        let weights = self.beliefs.weights(contact.token);
        let least = match (contact.kind, self.side) {
            (Some(Kind::Convoy), _) if contact.shadowed => 0.0,
            (_, Side::Allied) => LIKELY - 0.05,
            _ => LIKELY,
        };
        let p = self.locates(Line::Air, contact);
        let worth = match (contact.kind, self.side) {
            (Some(Kind::Convoy), _) => 5.0,
            (Some(Kind::TaskForce), Side::Allied) => 4.0,
            (Some(Kind::TaskForce), Side::Axis) => 1.0 + weights.of(Guess::Heavy),
            _ => 0.0,
        };
        if p >= least { worth * p } else { 0.0 }
    }

    /// The best target for a unit, if any.
    fn strike_target(&self, unit: &AirUnit) -> Option<Hex> {
        let kind = unit.aircraft(self.t);
        if kind.role == Role::Fighter || !kind.attacks_ships || kind.bombing.is_none() {
            return None;
        }
        let contacts = self.contacts();
        let fits = |contact: &&Contact| {
            let guarded = self
                .beliefs
                .trace(contact.token)
                .is_some_and(|trace| trace.carriers);
            // Floatplanes are no match for fighters.
            contact.id.is_identified()
                && self.reaches(unit, contact.hex)
                && !(guarded && kind.circled)
        };
        let worth = |contact: &&Contact| self.worth_a_strike(contact);
        let best = contacts
            .iter()
            .filter(fits)
            .max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
        (worth(&best) > 0.5).then_some(best.hex)
    }

    /// Where a unit that searches would learn most; each hex is enough for one.
    fn recon_target(&self, unit: &AirUnit) -> Option<Hex> {
        if !unit.aircraft(self.t).recon {
            return None;
        }
        let taken: Vec<Hex> = self
            .wing()
            .iter()
            .filter_map(|(_, unit)| unit.mission.hex())
            .collect();
        let contacts = self.contacts();
        let free = contacts.iter().filter(|contact| {
            !contact.shadowed && !taken.contains(&contact.hex) && self.reaches(unit, contact.hex)
        });
        let worth = |contact: &&Contact| self.worth_knowing(contact);
        let best = free.max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
        (worth(&best) > 1.2).then_some(best.hex)
    }

    /// A pack that was seen near a Convoy.
    fn hunting_target(&self, unit: &AirUnit) -> Option<Hex> {
        if !unit.aircraft(self.t).asw {
            return None;
        }
        let convoys: Vec<Hex> = self
            .convoys()
            .iter()
            .filter_map(|convoy| convoy.hex())
            .collect();
        let mut packs = self.contacts();
        packs.retain(|contact| {
            contact.kind == Some(Kind::Wolfpack)
                && self.reaches(unit, contact.hex)
                && convoys.iter().any(|hex| hex.distance(contact.hex) <= 3)
        });
        packs.first().map(|contact| contact.hex)
    }

    /// Hexes for an Air Radius: over the Convoy, then before it.
    fn radius_target(&self, unit: &AirUnit, laid: &[Hex]) -> Option<Hex> {
        let kind = unit.aircraft(self.t);
        if self.side == Side::Axis || !kind.asw || !kind.recon {
            return None;
        }
        let covered: Vec<Hex> = self
            .wing()
            .iter()
            .flat_map(|(_, unit)| match &unit.mission {
                Mission::Radius(hexes) => hexes.clone(),
                _ => Vec::new(),
            })
            .collect();
        let convoys = self.convoys();
        let hexes = convoys.iter().filter_map(|convoy| {
            let to = convoy
                .sailing
                .as_ref()
                .map_or(&[][..], |sailing| &sailing.to);
            let here = convoy.hex()?;
            let next = self.routes.course(self.t, here, to, 1);
            Some([here].into_iter().chain(next))
        });
        hexes.flatten().find(|hex| {
            !laid.contains(hex)
                && !covered.contains(hex)
                && !self.t.sheet.in_radius(Side::Allied, *hex)
                && self.reaches(unit, *hex)
        })
    }

    /// What a unit is best sent for.
    fn mission(&self, unit: &AirUnit, laid: &[Hex]) -> Option<AirChoice> {
        if !laid.is_empty() {
            return self.radius_target(unit, laid).map(AirChoice::Radius);
        }
        let strike = self.strike_target(unit).map(AirChoice::Strike);
        let hunt = || self.hunting_target(unit).map(AirChoice::Asw);
        let radius = || self.radius_target(unit, laid).map(AirChoice::Radius);
        let recon = || self.recon_target(unit).map(AirChoice::Recon);
        match self.side {
            Side::Allied => strike.or_else(hunt).or_else(radius).or_else(recon),
            Side::Axis => strike.or_else(recon).or_else(hunt),
        }
    }

    /// The next unit that has somewhere to go; each is asked once a turn.
    fn missions(&mut self) -> Advice {
        let ready = self.choices.iter().filter_map(|choice| match choice {
            Choice::Air(AirChoice::Fly(id)) => Some(*id),
            _ => None,
        });
        let turn = self.view.turn();
        for id in ready {
            let asked = self.memory.flown.contains(&(turn, id));
            let unit = self.unit(id).filter(|_| !asked);
            if unit.is_some_and(|unit| self.mission(unit, &[]).is_some()) {
                self.memory.flown.retain(|(of, _)| *of == turn);
                self.memory.flown.push((turn, id));
                return Advice::new(Choice::Air(AirChoice::Fly(id)), "There is work for them.");
            }
        }
        Advice::new(Choice::Done, "The others stay on the ground.")
    }

    fn fly(&mut self, id: AirId, laid: &[Hex]) -> Advice {
        let mission = self.unit(id).and_then(|unit| self.mission(unit, laid));
        match mission.map(Choice::Air).filter(|choice| self.has(*choice)) {
            Some(choice) => Advice::new(choice, "That is where they are needed."),
            None => Advice::new(Choice::Pass, "They stay where they are."),
        }
    }

    /// Whatever they came for; Convoys first.
    fn raid(&mut self) -> Advice {
        let contacts = self.contacts();
        let worth = |choice: &&Choice| match choice {
            Choice::Air(AirChoice::Attack(token)) => {
                let contact = contacts.iter().find(|contact| contact.token == *token);
                contact.map_or(0.5, |contact| 1.0 + self.worth_a_strike(contact))
            }
            Choice::Air(AirChoice::AttackPort(_)) => 3.0,
            Choice::Air(AirChoice::AttackBase(_)) => 2.0,
            _ => 0.0,
        };
        let best = self
            .choices
            .iter()
            .max_by(|a, b| worth(a).total_cmp(&worth(b)));
        match best.filter(|choice| worth(choice) > 0.0) {
            Some(choice) => Advice::new(*choice, "They did not come for nothing."),
            None => Advice::new(Choice::Done, "There is no target."),
        }
    }
}
