//! Habits of the staff that section 12 of the specification asks for.

use super::{Desk, GAME};
use crate::activity::Colour;
use crate::boat::{Duty, Place, Side};
use crate::choice::Choice;
use crate::displays::Contact;
use crate::fleet::{AceId, BoatId};
use crate::geography::{Area, Base, Node};
use crate::ready::Stand;
use crate::sequence::Step;
use crate::staff::Doctrine;
use crate::tables::Theatre;
use crate::task::Task;
use crate::units::Navy;
use crate::view::View;
use crate::war::Aircraft;
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

/// A new crew that an event wants where it is bypasses; without a duty it searches, and so does a trained one (12.3), [13.1].
#[test]
fn new_crews_on_duty_bypass() {
    let mut desk = Desk::quiet("op_wp3");
    let id = desk.acting(Area::GreenlandGap);
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Conduct, Step::BoatDone]);
    let sent = Duty::Sent(0, Theatre::Area(Area::GreenlandGap));
    for (green, duty, wanted) in [
        (1, Some(sent), Choice::Bypass),
        (2, Some(sent), Choice::Bypass),
        (0, Some(sent), Choice::Search),
        (1, None, Choice::Search),
    ] {
        let boat = desk.boat_mut(id);
        (boat.green, boat.duty) = (green, duty);
        assert_eq!(answer(&desk), wanted, "{green} {duty:?}");
    }
}

/// A boat of the Western Approaches has found a large convoy, with others of these types there.
fn found(others: &[&str]) -> (Desk, Vec<BoatId>) {
    let mut desk = Desk::quiet("op_wp3");
    let finder = desk.post(Area::WesternApproaches, 1, |family| family == "VII")[0];
    desk.act(finder);
    let posted = others.iter().map(|family| {
        let mut one = desk.post(Area::WesternApproaches, 1, |other| other == *family);
        one.remove(0)
    });
    let posted = posted.collect();
    desk.p.contact = Contact::Convoy;
    desk.p.errand.colour = Some(Colour::Red);
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::CallPack, Step::BoatDone]);
    (desk, posted)
}

/// A damaged boat is called to no pack: it goes home (12.3, 12.10).
#[test]
fn damaged_boats_are_not_called() {
    let (mut desk, others) = found(&["VII", "VII", "VII"]);
    assert_ne!(answer(&desk), Choice::Alone);
    desk.boat_mut(others[0]).damage = 1;
    desk.boat_mut(others[1]).damage = 1;
    assert_eq!(answer(&desk), Choice::Alone, "only one can come");
    desk.with(Some(&[]), |play| play.choose(Choice::NoShadow))
        .unwrap();
    assert!(desk.offers().contains(&Choice::Pick(others[0])));
    assert_eq!(answer(&desk), Choice::Pick(others[2]));
    desk.boat_mut(others[2]).damage = 1;
    assert_eq!(answer(&desk), Choice::Done);
}

/// The finder shadows if one of those who can be called attacks better (12.10): not for the sake of one with mines aboard.
#[test]
fn the_finder_shadows_for_better_attackers() {
    let (mut desk, others) = found(&["VII", "VII", "IX"]);
    let attack = |id: BoatId| desk.t().submarines.attack_of(id);
    assert!(attack(others[2]) > attack(desk.p.boat().id));
    assert_eq!(answer(&desk), Choice::Shadow);
    desk.boat_mut(others[2]).mines = true;
    assert_eq!(answer(&desk), Choice::NoShadow);
}

/// In a convoy battle the finder of the night is the first boat that is able, and it is the one that is asked (12.10), [24.1].
#[test]
fn each_night_has_its_finder() {
    let mut desk = Desk::bare("sc7");
    desk.p.boats[0].damage = 1;
    desk.p.agenda.push(Step::Night);
    desk.with(None, |play| play.run());
    assert_eq!(desk.p.agenda.top(), Some(&Step::Shadow));
    assert_eq!(desk.p.acting, 1);
    let view = View::new(GAME.tables(), &desk.p);
    assert_eq!(view.callable().count(), desk.p.boats.len() - 2);
    let attack = |boat: &crate::boat::Submarine| desk.t().submarines.attack_of(boat.id);
    let others = desk.p.boats[2..].iter().map(attack).max();
    let better = others > Some(attack(&desk.p.boats[1]));
    let wanted = if better {
        Choice::Shadow
    } else {
        Choice::NoShadow
    };
    assert_eq!(answer(&desk), wanted);
}

/// An aircraft flies for the boats of its navy (D2), [7.51]; of areas with as many of them for the one that it usually watches
/// (12.12).
#[test]
fn aircraft_fly_for_their_own_boats() {
    let mut desk = Desk::quiet("op_wp3");
    let ours = desk.post(Area::Morocco, 1, |family| family == "VII")[0];
    let t = desk.t();
    let italian = |boat: &&mut crate::boat::Submarine| {
        t.submarines.class_of(boat.id).navy == Navy::Italian && !boat.place.is_out()
    };
    for boat in desk.p.boats.iter_mut().filter(italian).take(3) {
        boat.leave(Place::Area(Area::SwApproaches));
        boat.side = Side::Patrol;
    }
    let plane = t
        .submarines
        .aircraft
        .iter()
        .position(|plane| plane.range == 2);
    desk.p.war.aircraft = vec![Aircraft {
        plane: plane.unwrap() as u8,
        base: Node::Base(Base::FranceAtlantic),
        over: None,
    }];
    desk.p.agenda.plan([Step::Aircraft(0), Step::Prep]);
    assert_eq!(answer(&desk), Choice::To(Area::Morocco));
    desk.post(Area::WesternApproaches, 1, |family| family == "VII");
    assert_eq!(answer(&desk), Choice::To(Area::WesternApproaches));
    desk.boat_mut(ours).leave(Place::Area(Area::SwApproaches));
    desk.boat_mut(ours).side = Side::Patrol;
    assert_eq!(answer(&desk), Choice::To(Area::WesternApproaches));
}

/// The oldest class is given up first, in port before at sea, and no ace (D1c): one of the boats of 1936 before newer coastal
/// boats.
#[test]
fn the_oldest_are_given_up() {
    let mut desk = Desk::quiet("op_wp3");
    desk.order("wp3_relegation");
    let t = desk.t();
    let age = |class: &str| t.submarines.age(t.submarines.find_class(class).unwrap());
    assert!(age("VIIA") < age("IID") && age("VIIB") < age("VIIC"));
    let candidates = desk.p.candidates(t, Task::Remove(0));
    assert!(!candidates.is_empty());
    let first = candidates
        .iter()
        .map(|id| t.submarines.age(t.submarines.boat(*id).class))
        .min();
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::Pick(Task::Remove(0), 1));
    let Choice::Pick(picked) = answer(&desk) else {
        panic!("{:?}", answer(&desk));
    };
    let class = t.submarines.boat(picked).class;
    assert_eq!(Some(t.submarines.age(class)), first);
}

/// An ace is not wasted on mines (12.15), not even in a minelayer.
#[test]
fn aces_lay_no_mines() {
    let mut desk = Desk::quiet("op_wp4");
    let id = desk.post(Area::NorthSea, 1, |family| family == "VII")[0];
    let t = desk.t();
    let layer = |boat: &&crate::boat::Submarine| {
        t.submarines.class_of(boat.id).id == "VIID" && !boat.place.is_out()
    };
    let layer = desk.p.boats.iter().find(layer).map_or(id, |boat| boat.id);
    desk.boat_mut(layer)
        .leave(Place::Base(Base::FranceAtlantic, Stand::Ready));
    desk.act(layer);
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Orders, Step::BoatDone]);
    assert_eq!(answer(&desk), Choice::LoadMines);
    desk.boat_mut(layer).ace = Some((AceId(0), 1));
    assert_ne!(answer(&desk), Choice::LoadMines);
}

/// Of areas that are watched alike the one nearest to a base governs (D19), [19.12].
#[test]
fn the_area_nearest_to_a_base_governs() {
    let mut desk = Desk::quiet("op_wp3");
    desk.acting(Area::MidOcean);
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Tie, Step::BoatDone]);
    let view = View::new(GAME.tables(), &desk.p);
    for (far, near) in [
        (Area::Caribbean, Area::SwApproaches),
        (Area::GreenlandGap, Area::WesternApproaches),
        (Area::BarentsSea, Area::NorwegianSea),
    ] {
        let offers = [far, near].map(Choice::Govern);
        let advice = crate::staff::advise(view, &offers).unwrap();
        assert_eq!(advice.choice, Choice::Govern(near), "{far:?}");
    }
}

/// A boat in transit that acts in an area.
fn outbound(desk: &mut Desk, id: BoatId, area: Area) {
    desk.boat_mut(id).leave(Place::Area(area));
    desk.boat_mut(id).side = Side::Transit;
    desk.act(id);
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Orders, Step::BoatDone]);
}

/// Takes up patrol only where a move ends: a boat in transit never stays where it is, though it may be its station [15.1]. It
/// moves on, or beside, and is on patrol there; beside its list, it comes to its station by a patrol move [12.0].
#[test]
fn outbound_boats_do_not_stay() {
    for area in [Area::GreenlandGap, Area::MidOcean, Area::Morocco] {
        let mut desk = Desk::quiet("op_wp5");
        let ids = desk.post(area, 24, |family| family == "VII" || family == "IX");
        for id in &ids {
            desk.boat_mut(*id)
                .leave(Place::Base(Base::FranceAtlantic, Stand::InPort));
        }
        let mut beside = 0;
        for id in ids {
            outbound(&mut desk, id, area);
            let on = answer(&desk);
            assert!(matches!(on, Choice::To(_)), "{area:?} {on:?}");
            desk.with(None, |play| play.choose(on)).unwrap();
            let Choice::To(next) = on else { continue };
            if answer(&desk) == Choice::Halt(Side::Patrol) {
                let boat = desk.boat_mut(id);
                boat.side = Side::Patrol;
                desk.act(id);
                desk.p.agenda.clear();
                desk.p.agenda.plan([Step::Orders, Step::BoatDone]);
                let then = answer(&desk);
                let stays = then == Choice::Stay || then == Choice::To(area);
                assert!(stays, "{area:?} {next:?} {then:?}");
                beside += 1;
            }
            desk.boat_mut(id)
                .leave(Place::Base(Base::FranceAtlantic, Stand::InPort));
        }
        assert!(beside > 0, "{area:?}");
    }
}

/// In a war by the staff no boat stands outbound in one area for weeks on end: without a search it would make no Endurance
/// Check either, and never come home [15.1], [14.7].
#[test]
fn no_boat_is_forgotten_on_its_way_out() {
    let mut desk = Desk::new("op_wp5", 3);
    let mut bot = Doctrine::default();
    let mut weeks: Vec<(BoatId, Place, u8)> = vec![];
    let mut date = None;
    while !desk.p.is_over() {
        let view = View::new(GAME.tables(), &desk.p);
        if date.replace(view.date()) != Some(view.date()) {
            let stood = |id, place| {
                let mut before = weeks.iter();
                let before = before.find(|(other, there, _)| (*other, *there) == (id, place));
                (id, place, before.map_or(1, |(.., weeks)| weeks + 1))
            };
            let out = desk.p.boats.iter().filter(|boat| boat.is_outbound());
            weeks = out.map(|boat| stood(boat.id, boat.place)).collect();
            let longest = weeks.iter().max_by_key(|(.., weeks)| *weeks);
            assert!(longest.is_none_or(|(.., weeks)| *weeks <= 3), "{longest:?}");
        }
        let choice = bot.choose(view, &desk.offers());
        desk.with(None, |play| {
            play.choose(choice).unwrap();
            play.run();
        });
        desk.events.clear();
    }
}
