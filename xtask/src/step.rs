//! Cargo commands as steps of a chore.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// One thing to run: what it is for, and the words that follow `cargo`.
pub struct Step {
    pub name: &'static str,
    pub args: &'static [&'static str],
    pub env: &'static [(&'static str, &'static str)],
    /// The tool it needs beyond cargo itself. Without it the step is skipped.
    pub needs: Option<Tool>,
}

/// A cargo command that people install for themselves: `cargo NAME`, from the package `cargo-NAME`.
pub struct Tool(pub &'static str);

/// What came of something that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Ran,
    /// It could not be run here, and why.
    Skipped(String),
}

impl Step {
    /// A step that needs nothing but cargo.
    pub const fn plain(name: &'static str, args: &'static [&'static str]) -> Self {
        Self {
            name,
            args,
            env: &[],
            needs: None,
        }
    }

    /// What a person would type to run this step alone.
    pub fn command_line(&self) -> String {
        let settings = self
            .env
            .iter()
            .map(|(key, value)| format!("{key}=\"{value}\" "));
        settings.collect::<String>() + "cargo " + &self.args.join(" ")
    }

    pub fn run(&self, root: &Path) -> Result<Outcome, String> {
        if let Some(tool) = &self.needs
            && !tool.is_installed(root)
        {
            let package = tool.package();
            return Ok(Outcome::Skipped(format!(
                "{package} is not installed (cargo install {package})"
            )));
        }
        let mut command = cargo(root);
        command.args(self.args).envs(self.env.iter().copied());
        match succeeds(&mut command)? {
            true => Ok(Outcome::Ran),
            false => Err(format!(
                "{} failed. To run it alone: {}",
                self.name,
                self.command_line()
            )),
        }
    }
}

impl Tool {
    fn package(&self) -> String {
        format!("cargo-{}", self.0)
    }

    fn is_installed(&self, root: &Path) -> bool {
        let mut command = cargo(root);
        command.args([self.0, "--version"]);
        quietly_succeeds(&mut command)
    }
}

/// The cargo that runs us, at the root of the workspace.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Runs a command in sight of the user, and says whether it went well.
pub fn succeeds(command: &mut Command) -> Result<bool, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .map_err(|error| format!("cannot start {program}: {error}"))?;
    Ok(status.success())
}

/// Whether a command can be run and goes well; what it says is nobody's business.
pub fn quietly_succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_shows_how_to_run_it_alone() {
        let bench = Step::plain("benchmarks", &["bench", "-p", "wolfpack-1974"]);
        assert_eq!(bench.command_line(), "cargo bench -p wolfpack-1974");
        let doc = Step {
            env: &[("RUSTDOCFLAGS", "-D warnings")],
            ..Step::plain("documentation", &["doc", "--no-deps"])
        };
        assert_eq!(
            doc.command_line(),
            "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps"
        );
    }
}
