//! Torpedo movement and detonation: pages 25 to 27.

use super::*;
use crate::asw::requests::RequestKind;
use crate::boats::TorpedoType;
use crate::calendar::Era;
use crate::convoy::{BoxState, Gone};
use crate::position::Torpedo;
use crate::ships::{ShipResult, half_up};
use crate::space::Facing;

pub(super) fn torpedo(boat: Letter, number: u8, target: Space, turns: u8) -> Torpedo {
    Torpedo {
        boat,
        tube: tube(number),
        kind: TorpedoType::G7a,
        target,
        travel: Facing::E,
        modifier: 0,
        turns,
        half: false,
    }
}

const TARGET: (i8, i8) = (5, 6);

/// A ship of that size with torpedoes of W about to arrive.
fn under_fire(size: Size, torpedoes: u8) -> (Rig<'static>, Space, TileId) {
    let mut rig = patrol();
    let (target, tile) = (at(TARGET.0, TARGET.1), ship_of(size, 0));
    rig.ship(target, tile);
    for number in 1..=torpedoes {
        rig.p.torpedoes.push(torpedo(W, number, target, 1));
    }
    (rig, target, tile)
}

fn arrive(rig: &mut Rig<'_>) {
    rig.play(|play| play.run_torpedoes());
    rig.run();
}

/// Detonation cards: one that lets a steam torpedo explode, one with that result for a medium ship.
fn blast(result: ShipResult) -> [u8; 2] {
    let explodes = detonation(|card| card.explodes(Era::Early, TorpedoType::G7a));
    let hurts = first(DeckName::Detonation, |place| {
        let card = &tables().cards.detonation[place];
        card.ship[Size::Medium.index()] == result && place != usize::from(explodes)
    });
    [explodes, hurts]
}

/// [25.timer] A torpedo runs a turn; only at the end of its run is anything pulled.
#[test]
fn torpedoes_run_turn_by_turn() {
    let (mut rig, target, _) = under_fire(Size::Medium, 0);
    rig.p.torpedoes.push(torpedo(W, 1, target, 2));
    arrive(&mut rig);
    assert_eq!(
        (rig.p.torpedoes[0].turns, rig.pulled(Pull::HitCheck)),
        (1, 0)
    );
    arrive(&mut rig);
    assert!(rig.p.torpedoes.is_empty() && rig.pulled(Pull::HitCheck) > 0);
}

/// [25.hit_check_cards] [25.hit_total] Number to hit by speed and weather, one card for size, one for the angle of
/// travel, a d10, and the modifier of the torpedo.
#[test]
fn a_hit_check_adds_up_four_cards_and_the_aim() {
    let (mut rig, target, tile) = under_fire(Size::Medium, 0);
    rig.p.torpedoes.push(Torpedo {
        modifier: 2,
        travel: Facing::SE,
        ..torpedo(W, 1, target, 1)
    });
    let (shown, sized, angled) = (combat(|_| true), 3, 8);
    rig.stack(DeckName::Combat, &[shown]);
    rig.stack(DeckName::Angle, &[sized, angled]);
    rig.d10s(&[5]);
    arrive(&mut rig);
    let cards = &tables().cards;
    let conditions = rig.p.conditions;
    let expected_size = cards.angle[3].size(tables().tile(tile).size.unwrap());
    let expected_angle = cards.angle[8].angle(Facing::SE);
    let number = cards.combat[usize::from(shown)].to_hit(conditions.speed, conditions.weather);
    let sum = 5 + expected_size + expected_angle + 2;
    assert!(rig.saw(|event| matches!(event, Event::HitCheck { size, angle, total, to_hit, hit, .. }
        if (*size, *angle, *total, *to_hit, *hit) == (expected_size, expected_angle, sum, number, sum >= number as i8))));
}

/// [25.salvo_keeps_cards] Further torpedoes of a boat at the same ship pull only a d10 of their own.
#[test]
fn a_salvo_shares_its_cards() {
    let (mut rig, ..) = under_fire(Size::Medium, 3);
    rig.d10s(&[1, 1, 1]);
    arrive(&mut rig);
    let decks = |deck: DeckName| {
        let of = |event: &&Event| matches!(event, Event::Pulls { deck: other, pull: Pull::HitCheck, .. } if *other == deck);
        rig.events.iter().filter(of).count()
    };
    assert_eq!(
        (
            decks(DeckName::Combat),
            decks(DeckName::Angle),
            decks(DeckName::Battle)
        ),
        (1, 2, 3)
    );
}

/// [25.random_order_ships_boats] A random number for the ships, another for the boats at one ship; one boat's torpedoes
/// all come before the next boat's.
#[test]
fn ships_and_boats_come_in_random_order() {
    let (mut rig, target, _) = under_fire(Size::Medium, 2);
    rig.boat(X);
    rig.p.torpedoes.push(torpedo(X, 1, target, 1));
    let other = at(7, 6);
    rig.ship(other, ship_of(Size::Medium, 5));
    rig.p.torpedoes.push(torpedo(W, 3, other, 1));
    // Second ship first, second boat first; then every torpedo misses.
    let ship = battle(|card| card.random_of(2) == Some(2));
    let boat = first(DeckName::Battle, |place| {
        tables().cards.battle[place].random_of(2) == Some(2) && place != usize::from(ship)
    });
    let misses = several(DeckName::Battle, 2, |place| {
        let card = &tables().cards.battle[place];
        card.d10 == 1 && place != usize::from(ship) && place != usize::from(boat)
    });
    rig.stack(DeckName::Battle, &[&[ship, boat][..], &misses].concat());
    rig.play(|play| play.run_torpedoes());
    let order: Vec<_> = (0..3).map(|_| rig.p.agenda.pop().unwrap()).collect();
    use crate::sequence::Step::Salvo;
    // By ship in the order of spaces: the target stands left of the other.
    assert_eq!(order, [Salvo(W, other), Salvo(X, target), Salvo(W, target)]);
    assert_eq!(rig.pulled(Pull::RandomTarget), 2);
}

/// [26.detonation_by_era_type] (R9) Three columns: early steam, early electric, late, by the date.
#[test]
fn duds_depend_on_date_and_type() {
    let odd = detonation(|card| {
        card.explodes(Era::Early, TorpedoType::G7a) && !card.explodes(Era::Early, TorpedoType::G7e)
    });
    for (era, kind, explodes) in [
        (Era::Early, TorpedoType::G7a, true),
        (Era::Early, TorpedoType::G7e, false),
        (
            Era::Late,
            TorpedoType::G7e,
            tables().cards.detonation[usize::from(odd)].explodes[2],
        ),
    ] {
        let (mut rig, target, _) = under_fire(Size::Medium, 0);
        rig.p.era = era;
        rig.p.torpedoes.push(Torpedo {
            kind,
            ..torpedo(W, 1, target, 1)
        });
        rig.d10s(&[10]);
        rig.stack(DeckName::Detonation, &[odd]);
        arrive(&mut rig);
        assert!(
            rig.saw(
                |event| matches!(event, Event::Detonates { explodes: so, .. } if *so == explodes)
            ),
            "{kind}"
        );
    }
}

/// [26.request_even_if_dud] [47.standard_request] A dud brings an escort request too, for four turns, at the ship.
#[test]
fn a_dud_brings_a_request_too() {
    let (mut rig, target, _) = under_fire(Size::Medium, 1);
    rig.d10s(&[10]);
    rig.stack(
        DeckName::Detonation,
        &[detonation(|card| {
            !card.explodes(Era::Early, TorpedoType::G7a)
        })],
    );
    arrive(&mut rig);
    let request = rig.p.hunt.requests[0].unwrap();
    assert_eq!(
        (request.kind, request.space, request.timer),
        (RequestKind::Standard, target, 4)
    );
    assert!(matches!(
        rig.p.convoy.at(target),
        Some(BoxState::Ship(_, false))
    ));
}

/// [26.ship_damage] [26.sunk_scores] Sunk: full points, tile and tons to the boat, a Sunk marker in the box.
#[test]
fn a_sunk_ship_scores_in_full() {
    let (mut rig, target, tile) = under_fire(Size::Medium, 1);
    rig.d10s(&[10]);
    rig.stack(DeckName::Detonation, &blast(ShipResult::Sunk));
    arrive(&mut rig);
    assert_eq!(rig.p.vp, tables().tile(tile).vp);
    assert_eq!(rig.boat(W).sunk, [tile]);
    assert_eq!(rig.boat(W).tons, tables().tile(tile).tons);
    assert_eq!(rig.p.convoy.at(target), Some(BoxState::Marker(Gone::Sunk)));
}

/// [26.damaged_half_up_to_track] Damaged: half the points, rounded up, and to the turn track of this turn.
#[test]
fn a_damaged_ship_falls_behind() {
    let (mut rig, target, tile) = under_fire(Size::Medium, 1);
    rig.p.turn = 13;
    rig.d10s(&[10]);
    rig.stack(DeckName::Detonation, &blast(ShipResult::Damaged));
    arrive(&mut rig);
    assert_eq!(rig.p.vp, half_up(tables().tile(tile).vp));
    assert_eq!((rig.p.track[0].tile, rig.p.track[0].turn), (tile, 13));
    assert_eq!(
        rig.p.convoy.at(target),
        Some(BoxState::Marker(Gone::Damaged))
    );
    assert!(rig.boat(W).sunk.is_empty());
}

/// [26.second_damage_sinks] [26.ship_damage] Two torpedoes that damage sink her; one that does nothing does nothing.
#[test]
fn damage_upon_damage_sinks() {
    let (mut rig, _, tile) = under_fire(Size::Medium, 2);
    let [explodes, _] = blast(ShipResult::Damaged);
    let others = several(DeckName::Detonation, 3, |place| {
        let card = &tables().cards.detonation[place];
        card.ship[Size::Medium.index()] == ShipResult::Damaged
            && card.explodes(Era::Early, TorpedoType::G7a)
            && place != usize::from(explodes)
    });
    rig.d10s(&[10, 10]);
    rig.stack(DeckName::Detonation, &[&[explodes][..], &others].concat());
    arrive(&mut rig);
    assert_eq!((rig.p.vp, rig.p.track.len()), (tables().tile(tile).vp, 0));

    let (mut rig, target, _) = under_fire(Size::Medium, 1);
    rig.d10s(&[10]);
    rig.stack(DeckName::Detonation, &blast(ShipResult::Superficial));
    arrive(&mut rig);
    assert!(rig.p.vp == 0 && matches!(rig.p.convoy.at(target), Some(BoxState::Ship(_, false))));
}

/// (R65) [26.second_damage_sinks] Tile and tons go to the boat whose torpedo sank the ship, not to the one that hit first.
#[test]
fn who_sinks_a_ship_has_the_tons() {
    let (mut rig, target, tile) = under_fire(Size::Medium, 1);
    rig.boat(X);
    rig.p.torpedoes.push(torpedo(X, 1, target, 1));
    let first_boat = battle(|card| card.random_of(2) == Some(1) && card.d10 != 10);
    let tens = several(DeckName::Battle, 2, |place| {
        tables().cards.battle[place].d10 == 10
    });
    rig.stack(DeckName::Battle, &[&[first_boat][..], &tens].concat());
    let damaging = several(DeckName::Detonation, 4, |place| {
        let card = &tables().cards.detonation[place];
        card.ship[Size::Medium.index()] == ShipResult::Damaged
            && card.explodes(Era::Early, TorpedoType::G7a)
    });
    rig.stack(DeckName::Detonation, &damaging);
    arrive(&mut rig);
    let tons = tables().tile(tile).tons;
    let score = |rig: &mut Rig<'_>, letter| (rig.boat(letter).sunk.clone(), rig.boat(letter).tons);
    assert_eq!(score(&mut rig, W), (vec![], 0));
    assert_eq!(score(&mut rig, X), (vec![tile], tons));
}

/// [26.overkill] (R25) What is left of a salvo at a sunk ship is lost without a card.
#[test]
fn torpedoes_at_a_ship_that_is_gone_are_lost() {
    let (mut rig, ..) = under_fire(Size::Medium, 3);
    rig.d10s(&[10, 10, 10]);
    rig.stack(DeckName::Detonation, &blast(ShipResult::Sunk));
    arrive(&mut rig);
    let spent = rig
        .events
        .iter()
        .filter(|event| matches!(event, Event::Spent { .. }))
        .count();
    let rolled = rig
        .events
        .iter()
        .filter(|event| matches!(event, Event::HitCheck { .. }))
        .count();
    assert_eq!((rolled, spent, rig.p.torpedoes.len()), (1, 2, 0));
}

/// [27.missed_next_space] [27.missed_needs_10] A miss tries the next space in its way, and hits only with a 10.
#[test]
fn a_miss_may_hit_the_next_ship() {
    for (second, hits) in [(10, true), (9, false)] {
        let (mut rig, _, _) = under_fire(Size::Medium, 1);
        let next = at(TARGET.0 + 1, TARGET.1);
        rig.ship(next, ship_of(Size::Medium, 5));
        rig.d10s(&[1, second]);
        arrive(&mut rig);
        assert!(rig.saw(|event| matches!(event, Event::RunsOn { next: at, hit, .. } if *at == next && *hit == hits)));
        assert_eq!(
            rig.saw(|event| matches!(event, Event::Detonates { target, .. } if *target == next)),
            hits
        );
    }
    // A box that nobody has looked into counts as empty (R26).
    let (mut rig, ..) = under_fire(Size::Medium, 1);
    rig.d10s(&[1]);
    arrive(&mut rig);
    assert_eq!(rig.pulled(Pull::MissedTorpedo), 0);
}

/// [67.torpedoes_still_count] Torpedoes of a boat that was lost meanwhile are resolved, and score.
#[test]
fn torpedoes_of_a_lost_boat_still_count() {
    let (mut rig, _, tile) = under_fire(Size::Medium, 1);
    rig.play(|play| play.lose(W, crate::boat::Loss::Fire));
    rig.boat(W).tp = 8; // which pays for nothing any more (R101)
    rig.d10s(&[10]);
    rig.stack(DeckName::Detonation, &blast(ShipResult::Sunk));
    arrive(&mut rig);
    assert_eq!(rig.p.vp, tables().tile(tile).vp);
}

/// [67.replacement_half_vp] A replacement scores half, rounded up, for sunk and damaged ships alike.
#[test]
fn a_replacement_scores_half() {
    let odd = (0..).map(TileId).find(|tile| {
        let values = tables().tile(*tile);
        values.size == Some(Size::Medium) && values.vp % 2 == 1
    });
    for result in [ShipResult::Sunk, ShipResult::Damaged] {
        let (mut rig, target, _) = under_fire(Size::Medium, 0);
        rig.ship(target, odd.unwrap());
        rig.p.torpedoes.push(Torpedo {
            half: true,
            ..torpedo(W, 1, target, 1)
        });
        rig.d10s(&[10]);
        rig.stack(DeckName::Detonation, &blast(result));
        arrive(&mut rig);
        let full = tables().tile(odd.unwrap()).vp;
        let earned = if result == ShipResult::Sunk {
            full
        } else {
            half_up(full)
        };
        assert_eq!(rig.p.vp, half_up(earned), "{result}");
    }
}

/// [37.tile_back_hidden] (R24) A tile that a torpedo reaches is turned over; a blank costs the torpedo, nothing else.
#[test]
fn a_torpedo_at_a_blank_is_lost() {
    let mut rig = patrol();
    let target = at(TARGET.0, TARGET.1);
    let ring = usize::from(rig.p.conditions.side.ring(target).unwrap()) - 1;
    let blank = (0..).map(TileId).find(|tile| {
        let values = tables().tile(*tile);
        values.is_blank() && usize::from(values.ring) == ring + 1
    });
    rig.p.secret.piles[ring].retain(|tile| Some(*tile) != blank);
    rig.p.secret.backs.push((target, blank.unwrap()));
    rig.p.convoy.put(target, BoxState::Spotted);
    rig.p.torpedoes.push(torpedo(W, 1, target, 1));
    arrive(&mut rig);
    assert_eq!(rig.p.convoy.at(target), Some(BoxState::Blank));
    assert!(rig.pulled(Pull::HitCheck) == 0 && rig.p.hunt.requests.iter().all(Option::is_none));
}
