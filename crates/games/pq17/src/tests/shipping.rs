//! Merchant ships and their losses in the Campaign [15.2], [15.5], [15.6], [15.7].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Hurt, Place, Pool, Token, Units};
use crate::losses::Lot;
use crate::order_of_battle::Muster;
use crate::season::{Cause, Ev, Gone, Source};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::Condition;

fn class(id: &str) -> crate::units::ClassId {
    tables().chart.find_class(id).unwrap()
}

fn merchants(units: &Units) -> u8 {
    units.merchants(&tables().chart)
}

/// Empty ships that have sailed from Arkhangelsk.
fn ballast() -> (Table, BlockId) {
    let mut table = Table::new("campaign");
    let boxes = &mut table.p.fleet_mut(Side::Allied).reserve.boxes;
    boxes[1].face_up.add(Pool::new(class("mv_al"), 9));
    table
        .play()
        .form_convoy(Source::Ballast(1), Choice::Ships(9));
    let force = table.p.fleet_mut(Side::Allied).forces.last_mut().unwrap();
    (force.place, force.token) = (Place::Sea(hex("0511")), Token(900));
    let block = force.block;
    (table, block)
}

/// Given a Convoy in ballast from Arkhangelsk, when a ship breaks down or weather damages her, then she lies face up in the
/// Ballast Box of Arkhangelsk at once; not so one that ice took in the West: she is out of the game [15.2.3].
#[test]
fn empty_ships_turn_back_to_their_box() {
    let (mut table, block) = ballast();
    let face_up = |table: &Table, port: usize| {
        merchants(&table.p.fleet(Side::Allied).reserve.boxes[port].face_up)
    };
    let murmansk = face_up(&table, 0);
    assert_eq!(face_up(&table, 1), 0, "all have sailed");
    let lot = Lot::Pool(0, Hurt::Whole);
    for (cause, back) in [
        (Cause::Breakdown, 1),
        (Cause::Weather, 2),
        (Cause::WesternIce, 2),
        (Cause::Collision, 2),
    ] {
        table.play().retire(Side::Allied, block, lot, cause);
        assert_eq!(face_up(&table, 1), back, "{cause:?}");
    }
    assert_eq!(merchants(&table.force(Side::Allied, block).units), 5);
    table.play().repairs();
    assert_eq!((face_up(&table, 0), face_up(&table, 1)), (murmansk, 2));
    assert_eq!(table.p.fleet(Side::Allied).accounts[0].exempt, 4);
}

/// Ice in a Western zone is told from ice in the East [15.2.3], [10.2.6].
#[test]
fn western_ice_takes_empty_ships_for_good() {
    let sheet = &tables().sheet;
    let in_zone = |western: bool| {
        let mut waters = sheet.waters();
        let zone = |hex| {
            sheet
                .zone(hex)
                .is_some_and(|zone| zone.is_western() == western)
        };
        waters.find(|hex| zone(*hex)).unwrap()
    };
    for (western, boxed) in [(true, false), (false, true)] {
        let (mut table, block) = ballast();
        let meeting = crate::ice::Meeting {
            cards: 40,
            plus: true,
            may_enter: false,
        };
        table
            .play()
            .ice_damage(Side::Allied, block, in_zone(western), meeting);
        let back = merchants(&table.p.fleet(Side::Allied).reserve.boxes[1].face_up);
        assert_eq!(back > 0, boxed);
    }
}

/// A destroyer damaged in battle is back from the yard after five Fortnights, German ones at Kiel; Soviet and US ships are
/// never repaired [15.5], [15.5.1].
#[test]
fn soviet_and_american_ships_are_not_repaired() {
    let mut table = Table::new("campaign");
    let us = tables().chart.classes.iter().find(|class| {
        class.nation == crate::side::Nation::Us && class.kind == crate::units::ShipType::Dd
    });
    for class in [class("dd_jr"), class("dd_su"), class(&us.unwrap().id)] {
        table
            .play()
            .reserve(Side::Allied)
            .gone
            .push(Gone::new(Hull::Class(class), Cause::Damaged));
    }
    table
        .play()
        .reserve(Side::Axis)
        .gone
        .push(Gone::new(Hull::Class(class("dd_36a")), Cause::Damaged));
    table.play().repairs();
    for (side, port) in [(Side::Allied, "clyde"), (Side::Axis, "kiel")] {
        let due = &table.p.fleet(side).reserve.due;
        let yard = Place::Port(tables().sheet.find_port(port).unwrap());
        let yards: Vec<_> = due.iter().map(|due| (due.at, due.fortnight)).collect();
        assert_eq!(yards, [(yard, tables().campaign.repair)]);
    }
}

/// Lost CAMs and oilers, merchant oilers too, come back in the second Fortnight of the month, the oiler in a port that her owner
/// chooses; AA ships and cargo vessels never do [15.6.1], [1.4.2].
#[test]
fn oilers_and_cams_are_replaced() {
    let mut table = Table::new("campaign");
    let chart = &tables().chart;
    let [oiler, aa] = ["aldersdale", "pozarica"].map(|id| chart.find_ship(id).unwrap());
    let lost = [
        Hull::Ship(oiler),
        Hull::Ship(aa),
        Hull::Class(class("mc_al")),
        Hull::Class(class("mo_al")),
        Hull::Class(class("mv_al")),
    ];
    let gone = lost.map(|hull| Gone::new(hull, Cause::Sunk));
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        force.units.ships.retain(|state| state.ship != oiler);
    }
    table.play().reserve(Side::Allied).gone.extend(gone);
    table.play().repairs();
    let cams = |table: &Table| {
        let stock = &table.p.fleet(Side::Allied).reserve.stock;
        ["mc_al", "mo_al", "mv_al"].map(|id| stock.pool(class(id)).map_or(0, |pool| pool.cs))
    };
    let before = cams(&table);
    table.play().replacements();
    assert_eq!(cams(&table), before, "March I");
    for side in Side::ALL {
        table.p.fleet_mut(side).orders.clear();
    }
    table.p.season.as_mut().unwrap().fortnight = 1;
    table.play().replacements();
    let [cam, oiler_mo, cargo] = before;
    assert_eq!(cams(&table), [cam + 1, oiler_mo + 1, cargo], "March II");
    let orders: Vec<Order> =
        std::iter::from_fn(|| table.p.fleet_mut(Side::Allied).orders.pop()).collect();
    let lodged = orders.iter().filter_map(|order| match order {
        Order::Lodge(ship) => Some(*ship),
        _ => None,
    });
    assert_eq!(lodged.collect::<Vec<_>>(), [oiler]);
    table.play().ask(Side::Allied, Order::Lodge(oiler));
    let ports = ["reykjavik", "loch_ewe", "scapa_flow"];
    let ports = ports.map(|id| Choice::In(tables().sheet.find_port(id).unwrap()));
    let offers = table.choices(Side::Allied);
    assert_eq!(offers.len(), 3);
    assert!(ports.iter().all(|port| offers.contains(port)));
    table.play().choose(Side::Allied, ports[2]).unwrap();
    let forces = &table.p.fleet(Side::Allied).forces;
    assert!(forces.iter().any(|force| force.units.ship(oiler).is_some()));
}

/// Empty cargo vessels that are back in Iceland leave the game: neither port nor box holds them [15.7.6], [15.2.1].
#[test]
fn empty_ships_leave_the_game() {
    let (mut table, block) = ballast();
    let everything = |table: &Table| {
        let reserve = &table.p.fleet(Side::Allied).reserve;
        let boxes = reserve.boxes.iter();
        let boxed = boxes.map(|own| {
            merchants(&own.unloading) + merchants(&own.face_up) + merchants(&own.face_down)
        });
        let forces = table.p.fleet(Side::Allied).forces.iter();
        let afloat: u8 = forces.map(|force| merchants(&force.units)).sum();
        merchants(&reserve.stock) + boxed.sum::<u8>() + afloat
    };
    let before = everything(&table);
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    table.play().arrive(Side::Allied, block, reykjavik);
    assert_eq!(everything(&table), before - 9);
    assert_eq!(table.p.fleet(Side::Allied).accounts[0].arrived, 9);
}

/// Of a Convoy that is home in ballast only the cargo vessels leave: CAM and merchant oilers wait where ships load [15.7.6].
#[test]
fn cams_and_oilers_stay_in_the_game() {
    let (mut table, block) = ballast();
    for id in ["mc_al", "mo_al"] {
        let force = table.force(Side::Allied, block);
        force.units.add(Pool::new(class(id), 1));
        table.play().place_merchants(1);
    }
    let stock = |table: &Table| {
        let stock = &table.p.fleet(Side::Allied).reserve.stock;
        ["mc_al", "mo_al", "mv_al"].map(|id| stock.pool(class(id)).map_or(0, |pool| pool.cs))
    };
    let [cam, oiler, cargo] = stock(&table);
    let lost = |table: &Table| table.p.fleet(Side::Allied).reserve.tally.unwrap().lost;
    let before = lost(&table);
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    table.play().arrive(Side::Allied, block, reykjavik);
    table.play().berth_merchants();
    assert_eq!(stock(&table), [cam + 1, oiler + 1, cargo]);
    assert_eq!(lost(&table) - before, 9);
}

/// Two ships of a Convoy, loaded or empty, run aground off a port: one of them is saved [15.5.3].
fn aground(loaded: bool, off: &str) -> Table {
    let (mut table, block) = ballast();
    let port = tables().sheet.find_port(off).unwrap();
    let force = table.force(Side::Allied, block);
    force.place = Place::Sea(tables().sheet.port(port).hex);
    force.sailing.as_mut().unwrap().loaded = loaded;
    for _ in 0..2 {
        let lot = Lot::Pool(0, Hurt::Whole);
        let mut play = table.play();
        play.retire(Side::Allied, block, lot, Cause::Grounding);
    }
    table
}

/// Of merchant ships that ran aground those that are saved lie in the nearest friendly port: in Russia in the box of that port,
/// loaded ones to be unloaded, empty ones face up; in Iceland or Britain loaded ones wait again, empty ones have come home
/// [15.5.3], [15.7.6] (R103).
#[test]
fn grounded_ships_are_saved_into_the_nearest_port() {
    for (off, loaded, place) in [
        ("murmansk", true, Some(0)),
        ("murmansk", false, Some(1)),
        ("arkhangelsk", true, Some(2)),
        ("arkhangelsk", false, Some(3)),
        ("reykjavik", true, Some(4)),
        ("reykjavik", false, None),
        ("scapa_flow", true, Some(4)),
        ("scapa_flow", false, None),
    ] {
        let mut table = aground(loaded, off);
        let count = |table: &Table| {
            let reserve = &table.p.fleet(Side::Allied).reserve;
            let [murmansk, arkhangelsk] = &reserve.boxes;
            [
                &murmansk.unloading,
                &murmansk.face_up,
                &arkhangelsk.unloading,
                &arkhangelsk.face_up,
                &reserve.stock,
            ]
            .map(merchants)
        };
        let mut wanted = count(&table);
        if let Some(place) = place {
            wanted[place] += 1;
        }
        table.play().repairs();
        assert_eq!(count(&table), wanted, "{off}, {loaded}");
    }
}

/// Empty ships of Arkhangelsk never end up in the box of Murmansk, whenever they are accounted for [15.2.3].
#[test]
fn empty_ships_lie_in_the_box_of_their_own_port() {
    let mut table = Table::new("campaign");
    let from = tables().sheet.find_port("arkhangelsk");
    for cause in [Cause::Weather, Cause::Breakdown] {
        table.play().reserve(Side::Allied).gone.push(Gone {
            from,
            ..Gone::new(Hull::Class(class("mv_al")), cause)
        });
    }
    let up = |table: &Table| {
        let boxes = &table.p.fleet(Side::Allied).reserve.boxes;
        boxes.each_ref().map(|own| merchants(&own.face_up))
    };
    let [murmansk, arkhangelsk] = up(&table);
    table.play().repairs();
    assert_eq!(up(&table), [murmansk, arkhangelsk + 2]);
}

/// Ships of the Soviet Convoy in the Kara Sea are no ships of the Campaign: one that breaks down or is damaged by weather does
/// not wait in Reykjavik afterwards, and a third of it sunk is not EV's Convoy [12.12], [15.8.3] (R85).
#[test]
fn the_kara_sea_lends_no_ships() {
    let mut table = super::special::holding("campaign", Side::Axis, Condition::Wunderland);
    let sheet = &tables().sheet;
    let off = sheet.find_box("kara_sea").unwrap();
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0421");
    let kara = sheet.off_map(off).hex.unwrap();
    table.play().begin_wunderland(pack, kara);
    let convoy = table.named(Side::Allied, "Soviet Convoy").block;
    let stock = |table: &Table| merchants(&table.p.fleet(Side::Allied).reserve.stock);
    let before = stock(&table);
    for cause in [Cause::Breakdown, Cause::Weather, Cause::Grounding] {
        let units = &table.force(Side::Allied, convoy).units;
        let mut pools = units.pools.iter();
        let place = pools.position(|pool| pool.class == class("mv_al"));
        let lot = Lot::Pool(place.unwrap(), Hurt::Whole);
        table.play().retire(Side::Allied, convoy, lot, cause);
    }
    table.play().repairs();
    assert_eq!(stock(&table), before);
    table.p.season.as_mut().unwrap().fortnight = 5;
    table.play().reserve(Side::Allied).ev = Ev::Declared(4, false);
    table.p.fleet_mut(Side::Allied).accounts[0].sunk = 1;
    table.play().order_of_battle(Muster::Harbours);
    let ev = table.p.fleet(Side::Allied).reserve.ev;
    assert_eq!(ev, Ev::Declared(4, false));
}

/// Two Convoys in ballast that meet do not become one with two CAMs, nor with more oilers and AA ships than a Convoy of the
/// Campaign may have [15.2].
#[test]
fn a_convoy_has_one_cam() {
    let mut table = Table::new("campaign");
    let boxes = &mut table.p.fleet_mut(Side::Allied).reserve.boxes;
    boxes[0].face_up.add(Pool::new(class("mc_al"), 1));
    boxes[1].face_up.add(Pool::new(class("mv_al"), 3));
    for port in [0, 1] {
        let mut play = table.play();
        play.form_convoy(Source::Ballast(port), Choice::Ships(3));
    }
    let forces = table.p.fleet_mut(Side::Allied).forces.iter_mut();
    let convoys = forces.filter(|force| force.kind == crate::forces::Kind::Convoy);
    let mut blocks = Vec::new();
    for (token, force) in (900..).zip(convoys) {
        (force.place, force.token) = (Place::Sea(hex("0511")), Token(token));
        blocks.push(force.block);
    }
    let combines = |table: &mut Table| {
        table.play().ask(Side::Allied, Order::Combine(Vec::new()));
        let choices = table.choices(Side::Allied);
        table.p.fleet_mut(Side::Allied).orders.clear();
        let one = |choice: &Choice| matches!(choice, Choice::Combine(a, b) if blocks.contains(a) && blocks.contains(b));
        choices.iter().any(one)
    };
    assert!(combines(&mut table));
    let cam = Pool::new(class("mc_al"), 1);
    table.force(Side::Allied, blocks[1]).units.add(cam);
    assert!(!combines(&mut table), "two CAMs");
}

/// A Convoy of the Campaign has one unit of Escorts: CS of one class, up to four, whether they combine or swap; a scenario's may
/// have several [15.2], [1.2.1].
#[test]
fn a_convoy_has_one_unit_of_escorts() {
    for (scenario, most) in [("campaign", 1), ("pq17", 2)] {
        let mut table = Table::new(scenario);
        let units = |list: &[(&str, u8)]| Units {
            ships: Vec::new(),
            pools: list
                .iter()
                .map(|(id, cs)| Pool::new(class(id), *cs))
                .collect(),
        };
        let convoy = match scenario {
            "campaign" => {
                table.play().form_convoy(Source::Loaded, Choice::Ships(3));
                let mut forces = table.p.fleet(Side::Allied).forces.iter();
                let found = forces.find(|force| force.kind == crate::forces::Kind::Convoy);
                found.unwrap().block
            }
            _ => table.convoy_at("PQ-17", "0511", 1),
        };
        let force = table.force(Side::Allied, convoy);
        (force.place, force.token) = (Place::Sea(hex("0511")), Token(900));
        force
            .units
            .pools
            .retain(|pool| tables().chart.class(pool.class).kind != crate::units::ShipType::Es);
        force.units.add(Pool::new(class("es_uk"), 2));
        let same = table.put(Side::Allied, units(&[("es_uk", 2)]), "0511");
        let other = table.put(Side::Allied, units(&[("es_mf", 1)]), "0511");
        table.play().ask(Side::Allied, Order::Combine(Vec::new()));
        let choices = table.choices(Side::Allied);
        table.p.fleet_mut(Side::Allied).orders.clear();
        assert!(
            choices.contains(&Choice::Combine(convoy, same)),
            "{scenario}"
        );
        let may = choices.contains(&Choice::Combine(convoy, other));
        assert_eq!(may, most > 1, "{scenario}");
        let swap = crate::combining::Swap {
            a: convoy,
            b: table.put(Side::Allied, units(&[("es_mf", 1), ("dd_jr", 1)]), "0511"),
            users: [0, 0],
            fuel: [None, None],
            given: Vec::new(),
        };
        let mut out = Vec::new();
        table.p.list_swap(tables(), Side::Allied, &swap, &mut out);
        let gift = Choice::Give(swap.b, Hull::Class(class("es_mf")));
        assert_eq!(out.contains(&gift), most > 1, "{scenario}");
        let gift = Choice::Give(swap.b, Hull::Class(class("dd_jr")));
        assert!(out.contains(&gift), "{scenario}");
    }
}
