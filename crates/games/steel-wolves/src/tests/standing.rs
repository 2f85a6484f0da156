//! Standing orders: for a boat, for an area, for all; the nearest holds.

use super::{Desk, GAME};
use crate::boat::{Place, Side};
use crate::choice::Choice;
use crate::combat::{Act, Hand, Stage};
use crate::displays::{Contact, Display};
use crate::fleet::BoatId;
use crate::geography::Area;
use crate::sequence::Step;
use crate::staff::orders;
use crate::view::View;
use derbyhouse_scene::Orders;

fn given(all: &[(String, &str)]) -> Orders {
    let all = all.iter();
    all.map(|(id, answer)| (id.clone(), (*answer).to_owned()))
        .collect()
}

/// The answer of orders to what is asked now.
fn answer(desk: &Desk, all: &[(String, &str)]) -> Option<Choice> {
    let view = View::new(GAME.tables(), &desk.p);
    orders::by_order(view, &desk.offers(), &given(all))
}

/// A damaged boat on patrol in the Greenland Gap is asked something.
fn damaged(step: Step) -> (Desk, BoatId) {
    let mut desk = Desk::bare("op_wp3");
    desk.clear_the_sea();
    let id = desk.post(Area::GreenlandGap, 1, |family| family == "VII")[0];
    desk.p.acting = desk.p.find(id).unwrap();
    desk.boat_mut(id).damage = 1;
    desk.p.agenda.plan([step, Step::BoatDone]);
    (desk, id)
}

/// An order for one boat goes before that for its area, and that before the one for all [13.1]; also where the staff has the
/// rest of the boat.
#[test]
fn the_nearest_order_holds() {
    let (desk, id) = damaged(Step::Conduct);
    let all = ("damaged-search".to_owned(), "search");
    let area = ("area.greenland_gap.damaged-search".to_owned(), "bypass");
    let boat = (format!("boat.{id}.damaged-search"), "search");
    let staff = (format!("boat.{id}"), "staff");
    assert_eq!(
        answer(&desk, std::slice::from_ref(&all)),
        Some(Choice::Search)
    );
    assert_eq!(
        answer(&desk, &[all.clone(), area.clone()]),
        Some(Choice::Bypass)
    );
    let three = [all, area, boat.clone()];
    assert_eq!(answer(&desk, &three), Some(Choice::Search));
    assert_eq!(answer(&desk, &[staff, boat]), Some(Choice::Search));
}

/// Task forces are let go by one boat, or in one area, where the rules let them go [13.22].
#[test]
fn a_boat_may_be_kept_from_task_forces() {
    let (mut desk, id) = damaged(Step::Engage);
    desk.p.contact = Contact::TaskForce;
    let all = ("task-forces".to_owned(), "engage");
    let boat = (format!("boat.{id}.task-forces"), "decline");
    let other = ("area.north_sea.task-forces".to_owned(), "decline");
    assert_eq!(answer(&desk, &[all.clone(), boat]), Some(Choice::Decline));
    assert_eq!(answer(&desk, &[all, other]), Some(Choice::Engage));
}

/// Whether a boat that has attacked is asked to attack again.
fn asks_again(p: &crate::position::Position) -> bool {
    let again = |battle: &crate::combat::Battle| match battle.stage {
        Stage::Deciding(hand) => battle.attacks_again(hand),
        _ => false,
    };
    p.battle.as_ref().is_some_and(again)
}

/// A boat of a pack that is asked it.
fn asked_again() -> (Desk, Hand) {
    let mut desk = Desk::new("sc7", 5);
    desk.run(asks_again, |_, offers| offers[0]);
    match desk.p.battle.as_ref().unwrap().stage {
        Stage::Deciding(hand) => (desk, hand),
        stage => panic!("{stage:?}"),
    }
}

/// One boat attacks again only unspotted, whatever the others do [14.4].
#[test]
fn a_boat_attacks_again_only_unspotted() {
    let (mut desk, hand) = asked_again();
    let battle = desk.p.battle.as_mut().unwrap();
    battle.fighter_mut(hand).spotted = true;
    let id = battle.fighter(hand).boat;
    let withdraws = Some(Choice::Battle(Act::Withdraw));
    let own = (format!("boat.{id}.again"), "unspotted");
    assert_eq!(answer(&desk, std::slice::from_ref(&own)), withdraws);
    assert_eq!(answer(&desk, &[]), None, "nothing was ordered");
    // So she does when the convoy has scattered [29.4].
    let battle = desk.p.battle.as_mut().unwrap();
    (battle.scattered, battle.display) = (Some(hand), Display::Loner);
    assert_eq!(answer(&desk, &[own]), withdraws);
}

/// Orders about attacking again are for boats that have attacked. The shadower, who was late and who found no box are asked
/// whether they attack at all, also when the convoy has scattered: that is a matter of the battle [24.25D], [29.4].
#[test]
fn a_first_attack_is_no_other_attack() {
    let (mut desk, hand) = asked_again();
    let battle = desk.p.battle.as_mut().unwrap();
    let fighter = battle.fighter_mut(hand);
    (fighter.lane, fighter.pressure) = (None, None);
    fighter.spotted = true;
    for again in ["never", "unspotted"] {
        let order = [("again".to_owned(), again)];
        assert_eq!(answer(&desk, &order), None, "{again}");
        let staff = [order[0].clone(), ("battles".to_owned(), "staff")];
        assert!(answer(&desk, &staff).is_some(), "{again}");
    }
    let battle = desk.p.battle.as_mut().unwrap();
    (battle.scattered, battle.display) = (Some(hand), Display::Loner);
    battle.fighter_mut(hand).lane = Some(crate::displays::Lane::Alone);
    let never = [("again".to_owned(), "never")];
    assert_eq!(answer(&desk, &never), None, "before her first loners");
    desk.p.battle.as_mut().unwrap().round = 2;
    let withdraws = Some(Choice::Battle(Act::Withdraw));
    assert_eq!(answer(&desk, &never), withdraws);
}

/// All of that is offered: for the boats of an area, and for each boat.
#[test]
fn orders_are_offered_for_boats_and_areas() {
    let (desk, id) = damaged(Step::Conduct);
    let offered = orders::standing(View::new(GAME.tables(), &desk.p));
    for scope in ["area.greenland_gap".to_owned(), format!("boat.{id}")] {
        for order in ["", ".damaged-search", ".task-forces", ".again"] {
            let wanted = format!("{scope}{order}");
            assert!(offered.iter().any(|one| one.id == wanted), "{wanted}");
        }
    }
    let patrol = offered.iter().find(|one| one.id == format!("boat.{id}"));
    assert!(patrol.unwrap().takes("greenland_gap"), "patrol here");
}

/// The staff has a boat whatever its area is told, at sea and in battle; the staff of the area only what the area is not told
/// (13.1), [14.4].
#[test]
fn the_staff_of_a_boat_goes_before_its_area() {
    let (desk, id) = damaged(Step::Conduct);
    let staff = (format!("boat.{id}"), "staff");
    let area = ("area.greenland_gap.damaged-search".to_owned(), "search");
    let whole = ("area.greenland_gap".to_owned(), "staff");
    let own = [staff, area.clone()];
    assert_eq!(answer(&desk, &own), Some(Choice::Bypass));
    assert_eq!(answer(&desk, &[whole, area]), Some(Choice::Search));
}

/// The same where it is asked whether a boat attacks again [14.4].
#[test]
fn the_staff_of_a_boat_decides_whether_it_attacks_again() {
    let (mut desk, hand) = asked_again();
    let battle = desk.p.battle.as_mut().unwrap();
    let fighter = battle.fighter_mut(hand);
    (fighter.pressure, fighter.damage) = (Some(-5), 0);
    let id = fighter.boat;
    let place = desk.boat(id).area().unwrap();
    let staff = (format!("boat.{id}"), "staff");
    let never = (format!("area.{place}.again"), "never");
    let again = Some(Choice::Battle(Act::GoOn));
    assert_eq!(answer(&desk, &[staff, never.clone()]), again);
    let withdraws = Some(Choice::Battle(Act::Withdraw));
    assert_eq!(answer(&desk, &[never]), withdraws);
}

/// A boat that is to patrol where it stands in transit takes up patrol beside it, for it does so only where a move ends
/// [15.1], and comes back by a patrol move [12.0].
#[test]
fn a_boat_comes_to_its_station_from_beside_it() {
    let (mut desk, id) = damaged(Step::Orders);
    desk.boat_mut(id).damage = 0;
    desk.boat_mut(id).side = Side::Transit;
    desk.p.errand.start = Some(Area::GreenlandGap);
    let order = [(format!("boat.{id}"), "greenland_gap")];
    let beside = answer(&desk, &order).unwrap();
    assert!(matches!(beside, Choice::To(_)), "{beside:?}");
    desk.with(None, |play| play.choose(beside)).unwrap();
    assert_eq!(answer(&desk, &order), Some(Choice::Halt(Side::Patrol)));
    desk.boat_mut(id).side = Side::Patrol;
    desk.act(id);
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Orders, Step::BoatDone]);
    let back = Some(Choice::To(Area::GreenlandGap));
    assert_eq!(answer(&desk, &order), back);
}

/// A tanker on patrol in the Mid-Ocean is asked something.
fn tanker(step: Step) -> (Desk, BoatId) {
    let mut desk = Desk::quiet("op_wp5");
    let t = desk.t();
    let mut boats = desk.p.boats.iter();
    let fits = |boat: &&crate::boat::Submarine| t.submarines.class_of(boat.id).id == "XIV";
    let id = boats.find(|boat| fits(boat) && !boat.place.is_out());
    let id = id.unwrap().id;
    desk.boat_mut(id).leave(Place::Area(Area::MidOcean));
    desk.boat_mut(id).side = Side::Patrol;
    desk.act(id);
    desk.p.agenda.plan([step, Step::BoatDone]);
    (desk, id)
}

/// A tanker does not hunt because boats are to search, in its area or everywhere, but only if it is told so itself [13.1],
/// [21.33]; where nothing is ordered it is asked.
#[test]
fn tankers_search_only_if_told_so() {
    let (desk, id) = tanker(Step::Conduct);
    for search in ["search", "unspotted"] {
        let all = ("search".to_owned(), search);
        let area = ("area.mid_ocean.search".to_owned(), search);
        let own = (format!("boat.{id}.search"), search);
        let bypasses = Some(Choice::Bypass);
        assert_eq!(answer(&desk, std::slice::from_ref(&all)), bypasses);
        assert_eq!(answer(&desk, &[all.clone(), area.clone()]), bypasses);
        assert_eq!(answer(&desk, &[all, area, own]), Some(Choice::Search));
    }
    assert_eq!(answer(&desk, &[]), None);
}

/// A tanker is given orders of its own like any boat: at its station it lies ready for others [21.33].
#[test]
fn tankers_have_stations() {
    let (desk, id) = tanker(Step::Orders);
    let offered = orders::standing(View::new(GAME.tables(), &desk.p));
    let own = offered.iter().find(|one| one.id == format!("boat.{id}"));
    assert!(own.unwrap().takes("mid_ocean") && own.unwrap().takes("ask"));
    let station = [(format!("boat.{id}"), "mid_ocean")];
    assert_eq!(answer(&desk, &station), Some(Choice::Serve));
}

/// A boat or an area is taken back from the orders for more boats: the person is asked (13.1), the nearest order before the
/// others, be it to ask or to do something.
#[test]
fn to_be_asked_is_an_order_too() {
    let (desk, id) = damaged(Step::Conduct);
    let all = ("damaged-search".to_owned(), "search");
    let area = |order: &'static str| ("area.greenland_gap.damaged-search".to_owned(), order);
    let whole = |order: &'static str| ("area.greenland_gap".to_owned(), order);
    let boat = |order: &'static str| (format!("boat.{id}.damaged-search"), order);
    let own = |order: &'static str| (format!("boat.{id}"), order);
    let searches = Some(Choice::Search);
    let bypasses = Some(Choice::Bypass);
    for (orders, wanted) in [
        (vec![area("ask")], None),
        (vec![whole("ask")], None),
        (vec![boat("ask")], None),
        (vec![own("ask")], None),
        (vec![own("ask"), area("search")], None),
        (vec![own("ask"), whole("staff")], None),
        (vec![boat("ask"), own("staff")], None),
        (vec![whole("ask"), boat("search")], searches),
        (vec![own("ask"), boat("search")], searches),
        (vec![whole("ask"), own("staff")], bypasses),
        (vec![area("ask"), own("staff")], bypasses),
    ] {
        let orders: Vec<_> = orders.into_iter().chain([all.clone()]).collect();
        assert_eq!(answer(&desk, &orders), wanted, "{orders:?}");
    }
}

/// So is where it sails [15.0], and whether it calls a pack, though the staff does so elsewhere [24.1].
#[test]
fn a_boat_is_taken_back_from_the_staff() {
    for (step, order) in [(Step::Orders, "sailing"), (Step::CallPack, "packs")] {
        let (mut desk, id) = damaged(step);
        desk.p.contact = Contact::Convoy;
        let staff = (order.to_owned(), "staff");
        assert!(answer(&desk, std::slice::from_ref(&staff)).is_some());
        for own in [format!("boat.{id}"), "area.greenland_gap".to_owned()] {
            assert_eq!(answer(&desk, &[staff.clone(), (own, "ask")]), None);
        }
        if step == Step::CallPack {
            let area = ("area.greenland_gap.packs".to_owned(), "called");
            assert_eq!(answer(&desk, &[staff, area]), None, "asked there");
        }
    }
}

/// And its battles, with whether it attacks again [14.4].
#[test]
fn battles_of_a_boat_are_taken_back() {
    let mut desk = Desk::new("sc7", 5);
    desk.run(asks_again, |_, offers| offers[0]);
    let battle = desk.p.battle.as_ref().unwrap();
    let Stage::Deciding(hand) = battle.stage else {
        panic!("{:?}", battle.stage);
    };
    let id = battle.fighter(hand).boat;
    desk.p.acting = desk.p.find(id).unwrap();
    let place = desk.boat(id).area().unwrap();
    let battles = ("battles".to_owned(), "staff");
    let again = ("again".to_owned(), "never");
    let general = [battles, again];
    assert!(answer(&desk, &general).is_some());
    for own in [
        format!("boat.{id}"),
        format!("boat.{id}.again"),
        format!("area.{place}"),
        format!("area.{place}.again"),
    ] {
        let orders: Vec<_> = general.iter().cloned().chain([(own, "ask")]).collect();
        assert_eq!(answer(&desk, &orders), None, "{orders:?}");
    }
}
