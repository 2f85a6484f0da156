//! The worked examples of `data/examples.toml`, through the procedures that run the code that plays.

use crate::game;
use derbyhouse_scene::Face;
use derbyhouse_testkit::examples;

/// Every case holds, line by line. They decide where texts disagree: the rulebook before the playbook (R1).
#[test]
fn worked_examples_hold() {
    let game = game();
    let held = examples(game.as_ref(), game.examples());
    assert_eq!(held.unwrap(), 261);
}
