//! Splitting and combining, fuel, losses, submarine combat [1.2.3], [1.2.4], (chapter 7), (chapter 11).

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Id, Kind, Place, Pool, Shadower, Units};
use crate::fuel::{Fuel, Leaving, Status};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Condition, ShipList};
use crate::time::Turn;
use crate::units::ShipType;

/// A part copies ID and Fuel; of Heavy Ships only it has eight turns more, once; merchant ships never leave [1.2.3],
/// [11.1.1], [11.1.2].
#[test]
fn a_force_splits() {
    let mut table = Table::new("pq6");
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.play().steer(Side::Allied, home, Choice::Leave);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.force(Side::Allied, home).id = Id::level(2);
    let marker = |table: &mut Table, block| {
        let fuel = table.force(Side::Allied, block).fuel.unwrap();
        fuel.marker.unwrap().1
    };
    let before = marker(&mut table, home);
    let berwick = tables().chart.find_ship("berwick").unwrap();
    table.play().ask(Side::Allied, Order::Split(home, None));
    table
        .play()
        .choose(Side::Allied, Choice::TakeShip(berwick))
        .unwrap();
    table
        .play()
        .choose(Side::Allied, Choice::Done)
        .unwrap_or(());
    let part = table.named(Side::Allied, "part of Home Fleet");
    assert_eq!((part.id, part.kind), (Id::level(2), Kind::TaskForce));
    let part = part.block;
    assert_eq!(
        marker(&mut table, part),
        before.later(tables().fuel.heavy_split_bonus)
    );
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let mut units = Vec::new();
    table
        .p
        .list_split(tables(), Side::Allied, convoy, None, &mut units);
    let merchants = tables().chart.find_class("mv_al").unwrap();
    assert!(!units.is_empty() && !units.contains(&Choice::TakeClass(merchants)));
}

/// Splits every CS of a class off into one new block.
fn part_from(table: &mut Table, side: Side, block: BlockId, class: &str) {
    let class = tables().chart.find_class(class).unwrap();
    table.play().ask(side, Order::Split(block, None));
    while table.choices(side).contains(&Choice::TakeClass(class)) {
        table
            .play()
            .choose(side, Choice::TakeClass(class))
            .unwrap_or(());
    }
    table.play().choose(side, Choice::Done).unwrap_or(());
}

/// The turn of a force's marker.
fn warning(table: &mut Table, side: Side, block: BlockId) -> Turn {
    table.force(side, block).fuel.unwrap().marker.unwrap().1
}

/// Given a cruiser and destroyers in one TF, when the destroyers split off, then the cruiser that stays has the eight turns, once;
/// a TF that left port with the twenty has them already [11.1.2].
#[test]
fn heavy_ships_that_stay_have_their_turns() {
    let chart = &tables().chart;
    let mut table = Table::new("pq12");
    let mut units = super::special::ships(&["berwick"]);
    units.add(Pool::new(chart.find_class("dd_jr").unwrap(), 2));
    let block = table.put(Side::Allied, units, "0511");
    let before = warning(&mut table, Side::Allied, block);
    part_from(&mut table, Side::Allied, block, "dd_jr");
    let longer = before.later(tables().fuel.heavy_split_bonus);
    assert_eq!(warning(&mut table, Side::Allied, block), longer);
    let fuel = table.force(Side::Allied, block).fuel.unwrap();
    assert_eq!(fuel.of_part(tables(), true, false), fuel, "once");
    let leaving = Leaving {
        heavy_only: true,
        ..Leaving::default()
    };
    let twenty = Fuel::on_leaving(tables(), Turn::FIRST, leaving);
    assert_eq!(twenty.of_part(tables(), true, false), twenty);
}

/// Given a cruiser that has had her eight turns, when she joins fresh destroyers and parts from them again, then she has their
/// marker and no eight turns more before she refuels [11.1.1], [11.1.2].
#[test]
fn the_eight_turns_are_given_once() {
    let chart = &tables().chart;
    let mut table = Table::new("pq12");
    let mut units = super::special::ships(&["berwick"]);
    units.add(Pool::new(chart.find_class("dd_jr").unwrap(), 2));
    let berwick = table.put(Side::Allied, units, "0511");
    part_from(&mut table, Side::Allied, berwick, "dd_jr");
    table.p.turn = table.p.turn.later(tables().fuel.heavy_split_bonus - 1);
    let fresh = table.at_sea(Side::Allied, "dd_ai", 2, "0511");
    let worst = warning(&mut table, Side::Allied, fresh);
    assert!(worst < warning(&mut table, Side::Allied, berwick));
    table.play().merge(Side::Allied, berwick, fresh);
    assert_eq!(warning(&mut table, Side::Allied, berwick), worst);
    part_from(&mut table, Side::Allied, berwick, "dd_ai");
    assert_eq!(warning(&mut table, Side::Allied, berwick), worst, "once");
}

/// German Heavy Ships have the eight turns only for a Breakout, or if they came from Germany [11.1.2], [11.4] (R51).
#[test]
fn german_heavy_ships_have_no_more_but_for_a_breakout() {
    let chart = &tables().chart;
    let more = |breakout: bool, from_germany: bool| {
        let mut table = match breakout {
            true => super::special::holding("pq12", Side::Axis, Condition::AtlanticBreakout),
            false => Table::new("pq12"),
        };
        super::special::take(&mut table, Side::Axis, "tirpitz");
        let mut units = super::special::ships(&["tirpitz"]);
        units.add(Pool::new(chart.find_class("dd_36a").unwrap(), 2));
        let block = table.put(Side::Axis, units, "0511");
        let leaving = Leaving {
            german: true,
            from_germany,
            ..Leaving::default()
        };
        let fuel = Fuel::on_leaving(tables(), table.p.turn, leaving);
        table.force(Side::Axis, block).fuel = Some(fuel);
        let before = warning(&mut table, Side::Axis, block);
        part_from(&mut table, Side::Axis, block, "dd_36a");
        warning(&mut table, Side::Axis, block) > before
    };
    assert!(!more(false, false));
    assert!(more(true, false));
    assert!(more(false, true));
}

/// Given cruisers that split off to shadow, when they are gone from their destroyers, then they have the eight turns too
/// [6.3.3], [11.1.2].
#[test]
fn cruisers_that_follow_have_their_turns() {
    let chart = &tables().chart;
    let mut table = Table::new("pq12");
    super::special::take(&mut table, Side::Axis, "tirpitz");
    let tirpitz = table.put(Side::Axis, super::special::ships(&["tirpitz"]), "0511");
    table.force(Side::Axis, tirpitz).id = Id::level(2);
    let mut units = super::special::ships(&["sheffield"]);
    units.add(Pool::new(chart.find_class("dd_jr").unwrap(), 2));
    super::special::take(&mut table, Side::Allied, "sheffield");
    let block = table.put(Side::Allied, units, "0511");
    let before = warning(&mut table, Side::Allied, block);
    let token = table.token(Side::Axis, tirpitz);
    let sheffield = chart.find_ship("sheffield").unwrap();
    let take = Choice::TakeShip(sheffield);
    table.play().follow_after(token, vec![block], None, take);
    let shadows = table.force(Side::Axis, tirpitz).shadows.clone();
    let [Shadower::Cruisers(part)] = shadows[..] else {
        panic!("{shadows:?}")
    };
    let longer = before.later(tables().fuel.heavy_split_bonus);
    assert_eq!(warning(&mut table, Side::Allied, part), longer);
    assert_eq!(warning(&mut table, Side::Allied, block), before);
}

/// Forces that combine have the highest ID and the worst marker [1.2.4], [11.1.1].
#[test]
fn forces_combine() {
    let mut table = Table::new("pq6");
    let fresh = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    table.p.turn = Turn::FIRST.later(4);
    let later = table.at_sea(Side::Axis, "tb_3537", 2, "0613");
    table.force(Side::Axis, later).id = Id::level(1);
    let worst = table.force(Side::Axis, fresh).fuel;
    table
        .play()
        .combine(Side::Axis, Vec::new(), Choice::Combine(later, fresh));
    let force = table.force(Side::Axis, later);
    assert_eq!((force.id, force.fuel), (Id::level(1), worst));
    assert_eq!(force.units.cs(&tables().chart, ShipType::is_flotilla), 4);
}

/// Markers are looked at when the turn has advanced; a whole turn in port takes them away [11.1], [11.2.2], [11.2.3],
/// [11.3.1] (R7).
#[test]
fn fuel_runs_out_and_is_taken_in() {
    let mut table = Table::new("pq6");
    let destroyers = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    let status = |table: &mut Table| {
        table
            .force(Side::Axis, destroyers)
            .fuel
            .map(|fuel| fuel.status)
    };
    table.p.turn = Turn::FIRST.later(11);
    table.play().fuel_phase();
    assert_eq!(status(&mut table), Some(Status::Low));
    table.p.turn = Turn::FIRST.later(14);
    table.play().fuel_phase();
    assert_eq!(status(&mut table), Some(Status::Critical));
    let narvik = tables().sheet.find_port("narvik").unwrap();
    let turn = table.p.turn;
    let force = table.force(Side::Axis, destroyers);
    force.place = Place::Port(narvik);
    force.id = Id::UNIDENTIFIED;
    force.in_port_since = turn;
    table.play().fuel_phase();
    assert_eq!(
        status(&mut table),
        Some(Status::Critical),
        "not a whole turn"
    );
    table.play().fuel_phase();
    assert_eq!(status(&mut table), None);
}

/// A loaded merchant ship that sinks costs two points, and the Convoy's account knows it [2.1.1], (chapter 7).
#[test]
fn a_merchant_ship_sinks() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table.force(Side::Allied, convoy).place = Place::Sea(hex("0511"));
    let before = table.p.vp();
    let who = crate::sequence::Play::who(
        Side::Allied,
        table.p.fleet(Side::Allied).force(convoy).unwrap(),
    );
    let lot = table
        .play()
        .random_lot(Side::Allied, convoy, ShipType::is_merchant)
        .unwrap();
    table.play().sink(who, lot);
    assert_eq!(table.p.vp(), before - crate::vp::Vp::whole(2));
    assert_eq!(table.p.fleet(Side::Allied).accounts[0].sunk, 1);
}

/// A pack that has not moved attacks what is Identified in its hex; each sub aims before any die; all are at least ID1
/// afterwards [7.1], [7.4], [7.4.3], [5.2], [6.7].
#[test]
fn a_pack_attacks() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let force = table.force(Side::Allied, convoy);
    force.place = Place::Sea(hex("0511"));
    force.id = Id::ZERO;
    force.token = crate::forces::Token(900);
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
    table.force(Side::Axis, pack).motion.hexes = 1;
    let hunts = |table: &Table| {
        let mut out = Vec::new();
        table.p.list_hunts(tables(), Side::Axis, &mut out);
        out.len()
    };
    assert_eq!(hunts(&table), 1, "it moved");
    table.force(Side::Axis, pack).motion.hexes = 0;
    assert_eq!(hunts(&table), 2);
    table
        .play()
        .located(Side::Axis, pack, crate::forces::Token(900));
    for _ in 0..3 {
        assert_eq!(
            table.choices(Side::Axis).len(),
            crate::submarines::TARGETS.len()
        );
        let order = table.p.fleet_mut(Side::Axis).orders.pop().unwrap();
        let Order::Aim(hunt) = order else {
            panic!("{order:?}")
        };
        table
            .play()
            .aim(hunt, Choice::Aim(crate::units::Category::Convoy));
    }
    let Some(crate::sequence::Step::Torpedo(hunt)) = table.p.secret.agenda.pop() else {
        panic!("no attack")
    };
    table.play().torpedo(hunt);
    assert!(table.force(Side::Allied, convoy).id >= Id::level(1));
}

/// Ships hunt an Identified pack, which may attack them, and spend fuel [7.4.2], [11.1.3].
#[test]
fn ships_hunt_a_pack() {
    let mut table = Table::new("pq6");
    let destroyers = table.at_sea(Side::Allied, "dd_jr", 4, "0511");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
    table.force(Side::Axis, pack).id = Id::level(1);
    let token = table.token(Side::Axis, pack);
    let before = table
        .force(Side::Allied, destroyers)
        .fuel
        .unwrap()
        .marker
        .unwrap()
        .1;
    table.play().located(Side::Allied, destroyers, token);
    while let Some(Order::Aim(hunt)) = table.p.fleet_mut(Side::Axis).orders.pop() {
        table
            .play()
            .aim(hunt, Choice::Aim(crate::units::Category::Convoy));
    }
    let Some(crate::sequence::Step::Torpedo(hunt)) = table.p.secret.agenda.pop() else {
        panic!("no hunt")
    };
    assert!(hunt.offensive);
    table.play().torpedo(hunt);
    let after = table
        .force(Side::Allied, destroyers)
        .fuel
        .unwrap()
        .marker
        .unwrap()
        .1;
    assert_eq!(after, before.earlier(tables().fuel.offensive_asw));
}

/// A group of reinforcements comes once, the lowest number first [13.6].
#[test]
fn reinforcements_come_in_order() {
    let mut table = Table::new("pq12");
    for number in 1..=2 {
        table.play().reinforce(Side::Axis);
        assert_eq!(table.p.fleet(Side::Axis).groups, number);
    }
    let before = table.p.fleet(Side::Axis).forces.len();
    table.play().reinforce(Side::Axis);
    assert_eq!(table.p.fleet(Side::Axis).forces.len(), before);
}

/// A force with an oiler refuels at sea: Slow, the marker twelve turns from the new turn, the oiler in fives [11.3], [11.3.2],
/// [1.4.2] (R7).
#[test]
fn a_force_refuels_at_sea() {
    let mut table = Table::new("pq15");
    let chart = &tables().chart;
    let oiler = chart.find_ship("aldersdale").unwrap();
    let mut units = Units::of_list(
        chart,
        &ShipList {
            ships: vec![oiler],
            classes: Vec::new(),
        },
    );
    units.add(Pool::new(chart.find_class("dd_jr").unwrap(), 4));
    table
        .p
        .fleet_mut(Side::Allied)
        .forces
        .retain(|force| force.units.ships.iter().all(|s| s.ship != oiler));
    let force = table.put(Side::Allied, units, "0511");
    table.p.turn = "AM 5".parse().unwrap();
    table.play().begin_movement(Side::Allied);
    assert!(table.choices(Side::Allied).contains(&Choice::Refuel(force)));
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().take_helm(Side::Allied, Choice::Refuel(force));
    table.play().step_into(Side::Allied, force, hex("0512"));
    assert!(table.force(Side::Allied, force).motion.done, "Slow");
    table.play().fuel_phase();
    let force = table.force(Side::Allied, force);
    let marker = force
        .fuel
        .and_then(|fuel| fuel.marker)
        .map(|(_, turn)| turn.to_string());
    assert_eq!(marker.as_deref(), Some("PM 11"));
    assert_eq!(force.units.ships[0].oil, 15);
}
