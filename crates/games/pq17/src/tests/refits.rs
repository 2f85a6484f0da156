//! Transfers, repairs, replacements and reinforcements of the Campaign [15.3] to [15.7].

use super::campaign::{campaign, fortnight};
use super::special::ships;
use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Hull, Place, Pool, ShipState, Units};
use crate::order_of_battle::Muster;
use crate::refits::Ration;
use crate::season::{Away, Cause, Due, Gone, Source};
use crate::side::{Nation, Side};
use crate::tables::{Base, Berth, OptionId, Track};
use crate::units::ShipId;

pub(super) fn ship(id: &str) -> ShipId {
    tables().chart.find_ship(id).unwrap()
}

pub(super) fn port(id: &str) -> Place {
    Place::Port(tables().sheet.find_port(id).unwrap())
}

/// The force that has a ship.
pub(super) fn holder<'a>(table: &'a Table, side: Side, id: &str) -> Option<&'a Force> {
    let mut forces = table.p.fleet(side).forces.iter();
    forces.find(|force| force.units.ship(ship(id)).is_some())
}

/// A ship in a block of her own, somewhere.
pub(super) fn lay(table: &mut Table, side: Side, id: &str, place: Place) -> BlockId {
    for force in &mut table.p.fleet_mut(side).forces {
        force.units.ships.retain(|state| state.ship != ship(id));
    }
    let block = table.put(side, ships(&[id]), "0511");
    table.force(side, block).place = place;
    block
}

pub(super) fn state<'a>(table: &'a mut Table, side: Side, id: &str) -> &'a mut ShipState {
    let forces = table.p.fleet_mut(side).forces.iter_mut();
    let mut states = forces.flat_map(|force| force.units.ships.iter_mut());
    states.find(|state| state.ship == ship(id)).unwrap()
}

/// A side answers where repaired ships come back: in that port [15.5.1].
fn answer_in(table: &mut Table, side: Side, id: &str) {
    let port = tables().sheet.find_port(id).unwrap();
    table.play().leave_yard(side, 0, Choice::In(port));
}

/// A German ship that broke down is ready again in the third Fortnight after, where she lay, not before [15.5.3].
#[test]
fn broken_down_warships_are_out_for_three_fortnights() {
    let mut table = campaign();
    let block = lay(&mut table, Side::Axis, "admiral_scheer", port("narvik"));
    state(&mut table, Side::Axis, "admiral_scheer").step = 1;
    let lot = (block, Hull::Ship(ship("admiral_scheer")));
    table.p.fleet_mut(Side::Axis).inop.push(lot);
    for now in 0..=3 {
        fortnight(&mut table, now);
        table.play().repairs();
        let there = holder(&table, Side::Axis, "admiral_scheer").map(|force| force.place);
        let back = (now == 3).then_some(port("narvik"));
        assert_eq!(there, back, "{now}");
    }
    assert!(table.p.fleet(Side::Axis).inop.is_empty());
    let scheer = state(&mut table, Side::Axis, "admiral_scheer");
    assert_eq!(scheer.step, 1, "hits of battle are another matter");
}

/// British and Soviet submarines are replaced in the same Fortnight, whichever half of the month; lost oilers wait for the
/// second [15.6.1], [15.6.2].
#[test]
fn allied_submarines_are_replaced_at_once() {
    for now in [0, 1] {
        let mut table = campaign();
        fortnight(&mut table, now);
        let [uk, su] = ["ss_uk", "ss_su"].map(|id| tables().chart.find_class(id).unwrap());
        let cs = |table: &Table, class| -> u8 {
            let forces = table.p.fleet(Side::Allied).forces.iter();
            let pools = forces.filter_map(|force| force.units.pool(class));
            pools.map(|pool| pool.cs).sum()
        };
        let before = [uk, su].map(|class| cs(&table, class));
        let reserve = table.play();
        let reserve = &mut reserve.p.fleet_mut(Side::Allied).reserve;
        reserve.lost_subs = vec![uk, su];
        reserve.lost_ships = vec![Hull::Ship(ship("gray_ranger"))];
        table.play().order_of_battle(Muster::Replacements);
        let after = [uk, su].map(|class| cs(&table, class));
        assert_eq!(after, before.map(|cs| cs + 1), "{now}");
        let waiting = table.p.fleet(Side::Allied).reserve.lost_ships.len();
        assert_eq!(waiting, usize::from(now == 0));
    }
}

/// Ships hurt by ice or weather are back next Fortnight as they were before: hits of battle are not healed, and those have
/// scored once [15.5.3], [2.4] (R90).
#[test]
fn ice_heals_nothing() {
    let mut table = campaign();
    let block = lay(&mut table, Side::Allied, "renown", port("scapa_flow"));
    state(&mut table, Side::Allied, "renown").step = 2;
    let lost = crate::losses::Lot::Ship(0);
    table
        .play()
        .retire(Side::Allied, block, lost, Cause::Weather);
    table.play().repairs();
    fortnight(&mut table, 1);
    table.play().repairs();
    let renown = state(&mut table, Side::Allied, "renown");
    assert_eq!(renown.step, 2);
}

/// Of the ships that ran aground half, rounded up, are lost, and which is chance; the others are repaired like a CS of damage
/// [15.5.3].
#[test]
fn groundings_are_settled_by_chance() {
    let mut first = [false; 2];
    for seed in 0..20 {
        let mut table = campaign();
        table.chance = derbyhouse_kernel::Chance::seeded(seed);
        let classes = ["dd_jr", "dd_ai"].map(|id| tables().chart.find_class(id).unwrap());
        for class in classes {
            table
                .play()
                .reserve(Side::Allied)
                .gone
                .push(Gone::new(Hull::Class(class), Cause::Grounding));
        }
        table.play().repairs();
        let due = &table.p.fleet(Side::Allied).reserve.due;
        assert_eq!(due.len(), 1, "one of two");
        assert_eq!(due[0].fortnight, tables().campaign.repair);
        first[usize::from(due[0].units.pool(classes[1]).is_some())] = true;
    }
    assert_eq!(first, [true; 2], "either may be the one that is saved");
}

/// A carrier goes to the yard with her aircraft and comes back with them, as many as there were [15.7.1] (Special Rule 6).
#[test]
fn a_carrier_comes_back_with_her_aircraft() {
    let mut table = campaign();
    lay(&mut table, Side::Allied, "victorious", port("scapa_flow"));
    state(&mut table, Side::Allied, "victorious").step = 1;
    let deck = Base::Carrier(ship("victorious"));
    let aboard = |table: &Table| -> u8 {
        let air = table.p.fleet(Side::Allied).air.iter();
        air.filter(|unit| unit.base == deck)
            .map(|unit| unit.cs)
            .sum()
    };
    let air = &mut table.p.fleet_mut(Side::Allied).air;
    air.iter_mut().find(|unit| unit.base == deck).unwrap().cs -= 1;
    let before = aboard(&table);
    assert!(before > 0);
    table
        .play()
        .send_home(Side::Allied, Choice::TakeShip(ship("victorious")));
    assert_eq!(aboard(&table), 0);
    fortnight(&mut table, tables().campaign.repair);
    table.play().repairs();
    answer_in(&mut table, Side::Allied, "clyde");
    assert_eq!(aboard(&table), before);
}

/// A carrier that comes before her time brings the aircraft of her list, and they do not come again with it [15.7.1],
/// [15.8.3].
#[test]
fn avenger_brings_her_aircraft() {
    let mut table = campaign();
    let deck = Base::Carrier(ship("avenger"));
    let aboard = |table: &Table| {
        let air = table.p.fleet(Side::Allied).air.iter();
        air.filter(|unit| unit.base == deck).count()
    };
    table.play().declare_ev(Choice::Declare);
    assert_eq!(aboard(&table), 2);
    fortnight(&mut table, 11); // August II: she is due
    table.play().fortnight_reinforcements();
    assert_eq!(aboard(&table), 2);
}

/// Aircraft that come in the course of the Campaign, by the list, by a chit or with Operation EV, and lose steps before the next
/// Replacements, can be made good like those that were there from the start [15.6.3], [15.3], [15.8.3].
#[test]
fn new_aircraft_are_made_good() {
    let (mut listed, mut picked, mut ev) = (campaign(), campaign(), campaign());
    fortnight(&mut listed, 2); // April I: I/KG 26 A
    listed.play().fortnight_reinforcements();
    fortnight(&mut picked, 2);
    let offers = picks(&picked, Side::Axis, 2);
    let wing = offers
        .into_iter()
        .find(|own| matches!(own, Choice::Wing(_)));
    picked.play().pick(Side::Axis, 1, wing.unwrap());
    ev.play().declare_ev(Choice::Declare);
    for (mut table, side, name, nation) in [
        (listed, Side::Axis, "I/KG 26 A", Nation::German),
        (picked, Side::Axis, "I/KG 26 A", Nation::German),
        (ev, Side::Allied, "144 Sqn", Nation::British),
    ] {
        let air = &mut table.p.fleet_mut(side).air;
        air.retain(|unit| unit.name != name || unit.cs != 2);
        table.play().note_wings(side);
        for cs in [1, 2] {
            let wings = &table.p.fleet(side).reserve.wings;
            let place = wings.iter().position(|wing| wing.name == name);
            let place = Choice::Wing(place.expect("noted when it came") as u8);
            let ration = Ration {
                nation,
                cs: 1,
                fighters: false,
            };
            let mut offers = Vec::new();
            table.p.list_ration(tables(), side, ration, &mut offers);
            assert!(offers.contains(&place), "{name}");
            table.play().ration(side, ration, place);
            let mut air = table.p.fleet(side).air.iter();
            assert_eq!(air.find(|unit| unit.name == name).unwrap().cs, cs);
        }
    }
}

/// What may be picked, with so many picks left.
fn picks(table: &Table, side: Side, left: u8) -> Vec<Choice> {
    let mut out = Vec::new();
    table.p.list_pick(tables(), side, left, &mut out);
    out.retain(|choice| *choice != Choice::Pass);
    out
}

/// By chit or event one heavy or light unit comes at once; oilers and AA ships are neither [15.3.2].
#[test]
fn one_heavy_or_light_unit_comes_at_once() {
    let mut table = campaign();
    fortnight(&mut table, 2); // April I: the Americans, Aldersdale and Alynbank
    let us = tables().chart.find_class("dd_us").unwrap();
    let offered = picks(&table, Side::Allied, 2);
    for id in ["washington", "wichita", "tuscaloosa", "wasp"] {
        assert!(offered.contains(&Choice::TakeShip(ship(id))), "{id}");
    }
    assert!(offered.contains(&Choice::TakeClass(us)));
    assert_eq!(offered.len(), 5, "{offered:?}");
    table
        .play()
        .reserve(Side::Allied)
        .sunk
        .push(ship("wichita"));
    assert_eq!(
        picks(&table, Side::Allied, 2).len(),
        4,
        "who is lost is lost"
    );
    table
        .play()
        .pick(Side::Allied, 2, Choice::TakeShip(ship("washington")));
    let scapa = holder(&table, Side::Allied, "washington").map(|force| force.place);
    assert_eq!(scapa, Some(port("scapa_flow")));
    assert!(table.p.fleet(Side::Allied).orders.top().is_none());
}

/// A light unit is a counter, and never more than the list brings [15.3.2].
#[test]
fn a_picked_unit_is_no_larger_than_the_list() {
    let mut table = campaign();
    fortnight(&mut table, 18); // December I: one CS of 36A
    let class = tables().chart.find_class("dd_36a").unwrap();
    let cs = |table: &Table| -> u8 {
        let forces = table.p.fleet(Side::Axis).forces.iter();
        let pools = forces.filter_map(|force| force.units.pool(class));
        pools.map(|pool| pool.cs).sum()
    };
    let before = cs(&table);
    table.play().pick(Side::Axis, 2, Choice::TakeClass(class));
    assert_eq!(cs(&table), before + 1);
    table.play().fortnight_reinforcements();
    assert_eq!(cs(&table), before + 1, "it does not come twice");
}

/// Or two in all of submarine CS and air units; those come no more with the list [15.3.2].
#[test]
fn submarines_and_air_units_come_at_once() {
    let mut table = campaign();
    fortnight(&mut table, 7); // June II: 2 CS of submarines, I/KG 30 C and III/KG 30 C
    let subs = Choice::TakeClass(tables().chart.find_class("ss_de").unwrap());
    assert_eq!(
        picks(&table, Side::Axis, 2),
        [subs, Choice::Wing(0), Choice::Wing(1)]
    );
    table.play().pick(Side::Axis, 2, Choice::Wing(1));
    let wings = |table: &Table, name: &str| {
        let air = table.p.fleet(Side::Axis).air.iter();
        air.filter(|unit| unit.name == name).count()
    };
    assert_eq!(wings(&table, "III/KG 30 C"), 1);
    let asked = table.p.fleet_mut(Side::Axis).orders.pop();
    assert_eq!(asked, Some(crate::sequence::Order::Pick(1)));
    assert_eq!(picks(&table, Side::Axis, 1), [subs, Choice::Wing(0)]);
    table.play().pick(Side::Axis, 1, subs);
    assert!(
        table.p.fleet(Side::Axis).orders.top().is_none(),
        "two in all"
    );
    table.play().fortnight_reinforcements();
    assert_eq!(wings(&table, "III/KG 30 C"), 1);
    assert_eq!(wings(&table, "I/KG 30 C"), 1);
}

/// Ships whose repair is done in this Fortnight may come at once too, out of the yard [15.3.2].
#[test]
fn repaired_ships_come_at_once() {
    let mut table = campaign();
    lay(&mut table, Side::Axis, "admiral_scheer", port("narvik"));
    state(&mut table, Side::Axis, "admiral_scheer").step = 1;
    let scheer = Choice::TakeShip(ship("admiral_scheer"));
    table.play().send_home(Side::Axis, scheer);
    let ready = tables().campaign.repair;
    fortnight(&mut table, ready - 1);
    assert!(!picks(&table, Side::Axis, 2).contains(&scheer));
    fortnight(&mut table, ready);
    assert!(picks(&table, Side::Axis, 2).contains(&scheer));
    table.play().pick(Side::Axis, 2, scheer);
    answer_in(&mut table, Side::Axis, "kiel");
    let there = holder(&table, Side::Axis, "admiral_scheer").map(|force| force.place);
    assert_eq!(there, Some(port("kiel")));
    assert!(table.p.fleet(Side::Axis).reserve.due.is_empty());
}

/// Given two CS of submarines out of the yard, when one is picked, then it gets its berth before the second is offered; each is
/// asked for once [15.3.2], [15.5.1].
#[test]
fn repaired_submarines_are_berthed_one_by_one() {
    use crate::sequence::Order;

    let mut table = campaign();
    fortnight(&mut table, 2); // March I: no submarines on the list
    let class = tables().chart.find_class("ss_de").unwrap();
    let mut units = Units::default();
    units.add(Pool::new(class, 2));
    table.play().reserve(Side::Axis).due.push(Due {
        why: Away::Repair,
        fortnight: 2,
        at: port("kiel"),
        units,
    });
    let asked = |table: &mut Table| table.p.fleet_mut(Side::Axis).orders.pop();
    let kiel = Choice::In(tables().sheet.find_port("kiel").unwrap());
    table.play().pick(Side::Axis, 2, Choice::TakeClass(class));
    assert_eq!(asked(&mut table), Some(Order::FromYard(1)));
    assert_eq!(asked(&mut table), None);
    table.play().leave_yard(Side::Axis, 1, kiel);
    assert_eq!(asked(&mut table), Some(Order::Pick(1)));
    table.play().pick(Side::Axis, 1, Choice::TakeClass(class));
    assert_eq!(asked(&mut table), Some(Order::FromYard(0)));
    table.play().leave_yard(Side::Axis, 0, kiel);
    assert_eq!(asked(&mut table), None);
    assert!(table.p.fleet(Side::Axis).reserve.due.is_empty());
}

/// Whom a side may send home for repair.
fn sent_home(table: &Table, side: Side) -> Vec<Choice> {
    let mut out = Vec::new();
    table.p.list_send_home(tables(), side, &mut out);
    out.retain(|choice| *choice != Choice::Done);
    out
}

/// British ships go to the yards from Scapa Flow, the Channel or Patrol White, where they ended the Operation, not from
/// anywhere [15.7], [15.7.2].
#[test]
fn british_ships_go_home_from_scapa_flow() {
    let mut table = campaign();
    let renown = Choice::TakeShip(ship("renown"));
    let channel = Place::Box(tables().sheet.find_box("english_channel").unwrap());
    for (place, may) in [
        (port("reykjavik"), false),
        (port("murmansk"), false),
        (port("scapa_flow"), true),
        (channel, true),
    ] {
        lay(&mut table, Side::Allied, "renown", place);
        state(&mut table, Side::Allied, "renown").step = 1;
        let offered = sent_home(&table, Side::Allied).contains(&renown);
        assert_eq!(offered, may, "{place:?}");
    }
    let late = lay(&mut table, Side::Allied, "renown", port("scapa_flow"));
    state(&mut table, Side::Allied, "renown").step = 1;
    table.play().reserve(Side::Allied).late.push(late);
    assert!(sent_home(&table, Side::Allied).is_empty(), "she was at sea");
}

/// German ships go from wherever they are, with the option only from Kiel or the Germany Box [15.7.4], [15.7.5].
#[test]
fn german_ships_go_home_from_germany() {
    let mut table = campaign();
    let scheer = Choice::TakeShip(ship("admiral_scheer"));
    let germany = Place::Box(tables().sheet.find_box("germany").unwrap());
    for option in [false, true] {
        table.p.setup.switch(OptionId::TransfersToGermany, option);
        for (place, there) in [
            (port("narvik"), false),
            (port("kiel"), true),
            (germany, true),
        ] {
            lay(&mut table, Side::Axis, "admiral_scheer", place);
            state(&mut table, Side::Axis, "admiral_scheer").step = 1;
            let offered = sent_home(&table, Side::Axis).contains(&scheer);
            assert_eq!(offered, there || !option, "{place:?}");
        }
    }
}

/// Ships that leave by the English Channel are out of the Operation without points, and in a Campaign they are there when it is
/// over: to transfer, or to sail again in a later Fortnight for a point [5.7.3], [15.7.2], [4.3.2].
#[test]
fn who_left_by_the_channel_is_there_next_fortnight() {
    let mut table = campaign();
    let channel = tables().sheet.find_box("english_channel").unwrap();
    let block = lay(&mut table, Side::Allied, "renown", Place::Sea(hex("1706")));
    let before = table.p.vp();
    table.play().enter_box(Side::Allied, block, channel);
    assert!(holder(&table, Side::Allied, "renown").is_none());
    assert_eq!(table.p.vp(), before);
    table.play().administer();
    let there = holder(&table, Side::Allied, "renown").unwrap();
    assert_eq!(there.place, Place::Box(channel));
    let (there, force) = (there.block, there.clone());
    table.play().order_of_battle(Muster::Harbours);
    assert!(table.p.may_transfer(tables(), &force));
    // In the next Fortnight she sails again, and a Capital Ship costs a point of Home Fleet.
    table.play().begin_fortnight();
    for side in Side::ALL {
        table.p.fleet_mut(side).orders.clear();
    }
    table.p.segment = crate::sequence::Segment::NavalMovement;
    let out = Choice::To(hex("1706"));
    assert!(table.ways(Side::Allied, there).contains(&out));
    table.play().steer(Side::Allied, there, out);
    let spent = table.p.fleet(Side::Allied).points[Track::HomeFleet.index()].spent();
    assert_eq!(spent, 1);
}

/// A force in the Channel pays for Heavy Ships when its sailing is planned, and stays if there is no point [4.2], [4.3.2].
#[test]
fn a_plan_out_of_the_channel_costs_points() {
    let mut table = campaign();
    let channel = Place::Box(tables().sheet.find_box("english_channel").unwrap());
    let block = lay(&mut table, Side::Allied, "renown", channel);
    table.force(Side::Allied, block).fuel = None;
    let out = Choice::To(hex("1706"));
    for (points, may) in [(0, false), (1, true)] {
        let home = &mut table.p.fleet_mut(Side::Allied).points[Track::HomeFleet.index()];
        *home = crate::command::Points::new(points);
        table.play().plans(Side::Allied, Choice::Plan(block));
        assert_eq!(table.choices(Side::Allied).contains(&out), may);
    }
    table.play().plan(Side::Allied, block, out);
    let spent = table.p.fleet(Side::Allied).points[Track::HomeFleet.index()].spent();
    assert_eq!(spent, 1);
}

/// Three ships unloaded bring a CS of fighters: it replaces one that was lost, or as many as a unit of Hurricanes has give it P-40
/// or P-400 [15.6.4].
#[test]
fn soviet_fighters_are_replaced_or_upgraded() {
    let mut table = campaign();
    let name = "78 IAP"; // two CS of Hurricanes
    let wings = &table.p.fleet(Side::Allied).reserve.wings;
    let place = wings.iter().position(|wing| wing.name == name).unwrap() as u8;
    let [p40, p400] = ["p40_su", "p400_su"].map(|id| tables().chart.find_air(id).unwrap());
    let offers = |table: &Table, cs, fighters| {
        let nation = Nation::Soviet;
        let ration = Ration {
            nation,
            cs,
            fighters,
        };
        let mut out = Vec::new();
        table
            .p
            .list_ration(tables(), Side::Allied, ration, &mut out);
        out.retain(|choice| *choice != Choice::Pass);
        out
    };
    let newer = [p40, p400].map(|kind| Choice::Upgrade(place, kind));
    assert_eq!(offers(&table, 2, true), newer);
    assert!(
        offers(&table, 1, true).is_empty(),
        "there are two CS of them"
    );
    assert!(offers(&table, 2, false).is_empty(), "only with the Convoys");
    let ration = Ration {
        nation: Nation::Soviet,
        cs: 3,
        fighters: true,
    };
    table.play().ration(Side::Allied, ration, newer[0]);
    let unit = |table: &Table| {
        let mut air = table.p.fleet(Side::Allied).air.iter();
        let unit = air.find(|unit| unit.name == name).unwrap();
        (unit.kind, unit.cs)
    };
    assert_eq!(unit(&table), (p40, 2));
    assert!(
        offers(&table, 2, true).is_empty(),
        "there is nothing better"
    );
    let air = &mut table.p.fleet_mut(Side::Allied).air;
    air.iter_mut().find(|unit| unit.name == name).unwrap().cs = 1;
    assert_eq!(offers(&table, 1, true), [Choice::Wing(place)]);
    table
        .play()
        .ration(Side::Allied, ration, Choice::Wing(place));
    assert_eq!(unit(&table), (p40, 2), "lost P-40 are replaced by P-40");
}

/// Blocks are limited: between Operations two forces of one port become one for what comes, a Convoy too; if that cannot be, ships
/// come a Fortnight later [1.2], [1.2.4].
#[test]
fn there_are_never_too_many_blocks() {
    let mut table = campaign();
    let most = usize::from(tables().chart.blocks[Side::Allied].total());
    let count = |table: &Table| table.p.fleet(Side::Allied).forces.len();
    while count(&table) < most {
        let block = table.at_sea(Side::Allied, "es_uk", 1, "0511");
        table.force(Side::Allied, block).place = port("reykjavik");
    }
    for source in [Source::Loaded, Source::Ballast(0)] {
        table.play().form_convoy(source, Choice::Ships(5));
    }
    table
        .play()
        .pick(Side::Allied, 2, Choice::TakeShip(ship("edinburgh")));
    assert_eq!(table.p.fleet(Side::Allied).accounts.len(), 2);
    assert_eq!(count(&table), most);
    // Nobody can join anybody.
    table.p.fleet_mut(Side::Allied).forces.clear();
    for _ in 0..most {
        table.at_sea(Side::Allied, "es_uk", 1, "0511");
    }
    let at = tables().sheet.find_port("clyde").unwrap();
    let berth = Some(Berth::Port(at));
    table
        .play()
        .put_in(Side::Allied, "New".to_owned(), berth, ships(&["howe"]));
    assert_eq!(count(&table), most);
    let due = table.p.fleet(Side::Allied).reserve.due.last().unwrap();
    assert!(due.fortnight == 1 && due.units.ship(ship("howe")).is_some());
}
