//! Battles on the Battle Display [7.5], laid out by hand.

mod meetings;
mod once;
mod points;
mod rounds;

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Id, Kind, Place, Pool, Units};
use crate::sequence::Order;
use crate::side::Side;
use crate::surface::Meeting;
use crate::surface::battle::{Battle, UnitId};
use crate::tables::ShipList;

/// Ships and classes at sea in one force.
fn fleet(
    table: &mut Table,
    side: Side,
    ships: &[&str],
    classes: &[(&str, u8)],
    at: &str,
) -> BlockId {
    let chart = &tables().chart;
    let list = ShipList {
        ships: ships
            .iter()
            .map(|id| chart.find_ship(id).unwrap())
            .collect(),
        classes: Vec::new(),
    };
    for force in &mut table.p.fleet_mut(side).forces {
        force
            .units
            .ships
            .retain(|state| !list.ships.contains(&state.ship));
    }
    table
        .p
        .fleet_mut(side)
        .forces
        .retain(|force| force.kind == Kind::Dummy || !force.units.is_empty());
    let mut units = Units::of_list(chart, &list);
    for (class, cs) in classes {
        units.add(Pool::new(chart.find_class(class).unwrap(), *cs));
    }
    table.put(side, units, at)
}

/// The two cruisers that covered JW-51B.
fn cover(table: &mut Table) -> BlockId {
    fleet(table, Side::Allied, &["sheffield", "jamaica"], &[], "0515")
}

/// A German ship alone in the hex of the two cruisers.
fn raider_and_cover(ship: &str) -> (Table, BlockId, BlockId) {
    let mut table = Table::new("jw51b");
    let raider = fleet(&mut table, Side::Axis, &[ship], &[], "0515");
    let cover = cover(&mut table);
    (table, raider, cover)
}

fn battle(table: &Table) -> &Battle {
    table.p.battle().unwrap()
}

/// The unit of a side that holds that ship or class.
fn unit(table: &Table, side: Side, name: &str) -> UnitId {
    let chart = &tables().chart;
    let hull = match chart.find_ship(name) {
        Some(ship) => Hull::Ship(ship),
        None => Hull::Class(chart.find_class(name).unwrap()),
    };
    let units = battle(table).units[side].iter();
    let mut units = units.filter(|unit| unit.parts.iter().any(|part| part.hull == hull));
    units.next().unwrap().id
}

/// Runs the table until somebody is asked.
fn run(table: &mut Table) {
    table.play().run();
}

fn asked(table: &Table, side: Side) -> Option<&Order> {
    table.p.fleet(side).orders.top()
}

fn choose(table: &mut Table, side: Side, choice: Choice) {
    table.play().choose(side, choice).unwrap();
}

/// Hipper's TF against the convoy of the rulebook's example: one DD, four TB, one ES, merchant ships [7.5.7].
fn barents_sea() -> (Table, BlockId, BlockId) {
    let mut table = Table::new("jw51b");
    let raider = fleet(
        &mut table,
        Side::Axis,
        &["admiral_hipper"],
        &[("dd_3436", 2), ("dd_36a", 1)],
        "0515",
    );
    let convoy = table.named(Side::Allied, "JW-51B").block;
    let chart = &tables().chart;
    let force = table.force(Side::Allied, convoy);
    force.place = Place::Sea(hex("0515"));
    force.id = Id::level(1);
    force.token = crate::forces::Token(900);
    force.units.ships.clear();
    force.units.pools.clear();
    for (class, cs) in [
        ("dd_jr", 1),
        ("tb_old", 1),
        ("tb_op", 3),
        ("es_uk", 1),
        ("mv_al", 13),
    ] {
        let class = chart.find_class(class).unwrap();
        force.units.add(Pool::new(class, cs));
    }
    force.fuel = Some(crate::fuel::Fuel::on_leaving(
        tables(),
        crate::time::Turn::FIRST,
        crate::fuel::Leaving::default(),
    ));
    (table, raider, convoy)
}

fn engaged() -> (Table, BlockId, BlockId) {
    let (mut table, raider, convoy) = barents_sea();
    meet(&mut table, raider, convoy);
    (table, raider, convoy)
}

/// A raider attacks, without Surprise.
fn meet(table: &mut Table, raider: BlockId, target: BlockId) {
    let meeting = Meeting {
        by: Side::Axis,
        attackers: vec![raider],
        target,
    };
    table.play().deploy(meeting, false);
}
