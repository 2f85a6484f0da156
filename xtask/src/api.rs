//! The API, fuzzed from its own description.

use crate::step::{Outcome, succeeds};
use crate::table::{Table, built};
use crate::tools;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use ureq::Agent;

/// How many requests are made up for each operation.
const EXAMPLES: &str = "30";
/// What must hold of every answer. That whatever the description allows is accepted cannot hold: a record must be one.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance,negative_data_rejection,\
                      unsupported_method";

/// Lets schemathesis make requests up from `/api/openapi.json`: none may be answered with a server error, or in a way
/// that the description does not have. Once as a stranger, then as a player and as an observer of a real match.
pub fn fuzz(root: &Path) -> Result<Outcome, String> {
    let schemathesis = match tools::schemathesis(&built(root)) {
        Ok(program) => program,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let table = Table::serve(root, "api")?;
    let (id, player, observer) = a_match(&table.url)?;
    for (who, key) in [
        ("stranger", None),
        ("player", Some(player)),
        ("observer", Some(observer)),
    ] {
        println!("\nas {who}");
        let folder = built(root).join("tables/api").join(who);
        let config = key.map_or_else(String::new, |key| {
            format!("headers = {{ Authorization = \"Bearer {key}\" }}\n[parameters]\n\"path.id\" = \"{id}\"\n")
        });
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let file = folder.join("schemathesis.toml");
        std::fs::write(&file, config).map_err(|error| error.to_string())?;
        let mut command = Command::new(&schemathesis);
        command
            .arg("--config-file")
            .arg(&file)
            .args(["run", "--max-examples", EXAMPLES, "--seed", "1943"])
            .args(["--checks", CHECKS, "--phases", "examples,coverage,fuzzing"])
            // Streams do not end, and a match that was given up is soon told.
            .args(["--exclude-path", "/api/matches/{id}/events"])
            .args(["--exclude-path", "/api/matches/{id}/resign"])
            .arg("--no-color")
            .arg(format!("{}/api/openapi.json", table.url))
            .current_dir(&folder);
        if !succeeds(&mut command)? {
            return Err(format!("the API answered the {who} as it must not"));
        }
    }
    Ok(Outcome::Ran)
}

/// Makes a match: its id, the key of its seat, and the key of observers.
fn a_match(url: &str) -> Result<(String, String, String), String> {
    let agent: Agent = Agent::config_builder().proxy(None).build().into();
    let made = agent
        .post(format!("{url}/api/matches"))
        .send_json(json!({ "game": "wolfpack-1974" }))
        .and_then(|mut response| response.body_mut().read_json::<Value>())
        .map_err(|error| format!("no match could be made: {error}"))?;
    let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
    Ok((text("id"), text("key"), text("observer")))
}
