//! In base and in the books: repair, aircraft, the tally.

use super::{Desk, GAME};
use crate::boat::{Command, Place, Side};
use crate::calendar::Month;
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node, Zone};
use crate::position::Standing;
use crate::ready::Stand;
use crate::scene;
use crate::sequence::Step;
use crate::tables::Entry;
use crate::task::Task;
use crate::units::Navy;
use crate::view::View;
use derbyhouse_kernel::{Chance, Game, Seat};

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

/// A track that is full, and a boat that has come in for box 1 of it.
fn at_a_full_track() -> (Desk, BoatId, Vec<BoatId>) {
    let mut desk = Desk::quiet("op_wp2");
    let room = desk.p.repair_room(desk.t(), Base::Germany);
    let newcomer = desk.acting(Area::NorthSea);
    let others = desk.p.boats.iter().filter(|boat| boat.place.is_in_base());
    let others: Vec<BoatId> = others.map(|boat| boat.id).take(room).collect();
    for id in &others {
        desk.boat_mut(*id).place = Place::Base(Base::Germany, Stand::Repair3);
        desk.boat_mut(*id).damage = 1;
    }
    let boat = desk.boat_mut(newcomer);
    boat.turn_home();
    boat.damage = 1;
    let box_1 = |die: &u8| {
        let (_, repair) = crate::damage::assess(GAME.tables(), &[*die], 0);
        repair == crate::damage::Repair::Box(1)
    };
    let die = (0..10).find(box_1).unwrap();
    let home = Step::Arrive(Node::Base(Base::Germany));
    desk.p.agenda.plan([home, Step::BoatDone]);
    desk.with(Some(&[die.into()]), |play| play.run());
    (desk, newcomer, others)
}

/// Which boat goes into Hold when the track is full is up to the player, on the arrival of one more; the staff pushes
/// nobody out [10.2], [10.1] (D4a).
#[test]
fn who_waits_is_asked_on_arrival() {
    let (mut desk, newcomer, others) = at_a_full_track();
    let mut all = [others.as_slice(), &[newcomer]].concat();
    all.sort_unstable();
    let offers = desk.offers();
    let pushed: Vec<Choice> = all.into_iter().map(Choice::Push).collect();
    assert_eq!(offers, pushed);
    let mut staff = crate::staff::Doctrine::default();
    let view = View::new(desk.t(), &desk.p);
    let advice = derbyhouse_kernel::Bot::choose(&mut staff, view, &offers);
    assert_eq!(advice, Choice::Push(newcomer));
    assert!(label(&desk, Choice::Push(newcomer)).ends_with("waits"));
    desk.with(Some(&[]), |play| play.choose(Choice::Push(others[0])))
        .unwrap();
    let stand = |id| desk.boat(id).place.stand();
    assert_eq!(stand(others[0]), Some(Stand::Hold));
    assert_eq!(stand(newcomer), Some(Stand::Repair1), "the box it rolled");
    assert!(desk.p.is_over() && desk.boat(newcomer).done);
}

/// A boat that waits itself enters box 3 when there is room, whatever its damage [10.2], [10.21].
#[test]
fn a_boat_that_waits_enters_box_3() {
    let (mut desk, newcomer, others) = at_a_full_track();
    desk.with(Some(&[]), |play| play.choose(Choice::Push(newcomer)))
        .unwrap();
    assert_eq!(desk.boat(newcomer).place.stand(), Some(Stand::Hold));
    desk.boat_mut(others[0]).place = Place::Base(Base::Germany, Stand::Pierside);
    for boat in &mut desk.p.boats {
        boat.done = false;
    }
    desk.p.agenda.push(Step::Yard);
    desk.with(Some(&[]), |play| play.run());
    assert_eq!(desk.boat(newcomer).place.stand(), Some(Stand::Repair3));
}

/// What the screen calls an answer to what is asked.
fn label(desk: &Desk, choice: Choice) -> String {
    let view = View::new(desk.t(), &desk.p);
    let decision = GAME.decision(&desk.p, Seat::FIRST);
    let prompt = scene::scene(view, decision.as_ref(), &desk.offers()).prompt;
    let offers = prompt.unwrap().offers;
    let offer = offers
        .iter()
        .find(|offer| offer.choice == choice.to_string());
    offer.unwrap().label.clone()
}

/// Aircraft may use any active submarine base, Narvik too; a change takes the week, and from there they reach the Arctic
/// seas. If it closes they go to Germany [7.54], [7.53]. They land at Narvik; a tender is for boats [21.21].
#[test]
fn aircraft_at_narvik() {
    let mut desk = Desk::quiet("op_wp4");
    let narvik = Node::Forward(Zone::Narvik);
    assert!(desk.p.is_forward(Zone::Narvik));
    desk.p.war.aircraft.truncate(1);
    desk.p.war.aircraft[0].base = Node::Base(Base::Germany);
    desk.p.agenda.push(Step::Aircraft(0));
    assert!(!desk.offers().contains(&Choice::To(Area::BarentsSea)));
    assert_eq!(label(&desk, Choice::Tender(Zone::Narvik)), "To Narvik");
    desk.with(None, |play| play.choose(Choice::Tender(Zone::Narvik)))
        .unwrap();
    let aircraft = desk.p.war.aircraft[0];
    assert_eq!((aircraft.base, aircraft.over), (narvik, None));
    desk.p.agenda.clear();
    desk.p.agenda.push(Step::Aircraft(0));
    assert!(desk.offers().contains(&Choice::To(Area::BarentsSea)));
    desk.with(None, |play| play.close_forward(Zone::Narvik));
    assert_eq!(desk.p.war.aircraft[0].base, Node::Base(Base::Germany));
}

/// The aircraft of Vichy helps the searches of its boats and nothing else: not on the Contact Table [7.56]. Those of the
/// Luftwaffe help U-boats there, and over the Baltic nobody else [7.51], [13.22].
#[test]
fn who_is_helped_by_aircraft() {
    let mut desk = Desk::quiet("op_wp4");
    let t = desk.t();
    let u_boat = desk.acting(Area::NorthSea);
    let search = crate::search::Search {
        aircraft: 2,
        ..desk.p.search_of(t, Area::NorthSea)
    };
    for (navy, helped) in [(Navy::German, 2), (Navy::Vichy, 0), (Navy::Italian, 0)] {
        assert_eq!(crate::search::Search { navy, ..search }.spotters(), helped);
    }
    let italian =
        desk.p.boats.iter().find(|boat| {
            t.submarines.class_of(boat.id).navy == Navy::Italian && !boat.place.is_out()
        });
    let italian = italian.unwrap().id;
    desk.order("wp4_baltic_operations");
    let planes = desk.p.baltic_aircraft();
    assert!(planes > 0);
    let mut found = Vec::new();
    for id in [u_boat, italian] {
        let boat = desk.boat_mut(id);
        boat.place = Place::Baltic;
        boat.side = Side::Patrol;
        desk.p.standing = Standing {
            torpedo: 0,
            b_dienst: 0,
            enigma: 0,
        };
        desk.p.war.four_rotor = false;
        desk.act(id);
        desk.with(Some(&[1]), |play| play.search_baltic());
        found.extend(desk.events.iter().rev().find_map(|event| match event {
            Event::Searched { modifier, .. } => Some(*modifier),
            _ => None,
        }));
    }
    assert_eq!(found, [planes as i8, 0]);
}

/// A submarine that is sunk is a ship of the month like others, and a boat fires with its own rating where that is not
/// its class's [3.3], [2.3A], [14.6].
#[test]
fn a_sunk_submarine_is_a_ship() {
    let mut sunk = 0;
    for seed in 0..200 {
        let mut desk = Desk::quiet("op_wp5");
        desk.chance = Chance::seeded(seed);
        desk.acting(Area::UsEastCoast);
        desk.p.agenda.push(Step::BoatDone);
        desk.with(None, |play| play.meet_submarine(Area::UsEastCoast, false));
        let credited = desk.count(|event| matches!(event, Event::Credited { .. })) as u16;
        assert_eq!(desk.p.war.month.ships, credited);
        assert_eq!(desk.p.war.total.ships, desk.p.ships_total);
        sunk += credited;
    }
    assert!(sunk > 0);
    let boats = &GAME.tables().submarines;
    let u83 = boats.find("U-83").unwrap();
    assert_eq!(boats.attack_of(u83), 3);
    assert_ne!(boats.class_of(u83).attack, 3);
}

/// Italian doctrine holds for the week: who has fired sparingly once does so in a second fight unasked, and who has fired as
/// usual as well [30.81].
#[test]
fn sparing_for_the_week() {
    for answer in [None, Some(true), Some(false)] {
        let mut desk = Desk::quiet("op_wp2");
        let mut fighter = desk.p.boats[0].fighter(desk.t(), 0);
        assert_eq!(fighter.sparing, None);
        fighter.sparing = answer;
        desk.with(None, |play| play.book(&fighter, 0, None));
        let boat = &desk.p.boats[0];
        assert_eq!(boat.fighter(desk.t(), 0).sparing, answer);
        let spared = crate::endurance::modifier(desk.t(), boat.week, false, 0) < 0;
        assert_eq!(spared, answer == Some(true));
    }
}

/// Boats that are listed for the month in which a war period begins lie at the pier of their own base [3.0].
#[test]
fn new_boats_of_a_scenario() {
    for scenario in ["op_wp2", "op_wp3", "op_wp4", "op_wp5"] {
        let desk = Desk::bare(scenario);
        let t = desk.t();
        let fresh = desk.p.boats.iter().filter(|boat| {
            let listed = t.submarines.boat(boat.id);
            listed.entry == Entry::Month(desk.p.start.month)
                && listed.base == Node::Base(Base::Germany)
                && boat.place != Place::Refit
                && boat.command == Command::Atlantic
        });
        for boat in fresh {
            assert_eq!(boat.place, Place::Base(Base::Germany, Stand::Pierside));
        }
    }
}

/// Two months early anybody may come, one month early only crews that are not new anyway [8.14], [8.15].
#[test]
fn who_may_come_early() {
    let mut desk = Desk::quiet("campaign_1");
    let t = desk.t();
    let green = (0..40)
        .filter_map(|months| Month::FIRST.plus(months))
        .find_map(|month| {
            let due = t.reinforcements[month.index()].arrivals.iter();
            let green = due.filter(|(_, green)| *green).map(|(id, _)| *id).next()?;
            (month.index() > 3).then_some((month, green))
        });
    let (month, green) = green.unwrap();
    desk.p
        .boats
        .retain(|boat| boat.id != green && boat.green == 0);
    for (months, task, may) in [(-1, Task::Early, false), (-2, Task::VeryEarly, true)] {
        desk.p.date.month = month.plus(months).unwrap();
        assert_eq!(desk.p.candidates(t, task).contains(&green), may, "{months}");
    }
}
