//! The worked examples of the rulebook, and cases derived from it, all of `data/examples.toml`.

use crate::sea::game;
use derbyhouse_kernel::procedure::{Case, Failure, check};
use derbyhouse_tables::read_cases;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use wolfpack_1974::procedures::procedures;

const EXAMPLES: &str = include_str!("../../data/examples.toml");

/// Every case with the line it starts in.
pub fn cases() -> &'static [(Case, usize)] {
    static CASES: LazyLock<Vec<(Case, usize)>> =
        LazyLock::new(|| read_cases("examples.toml", EXAMPLES).unwrap());
    &CASES
}

#[test]
fn every_case_holds() {
    let procedures = procedures();
    let failures: Vec<String> = cases()
        .iter()
        .filter_map(|(case, line)| {
            let why = check(game(), &procedures, case).err()?;
            Some(format!("line {line}, {} ({}): {why}", case.id, case.text))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(cases().len() >= 141, "{} cases", cases().len());
}

/// What is expected, made wrong.
fn spoilt(case: &Case, field: &str, value: &Value) -> Value {
    match value {
        Value::Bool(yes) => json!(!yes),
        Value::Number(n) => json!(n.as_i64().unwrap() + 1),
        Value::String(text) => json!(format!("{text}?")),
        Value::Array(list) => {
            let mut list = list.clone();
            list.push(if field == "excludes" {
                case.expect["includes"][0].clone()
            } else {
                json!("?")
            });
            Value::Array(list)
        }
        Value::Object(map) => {
            let mut map = map.clone();
            map.insert("?".to_owned(), json!(1));
            Value::Object(map)
        }
        Value::Null => json!(true),
    }
}

#[test]
fn every_expectation_can_fail() {
    let procedures = procedures();
    for (case, _) in cases() {
        for (field, value) in &case.expect {
            let mut wrong = case.clone();
            let spoilt = spoilt(case, field, value);
            wrong.expect.insert(field.clone(), spoilt);
            let outcome = check(game(), &procedures, &wrong);
            assert!(
                matches!(&outcome, Err(Failure::Differs { field: at, .. }) if at == field),
                "{}, {field}: {outcome:?}",
                case.id
            );
        }
    }
}

#[test]
fn a_case_of_an_unknown_kind_fails() {
    let mut case = cases()[0].0.clone();
    case.kind = "no_such_thing".to_owned();
    let outcome = check(game(), &procedures(), &case);
    assert!(matches!(outcome, Err(Failure::NotRun(_))), "{outcome:?}");
}

#[test]
fn a_case_with_an_input_that_the_procedure_does_not_take_fails() {
    for (case, _) in cases() {
        let mut case = case.clone();
        case.given.insert("no_such_input".to_owned(), json!(1));
        let outcome = check(game(), &procedures(), &case);
        assert!(
            matches!(outcome, Err(Failure::NotRun(_))),
            "{}: {outcome:?}",
            case.id
        );
    }
}

#[test]
fn every_procedure_is_named_once_and_has_a_case_or_is_a_whole_one() {
    let kinds: BTreeSet<&str> = cases().iter().map(|(case, _)| case.kind.as_str()).collect();
    let mut names = BTreeSet::new();
    for procedure in procedures() {
        assert!(names.insert(procedure.name), "{} twice", procedure.name);
        let whole = ["attack", "air_strike"].contains(&procedure.name);
        assert!(
            whole || kinds.contains(procedure.name),
            "{}",
            procedure.name
        );
    }
}
