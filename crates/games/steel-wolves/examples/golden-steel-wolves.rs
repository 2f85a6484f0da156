//! Plays the golden games anew after a change of the rules that was meant, into `tests/it/golden`:
//! `cargo run --release -p steel-wolves --example golden-steel-wolves`.

use derbyhouse_kernel::{Chance, Game, Match, Viewer};
use derbyhouse_scene::Face;
use std::error::Error;
use std::sync::Arc;
use steel_wolves::{Choice, Setup, SteelWolves};

/// File, scenario, and whether the staff plays it or chance.
const GAMES: [(&str, &str, bool); 5] = [
    ("patrol", "u30_first", false),
    ("scapa-flow", "u47_scapa", false),
    ("battle", "sc7", false),
    ("late-battle", "ons5", false),
    ("war-period", "op_wp1", true),
];

fn play(
    game: &Arc<SteelWolves>,
    scenario: &str,
    seed: u64,
    staff: bool,
) -> Result<Match<SteelWolves>, Box<dyn Error>> {
    let mut bot = game.bot("doctrine", seed).ok_or("there is no doctrine")?;
    let mut dice = Chance::seeded(!seed);
    let mut played = Match::new(Arc::clone(game), Setup::plain(scenario), seed)?;
    let mut choices: Vec<Choice> = Vec::new();
    while let Some(seat) = game.asked(played.position()).first() {
        choices.clear();
        game.choices(played.position(), seat, &mut choices);
        let view = game.view(played.position(), Viewer::Seat(seat));
        let choice = if staff {
            bot.choose(view, &choices)
        } else {
            choices[dice.below(choices.len() as u32) as usize]
        };
        played.choose(seat, &choice)?;
    }
    Ok(played)
}

/// The longest of some games of chance; one of the staff.
fn main() -> Result<(), Box<dyn Error>> {
    let game = Arc::new(SteelWolves::new(&[])?);
    for (file, scenario, staff) in GAMES {
        let seeds = if staff { 0..1 } else { 0..20 };
        let games = seeds.map(|seed| play(&game, scenario, seed, staff));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        if let Some(longest) = games.iter().max_by_key(|played| played.moves().len()) {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/golden");
            std::fs::create_dir_all(folder)?;
            std::fs::write(
                format!("{folder}/{file}.txt"),
                longest.record().write(&game),
            )?;
        }
    }
    Ok(())
}
