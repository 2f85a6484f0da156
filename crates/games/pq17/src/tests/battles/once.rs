//! Each TF fights once in a Segment [7.5], and every TF beside a battle may draw to join it [7.5.2i].

use super::{asked, barents_sea, engaged, fleet};
use crate::choice::Choice;
use crate::forces::{Engagement, Id};
use crate::passage::Passage;
use crate::sequence::{Order, Step};
use crate::side::Side;
use crate::tests::{Table, tables};

/// Two Allied TFs off one German, all in one hex.
fn two_against_one() -> (Table, [crate::forces::BlockId; 3]) {
    let mut table = Table::new("jw51b");
    let raider = fleet(&mut table, Side::Axis, &["lutzow"], &[], "0515");
    let first = fleet(&mut table, Side::Allied, &["sheffield"], &[], "0515");
    let second = fleet(&mut table, Side::Allied, &["jamaica"], &[], "0515");
    table.force(Side::Axis, raider).id = Id::level(2);
    (table, [raider, first, second])
}

/// Given a TF that has fought, when another looks for targets, then it is none any more; a Convoy still is [7.5] (25).
#[test]
fn a_tf_that_has_fought_is_no_target() {
    let (mut table, [raider, first, _]) = two_against_one();
    let token = table.token(Side::Axis, raider);
    let attack = Choice::Engage(first, token);
    let attacks = |table: &Table| {
        let mut out = Vec::new();
        table.p.list_attacks(tables(), Side::Allied, &mut out);
        out
    };
    assert!(attacks(&table).contains(&attack));
    table.force(Side::Axis, raider).motion.engagement = Engagement::Fought;
    assert!(attacks(&table).is_empty());

    let (mut table, raider, convoy) = barents_sea();
    table.force(Side::Allied, convoy).motion.engagement = Engagement::Fought;
    let token = table.token(Side::Allied, convoy);
    let mut out = Vec::new();
    table.p.list_attacks(tables(), Side::Axis, &mut out);
    assert_eq!(out, [Choice::Engage(raider, token)]);
}

/// Given a TF in transit that has fought, when others meet it, then they cannot attack it again [7.5], [6.6.1] (25).
#[test]
fn a_tf_in_transit_fights_once() {
    let (mut table, [raider, first, _]) = two_against_one();
    let token = table.token(Side::Axis, raider);
    table.p.secret.transit = Some(Passage {
        side: Side::Axis,
        block: raider,
    });
    let fights = |table: &Table| {
        let mut out = Vec::new();
        table
            .p
            .list_transit_fights(tables(), Side::Allied, &mut out);
        out
    };
    assert!(fights(&table).contains(&Choice::Engage(first, token)));
    table.force(Side::Axis, raider).motion.engagement = Engagement::Fought;
    assert_eq!(fights(&table), [Choice::Pass]);
}

/// Given two TFs that found a target, of which one was intercepted, when the target has joined that battle, then the other
/// finds it taken, and may still join a battle itself [7.5] (R92).
#[test]
fn who_joined_the_first_battle_is_spared_the_second() {
    let (mut table, [raider, first, second]) = two_against_one();
    let cover = fleet(&mut table, Side::Axis, &["admiral_hipper"], &[], "0515");
    let token = table.token(Side::Axis, raider);
    table.play().announce(Side::Allied, first, token);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().has_found(first);
    table.play().has_found(second);
    let caught = table.token(Side::Allied, first);
    table.p.secret.agenda.clear();
    table.play().has_intercepted(Side::Axis, cover, caught);
    table.play().clash();
    let Some(Step::Meet(meeting)) = table.p.secret.agenda.pop() else {
        panic!("no battle")
    };
    table.play().meet(meeting);
    assert!(
        matches!(table.p.secret.agenda.pop(), Some(Step::Deploy(..))),
        "the interceptor fights whom it caught"
    );
    table.force(Side::Axis, raider).motion.engagement = Engagement::Fought;
    let Some(Step::Meet(meeting)) = table.p.secret.agenda.pop() else {
        panic!("no second battle")
    };
    assert_eq!(meeting.attackers, [second]);
    table.play().meet(meeting);
    assert!(table.p.secret.agenda.is_empty(), "the target has fought");
    let other = table.force(Side::Allied, second);
    assert_eq!(other.motion.engagement, Engagement::Tried);
    assert!(other.may_engage(tables()));
}

/// Given two TFs beside a battle, when one of them has joined, then the other is asked too [7.5.2i].
#[test]
fn every_tf_beside_a_battle_may_join() {
    let (mut table, ..) = engaged();
    let first = fleet(&mut table, Side::Axis, &["lutzow"], &[], "0515");
    let second = fleet(&mut table, Side::Axis, &["koln"], &[("dd_36a", 3)], "0515");
    table.p.secret.battle.as_mut().unwrap().round = 2;
    table.play().offer_join(Side::Axis, Vec::new());
    assert!(matches!(asked(&table, Side::Axis), Some(Order::Join(_))));
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().commit_to_battle(Side::Axis, first);
    table.play().offer_join(Side::Axis, vec![first]);
    assert_eq!(
        table.choices(Side::Axis),
        [Choice::Join(second), Choice::Pass]
    );
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().offer_join(Side::Axis, vec![first, second]);
    assert!(
        asked(&table, Side::Axis).is_none(),
        "it had its card, and found nobody"
    );
}

/// Given a TF that attacked a Scattered Convoy when it met it, when it looks for targets, then that Convoy is none any more in
/// this turn; others are (R43) [7.7].
#[test]
fn stragglers_are_attacked_once_a_turn() {
    let (mut table, raider, convoy) = barents_sea();
    let token = table.token(Side::Allied, convoy);
    let attacks = |table: &Table| {
        let mut out = Vec::new();
        table.p.list_attacks(tables(), Side::Axis, &mut out);
        out
    };
    table.force(Side::Axis, raider).motion.met_stragglers = true;
    assert_eq!(attacks(&table), [Choice::Engage(raider, token)]);
    let sailing = &mut table.force(Side::Allied, convoy).sailing;
    sailing.as_mut().unwrap().scattered = true;
    assert!(attacks(&table).is_empty());
    table.force(Side::Axis, raider).motion.met_stragglers = false;
    assert_eq!(attacks(&table), [Choice::Engage(raider, token)]);
}

/// Given a TF beside a Scattered Convoy and a pack, when it has hunted the pack, then it may attack the Convoy; when it attacked
/// the Convoy as it met it, then it may hunt the pack, and meets no other stragglers [7.4.2], [7.7.1] (R43).
#[test]
fn a_hunt_is_no_attack_on_stragglers() {
    let (mut table, raider, convoy) = barents_sea();
    let pack = table.at_sea(Side::Allied, "ss_uk", 1, "0818");
    let at = table.force(Side::Axis, raider).place;
    let force = table.force(Side::Allied, pack);
    (force.place, force.id) = (at, Id::level(1));
    let sailing = &mut table.force(Side::Allied, convoy).sailing;
    sailing.as_mut().unwrap().scattered = true;
    let [prey, token] = [convoy, pack].map(|block| table.token(Side::Allied, block));
    let may = |table: &Table| {
        let (mut attacks, mut hunts) = (Vec::new(), Vec::new());
        table.p.list_attacks(tables(), Side::Axis, &mut attacks);
        table.p.list_hunts(tables(), Side::Axis, &mut hunts);
        let force = table.p.fleet(Side::Axis).force(raider).unwrap();
        (
            attacks.contains(&Choice::Engage(raider, prey)),
            hunts.contains(&Choice::Attack(raider, token)),
            table.p.may_meet(tables(), force),
        )
    };
    assert_eq!(may(&table), (true, true, true));
    let before = table.force(Side::Axis, raider).clone();
    table.play().stalk(Side::Axis, raider, token);
    assert_eq!(may(&table), (true, false, true));
    *table.force(Side::Axis, raider) = before;
    let finder = crate::air::Finder::Force(raider);
    let hit = Choice::Air(crate::air::AirChoice::Hit);
    table.play().contact(Side::Axis, finder, prey, hit);
    assert_eq!(may(&table), (false, true, false));
}

/// Given two TFs that together may attack two cruisers, when only the weaker finds them, then Hitler calls it off [7.5.7] (R50).
#[test]
fn those_who_find_the_target_must_be_strong_enough() {
    for (finds, goes) in [(true, true), (false, false)] {
        let mut table = Table::new("jw51b");
        let ships = ["admiral_hipper", "koln"];
        let weak = fleet(&mut table, Side::Axis, &["lutzow"], &[], "0515");
        let strong = fleet(&mut table, Side::Axis, &ships, &[], "0515");
        let prey = fleet(&mut table, Side::Allied, &["sheffield"], &[], "0515");
        let token = table.token(Side::Allied, prey);
        table.play().announce(Side::Axis, weak, token);
        table.p.fleet_mut(Side::Axis).orders.clear();
        table.p.secret.agenda.clear();
        let force = table.p.fleet(Side::Allied).force(prey).unwrap().clone();
        table.play().remember(Side::Allied, &force);
        if finds {
            table.play().has_found(strong);
        }
        table.play().has_found(weak);
        table.play().offer_intercept();
        assert_eq!(table.p.secret.attack.is_some(), goes);
    }
}
