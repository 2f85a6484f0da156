//! Blocks, counters, aircraft, dice and sheets (chapter 1).

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Kind, Place, Pool, Units};
use crate::game::Pq17;
use crate::position::{Plan, PlanStep};
use crate::sequence::{Order, Segment};
use crate::side::Side;
use crate::tables::{Base, ShipList, Track};
use crate::time::Turn;
use crate::view::View;
use crate::weather::{self, Weather};
use derbyhouse_kernel::Viewer;
use derbyhouse_scene::Face;

/// Whether two forces of a side could become one now.
fn combine(table: &Table, side: Side, a: BlockId, b: BlockId) -> bool {
    let mut out = Vec::new();
    table.p.list_combinations(tables(), side, &[], &mut out);
    out.contains(&Choice::Combine(a, b)) || out.contains(&Choice::Combine(b, a))
}

/// Given packs in one hex, when they combine, then to four CS at most, of one nation, and with no surface ships [1.2.2].
#[test]
fn packs_are_small_and_of_one_nation() {
    let mut table = Table::new("pq6");
    let [three, two, one] = [3, 2, 1].map(|cs| table.at_sea(Side::Axis, "ss_de", cs, "0511"));
    let destroyers = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    assert!(combine(&table, Side::Axis, three, one) && combine(&table, Side::Axis, two, one));
    assert!(!combine(&table, Side::Axis, three, two), "five CS");
    assert!(!combine(&table, Side::Axis, one, destroyers));
    let british = table.at_sea(Side::Allied, "ss_uk", 1, "0716");
    let [first, second] = [1, 1].map(|cs| table.at_sea(Side::Allied, "ss_su", cs, "0716"));
    assert!(!combine(&table, Side::Allied, british, first));
    assert!(combine(&table, Side::Allied, first, second));
    // Nine CS that come into play are three packs.
    let class = tables().chart.find_class("ss_de").unwrap();
    let units = Units {
        ships: Vec::new(),
        pools: vec![Pool::new(class, 9)],
    };
    let packs = crate::preparation::in_blocks(tables(), units);
    let mut cs: Vec<u8> = packs.iter().map(|units| units.pools[0].cs).collect();
    cs.sort_unstable();
    assert_eq!(cs.len(), 3);
    assert_eq!((cs.iter().sum::<u8>(), cs[2] <= 4), (9, true));
}

/// Given a pack that has fired its torpedoes, when an enemy is in its hex, then it cannot attack until it has rearmed
/// [1.4.1].
#[test]
fn expended_submarines_wait_for_torpedoes() {
    let mut table = Table::new("pq6");
    let prey = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    table.force(Side::Allied, prey).id = Id::ZERO;
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
    let attack = Choice::Attack(pack, table.token(Side::Allied, prey));
    let offered = |table: &mut Table, spent: u8| {
        table.force(Side::Axis, pack).units.pools[0].spent = spent;
        let mut out = Vec::new();
        table.p.list_hunts(tables(), Side::Axis, &mut out);
        out.contains(&attack)
    };
    assert!(offered(&mut table, 2) && !offered(&mut table, 3));
    let force = table.force(Side::Axis, pack);
    force.place = Place::Port(tables().sheet.find_port("bergen").unwrap());
    force.in_port_since = Turn::FIRST;
    table.p.turn = Turn::FIRST.later(2);
    table.play().fuel_phase();
    assert_eq!(table.force(Side::Axis, pack).ready_subs(), 3);
}

/// Given a base, when aircraft come, then at most twenty steps are there, Interceptors among them; a carrier takes what
/// she can carry [1.5.1].
#[test]
fn bases_hold_twenty_steps() {
    let mut table = Table::new("pq17");
    let audit = |table: &Table| crate::audit::audit(tables(), None, &[], &table.p);
    assert!(audit(&table).is_ok());
    let air = &table.p.fleet(Side::Axis).air;
    let unit = air.iter().find(|unit| {
        let Base::Airbase(base) = unit.base else {
            return false;
        };
        let date = table.p.date(tables());
        let airbase = tables().sheet.airbase(base);
        airbase.interceptors(date).is_some() && airbase.limit == 20
    });
    let unit = unit.unwrap().clone();
    let limit = table.p.base_limit(tables(), unit.base);
    assert!(limit < 20, "Interceptors are counted");
    let room = table.p.room(tables(), Side::Axis, unit.base);
    for _ in 0..room {
        let mut one = unit.clone();
        (one.cs, one.damaged) = (1, 0);
        table.p.fleet_mut(Side::Axis).air.push(one);
    }
    assert_eq!(table.p.room(tables(), Side::Axis, unit.base), 0);
    assert!(audit(&table).is_ok());
    table.p.fleet_mut(Side::Axis).air.push(unit);
    assert!(audit(&table).unwrap_err().0.contains("no room"));
    let victorious = tables().chart.find_ship("victorious").unwrap();
    let deck = table.p.base_limit(tables(), Base::Carrier(victorious));
    assert_eq!(deck, tables().chart.ship(victorious).aircraft);
}

/// Dice go from 0 to 9, a 0 is zero, and everybody sees them [1.8] (R26).
#[test]
fn dice_are_open_and_count_from_nothing() {
    let mut table = Table::new("pq6");
    let mut seen = [0; 10];
    for _ in 0..500 {
        seen[usize::from(table.play().die())] += 1;
    }
    assert!(seen.iter().all(|times| *times > 10), "{seen:?}");
    assert_eq!(weather::roll(tables(), 6, [0, 0], None).sum, 0);
    let sum = weather::roll(tables(), 6, [9, 9], None).sum;
    assert_eq!(sum, 18, "two dice add up");
    table.play().roll_weather();
    let mut events = table.log.events().iter();
    let rolled = events.find(|event| matches!(event, Event::Weather { .. }));
    let game = Pq17::new(&[]).unwrap();
    let seats = Side::ALL.map(|side| Viewer::Seat(side.seat()));
    let lines = seats
        .into_iter()
        .chain([Viewer::Observer])
        .map(|viewer| game.line(viewer, rolled.unwrap()).unwrap().text);
    let lines: Vec<String> = lines.collect();
    assert!(lines.iter().all(|line| *line == lines[0]), "{lines:?}");
}

/// A side's plans and Command Points are on its own sheet; the enemy and a watcher read neither [1.9].
#[test]
fn planning_sheets_are_secret() {
    let mut table = Table::new("pq6");
    let block = table.named(Side::Allied, "PQ-6").block;
    let fleet = table.p.fleet_mut(Side::Allied);
    fleet.points[Track::HomeFleet.index()].pay();
    fleet.plans = vec![Plan {
        block,
        steps: vec![PlanStep::Leave],
        made: 0,
    }];
    let look = |viewer| View::new(tables(), &table.p, viewer);
    let own = look(Viewer::Seat(Side::Allied.seat()));
    assert_eq!(
        (own.plans(Side::Allied).len(), own.accounts().len()),
        (1, 1)
    );
    let tracks = own.points();
    let home = tracks.iter().find(|(track, ..)| *track == Track::HomeFleet);
    assert_eq!(home.unwrap().1, 1);
    for viewer in [Viewer::Seat(Side::Axis.seat()), Viewer::Observer] {
        let other = look(viewer);
        assert!(other.plans(Side::Allied).is_empty() && other.accounts().is_empty());
        assert!(
            other
                .points()
                .iter()
                .all(|(track, ..)| track.side() == Side::Axis)
        );
    }
}

/// Auxiliaries without merchant ships are a Task Force; at sea they stay with their Convoy, whose warships may leave it
/// [1.2.1], [1.2.3] (R71).
#[test]
fn auxiliaries_stay_with_their_convoy() {
    let mut table = Table::new("pq6");
    let chart = &tables().chart;
    let oiler = chart.find_ship("aldersdale").unwrap();
    let list = ShipList {
        ships: vec![oiler],
        classes: Vec::new(),
    };
    let units = Units::of_list(chart, &list);
    assert_eq!(Force::kind_of(chart, &units), Kind::TaskForce);
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let force = table.force(Side::Allied, convoy);
    force.units.join(units);
    force.place = Place::Sea(hex("0511"));
    table.p.segment = Segment::NavalMovement;
    table.play().ask(Side::Allied, Order::Split(convoy, None));
    let offers = table.choices(Side::Allied);
    let warship = |choice: &Choice| matches!(choice, Choice::TakeClass(_) | Choice::TakeShip(_));
    assert!(offers.iter().any(warship));
    assert!(!offers.contains(&Choice::TakeShip(oiler)), "{offers:?}");
    let mv = chart.find_class("mv_al").unwrap();
    assert!(!offers.contains(&Choice::TakeClass(mv)));
}

/// In a port hex the blocks at sea and those in port are apart, but for surplus Dummies it is one place [1.3] (R81).
#[test]
fn sea_and_port_are_two_places() {
    let mut table = Table::new("pq6");
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    let [a, b] = [1, 2].map(|cs| table.at_sea(Side::Allied, "dd_jr", cs, "0504"));
    assert!(combine(&table, Side::Allied, a, b));
    table.force(Side::Allied, b).place = Place::Port(reykjavik);
    assert!(!combine(&table, Side::Allied, a, b));
    table.force(Side::Allied, a).place = Place::Port(reykjavik);
    assert!(combine(&table, Side::Allied, a, b));
    table
        .p
        .fleet_mut(Side::Allied)
        .forces
        .retain(|force| force.kind != Kind::Dummy);
    let places = [Place::Port(reykjavik), Place::Sea(hex("0504"))];
    for place in places {
        table.play().make_dummy(Side::Allied, place);
    }
    let dummies = |table: &Table| {
        let forces = table.p.fleet(Side::Allied).forces.iter();
        forces.filter(|force| force.kind == Kind::Dummy).count()
    };
    assert_eq!(dummies(&table), 2);
    table.play().begin_combining(Side::Allied);
    table.play().choose(Side::Allied, Choice::Done).unwrap();
    assert_eq!(dummies(&table), 1);
}

/// A Dummy goes like a TF with full tanks: three hexes, two out of port or in Gales; it never shows by its speed what it
/// is [5.1] (R72).
#[test]
fn a_dummy_keeps_the_limits_of_a_task_force() {
    let mut table = Table::new("pq6");
    table
        .play()
        .make_dummy(Side::Allied, Place::Sea(hex("0511")));
    let forces = table.p.fleet(Side::Allied).forces.iter();
    let mut dummy = forces.filter(|force| force.hex() == Some(hex("0511")));
    let dummy = dummy.next_back().unwrap().block;
    let cruiser = tables().chart.find_ship("edinburgh").unwrap();
    let list = ShipList {
        ships: vec![cruiser],
        classes: Vec::new(),
    };
    let ship = table.put(Side::Allied, Units::of_list(&tables().chart, &list), "0511");
    for weather in [Weather::Fair, Weather::Storms, Weather::Gales] {
        table.p.weather = Some(weather::Prevailing { weather, sum: 0 });
        for left_port in [false, true] {
            let hexes = [dummy, ship].map(|block| {
                table.force(Side::Allied, block).motion.left_port = left_port;
                let force = table.p.fleet(Side::Allied).force(block).unwrap();
                table.p.hexes_left(tables(), force, false, false)
            });
            assert_eq!(hexes[0], hexes[1], "{weather}, left port: {left_port}");
            let fast = weather != Weather::Gales && !left_port;
            assert_eq!(hexes[0], if fast { 3 } else { 2 });
        }
    }
    assert!(table.force(Side::Allied, dummy).fuel.is_none());
}

/// Blocks are few: when all of a kind are on the table, no force of it splits any more [1.2].
#[test]
fn blocks_are_an_absolute_limit() {
    let mut table = Table::new("pq6");
    table.p.fleet_mut(Side::Axis).forces.clear();
    let mix = &tables().chart.blocks[Side::Axis];
    let ships = table.at_sea(Side::Axis, "dd_36a", 3, "0511");
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
    let splits = |table: &Table, block| {
        let force = table.p.fleet(Side::Axis).force(block).unwrap();
        table.p.may_split(tables(), Side::Axis, force)
    };
    for _ in 1..mix.task_forces {
        assert!(splits(&table, ships));
        table.at_sea(Side::Axis, "dd_36a", 1, "0612");
    }
    assert!(!splits(&table, ships) && splits(&table, pack));
    for _ in 1..mix.wolfpacks[0] {
        table.at_sea(Side::Axis, "ss_de", 1, "0612");
    }
    assert!(!splits(&table, pack));
}

/// Given as many TFs in port as there are blocks, when a Convoy is formed or a force comes, then two of them join to make room
/// [1.2] (R81).
#[test]
fn forces_in_port_make_room() {
    let mut table = Table::new("pq12");
    let total = usize::from(tables().chart.blocks[Side::Allied].total());
    let scapa = tables().sheet.find_port("scapa_flow").unwrap();
    table
        .p
        .fleet_mut(Side::Allied)
        .forces
        .retain(|force| force.kind != Kind::Dummy);
    while table.p.fleet(Side::Allied).forces.len() < total {
        let block = table.at_sea(Side::Allied, "dd_jr", 1, "1206");
        table.force(Side::Allied, block).place = Place::Port(scapa);
    }
    let cs = |table: &Table| {
        let forces = table.p.fleet(Side::Allied).forces.iter();
        let cs = forces.map(|force| force.units.hulls());
        cs.sum::<usize>()
    };
    let before = cs(&table);
    table.play().make_room(Side::Allied);
    let forces = &table.p.fleet(Side::Allied).forces;
    assert_eq!(forces.len(), total - 1);
    assert_eq!(cs(&table), before);
}
