//! An Operation on the map: what is asked first, and what each side gets to see of it.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Log, Seat, Viewer};
use derbyhouse_scene::Face;
use pq17::side::Side;

/// The side without initiative sets up first, and the other is asked nothing meanwhile [4.1.1], [4.1.3].
#[test]
fn the_axis_sets_up_first() {
    let game = game();
    let setup = game.setup(Some("pq6"), &[]).unwrap();
    let position = game
        .start(&setup, &mut Chance::seeded(1), &mut Log::on())
        .unwrap();
    let asked: Vec<Seat> = game.asked(&position).iter().collect();
    assert_eq!(asked, [Side::Axis.seat()]);
    assert!(game.decision(&position, Side::Allied.seat()).is_none());
    let decision = game.decision(&position, Side::Axis.seat()).unwrap();
    assert_eq!(decision.rule.0, "4.1.3");
}

/// What lies in port is counted but not shown, and Patrol White is only a block [5.1.9], [6.2.1].
#[test]
fn the_enemy_sees_blocks_and_no_names() {
    let game = game();
    let setup = game.setup(Some("pq6"), &[]).unwrap();
    let position = game
        .start(&setup, &mut Chance::seeded(1), &mut Log::on())
        .unwrap();
    let view = game.view(&position, Viewer::Seat(Side::Axis.seat()));
    assert!(view.own().all(|force| force.name != "Patrol White"));
    assert!(view.contacts().iter().all(|contact| contact.kind.is_none()));
    let scene = serde_json::to_string(&game.scene(view, None, &[])).unwrap();
    for secret in ["Patrol White", "PQ-6 escort", "Home Fleet", "Edinburgh"] {
        assert!(!scene.contains(secret), "{secret}");
    }
    let watcher = game.view(&position, Viewer::Observer);
    assert_eq!(watcher.own().count(), 0);
}

/// A scenario or an option that is not there is refused in words; every option can be switched (R58).
#[test]
fn what_is_not_there_is_refused() {
    let game = game();
    let why = game.setup(Some("pq99"), &[]).unwrap_err();
    assert!(why.contains("no scenario"), "{why}");
    let why = game.setup(None, &["tea".to_owned()]).unwrap_err();
    assert!(why.contains("no optional rule"), "{why}");
    for option in game.info().options {
        let [on, off] = ["", "no-"].map(|switch| {
            let words = [format!("{switch}{}", option.id)];
            game.setup(None, &words).unwrap().options.len()
        });
        assert_eq!(on, off + 1, "{}", option.id);
    }
}
