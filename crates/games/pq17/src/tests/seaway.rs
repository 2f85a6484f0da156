//! Tows, Dispersal, swaps, boxes, transit, Local Weather [5.1.1], [5.6], [5.7], [1.2.5], [6.6.1], [9.5].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Hurt, Id, Kind, Place, Pool, Token, Tow, Units};
use crate::fuel::Fuel;
use crate::ice::Ice;
use crate::sequence::{Order, Purpose, Search, Step};
use crate::side::Side;
use crate::tables::{EventId, IceMarker, OptionId, ShipList};
use crate::time::Turn;
use crate::units::ShipType;
use crate::weather::{Local, Prevailing, Weather};

fn class(name: &str) -> crate::units::ClassId {
    tables().chart.find_class(name).unwrap()
}

fn warning(fuel: Option<Fuel>) -> Option<Turn> {
    fuel.and_then(|fuel| fuel.marker).map(|(_, turn)| turn)
}

/// A convoy of the scenario at sea with its sheet, ready to be changed.
pub(super) fn convoy(table: &mut Table, name: &str, at: &str) -> BlockId {
    let block = table.named(Side::Allied, name).block;
    let force = table.force(Side::Allied, block);
    force.place = Place::Sea(hex(at));
    force.token = Token(900);
    if force.units.has(&tables().chart, ShipType::needs_fuel) {
        force.fuel = Some(Fuel::on_leaving(
            tables(),
            Turn::FIRST,
            crate::fuel::Leaving::default(),
        ));
    }
    block
}

/// A ship adrift holds her force; a destroyer tows her and they crawl in PM turns; without a tow she is scuttled at the end
/// of the Combine Forces Segment [5.1.1], [5.1] (R56, R82).
#[test]
fn a_ship_adrift_is_towed_or_scuttled() {
    let mut table = Table::new("pq6");
    let block = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    let force = table.force(Side::Allied, block);
    force.units.pools[0].cs = 2;
    force.units.pools[0].diw = 1;
    assert_eq!(
        table.p.hexes_left(
            tables(),
            table.p.fleet(Side::Allied).force(block).unwrap(),
            false,
            false
        ),
        0
    );
    table.play().see_to_tows(Side::Allied);
    let destroyers = Hull::Class(class("dd_jr"));
    assert_eq!(
        table.choices(Side::Allied),
        [Choice::Tug(destroyers), Choice::Scuttle]
    );
    let order = table.p.fleet_mut(Side::Allied).orders.pop().unwrap();
    assert_eq!(order, Order::Tow(block, destroyers));
    table
        .play()
        .tow(Side::Allied, block, destroyers, Choice::Tug(destroyers));
    let hexes = |table: &Table| {
        table.p.hexes_left(
            tables(),
            table.p.fleet(Side::Allied).force(block).unwrap(),
            false,
            false,
        )
    };
    assert_eq!(hexes(&table), 0, "AM");
    table.p.turn = Turn::FIRST.later(1);
    assert_eq!(hexes(&table), 1, "PM");
    table.play().begin_movement(Side::Allied);
    assert!(
        table
            .choices(Side::Allied)
            .contains(&Choice::Drop(block, destroyers))
    );
    table.play().drop_tow(Side::Allied, block, destroyers);
    assert_eq!(hexes(&table), 0, "adrift again");
    let before = table.p.vp();
    table
        .play()
        .tow(Side::Allied, block, destroyers, Choice::Scuttle);
    let pool = table.force(Side::Allied, block).units.pools[0];
    assert_eq!((pool.diw, pool.cs), (0, 2));
    assert!(table.p.vp() < before, "scuttled counts as sunk");
}

/// A Capital Ship wants a cruiser or larger; a ship under tow takes her tug along when she leaves the force [5.1.1], [1.2.3].
#[test]
fn a_capital_ship_wants_a_cruiser() {
    let mut table = Table::new("pq12");
    let chart = &tables().chart;
    let ids: Vec<_> = ["king_george_v", "berwick"]
        .map(|id| chart.find_ship(id).unwrap())
        .to_vec();
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        force.units.ships.retain(|state| !ids.contains(&state.ship));
    }
    table
        .p
        .fleet_mut(Side::Allied)
        .forces
        .retain(|force| force.kind == Kind::Dummy || !force.units.is_empty());
    let mut units = Units::of_list(
        chart,
        &ShipList {
            ships: ids.clone(),
            classes: Vec::new(),
        },
    );
    units.add(Pool::new(class("dd_jr"), 3));
    let ship = units
        .ships
        .iter_mut()
        .find(|state| state.ship == ids[0])
        .unwrap();
    ship.step = chart.ship(ids[0]).steps.len() as u8 - 1;
    let block = table.put(Side::Allied, units, "0511");
    let force = table.p.fleet(Side::Allied).force(block).unwrap();
    assert_eq!(force.adrift(chart), Some(Hull::Ship(ids[0])));
    let tugs: Vec<Hull> = force.tugs_for(chart, Hull::Ship(ids[0])).collect();
    assert_eq!(tugs, [Hull::Ship(ids[1])]);
    table.play().tow(
        Side::Allied,
        block,
        Hull::Ship(ids[0]),
        Choice::Tug(tugs[0]),
    );
    let part = table
        .play()
        .split_hull(Side::Allied, block, None, Hull::Ship(ids[0]), Hurt::Whole)
        .unwrap();
    let part = table.force(Side::Allied, part);
    assert_eq!(
        (part.units.ships.len(), part.tows.clone()),
        (
            2,
            vec![Tow {
                ship: Hull::Ship(ids[0]),
                tug: tugs[0]
            }]
        )
    );
    assert!(table.force(Side::Allied, block).tows.is_empty());
}

/// In Gales a Convoy with the boxed D loses merchant ships to a block beside it, which goes where it goes and takes its
/// place if it is gone [5.6], [9.3.2], [9.2.5] (R15, R16, R44).
#[test]
fn gales_disperse_a_convoy() {
    let mut table = Table::new("pq16");
    let block = convoy(&mut table, "PQ-16", "0409");
    table.p.weather = Some(Prevailing {
        weather: Weather::Gales,
        sum: 18,
    });
    let before = table
        .force(Side::Allied, block)
        .units
        .merchants(&tables().chart);
    for _ in 0..20 {
        if table.p.dispersed_of(Side::Allied, block).is_some() {
            break;
        }
        table
            .force(Side::Allied, block)
            .sailing
            .as_mut()
            .unwrap()
            .disperses = true;
        table.play().disperse_convoys(Side::Allied);
    }
    let part = table
        .p
        .dispersed_of(Side::Allied, block)
        .expect("three dice");
    let merchants = |table: &mut Table, block| {
        table
            .force(Side::Allied, block)
            .units
            .merchants(&tables().chart)
    };
    assert_eq!(
        merchants(&mut table, block) + merchants(&mut table, part),
        before
    );
    assert_eq!(table.force(Side::Allied, part).kind, Kind::Convoy);
    assert!(
        table.force(Side::Allied, part).is_broken(),
        "attacked ship by ship"
    );
    table.play().begin_movement(Side::Allied);
    assert!(!table.choices(Side::Allied).contains(&Choice::Move(part)));
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().step_into(Side::Allied, block, hex("0410"));
    assert_eq!(table.force(Side::Allied, part).hex(), Some(hex("0410")));
    table.play().remove(Side::Allied, block);
    assert!(
        !table.force(Side::Allied, part).is_dispersed(),
        "it takes its place"
    );
}

/// Out of Storms and Gales a die brings stragglers back [9.3.3], [9.3].
#[test]
fn stragglers_rejoin() {
    let mut table = Table::new("pq16");
    let block = convoy(&mut table, "PQ-16", "0409");
    table.p.weather = Some(Prevailing {
        weather: Weather::Gales,
        sum: 18,
    });
    for _ in 0..20 {
        table
            .force(Side::Allied, block)
            .sailing
            .as_mut()
            .unwrap()
            .disperses = true;
        table.play().disperse_convoys(Side::Allied);
    }
    table.play().offer_rejoining(Side::Allied);
    assert!(
        table.p.fleet(Side::Allied).orders.is_empty(),
        "not in Gales"
    );
    table.p.weather = Some(Prevailing {
        weather: Weather::Fair,
        sum: 5,
    });
    for _ in 0..40 {
        let Some(part) = table.p.dispersed_of(Side::Allied, block) else {
            return;
        };
        table.play().offer_rejoining(Side::Allied);
        assert_eq!(table.choices(Side::Allied), [Choice::Roll, Choice::Pass]);
        table.p.fleet_mut(Side::Allied).orders.clear();
        table.play().rejoin(Side::Allied, part, Choice::Roll);
    }
    panic!("forty dice bring nobody back");
}

/// Forces that swap all that need fuel swap their markers; otherwise both take the worse [1.2.5], [11.1.1].
#[test]
fn escorts_relieve_one_another() {
    let mut table = Table::new("pq6");
    let convoy = convoy(&mut table, "PQ-6", "0511");
    let relief = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    let fresh = Some(Fuel::on_leaving(
        tables(),
        Turn::FIRST.later(8),
        crate::fuel::Leaving::default(),
    ));
    table.force(Side::Allied, relief).fuel = fresh;
    let tired = table.force(Side::Allied, convoy).fuel;
    let order = Order::Combine(Vec::new());
    table.play().ask(Side::Allied, order);
    table
        .play()
        .choose(Side::Allied, Choice::Swap(convoy, relief))
        .unwrap();
    assert!(table.choices(Side::Allied).contains(&Choice::Relieve));
    table.play().choose(Side::Allied, Choice::Relieve).unwrap();
    assert_eq!(
        warning(table.force(Side::Allied, convoy).fuel),
        warning(fresh)
    );
    assert_eq!(
        warning(table.force(Side::Allied, relief).fuel),
        warning(tired)
    );
    // One more ship alone: both have the worse.
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().ask(Side::Allied, Order::Combine(Vec::new()));
    table
        .play()
        .choose(Side::Allied, Choice::Swap(convoy, relief))
        .unwrap();
    table
        .play()
        .choose(
            Side::Allied,
            Choice::Give(convoy, Hull::Class(class("dd_jr"))),
        )
        .unwrap();
    table.play().choose(Side::Allied, Choice::Done).unwrap();
    assert_eq!(
        warning(table.force(Side::Allied, convoy).fuel),
        warning(tired)
    );
}

/// Two Convoys combine only if both are loaded or both in ballast, for a common port (R64).
#[test]
fn convoys_combine_on_one_errand() {
    let mut table = Table::new("pq12");
    let loaded = convoy(&mut table, "PQ-12", "0409");
    let ballast = table.named(Side::Allied, "QP-8").block;
    let force = table.force(Side::Allied, ballast);
    force.place = Place::Sea(hex("0409"));
    force.token = Token(901);
    let offers = |table: &Table| {
        let mut out = Vec::new();
        table
            .p
            .list_combinations(tables(), Side::Allied, &[], &mut out);
        out
    };
    let both = [
        Choice::Combine(loaded, ballast),
        Choice::Combine(ballast, loaded),
    ];
    assert!(!offers(&table).iter().any(|offer| both.contains(offer)));
    let sheet = table.force(Side::Allied, loaded).sailing.clone().unwrap();
    let other = table.force(Side::Allied, ballast).sailing.as_mut().unwrap();
    (other.loaded, other.to) = (sheet.loaded, sheet.to);
    assert!(offers(&table).iter().any(|offer| both.contains(offer)));
}

/// With the option forces must find one another in Storms and Gales before they combine [9.4].
#[test]
fn friends_must_find_one_another_in_bad_weather() {
    let mut table = Table::new("pq6");
    table.p.setup.options.push(OptionId::CombineInBadWeather);
    table.p.weather = Some(Prevailing {
        weather: Weather::Gales,
        sum: 18,
    });
    let (mut met, mut missed) = (0, 0);
    for _ in 0..40 {
        let a = table.at_sea(Side::Axis, "dd_36a", 1, "0613");
        let b = table.at_sea(Side::Axis, "dd_36a", 1, "0613");
        table
            .play()
            .combine(Side::Axis, Vec::new(), Choice::Combine(a, b));
        table.p.fleet_mut(Side::Axis).orders.clear();
        match table.p.fleet(Side::Axis).force(b) {
            None => met += 1,
            Some(_) => missed += 1,
        }
        for block in [a, b] {
            table.play().remove(Side::Axis, block);
        }
    }
    assert!(met > 0 && missed > 0, "{met} met, {missed} missed");
}

/// Germany costs the whole turn at Moderate Speed and is a port; the Channel takes a force out of the Operation; the Kara
/// Sea is open only while Zone III East is [5.7], [5.7.1], [5.7.2], [5.7.3].
#[test]
fn boxes_lie_off_the_map() {
    let mut table = Table::new("pq6");
    let sheet = &tables().sheet;
    let off = |id: &str| {
        crate::units::BoxId::new(sheet.boxes.iter().position(|off| off.id == id).unwrap())
    };
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "1708");
    assert!(
        table
            .ways(Side::Axis, raider)
            .contains(&Choice::Box(off("germany")))
    );
    table.force(Side::Axis, raider).motion.hexes = 1;
    assert!(
        !table
            .ways(Side::Axis, raider)
            .contains(&Choice::Box(off("germany"))),
        "not the whole turn"
    );
    table.force(Side::Axis, raider).motion.hexes = 0;
    table.play().enter_box(Side::Axis, raider, off("germany"));
    assert_eq!(
        table.force(Side::Axis, raider).place,
        Place::Box(off("germany"))
    );
    table.force(Side::Axis, raider).motion = Default::default();
    assert!(
        table
            .ways(Side::Axis, raider)
            .contains(&Choice::To(hex("1707")))
    );
    table
        .play()
        .leave_box(Side::Axis, raider, off("germany"), hex("1707"));
    assert_eq!(table.force(Side::Axis, raider).hex(), Some(hex("1707")));
    let allied = table.at_sea(Side::Allied, "dd_jr", 2, "1706");
    assert!(
        table
            .ways(Side::Allied, allied)
            .contains(&Choice::Box(off("english_channel")))
    );
    table
        .play()
        .enter_box(Side::Allied, allied, off("english_channel"));
    assert!(table.p.fleet(Side::Allied).force(allied).is_none());
    let east = table.at_sea(Side::Allied, "dd_jr", 2, "0622");
    let kara = Choice::Box(off("kara_sea"));
    table.p.ice[crate::ice::Zone::East3.index()].condition = Ice::SolidPack;
    assert!(!table.ways(Side::Allied, east).contains(&kara));
    table.p.ice[crate::ice::Zone::East3.index()].condition = Ice::Clear;
    assert!(table.ways(Side::Allied, east).contains(&kara));
}

/// A force that enters an enemy's hex and goes on is searched once; found, it may have to fight, and then its move ends
/// there [6.6.1] (R29).
#[test]
fn what_passes_is_searched_once() {
    let mut table = Table::new("pq6");
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0512");
    let picket = table.at_sea(Side::Allied, "dd_jr", 4, "0511");
    table.play().begin_movement(Side::Axis);
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().step_into(Side::Axis, raider, hex("0511"));
    assert_eq!(
        table.p.fleet(Side::Axis).orders.top(),
        Some(&Order::Steer(raider))
    );
    table.p.fleet_mut(Side::Axis).orders.clear();
    table
        .play()
        .steer(Side::Axis, raider, Choice::To(hex("0510")));
    assert_eq!(table.choices(Side::Allied), [Choice::Draw, Choice::Pass]);
    let token = table.token(Side::Axis, raider);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table
        .play()
        .watch_transit(Side::Allied, token, Choice::Draw);
    let Some(Step::Search(Search {
        purpose: Purpose::Transit,
        ..
    })) = table.p.secret.agenda.pop()
    else {
        panic!("no card")
    };
    table.force(Side::Axis, raider).id = Id::level(2);
    table.play().found_in_transit(Side::Allied, token);
    assert_eq!(table.p.secret.agenda.pop(), Some(Step::Follow(token)));
    let first = table.p.secret.agenda.pop();
    assert_eq!(
        first,
        Some(Step::TransitFight(Side::Allied)),
        "the inactive side first"
    );
    table.play().offer_transit_fight(Side::Allied);
    assert!(
        table
            .choices(Side::Allied)
            .contains(&Choice::Engage(picket, token))
    );
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().end_transit();
    assert!(table.force(Side::Axis, raider).motion.done);
    table
        .play()
        .sail_on(Side::Axis, raider, crate::passage::Onward::To(hex("0510")));
    assert_eq!(
        table.force(Side::Axis, raider).hex(),
        Some(hex("0511")),
        "its move ended"
    );
}

/// A Dummy that passes and is found goes; a moving pack starts no fight [6.6.1], [6.2].
#[test]
fn a_moving_pack_starts_no_fight() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
    let escort = table.at_sea(Side::Allied, "dd_jr", 4, "0511");
    for (side, block) in [(Side::Axis, pack), (Side::Allied, escort)] {
        table.force(side, block).id = Id::level(2);
    }
    table.p.secret.transit = Some(crate::passage::Passage {
        side: Side::Axis,
        block: pack,
    });
    let fights = |table: &Table, side| {
        let mut out = Vec::new();
        table.p.list_transit_fights(tables(), side, &mut out);
        out
    };
    assert_eq!(fights(&table, Side::Axis), [Choice::Pass]);
    let token = table.token(Side::Axis, pack);
    assert_eq!(
        fights(&table, Side::Allied),
        [Choice::Pass, Choice::Attack(escort, token)],
        "ships hunt it [7.4.2]"
    );
}

/// Local Weather holds off North Norway but not at Kirkenes; one from an Axis event lasts through the next Allied Phase
/// [9.5], [13.4] (R18, R55).
#[test]
fn local_weather_holds_off_north_norway() {
    let mut table = Table::new("pq6");
    table.p.local = Some(Local {
        by: Side::Axis,
        weather: Weather::Fog,
    });
    assert_eq!(table.p.weather_at(tables(), hex("0815")), Weather::Fog);
    for elsewhere in ["0816", "0511"] {
        assert_eq!(table.p.weather_at(tables(), hex(elsewhere)), Weather::Fair);
    }
    table.play().end_axis_phase();
    assert!(
        table.p.local.is_some(),
        "it lasts through the next Allied Phase"
    );
    table.play().random_event(Side::Axis);
    let again = table.log.events().iter().any(|event| {
        matches!(
            event,
            crate::event::Event::Random {
                event: EventId::ClearNorthNorway,
                ..
            }
        )
    });
    assert!(again || table.p.local.is_none());
}

/// A force that needs both chooses torpedoes instead of fuel; who needs only them gets them unasked [7.3.2], [11.3.1] (R39).
#[test]
fn torpedoes_instead_of_fuel() {
    let mut table = Table::new("pq6");
    let block = table.at_sea(Side::Axis, "dd_36a", 2, "0813");
    table.p.turn = Turn::FIRST.later(4);
    let narvik = tables().sheet.find_port("narvik").unwrap();
    let force = table.force(Side::Axis, block);
    force.place = Place::Port(narvik);
    force.in_port_since = Turn::FIRST;
    force.units.pools[0].spent = 4;
    table.play().begin_movement(Side::Axis);
    assert!(table.choices(Side::Axis).contains(&Choice::Rearm(block)));
    table
        .play()
        .choose(Side::Axis, Choice::Rearm(block))
        .unwrap();
    table.play().fuel_phase();
    let force = table.force(Side::Axis, block);
    assert_eq!(
        (force.units.pools[0].spent, force.fuel.is_some()),
        (0, true)
    );
}

/// With the option Soviet ships have fuel for six turns, and a Ballast Convoy gets six back when they leave it [11.1.4].
#[test]
fn soviet_ships_have_short_legs() {
    let mut table = Table::new("pq12");
    table.p.setup.options.push(OptionId::SovietEndurance);
    let block = table.at_sea(Side::Allied, "dd_su", 2, "0818");
    let murmansk = tables().sheet.find_port("murmansk").unwrap();
    let force = table.force(Side::Allied, block);
    (force.place, force.fuel) = (Place::Port(murmansk), None);
    table.play().leave(Side::Allied, block);
    let leaves = table.p.turn;
    assert_eq!(
        warning(table.force(Side::Allied, block).fuel),
        Some(leaves.later(tables().fuel.soviet))
    );
    let oiler = Pool {
        oil: tables().chart.class(class("mo_al")).oil(2),
        ..Pool::new(class("mo_al"), 2)
    };
    let force = table.force(Side::Allied, block);
    force.units.add(oiler);
    force.motion.ras = true;
    table.play().refuel_at_sea(Side::Allied, leaves);
    assert_eq!(
        warning(table.force(Side::Allied, block).fuel),
        Some(leaves.later(1).later(tables().fuel.soviet)),
        "from an oiler too"
    );
    table.p.fleet_mut(Side::Allied).orders.clear();
    let ballast = convoy(&mut table, "QP-8", "0818");
    table
        .force(Side::Allied, ballast)
        .units
        .add(Pool::new(class("dd_su"), 1));
    let fuel = Some(Fuel::on_leaving(
        tables(),
        leaves,
        crate::fuel::Leaving {
            soviet: true,
            ..Default::default()
        },
    ));
    table.force(Side::Allied, ballast).fuel = fuel;
    table
        .force(Side::Allied, ballast)
        .units
        .add(Pool::new(class("dd_jr"), 1));
    table.play().split_hull(
        Side::Allied,
        ballast,
        None,
        Hull::Class(class("dd_su")),
        Hurt::Whole,
    );
    let bonus = tables().fuel.soviet_split_bonus;
    assert_eq!(
        warning(table.force(Side::Allied, ballast).fuel),
        warning(fuel).map(|turn| turn.later(bonus))
    );
}

/// Merchant oilers serve like fleet oilers: ten CS for each CS [1.4.2], [11.3.2].
#[test]
fn merchant_oilers_serve() {
    let mut table = Table::new("pq17");
    let block = convoy(&mut table, "PQ-17", "0409");
    let force = table.force(Side::Allied, block);
    force.units.ships.retain(|state| state.oil == 0);
    let oil = force.units.pool(class("mo_al")).unwrap().oil;
    assert_eq!(oil, 10);
    for pool in &mut force.units.pools {
        if tables().chart.class(pool.class).kind.is_flotilla() {
            pool.cs = 1;
        }
    }
    force.units.ships.clear();
    table.p.turn = "AM 5".parse().unwrap();
    table.play().begin_movement(Side::Allied);
    table.play().take_helm(Side::Allied, Choice::Refuel(block));
    table.play().fuel_phase();
    let left = table
        .force(Side::Allied, block)
        .units
        .pool(class("mo_al"))
        .unwrap()
        .oil;
    assert!(left < oil && left.is_multiple_of(5), "{left}");
}

/// Ice before a port decides about entering and leaving, like a hexside (chapter 10), [10.2.5].
#[test]
fn ice_closes_a_port() {
    let mut table = Table::new("pq12");
    let arkhangelsk = tables().sheet.find_port("arkhangelsk").unwrap();
    assert!(tables().sheet.port(arkhangelsk).ice);
    let block = table.at_sea(Side::Allied, "dd_su", 2, "1119");
    let zone = tables().sheet.zone(hex("1119")).unwrap();
    table.p.ice[zone.index()] = IceMarker {
        condition: Ice::SolidPack,
        rolled: false,
    };
    table.play().begin_movement(Side::Allied);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().steer(Side::Allied, block, Choice::Enter);
    let force = table.p.fleet(Side::Allied).force(block);
    assert!(
        force.is_none_or(|force| force.hex().is_some()),
        "nobody goes through Solid Pack"
    );
}

/// Light Drift costs everybody one card; Heavy Drift and Thin Pack stop the Axis; who turns back is spared the larger
/// numbers [10.2.1], [10.2.2], [10.2.3], [10.2.4], [10.2.5], [5.1.7].
#[test]
fn ice_grows_worse() {
    let meets = |side, ice| crate::ice::meeting(tables(), side, ice, false);
    let cards = [
        Ice::Clear,
        Ice::LightDrift,
        Ice::HeavyDrift,
        Ice::ThinPack,
        Ice::SolidPack,
    ]
    .map(|ice| meets(Side::Allied, ice).cards);
    assert_eq!(cards, [0, 1, 2, 3, 4]);
    assert!(meets(Side::Axis, Ice::LightDrift).may_enter);
    assert!(!meets(Side::Axis, Ice::HeavyDrift).may_enter);
    assert!(meets(Side::Allied, Ice::ThinPack).may_enter);
    assert!(!meets(Side::Allied, Ice::SolidPack).may_enter);
    let back = crate::ice::meeting(tables(), Side::Allied, Ice::HeavyDrift, true);
    assert!(!back.plus && meets(Side::Allied, Ice::HeavyDrift).plus);
}

/// A ship adrift in port needs no tow and is not scuttled, but cannot leave (R82) [5.1.1].
#[test]
fn a_ship_adrift_in_port_just_lies_there() {
    let mut table = Table::new("pq6");
    let block = table.at_sea(Side::Axis, "dd_36a", 2, "0813");
    let narvik = tables().sheet.find_port("narvik").unwrap();
    let force = table.force(Side::Axis, block);
    force.place = Place::Port(narvik);
    force.units.pools[0].diw = 2;
    force.units.pools[0].cs = 0;
    table.play().see_to_tows(Side::Axis);
    assert_eq!(table.force(Side::Axis, block).units.pools[0].diw, 2);
    assert!(!table.ways(Side::Axis, block).contains(&Choice::Leave));
}

/// Whoever leaves the map from a hex of the enemy that he has just entered is searched like any that passes [6.6.1], [12.2],
/// [5.7.3].
#[test]
fn leaving_the_map_is_passing_too() {
    let mut table = Table::new("pq6");
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0501");
    table.at_sea(Side::Allied, "dd_jr", 4, "0501");
    table.force(Side::Axis, raider).motion.hexes = 1;
    table.play().steer(Side::Axis, raider, Choice::Exit);
    assert_eq!(table.choices(Side::Allied), [Choice::Draw, Choice::Pass]);
    assert!(table.p.fleet(Side::Axis).force(raider).is_some());
    table.play().choose(Side::Allied, Choice::Pass).unwrap();
    assert!(table.p.fleet(Side::Axis).force(raider).is_none());
}

/// A pack that air patrols held down has not moved, and keeps its ID even in a PM turn [7.4.5].
#[test]
fn a_pack_held_down_keeps_its_id() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0513");
    table.p.turn = Turn::FIRST.later(1);
    let force = table.force(Side::Axis, pack);
    force.id = Id::level(1);
    force.motion.lost = 1;
    table.play().end_movement(Side::Axis);
    assert_eq!(table.force(Side::Axis, pack).id, Id::level(1));
}

/// Where Local Weather is better than Gales, sectors search [9.5], [6.4.2].
#[test]
fn sectors_search_under_local_weather() {
    let mut table = Table::new("pq6");
    table.p.weather = Some(Prevailing {
        weather: Weather::Gales,
        sum: 0,
    });
    table.play().begin_reconnaissance(Side::Axis);
    assert!(table.choices(Side::Axis).is_empty());
    table.p.local = Some(Local {
        weather: Weather::Fair,
        by: Side::Axis,
    });
    table.play().begin_reconnaissance(Side::Axis);
    assert!(!table.choices(Side::Axis).is_empty());
}
