//! The worked examples of `data/examples.toml`, through the procedures that run the code that plays.

use crate::game;
use derbyhouse_kernel::procedure::{Case, check};
use derbyhouse_scene::Face;
use derbyhouse_tables::{RuleKind, read_cases};

fn cases() -> Vec<(Case, usize)> {
    read_cases("examples.toml", include_str!("../../data/examples.toml")).unwrap()
}

/// Every case whose procedure is there holds, line by line; those that wait are counted.
#[test]
fn worked_examples_hold() {
    let game = game();
    let (mut failed, mut waiting) = (Vec::new(), Vec::new());
    let mut passed = 0;
    for (case, line) in cases() {
        let known = game
            .procedures()
            .iter()
            .any(|procedure| procedure.name == case.kind);
        if !known {
            waiting.push(case.kind);
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
    // Raise the number and shorten the list as chapters are built; a case is never skipped otherwise.
    assert_eq!(
        (passed, waiting),
        (PASSED, WAITING.map(str::to_owned).to_vec())
    );
}

const PASSED: usize = 210;
const WAITING: [&str; 0] = [];

/// What a case gives is listed, and what is listed as needed is given.
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

/// Each procedure says what it does, cites a rule, and refuses what it does not know.
#[test]
fn procedures_cite_rules_and_refuse_strangers() {
    let game = game();
    for procedure in game.procedures() {
        assert!(
            procedure.about.ends_with('.') && procedure.about.len() > 20,
            "{}",
            procedure.name
        );
        let known = game
            .rules()
            .iter()
            .any(|rule| rule.number == procedure.rule);
        assert!(known, "{} cites “{}”", procedure.name, procedure.rule);
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

/// Rules that code and tests both cite, out of those that want it: raise the number as chapters are built. Nothing is
/// cited that is no rule.
#[test]
fn rules_are_cited_by_code_and_tests() {
    let game = game();
    let (code, tests) = game.citations();
    let cited = |number: &str| code.contains(&number) && tests.contains(&number);
    let rules = game.rules();
    let wanted = rules.iter().filter(|rule| rule.kind == RuleKind::Rule);
    let carried = wanted.filter(|rule| cited(&rule.number)).count();
    assert!(carried >= CARRIED, "{carried}");
    let known = |number: &&str| rules.iter().any(|rule| rule.number == **number);
    let strays: Vec<&str> = code
        .iter()
        .chain(tests)
        .filter(|n| !known(n))
        .copied()
        .collect();
    assert_eq!(strays, [""; 0]);
}

/// Of 233.
const CARRIED: usize = 115;
