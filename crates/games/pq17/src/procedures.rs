//! The rules one by one: what `derbyhouse resolve` runs for people with the cardboard on a table, and what the worked
//! examples of `data/examples.toml` are checked with. Each runs the functions that play.

mod bench;
mod conduct;
mod fighting;
mod inputs;
mod pieces;
mod scoring;
mod scripts;
mod searching;
mod sheet;
mod strikes;

use crate::game::Pq17;
use derbyhouse_kernel::procedure::Procedure;

/// Every procedure of the game, chapter by chapter.
pub fn procedures() -> Vec<Procedure<Pq17>> {
    let chapters = [
        pieces::procedures(),
        sheet::procedures(),
        conduct::procedures(),
        searching::procedures(),
        strikes::procedures(),
        fighting::procedures(),
        scripts::procedures(),
        scoring::procedures(),
    ];
    chapters.into_iter().flatten().collect()
}
