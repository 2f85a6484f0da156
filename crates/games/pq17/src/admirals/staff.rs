//! What an admiral has on his table when he is asked: his view, what he believes, and what he may answer.

use super::belief::Beliefs;
use super::routes::{EAST, NEVER, Routes, WEST, Way};
use super::{Grade, Memory};
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind};
use crate::hex::Hex;
use crate::side::Side;
use crate::tables::Tables;
use crate::units::{PortId, ShipType};
use crate::view::{Contact, View};
use derbyhouse_kernel::Chance;

pub(super) struct Staff<'a> {
    pub view: View<'a>,
    pub t: &'a Tables,
    pub side: Side,
    pub choices: &'a [Choice],
    pub grade: Grade,
    pub beliefs: &'a Beliefs,
    pub routes: &'a Routes,
    pub chance: &'a mut Chance,
    pub memory: &'a mut Memory,
}

/// An enemy Convoy, as far as it is one.
#[derive(Clone, Debug)]
pub(super) struct Prey {
    pub hex: Hex,
    /// How likely it is a Convoy, more if it sails east and so is loaded.
    pub worth: f32,
    /// Where it will be from the next turn on.
    pub course: Vec<Hex>,
}

impl<'a> Staff<'a> {
    pub fn force(&self, block: BlockId) -> Option<&'a Force> {
        self.view.own().find(|force| force.block == block)
    }

    pub fn has(&self, choice: Choice) -> bool {
        self.choices.contains(&choice)
    }

    /// Hexes that may be gone to.
    pub fn ways(&self) -> impl Iterator<Item = Hex> + use<'a> {
        let choices = self.choices.iter();
        choices.filter_map(|choice| match choice {
            Choice::To(hex) => Some(*hex),
            _ => None,
        })
    }

    pub fn pick(&mut self, many: usize) -> usize {
        match many {
            0 | 1 => 0,
            many => self.chance.below(many as u32) as usize,
        }
    }

    /// The way of own warships to a goal.
    pub fn way_to(&self, goal: Hex) -> Way {
        self.routes.way_to(self.view, self.side, goal)
    }

    /// Ports of the side that are open and refuel, with the way to each from a hex.
    pub fn nearest_port(&self, from: Hex, fits: impl Fn(PortId) -> bool) -> Option<(PortId, f32)> {
        let scenario = self.view.scenario();
        let ports = self.t.sheet.port_ids().filter(|id| {
            let port = self.t.sheet.port(*id);
            let open = !port.temporary || scenario.temporary_ports.contains(id);
            port.side == self.side && open && fits(*id)
        });
        let far = ports.map(|port| {
            let hex = self.t.sheet.port(port).hex;
            (port, self.way_to(hex)[from.grid()])
        });
        far.filter(|(_, far)| *far < NEVER)
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Turns until its fuel runs low; none if it needs no fuel.
    pub fn fuel_left(&self, force: &Force) -> Option<i32> {
        let (_, turn) = force.fuel?.marker?;
        Some(i32::from(turn.index()) - i32::from(self.view.turn().index()))
    }

    /// Own Convoys, the loaded ones first; nobody can do anything for the one in the Kara Sea.
    pub fn convoys(&self) -> Vec<&'a Force> {
        let on_sheet = |force: &Force| {
            let hex = force.hex();
            hex.is_none_or(|hex| !self.t.sheet.is_off_sheet(hex))
        };
        let convoys = self.view.own().filter(|f| f.kind == Kind::Convoy);
        let mut convoys: Vec<&Force> = convoys.filter(|force| on_sheet(force)).collect();
        convoys.sort_by_key(|force| !force.sailing.as_ref().is_some_and(|s| s.loaded));
        convoys
    }

    pub fn contacts(&self) -> Vec<Contact> {
        let enemy = self.side.other();
        let mut contacts = self.view.contacts();
        contacts.retain(|contact| contact.side == enemy);
        contacts
    }

    /// What may be enemy Convoys, the likeliest first, and where they will be.
    pub fn prey(&self) -> Vec<Prey> {
        let contacts = self.contacts();
        let likely = contacts.iter().filter_map(|contact| {
            let weights = self.beliefs.weights(contact.token);
            let east = self
                .beliefs
                .trace(contact.token)
                .map_or(0, |trace| trace.east);
            let eastbound = east > 0 || (east == 0 && contact.hex.col() <= 12);
            let worth = weights.convoy() * if eastbound { 1.5 } else { 1.0 };
            (weights.convoy() >= 0.3).then(|| Prey {
                hex: contact.hex,
                worth,
                course: self.course(contact.hex, eastbound),
            })
        });
        let mut prey: Vec<Prey> = likely.collect();
        prey.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        prey
    }

    /// Where a Convoy that was seen in a hex will go.
    fn course(&self, from: Hex, eastbound: bool) -> Vec<Hex> {
        let convoys = self.view.scenario().convoys.iter();
        let mut to: Vec<PortId> = convoys
            .filter(|convoy| convoy.loaded == eastbound)
            .flat_map(|convoy| convoy.to.clone())
            .collect();
        if to.is_empty() {
            let ports = if eastbound { EAST } else { WEST };
            to.extend(ports.iter().filter_map(|port| self.t.sheet.find_port(port)));
        }
        self.routes.course(self.t, from, &to, 12)
    }

    /// Whether the side's order of battle, or the enemy's, has ships of such types; everybody knows the lists.
    pub fn listed(&self, side: Side, so: fn(ShipType) -> bool) -> bool {
        let forces = self.view.scenario().forces.iter();
        let mut ships = forces
            .filter(|force| force.side == side)
            .flat_map(|force| &force.ships.ships);
        ships.any(|ship| so(self.t.chart.ship(*ship).kind))
    }
}
