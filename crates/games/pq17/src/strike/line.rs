//! Targets in line [7.2.4]: which counters there are, what may stand together, and how the doctrine sets them.

use crate::air::{AirChoice, AirEvent, AirId, AirOrder, AirStep, Flyer, Mission};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Hurt, Units};
use crate::position::Position;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::strike::{Counter, Holder, Stack, Strike, Target};
use crate::tables::{Base, Tables};
use crate::units::{Aa, ShipType};

/// The most CS in a stack of Convoy Ships, and of Light Ships [7.2.4].
const CONVOY_STACK: u8 = 10;
const LIGHT_STACK: u8 = 4;

impl Position {
    pub(crate) fn counter_type(&self, t: &Tables, counter: &Counter) -> Option<ShipType> {
        match counter {
            Counter::Ship { ship, .. } => Some(t.chart.ship(*ship).kind),
            Counter::Class { class, .. } => Some(t.chart.class(*class).kind),
            Counter::Aircraft(_) => None,
        }
    }

    fn ship_state(
        &self,
        side: Side,
        block: BlockId,
        ship: crate::units::ShipId,
    ) -> Option<crate::forces::ShipState> {
        let ships = &self.fleet(side).force(block)?.units.ships;
        ships.iter().find(|state| state.ship == ship).copied()
    }

    /// CS of a counter as it is now.
    pub(crate) fn counter_cs(&self, t: &Tables, side: Side, counter: &Counter) -> u8 {
        match counter {
            Counter::Ship { block, ship } => self
                .ship_state(side, *block, *ship)
                .map_or(0, |state| state.cs(t.chart.ship(*ship))),
            Counter::Class { cs, .. } => *cs,
            Counter::Aircraft(id) => self.flyer_cs(t, side, Flyer::Unit(*id)),
        }
    }

    /// Dead in the Water or under tow: it stands alone, except in port (chapter 7), [7.2.4].
    pub(crate) fn is_helpless(&self, t: &Tables, side: Side, counter: &Counter) -> bool {
        match counter {
            Counter::Ship { block, ship } => self
                .ship_state(side, *block, *ship)
                .is_some_and(|state| state.is_diw(t.chart.ship(*ship))),
            Counter::Class { hurt, .. } => *hurt == Hurt::Diw,
            Counter::Aircraft(_) => false,
        }
    }

    /// Anti-aircraft strength of a counter [7.2.5].
    pub(crate) fn counter_aa(&self, t: &Tables, side: Side, counter: &Counter) -> Aa {
        match counter {
            Counter::Ship { block, ship } => self
                .ship_state(side, *block, *ship)
                .map_or(Aa::None, |state| state.aa(t.chart.ship(*ship))),
            Counter::Class {
                class, cs, hurt, ..
            } => match hurt {
                Hurt::Whole => t.chart.class(*class).aa(*cs),
                _ => Aa::Star,
            },
            Counter::Aircraft(_) => Aa::None,
        }
    }

    pub(crate) fn counter_name(&self, t: &Tables, side: Side, counter: &Counter) -> String {
        match counter {
            Counter::Ship { ship, .. } => {
                let ship = t.chart.ship(*ship);
                format!("{} {}", ship.name, self.counter_cs(t, side, counter))
            }
            Counter::Class {
                class, cs, hurt, ..
            } => {
                let state = match hurt {
                    Hurt::Whole => "",
                    Hurt::Crippled => ", crippled",
                    Hurt::Diw => ", Dead in the Water",
                };
                format!("{} {cs}{state}", t.chart.class(*class).name)
            }
            Counter::Aircraft(id) => self.flyer_name(t, side, Flyer::Unit(*id)),
        }
    }

    /// Every counter that can be attacked: no submarines at sea (R97), aircraft at their base that have not risen.
    pub(crate) fn counters(&self, t: &Tables, strike: &Strike) -> Vec<Counter> {
        let side = strike.side.other();
        let forces = || self.fleet(side).forces.iter();
        let force = |block: &BlockId| self.fleet(side).force(*block);
        match &strike.target {
            Target::Force(block) => force(block).map_or_else(Vec::new, |f| of_force(t, f, false)),
            Target::Battle { against, .. } => {
                let forces = against.iter().filter_map(force);
                forces.flat_map(|f| of_force(t, f, false)).collect()
            }
            Target::Port(port) | Target::Harbor(port, _) => {
                let boxes = matches!(strike.target, Target::Harbor(..)); // [12.7]
                let moored = self.berths(t, side, *port, boxes).into_iter();
                let moored = moored
                    .flat_map(|(berth, units)| of_pools(t, Holder::Berth(berth), units, true));
                forces()
                    .filter(|force| force.place.in_port() == Some(*port))
                    .flat_map(|force| of_force(t, force, true))
                    .chain(moored)
                    .collect()
            }
            Target::Airbase(base) => {
                let parked = self.wing(side).filter(|(id, unit)| {
                    unit.base == Base::Airbase(*base)
                        && unit.mission == Mission::Base
                        && unit.cs > 0
                        && !strike.scrambled.contains(&Flyer::Unit(*id))
                });
                parked.map(|(id, _)| Counter::Aircraft(id)).collect()
            }
        }
    }

    /// What a counter may share a place with, and how much of it [7.2.4].
    fn stacks_as(&self, t: &Tables, strike: &Strike, counter: &Counter) -> Option<(bool, u8)> {
        let kind = self.counter_type(t, counter)?;
        let helpless = self.is_helpless(t, strike.side.other(), counter);
        let apart = helpless && strike.at_sea();
        match kind {
            _ if apart => None,
            _ if kind.is_convoy_ship() => Some((true, CONVOY_STACK)),
            _ if kind.is_light() => Some((false, LIGHT_STACK)),
            _ => None,
        }
    }

    /// Whether a counter may join a stack [7.2.4].
    fn may_stack(&self, t: &Tables, strike: &Strike, stack: &Stack, counter: &Counter) -> bool {
        let side = strike.side.other();
        let Some((sort, most)) = self.stacks_as(t, strike, counter) else {
            return false;
        };
        let alike =
            |other: &Counter| self.stacks_as(t, strike, other).map(|(sort, _)| sort) == Some(sort);
        let cs: u8 = stack
            .0
            .iter()
            .map(|other| self.counter_cs(t, side, other))
            .sum();
        stack.0.iter().all(alike) && cs + self.counter_cs(t, side, counter) <= most
    }

    /// The next counter at the end of the line, or on the last stack; or as the doctrine has it [7.2.4].
    pub(crate) fn list_deployment(
        &self,
        t: &Tables,
        left: &[Counter],
        line: &[Stack],
        out: &mut Vec<Choice>,
    ) {
        let Some(strike) = self.strike() else {
            return;
        };
        out.push(Choice::Auto);
        for (place, counter) in left.iter().enumerate() {
            if left[..place].contains(counter) {
                continue; // one of two that are alike is enough
            }
            out.push(Choice::Air(AirChoice::Line(place as u8)));
            let last = line.last();
            if last.is_some_and(|stack| self.may_stack(t, strike, stack, counter)) {
                out.push(Choice::Air(AirChoice::Stack(place as u8)));
            }
        }
    }
}

/// The counters of a force, the fewest of each class [1.4].
fn of_force(t: &Tables, force: &Force, in_port: bool) -> Vec<Counter> {
    let block = force.block;
    let ships = force.units.ships.iter();
    let ships = ships.map(|state| Counter::Ship {
        block,
        ship: state.ship,
    });
    let pools = of_pools(t, Holder::Block(block), &force.units, in_port);
    ships.chain(pools).collect()
}

/// The counters of classes; no submarines at sea (R97).
fn of_pools(t: &Tables, of: Holder, units: &Units, in_port: bool) -> Vec<Counter> {
    let shows = |kind: ShipType| in_port || !kind.is_submarine();
    let pools = units.pools.iter();
    let pools = pools.filter(|pool| shows(t.chart.class(pool.class).kind));
    let pools = pools.flat_map(|pool| {
        let class = pool.class;
        let afloat = t.chart.class(class).counters(pool.cs);
        let afloat = afloat.map(|cs| (cs, Hurt::Whole));
        let crippled = (0..pool.crippled).map(|_| (1, Hurt::Crippled));
        let adrift = (0..pool.diw).map(|_| (1, Hurt::Diw));
        let all = afloat.chain(crippled).chain(adrift);
        all.map(move |(cs, hurt)| Counter::Class {
            of,
            class,
            cs,
            hurt,
        })
    });
    pools.collect()
}

/// How near the middle of the line doctrine puts a counter: AA ships first, then merchant ships, escorts, the rest.
fn rank(p: &Position, t: &Tables, counter: &Counter) -> u8 {
    match p.counter_type(t, counter) {
        Some(ShipType::Aa | ShipType::Claa) => 0,
        Some(kind) if kind.is_convoy_ship() => 1,
        Some(kind) if kind.is_light() => 2,
        Some(_) => 3,
        None => 1,
    }
}

/// AA ships in the middle, merchant ships beside them, escorts and the rest outside; the default of the deployment.
fn doctrine_line(
    p: &Position,
    t: &Tables,
    strike: &Strike,
    mut left: Vec<Counter>,
    mut line: Vec<Stack>,
) -> Vec<Stack> {
    left.sort_by_key(|counter| rank(p, t, counter));
    let mut stacks: Vec<Stack> = Vec::new();
    for counter in left {
        let alone = rank(p, t, &counter) == 0;
        let fits = |stack: &&mut Stack| {
            let first = stack.0.first();
            let with_aa = first.is_some_and(|first| rank(p, t, first) == 0);
            !alone && !with_aa && p.may_stack(t, strike, stack, &counter)
        };
        match stacks.iter_mut().find(fits) {
            Some(stack) => stack.0.push(counter),
            None => stacks.push(Stack(vec![counter])),
        }
    }
    // From the middle outwards.
    let mut middle = std::collections::VecDeque::new();
    for (place, stack) in stacks.into_iter().enumerate() {
        match place % 2 {
            0 => middle.push_back(stack),
            _ => middle.push_front(stack),
        }
    }
    line.extend(middle);
    line
}

impl Play<'_> {
    /// The owner of the targets sets them in line; a Scattered Convoy has none [7.2.4], [7.7.3].
    pub fn begin_deployment(&mut self) {
        let t = self.t;
        self.drop_shot_down();
        let Some(strike) = self.p.strike() else {
            return;
        };
        if strike.units.is_empty() {
            self.plan_steps([Step::Air(AirStep::After)]);
            return;
        }
        if self.is_straggling() {
            self.plan_steps([Step::Air(AirStep::Assign)]);
            return;
        }
        let left = self.p.counters(t, strike);
        let owner = strike.side.other();
        self.plan_steps([Step::Air(AirStep::Assign)]);
        match left.len() {
            0 | 1 => self.deployed(owner, left.into_iter().map(|c| Stack(vec![c])).collect()),
            _ => self.ask(owner, Order::Air(AirOrder::Deploy(left, Vec::new()))),
        }
    }

    /// Counters in battle stand as they are; doctrine orders them for the attack [7.5.6].
    pub fn deploy_by_doctrine(&mut self) {
        let Some(strike) = self.p.strike() else {
            return;
        };
        let owner = strike.side.other();
        let left = self.p.counters(self.t, strike);
        let line = doctrine_line(self.p, self.t, strike, left, Vec::new());
        self.deployed(owner, line);
    }

    pub fn deploy_line(
        &mut self,
        side: Side,
        mut left: Vec<Counter>,
        mut line: Vec<Stack>,
        choice: Choice,
    ) {
        let Some(strike) = self.p.strike() else {
            return;
        };
        match choice {
            Choice::Air(AirChoice::Line(place)) if usize::from(place) < left.len() => {
                line.push(Stack(vec![left.remove(place.into())]));
            }
            Choice::Air(AirChoice::Stack(place)) if usize::from(place) < left.len() => {
                let counter = left.remove(place.into());
                if let Some(stack) = line.last_mut() {
                    stack.0.push(counter);
                }
            }
            _ => {
                line = doctrine_line(self.p, self.t, strike, std::mem::take(&mut left), line);
            }
        }
        match left.is_empty() {
            true => self.deployed(side, line),
            false => self.ask(side, Order::Air(AirOrder::Deploy(left, line))),
        }
    }

    /// The line lies open to both [7.2.4]: what stands in it, the attacker has seen.
    fn deployed(&mut self, side: Side, line: Vec<Stack>) {
        let (p, t) = (&*self.p, self.t);
        self.log.reveal();
        self.log.push(|| {
            let words = line.iter().map(|stack| {
                let counters = stack.0.iter().map(|c| p.counter_name(t, side, c));
                counters.collect::<Vec<_>>().join(" + ")
            });
            Event::Air(AirEvent::Deployed {
                side,
                line: words.collect(),
            })
        });
        if let Some(strike) = self.p.strike_mut() {
            strike.line = line;
        }
        self.note_counters();
    }

    /// Units that were shot down or driven off are out of the strike.
    pub fn drop_shot_down(&mut self) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        let side = strike.side;
        let ready = |id: &AirId| self.p.flyer_cs(t, side, Flyer::Unit(*id)) > 0;
        let (units, out): (Vec<AirId>, Vec<AirId>) = strike.units.iter().partition(|id| ready(id));
        self.land(side, &out);
        if let Some(strike) = self.p.strike_mut() {
            strike.units = units;
        }
    }
}
