//! What War Events order beyond their demands [5.0].

use super::Desk;
use crate::boat::{Duty, Place};
use crate::geography::{Area, Zone};
use crate::sequence::Step;
use crate::tables::Theatre;

/// The boats that were at Dunkirk go RTB at the end of the turn, others of the area do not [WE1.9].
#[test]
fn dunkirk_is_over() {
    let mut desk = Desk::quiet("op_wp1");
    desk.order("dunkirk");
    let boats = desk.post(Area::NorthSea, 2, |_| true);
    desk.boat_mut(boats[0]).duty = Some(Duty::Sent(0, Theatre::Zone(Zone::EnglishChannel)));
    for id in &boats {
        desk.boat_mut(*id).done = true;
    }
    desk.with(None, |play| play.perform(Step::Conclude));
    assert!(desk.boat(boats[0]).rtb);
    assert!(
        !desk.boat(boats[0]).patrol.volunteered,
        "it was an order (R40)"
    );
    assert!(!desk.boat(boats[1]).rtb);
    assert_eq!(desk.boat(boats[0]).place, Place::Area(Area::NorthSea));
}
