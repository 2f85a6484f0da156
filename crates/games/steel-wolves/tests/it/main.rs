//! The rules of Steel Wolves: worked examples, whole games, what must always hold.
#![allow(clippy::unwrap_used)] // this is all test; clippy sees only the functions marked as such

mod cases;
mod conformance;
mod coverage;
mod golden;
mod orders;
mod patrol;
mod speed;
mod staff;
mod tutorial;
mod war;
mod weeks;

use std::sync::{Arc, LazyLock};
use steel_wolves::SteelWolves;

fn game() -> Arc<SteelWolves> {
    static GAME: LazyLock<Arc<SteelWolves>> =
        LazyLock::new(|| Arc::new(SteelWolves::new(&[]).unwrap()));
    Arc::clone(&GAME)
}
