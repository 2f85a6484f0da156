//! The worked examples of `data/examples.toml` and the rules that they stand for.

use crate::game;
use derbyhouse_scene::Face;
use derbyhouse_testkit::{coverage, examples};

/// Every case holds, line by line, through a procedure that runs the code that plays.
#[test]
fn worked_examples_hold() {
    let game = game();
    let held = examples(game.as_ref(), game.examples());
    assert_eq!(held.unwrap(), 210);
}

/// A procedure refuses an input that it does not know.
#[test]
fn procedures_refuse_strangers() {
    let game = game();
    for procedure in game.procedures() {
        let stranger = serde_json::json!({ "tea": 1 });
        let mut chance = derbyhouse_kernel::Chance::seeded(1);
        assert!(
            procedure
                .run(game.as_ref(), &stranger, &mut chance)
                .is_err(),
            "{}",
            procedure.name
        );
    }
}

/// Every rule of the index, chapters and headings included, and every ruling is cited by code and by a test, and nothing
/// else is cited.
#[test]
fn every_rule_is_cited_by_code_and_tests() {
    assert_eq!(coverage(game().as_ref()).unwrap(), 361);
}
