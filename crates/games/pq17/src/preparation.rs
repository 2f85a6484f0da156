//! The Preparatory Turn [3.1]: set-up, Dummies, plans, and the way to the Starting Turn [4.1.3], [4.2], [8.3].

use crate::air::{AirUnit, Leave, Wing};
use crate::choice::Choice;
use crate::command::Points;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Kind, Motion, PACK, Place, Pool, Sailing, Token, Units};
use crate::fuel::Fuel;
use crate::hex::Hex;
use crate::ice::Ice;
use crate::movement::is_closed;
use crate::position::{Account, Cards, Flags, Fleet, Plan, Position, Secret};
use crate::sequence::{Order, Play, Segment, Step};
use crate::setup::Setup;
use crate::side::{BySide, Nation, Side};
use crate::tables::{Berth, ForceList, OptionId, ScenarioValues, Sector, Tables, Track};
use crate::time::Turn;
use crate::units::PortId;
use derbyhouse_kernel::{Agenda, Chance, Illegal, Log};

/// Sets a scenario up and runs on to the first question.
pub(crate) fn start(
    t: &Tables,
    setup: &Setup,
    chance: &mut Chance,
    log: &mut Log<Event>,
) -> Result<Position, Illegal> {
    let scenario = setup.values(t)?;
    let fleets = BySide::new(|side| fleet(t, scenario, side));
    let mut p = Position {
        setup: setup.clone(),
        turn: Turn::FIRST,
        segment: Segment::Preparation,
        active: None,
        weather: None,
        ice: scenario.ice,
        named: Vec::new(),
        leave: Leave::default(),
        local: None,
        caution: false,
        end: None,
        secret: Secret {
            fleets,
            agenda: Agenda::new(),
            ledger: Vec::new(),
            flags: Flags::default(),
            attack: None,
            battle: None,
            transit: None,
            tokens: 1,
            strikes: Vec::new(),
        },
    };
    log.push(|| Event::OperationBegins {
        title: scenario.title.clone(),
    });
    let mut play = Play {
        t,
        p: &mut p,
        chance,
        log,
    };
    if setup.has(OptionId::BalanceVp) {
        let text = "starting Victory Points of the scenario".to_owned();
        play.score(
            "2",
            scenario.starting_vp,
            text,
            crate::position::Audience::Everybody,
        );
    }
    let first = scenario.initiative.other(); // sets up first [4.1.3]
    play.plan_steps([
        Step::SetUp(first),
        Step::SetUp(first.other()),
        Step::Dummies,
        Step::Plan,
        Step::Transit,
    ]);
    play.run();
    Ok(p)
}

fn fleet(t: &Tables, scenario: &ScenarioValues, side: Side) -> Fleet {
    let mut fleet = Fleet {
        forces: Vec::new(),
        air: Vec::new(),
        wing: Wing::default(),
        cards: Cards::default(),
        points: [Points::default(); 3],
        paid: Vec::new(),
        plans: Vec::new(),
        accounts: Vec::new(),
        orders: Agenda::new(),
        notebook: Vec::new(),
        met: Vec::new(),
        groups: 0,
    };
    for track in Track::ALL.into_iter().filter(|track| track.side() == side) {
        fleet.points[track.index()] = Points::new(scenario.command[track.index()]);
    }
    if side == Side::Allied {
        convoys(t, scenario, &mut fleet);
        patrol_white(t, scenario, &mut fleet);
    }
    for list in scenario
        .forces
        .iter()
        .filter(|list| list.side == side && list.join.is_none())
    {
        forces(t, list, &mut fleet);
    }
    let air = scenario.air.iter().filter(|unit| unit.side == side);
    fleet.air = air
        .map(AirUnit::new)
        .collect();
    fleet
}

/// Convoys with the escorts that sail with them.
fn convoys(t: &Tables, scenario: &ScenarioValues, fleet: &mut Fleet) {
    for (number, plan) in scenario.convoys.iter().enumerate() {
        let mut units = Units::of_list(&t.chart, &plan.ships);
        for list in scenario
            .forces
            .iter()
            .filter(|list| list.join == Some(number))
        {
            units.join(Units::of_list(&t.chart, &list.ships));
        }
        let started = units.merchants(&t.chart);
        let sailing = Sailing {
            plan: number as u8,
            loaded: plan.loaded,
            to: plan.to.clone(),
            track: Vec::new(),
            started,
            cams_used: 0,
            exempt: 0,
            scattered: false,
            parent: None,
            stopped: false,
            disperses: false,
        };
        let force = new_force(t, fleet, plan.id.clone(), Place::Port(plan.from), units);
        fleet.forces.push(Force {
            sailing: Some(sailing),
            ..force
        });
        fleet.plans.push(Plan::default());
        fleet.accounts.push(Account {
            started,
            arrived: 0,
            sunk: 0,
            exempt: 0,
        });
    }
}

/// Both cruisers begin in the Denmark Strait with their Warning at PM of Day 10 [5.1.9].
fn patrol_white(t: &Tables, scenario: &ScenarioValues, fleet: &mut Fleet) {
    let ships = crate::tables::ShipList {
        ships: scenario.patrol_white.clone(),
        classes: Vec::new(),
    };
    let units = Units::of_list(&t.chart, &ships);
    let place = Place::Sea(t.sheet.white_station);
    let mut force = new_force(t, fleet, "Patrol White".to_owned(), place, units);
    force.fuel = Some(Fuel {
        marker: Some((crate::fuel::Marker::Warning, t.fuel.patrol_white)),
        status: crate::fuel::Status::Full,
        bonus_used: false,
    });
    fleet.paid.extend(&scenario.patrol_white); // free wherever they go [4.3.2]
    fleet.forces.push(force);
}

/// Ships of a list as one TF, its submarines as packs [1.2.2].
fn forces(t: &Tables, list: &ForceList, fleet: &mut Fleet) {
    let place = match list.at {
        Berth::Port(port) => Place::Port(port),
        Berth::Box(off) => Place::Box(off),
    };
    let mut units = Units::of_list(&t.chart, &list.ships);
    let is_sub = |pool: &Pool| t.chart.class(pool.class).kind.is_submarine();
    let subs: Vec<Pool> = units.pools.iter().copied().filter(is_sub).collect();
    units.pools.retain(|pool| !is_sub(pool));
    if !units.is_empty() {
        let force = new_force(t, fleet, list.name.clone(), place, units);
        fleet.forces.push(force);
    }
    for pool in subs {
        let packs = list.wolfpacks.max(pool.cs.div_ceil(PACK));
        for number in 0..packs {
            let cs = pool.cs / packs + u8::from(number < pool.cs % packs);
            let units = Units {
                ships: Vec::new(),
                pools: vec![Pool::new(pool.class, cs)],
            };
            let name = format!("{} {}", list.name, number + 1);
            let force = new_force(t, fleet, name, place, units);
            fleet.forces.push(force);
        }
    }
}

pub(crate) fn new_force(
    t: &Tables,
    fleet: &Fleet,
    name: String,
    place: Place,
    units: Units,
) -> Force {
    Force {
        block: fleet.free_block(),
        kind: Force::kind_of(&t.chart, &units),
        name,
        place,
        id: Id::UNIDENTIFIED,
        token: Token(0),
        units,
        fuel: None,
        sailing: None,
        motion: Motion::default(),
        shadows: Vec::new(),
        shadowing: false,
        tows: Vec::new(),
        faded: Turn::FIRST,
        in_port_since: Turn::FIRST,
    }
}

impl Position {
    /// Where a block may set up: Patrol White in or next to 0305 [5.1.9]; a German pack in its port or in a confirmed
    /// Clear hex of the Trondheim or Barents Sector outside Allied Air Radii [10.1.1].
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
        if force.hex().is_some() {
            let near = |hex: &Hex| hex.distance(t.sheet.white_station) <= t.sheet.white_radius;
            out.extend(t.sheet.waters().filter(near).map(Choice::At));
            return;
        }
        out.push(Choice::Pass);
        let sectors = [Sector::Trondheim, Sector::Barents];
        let mut fits: Vec<Hex> = t.sheet.waters().collect();
        fits.retain(|hex| {
            sectors
                .iter()
                .any(|sector| t.sheet.sector(*sector).contains(*hex))
                && self.is_confirmed_clear(t, *hex)
                && !t.sheet.in_radius(side.other(), *hex)
                && !is_closed(t, side, force.kind, *hex)
        });
        out.extend(fits.into_iter().map(Choice::At));
    }

    /// Any sea or coast hex but enemy ports and Pack [8.3].
    pub(crate) fn list_dummy_places(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let waters = t.sheet.waters();
        let free = waters
            .filter(|hex| !is_closed(t, side, Kind::Dummy, *hex) && !t.sheet.pack.contains(*hex));
        out.extend(free.map(Choice::At));
    }

    /// Ice that needs no die and is Clear [10.1.1].
    pub(crate) fn is_confirmed_clear(&self, t: &Tables, hex: Hex) -> bool {
        if t.sheet.pack.contains(hex) {
            return false;
        }
        t.sheet.zone(hex).is_none_or(|zone| {
            let marker = self.ice[zone.index()];
            !marker.rolled && marker.condition == Ice::Clear
        })
    }
}

impl Play<'_> {
    /// Asks a side where its free blocks stand [4.1.3].
    pub fn set_up(&mut self, side: Side) {
        let fleet = self.p.fleet(side);
        let free = fleet.forces.iter().filter(|force| match side {
            Side::Allied => force.hex().is_some(),
            Side::Axis => force.kind == Kind::Wolfpack,
        });
        let blocks: Vec<BlockId> = free.map(|force| force.block).collect();
        for block in blocks.into_iter().rev() {
            self.ask(side, Order::Place(block));
        }
    }

    /// A block goes to a hex, or stays.
    pub fn place(&mut self, side: Side, block: BlockId, choice: Choice) {
        let Choice::At(hex) = choice else { return };
        let token = self.new_token();
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        force.place = Place::Sea(hex);
        force.token = token;
        let who = Self::who(side, force);
        self.log.push(|| Event::Appears { who, hex });
        self.mix(side, hex);
    }

    /// One Dummy in every port with a friendly force, Tromso first, up to the limit [4.1.3] (R91).
    pub fn dummies_in_port(&mut self) {
        for side in Side::ALL {
            let mut ports: Vec<PortId> = Vec::new();
            if side == Side::Axis {
                ports.extend(self.t.sheet.find_port("tromso"));
            }
            for force in &self.p.fleet(side).forces {
                if let Some(port) = force.place.in_port().filter(|port| !ports.contains(port)) {
                    ports.push(port);
                }
            }
            for port in ports {
                if self.may_make_dummy(side) {
                    self.make_dummy(side, Place::Port(port));
                }
            }
        }
    }

    pub fn make_dummy(&mut self, side: Side, place: Place) {
        let token = self.new_token();
        let fleet = self.p.fleet(side);
        let block = fleet.free_block();
        let mut dummy = new_force(
            self.t,
            fleet,
            format!("Dummy {block}"),
            place,
            Units::default(),
        );
        dummy.token = token;
        dummy.in_port_since = self.p.turn;
        let (who, hex) = (Self::who(side, &dummy), dummy.hex());
        self.p.fleet_mut(side).forces.push(dummy);
        self.log.push(|| Event::DummyMade { who, hex });
        if let Some(hex) = hex {
            self.mix(side, hex);
        }
    }

    /// Whether a nation's packs may be there: Soviet ones in their patrol area only [5.2.1].
    pub fn in_patrol_area(t: &Tables, nation: Option<Nation>, hex: Hex) -> bool {
        nation != Some(Nation::Soviet) || t.sheet.soviet_patrol.contains(hex)
    }
}
