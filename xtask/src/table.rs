//! A table that is really served, for checks from outside.

use crate::step::{cargo, succeeds};
use std::env;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A server of our own on a free port of the loopback, with its data in a folder of the build. Ends when dropped.
pub struct Table {
    child: Child,
    pub url: String,
}

/// The folder of everything built.
pub fn built(root: &Path) -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root.join(folder)
}

/// The program as the tests build it: optimised, but built once with them.
pub fn program(root: &Path) -> Result<PathBuf, String> {
    build(root, "test", "debug/derbyhouse")
}

/// The program as people run it.
pub fn release(root: &Path) -> Result<PathBuf, String> {
    build(root, "release", "release/derbyhouse")
}

fn build(root: &Path, profile: &str, program: &str) -> Result<PathBuf, String> {
    let mut build = cargo(root);
    build.args(["build", "-p", "derbyhouse", "--profile", profile]);
    match succeeds(&mut build)? {
        true => Ok(built(root).join(program)),
        false => Err("the program does not build".to_owned()),
    }
}

impl Table {
    /// Starts it and waits until it answers.
    pub fn serve(root: &Path, name: &str) -> Result<Self, String> {
        Self::start(&program(root)?, &built(root).join("tables").join(name))
    }

    /// Starts that program with its data in that folder, which is emptied first, and waits until it answers.
    pub fn start(program: &Path, data: &Path) -> Result<Self, String> {
        let trouble = |what: &str, error: std::io::Error| format!("{what}: {error}");
        if data.exists() {
            fs::remove_dir_all(data).map_err(|e| trouble("the old data cannot be removed", e))?;
        }
        fs::create_dir_all(data).map_err(|e| trouble("no folder for the data", e))?;
        let port = free_port().map_err(|e| trouble("no free port", e))?;
        let log = fs::File::create(data.join("log.txt")).map_err(|e| trouble("no log", e))?;
        let child = Command::new(program)
            .args(["serve", "--no-open", "--rate", "0", "--new-matches", "0"])
            .args(["--port", &port.to_string(), "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(|e| trouble("the program does not start", e))?;
        let table = Self {
            child,
            url: format!("http://127.0.0.1:{port}"),
        };
        table.wait(port)?;
        Ok(table)
    }

    /// The server's process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    fn wait(&self, port: u16) -> Result<(), String> {
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Ok(());
            }
            sleep(Duration::from_millis(50));
        }
        Err("the table was not served within ten seconds".to_owned())
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
