//! Who comes to the Campaign: Emergency units, untrained crews, reinforcements and replacements [15.3], [15.4], [15.6].

use super::campaign::{campaign, fortnight, loaded_ships};
use super::{Table, tables};
use crate::choice::Choice;
use crate::forces::{Hull, Place, Units};
use crate::refits::Ration;
use crate::sequence::Order;
use crate::side::{Nation, Side};
use crate::units::ShipType;
use crate::vp::Vp;

/// A third of the damaged German submarines return at Bergen in the first Fortnight of a month; lost ones are replaced
/// [15.5.2], [15.6.2].
#[test]
fn submarines_are_repaired_and_replaced() {
    let mut table = campaign();
    let class = tables().chart.find_class("ss_de").unwrap();
    table.play().reserve(Side::Axis).damaged_subs = 4;
    table.play().repairs();
    assert_eq!(table.p.fleet(Side::Axis).reserve.damaged_subs, 2);
    let bergen = tables().sheet.find_port("bergen").unwrap();
    let packs = table
        .p
        .fleet(Side::Axis)
        .forces
        .iter()
        .filter(|f| f.place == Place::Port(bergen));
    assert_eq!(
        packs
            .map(|f| f.units.cs(&tables().chart, ShipType::is_submarine))
            .sum::<u8>(),
        2
    );
    table.play().reserve(Side::Axis).lost_subs = vec![class; 3];
    table.play().lodge_subs(Choice::In(bergen));
    assert_eq!(table.p.fleet(Side::Axis).reserve.lost_subs.len(), 1);
}

/// Emergency Reinforcements: announced, paid, and gone again unless paid once more [15.4], [15.4.1], [15.4.2].
#[test]
fn emergency_units_come_for_points() {
    let mut table = campaign();
    table.play().ask(Side::Axis, Order::Emergency);
    let choices = table.choices(Side::Axis);
    let Some(Choice::TakeClass(class)) = choices
        .iter()
        .find(|c| matches!(c, Choice::TakeClass(_)))
        .copied()
    else {
        panic!("{choices:?}")
    };
    let before = table.p.vp();
    table
        .play()
        .call_emergency(Side::Axis, Choice::TakeClass(class));
    assert_eq!(table.p.vp(), before + Vp::whole(1));
    table.play().emergency_units();
    assert_eq!(table.p.fleet(Side::Axis).reserve.on_call, [(class, 1)]);
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().emergency_units();
    assert!(matches!(
        table.p.fleet(Side::Axis).orders.top(),
        Some(Order::Keep(..))
    ));
    table.play().keep(Side::Axis, class, 1, Choice::Keep);
    assert_eq!(table.p.vp(), before + Vp::whole(2));
}

/// Nobody pays for Emergency units that cannot come: the list of the Fortnight comes first, and takes the last counters
/// [15.4.2], [15.3].
#[test]
fn emergency_units_that_are_paid_come() {
    let class = tables().chart.find_class("tb_3537").unwrap();
    let total = tables().chart.class(class).total_cs;
    for (left, may) in [(3, false), (4, true)] {
        let mut table = campaign();
        fortnight(&mut table, 1); // March II brings three CS
        for force in &mut table.p.fleet_mut(Side::Axis).forces {
            force.units.pools.retain(|pool| pool.class != class);
        }
        table.at_sea(Side::Axis, "tb_3537", total - left, "0511");
        table.play().ask(Side::Axis, Order::Emergency);
        let choice = Choice::TakeClass(class);
        assert_eq!(table.choices(Side::Axis).contains(&choice), may, "{left}");
        if may {
            table.play().call_emergency(Side::Axis, choice);
            assert!(!table.choices(Side::Axis).contains(&choice));
            table.play().fortnight_reinforcements();
            table.play().emergency_units();
            assert_eq!(table.p.fleet(Side::Axis).reserve.on_call, [(class, 1)]);
        }
    }
}

/// New ships may be called up green, up to four Fortnights early; lost green they cost half more [15.4.3].
#[test]
fn ships_are_called_up_green() {
    let mut table = campaign();
    fortnight(&mut table, 7); // June II: Anson and Argonaut are due in August I
    table.play().ask(Side::Allied, Order::Green);
    let anson = tables().chart.find_ship("anson").unwrap();
    assert!(
        table
            .choices(Side::Allied)
            .contains(&Choice::TakeShip(anson))
    );
    table
        .play()
        .call_green(Side::Allied, Choice::TakeShip(anson));
    let before = table.p.vp();
    table.play().green_penalty(Side::Allied, Hull::Ship(anson));
    assert!(table.p.vp() < before);
}

/// Who is called up as New Construction stays, though a list of Green units names her for later; who is on the list of the
/// Fortnight leaves when it is over; who is sunk is called up by nobody [15.4.3].
#[test]
fn new_ships_stay_and_listed_ones_leave() {
    let argonaut = tables().chart.find_ship("argonaut").unwrap();
    let offered = |table: &mut Table| {
        table.play().ask(Side::Allied, Order::Green);
        let choices = table.choices(Side::Allied);
        table.p.fleet_mut(Side::Allied).orders.clear();
        choices.contains(&Choice::TakeShip(argonaut))
    };
    // June II as New Construction of August I; July I as a Green unit of the list.
    for (now, stays) in [(7, true), (8, false)] {
        let mut table = campaign();
        fortnight(&mut table, now);
        assert!(offered(&mut table));
        let choice = Choice::TakeShip(argonaut);
        table.play().call_green(Side::Allied, choice);
        assert!(!offered(&mut table));
        table.play().dismiss_green(Side::Allied);
        let here = |force: &crate::forces::Force| force.units.ship(argonaut).is_some();
        let in_play = table.p.fleet(Side::Allied).forces.iter().any(here);
        assert_eq!(in_play, stays, "{now}");
        assert_eq!(table.p.is_green(Side::Allied, argonaut), stays, "{now}");
    }
    let mut table = campaign();
    fortnight(&mut table, 8);
    table.play().reserve(Side::Allied).sunk.push(argonaut);
    assert!(!offered(&mut table));
}

/// An untrained crew rolls one die for every two CS, her aircraft too; she is scuttled when she lies Dead in the Water, and her
/// loss costs half more [15.4.3].
#[test]
fn green_crews_fight_worse() {
    let mut table = campaign();
    fortnight(&mut table, 9); // July II: Jamaica is due in August II, Avenger too
    let [jamaica, avenger] = ["jamaica", "avenger"].map(|id| tables().chart.find_ship(id).unwrap());
    let jr = tables().chart.find_class("dd_jr").unwrap();
    table.play().ask(Side::Allied, Order::Green);
    let offered = table.choices(Side::Allied);
    assert!(offered.contains(&Choice::TakeShip(jamaica)), "{offered:?}");
    assert!(offered.contains(&Choice::TakeClass(jr)), "{offered:?}");
    for choice in [
        Choice::TakeShip(jamaica),
        Choice::TakeShip(avenger),
        Choice::TakeClass(jr),
        Choice::TakeClass(jr),
        Choice::TakeClass(jr),
    ] {
        table.play().call_green(Side::Allied, choice);
    }
    table.p.fleet_mut(Side::Allied).orders.clear();
    let scapa = tables().sheet.find_port("scapa_flow").unwrap();
    let green = tables().chart.green(jr).unwrap();
    let blocks: Vec<crate::forces::BlockId> = table
        .p
        .fleet(Side::Allied)
        .forces
        .iter()
        .filter(|force| {
            let ships = [jamaica, avenger];
            let named = force.units.ships.iter().any(|s| ships.contains(&s.ship));
            named || force.units.pool(green).is_some()
        })
        .map(|force| force.block)
        .collect();
    assert!(!blocks.is_empty());
    assert!(blocks.iter().all(|block| {
        let force = table.p.fleet(Side::Allied).force(*block).unwrap();
        force.place == Place::Port(scapa)
    }));
    // On the Battle Display: CS as ever, dice for every two.
    let mut units = Units::default();
    for block in &blocks {
        units.join(std::mem::take(&mut table.force(Side::Allied, *block).units));
    }
    units.ships.retain(|s| [jamaica, avenger].contains(&s.ship));
    units.pools.retain(|pool| pool.class == green);
    let ours = table.put(Side::Allied, units, "0511");
    let enemy = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    let meeting = crate::surface::Meeting {
        by: Side::Allied,
        attackers: vec![ours],
        target: enemy,
    };
    table.play().deploy(meeting, false);
    let battle = table.p.battle().unwrap();
    assert!(Side::ALL.iter().all(|side| !battle.units[*side].is_empty()));
    for unit in &battle.units[Side::Allied] {
        let reading = table.p.read_unit(tables(), Side::Allied, unit);
        assert_eq!(reading.dice, reading.cs.div_ceil(2));
    }
    for unit in &battle.units[Side::Axis] {
        let reading = table.p.read_unit(tables(), Side::Axis, unit);
        assert_eq!(reading.dice, reading.cs);
    }
    table.p.secret.battle = None;
    // Nobody tows them.
    for hull in [Hull::Ship(jamaica), Hull::Class(green)] {
        let mut tugs = Vec::new();
        table
            .p
            .list_tugs(tables(), Side::Allied, ours, hull, &mut tugs);
        assert_eq!(tugs, [Choice::Scuttle]);
    }
    // Jamaica costs 6 instead of 4.
    let before = table.p.vp();
    let force = table.force(Side::Allied, ours).clone();
    let who = crate::sequence::Play::who(Side::Allied, &force);
    let place = force.units.ships.iter().position(|s| s.ship == jamaica);
    table
        .play()
        .sink(who, crate::losses::Lot::Ship(place.unwrap()));
    assert_eq!(table.p.vp(), before - Vp::whole(6));
}

/// Each Operation in which a new ship takes part makes her ready a Fortnight sooner: Jamaica, due in August II and employed in
/// July II, is trained in August I [15.4.3].
#[test]
fn crews_are_trained_by_operations() {
    let chart = &tables().chart;
    let jamaica = chart.find_ship("jamaica").unwrap();
    let jr = chart.find_class("dd_jr").unwrap();
    for (sails, trained_in) in [(true, 10), (false, 11)] {
        let mut table = campaign();
        fortnight(&mut table, 9);
        for choice in [Choice::TakeShip(jamaica), Choice::TakeClass(jr)] {
            table.play().call_green(Side::Allied, choice);
        }
        table.p.fleet_mut(Side::Allied).orders.clear();
        if sails {
            let fleet = table.p.fleet_mut(Side::Allied);
            fleet.paid.push(jamaica);
            fleet.reserve.green_sailed.push(jr);
        }
        for now in 9..=11 {
            fortnight(&mut table, now);
            table.play().dismiss_green(Side::Allied);
            let fleet = table.p.fleet_mut(Side::Allied);
            fleet.paid.clear();
            fleet.reserve.green_sailed.clear();
            let green = now < trained_in;
            assert_eq!(table.p.is_green(Side::Allied, jamaica), green, "{now}");
            let forces = table.p.fleet(Side::Allied).forces.iter();
            let untrained = chart.green(jr).unwrap();
            let left: u8 = forces
                .filter_map(|force| force.units.pool(untrained))
                .map(|pool| pool.cs)
                .sum();
            assert_eq!(left, u8::from(green), "{now}");
        }
    }
}

/// Reinforcements of the Fortnight, what came early left out; fighters only for ships unloaded; fifteen loaded ships
/// [15.3], [15.3.1], [15.3.2], [15.3.3].
#[test]
fn reinforcements_come_by_the_fortnight() {
    let mut table = campaign();
    fortnight(&mut table, 1); // March II: Edinburgh, Hipper
    let edinburgh = tables().chart.find_ship("edinburgh").unwrap();
    let fresh = table
        .p
        .fleet(Side::Allied)
        .forces
        .iter()
        .all(|f| f.units.ships.iter().all(|s| s.ship != edinburgh));
    table.play().ask(Side::Allied, Order::Pick(2));
    assert_eq!(
        table
            .choices(Side::Allied)
            .contains(&Choice::TakeShip(edinburgh)),
        fresh
    );
    let before = loaded_ships(&table);
    table.play().fortnight_reinforcements();
    assert_eq!(loaded_ships(&table), before + 15);
    assert!(
        table.p.fleet(Side::Allied).forces.iter().any(|f| f
            .units
            .ships
            .iter()
            .any(|s| s.ship == edinburgh))
    );
    fortnight(&mut table, 5); // May II: conditional fighters
    table.play().fortnight_reinforcements();
    assert_eq!(table.p.fleet(Side::Allied).reserve.conditional.len(), 1);
    table.play().reserve(Side::Allied).unloaded = 20;
    table.play().fortnight_reinforcements();
    assert!(table.p.fleet(Side::Allied).reserve.conditional.is_empty());
}

/// Air CS go to units that have lost some; Soviet fighters for every three ships unloaded; upgrades replace [15.6],
/// [15.6.3], [15.6.4], [15.6.5], [15.5.4].
#[test]
fn aircraft_are_replaced() {
    let mut table = campaign();
    let unit = table
        .p
        .fleet(Side::Axis)
        .air
        .iter()
        .position(|unit| unit.cs == 2)
        .unwrap();
    table.p.fleet_mut(Side::Axis).air[unit].cs = 1;
    let ration = Ration {
        nation: Nation::German,
        cs: 1,
        fighters: false,
    };
    let mut offers = Vec::new();
    table
        .p
        .list_ration(tables(), Side::Axis, ration, &mut offers);
    let wing = offers
        .iter()
        .find(|offer| matches!(offer, Choice::Wing(_)))
        .copied()
        .unwrap();
    table.play().ration(Side::Axis, ration, wing);
    assert_eq!(table.p.fleet(Side::Axis).air[unit].cs, 2);
}
