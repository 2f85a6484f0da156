use crate::{GAME, GAMES, folder, game_data, put, run};

const GOOD: &str = "[[case]]\nid = \"A1\"\nkind = \"distance\"\nrule = \"11.21\"\n\
    given = { a = \"0701\", b = \"1237\" }\nexpect = { hexes = 39 }\n";

#[test]
fn all_examples_of_the_rulebook_pass() {
    for game in GAMES {
        let run = run(&["check", game]).ok();
        let last = run.out.lines().last().unwrap();
        let passed = last.strip_suffix(" passed, 0 failed").unwrap();
        assert!(passed.parse::<usize>().unwrap() > 100, "{game}: {last}");
    }
}

/// The file of the project and what the program has with it are the same.
#[test]
fn the_examples_of_the_rulebook_are_a_file_like_any_other() {
    let file = game_data("examples.toml");
    let from_file = run(&["check", GAME, file.to_str().unwrap()]).ok();
    assert_eq!(from_file.out, run(&["check", GAME]).ok().out);
}

#[test]
fn a_failure_says_what_was_expected_and_what_came() {
    let folder = folder();
    let wrong = GOOD.replace("39", "40").replace("A1", "A2");
    let unknown = GOOD.replace("distance", "teleport").replace("A1", "A3");
    let file = put(&folder, "cases.toml", &format!("{GOOD}{wrong}{unknown}"));
    let run = run(&["check", GAME, &file]).ends_with(1);
    let run = run
        .says("cases.toml:7: A2 distance [11.21]")
        .says("hexes: expected 40, came 39");
    let run = run.says("there is no procedure “teleport”");
    assert_eq!(run.out.lines().last(), Some("1 passed, 2 failed"));
}

#[test]
fn machines_get_every_case() {
    let folder = folder();
    let file = put(
        &folder,
        "cases.toml",
        &format!("{GOOD}{}", GOOD.replace("A1", "A2").replace("39", "3")),
    );
    let report = run(&["check", GAME, &file, "--json"]).ends_with(1).json();
    assert_eq!(
        (&report["passed"], &report["failed"]),
        (&1.into(), &1.into())
    );
    assert_eq!(report["cases"][1]["id"], "A2");
    assert_eq!(report["cases"][1]["line"], 7);
}

#[test]
fn a_case_that_expects_nothing_or_more_than_comes_out_fails() {
    let folder = folder();
    let empty = GOOD.replace("{ hexes = 39 }", "{}");
    let more = GOOD
        .replace("hexes = 39", "hexes = 39, miles = 3")
        .replace("A1", "A2");
    let file = put(&folder, "cases.toml", &format!("{empty}{more}"));
    run(&["check", GAME, &file])
        .ends_with(1)
        .says("0 passed, 2 failed");
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let folder = folder();
    let case = |text: &str| {
        let file = put(&folder, "cases.toml", text);
        run(&["check", GAME, &file])
    };
    case("[[case]]\nid = ").refused("cases.toml:2");
    case(&GOOD.replace("given", "givn")).refused("givn");
    case(&GOOD.replace("id = \"A1\"\n", "")).refused("id");
    case("").refused("case");
    run(&["check", GAME, "/nowhere/cases.toml"]).refused("/nowhere/cases.toml");
}
