//! Computer players: those of a game, and those that play any.

use derbyhouse_bots::Random;
use derbyhouse_kernel::Bot;
use derbyhouse_scene::{Face, Info};

/// The player that needs no game.
const RANDOM: &str = "random";

/// A computer player by name.
pub(crate) fn bot<G: Face>(game: &G, name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    let own = game.bot(name, seed);
    own.or_else(|| (name == RANDOM).then(|| Box::new(Random::new(seed)) as Box<dyn Bot<G>>))
}

/// What a list shows of a game, with all its computer players.
pub(crate) fn info<G: Face>(game: &G) -> Info {
    let mut info = game.info();
    if !info.bots.contains(&RANDOM) {
        info.bots.push(RANDOM);
    }
    info
}
