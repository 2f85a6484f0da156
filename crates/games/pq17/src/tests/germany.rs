//! Ships that go home to Germany, by list or by sea, with their company [15.7.4], [15.7.5]; Prinz Eugen (Special Rule 2).

use super::campaign::{campaign, fortnight};
use super::refits::{holder, lay, port, ship, state};
use super::transfers::{class, cs};
use super::{Table, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Place, Pool};
use crate::order_of_battle::Muster;
use crate::season::{Away, Cause, Due, Gone};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Condition, OptionId};
use crate::time::Turn;

pub(super) fn germany() -> Place {
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
