//! The rules one by one: what `derbyhouse resolve` runs for people with the cardboard on a table, and what the worked
//! examples of `data/examples.toml` are checked with. Each runs the functions that play.

mod aiming;
mod campaign;
mod caring;
mod damage;
mod duels;
mod escorts;
mod homeward;
mod inputs;
mod leaving;
mod maps;
mod moving;
mod perils;
mod port;
mod reloading;
mod requests;
mod searching;
mod striking;
mod tables;
mod torpedoes;

use crate::game::Wolfpack;
use derbyhouse_kernel::procedure::Procedure;

/// Every procedure of the game, chapter by chapter.
pub fn procedures() -> Vec<Procedure<Wolfpack>> {
    let chapters = [
        tables::procedures(),
        port::procedures(),
        campaign::procedures(),
        maps::procedures(),
        torpedoes::procedures(),
        aiming::procedures(),
        reloading::procedures(),
        moving::procedures(),
        perils::procedures(),
        leaving::procedures(),
        searching::procedures(),
        escorts::procedures(),
        requests::procedures(),
        striking::procedures(),
        duels::procedures(),
        damage::procedures(),
        caring::procedures(),
        homeward::procedures(),
    ];
    chapters.into_iter().flatten().collect()
}
