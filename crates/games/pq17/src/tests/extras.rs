//! Special rules of scenarios.

use super::special::ships;
use super::{Table, hex, tables};
use crate::air::AirChoice;
use crate::choice::Choice;
use crate::forces::{Id, Kind, Place};
use crate::position::Sighting;
use crate::recon;
use crate::season::Ev;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Base, Condition};
use crate::time::{Half, Turn};
use derbyhouse_kernel::Chance;

/// PQ-6 is played without Special Conditions (chapter 12).
#[test]
fn the_first_convoy_knows_no_special_conditions() {
    for (scenario, drawn) in [("pq6", false), ("pq12", true)] {
        let mut table = Table::new(scenario);
        table.play().draw_chits();
        for side in Side::ALL {
            let chit = table.p.fleet(side).special.chit;
            assert_eq!(chit.is_some(), drawn, "{scenario}");
        }
    }
}

/// The Home Fleet stays west of column 15 until its admiral was told of a German Capital Ship at sea; cruisers need not wait.
#[test]
fn the_home_fleet_keeps_its_distance() {
    let mut table = Table::new("pq17");
    let home = table.named(Side::Allied, "Home Fleet").block;
    let token = table.play().new_token();
    let force = table.force(Side::Allied, home);
    force.place = Place::Sea(hex("0514"));
    force.token = token;
    let east = Choice::To(hex("0515"));
    assert!(!table.ways(Side::Allied, home).contains(&east));
    assert!(
        table
            .ways(Side::Allied, home)
            .contains(&Choice::To(hex("0513")))
    );
    let cruisers = table.put(Side::Allied, ships(&["belfast"]), "0514");
    assert!(table.ways(Side::Allied, cruisers).contains(&east));
    let told = |table: &mut Table, level: u8| {
        let report = recon::report(
            &tables().chart,
            Kind::TaskForce,
            &ships(&["tirpitz"]),
            level,
            1,
        );
        let sighting = Sighting {
            token: crate::forces::Token(999),
            turn: table.p.turn,
            hex: hex("0714"),
            report,
        };
        table.p.fleet_mut(Side::Allied).notebook.push(sighting);
    };
    told(&mut table, 2);
    assert!(
        !table.ways(Side::Allied, home).contains(&east),
        "a Heavy Ship, but which?"
    );
    told(&mut table, 3);
    assert!(table.ways(Side::Allied, home).contains(&east));
}

/// Off Murmansk up to eight ships of PQ-16 may go on to Arkhangelsk as a Convoy of their own (exception to [1.2.3]); nowhere
/// else do merchant ships leave their Convoy.
#[test]
fn part_of_pq16_goes_on() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0717", 1);
    let mv = tables().chart.find_class("mv_al").unwrap();
    let spare = |table: &mut Table, into| {
        table.play().ask(Side::Allied, Order::Split(convoy, into));
        let choices = table.choices(Side::Allied);
        table.p.fleet_mut(Side::Allied).orders.pop();
        choices.contains(&Choice::TakeClass(mv))
    };
    assert!(!spare(&mut table, None), "not at sea");
    table.force(Side::Allied, convoy).place = Place::Sea(hex("0817"));
    assert!(spare(&mut table, None));
    let all = |table: &mut Table| {
        let units = &table.force(Side::Allied, convoy).units;
        units.merchants(&tables().chart)
    };
    let before = all(&mut table);
    let mut into = None;
    for _ in 0..8 {
        assert!(spare(&mut table, into));
        let hull = crate::forces::Hull::Class(mv);
        let whole = crate::forces::Hurt::Whole;
        into = table
            .play()
            .split_hull(Side::Allied, convoy, into, hull, whole);
    }
    assert!(!spare(&mut table, into), "eight and no more");
    let part = table.p.fleet(Side::Allied).force(into.unwrap()).unwrap();
    let arkhangelsk = tables().sheet.find_port("arkhangelsk").unwrap();
    assert_eq!(part.kind, Kind::Convoy);
    assert_eq!(part.units.merchants(&tables().chart), 8);
    assert_eq!(part.sailing.as_ref().unwrap().to, [arkhangelsk]);
    assert_eq!(all(&mut table), before - 8);
    assert!(!spare(&mut table, None), "once");
}

/// On Days 2 to 4 the Hampdens and a Spitfire may fly to Vaenga; an 8 or 9 costs a step, and no points.
#[test]
fn bombers_go_to_russia() {
    let mut table = Table::new("pq18");
    let vaenga = tables().sheet.find_airbase("vaenga").unwrap();
    let rebase = Choice::Air(AirChoice::Rebase(vaenga));
    for (day, may) in [(1, false), (2, true), (4, true), (5, false)] {
        table.p.turn = Turn::new(day, Half::Am);
        for name in ["144 Sqn", "1 PRU det"] {
            let unit = table.unit(Side::Allied, name);
            let mut out = Vec::new();
            table
                .p
                .list_flights(tables(), Side::Allied, unit, &[], &mut out);
            assert_eq!(out.contains(&rebase), may, "{name} on Day {day}");
            out.clear();
            table.p.list_missions(tables(), Side::Allied, &[], &mut out);
            let flies = out.contains(&Choice::Air(AirChoice::Fly(unit)));
            assert_eq!(flies, may, "{name} on Day {day}");
        }
    }
    table.p.turn = Turn::new(3, Half::Am);
    let before = table.p.vp();
    for (name, die, cs) in [("144 Sqn", 7, 2), ("455 Sqn", 8, 1)] {
        let unit = table.unit(Side::Allied, name);
        table.chance = Chance::scripted([die]);
        table.play().fly(Side::Allied, unit, Vec::new(), rebase);
        let unit = table.p.air(Side::Allied, unit).unwrap();
        assert_eq!((unit.base, unit.cs), (Base::Airbase(vaenga), cs));
        assert_eq!(unit.ready(), 0, "it has flown");
    }
    assert_eq!(table.p.vp(), before);
}

/// In Operation EV the Hampdens and a Spitfire may fly to Vaenga as those of PQ-18 do, at the same risk, and a Catalina is based
/// at Grasnaya: in the Fortnight after its declaration, if the way was prepared [15.8.3]; a Catalina lost does not come again.
#[test]
fn bombers_go_to_russia_in_ev() {
    let vaenga = tables().sheet.find_airbase("vaenga").unwrap();
    let rebase = Choice::Air(AirChoice::Rebase(vaenga));
    let catalina = |table: &Table| {
        let mut air = table.p.fleet(Side::Allied).air.iter();
        air.any(|unit| unit.name == "210 Sqn det")
    };
    for (prepared, fortnight, day, may) in [
        (true, 1, 2, true),
        (true, 1, 1, false),
        (true, 1, 5, false),
        (true, 0, 2, false),
        (false, 1, 2, false),
    ] {
        let mut table = Table::new("campaign");
        table.play().declare_ev(Choice::Declare);
        table.play().reserve(Side::Allied).ev = Ev::Declared(0, prepared);
        table.p.season.as_mut().unwrap().fortnight = fortnight;
        table.play().muster_fortnight();
        table.p.fleet_mut(Side::Allied).orders.clear();
        assert_eq!(catalina(&table), prepared && fortnight == 1);
        table.p.turn = Turn::new(day, Half::Am);
        for name in ["144 Sqn", "455 Sqn", "1 PRU det"] {
            let unit = table.unit(Side::Allied, name);
            let mut out = Vec::new();
            table
                .p
                .list_flights(tables(), Side::Allied, unit, &[], &mut out);
            assert_eq!(
                out.contains(&rebase),
                may,
                "{name}: {prepared}, {fortnight}"
            );
        }
    }
    let mut table = Table::new("campaign");
    table.play().declare_ev(Choice::Declare);
    table.play().reserve(Side::Allied).ev = Ev::Declared(0, true);
    table.p.season.as_mut().unwrap().fortnight = 1;
    table.play().muster_fortnight();
    table.p.turn = Turn::new(3, Half::Am);
    let unit = table.unit(Side::Allied, "144 Sqn");
    table.chance = Chance::scripted([8]);
    table.play().fly(Side::Allied, unit, Vec::new(), rebase);
    let unit = table.p.air(Side::Allied, unit).unwrap();
    assert_eq!((unit.base, unit.cs), (Base::Airbase(vaenga), 1));
    let air = &mut table.p.fleet_mut(Side::Allied).air;
    air.retain(|unit| unit.name != "210 Sqn det");
    table.p.season.as_mut().unwrap().fortnight = 2;
    table.play().muster_fortnight();
    assert!(!catalina(&table));
}

/// With no CV in play Avenger keeps Tirpitz in port [5.1.8].
#[test]
fn tirpitz_waits_for_avenger() {
    let mut table = Table::new("pq18");
    let tirpitz = table.named(Side::Axis, "Tirpitz").clone();
    assert!(!table.p.is_tirpitz_free(tables(), &tirpitz));
    let avenger = tables().chart.find_ship("avenger").unwrap();
    let turn = table.p.turn;
    let exposed = &mut table.p.fleet_mut(Side::Allied).wing.exposed;
    exposed.push((avenger, turn));
    table.play().tell_of_carriers();
    assert!(table.p.is_tirpitz_free(tables(), &tirpitz));
}

/// Temporary ports that the scenario opens are closed to the enemy; SIZILIEN opens Barentsburg [1.1.1], [5.1.4], [12.11].
#[test]
fn anchorages_are_closed_to_the_enemy() {
    let mut table = Table::new("pq18");
    let germans = table.put(Side::Axis, ships(&["lutzow"]), "0213");
    let barentsburg = Choice::To(hex("0214"));
    assert!(!table.ways(Side::Axis, germans).contains(&barentsburg));
    let chits = &tables().chits.conditions[Side::Axis];
    let sizilien = chits
        .iter()
        .position(|chit| chit.condition == Condition::Sizilien);
    table.p.fleet_mut(Side::Axis).special.chit = sizilien.map(|chit| chit as u8);
    assert!(table.ways(Side::Axis, germans).contains(&barentsburg));
    let allied = table.put(Side::Allied, ships(&["belfast"]), "0715");
    let force = table.force(Side::Allied, allied).clone();
    assert!(
        !table
            .p
            .may_be_in(tables(), Side::Allied, &force, hex("0815"))
    );
    // In PQ-6 Altafjord is no port, and its hex an open one.
    let table = Table::new("pq6");
    assert!(
        !table
            .p
            .is_enemy_anchorage(tables(), Side::Allied, hex("0815"))
    );
}

/// Forces in Barentsburg, which has no fuel, refuel from the oilers there [11.3.1], [11.3.2].
#[test]
fn oilers_serve_in_barentsburg() {
    let mut table = Table::new("pq18");
    let force_p = table.named(Side::Allied, "Force P").block;
    let turn = table.p.turn;
    let force = table.force(Side::Allied, force_p);
    assert!(force.place.in_port().is_some() && force.id == Id::UNIDENTIFIED);
    let leaving = crate::fuel::Leaving::default();
    force.fuel = Some(crate::fuel::Fuel::on_leaving(tables(), turn, leaving));
    let force = force.clone();
    assert!(crate::oiling::may_refuel(tables(), &force));
    table.force(Side::Allied, force_p).motion.ras = true;
    table.play().refuel_at_sea(Side::Allied, turn.later(3));
    let after = table.force(Side::Allied, force_p);
    assert_eq!(
        after.fuel,
        Some(crate::fuel::Fuel::after_ras(tables(), turn.later(3), false))
    );
    let oil = |force: &crate::forces::Force| -> u8 {
        force.units.ships.iter().map(|state| state.oil).sum()
    };
    assert!(oil(after) < oil(&force));
}
