//! Plays the games that are kept in `tests/it/golden` anew, after a change of the rules that was meant:
//! `cargo run --release -p pq17 --example golden`.

use derbyhouse_bots::Random;
use derbyhouse_kernel::{Bot, Game, Match, Viewer};
use derbyhouse_scene::Face;
use pq17::{Pq17, Setup};
use std::sync::Arc;

/// The longest of so many games with a bot on either side.
const GAMES: u64 = 6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Arc::new(Pq17::new(&[]).map_err(|error| error.to_string())?);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/golden");
    std::fs::create_dir_all(folder)?;
    for setup in usual_setups(&game) {
        for (name, bots) in [("doctrine", ["doctrine"; 2]), ("random", ["random"; 2])] {
            let mut longest: Option<Match<Pq17>> = None;
            for seed in 0..GAMES {
                let played = play(&game, &setup, bots, seed)?;
                let longer = longest
                    .as_ref()
                    .is_none_or(|other| played.moves().len() > other.moves().len());
                longest = if longer { Some(played) } else { longest };
            }
            if let Some(played) = longest {
                let text = played.record().write(&game);
                std::fs::write(format!("{folder}/{}-{name}.txt", setup.scenario), text)?;
            }
        }
    }
    Ok(())
}

/// Every scenario with the options that are on when nobody says otherwise.
fn usual_setups(game: &Pq17) -> Vec<Setup> {
    let scenarios = game.tables().scenarios.iter();
    scenarios
        .map(|scenario| Setup::usual(game.tables(), &scenario.id))
        .collect()
}

fn play(
    game: &Arc<Pq17>,
    setup: &Setup,
    bots: [&str; 2],
    seed: u64,
) -> Result<Match<Pq17>, Box<dyn std::error::Error>> {
    let mut bots: Vec<Box<dyn Bot<Pq17>>> = bots
        .iter()
        .map(|name| {
            game.bot(name, seed)
                .unwrap_or_else(|| Box::new(Random::new(seed)))
        })
        .collect();
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
