//! The worked examples of `data/examples.toml`, through the procedures that run the code that plays.

use crate::game;
use derbyhouse_kernel::procedure::{Case, check};
use derbyhouse_scene::Face;
use derbyhouse_tables::read_cases;

fn cases() -> Vec<(Case, usize)> {
    read_cases("examples.toml", include_str!("../../data/examples.toml")).unwrap()
}

/// Every case holds, line by line.
#[test]
fn worked_examples_hold() {
    let game = game();
    let mut failed = Vec::new();
    let mut waiting = Vec::new();
    let mut passed = 0;
    for (case, line) in cases() {
        if !game
            .procedures()
            .iter()
            .any(|procedure| procedure.name == case.kind)
        {
            waiting.push(case.id);
            continue;
        }
        match check(game.as_ref(), game.procedures(), &case) {
            Ok(()) => passed += 1,
            Err(why) => failed.push(format!("line {line}, {} ({}): {why}", case.id, case.kind)),
        }
    }
    assert!(
        failed.is_empty(),
        "{} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
    // The first only goes up; the list only gets shorter. A case is never skipped otherwise.
    assert_eq!(
        (passed, waiting),
        (PASSED, WAITING.map(str::to_owned).to_vec())
    );
}

const PASSED: usize = 256;
const WAITING: [&str; 0] = [];

/// What a case gives is listed, and what is listed as needed is.
#[test]
fn inputs_are_listed_as_they_are_taken() {
    let game = game();
    for (case, _) in cases() {
        let Some(procedure) = game
            .procedures()
            .iter()
            .find(|procedure| procedure.name == case.kind)
        else {
            continue;
        };
        for key in case.given.keys() {
            let listed = procedure.inputs.iter().any(|input| input.name == key);
            assert!(listed, "{}: “{key}” is not listed", case.id);
        }
        for input in procedure.inputs.iter().filter(|input| input.needed) {
            assert!(
                case.given.contains_key(input.name),
                "{}: “{}” is missing",
                case.id,
                input.name
            );
        }
    }
}

#[test]
fn every_procedure_says_what_it_does_and_cites_a_rule() {
    let game = game();
    for procedure in game.procedures() {
        assert!(
            procedure.about.ends_with('.') && procedure.about.len() > 15,
            "{}",
            procedure.name
        );
        let known = game
            .rules()
            .iter()
            .any(|rule| rule.number == procedure.rule);
        assert!(known, "{} cites “{}”", procedure.name, procedure.rule);
    }
}
