//! What the Campaign changes in its Operations, Fortnight by Fortnight (chapter 15), [10.4].

use super::campaign::{campaign, fortnight};
use super::{hex, tables};
use crate::forces::{BlockId, Place, Token};
use crate::ice::{Ice, Zone};
use crate::order_of_battle::Muster;
use crate::season::Ev;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::IceMarker;
use crate::vp::Vp;

/// From the second Fortnight on the ice that was rolled in the Environmental Phase is the ice that ships meet: no die at a
/// crossing; a Clear zone is confirmed Clear. In March I each crossing has its die [10.4], [10.1], [10.1.1] (R52).
#[test]
fn the_ice_of_a_fortnight_is_rolled_once() {
    let mut table = campaign();
    let at = hex("0306");
    let zone: Zone = tables().sheet.zone(at).unwrap();
    let marker = |condition| IceMarker {
        condition,
        rolled: true,
    };
    table.p.ice[zone.index()] = marker(Ice::LightDrift);
    let (die, _) = table.play().actual_ice(Side::Allied, at);
    assert!(die.is_some(), "March I");
    fortnight(&mut table, 1);
    let met = table.play().actual_ice(Side::Allied, at);
    assert_eq!(met, (None, Ice::LightDrift));
    table.p.ice[zone.index()] = marker(Ice::Clear);
    assert!(table.p.is_confirmed_clear(tables(), at));
    fortnight(&mut table, 0);
    assert!(!table.p.is_confirmed_clear(tables(), at));
}

/// Which forces of a side are asked to go home.
fn brought_in(table: &super::Table, side: Side) -> Vec<BlockId> {
    let orders = &table.p.fleet(side).orders;
    let orders = orders.top().into_iter().chain(orders.below_top());
    let blocks = orders.filter_map(|order| match order {
        Order::BringIn(block) => Some(*block),
        _ => None,
    });
    blocks.collect()
}

/// Task Forces at sea go to a port; those in the Germany Box are in port already and stay [15.8], [5.7.1].
#[test]
fn who_lies_in_germany_stays_there() {
    let mut table = campaign();
    let [there, out] = ["0715", "0714"].map(|at| table.at_sea(Side::Axis, "dd_36a", 1, at));
    let germany = tables().sheet.find_box("germany").unwrap();
    table.force(Side::Axis, there).place = Place::Box(germany);
    table.play().order_of_battle(Muster::Harbours);
    let asked = brought_in(&table, Side::Axis);
    assert!(asked.contains(&out) && !asked.contains(&there), "{asked:?}");
}

/// A new Fortnight: who lies in port is any block, whatever the enemy saw of it before, and battles of the last Operation
/// are forgotten; who sails by plan appears under a new token [8.3], [1.2] (R79).
#[test]
fn a_new_fortnight_deals_new_tokens() {
    let mut table = campaign();
    let [home, out] = ["0715", "0714"].map(|at| table.at_sea(Side::Axis, "dd_36a", 1, at));
    let kiel = tables().sheet.find_port("kiel").unwrap();
    table.force(Side::Axis, home).place = Place::Port(kiel);
    let (old, kept) = (table.token(Side::Axis, home), table.token(Side::Axis, out));
    let met = crate::surface::hitler::Met {
        token: old,
        turn: table.p.turn,
        seen: crate::surface::Opponent::default(),
    };
    table.p.fleet_mut(Side::Allied).met.push(met);
    table.play().begin_fortnight();
    assert_eq!(table.token(Side::Axis, home), Token(0));
    assert_eq!(table.token(Side::Axis, out), kept, "it never left the map");
    assert!(table.p.fleet(Side::Allied).met.is_empty());
    table.force(Side::Axis, home).place = Place::Sea(hex("1009"));
    table.play().show_planned(Side::Axis);
    let new = table.token(Side::Axis, home);
    assert!(new != old && new != Token(0));
}

/// Puts a cruiser of Patrol White into a hex that is not her station, and says what that costs.
fn leaves_station(table: &mut super::Table) -> Vp {
    let white = table.p.fleet(Side::Allied).white[0];
    let mut forces = table.p.fleet(Side::Allied).forces.iter();
    let has = |force: &&crate::forces::Force| force.units.ship(white).is_some();
    let block = forces.find(has).unwrap().block;
    let before = table.p.vp();
    table.play().leave_station(Side::Allied, block, hex("0508"));
    table.p.vp() - before
}

/// From its declaration until its Convoy has sailed Operation EV lets Patrol White go where it likes; before and afterwards it
/// costs two points a cruiser [15.8.3], [5.1.9].
#[test]
fn patrol_white_may_be_ignored_during_ev() {
    for (ev, cost) in [
        (Ev::Never, -Vp::whole(4)),
        (Ev::Declared(0, false), Vp::ZERO),
        (Ev::Done(0), -Vp::whole(4)),
    ] {
        let mut table = campaign();
        table.play().reserve(Side::Allied).ev = ev;
        assert_eq!(leaves_station(&mut table), cost, "{ev:?}");
    }
}

/// Each cruiser of Patrol White pays at most once in an Operation, and again in the next [5.1.9] (R32).
#[test]
fn patrol_white_pays_once_in_each_operation() {
    let mut table = campaign();
    assert_eq!(leaves_station(&mut table), -Vp::whole(4));
    assert_eq!(leaves_station(&mut table), Vp::ZERO);
    table.play().begin_fortnight();
    assert_eq!(leaves_station(&mut table), -Vp::whole(4));
}
