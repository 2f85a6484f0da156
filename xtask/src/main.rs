//! The chores of the workspace, one command each: `cargo xtask help` lists them.

mod api;
mod load;
mod step;
mod table;
mod tools;
mod web;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use step::{Outcome, Step, Tool};

const HELP: &str = "\
The chores of Derby House. Run them from any folder of the workspace.

Usage: cargo xtask COMMAND

  test     every check that must pass: format, lints, tests, the page in a real browser, the API fuzzed,
           documentation, licences; installs what it needs where it can, and says what it skipped
  browser  the page in a real browser, by itself
  speed    the page of a release build held to the times that we promise; wants a quiet machine
  api      the API fuzzed, by itself
  load     bounded load on a served table: choices a second, latency, memory
           [--matches N] [--rate N] [--seconds N]
  kill     the server killed under load, again and again: nothing that was confirmed may be lost [-n N]
  bench    the benchmarks
  help     this page
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => root().and_then(|root| run_all(&root, TEST)),
        ["browser"] => root().and_then(|root| run_all(&root, &[TYPES, BROWSER])),
        ["speed"] => root().and_then(|root| run_all(&root, &[SPEED])),
        ["api"] => root().and_then(|root| run_all(&root, &[API])),
        ["load", ref settings @ ..] => {
            let load = load::Load::read(settings);
            load.and_then(|load| root().and_then(|root| load::run(&root, &load)).map(drop))
        }
        ["kill"] => kill("200"),
        ["kill", "-n", kills] => kill(kills),
        ["bench"] => root().and_then(|root| run_all(&root, &[BENCH])),
        ["help" | "--help" | "-h"] | [] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("no such command: {}\n\n{HELP}", words.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The test that kills the server, with more kills than it has among the others.
fn kill(kills: &str) -> Result<(), String> {
    let mut command = step::cargo(&root()?);
    command
        .args([
            "test",
            "-p",
            "derbyhouse",
            "--test",
            "it",
            "kill",
            "--",
            "--nocapture",
        ])
        .env("DERBYHOUSE_KILLS", kills);
    match step::succeeds(&mut command)? {
        true => Ok(()),
        false => Err("something was lost".to_owned()),
    }
}

/// The root of the workspace: the folder above this package.
fn root() -> Result<PathBuf, String> {
    env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .and_then(|package| package.parent().map(Path::to_path_buf))
        .ok_or_else(|| "please run it through cargo: cargo xtask".to_owned())
}

/// One thing that must pass.
enum Check {
    Cargo(Step),
    /// Something of our own, by its name.
    Own(&'static str, fn(&Path) -> Result<Outcome, String>),
}

const TEST: &[Check] = &[
    Check::Cargo(Step::plain("format", &["fmt", "--all", "--check"])),
    Check::Cargo(Step::plain(
        "lints",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    )),
    Check::Own("a PostgreSQL for the tests", |_| {
        Ok(tools::postgres().map_or_else(Outcome::Skipped, |()| Outcome::Ran))
    }),
    Check::Cargo(Step::plain("tests", &["test", "--workspace"])),
    TYPES,
    BROWSER,
    API,
    Check::Cargo(Step {
        env: &[("RUSTDOCFLAGS", "-D warnings")],
        ..Step::plain("documentation", &["doc", "--workspace", "--no-deps"])
    }),
    Check::Cargo(Step {
        needs: Some(Tool("deny")),
        ..Step::plain(
            "licences",
            &["deny", "check", "licenses", "bans", "sources"],
        )
    }),
];

const TYPES: Check = Check::Own("types of the page", web::types);
const BROWSER: Check = Check::Own("the page in a browser", web::browser);
const SPEED: Check = Check::Own("the page against the clock", web::speed);
const API: Check = Check::Own("the API fuzzed", api::fuzz);
const BENCH: Check = Check::Cargo(Step::plain(
    "benchmarks",
    &[
        "bench",
        "-p",
        "wolfpack-1974",
        "-p",
        "wolfpack-2024",
        "-p",
        "pq17",
        "-p",
        "steel-wolves",
        "--bench",
        "speed",
    ],
));

impl Check {
    fn name(&self) -> &'static str {
        match self {
            Self::Cargo(step) => step.name,
            Self::Own(name, _) => name,
        }
    }

    fn run(&self, root: &Path) -> Result<Outcome, String> {
        match self {
            Self::Cargo(step) => {
                println!("\n== {}: {}", step.name, step.command_line());
                step.run(root)
            }
            Self::Own(name, run) => {
                println!("\n== {name}");
                run(root)
            }
        }
    }
}

/// Runs one check after another and stops at the first that fails.
fn run_all(root: &Path, checks: &[Check]) -> Result<(), String> {
    let (mut ran, mut skipped) = (Vec::new(), Vec::new());
    for check in checks {
        match check.run(root)? {
            Outcome::Ran => ran.push(check.name()),
            Outcome::Skipped(why) => {
                println!("skipped: {why}");
                skipped.push(check.name());
            }
        }
    }
    println!("\n{}", summary(&ran, &skipped));
    Ok(())
}

/// The last line of a run in which nothing failed.
fn summary(ran: &[&str], skipped: &[&str]) -> String {
    let mut line = format!("All passed: {}.", ran.join(", "));
    if !skipped.is_empty() {
        line += &format!(" Skipped: {}.", skipped.join(", "));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_what_ran_and_what_did_not() {
        assert_eq!(
            summary(&["format", "lints"], &[]),
            "All passed: format, lints."
        );
        assert_eq!(
            summary(&["format"], &["licences"]),
            "All passed: format. Skipped: licences."
        );
    }
}
