//! Every rule is carried by code and checked by a test.

use crate::game;
use derbyhouse_scene::Face;

/// Whatever is played, at sea and in port, is cited by the code and by a test.
#[test]
fn every_rule_is_cited_by_code_and_tests() {
    let game = game();
    let (code, tests) = game.citations();
    let rules = game.rules().iter().map(|rule| rule.number.as_str());
    let missing: Vec<(&str, bool, bool)> = rules
        .filter(|number| !number.starts_with('R'))
        .map(|number| (number, code.contains(&number), tests.contains(&number)))
        .filter(|(_, code, test)| !code || !test)
        .collect();
    assert!(missing.is_empty(), "rule, in code, in tests: {missing:?}");
}
