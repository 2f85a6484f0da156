//! The audit finds what must not be: section 9 of the specification.

use super::seaway::convoy;
use super::{Table, hex, tables};
use crate::event::Event;
use crate::forces::{BlockId, Engagement, Id, Place};
use crate::position::Position;
use crate::sequence::{Play, Segment};
use crate::side::Side;
use crate::tables::{Find, Line};

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

/// A card that was drawn against a block, read for aircraft.
fn card(table: &Table, side: Side, block: BlockId, open: bool) -> Event {
    Event::Card {
        by: side.other(),
        who: who(table, side, block),
        number: 1,
        line: Some(Line::Air),
        find: Find::Anything,
        gain: 0,
        open,
    }
}

/// A pack, its target, and what is told when it closes.
fn closing() -> (Table, BlockId, Event) {
    let mut table = in_segment(Side::Axis, Segment::SubmarineCombat);
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
    let prey = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    table.force(Side::Allied, prey).id = Id::level(1);
    let closes = Event::Closes {
        pack: who(&table, Side::Axis, pack),
        target: who(&table, Side::Allied, prey),
        die: 5,
        drm: 0,
        drms: Vec::new(),
        before: 0,
        after: 2,
    };
    (table, prey, closes)
}

/// A pack closes with what a card has found, and nobody else; a success that was negated is none (24).
#[test]
fn packs_close_with_what_they_found() {
    let (table, prey, closes) = closing();
    let found = card(&table, Side::Allied, prey, true);
    let missed = card(&table, Side::Allied, prey, false);
    let negated = Event::Negated {
        who: who(&table, Side::Allied, prey),
        how: crate::recon::Negation::Cam,
    };
    let p = &table.p;
    assert_eq!(said(p, &[found.clone(), closes.clone()], p), None);
    for events in [
        vec![closes.clone()],
        vec![missed, closes.clone()],
        vec![found, negated, closes],
    ] {
        breaks(p, &events, p, "has not found");
    }
}

/// A success that its target's owner lets pass counts in the step of his answer; and nobody aims before (24).
#[test]
fn packs_aim_at_what_they_found() {
    let (mut table, prey, closes) = closing();
    let Event::Closes { pack, .. } = closes else {
        panic!("it closes")
    };
    let token = table.force(Side::Allied, prey).token;
    let before = table.p.clone();
    let aim = crate::sequence::Order::Aim(crate::sequence::Hunt {
        side: Side::Axis,
        pack: pack.block,
        target: token,
        aims: Vec::new(),
        offensive: false,
    });
    table.play().ask(Side::Axis, aim);
    let after = table.p.clone();
    breaks(&before, &[], &after, "has not found");
    let mut asked = before;
    let search = crate::sequence::Search {
        by: Side::Axis,
        token,
        purpose: crate::sequence::Purpose::Locate(pack.block),
        again: false,
    };
    let success = crate::sequence::Success {
        search,
        symbol: false,
        sure: true,
        watermark: true,
        gain: 0,
    };
    let orders = &mut asked.fleet_mut(Side::Allied).orders;
    orders.push(crate::sequence::Order::Negate(success));
    assert_eq!(said(&asked, &[], &after), None, "it was let pass");
    assert_eq!(said(&after, &[closes], &table.p), None, "it has aimed");
}

/// A TF fights whom it has found: by a card of this step, or of one before others could go between (24).
#[test]
fn task_forces_fight_whom_they_found() {
    let mut table = in_segment(Side::Axis, Segment::SurfaceCombat);
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    let prey = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    table.force(Side::Allied, prey).id = Id::level(1);
    let begins = Event::BattleBegins {
        attackers: vec![who(&table, Side::Axis, raider)],
        defenders: vec![who(&table, Side::Allied, prey)],
        surprise: false,
    };
    let found = card(&table, Side::Allied, prey, true);
    let p = &table.p;
    assert_eq!(said(p, &[found, begins.clone()], p), None);
    breaks(p, std::slice::from_ref(&begins), p, "has not found");
    let mut waiting = table.p.clone();
    waiting.secret.attack = Some(crate::surface::Attack {
        by: Side::Axis,
        target: table.force(Side::Allied, prey).token,
        tries: vec![raider],
        found: vec![raider],
        intercepted: None,
    });
    assert_eq!(said(&waiting, &[begins], &table.p), None);
    breaks(&table.p, &[], &waiting, "has not found");
}

/// Aircraft attack what is Identified, and go in against what they have found (24).
#[test]
fn aircraft_go_in_against_what_they_found() {
    let mut table = in_segment(Side::Axis, Segment::AirCombat);
    let prey = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    let attacks = Event::Air(crate::air::AirEvent::Attacks {
        side: Side::Axis,
        target: crate::air::Quarry::Force(who(&table, Side::Allied, prey)),
        units: Vec::new(),
    });
    breaks(
        &table.p,
        std::slice::from_ref(&attacks),
        &table.p,
        "do not see",
    );
    table.force(Side::Allied, prey).id = Id::level(2);
    assert_eq!(said(&table.p, &[attacks], &table.p), None);
    let before = table.p.clone();
    let light = table.p.light(tables());
    let target = crate::strike::Target::Force(prey);
    let mut strike = crate::strike::Strike::new(Side::Axis, target, hex("0511"), light);
    strike.units.push(crate::air::AirId(0));
    table.p.secret.strikes.push(strike);
    let found = card(&table, Side::Allied, prey, true);
    assert_eq!(said(&before, &[found], &table.p), None);
    breaks(&before, &[], &table.p, "have not found");
}

/// Between Operations too every merchant ship that was placed is somewhere, or lost (41).
#[test]
fn no_merchant_ship_vanishes_between_fortnights() {
    let mut table = Table::new("campaign");
    let before = table.p.clone();
    let class = tables().chart.find_class("mv_al").unwrap();
    for less in [true, false] {
        table.p = before.clone();
        let stock = &mut table.p.fleet_mut(Side::Allied).reserve.stock;
        let pool = stock.pools.iter_mut().find(|pool| pool.class == class);
        match (pool.unwrap(), less) {
            (pool, true) => pool.cs -= 1,
            (pool, false) => pool.cs += 1,
        }
        breaks(&before, &[], &table.p, "merchant ships");
    }
}

/// Merchant ships that run aground, collide, sink, are adrift or come home are all accounted for (41).
#[test]
fn every_merchant_ship_is_accounted_for() {
    use crate::season::{Cause, Gone};
    let mut table = Table::new("campaign");
    let class = tables().chart.find_class("mv_al").unwrap();
    table.play().form_convoy(
        crate::season::Source::Loaded,
        crate::choice::Choice::Ships(9),
    );
    let taken = table
        .p
        .fleet(Side::Allied)
        .forces
        .iter()
        .position(|force| force.units.pool(class).is_some_and(|pool| pool.cs >= 8));
    let convoy = &mut table.p.fleet_mut(Side::Allied).forces[taken.unwrap()];
    let mut pools = convoy.units.pools.iter_mut();
    let pool = pools.find(|pool| pool.class == class).unwrap();
    (pool.cs, pool.diw) = (pool.cs - 7, 1);
    for (cause, loaded) in [
        (Cause::Sunk, true),
        (Cause::Collision, true),
        (Cause::WesternIce, false),
        (Cause::Breakdown, true),
        (Cause::Grounding, false),
        (Cause::Grounding, true),
    ] {
        let at = Some(hex("0511"));
        let gone = Gone::new(crate::forces::Hull::Class(class), cause);
        let gone = Gone { loaded, at, ..gone };
        table.play().reserve(Side::Allied).gone.push(gone);
    }
    assert_eq!(said(&table.p, &[], &table.p), None);
    let before = table.p.clone();
    table
        .play()
        .order_of_battle(crate::order_of_battle::Muster::Harbours);
    table.play().repairs();
    table.play().fortnight_reinforcements();
    let tally = |p: &Position| p.fleet(Side::Allied).reserve.tally.unwrap();
    let (old, new) = (tally(&before), tally(&table.p));
    assert!(new.placed > old.placed && new.lost >= old.lost + 5);
    assert_eq!(said(&table.p, &[], &table.p), None);
}

/// What a hunt of a pack of one sub told.
fn asw(dice: Vec<u8>, asw: u8, sunk: u8) -> Event {
    Event::AswDice {
        target: Side::Allied,
        nations: vec![(crate::side::Nation::British, asw)],
        dice,
        held_down: 0,
        damaged: 0,
        sunk,
    }
}

/// Two ASW dice for each sub, and one more for each Success; what finds no more subs lapses [7.4.1] (28).
#[test]
fn asw_dice_are_two_for_each_sub() {
    let (mut table, prey, closes) = closing();
    let Event::Closes { pack, .. } = &closes else {
        panic!("it closes")
    };
    let pool = &mut table.force(Side::Axis, pack.block).units.pools[0];
    pool.cs = 1;
    let found = card(&table, Side::Allied, prey, true);
    let p = &table.p;
    let hunt = |told: Event| [found.clone(), closes.clone(), told];
    for sound in [
        asw(vec![1, 2], 2, 0),
        asw(vec![1, 9, 9], 2, 1),
        asw(vec![9, 9, 9, 9], 2, 1),
    ] {
        assert_eq!(said(p, &hunt(sound), p), None);
    }
    breaks(p, &hunt(asw(vec![1, 2, 3], 3, 0)), p, "ASW dice against");
    breaks(p, &hunt(asw(vec![1, 2, 3], 2, 0)), p, "successes");
    breaks(p, &hunt(asw(vec![9], 2, 1)), p, "successes");
}

/// A search by nobody but Dummies finds nothing [6.5] (21).
#[test]
fn dummies_find_nothing() {
    let mut table = in_segment(Side::Axis, Segment::Reconnaissance);
    let _ = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    let block = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    let found = |line| Event::Card {
        by: Side::Axis,
        who: who(&table, Side::Allied, block),
        number: 1,
        line,
        find: Find::Anything,
        gain: 0,
        open: true,
    };
    let force = Some(Line::Force);
    let (by_force, by_nobody) = (found(force), found(None));
    let p = table.p.clone();
    assert_eq!(said(&p, std::slice::from_ref(&by_force), &p), None);
    breaks(&p, &[by_nobody], &p, "nobody but Dummies");
}

/// A Dummy that is found goes, unless its owner denies it [6.2.1], [6.2.2] (21).
#[test]
fn a_dummy_that_is_found_goes() {
    let mut table = in_segment(Side::Axis, Segment::Reconnaissance);
    let _ = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    let block = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    let dummy = table.force(Side::Allied, block);
    dummy.kind = crate::forces::Kind::Dummy;
    dummy.units = crate::forces::Units::default();
    dummy.fuel = None;
    let dummy = who(&table, Side::Allied, block);
    let found = Event::Card {
        by: Side::Axis,
        who: dummy,
        number: 1,
        line: Some(Line::Force),
        find: Find::Anything,
        gain: 0,
        open: true,
    };
    let gone = Event::DummyGone {
        who: dummy,
        hex: None,
    };
    let p = &table.p;
    assert_eq!(said(p, &[found.clone(), gone], p), None);
    breaks(p, &[found], p, "still a Dummy");
}

/// It ends when all are in, and not before [3.4] (40).
#[test]
fn an_operation_ends_when_it_must() {
    let mut table = in_segment(Side::Axis, Segment::CombineForces);
    table.p.turn = crate::time::Turn::new(9, crate::time::Half::Am);
    let after = |p: &Position, segment| {
        let mut after = p.clone();
        (after.turn, after.segment, after.active) = (p.turn.later(1), segment, None);
        after
    };
    let over = |p: &Position| after(p, Segment::Administration);
    let on = |p: &Position| after(p, Segment::Weather);
    convoy(&mut table, "PQ-12", "0611");
    let out = &table.p;
    assert_eq!(said(out, &[], &on(out)), None);
    breaks(out, &[], &over(out), "though forces are out");
    for side in Side::ALL {
        let fleet = table.p.fleet_mut(side);
        fleet.forces.retain(|force| {
            force.kind != crate::forces::Kind::Convoy && force.place.in_port().is_some()
        });
        for account in &mut fleet.accounts {
            (account.arrived, account.sunk, account.exempt) = (account.started, 0, 0);
        }
    }
    let home = &table.p;
    assert_eq!(said(home, &[], &over(home)), None);
    breaks(home, &[], &on(home), "goes on");
}
