//! Damage to a boat: page 51.

use super::*;
use crate::boat::{Boat, Loss, Place};
use crate::boats::{BoatType, Gear};
use crate::cards::Damage;
use crate::crew::{Man, Severity, WORST};
use crate::damage::after_hit;

fn suffer(boat: &mut Boat, severity: Severity, damage: Damage) {
    boat.suffer(tables(), &damage, severity);
}

fn gear(gear: Gear) -> Damage {
    Damage {
        gear: vec![gear],
        ..Damage::default()
    }
}

/// [51.levels_add] [51.destroyed_overflows] One, two or three levels, not beyond destroyed; wreckage that is hit again
/// floods by one, whatever the severity.
#[test]
fn levels_add_up_and_wreckage_floods() {
    assert_eq!(
        Severity::ALL.map(|severity| after_hit(0, severity)),
        [(1, 0), (2, 0), (3, 0)]
    );
    assert_eq!(after_hit(3, Severity::Heavy), (4, 0));
    let mut rig = patrol();
    let boat = rig.boat(W);
    suffer(boat, Severity::Medium, gear(Gear::Diesel));
    suffer(boat, Severity::Heavy, gear(Gear::Diesel));
    assert_eq!((boat.damage(Gear::Diesel), boat.flood.level), (WORST, 0));
    suffer(boat, Severity::Heavy, gear(Gear::Diesel));
    assert_eq!((boat.damage(Gear::Diesel), boat.flood.level), (WORST, 1));
}

/// [51.flood] [51.fire] The marker turns to its active side and moves on.
#[test]
fn flooding_and_fire_grow() {
    let mut rig = patrol();
    let boat = rig.boat(W);
    (boat.flood.level, boat.flood.contained) = (2, true);
    suffer(
        boat,
        Severity::Light,
        Damage {
            flood: 2,
            fire: 1,
            ..Damage::default()
        },
    );
    assert_eq!((boat.flood.level, boat.flood.contained), (4, false));
    assert_eq!((boat.fire.level, boat.fire.contained), (1, false));
}

/// [51.gas] Up, but not above the top (R21).
#[test]
fn gas_rises_to_the_top() {
    let mut rig = patrol();
    let boat = rig.boat(W);
    for expected in [2, 3, 3] {
        suffer(
            boat,
            Severity::Light,
            Damage {
                gas: 2,
                ..Damage::default()
            },
        );
        assert_eq!(boat.gas, expected);
    }
}

/// [51.tube] A hit on tube 6 of a VII counts for tube 5 (R51).
#[test]
fn tubes_are_hit() {
    for (kind, hit, broken) in [
        (BoatType::VII, 6, 5),
        (BoatType::IX, 6, 6),
        (BoatType::VII, 2, 2),
    ] {
        let mut rig = patrol();
        let boat = rig.boat(W);
        boat.kind = kind;
        suffer(
            boat,
            Severity::Medium,
            Damage {
                tube: Some(tube(hit)),
                ..Damage::default()
            },
        );
        let levels: Vec<u8> = boat.tube_damage.to_vec();
        assert_eq!(
            levels.iter().position(|level| *level == 2),
            Some(broken - 1),
            "{kind}, tube {hit}"
        );
        assert_eq!(levels.iter().sum::<u8>(), 2);
    }
}

/// [61.observation_periscope] (R79) It takes the place of a destroyed periscope, whole; once it is gone too, hits flood.
#[test]
fn the_observation_periscope_takes_over() {
    let mut rig = patrol();
    let boat = rig.boat(W);
    suffer(boat, Severity::Heavy, gear(Gear::Periscope));
    assert!(!boat.observation);
    suffer(boat, Severity::Light, gear(Gear::Periscope));
    assert_eq!(
        (
            boat.observation,
            boat.damage(Gear::Periscope),
            boat.flood.level
        ),
        (true, 0, 0)
    );
    suffer(boat, Severity::Heavy, gear(Gear::Periscope));
    suffer(boat, Severity::Heavy, gear(Gear::Periscope));
    assert_eq!((boat.damage(Gear::Periscope), boat.flood.level), (WORST, 0));
    suffer(boat, Severity::Light, gear(Gear::Periscope));
    assert_eq!(boat.flood.level, 1);
}

/// [51.crew_wound] (R104) (R50) A d10 names who is hurt, by as many levels as the column; it is not pulled again.
#[test]
fn a_d10_names_who_is_hurt() {
    for severity in Severity::ALL {
        let hurts = (0..CARDS as u8).find(|card| {
            let damage = &tables().cards.detonation[usize::from(*card)].boat[severity.index()];
            damage.crew && !damage.catastrophic
        });
        let Some(card) = hurts else { continue };
        let mut rig = patrol();
        rig.boat(W).tp = 8;
        rig.d10s(&[7]);
        rig.play(|play| play.settle_boat_damage(W, severity, card));
        assert_eq!(rig.boat(W).wound(Man::Mid), severity.levels(), "{severity}");
        assert!(is_quiet(&rig.p));
        rig.boat(W).wounds[Man::Mid.index()] = WORST;
        rig.boat(W).wound_man(Man::Mid, 3);
        assert_eq!(rig.boat(W).wound(Man::Mid), WORST);
    }
}

/// [51.catastrophic] [24.four_ways_sunk] Sunk at once.
#[test]
fn some_hits_are_the_end() {
    let (card, severity) = Severity::ALL
        .into_iter()
        .find_map(|severity| {
            let last = |card: &u8| {
                tables().cards.detonation[usize::from(*card)].boat[severity.index()].catastrophic
            };
            Some(((0..CARDS as u8).find(last)?, severity))
        })
        .unwrap();
    let mut rig = patrol();
    rig.play(|play| play.settle_boat_damage(W, severity, card));
    assert_eq!(rig.boat(W).place, Place::Lost(Loss::Catastrophe));
}

/// [51.levels_add] [5.repull_list] One detonation card, column by severity, which the owner may pull again.
#[test]
fn one_card_for_each_hit() {
    let bad = detonation(|card| card.boat[1] != Damage::default() && !card.boat[1].catastrophic);
    let mut rig = patrol();
    rig.boat(W).tp = 1;
    rig.stack(DeckName::Detonation, &[bad]);
    rig.play(|play| play.hit_boat(W, Severity::Medium, true));
    assert_eq!(rig.offers(W), [say("keep"), say("repull d10")]);
    rig.say(W, "keep");
    assert!(rig.saw(|event| matches!(event, Event::BoatHit { severity: Severity::Medium, card, .. } if *card == bad)));
}
