use crate::{GAME, Run, folder, names, put, run_in, short_record};
use std::path::Path;

fn play(folder: &Path, more: &[&str], script: &str) -> Run {
    run_in(
        folder,
        &[&["play", GAME, "--seed", "7"], more].concat(),
        script,
    )
}

#[test]
fn a_whole_game_by_the_bot_is_kept_and_replays() {
    let folder = folder();
    let said = play(
        folder.path(),
        &["--scenario", "mar"],
        "bot turn\nbot phase\nbot rest\nsave end.txt\nquit\n",
    );
    let said = said.ok().says("the game is over").says("victory");
    assert!(!said.out.contains('\x1b'), "no colour in a pipe");
    run_in(folder.path(), &["replay", "end.txt"], "")
        .ok()
        .says("the end is as recorded");
    assert_eq!(names(folder.path()), ["end.txt"]);
}

#[test]
fn a_whole_game_piped_in_answer_by_answer_is_the_same_game() {
    let folder = folder();
    play(
        folder.path(),
        &["--scenario", "may"],
        "bot rest\nsave one.txt\n",
    )
    .ok();
    let one = std::fs::read_to_string(folder.path().join("one.txt")).unwrap();
    let answers = one
        .lines()
        .filter_map(|line| line.strip_prefix("command: "));
    let mut script: String = answers.map(|answer| format!("{answer}\n")).collect();
    assert!(script.lines().count() > 50);
    script.push_str("save two.txt\n");
    let said = play(folder.path(), &["--scenario", "may"], &script);
    said.ok().says("the game is over");
    let two = std::fs::read_to_string(folder.path().join("two.txt")).unwrap();
    assert_eq!(one, two);
}

#[test]
fn the_same_seed_and_answers_give_the_same_game() {
    let folder = folder();
    let once = play(folder.path(), &[], "bot rest\n").ok().out;
    assert_eq!(play(folder.path(), &[], "bot rest\n").ok().out, once);
}

#[test]
fn the_map_fits_the_width() {
    let folder = folder();
    for width in ["80", "100", "130", "180"] {
        let said = play(folder.path(), &["--width", width], "bot phase\nmap\n")
            .ok()
            .out;
        let limit: usize = width.parse().unwrap();
        let map = said
            .lines()
            .filter(|l| l.len() > 2 && l.as_bytes()[..2].iter().all(u8::is_ascii_digit));
        let widest = map.map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= limit && widest > limit / 3, "{widest} of {limit}");
    }
}

#[test]
fn looking_around_changes_nothing_and_is_never_bad_input() {
    let folder = folder();
    let look = "help\nmap\nlist\npanels\noverlays\nodds\nlog\nlog 3\nlog all\nwhy\nwhy 12.11\nadvise\nlook 1015\n";
    let said = play(folder.path(), &[], &format!("{look}save a.txt\n")).ok();
    said.says("[12.11] ")
        .says("doctrine would: ")
        .says("takes back the last answer");
    let text = std::fs::read_to_string(folder.path().join("a.txt")).unwrap();
    assert!(!text.contains("command: "), "{text}");
}

#[test]
fn every_overlay_is_drawn() {
    let folder = folder();
    let said = play(folder.path(), &[], "bot phase\noverlays\n").ok().out;
    let list = said.rsplit("> overlays\n").next().unwrap();
    let ids: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split("  ").next())
        .collect();
    assert!(!ids.is_empty(), "{said}");
    for id in ids {
        play(folder.path(), &[], &format!("bot phase\noverlay {id}\n")).ok();
    }
    play(folder.path(), &[], "overlay nonsense\n")
        .ends_with(2)
        .says("! there is no overlay “nonsense”");
}

#[test]
fn bad_lines_are_answered_and_nothing_happens() {
    let folder = folder();
    let script = "sail away\n99999\nwhy 99.9\nlook 9999\nlog many\nundo some\nsave\nmap now\nload nowhere.txt\n\
        save no/such/folder.txt\nadvise oracle\nbot oracle\n\u{7}\u{1b}[31m\nsave a.txt\n";
    let said = play(folder.path(), &[], script).ends_with(2);
    assert_eq!(
        said.out.matches("\n! ").count() + said.out.matches("> ! ").count(),
        13,
        "{}",
        said.out
    );
    let text = std::fs::read_to_string(folder.path().join("a.txt")).unwrap();
    assert!(!text.contains("command: "), "{text}");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn undo_takes_back_and_stops_at_the_dice() {
    let folder = folder();
    let said = play(
        folder.path(),
        &[],
        "bot\nbot\nundo\nundo\nundo\nsave a.txt\n",
    )
    .ends_with(2);
    said.says("1 answer taken back")
        .says("nothing can be taken back");
    let text = std::fs::read_to_string(folder.path().join("a.txt")).unwrap();
    assert!(!text.contains("command: "), "{text}");
}

#[test]
fn a_kept_game_goes_on_from_record_and_from_position() {
    let folder = folder();
    short_record(&folder);
    let script = "save there.json\nbot phase\nsave on.txt\n";
    let load = |file: &str, script: &str| run_in(folder.path(), &["play", "--load", file], script);
    load("game.txt", script)
        .ok()
        .says("goes on after 3 choices");
    load("there.json", "bot phase\nsave also.txt\n").ok();
    let end = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().last().unwrap().to_owned()
    };
    assert_eq!(end("on.txt"), end("also.txt"));
    let inside = run_in(
        folder.path(),
        &["play", GAME],
        "load game.txt\nsave again.txt\n",
    )
    .ok();
    inside.says("game.txt: goes on after 3 choices");
    assert_eq!(end("again.txt"), end("game.txt"));
}

#[test]
fn damaged_saves_are_refused_and_the_game_at_the_table_stays() {
    let folder = folder();
    let good = short_record(&folder);
    run_in(
        folder.path(),
        &["play", "--load", "game.txt"],
        "save there.json\n",
    )
    .ok();
    let position = std::fs::read_to_string(folder.path().join("there.json")).unwrap();
    let damaged = [
        ("cut.txt", good[..good.len() / 2].to_owned()),
        ("cut.json", position[..position.len() / 2].to_owned()),
        ("other.json", position.replace("wolfpack-1974", "ludo")),
        (
            "format.json",
            position.replace("derbyhouse position 1", "derbyhouse position 9"),
        ),
        ("empty.txt", String::new()),
        ("list.json", "[]".to_owned()),
        ("object.json", "{}".to_owned()),
    ];
    for (name, text) in &damaged {
        put(&folder, name, text);
        let run = run_in(folder.path(), &["play", "--load", name], "").ends_with(2);
        assert!(
            run.err.contains(name) || run.err.contains("ludo"),
            "{name}: {}",
            run.err
        );
        let inside = run_in(
            folder.path(),
            &["play", "--load", "game.txt"],
            &format!("load {name}\nsave same.txt\n"),
        );
        inside.ends_with(2).says("\n");
        let same = std::fs::read_to_string(folder.path().join("same.txt")).unwrap();
        assert_eq!(same, good, "{name}");
    }
}

#[test]
fn a_save_replaces_the_old_file_whole() {
    let folder = folder();
    let old = put(&folder, "a.txt", &"x".repeat(1 << 20));
    play(folder.path(), &[], "bot\nsave a.txt\n").ok();
    let text = std::fs::read_to_string(old).unwrap();
    assert!(text.starts_with("derbyhouse record 1\n") && text.ends_with('\n'));
    assert_eq!(names(folder.path()), ["a.txt"], "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn a_save_that_cannot_be_written_leaves_the_old_one() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    std::fs::create_dir(folder.path().join("taken")).unwrap();
    let said = play(folder.path(), &[], "save taken\n").ends_with(2);
    said.says("taken: it is a folder");
    put(&folder, "a.txt", "old");
    let locked = std::fs::Permissions::from_mode(0o500);
    std::fs::set_permissions(folder.path(), locked).unwrap();
    let said = play(folder.path(), &[], "save a.txt\n");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
    let text = std::fs::read_to_string(folder.path().join("a.txt")).unwrap();
    // Whoever may do everything may also write there.
    assert!(text == "old" || said.code == 0, "{text}");
}

#[test]
fn a_game_can_be_given_up() {
    let folder = folder();
    play(folder.path(), &[], "bot\nresign\nsave a.txt\n")
        .ok()
        .says("the game is over");
    run_in(folder.path(), &["replay", "a.txt"], "")
        .ok()
        .says("2 choices replayed");
}

#[test]
fn what_cannot_start_is_refused() {
    let folder = folder();
    play(folder.path(), &["--scenario", "june"], "").refused("june");
    play(folder.path(), &["--option", "radar"], "").refused("there is no option “radar”");
    play(folder.path(), &["--load", "a.txt"], "").ends_with(2);
    run_in(folder.path(), &["play", "--load", "a.txt"], "").refused("a.txt: it cannot be read");
    run_in(folder.path(), &["play", GAME, "--bot", "oracle"], "").refused("oracle");
}
