//! What an admiral finds on his table.

use super::scene::look as asked;
use super::{Table, hex, tables};
use crate::forces::Id;
use crate::hex::Hex;
use crate::ice::{Ice, Zone};
use crate::position::End;
use crate::scene;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Find, Line};
use crate::view::View;
use derbyhouse_kernel::Viewer;
use derbyhouse_scene::{Part, Scene};

fn look(table: &Table, side: Side) -> Scene {
    let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
    scene::scene(view, None, &[])
}

/// What was told stays in sight with its age, and nothing that was not told [6.2.1], [2.4].
#[test]
fn a_report_is_remembered_with_its_age() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 4, "0610");
    table.play().identify(Side::Allied, ships, Id::level(2));
    table.p.turn = table.p.turn.later(2);
    let scene = look(&table, Side::Axis);
    let block = scene.pieces.iter().find(|piece| piece.space == "0610");
    let about = &block.unwrap().about;
    assert!(about.contains("ID2, two turns ago:"), "{about}");
    assert!(about.contains("no carrier"), "{about}");
    let text = serde_json::to_string(&scene).unwrap();
    let class = tables().chart.find_class("dd_jr").unwrap();
    assert!(!text.contains(&tables().chart.class(class).name), "{about}");
}

/// Zones are marked by their condition, a "?" where it is rolled at each crossing [10.1].
#[test]
fn ice_is_marked_by_condition() {
    let mut table = Table::new("pq6");
    let zone = &mut table.p.ice[Zone::West3.index()];
    (zone.condition, zone.rolled) = (Ice::HeavyDrift, true);
    let scene = look(&table, Side::Allied);
    let heavy = scene
        .areas
        .iter()
        .find(|area| area.kind == "ice-heavy-drift");
    let spaces = &heavy.unwrap().spaces;
    assert!(!spaces.is_empty());
    assert!(
        spaces
            .iter()
            .all(|space| space.value.as_deref() == Some("?"))
    );
}

/// Chances are counted over the cards that are left in one's own deck [1.7], [6.2].
#[test]
fn a_search_is_counted_over_the_deck() {
    let mut table = Table::new("pq6");
    table.at_sea(Side::Axis, "dd_36a", 2, "0612");
    table.at_sea(Side::Allied, "dd_jr", 4, "0612");
    let found = |table: &Table| {
        let scene = look(table, Side::Axis);
        let chances = scene.overlays.iter().find(|over| over.id == "chances");
        let spaces = chances.unwrap().areas[0].spaces.clone();
        spaces.into_iter().find(|space| space.space == "0612")
    };
    let t = tables();
    let column = t.weather.card_column(table.p.weather());
    let light = table.p.light(t);
    let hits = |left: &[usize]| {
        let cards = left.iter().filter(|card| {
            let section = t.cards[Side::Axis][**card].section(light);
            section.find(Line::Force, column) == Find::Anything
                || section.find(Line::Force, column) == Find::Interceptors
        });
        format!("{:.0} %", 100.0 * cards.count() as f64 / left.len() as f64)
    };
    let all: Vec<usize> = (0..40).collect();
    assert_eq!(found(&table).unwrap().value, Some(hits(&all)));
    for _ in 0..10 {
        table.play().draw(Side::Axis);
    }
    let left: Vec<usize> = table.p.fleet(Side::Axis).cards.left().collect();
    assert_eq!(left.len(), 30);
    assert_eq!(found(&table).unwrap().value, Some(hits(&left)));
}

/// The sheet of a force names the reason of every limit of its speed [5.1].
#[test]
fn a_limit_of_speed_has_its_reason() {
    let table = Table::new("pq6");
    let scene = look(&table, Side::Allied);
    let sheet = scene
        .sheets
        .iter()
        .find(|sheet| sheet.title.starts_with("PQ-6 (b"))
        .unwrap();
    let reasons = sheet.parts.iter().find_map(|part| match part {
        Part::Tags { title, tags } if title == "How far" => Some(tags),
        _ => None,
    });
    let tags = reasons.unwrap();
    assert!(tags.iter().any(|tag| tag.text.contains("a Convoy [5.1]")));
    assert!(tags.iter().any(|tag| tag.text == "one hex"));
}

/// When it is over, plans and fleets of both sides lie open [3.4].
#[test]
fn at_the_end_everything_lies_open() {
    let mut table = Table::new("pq6");
    let hidden = |table: &Table| {
        let scene = look(table, Side::Axis);
        (
            scene.pieces.iter().any(|piece| piece.id == "allied b0"),
            scene.sheets.iter().any(|sheet| sheet.id == "plans"),
        )
    };
    assert_eq!(hidden(&table), (false, false));
    table.play().finish(End::Played);
    assert_eq!(hidden(&table), (true, true));
}

/// What Enter does is what is usual: a Dummy is brought, a card drawn, Heavy Drift turned back from [1.3], [6.6.1], [10.1].
#[test]
fn enter_does_what_is_usual() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    let token = table.token(Side::Axis, raider);
    let way = crate::drift::Way::To(hex("0411"));
    for (order, usual) in [
        (Order::NewDummy(ships), "dummy"),
        (Order::Transit(token), "draw"),
        (Order::Ice(ships, way, Ice::LightDrift), "cross"),
        (Order::Ice(ships, way, Ice::HeavyDrift), "turn back"),
    ] {
        table.p.fleet_mut(Side::Allied).orders.clear();
        table.play().ask(Side::Allied, order);
        let scene = asked(&table, Side::Allied);
        let offers = scene.prompt.unwrap().offers;
        let enter: Vec<_> = offers.iter().filter(|offer| offer.default).collect();
        assert_eq!(enter.len(), 1, "{usual}");
        assert_eq!(enter[0].choice, usual);
    }
}

/// Ice before a port has its odds before the force sails [10.1]; who combines reads the marker that both will have [11.1.1].
#[test]
fn ice_off_ports_and_fuel_together_are_shown() {
    let mut table = Table::new("pq6");
    let port = tables().sheet.find_port("arkhangelsk").unwrap();
    let zone = tables().sheet.zone(tables().sheet.port(port).hex).unwrap();
    let ice = &mut table.p.ice[zone.index()];
    (ice.condition, ice.rolled) = (Ice::HeavyDrift, true);
    let ships = table.at_sea(Side::Allied, "dd_jr", 3, "0919");
    table.force(Side::Allied, ships).place = crate::forces::Place::Port(port);
    table.play().ask(Side::Allied, Order::Steer(ships));
    let scene = asked(&table, Side::Allied);
    let offers = scene.prompt.unwrap().offers;
    let leave = offers.iter().find(|offer| offer.choice == "leave").unwrap();
    assert!(!leave.odds.is_empty());

    table.p.fleet_mut(Side::Allied).orders.clear();
    let [a, b] = [2, 3].map(|cs| table.at_sea(Side::Allied, "dd_jr", cs, "0511"));
    let soon = crate::time::Turn::FIRST.later(5);
    table.force(Side::Allied, b).fuel = Some(crate::fuel::Fuel::warning(soon));
    table.play().ask(Side::Allied, Order::Combine(Vec::new()));
    let scene = asked(&table, Side::Allied);
    let offers = scene.prompt.unwrap().offers;
    let joins = format!("combine {a} {b}");
    let joins = offers.iter().find(|offer| offer.choice == joins).unwrap();
    assert!(joins.label.contains(&soon.to_string()), "{}", joins.label);
}

/// Who would leave Patrol White is warned of the points wherever he starts, not on the free way to Reykjavik, and not twice
/// [5.1.9] (R32).
#[test]
fn leaving_patrol_white_is_warned_of() {
    let mut table = Table::new("pq6");
    let white = table.named(Side::Allied, "Patrol White").block;
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    let off = tables().sheet.port(reykjavik).hex;
    let warned = |table: &Table, from: Hex, to: Hex| {
        let eyes = Viewer::Seat(Side::Allied.seat());
        let view = View::new(tables(), &table.p, eyes);
        let mut force = table.p.fleet(Side::Allied).force(white).unwrap().clone();
        force.place = crate::forces::Place::Sea(from);
        view.leaves_white(&force, to)
    };
    assert!(!warned(&table, hex("0305"), off));
    assert!(warned(&table, off, hex("0605")));
    let ships = table.force(Side::Allied, white).units.ships.clone();
    let paid = ships.iter().map(|state| state.ship);
    table.p.fleet_mut(Side::Allied).white_paid.extend(paid);
    assert!(!warned(&table, off, hex("0605")));
}
