//! Ports, Convoys, Dummies and packs [1.3], [5.1.2] to [5.1.6], [5.2.1], [5.5].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{Id, Kind, Place, Pool, Units};
use crate::sequence::Order;
use crate::side::Side;
use crate::units::ShipType;

/// A force that leaves port does not come back in the same turn, nor go at High Speed [5.1.3]; it gets a marker [11.1].
#[test]
fn leaving_port_takes_a_hex_and_a_marker() {
    let mut table = Table::new("pq6");
    let flotilla = table.named(Side::Axis, "8th Destroyer Flotilla").block;
    table.play().steer(Side::Axis, flotilla, Choice::Leave);
    let force = table.force(Side::Axis, flotilla);
    assert_eq!((force.hex(), force.motion.hexes), (Some(hex("0816")), 1));
    let marker = force
        .fuel
        .and_then(|fuel| fuel.marker)
        .map(|(_, turn)| turn.to_string());
    assert_eq!(marker.as_deref(), Some("AM 7"));
    assert!(!table.ways(Side::Axis, flotilla).contains(&Choice::Enter));
    table.play().step_into(Side::Axis, flotilla, hex("0717"));
    assert!(
        table.force(Side::Axis, flotilla).motion.done,
        "two hexes are all"
    );
}

/// No High Speed in a turn in which a TF enters the Inner Leads [5.1.6].
#[test]
fn the_inner_leads_are_slow() {
    let mut table = Table::new("pq6");
    let open = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    table.play().step_into(Side::Axis, open, hex("0612"));
    table.play().step_into(Side::Axis, open, hex("0611"));
    assert!(
        !table.force(Side::Axis, open).motion.done,
        "a third hex at High Speed"
    );
    let coast = table.at_sea(Side::Axis, "dd_36a", 2, "0713");
    table.play().step_into(Side::Axis, coast, hex("0714"));
    table.play().step_into(Side::Axis, coast, hex("0613"));
    assert!(table.force(Side::Axis, coast).motion.done);
}

/// Enemy port hexes are closed, but one German pack may lie off Murmansk [5.1.4].
#[test]
fn murmansk_is_closed_but_to_one_pack() {
    let mut table = Table::new("pq6");
    let (destroyers, pack) = (
        table.at_sea(Side::Axis, "dd_36a", 2, "0717"),
        table.at_sea(Side::Axis, "ss_de", 2, "0717"),
    );
    let murmansk = Choice::To(hex("0817"));
    assert!(!table.ways(Side::Axis, destroyers).contains(&murmansk));
    assert!(table.ways(Side::Axis, pack).contains(&murmansk));
    table.at_sea(Side::Axis, "ss_de", 1, "0817");
    assert!(!table.ways(Side::Axis, pack).contains(&murmansk));
}

/// A Convoy goes one hex, never back and never farther away; it must move [5.1.5] (R21).
#[test]
fn a_convoy_goes_on() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table.play().steer(Side::Allied, convoy, Choice::Leave);
    table.force(Side::Allied, convoy).motion = crate::forces::Motion::default();
    let ways = table.ways(Side::Allied, convoy);
    assert!(ways.contains(&Choice::To(hex("0604"))), "{ways:?}");
    assert!(!ways.contains(&Choice::To(hex("0403"))), "farther away");
    assert!(!ways.contains(&Choice::Stop), "it must move");
    table.play().ask(Side::Allied, Order::Helm);
    assert!(!table.choices(Side::Allied).contains(&Choice::Done));
}

/// A Scattered Convoy is free of all that, and stands at ID3; its warships become a TF [5.5], [6.8.1] (R84).
#[test]
fn a_convoy_may_scatter() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table.play().steer(Side::Allied, convoy, Choice::Leave);
    table.play().steer(Side::Allied, convoy, Choice::Scatter);
    let force = table.force(Side::Allied, convoy);
    assert_eq!((force.id, force.is_scattered()), (Id::HIGHEST, true));
    assert!(!force.units.has(&tables().chart, ShipType::is_warship));
    let escort = table.named(Side::Allied, "escort of PQ-6");
    assert_eq!(
        (escort.kind, escort.hex()),
        (Kind::TaskForce, Some(hex("0504")))
    );
    table.force(Side::Allied, convoy).motion = crate::forces::Motion::default();
    assert!(table.ways(Side::Allied, convoy).contains(&Choice::Stop));
    table.force(Side::Allied, convoy).motion.hexes = 1;
    table.play().end_move(Side::Allied, convoy);
    let force = table.force(Side::Allied, convoy);
    assert_eq!(force.id, Id::HIGHEST, "until it is in port [6.8.1]");
}

/// A Convoy that enters its port has arrived; its escort lies there as a TF [2.1.1], [5.1.2] (R101).
#[test]
fn a_convoy_arrives() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table.force(Side::Allied, convoy).place = Place::Sea(hex("0817"));
    table.play().steer(Side::Allied, convoy, Choice::Enter);
    assert_eq!(table.p.fleet(Side::Allied).accounts[0].arrived, 8);
    assert_eq!(table.p.secret.flags.entered.cruisers, 1); // Edinburgh
    let escort = table.named(Side::Allied, "escort of PQ-6");
    assert!(escort.place.in_port().is_some() && escort.kind == Kind::TaskForce);
}

/// Foreign warships beyond the limit stay outside [5.1.2] (R31).
#[test]
fn soviet_ports_take_few_foreigners() {
    let mut table = Table::new("pq6");
    let destroyers = table.at_sea(Side::Allied, "dd_jr", 4, "0817");
    assert!(
        table
            .ways(Side::Allied, destroyers)
            .contains(&Choice::Enter)
    );
    table.p.secret.flags.entered.flotilla_cs = 2;
    assert!(
        !table
            .ways(Side::Allied, destroyers)
            .contains(&Choice::Enter)
    );
    let escorts = table.at_sea(Side::Allied, "es_uk", 4, "0817");
    assert!(
        table.ways(Side::Allied, escorts).contains(&Choice::Enter),
        "ES are free"
    );
}

/// Soviet packs keep to their area, British ones away from Convoys [5.2.1].
#[test]
fn allied_packs_keep_apart() {
    let mut table = Table::new("pq6");
    let soviet = table.at_sea(Side::Allied, "ss_su", 2, "0616");
    assert!(
        !table
            .ways(Side::Allied, soviet)
            .contains(&Choice::To(hex("0515")))
    );
    assert!(
        table
            .ways(Side::Allied, soviet)
            .contains(&Choice::To(hex("0716")))
    );
    let british = table.at_sea(Side::Allied, "ss_uk", 2, "0511");
    table.put(Side::Allied, merchants(), "0512");
    assert!(
        !table
            .ways(Side::Allied, british)
            .contains(&Choice::To(hex("0512")))
    );
}

fn merchants() -> Units {
    let class = tables().chart.find_class("mv_al").unwrap();
    Units {
        ships: Vec::new(),
        pools: vec![Pool::new(class, 5)],
    }
}

/// One new Dummy for a port hex and turn, never beyond the limit; two of a hex become one [1.3], [1.2.4].
#[test]
fn dummies_are_few() {
    let mut table = Table::new("pq6");
    table
        .p
        .fleet_mut(Side::Axis)
        .forces
        .retain(|force| force.kind != Kind::Dummy);
    let limit = table.p.scenario(tables()).dummies.axis;
    for _ in 0..limit {
        assert!(table.play().may_make_dummy(Side::Axis));
        table.play().make_dummy(Side::Axis, Place::Sea(hex("0613")));
    }
    assert!(!table.play().may_make_dummy(Side::Axis));
    table.play().begin_combining(Side::Axis);
    table.play().choose(Side::Axis, Choice::Done).unwrap();
    let left = table
        .p
        .fleet(Side::Axis)
        .forces
        .iter()
        .filter(|force| force.kind == Kind::Dummy);
    assert_eq!(left.count(), 1);
}

/// Tokens are dealt anew when Unidentified blocks stand together, and not to one alone [1.2], [1.3].
#[test]
fn blocks_that_stand_together_are_mixed() {
    let mut table = Table::new("pq6");
    let alone = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    let token = table.token(Side::Axis, alone);
    table.play().mix(Side::Axis, hex("0613"));
    assert_eq!(table.token(Side::Axis, alone), token);
    table.play().make_dummy(Side::Axis, Place::Sea(hex("0613")));
    assert_ne!(table.token(Side::Axis, alone), token);
}

/// Given a Convoy with a cruiser and destroyers beyond the limit of Murmansk, when it enters, then only what is beyond stays
/// outside; who has taken damage goes in whatever the limit is [5.1.2] (R31, R101).
#[test]
fn only_the_excess_stays_outside() {
    let chart = &tables().chart;
    let mut table = Table::new("pq17");
    let limit = crate::movement::port_limit(tables(), table.p.date(tables())).unwrap();
    let convoy = table.named(Side::Allied, "PQ-17").block;
    let mut warships = super::special::ships(&["norfolk", "london", "wichita"]);
    warships.ships[0].step = 1;
    let destroyers = chart.find_class("dd_jr").unwrap();
    warships.add(Pool::new(destroyers, limit.flotilla_cs + 2));
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        let own = &mut force.units.ships;
        own.retain(|state| warships.ship(state.ship).is_none());
    }
    let force = table.force(Side::Allied, convoy);
    force.place = Place::Sea(hex("0817"));
    force.units.pools.retain(|pool| {
        let class = chart.class(pool.class);
        class.kind.is_merchant()
    });
    force.units.ships.clear();
    force.units.join(warships);
    table.play().enter(Side::Allied, convoy);
    let cruisers_and_boats = |units: &Units| {
        let cruisers = units.counters(chart, ShipType::is_cruiser);
        (cruisers, units.cs(chart, ShipType::is_flotilla))
    };
    let outside = table.named(Side::Allied, "Ocean escort");
    assert_eq!(outside.hex(), Some(hex("0817")));
    let told = |event: &crate::event::Event| {
        matches!(event, crate::event::Event::Splits { who, from, .. }
            if (who.block, *from) == (outside.block, convoy))
    };
    assert!(table.log.events().iter().any(told), "a block more [1.2.3]");
    assert_eq!(cruisers_and_boats(&outside.units), (1, 2));
    let inside = table.named(Side::Allied, "escort of PQ-17");
    assert_eq!(
        cruisers_and_boats(&inside.units),
        (1 + limit.cruisers, limit.flotilla_cs)
    );
}

/// Given a Convoy with destroyers, when a cruiser of it must stay outside a Soviet port, then she has split off from Light Ships
/// and has the eight turns; of a Convoy without any she has not [11.1.2], [5.1.2] (R101).
#[test]
fn a_cruiser_that_stays_outside_has_her_turns() {
    let chart = &tables().chart;
    for light in [true, false] {
        let mut table = Table::new("pq17");
        let convoy = table.convoy_at("PQ-17", "0817", 0);
        let limit = crate::movement::port_limit(tables(), table.p.date(tables())).unwrap();
        let names = ["norfolk", "london", "wichita", "tuscaloosa", "cumberland"];
        let mut warships = super::special::ships(&names[..usize::from(limit.cruisers) + 1]);
        if light {
            warships.add(Pool::new(chart.find_class("dd_jr").unwrap(), 1));
        }
        for force in &mut table.p.fleet_mut(Side::Allied).forces {
            let own = &mut force.units.ships;
            own.retain(|state| warships.ship(state.ship).is_none());
        }
        let force = table.force(Side::Allied, convoy);
        force.units.pools.retain(|pool| {
            let class = chart.class(pool.class);
            class.kind.is_merchant()
        });
        force.units.ships.clear();
        force.units.join(warships);
        let fuel = force.fuel.unwrap();
        let before = fuel.marker.unwrap().1;
        table.play().enter(Side::Allied, convoy);
        let outside = table.named(Side::Allied, "Ocean escort").fuel.unwrap();
        let bonus = if light {
            tables().fuel.heavy_split_bonus
        } else {
            0
        };
        let marker = outside.marker.unwrap().1;
        assert_eq!(marker, before.later(bonus), "Light Ships: {light}");
    }
}

/// A Convoy that has no legal hex stays where it is: it need not scatter [5.1.5], [5.5].
#[test]
fn a_convoy_without_a_way_stays() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table.play().steer(Side::Allied, convoy, Choice::Leave);
    let force = table.force(Side::Allied, convoy);
    force.place = Place::Sea(hex("0511"));
    force.motion = crate::forces::Motion::default();
    let sailing = force.sailing.as_mut().unwrap();
    sailing.track = hex("0511").neighbours().into_iter().collect();
    let mut ways = table.ways(Side::Allied, convoy);
    ways.sort_unstable();
    let mut wanted = [Choice::Stop, Choice::Scatter];
    wanted.sort_unstable();
    assert_eq!(ways, wanted);
}

/// Iokanka is for Soviet ships and packs, and for Dummies, which may be such [1.1.1], [1.3]; not for a foreign TF with a
/// minesweeper in it.
#[test]
fn iokanka_is_soviet() {
    let mut table = Table::new("pq17");
    let port = tables().sheet.find_port("iokanka").unwrap();
    let off = tables().sheet.port(port).hex.to_string();
    let bar = |table: &Table, block| {
        let force = table.p.fleet(Side::Allied).force(block).unwrap();
        table.p.bar_into(tables(), force, port)
    };
    let pack = table.at_sea(Side::Allied, "ss_su", 1, &off);
    assert_eq!(bar(&table, pack), None);
    table.play().make_dummy(Side::Allied, Place::Sea(hex(&off)));
    let dummy = table.p.fleet(Side::Allied).forces.last().unwrap().block;
    assert_eq!(bar(&table, dummy), None);
    let mixed = table.at_sea(Side::Allied, "dd_jr", 2, &off);
    let minesweeper = tables().chart.find_class("es_mf").unwrap();
    let pools = &mut table.force(Side::Allied, mixed).units.pools;
    pools.push(Pool::new(minesweeper, 1));
    pools.sort_unstable_by_key(|pool| pool.class);
    assert_eq!(bar(&table, mixed), Some(crate::bars::Bar::PortUse));
}

/// A Convoy that Gales stop does not enter port either, though it lies off it [9.2.5].
#[test]
fn a_stopped_convoy_stays_outside() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table.force(Side::Allied, convoy).place = Place::Sea(hex("0817"));
    assert!(table.ways(Side::Allied, convoy).contains(&Choice::Enter));
    let force = table.force(Side::Allied, convoy);
    force.sailing.as_mut().unwrap().stopped = true;
    assert!(!table.ways(Side::Allied, convoy).contains(&Choice::Enter));
    let enters = crate::position::PlanStep::Enter;
    assert!(!table.play().planned_step(Side::Allied, convoy, enters));
}

/// Given a Wolfpack in the Germany Box, when it is to move, then it runs and comes out at Moderate Speed [5.7.1], [7.4.5].
#[test]
fn a_pack_comes_out_of_germany() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0613");
    let boxes = tables().sheet.boxes.iter();
    let germany = boxes.clone().position(|off| off.port && off.is_far());
    let off = crate::units::BoxId::new(germany.unwrap());
    table.force(Side::Axis, pack).place = Place::Box(off);
    let run = Choice::Air(crate::air::AirChoice::Run);
    assert!(table.ways(Side::Axis, pack).contains(&run));
    table.play().steer(Side::Axis, pack, run);
    let out = Choice::To(hex("1707"));
    assert!(table.ways(Side::Axis, pack).contains(&out));
    table.play().steer(Side::Axis, pack, out);
    assert_eq!(table.force(Side::Axis, pack).hex(), Some(hex("1707")));
}

/// A ship that broke down in the Germany Box stays there when her force comes out, as in any port, and nothing but Inop ships
/// stays whole; where they pay, who stays costs nothing [5.1.3], [5.7.1], [4.3.2].
#[test]
fn inop_ships_stay_in_germany_too() {
    let off = tables().sheet.find_box("germany").unwrap();
    let scheer = tables().chart.find_ship("admiral_scheer").unwrap();
    let hull = crate::forces::Hull::Ship(scheer);
    let mut table = Table::new("pq17");
    let units = super::special::ships(&["admiral_scheer"]);
    super::special::take(&mut table, Side::Axis, "admiral_scheer");
    let block = table.put(Side::Axis, units, "0613");
    table.force(Side::Axis, block).place = Place::Box(off);
    table.p.fleet_mut(Side::Axis).inop = vec![(block, hull)];
    let out = Choice::To(hex("1707"));
    assert!(!table.ways(Side::Axis, block).contains(&out), "nobody else");
    let destroyers = tables().chart.find_class("dd_36a").unwrap();
    let force = table.force(Side::Axis, block);
    force.units.add(Pool::new(destroyers, 2));
    let narvik = tables().sheet.find_port("narvik").unwrap();
    let force = table.p.fleet(Side::Axis).force(block).unwrap();
    assert_eq!(
        table.p.halves_needed(tables(), Side::Axis, force, narvik),
        0
    );
    assert!(table.ways(Side::Axis, block).contains(&out));
    table.play().steer(Side::Axis, block, out);
    let force = table.force(Side::Axis, block);
    assert_eq!(
        (force.hex(), force.units.ships.len()),
        (Some(hex("1707")), 0)
    );
    let inop = table.named(Side::Axis, "Inop");
    assert_eq!(inop.place, Place::Box(off));
    assert!(inop.units.ship(scheer).is_some());
}

/// An escort carrier has no place in Murmansk, unless she was hit: hit ships are free, in a Task Force as with a Convoy [5.1.2]
/// (R31).
#[test]
fn a_hit_escort_carrier_may_enter() {
    let mut table = Table::new("pq18");
    let units = super::special::ships(&["avenger"]);
    super::special::take(&mut table, Side::Allied, "avenger");
    let block = table.put(Side::Allied, units, "0817");
    assert!(!table.ways(Side::Allied, block).contains(&Choice::Enter));
    table.force(Side::Allied, block).units.ships[0].step = 1;
    assert!(table.ways(Side::Allied, block).contains(&Choice::Enter));
}
