//! Boxes off the map [5.7]: Germany and the Kara Sea cost a whole turn at Moderate Speed, the English Channel one hex.

use crate::choice::Choice;
use crate::command::SEVERNY_STEP;
use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Place};
use crate::fuel::{Fuel, Leaving};
use crate::helm::is_soviet_water;
use crate::hex::Hex;
use crate::ice::{Ice, Zone};
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{OffMap, Tables, Track};
use crate::units::{BoxId, ShipType};

impl OffMap {
    /// It costs the whole turn, not one hex [5.7.1], [5.7.2].
    pub(crate) const fn is_far(&self) -> bool {
        !self.removes
    }

    /// What coming out costs: Moderate Speed for the whole turn, or a hex.
    pub(crate) fn hexes_out(&self, t: &Tables) -> u8 {
        match self.is_far() {
            true => t.speeds[1],
            false => 1,
        }
    }
}

impl Position {
    /// Whether a force goes through between a box and its hex now: far ones need the whole turn at Moderate Speed.
    fn reaches_box(&self, t: &Tables, force: &Force, off: &OffMap) -> bool {
        let left = self.hexes_left(t, force, off.port, false);
        match off.is_far() {
            true => force.motion.hexes == 0 && left >= t.speeds[1],
            false => left > 0,
        }
    }

    /// Whose box it is, and whether ice and orders let him use it [5.7.1], [5.7.2], [5.7.3]. One that plays as a hex is entered
    /// under the rules of a hex (R85).
    fn may_use_box(&self, t: &Tables, side: Side, force: &Force, off: &OffMap) -> bool {
        let own = off.side.is_none_or(|owner| owner == side);
        let gate = self.is_gate_open(off);
        let under_orders =
            off.side.is_some() || side == Side::Allied || self.is_wunderland(t, side, force);
        let open = off.hex.is_none_or(|hex| {
            self.may_be_in(t, side, force, hex) && self.is_severny_covered(t, force, hex)
        });
        let kind = match force.kind {
            Kind::Convoy => false,
            Kind::Dummy => off.port && !off.removes,
            _ => true,
        };
        own && gate && under_orders && kind && open
    }

    /// The Kara Sea is open, in and out, while its gate has no worse than Light Drift [5.7.2].
    fn is_gate_open(&self, off: &OffMap) -> bool {
        off.gate.is_none_or(|zone: Zone| {
            let ice = self.ice[zone.index()].condition;
            matches!(ice, Ice::Clear | Ice::LightDrift)
        })
    }

    /// Boxes that a force could enter from its hex, or hexes that it could come out to.
    pub(crate) fn ways_off_map(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
    ) -> impl Iterator<Item = Choice> {
        let here = force.hex();
        let boxes = t.sheet.boxes.iter().enumerate().filter(move |(_, off)| {
            here.is_some_and(|here| off.links.contains(&here))
                && self.may_use_box(t, side, force, off)
                && self.reaches_box(t, force, off)
        });
        let inside = match force.place {
            Place::Box(off) => Some(off),
            Place::Sea(hex) => t.sheet.box_at(hex),
            Place::Port(_) => None,
        };
        let inside = inside.map(|off| t.sheet.off_map(off)).filter(|off| {
            force.kind != Kind::Convoy // the Soviet Convoy does not move [12.12]
                && self.reaches_box(t, force, off)
                && self.is_gate_open(off)
                && self.is_tirpitz_free(t, force)
                && (!off.port || self.is_operational(t, side, force)) // [5.1.3]
                && self.box_is_covered(t, side, force, off)
        });
        let out = inside.into_iter().flat_map(|off| off.links.iter().copied());
        let out = out.filter(move |hex| {
            self.may_be_in(t, side, force, *hex) && self.is_severny_covered(t, force, *hex)
        });
        boxes
            .map(|(place, _)| Choice::Box(BoxId::new(place)))
            .chain(out.map(Choice::To))
    }

    /// Heavy Ships need no points out of Germany; out of the Channel they do [4.3.2], [4.3.3].
    pub(crate) fn box_is_covered(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        off: &OffMap,
    ) -> bool {
        let halves = self.box_halves(t, side, force, off);
        self.fleet(side).points[Track::HomeFleet.index()].covers(halves)
    }

    fn box_halves(&self, t: &Tables, side: Side, force: &Force, off: &OffMap) -> u8 {
        if side == Side::Axis || !off.port {
            return 0;
        }
        self.halves_unpaid(t, side, force)
    }
}

impl Play<'_> {
    /// Off the map: into port in Germany, out of the Operation through the Channel, or into the Kara Sea.
    pub fn enter_box(&mut self, side: Side, block: BlockId, off: BoxId) {
        let (turn, values) = (self.p.turn, self.t.sheet.off_map(off));
        let moderate = self.t.speeds[1];
        self.lose_touch(side, block);
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        let who = Self::who(side, force);
        self.log.push(|| Event::EntersBox { who, off });
        if let Some(hex) = values.hex {
            self.enter_open_box(side, block, hex);
            return;
        }
        if values.removes {
            self.leave_operation(side, block, off);
            return;
        }
        force.place = Place::Box(off);
        force.fade(turn);
        force.in_port_since = turn;
        force.motion.hexes = moderate;
        force.motion.done = true;
        let brings = values.port && force.kind == Kind::TaskForce;
        self.end_free_sailing(side, block);
        if brings && self.p.may_bring_dummy(self.t, side, block) {
            self.ask(side, Order::NewDummy(block)); // the Germany Box is a port [5.7.1]
        }
    }

    /// Out of the Operation, without VP; in a Campaign the ships are in the box when it is over [5.7.3], [15.7.2].
    fn leave_operation(&mut self, side: Side, block: BlockId, off: BoxId) {
        let turn = self.p.turn;
        let force = self.p.fleet(side).force(block).cloned();
        self.remove(side, block);
        if let Some(mut force) = force.filter(|_| self.p.season.is_some()) {
            force.place = Place::Box(off);
            force.fade(turn);
            self.reserve(side).channel.push(force);
        }
    }

    /// Who left by the Channel is in its box.
    pub fn rejoin_from_channel(&mut self) {
        for side in Side::ALL {
            for mut force in std::mem::take(&mut self.reserve(side).channel) {
                if !self.make_room(side) {
                    self.reserve(side).channel.push(force); // until a block is free
                    continue;
                }
                force.block = self.p.fleet(side).free_block();
                self.commission(side, force);
            }
        }
    }

    /// Points for Heavy Ships out of a box as it is planned, once in an Operation [4.3.2] (R94).
    pub fn pay_for_box(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let Place::Box(off) = force.place else { return };
        let halves = self.p.box_halves(t, side, force, t.sheet.off_map(off));
        self.pay_out_of_box(side, block, halves);
    }

    /// Into a box that plays as a hex: the block stands there as it would at sea, with what the enemy knows of it (R85).
    fn enter_open_box(&mut self, side: Side, block: BlockId, hex: Hex) {
        let moderate = self.t.speeds[1];
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        force.place = Place::Sea(hex);
        force.motion.hexes = moderate;
        self.pay_severny(side, block, hex);
        self.leave_station(side, block, hex);
        if side == Side::Axis {
            self.begin_wunderland(block, hex);
        }
        self.end_move(side, block);
        self.mix(side, hex);
    }

    /// A hex outside Soviet waters costs Severny Flot a point [4.3.2] (R80).
    pub fn pay_severny(&mut self, side: Side, block: BlockId, hex: Hex) {
        let t = self.t;
        let fleet = self.p.fleet_mut(side);
        let force = fleet.force(block);
        if force.is_some_and(|force| force.units.has_soviet_command(&t.chart))
            && !is_soviet_water(t, hex)
        {
            fleet.points[Track::SevernyFlot.index()].spend(SEVERNY_STEP);
        }
    }

    /// Ships that come out: the Allied ones are paid for, German ones sail for nothing [4.3.2], [4.3.3].
    fn pay_out_of_box(&mut self, side: Side, block: BlockId, halves: u8) {
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let ships = self.p.sailors(side, force).map(|state| state.ship);
        let ships: Vec<_> = ships.collect();
        let fleet = self.p.fleet_mut(side);
        if side == Side::Axis {
            fleet.sail_free(&ships);
            return;
        }
        fleet.points[Track::HomeFleet.index()].spend(halves);
        let unpaid = ships.into_iter().filter(|ship| !fleet.is_covered(*ship));
        let unpaid: Vec<_> = unpaid.collect();
        fleet.paid.extend(unpaid);
    }

    /// Out of a box as it was planned: a whole turn, or one hex, under the rules of any leaving [4.2], [5.7.1].
    pub fn planned_leave_box(&mut self, side: Side, block: BlockId, off: BoxId, hex: Hex) -> bool {
        let (t, turn, values) = (self.t, self.p.turn, self.t.sheet.off_map(off));
        let Some(force) = self.p.fleet(side).force(block) else {
            return false;
        };
        let may = self
            .p
            .ways_off_map(t, side, force)
            .any(|way| way == Choice::To(hex));
        if !may {
            return false;
        }
        let halves = self.p.box_halves(t, side, force, values);
        if values.port {
            self.leave_inop_behind(side, block); // as in any port [5.7.1]
        }
        self.pay_out_of_box(side, block, halves);
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.place = Place::Sea(hex);
            if values.hex.is_none() {
                force.fade(turn); // whatever was told before [6.6]
            }
            force.motion.left_port = values.port;
            force.motion.hexes += values.hexes_out(t);
        }
        self.pay_severny(side, block, hex);
        self.give_marker(side, block, true);
        true
    }

    /// Onto the map; who leaves a port gets a Fuel marker, of Germany as from home [5.7.1], [11.4] (R100).
    pub fn leave_box(&mut self, side: Side, block: BlockId, off: BoxId, hex: Hex) {
        let (t, turn, token) = (self.t, self.p.turn, self.new_token());
        let values = t.sheet.off_map(off);
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let halves = self.p.box_halves(t, side, force, values);
        if values.port {
            self.leave_inop_behind(side, block); // as in any port [5.7.1]
        }
        self.pay_out_of_box(side, block, halves);
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        let leaving = Leaving {
            heavy_only: force.units.is_heavy_only(&t.chart),
            german: side == Side::Axis,
            from_germany: true,
            soviet: false,
        };
        let users = force.kind != Kind::Dummy && force.units.has(&t.chart, ShipType::needs_fuel);
        if force.fuel.is_none() && users {
            force.fuel = Some(Fuel::on_leaving(t, turn, leaving));
        }
        force.place = Place::Sea(hex);
        if values.hex.is_none() {
            force.token = token;
            force.fade(turn);
        }
        force.motion.left_port = values.port;
        force.motion.hexes += values.hexes_out(t);
        let who = Self::who(side, force);
        self.log.push(|| Event::Appears { who, hex });
        self.pay_severny(side, block, hex);
        self.mix(side, hex);
        match values.is_far() {
            true => self.end_move(side, block), // the whole turn [5.7.1], [5.7.2]
            false => self.go_on(side, block),
        }
    }
}
