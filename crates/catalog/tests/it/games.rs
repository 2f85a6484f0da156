use crate::toy;
use derbyhouse_catalog::{AnyGame, SetupError, open};
use derbyhouse_kernel::Chance;
use serde_json::json;

#[test]
fn an_unknown_game_is_refused_with_the_known_ones() {
    assert!(
        open("ludo", &[])
            .err()
            .unwrap()
            .to_string()
            .contains("“ludo”")
    );
}

#[test]
fn a_worker_plays_the_same_game_for_the_same_seed() {
    let game = toy();
    let setup = game.setup(Some("long"), &[]).unwrap();
    let bots = vec!["random".to_owned(); 2];
    let mut one = game.worker(&setup, &bots).unwrap();
    let mut two = game.worker(&setup, &bots).unwrap();
    two.play(5).unwrap();
    assert_eq!(one.play(77).unwrap(), two.play(77).unwrap());
}

#[test]
fn a_worker_wants_one_known_bot_a_seat() {
    let game = toy();
    let setup = game.setup(None, &[]).unwrap();
    let why = |bots: &[&str]| {
        let bots: Vec<String> = bots.iter().map(|&b| b.into()).collect();
        game.worker(&setup, &bots).err().unwrap()
    };
    assert!(matches!(
        why(&["random"]),
        SetupError::Seats { given: 1, seats: 2 }
    ));
    assert!(matches!(why(&["random", "oracle"]), SetupError::Bot { .. }));
    let foreign = game.worker(&json!({"scenario": 3}), &["random".into(), "random".into()]);
    assert!(matches!(foreign.err().unwrap(), SetupError::Foreign { .. }));
}

#[test]
fn a_procedure_is_resolved_and_counted() {
    let game = toy();
    let resolved = game
        .resolve("gamble", &json!({"heap": 4}), Chance::scripted([6]))
        .unwrap();
    assert_eq!(resolved.result, json!({"taken": 4, "left": 0}));
    let odds = game.odds("gamble", &json!({"heap": 4})).unwrap();
    assert_eq!(
        (odds.len(), odds[0].share.ways, odds[0].share.of),
        (4, 1, 2)
    );
    assert!(game.odds("roulette", &json!({})).is_err());
}

#[test]
fn fuzzing_counts_what_it_did() {
    let game = toy();
    let setups = game.all_setups();
    let tally = game.fuzz(&setups[0], 3).unwrap();
    assert_eq!((tally.games, tally.replayed, tally.reloaded), (1, 1, 1));
}
