use crate::{GAME, run};

#[test]
fn counts_games_steps_and_checks() {
    let one = run(&["fuzz", GAME, "-n", "100", "--seed", "3", "--json"])
        .ok()
        .json();
    assert_eq!(one["tally"]["games"], 100);
    assert_eq!(one["tally"]["replayed"], 100);
    assert!(one["tally"]["checks"].as_u64() > one["tally"]["steps"].as_u64());
    let two = run(&[
        "fuzz",
        GAME,
        "-n",
        "100",
        "--seed",
        "3",
        "--threads",
        "1",
        "--json",
    ])
    .ok()
    .json();
    assert_eq!(one["tally"], two["tally"]);
    run(&["fuzz", GAME, "-n", "4", "--seed", "3"])
        .ok()
        .says("4 games, ")
        .says("all held");
}
