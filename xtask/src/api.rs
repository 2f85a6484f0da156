//! The API, fuzzed from its own description.

use crate::step::{Outcome, succeeds};
use crate::table::{Table, built};
use crate::tools;
use std::path::Path;
use std::process::Command;

/// How many requests are made up for each operation.
const EXAMPLES: &str = "40";

/// Lets schemathesis make requests up from `/api/openapi.json`: none may be answered with a server error, or in a way
/// that the description does not have.
pub fn fuzz(root: &Path) -> Result<Outcome, String> {
    let schemathesis = match tools::schemathesis(&built(root)) {
        Ok(program) => program,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let table = Table::serve(root, "api")?;
    let mut command = Command::new(schemathesis);
    command
        .args(["run", "--max-examples", EXAMPLES, "--seed", "1943"])
        .args(["--checks", "not_a_server_error,response_schema_conformance"])
        .args(["--phases", "examples,coverage,fuzzing"])
        .arg("--no-color")
        .arg(format!("{}/api/openapi.json", table.url))
        .current_dir(built(root));
    match succeeds(&mut command)? {
        true => Ok(Outcome::Ran),
        false => Err("the API answered as it must not".to_owned()),
    }
}
