//! Damaged ships go home for repair, and come back [15.5].

use super::campaign::{campaign, fortnight};
use super::germany::germany;
use super::refits::{holder, lay, port, ship, state};
use super::{Table, tables};
use crate::choice::Choice;
use crate::forces::Place;
use crate::sequence::Order;
use crate::side::Side;
use crate::vp::Vp;

/// Damaged ships go home: five Fortnights for each CS; Tirpitz in Norway seven and a point each [15.5], [15.5.1], [15.7]
/// (R95).
#[test]
fn damaged_ships_are_repaired() {
    let mut table = campaign();
    let tirpitz = tables().chart.find_ship("tirpitz").unwrap();
    for force in &mut table.p.fleet_mut(Side::Axis).forces {
        for state in force
            .units
            .ships
            .iter_mut()
            .filter(|state| state.ship == tirpitz)
        {
            state.step = 1;
        }
    }
    table.play().ask_repairs();
    let asked = table.p.fleet(Side::Axis).orders.top().cloned();
    assert_eq!(asked, Some(Order::Yard));
    let offers = table.choices(Side::Axis);
    assert_eq!(offers, [Choice::Repair(1), Choice::Pass]);
    let before = table.p.vp();
    table.play().yard(Choice::Repair(1));
    assert!(table.p.vp() > before);
    let due = &table.p.fleet(Side::Axis).reserve.due;
    assert_eq!(due[0].fortnight, tables().campaign.tirpitz_repair);
}

/// Of Tirpitz as many CS are repaired in Norway as her admiral likes: time and points are for those, and those score again if
/// they are lost again, the others do not [15.5.1] (R95), [2.4] (R90).
#[test]
fn tirpitz_is_repaired_in_part() {
    let lost = |table: &mut Table, hits: u8| {
        let own = state(table, Side::Axis, "tirpitz");
        own.step += hits;
    };
    let mut table = campaign();
    lay(&mut table, Side::Axis, "tirpitz", port("trondheim"));
    lost(&mut table, 3);
    let tirpitz = ship("tirpitz");
    table.p.fleet_mut(Side::Axis).excused.push((tirpitz, 3));
    let mut offers = Vec::new();
    table.p.list_yard(tables(), &mut offers);
    let all = [Choice::Repair(3), Choice::Repair(2), Choice::Repair(1)];
    assert_eq!(offers, [&all[..], &[Choice::Pass]].concat());
    let before = table.p.vp();
    table.play().yard(Choice::Repair(2));
    assert_eq!(table.p.vp() - before, Vp::whole(2));
    assert_eq!(table.p.fleet(Side::Axis).excused, [(tirpitz, 1)]);
    assert!(holder(&table, Side::Axis, "tirpitz").is_none());
    fortnight(&mut table, 2 * tables().campaign.tirpitz_repair);
    table.play().repairs();
    let back = holder(&table, Side::Axis, "tirpitz").unwrap();
    assert_eq!(back.place, port("trondheim"));
    assert_eq!(back.units.ship(tirpitz).unwrap().step, 1);
}

/// Repaired ships come back where their owner says: at Clyde or in the Channel, at Kiel or in the Germany Box; who only broke
/// down is back where he lay [15.5.1], [15.5.3].
#[test]
fn the_owner_says_where_repaired_ships_come_back() {
    let channel = Place::Box(tables().sheet.find_box("english_channel").unwrap());
    let cases = [
        (Side::Allied, "kenya", port("clyde"), channel),
        (Side::Axis, "admiral_scheer", port("kiel"), germany()),
    ];
    for (side, id, yard, beside) in cases {
        for wanted in [yard, beside] {
            let mut table = campaign();
            lay(&mut table, side, id, port("scapa_flow"));
            state(&mut table, side, id).step = 1;
            table.play().send_home(side, Choice::TakeShip(ship(id)));
            fortnight(&mut table, tables().campaign.repair);
            table.p.fleet_mut(side).orders.clear();
            table.play().repairs();
            assert!(holder(&table, side, id).is_none(), "first she is asked for");
            let choice = |place: Place| match place {
                Place::Port(port) => Choice::In(port),
                Place::Box(off) => Choice::Box(off),
                Place::Sea(hex) => Choice::At(hex),
            };
            assert_eq!(table.choices(side), [yard, beside].map(choice));
            table.play().choose(side, choice(wanted)).unwrap();
            let back = holder(&table, side, id).unwrap();
            assert_eq!(back.place, wanted);
            assert_eq!(back.units.ship(ship(id)).unwrap().step, 0, "repaired");
            assert!(table.p.fleet(side).reserve.due.is_empty());
        }
    }
}

/// A repaired ship that an event brings at once is asked for like the others [15.3.2], [15.5.1].
#[test]
fn a_repaired_ship_is_picked_for_the_channel() {
    let mut table = campaign();
    let channel = tables().sheet.find_box("english_channel").unwrap();
    for id in ["renown", "kenya"] {
        lay(&mut table, Side::Allied, id, port("scapa_flow"));
        state(&mut table, Side::Allied, id).step = 1;
        table
            .play()
            .send_home(Side::Allied, Choice::TakeShip(ship(id)));
    }
    fortnight(&mut table, tables().campaign.repair);
    table.p.fleet_mut(Side::Allied).orders.clear();
    let pick = Choice::TakeShip(ship("kenya"));
    table.play().pick(Side::Allied, 2, pick);
    table
        .play()
        .leave_yard(Side::Allied, 0, Choice::Box(channel));
    let kenya = holder(&table, Side::Allied, "kenya").unwrap();
    assert_eq!(kenya.place, Place::Box(channel));
    assert!(
        holder(&table, Side::Allied, "renown").is_none(),
        "she waits for the end of the Fortnight"
    );
}
