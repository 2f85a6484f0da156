//! Whatever somebody types, a procedure answers: with a result or with a sentence, never with a crash.

use super::{all, procedure};
use crate::cases::cases;
use crate::sea::game;
use derbyhouse_kernel::Chance;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-12i64..130).prop_map(Value::from),
        any::<f64>().prop_map(|n| json!(n)),
        "\\PC{0,6}".prop_map(Value::from),
        (0u32..3000).prop_map(|n| json!(format!("{n:04}"))),
        prop::sample::select(vec![
            "single",
            "pack6",
            "pack30",
            "E",
            "NW-SE",
            "HX-1",
            "ON-20",
            "ulster",
            "feb",
            "S1",
            "-",
            "EG1",
            "DUMMY",
            "sighted",
            "lost",
            "east",
            "west",
            "A",
            "4_or_storm",
            "type-xxi",
            "0000",
            "2542",
            "0701",
            "1237",
        ])
        .prop_map(Value::from),
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(vec![
        "hex", "chit", "chits", "units", "cases", "stacks", "convoys", "id", "strength", "markers",
        "?",
    ]);
    leaf().prop_recursive(3, 24, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            (inner.clone(), 0usize..130).prop_map(|(one, n)| Value::from(vec![one; n])),
            prop::collection::vec((keys.clone(), inner), 0..6).prop_map(|pairs| {
                let pairs = pairs
                    .into_iter()
                    .map(|(key, value)| (key.to_owned(), value));
                Value::Object(pairs.collect())
            }),
        ]
    })
}

/// Every place in a value, as pointers.
fn places(value: &Value, here: &str, out: &mut Vec<String>) {
    out.push(here.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{here}/{index}"), out);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                places(item, &format!("{here}/{key}"), out);
            }
        }
        _ => {}
    }
}

/// A panic fails the test; anything else is an answer.
fn try_out(name: &str, given: &Value) {
    let _ = procedure(name).run(game(), given, &mut Chance::seeded(3));
    let _ = procedure(name).run(game(), given, &mut Chance::scripted([9, 77, 0]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_breaks_a_procedure(given in any_json()) {
        for procedure in all() {
            try_out(procedure.name, &given);
        }
    }

    #[test]
    fn no_value_under_the_right_keys_breaks_a_procedure(values in prop::collection::vec(any_json(), 9)) {
        for procedure in all() {
            let keys = procedure.inputs.iter().map(|input| input.name.to_owned());
            let given: Map<String, Value> = keys.zip(values.iter().cloned()).collect();
            try_out(procedure.name, &Value::Object(given));
        }
    }

    #[test]
    fn no_change_of_an_example_breaks_a_procedure(spots in prop::collection::vec(any::<prop::sample::Index>(), 3), new in any_json()) {
        for (case, _) in cases() {
            let mut given = Value::Object(case.given.clone());
            for spot in &spots {
                let mut all = Vec::new();
                places(&given, "", &mut all);
                if let Some(place) = given.pointer_mut(&all[spot.index(all.len())]) {
                    *place = new.clone();
                }
                try_out(&case.kind, &given);
            }
        }
    }

    #[test]
    fn no_longer_list_breaks_a_procedure(spot in any::<prop::sample::Index>(), times in 2usize..140) {
        for (case, _) in cases() {
            let mut given = Value::Object(case.given.clone());
            let mut all = Vec::new();
            places(&given, "", &mut all);
            all.retain(|place| given.pointer(place).is_some_and(Value::is_array));
            if all.is_empty() {
                continue;
            }
            let place = &all[spot.index(all.len())];
            if let Some(Value::Array(list)) = given.pointer_mut(place) {
                *list = vec![list.clone(); times].concat();
            }
            try_out(&case.kind, &given);
        }
    }
}
