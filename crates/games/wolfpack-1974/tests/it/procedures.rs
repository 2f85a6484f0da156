//! Procedures for people: what they take, what they draw, and that no input can break them.

mod arbitrary;

use crate::cases::cases;
use crate::sea::game;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::chance::ScriptError;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde_json::{Value, json};
use std::sync::LazyLock;
use wolfpack_1974::Wolfpack;
use wolfpack_1974::procedures::procedures;

fn all() -> &'static [Procedure<Wolfpack>] {
    static ALL: LazyLock<Vec<Procedure<Wolfpack>>> = LazyLock::new(procedures);
    &ALL
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

/// The game has twenty convoys, and a table of more is none of it.
#[test]
fn too_many_convoys_are_refused() {
    let convoy = |n: u32| {
        json!({
            "id": format!("X-{n}"), "hex": "1031", "movement": 6, "strength": 1, "bound": "east", "number": n,
        })
    };
    let escorts = |convoys: u32| {
        let convoys: Vec<Value> = (1..=convoys).map(convoy).collect();
        let groups = json!({ "ulster": vec![20; 30] });
        run(
            "air_escort",
            json!({ "convoys": convoys, "groups": groups }),
            &[],
        )
    };
    assert_eq!(
        escorts(20).unwrap()["assigned"].as_object().unwrap().len(),
        20
    );
    let refused = escorts(21).unwrap_err().to_string();
    assert!(
        refused.contains("at most 20 convoys are expected, not 21"),
        "{refused}"
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
