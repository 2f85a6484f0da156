//! The turn, the maps: pages 4, 22, 24, 30 to 34, 43 and 48.

use super::*;
use crate::boat::Place;
use crate::calendar::{Era, Month};
use crate::ring::{ApproachBox, Location};
use crate::sequence::{Phase, Step};
use crate::space::{Facing, Quadrant};

/// Phases that run on that turn, W standing there.
fn phases(turn: u8, place: Place, engaged: bool) -> Vec<Phase> {
    let mut rig = patrol();
    rig.boat(W).place = place;
    rig.p.engaged = engaged;
    rig.p.turn = turn - 1;
    rig.play(|play| play.begin_turn());
    let mut begun = Vec::new();
    while let Some(step) = rig.p.agenda.pop() {
        if let Step::Begin(phase) = step {
            let before = rig.events.len();
            let agenda = rig.p.agenda.clone();
            rig.p.agenda.clear();
            if phase != Phase::EndOfTurn {
                rig.play(|play| play.begin(phase));
            }
            let runs = |event: &Event| matches!(event, Event::PhaseBegins { .. });
            if rig.events[before..].iter().any(runs) {
                begun.push(phase);
            }
            rig.p.agenda = agenda;
            rig.p
                .orders
                .iter_mut()
                .for_each(derbyhouse_kernel::Agenda::clear);
        }
    }
    begun
}

/// [24.approach_phases] [24.attack_phases] [32.turn_11_all_phases] Early turns have movement, ASW and damage control; with a
/// boat inside, or from turn 11, all of them, in the printed order.
#[test]
fn phases_of_a_turn() {
    use Phase::{Asw, Attack, Convoy, DamageControl, Entry, Movement, Observation, Reload, Tdc};
    let ring = Place::Approach(ApproachBox::R2);
    assert_eq!(phases(3, ring, false), [Movement, Asw, DamageControl]);
    assert_eq!(
        phases(9, ring, false),
        [Entry, Movement, Asw, DamageControl]
    );
    assert_eq!(
        phases(11, ring, false),
        [Entry, Movement, Asw, Convoy, Reload, DamageControl]
    );
    let inside = Place::Attack(at(2, 8), Facing::N);
    assert_eq!(
        phases(9, inside, true),
        [
            Entry,
            Movement,
            Observation,
            Tdc,
            Asw,
            Convoy,
            Reload,
            Attack,
            DamageControl
        ]
    );
}

/// [24.attack_phases] (R103) Before turn 11 a boat on the ring neither drifts nor reloads while another is inside.
#[test]
fn boats_on_the_ring_wait_for_turn_11() {
    for (turn, drifts) in [(10, false), (11, true)] {
        let mut rig = patrol();
        rig.p.turn = turn;
        rig.attack(X, at(0, 2), Facing::N);
        rig.boat(W).tubes[0] = crate::boat::TubeState::Loading(1, crate::boats::TorpedoType::G7a);
        rig.play(|play| play.move_convoy());
        rig.play(|play| play.reload());
        assert_eq!(
            rig.boat(W).place != Place::Approach(ApproachBox::R2),
            drifts
        );
        assert_eq!(rig.boat(W).armed(tube(1)).is_some(), drifts);
    }
}

/// [24.simultaneous_order] Boats are asked side by side, and nobody waits for a boat that has nothing to say.
#[test]
fn boats_are_asked_side_by_side() {
    let mut rig = patrol();
    rig.boat(X);
    rig.p.phase = Phase::Movement;
    rig.play(|play| play.move_boats());
    rig.run();
    assert!(!rig.offers(W).is_empty() && !rig.offers(X).is_empty());
    rig.say(X, "done");
    assert!(!rig.offers(W).is_empty() && rig.offers(X).is_empty());
}

/// [24.sunk_stops_draws] [24.four_ways_sunk] A lost boat has no orders left, and whatever waits for her is not done.
#[test]
fn the_lost_are_asked_nothing() {
    let mut rig = patrol();
    rig.p.phase = Phase::Movement;
    rig.play(|play| play.move_boats());
    rig.play(|play| {
        play.barrage(
            W,
            crate::cards::AswRow::Surface,
            crate::escorts::Hold::Contact,
            5,
            true,
        )
    });
    rig.play(|play| play.lose(W, crate::boat::Loss::Fire));
    rig.run();
    assert!(is_quiet(&rig.p) && rig.pulled(Pull::AswAttackCard) == 0);
}

/// [5.shuffle_after_action] A SHUFFLE in the middle of an attack waits for its end.
#[test]
fn decks_are_shuffled_after_the_action() {
    use crate::cards::AswRow;
    let shuffles = (0..CARDS as u8)
        .find(|card| tables().cards.shuffles(DeckName::AswAttack, *card))
        .unwrap();
    let mut rig = patrol();
    let harmless = several(DeckName::AswAttack, 2, |card| {
        tables().cards.asw[card]
            .hit(AswRow::M180, crate::escorts::Hold::Lost2)
            .is_none()
    });
    rig.stack(DeckName::AswAttack, &[shuffles, harmless[0], harmless[1]]);
    rig.play(|play| play.barrage(W, AswRow::M180, crate::escorts::Hold::Lost2, 3, true));
    let step = rig.p.agenda.pop().unwrap();
    let Step::Barrage(barrage) = step else {
        panic!("{step:?}")
    };
    rig.play(|play| play.next_card(barrage));
    assert_eq!(
        rig.p.secret.decks.left(DeckName::AswAttack),
        CARDS - 1,
        "not yet"
    );
    rig.run();
    assert_eq!(rig.p.secret.decks.left(DeckName::AswAttack), CARDS);
}

/// [4.era] Early to June 1942, late from July.
#[test]
fn the_war_has_two_eras() {
    let eras: Vec<Era> = Month::all().map(|month| tables().era(month)).collect();
    assert_eq!(eras, [vec![Era::Early; 9], vec![Era::Late; 9]].concat());
}

/// [4.range] [34.dots_and_boxes_alike] [59.shot_direction] [33.eight_facings] Ranges are squares, boxes and dots alike; a
/// shot runs along a line or a diagonal.
#[test]
fn ranges_and_directions() {
    assert_eq!(
        (
            at(2, 8).range(at(5, 6)),
            at(5, 5).range(at(5, 5)),
            at(0, 0).range(at(16, 14))
        ),
        (3, 0, 16)
    );
    for (to, way) in [
        (at(8, 3), Facing::N),
        (at(10, 3), Facing::NE),
        (at(12, 7), Facing::E),
        (at(9, 14), Facing::SE),
        (at(8, 9), Facing::S),
        (at(2, 8), Facing::SW),
        (at(0, 7), Facing::W),
        (at(7, 0), Facing::NW),
    ] {
        assert_eq!(at(8, 7).direction(to), Some(way), "{to}");
    }
    assert_eq!(at(8, 7).direction(at(8, 7)), None);
}

/// [22.locations] [43.card_boxes_to_quadrants] [48.quadrants] Five locations of the ring (R62), four of them also
/// quadrants, the lower ones left and right (R61).
#[test]
fn locations_and_quadrants() {
    let boxes = |location: Location| tables().approach.boxes(location).count();
    assert_eq!(Location::ALL.map(boxes), [3, 2, 6, 2, 3]);
    assert_eq!(at(7, 7).quadrant(), Some(Quadrant::Q1));
    assert_eq!(at(7, 8).quadrant(), Some(Quadrant::Q3));
    assert_eq!(at(9, 8).quadrant(), Some(Quadrant::Q4));
    assert_eq!(
        at(8, 3).quadrants().collect::<Vec<_>>(),
        [Quadrant::Q1, Quadrant::Q2]
    );
    let cards: Vec<Location> = Quadrant::ALL
        .iter()
        .map(|quadrant| quadrant.card_box())
        .collect();
    assert_eq!(
        cards,
        [Location::NW, Location::NE, Location::W, Location::E]
    );
}
