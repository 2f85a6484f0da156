//! The page: its types, and a real browser that plays at it.

use crate::step::{Outcome, succeeds};
use crate::table::{Table, built};
use crate::tools;
use std::path::Path;
use std::process::Command;

/// Type-checks the modules of the page.
pub fn types(root: &Path) -> Result<Outcome, String> {
    let packages = match tools::node_packages(root, &built(root)) {
        Ok(packages) => packages,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let mut tsc = Command::new(packages.join("node_modules/.bin/tsc"));
    tsc.args(["-p", "web/tsconfig.json"]).current_dir(root);
    passed(succeeds(&mut tsc)?, "the types of the page are wrong")
}

/// Drives a Chromium through whole sessions at a served table. Pictures are kept in the folder of the build.
pub fn browser(root: &Path) -> Result<Outcome, String> {
    let built = built(root);
    let tools = tools::node_packages(root, &built).and_then(|p| Ok((p, tools::chromium()?)));
    let (packages, chromium) = match tools {
        Ok(tools) => tools,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let table = Table::serve(root, "browser")?;
    let pictures = built.join("browser");
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=1", "web/tests/"])
        .current_dir(root)
        .env("DERBYHOUSE_URL", &table.url)
        .env("DERBYHOUSE_PICTURES", &pictures)
        .env("DERBYHOUSE_PACKAGES", packages.join("node_modules"))
        .env("DERBYHOUSE_CHROMIUM", chromium);
    let done = succeeds(&mut node)?;
    println!("pictures: {}", pictures.display());
    passed(done, "a browser test failed")
}

fn passed(done: bool, complaint: &str) -> Result<Outcome, String> {
    match done {
        true => Ok(Outcome::Ran),
        false => Err(complaint.to_owned()),
    }
}
