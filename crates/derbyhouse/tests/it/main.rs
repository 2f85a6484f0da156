//! The program as somebody runs it: every command, good and bad input, exit codes.
#![allow(clippy::unwrap_used)] // the helpers are tests too

mod check;
mod fuzz;
mod games;
mod kill;
mod play;
mod replay;
mod resolve;
mod rules;
mod serve;
mod sim;
mod tables;
mod usage;

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GAME: &str = "wolfpack-1974";
const GAMES: [&str; 4] = ["wolfpack-1974", "wolfpack-2024", "pq17", "steel-wolves"];

/// What a run of the program said, and how it ended.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn ok(self) -> Self {
        self.ends_with(0)
    }

    /// Ends with a code, and never with a panic.
    #[track_caller]
    fn ends_with(self, code: i32) -> Self {
        assert!(!self.err.contains("panicked"), "{}", self.err);
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        self
    }

    /// Was refused as bad input, with these words, and said nothing else.
    #[track_caller]
    fn refused(self, words: &str) {
        let run = self.ends_with(2);
        assert!(run.err.contains(words), "“{words}” is not in: {}", run.err);
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }

    #[track_caller]
    fn json(self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }

    #[track_caller]
    fn says(self, words: &str) -> Self {
        assert!(
            self.out.contains(words),
            "“{words}” is not in: {}",
            self.out
        );
        self
    }
}

/// Runs the program in a folder of its own, with a script on its input.
fn run_in(folder: &Path, args: &[&str], script: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_derbyhouse"))
        .args(args)
        .current_dir(folder)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends early does not read it all.
    let _ = child.stdin.take().unwrap().write_all(script.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run(args: &[&str]) -> Run {
    run_in(&std::env::temp_dir(), args, "")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Writes a file into a folder.
fn put(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn game_data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../games/wolfpack-1974/data")
        .join(name)
}

/// A short record: the bot's set-up and first turn.
fn short_record(folder: &tempfile::TempDir) -> String {
    let script = "bot\nbot\nbot\nsave game.txt\nquit\n";
    run_in(folder.path(), &["play", GAME, "--seed", "7"], script).ok();
    std::fs::read_to_string(folder.path().join("game.txt")).unwrap()
}

#[test]
fn no_file_of_tests_is_forgotten() {
    let main = include_str!("main.rs");
    for name in names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it")) {
        let module = name.trim_end_matches(".rs");
        assert!(
            module == "main" || main.contains(&format!("mod {module};")),
            "{name}"
        );
    }
}
