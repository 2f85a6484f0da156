//! Merchant ships and their losses in the Campaign [15.2], [15.5], [15.6], [15.7].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Hurt, Place, Pool, Token, Units};
use crate::losses::Lot;
use crate::season::{Cause, Gone, Source};
use crate::sequence::Order;
use crate::side::Side;

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
        table.play().reserve(Side::Allied).gone.push(Gone {
            hull: Hull::Class(class),
            cause: Cause::Damaged,
            loaded: false,
            state: None,
        });
    }
    table.play().reserve(Side::Axis).gone.push(Gone {
        hull: Hull::Class(class("dd_36a")),
        cause: Cause::Damaged,
        loaded: false,
        state: None,
    });
    table.play().repairs();
    for (side, port) in [(Side::Allied, "clyde"), (Side::Axis, "kiel")] {
        let due = &table.p.fleet(side).reserve.due;
        let yard = Place::Port(tables().sheet.find_port(port).unwrap());
        let yards: Vec<_> = due.iter().map(|due| (due.at, due.fortnight)).collect();
        assert_eq!(yards, [(yard, tables().campaign.repair)]);
    }
}

/// Lost CAMs and oilers come back in the second Fortnight of the month, the oiler in a port that her owner chooses; AA ships
/// never do [15.6.1].
#[test]
fn oilers_and_cams_are_replaced() {
    let mut table = Table::new("campaign");
    let chart = &tables().chart;
    let [oiler, aa] = ["aldersdale", "pozarica"].map(|id| chart.find_ship(id).unwrap());
    let lost = [
        Hull::Ship(oiler),
        Hull::Ship(aa),
        Hull::Class(class("mc_al")),
    ];
    let gone = lost.map(|hull| Gone {
        hull,
        cause: Cause::Sunk,
        loaded: false,
        state: None,
    });
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        force.units.ships.retain(|state| state.ship != oiler);
    }
    table.play().reserve(Side::Allied).gone.extend(gone);
    table.play().repairs();
    let cams = |table: &Table| {
        let stock = &table.p.fleet(Side::Allied).reserve.stock;
        stock.pool(class("mc_al")).map_or(0, |pool| pool.cs)
    };
    let before = cams(&table);
    table.play().replacements();
    assert_eq!(cams(&table), before, "March I");
    for side in Side::ALL {
        table.p.fleet_mut(side).orders.clear();
    }
    table.p.season.as_mut().unwrap().fortnight = 1;
    table.play().replacements();
    assert_eq!(cams(&table), before + 1, "March II");
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

/// Empty merchant ships that are back in Iceland leave the game: neither port nor box holds them [15.7.6], [15.2.1].
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
