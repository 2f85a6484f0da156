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
