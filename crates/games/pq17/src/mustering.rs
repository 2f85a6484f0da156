//! Set-up [4.1.3]: who stands where, in which Task Forces, packs and Convoys, and which ports get a Dummy.

use crate::air::AirUnit;
use crate::choice::Choice;
use crate::combining::may_combine;
use crate::event::Event;
use crate::forces::{BlockId, CONVOY_SUBMARINES, Force, Kind, Place, Token, Units};
use crate::hex::Hex;
use crate::position::{Audience, Position};
use crate::sequence::{Order, Play, Segment};
use crate::service::Service;
use crate::side::{Nation, Side};
use crate::tables::{Ahistorical, Berth, Condition, Group, Sector, Tables};
use crate::units::{BoxId, ShipType};
use crate::victory::against;

/// Scenarios in which British submarines may begin at sea, by Special Rule.
const SUBMARINES_AT_SEA: &str = "pq17";

impl Position {
    /// Whether the game itself begins: a scenario, or the first Fortnight of a Campaign.
    fn is_opening(&self) -> bool {
        self.season.is_none_or(|season| season.fortnight == 0)
    }

    /// Blocks that may begin elsewhere than in their port: Patrol White [5.1.9], German packs when the game begins, later half
    /// of them have stayed out and the others sail [15.8], and British ones where the scenario says so.
    fn may_choose_place(&self, t: &Tables, side: Side, force: &Force) -> bool {
        let nation = force.units.submarine_nation(&t.chart);
        match (side, force.kind) {
            (Side::Allied, Kind::TaskForce) => force.hex().is_some() && self.is_white(force),
            (Side::Axis, Kind::Wolfpack) => self.is_opening(),
            (Side::Allied, Kind::Wolfpack) => {
                nation == Some(Nation::British) && self.scenario(t).id == SUBMARINES_AT_SEA
            }
            _ => false,
        }
    }

    fn is_white(&self, force: &Force) -> bool {
        let white = &self.fleet(Side::Allied).white;
        force
            .units
            .ships
            .iter()
            .any(|state| white.contains(&state.ship))
    }

    /// Forces of one port are combined, parted and sent to their places as their owner likes; done when he is [4.1.3].
    pub(crate) fn list_muster(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let forces = &self.fleet(side).forces;
        for force in forces {
            if self.may_choose_place(t, side, force) {
                out.push(Choice::Move(force.block));
            }
            if force.place.in_port().is_some() && self.may_split(t, side, force) {
                out.push(Choice::Split(force.block));
            }
        }
        for a in forces {
            for b in forces {
                let ordered = a.kind != b.kind || a.block < b.block;
                let together = a.block != b.block && a.place == b.place && ordered;
                let small = self.season.is_none() || is_small(t, a, b);
                if together && small && (may_combine(t, side, a, b) || may_embark(t, side, a, b)) {
                    out.push(Choice::Combine(a.block, b.block));
                }
            }
        }
        out.push(Choice::Done);
    }

    /// Where a block may set up: Patrol White in or next to 0305, one of the two perhaps in Reykjavik [5.1.9]; a pack in
    /// its port or in a confirmed Clear hex of its sectors outside enemy Air Radii [10.1.1].
    pub(crate) fn list_places(
        &self,
        t: &Tables,
        side: Side,
        block: BlockId,
        out: &mut Vec<Choice>,
    ) {
        let Some(force) = self.fleet(side).force(block) else {
            return;
        };
        if force.kind == Kind::TaskForce {
            let near = |hex: &Hex| hex.distance(t.sheet.white_station) <= t.sheet.white_radius;
            out.extend(t.sheet.waters().filter(near).map(Choice::At));
            if force.units.ships.len() > 1 {
                let ships = force.units.ships.iter();
                out.extend(ships.map(|state| Choice::TakeShip(state.ship)));
            }
            return;
        }
        out.push(Choice::Pass);
        let sectors = match side {
            Side::Axis => [Sector::Trondheim, Sector::Barents],
            Side::Allied => [Sector::British, Sector::Trondheim],
        };
        let fits = |hex: &Hex| {
            let within = |sector: &Sector| t.sheet.sector(*sector).contains(*hex);
            sectors.iter().any(within)
                && self.is_confirmed_clear(t, *hex)
                && !t.sheet.in_radius(side.other(), *hex)
                && !self.is_shut(t, side, force.kind, *hex)
        };
        out.extend(t.sheet.waters().filter(fits).map(Choice::At));
    }

    /// Any sea or coast hex but enemy ports and Pack; or this one and all others stay in port [8.3].
    pub(crate) fn list_dummy_places(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        out.extend([Choice::AsListed, Choice::Pass]);
        let waters = t.sheet.waters();
        let free = waters.filter(|hex| {
            !self.is_shut(t, side, Kind::Dummy, *hex) && !t.sheet.pack.contains(*hex)
        });
        out.extend(free.map(Choice::At));
    }

    /// Ports with a friendly force and no Dummy yet, the Germany Box among those of the Axis [5.7.1]; not Tromso, where one
    /// block of the Axis lies, whatever it is [4.1.3], [12.3].
    pub(crate) fn ports_without_dummy(&self, t: &Tables, side: Side) -> Vec<Place> {
        let lies = |place: Place, dummy: bool| {
            let mut forces = self.fleet(side).forces.iter();
            forces.any(|force| force.place == place && (force.kind == Kind::Dummy) == dummy)
        };
        let tromso = t.sheet.find_port("tromso");
        let ports = t.sheet.port_ids();
        let ports = ports.filter(|port| side == Side::Allied || Some(*port) != tromso);
        let is_port = |off: &BoxId| {
            let values = t.sheet.off_map(*off);
            values.port && !values.removes && values.side == Some(side)
        };
        let boxes = t.sheet.box_ids().filter(is_port);
        let places = ports.map(Place::Port).chain(boxes.map(Place::Box));
        places
            .filter(|place| lies(*place, false) && !lies(*place, true))
            .collect()
    }

    /// Forces that were never there and can still be bought, to start in one of their ports or to come as a group; only when
    /// the game begins (chapter 14).
    pub(crate) fn list_ahistorical(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::Done);
        if !self.is_opening() {
            return;
        }
        let fleet = self.fleet(side);
        let room = self.has_room(t, side);
        let groups = self.scenario(t).reinforcements.iter();
        let groups = groups.filter(|group| group.side == side).count() as u8;
        for (place, force) in t.ahistorical.iter().enumerate() {
            let number = place as u8;
            let bought = fleet.bought.iter().any(|(known, _)| *known == number);
            if force.side != side || force.from > self.date(t) || bought || self.is_there(t, force)
            {
                continue;
            }
            if room {
                let berths = 0..force.at.len() as u8;
                out.extend(berths.map(|berth| Choice::Buy(number, berth)));
            }
            out.extend((1..=groups + 1).map(|group| Choice::BuyGroup(number, group)));
        }
    }

    /// Whether a ship of the list sails already, or is to come with the scenario.
    fn is_there(&self, t: &Tables, force: &Ahistorical) -> bool {
        let scenario = self.scenario(t);
        force.ships.ships.iter().any(|ship| {
            let in_play = |side: Side| {
                let forces = &self.fleet(side).forces;
                forces
                    .iter()
                    .any(|f| f.units.ships.iter().any(|s| s.ship == *ship))
            };
            let to_come = |group: &Group| group.ships.ships.contains(ship);
            in_play(force.side) || scenario.reinforcements.iter().any(to_come)
        })
    }
}

/// Whether the two are together within the limits of a Convoy of the Campaign [15.2].
pub(crate) fn is_small(t: &Tables, a: &Force, b: &Force) -> bool {
    let mut units = a.units.clone();
    units.join(b.units.clone());
    a.kind != Kind::Convoy || is_within_limits(t, &units)
}

/// Oilers, AA ships, CAMs, and one unit each of Escorts and of submarines: CS of one class [15.2].
pub(crate) fn is_within_limits(t: &Tables, units: &Units) -> bool {
    let (aa, ao, cams) = t.campaign.convoy_limit;
    let [escorts, subs] = t.campaign.convoy_units;
    let few = |kind: ShipType, most: u8| units.counters(&t.chart, |own| own == kind) <= most;
    let classes = |so: fn(ShipType) -> bool| {
        let pools = units.pools.iter();
        let pools = pools.filter(|pool| so(t.chart.class(pool.class).kind));
        pools.count() as u8
    };
    few(ShipType::Aa, aa)
        && few(ShipType::Ao, ao)
        && few(ShipType::Mc, cams)
        && classes(|kind| kind == ShipType::Es) <= escorts
        && classes(ShipType::is_submarine) <= subs
}

/// Submarines that go along with a Convoy of their port [1.2.1]; a Scattered one stays as it is until it is in port [5.5].
pub(crate) fn may_embark(t: &Tables, side: Side, convoy: &Force, pack: &Force) -> bool {
    let subs = |force: &Force| force.units.cs(&t.chart, ShipType::is_submarine);
    side == Side::Allied
        && (convoy.kind, pack.kind) == (Kind::Convoy, Kind::Wolfpack)
        && !convoy.is_broken()
        && pack.units.submarine_nation(&t.chart) == Some(Nation::British)
        && subs(convoy) + subs(pack) <= CONVOY_SUBMARINES
}

impl Play<'_> {
    /// A side sets up: what was never there, what its chit brings, then everything as listed or regrouped, and the ships
    /// of GEARBOX [4.1.3], [12.10], [12.13]. The last question put is asked first.
    pub fn set_up(&mut self, side: Side) {
        if self.p.condition(self.t, side) == Condition::Gearbox && self.may_gearbox() {
            self.ask(side, Order::Service(Service::new(Condition::Gearbox)));
        }
        self.ask(side, Order::SetUp);
        if self.p.condition(self.t, side) == Condition::Reinforcements
            && (self.p.season.is_some() || self.next_group(side).is_some())
        {
            self.ask(side, Order::CallUp);
        }
        let mut offers = Vec::new();
        if self.p.plays(crate::tables::OptionId::AhistoricalForces) {
            self.p.list_ahistorical(self.t, side, &mut offers);
        }
        if offers.len() > 1 {
            self.ask(side, Order::Ahistorical);
        }
    }

    pub fn begin_muster(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Regroup => self.ask(side, Order::Muster),
            _ => self.end_muster(side),
        }
    }

    pub fn muster(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Move(block) => {
                self.ask(side, Order::Muster);
                self.ask(side, Order::Place(block));
            }
            Choice::Split(block) => {
                self.ask(side, Order::Muster);
                self.ask(side, Order::Split(block, None));
            }
            Choice::Combine(a, b) => {
                self.merge(side, a, b);
                self.ask(side, Order::Muster);
            }
            _ => self.end_muster(side),
        }
    }

    /// What stands at sea shows its block.
    fn end_muster(&mut self, side: Side) {
        self.show_planned(side);
        if side == Side::Allied {
            self.note_strikes_owed();
        }
    }

    /// A block goes to a hex, or stays; one of Patrol White's cruisers may lie in Reykjavik [5.1.9].
    pub fn place(&mut self, side: Side, block: BlockId, choice: Choice) {
        match choice {
            Choice::At(hex) => {
                let token = self.new_token();
                let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
                    return;
                };
                let shown = force.token != Token(0) && force.hex().is_some();
                force.place = Place::Sea(hex);
                force.token = token;
                let who = Self::who(side, force);
                if !shown {
                    self.log.push(|| Event::Appears { who, hex });
                }
                self.mix(side, hex);
            }
            Choice::TakeShip(ship) => {
                let reykjavik = self.t.sheet.find_port("reykjavik");
                let fleet = self.p.fleet_mut(side);
                let Some(force) = fleet.force_mut(block) else {
                    return;
                };
                let found = force
                    .units
                    .ships
                    .iter()
                    .position(|state| state.ship == ship);
                let (Some(found), Some(port)) = (found, reykjavik) else {
                    return;
                };
                let units = Units {
                    ships: vec![force.units.ships.remove(found)],
                    pools: Vec::new(),
                };
                let name = "Patrol White in port".to_owned();
                let place = Place::Port(port);
                let fleet = self.p.fleet(side);
                let part = crate::preparation::new_force(self.t, fleet, name, place, units);
                self.commission(side, part);
                self.ask(side, Order::Place(block));
            }
            _ => {}
        }
    }

    /// A Dummy goes to its place; or all that are asked about stay where they are.
    pub fn place_dummy(&mut self, side: Side, block: BlockId, choice: Choice) {
        if choice == Choice::AsListed {
            let orders = &mut self.p.fleet_mut(side).orders;
            while matches!(orders.top(), Some(Order::PlaceDummy(_))) {
                orders.pop();
            }
            return;
        }
        // Nobody sees it before everything stands on the map [8.3].
        if let (Choice::At(hex), Some(force)) = (choice, self.p.fleet_mut(side).force_mut(block)) {
            force.place = Place::Sea(hex);
            force.token = Token(0);
        }
    }

    /// A block in Tromso, the Axis Convoy or a Dummy; one Dummy in every other port with a friendly force, up to the
    /// limit; beyond it the owner chooses the ports [4.1.3], [12.3] (R91).
    pub fn dummies_in_port(&mut self) {
        for side in Side::ALL {
            let tromso = self.t.sheet.find_port("tromso");
            if let Some(port) = tromso.filter(|_| side == Side::Axis) {
                match self.p.condition(self.t, side) {
                    Condition::AxisConvoy => self.muster_axis_convoy(port),
                    _ if self.may_make_dummy(side) => self.make_dummy(side, Place::Port(port)),
                    _ => {}
                }
            }
            self.fill_ports(side);
        }
    }

    /// Dummies in all ports if there are enough, else the owner is asked for each.
    pub fn fill_ports(&mut self, side: Side) {
        let ports = self.p.ports_without_dummy(self.t, side);
        let limit = usize::from(self.p.scenario(self.t).dummies[side]);
        let forces = self.p.fleet(side).forces.iter();
        let dummies = forces.filter(|force| force.kind == Kind::Dummy).count();
        if ports.len() <= limit.saturating_sub(dummies) {
            for port in ports {
                if self.may_make_dummy(side) {
                    self.make_dummy(side, port);
                }
            }
        } else if self.may_make_dummy(side) {
            self.ask(side, Order::PortDummy);
        }
    }

    pub fn port_dummy(&mut self, side: Side, choice: Choice) {
        let port = match choice {
            Choice::In(port) => Place::Port(port),
            Choice::Box(off) => Place::Box(off),
            _ => return,
        };
        self.make_dummy(side, port);
        self.fill_ports(side);
    }

    /// The first group is placed at once, or left [12.13].
    pub fn call_up(&mut self, side: Side, choice: Choice) {
        if choice == Choice::CallUp {
            self.p.fleet_mut(side).special.used = true;
            self.reinforce(side);
        }
    }

    /// A force that was never there: the whole cost on the map, half of it as a group; paid either way (chapter 14).
    pub fn buy(&mut self, side: Side, choice: Choice) {
        let t = self.t;
        let (number, berth) = match choice {
            Choice::Buy(number, berth) => (number, Some(berth)),
            Choice::BuyGroup(number, _) => (number, None),
            _ => return,
        };
        let Some(force) = t.ahistorical.get(usize::from(number)) else {
            return;
        };
        let cost = match berth {
            Some(_) => force.cost,
            None => force.cost.half_rounded_up(),
        };
        let names: Vec<&str> = force
            .ships
            .ships
            .iter()
            .map(|id| t.chart.ship(*id).name.as_str())
            .collect();
        let text = format!("ahistorical force: {}", names.join(", "));
        self.score("14", against(side, cost), text, Audience::Only(side));
        match (
            choice,
            berth.and_then(|berth| force.at.get(usize::from(berth))),
        ) {
            (_, Some(at)) => {
                // The number 0 says that it has come.
                self.p.fleet_mut(side).bought.push((number, 0));
                self.land_ahistorical(side, force, *at);
            }
            (Choice::BuyGroup(_, group), None) => {
                self.p.fleet_mut(side).bought.push((number, group));
            }
            _ => {}
        }
        let mut offers = Vec::new();
        self.p.list_ahistorical(t, side, &mut offers);
        if offers.len() > 1 {
            self.ask(side, Order::Ahistorical);
        }
    }

    /// Its ships and aircraft come into play.
    pub fn land_ahistorical(&mut self, side: Side, force: &Ahistorical, at: Berth) {
        let units = Units::of_list(&self.t.chart, &force.ships);
        self.put_in(side, "Ahistorical force".to_owned(), Some(at), units);
        for unit in &force.air {
            self.join_air(side, AirUnit::new(unit));
        }
    }

    /// Ships come into play in a port or a box, in a block of their own; their submarines as packs [1.2.2].
    pub fn put_in(&mut self, side: Side, name: String, at: Option<Berth>, units: Units) {
        let (t, turn) = (self.t, self.p.turn);
        let place = match at {
            Some(Berth::Port(port)) => Place::Port(port),
            Some(Berth::Box(off)) => Place::Box(off),
            None => return,
        };
        if units.is_empty() {
            return;
        }
        for state in &units.ships {
            self.embark(side, state.ship);
        }
        let between = matches!(
            self.p.segment,
            Segment::Preparation | Segment::Administration
        );
        for units in crate::preparation::in_blocks(t, units) {
            if self.p.season.is_some() && between && !self.make_room(side) {
                self.wait_for_block(side, place, units);
                continue;
            }
            let fleet = self.p.fleet(side);
            let mut force = crate::preparation::new_force(t, fleet, name.clone(), place, units);
            force.in_port_since = turn;
            force.motion.done = true;
            self.commission(side, force);
        }
    }
}
