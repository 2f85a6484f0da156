//! Files of other versions, kept games, and games that are given up.

use crate::game;
use derbyhouse_kernel::play::PositionFile;
use derbyhouse_kernel::{Game, Match, Seat, Viewer};
use serde_json::{Value, json};
use std::sync::Arc;
use wolfpack_2024::calendar::Month;
use wolfpack_2024::{Position, Scenario, Setup, Wolfpack};

fn match_of(scenario: Scenario) -> Match<Wolfpack> {
    Match::new(game(), Setup { scenario }, 5).unwrap()
}

fn saved(scenario: Scenario) -> Value {
    serde_json::to_value(match_of(scenario).position_file().unwrap()).unwrap()
}

/// Reads a position file as the program does.
fn open(file: Value) -> Result<Match<Wolfpack>, String> {
    let file: PositionFile<Position> =
        serde_json::from_value(file).map_err(|why| why.to_string())?;
    Match::from_position(game(), file).map_err(|why| why.to_string())
}

/// A file of an older program is read if its positions look the same, and otherwise the reader is told what is odd.
#[test]
fn files_of_older_versions_load_or_say_why_not() {
    let mut same = saved(Scenario::FullCampaign);
    same["version"] = json!("0.0.9");
    open(same).unwrap();

    let mut with_boats = saved(Scenario::Patrol(Month::FIRST));
    with_boats["position"]["setup"]["boats"] = json!(4);
    assert!(open(with_boats).err().unwrap().contains("boats"));

    let mut without_sheet = saved(Scenario::Patrol(Month::FIRST));
    without_sheet["position"]
        .as_object_mut()
        .unwrap()
        .remove("campaign");
    assert!(open(without_sheet).err().unwrap().contains("sheet"));

    let mut trained = saved(Scenario::Training);
    trained["position"]
        .as_object_mut()
        .unwrap()
        .remove("campaign");
    open(trained).unwrap();

    let mut other_tables = saved(Scenario::FullCampaign);
    other_tables["tables"] = json!("0123");
    assert!(open(other_tables).err().unwrap().contains("0123"));
}

/// A sheet that cannot be is refused in words.
#[test]
fn a_doctored_sheet_is_refused() {
    let doctored = |path: &[&str], value: Value, word: &str| {
        let mut file = saved(Scenario::FullCampaign);
        let mut place = &mut file["position"]["campaign"];
        for key in path {
            place = match key.parse::<usize>() {
                Ok(index) => &mut place[index],
                Err(_) => &mut place[*key],
            };
        }
        *place = value;
        let why = open(file).err().unwrap();
        assert!(why.contains(word), "{path:?}: {why}");
    };
    doctored(&["losses"], json!(3), "lost");
    doctored(&["month"], json!("1942-01"), "cannot stand");
    doctored(&["careers", "0", "hull"], json!("U-999"), "rosters");
    doctored(&["careers", "0", "log", "0"], json!("C"), "cannot stand");
    doctored(
        &["careers", "0", "log", "0"],
        json!("X"),
        "not the one on the sheet",
    );
    doctored(
        &["careers", "0", "skills"],
        json!(["cap_tdc3"]),
        "second step",
    );
    doctored(&["periods"], json!([{"vp": 60, "won": true}]), "period");
    doctored(
        &["pool"],
        json!([{"from": "U-81", "tree": "captain", "skills": [], "xp": 9, "tons": 9}]),
        "rescued",
    );
}

/// In port the host gives the game up for all; at sea every boat speaks for herself, and nobody else is heard.
#[test]
fn giving_up() {
    let game = game();
    let seat = |index| Seat::new(index).unwrap();
    let mut played = match_of(Scenario::FullCampaign);
    assert!(played.resign(seat(1)).is_err(), "no boat sails as X yet");
    for name in ["send U-81", "send U-96"] {
        played.choose(seat(0), &name.parse().unwrap()).unwrap();
    }
    let mut at_once = match_of(Scenario::FullCampaign);
    at_once.resign(seat(0)).unwrap();
    let outcome = game.outcome(at_once.position()).unwrap();
    assert_eq!(game.levels()[outcome.level].id, "failed");
    played.resign(seat(1)).unwrap();
    let view = game.view(played.position(), Viewer::Observer);
    assert!(!view.is_over(), "the others play on");
    assert!(played.resign(seat(1)).is_err(), "not twice");
}

/// The list of scenarios is the list of what can be played, and training is the default.
#[test]
fn every_scenario_on_the_list_starts() {
    use derbyhouse_scene::Face;
    let game = game();
    let info = game.info();
    assert_eq!(info.scenarios.len(), 1 + 18 + 6 + 2);
    for scenario in &info.scenarios {
        let setup = game.setup(Some(&scenario.id), &[]).unwrap();
        assert!(game.all_setups().contains(&setup), "{}", scenario.id);
        let played = Match::new(Arc::clone(&game), setup, 1).unwrap();
        assert!(!game.asked(played.position()).is_empty(), "{}", scenario.id);
    }
    assert_eq!(game.setup(None, &[]).unwrap(), Setup::TRAINING);
    assert!(
        game.setup(Some("patrol-1943-04"), &[])
            .unwrap_err()
            .contains("period-6")
    );
    assert!(game.setup(None, &["night".into()]).is_err());
    let none: Setup = serde_json::from_value(json!({"scenario": {"war-period": 6}})).unwrap();
    assert!(Match::new(Arc::clone(&game), none, 1).is_err());
}
