//! The audit finds what must not be: section 9 of the specification.

use super::seaway::convoy;
use super::{Table, hex, tables};
use crate::event::Event;
use crate::forces::{BlockId, Engagement, Id, Place};
use crate::position::Position;
use crate::sequence::{Play, Segment};
use crate::side::Side;

/// A table in a Segment of a side.
fn in_segment(side: Side, segment: Segment) -> Table {
    let mut table = Table::new("pq12");
    table.p.segment = segment;
    table.p.active = Some(side);
    table
}

/// What the audit says of a step.
fn said(before: &Position, events: &[Event], after: &Position) -> Option<String> {
    let audit = crate::audit::audit(tables(), Some(before), events, after);
    audit.err().map(|broken| broken.0)
}

fn breaks(before: &Position, events: &[Event], after: &Position, what: &str) {
    assert_eq!(said(before, &[], before), None, "sound at first");
    let said = said(before, events, after);
    assert!(
        said.as_ref().is_some_and(|said| said.contains(what)),
        "{said:?}"
    );
}

fn who(table: &Table, side: Side, block: BlockId) -> crate::event::Who {
    Play::who(side, table.p.fleet(side).force(block).unwrap())
}

/// A TF fights once in a Segment, also if it is attacked (25).
#[test]
fn a_tf_is_not_attacked_twice() {
    let mut table = in_segment(Side::Axis, Segment::SurfaceCombat);
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    let prey = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    table.force(Side::Allied, prey).motion.engagement = Engagement::Fought;
    let begins = Event::BattleBegins {
        attackers: vec![who(&table, Side::Axis, raider)],
        defenders: vec![who(&table, Side::Allied, prey)],
        surprise: false,
    };
    breaks(&table.p, &[begins], &table.p, "fights twice");
}

/// Nobody goes farther than fuel lets him (9).
#[test]
fn critical_fuel_is_slow() {
    let mut table = in_segment(Side::Axis, Segment::NavalMovement);
    let block = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    let force = table.force(Side::Axis, block);
    force.motion.hexes = 1;
    let fuel = force.fuel.as_mut().unwrap();
    (fuel.marker, fuel.status) = (None, crate::fuel::Status::Critical);
    let before = table.p.clone();
    let force = table.force(Side::Axis, block);
    (force.place, force.motion.hexes) = (Place::Sea(hex("0512")), 2);
    breaks(&before, &[], &table.p, "2 hexes of 1");
}

/// A Convoy does not turn away from its destination (10).
#[test]
fn convoys_do_not_turn_away() {
    let mut table = in_segment(Side::Allied, Segment::NavalMovement);
    let block = convoy(&mut table, "PQ-12", "0511");
    let before = table.p.clone();
    let force = table.force(Side::Allied, block);
    (force.place, force.motion.hexes) = (Place::Sea(hex("0510")), 1);
    breaks(&before, &[], &table.p, "turns away");
}

/// A failed search does not make a force less known (19).
#[test]
fn searches_hide_nobody() {
    let mut table = in_segment(Side::Axis, Segment::Reconnaissance);
    let block = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    table.force(Side::Allied, block).id = Id::level(2);
    let before = table.p.clone();
    table.force(Side::Allied, block).id = Id::level(1);
    breaks(&before, &[], &table.p, "less known");
}

/// Each sub attacks once (28).
#[test]
fn a_sub_attacks_once() {
    let mut table = in_segment(Side::Axis, Segment::SubmarineCombat);
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
    let fired = |dice: Vec<u8>| Event::Torpedoes {
        pack: who(&table, Side::Axis, pack),
        dice,
        hits: 1,
    };
    let events = [fired(vec![9, 3, 1])];
    assert_eq!(said(&table.p, &events, &table.p), None, "two, and damage");
    let events = [fired(vec![9, 3, 1]), fired(vec![9, 3])];
    breaks(&table.p, &events, &table.p, "fires 3 times");
}

/// A ship adrift is towed or scuttled in the Combine Forces Segment (33).
#[test]
fn nobody_stays_adrift() {
    let mut table = in_segment(Side::Allied, Segment::SurfaceCombat);
    let block = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    let pool = &mut table.force(Side::Allied, block).units.pools[0];
    (pool.cs, pool.diw) = (1, 1);
    let before = table.p.clone();
    table.p.active = Some(Side::Axis);
    table.p.segment = Segment::NavalMovement;
    breaks(&before, &[], &table.p, "adrift");
}

/// Every merchant ship that sailed is accounted for (41).
#[test]
fn no_merchant_ship_is_forgotten() {
    let mut table = in_segment(Side::Allied, Segment::NavalMovement);
    let block = convoy(&mut table, "PQ-12", "0511");
    let before = table.p.clone();
    let class = tables().chart.find_class("mv_al").unwrap();
    let pools = &mut table.force(Side::Allied, block).units.pools;
    let pool = pools.iter_mut().find(|pool| pool.class == class);
    pool.unwrap().cs -= 1;
    breaks(&before, &[], &table.p, "merchant ships");
}
