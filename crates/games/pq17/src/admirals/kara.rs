//! WUNDERLAND [12.12]: one Panzerschiff, alone, and one pack that has nothing else to do go to the Kara Sea, if the gate is open
//! and nothing strong is believed near it; they stay as long as there is something to sink, and fuel for the way home.

use super::Advice;
use super::belief::Guess;
use super::helm::Errand;
use super::packs::ready;
use super::staff::Staff;
use crate::air::AirChoice;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::side::Side;
use crate::tables::{Condition, OffMap};
use crate::units::{BoxId, ShipId, ShipType};

/// Farther than that from the gate nobody is sent.
const FAR: f32 = 14.0;
/// So near to the gate no cruisers may be.
const NEAR: u32 = 4;
/// A pack goes the way through the gate only at its full speed [5.7.2], [7.4.5].
const RUN: Choice = Choice::Air(AirChoice::Run);
/// Subs that make the way worth while.
const SUBS: u8 = 2;

/// What is next on the way there and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leg {
    To(Hex),
    In(BoxId),
    Stay,
    Out,
}

impl<'a> Staff<'a> {
    /// The box and its values, under orders.
    fn kara(&self) -> Option<(BoxId, &'a OffMap)> {
        let orders = self.view.condition(self.side) == Some(Condition::Wunderland);
        let off = self.t.sheet.find_box("kara_sea")?;
        (orders && self.side == Side::Axis).then(|| (off, self.t.sheet.off_map(off)))
    }

    fn stands_in_kara(&self, force: &Force) -> bool {
        force
            .hex()
            .is_some_and(|hex| self.t.sheet.is_off_sheet(hex))
    }

    /// Where a force is, or lies in port.
    fn position_of(&self, force: &Force) -> Option<Hex> {
        let berth = force.place.in_port();
        let berth = berth.map(|port| self.t.sheet.port(port).hex);
        force.hex().or(berth)
    }

    /// The hex from which a force would enter, if ice lets it and no strong enemy is believed near; and how far it is.
    fn way_in(&self, off: &OffMap, force: &Force) -> Option<(Hex, f32)> {
        let here = self.position_of(force)?;
        let open = off.gate.is_none_or(|zone| {
            let ice = self.view.ice()[zone.index()].condition;
            matches!(ice, Ice::Clear | Ice::LightDrift)
        });
        let safe = |hex: &Hex| open && !self.is_guarded(*hex);
        let links = off.links.iter().copied().filter(safe);
        let far = links.map(|hex| (hex, self.way_to(hex)[here.grid()]));
        far.filter(|(_, far)| *far <= FAR)
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Heavy Ships were reported near a hex, or are likely there.
    fn is_guarded(&self, hex: Hex) -> bool {
        self.contacts().iter().any(|contact| {
            let trace = self.beliefs.trace(contact.token);
            let seen = trace.and_then(|trace| trace.heavy).unwrap_or(0) > 0;
            let likely = self.beliefs.weights(contact.token).of(Guess::Heavy) > 0.5;
            contact.hex.distance(hex) <= NEAR && (seen || likely)
        })
    }

    /// The unhurt Panzerschiff that has the shortest way in.
    fn raider(&self, off: &OffMap) -> Option<(&'a Force, ShipId)> {
        if self.view.has_been_in_kara(Kind::TaskForce) {
            return None;
        }
        let forces = self.view.own().filter(|force| {
            let alone = force.units.ships.len() == 1 && force.units.pools.is_empty();
            force.kind == Kind::TaskForce && (alone || force.place.in_port().is_some())
        });
        let ways = forces.filter_map(|force| Some((force, self.way_in(off, force)?.1)));
        let ships = ways.flat_map(|(force, far)| {
            let whole = force.units.ships.iter().filter(|state| !state.is_hit());
            let raiders = whole.filter(|state| self.t.chart.ship(state.ship).kind == ShipType::Cb);
            raiders.map(move |state| (force, state.ship, far))
        });
        let best = ships.min_by(|a, b| a.2.total_cmp(&b.2));
        best.map(|(force, ship, _)| (force, ship))
    }

    /// The pack at sea that has the shortest way in, of those that lie in wait for nobody.
    fn idle_pack(&self, off: &OffMap) -> Option<BlockId> {
        if self.view.has_been_in_kara(Kind::Wolfpack) || !self.prey().is_empty() {
            return None;
        }
        let packs = self.view.own().filter(|force| {
            force.kind == Kind::Wolfpack && force.hex().is_some() && ready(force) >= SUBS
        });
        let ways = packs.filter_map(|pack| Some((pack.block, self.way_in(off, pack)?.1)));
        ways.min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(block, _)| block)
    }

    fn leg(&self, force: &Force) -> Option<Leg> {
        let (id, off) = self.kara()?;
        if self.stands_in_kara(force) {
            return Some(match self.is_done_there(off, force) {
                true => Leg::Out,
                false => Leg::Stay,
            });
        }
        let sent = match force.kind {
            Kind::TaskForce => {
                let alone = force.units.ships.len() == 1 && force.units.pools.is_empty();
                alone && self.raider(off).map(|(own, _)| own.block) == Some(force.block)
            }
            Kind::Wolfpack => self.idle_pack(off) == Some(force.block),
            Kind::Convoy | Kind::Dummy => false,
        };
        let (link, _) = self.way_in(off, force).filter(|_| sent)?;
        Some(match force.hex() == Some(link) {
            true if force.motion.hexes == 0 => Leg::In(id),
            true => Leg::Stay, // the box takes a whole turn [5.7.2]
            false => Leg::To(link),
        })
    }

    /// Nothing is left to sink, or nothing to sink it with, or the oil is for the way home.
    fn is_done_there(&self, off: &OffMap, force: &Force) -> bool {
        let prey = self.contacts();
        let mut prey = prey.iter().filter(|contact| Some(contact.hex) == off.hex);
        let hurt = force.units.ships.iter().any(|state| state.step >= 2);
        let spent = force.kind == Kind::Wolfpack && ready(force) == 0;
        let home = off.links.iter().filter_map(|link| {
            let (_, far) = self.nearest_port(*link, |port| self.t.sheet.port(port).refuels)?;
            Some((far / 2.0).ceil() as i32)
        });
        let home = home.min().unwrap_or(0);
        let short = self.fuel_left(force).is_some_and(|left| left <= home); // Low on the last turns is no harm [11.2.2]
        prey.next().is_none() || hurt || spent || short
    }

    pub fn kara_errand(&self, force: &Force) -> Option<Errand> {
        Some(match self.leg(force)? {
            Leg::To(hex) => Errand::Go(hex),
            Leg::In(_) | Leg::Stay | Leg::Out => Errand::Stay,
        })
    }

    /// Whether a force has to go in or out of the box now.
    pub fn passes_gate(&self, force: &Force) -> bool {
        matches!(self.leg(force), Some(Leg::In(_) | Leg::Out))
    }

    pub fn steer_for_kara(&self, force: &Force) -> Option<Advice> {
        match self.leg(force)? {
            Leg::In(off) => {
                let ways = [Choice::Box(off), RUN];
                let way = ways.into_iter().find(|choice| self.has(*choice));
                Some(Advice::new(
                    way.unwrap_or(Choice::Stop),
                    "Nobody looks for them there.",
                ))
            }
            Leg::Out => {
                let far = |hex: &Hex| {
                    let port = self.nearest_port(*hex, |port| self.t.sheet.port(port).refuels);
                    port.map_or(FAR, |(_, far)| far)
                };
                let out = self.ways().min_by(|a, b| far(a).total_cmp(&far(b)));
                let run = Some(RUN).filter(|run| self.has(*run));
                let way = out.map(Choice::To).or(run);
                Some(Advice::new(
                    way.unwrap_or(Choice::Stop),
                    "There is nothing left to do.",
                ))
            }
            Leg::To(_) | Leg::Stay => None,
        }
    }

    /// A Panzerschiff in port with others, that is to go alone.
    pub fn kara_split(&self) -> Option<BlockId> {
        let (_, off) = self.kara()?;
        let (force, _) = self.raider(off)?;
        let others = force.units.ships.len() > 1 || !force.units.pools.is_empty();
        let may = self.has(Choice::Split(force.block));
        (others && may).then_some(force.block)
    }

    /// She, and nobody else.
    pub fn kara_part(&self, from: BlockId, into: Option<BlockId>) -> Option<Choice> {
        let (_, off) = self.kara()?;
        let (force, ship) = self.raider(off)?;
        if into == Some(force.block) {
            return Some(Choice::Done);
        }
        let take = Choice::TakeShip(ship);
        (from == force.block && into.is_none() && self.has(take)).then_some(take)
    }
}
