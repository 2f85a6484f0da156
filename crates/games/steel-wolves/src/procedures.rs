//! The rules one by one: what `derbyhouse resolve` runs for people with the cardboard on a table, and what the worked
//! examples of `data/examples.toml` are checked with. Each runs the functions that play.

mod attack;
mod battle;
mod defence;
mod events;
mod fleet;
mod greenness;
mod guns;
mod inputs;
mod packs;
mod patrol;
mod progress;
mod sea;
mod way;

use crate::game::SteelWolves;
use derbyhouse_kernel::procedure::Procedure;

/// Every procedure of the game, chapter by chapter.
pub fn procedures() -> Vec<Procedure<SteelWolves>> {
    let chapters = [
        attack::procedures(),
        defence::procedures(),
        guns::procedures(),
        battle::procedures(),
        sea::procedures(),
        packs::procedures(),
        way::procedures(),
        patrol::procedures(),
        events::procedures(),
        fleet::procedures(),
        progress::procedures(),
    ];
    chapters.into_iter().flatten().collect()
}
