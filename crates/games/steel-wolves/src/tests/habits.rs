//! Habits of the staff that section 12 of the specification asks for.

use super::{Desk, GAME};
use crate::boat::{Duty, Place, Side};
use crate::choice::Choice;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node};
use crate::sequence::Step;
use crate::staff::Doctrine;
use crate::view::View;
use derbyhouse_kernel::Bot;

/// What the staff answers now.
fn answer(desk: &Desk) -> Choice {
    let offers = desk.offers();
    Doctrine::default().choose(View::new(GAME.tables(), &desk.p), &offers)
}

/// A boat on its way home from the Norwegian Sea has come into the North Sea, with a point left.
fn near_home(base: Base, area: Area) -> (Desk, BoatId) {
    let mut desk = Desk::quiet("op_wp3");
    let id = desk.post(area, 1, |family| family == "VII")[0];
    desk.boat_mut(id).turn_home();
    desk.act(id);
    desk.p.errand.entered = vec![area];
    desk.p.errand.points = 1;
    desk.p.agenda.clear();
    let home = Step::HomeSail(Node::Base(base), 1);
    desk.p.agenda.plan([home, Step::BoatDone]);
    (desk, id)
}

/// Spotted or damaged, a boat is careful in the last area before its base (12.3, 12.17), [15.24]; not where a transit zone is
/// still to be crossed: through Biscay at full speed.
#[test]
fn hunted_boats_are_careful_before_their_base() {
    let wary = Choice::Halt(Side::Transit);
    let (mut desk, id) = near_home(Base::Germany, Area::NorthSea);
    assert!(desk.offers().contains(&wary), "{:?}", desk.offers());
    assert_eq!(answer(&desk), Choice::Base(Base::Germany));
    desk.boat_mut(id).spotted = true;
    assert_eq!(answer(&desk), wary);
    desk.boat_mut(id).spotted = false;
    desk.boat_mut(id).damage = 1;
    assert_eq!(answer(&desk), wary);
    let (mut desk, id) = near_home(Base::FranceAtlantic, Area::SwApproaches);
    desk.boat_mut(id).spotted = true;
    assert_eq!(answer(&desk), Choice::Base(Base::FranceAtlantic));
}

/// A damaged boat is good enough to report weather (12.16), [5.0]; and a pack of four is left as it is where another boat can
/// go.
#[test]
fn weather_is_reported_by_damaged_boats() {
    let mut desk = Desk::quiet("op_wp3");
    let event = desk.t().war_events.place("weather_reporting").unwrap();
    let ids = desk.post(Area::GreenlandGap, 3, |family| family == "VII");
    desk.boat_mut(ids[2]).damage = 1;
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::Demand(event, 0, 1));
    assert!(matches!(answer(&desk), Choice::Send(id, _) if id == ids[2]));
}

/// Four boats make a pack: none of them is taken while others can go (12.16).
#[test]
fn packs_are_not_broken_up() {
    let mut desk = Desk::quiet("op_wp5");
    let event = desk.order("allied_occupation_of_the_azores");
    let ids = desk.post(Area::GrandBanks, 4, |family| family == "VII");
    let fifth = desk.post(Area::Morocco, 1, |family| family == "IX")[0];
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::Demand(event, 0, 1));
    let sent = |desk: &Desk| match answer(desk) {
        Choice::Send(id, _) => id,
        other => panic!("{other:?}"),
    };
    let offered = |id: BoatId| {
        let mut offers = desk.offers().into_iter();
        offers.any(|offer| matches!(offer, Choice::Send(other, _) if other == id))
    };
    assert!(offered(ids[0]) && offered(fifth), "{:?}", desk.offers());
    assert_eq!(sent(&desk), fifth);
    // With a fifth boat there one can be spared.
    desk.boat_mut(fifth).leave(Place::Area(Area::GrandBanks));
    desk.boat_mut(fifth).side = Side::Patrol;
    assert!(ids.contains(&sent(&desk)));
    assert!(desk.boat(fifth).duty != Some(Duty::Weather));
}

/// A boat that was seen lies low until it is forgotten, if it can stay that long; one that must go home soon searches (12.3),
/// [13.1].
#[test]
fn boats_of_short_endurance_do_not_lie_low() {
    let mut desk = Desk::quiet("op_wp3");
    let id = desk.post(Area::GreenlandGap, 1, |family| family == "VII")[0];
    desk.act(id);
    desk.boat_mut(id).spotted = true;
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Conduct, Step::BoatDone]);
    let good = desk.t().doctrine.good_endurance as i8;
    let mut seen = [false; 2];
    for torpedo in -2..=2 {
        desk.p.standing.torpedo = torpedo;
        let (number, _) = {
            let boat = desk.boat(id);
            desk.p.endurance_of(desk.t(), boat, boat.week)
        };
        seen[usize::from(number >= good)] = true;
        let wanted = if number >= good {
            Choice::Bypass
        } else {
            Choice::Search
        };
        assert_eq!(answer(&desk), wanted, "{number}");
    }
    assert_eq!(seen, [true; 2]);
}
