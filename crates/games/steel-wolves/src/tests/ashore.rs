//! In base and in the books: repair, aircraft, the tally.

use super::Desk;
use crate::boat::Place;
use crate::geography::Base;
use crate::ready::Stand;
use crate::sequence::Step;

/// A boat that came home damaged last week rolls for its box this week, though it counts as done until then [10.0].
#[test]
fn the_first_repair_roll_is_not_lost() {
    let mut desk = Desk::quiet("op_wp2");
    let id = desk.p.boats[0].id;
    let boat = desk.boat_mut(id);
    boat.place = Place::Base(Base::Germany, Stand::repair(2));
    boat.damage = 1;
    boat.done = true;
    desk.with(Some(&[0]), |play| play.perform(Step::Repair));
    assert_eq!(
        desk.boat(id).place,
        Place::Base(Base::Germany, Stand::repair(1)),
        "one box, and not two"
    );
}
