//! Boxes, transit, fuel, ice, Local Weather [5.7], [6.6.1], [11.3], [10.2], [9.5].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Hurt, Id, Kind, Place, Pool, Token, Units};
use crate::fuel::Fuel;
use crate::ice::Ice;
use crate::sequence::{Order, Purpose, Search, Step};
use crate::side::Side;
use crate::tables::{EventId, IceMarker, OptionId};
use crate::time::Turn;
use crate::units::ShipType;
use crate::weather::{Local, Prevailing, Weather};

pub(super) fn class(name: &str) -> crate::units::ClassId {
    tables().chart.find_class(name).unwrap()
}

pub(super) fn warning(fuel: Option<Fuel>) -> Option<Turn> {
    fuel.and_then(|fuel| fuel.marker).map(|(_, turn)| turn)
}

/// A convoy of the scenario at sea with its sheet, ready to be changed.
pub(super) fn convoy(table: &mut Table, name: &str, at: &str) -> BlockId {
    let block = table.named(Side::Allied, name).block;
    let force = table.force(Side::Allied, block);
    force.place = Place::Sea(hex(at));
    force.token = Token(900);
    if force.units.has(&tables().chart, ShipType::needs_fuel) {
        force.fuel = Some(Fuel::on_leaving(
            tables(),
            Turn::FIRST,
            crate::fuel::Leaving::default(),
        ));
    }
    block
}

/// Germany costs the whole turn at Moderate Speed and is a port; the Channel takes a force out of the Operation; the Kara
/// Sea is open only while Zone III East is [5.7], [5.7.1], [5.7.2], [5.7.3].
#[test]
fn boxes_lie_off_the_map() {
    let mut table = Table::new("pq6");
    let sheet = &tables().sheet;
    let off = |id: &str| {
        crate::units::BoxId::new(sheet.boxes.iter().position(|off| off.id == id).unwrap())
    };
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "1708");
    assert!(
        table
            .ways(Side::Axis, raider)
            .contains(&Choice::Box(off("germany")))
    );
    table.force(Side::Axis, raider).motion.hexes = 1;
    assert!(
        !table
            .ways(Side::Axis, raider)
            .contains(&Choice::Box(off("germany"))),
        "not the whole turn"
    );
    table.force(Side::Axis, raider).motion.hexes = 0;
    table.play().enter_box(Side::Axis, raider, off("germany"));
    assert_eq!(
        table.force(Side::Axis, raider).place,
        Place::Box(off("germany"))
    );
    table.force(Side::Axis, raider).motion = Default::default();
    assert!(
        table
            .ways(Side::Axis, raider)
            .contains(&Choice::To(hex("1707")))
    );
    table
        .play()
        .leave_box(Side::Axis, raider, off("germany"), hex("1707"));
    assert_eq!(table.force(Side::Axis, raider).hex(), Some(hex("1707")));
    let allied = table.at_sea(Side::Allied, "dd_jr", 2, "1706");
    assert!(
        table
            .ways(Side::Allied, allied)
            .contains(&Choice::Box(off("english_channel")))
    );
    table
        .play()
        .enter_box(Side::Allied, allied, off("english_channel"));
    assert!(table.p.fleet(Side::Allied).force(allied).is_none());
    let east = table.at_sea(Side::Allied, "dd_jr", 2, "0622");
    let kara = Choice::Box(off("kara_sea"));
    table.p.ice[crate::ice::Zone::East3.index()].condition = Ice::SolidPack;
    assert!(!table.ways(Side::Allied, east).contains(&kara));
    table.p.ice[crate::ice::Zone::East3.index()].condition = Ice::Clear;
    assert!(table.ways(Side::Allied, east).contains(&kara));
}

/// A force that enters an enemy's hex and goes on is searched once; found, it may have to fight, and then its move ends
/// there [6.6.1] (R29).
#[test]
fn what_passes_is_searched_once() {
    let mut table = Table::new("pq6");
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0512");
    let picket = table.at_sea(Side::Allied, "dd_jr", 4, "0511");
    table.play().begin_movement(Side::Axis);
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().step_into(Side::Axis, raider, hex("0511"));
    assert_eq!(
        table.p.fleet(Side::Axis).orders.top(),
        Some(&Order::Steer(raider))
    );
    table.p.fleet_mut(Side::Axis).orders.clear();
    table
        .play()
        .steer(Side::Axis, raider, Choice::To(hex("0510")));
    assert_eq!(table.choices(Side::Allied), [Choice::Draw, Choice::Pass]);
    let token = table.token(Side::Axis, raider);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table
        .play()
        .watch_transit(Side::Allied, token, Choice::Draw);
    let Some(Step::Search(Search {
        purpose: Purpose::Transit,
        ..
    })) = table.p.secret.agenda.pop()
    else {
        panic!("no card")
    };
    table.force(Side::Axis, raider).id = Id::level(2);
    table.play().found_in_transit(Side::Allied, token);
    assert_eq!(table.p.secret.agenda.pop(), Some(Step::Follow(token)));
    let first = table.p.secret.agenda.pop();
    assert_eq!(
        first,
        Some(Step::TransitFight(Side::Allied)),
        "the inactive side first"
    );
    table.play().offer_transit_fight(Side::Allied);
    assert!(
        table
            .choices(Side::Allied)
            .contains(&Choice::Engage(picket, token))
    );
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().end_transit();
    assert!(table.force(Side::Axis, raider).motion.done);
    table
        .play()
        .sail_on(Side::Axis, raider, crate::passage::Onward::To(hex("0510")));
    assert_eq!(
        table.force(Side::Axis, raider).hex(),
        Some(hex("0511")),
        "its move ended"
    );
}

/// A Dummy that passes and is found goes; a moving pack starts no fight [6.6.1], [6.2].
#[test]
fn a_moving_pack_starts_no_fight() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
    let escort = table.at_sea(Side::Allied, "dd_jr", 4, "0511");
    for (side, block) in [(Side::Axis, pack), (Side::Allied, escort)] {
        table.force(side, block).id = Id::level(2);
    }
    table.p.secret.transit = Some(crate::passage::Passage {
        side: Side::Axis,
        block: pack,
    });
    let fights = |table: &Table, side| {
        let mut out = Vec::new();
        table.p.list_transit_fights(tables(), side, &mut out);
        out
    };
    assert_eq!(fights(&table, Side::Axis), [Choice::Pass]);
    let token = table.token(Side::Axis, pack);
    assert_eq!(
        fights(&table, Side::Allied),
        [Choice::Pass, Choice::Attack(escort, token)],
        "ships hunt it [7.4.2]"
    );
    table.force(Side::Allied, escort).motion.attacked = true;
    assert_eq!(
        fights(&table, Side::Allied).len(),
        2,
        "what they did in their own turn is past"
    );
    table.p.secret.transit = Some(crate::passage::Passage {
        side: Side::Allied,
        block: escort,
    });
    assert_eq!(
        fights(&table, Side::Allied),
        [Choice::Pass],
        "ships that pass hunt no pack that lies there"
    );
}

/// Given a Dummy in its side's Air Radius, when a force passes it, then nobody searches; a force there does, with the radius
/// [6.6.1], [6.5] (R74).
#[test]
fn a_dummy_alone_does_not_search_what_passes() {
    for (dummy, searches) in [(true, false), (false, true)] {
        let mut table = Table::new("pq6");
        let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0818");
        let picket = table.at_sea(Side::Allied, "dd_jr", 2, "0818");
        if dummy {
            let force = table.force(Side::Allied, picket);
            (force.kind, force.units) = (Kind::Dummy, Units::default());
        }
        let by = Side::Allied;
        assert!(table.p.in_air_radius(tables(), by, hex("0818")));
        let target = table.p.fleet(Side::Axis).force(raider).unwrap();
        let found = table.p.transit_search(tables(), by, target);
        assert_eq!((found.force, found.air), (searches, searches));
    }
}

/// Local Weather of an Allied event is over when the Axis Player Phase is: the Special Conditions Phase knows it no more [9.5].
#[test]
fn local_weather_ends_with_the_axis_phase() {
    let mut table = Table::new("pq6");
    table.p.local = Some(Local {
        by: Side::Allied,
        weather: Weather::Fog,
    });
    table.play().conditions_phase();
    assert!(table.p.local.is_none());
}

/// Local Weather holds off North Norway but not at Kirkenes; one from an Axis event lasts through the next Allied Phase
/// [9.5], [13.4] (R18, R55).
#[test]
fn local_weather_holds_off_north_norway() {
    let mut table = Table::new("pq6");
    table.p.local = Some(Local {
        by: Side::Axis,
        weather: Weather::Fog,
    });
    assert_eq!(table.p.weather_at(tables(), hex("0815")), Weather::Fog);
    for elsewhere in ["0816", "0511"] {
        assert_eq!(table.p.weather_at(tables(), hex(elsewhere)), Weather::Fair);
    }
    table.play().end_axis_phase();
    assert!(
        table.p.local.is_some(),
        "it lasts through the next Allied Phase"
    );
    table.play().random_event(Side::Axis);
    let again = table.log.events().iter().any(|event| {
        matches!(
            event,
            crate::event::Event::Random {
                event: EventId::ClearNorthNorway,
                ..
            }
        )
    });
    assert!(again || table.p.local.is_none());
}

/// A force that needs both chooses torpedoes instead of fuel; who needs only them gets them unasked [7.3.2], [11.3.1] (R39).
#[test]
fn torpedoes_instead_of_fuel() {
    let mut table = Table::new("pq6");
    let block = table.at_sea(Side::Axis, "dd_36a", 2, "0813");
    table.p.turn = Turn::FIRST.later(4);
    let narvik = tables().sheet.find_port("narvik").unwrap();
    let force = table.force(Side::Axis, block);
    force.place = Place::Port(narvik);
    force.in_port_since = Turn::FIRST;
    force.units.pools[0].spent = 4;
    table.play().begin_movement(Side::Axis);
    assert!(table.choices(Side::Axis).contains(&Choice::Rearm(block)));
    table
        .play()
        .choose(Side::Axis, Choice::Rearm(block))
        .unwrap();
    table.play().fuel_phase();
    let force = table.force(Side::Axis, block);
    assert_eq!(
        (force.units.pools[0].spent, force.fuel.is_some()),
        (0, true)
    );
}

/// With the option Soviet ships have fuel for six turns, and a Ballast Convoy gets six back when they leave it [11.1.4].
#[test]
fn soviet_ships_have_short_legs() {
    let mut table = Table::new("pq12");
    table.p.setup.options.push(OptionId::SovietEndurance);
    let block = table.at_sea(Side::Allied, "dd_su", 2, "0818");
    let murmansk = tables().sheet.find_port("murmansk").unwrap();
    let force = table.force(Side::Allied, block);
    (force.place, force.fuel) = (Place::Port(murmansk), None);
    table.play().leave(Side::Allied, block);
    let leaves = table.p.turn;
    assert_eq!(
        warning(table.force(Side::Allied, block).fuel),
        Some(leaves.later(tables().fuel.soviet))
    );
    let oiler = Pool {
        oil: tables().chart.class(class("mo_al")).oil(2),
        ..Pool::new(class("mo_al"), 2)
    };
    let force = table.force(Side::Allied, block);
    force.units.add(oiler);
    force.motion.ras = true;
    table.play().refuel_at_sea(Side::Allied, leaves);
    assert_eq!(
        warning(table.force(Side::Allied, block).fuel),
        Some(leaves.later(1).later(tables().fuel.soviet)),
        "from an oiler too"
    );
    table.p.fleet_mut(Side::Allied).orders.clear();
    let ballast = convoy(&mut table, "QP-8", "0818");
    table
        .force(Side::Allied, ballast)
        .units
        .add(Pool::new(class("dd_su"), 1));
    let fuel = Some(Fuel::on_leaving(
        tables(),
        leaves,
        crate::fuel::Leaving {
            soviet: true,
            ..Default::default()
        },
    ));
    table.force(Side::Allied, ballast).fuel = fuel;
    table
        .force(Side::Allied, ballast)
        .units
        .add(Pool::new(class("dd_jr"), 1));
    table.play().split_hull(
        Side::Allied,
        ballast,
        None,
        Hull::Class(class("dd_su")),
        Hurt::Whole,
    );
    let bonus = tables().fuel.soviet_split_bonus;
    assert_eq!(
        warning(table.force(Side::Allied, ballast).fuel),
        warning(fuel).map(|turn| turn.later(bonus))
    );
}

/// Given a Ballast Convoy that Soviet ships joined at sea, when they part again, then nothing that they never cost comes back; if
/// it took their worse marker, six turns do, once [11.1.4], [11.1.1].
#[test]
fn only_turns_that_soviet_ships_cost_come_back() {
    let bonus = tables().fuel.soviet_split_bonus;
    let mut table = Table::new("pq12");
    table.p.setup.options.push(OptionId::SovietEndurance);
    let ballast = convoy(&mut table, "QP-8", "0818");
    let start = table.p.turn;
    let leaving = |soviet| crate::fuel::Leaving {
        soviet,
        ..Default::default()
    };
    let fuel = |turns, soviet| Fuel::on_leaving(tables(), start.later(turns), leaving(soviet));
    let force = table.force(Side::Allied, ballast);
    force.units.add(Pool::new(class("dd_jr"), 1));
    let soviets = |table: &mut Table, marker: Fuel| {
        let block = table.at_sea(Side::Allied, "dd_su", 1, "0818");
        table.force(Side::Allied, block).fuel = Some(marker);
        table.play().merge(Side::Allied, ballast, block);
        let joined = warning(table.force(Side::Allied, ballast).fuel).unwrap();
        let hull = Hull::Class(class("dd_su"));
        let whole = Hurt::Whole;
        let part = table
            .play()
            .split_hull(Side::Allied, ballast, None, hull, whole)
            .unwrap();
        table.play().remove(Side::Allied, part);
        let parted = warning(table.force(Side::Allied, ballast).fuel).unwrap();
        (joined, parted)
    };
    table.force(Side::Allied, ballast).fuel = Some(fuel(0, false));
    let twelve = start.later(tables().fuel.endurance);
    let fresh = fuel(tables().fuel.endurance, true); // later than the Convoy's own
    assert_eq!(soviets(&mut table, fresh), (twelve, twelve));
    let alike = fuel(tables().fuel.endurance - tables().fuel.soviet, true);
    assert_eq!(
        soviets(&mut table, alike),
        (twelve, twelve),
        "the same marker"
    );
    let six = start.later(tables().fuel.soviet);
    let worse = fuel(0, true);
    assert_eq!(soviets(&mut table, worse), (six, six.later(bonus)));
    assert_eq!(
        soviets(&mut table, fresh),
        (six.later(bonus), six.later(bonus)),
        "once"
    );
}

/// Merchant oilers serve like fleet oilers: ten CS for each CS [1.4.2], [11.3.2].
#[test]
fn merchant_oilers_serve() {
    let mut table = Table::new("pq17");
    let block = convoy(&mut table, "PQ-17", "0409");
    let force = table.force(Side::Allied, block);
    force.units.ships.retain(|state| state.oil == 0);
    let oil = force.units.pool(class("mo_al")).unwrap().oil;
    assert_eq!(oil, 10);
    for pool in &mut force.units.pools {
        if tables().chart.class(pool.class).kind.is_flotilla() {
            pool.cs = 1;
        }
    }
    force.units.ships.clear();
    table.p.turn = "AM 5".parse().unwrap();
    table.play().begin_movement(Side::Allied);
    table.play().take_helm(Side::Allied, Choice::Refuel(block));
    table.play().fuel_phase();
    let left = table
        .force(Side::Allied, block)
        .units
        .pool(class("mo_al"))
        .unwrap()
        .oil;
    assert!(left < oil && left.is_multiple_of(5), "{left}");
}

/// Ice before a port decides about entering and leaving, like a hexside (chapter 10), [10.2.5].
#[test]
fn ice_closes_a_port() {
    let mut table = Table::new("pq12");
    let arkhangelsk = tables().sheet.find_port("arkhangelsk").unwrap();
    assert!(tables().sheet.port(arkhangelsk).ice);
    let block = table.at_sea(Side::Allied, "dd_su", 2, "1119");
    let zone = tables().sheet.zone(hex("1119")).unwrap();
    table.p.ice[zone.index()] = IceMarker {
        condition: Ice::SolidPack,
        rolled: false,
    };
    table.play().begin_movement(Side::Allied);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().steer(Side::Allied, block, Choice::Enter);
    let force = table.p.fleet(Side::Allied).force(block);
    assert!(
        force.is_none_or(|force| force.hex().is_some()),
        "nobody goes through Solid Pack"
    );
}

/// Light Drift costs everybody one card; Heavy Drift and Thin Pack stop the Axis; who turns back is spared the larger
/// numbers [10.2.1], [10.2.2], [10.2.3], [10.2.4], [10.2.5], [5.1.7].
#[test]
fn ice_grows_worse() {
    let meets = |side, ice| crate::ice::meeting(tables(), side, ice, false);
    let cards = [
        Ice::Clear,
        Ice::LightDrift,
        Ice::HeavyDrift,
        Ice::ThinPack,
        Ice::SolidPack,
    ]
    .map(|ice| meets(Side::Allied, ice).cards);
    assert_eq!(cards, [0, 1, 2, 3, 4]);
    assert!(meets(Side::Axis, Ice::LightDrift).may_enter);
    assert!(!meets(Side::Axis, Ice::HeavyDrift).may_enter);
    assert!(meets(Side::Allied, Ice::ThinPack).may_enter);
    assert!(!meets(Side::Allied, Ice::SolidPack).may_enter);
    let back = crate::ice::meeting(tables(), Side::Allied, Ice::HeavyDrift, true);
    assert!(!back.plus && meets(Side::Allied, Ice::HeavyDrift).plus);
}

/// Whoever leaves the map from a hex of the enemy that he has just entered is searched like any that passes [6.6.1], [12.2],
/// [5.7.3].
#[test]
fn leaving_the_map_is_passing_too() {
    let mut table = Table::new("pq6");
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0501");
    table.at_sea(Side::Allied, "dd_jr", 4, "0501");
    table.force(Side::Axis, raider).motion.hexes = 1;
    table.play().steer(Side::Axis, raider, Choice::Exit);
    assert_eq!(table.choices(Side::Allied), [Choice::Draw, Choice::Pass]);
    assert!(table.p.fleet(Side::Axis).force(raider).is_some());
    table.play().choose(Side::Allied, Choice::Pass).unwrap();
    assert!(table.p.fleet(Side::Axis).force(raider).is_none());
}

/// A pack that air patrols held down has not moved, and keeps its ID even in a PM turn [7.4.5].
#[test]
fn a_pack_held_down_keeps_its_id() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0513");
    table.p.turn = Turn::FIRST.later(1);
    let force = table.force(Side::Axis, pack);
    force.id = Id::level(1);
    force.motion.lost = 1;
    table.play().end_movement(Side::Axis);
    assert_eq!(table.force(Side::Axis, pack).id, Id::level(1));
}

/// Where Local Weather is better than Gales, sectors search [9.5], [6.4.2].
#[test]
fn sectors_search_under_local_weather() {
    let mut table = Table::new("pq6");
    table.p.weather = Some(Prevailing {
        weather: Weather::Gales,
        sum: 0,
    });
    table.play().begin_reconnaissance(Side::Axis);
    assert!(table.choices(Side::Axis).is_empty());
    table.p.local = Some(Local {
        weather: Weather::Fair,
        by: Side::Axis,
    });
    table.play().begin_reconnaissance(Side::Axis);
    assert!(!table.choices(Side::Axis).is_empty());
}

/// Given a pack that passes a TF and is found, when the TF attacks it, then its location draw cannot be denied with a watermark
/// either, and the odds say so; a pack that lies still may deny it [6.2.2], [6.6.1], [7.4.2] (R73).
#[test]
fn no_watermark_protects_a_pack_that_passes() {
    use crate::recon::Searchers;
    use crate::tables::{CARDS, Find, Line};
    use crate::view::View;
    let column = tables().weather.card_column(Weather::Fair);
    for passes in [true, false] {
        let mut table = Table::new("pq6");
        let light = table.p.light(tables());
        let sure = |card: &usize| {
            let section = tables().cards[Side::Allied][*card].section(light);
            section.watermark && section.find(Line::Force, column) == Find::Anything
        };
        let card = (0..CARDS).find(sure).unwrap();
        let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
        let ships = table.at_sea(Side::Allied, "dd_jr", 4, "0511");
        table.force(Side::Axis, pack).id = Id::level(1);
        table.p.secret.transit = passes.then_some(crate::passage::Passage {
            side: Side::Axis,
            block: pack,
        });
        let eyes = derbyhouse_kernel::Viewer::Seat(Side::Allied.seat());
        let view = View::new(tables(), &table.p, eyes);
        let seen = view.contacts()[0];
        let force = Searchers {
            force: true,
            ..Searchers::default()
        };
        let odds = view.card_odds(&seen, force).unwrap();
        assert!(odds.found > 0);
        let marked = (0..CARDS).filter(sure).count();
        assert_eq!(odds.deniable >= marked, !passes);
        table.chance = derbyhouse_kernel::Chance::scripted([card as u32]);
        let token = table.token(Side::Axis, pack);
        table.play().search(Search {
            by: Side::Allied,
            token,
            purpose: Purpose::Locate(ships),
            again: false,
        });
        let asked = table.p.fleet(Side::Axis).orders.top();
        assert_eq!(matches!(asked, Some(Order::Negate(_))), !passes);
    }
}
