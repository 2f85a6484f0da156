use crate::{GAME, folder, put, run, run_in, short_record};

#[test]
fn a_record_is_verified_and_any_moment_can_be_had() {
    let folder = folder();
    let text = short_record(&folder);
    let file = put(&folder, "game.txt", &text);
    run(&["replay", &file])
        .ok()
        .says("3 choices replayed; the end is as recorded");
    run(&["replay", &file, "--log"])
        .ok()
        .says(" takes station in ")
        .says("position ");
    run(&["replay", &file, "--at", "2", "--map"])
        .ok()
        .says("\n12 ")
        .says("after choice 2");
    let json = run(&["replay", &file, "--at", "1", "--log", "--json"])
        .ok()
        .json();
    assert_eq!(
        (&json["moves"], &json["at"], &json["verified"]),
        (&3.into(), &1.into(), &true.into())
    );
    assert!(json["log"].is_array());
}

#[test]
fn a_position_at_a_moment_plays_on() {
    let folder = folder();
    let file = put(&folder, "game.txt", &short_record(&folder));
    let position = run(&["replay", &file, "--at", "2", "--position"]).ok().out;
    let start = put(&folder, "start.json", &position);
    run_in(
        folder.path(),
        &["play", "--load", &start],
        "bot\nsave on.txt\nquit\n",
    )
    .ok();
    let last = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().last().unwrap().to_owned()
    };
    assert_eq!(
        last("on.txt"),
        last("game.txt"),
        "the same choice from the same position leads to the same end"
    );
    run(&["replay", folder.path().join("on.txt").to_str().unwrap()])
        .ok()
        .says("1 choice replayed");
}

#[test]
fn a_record_that_does_not_hold_has_failed() {
    let folder = folder();
    let text = short_record(&folder);
    let replay = |text: &str| run(&["replay", &put(&folder, "bad.txt", text)]);
    let end = text.lines().last().unwrap();
    let failed = replay(&text.replace(end, "end: 00")).ends_with(1);
    assert!(failed.err.contains("it ends in position"), "{}", failed.err);
    let failed = replay(&text.replace(end, "command: fire")).ends_with(1);
    assert!(failed.err.contains("bad.txt: line 11: "), "{}", failed.err);
    replay(&text.replace(&format!("{end}\n"), ""))
        .ok()
        .says("does not say where it ends");
}

#[test]
fn what_is_no_record_is_refused_with_its_line() {
    let folder = folder();
    let text = short_record(&folder);
    let replay = |text: &str| run(&["replay", &put(&folder, "bad.txt", text)]);
    replay("").refused("bad.txt: line 1");
    replay("hello\n").refused("line 1: a record begins with");
    replay(&text.replace("game: wolfpack-1974", "game: ludo")).refused("there is no game “ludo”");
    replay(&text.replace("seed: 7", "seed: seven")).refused("line 6");
    replay(&text.replace("setup: {", "setup: ")).refused("line 5");
    replay(&text.replace("command: ", "admiral: ")).refused("there is no seat “admiral”");
    replay(&text.replace("tables: ", "tables: 00")).refused("--tables DIR");
    replay(&text.replace("end: ", "sail away\nend: ")).refused("line 11");
    replay("{}").refused("position file");
    run(&["replay", "/nowhere/game.txt"]).refused("/nowhere/game.txt: it cannot be read");
    let file = put(&folder, "game.txt", &text);
    run(&["replay", &file, "--at", "9"]).refused("the record has 3 choices");
    run(&["replay", &file, "--log", "--seat", "admiral"]).refused("there is no seat “admiral”");
    std::fs::write(folder.path().join("odd"), b"derbyhouse\n\xff").unwrap();
    run_in(folder.path(), &["replay", "odd"], "").refused("odd: line 2 is not UTF-8 text");
}

#[test]
fn a_record_of_other_tables_is_refused_without_them_and_loads_with_them() {
    let folder = folder();
    let tables = folder.path().join("mine");
    std::fs::create_dir(&tables).unwrap();
    std::fs::write(
        tables.join("data.toml"),
        "[scale]\ntons_per_victory_point = 6000\n",
    )
    .unwrap();
    let mine = tables.to_str().unwrap();
    let script = "bot\nsave game.txt\n";
    run_in(folder.path(), &["play", GAME, "--tables", mine], script).ok();
    run_in(folder.path(), &["replay", "game.txt"], "").refused("--tables DIR");
    run_in(folder.path(), &["replay", "game.txt", "--tables", mine], "").ok();
}
