//! Cards and numbers: page 5.

use super::*;
use crate::sequence::{Held, Order};
use crate::tables::Price;

/// [5.random_number] [5.random_over_four] Column n of one battle card; nothing to pull for one candidate, our own dice
/// for more than four (R35).
#[test]
fn random_numbers_come_from_a_battle_card() {
    let mut rig = patrol();
    let three = battle(|card| card.random_of(3) == Some(3) && card.random_of(2) == Some(1));
    for (candidates, chosen, cards) in [(3, 2, 1), (2, 0, 1), (1, 0, 0)] {
        rig.stack(DeckName::Battle, &[three]);
        let left = rig.p.secret.decks.left(DeckName::Battle);
        assert_eq!(
            rig.play(|play| play.one_of(candidates, Pull::RandomTarget)),
            chosen
        );
        assert_eq!(
            left - rig.p.secret.decks.left(DeckName::Battle),
            cards,
            "for {candidates}"
        );
    }
    let before = rig.p.secret.decks.left(DeckName::Battle);
    let seen: Vec<usize> = (0..60)
        .map(|_| rig.play(|play| play.one_of(5, Pull::RandomTarget)))
        .collect();
    assert_eq!(rig.p.secret.decks.left(DeckName::Battle), before);
    assert!((0..5).all(|number| seen.contains(&number)) && seen.iter().all(|number| *number < 5));
}

/// [5.d10] [5.draw_discard] The figure of the top card, which then lies open.
#[test]
fn a_d10_is_the_figure_of_the_top_card() {
    let mut rig = patrol();
    rig.d10s(&[7, 2]);
    assert_eq!(rig.play(|play| play.d10(Pull::Heal, None)), 7);
    let top = rig.p.secret.decks.top(DeckName::Battle).unwrap();
    assert_eq!(tables().cards.battle[usize::from(top)].d10, 7);
    assert_eq!(rig.play(|play| play.d10(Pull::Heal, None)), 2);
}

/// [5.natural_10_and_1] Of torpedoes and of stragglers (R73).
#[test]
fn a_natural_10_always_hits_and_a_natural_1_never() {
    assert!(crate::torpedoes::hits(10, -9, 9) && !crate::torpedoes::hits(1, 20, 2));
    assert!(crate::homeward::sinks_straggler(10, 24) && !crate::homeward::sinks_straggler(1, 0));
    assert!(crate::torpedoes::hits(9, 7, 7) && !crate::torpedoes::hits(9, 6, 7));
}

/// [5.repull_once] [5.repull_second_stands] The owner pays a point, pulls again, and must take what comes.
#[test]
fn one_result_is_pulled_again_once() {
    let mut rig = patrol();
    rig.boat(W).tp = 2;
    rig.p.turn = 8;
    rig.d10s(&[3, 2]);
    rig.play(|play| play.check_entry(W));
    assert_eq!(rig.offers(W), [say("keep"), say("repull d10")]);
    rig.say(W, "repull d10");
    assert_eq!(rig.boat(W).tp, 1);
    assert!(is_quiet(&rig.p), "the second result is not asked about");
    assert!(rig.saw(|event| matches!(
        event,
        Event::EntryCheck {
            d10: 2,
            enters: false,
            ..
        }
    )));
}

/// (R80) [5.repull_once] Each boat is asked about results of her own, and pays for them herself.
#[test]
fn everybody_pays_for_his_own_boat() {
    let mut rig = patrol();
    (rig.boat(W).tp, rig.boat(X).tp) = (2, 2);
    rig.p.turn = 8;
    rig.d10s(&[3, 4, 2]);
    rig.play(|play| play.check_entry(W));
    assert!(rig.offers(X).is_empty());
    rig.play(|play| play.check_entry(X));
    rig.say(X, "repull d10");
    assert_eq!((rig.boat(W).tp, rig.boat(X).tp), (2, 1));
    assert_eq!(rig.offers(W), [say("keep"), say("repull d10")]);
}

/// [5.repull_once] Without a point nobody is asked; the result counts as it is.
#[test]
fn without_a_point_nothing_is_pulled_again() {
    let mut rig = patrol();
    rig.p.turn = 8;
    rig.d10s(&[3]);
    rig.play(|play| play.check_entry(W));
    assert!(is_quiet(&rig.p) && rig.saw(|event| matches!(event, Event::EntryCheck { d10: 3, .. })));
}

/// [5.repull_list] What the list forbids is never offered, whatever the boat could pay; a dud may be pulled again (R14).
#[test]
fn the_list_says_what_may_be_pulled_again() {
    let repulls = &tables().repulls;
    let never = [
        Pull::Search,
        Pull::LocationCheck,
        Pull::Distance,
        Pull::Fitted,
        Pull::ChargeCheck,
        Pull::RamCheck,
    ];
    let never = never.into_iter().chain([
        Pull::Implosion,
        Pull::Scuttle,
        Pull::Collision,
        Pull::ConvoySearch,
        Pull::Wake,
    ]);
    let never = never.chain([
        Pull::Heal,
        Pull::Gas,
        Pull::EndOfPatrol,
        Pull::Straggler,
        Pull::HomeEvent,
    ]);
    for pull in never.chain([Pull::EscortOnApproach, Pull::CrewPosition]) {
        assert_eq!(repulls.price(pull), Price::Never, "{pull}");
    }
    for pull in [
        Pull::HitCheck,
        Pull::Detonation,
        Pull::Evasion,
        Pull::Survival,
        Pull::Repair,
        Pull::EscortOnAttackMap,
    ] {
        assert_eq!(repulls.price(pull), Price::Tactical, "{pull}");
    }
}

/// [5.repull_once] (R15) Of a hit check any one card may be changed; of later torpedoes of the salvo only the d10.
#[test]
fn of_a_hit_check_any_card_may_be_changed() {
    let mut rig = patrol();
    rig.boat(W).tp = 8;
    let target = at(5, 6);
    rig.ship(target, ship_of(Size::Medium, 0));
    for number in [1, 2] {
        rig.p.torpedoes.push(torpedo(W, number, target, 1));
    }
    rig.d10s(&[1, 1]);
    rig.play(|play| play.run_torpedoes());
    rig.run();
    let parts = [
        "keep",
        "repull to-hit",
        "repull size",
        "repull angle",
        "repull d10",
    ];
    assert_eq!(rig.offers(W), parts.map(say));
    rig.say(W, "keep");
    assert!(matches!(
        rig.p.orders[0].top(),
        Some(Order::Held(Held::Hit(_, _, 1, false)))
    ));
    assert_eq!(rig.offers(W), [say("keep"), say("repull d10")]);
}

use super::torpedoes::torpedo;
