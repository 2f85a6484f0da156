//! The rules of Wolfpack (2024): worked examples, whole games, what must always hold.
#![allow(clippy::unwrap_used)] // this is all test; clippy sees only the functions marked as such

mod campaign;
mod cases;
mod conformance;
mod coverage;
mod doctrine;
mod files;
mod golden;
mod odds;
mod patrol;
mod training;
mod tutorial;

use std::sync::{Arc, LazyLock};
use wolfpack_2024::Wolfpack;

fn game() -> Arc<Wolfpack> {
    static GAME: LazyLock<Arc<Wolfpack>> = LazyLock::new(|| Arc::new(Wolfpack::new(&[]).unwrap()));
    Arc::clone(&GAME)
}
