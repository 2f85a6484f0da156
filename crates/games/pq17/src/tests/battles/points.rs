//! Finer points of a battle: screens that fall, second victims, what Hitler is told, who is followed.

use super::{barents_sea, battle, fleet, unit};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Id, Shadower, Token, Units};
use crate::sequence::Order;
use crate::side::Side;
use crate::strike::{Strike, Target};
use crate::surface::battle::Screen;
use crate::surface::hitler::Met;
use crate::surface::{Area, Meeting, Opponent};
use crate::tables::ShipList;
use crate::tests::{Table, hex, tables};
use crate::time::Light;

/// Given a cruiser that screens another, when guns Cripple her in step iii, then she keeps no torpedoes away in step iv [7.5.4].
#[test]
fn a_crippled_ship_screens_nobody() {
    let (mut table, raider, cover) = super::raider_and_cover("lutzow");
    super::meet(&mut table, raider, cover);
    let (lutzow, screen, friend) = (
        unit(&table, Side::Axis, "lutzow"),
        unit(&table, Side::Allied, "sheffield"),
        unit(&table, Side::Allied, "jamaica"),
    );
    let display = table.p.secret.battle.as_mut().unwrap();
    let own = display.unit_mut(Side::Allied, screen).unwrap();
    own.area = Area::Screening;
    own.screen = Screen::Friend {
        friend,
        from: lutzow,
    };
    let may = |table: &Table| {
        let display = battle(table);
        let one = |side, id| display.unit(side, id).unwrap();
        let (by, at) = (one(Side::Axis, lutzow), one(Side::Allied, friend));
        display.may_target(Side::Axis, by, at)
    };
    table.play().clear_lost();
    assert!(!may(&table));
    let sheffield = tables().chart.find_ship("sheffield").unwrap();
    let ships = &mut table.force(Side::Allied, cover).units.ships;
    let state = ships.iter_mut().find(|state| state.ship == sheffield);
    state.unwrap().crippled = true;
    table.play().clear_lost();
    assert!(may(&table));
}

/// Given an oiler alone and a stack of merchant ships, when a torpedo sinks two, then the second is one of the stack (R67).
#[test]
fn the_second_victim_is_any_convoy_ship() {
    let (mut table, raider, convoy) = barents_sea();
    let chart = &tables().chart;
    let force = table.force(Side::Allied, convoy);
    force
        .units
        .pools
        .retain(|pool| chart.class(pool.class).kind != crate::units::ShipType::Mv);
    let mv = chart.find_class("mv_al").unwrap();
    force.units.add(crate::forces::Pool::new(mv, 11)); // a stack of ten, and one alone
    super::meet(&mut table, raider, convoy);
    let merchants = |table: &Table| {
        let force = table.p.fleet(Side::Allied).force(convoy);
        force.unwrap().units.merchants(&tables().chart)
    };
    let lone = battle(&table).units[Side::Allied].iter();
    let lone = lone.filter(|unit| {
        let hull = Hull::Class(mv);
        unit.hulls() == 1 && unit.parts[0].hull == hull
    });
    let lone = lone.map(|unit| unit.id).next().unwrap();
    let before = merchants(&table);
    table.play().torpedo_strikes(Side::Allied, lone, 9);
    assert_eq!(merchants(&table), before - 2);
}

/// What the Axis has seen of a target.
fn seen(table: &mut Table, token: Token, seen: Opponent) {
    let turn = table.p.turn;
    let met = Met { token, turn, seen };
    table.p.fleet_mut(Side::Axis).met.push(met);
}

/// Given destroyers beside a light cruiser, when the target is known to have a cruiser, then the destroyers may attack alone,
/// the cruiser may not [7.5.7] (R50).
#[test]
fn destroyers_may_go_where_a_cruiser_may_not() {
    let mut table = Table::new("jw51b");
    let boats = fleet(&mut table, Side::Axis, &[], &[("dd_36a", 3)], "0515");
    fleet(&mut table, Side::Axis, &["koln"], &[], "0515");
    let target = fleet(&mut table, Side::Allied, &["sheffield"], &[], "0515");
    table.force(Side::Allied, target).id = Id::level(2);
    let token = table.token(Side::Allied, target);
    let opponent = Opponent {
        cruisers: 1,
        ..Opponent::default()
    };
    seen(&mut table, token, opponent);
    let mut out = Vec::new();
    table.p.list_attacks(tables(), Side::Axis, &mut out);
    assert_eq!(out, [Choice::Engage(boats, token)]);
}

/// Given counters that stood in line under an air attack, when a TF would attack them, then Hitler knows them; a battleship that
/// bombs have hit he fears no more (R79).
#[test]
fn hitler_hears_of_what_aircraft_saw() {
    let mut table = Table::new("pq12");
    let cover = fleet(&mut table, Side::Allied, &["duke_of_york"], &[], "0511");
    let raider = fleet(&mut table, Side::Axis, &["tirpitz"], &[], "0511");
    table.force(Side::Allied, cover).id = Id::level(1);
    let token = table.token(Side::Allied, cover);
    let refused = |table: &Table| {
        let force = table.p.fleet(Side::Axis).force(raider).unwrap();
        table.p.is_refused(tables(), Side::Axis, &[force], token)
    };
    assert!(!refused(&table), "nothing is known of it");
    let strike = Strike::new(Side::Axis, Target::Force(cover), hex("0511"), Light::Day);
    table.p.secret.strikes.push(strike);
    table.play().note_counters();
    assert!(refused(&table));
    table.force(Side::Allied, cover).units.ships[0].step = 1;
    table.play().after_raid();
    assert!(!refused(&table), "she was seen to be hit");
    table.p.turn = table.p.turn.later(1);
    table.play().identify(Side::Allied, cover, Id::level(3));
    assert!(!refused(&table), "a report does not make her whole again");
}

/// Given two Axis TFs with a Capital Ship each in one battle, when it is over, then cruisers may follow either [6.3.3].
#[test]
fn either_capital_ship_may_be_followed() {
    let mut table = Table::new("pq12");
    let axis = ["tirpitz", "scharnhorst"].map(|ship| {
        let block = fleet(&mut table, Side::Axis, &[ship], &[], "0511");
        table.force(Side::Axis, block).id = Id::level(3);
        block
    });
    let cruisers = fleet(
        &mut table,
        Side::Allied,
        &["sheffield", "berwick"],
        &[("dd_jr", 2)],
        "0511",
    );
    table.play().deploy(
        Meeting {
            by: Side::Allied,
            attackers: vec![cruisers],
            target: axis[0],
        },
        false,
    );
    table.play().commit_to_battle(Side::Axis, axis[1]);
    table.p.secret.agenda.clear();
    table.play().end_battle();
    for ship in ["sheffield", "berwick"] {
        let ship = tables().chart.find_ship(ship).unwrap();
        let asked = super::asked(&table, Side::Allied);
        assert!(matches!(asked, Some(Order::Follow(..))));
        super::choose(&mut table, Side::Allied, Choice::TakeShip(ship));
        if table.choices(Side::Allied).contains(&Choice::Done) {
            super::choose(&mut table, Side::Allied, Choice::Done);
        }
    }
    let followed = |table: &mut Table, block: BlockId| {
        let shadows = table.force(Side::Axis, block).shadows.clone();
        matches!(shadows[..], [Shadower::Cruisers(_)])
    };
    assert!(followed(&mut table, axis[0]) && followed(&mut table, axis[1]));
}

/// Given a battle off a German port, when it is over, then nobody is asked who follows: touch would end at once [6.3.3],
/// [6.3.5].
#[test]
fn nobody_is_followed_off_his_port() {
    let mut table = Table::new("pq12");
    let port = tables().sheet.find_port("trondheim").unwrap();
    let off = tables().sheet.port(port).hex.to_string();
    let raider = fleet(&mut table, Side::Axis, &["tirpitz"], &[], &off);
    table.force(Side::Axis, raider).id = Id::level(3);
    let cruisers = fleet(&mut table, Side::Allied, &["sheffield"], &[], &off);
    super::meet(&mut table, raider, cruisers);
    table.p.secret.agenda.clear();
    table.play().end_battle();
    let asked = super::asked(&table, Side::Allied);
    assert!(!matches!(asked, Some(Order::Follow(..))));
}

/// Given an oiler in a stack of merchant ships, when she lies Dead in the Water, then she stands alone, and the others are no
/// easier to hit and may still move [7.5.2], [7.2.4].
#[test]
fn a_ship_adrift_leaves_her_stack() {
    let (mut table, raider, convoy) = barents_sea();
    let chart = &tables().chart;
    let oiler = chart.find_ship("aldersdale").unwrap();
    let mv = chart.find_class("mv_al").unwrap();
    let force = table.force(Side::Allied, convoy);
    force.units = Units::of_list(
        chart,
        &ShipList {
            ships: vec![oiler],
            classes: vec![(mv, 5), (chart.find_class("dd_jr").unwrap(), 1)],
        },
    );
    super::meet(&mut table, raider, convoy);
    let stack = unit(&table, Side::Allied, "mv_al");
    assert_eq!(stack, unit(&table, Side::Allied, "aldersdale"));
    let state = &mut table.force(Side::Allied, convoy).units.ships[0];
    state.step = chart.ship(oiler).steps.len() as u8 - 1;
    table.play().clear_lost();
    let alone = unit(&table, Side::Allied, "aldersdale");
    assert_ne!(stack, alone);
    let reading = |id| {
        let own = battle(&table).unit(Side::Allied, id).unwrap();
        table.p.read_unit(tables(), Side::Allied, own)
    };
    assert!(reading(alone).diw && !reading(stack).diw);
    assert_eq!(reading(stack).cs, 5);
}

/// Given a TF of two cruisers, when the battle is over, then it may follow as it is or leave one of them to shadow while there is
/// a block for her; a tug stays with her tow [6.3.3], [1.2], [5.1.1].
#[test]
fn one_cruiser_may_be_left_to_shadow() {
    let chart = &tables().chart;
    let [sheffield, berwick] = ["sheffield", "berwick"].map(|id| chart.find_ship(id).unwrap());
    let offered = |table: &Table, block| {
        let mut out = Vec::new();
        table.p.list_followers(tables(), &[block], None, &mut out);
        out.sort_unstable();
        out
    };
    let sorted = |mut wanted: Vec<Choice>| {
        wanted.sort_unstable();
        wanted
    };
    let mut table = Table::new("pq12");
    let names = ["sheffield", "berwick"];
    let block = fleet(&mut table, Side::Allied, &names, &[], "0511");
    let whole = Choice::Shadow(Shadower::Cruisers(block));
    let all = sorted(vec![
        whole,
        Choice::TakeShip(sheffield),
        Choice::TakeShip(berwick),
        Choice::Done,
    ]);
    assert_eq!(offered(&table, block), all);
    let force = table.force(Side::Allied, block);
    force.tows.push(crate::forces::Tow {
        ship: Hull::Ship(berwick),
        tug: Hull::Ship(berwick),
    });
    let less = sorted(vec![whole, Choice::TakeShip(sheffield), Choice::Done]);
    assert_eq!(offered(&table, block), less, "a tug");
    table.force(Side::Allied, block).tows.clear();
    let blocks = usize::from(chart.blocks[Side::Allied].task_forces);
    let used = |table: &Table| {
        let forces = table.p.fleet(Side::Allied).forces.iter();
        forces
            .filter(|force| force.kind == crate::forces::Kind::TaskForce)
            .count()
    };
    while used(&table) < blocks {
        table.at_sea(Side::Allied, "dd_jr", 1, "0512");
    }
    assert_eq!(
        offered(&table, block),
        sorted(vec![whole, Choice::Done]),
        "no block"
    );
}
