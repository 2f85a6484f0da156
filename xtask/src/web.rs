//! The page: its types, and a real browser that plays at it.

use crate::step::{Outcome, succeeds};
use crate::table::{self, Table, built};
use crate::tools;
use std::fs;
use std::path::{Path, PathBuf};
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
    // One file after another: a browser wants the machine for itself, and not every Node can be told so.
    let files = test_files(root)?;
    drive(root, &table::program, &files, &[])
}

/// Holds a release build to the times that we promise. Wants a quiet machine.
pub fn speed(root: &Path) -> Result<Outcome, String> {
    let file = root.join("web/tests/speed.test.mjs");
    drive(
        root,
        &table::release,
        &[file],
        &[("DERBYHOUSE_DRAWN_MS", "100")],
    )
}

/// Where a program is, once it is built.
type Build = dyn Fn(&Path) -> Result<PathBuf, String>;

fn drive(
    root: &Path,
    program: &Build,
    files: &[PathBuf],
    settings: &[(&str, &str)],
) -> Result<Outcome, String> {
    let built = built(root);
    let tools = tools::node_packages(root, &built).and_then(|p| Ok((p, tools::chromium()?)));
    let (packages, chromium) = match tools {
        Ok(tools) => tools,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let table = Table::start(&program(root)?, &built.join("tables/browser"))?;
    let pictures = built.join("browser");
    for file in files {
        let mut node = Command::new("node");
        node.arg("--test")
            .arg(file)
            .current_dir(root)
            .envs(settings.iter().copied())
            .env("DERBYHOUSE_URL", &table.url)
            .env("DERBYHOUSE_PICTURES", &pictures)
            .env("DERBYHOUSE_PACKAGES", packages.join("node_modules"))
            .env("DERBYHOUSE_CHROMIUM", &chromium);
        if !succeeds(&mut node)? {
            return Err(format!("a browser test failed: {}", file.display()));
        }
    }
    println!("pictures: {}", pictures.display());
    Ok(Outcome::Ran)
}

/// The files of tests, in the order of their names.
fn test_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = fs::read_dir(root.join("web/tests")).map_err(|e| format!("web/tests: {e}"))?;
    let files = folder.flatten().map(|entry| entry.path());
    let is_test = |file: &PathBuf| file.to_string_lossy().ends_with(".test.mjs");
    let mut files: Vec<PathBuf> = files.filter(is_test).collect();
    files.sort();
    Ok(files)
}

fn passed(done: bool, complaint: &str) -> Result<Outcome, String> {
    match done {
        true => Ok(Outcome::Ran),
        false => Err(complaint.to_owned()),
    }
}
