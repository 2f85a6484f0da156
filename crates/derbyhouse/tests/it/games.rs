use crate::{GAME, run};

#[test]
fn lists_scenarios_options_seats_and_bots() {
    run(&["games"])
        .ok()
        .says("wolfpack-1974: Wolfpack")
        .says("U-boat Command")
        .says("type-xxi")
        .says("computer players (--bot): doctrine, random");
    let list = run(&["games", "--json"]).ok().json();
    let game = list
        .as_array()
        .unwrap()
        .iter()
        .find(|g| g["id"] == GAME)
        .unwrap();
    assert_eq!(game["scenarios"].as_array().unwrap().len(), 4);
    assert_eq!(game["seats"][0]["id"], "command");
    assert!(
        game["options"]
            .as_array()
            .unwrap()
            .iter()
            .any(|o| o["rule"] == "17.4")
    );
}
