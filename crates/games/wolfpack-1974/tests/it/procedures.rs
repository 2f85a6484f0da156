//! Procedures for people: what they take, what they draw, and that no input can break them.

use crate::cases::cases;
use crate::sea::game;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::chance::ScriptError;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;
use wolfpack_1974::Wolfpack;
use wolfpack_1974::procedures::procedures;

fn all() -> &'static [Procedure<Wolfpack>] {
    static ALL: OnceLock<Vec<Procedure<Wolfpack>>> = OnceLock::new();
    ALL.get_or_init(procedures)
}

pub fn procedure(name: &str) -> &'static Procedure<Wolfpack> {
    all().iter().find(|p| p.name == name).unwrap()
}

/// Runs a procedure with chits of the caller's own.
pub fn run(name: &str, given: Value, chits: &[u32]) -> Result<Value, ProcedureError> {
    procedure(name).run(game(), &given, &mut Chance::scripted(chits))
}

fn refusal(name: &str, given: Value) -> String {
    run(name, given, &[]).unwrap_err().to_string()
}

#[test]
fn inputs_are_listed_as_they_are_taken() {
    for (case, _) in cases() {
        let procedure = procedure(&case.kind);
        for key in case.given.keys() {
            assert!(
                procedure.inputs.iter().any(|input| input.name == key),
                "{}: “{key}” is not listed",
                case.id
            );
        }
        for input in procedure.inputs {
            let mut without = case.given.clone();
            if without.remove(input.name).is_none() {
                assert!(!input.needed, "{}: “{}” is missing", case.id, input.name);
                continue;
            }
            let ran = procedure.run(game(), &Value::Object(without), &mut Chance::seeded(1));
            let what = format!("{} without “{}”: {ran:?}", case.kind, input.name);
            assert_eq!(ran.is_err(), input.needed, "{what}");
        }
    }
}

#[test]
fn every_procedure_says_what_it_does_in_a_sentence() {
    for procedure in all() {
        let about = procedure.about;
        assert!(about.ends_with('.') && about.len() > 20, "{about}");
        assert!(!procedure.rule.is_empty(), "{}", procedure.name);
    }
}

#[test]
fn wrong_inputs_are_refused_in_words() {
    let path = |start: &str, chit: i32, movement: i32| {
        let bound = "east";
        refusal(
            "convoy_path",
            json!({ "bound": bound, "movement": movement, "start": start, "chit": chit }),
        )
    };
    assert!(path("1422", 10, 6).contains("a chit is 0 to 9, not 10"));
    assert!(path("1422", -1, 6).contains("a chit is 0 to 9, not -1"));
    assert!(path("1422", 0, 9).contains("a number from 1 to 8 is expected, not 9"));
    assert!(path("1039", 0, 6).contains("1039 is not on the playing area"));
    assert!(path("14x2", 0, 6).contains("“14x2” is not a hex number"));
    let distance = refusal("distance", json!({ "a": "0701", "b": "2601" }));
    assert!(
        distance.contains("hex 2601 is not on the sheet"),
        "{distance}"
    );
    let base = refusal(
        "air_search",
        json!({ "base": "azores", "hex": "1031", "groups": 1, "boats": 1 }),
    );
    assert!(base.contains("azores") && base.contains("ulster"), "{base}");
    let unit = refusal("unit", json!({ "units": ["pack7"] }));
    assert!(unit.contains("pack7") && unit.contains("pack12"), "{unit}");
    let range = refusal(
        "groups_in_reach",
        json!({ "ranges": [8], "distances": [1] }),
    );
    assert!(
        range.contains("there is no air group of range 8"),
        "{range}"
    );
    let counters = refusal("asw", json!({ "units": vec!["pack30"; 2], "strength": 1 }));
    assert!(counters.contains("only 1 counters pack30"), "{counters}");
    let boats = refusal(
        "asw",
        json!({ "units": vec!["single"; 121], "strength": 1 }),
    );
    assert!(
        boats.contains("at most 120 boats are expected, not 121"),
        "{boats}"
    );
    let convoy = refusal(
        "counter_targets",
        json!({ "stack": ["single"], "attacks": [{ "convoy": "HX-2", "units": [0] }] }),
    );
    assert!(convoy.contains("there is no convoy “HX-2”"), "{convoy}");
}

#[test]
fn chits_given_must_be_as_many_as_are_drawn() {
    let asw = |chits: &[u32]| {
        let given = json!({ "units": ["pack12"], "strength": 3, "chits": chits });
        run("asw", given, &[])
    };
    let few = ScriptError::TooFew {
        needed: 2,
        given: 1,
    };
    let many = ScriptError::TooMany {
        needed: 2,
        given: 3,
    };
    assert_eq!(asw(&[5]), Err(ProcedureError::Script(few.clone())));
    assert_eq!(asw(&[5, 5, 5]), Err(ProcedureError::Script(many)));
    assert!(asw(&[5, 5]).is_ok());
    // The same with dice of one's own, outside the inputs.
    let given = json!({ "units": ["pack12"], "strength": 3 });
    assert_eq!(
        run("asw", given.clone(), &[5]),
        Err(ProcedureError::Script(few))
    );
    assert_eq!(
        run("asw", given, &[9, 0]).unwrap()["results"],
        json!(["X", "."])
    );
}

/// Chits that are not given are drawn: one each, and none where there is nothing to draw for (R32).
#[test]
fn what_is_not_given_is_drawn() {
    let drawn = |name: &str, given: Value| {
        let resolved = procedure(name).resolve(game(), &given, Chance::seeded(7));
        resolved.unwrap().draws.len()
    };
    let search =
        |boats: u32| json!({ "base": "ulster", "hex": "1031", "groups": 1, "boats": boats });
    let attack = |strength: u32| json!({ "strength": strength, "escort": 3 });
    assert_eq!(drawn("air_search", search(13)), 1);
    assert_eq!(drawn("air_search", search(1)), 0);
    assert_eq!(drawn("picket_search", json!({ "strength": 7 })), 1);
    assert_eq!(
        drawn(
            "sub_search",
            json!({ "cases": [{ "product": 3 }, { "product": 0 }] })
        ),
        1
    );
    assert_eq!(drawn("straggle", json!({ "column": "2" })), 1);
    assert_eq!(drawn("uboat_attack", attack(7)), 1);
    assert_eq!(drawn("uboat_attack", attack(4)), 0);
    assert_eq!(
        drawn(
            "asw",
            json!({ "units": ["pack18", "single"], "strength": 2 })
        ),
        4
    );
    assert_eq!(
        drawn("asw", json!({ "units": ["pack18"], "strength": 0 })),
        0
    );
    assert_eq!(drawn("setup", json!({})), 1);
    assert_eq!(drawn("storm_move", json!({ "markers": ["1201"] })), 1);
    assert_eq!(
        drawn(
            "storm_noted",
            json!({ "markers": [], "convoy_hexes": ["1203"] })
        ),
        0
    );
}

/// [14.11], [14.31], [14.41]: an attack on EG-2 with 5 points against it, hit, straggled, and struck back.
#[test]
fn a_whole_attack_is_composed_of_its_parts() {
    let given = json!({ "units": ["pack6", "single"], "attackers": [0], "escort": "EG2" });
    let result = run("attack", given, &[5, 6, 9, 5]).unwrap();
    assert_eq!(
        result,
        json!({
            "legal": true, "differential": 5, "column": "2-5", "result": 1, "points": 1,
            "straggle": "S1", // weakens the escort at once: strength 1 [14.32]
            "counterattack": ["X", "."], // the lone boat is the odd group, attacked first
            "boats_lost": 1, "stack": [["pack6", false]],
        })
    );
}

/// [14.16]: too weak, and nothing is drawn.
#[test]
fn an_attack_below_the_least_differential_is_refused() {
    let given = json!({ "units": ["single", "single", "single"], "escort": "EG2" });
    let result = run("attack", given, &[]).unwrap();
    assert_eq!(result["legal"], json!(false));
    assert!(
        result["why"].as_str().unwrap().contains("14.16"),
        "{result}"
    );
    assert_eq!(
        result["stack"],
        json!([["single", false], ["single", false], ["single", false]])
    );
}

/// [5.46], [14.18], [14.45], (R35): the convoy's weather for the attack, the boats' for the counterattack.
#[test]
fn a_whole_attack_knows_whose_weather_counts() {
    let result = |convoy: bool, boats: bool| {
        let given = json!({
            "units": ["pack6"], "escort": "SG", "straggle": "-", "weather": convoy, "boats_in_weather": boats,
        });
        let chits: &[u32] = if convoy { &[6, 9] } else { &[6, 0, 9] };
        let result = run("attack", given, chits).unwrap();
        (result["points"].clone(), result["counterattack"].clone())
    };
    assert_eq!(result(false, false), (json!(1), json!(["X"])));
    assert_eq!(result(true, false), (json!(0), json!(["X"]))); // 6 - 3 misses, 9 sinks
    assert_eq!(result(false, true), (json!(1), json!(["P"]))); // 9 - 3 only pins
    assert_eq!(result(true, true), (json!(0), json!(["P"])));
}

/// [11.3], [11.21], [14.41]: search, sighting, attack.
#[test]
fn a_whole_air_strike_is_composed_of_its_parts() {
    let given =
        json!({ "base": "iceland", "hex": "1829", "groups": [7, 12, 16], "units": ["pack12"] });
    let found = run("air_strike", given.clone(), &[3, 9, 5]).unwrap();
    assert_eq!(found["range"], json!(6));
    assert_eq!(
        found["search"],
        json!({ "groups": 3, "product": 6, "spread": "1-4", "sighted": true })
    );
    assert_eq!(
        (&found["attack"], &found["boats_lost"]),
        (&json!(["X", "P"]), &json!(1))
    );
    let missed = run("air_strike", given.clone(), &[5]).unwrap();
    assert_eq!(missed["stack"], json!([["pack12", false]])); // nothing is cut that was not attacked
    let mut sheltered = given;
    sheltered["weather"] = json!(true);
    let result = run("air_strike", sheltered, &[]).unwrap();
    assert_eq!(result["search"], Value::Null); // [11.34]
}

/// [17.1], [17.4]: the options change a strike as they change the game.
#[test]
fn a_whole_air_strike_knows_the_options() {
    let strike = |options: Value, chits: &[u32]| {
        let mut given =
            json!({ "base": "ulster", "hex": "1031", "groups": [10, 12, 16], "units": ["pack6"] });
        given
            .as_object_mut()
            .unwrap()
            .extend(options.as_object().unwrap().clone());
        run("air_strike", given, chits).unwrap()
    };
    let plain = strike(json!({}), &[1, 9]);
    assert_eq!(
        (&plain["search"]["product"], &plain["search"]["spread"]),
        (&json!(3), &json!("1"))
    );
    let schnorkel = strike(json!({ "boats": "schnorkel" }), &[1]);
    assert_eq!(schnorkel["search"]["sighted"], json!(false)); // 1 + 2
    let double = strike(json!({ "double_air": true }), &[2, 3]);
    assert_eq!(double["search"]["product"], json!(6));
    assert_eq!(double["attack"], json!(["X"])); // strength 6
}

/// Exact odds come out of every procedure that draws.
#[test]
fn odds_are_counted_by_playing_every_chit() {
    let given = json!({ "strength": 7 });
    let odds = procedure("picket_search").odds(game(), &given).unwrap();
    assert_eq!(odds.len(), 2);
    assert_eq!(odds[0].result, json!({ "sighted": [false] }));
    assert_eq!((odds[0].share.ways, odds[0].share.of), (7, 10));
    let given = json!({ "units": ["pack6"], "escort": "EG1" });
    let odds = procedure("attack").odds(game(), &given).unwrap();
    let sum: f64 = odds.iter().map(|one| one.share.percent()).sum();
    assert!((sum - 100.0).abs() < 1e-9, "{sum}");
}

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
}
