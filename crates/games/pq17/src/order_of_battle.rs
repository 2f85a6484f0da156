//! The Order of Battle Phase [15.8]: everybody goes home, and its steps follow one another.

use crate::campaign::{self, Boxes};
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Id, Kind, Place, Pool, Units};
use crate::hex::Hex;
use crate::moorings::box_of;
use crate::movement::ways_to;
use crate::position::{Audience, Position};
use crate::season::{Ev, Voyage};
use crate::sequence::{Order, Play, Step};
use crate::side::{Nation, Side};
use crate::tables::{Berth, Tables};
use crate::units::{PortId, ShipId, ShipType};
use crate::vp::Vp;
use serde::{Deserialize, Serialize};

/// A step of the phase; the order is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Muster {
    Harbours,
    Packs,
    Transfers,
    SendHome,
    Repairs,
    Replacements,
    Reinforcements,
    Emergency,
    Offensive,
    End,
}

/// Loaded Convoys that are remembered: two tell whether Operation EV is wanted [15.8.3].
const VOYAGES: usize = 2;

const PHASE: [Muster; 10] = [
    Muster::Harbours,
    Muster::Packs,
    Muster::Transfers,
    Muster::SendHome,
    Muster::Repairs,
    Muster::Replacements,
    Muster::Reinforcements,
    Muster::Emergency,
    Muster::Offensive,
    Muster::End,
];

impl Position {
    /// Friendly ports in Iceland, Norway, Britain, and for Soviet ships in the Soviet Union [15.8].
    pub(crate) fn list_homes(&self, t: &Tables, side: Side, block: BlockId, out: &mut Vec<Choice>) {
        out.push(Choice::AsListed);
        let Some(force) = self.fleet(side).force(block) else {
            return;
        };
        out.extend(self.homes(t, side, force).into_iter().map(Choice::In));
    }

    fn homes(&self, t: &Tables, side: Side, force: &Force) -> Vec<PortId> {
        let soviet = force.units.has_soviet_command(&t.chart);
        let ports = t.sheet.port_ids().filter(|id| {
            let port = t.sheet.port(*id);
            let region = match port.region.as_str() {
                "Soviet Union" => soviet,
                "Iceland" | "United Kingdom" => !soviet,
                region => region.ends_with("Norway"),
            };
            let subs = port.only == crate::tables::PortUse::Anyone;
            port.side == side && region && subs && self.is_port_open(t, *id)
        });
        let ports: Vec<PortId> = ports.collect();
        match ports.is_empty() {
            true => t.sheet.find_port("murmansk").into_iter().collect(),
            false => ports,
        }
    }

    /// The nearest of them.
    fn nearest_home(&self, t: &Tables, side: Side, force: &Force) -> Option<PortId> {
        let homes = self.homes(t, side, force);
        let Some(here) = force.hex() else {
            return homes.first().copied();
        };
        let off = t.sheet.box_at(here).map(|off| t.sheet.off_map(off));
        let way_out = off.and_then(|off| off.links.last().copied()); // the Kara Gate
        let here = way_out.unwrap_or(here);
        homes.into_iter().min_by_key(|port| {
            let far = ways_to(&t.sheet, side, t.sheet.port(*port).hex)[here.grid()];
            (far, *port)
        })
    }

    /// The nearest friendly port of those that ships of the Campaign come to: in Iceland, Britain and the Soviet Union [15.5.3]
    /// (R103).
    pub(crate) fn nearest_haven(&self, t: &Tables, side: Side, here: Hex) -> Option<PortId> {
        let ports = t.sheet.port_ids().filter(|id| {
            let port = t.sheet.port(*id);
            let anyone = port.only == crate::tables::PortUse::Anyone;
            port.side == side && anyone && port.region != "Svalbard" && self.is_port_open(t, *id)
        });
        ports.min_by_key(|port| {
            let far = ways_to(&t.sheet, side, t.sheet.port(*port).hex)[here.grid()];
            (far, *port)
        })
    }

    /// CS of packs of a nation that stay at sea already, and half of all it has [15.8].
    fn pack_room(&self, t: &Tables, side: Side, nation: Nation) -> u8 {
        let packs = self.fleet(side).forces.iter().filter(|force| {
            force.kind == Kind::Wolfpack && force.units.submarine_nation(&t.chart) == Some(nation)
        });
        let cs = |force: &Force| force.units.cs(&t.chart, ShipType::is_submarine);
        let all: u8 = packs.map(cs).sum();
        all / 2
    }

    /// A pack stays at sea if its nation has not too many there, or goes home [15.8].
    pub(crate) fn list_stay(
        &self,
        t: &Tables,
        side: Side,
        block: BlockId,
        stayed: u8,
        out: &mut Vec<Choice>,
    ) {
        out.push(Choice::Pass);
        let Some(force) = self.fleet(side).force(block) else {
            return;
        };
        let Some(nation) = force.units.submarine_nation(&t.chart) else {
            return;
        };
        let cs = force.units.cs(&t.chart, ShipType::is_submarine);
        let at_sea = !self.is_in_kara(t, force); // nobody winters there
        if at_sea && stayed + cs <= self.pack_room(t, side, nation) {
            out.push(Choice::Wait);
        }
    }
}

impl Play<'_> {
    pub fn plan_order_of_battle(&mut self) {
        self.unload();
        self.plan_steps(PHASE.map(Step::OrderOfBattle));
    }

    pub fn order_of_battle(&mut self, step: Muster) {
        match step {
            Muster::Harbours => self.end_convoys(),
            Muster::Packs => self.ask_packs(),
            Muster::Transfers => self.transfers(),
            Muster::SendHome => self.ask_repairs(),
            Muster::Repairs => self.repairs(),
            Muster::Replacements => self.replacements(),
            Muster::Reinforcements => self.fortnight_reinforcements(),
            Muster::Emergency => self.emergency_units(),
            Muster::Offensive => self.offensive_losses(),
            Muster::End => self.end_fortnight(),
        }
    }

    /// Ballast turns face up, ships are unloaded and lie face down; a point for each, half a point lost for each face up
    /// [15.2.2], [15.9.1] (R53).
    fn unload(&mut self) {
        let t = self.t;
        self.reserve(Side::Allied).unloaded = 0;
        for port in 0..2usize {
            let berths = self.p.fleet(Side::Allied).reserve.boxes[port].clone();
            let count = |units: &Units| units.merchants(&t.chart);
            let sound: Units = whole(&berths.unloading);
            let boxes = Boxes {
                unloading: count(&sound),
                face_up: count(&berths.face_up),
                face_down: count(&berths.face_down),
            };
            let (after, vp) = campaign::unload(t, port == 0, boxes);
            let unloaded = boxes.unloading - after.unloading;
            let own = &mut self.reserve(Side::Allied).boxes[port];
            let down = std::mem::take(&mut own.face_down);
            own.face_up.join(down);
            own.unloading = sound;
            let mut left = unloaded;
            for pool in &mut own.unloading.pools {
                let taken = pool.cs.min(left);
                pool.cs -= taken;
                left -= taken;
                if taken > 0 {
                    own.face_down.add(Pool::new(pool.class, taken));
                }
            }
            own.unloading.tidy();
            self.lose_merchants(count(&berths.unloading) - boxes.unloading);
            self.reserve(Side::Allied).unloaded += unloaded;
            let name = ["Murmansk", "Arkhangelsk"][port];
            let text = format!(
                "{unloaded} ships unloaded at {name}, {} in ballast wait",
                after.face_up
            );
            self.score("15.2.2", vp, text, Audience::Everybody);
        }
    }

    /// Convoys that did not arrive are broken up, Dummies and what came for a condition leave; Task Forces at sea are
    /// brought in [15.8].
    fn end_convoys(&mut self) {
        let t = self.t;
        self.note_losses_of_convoys();
        self.berth_merchants();
        self.end_wunderland();
        self.dismiss_axis_escorts();
        self.dismiss_landing_ships();
        for side in Side::ALL {
            for force in &mut self.p.fleet_mut(side).forces {
                force.shadows.clear();
                force.shadowing = false;
                force.tows.clear();
            }
        }
        for side in Side::ALL {
            let blocks: Vec<BlockId> = self
                .p
                .fleet(side)
                .forces
                .iter()
                .map(|force| force.block)
                .collect();
            for block in blocks {
                self.break_up(side, block);
            }
            self.part_soviets(side);
            // The Germany Box is a port [5.7.1].
            let forces = self.p.fleet(side).forces.iter();
            let at_sea =
                forces.filter(|force| force.kind == Kind::TaskForce && force.hex().is_some());
            let late: Vec<BlockId> = at_sea.map(|force| force.block).collect();
            for block in late.into_iter().rev() {
                self.ask(side, Order::BringIn(block));
            }
            let reserve = self.reserve(side);
            reserve.late.clear();
            let forces = &self.p.fleet(side).forces;
            let channel = t.sheet.find_box("english_channel").map(Place::Box);
            let late = forces.iter().filter(|force| {
                let there = matches!(force.place, Place::Port(_)) || Some(force.place) == channel;
                !there // from Patrol White only the British transfer [15.7.2], [15.7.3]
            });
            let late: Vec<BlockId> = late.map(|force| force.block).collect();
            let white = &self.p.fleet(side).white;
            let patrol = forces.iter().filter(|force| on_white(t, force));
            let patrol = patrol.flat_map(|force| force.units.ships.iter().map(|own| own.ship));
            let patrol: Vec<ShipId> = patrol.filter(|ship| white.contains(ship)).collect();
            let reserve = self.reserve(side);
            (reserve.late, reserve.patrol) = (late, patrol);
        }
    }

    /// Ships of Severny Flot that are at sea with others go home to Murmansk by themselves: nobody else ends there [15.8].
    fn part_soviets(&mut self, side: Side) {
        let t = self.t;
        let own = |pool: &Pool| t.chart.class(pool.class).nation.is_soviet_command();
        let mixed = |force: &&Force| {
            let pools = &force.units.pools;
            let others = !force.units.ships.is_empty() || pools.iter().any(|pool| !own(pool));
            force.kind == Kind::TaskForce
                && force.hex().is_some()
                && others
                && pools.iter().any(own)
        };
        let blocks = self.p.fleet(side).forces.iter().filter(mixed);
        let blocks: Vec<BlockId> = blocks.map(|force| force.block).collect();
        for block in blocks {
            let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
                continue;
            };
            let pools = force.units.pools.extract_if(.., |pool| own(pool)).collect();
            let units = Units {
                ships: Vec::new(),
                pools,
            };
            let home = t.sheet.find_port("murmansk").map(Berth::Port);
            self.tidy_force(side, block);
            self.put_in(side, "Severny Flot".to_owned(), home, units);
        }
    }

    /// More than a third of a Convoy sunk: Severny Flot may do more [15.1]; EV is done when its Convoy has sailed [15.8.3].
    fn note_losses_of_convoys(&mut self) {
        let now = self.p.season.map_or(0, |season| season.fortnight);
        let accounts = &self.p.fleet(Side::Allied).accounts;
        let heavy = accounts
            .iter()
            .any(|own| 3 * u16::from(own.sunk) > u16::from(own.started));
        let loaded = accounts
            .iter()
            .filter(|own| own.loaded && !own.is_of_kara() && own.arrived + own.sunk > 0);
        let voyages: Vec<Voyage> = loaded
            .map(|own| Voyage {
                fortnight: now,
                started: own.started,
                sunk: own.sunk,
            })
            .collect();
        let sailed = !voyages.is_empty();
        let reserve = self.reserve(Side::Allied);
        reserve.heavy_losses |= heavy;
        reserve.voyages.extend(voyages);
        let old = reserve.voyages.len().saturating_sub(VOYAGES);
        reserve.voyages.drain(..old);
        if let Ev::Declared(then, _) = reserve.ev
            && then < now
            && sailed
        {
            reserve.ev = Ev::Done(now);
        }
    }

    /// Merchant ships of a Convoy that did not arrive wait again where they came from; the rest is a Task Force.
    fn break_up(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        let pools = force.units.pools.iter();
        let (gone, kept): (Vec<Pool>, Vec<Pool>) =
            pools.partition(|pool| t.chart.class(pool.class).kind.is_merchant());
        let loaded = force.sailing.as_ref().is_some_and(|sailing| sailing.loaded);
        let plan = force.sailing.as_ref().map(|sailing| sailing.plan);
        force.units.pools = kept;
        self.tidy_force(side, block);
        let accounts = &self.p.fleet(side).accounts;
        let account = plan.and_then(|plan| accounts.get(usize::from(plan)));
        let berth = account.and_then(|account| box_of(t, account.from));
        let berth = berth.unwrap_or(0);
        if side == Side::Axis {
            return;
        }
        for pool in gone {
            self.lose_merchants(pool.hulls() - pool.cs); // adrift when the Operation ended
            if pool.cs == 0 {
                continue;
            }
            let pool = Pool::new(pool.class, pool.cs);
            let reserve = self.reserve(Side::Allied);
            match loaded {
                true => reserve.stock.add(pool),
                false => reserve.boxes[berth].face_up.add(pool),
            }
        }
    }

    /// A Task Force goes to a port, or all that are asked about to the nearest.
    pub fn bring_in(&mut self, side: Side, block: BlockId, choice: Choice) {
        let mut blocks = vec![block];
        if choice == Choice::AsListed {
            let orders = &mut self.p.fleet_mut(side).orders;
            while let Some(Order::BringIn(next)) = orders.top() {
                blocks.push(*next);
                orders.pop();
            }
        }
        for block in blocks {
            let Some(force) = self.p.fleet(side).force(block) else {
                continue;
            };
            let port = match choice {
                Choice::In(port) => Some(port),
                _ => self.p.nearest_home(self.t, side, force),
            };
            if let (Some(port), Some(force)) = (port, self.p.fleet_mut(side).force_mut(block)) {
                force.place = Place::Port(port);
                force.id = Id::UNIDENTIFIED;
                force.fuel = None;
                force.shadows.clear();
                force.shadowing = false;
            }
        }
    }

    /// Half of a nation's submarines may stay at sea; the others go home [15.8].
    fn ask_packs(&mut self) {
        for side in Side::ALL {
            self.reserve(side).stayed = [0; 3];
            // The Germany Box is a port [5.7.1].
            let forces = self.p.fleet(side).forces.iter();
            let packs =
                forces.filter(|force| force.kind == Kind::Wolfpack && force.hex().is_some());
            let packs: Vec<BlockId> = packs.map(|force| force.block).collect();
            for block in packs.into_iter().rev() {
                self.ask(side, Order::StayOut(block));
            }
        }
    }

    pub fn stay_out(&mut self, side: Side, block: BlockId, choice: Choice) {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let nation = force.units.submarine_nation(&t.chart);
        let cs = force.units.cs(&t.chart, ShipType::is_submarine);
        if choice == Choice::Wait {
            self.reserve(side).stayed[place_of(nation)] += cs;
            return;
        }
        let count = |id: &str| {
            let port = t.sheet.find_port(id).map(Place::Port);
            let forces = self.p.fleet(side).forces.iter();
            let there = forces.filter(|f| Some(f.place) == port && f.kind == Kind::Wolfpack);
            there.count()
        };
        let home = match nation {
            Some(Nation::German) if count("kirkenes") < count("narvik") => "kirkenes",
            Some(Nation::German) => "narvik",
            Some(Nation::Soviet) => "murmansk",
            _ => "lerwick",
        };
        let port = t.sheet.find_port(home);
        if let (Some(port), Some(force)) = (port, self.p.fleet_mut(side).force_mut(block)) {
            force.place = Place::Port(port);
            force.id = Id::UNIDENTIFIED;
            force.shadowing = false;
            for pool in &mut force.units.pools {
                pool.spent = 0;
            }
        }
    }

    /// How many CS of this pack's nation stay at sea already.
    pub fn stayed(p: &Position, t: &Tables, side: Side, block: BlockId) -> u8 {
        let nation = p
            .fleet(side)
            .force(block)
            .and_then(|force| force.units.submarine_nation(&t.chart));
        p.fleet(side).reserve.stayed[place_of(nation)]
    }

    /// Aircraft that a Ground Offensive takes: a third of a die of German CS in North Norway, half of a die of Soviet CS,
    /// rounded up, at random [12.6.1].
    fn offensive_losses(&mut self) {
        if !self.p.offensive {
            return;
        }
        let dice = [self.die(), self.die()];
        let (german, soviet) = crate::conditions::ground_offensive(dice[0], dice[1]);
        self.log.push(|| crate::event::Event::OffensiveLosses {
            dice,
            german,
            soviet,
        });
        for (side, nation, cs) in [
            (Side::Axis, Nation::German, german),
            (Side::Allied, Nation::Soviet, soviet),
        ] {
            for _ in 0..cs {
                self.lose_aircraft(side, nation);
            }
        }
    }

    fn lose_aircraft(&mut self, side: Side, nation: Nation) {
        let t = self.t;
        let exposed = |unit: &crate::air::AirUnit| {
            let crate::tables::Base::Airbase(base) = unit.base else {
                return false;
            };
            let hex = t.sheet.airbase(base).hex;
            let north = t
                .sheet
                .region("North Norway")
                .is_some_and(|region| region.contains(hex));
            t.chart.air(unit.kind).nation == nation && (nation == Nation::Soviet || north)
        };
        let air = &self.p.fleet(side).air;
        let places: Vec<usize> = (0..air.len())
            .filter(|place| exposed(&air[*place]))
            .collect();
        let weights: Vec<u32> = places
            .iter()
            .map(|place| u32::from(air[*place].cs))
            .collect();
        if weights.iter().sum::<u32>() == 0 {
            return;
        }
        let place = places[self.chance.weighted(&weights)];
        let unit = &mut self.p.fleet_mut(side).air[place];
        unit.cs -= 1;
        if unit.cs == 0 {
            self.p.fleet_mut(side).air.remove(place);
        }
    }

    /// Nothing but points can come of this.
    pub fn cost(&mut self, rule: &str, vp: Vp, text: String) {
        self.score(rule, vp, text, Audience::Everybody);
    }
}

/// On the station of Patrol White, or in Reykjavik, where it may lie [5.1.9], [15.8.1].
fn on_white(t: &Tables, force: &Force) -> bool {
    match force.place {
        Place::Sea(hex) => hex.distance(t.sheet.white_station) <= t.sheet.white_radius,
        Place::Port(port) => t.sheet.port(port).id == "reykjavik",
        Place::Box(_) => false,
    }
}

/// British, Soviet, German.
const fn place_of(nation: Option<Nation>) -> usize {
    match nation {
        Some(Nation::Soviet) => 1,
        Some(Nation::German) => 2,
        _ => 0,
    }
}

/// Those that are not Dead in the Water: the others are removed [15.2.2].
fn whole(units: &Units) -> Units {
    let mut whole = units.clone();
    for pool in &mut whole.pools {
        pool.diw = 0;
    }
    whole.tidy();
    whole
}
