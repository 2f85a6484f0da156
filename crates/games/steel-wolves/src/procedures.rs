//! The rules one by one: what `derbyhouse resolve` runs for people with the cardboard on a table, and what the worked
//! examples of `data/examples.toml` are checked with. Each runs the functions that play.

mod attack;
mod defence;
mod greenness;
mod inputs;
mod sea;
mod staff;
mod way;

use crate::game::SteelWolves;
use derbyhouse_kernel::procedure::Procedure;

/// Every procedure of the game, chapter by chapter.
pub fn procedures() -> Vec<Procedure<SteelWolves>> {
    let chapters = [
        attack::procedures(),
        defence::procedures(),
        sea::procedures(),
        way::procedures(),
        staff::procedures(),
    ];
    chapters.into_iter().flatten().collect()
}
