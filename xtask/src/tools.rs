//! What the checks need beyond cargo: found, or installed where that is possible, or said to be missing.

use crate::step::quietly_succeeds;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where a program is on the search path.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Installs packages of the system, where the system has them and we may.
fn install(packages: &[&str]) -> Result<(), String> {
    let names = packages.join(" ");
    let missing = |why: &str| {
        format!("{names} is not installed, and {why} (on Debian: apt-get install {names})")
    };
    if on_path("apt-get").is_none() {
        return Err(missing("there is no apt-get to install it with"));
    }
    let mut root_only = Command::new("sh");
    root_only.args(["-c", "test \"$(id -u)\" = 0"]);
    if !quietly_succeeds(&mut root_only) {
        return Err(missing("only root may install it"));
    }
    println!("installing {names}");
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        quietly_succeeds(&mut command)
    };
    let install = [&["install", "-y", "--no-install-recommends"][..], packages].concat();
    if apt(&install) || (apt(&["update"]) && apt(&install)) {
        Ok(())
    } else {
        Err(missing("it could not be installed"))
    }
}

/// A program, installed from its package if need be.
fn program(names: &[&str], packages: &[&str]) -> Result<PathBuf, String> {
    let find = || names.iter().find_map(|name| on_path(name));
    if let Some(found) = find() {
        return Ok(found);
    }
    install(packages)?;
    find().ok_or_else(|| format!("{} cannot be found even now", names.join(" or ")))
}

/// A Chromium to drive.
pub fn chromium() -> Result<PathBuf, String> {
    program(
        &["chromium", "chromium-browser", "google-chrome"],
        &["chromium"],
    )
}

/// Makes sure that a PostgreSQL server can be started: its programs lie off the search path.
pub fn postgres() -> Result<(), String> {
    let there = || {
        let versions = fs::read_dir("/usr/lib/postgresql");
        let versions = versions.into_iter().flatten().flatten();
        on_path("initdb").is_some()
            || versions
                .into_iter()
                .any(|version| version.path().join("bin/initdb").is_file())
    };
    if there() {
        return Ok(());
    }
    install(&["postgresql"])?;
    if there() {
        Ok(())
    } else {
        Err("PostgreSQL cannot be found even now".to_owned())
    }
}

/// Node, with the packages that `web/tests/package.json` names, in a folder of the build. Returns that folder.
pub fn node_packages(root: &Path, built: &Path) -> Result<PathBuf, String> {
    program(&["node"], &["nodejs"])?;
    let npm = program(&["npm"], &["npm"])?;
    let folder = built.join("web-tools");
    let wanted = root.join("web/tests/package.json");
    let list = folder.join("package.json");
    let same = || {
        fs::read(&wanted)
            .ok()
            .is_some_and(|new| fs::read(&list).ok() == Some(new))
    };
    let done = folder.join("installed");
    if same() && done.is_file() {
        return Ok(folder);
    }
    let unusable = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(unusable)?;
    fs::copy(&wanted, &list).map_err(unusable)?;
    println!("installing the packages of web/tests/package.json");
    let mut command = Command::new(npm);
    command
        .args(["install", "--no-package-lock", "--no-audit", "--no-fund"])
        .current_dir(&folder);
    if !quietly_succeeds(&mut command) {
        return Err("npm could not install the packages of web/tests/package.json".to_owned());
    }
    fs::write(&done, "").map_err(unusable)?;
    Ok(folder)
}

/// Schemathesis, in an environment of its own in a folder of the build.
pub fn schemathesis(built: &Path) -> Result<PathBuf, String> {
    if let Some(found) = on_path("schemathesis") {
        return Ok(found);
    }
    let folder = built.join("api-tools");
    let found = folder.join("bin/schemathesis");
    if found.is_file() {
        return Ok(found);
    }
    let python = program(&["python3"], &["python3"])?;
    let create = || {
        let mut command = Command::new(&python);
        quietly_succeeds(command.args(["-m", "venv", "--clear"]).arg(&folder))
    };
    if !create() {
        install(&["python3-venv"])?;
        if !create() {
            return Err("python3 cannot make an environment for schemathesis".to_owned());
        }
    }
    println!("installing schemathesis");
    let mut pip = Command::new(folder.join("bin/pip"));
    pip.args(["install", "--quiet", SCHEMATHESIS]);
    match quietly_succeeds(&mut pip) && found.is_file() {
        true => Ok(found),
        false => Err("pip could not install schemathesis".to_owned()),
    }
}

/// Pinned: another release may find other things, but should not on its own.
const SCHEMATHESIS: &str = "schemathesis>=4,<5";
