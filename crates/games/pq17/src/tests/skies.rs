//! Local Weather off North Norway goes before the prevailing one, force by force [9.5], [13.4].

use super::seaway::convoy;
use super::special::{holding, ships};
use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{Place, Pool};
use crate::position::Mission;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Attack, Condition, Sector};
use crate::time::Turn;
use crate::weather::{Local, Prevailing, Weather};
use derbyhouse_kernel::Chance;

/// Off North Norway, and far from it.
const OFF_NORWAY: &str = "0715";
const AT_LARGE: &str = "0511";

fn blows(table: &mut Table, weather: Weather) {
    table.p.weather = Some(Prevailing { weather, sum: 18 });
}

fn clears_up(table: &mut Table) {
    table.p.local = Some(Local {
        by: Side::Axis,
        weather: Weather::ReducedVisibility,
    });
}

/// Given Gales, when it clears up off North Norway, then sectors may be searched there and nowhere else [9.5], [9.2.5].
#[test]
fn sectors_open_where_it_clears_up() {
    let mut table = Table::new("pq12");
    blows(&mut table, Weather::Gales);
    let asked = |table: &mut Table| {
        table.p.fleet_mut(Side::Axis).orders.clear();
        table.p.secret.agenda.clear();
        table.play().begin_reconnaissance(Side::Axis);
        let top = table.p.fleet(Side::Axis).orders.top();
        matches!(top, Some(Order::Sectors(_)))
    };
    assert!(!asked(&mut table));
    clears_up(&mut table);
    assert!(asked(&mut table));
    let choices = table.choices(Side::Axis);
    assert!(choices.len() > 1);
    for choice in choices {
        if let Choice::Search(_, hex) = choice {
            assert!(tables().sheet.has_local_weather(hex), "{hex}");
        }
    }
    let sector = Sector::Trondheim;
    let offers = |table: &Table, hex| {
        let choice = Choice::Search(sector, hex);
        table.p.offers_search(tables(), Side::Axis, &[], choice)
    };
    let far = tables().sheet.sector(sector).iter();
    let mut far = far.filter(|hex| !tables().sheet.has_local_weather(*hex));
    assert!(!offers(&table, far.next().unwrap()));
}

/// Given Gales, when the event of weather damage comes, then ships under Local Weather suffer nothing [9.5], [9.3.1].
#[test]
fn gales_spare_ships_under_local_weather() {
    let left = |at: &str| {
        let mut table = Table::new("pq12");
        blows(&mut table, Weather::Gales);
        clears_up(&mut table);
        let block = table.at_sea(Side::Axis, "dd_36a", 8, at);
        table.chance = Chance::seeded(3);
        for _ in 0..30 {
            table.play().weather_damage();
        }
        let force = table.p.fleet(Side::Axis).force(block);
        force.map_or(0, |force| force.units.hulls())
    };
    assert_eq!(left(OFF_NORWAY), 8);
    assert!(left(AT_LARGE) < 8);
}

/// Given Gales, when cards are drawn for Convoys, then none is drawn for one under Local Weather; and one that was stopped sails
/// when it clears up [9.5], [9.2.5], [9.3.2].
#[test]
fn convoys_under_local_weather_are_free() {
    let mut table = Table::new("pq12");
    let block = convoy(&mut table, "PQ-12", OFF_NORWAY);
    clears_up(&mut table);
    let held = |table: &mut Table| {
        let sailing = table.force(Side::Allied, block).sailing.clone().unwrap();
        sailing.stopped || sailing.disperses
    };
    let mut gales = 0;
    for _ in 0..200 {
        table.play().roll_weather();
        gales += u32::from(table.p.weather() == Weather::Gales);
        assert!(!held(&mut table));
    }
    assert!(gales > 0);
    table.p.local = None;
    for _ in 0..200 {
        table.play().roll_weather();
        if held(&mut table) {
            break;
        }
    }
    assert!(held(&mut table) && table.p.weather() == Weather::Gales);
    clears_up(&mut table);
    table.play().set_convoys_free();
    assert!(!held(&mut table));

    let sailing = table.force(Side::Allied, block).sailing.as_mut().unwrap();
    sailing.disperses = true;
    table.play().disperse_convoys(Side::Allied);
    assert!(table.p.dispersed_of(Side::Allied, block).is_none());
}

/// Given Storms, when ARCHERY is due off North Norway where it has cleared up, then it lands [12.14.1], [9.5].
#[test]
fn archery_goes_by_the_weather_on_the_spot() {
    let mut table = holding("pq12", Side::Allied, Condition::SpecialAttack);
    let chits = tables().chits.conditions[Side::Allied].iter();
    let chit = chits
        .enumerate()
        .find(|(_, chit)| chit.attack == Some(Attack::Archery));
    let target = Place::Sea(hex(OFF_NORWAY));
    let special = &mut table.p.fleet_mut(Side::Allied).special;
    special.chit = chit.map(|(place, _)| place as u8);
    special.declared = true;
    special.mission = Some(Mission {
        target,
        turn: Turn::FIRST,
        ships: Vec::new(),
        classes: Vec::new(),
    });
    table.p.turn = Turn::FIRST;
    let mut units = ships(&["prince_charles"]);
    let class = tables().chart.find_class("dd_jr").unwrap();
    units.add(Pool::new(class, 4));
    table.put(Side::Allied, units, OFF_NORWAY);
    blows(&mut table, Weather::Storms);
    assert!(table.p.scores_now(tables(), Side::Allied).is_none());
    clears_up(&mut table);
    assert!(table.p.scores_now(tables(), Side::Allied).is_some());
}

/// Given Fair weather by Day, when Fog lies off North Norway, then ships collide there, submarines with the Convoy or not
/// (chapter 13), [9.5].
#[test]
fn ships_collide_where_the_fog_is() {
    let mut table = Table::new("pq17");
    for side in Side::ALL {
        table.p.fleet_mut(side).forces.retain(|force| {
            force.name == "PQ-17" // it alone
        });
    }
    let block = convoy(&mut table, "PQ-17", OFF_NORWAY);
    let class = tables().chart.find_class("ss_uk").unwrap();
    let force = table.force(Side::Allied, block);
    force.units.add(Pool::new(class, 1));
    let before = force.units.hulls();
    let hulls = |table: &mut Table| table.force(Side::Allied, block).units.hulls();
    blows(&mut table, Weather::Fair);
    table.play().collision(Side::Allied);
    assert_eq!(hulls(&mut table), before, "everybody sees everybody");
    table.p.local = Some(Local {
        by: Side::Allied,
        weather: Weather::Fog,
    });
    table.play().collision(Side::Allied);
    assert_eq!(hulls(&mut table), before - 2);
}
