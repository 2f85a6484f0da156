//! Naval movement: who goes where, and how fast.

use super::Advice;
use super::staff::Staff;
use crate::air::AirChoice;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind};
use crate::hex::Hex;
use crate::side::Side;
use crate::units::PortId;
use crate::weather::Weather;

/// What a force is to do this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    Stay,
    /// To a hex, at Moderate Speed.
    Go(Hex),
    /// To a hex, as fast as it can.
    Hurry(Hex),
    Into(PortId),
}

impl Staff<'_> {
    fn errand(&self, force: &Force) -> Errand {
        match force.kind {
            Kind::Convoy => Errand::Stay,
            Kind::Wolfpack => self.pack_errand(force),
            Kind::Dummy => self.dummy_errand(force),
            Kind::TaskForce => self.fleet_errand(force),
        }
    }

    /// Whether a force has somewhere to go now.
    fn goes(&self, force: &Force) -> bool {
        if force.kind == Kind::Convoy {
            return self.convoy_sails(force);
        }
        if self.passes_gate(force) {
            return true;
        }
        let errand = self.errand(force);
        match (errand, force.place.in_port()) {
            (Errand::Stay, _) => false,
            (Errand::Go(_) | Errand::Hurry(_), Some(_)) => true,
            (Errand::Into(_), Some(_)) => false,
            (Errand::Go(hex) | Errand::Hurry(hex), None) => force
                .hex()
                .is_some_and(|here| self.step(force, here, hex, true).is_some()),
            (Errand::Into(_), None) => true,
        }
    }

    /// The next force that has something to do, Convoys first; then refuelling at sea, then done.
    pub fn helm(&mut self) -> Advice {
        if self.choices.contains(&Choice::CallUp) {
            return Advice::new(Choice::CallUp, "Tirpitz may be there."); // [12.4]
        }
        if let Some(split) = self.wanted_split() {
            return Advice::new(Choice::Split(split), "They have different errands.");
        }
        for choice in self.choices {
            if let Choice::Refuel(block) = choice
                && let Some(force) = self.force(*block)
                && self.wants_oil(force)
            {
                return Advice::new(*choice, "The oiler comes alongside.");
            }
        }
        let rearm = self.choices.iter().find(|choice| match choice {
            Choice::Rearm(block) => self
                .force(*block)
                .is_some_and(|force| self.wants_torpedoes(force)),
            _ => false,
        });
        if let Some(choice) = rearm {
            return Advice::new(*choice, "Torpedoes for those who have none.");
        }
        let mut movers: Vec<&Force> = self
            .choices
            .iter()
            .filter_map(|choice| match choice {
                Choice::Move(block) => self.force(*block),
                _ => None,
            })
            .collect();
        movers.sort_by_key(|force| force.kind != Kind::Convoy);
        let first = movers.into_iter().find(|force| self.goes(force));
        match first {
            Some(force) => Advice::new(Choice::Move(force.block), "It has somewhere to go."),
            None => Advice::new(Choice::Done, "All are where they should be."),
        }
    }

    /// In port always; at sea when the marker is near, in weather that allows it and with no enemy in the hex.
    fn wants_oil(&self, force: &Force) -> bool {
        let Some(here) = force.hex() else {
            return true;
        };
        let near = self.fuel_left(force).is_some_and(|turns| turns < 8);
        let calm = !matches!(self.view.weather(), Some(Weather::Gales | Weather::Storms));
        let slow = force.kind == Kind::Convoy;
        near && calm && slow && self.contacts().iter().all(|contact| contact.hex != here)
    }

    /// In port, and with more fired than left.
    fn wants_torpedoes(&self, force: &Force) -> bool {
        let pools = force.units.pools.iter();
        let (cs, spent) = pools.fold((0u8, 0u8), |(cs, spent), pool| {
            (cs + pool.cs, spent + pool.spent)
        });
        force.place.in_port().is_some() && 2 * spent > cs
    }

    pub fn steer(&mut self, block: BlockId) -> Advice {
        let Some(force) = self.force(block) else {
            return Advice::new(Choice::Stop, "It is gone.");
        };
        if force.kind == Kind::Convoy {
            return self.steer_convoy(force);
        }
        if let Some(advice) = self.steer_for_kara(force) {
            return advice;
        }
        let errand = self.errand(force);
        if self.has(Choice::Leave) {
            return match errand {
                Errand::Go(_) | Errand::Hurry(_) => Advice::new(Choice::Leave, "Out to sea."),
                _ => Advice::new(Choice::Stop, "In port is best."),
            };
        }
        let Some(here) = force.hex() else {
            return Advice::new(Choice::Stop, "It stays.");
        };
        let (goal, fast) = match errand {
            Errand::Stay => return Advice::new(Choice::Stop, "It is where it should be."),
            Errand::Go(hex) => (hex, false),
            Errand::Hurry(hex) => (hex, true),
            Errand::Into(port) => (self.t.sheet.port(port).hex, false),
        };
        if goal == here && matches!(errand, Errand::Into(_)) && self.has(Choice::Enter) {
            return Advice::new(Choice::Enter, "Home.");
        }
        let run = Choice::Air(AirChoice::Run);
        if self.has(run) && self.runs(here, goal) {
            return Advice::new(run, "Two hexes, while nobody watches.");
        }
        let limit = if fast || force.kind == Kind::Dummy {
            3
        } else {
            2
        };
        if force.motion.hexes >= limit {
            return Advice::new(Choice::Stop, "Fuel is not to be wasted.");
        }
        let step = self.step(force, here, goal, false);
        Advice::new(step.map_or(Choice::Stop, Choice::To), "On the way.")
    }

    /// A pack runs two hexes where no aircraft watch it, if it has so far to go [7.4.5].
    fn runs(&self, here: Hex, goal: Hex) -> bool {
        let watched = |hex: Hex| self.t.sheet.in_radius(self.side.other(), hex);
        let next = self.t.sheet.ways.around(here);
        here.distance(goal) >= 2 && !watched(here) && !next.into_iter().any(watched)
    }

    /// The next hex of the way to a goal, if it leads nearer. Before a force is asked where it goes, any open hex will do.
    fn step(&self, force: &Force, here: Hex, goal: Hex, any: bool) -> Option<Hex> {
        if here == goal {
            return None;
        }
        let way = self.way_to(goal);
        let quiet = force.kind == Kind::Wolfpack
            && self.side == Side::Axis
            && self.t.sheet.in_radius(Side::Allied, here)
            && force.motion.hexes >= 1;
        if quiet {
            return None; // two hexes under enemy aircraft cost more than they bring [7.4.5]
        }
        let nearer = |hex: &Hex| way[hex.grid()] < way[here.grid()];
        let ways: Vec<Hex> = match any {
            true => self.t.sheet.ways.around(here).collect(),
            false => self.ways().collect(),
        };
        let closer = ways.into_iter().filter(nearer);
        closer.min_by(|a, b| way[a.grid()].total_cmp(&way[b.grid()]))
    }
}
