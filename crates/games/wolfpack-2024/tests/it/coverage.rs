//! Every rule is carried by code and checked by a test.

use crate::game;
use derbyhouse_scene::Face;

/// Every rule and every ruling is cited by the code and by a test.
#[test]
fn every_rule_is_cited_by_code_and_tests() {
    let game = game();
    let (code, tests) = game.citations();
    let rules = game.rules().iter().map(|rule| rule.number.as_str());
    let missing: Vec<(&str, bool, bool)> = rules
        .map(|number| (number, code.contains(&number), tests.contains(&number)))
        .filter(|(_, code, test)| !code || !test)
        .collect();
    assert!(missing.is_empty(), "rule, in code, in tests: {missing:?}");
}

/// Nothing is cited that is no rule: a number that was mistyped would be missed above, and nowhere else.
#[test]
fn only_rules_are_cited() {
    let game = game();
    let (code, tests) = game.citations();
    let known = |number: &&&str| game.rules().iter().any(|rule| rule.number == **number);
    let unknown: Vec<_> = code
        .iter()
        .chain(tests)
        .filter(|number| !known(number))
        .collect();
    assert!(unknown.is_empty(), "cited, but no rule: {unknown:?}");
}
