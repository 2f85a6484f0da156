//! The catalog's face of a game, tried on the toy: two seats, hidden cards.
#![allow(clippy::unwrap_used)] // the helpers are tests too

mod games;
mod matches;

use derbyhouse_catalog::{Adapter, AnyGame, AnyMatch};
use derbyhouse_kernel::Seat;
use derbyhouse_testkit::toy::Toy;

const NORTH: Seat = Seat::FIRST;

fn south() -> Seat {
    Seat::new(1).unwrap()
}

fn toy() -> Adapter<Toy> {
    Adapter::new(Toy::new())
}

fn start(seed: u64) -> Box<dyn AnyMatch> {
    let game = toy();
    game.start(&game.setup(None, &[]).unwrap(), seed).unwrap()
}
