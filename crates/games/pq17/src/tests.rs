//! Rules on a position that is laid out by hand, chapter by chapter.

mod admirals;
mod air;
mod archery;
mod audits;
mod battles;
mod blocks;
mod campaign;
mod command;
mod conditions;
mod consorts;
mod counters;
mod doctrine;
mod extras;
mod fortnights;
mod fortunes;
mod germany;
mod harbours;
mod hunts;
mod kara;
mod knowledge;
mod levies;
mod once;
mod pieces;
mod plans;
mod preparation;
mod raids;
mod refits;
mod repairs;
mod resolving;
mod scene;
mod scores;
mod searches;
mod seaway;
mod shipping;
mod skies;
mod special;
mod standing;
mod strikes;
mod table;
mod tanks;
mod touch;
mod transfers;
mod wunderland;

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Pool, Token, Units};
use crate::hex::Hex;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::setup::Setup;
use crate::side::Side;
use crate::tables::{self, Tables};
use crate::weather::{Prevailing, Weather};
use derbyhouse_kernel::{Chance, Log};
use std::sync::LazyLock;

fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| tables::load(&[]).unwrap().0);
    &TABLES
}

fn hex(number: &str) -> Hex {
    number.parse().unwrap()
}

/// A table with a scenario on it, in Fair weather, with nobody asked anything.
struct Table {
    p: Position,
    chance: Chance,
    log: Log<Event>,
}

impl Table {
    fn new(scenario: &str) -> Self {
        let setup = Setup::usual(tables(), scenario);
        let (mut chance, mut log) = (Chance::seeded(7), Log::on());
        let mut p = crate::preparation::start(tables(), &setup, &mut chance, &mut log).unwrap();
        p.secret.agenda.clear();
        p.offensive = false;
        for side in Side::ALL {
            p.fleet_mut(side).orders.clear();
            p.fleet_mut(side).special = crate::position::Special::default();
        }
        p.weather = Some(Prevailing {
            weather: Weather::Fair,
            sum: 0,
        });
        Self {
            p,
            chance,
            log: Log::on(),
        }
    }

    fn play(&mut self) -> Play<'_> {
        Play {
            t: tables(),
            p: &mut self.p,
            chance: &mut self.chance,
            log: &mut self.log,
        }
    }

    fn named(&self, side: Side, name: &str) -> &Force {
        self.p
            .fleet(side)
            .forces
            .iter()
            .find(|force| force.name == name)
            .unwrap()
    }

    fn force(&mut self, side: Side, block: BlockId) -> &mut Force {
        self.p.fleet_mut(side).force_mut(block).unwrap()
    }

    /// Puts a block of one class to sea.
    fn at_sea(&mut self, side: Side, class: &str, cs: u8, at: &str) -> BlockId {
        let id = tables().chart.find_class(class).unwrap();
        let units = Units {
            ships: Vec::new(),
            pools: vec![Pool::new(id, cs)],
        };
        self.put(side, units, at)
    }

    fn put(&mut self, side: Side, units: Units, at: &str) -> BlockId {
        crate::preparation::put_to_sea(tables(), &mut self.p, side, hex(at), units)
    }

    fn token(&self, side: Side, block: BlockId) -> Token {
        self.p.fleet(side).force(block).unwrap().token
    }

    fn choices(&self, side: Side) -> Vec<Choice> {
        let mut out = Vec::new();
        self.p.list(tables(), side, &mut out);
        out
    }

    /// What a force could do if it moved next.
    fn ways(&mut self, side: Side, block: BlockId) -> Vec<Choice> {
        self.play().ask(side, Order::Steer(block));
        let ways = self.choices(side);
        self.p.fleet_mut(side).orders.pop();
        ways
    }
}
