//! Splitting forces [1.2.3]: warships and submarines leave for another block, merchant ships never by choice.

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Hull, Hurt, Kind, Motion, PACK, Sailing, Units};
use crate::movement::is_closed;
use crate::position::Position;
use crate::sequence::{Order, Play, Segment};
use crate::side::{Nation, Side};
use crate::tables::{Condition, OptionId, Tables};
use crate::units::ShipType;

impl Position {
    /// Whether a block is left for units that leave their force: one of a Task Force, or of a Wolfpack, where Soviet ones have
    /// their own [1.2].
    pub(crate) fn has_block_for(&self, t: &Tables, side: Side, choice: &Choice) -> bool {
        let mix = &t.chart.blocks[side];
        let class = match choice {
            Choice::TakeClass(class) => Some(t.chart.class(*class)),
            _ => None,
        };
        let forces = self.fleet(side).forces.iter();
        match class.filter(|class| class.kind.is_submarine()) {
            // Merchant ships that go on by themselves are a Convoy of the scenario.
            None if class.is_some_and(|class| class.kind.is_merchant()) => true,
            None => {
                let used = forces.filter(|force| force.kind == Kind::TaskForce);
                used.count() < usize::from(mix.task_forces)
            }
            Some(class) => {
                let is_soviet = |nation| nation == Some(Nation::Soviet);
                let soviet = is_soviet(Some(class.nation));
                let packs = forces.filter(|force| force.kind == Kind::Wolfpack);
                let alike =
                    packs.filter(|pack| is_soviet(pack.units.submarine_nation(&t.chart)) == soviet);
                alike.count() < usize::from(mix.wolfpacks[usize::from(soviet)])
            }
        }
    }

    /// A force that has not moved, with units to spare and a block for them [1.2].
    pub(crate) fn may_split(&self, t: &Tables, side: Side, force: &Force) -> bool {
        // One pack at a time lies off Murmansk [5.1.4].
        let guest = side == Side::Axis
            && force.kind == Kind::Wolfpack
            && force
                .hex()
                .is_some_and(|hex| is_closed(t, side, Kind::TaskForce, hex));
        force.motion.hexes == 0
            && !guest
            && self.has_room(t, side)
            && self
                .spare_units(t, force, None)
                .any(|choice| self.has_block_for(t, side, &choice))
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
        let first = into.is_none();
        let spare = self.spare_units(t, force, new);
        out.extend(spare.filter(|choice| !first || self.has_block_for(t, side, choice)));
        if into.is_some() {
            out.push(Choice::Done);
        }
    }
}

impl Position {
    fn spare_units<'a>(
        &self,
        t: &'a Tables,
        force: &'a Force,
        new: Option<&Force>,
    ) -> impl Iterator<Item = Choice> + use<'a> {
        let preparing = self.segment == Segment::Preparation;
        let onward = self.onward_left(t, force, new);
        units_to_spare(t, force, new, preparing, onward)
    }
}

/// Units that may go to a new block: something must stay, ships and submarines do not mix, and auxiliaries stay with their
/// Convoy (R71). Submarines of a Convoy at sea stay with it: a British pack may not be there [5.2.1]. So many merchant ships
/// may go on as a Convoy of their own, if the scenario says so.
fn units_to_spare<'a>(
    t: &'a Tables,
    force: &'a Force,
    new: Option<&Force>,
    preparing: bool,
    onward: u8,
) -> impl Iterator<Item = Choice> + use<'a> {
    let chart = &t.chart;
    let lots = match force.is_dispersed() {
        true => 0, // merchant ships never leave by choice [1.2.3]
        false => force.units.hulls(),
    };
    let subs_taken = new.map_or(0, |new| new.units.cs(chart, ShipType::is_submarine));
    let convoy_at_sea = force.kind == Kind::Convoy && force.hex().is_some();
    let new = new.map(|new| new.kind);
    let fits = move |kind: ShipType| match kind.is_submarine() {
        _ if lots < 2 => false,
        // Before play auxiliaries are assigned like escorts [4.2].
        _ if kind.is_auxiliary() => preparing && new.is_none_or(|new| new == Kind::TaskForce),
        _ if kind.is_merchant() => onward > 0 && new.is_none_or(|new| new == Kind::Convoy),
        _ if kind.is_convoy_ship() => false,
        true => !convoy_at_sea && new.is_none_or(|new| new == Kind::Wolfpack) && subs_taken < PACK,
        false => new.is_none_or(|new| new == Kind::TaskForce),
    };
    let ships = force.units.ships.iter();
    // A ship that tows goes with the one she tows [5.1.1].
    let leaves_some = move |hull: Hull| {
        let towed = force.tows.iter().any(|tow| tow.ship == hull);
        lots > 1 + usize::from(towed) // her tug goes with her
    };
    let ships = ships.filter(move |state| {
        let hull = Hull::Ship(state.ship);
        fits(chart.ship(state.ship).kind) && force.tugs_of(hull) == 0 && leaves_some(hull)
    });
    let pools = force.units.pools.iter();
    let pools = pools.filter(move |pool| fits(chart.class(pool.class).kind));
    let whole = pools
        .clone()
        .filter(|pool| pool.cs > force.tugs_of(Hull::Class(pool.class)));
    let hurt = pools.flat_map(move |pool| {
        let hurt = [Hurt::Crippled, Hurt::Diw].into_iter();
        let hull = Hull::Class(pool.class);
        let hurt = hurt
            .filter(move |hurt| pool.of(*hurt) > 0 && (*hurt != Hurt::Diw || leaves_some(hull)));
        hurt.map(|hurt| Choice::TakeHurt(hurt, pool.class))
    });
    ships
        .map(|state| Choice::TakeShip(state.ship))
        .chain(whole.map(|pool| Choice::TakeClass(pool.class)))
        .chain(hurt)
}

impl Play<'_> {
    /// Takes a unit over; the new block copies ID and Fuel [1.2.3], [11.1.1].
    pub fn split(&mut self, side: Side, from: BlockId, into: Option<BlockId>, choice: Choice) {
        let (hull, hurt) = match choice {
            Choice::TakeShip(ship) => (Hull::Ship(ship), Hurt::Whole),
            Choice::TakeClass(class) => (Hull::Class(class), Hurt::Whole),
            Choice::TakeHurt(hurt, class) => (Hull::Class(class), hurt),
            _ => {
                self.end_split(side, from, into);
                return;
            }
        };
        if let Some(into) = self.split_hull(side, from, into, hull, hurt) {
            self.ask(side, Order::Split(from, Some(into)));
        }
    }

    /// Takes a ship, or one CS, into another block; a ship under tow brings her tug [5.1.1].
    pub fn split_hull(
        &mut self,
        side: Side,
        from: BlockId,
        into: Option<BlockId>,
        hull: Hull,
        hurt: Hurt,
    ) -> Option<BlockId> {
        let chart = &self.t.chart;
        let soviet = self.has_soviets(side, from);
        let used = self.has_used_cam(side, from, hull);
        let force = self.p.fleet_mut(side).force_mut(from)?;
        let mut taken = force.units.take(chart, hull, hurt)?;
        let tow = force.tows.iter().position(|tow| {
            tow.ship == hull && (hurt == Hurt::Diw || matches!(hull, Hull::Ship(_)))
        });
        let tow = tow.map(|place| force.tows.remove(place));
        if let Some(tug) = tow.and_then(|tow| force.units.take(chart, tow.tug, Hurt::Whole)) {
            taken.join(tug);
        }
        let into = match into {
            Some(block) => {
                if let Some(new) = self.p.fleet_mut(side).force_mut(block) {
                    new.units.join(taken);
                }
                block
            }
            None => self.new_part(side, from, taken),
        };
        if used {
            self.carry_cam(side, from, into); // [1.4.3]
        }
        for hull in std::iter::once(hull).chain(tow.map(|tow| tow.tug)) {
            self.hand_over_inop(side, from, into, hull);
        }
        if let (Some(tow), Some(new)) = (tow, self.p.fleet_mut(side).force_mut(into)) {
            new.tows.push(tow);
            new.tows.sort_unstable();
        }
        self.share_fuel(side, from, into);
        if soviet && !self.has_soviets(side, from) {
            self.go_on_without_soviets(side, from);
        }
        Some(into)
    }

    fn has_soviets(&self, side: Side, block: BlockId) -> bool {
        let chart = &self.t.chart;
        let force = self.p.fleet(side).force(block);
        force.is_some_and(|force| force.units.has_soviet_ships(chart))
    }

    /// A Ballast Convoy gets six turns back when its Soviet ships leave it, if the option holds [11.1.4].
    fn go_on_without_soviets(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        if !self.p.plays(OptionId::SovietEndurance) {
            return;
        }
        if let Some(force) = self.p.fleet_mut(side).force_mut(block)
            && force
                .sailing
                .as_ref()
                .is_some_and(|sailing| !sailing.loaded)
        {
            force.fuel = force.fuel.map(|fuel| fuel.without_soviets(t));
        }
    }

    /// Whoever needs fuel has the marker of the force they come from; of ships from two forces the worse counts [1.2.3],
    /// [11.1.1].
    fn share_fuel(&mut self, side: Side, from: BlockId, into: BlockId) {
        let chart = &self.t.chart;
        let fleet = self.p.fleet(side);
        let marker = |block: BlockId| fleet.force(block).and_then(|force| force.fuel);
        let old = marker(from).or(marker(into));
        let new = match (old, marker(into)) {
            (Some(old), Some(new)) => Some(old.worse(new)),
            _ => old,
        };
        for (block, fuel) in [(from, old), (into, new)] {
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
            if part.kind == Kind::Convoy
                && let Some(rule) = self.p.onward(self.t, &old)
            {
                part.sailing = old.sailing.clone().map(|sailing| Sailing {
                    to: vec![rule.to],
                    cams_used: 0,
                    ..sailing
                });
            }
            part.is_known_as(&old);
            part.motion = Motion {
                shadowed: false, // until the enemy says that he follows it [6.3.4]
                ..old.motion
            };
            part.in_port_since = old.in_port_since;
        }
        part.token = token;
        let block = part.block;
        self.p.fleet_mut(side).forces.push(part);
        self.follow_ev(side, from, block);
        block
    }

    /// Nobody can tell the parts apart.
    fn end_split(&mut self, side: Side, from: BlockId, into: Option<BlockId>) {
        let Some(part) = into.and_then(|block| self.p.fleet(side).force(block)) else {
            return;
        };
        let (hex, who) = (part.hex(), Self::who(side, part));
        self.log.push(|| Event::Splits { who, from, hex });
        let parts = [from, who.block];
        self.give_heavy_ships_their_turns(side, &parts, &parts);
        if let Some(hex) = hex {
            self.mix(side, hex);
        }
        self.split_in_sight(side, from, vec![from, who.block]); // [6.3.4]
    }

    /// A part of Heavy Ships only of a force that had Light Ships as well has fuel for longer, once, be it the new block or the
    /// old one [11.1.2]. Of a force of Heavy Ships it has not: its marker counts for them already.
    pub fn give_heavy_ships_their_turns(
        &mut self,
        side: Side,
        parts: &[BlockId],
        whole: &[BlockId],
    ) {
        let t = self.t;
        let mut whole = whole
            .iter()
            .filter_map(|block| self.p.fleet(side).force(*block));
        if !whole.any(|force| force.units.has(&t.chart, ShipType::is_light)) {
            return;
        }
        // For a Breakout Germans too [11.4].
        let breakout = self.p.condition(t, Side::Axis) == Condition::AtlanticBreakout;
        let short = side == Side::Axis && !breakout;
        for part in parts {
            if let Some(force) = self.p.fleet_mut(side).force_mut(*part) {
                let heavy = force.units.is_heavy_only(&t.chart);
                force.fuel = force.fuel.map(|fuel| fuel.of_part(t, heavy, short));
            }
        }
    }
}
