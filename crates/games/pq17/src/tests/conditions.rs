//! Light, weather, ice and fuel (chapter 8), (chapter 9), (chapter 10), (chapter 11).

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{Kind, Place, Pool, Units};
use crate::fuel::{Expense, Fuel, Leaving, Marker, Status};
use crate::ice::Ice;
use crate::sequence::{Order, Step};
use crate::side::Side;
use crate::submarines::Attack;
use crate::surface;
use crate::tables::Sector;
use crate::time::{Half, Light, Turn};
use crate::weather::{Prevailing, Weather};

/// In December it is Night all day, at the end of June never, in March it is both in turn [8.2].
#[test]
fn the_scenario_gives_the_light() {
    let light = |scenario: &str| {
        let mut table = Table::new(scenario);
        [Half::Am, Half::Pm].map(|half| {
            table.p.turn = Turn::new(3, half);
            table.p.light(tables())
        })
    };
    assert_eq!(light("pq6"), [Light::Night; 2]);
    assert_eq!(light("pq12"), [Light::Day, Light::Night]);
    assert_eq!(light("pq17"), [Light::Day; 2]);
}

/// Fair weather does nothing but to the next roll; anything else is Poor, and lets an attacker hope for Surprise by Day;
/// Reduced Visibility bears on Surprise, submarines and Withdrawal [9.2], [9.2.1], [9.2.2].
#[test]
fn anything_but_fair_is_poor_weather() {
    let mut table = Table::new("pq17");
    let at = Place::Sea(hex("0511"));
    for weather in Weather::ALL {
        table.p.weather = Some(Prevailing { weather, sum: 9 });
        assert_eq!(table.p.is_dim(tables(), at), weather != Weather::Fair);
    }
    let reduced = Weather::ReducedVisibility;
    let surprise = |weather| surface::surprise(tables(), 5, weather, false, &[]).0;
    assert_ne!(surprise(reduced), surprise(Weather::Fair));
    assert_eq!(surprise(Weather::Fair), 5);
    let attack = |weather| Attack {
        subs: 2,
        pack: crate::forces::Id::UNIDENTIFIED,
        asw_dice: 0,
        night: false,
        weather,
        air_radius: false,
        high_speed: false,
        critical_fuel: false,
    };
    assert_eq!(attack(Weather::Fair).drm(tables()), 0);
    assert_ne!(attack(reduced).drm(tables()), 0);
    let drm = &tables().weather.drm;
    assert_ne!(drm[Weather::Fair.index()], 0, "on the next roll");
    assert_eq!(drm[reduced.index()], 0);
}

/// Packs set up at sea only where the ice is confirmed Clear; a hex outside all zones always is [10.1.1] (R19).
#[test]
fn packs_set_up_in_clear_water() {
    let mut table = Table::new("pq12");
    let mut forces = table.p.fleet(Side::Axis).forces.iter();
    let pack = forces.find(|force| force.kind == Kind::Wolfpack);
    let pack = pack.unwrap().block;
    let places = |table: &mut Table| {
        table.play().ask(Side::Axis, Order::Place(pack));
        let offers = table.choices(Side::Axis);
        table.p.fleet_mut(Side::Axis).orders.clear();
        let hexes = offers.into_iter().filter_map(|choice| match choice {
            Choice::At(hex) => Some(hex),
            _ => None,
        });
        hexes.collect::<Vec<_>>()
    };
    for marker in &mut table.p.ice {
        (marker.condition, marker.rolled) = (Ice::Clear, false);
    }
    let open = places(&mut table);
    let iced = |hex: &crate::hex::Hex| tables().sheet.zone(*hex).is_some();
    assert!(open.iter().any(iced));
    for (condition, rolled) in [(Ice::Clear, true), (Ice::LightDrift, false)] {
        for marker in &mut table.p.ice {
            (marker.condition, marker.rolled) = (condition, rolled);
        }
        let left = places(&mut table);
        assert!(!left.is_empty() && !left.iter().any(iced));
        let clear = table.play().actual_ice(Side::Axis, left[0]);
        assert_eq!(clear, (None, Ice::Clear), "without a die");
    }
}

/// With full tanks a TF goes as fast as it can; at Low Fuel no longer at High Speed [11.2.1], [11.2.2], [11.2].
#[test]
fn full_tanks_limit_nothing() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    let hexes = |table: &mut Table, status| {
        let force = table.force(Side::Allied, ships);
        force.fuel.as_mut().unwrap().status = status;
        let force = table.p.fleet(Side::Allied).force(ships).unwrap();
        table.p.hexes_left(tables(), force, false, false)
    };
    let [full, low, critical] =
        [Status::Full, Status::Low, Status::Critical].map(|status| hexes(&mut table, status));
    assert_eq!((full, low, critical), (3, 2, 1));
}

/// A Warning that is pushed into the past becomes a Danger in the next Fuel Phase, counted from then; fuel that is spent never
/// moves a Danger [11.1], [11.1.3] (R8).
#[test]
fn a_warning_in_the_past_flips_now() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    let warning = Turn::new(3, Half::Am);
    table.p.turn = Turn::new(5, Half::Am);
    let force = table.force(Side::Allied, ships);
    force.fuel.as_mut().unwrap().marker = Some((Marker::Warning, warning));
    table.play().fuel_phase();
    let danger = Turn::new(5, Half::Pm).later(tables().fuel.danger);
    let fuel = table.force(Side::Allied, ships).fuel.unwrap();
    assert_eq!(fuel.marker, Some((Marker::Danger, danger)));
    assert_eq!(fuel.status, Status::Low);
    assert_eq!(fuel.spent(tables(), Expense::SurfaceCombat), fuel);
}

/// Within a turn each card comes once; when all are gone, and when a turn begins, the deck is shuffled anew [1.7] (R25).
#[test]
fn a_deck_is_shuffled_every_turn() {
    let mut table = Table::new("pq6");
    let mut drawn: Vec<usize> = (0..40)
        .map(|_| {
            let Table { p, chance, .. } = &mut table;
            p.fleet_mut(Side::Allied).cards.draw(chance)
        })
        .collect();
    drawn.sort_unstable();
    assert_eq!(drawn, (0..40).collect::<Vec<_>>());
    let left = |table: &Table| table.p.fleet(Side::Allied).cards.left().count();
    for _ in 0..7 {
        table.play().draw(Side::Allied);
    }
    assert_eq!(left(&table), 33);
    table.play().begin_turn();
    assert_eq!(left(&table), 40);
    // What Gales draw is gone for the turn.
    table.play().draw(Side::Allied);
    table.play().step(Step::Phases);
    assert_eq!(left(&table), 39);
}

/// There are three German sectors: Barents and Trondheim, which overlap, and Bergen in the south [6.4.2] (R68).
#[test]
fn bergen_is_the_southern_sector() {
    let german: Vec<Sector> = Sector::ALL
        .into_iter()
        .filter(|sector| sector.side() == Side::Axis)
        .collect();
    assert_eq!(german, [Sector::Bergen, Sector::Trondheim, Sector::Barents]);
    let hexes = |sector| tables().sheet.sector(sector).iter();
    let northernmost = |sector| hexes(sector).map(|hex| hex.to_string()).min().unwrap();
    assert!(northernmost(Sector::Bergen) > northernmost(Sector::Trondheim));
    let barents: Vec<_> = hexes(Sector::Barents).collect();
    assert!(hexes(Sector::Trondheim).any(|hex| barents.contains(&hex)));
    let bergen = tables().sheet.find_port("bergen").unwrap();
    let near = tables().sheet.port(bergen).hex;
    assert!(hexes(Sector::Bergen).any(|hex| hex.distance(near) <= 1));
}

/// A force that looks into a port and sails again keeps its marker; only a whole turn in port takes it away, and then leaving
/// brings a new one [11.1], [11.3.1] (R100).
#[test]
fn a_marker_is_not_left_in_port() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 3, "0504");
    let old = Fuel::on_leaving(tables(), Turn::FIRST, Leaving::default());
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    table.p.turn = Turn::new(4, Half::Am);
    let now = table.p.turn;
    let force = table.force(Side::Allied, ships);
    force.fuel = Some(old);
    force.place = Place::Port(reykjavik);
    force.in_port_since = now;
    table.play().fuel_phase();
    table.play().put_to_sea(Side::Allied, ships);
    assert_eq!(table.force(Side::Allied, ships).fuel, Some(old));
    let force = table.force(Side::Allied, ships);
    force.place = Place::Port(reykjavik);
    force.in_port_since = now;
    table.play().fuel_phase();
    assert_eq!(table.force(Side::Allied, ships).fuel, None);
    table.play().put_to_sea(Side::Allied, ships);
    let fresh = Fuel::on_leaving(tables(), table.p.turn, Leaving::default());
    assert_eq!(table.force(Side::Allied, ships).fuel, Some(fresh));
    // Whoever needs no fuel gets none.
    let class = tables().chart.find_class("es_uk").unwrap();
    let escorts = Units {
        ships: Vec::new(),
        pools: vec![Pool::new(class, 2)],
    };
    let escorts = table.put(Side::Allied, escorts, "0504");
    table.force(Side::Allied, escorts).place = Place::Port(reykjavik);
    table.play().put_to_sea(Side::Allied, escorts);
    assert!(table.force(Side::Allied, escorts).fuel.is_none());
}
