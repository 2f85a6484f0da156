//! The Preparatory Turn [3.1]: set-up, Dummies, plans, and the way to the Starting Turn [4.1.3], [4.2], [8.3].

use crate::air::{AirUnit, Leave, Wing};
use crate::command::Points;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Motion, PACK, Place, Pool, Sailing, Token, Units};
use crate::fuel::{Fuel, Leaving};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::position::{Account, Cards, Favour, Flags, Fleet, Position, Secret, Special};
use crate::season::Reserve;
use crate::sequence::{Play, Segment, Step};
use crate::setup::Setup;
use crate::side::{BySide, Nation, Side};
use crate::tables::{Berth, ForceList, OptionId, ScenarioValues, Tables, Track};
use crate::time::{Half, Turn};
use crate::units::{PortId, ShipType};
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
        start: scenario.start,
        initiative: scenario.initiative, // [4.1.1]
        offensive: false,
        favour: Favour::default(),
        season: setup.season(t),
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
            quays: Vec::new(),
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
            play.p.starting_vp(t),
            text,
            crate::position::Audience::Everybody,
        );
    }
    if play.p.season.is_some() {
        play.begin_campaign();
        play.plan_steps([Step::Fortnight]);
    } else {
        play.plan_steps([Step::Prepare]);
    }
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
        free: Vec::new(),
        new_dummies: Vec::new(),
        plans: Vec::new(),
        accounts: Vec::new(),
        moored: Vec::new(),
        white: Vec::new(),
        white_paid: Vec::new(),
        special: Special::default(),
        bought: Vec::new(),
        inop: Vec::new(),
        redeployed: None,
        reserve: Reserve::default(),
        excused: Vec::new(),
        orders: Agenda::new(),
        notebook: Vec::new(),
        met: Vec::new(),
        groups: 0,
        watched: Vec::new(),
        carriers_known: false,
    };
    for track in Track::ALL.into_iter().filter(|track| track.side() == side) {
        fleet.points[track.index()] = Points::new(scenario.command[track.index()]);
    }
    if side == Side::Allied {
        convoys(t, scenario, &mut fleet);
        patrol_white(t, scenario, &mut fleet);
    }
    // Without its Convoy an escort is a Task Force in port: the Campaign's begin so.
    let alone = |list: &&ForceList| list.join.is_none() || scenario.convoys.is_empty();
    for list in scenario
        .forces
        .iter()
        .filter(|list| list.side == side)
        .filter(alone)
    {
        forces(t, list, &mut fleet);
    }
    let air = scenario.air.iter().filter(|unit| unit.side == side);
    fleet.air = air.map(AirUnit::new).collect();
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
        let account = Account::new(&plan.id, plan.loaded, plan.from, plan.depart);
        add_convoy(t, fleet, account, plan.to.clone(), units);
    }
}

/// A Convoy in its port of departure.
pub(crate) fn add_convoy(
    t: &Tables,
    fleet: &mut Fleet,
    account: Account,
    to: Vec<PortId>,
    units: Units,
) {
    let started = units.merchants(&t.chart);
    let plan = fleet.accounts.len() as u8;
    let sailing = Sailing::new(plan, account.loaded, to, started);
    let force = new_force(
        t,
        fleet,
        account.id.clone(),
        Place::Port(account.from),
        units,
    );
    fleet.forces.push(Force {
        sailing: Some(sailing),
        ..force
    });
    fleet.accounts.push(Account { started, ..account });
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
    force.fuel = Some(Fuel::warning(t.fuel.patrol_white));
    fleet.paid.extend(&scenario.patrol_white); // free wherever they go [4.3.2]
    fleet.white.clone_from(&scenario.patrol_white);
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

/// Units as they come on blocks: ships together, submarines in packs by nation [1.2.2].
pub(crate) fn in_blocks(t: &Tables, mut units: Units) -> Vec<Units> {
    let is_sub = |pool: &Pool| t.chart.class(pool.class).kind.is_submarine();
    let subs: Vec<Pool> = units.pools.iter().copied().filter(is_sub).collect();
    units.pools.retain(|pool| !is_sub(pool));
    let mut blocks = vec![units];
    blocks.retain(|units| !units.is_empty());
    for mut pool in subs {
        while pool.cs > 0 {
            let cs = pool.cs.min(PACK);
            pool.cs -= cs;
            blocks.push(Units {
                ships: Vec::new(),
                pools: vec![Pool::new(pool.class, cs)],
            });
        }
    }
    blocks
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
        told: Id::UNIDENTIFIED,
        in_port_since: Turn::FIRST,
    }
}

/// A force put into a hex of the sea by hand, with fuel as on leaving port: for fights that are laid out.
pub(crate) fn put_to_sea(
    t: &Tables,
    p: &mut Position,
    side: Side,
    hex: Hex,
    units: Units,
) -> BlockId {
    let place = Place::Sea(hex);
    let mut force = new_force(t, p.fleet(side), hex.to_string(), place, units);
    if force.units.has(&t.chart, ShipType::needs_fuel) {
        force.fuel = Some(Fuel::on_leaving(t, p.turn, Leaving::default()));
    }
    force.token = p.new_token();
    let block = force.block;
    p.fleet_mut(side).forces.push(force);
    block
}

impl Position {
    /// A token that was never dealt.
    pub(crate) fn new_token(&mut self) -> Token {
        let token = Token(self.secret.tokens);
        self.secret.tokens = self.secret.tokens.wrapping_add(1);
        token
    }

    /// Ice that needs no die and is Clear [10.1.1].
    pub(crate) fn is_confirmed_clear(&self, t: &Tables, hex: Hex) -> bool {
        if t.sheet.pack.contains(hex) {
            return false;
        }
        t.sheet.zone(hex).is_none_or(|zone| {
            !self.is_ice_rolled(zone) && self.ice[zone.index()].condition == Ice::Clear
        })
    }
}

impl Play<'_> {
    /// Ice as predicted, the Starting Turn, the chits; then who has no initiative sets up first [3.1], [4.1.3].
    pub fn prepare(&mut self) {
        self.set_start();
        self.draw_chits();
        let first = self.p.initiative.other();
        self.plan_steps([
            Step::SetUp(first),
            Step::SetUp(first.other()),
            Step::Dummies,
            Step::Plan,
            Step::Transit,
        ]);
    }

    /// A die moves the Starting Turn, never before AM of Day 2; or everything is played from PM of Day 1 [8.3.1],
    /// [8.3.2].
    pub fn set_start(&mut self) {
        let start = self.p.scenario(self.t).start;
        self.p.start = start;
        if self.p.plays(OptionId::VariableStart) {
            let die = self.die();
            let turns = i32::from(*self.t.variable_start.get(i32::from(die)));
            let index = (i32::from(start.index()) + turns).max(2) as u16;
            self.p.start = Turn::FIRST.later(index);
            let start = self.p.start;
            self.log.push(|| Event::Start { die, start });
        }
        if self.p.plays(OptionId::CompleteOperations) {
            self.p.start = Turn::new(1, Half::Pm);
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
