//! Plays the games that are kept in `tests/it/golden` anew, after a change of the rules that was meant:
//! `cargo run --release -p pq17 --example golden-pq17`.

use derbyhouse_bots::Random;
use derbyhouse_kernel::{Bot, Game, Match, Viewer};
use derbyhouse_scene::Face;
use pq17::{Pq17, Setup};
use std::error::Error;
use std::sync::Arc;

/// File, scenario and admirals of each kept game: every side by the book, and by chance where it asks most.
const GAMES: [(&str, &str, [&str; 2]); 6] = [
    ("pq6", "pq6", ["doctrine", "doctrine"]),
    ("pq12", "pq12", ["doctrine", "doctrine"]),
    ("pq17", "pq17", ["doctrine", "doctrine"]),
    ("jw51b-by-chance", "jw51b", ["random", "random"]),
    ("pq16-against-chance", "pq16", ["random", "doctrine"]),
    ("campaign", "campaign-1", ["doctrine", "doctrine"]),
];
/// The longest of so many games is kept.
const TRIES: u64 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let game = Arc::new(Pq17::new(&[]).map_err(|error| error.to_string())?);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/golden");
    std::fs::create_dir_all(folder)?;
    for (file, scenario, bots) in GAMES {
        let setup = Setup::usual(game.tables(), scenario);
        let games = (0..TRIES).map(|seed| play(&game, &setup, bots, seed));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let longest = games.iter().max_by_key(|played| played.moves().len());
        if let Some(played) = longest {
            let text = played.record().write(&game);
            std::fs::write(format!("{folder}/{file}.txt"), text)?;
            println!("{file}: {} choices", played.moves().len());
        }
    }
    Ok(())
}

fn play(
    game: &Arc<Pq17>,
    setup: &Setup,
    bots: [&str; 2],
    seed: u64,
) -> Result<Match<Pq17>, Box<dyn Error>> {
    let mut bots = bots.map(|name| -> Box<dyn Bot<Pq17>> {
        game.bot(name, seed)
            .unwrap_or_else(|| Box::new(Random::new(seed)))
    });
    let refused = |error: derbyhouse_kernel::Illegal| error.to_string();
    let mut played = Match::new(Arc::clone(game), setup.clone(), seed).map_err(refused)?;
    let mut choices = Vec::new();
    while let Some(seat) = game.asked(played.position()).first() {
        choices.clear();
        game.choices(played.position(), seat, &mut choices);
        let view = game.view(played.position(), Viewer::Seat(seat));
        let choice = bots[seat.index()].choose(view, &choices);
        played.choose(seat, &choice).map_err(refused)?;
    }
    Ok(played)
}
