//! The rules one by one: what `derbyhouse resolve` runs for people with the cardboard on a table, and what the worked
//! examples of `data/examples.toml` are checked with. Each runs the functions that play, on a small real position where
//! the rule needs one.

mod air;
mod asw;
mod boats;
mod combat;
mod convoys;
mod geometry;
mod hunt;
mod inputs;
mod search;
mod setup;
mod sheet;
mod table;
mod victory;
mod weather;

use crate::game::Wolfpack;
use derbyhouse_kernel::procedure::Procedure;

/// Every procedure of the game, chapter by chapter.
pub fn procedures() -> Vec<Procedure<Wolfpack>> {
    let chapters = [
        geometry::procedures(),
        convoys::procedures(),
        weather::procedures(),
        boats::procedures(),
        air::procedures(),
        search::procedures(),
        hunt::procedures(),
        combat::procedures(),
        asw::procedures(),
        setup::procedures(),
        victory::procedures(),
        table::procedures(),
    ];
    chapters.into_iter().flatten().collect()
}
