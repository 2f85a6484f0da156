//! Splitting forces [1.2.3]: warships and submarines leave for another block, merchant ships never by choice.

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, PACK, Pool, Units};
use crate::losses::Hull;
use crate::position::Position;
use crate::sequence::{Order, Play, Segment};
use crate::side::Side;
use crate::tables::Tables;
use crate::units::ShipType;

impl Position {
    /// A force that has not moved, with units to spare and a block for them [1.2].
    pub(crate) fn may_split(&self, t: &Tables, side: Side, force: &Force) -> bool {
        let blocks = usize::from(t.chart.blocks[side].total());
        force.motion.hexes == 0
            && self.fleet(side).forces.len() < blocks
            && units_to_spare(t, force, None, self.segment == Segment::Preparation)
                .next()
                .is_some()
    }

    /// Units that may go to the new block, and that they are enough once there is one.
    pub(crate) fn list_split(
        &self,
        t: &Tables,
        side: Side,
        from: BlockId,
        into: Option<BlockId>,
        out: &mut Vec<Choice>,
    ) {
        let fleet = self.fleet(side);
        let Some(force) = fleet.force(from) else {
            return;
        };
        let new = into.and_then(|block| fleet.force(block));
        let preparing = self.segment == Segment::Preparation;
        out.extend(units_to_spare(t, force, new, preparing));
        if into.is_some() {
            out.push(Choice::Done);
        }
    }
}

/// Units that may go to a new block: something must stay, ships and submarines do not mix, and auxiliaries stay with their
/// Convoy (R71). Submarines of a Convoy at sea stay with it: a British pack may not be there [5.2.1].
fn units_to_spare<'a>(
    t: &'a Tables,
    force: &'a Force,
    new: Option<&Force>,
    preparing: bool,
) -> impl Iterator<Item = Choice> + use<'a> {
    let chart = &t.chart;
    let pools = force.units.pools.iter();
    let cs = pools.map(|pool| usize::from(pool.cs + pool.diw));
    let lots = force.units.ships.len() + cs.sum::<usize>();
    let subs_taken = new.map_or(0, |new| new.units.cs(chart, ShipType::is_submarine));
    let convoy_at_sea = force.kind == Kind::Convoy && force.hex().is_some();
    let new = new.map(|new| new.kind);
    let fits = move |kind: ShipType| match kind.is_submarine() {
        _ if lots < 2 => false,
        // Before play auxiliaries are assigned like escorts [4.2].
        _ if kind.is_auxiliary() => preparing && new.is_none_or(|new| new == Kind::TaskForce),
        _ if kind.is_convoy_ship() => false,
        true => !convoy_at_sea && new.is_none_or(|new| new == Kind::Wolfpack) && subs_taken < PACK,
        false => new.is_none_or(|new| new == Kind::TaskForce),
    };
    let ships = force.units.ships.iter();
    let ships = ships.filter(move |state| fits(chart.ship(state.ship).kind));
    let pools = force.units.pools.iter();
    let pools = pools.filter(move |pool| pool.cs > 0 && fits(chart.class(pool.class).kind));
    ships
        .map(|state| Choice::TakeShip(state.ship))
        .chain(pools.map(|pool| Choice::TakeClass(pool.class)))
}

impl Play<'_> {
    /// Takes a unit over; the new block copies ID and Fuel [1.2.3], [11.1.1].
    pub fn split(&mut self, side: Side, from: BlockId, into: Option<BlockId>, choice: Choice) {
        let taken = match choice {
            Choice::TakeShip(ship) => {
                let Some(force) = self.p.fleet_mut(side).force_mut(from) else {
                    return;
                };
                let place = force
                    .units
                    .ships
                    .iter()
                    .position(|state| state.ship == ship);
                let Some(place) = place else { return };
                Units {
                    ships: vec![force.units.ships.remove(place)],
                    pools: Vec::new(),
                }
            }
            Choice::TakeClass(class) => {
                let Some(force) = self.p.fleet_mut(side).force_mut(from) else {
                    return;
                };
                let Some(pool) = force
                    .units
                    .pools
                    .iter_mut()
                    .find(|pool| pool.class == class)
                else {
                    return;
                };
                pool.cs -= 1;
                // Those that have fired stay behind as long as others can go.
                let spent = u8::from(pool.spent > pool.cs);
                pool.spent -= spent;
                force.units.tidy();
                Units {
                    ships: Vec::new(),
                    pools: vec![Pool {
                        spent,
                        ..Pool::new(class, 1)
                    }],
                }
            }
            _ => {
                self.end_split(side, from, into);
                return;
            }
        };
        let into = match into {
            Some(block) => {
                if let Some(new) = self.p.fleet_mut(side).force_mut(block) {
                    new.units.join(taken);
                }
                block
            }
            None => self.new_part(side, from, taken),
        };
        if let Choice::TakeShip(ship) = choice {
            self.move_inop(side, from, into, Some(Hull::Ship(ship)));
        }
        self.share_fuel(side, from, into);
        self.ask(side, Order::Split(from, Some(into)));
    }

    /// Whoever needs fuel has the marker of the force they come from [1.2.3].
    fn share_fuel(&mut self, side: Side, from: BlockId, into: BlockId) {
        let chart = &self.t.chart;
        let fleet = self.p.fleet(side);
        let marker = |block: BlockId| fleet.force(block).and_then(|force| force.fuel);
        let fuel = marker(from).or(marker(into));
        for block in [from, into] {
            if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
                force.fuel = fuel.filter(|_| force.units.has(chart, ShipType::needs_fuel));
            }
            self.tidy_force(side, block);
        }
    }

    fn new_part(&mut self, side: Side, from: BlockId, units: Units) -> BlockId {
        let token = self.new_token();
        let fleet = self.p.fleet(side);
        let old = fleet.force(from).cloned();
        let place = old.as_ref().map(|old| old.place);
        let name = old
            .as_ref()
            .map_or(String::new(), |old| format!("part of {}", old.name));
        let place = place.unwrap_or(crate::forces::Place::Sea(self.t.sheet.white_station));
        let mut part = crate::preparation::new_force(self.t, fleet, name, place, units);
        if let Some(old) = old {
            part.id = old.id;
            part.motion = old.motion;
            part.in_port_since = old.in_port_since;
        }
        part.token = token;
        let block = part.block;
        self.p.fleet_mut(side).forces.push(part);
        block
    }

    /// A part of Heavy Ships only has fuel for longer, once [11.1.2]; nobody can tell the parts apart.
    fn end_split(&mut self, side: Side, from: BlockId, into: Option<BlockId>) {
        let t = self.t;
        let Some(part) = into.and_then(|block| self.p.fleet_mut(side).force_mut(block)) else {
            return;
        };
        let heavy = part.units.is_heavy_only(&t.chart);
        part.fuel = part
            .fuel
            .map(|fuel| fuel.of_part(t, heavy, side == Side::Axis));
        let (hex, who) = (part.hex(), Self::who(side, part));
        self.log.push(|| Event::Splits { who, from, hex });
        if let Some(hex) = hex {
            self.mix(side, hex);
        }
    }
}
