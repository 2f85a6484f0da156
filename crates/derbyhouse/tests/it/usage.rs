use crate::{GAME, run};
use std::process::{Command, Stdio};

#[test]
fn every_command_has_help() {
    let all = run(&["--help"]).ok().out;
    for command in [
        "games", "play", "sim", "resolve", "check", "replay", "fuzz", "rules", "tables",
    ] {
        assert!(
            all.contains(&format!("  {command} ")),
            "{command} is not in: {all}"
        );
        let help = run(&[command, "--help"]).ok().out;
        assert!(help.contains("Usage: derbyhouse"), "{help}");
        assert!(help.contains("--tables <DIR>"), "{help}");
    }
}

#[test]
fn bad_usage_is_told_apart() {
    run(&["sail"]).ends_with(2);
    run(&["sim", GAME, "-n", "many"]).ends_with(2);
    run(&["sim", GAME, "--seed", "-1"]).ends_with(2);
    for command in ["play", "sim", "resolve", "fuzz", "rules", "tables"] {
        run(&[command, "ludo"]).refused("there is no game “ludo”: it is one of wolfpack-1974");
    }
}

/// `derbyhouse rules GAME | head -1` must not end in a panic.
#[test]
fn nobody_has_to_read_to_the_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_derbyhouse"))
        .args(["tables", GAME])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
