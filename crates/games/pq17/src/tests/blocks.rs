//! Blocks that nobody may tell apart (chapter 1), [8.3], and what becomes of shadowers when forces combine [6.3.5].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Id, Kind, Place, Shadower, Token};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Condition, Sector};
use crate::view::View;
use derbyhouse_kernel::{Chance, Viewer};

/// A Convoy on its planned way, unseen, and a Dummy that its owner has just sent to sea.
fn about_to_start(seed: u64) -> (Table, BlockId, BlockId) {
    let mut table = Table::new("pq6");
    table.chance = Chance::seeded(seed);
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    table.force(Side::Allied, convoy).place = Place::Port(reykjavik);
    table
        .play()
        .make_dummy(Side::Allied, Place::Port(reykjavik));
    let dummies = table.p.fleet(Side::Allied).forces.iter();
    let dummy = dummies
        .filter(|force| force.kind == Kind::Dummy)
        .map(|force| force.block)
        .next_back()
        .unwrap();
    table.play().ask_plans();
    for side in Side::ALL {
        table.p.fleet_mut(side).orders.clear();
    }
    let force = table.force(Side::Allied, convoy);
    (force.place, force.token) = (Place::Sea(hex("0407")), Token(0));
    table
        .play()
        .place_dummy(Side::Allied, dummy, Choice::At(hex("0409")));
    (table, convoy, dummy)
}

fn appeared(table: &Table, side: Side) -> Vec<(crate::hex::Hex, Token)> {
    let events = table.log.events().iter();
    let lines = events.filter_map(|event| match event {
        Event::Appears { who, hex } if who.side == side => Some((*hex, who.token)),
        _ => None,
    });
    lines.collect()
}

/// When play starts, neither numbers nor the order of lines tell a Convoy from a Dummy [8.3].
#[test]
fn blocks_appear_in_no_order_that_tells() {
    let mut firsts = Vec::new();
    for seed in 0..24 {
        let (mut table, convoy, dummy) = about_to_start(seed);
        assert_eq!(table.token(Side::Allied, dummy), Token(0), "unseen");
        assert!(appeared(&table, Side::Allied).is_empty(), "and unsaid");
        table.play().appear();
        let (convoy, dummy) = (
            table.token(Side::Allied, convoy),
            table.token(Side::Allied, dummy),
        );
        firsts.push(convoy < dummy);
        let lines = appeared(&table, Side::Allied);
        assert!(lines.is_sorted(), "in the order of hexes: {lines:?}");
        assert!(lines.contains(&(hex("0407"), convoy)));
        assert!(lines.contains(&(hex("0409"), dummy)));
    }
    assert!(firsts.contains(&true) && firsts.contains(&false));
}

/// Until then the enemy counts the blocks that lay in port when plans were made [8.3].
#[test]
fn ports_look_full_until_play_starts() {
    let (mut table, ..) = about_to_start(1);
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    let seen = |table: &Table, side: Side| {
        let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
        let mut ports = view.in_port(Side::Allied).into_iter();
        ports
            .find(|(port, _)| *port == reykjavik)
            .map_or(0, |p| p.1)
    };
    let before = seen(&table, Side::Axis);
    assert_eq!(seen(&table, Side::Allied), before - 2, "the owner knows");
    table.play().appear();
    assert_eq!(seen(&table, Side::Axis), before - 2);
}

/// One block lies in Tromso, whether it is the Axis Convoy or a Dummy [4.1.3], [12.3].
#[test]
fn one_block_lies_in_tromso() {
    let tromso = tables().sheet.find_port("tromso").unwrap();
    for condition in [Condition::AxisConvoy, Condition::None] {
        let mut table = super::special::holding("pq17", Side::Axis, condition);
        table.play().dummies_in_port();
        let forces = table.p.fleet(Side::Axis).forces.iter();
        let there = forces.filter(|force| force.place == Place::Port(tromso));
        assert_eq!(there.count(), 1, "{condition:?}");
    }
}

/// Dummies that merge are a block fewer to the enemy, and no word more [1.2.4].
#[test]
fn dummies_merge_in_silence() {
    let mut table = Table::new("pq6");
    let force = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    for _ in 0..2 {
        table.play().make_dummy(Side::Axis, Place::Sea(hex("0613")));
    }
    let before = table.token(Side::Axis, force);
    table.play().begin_combining(Side::Axis);
    let blocks = table.p.at(Side::Axis, hex("0613")).count();
    assert_eq!(blocks, 2);
    let told = table
        .log
        .events()
        .iter()
        .any(|event| matches!(event, Event::DummyGone { .. }));
    assert!(!told);
    assert_ne!(table.token(Side::Axis, force), before, "mixed");
}

/// Combining is not among the ends of shadowing: who was with the block that is gone stays with the other [6.3.5].
#[test]
fn combining_shakes_nobody_off() {
    let mut table = Table::new("pq6");
    let a = table.at_sea(Side::Allied, "dd_jr", 3, "0513");
    let b = table.at_sea(Side::Allied, "dd_jr", 2, "0513");
    table.force(Side::Allied, b).id = Id::level(2);
    table.p.named = vec![hex("0513")];
    let token = table.token(Side::Allied, b);
    let sector = Shadower::Sector(Sector::Barents);
    table
        .play()
        .shadow(Side::Axis, token, Choice::Shadow(sector));
    table.play().merge(Side::Allied, a, b);
    let both = table.force(Side::Allied, a);
    assert_eq!(both.shadows, [sector]);
    assert_eq!(both.id, Id::level(2), "no level is lost [6.3.5]");
}

/// Two Convoys that combine keep one pack of those that shadowed them; the other stands up again [6.3.2].
#[test]
fn one_pack_stays_with_a_convoy() {
    let mut table = Table::new("pq12");
    let a = table.named(Side::Allied, "PQ-12").block;
    let sheet = table.force(Side::Allied, a).sailing.clone();
    let b = table.named(Side::Allied, "QP-8").block;
    let packs = [(a, Token(900)), (b, Token(901))].map(|(block, token)| {
        let force = table.force(Side::Allied, block);
        force.place = Place::Sea(hex("0511"));
        force.token = token;
        force.id = Id::level(2);
        force.sailing.clone_from(&sheet);
        let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
        let shadow = Choice::Shadow(Shadower::Pack(pack));
        table.play().shadow(Side::Axis, token, shadow);
        pack
    });
    table.play().merge(Side::Allied, a, b);
    let convoy = table.force(Side::Allied, a);
    assert_eq!(convoy.shadows, [Shadower::Pack(packs[0])]);
    assert!(table.force(Side::Axis, packs[0]).shadowing);
    assert!(!table.force(Side::Axis, packs[1]).shadowing);
    assert!(!matches!(
        table.p.fleet(Side::Axis).orders.top(),
        Some(Order::Shadow(_))
    ));
}
