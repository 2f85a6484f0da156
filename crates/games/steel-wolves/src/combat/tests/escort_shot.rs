//! How a skipper gets at a ship whose escort makes her safe (12.9).

use super::rules::{BOAT, TDC_ZERO, Table, table};
use crate::combat::doctrine::Bridge;
use crate::combat::{Act, SlotId, SlotSet, Stage};
use crate::displays::{Display, Lane};
use crate::event::Event;

const ESCORT: SlotId = SlotId(1);
const SHIP: SlotId = SlotId(2);

/// A frigate covers the one big ship in the boat's column; a small one is there too. Five points do not hit the big one.
fn covered() -> Table {
    let units = [
        ("m_british_2t_0", Lane::OuterLeft),
        ("es_river", Lane::OuterLeft),
        ("m_british_10t_3", Lane::OuterLeft),
    ];
    let mut table = table(Display::Small, &units).face_up();
    table.b.fighters[0].attack = 5;
    assert!(table.b.need(&table.t, BOAT, SHIP, 5) < 0);
    table.b.stage = Stage::Aiming(BOAT, 2);
    table
}

/// What a skipper would do now.
fn skipper(table: &Table) -> Option<Act> {
    Bridge::new(&table.t, &table.b).act()
}

/// The escort gets a marker and three points before anybody else, and the first torpedoes.
#[test]
fn the_escort_is_shot_at_first() {
    let mut table = covered();
    assert_eq!(skipper(&table), Some(Act::Aim(ESCORT)));
    table.b.aimed = SlotSet::one(ESCORT);
    table.b.stage = Stage::Aiming(BOAT, 1);
    assert_eq!(skipper(&table), Some(Act::Aim(SHIP)));
    table.b.aimed.insert(SHIP);
    table.b.slots[ESCORT.index()].tdc = -4;
    table.b.stage = Stage::Allotting(BOAT, 5, None);
    assert_eq!(skipper(&table), Some(Act::Points(ESCORT, 3)));
    table.b.slots[ESCORT.index()].points = 3;
    table.b.slots[SHIP.index()].points = 2;
    table.b.stage = Stage::Firing(BOAT);
    assert_eq!(skipper(&table), Some(Act::Attack(ESCORT)));
}

/// A lucky marker on the ship makes it needless, an unlucky one on the escort hopeless.
#[test]
fn markers_decide_whether_it_is_worth_it() {
    for (escort, ship, expected) in [(-4, -4, (SHIP, 5)), (0, -2, (SHIP, 5))] {
        let mut table = covered();
        table.b.aimed = SlotSet::one(ESCORT);
        table.b.aimed.insert(SHIP);
        table.b.slots[ESCORT.index()].tdc = escort;
        table.b.slots[SHIP.index()].tdc = ship;
        table.b.stage = Stage::Allotting(BOAT, 5, None);
        let (slot, points) = expected;
        assert_eq!(
            skipper(&table),
            Some(Act::Points(slot, points)),
            "{escort}, {ship}"
        );
    }
}

/// Who is spotted surprises nobody [14.15B]; a ship that can be hit is shot at herself; one marker is not enough for two.
#[test]
fn otherwise_the_ship_is_the_target() {
    type Change = fn(&mut Table);
    let changes: [Change; 3] = [
        |table| table.b.fighters[0].spotted = true,
        |table| table.b.fighters[0].attack = 7,
        |table| table.b.fighters[0].tactical = 1,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut table = covered();
        change(&mut table);
        assert_eq!(skipper(&table), Some(Act::Aim(SHIP)), "{number}");
    }
}

/// All answers at once come to the same as one after the other.
#[test]
fn it_is_the_same_in_one_go() {
    let mut table = covered();
    // Markers of -4 and 0; the escort is hit and sunk; the counterattack does nothing, the convoy does not straggle.
    let events = table.play(&[0, TDC_ZERO, 0, 0, 9, 9], |fight| {
        fight.by_doctrine();
    });
    let fired = events.iter().find_map(|event| match event {
        Event::Fired { slot, points, .. } => Some((*slot, *points)),
        _ => None,
    });
    assert_eq!(fired, Some((ESCORT, 3)));
}
