//! The server as its clients see it: in one process, request by request.
#![allow(clippy::unwrap_used)] // the helpers are tests too

mod acting;
mod counting;
mod desk;
mod fuzz;
mod history;
mod importing;
mod leaks;
mod limits;
mod live;
mod looking;
mod openapi;
mod ordering;
mod pages;
#[path = "../../../store/tests/it/postgres.rs"]
mod postgres;
mod refusals;
mod restart;
mod seats;

use postgres::Postgres;
use std::path::Path;
use std::process::Command;

/// All of these tests once more, on a real PostgreSQL.
#[test]
fn everything_on_postgres() {
    let Some(server) = Postgres::start() else {
        println!("skipped: no PostgreSQL server is installed here");
        return;
    };
    let [socket, createdb] = server.place();
    let tests = Command::new(std::env::current_exe().unwrap())
        .args(["--skip", "everything_on_postgres"])
        .env(desk::SOCKET, socket)
        .env(desk::CREATEDB, createdb)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&tests.stdout);
    assert!(tests.status.success(), "{said}");
    assert!(said.contains("test result: ok"), "{said}");
}

#[test]
fn no_file_of_tests_is_forgotten() {
    let main = include_str!("main.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let module = name.trim_end_matches(".rs");
        let known = module == "main" || main.contains(&format!("mod {module};"));
        assert!(known, "{name}");
    }
}
