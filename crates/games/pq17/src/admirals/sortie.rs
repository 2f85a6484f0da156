//! German surface groups: when they sail, against what, and how they come upon it (12.3).

use super::Advice;
use super::belief::Guess;
use super::helm::Errand;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind};
use crate::hex::Hex;
use crate::units::{ShipId, ShipType};

/// The last approach: hexes that a force makes at High Speed.
const APPROACH: f32 = 3.0;
/// CS of destroyers without which no Heavy Ship sails.
const SCREEN: u8 = 3;

impl Staff<'_> {
    /// German surface forces: out when a Convoy is in reach and what covers it is not; home again before fuel is short.
    pub fn sortie(&self, force: &Force) -> Errand {
        let berth = force
            .place
            .in_port()
            .map(|port| self.t.sheet.port(port).hex);
        let Some(here) = force.hex().or(berth) else {
            return Errand::Stay;
        };
        let hurt = force.units.ships.iter().any(|state| state.step >= 2);
        let way = self.way_to(here);
        let best = self.prey().into_iter().find_map(|prey| {
            let meeting = prey.course.first().copied().unwrap_or(prey.hex);
            let far = way[meeting.grid()];
            let within = far <= if force.hex().is_some() { 9.0 } else { 6.0 };
            (within && !hurt && self.is_worth(force, prey.hex, prey.worth))
                .then_some((prey.hex, meeting, far))
        });
        match best {
            Some((hex, _, _)) if hex == here && force.hex().is_some() => Errand::Stay,
            Some((hex, _, far)) if far <= APPROACH => Errand::Hurry(hex),
            Some((_, meeting, _)) => Errand::Go(meeting),
            None => self.homeward(force),
        }
    }

    /// What the merchantmen are worth against what may cover them.
    fn is_worth(&self, force: &Force, at: Hex, worth: f32) -> bool {
        let contacts = self.contacts();
        let covering = contacts
            .iter()
            .filter(|contact| contact.hex.distance(at) <= 1);
        let heavy: f32 = covering
            .map(|contact| self.beliefs.weights(contact.token).of(Guess::Heavy))
            .sum();
        let battleship = contacts.iter().any(|contact| {
            let heavy = self
                .beliefs
                .trace(contact.token)
                .and_then(|trace| trace.heavy);
            heavy.is_some_and(|heavy| heavy > 0) && contact.hex.distance(at) <= 3
        });
        let own: f32 = if self.has_kind(force, ShipType::is_capital) {
            20.0
        } else if self.has_kind(force, ShipType::is_heavy) {
            12.0
        } else {
            4.0
        };
        let convoys = self
            .view
            .scenario()
            .convoys
            .iter()
            .filter(|convoy| convoy.loaded);
        let ships: u8 = convoys
            .flat_map(|convoy| &convoy.ships.classes)
            .map(|(_, cs)| *cs)
            .max()
            .unwrap_or(8);
        let gain = worth * f32::from(ships) * 1.2 * 0.5 * 0.35;
        let destroyers = force.units.cs(&self.t.chart, ShipType::is_flotilla);
        let escorted = !self.has_kind(force, ShipType::is_heavy) || destroyers >= SCREEN;
        escorted && !(battleship && own >= 12.0) && gain > heavy.min(1.0) * own * 0.5 + 1.0
    }

    /// A group parts before it enters the hex of its prey: two Task Forces have two location draws, and who finds it first
    /// calls the other [7.5.7].
    pub fn group_to_part(&self) -> Option<BlockId> {
        let mut forces = self.choices.iter().filter_map(|choice| match choice {
            Choice::Split(block) => self.force(*block),
            _ => None,
        });
        let group = forces.find(|force| {
            let heavy = self.has_kind(force, ShipType::is_heavy);
            let screens = force.units.cs(&self.t.chart, ShipType::is_flotilla);
            force.kind == Kind::TaskForce
                && force.hex().is_some()
                && heavy
                && screens >= 2 * SCREEN
                && self.is_alone(force)
                && matches!(self.fleet_errand(force), Errand::Hurry(_))
        });
        group.map(|force| force.block)
    }

    /// No other own Task Force is with it: it has not parted already.
    fn is_alone(&self, force: &Force) -> bool {
        let mut others = self.view.own().filter(|own| own.block != force.block);
        !others.any(|own| own.kind == Kind::TaskForce && own.hex() == force.hex())
    }

    /// Half of the Heavy Ships, the weaker ones, and half of the destroyers.
    pub fn part_of_group(&self, from: BlockId, into: Option<BlockId>) -> Advice {
        let chart = &self.t.chart;
        let count = |force: Option<&Force>| {
            let units = force.map(|force| &force.units);
            units.map_or((0, 0), |units| {
                let heavy = units.counters(chart, ShipType::is_heavy);
                (heavy, units.cs(chart, ShipType::is_flotilla))
            })
        };
        let (stay, screens) = count(self.force(from));
        let (gone, screening) = count(into.and_then(|block| self.force(block)));
        let heavy = |ship: &ShipId| chart.ship(*ship).kind.is_heavy();
        let weakest = self.choices.iter().filter_map(|choice| match choice {
            Choice::TakeShip(ship) if heavy(ship) => Some(*ship),
            _ => None,
        });
        let weakest = weakest.min_by_key(|ship| chart.ship(*ship).cs());
        let destroyer = self.choices.iter().find(|choice| match choice {
            Choice::TakeClass(class) => chart.class(*class).kind.is_flotilla(),
            _ => false,
        });
        match (weakest, destroyer) {
            (Some(ship), _) if gone < (gone + stay) / 2 => {
                Advice::new(Choice::TakeShip(ship), "Two groups find more than one.")
            }
            (_, Some(choice)) if screening < (screening + screens) / 2 => {
                Advice::new(*choice, "Destroyers for either group.")
            }
            _ => Advice::new(Choice::Done, "They part here."),
        }
    }
}
