//! Which ships transfer in the Campaign, who goes instead, and what comes back of it [15.7], [15.4], [15.8.1].

use super::campaign::{campaign, fortnight};
use super::refits::{holder, lay, port, ship, state};
use super::{Table, tables};
use crate::choice::Choice;
use crate::forces::{Hull, Place, Pool, ShipState, Units};
use crate::order_of_battle::Muster;
use crate::season::{Away, Cause, Due, Gone};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::Condition;
use crate::time::Turn;
use crate::units::ClassId;
use crate::vp::Vp;

pub(super) fn class(id: &str) -> ClassId {
    tables().chart.find_class(id).unwrap()
}

pub(super) fn cs(table: &Table, side: Side, id: &str) -> u8 {
    let forces = table.p.fleet(side).forces.iter();
    let pools = forces.filter_map(|force| force.units.pool(class(id)));
    pools.map(|pool| pool.cs).sum()
}

/// US ships that ice or weather had damaged leave with the others in August II, those that come back later too [15.7.3].
#[test]
fn americans_in_the_yard_leave_too() {
    let mut table = campaign();
    fortnight(&mut table, 11);
    let units = |id: &str| {
        let mut units = Units::default();
        units.add(Pool::new(class(id), 1));
        units
    };
    let reserve = &mut table.p.fleet_mut(Side::Allied).reserve;
    let due = ["dd_us", "dd_jr"].map(|id| Due {
        why: Away::Repair,
        fortnight: 12,
        at: port("scapa_flow"),
        units: units(id),
    });
    reserve.due.extend(due);
    let damaged = ["dd_us", "dd_jr"].map(|id| Gone::new(Hull::Class(class(id)), Cause::Weather));
    reserve.gone.extend(damaged);
    table.play().transfers();
    table.play().repairs();
    let due = &table.p.fleet(Side::Allied).reserve.due;
    assert!(
        due.iter()
            .all(|due| due.units.pool(class("dd_us")).is_none())
    );
    let british = due
        .iter()
        .filter(|due| due.units.pool(class("dd_jr")).is_some());
    assert_eq!(british.count(), 2);
}

/// Emergency units that are lost, or gone with the US Navy, are not paid for again [15.4].
#[test]
fn lost_emergency_units_cost_nothing_more() {
    for (afloat, asked) in [(0, None), (3, Some(3)), (5, Some(4))] {
        let mut table = campaign();
        for force in &mut table.p.fleet_mut(Side::Allied).forces {
            force
                .units
                .pools
                .retain(|pool| pool.class != class("dd_us"));
        }
        if afloat > 0 {
            table.at_sea(Side::Allied, "dd_us", afloat, "0511");
        }
        let reserve = &mut table.p.fleet_mut(Side::Allied).reserve;
        reserve.on_call = vec![(class("dd_us"), 4)];
        table.play().emergency_units();
        let order = table.p.fleet(Side::Allied).orders.top().cloned();
        assert_eq!(order, asked.map(|cs| Order::Keep(class("dd_us"), cs)));
    }
}

/// A substitute goes from Scapa Flow [15.7.2].
#[test]
fn substitutes_go_from_scapa_flow() {
    let mut table = campaign();
    let channel = Place::Box(tables().sheet.find_box("english_channel").unwrap());
    for (place, may) in [
        (port("scapa_flow"), true),
        (channel, false),
        (port("reykjavik"), false),
    ] {
        lay(&mut table, Side::Allied, "nigeria", place);
        let offered = table.p.substitutes(tables(), ship("kenya"));
        assert_eq!(offered.contains(&ship("nigeria")), may, "{place:?}");
    }
}

/// After March I one cruiser of Patrol White at least must be relieved, each once; not while one in Reykjavik is enough [15.8.1].
#[test]
fn patrol_white_must_be_relieved() {
    let mut table = campaign();
    fortnight(&mut table, 1);
    table.play().plan_shipping();
    let white = table.p.fleet(Side::Allied).white.clone();
    let relieves = |table: &Table, old| {
        let choices = table.choices(Side::Allied);
        let found = |choice: &Choice| matches!(choice, Choice::Replace(own, _) if *own == old);
        choices.into_iter().find(found)
    };
    assert!(!table.choices(Side::Allied).contains(&Choice::Pass));
    let first = relieves(&table, white[0]).unwrap();
    table.play().choose(Side::Allied, first).unwrap();
    let asked = table.p.fleet(Side::Allied).orders.top().cloned();
    assert_eq!(asked, Some(Order::WhiteSwap));
    let choices = table.choices(Side::Allied);
    assert!(choices.contains(&Choice::Pass), "one is enough");
    let of_second = |choice: &Choice| matches!(choice, Choice::Replace(own, _) if *own == white[1]);
    assert!(choices.iter().all(|c| *c == Choice::Pass || of_second(c)));
    let second = relieves(&table, white[1]).unwrap();
    table.play().choose(Side::Allied, second).unwrap();
    let asked = table.p.fleet(Side::Allied).orders.top().cloned();
    assert_ne!(asked, Some(Order::WhiteSwap), "both are relieved");
    let mut table = campaign();
    fortnight(&mut table, 1);
    table.play().reserve(Side::Allied).ev = crate::season::Ev::Done(0);
    table.play().plan_shipping();
    assert!(table.choices(Side::Allied).contains(&Choice::Pass));
}

/// Listed ships leave from Scapa Flow; for one that is elsewhere another of its type must go, or it costs half her worth
/// [15.7.1], [15.7.2].
#[test]
fn ships_transfer() {
    let mut table = campaign();
    fortnight(&mut table, 3); // April II: Renown and Wasp
    let renown = tables().chart.find_ship("renown").unwrap();
    let scapa = tables().sheet.find_port("scapa_flow").unwrap();
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        if force.units.ships.iter().any(|state| state.ship == renown) {
            force.place = Place::Port(scapa);
        }
    }
    table.play().transfers();
    let there = |table: &Table, ship| {
        let mut forces = table.p.fleet(Side::Allied).forces.iter();
        forces.any(|f| f.units.ships.iter().any(|s| s.ship == ship))
    };
    assert!(!there(&table, renown));
    let mut table = campaign();
    fortnight(&mut table, 6); // June I: Liverpool and Kenya, who are not there
    table.play().transfers();
    let asked = table.p.fleet(Side::Allied).orders.top().cloned();
    let lost = table
        .p
        .secret
        .ledger
        .iter()
        .any(|entry| entry.rule == "15.7.2");
    assert!(matches!(asked, Some(Order::Substitute(_))) || lost);
}

/// All US ships leave in August II, wherever they are [15.7.3].
#[test]
fn the_americans_leave() {
    let mut table = campaign();
    let wichita = tables().chart.find_ship("wichita").unwrap();
    let units = Units {
        ships: vec![ShipState::new(wichita, tables().chart.ship(wichita))],
        pools: Vec::new(),
    };
    table.put(Side::Allied, units, "0504");
    fortnight(&mut table, 11);
    let dd = table.at_sea(Side::Allied, "dd_us", 2, "0504");
    table.force(Side::Allied, dd).place = port("clyde");
    let home = table.at_sea(Side::Allied, "dd_us", 2, "0504");
    table.force(Side::Allied, home).place = port("reykjavik");
    let before = table.p.vp();
    table.play().transfers();
    assert!(
        table.p.fleet(Side::Allied).forces.iter().all(|f| f
            .units
            .ships
            .iter()
            .all(|s| s.ship != wichita))
    );
    assert_eq!(cs(&table, Side::Allied, "dd_us"), 0);
    // Wichita at sea and two CS in the Clyde, though the list names them.
    assert_eq!(table.p.vp(), before - Vp::whole(3));
}

/// A cruiser of Patrol White transfers from her station, or from Reykjavik; not if she ended the Operation elsewhere [15.7.2].
#[test]
fn patrol_white_transfers_from_its_station() {
    let station = tables().sheet.white_station;
    for (place, may) in [
        (Place::Sea(station), true),
        (port("reykjavik"), true),
        (Place::Sea(super::hex("0717")), false),
        (port("murmansk"), false),
        (port("scapa_flow"), true),
    ] {
        let mut table = campaign();
        let cruiser = table.p.fleet(Side::Allied).white[0];
        let id = tables().chart.ship(cruiser).id.clone();
        let block = lay(&mut table, Side::Allied, &id, place);
        let mut play = table.play();
        play.order_of_battle(Muster::Harbours);
        if place.at_sea().is_some() {
            play.bring_in(Side::Allied, block, Choice::AsListed);
        }
        let force = table.p.fleet(Side::Allied).force(block).unwrap();
        assert_eq!(table.p.may_transfer(tables(), force), may, "{place:?}");
    }
}

/// A substitute that another ship has taken leaves nobody to go: that failure costs as any other [15.7.2].
#[test]
fn a_missing_substitute_costs_points() {
    let mut table = campaign();
    let wanted = ship("kenya");
    table.play().ask(Side::Allied, Order::Substitute(wanted));
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        force.place = port("reykjavik");
    }
    assert_eq!(table.choices(Side::Allied), [Choice::Pass]);
    let before = table.p.vp();
    table.play().choose(Side::Allied, Choice::Pass).unwrap();
    let cost = crate::campaign::transfer_failure(tables().chart.ship(wanted).vp);
    assert_eq!(table.p.vp(), before + cost);
}

/// Light Ships that came in late do not transfer with those of the same port that may [15.7.2].
#[test]
fn late_light_ships_do_not_transfer() {
    let mut table = campaign();
    fortnight(&mut table, 6); // June I: three CS each of A-I and Hunt II
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        let pools = &mut force.units.pools;
        pools.retain(|pool| pool.class != class("dd_ai"));
    }
    let [ready, late] = [1, 4].map(|cs| {
        let block = table.at_sea(Side::Allied, "dd_ai", cs, "0504");
        table.force(Side::Allied, block).place = port("scapa_flow");
        block
    });
    table.play().reserve(Side::Allied).late.push(late);
    let transfer = tables().campaign.fortnights.iter();
    let transfers = transfer.flat_map(|values| &values.transfers);
    let harpoon = transfers.clone().find(|own| own.tag == "HARPOON").unwrap();
    table.play().allied_transfer(harpoon);
    assert!(table.p.fleet(Side::Allied).force(ready).is_none());
    let left = table.p.fleet(Side::Allied).force(late).unwrap();
    assert_eq!(left.units.pool(class("dd_ai")).unwrap().cs, 4);
    let ledger = table.p.secret.ledger.iter();
    let short = ledger.filter(|entry| entry.text.starts_with("2 CS of"));
    assert_eq!(short.count(), 1);
}

/// A British ship is as she was when she transfers: whole, she comes with her list; hit, she comes out of the yard, five
/// Fortnights for each CS, and no list brings her before; Crippled or Dead in the Water she never comes back, nor a US ship
/// that was hit; that costs nothing [15.5], [15.5.1], [15.7.2], [15.7.3].
#[test]
fn a_transfer_heals_nobody() {
    for (id, step, crippled, due, listed) in [
        ("renown", 0, false, 0, true),
        ("renown", 1, false, 1, false),
        ("renown", 0, true, 0, false),
        ("renown", 2, true, 0, false),
        ("wasp", 1, false, 0, false),
    ] {
        let mut table = campaign();
        fortnight(&mut table, 3); // April II: both are due
        for own in ["renown", "wasp"] {
            lay(&mut table, Side::Allied, own, port("scapa_flow"));
        }
        let hurt = state(&mut table, Side::Allied, id);
        (hurt.step, hurt.crippled) = (step, crippled);
        let before = table.p.vp();
        table.play().transfers();
        let case = format!("{id}: {step} steps, Crippled: {crippled}");
        assert!(holder(&table, Side::Allied, id).is_none(), "{case}");
        let yard = &table.p.fleet(Side::Allied).reserve.due;
        assert_eq!(yard.len(), due, "{case}");
        assert!(yard.iter().all(|own| own.fortnight == 8), "{case}");
        assert_eq!(table.p.vp(), before, "{case}");
        assert_eq!(
            !table.p.is_spoken_for(Side::Allied, ship(id)),
            listed,
            "{case}"
        );
    }
}

/// Who goes instead of a ship that is not there, and is hit, comes back from the yard, not with the list; what she had lost
/// counts as new when she is hit again [15.7.2], [15.5], [2.4] (R90).
#[test]
fn a_damaged_substitute_goes_to_the_yard() {
    for (crippled, due) in [(false, 1), (true, 0)] {
        let mut table = campaign();
        lay(&mut table, Side::Allied, "nigeria", port("scapa_flow"));
        let hurt = state(&mut table, Side::Allied, "nigeria");
        (hurt.step, hurt.crippled) = (1, crippled);
        table
            .play()
            .substitute(ship("kenya"), Choice::TakeShip(ship("nigeria")));
        let reserve = &table.p.fleet(Side::Allied).reserve;
        assert_eq!(reserve.due.len(), due);
        assert_eq!(reserve.stand_ins, []);
        assert!(table.p.is_spoken_for(Side::Allied, ship("nigeria")));
    }
    let mut table = campaign();
    lay(&mut table, Side::Allied, "nigeria", port("scapa_flow"));
    table
        .play()
        .substitute(ship("kenya"), Choice::TakeShip(ship("nigeria")));
    let reserve = &table.p.fleet(Side::Allied).reserve;
    assert_eq!(reserve.stand_ins, [(ship("kenya"), ship("nigeria"))]);
}

/// The Axis Convoy may stay in Tromso for good: only Convoys in Ballast must leave port by the end of Day 15 [12.3], [15.2] (R96).
#[test]
fn the_axis_convoy_need_not_sail() {
    let mut table = campaign();
    let convoy = tables().chits.conditions[Side::Axis]
        .iter()
        .position(|chit| chit.condition == Condition::AxisConvoy);
    table.p.fleet_mut(Side::Axis).special.chit = convoy.map(|place| place as u8);
    let tromso = tables().sheet.find_port("tromso").unwrap();
    table.play().muster_axis_convoy(tromso);
    let block = table.named(Side::Axis, "Axis Convoy").block;
    table.p.initiative = Side::Allied; // no point is owed
    table.p.turn = Turn::LAST_ON_TRACK;
    assert!(table.ways(Side::Axis, block).contains(&Choice::Stop));
    table.play().ask(Side::Axis, Order::Helm);
    assert!(table.choices(Side::Axis).contains(&Choice::Done));
}

/// A US cruiser that was on Patrol White, at sea, is as far from the two ports as any; in Reykjavik she is not [15.7.3].
#[test]
fn americans_on_patrol_leave_from_elsewhere() {
    let station = Place::Sea(tables().sheet.white_station);
    for (place, cost) in [(station, 1), (port("reykjavik"), 0)] {
        let mut table = campaign();
        fortnight(&mut table, 11);
        let block = lay(&mut table, Side::Allied, "wichita", place);
        table.p.fleet_mut(Side::Allied).white = vec![ship("wichita")];
        table.play().order_of_battle(Muster::Harbours);
        if place.at_sea().is_some() {
            table.play().bring_in(Side::Allied, block, Choice::AsListed);
        }
        for force in &mut table.p.fleet_mut(Side::Allied).forces {
            let us = |class: ClassId| tables().chart.class(class).nation == crate::side::Nation::Us;
            force.units.pools.retain(|pool| !us(pool.class));
            let us = |own: crate::units::ShipId| {
                tables().chart.ship(own).nation == crate::side::Nation::Us && own != ship("wichita")
            };
            force.units.ships.retain(|own| !us(own.ship));
        }
        table.p.fleet_mut(Side::Allied).orders.clear();
        let before = table.p.vp();
        table.play().us_leave();
        assert_eq!(before - table.p.vp(), Vp::whole(cost), "{place:?}");
    }
}
