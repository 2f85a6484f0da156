//! Who transfers in the Campaign, from where, and what comes back of it [15.7], [15.5], [15.4], [15.8.1].

use super::campaign::{campaign, fortnight};
use super::refits::{holder, lay, port, ship, state};
use super::{Table, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Place, Pool, ShipState, Units};
use crate::order_of_battle::Muster;
use crate::season::{Away, Cause, Due, Gone};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Condition, OptionId};
use crate::time::Turn;
use crate::units::{ClassId, ShipType};
use crate::vp::Vp;

fn class(id: &str) -> ClassId {
    tables().chart.find_class(id).unwrap()
}

fn germany() -> Place {
    Place::Box(tables().sheet.find_box("germany").unwrap())
}

/// The Campaign with the option, in the Fortnight in which Prinz Eugen is due.
fn by_sea() -> Table {
    let mut table = campaign();
    table.p.setup.switch(OptionId::TransfersToGermany, true);
    fortnight(&mut table, 4);
    table
}

/// Destroyers that lie somewhere since a turn.
fn destroyers(table: &mut Table, place: Place, since: Turn) -> BlockId {
    let block = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    let force = table.force(Side::Axis, block);
    (force.place, force.in_port_since) = (place, since);
    block
}

/// Prinz Eugen and two destroyers in one block, in port since a turn.
fn eugen(table: &mut Table, place: Place, since: Turn) -> BlockId {
    let block = lay(table, Side::Axis, "prinz_eugen", place);
    let force = table.force(Side::Axis, block);
    force.units.add(Pool::new(class("dd_36a"), 2));
    force.in_port_since = since;
    block
}

fn cs(table: &Table, side: Side, id: &str) -> u8 {
    let forces = table.p.fleet(side).forces.iter();
    let pools = forces.filter_map(|force| force.units.pool(class(id)));
    pools.map(|pool| pool.cs).sum()
}

/// Who came along with a ship that transfers begins the next Fortnight in Kiel or in the Germany Box, as his admiral likes; back
/// to Norway he sails in the Operation like anybody [15.7.5].
#[test]
fn company_stays_in_germany() {
    let now = Turn::FIRST.later(17);
    let kiel = tables().sheet.find_port("kiel").unwrap();
    let off = tables().sheet.find_box("germany").unwrap();
    for (place, other) in [
        (Place::Port(kiel), Choice::Box(off)),
        (Place::Box(off), Choice::In(kiel)),
    ] {
        let mut table = by_sea();
        let block = eugen(&mut table, place, now);
        let behind = destroyers(&mut table, place, now);
        let pack = table.at_sea(Side::Axis, "ss_de", 1, "0511");
        let pack = table.force(Side::Axis, pack);
        (pack.place, pack.in_port_since) = (place, now); // a pack is nobody's company
        table.play().transfers();
        assert!(holder(&table, Side::Axis, "prinz_eugen").is_none());
        for (asked, answer) in [(block, other), (behind, Choice::Pass)] {
            let top = table.p.fleet(Side::Axis).orders.top().cloned();
            assert_eq!(top, Some(Order::Company(asked)));
            let mut choices = table.choices(Side::Axis);
            choices.sort_unstable();
            let mut wanted = vec![Choice::Pass, other];
            wanted.sort_unstable();
            assert_eq!(choices, wanted);
            table.play().choose(Side::Axis, answer).unwrap();
        }
        assert!(table.p.fleet(Side::Axis).orders.top().is_none());
        let there = table.force(Side::Axis, block).place;
        assert!(there != place && [Place::Port(kiel), Place::Box(off)].contains(&there));
        assert_eq!(table.force(Side::Axis, behind).place, place);
    }
}

/// Who has always been in Kiel is not asked, nor who came there with nobody that transfers; and nothing else changes [15.7.5].
#[test]
fn nobody_else_is_company() {
    let now = Turn::FIRST.later(17);
    for arrives in [true, false] {
        let mut table = by_sea();
        let block = match arrives {
            true => eugen(&mut table, port("kiel"), now),
            false => eugen(&mut table, port("trondheim"), now),
        };
        table.force(Side::Axis, block).units.pools.clear();
        let always = destroyers(&mut table, port("kiel"), Turn::FIRST);
        let other = destroyers(&mut table, germany(), now);
        let before = table.p.fleet(Side::Axis).forces.clone();
        table.play().transfers();
        assert!(table.p.fleet(Side::Axis).orders.top().is_none());
        assert_eq!(holder(&table, Side::Axis, "prinz_eugen").is_none(), arrives);
        for own in [always, other] {
            let old = before.iter().find(|force| force.block == own);
            assert_eq!(table.p.fleet(Side::Axis).force(own), old);
        }
    }
}

/// Light Ships that transfer sail to Germany too, in the Fortnight of the list or later; submarines need not [15.7.5], [15.7.4].
#[test]
fn light_ships_sail_to_germany_too() {
    for option in [false, true] {
        let mut table = campaign();
        table.p.setup.switch(OptionId::TransfersToGermany, option);
        for force in &mut table.p.fleet_mut(Side::Axis).forces {
            force
                .units
                .pools
                .retain(|pool| pool.class != class("dd_3436"));
        }
        let block = table.at_sea(Side::Axis, "dd_3436", 2, "0511");
        table.force(Side::Axis, block).place = port("narvik");
        fortnight(&mut table, 16); // November I: one CS of them, and Admiral Scheer
        table.play().transfers();
        assert_eq!(cs(&table, Side::Axis, "dd_3436"), 1 + u8::from(option));
        table.force(Side::Axis, block).place = port("kiel");
        for later in [17, 18] {
            fortnight(&mut table, later);
            table.play().transfers();
            assert_eq!(cs(&table, Side::Axis, "dd_3436"), 1, "{later}");
        }
    }
}

/// Prinz Eugen leaves Trondheim only to transfer: by sea if the option is played, in her Fortnight or later [15.7], [15.7.5]
/// (Special Rule 2).
#[test]
fn prinz_eugen_waits_for_her_transfer() {
    let mut table = campaign();
    let leaves = |table: &mut Table| {
        let block = lay(table, Side::Axis, "prinz_eugen", port("trondheim"));
        let force = table.force(Side::Axis, block);
        force.fuel = None;
        table.ways(Side::Axis, block).contains(&Choice::Leave)
    };
    assert!(leaves(&mut table), "she is whole");
    let cripple = |table: &mut Table| {
        let units = &mut table.p.fleet_mut(Side::Axis).forces;
        let states = units
            .iter_mut()
            .flat_map(|force| force.units.ships.iter_mut());
        for state in states.filter(|state| state.ship == ship("prinz_eugen")) {
            (state.step, state.crippled) = (2, true);
        }
    };
    for (option, now, may) in [
        (false, 0, false),
        (false, 4, false),
        (true, 3, false),
        (true, 4, true),
    ] {
        table.p.setup.switch(OptionId::TransfersToGermany, option);
        fortnight(&mut table, now);
        leaves(&mut table);
        cripple(&mut table);
        let block = holder(&table, Side::Axis, "prinz_eugen").unwrap().block;
        let ways = table.ways(Side::Axis, block);
        assert_eq!(ways.contains(&Choice::Leave), may, "{option}, {now}");
    }
}

/// Prinz Eugen may be sent home for repair from the first Fortnight on, Crippled as she is; with the option she may then sail, and
/// goes to the yard once she is in Germany (Special Rule 2), [15.5], [15.7], [15.7.5].
#[test]
fn prinz_eugen_may_go_home_at_once() {
    let eugen = Choice::TakeShip(ship("prinz_eugen"));
    let offered = |table: &Table| {
        let mut offers = Vec::new();
        table.p.list_send_home(tables(), Side::Axis, &mut offers);
        offers.contains(&eugen)
    };
    let mut table = campaign();
    assert!(offered(&table));
    table.play().send_home(Side::Axis, eugen);
    assert!(holder(&table, Side::Axis, "prinz_eugen").is_none());
    let due = &table.p.fleet(Side::Axis).reserve.due;
    assert_eq!(due[0].fortnight, 2 * tables().campaign.repair);
    assert!(!due[0].units.ships[0].is_hit());

    let mut table = campaign();
    table.p.setup.switch(OptionId::TransfersToGermany, true);
    let waits = |table: &Table| {
        let force = holder(table, Side::Axis, "prinz_eugen").unwrap();
        table.p.waits_for_transfer(tables(), Side::Axis, force)
    };
    assert!(offered(&table) && waits(&table));
    table.play().send_home(Side::Axis, eugen);
    assert!(!offered(&table) && !waits(&table));
    fortnight(&mut table, 4); // her list, later than she was sent
    let block = holder(&table, Side::Axis, "prinz_eugen").unwrap().block;
    table.force(Side::Axis, block).place = port("kiel");
    table.play().transfers();
    assert!(holder(&table, Side::Axis, "prinz_eugen").is_none());
    let reserve = &table.p.fleet(Side::Axis).reserve;
    assert!(reserve.leaving.is_empty() && reserve.due.len() == 1);
}

/// Nor does Prinz Eugen leave for Training or in a plan (Special Rule 2); from the Germany Box she is too slow [5.7.1].
#[test]
fn prinz_eugen_leaves_no_other_way() {
    let mut table = campaign();
    table.p.setup.switch(OptionId::Training, true);
    let kiel = port("kiel");
    let leaves = |table: &mut Table, crippled: bool| {
        [port("trondheim"), kiel, germany()].map(|place| {
            let block = lay(table, Side::Axis, "prinz_eugen", place);
            let force = table.force(Side::Axis, block);
            force.fuel = None;
            force.units.add(Pool::new(class("dd_36a"), 2));
            let own = state(table, Side::Axis, "prinz_eugen");
            (own.step, own.crippled) = if crippled { (2, true) } else { (0, false) };
            let mut offers = match place {
                Place::Box(_) => table.ways(Side::Axis, block),
                _ if place == kiel => {
                    let mut offers = Vec::new();
                    let p = &table.p;
                    p.list_plan(tables(), Side::Axis, block, &mut offers);
                    offers
                }
                _ => {
                    table.play().begin_movement(Side::Axis);
                    let offers = table.choices(Side::Axis);
                    table.p.fleet_mut(Side::Axis).orders.clear();
                    offers
                }
            };
            offers.retain(|way| {
                matches!(way, Choice::To(_) | Choice::Leave) || *way == Choice::Train(block)
            });
            !offers.is_empty()
        })
    };
    assert_eq!(leaves(&mut table, false), [true; 3], "she is whole");
    assert_eq!(leaves(&mut table, true), [false; 3]);
}

/// A Crippled ship that transfers is not repaired, Prinz Eugen excepted [15.5] (Special Rule 2).
#[test]
fn the_crippled_are_not_repaired() {
    for (now, id, repaired) in [(4, "prinz_eugen", true), (16, "admiral_scheer", false)] {
        let mut table = campaign();
        lay(&mut table, Side::Axis, id, port("narvik"));
        let hurt = state(&mut table, Side::Axis, id);
        (hurt.step, hurt.crippled) = (1, true);
        fortnight(&mut table, now);
        table.play().transfers();
        assert!(holder(&table, Side::Axis, id).is_none());
        let due = &table.p.fleet(Side::Axis).reserve.due;
        assert_eq!(!due.is_empty(), repaired, "{id}");
    }
}

/// A listed German ship leaves wherever she is: laid up in port after a breakdown, or out of play for ice or weather, she goes
/// all the same and does not come back by herself [15.7.4], [15.5.3].
#[test]
fn who_is_laid_up_transfers_too() {
    for (id, hit) in [("prinz_eugen", true), ("admiral_scheer", false)] {
        for by_weather in [false, true] {
            let mut table = campaign();
            lay(&mut table, Side::Axis, id, port("narvik"));
            state(&mut table, Side::Axis, id).step = u8::from(hit);
            let units = table.play().detach(Side::Axis, |_| true, &[ship(id)], &[]);
            let own = units.ships[0];
            if by_weather {
                table.play().reserve(Side::Axis).gone.push(Gone {
                    state: Some(own),
                    ..Gone::new(Hull::Ship(ship(id)), Cause::Weather)
                });
            } else {
                table.play().reserve(Side::Axis).due.push(Due {
                    why: Away::Wait,
                    fortnight: 17,
                    at: port("narvik"),
                    units,
                });
            }
            fortnight(&mut table, if hit { 4 } else { 16 });
            table.play().transfers();
            table.play().repairs();
            assert!(holder(&table, Side::Axis, id).is_none());
            let due = &table.p.fleet(Side::Axis).reserve.due;
            let yard: Vec<_> = due.iter().map(|due| due.why).collect();
            assert_eq!(yard, vec![Away::Repair; usize::from(hit)], "{id}");
        }
    }
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

/// German ships that transfer must sail to Germany with the option, and their company comes back or stays [15.7.4],
/// [15.7.5].
#[test]
fn ships_sail_to_germany() {
    let mut table = campaign();
    table.p.setup.switch(OptionId::TransfersToGermany, true);
    fortnight(&mut table, 4); // May I: Prinz Eugen
    let eugen = tables().chart.find_ship("prinz_eugen").unwrap();
    table.play().transfers();
    let holder = |table: &Table| {
        let mut forces = table.p.fleet(Side::Axis).forces.iter();
        forces
            .find(|f| f.units.ships.iter().any(|s| s.ship == eugen))
            .map(|f| f.block)
    };
    let block = holder(&table).unwrap();
    let kiel = tables().sheet.find_port("kiel").unwrap();
    table.force(Side::Axis, block).place = Place::Port(kiel);
    fortnight(&mut table, 5);
    table.play().transfers();
    assert!(holder(&table).is_none());
    assert_eq!(
        table.p.fleet(Side::Axis).reserve.due.len(),
        1,
        "repaired all the same"
    );
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

/// The oiler of ARCHERY is none that lies in a yard: she comes back by herself [12.14.1], [15.5.1].
#[test]
fn archery_takes_no_ship_out_of_the_yards() {
    let mut table = campaign();
    let is_oiler = |own: &&ShipState| tables().chart.ship(own.ship).kind == ShipType::Ao;
    let taken = table.play().landing_ships();
    let oiler = *taken.ships.iter().find(is_oiler).unwrap();
    table.play().reserve(Side::Allied).due.push(Due {
        why: Away::Repair,
        fortnight: 9,
        at: port("scapa_flow"),
        units: Units {
            ships: vec![oiler],
            pools: Vec::new(),
        },
    });
    let others = table.play().landing_ships();
    assert!(others.ship(oiler.ship).is_none());
    assert!(
        others.ships.iter().any(|own| is_oiler(&own)),
        "another one sails"
    );
}

/// Landing ships, escort and oiler of ARCHERY play for it alone: in the Order of Battle Phase they leave, and a second ARCHERY
/// finds them again [12.14.1]. One that was sunk does not come again.
#[test]
fn archery_gives_its_ships_back() {
    for sunk in [false, true] {
        let mut table = campaign();
        let added = table.play().landing_ships();
        let ids: Vec<_> = added.ships.iter().map(|own| own.ship).collect();
        let escorts = |table: &Table| -> u8 {
            let forces = table.p.fleet(Side::Allied).forces.iter();
            let pools = forces.filter_map(|force| force.units.pool(class("es_uk")));
            pools.map(|pool| pool.cs).sum()
        };
        let before = escorts(&table);
        let block = table.put(Side::Allied, added.clone(), "0511");
        table.p.fleet_mut(Side::Allied).special.landing_ships = ids.clone();
        if sunk {
            let force = table.force(Side::Allied, block);
            force.units.ships.retain(|own| own.ship != ids[0]);
            let gone = Gone::new(Hull::Ship(ids[0]), Cause::Sunk);
            table.play().reserve(Side::Allied).gone.push(gone);
        }
        table.play().order_of_battle(Muster::Harbours);
        assert_eq!(escorts(&table), before);
        let forces = &table.p.fleet(Side::Allied).forces;
        assert!(
            forces
                .iter()
                .all(|force| ids.iter().all(|id| force.units.ship(*id).is_none()))
        );
        let again = table.play().landing_ships();
        assert_eq!(again.ship(ids[0]).is_none(), sunk);
        assert!(again.ship(ids[1]).is_some());
    }
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

/// German escorts stay when a Fortnight ends; those of the Axis Convoy leave with it [15.8], [12.3].
#[test]
fn german_escorts_stay() {
    let mut table = campaign();
    assert_eq!(cs(&table, Side::Axis, "es_de"), 1);
    table.play().order_of_battle(Muster::Harbours);
    assert_eq!(cs(&table, Side::Axis, "es_de"), 1);
    let convoy = tables().chits.conditions[Side::Axis]
        .iter()
        .position(|chit| chit.condition == Condition::AxisConvoy);
    table.p.fleet_mut(Side::Axis).special.chit = convoy.map(|place| place as u8);
    let tromso = tables().sheet.find_port("tromso").unwrap();
    table.play().muster_axis_convoy(tromso);
    assert!(cs(&table, Side::Axis, "es_de") > 1);
    table.play().order_of_battle(Muster::Harbours);
    assert_eq!(cs(&table, Side::Axis, "es_de"), 1);
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

/// A Crippled German ship that transfers comes back by no list either [15.5].
#[test]
fn no_list_brings_a_crippled_german() {
    let mut table = campaign();
    lay(&mut table, Side::Axis, "admiral_scheer", port("narvik"));
    state(&mut table, Side::Axis, "admiral_scheer").crippled = true;
    fortnight(&mut table, 16);
    table.play().transfers();
    assert!(table.p.is_spoken_for(Side::Axis, ship("admiral_scheer")));
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
