//! Who searches, how a card is read, what is told (chapter 6).

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Kind, Place, Pool, Shadower, Token, Units};
use crate::recon::{self, Negation, REPORTED, Reading, Searchers};
use crate::sequence::{Order, Purpose, Search, Step};
use crate::side::Side;
use crate::tables::{Base, Find, Line, Radius, Sector, ShipList};
use crate::units::Category;
use crate::view::View;
use derbyhouse_kernel::Viewer;

/// Who of the Allies searches for a block of the Axis.
fn searchers(table: &Table, block: BlockId) -> Option<Searchers> {
    let target = table.p.fleet(Side::Axis).force(block).unwrap();
    table.p.searchers(tables(), Side::Allied, target)
}

fn dummy_at(table: &mut Table, side: Side, at: &str) -> BlockId {
    table.play().make_dummy(side, Place::Sea(hex(at)));
    table.p.fleet(side).forces.last().unwrap().block
}

/// Given a Convoy beside an enemy, when it has no warship, then it does not search, though a card is drawn for show; nor
/// does it with a ship Dead in the Water [6.8] (R61, R74).
#[test]
fn a_convoy_without_warships_does_not_search() {
    let mut table = Table::new("pq6");
    let enemy = table.at_sea(Side::Axis, "dd_36a", 2, "0410");
    assert!(searchers(&table, enemy).is_none(), "nobody is there");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let force = table.force(Side::Allied, convoy);
    (force.place, force.token) = (Place::Sea(hex("0410")), Token(900));
    let line = |table: &Table| searchers(table, enemy).unwrap().line();
    assert_eq!(line(&table), Some(Line::Force));
    let whole = table.force(Side::Allied, convoy).units.clone();
    let force = table.force(Side::Allied, convoy);
    force.units.pools[0].diw = 1;
    assert_eq!(line(&table), None, "a ship lies still");
    let chart = &tables().chart;
    let force = table.force(Side::Allied, convoy);
    force.units = whole;
    force.units.ships.clear();
    let merchants = |pool: &Pool| chart.class(pool.class).kind.is_merchant();
    force.units.pools.retain(merchants);
    assert_eq!(line(&table), None);
}

/// Given only a Dummy beside an enemy, when it searches, then a card is drawn and fails, whatever the card is: all forty are
/// tried [6.5] (R48, R74).
#[test]
fn a_dummy_never_finds_anything() {
    let mut table = Table::new("pq6");
    let enemy = table.at_sea(Side::Axis, "dd_36a", 2, "0410");
    dummy_at(&mut table, Side::Allied, "0410");
    let search = Search {
        by: Side::Allied,
        token: table.token(Side::Axis, enemy),
        purpose: Purpose::Reconnaissance,
        again: false,
    };
    for _ in 0..40 {
        table.play().search(search.clone());
    }
    assert_eq!(
        table.p.fleet(Side::Allied).cards.left().count(),
        40,
        "all were drawn"
    );
    assert_eq!(table.force(Side::Axis, enemy).id, Id::UNIDENTIFIED);
    let events = table.log.events().iter();
    let failed = events.filter(|event| matches!(event, Event::SearchFails { .. }));
    assert_eq!(failed.count(), 40);
}

/// In a friendly Air Radius a Dummy adds nothing to the patrols: the line is Air with it and without it [6.4.1] (R47).
#[test]
fn a_dummy_adds_nothing_to_a_radius() {
    let mut table = Table::new("pq6");
    let mut patrolled = tables().sheet.radius(Radius::British).iter();
    let at = patrolled.next().unwrap().to_string();
    let enemy = table.at_sea(Side::Axis, "dd_36a", 2, &at);
    let alone = searchers(&table, enemy).unwrap().line();
    assert_eq!(alone, Some(Line::Air));
    dummy_at(&mut table, Side::Allied, &at);
    assert_eq!(searchers(&table, enemy).unwrap().line(), alone);
    table.at_sea(Side::Allied, "dd_jr", 1, &at);
    assert_eq!(searchers(&table, enemy).unwrap().line(), Some(Line::Both));
}

/// Searching is compulsory: one card for each enemy block in the hex, and nothing is asked but sector hexes [6.2] (R54).
#[test]
fn a_card_is_drawn_for_every_block() {
    let mut table = Table::new("pq6");
    table.p.fleet_mut(Side::Axis).forces.clear();
    table.at_sea(Side::Allied, "dd_jr", 3, "0410");
    for cs in 1..=3 {
        table.at_sea(Side::Axis, "ss_de", cs, "0410");
    }
    table.at_sea(Side::Axis, "ss_de", 1, "0409");
    table
        .play()
        .name_sector(Side::Allied, Vec::new(), Choice::Done);
    let steps: Vec<Step> = std::iter::from_fn(|| table.p.secret.agenda.pop()).collect();
    let cards = steps.iter().filter(|step| match step {
        Step::Search(search) => search.purpose == Purpose::Reconnaissance,
        _ => false,
    });
    assert_eq!((cards.count(), steps.len()), (3, 3));
    assert!(table.p.fleet(Side::Allied).orders.is_empty());
}

/// What a card says against a target of that ID.
fn reading(find: &str, target: Id) -> Reading {
    Reading {
        find: find.parse().unwrap(),
        target,
        shadowed: false,
        friendly_shore: false,
        near_interceptors: false,
        soviet_failure: false,
        for_show: false,
    }
}

/// An Unidentified block is below ID0 for success, and counts as ID0 for what it gains; `I` is the interceptor symbol
/// [6.2], [6.2.1] (R1, R3).
#[test]
fn a_card_is_read() {
    assert!(!reading("0", Id::UNIDENTIFIED).succeeds() && reading("0", Id::ZERO).succeeds());
    assert!(reading("U", Id::UNIDENTIFIED).succeeds() && reading("I", Id::UNIDENTIFIED).succeeds());
    assert_eq!(Id::UNIDENTIFIED.gain(2), Id::level(2));
    assert_eq!(Id::ZERO.gain(2), Id::level(2));
    assert_eq!(Id::level(2).gain(3), Id::HIGHEST);
    let near = Reading {
        near_interceptors: true,
        ..reading("I", Id::HIGHEST)
    };
    assert!(!near.succeeds(), "fighters drive the searcher off");
    let symbols = tables().cards[Side::Axis].iter().filter(|card| {
        let section = card.section(crate::time::Light::Day);
        let column = tables().weather.card_column(crate::weather::Weather::Fair);
        section.find(Line::Air, column) == Find::Interceptors
    });
    assert!(symbols.count() > 0);
}

/// The submarine watermark is that of 6.2.2: without it a pack announces nothing [6.2.2] (R4).
#[test]
fn the_watermark_protects_packs() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0613");
    let pack = table.p.fleet(Side::Axis).force(pack).unwrap();
    let chart = &tables().chart;
    let can = |watermark| recon::negations(chart, pack, Find::Anything, watermark, true, 0);
    assert_eq!(can(true), [Negation::Wolfpack]);
    assert!(can(false).is_empty());
}

fn force_of(chart_ship: &str) -> Units {
    let chart = &tables().chart;
    let list = ShipList {
        ships: vec![chart.find_ship(chart_ship).unwrap()],
        classes: Vec::new(),
    };
    Units::of_list(chart, &list)
}

/// At ID3 a fleet carrier is told as a Capital Ship and as a Carrier [6.2.1] (R22).
#[test]
fn a_carrier_is_told_twice() {
    let chart = &tables().chart;
    let report = recon::report(chart, Kind::TaskForce, &force_of("victorious"), 3, 0);
    let told = report.categories.unwrap();
    let of = |category: Category| {
        let place = REPORTED.iter().position(|other| *other == category);
        told[place.unwrap()].0
    };
    assert_eq!((of(Category::Capital), of(Category::Carrier)), (1, 1));
    assert_eq!(of(Category::Cruiser), 0);
    assert_eq!(report.warships, 1, "but it is one counter");
}

/// Of a pack ID1 tells its counters within half, ID3 its CS as well [6.2.1] (R62).
#[test]
fn a_pack_is_told_by_counters_and_cs() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 4, "0613");
    let class = tables().chart.find_class("ss_de").unwrap();
    let counters = tables().chart.class(class).counters(4).count() as u8;
    table.play().identify(Side::Axis, pack, Id::level(1));
    let told: Vec<Choice> = recon::about(counters).map(Choice::Say).collect();
    assert_eq!(table.choices(Side::Axis), told);
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().identify(Side::Axis, pack, Id::level(3));
    let report = &table.p.fleet(Side::Allied).notebook.last().unwrap().report;
    assert_eq!(report.kind, Kind::Wolfpack);
    let place = REPORTED.iter().position(|own| *own == Category::Submarine);
    let categories = report.categories.as_ref().unwrap();
    assert_eq!(categories[place.unwrap()], (counters, 4));
}

/// Aircraft at land bases lie open; those aboard a carrier are hidden with her until they fly [5.3] (R70).
#[test]
fn aircraft_lie_open_but_for_carriers() {
    let table = Table::new("pq12");
    let seen = |viewer| {
        let view = View::new(tables(), &table.p, viewer);
        let air = view.aircraft();
        let british = air.iter().filter(|(side, _)| *side == Side::Allied);
        let aboard = british
            .clone()
            .filter(|(_, unit)| matches!(unit.base, Base::Carrier(_)));
        let aboard = aboard.count();
        (aboard, british.count() - aboard)
    };
    let (aboard, ashore) = seen(Viewer::Seat(Side::Allied.seat()));
    assert!(aboard > 0 && ashore > 0);
    assert_eq!(seen(Viewer::Seat(Side::Axis.seat())), (0, ashore));
    assert_eq!(seen(Viewer::Observer), (0, ashore));
}

/// A hex of the Barents Sector in or next to an Allied base with Interceptors, or away from all of them.
fn barents(table: &Table, near: bool) -> String {
    let mut hexes = tables().sheet.sector(Sector::Barents).iter();
    let fits = |hex: &crate::hex::Hex| {
        let port = tables().sheet.ports.iter().any(|port| port.hex == *hex);
        !port && table.p.near_interceptors(tables(), Side::Allied, *hex) == near
    };
    hexes.find(fits).unwrap().to_string()
}

/// A sector follows its target no farther than the airfields that cover it: in or next to the hex of Interceptors the touch
/// is lost, and with the last shadower one ID [6.3.5], [6.3.1] (R37).
#[test]
fn interceptors_shake_shadowers_off() {
    let mut table = Table::new("pq6");
    let (away, near) = (barents(&table, false), barents(&table, true));
    let ships = table.at_sea(Side::Allied, "dd_jr", 3, &away);
    let sector = Shadower::Sector(Sector::Barents);
    let can = |table: &Table| {
        let force = table.p.fleet(Side::Allied).force(ships).unwrap();
        table.p.can_shadow(tables(), Side::Axis, force, sector)
    };
    assert!(can(&table));
    let force = table.force(Side::Allied, ships);
    (force.id, force.shadows) = (Id::level(2), vec![sector]);
    force.place = Place::Sea(hex(&near));
    assert!(!can(&table));
    table.play().follow(Side::Allied, ships);
    let force: &Force = table.force(Side::Allied, ships);
    assert_eq!((force.shadows.len(), force.id), (0, Id::level(1)));
}

/// A permanent radius that shadows one force searches for others as before; a pack that shadows looks for its target alone
/// [6.3], [6.4.1] (R87).
#[test]
fn a_radius_is_not_used_up() {
    let mut table = Table::new("pq6");
    let mut german = tables().sheet.radius(Radius::German).iter();
    let at = german.next().unwrap().to_string();
    let [first, second] = [2, 3].map(|cs| table.at_sea(Side::Allied, "dd_jr", cs, &at));
    let force = table.force(Side::Allied, first);
    (force.id, force.shadows) = (Id::ZERO, vec![Shadower::Radius(Radius::German)]);
    let search = |table: &Table, block| {
        let target = table.p.fleet(Side::Allied).force(block).unwrap();
        table.p.searchers(tables(), Side::Axis, target)
    };
    assert!(search(&table, second).unwrap().air);
    let pack = table.at_sea(Side::Axis, "ss_de", 2, &at);
    assert_eq!(search(&table, second).unwrap().line(), Some(Line::Both));
    table.force(Side::Axis, pack).shadowing = true;
    table.force(Side::Allied, first).shadows = vec![Shadower::Pack(pack)];
    assert_eq!(search(&table, first).unwrap().line(), Some(Line::Both));
    assert_eq!(search(&table, second).unwrap().line(), Some(Line::Air));
    let order = Order::Shadow(table.token(Side::Allied, second));
    table.play().ask(Side::Axis, order);
    assert!(
        !table
            .choices(Side::Axis)
            .contains(&Choice::Shadow(Shadower::Pack(pack)))
    );
}

/// Whose searchers are Soviet is a matter of warships: merchant ships of their Convoy search for nobody [6.2], [6.8].
#[test]
fn merchant_ships_make_no_soviet_escort_western() {
    let mut table = Table::new("pq6");
    let boats = table.at_sea(Side::Allied, "dd_su", 2, "0612");
    let class = |name: &str| tables().chart.find_class(name).unwrap();
    let force = table.force(Side::Allied, boats);
    force.units.pools.push(Pool::new(class("mv_al"), 6));
    assert!(force.is_soviet(tables()));
    force.units.pools.push(Pool::new(class("dd_jr"), 1));
    assert!(!force.is_soviet(tables()));
}

/// Who searches what passes are the forces there, and a radius if there is one: a British sector does not make Soviet destroyers
/// see through the Soviet mark, nor does a shadowing aircraft; a British radius or ship does [6.6.1], [6.2].
#[test]
fn only_forces_and_radii_search_what_passes() {
    for (place, sector, companion, soviet) in [
        ("0512", false, "dd_su", true),
        ("0512", true, "dd_su", true),
        ("0512", false, "dd_jr", false),
        ("1004", false, "dd_su", false),
    ] {
        let mut table = Table::new("pq6");
        table.at_sea(Side::Allied, "dd_su", 2, place);
        table.at_sea(Side::Allied, companion, 2, place);
        let raider = table.at_sea(Side::Axis, "dd_36a", 2, place);
        if sector {
            table.p.named.push((Sector::British, hex(place)));
        }
        let target = table.p.fleet(Side::Axis).force(raider).unwrap();
        let found = table.p.transit_search(tables(), Side::Allied, target);
        let radius = table.p.in_air_radius(tables(), Side::Allied, hex(place));
        assert_eq!(found.air, radius);
        assert_eq!(
            found.all_soviet, soviet,
            "{place} {companion}, sector: {sector}"
        );
    }
}

/// Every success tells what its level tells: a force at ID3 is reported once more as it is now, and no level higher [6.2.1], [6.1].
#[test]
fn a_success_at_the_highest_level_reports_again() {
    let reports = |table: &Table| table.p.fleet(Side::Allied).notebook.len();
    for (level, told) in [(3, 1), (2, 0)] {
        let mut table = Table::new("pq6");
        let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
        table.at_sea(Side::Allied, "dd_jr", 2, "0511");
        table.force(Side::Axis, raider).id = Id::level(level);
        let before = reports(&table);
        table.play().find(Side::Axis, raider, Id::level(level));
        assert_eq!(reports(&table) - before, told, "ID{level}");
        let notes = &table.p.fleet(Side::Allied).notebook;
        assert!(notes[before..].iter().all(|own| own.report.level == 3));
        assert_eq!(table.force(Side::Axis, raider).id, Id::level(level));
    }
}
