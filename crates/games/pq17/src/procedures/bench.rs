//! A table with nothing on it but one fight: forces in a hex of open sea, under a given light and weather. Procedures lay
//! a position out on it and let play run.

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Units};
use crate::game::Pq17;
use crate::hex::Hex;
use crate::position::{Position, Special};
use crate::preparation;
use crate::sequence::{Order, Play, Step};
use crate::setup::Setup;
use crate::side::{Nation, Side};
use crate::surface::Meeting;
use crate::tables::{Class, OptionId, ShipList, Tables};
use crate::time::{Light, Turn};
use crate::units::{ClassId, ShipId, ShipType};
use crate::weather::{Prevailing, Weather};
use derbyhouse_kernel::procedure::ProcedureError;
use derbyhouse_kernel::{Chance, Log};

type Result<T> = std::result::Result<T, ProcedureError>;

pub(super) struct Bench<'t> {
    pub t: &'t Tables,
    pub p: Position,
    pub hex: Hex,
    pub log: Log<Event>,
}

impl<'t> Bench<'t> {
    pub fn new(
        game: &'t Pq17,
        light: Light,
        weather: Weather,
        options: Vec<OptionId>,
    ) -> Result<Self> {
        let t = game.tables();
        let none = || ProcedureError::input("no scenario has such a turn");
        let turns = || (0..30).map(|later| Turn::FIRST.later(later));
        let mut scenarios = t.scenarios.iter().filter_map(|scenario| {
            let turn = turns().find(|turn| scenario.daylight.of(*turn) == light);
            turn.map(|turn| (scenario, turn))
        });
        let (scenario, turn) = scenarios.next().ok_or_else(none)?;
        let setup = Setup {
            scenario: scenario.id.clone(),
            options,
        };
        // What is shuffled while a scenario is set up plays no part in a fight.
        let mut set_up = Chance::seeded(0);
        let mut p = preparation::start(t, &setup, &mut set_up, &mut Log::off())
            .map_err(|why| ProcedureError::input(why.to_string()))?;
        p.turn = turn;
        p.weather = Some(Prevailing { weather, sum: 0 });
        p.offensive = false;
        p.secret.agenda.clear();
        p.secret.ledger.clear();
        for side in Side::ALL {
            let fleet = p.fleet_mut(side);
            fleet.orders.clear();
            fleet.special = Special::default();
            fleet.forces.clear();
            fleet.air.clear();
        }
        let alone = |hex: &Hex| {
            let covered = Side::ALL.iter().any(|side| p.in_air_radius(t, *side, *hex));
            !t.sheet.is_coastal(*hex) && p.is_confirmed_clear(t, *hex) && !covered
        };
        let hex = t.sheet.waters().find(alone).ok_or_else(none)?;
        let log = Log::on();
        Ok(Self { t, p, hex, log })
    }

    pub fn play<'a>(&'a mut self, chance: &'a mut Chance) -> Play<'a> {
        Play {
            t: self.t,
            p: &mut self.p,
            chance,
            log: &mut self.log,
        }
    }

    /// A force in the hex of the fight.
    pub fn put(&mut self, side: Side, units: Units, id: Id) -> BlockId {
        let block = preparation::put_to_sea(self.t, &mut self.p, side, self.hex, units);
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.id = id;
        }
        block
    }

    /// A force that was put there.
    pub fn force(&mut self, side: Side, block: BlockId) -> Result<&mut Force> {
        let gone = || ProcedureError::input("that force is no more");
        self.p.fleet_mut(side).force_mut(block).ok_or_else(gone)
    }

    /// Both go to the Battle Display; what play would do next is left.
    pub fn deploy(&mut self, by: Side, attacker: BlockId, target: BlockId) {
        let meeting = Meeting {
            by,
            attackers: vec![attacker],
            target,
        };
        // Nothing is drawn: counters lie face up.
        self.play(&mut Chance::scripted([])).deploy(meeting, false);
        self.p.secret.agenda.clear();
    }

    /// The same against a destroyer that does not matter.
    pub fn give_battle(&mut self, side: Side, block: BlockId) -> Result<()> {
        let enemy = listed(self.t, side.other(), "DD", 1)?;
        let enemy = Units::of_list(&self.t.chart, &enemy);
        let enemy = self.put(side.other(), enemy, Id::HIGHEST);
        self.deploy(side, block, enemy);
        Ok(())
    }

    /// Plays a step and all that it leads to, with an answer to every question.
    pub fn drive(
        &mut self,
        chance: &mut Chance,
        first: Step,
        mut answer: impl FnMut(&Position, &Order, &[Choice]) -> Result<Choice>,
    ) -> Result<()> {
        self.play(chance).plan_steps([first]);
        loop {
            let mut sides = Side::ALL.into_iter();
            let asked = sides.find_map(|side| {
                let order = self.p.fleet(side).orders.top()?;
                Some((side, order.clone()))
            });
            if let Some((side, order)) = asked {
                let mut choices = Vec::new();
                self.p.list(self.t, side, &mut choices);
                let choice = answer(&self.p, &order, &choices)?;
                if !choices.contains(&choice) {
                    let (question, _) = order.question();
                    return Err(ProcedureError::input(format!(
                        "“{choice}” is not among the answers to {question}"
                    )));
                }
                self.p.fleet_mut(side).orders.pop();
                self.play(chance).answer(side, order, choice);
            } else if let Some(step) = self.p.secret.agenda.pop() {
                self.play(chance).step(step);
            } else {
                return Ok(());
            }
        }
    }
}

/// The class of a side that stands for a type: the first with trained crews.
pub(super) fn class_of(t: &Tables, side: Side, kind: ShipType) -> Option<ClassId> {
    let stands = |class: &Class| class.kind == kind && class.nation.side() == side && !class.green;
    t.chart.classes.iter().position(stands).map(ClassId::new)
}

/// Ships of a side that have names, by type.
pub(super) fn ships_of(
    t: &Tables,
    side: Side,
    kind: ShipType,
) -> impl Iterator<Item = ShipId> + use<'_> {
    let ships = t.chart.ships.iter().enumerate();
    let ships = ships.filter(move |(_, ship)| ship.kind == kind && ship.nation.side() == side);
    ships.map(|(place, _)| ShipId::new(place))
}

/// So many CS of a class or so many ships of a side, by type or by their name in the Unit Chart.
pub(super) fn listed(t: &Tables, side: Side, name: &str, number: u8) -> Result<ShipList> {
    let own = |nation: Nation| nation.side() == side;
    let by_type = |kind: ShipType| match class_of(t, side, kind) {
        Some(class) => ShipList {
            ships: Vec::new(),
            classes: vec![(class, number)],
        },
        None => ShipList {
            ships: ships_of(t, side, kind).take(number.into()).collect(),
            classes: Vec::new(),
        },
    };
    let by_name = || match (t.chart.find_class(name), t.chart.find_ship(name)) {
        (Some(class), _) if own(t.chart.class(class).nation) => Some(ShipList {
            ships: Vec::new(),
            classes: vec![(class, number)],
        }),
        (_, Some(ship)) if own(t.chart.ship(ship).nation) => Some(ShipList {
            ships: vec![ship],
            classes: Vec::new(),
        }),
        _ => None,
    };
    let list = match name.parse().map(by_type) {
        Ok(list) => Some(list),
        Err(_) => by_name(),
    };
    let enough = |list: &ShipList| {
        let most = list
            .classes
            .iter()
            .map(|(class, _)| t.chart.class(*class).total_cs);
        let there = most.sum::<u8>().max(list.ships.len() as u8);
        (1..=there).contains(&number)
    };
    let none = || ProcedureError::input(format!("the {side} side has not {number} of “{name}”"));
    list.filter(enough).ok_or_else(none)
}
