//! Ships that go together: tows, Dispersal, swaps, forces that combine [5.1.1], [5.6], [1.2.4], [1.2.5], [9.3], [9.4].

use super::seaway::{class, convoy, warning};
use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::combining::all_soviet;
use crate::forces::{Hull, Hurt, Kind, Place, Pool, Token, Tow, Units};
use crate::fuel::Fuel;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{OptionId, ShipList};
use crate::time::Turn;
use crate::weather::{Prevailing, Weather};

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
    assert!(table.p.dispersed_of(Side::Allied, block).is_some());
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

/// Forces that look for one another are both searchers: the Soviet mark counts if all of them that may search are Soviet, and
/// merchant ships are no searchers [9.4], [6.2], [6.8].
#[test]
fn friends_are_soviet_if_all_who_search_are() {
    let mut table = Table::new("pq6");
    let [empty, soviet, comrade, british] = ["mv_al", "dd_su", "dd_su", "dd_jr"]
        .map(|class| table.at_sea(Side::Allied, class, 2, "0818"));
    for (a, b, all) in [
        (soviet, comrade, true),
        (empty, soviet, true),
        (soviet, empty, true),
        (empty, british, false),
        (soviet, british, false),
        (british, soviet, false),
        (empty, empty, false),
    ] {
        let forces = [a, b].map(|block| table.p.fleet(Side::Allied).force(block).unwrap());
        assert_eq!(all_soviet(tables(), forces), all, "{a} {b}");
    }
}

/// The card is for forces that combine; a swap is none [9.4], [1.2.4], [1.2.5].
#[test]
fn a_swap_needs_no_card() {
    let mut table = Table::new("pq6");
    table.p.setup.options.push(OptionId::CombineInBadWeather);
    table.set_weather(Weather::Gales);
    let a = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    let b = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    for _ in 0..20 {
        let swap = Choice::Swap(a, b);
        table.play().combine(Side::Axis, Vec::new(), swap);
        let asked = table.p.fleet_mut(Side::Axis).orders.pop();
        assert!(matches!(asked, Some(Order::Swap(_))), "{asked:?}");
        table.p.fleet_mut(Side::Axis).orders.clear();
    }
    let drawn =
        |event: &crate::event::Event| matches!(event, crate::event::Event::MeetsFriends { .. });
    assert!(!table.log.events().iter().any(drawn));
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

/// Given a Convoy with a destroyer that tows another and one that tows a merchant ship, when it scatters, then the destroyers
/// stay together and the merchant ship is adrift [5.5], [5.1.1].
#[test]
fn a_convoy_that_scatters_lets_tows_go() {
    let mut table = Table::new("pq6");
    let block = convoy(&mut table, "PQ-6", "0511");
    let (boats, merchants) = (class("dd_jr"), class("mv_al"));
    let force = table.force(Side::Allied, block);
    force.units.add(Pool {
        diw: 1,
        ..Pool::new(boats, 2)
    });
    force.units.add(Pool {
        diw: 1,
        ..Pool::new(merchants, 0)
    });
    let tug = Hull::Class(boats);
    force.tows = [tug, Hull::Class(merchants)]
        .map(|ship| Tow { ship, tug })
        .to_vec();
    table.play().scatter(Side::Allied, block);
    assert!(table.force(Side::Allied, block).tows.is_empty());
    let escort = table.named(Side::Allied, "escort of PQ-6");
    assert_eq!(escort.tows, [Tow { ship: tug, tug }]);
}

/// Given a ship under tow, when she comes into port, in play or in a plan, then nobody tows her any longer: she just lies there
/// and her tug is free [5.1.1] (R82).
#[test]
fn a_tow_ends_in_port() {
    for planned in [false, true] {
        let mut table = Table::new("pq6");
        let block = table.at_sea(Side::Allied, "dd_jr", 2, "0504");
        let tug = Hull::Class(class("dd_jr"));
        table.p.turn = Turn::FIRST.later(1);
        let force = table.force(Side::Allied, block);
        force.units.pools[0].diw = 1;
        force.tows = vec![Tow { ship: tug, tug }];
        match planned {
            true => {
                let enters = crate::position::PlanStep::Enter;
                assert!(table.play().planned_step(Side::Allied, block, enters));
            }
            false => table.play().enter(Side::Allied, block),
        }
        let force = table.force(Side::Allied, block);
        assert!(force.place.in_port().is_some() && force.tows.is_empty());
    }
}

/// A Capital Ship adrift wants a cruiser or larger, and a Crippled one will do: she is slow, and fights and tows as before
/// [5.1.1], [7.3.1].
#[test]
fn a_crippled_cruiser_tows() {
    let mut table = Table::new("pq12");
    let units = super::special::ships(&["king_george_v", "berwick"]);
    for name in ["king_george_v", "berwick"] {
        super::special::take(&mut table, Side::Allied, name);
    }
    let block = table.put(Side::Allied, units, "0511");
    let chart = &tables().chart;
    let [king, berwick] = ["king_george_v", "berwick"].map(|id| chart.find_ship(id).unwrap());
    for state in &mut table.force(Side::Allied, block).units.ships {
        match state.ship == king {
            true => state.step = chart.ship(king).steps.len() as u8 - 1,
            false => state.crippled = true,
        }
    }
    table.play().see_to_tows(Side::Allied);
    assert_eq!(
        table.choices(Side::Allied),
        [Choice::Tug(Hull::Ship(berwick)), Choice::Scuttle]
    );
}

/// A CAM whose fighter is gone has none in another block either, and the others keep theirs [1.4.3], [5.6].
#[test]
fn a_used_cam_is_used_wherever_she_goes() {
    let mc = tables()
        .chart
        .classes
        .iter()
        .position(|own| own.kind == crate::units::ShipType::Mc);
    let mc = crate::units::ClassId::new(mc.unwrap());
    for used in 0..=2 {
        let mut table = Table::new("pq16");
        let block = convoy(&mut table, "PQ-16", "0409");
        table.p.weather = Some(Prevailing {
            weather: Weather::Gales,
            sum: 18,
        });
        let force = table.force(Side::Allied, block);
        force
            .units
            .pools
            .retain(|pool| !tables().chart.class(pool.class).kind.is_merchant());
        force.units.add(Pool::new(mc, 2));
        force.sailing.as_mut().unwrap().cams_used = used;
        let part = table.play().new_dispersed(Side::Allied, block).unwrap();
        let fresh = |table: &Table| -> u8 {
            let fleet = table.p.fleet(Side::Allied);
            let forces = [block, part].map(|block| fleet.force(block).unwrap());
            forces.map(|force| force.cams(tables())).iter().sum()
        };
        table.play().move_merchant(Side::Allied, block, part);
        assert_eq!(fresh(&table), 2 - used, "apart");
        table.play().move_merchant(Side::Allied, part, block);
        assert_eq!(fresh(&table), 2 - used, "together again");
    }
}

/// Given two Convoys of which one or both have stragglers, when they combine, then these still look for the Convoy, in one block
/// and counted with it: none comes back without the Rejoining die, and a CAM that flew has flown [9.3.3], [5.6], [1.4.3] (R64).
#[test]
fn stragglers_of_convoys_that_combine_stay_stragglers() {
    for both in [false, true] {
        let mut table = Table::new("pq18");
        let names = ["PQ-18", "QP-14"];
        let [a, b] = names.map(|name| table.convoy_at(name, "0511", 0));
        let whole = table.force(Side::Allied, a).sailing.clone().unwrap();
        let other = table.force(Side::Allied, b).sailing.as_mut().unwrap();
        let (own_plan, other_plan) = (whole.plan, other.plan);
        (other.loaded, other.to) = (whole.loaded, whole.to);
        let mut parts = Vec::new();
        for block in [Some(b), both.then_some(a)].into_iter().flatten() {
            let part = table.play().new_dispersed(Side::Allied, block).unwrap();
            table.play().move_merchant(Side::Allied, block, part);
            table.play().move_merchant(Side::Allied, block, part);
            let sailing = table.force(Side::Allied, part).sailing.as_mut();
            sailing.unwrap().cams_used = 1;
            parts.push(part);
        }
        let started = |table: &Table| {
            let accounts = &table.p.fleet(Side::Allied).accounts;
            [own_plan, other_plan].map(|plan| accounts[usize::from(plan)].started)
        };
        let before = started(&table);
        table.play().merge(Side::Allied, a, b);
        let stragglers = table.p.fleet(Side::Allied).forces.iter();
        let mut stragglers = stragglers.filter(|force| force.name.starts_with("stragglers"));
        let part = stragglers.next().unwrap();
        assert!(stragglers.next().is_none(), "one block");
        let lots = parts.len() as u8;
        let sailing = part.sailing.as_ref().unwrap();
        assert_eq!(sailing.parent, Some(a));
        assert_eq!(sailing.plan, own_plan);
        assert_eq!(sailing.cams_used, lots);
        assert_eq!(part.units.merchants(&tables().chart), 2 * lots);
        // All are counted with the one Convoy, those that straggle too.
        let after = started(&table);
        assert_eq!(after, [before[0] + before[1], 0]);
    }
}
