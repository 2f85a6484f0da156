//! Loss, replacement, and the end of a patrol: pages 65, 67 and 68.

use super::*;
use crate::asw::Post;
use crate::asw::requests::{Request, RequestKind};
use crate::boat::{Loss, Place, TubeState};
use crate::boats::{BoatType, Gear};
use crate::calendar::Era;
use crate::crew::{HEAVY, Man};
use crate::events::HomeEvent;
use crate::ring::Location;
use crate::sequence::{Phase, Step};
use crate::ships::half_down;
use crate::space::Facing;

/// [67.escort_after_loss] (R58) Escorts of a lost boat: on the Approach map to the patrol box, on the Attack map to another
/// request or the holding track.
#[test]
fn escorts_of_a_lost_boat_turn_away() {
    let mut rig = patrol();
    rig.hunter(0, Post::OnTop, W, 0);
    rig.play(|play| play.lose(W, Loss::Fire));
    assert_eq!(
        (rig.p.hunt.escorts[0].post, rig.p.hunt.escorts[0].contact),
        (Post::Patrol(Location::E), None)
    );
    for (request, there) in [
        (None, Post::Holding),
        (
            Some(at(3, 3)),
            Post::Station {
                at: at(3, 3),
                patience: 1,
                range: 3,
            },
        ),
    ] {
        let mut rig = patrol();
        rig.p.phase = Phase::DamageControl;
        rig.attack(W, at(2, 8), Facing::N);
        rig.hunter(0, Post::OnTop, W, 0);
        rig.p.hunt.requests[0] = request.map(|space| Request {
            kind: RequestKind::Standard,
            space,
            timer: 2,
        });
        rig.play(|play| play.lose(W, Loss::Fire));
        assert_eq!(rig.p.hunt.escorts[0].post, there);
    }
}

fn lose_and_end_turn(rig: &mut Rig<'_>) {
    rig.play(|play| play.lose(W, Loss::Flooding));
    rig.play(|play| play.end_turn());
    rig.run();
}

/// [67.replacement_boat] Lost on the Approach map: another boat at the end of the turn, Type VII, 4 points, no skills,
/// torpedoes by era, where a card says; not for a boat lost on the Attack map.
#[test]
fn a_lost_boat_may_be_replaced() {
    for (era, stern) in [(Era::Early, "G7a"), (Era::Late, "G7e")] {
        let mut rig = patrol();
        rig.p.era = era;
        rig.boat(X);
        rig.boat(W).skills = [crate::crew::Skill::CapTdc2].into_iter().collect();
        let north = first(DeckName::Patrol, |card| {
            tables().cards.patrol[card].start == Location::N
        });
        rig.stack(DeckName::Patrol, &[north]);
        lose_and_end_turn(&mut rig);
        assert_eq!(rig.offers(W), [say("replace"), say("done")]);
        rig.say(W, "replace");
        if rig
            .offers(W)
            .iter()
            .any(|choice| matches!(choice, Choice::To(_)))
        {
            let first = rig.offers(W)[0];
            rig.choose(W, first).unwrap();
        }
        let boat = rig.boat(W);
        assert_eq!(
            (boat.kind, boat.tp, boat.replacement),
            (BoatType::VII, 4, true)
        );
        assert_eq!(
            (boat.skills.iter().count(), boat.torpedoes()),
            (0, if stern == "G7a" { [5, 4] } else { [4, 5] })
        );
        assert_eq!(boat.armed(tube(5)).unwrap().id(), stern);
        assert_eq!(
            tables().approach.location(boat.approach().unwrap()),
            Location::N
        );
        assert!(boat.is_surfaced());
        assert_eq!(
            rig.p.originals[0].as_ref().unwrap().place,
            Place::Lost(Loss::Flooding)
        );
        assert_eq!(rig.p.losses(), 1);
    }
    let mut rig = patrol();
    rig.attack(W, at(2, 8), Facing::N);
    rig.boat(X);
    lose_and_end_turn(&mut rig);
    assert!(!rig.may(W, "replace"));
}

/// [67.one_replacement] [69.replacement_lost] Only one; if she is lost too the patrol loses the higher of two d10.
#[test]
fn there_is_only_one_replacement() {
    let mut rig = patrol();
    rig.boat(X);
    rig.boat(W).replacement = true;
    rig.p.vp = 20;
    rig.d10s(&[3, 8]);
    lose_and_end_turn(&mut rig);
    assert_eq!(rig.p.vp, 12);
    assert!(!rig.may(W, "replace"));
}

/// [65.turn_advance] [65.end_d10] [65.end_turn_25] [65.end_no_boat_left] On to the next turn; by d10 from turn 21; at once
/// after turn 25 or when no boat is left on the maps.
#[test]
fn a_patrol_ends() {
    for (turn, d10, pulls, ends) in [
        (20, 1, 0, false),
        (21, 2, 1, true),
        (21, 3, 1, false),
        (24, 8, 1, true),
        (24, 9, 1, false),
        (25, 10, 0, true),
    ] {
        let mut rig = patrol();
        rig.p.turn = turn;
        rig.d10s(&[d10]);
        rig.play(|play| play.close_turn());
        assert_eq!(rig.pulled(Pull::EndOfPatrol), pulls, "turn {turn}");
        let over = rig.p.agenda.top() == Some(&Step::Begin(Phase::EndOfPatrol));
        assert_eq!(over, ends, "turn {turn}, {d10}");
        assert_eq!(rig.p.turn == turn + 1, !ends);
    }
    let mut rig = patrol();
    rig.boat(W).place = Place::Track(9);
    rig.play(|play| play.close_turn());
    assert_eq!(rig.p.agenda.top(), Some(&Step::Begin(Phase::EndOfPatrol)));
}

fn end(rig: &mut Rig<'_>) {
    rig.p.agenda.push(Step::Begin(Phase::EndOfPatrol));
    rig.run();
}

/// [65.survival_at_end] (R57) Boats under contact must survive, on either map; the others go to the turn track.
#[test]
fn at_the_end_the_hunted_must_survive() {
    let mut rig = patrol();
    rig.p.turn = 22;
    rig.hunter(0, Post::OnTop, W, 0);
    rig.attack(X, at(2, 8), Facing::N);
    rig.d10s(&[1]);
    end(&mut rig);
    assert_eq!(
        (rig.boat(W).place, rig.boat(X).place),
        (Place::Lost(Loss::Survival), Place::Track(22))
    );
}

/// [65.torpedoes_at_end] Torpedoes under way are resolved whatever their time; ships they damage go to the track.
#[test]
fn at_the_end_torpedoes_arrive() {
    let mut rig = patrol();
    let target = at(5, 6);
    rig.ship(target, ship_of(Size::Medium, 0));
    rig.p.torpedoes.push(torpedoes::torpedo(W, 1, target, 3));
    end(&mut rig);
    assert!(rig.p.torpedoes.is_empty() && rig.saw(|event| matches!(event, Event::HitCheck { .. })));
}

/// W and X on the turn track, ships there too.
fn hunting() -> Rig<'static> {
    let mut rig = patrol();
    rig.p.turn = 22;
    rig.boat(W).place = Place::Track(20);
    rig.boat(X).place = Place::Track(12);
    rig.straggler(ship_of(Size::Large, 0), 14);
    rig.straggler(ship_of(Size::Medium, 0), 17);
    rig
}

fn hunt(rig: &mut Rig<'_>) {
    rig.p.agenda.push(Step::Stragglers([false; 4]));
    rig.run();
}

/// [68.straggler_who] [68.straggler_roll] [68.straggler_half_down] The boat with the nearest ship first, one try each at any
/// ship of the track; sunk beyond the range, for half the points, rounded down, tile and tons.
#[test]
fn boats_hunt_stragglers() {
    let mut rig = hunting();
    hunt(&mut rig);
    assert!(rig.offers(W).is_empty(), "X is two turns off, W three");
    let (large, medium) = (ship_of(Size::Large, 0), ship_of(Size::Medium, 0));
    assert_eq!(rig.offers(X).len(), 3);
    rig.d10s(&[3, 3]);
    rig.choose(X, Choice::Hunt(large)).unwrap();
    assert_eq!(
        (rig.boat(X).sunk.clone(), rig.boat(X).tons),
        (vec![large], tables().tile(large).tons)
    );
    assert_eq!(rig.p.vp, half_down(tables().tile(large).vp));
    rig.choose(W, Choice::Hunt(medium)).unwrap();
    assert!(rig.boat(W).sunk.is_empty(), "a 3 is not beyond three turns");
    assert!(
        rig.offers(X).is_empty() && rig.offers(W).is_empty(),
        "one try each"
    );
    assert_eq!(rig.p.track.len(), 1);
}

/// [68.straggler_who] [63.deck_gun] With a deck gun that works or a torpedo; not a boat that was driven off, and not a
/// replacement.
#[test]
fn not_every_boat_hunts() {
    let mut rig = hunting();
    let boat = rig.boat(W);
    boat.gear[Gear::DeckGun.index()] = HEAVY;
    assert!(boat.hunts_from().is_some(), "she has torpedoes");
    boat.tubes = [TubeState::Empty; 6];
    boat.reloads = [[0; 2]; 2];
    assert_eq!(boat.hunts_from(), None);
    boat.gear[Gear::DeckGun.index()] = 2;
    assert_eq!(boat.hunts_from(), Some(20));
    boat.replacement = true;
    assert_eq!(boat.hunts_from(), None);
    boat.replacement = false;
    boat.place = Place::DrivenOff;
    assert_eq!(boat.hunts_from(), None);
}

/// [68.straggler_who] As near as each other: by random number.
#[test]
fn equally_near_boats_are_drawn() {
    let mut rig = hunting();
    rig.boat(W).place = Place::Track(12);
    rig.stack(
        DeckName::Battle,
        &[battle(|card| card.random_of(2) == Some(1))],
    );
    hunt(&mut rig);
    assert!(!rig.offers(W).is_empty() && rig.offers(X).is_empty());
    assert_eq!(rig.pulled(Pull::RandomTarget), 1);
}

fn event(event: HomeEvent) -> u8 {
    first(DeckName::Patrol, |card| {
        tables().cards.patrol[card].home == event
    })
}

fn going_home(meets: HomeEvent, tp: u8) -> Rig<'static> {
    let mut rig = patrol();
    rig.boat(W).place = Place::Track(20);
    rig.boat(W).tp = tp;
    rig.stack(DeckName::Patrol, &[event(meets)]);
    rig.p.agenda.push(Step::GoHome(W));
    rig.run();
    rig
}

/// [68.home_event] Each wound: one d10 for the position, one for the severity. A boat may be lost on the way.
#[test]
fn the_way_home_is_dangerous() {
    let mut rig = patrol();
    rig.boat(W).place = Place::Track(20);
    rig.stack(DeckName::Patrol, &[event(HomeEvent::AirAttack)]);
    rig.d10s(&[4, 6, 10, 1]); // bow medium, captain light
    rig.p.agenda.push(Step::GoHome(W));
    rig.run();
    let boat = rig.boat(W);
    assert_eq!(
        (boat.wound(Man::Bow), boat.wound(Man::Captain), boat.home),
        (2, 1, Some(HomeEvent::AirAttack))
    );
    assert_eq!(
        going_home(HomeEvent::Mine, 0).boat(W).place,
        Place::Lost(Loss::Homeward)
    );
    assert_eq!(
        going_home(HomeEvent::AttackedAndScuttled, 0).boat(W).place,
        Place::Lost(Loss::Scuttled)
    );
    assert_eq!(
        going_home(HomeEvent::Decoration, 0).boat(W).place,
        Place::Track(20)
    );
}

/// [68.home_event_1_tp] Some events can be avoided for a point, others not.
#[test]
fn a_point_may_avoid_it() {
    let mut rig = going_home(HomeEvent::Mine, 1);
    assert_eq!(rig.offers(W), [say("accept"), say("pay")]);
    rig.say(W, "pay");
    let boat = rig.boat(W);
    assert_eq!(
        (boat.tp, boat.place, boat.home),
        (0, Place::Track(20), Some(HomeEvent::None))
    );
    let mut rig = going_home(HomeEvent::HarbourCollision, 1);
    assert!(is_quiet(&rig.p) && rig.boat(W).home == Some(HomeEvent::HarbourCollision));
}

/// [68.home_event] Not twice, not for a replacement, not for the lost.
#[test]
fn who_pulls_for_the_way_home() {
    for change in 0..3 {
        let mut rig = patrol();
        let boat = rig.boat(W);
        boat.place = Place::DrivenOff;
        match change {
            0 => boat.home = Some(HomeEvent::None),
            1 => boat.replacement = true,
            _ => boat.place = Place::Lost(Loss::Fire),
        }
        rig.p.agenda.push(Step::GoHome(W));
        rig.run();
        assert_eq!(rig.pulled(Pull::HomeEvent), 0, "case {change}");
    }
}
