//! The chores of the workspace, one command each: `cargo xtask help` lists them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "\
The chores of Derby House. Run them from any folder of the workspace.

Usage: cargo xtask COMMAND

  test     every check that must pass: format, lints, tests, documentation, licences
  bench    the benchmarks
  help     this page
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => root().and_then(|root| test(&root)),
        ["bench"] => root().and_then(|root| bench(&root)),
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

/// The root of the workspace: the folder above this package.
fn root() -> Result<PathBuf, String> {
    env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .and_then(|package| package.parent().map(Path::to_path_buf))
        .ok_or_else(|| "please run it through cargo: cargo xtask".to_owned())
}

/// One thing to run: what it is for, and the words that follow `cargo`.
struct Step {
    name: &'static str,
    args: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
    /// The tool it needs beyond cargo itself. Without it the step is skipped.
    needs: Option<Tool>,
}

/// A cargo command that people install for themselves: `cargo NAME`, from the package `cargo-NAME`.
struct Tool(&'static str);

const TEST: &[Step] = &[
    Step {
        name: "format",
        args: &["fmt", "--all", "--check"],
        env: &[],
        needs: None,
    },
    Step {
        name: "lints",
        args: &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
        env: &[],
        needs: None,
    },
    Step {
        name: "tests",
        args: &["test", "--workspace"],
        env: &[],
        needs: None,
    },
    Step {
        name: "documentation",
        args: &["doc", "--workspace", "--no-deps"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
        needs: None,
    },
    Step {
        name: "licences",
        args: &["deny", "check", "licenses", "bans", "sources"],
        env: &[],
        needs: Some(Tool("deny")),
    },
];

const BENCH: Step = Step {
    name: "benchmarks",
    args: &["bench", "-p", "wolfpack-1974"],
    env: &[],
    needs: None,
};

/// Runs every step of [`TEST`] and stops at the first that fails.
fn test(root: &Path) -> Result<(), String> {
    let (mut ran, mut skipped) = (Vec::new(), Vec::new());
    for step in TEST {
        println!("\n== {}: {}", step.name, step.command_line());
        match &step.needs {
            Some(tool) if !tool.is_installed(root) => {
                println!(
                    "skipped: {0} is not installed (cargo install {0})",
                    tool.package()
                );
                skipped.push(step.name);
            }
            _ => {
                step.run(root)?;
                ran.push(step.name);
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

fn bench(root: &Path) -> Result<(), String> {
    println!("== {}: {}", BENCH.name, BENCH.command_line());
    BENCH.run(root)
}

impl Step {
    /// What a person would type to run this step alone.
    fn command_line(&self) -> String {
        let settings = self
            .env
            .iter()
            .map(|(key, value)| format!("{key}=\"{value}\" "));
        settings.collect::<String>() + "cargo " + &self.args.join(" ")
    }

    fn run(&self, root: &Path) -> Result<(), String> {
        let status = cargo(root)
            .args(self.args)
            .envs(self.env.iter().copied())
            .status()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        if status.success() {
            Ok(())
        } else {
            Err(format!(
                "{} failed. To run it alone: {}",
                self.name,
                self.command_line()
            ))
        }
    }
}

impl Tool {
    fn package(&self) -> String {
        format!("cargo-{}", self.0)
    }

    fn is_installed(&self, root: &Path) -> bool {
        cargo(root)
            .args([self.0, "--version"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

/// The cargo that runs us, at the root of the workspace.
fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_shows_how_to_run_it_alone() {
        assert_eq!(BENCH.command_line(), "cargo bench -p wolfpack-1974");
        let documentation = TEST.iter().find(|step| step.name == "documentation");
        assert_eq!(
            documentation.map(Step::command_line).as_deref(),
            Some("RUSTDOCFLAGS=\"-D warnings\" cargo doc --workspace --no-deps")
        );
    }

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
