//! What is in the tanks: who goes far, who fills up where (chapter 11).

use super::{Table, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Place, Pool, ShipState, Units};
use crate::fuel::{Fuel, Leaving, Marker, Status};
use crate::sequence::Order;
use crate::side::Side;
use crate::time::Turn;

fn ships(names: &[&str], classes: &[(&str, u8)]) -> Units {
    let chart = &tables().chart;
    let ship = |name: &&str| {
        let id = chart.find_ship(name).unwrap();
        ShipState::new(id, chart.ship(id))
    };
    let pool = |(class, cs): &(&str, u8)| Pool::new(chart.find_class(class).unwrap(), *cs);
    Units {
        ships: names.iter().map(ship).collect(),
        pools: classes.iter().map(pool).collect(),
    }
}

fn port(name: &str) -> Place {
    Place::Port(tables().sheet.find_port(name).unwrap())
}

/// A force in port, without a marker.
fn moored(table: &mut Table, side: Side, units: Units, at: &str) -> BlockId {
    let block = table.put(side, units, "0410");
    let force = table.force(side, block);
    (force.place, force.fuel, force.in_port_since) = (port(at), None, Turn::FIRST);
    block
}

fn marker(table: &mut Table, block: BlockId) -> Option<(Marker, Turn)> {
    let fuel = table.force(Side::Allied, block).fuel;
    fuel.and_then(|fuel| fuel.marker)
}

/// Twenty turns are for a TF of Heavy Ships and nothing else: Escorts and auxiliaries that burn nothing themselves make it
/// another force, and a Convoy is no TF [11.1.2].
#[test]
fn only_heavy_ships_alone_go_far() {
    let chart = &tables().chart;
    assert!(ships(&["norfolk", "suffolk"], &[]).is_heavy_only(chart));
    for class in ["es_uk", "mv_al", "dd_jr"] {
        let units = ships(&["norfolk"], &[(class, 1)]);
        assert!(!units.is_heavy_only(chart), "{class}");
    }
    assert!(!ships(&["norfolk", "aldersdale"], &[]).is_heavy_only(chart));
    let mut table = Table::new("pq6");
    let convoy = moored(
        &mut table,
        Side::Allied,
        ships(&["norfolk"], &[("mv_al", 8)]),
        "reykjavik",
    );
    let turn = table.p.turn;
    table.play().give_marker(Side::Allied, convoy, false);
    let short = turn.later(tables().fuel.endurance);
    assert_eq!(marker(&mut table, convoy), Some((Marker::Warning, short)));
}

/// The eight turns are for Heavy Ships that part from Light ones: cruisers of Patrol White that part from each other get
/// nothing [11.1.2], [5.1.9].
#[test]
fn heavy_ships_gain_by_leaving_light_ones() {
    let mut table = Table::new("pq6");
    let part = |table: &mut Table, from: BlockId| {
        let before = marker(table, from).unwrap().1;
        let ship = table.force(Side::Allied, from).units.ships[0].ship;
        table
            .play()
            .split(Side::Allied, from, None, Choice::TakeShip(ship));
        let new = table.p.fleet(Side::Allied).forces.last().unwrap().block;
        table
            .play()
            .split(Side::Allied, from, Some(new), Choice::Done);
        table.p.fleet_mut(Side::Allied).orders.clear();
        (before, marker(table, new).unwrap().1)
    };
    let white = table.named(Side::Allied, "Patrol White").block;
    let (before, after) = part(&mut table, white);
    assert_eq!(before, after);
    for state in ["norfolk", "suffolk"] {
        let id = tables().chart.find_ship(state).unwrap();
        for force in &mut table.p.fleet_mut(Side::Allied).forces {
            force.units.ships.retain(|own| own.ship != id);
        }
    }
    let mixed = table.put(Side::Allied, ships(&["norfolk"], &[("dd_jr", 2)]), "0410");
    let (before, after) = part(&mut table, mixed);
    assert_eq!(after, before.later(tables().fuel.heavy_split_bonus));
}

/// Where nothing is to be had, and for who takes torpedoes instead, the clock runs on in port as it does at sea [11.1],
/// [11.3.1] (R39).
#[test]
fn markers_run_in_a_port_without_fuel() {
    for (at, rearms, status) in [
        ("barentsburg", false, Status::Low),
        ("scapa_flow", true, Status::Low),
    ] {
        let mut table = Table::new("pq18");
        let boats = moored(&mut table, Side::Allied, ships(&[], &[("dd_jr", 2)]), at);
        let turn = Turn::FIRST.later(4);
        table.p.turn = turn.later(1);
        let force = table.force(Side::Allied, boats);
        force.fuel = Some(Fuel::warning(turn));
        force.motion.rearms = rearms;
        table.play().see_to_fuel(turn);
        let fuel = table.force(Side::Allied, boats).fuel;
        assert_eq!(fuel.map(|fuel| fuel.status), Some(status), "{at}");
    }
}

/// Oilers fill up in permanent ports only; a TF refuels in a temporary one as well [11.3.2], [11.3.1].
#[test]
fn oilers_fill_up_in_permanent_ports() {
    for (at, full) in [("seidisfjord", false), ("reykjavik", true)] {
        let mut table = Table::new("pq6");
        let units = ships(&["aldersdale"], &[("dd_jr", 2)]);
        let block = moored(&mut table, Side::Allied, units, at);
        let turn = Turn::FIRST.later(4);
        table.p.turn = turn.later(1);
        let force = table.force(Side::Allied, block);
        force.fuel = Some(Fuel::on_leaving(tables(), turn, Leaving::default()));
        for state in &mut force.units.ships {
            state.oil = 0;
        }
        table.play().see_to_fuel(turn);
        let force = table.force(Side::Allied, block);
        assert_eq!(force.fuel, None, "{at}");
        assert_eq!(force.units.ships[0].oil > 0, full, "{at}");
    }
}

/// A force with two oilers refuels at sea from the one that its owner names; with one oiler nothing is asked [11.3], [11.3.2].
#[test]
fn the_owner_says_which_oiler_gives() {
    let mut table = Table::new("pq6");
    let chart = &tables().chart;
    let oilers = ["aldersdale", "gray_ranger"].map(|name| chart.find_ship(name).unwrap());
    let units = ships(&["aldersdale", "gray_ranger"], &[("dd_jr", 3)]);
    let block = table.put(Side::Allied, units, "0410");
    let turn = table.p.turn;
    table.force(Side::Allied, block).fuel = Some(Fuel::warning(turn.later(4)));
    let oil = |table: &mut Table| {
        let force = table.force(Side::Allied, block);
        oilers.map(|ship| force.units.ship(ship).unwrap().oil)
    };
    let full = oil(&mut table);
    table.play().take_helm(Side::Allied, Choice::Refuel(block));
    let mut offers = oilers.map(Choice::TakeShip);
    offers.sort_unstable();
    assert_eq!(table.choices(Side::Allied), offers);
    table.p.fleet_mut(Side::Allied).orders.clear();
    let named = Choice::TakeShip(oilers[1]);
    table.play().name_oiler(Side::Allied, block, named);
    table.play().refuel_at_sea(Side::Allied, turn);
    let left = oil(&mut table);
    assert_eq!(left[0], full[0], "the other keeps hers");
    assert!(left[1] < full[1]);

    let units = ships(&["black_ranger"], &[("dd_jr", 3)]);
    let alone = table.put(Side::Allied, units, "0510");
    table.play().begin_refuelling(Side::Allied, alone);
    assert!(table.choices(Side::Allied).is_empty());
}

/// A force that was told to refuel does so as a whole: its parts leave it before, not when it lies beside the oiler [3.2],
/// [11.3.2].
#[test]
fn a_force_that_refuels_does_not_split() {
    let mut table = Table::new("pq6");
    let units = ships(&["aldersdale"], &[("dd_jr", 2)]);
    let block = table.put(Side::Allied, units, "0511");
    for (ras, rearms) in [(false, false), (true, false), (false, true)] {
        let motion = &mut table.force(Side::Allied, block).motion;
        (motion.ras, motion.rearms) = (ras, rearms);
        table.play().ask(Side::Allied, Order::Helm);
        let may = table.choices(Side::Allied).contains(&Choice::Split(block));
        table.p.fleet_mut(Side::Allied).orders.clear();
        assert_eq!(may, !ras && !rearms);
    }
}
