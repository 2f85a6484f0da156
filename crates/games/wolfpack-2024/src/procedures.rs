//! The rules one by one: what `derbyhouse resolve` runs for people with the cardboard on a table, and what the worked
//! examples of `data/examples.toml` are checked with. Each runs the functions that play.

mod caring;
mod hunting;
mod inputs;
mod maps;
mod moving;
mod shooting;
mod tables;

use crate::game::Wolfpack;
use derbyhouse_kernel::procedure::Procedure;

/// Every procedure of the game, chapter by chapter.
pub fn procedures() -> Vec<Procedure<Wolfpack>> {
    let chapters = [
        tables::procedures(),
        maps::procedures(),
        shooting::procedures(),
        moving::procedures(),
        hunting::procedures(),
        caring::procedures(),
    ];
    chapters.into_iter().flatten().collect()
}
