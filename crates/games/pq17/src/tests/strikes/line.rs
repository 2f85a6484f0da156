//! Finding a target, its line, waves, loads, and who changes his mind [7.1], [7.2.4], [7.2.6].

use super::{base, by_doctrine};
use crate::air::{AirChoice, AirId, AirOrder, Load, Mission};
use crate::choice::Choice;
use crate::forces::{Hurt, Id};
use crate::sequence::{Order, Segment};
use crate::side::Side;
use crate::strike::{Counter, Holder, Sortie, Stack, Target};
use crate::tables::OptionId;
use crate::tests::{Table, hex, tables};
use crate::units::ShipType;
use derbyhouse_kernel::Chance;

/// A whole attack by doctrine: the Convoy is found or not, and attacked once in the Segment; it is ID2 at least, the
/// bombers are home, and ships that sank are out of the account [7.1], [7.2], [6.7] (R2).
#[test]
fn bombers_attack_a_convoy() {
    let mut losses = 0;
    for seed in 0..12 {
        let mut table = Table::new("pq16");
        table.chance = Chance::seeded(seed);
        let convoy = table.convoy_at("PQ-16", "0514", 2);
        let units = [
            "I/KG 30 A",
            "I/KG 30 B",
            "II/KG 30 A",
            "III/KG 30 B",
            "I/KG 26 A",
        ];
        for name in units {
            table.send(Side::Axis, name, Mission::Strike(hex("0514")));
        }
        let before = table
            .force(Side::Allied, convoy)
            .units
            .merchants(&tables().chart);
        table.p.segment = Segment::AirCombat;
        table.play().begin_air_combat(Side::Axis);
        let token = table.token(Side::Allied, convoy);
        let raid = Choice::Air(AirChoice::Attack(token));
        assert_eq!(table.choices(Side::Axis), [raid, Choice::Done]);
        table.drive(|_, order, choices| match order {
            Order::Air(AirOrder::Attack) if choices.contains(&raid) => raid,
            Order::Air(AirOrder::Attack) => panic!("it was attacked already"),
            _ => by_doctrine(choices),
        });
        assert!(table.p.secret.strikes.is_empty());
        let away = |unit: &crate::air::AirUnit| unit.mission != Mission::Base;
        assert!(!table.p.fleet(Side::Axis).air.iter().any(away));
        let force = table.force(Side::Allied, convoy);
        assert!(force.motion.raided && force.id >= Id::level(2));
        losses += before - force.units.merchants(&tables().chart);
    }
    assert!(
        (5..=60).contains(&losses),
        "{losses} ships in twelve attacks"
    );
}

/// Convoy Ships stand together up to 10 CS, Light Ships up to 4, everything else alone, as do ships Dead in the Water;
/// submarines of a Convoy are not there at all [7.2.4] (R97).
#[test]
fn targets_stand_in_line() {
    let mut table = Table::new("pq16");
    let units = table.ships(
        &["nigeria", "alynbank"],
        &[("mv_al", 17), ("dd_jr", 3), ("tb_old", 2), ("ss_uk", 2)],
    );
    let convoy = table.put(Side::Allied, units, "0514");
    let merchants = tables().chart.find_class("mv_al").unwrap();
    let force = table.force(Side::Allied, convoy);
    let pool = force
        .units
        .pools
        .iter_mut()
        .find(|pool| pool.class == merchants)
        .unwrap();
    (pool.cs, pool.diw) = (16, 1);
    table.strike(Side::Axis, Target::Force(convoy), "0514", &["I/KG 30 A"]);
    table.play().deploy_by_doctrine();
    let line = table.line_of();
    assert!(!line.iter().any(|stack| stack.contains(&0)));
    assert_eq!(
        line.iter().flatten().map(|cs| u32::from(*cs)).sum::<u32>(),
        16 + 1 + 5 + 2 + 3
    );
    let strike = table.p.strike().unwrap();
    for stack in &strike.line {
        let kinds: Vec<ShipType> = stack
            .0
            .iter()
            .filter_map(|counter| table.p.counter_type(tables(), counter))
            .collect();
        let cs: u8 = stack
            .0
            .iter()
            .map(|c| table.p.counter_cs(tables(), Side::Allied, c))
            .sum();
        let adrift = stack
            .0
            .iter()
            .any(|c| table.p.is_helpless(tables(), Side::Allied, c));
        let most = match kinds[0] {
            kind if kind.is_convoy_ship() => 10,
            kind if kind.is_light() => 4,
            _ => 9,
        };
        assert!(cs <= most && (!adrift || kinds.len() == 1), "{stack:?}");
        assert!(kinds.len() == 1 || !kinds[0].is_heavy());
        assert!(!kinds.contains(&ShipType::Ss));
    }
    // By hand: the counters one by one.
    let order = AirOrder::Deploy(
        vec![
            Counter::Class {
                of: Holder::Block(convoy),
                class: merchants,
                cs: 8,
                hurt: Hurt::Whole,
            };
            2
        ],
        vec![Stack(vec![Counter::Class {
            of: Holder::Block(convoy),
            class: merchants,
            cs: 3,
            hurt: Hurt::Whole,
        }])],
    );
    table.play().ask(Side::Allied, Order::Air(order));
    let choices = table.choices(Side::Allied);
    let line = |n| Choice::Air(AirChoice::Line(n));
    assert_eq!(choices, [line(0), Choice::Auto], "11 CS are too many");
}

/// At most two units at one target in a wave; torpedo bombers carry torpedoes at sea, bombs on ports; others choose
/// [7.2.4], [7.3].
#[test]
fn waves_of_two() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 2);
    let units = ["I/KG 30 A", "I/KG 30 B", "I/KG 26 A"];
    let units = table.strike(Side::Axis, Target::Force(convoy), "0511", &units);
    table.play().deploy_by_doctrine();
    let assign = |place, wave, load| Choice::Air(AirChoice::Assign { place, wave, load });
    for unit in &units[..2] {
        table.play().assign(*unit, assign(0, 1, Load::Bombs));
    }
    let mut ways = Vec::new();
    table.p.list_assignments(tables(), units[2], &mut ways);
    assert!(
        !ways.contains(&assign(0, 1, Load::Torpedoes)),
        "two are there"
    );
    assert!(ways.contains(&assign(0, 2, Load::Torpedoes)));
    assert!(ways.contains(&assign(1, 1, Load::Bombs)));
    assert!(
        !ways.contains(&assign(1, 3, Load::Bombs)),
        "one wave more, not two"
    );
    let carried = |name: &str, at_sea, calm| {
        let kind = tables().chart.find_air(name).unwrap();
        crate::strike::loads(tables().chart.air(kind), at_sea, calm)
    };
    let loads = |name: &str, at_sea| carried(name, at_sea, true);
    assert_eq!(loads("albacore", true), [Load::Torpedoes]);
    assert_eq!(loads("albacore", false), [Load::Bombs]);
    assert_eq!(loads("he111h6", true), [Load::Bombs, Load::Torpedoes]);
    assert_eq!(loads("ju88a4", true), [Load::Bombs]);
    // No torpedo runs in Gales, wherever the aircraft took off [9.2.5], [9.5].
    assert_eq!(carried("albacore", true, false), []);
    assert_eq!(carried("he111h6", true, false), [Load::Bombs]);
}

/// Torpedoes need Clear water: anything else keeps those units from attacking at all [7.2.4], [7.3].
#[test]
fn ice_keeps_torpedoes_away() {
    let mut table = Table::new("pq12");
    let convoy = table.convoy_at("PQ-12", "0316", 2);
    let units = table.strike(Side::Axis, Target::Force(convoy), "0316", &["1./406"]);
    table.play().deploy_by_doctrine();
    let torpedoes = Choice::Air(AirChoice::Assign {
        place: 0,
        wave: 1,
        load: Load::Torpedoes,
    });
    table.play().assign(units[0], torpedoes);
    table.play().begin_assignment();
    let strike = table.p.strike().unwrap();
    assert!(
        strike.sorties.is_empty() && strike.units.is_empty(),
        "Solid Pack"
    );
    assert_eq!(
        table.p.air(Side::Axis, units[0]).unwrap().mission,
        Mission::Base
    );
}

/// Whose target is gone takes one beside it, or none and is not fired at [7.2.6] (R46).
#[test]
fn a_target_that_is_gone_is_changed() {
    let mut table = Table::new("pq16");
    let units = table.ships(&["nigeria", "liverpool", "kent"], &[]);
    let cruisers = table.put(Side::Allied, units, "0511");
    let units = table.strike(Side::Axis, Target::Force(cruisers), "0511", &["I/KG 30 A"]);
    table.play().deploy_by_doctrine();
    let strike = table.p.strike_mut().unwrap();
    strike.line[1].0.clear();
    strike.sorties = vec![Sortie {
        unit: units[0],
        place: 1,
        wave: 2,
        load: Load::Bombs,
        elusive: false,
    }];
    table.play().begin_wave();
    let switch = |place| Choice::Air(AirChoice::Switch(place));
    assert_eq!(
        table.choices(Side::Axis),
        [switch(0), switch(2), Choice::Pass]
    );
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().switch_target(units[0], Choice::Pass);
    assert!(table.p.strike().unwrap().sorties.is_empty());
}

/// Elusive Target: the attackers of one ship take other targets with -1 [13.1].
#[test]
fn a_ship_eludes_her_attackers() {
    let mut table = Table::new("pq16");
    let units = table.ships(&["victorious", "kent"], &[("dd_jr", 3)]);
    table.p.fleet_mut(Side::Allied).forces.clear();
    let fleet = table.put(Side::Allied, units, "0511");
    let units = table.strike(Side::Axis, Target::Force(fleet), "0511", &["I/KG 30 A"]);
    table.play().deploy_by_doctrine();
    let carrier = tables().chart.find_ship("victorious").unwrap();
    let line = &table.p.strike().unwrap().line;
    let is_carrier =
        |stack: &Stack| matches!(stack.0[0], Counter::Ship { ship, .. } if ship == carrier);
    let place = line.iter().position(is_carrier).unwrap() as u8;
    let bombs = Choice::Air(AirChoice::Assign {
        place,
        wave: 1,
        load: Load::Bombs,
    });
    table.play().assign(units[0], bombs);
    table.play().begin_elusive();
    assert!(
        table.p.fleet(Side::Allied).orders.is_empty(),
        "nobody holds the event"
    );
    table.p.fleet_mut(Side::Allied).wing.elusive = Some(table.p.turn);
    table.play().begin_elusive();
    let elude = Choice::Air(AirChoice::Elude(place));
    assert_eq!(table.choices(Side::Allied), [elude, Choice::Pass]);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().elude(elude);
    let choices = table.choices(Side::Axis);
    assert!(!choices.contains(&Choice::Air(AirChoice::Switch(place))));
    assert!(!choices.contains(&Choice::Pass), "other targets, not none");
    assert!(table.p.strike().unwrap().sorties[0].elusive);
    assert_eq!(table.p.fleet(Side::Allied).wing.elusive, None);
}

/// Option: each base finds the target for itself; who finds it with U or the symbol goes in alone, in the order its owner
/// wants [7.1.2].
#[test]
fn groups_strike_for_themselves() {
    let mut table = Table::new("pq16");
    table.p.setup.switch(OptionId::CoordinatedStrikes, true);
    let convoy = table.convoy_at("PQ-16", "0514", 2);
    let names = ["I/KG 30 A", "II/KG 30 A", "III/KG 30 B", "I/KG 26 A"];
    let units: Vec<AirId> = names
        .iter()
        .map(|name| table.send(Side::Axis, name, Mission::Strike(hex("0514"))))
        .collect();
    table
        .play()
        .launch_raid(Side::Axis, Target::Force(convoy), units);
    let groups = &table.p.strike().unwrap().flights;
    assert_eq!(groups.len(), 2, "Banak and Bardufoss");
    for flight in &mut table.p.strike_mut().unwrap().flights {
        flight.found = crate::strike::Found::Alone;
    }
    table.p.secret.agenda.clear();
    table.play().next_flight();
    let group = |n| Choice::Air(AirChoice::Group(n));
    assert_eq!(table.choices(Side::Axis), [group(0), group(1)]);
    let mut order = None;
    table.drive(|_, asked, choices| match asked {
        Order::Air(AirOrder::Groups(flights, _)) => {
            order = Some(flights[1].units.clone());
            group(1)
        }
        _ => by_doctrine(choices),
    });
    assert_eq!(order.unwrap().len(), 2);
    assert!(table.p.secret.strikes.is_empty());
}

/// Land-based aircraft attack ports and airfields only by leave of an event, carrier aircraft always, nobody in Britain and
/// nobody with torpedoes [7.1.3], [12.4].
#[test]
fn ports_and_airfields_need_leave() {
    let mut table = Table::new("pq16");
    let port = |id: &str| tables().sheet.find_port(id).unwrap();
    let raids = |table: &Table, side, name: &str, id: &str| {
        let unit = table.p.air(side, table.unit(side, name)).unwrap();
        table.p.may_raid_port(tables(), side, unit, port(id))
    };
    assert!(!raids(&table, Side::Axis, "I/KG 30 A", "murmansk"));
    table.p.leave.port = true;
    assert!(raids(&table, Side::Axis, "I/KG 30 A", "murmansk"));
    assert!(!raids(&table, Side::Axis, "I/KG 30 A", "scapa_flow"));
    assert!(raids(&table, Side::Allied, "817 Sqn", "trondheim"));
    assert!(!raids(&table, Side::Allied, "42 Sqn", "trondheim"));
    let unit = table
        .p
        .air(Side::Axis, table.unit(Side::Axis, "I/KG 30 A"))
        .unwrap();
    assert!(
        !table
            .p
            .may_raid_base(tables(), Side::Axis, unit, base("vaenga"))
    );
    table.p.leave.airfields = true;
    let unit = table
        .p
        .air(Side::Axis, table.unit(Side::Axis, "I/KG 30 A"))
        .unwrap();
    assert!(
        table
            .p
            .may_raid_base(tables(), Side::Axis, unit, base("vaenga"))
    );
    // Ships in port are bombed, submarines among them, under the guns of the port (R97).
    table.strike(
        Side::Axis,
        Target::Port(port("murmansk")),
        "0817",
        &["I/KG 30 A", "I/KG 30 B"],
    );
    table.play().deploy_by_doctrine();
    let kinds: Vec<ShipType> = table
        .p
        .strike()
        .unwrap()
        .line
        .iter()
        .flat_map(|stack| &stack.0)
        .filter_map(|counter| table.p.counter_type(tables(), counter))
        .collect();
    assert!(kinds.contains(&ShipType::Ss) && kinds.contains(&ShipType::Dd));
    table.play().begin_assignment();
    table.drive(|_, _, choices| by_doctrine(choices));
    assert!(table.p.secret.strikes.is_empty());
    // Aircraft at their base are counters too, and lose steps.
    table.strike(
        Side::Axis,
        Target::Airbase(base("vaenga")),
        "0817",
        &["II/KG 30 A", "II/KG 30 B"],
    );
    table.play().begin_scramble();
    table.drive(|_, order, choices| match order {
        Order::Air(AirOrder::Scramble(_)) => Choice::Done,
        _ => by_doctrine(choices),
    });
    assert!(table.p.secret.strikes.is_empty());
}

/// Given a unit with two torpedoes at a ship that sails alone, when the first leaves her Dead in the Water, then the second runs at
/// the same ship, and sinks her [7.7.3], [7.3.1], (chapter 7).
#[test]
fn a_unit_stays_at_its_straggler() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0514", 2);
    let units = table.ships(&[], &[("mv_al", 5)]);
    let force = table.force(Side::Allied, convoy);
    force.units = units;
    force.sailing.as_mut().unwrap().scattered = true;
    let units = table.strike(Side::Axis, Target::Force(convoy), "0514", &["I/KG 26 A"]);
    let sortie = Sortie {
        unit: units[0],
        place: 0,
        wave: 1,
        load: Load::Torpedoes,
        elusive: false,
    };
    // The ship, her gun, a torpedo that hits with a 0 for damage, and another.
    table.chance = Chance::scripted([0, 0, 9, 0, 9, 0]);
    table.play().drop_load(Side::Axis, &sortie, 1);
    table.chance.settled().unwrap();
    let pool = table.force(Side::Allied, convoy).units.pools[0];
    assert_eq!((pool.cs, pool.diw), (4, 0));
}
