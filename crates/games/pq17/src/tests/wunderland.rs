//! How the doctrine sails WUNDERLAND [12.12], and what it wants of reinforcements [15.3.2].

use super::special::{holding, ships};
use super::{Table, tables};
use crate::admirals::bot;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Id, Place, Pool, Units};
use crate::ice::Ice;
use crate::season::{Away, Due};
use crate::sequence::{Order, Segment};
use crate::side::Side;
use crate::tables::Condition;
use crate::units::ShipType;
use crate::view::View;
use derbyhouse_kernel::Viewer;

/// The doctrine's answer to what a side is asked.
fn answer(table: &Table, side: Side) -> Choice {
    let mut admiral = bot("doctrine", 3).unwrap();
    let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
    admiral.choose(view, &table.choices(side))
}

fn gate(table: &mut Table, ice: Ice) {
    let off = tables().sheet.find_box("kara_sea").unwrap();
    let zone = tables().sheet.off_map(off).gate.unwrap();
    let marker = &mut table.p.ice[zone.index()];
    (marker.condition, marker.rolled) = (ice, false);
}

/// Two Panzerschiffe and destroyers in Altafjord, the chit in hand, nobody else at sea.
fn altafjord() -> Table {
    let mut table = holding("pq17", Side::Axis, Condition::Wunderland);
    for side in Side::ALL {
        table.p.fleet_mut(side).forces.clear();
    }
    gate(&mut table, Ice::Clear);
    let mut units = ships(&["lutzow", "admiral_scheer"]);
    units.add(Pool::new(tables().chart.find_class("dd_36a").unwrap(), 3));
    let block = table.put(Side::Axis, units, "0815");
    let force = table.force(Side::Axis, block);
    force.place = Place::Port(tables().sheet.find_port("altafjord").unwrap());
    force.fuel = None;
    table.p.segment = Segment::NavalMovement;
    table.p.active = Some(Side::Axis);
    table.p.turn = table.p.start.later(1);
    table
}

/// A Naval Movement Segment of the Axis by the book.
fn sail(table: &mut Table) {
    for force in &mut table.p.fleet_mut(Side::Axis).forces {
        force.motion = crate::forces::Motion::default();
    }
    table.p.turn = table.p.turn.later(1);
    table.play().ask(Side::Axis, Order::Helm);
    for _ in 0..60 {
        let Some(order) = table.p.fleet(Side::Axis).orders.top().cloned() else {
            return;
        };
        let choice = answer(table, Side::Axis);
        table.p.fleet_mut(Side::Axis).orders.pop();
        table.play().answer(Side::Axis, order, choice);
        table.p.fleet_mut(Side::Allied).orders.clear();
        table.p.secret.agenda.clear();
    }
    panic!("the staff does not come to an end");
}

/// Who of the Axis is in the Kara Sea.
fn there(table: &Table) -> Vec<&Force> {
    let forces = table.p.fleet(Side::Axis).forces.iter();
    forces
        .filter(|force| table.p.is_in_kara(tables(), force))
        .collect()
}

/// When the gate is open one Panzerschiff parts from the others and goes to the Kara Sea, alone; she attacks the Convoy that she
/// meets, and goes home when nothing is left to do there [12.12].
#[test]
fn a_panzerschiff_sails_for_the_kara_sea() {
    let mut table = altafjord();
    for _ in 0..10 {
        if there(&table).is_empty() {
            sail(&mut table);
        }
    }
    let raiders = there(&table);
    assert_eq!(raiders.len(), 1, "{:?}", table.p.fleet(Side::Axis).forces);
    let raider = raiders[0].block;
    assert!(raiders[0].units.pools.is_empty() && raiders[0].units.ships.len() == 1);
    let prey = table.named(Side::Allied, "Soviet Convoy").block;
    sail(&mut table);
    assert_eq!(there(&table).len(), 1, "there is something to do");
    let token = table.force(Side::Allied, prey).token;
    table.play().identify(Side::Allied, prey, Id::level(1));
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.p.segment = Segment::SurfaceCombat;
    table.play().begin_surface(Side::Axis);
    assert_eq!(answer(&table, Side::Axis), Choice::Engage(raider, token));
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.p.segment = Segment::NavalMovement;
    table.play().remove(Side::Allied, prey);
    for _ in 0..12 {
        sail(&mut table);
    }
    assert!(table.force(Side::Axis, raider).place.in_port().is_some());
}

/// Nobody goes through ice, nor where a strong enemy was reported [12.12], [5.7.2].
#[test]
fn the_kara_sea_is_left_alone_when_it_is_dangerous() {
    let mut table = altafjord();
    gate(&mut table, Ice::HeavyDrift);
    let mut guarded = altafjord();
    for at in ["0421", "0622", "0122"] {
        let units: Units = match at {
            "0421" => ships(&["london", "norfolk"]),
            "0622" => ships(&["kent", "suffolk"]),
            _ => ships(&["belfast", "sheffield"]),
        };
        let cruisers = guarded.put(Side::Allied, units, at);
        let mut play = guarded.play();
        play.identify(Side::Allied, cruisers, Id::level(2));
    }
    guarded.p.fleet_mut(Side::Allied).orders.clear();
    for table in [&mut table, &mut guarded] {
        for _ in 0..10 {
            sail(table);
            assert!(there(table).is_empty());
        }
        let raider = |force: &&Force| {
            force
                .units
                .has(&tables().chart, |kind| kind == ShipType::Cb)
        };
        let forces = table.p.fleet(Side::Axis).forces.iter();
        let forces: Vec<&Force> = forces.filter(raider).collect();
        let in_port = |force: &&Force| force.place.in_port().is_some();
        assert!(!forces.is_empty() && forces.iter().all(in_port));
    }
}

/// A pack that has nothing to wait for goes too, one only [12.12].
#[test]
fn an_idle_pack_goes_too() {
    let mut table = altafjord();
    table.p.fleet_mut(Side::Axis).forces.clear();
    let packs: Vec<BlockId> = ["0519", "0518"]
        .map(|at| table.at_sea(Side::Axis, "ss_de", 3, at))
        .to_vec();
    for _ in 0..8 {
        sail(&mut table);
    }
    let there: Vec<BlockId> = there(&table).iter().map(|force| force.block).collect();
    assert_eq!(there.len(), 1);
    assert!(packs.contains(&there[0]));
}

/// Of what may come at once the staff takes what is worth most: a Capital Ship before a cruiser, two bomber units before two
/// submarines [15.3.2].
#[test]
fn the_best_reinforcement_comes() {
    let mut table = super::campaign::campaign();
    super::campaign::fortnight(&mut table, 7); // June II: submarines, I/KG 30 C and III/KG 30 C
    table.play().ask(Side::Axis, Order::Pick(2));
    assert!(matches!(answer(&table, Side::Axis), Choice::Wing(_)));
    for (cruiser, capital) in [
        ("nigeria", "duke_of_york"),
        ("liverpool", "renown"),
        ("london", "victorious"),
    ] {
        let mut table = super::campaign::campaign();
        super::campaign::fortnight(&mut table, 9); // July II: nobody is listed
        for name in [cruiser, capital] {
            super::special::take(&mut table, Side::Allied, name);
            let clyde = tables().sheet.find_port("clyde").unwrap();
            table.play().reserve(Side::Allied).due.push(Due {
                why: Away::Repair,
                fortnight: 9,
                at: Place::Port(clyde),
                units: ships(&[name]),
            });
        }
        table.play().ask(Side::Allied, Order::Pick(2));
        let wanted = tables().chart.find_ship(capital).unwrap();
        assert_eq!(answer(&table, Side::Allied), Choice::TakeShip(wanted));
    }
}
