use crate::{GAME, GAMES, folder, names, run, run_in};

fn sim(more: &[&str]) -> crate::Run {
    run(&[
        &["sim", GAME, "-n", "40", "--bot", "random", "--seed", "7"],
        more,
    ]
    .concat())
}

#[test]
fn the_same_seed_gives_the_same_results_whatever_the_threads() {
    let results = |threads: &str| {
        let mut json = sim(&["--threads", threads, "--json"]).ok().json();
        for key in [
            "runs",
            "cpu_seconds",
            "wall_seconds",
            "threads",
            "actions_per_cpu_second",
            "games_per_cpu_second",
        ] {
            json.as_object_mut().unwrap().remove(key).unwrap();
        }
        json
    };
    assert_eq!(results("1"), results("3"));
}

#[test]
fn one_scenario_has_all_that_was_promised() {
    let json = sim(&["--scenario", "may", "--json"]).ok().json();
    for key in [
        "games",
        "scenario",
        "options",
        "bots",
        "seed",
        "mean",
        "sd",
        "se",
        "ci95",
        "p10",
        "median",
        "p90",
        "levels",
        "figures",
        "actions",
        "cpu_seconds",
        "actions_per_cpu_second",
        "games_per_cpu_second",
        "wall_seconds",
        "threads",
    ] {
        assert!(!json[key].is_null(), "{key}");
    }
    assert_eq!(
        (&json["games"], &json["scenario"]),
        (&40.into(), &"may".into())
    );
    assert_eq!(json["bots"]["command"], "random");
    let games = json["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| l["games"].as_u64().unwrap());
    assert_eq!(games.sum::<u64>(), 40);
}

#[test]
fn without_a_scenario_all_are_played() {
    let json = sim(&["--json"]).ok().json();
    assert_eq!(
        (&json["games"], &json["scenario"]),
        (&160.into(), &"all".into())
    );
    assert_eq!(json["runs"].as_array().unwrap().len(), 4);
    sim(&[])
        .ok()
        .says("median")
        .says("games a processor second");
}

/// Whole games of every scenario of every game, Campaigns among them.
#[test]
fn every_scenario_of_every_game_is_played() {
    let games = run(&["games", "--json"]).ok().json();
    for game in GAMES {
        let mut known = games.as_array().unwrap().iter();
        let known = known.find(|known| known["id"] == game).unwrap();
        let scenarios = known["scenarios"].as_array().unwrap();
        let args = "-n 1 --bot random --seed 7 --json".split(' ');
        let json = run(&["sim", game].into_iter().chain(args).collect::<Vec<_>>());
        let json = json.ok().json();
        let mut played: Vec<_> = json["runs"].as_array().unwrap().iter().collect();
        assert_eq!(played.len(), scenarios.len(), "{game}");
        played.retain(|run| run["actions"].as_u64() == Some(0));
        assert!(played.is_empty(), "{game}: {played:?}");
    }
}

#[test]
fn rows_and_pictures_are_written() {
    let folder = folder();
    let args = [
        "sim",
        GAME,
        "-n",
        "10",
        "--bot",
        "command=random",
        "--csv",
        "a.csv",
        "--plot",
        "a.svg",
    ];
    run_in(folder.path(), &args, "").ok();
    assert_eq!(names(folder.path()), ["a.csv", "a.svg"]);
    let rows = std::fs::read_to_string(folder.path().join("a.csv")).unwrap();
    assert!(
        rows.starts_with("scenario,index,seed,level,score,actions,"),
        "{rows}"
    );
    assert_eq!(rows.lines().count(), 41);
    let picture = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_played_or_written() {
    let folder = folder();
    let sim = |more: &[&str]| {
        let args = [&["sim", GAME, "-n", "1000000", "--csv", "a.csv"], more].concat();
        run_in(folder.path(), &args, "")
    };
    sim(&["--scenario", "june"]).refused("june");
    sim(&["--option", "radar"]).refused("there is no option “radar”");
    sim(&["--option", "schnorkel", "--option", "type-xxi"]).refused("exclude each other [17.0]");
    sim(&["--bot", "oracle"]).refused("there is no computer player “oracle”");
    sim(&["--bot", "admiral=random"]).refused("there is no seat “admiral”");
    sim(&["--plot", "no/such/folder.svg"]).refused("there is no folder no/such");
    assert!(names(folder.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_derbyhouse"))
        .args([
            "sim",
            GAME,
            "-n",
            "100000000",
            "--bot",
            "random",
            "--scenario",
            "feb",
            "--json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["stopped"], true);
    assert!(json["games"].as_u64().unwrap() > 10, "{json}");
}
