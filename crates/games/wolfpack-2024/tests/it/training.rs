//! The training scenario: what it has, and what it leaves out.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Match, Viewer};
use std::collections::BTreeSet;
use std::sync::Arc;
use wolfpack_2024::boats::Letter;
use wolfpack_2024::calendar::Era;
use wolfpack_2024::{Event, Setup};

/// [pb.training_setup]
#[test]
fn one_boat_a_small_slow_convoy_a_clear_night() {
    let game = game();
    let played = Match::new(Arc::clone(&game), Setup::TRAINING, 1).unwrap();
    let view = game.view(played.position(), Viewer::Observer);
    let conditions = view.conditions();
    let shown = [
        conditions.side.to_string(),
        conditions.speed.to_string(),
        conditions.weather.to_string(),
        conditions.time.to_string(),
    ];
    assert_eq!(shown, ["small", "slow", "good", "night"]);
    assert_eq!(
        (view.turn(), view.era(), view.boats().count()),
        (7, Era::Early, 1)
    );
    let boat = view.boat(Letter::W).unwrap();
    assert_eq!((boat.tp, boat.torpedoes()), (2, [7, 5]));
    assert_eq!(boat.approach().unwrap().to_string(), "R2");
    assert!(view.campaign().is_none());
}

/// Whole games pass only through its own phases, and nothing hunts the boat [pb.training_phases],
/// [pb.training_no_asw].
#[test]
fn no_escort_no_repair_no_way_home() {
    let game = game();
    let mut phases = BTreeSet::new();
    for seed in 0..60 {
        let mut dice = Chance::seeded(seed);
        let mut played = Match::new(Arc::clone(&game), Setup::TRAINING, seed).unwrap();
        let mut choices = Vec::new();
        while let Some(seat) = game.asked(played.position()).first() {
            choices.clear();
            game.choices(played.position(), seat, &mut choices);
            let choice = choices[dice.below(choices.len() as u32) as usize];
            played.choose(seat, &choice).unwrap();
        }
        for (_, event) in played.events() {
            match event {
                Event::PhaseBegins { phase } => {
                    phases.insert(phase.id());
                }
                Event::Request { .. }
                | Event::Watched { .. }
                | Event::CollisionCheck { .. }
                | Event::HuntsStraggler { .. }
                | Event::HomeEvent { .. } => panic!("seed {seed}: {event:?}"),
                _ => {}
            }
        }
        let view = game.view(played.position(), Viewer::Observer);
        assert!(view.hunt().escorts.is_empty() && view.cup_left() == 0);
    }
    let expected = [
        "U-boat attack",
        "U-boat movement",
        "TDC calculation",
        "approach to attack",
        "convoy movement",
        "end of patrol",
        "end of turn",
        "observation",
        "reload",
        "torpedo movement",
    ];
    assert!(
        phases.iter().copied().eq(BTreeSet::from(expected)),
        "{phases:?}"
    );
}
