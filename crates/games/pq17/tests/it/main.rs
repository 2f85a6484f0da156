//! The rules of PQ-17: worked examples, whole games, what must always hold.
#![allow(clippy::unwrap_used)] // this is all test; clippy sees only the functions marked as such

mod cases;
mod conformance;
mod doctrine;
mod endurance;
mod golden;
mod operation;
mod words;

use pq17::Pq17;
use std::sync::{Arc, LazyLock};

fn game() -> Arc<Pq17> {
    static GAME: LazyLock<Arc<Pq17>> = LazyLock::new(|| Arc::new(Pq17::new(&[]).unwrap()));
    Arc::clone(&GAME)
}
