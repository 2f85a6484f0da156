//! Standing orders: what is answered once for all is not asked.

use super::{Table, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Id, Shadower};
use crate::recon::Negation;
use crate::sequence::{Order, Purpose, Search, Success};
use crate::side::Side;
use crate::standing::{by_order, standing};
use crate::twins::twin;
use crate::units::Category;
use crate::view::View;
use derbyhouse_kernel::{Chance, Viewer};
use derbyhouse_scene::Orders;

/// What a side's orders answer to what it is asked.
fn answer(table: &Table, side: Side, matter: &str, how: &str) -> Option<Choice> {
    let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
    let orders = Orders::from([(matter.to_owned(), how.to_owned())]);
    by_order(view, &table.choices(side), &orders)
}

fn ask_negation(table: &mut Table, side: Side, block: BlockId) {
    let success = Success {
        search: Search {
            by: side.other(),
            token: table.token(side, block),
            purpose: Purpose::Reconnaissance,
            again: false,
        },
        symbol: false,
        sure: false,
        watermark: true,
        gain: 1,
    };
    table.play().ask(side, Order::Negate(success));
}

/// Every order has a usual answer, and names a rule that there is.
#[test]
fn each_order_has_a_usual_answer() {
    let orders = standing();
    assert_eq!(orders.len(), 9);
    for order in orders {
        let usual = order.usual.clone().unwrap();
        assert!(order.takes(&usual), "{}", order.id);
    }
}

/// A pack dives as ordered, or is found as ordered; about other matters it is asked [6.2.2].
#[test]
fn a_success_is_negated_by_order() {
    let mut table = Table::new("pq17");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0412");
    ask_negation(&mut table, Side::Axis, pack);
    let dives = Some(Choice::Negate(Negation::Wolfpack));
    assert_eq!(answer(&table, Side::Axis, "negate", "usual"), dives);
    assert_eq!(
        answer(&table, Side::Axis, "negate", "never"),
        Some(Choice::Pass)
    );
    assert_eq!(answer(&table, Side::Axis, "number", "usual"), None);
}

/// The number told at ID1 is the lowest, the highest, or any that the rule allows [6.2.1].
#[test]
fn the_number_is_told_as_ordered() {
    let mut table = Table::new("pq17");
    let block = table.at_sea(Side::Allied, "dd_jr", 4, "0412");
    table.play().ask(Side::Allied, Order::Tell(block));
    let numbers = table.choices(Side::Allied);
    let told = |how| answer(&table, Side::Allied, "number", how);
    assert_eq!(told("low").as_ref(), numbers.first());
    assert_eq!(told("high").as_ref(), numbers.last());
    assert!(numbers.contains(&told("usual").unwrap()));
}

/// The usual number is any of the range, each about as often: positions that look the same to the enemy tell different ones,
/// so that he reckons nothing back from it [6.2.1].
#[test]
fn the_usual_number_tells_nothing() {
    let mut table = Table::new("pq17");
    let block = table.at_sea(Side::Allied, "dd_jr", 12, "0412");
    table.force(Side::Allied, block).id = Id::level(1);
    table.p.turn = table.p.start.later(1); // what was planned is done
    let numbers = [2, 3, 4].map(Choice::Say);
    let mut told = [0; 3];
    let mut other = Table::new("pq17");
    for seed in 0..600 {
        let mut chance = Chance::seeded(seed);
        other.p = twin(tables(), &table.p, Some(Side::Axis), &mut chance);
        other.play().ask(Side::Allied, Order::Tell(block));
        assert_eq!(other.choices(Side::Allied), numbers, "the same true count");
        let said = answer(&other, Side::Allied, "number", "usual").unwrap();
        told[numbers.iter().position(|number| *number == said).unwrap()] += 1;
    }
    assert!(
        told.iter().all(|times| (160..240).contains(times)),
        "{told:?}"
    );
}

/// Nor does it depend on what its owner may not know [6.2.1].
#[test]
fn the_usual_number_comes_from_what_its_owner_knows() {
    let mut table = Table::new("pq17");
    let block = table.at_sea(Side::Allied, "dd_jr", 12, "0412");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0412");
    table.play().ask(Side::Allied, Order::Tell(block));
    let said = answer(&table, Side::Allied, "number", "usual");
    let mut other = Table::new("pq17");
    for seed in 0..40 {
        let mut chance = Chance::seeded(seed);
        other.p = twin(tables(), &table.p, Some(Side::Allied), &mut chance);
        assert_eq!(answer(&other, Side::Allied, "number", "usual"), said);
    }
    // Nor on the number of the block that shadows it.
    table.force(Side::Allied, block).shadows = vec![Shadower::Pack(pack)];
    assert_eq!(answer(&table, Side::Allied, "number", "usual"), said);
}

/// What passes is searched for, or let go [6.6.1].
#[test]
fn what_passes_is_searched_for_by_order() {
    let mut table = Table::new("pq17");
    let block = table.at_sea(Side::Allied, "dd_jr", 4, "0412");
    let token = table.token(Side::Allied, block);
    table.play().ask(Side::Axis, Order::Transit(token));
    assert_eq!(
        answer(&table, Side::Axis, "transit", "usual"),
        Some(Choice::Draw)
    );
    assert_eq!(
        answer(&table, Side::Axis, "transit", "never"),
        Some(Choice::Pass)
    );
}

/// Submarines aim at what they are ordered to [7.4.3].
#[test]
fn submarines_aim_by_order() {
    let mut table = Table::new("pq17");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0412");
    let target = table.at_sea(Side::Allied, "mv_al", 12, "0412");
    table.force(Side::Allied, target).id = Id::level(1);
    let hunt = crate::sequence::Hunt {
        side: Side::Axis,
        pack,
        target: table.token(Side::Allied, target),
        aims: Vec::new(),
        offensive: false,
    };
    table.play().ask(Side::Axis, Order::Aim(hunt));
    let aims = |how| answer(&table, Side::Axis, "targets", how);
    assert_eq!(aims("usual"), Some(Choice::Aim(Category::Convoy)));
    assert_eq!(aims("heavy"), Some(Choice::Aim(Category::Heavy)));
}

/// Carriers are told once, as ordered; then the admiral is asked who flies [5.3.1].
#[test]
fn carriers_keep_silent_by_order() {
    let mut table = Table::new("pq17");
    let order = crate::air::AirOrder::Missions(Vec::new());
    table.play().ask(Side::Allied, Order::Air(order));
    let block = table.named(Side::Allied, "Home Fleet").block;
    table.force(Side::Allied, block).place = crate::forces::Place::Sea(super::hex("0509"));
    let silent = answer(&table, Side::Allied, "carriers", "never").unwrap();
    table.play().choose(Side::Allied, silent).unwrap();
    assert_eq!(table.p.fleet(Side::Allied).wing.silent.len(), 1);
    assert_eq!(answer(&table, Side::Allied, "carriers", "never"), None);
    assert_eq!(answer(&table, Side::Allied, "carriers", "usual"), None);
}
