use crate::{GAME, run};
use serde_json::json;

#[test]
fn lists_the_procedures_with_their_inputs() {
    run(&["resolve", GAME])
        .ok()
        .says("distance")
        .says("picket_search")
        .says("procedures");
    let list = run(&["resolve", GAME, "--json"]).ok().json();
    let distance = list
        .as_array()
        .unwrap()
        .iter()
        .find(|p| p["name"] == "distance")
        .unwrap();
    assert_eq!(distance["inputs"][0]["name"], "a");
}

#[test]
fn hexes_are_words_though_they_are_digits() {
    let run = run(&["resolve", GAME, "distance", "a=0701", "b=1237", "--json"]).ok();
    assert_eq!(run.json()["result"], json!({"hexes": 39}));
}

#[test]
fn inputs_may_be_given_as_json_and_words_come_on_top() {
    let args = [
        "resolve",
        GAME,
        "distance",
        "b=1036",
        "--given",
        r#"{"a":"1039","b":"0101"}"#,
    ];
    run(&args).ok().says("hexes  3");
}

#[test]
fn own_dice_seeded_dice_and_all_dice() {
    let picket = ["resolve", GAME, "picket_search", "strength=15"];
    let with = |more: &[&str]| run(&[&picket[..], more].concat());
    let own = with(&["--chance", "3", "--json"]).ok().json();
    assert_eq!(own["draws"], json!([{"value": 3, "of": 10}]));
    let once = with(&["--seed", "5"]).ok().says("seed 5").out;
    assert_eq!(once, with(&["--seed", "5"]).ok().out);
    let odds = with(&["--odds", "--json"]).ok().json();
    let percent = odds["odds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["percent"].as_f64().unwrap());
    assert!((percent.sum::<f64>() - 100.0).abs() < 1e-9);
    with(&["--odds"]).ok().says("exact");
}

#[test]
fn what_does_not_fit_is_refused_with_what_would() {
    run(&["resolve", GAME, "distanse"]).refused("there is no procedure “distanse”");
    run(&["resolve", GAME, "distance"]).refused("distance needs a (");
    run(&["resolve", GAME, "distance", "a=0701", "b=1237", "c=1"]).refused("no input “c”");
    run(&["resolve", GAME, "distance", "a"]).refused("“a” is not KEY=VALUE");
    run(&["resolve", GAME, "distance", "a=9999", "b=1237"]).refused("distance: ");
    run(&["resolve", GAME, "distance", "--given", "[1]"]).refused("--given");
    run(&[
        "resolve",
        GAME,
        "picket_search",
        "strength=15",
        "--chance",
        "12",
    ])
    .refused("result 1 is 12");
    run(&[
        "resolve",
        GAME,
        "picket_search",
        "strength=15",
        "--chance",
        "1,2",
    ])
    .refused("2 results were given");
    run(&[
        "resolve", GAME, "distance", "a=0701", "b=1237", "--odds", "--seed", "1",
    ])
    .ends_with(2);
}

/// A battle has too many ways to be counted, so it is fought many times: the same battles for the same seed, whatever the
/// number of threads.
#[test]
fn battles_are_fought_many_times() {
    let battle = [
        "resolve",
        "steel-wolves",
        "battle",
        "boats=U-99,U-48",
        "wp=2",
    ];
    let with = |more: &[&str]| run(&[&battle[..], more].concat());
    let told = with(&["--seed", "3", "--json"]).ok().json();
    assert_eq!(told["result"]["boats"].as_array().unwrap().len(), 2);
    assert!(told["result"]["log"].as_array().unwrap().len() > 5);
    let one = with(&["--times", "9000", "--seed", "3", "--threads", "1", "--json"]);
    let two = with(&["--times", "9000", "--seed", "3", "--threads", "2", "--json"]);
    let (one, two) = (one.ok().json(), two.ok().json());
    assert_eq!(one["trials"]["runs"], 9000);
    assert_eq!(one["trials"]["figures"], two["trials"]["figures"]);
    let ships = one["trials"]["figures"][0]["mean"].as_f64().unwrap();
    assert!(ships > 0.1 && ships < 20.0, "{ships}");
    with(&["--times", "500"]).ok().says("a processor second");
    with(&["--odds"]).refused("too many ways to count");
    run(&[
        "sim",
        "steel-wolves",
        "-n",
        "500",
        "--procedure",
        "battle",
        "boats=U-99",
        "wp=1",
    ])
    .ok()
    .says("500 runs");
}

#[test]
fn battles_that_no_rule_allows_are_refused() {
    let battle = |inputs: &[&str]| {
        let words = [&["resolve", "steel-wolves", "battle"], inputs].concat();
        run(&words)
    };
    battle(&["boats=U-99,U-48", "wp=1"]).refused("no pack forms in war period 1");
    battle(&["boats=U-99,U-48", "wp=3", "weather=965"]).refused("or in a storm");
    battle(&["boats=U-99,U-99", "wp=2"]).refused("only once");
    battle(&["boats=U-0", "wp=2"]).refused("there is no boat “U-0”");
    battle(&["boats=U-99", "wp=2", "torpedo=5"]).refused("torpedoes are -2 to 2");
    let exact = [
        "resolve", GAME, "distance", "a=0701", "b=1237", "--times", "9",
    ];
    run(&exact).refused("its odds are exact");
}
