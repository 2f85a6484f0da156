//! The table in the browser, started as people start it.

use crate::{folder, run, run_in};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use ureq::Agent;

/// A running server.
pub struct Served {
    pub child: Child,
    pub link: String,
    /// What it said so far.
    pub said: String,
    out: BufReader<std::process::ChildStdout>,
}

impl Served {
    /// Starts it and reads its link.
    pub fn start(args: &[&str], home: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_derbyhouse"))
            .args(args)
            .current_dir(home)
            .env("HOME", home)
            .env_remove("XDG_DATA_HOME")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.contains("Ctrl-C") {
            assert_ne!(out.read_line(&mut said).unwrap(), 0, "it ended: {said}");
        }
        let words = said.split_whitespace();
        let link = words
            .clone()
            .find(|word| word.starts_with("http://"))
            .unwrap();
        Self {
            link: link.trim_end_matches('/').to_owned(),
            child,
            said,
            out,
        }
    }

    /// Starts it at a free port with its data in that folder.
    pub fn at(data: &Path) -> Self {
        let data_text = data.to_str().unwrap();
        let limits = ["--rate", "0", "--new-matches", "0"];
        let args = ["serve", "--no-open", "--port", "0", "--data", data_text];
        Self::start(&[&args[..], &limits].concat(), data)
    }

    /// Asks it politely to stop; the rest of what it says.
    fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").arg(&pid).status().unwrap().success());
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success());
        rest
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that takes every status for an answer, and goes through nobody else.
pub fn agent() -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        .timeout_global(Some(Duration::from_secs(20)));
    config.build().into()
}

#[test]
fn without_a_command_it_is_served() {
    let home = folder();
    // Port 1943 may be taken where the tests run: then it says so, and how to go on.
    if TcpListener::bind("127.0.0.1:1943").is_err() {
        let refused = run_in(home.path(), &[], "").ends_with(2);
        assert!(refused.err.contains("--port"), "{}", refused.err);
        return;
    }
    let served = Served::start(&[], home.path());
    assert_eq!(served.link, "http://127.0.0.1:1943");
    assert!(
        home.path()
            .join(".local/share/derbyhouse/matches.sqlite")
            .exists()
    );
    assert!(served.said.contains("matches.sqlite"), "{}", served.said);
    assert!(!served.said.contains("Warning"), "{}", served.said);
    let page = agent()
        .get(&served.link)
        .call()
        .unwrap()
        .body_mut()
        .read_to_string();
    assert!(page.unwrap().contains("Derby House"));
    assert!(served.stop().contains("Closed."));
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let home = folder();
    let run = run_in(
        home.path(),
        &["serve", "--no-open", "--data", "d", "--port", &port],
        "",
    );
    let run = run.ends_with(2);
    assert!(
        run.err.contains("cannot listen at 127.0.0.1"),
        "{}",
        run.err
    );
    assert!(
        run.err
            .contains("hint: perhaps Derby House is open already"),
        "{}",
        run.err
    );
    assert!(!home.path().join("d").exists(), "nothing was touched");
}

#[test]
fn who_lets_others_in_is_warned() {
    let home = folder();
    let served = Served::start(
        &[
            "serve",
            "--no-open",
            "--bind",
            "0.0.0.0",
            "--port",
            "0",
            "--data",
            "d",
        ],
        home.path(),
    );
    assert!(served.said.contains("http://127.0.0.1:"), "{}", served.said);
    let rest = served.stop();
    assert!(rest.contains("Warning: it listens at 0.0.0.0"), "{rest}");
}

#[test]
fn a_store_that_cannot_be_opened_is_told() {
    let home = folder();
    std::fs::write(home.path().join("file"), "x").unwrap();
    for args in [
        ["--data", "file"],
        ["--database", "postgres://me:secret@127.0.0.1:1/none"],
        ["--database", "mysql://here/none"],
    ] {
        let all = [&["serve", "--no-open", "--port", "0"][..], &args].concat();
        let run = run_in(home.path(), &all, "").ends_with(2);
        assert!(!run.err.contains("secret"), "{}", run.err);
    }
    run(&["serve", "--data", "x", "--database", "sqlite://y"]).ends_with(2);
    run(&["serve", "--bind", "nowhere"]).ends_with(2);
}
