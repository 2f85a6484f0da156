//! The doctrine in the Campaign and in searches (chapter 12 of the specification).

use super::admirals::answer;
use super::campaign::{campaign, fortnight};
use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::command::Points;
use crate::forces::{BlockId, Kind, Pool, Sailing, Shadower, Units};
use crate::hex::Hex;
use crate::ice::{Ice, Zone};
use crate::order_of_battle::Muster;
use crate::position::{Account, Audience, Entry};
use crate::season::{Ev, Source, Voyage};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Radius, Sector, Track};
use crate::time::Turn;
use crate::units::{PortId, ShipId, ShipType};
use crate::vp::Vp;

fn port(id: &str) -> PortId {
    tables().sheet.find_port(id).unwrap()
}

fn merchants(ships: u8) -> Units {
    let class = tables().chart.find_class("mv_al").unwrap();
    Units {
        ships: Vec::new(),
        pools: vec![Pool::new(class, ships)],
    }
}

/// What the doctrine answers to a question.
fn asked(table: &mut Table, side: Side, order: Order) -> Choice {
    table.p.fleet_mut(side).orders.clear();
    table.play().ask(side, order);
    answer(table, side)
}

fn sailed(table: &mut Table, fortnight: u8, started: u8, sunk: u8) {
    table.play().reserve(Side::Allied).voyages.push(Voyage {
        fortnight,
        started,
        sunk,
    });
}

/// Given loaded ships in port, when the last Convoys lost less than a quarter, then they all sail, thirty-five at most; when
/// they lost more they wait, but not for ever, and not if Operation EV is declared [15.2], [15.8.3].
#[test]
fn a_loaded_convoy_sails_while_the_loss_is_fair() {
    let mut table = campaign();
    fortnight(&mut table, 5);
    let size = Order::Size(Source::Loaded);
    assert_eq!(
        asked(&mut table, Side::Allied, size.clone()),
        Choice::Ships(17)
    );
    sailed(&mut table, 4, 20, 3);
    assert_eq!(
        asked(&mut table, Side::Allied, size.clone()),
        Choice::Ships(17)
    );
    sailed(&mut table, 4, 20, 12);
    assert_eq!(
        asked(&mut table, Side::Allied, size.clone()),
        Choice::Ships(0)
    );
    table.play().reserve(Side::Allied).ev = Ev::Declared(4, false);
    assert_eq!(
        asked(&mut table, Side::Allied, size.clone()),
        Choice::Ships(17)
    );
    table.play().reserve(Side::Allied).ev = Ev::Never;
    fortnight(&mut table, 7);
    table.play().reserve(Side::Allied).stock = merchants(50);
    assert_eq!(asked(&mut table, Side::Allied, size), Choice::Ships(35));
}

/// What a loaded Convoy lost is noted when its Operation is over, of the last two [15.8.3]; one that did not sail is none.
#[test]
fn losses_of_convoys_are_noted() {
    let mut table = campaign();
    let reykjavik = port("reykjavik");
    for (number, (loaded, arrived, sunk)) in
        [(true, 9, 1), (false, 3, 4), (true, 0, 0), (true, 5, 5)]
            .into_iter()
            .enumerate()
    {
        fortnight(&mut table, number as u8);
        let account = Account {
            started: 10,
            arrived,
            sunk,
            ..Account::new("PQ", loaded, reykjavik, Turn::FIRST)
        };
        table.p.fleet_mut(Side::Allied).accounts = vec![account];
        table.play().order_of_battle(Muster::Harbours);
    }
    let noted = |table: &Table| -> Vec<(u8, u8)> {
        let voyages = table.p.fleet(Side::Allied).reserve.voyages.iter();
        voyages.map(|own| (own.fortnight, own.sunk)).collect()
    };
    assert_eq!(noted(&table), [(0, 1), (3, 5)]);
    table.play().order_of_battle(Muster::Harbours);
    assert_eq!(noted(&table), [(3, 5), (3, 5)]);
}

/// Ballast Boxes are cleared when eight ships lie face up in them, both together [15.2.2], [15.9.1].
#[test]
fn ballast_boxes_are_cleared() {
    for (face_up, wanted) in [([4, 3], 0), ([4, 4], 6), ([8, 0], 10)] {
        let mut table = campaign();
        for (place, ships) in face_up.into_iter().enumerate() {
            let own = &mut table.p.fleet_mut(Side::Allied).reserve.boxes[place];
            own.face_up = merchants(ships);
            own.face_down = merchants(2);
        }
        let order = Order::Size(Source::Ballast(0));
        let size = asked(&mut table, Side::Allied, order);
        assert_eq!(size, Choice::Ships(wanted), "{face_up:?}");
    }
}

/// Bids go by the season, the points and the Luftwaffe [4.1.2].
#[test]
fn bids_go_by_the_season() {
    let bid = |table: &mut Table, side| asked(table, side, Order::Bid);
    let mut table = campaign();
    let nord = Track::GruppeNord;
    let have = |table: &mut Table, points| {
        let points = Points::new(points);
        table.p.fleet_mut(Side::Axis).points[nord.index()] = points;
    };
    have(&mut table, 3);
    table.p.fleet_mut(Side::Axis).air[0].cs += 20;
    // March, May, June, October.
    for (number, allied, axis) in [(0, 2, 1), (4, 0, 2), (6, 0, 4), (14, 3, 1)] {
        fortnight(&mut table, number);
        assert_eq!(bid(&mut table, Side::Allied), Choice::Bid(allied));
        assert_eq!(bid(&mut table, Side::Axis), Choice::Bid(axis), "{number}");
    }
    have(&mut table, 5);
    assert_eq!(bid(&mut table, Side::Axis), Choice::Bid(2), "plenty");
    fortnight(&mut table, 6);
    have(&mut table, 1);
    assert_eq!(bid(&mut table, Side::Axis), Choice::Bid(0), "no points");
    have(&mut table, 3);
    for unit in &mut table.p.fleet_mut(Side::Axis).air {
        unit.cs = 0;
    }
    assert_eq!(bid(&mut table, Side::Axis), Choice::Bid(2), "no Luftwaffe");
}

/// In summer the Allies bid only if fifteen ships are ready and Gruppe Nord has paid for more than its fuel can have brought
/// [15.1], [2.3].
#[test]
fn a_shortage_of_german_fuel_is_worth_a_bid() {
    for (ships, paid, bid) in [(17, 9, 2), (14, 9, 0), (17, 0, 0)] {
        let mut table = campaign();
        fortnight(&mut table, 6);
        table.play().reserve(Side::Allied).stock = merchants(ships);
        for _ in 0..6 {
            table.p.secret.ledger.push(Entry {
                turn: Turn::FIRST,
                rule: "2.3".to_owned(),
                vp: Vp::whole(paid),
                text: "Command Points of gruppe_nord".to_owned(),
                audience: Audience::Everybody,
            });
        }
        let order = Order::Bid;
        assert_eq!(asked(&mut table, Side::Allied, order), Choice::Bid(bid));
    }
}

/// Operation EV is declared when more than a third of the last two loaded Convoys was sunk [15.8.3].
#[test]
fn ev_is_declared_after_heavy_losses() {
    let mut table = campaign();
    fortnight(&mut table, 6);
    let ev = |table: &mut Table| asked(table, Side::Allied, Order::DeclareEv);
    assert_eq!(ev(&mut table), Choice::Pass);
    sailed(&mut table, 4, 15, 2);
    sailed(&mut table, 5, 15, 8);
    assert_eq!(ev(&mut table), Choice::Pass);
    sailed(&mut table, 5, 0, 1);
    assert_eq!(ev(&mut table), Choice::Declare);
}

/// The two cruisers of Patrol White are relieved by turns, by the weakest that may [15.8.1].
#[test]
fn patrol_white_is_relieved_by_turns() {
    for number in [1u8, 2] {
        let mut table = campaign();
        fortnight(&mut table, number);
        let white = table.p.fleet(Side::Allied).white.clone();
        assert_eq!(white.len(), 2);
        let choice = asked(&mut table, Side::Allied, Order::WhiteSwap);
        let Choice::Replace(old, new) = choice else {
            panic!("{choice}")
        };
        assert_eq!(old, white[usize::from(number) % 2]);
        let price = |ship: ShipId| {
            let values = tables().chart.ship(ship);
            (values.vp, values.cs())
        };
        for choice in table.choices(Side::Allied) {
            if let Choice::Replace(_, other) = choice {
                assert!(price(new) <= price(other), "{choice}");
            }
        }
    }
}

/// The weakest ship of Scapa Flow goes instead of one that is away [15.7.2].
#[test]
fn the_weakest_goes_instead() {
    let mut table = campaign();
    let mut offered = 0;
    for wanted in ["kenya", "norfolk", "duke_of_york"] {
        let Some(wanted) = tables().chart.find_ship(wanted) else {
            continue;
        };
        let order = Order::Substitute(wanted);
        let choice = asked(&mut table, Side::Allied, order);
        let Choice::TakeShip(goes) = choice else {
            continue;
        };
        let price = |ship: ShipId| {
            let values = tables().chart.ship(ship);
            (values.vp, values.cs())
        };
        let choices = table.choices(Side::Allied);
        offered = offered.max(choices.len());
        for choice in choices {
            if let Choice::TakeShip(other) = choice {
                assert!(price(goes) <= price(other), "{choice}");
            }
        }
    }
    assert!(offered > 1);
}

/// A loaded Convoy off Murmansk goes in while Arkhangelsk is iced up, and goes on if only Light Drift is there [15.2.2].
#[test]
fn arkhangelsk_is_preferred() {
    let off = tables().sheet.port(port("murmansk")).hex;
    for (ice, enters) in [(Ice::LightDrift, false), (Ice::HeavyDrift, true)] {
        let mut table = campaign();
        for zone in &mut table.p.ice {
            (zone.condition, zone.rolled) = (Ice::Clear, false);
        }
        table.p.ice[Zone::East3.index()].condition = ice;
        let block = table.at_sea(Side::Allied, "mv_al", 12, &off.to_string());
        let russia = vec![port("murmansk"), port("arkhangelsk")];
        let mut sailing = Sailing::new(0, true, russia, 12);
        sailing.track = vec![off];
        table.force(Side::Allied, block).sailing = Some(sailing);
        let choice = asked(&mut table, Side::Allied, Order::Steer(block));
        assert!(table.choices(Side::Allied).contains(&Choice::Enter));
        assert_eq!(choice == Choice::Enter, enters, "{ice:?}: {choice}");
    }
}

/// Two unknown blocks in a sector of the Axis, and nothing else.
fn two_unknown(hexes: [&str; 2]) -> (Table, [BlockId; 2]) {
    let mut table = Table::new("pq17");
    table.p.fleet_mut(Side::Allied).forces.clear();
    table.p.fleet_mut(Side::Axis).forces.clear();
    table.p.fleet_mut(Side::Axis).air.clear();
    let blocks = hexes.map(|at| table.at_sea(Side::Allied, "dd_jr", 3, at));
    (table, blocks)
}

fn named(choice: Choice) -> Option<Hex> {
    match choice {
        Choice::Search(_, hex) => Some(hex),
        _ => None,
    }
}

/// Of two alike the hex is searched where an own force could attack what is found [6.4.2], [7.5].
#[test]
fn a_search_goes_where_a_strike_can_follow() {
    let [a, b] = SECTOR_HEXES;
    for at in [a, b] {
        let (mut table, _) = two_unknown([a, b]);
        table.at_sea(Side::Axis, "ss_de", 3, at);
        let choice = asked(&mut table, Side::Axis, Order::Sectors(Vec::new()));
        assert_eq!(named(choice), Some(hex(at)), "{choice}");
    }
}

/// Of two alike the one is searched that no shadow is with yet [6.3.1].
#[test]
fn a_search_goes_where_a_shadow_would_begin() {
    let [a, b] = SECTOR_HEXES;
    let (mut table, [one, other]) = two_unknown([a, b]);
    for (block, seen) in [(one, b), (other, a)] {
        let shadow = Shadower::Sector(Sector::Barents);
        for force in &mut table.p.fleet_mut(Side::Allied).forces {
            force.shadows.clear();
        }
        table.force(Side::Allied, block).shadows = vec![shadow];
        let choice = asked(&mut table, Side::Axis, Order::Sectors(Vec::new()));
        assert_eq!(named(choice), Some(hex(seen)), "{choice}");
    }
}

/// Sea hexes of the Barents sector, out of German radii and far from Interceptors.
const SECTOR_HEXES: [&str; 2] = ["0515", "0517"];

#[test]
fn the_hexes_of_these_tests_are_open_sea() {
    let barents = tables().sheet.sector(Sector::Barents);
    let german = tables().sheet.radius(Radius::German);
    for at in SECTOR_HEXES.map(hex) {
        assert!(barents.contains(at) && !german.contains(at), "{at}");
    }
}

/// Light Ships where a Convoy of the Campaign is made up go with it from the beginning [15.2], [4.1.3].
#[test]
fn escorts_join_convoys_of_the_campaign() {
    let mut table = campaign();
    table.play().form_convoy(Source::Loaded, Choice::Ships(15));
    let escorts = |table: &Table| {
        let mut forces = table.p.fleet(Side::Allied).forces.iter();
        let convoy = forces.find(|force| force.kind == Kind::Convoy).unwrap();
        let light = |kind: ShipType| kind.is_warship() && !kind.is_heavy();
        convoy.units.cs(&tables().chart, light)
    };
    assert_eq!(escorts(&table), 0);
    table.play().ask(Side::Allied, Order::SetUp);
    for _ in 0..20 {
        if table.p.fleet(Side::Allied).orders.is_empty() {
            break;
        }
        let choice = answer(&table, Side::Allied);
        table.play().choose(Side::Allied, choice).unwrap();
    }
    assert!(escorts(&table) > 0);
}

/// Given cruisers in a Convoy, when a TF of the Axis is found beside it, then the doctrine leaves them where they screen the
/// merchant ships; after a battle it sends one, and of a TF two (12.2), [6.3.3].
#[test]
fn a_convoy_keeps_its_cruisers() {
    use crate::forces::Engagement;
    let went = |convoy: bool, fought: bool| {
        let mut table = Table::new("pq17");
        let names = ["norfolk", "london", "wichita"];
        for name in names {
            super::special::take(&mut table, Side::Allied, name);
        }
        let cruisers = super::special::ships(&names);
        let block = match convoy {
            true => table.convoy_at("PQ-17", "0511", 0),
            false => table.at_sea(Side::Allied, "dd_jr", 2, "0511"),
        };
        let force = table.force(Side::Allied, block);
        force.units.join(cruisers);
        if fought {
            force.motion.engagement = Engagement::Fought;
        }
        let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
        let token = table.token(Side::Axis, raider);
        table.p.fleet_mut(Side::Allied).orders.clear();
        table.play().offer_following(token);
        while !table.p.fleet(Side::Allied).orders.is_empty() {
            let choice = answer(&table, Side::Allied);
            table.play().choose(Side::Allied, choice).unwrap();
        }
        let [part] = table.force(Side::Axis, raider).shadows[..] else {
            return 0;
        };
        let part = part.block().unwrap();
        table.force(Side::Allied, part).units.ships.len()
    };
    assert_eq!(went(true, false), 0);
    assert_eq!(went(true, true), 1);
    assert_eq!(went(false, false), 2);
}
