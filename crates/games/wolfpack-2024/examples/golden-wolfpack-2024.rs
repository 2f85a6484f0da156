//! Plays the golden games anew after a change of the rules that was meant, the longest of some, into `tests/it/golden`:
//! `cargo run --release -p wolfpack-2024 --example golden-wolfpack-2024`.

use derbyhouse_kernel::{Chance, Game, Match, Viewer};
use std::error::Error;
use std::sync::Arc;
use wolfpack_2024::boats::Letter;
use wolfpack_2024::{Choice, Setup, Wolfpack};

/// File and scenario of each kept game.
const GAMES: [(&str, &str); 5] = [
    ("training", "training"),
    ("early-patrol", "patrol-1941-11"),
    ("late-patrol", "patrol-1943-02"),
    ("period", "period-2"),
    ("campaign", "early-campaign"),
];

/// The usual answer in port; at sea a random one, but no captain gives up or goes home of his own will.
fn play(
    game: &Arc<Wolfpack>,
    scenario: &str,
    seed: u64,
) -> Result<Match<Wolfpack>, Box<dyn Error>> {
    let scenario = scenario.parse()?;
    let mut dice = Chance::seeded(!seed);
    let mut played = Match::new(Arc::clone(game), Setup { scenario }, seed)?;
    let mut choices = Vec::new();
    while let Some(seat) = game.asked(played.position()).first() {
        choices.clear();
        game.choices(played.position(), seat, &mut choices);
        let view = game.view(played.position(), Viewer::Observer);
        let usual = view.usual(Letter::of(seat));
        let stays = |choice: &&Choice| {
            !matches!(choice, Choice::Scuttle | Choice::Disengage | Choice::Blow)
        };
        let open: Vec<Choice> = choices.iter().filter(stays).copied().collect();
        let open = if open.is_empty() { &choices } else { &open };
        let random = open[dice.below(open.len() as u32) as usize];
        played.choose(seat, &usual.unwrap_or(random))?;
    }
    Ok(played)
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Arc::new(Wolfpack::new(&[])?);
    for (file, scenario) in GAMES {
        let games = (0..20).map(|seed| play(&game, scenario, seed));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let longest = games.iter().max_by_key(|played| played.moves().len());
        if let Some(longest) = longest {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/golden");
            std::fs::write(
                format!("{folder}/{file}.txt"),
                longest.record().write(&game),
            )?;
        }
    }
    Ok(())
}
