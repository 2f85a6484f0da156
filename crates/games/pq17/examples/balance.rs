//! How even the scenarios are: `cargo run --release -p pq17 --example balance -- 500 [scenario]
//! [allied bot] [axis bot] [first seed]`.
//!
//! Plays so many games of each scenario with a bot on either side and prints who won, the mean score in Victory Points and
//! what became of the Convoys. The README's table comes from here. A Campaign is played if it is named: `campaign-3`.

use derbyhouse_bots::Random;
use derbyhouse_kernel::bot::Player;
use derbyhouse_kernel::{Bot, Game};
use derbyhouse_scene::Face;
use pq17::{Pq17, Setup};
use std::ops::Range;

fn main() {
    let game = match Pq17::new(&[]) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    let mut words = std::env::args().skip(1);
    let games = words
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or(500u64);
    let wanted = words.next().filter(|word| word != "all");
    let bots = [words.next(), words.next()].map(|word| word.unwrap_or("doctrine".to_owned()));
    let first = words.next().and_then(|word| word.parse().ok());
    let seeds = first.unwrap_or(0)..first.unwrap_or(0) + games;
    println!(
        "| scenario | Allied | draw | Axis | mean VP | median VP | arrived | sunk | turns | choices |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let scenarios = game.tables().scenarios.iter();
    for scenario in scenarios.filter(|known| wanted.as_ref().is_none_or(|id| *id == known.id)) {
        let setup = Setup::usual(game.tables(), &scenario.id);
        println!("{}", row(&game, &bots, &setup, seeds.clone()));
    }
    // Campaigns are long, and stand in no list of scenarios: only who names one waits for it.
    let campaigns = Setup::campaigns(game.tables()).into_iter();
    for (name, _) in campaigns.filter(|(name, _)| wanted.as_ref() == Some(name)) {
        let setup = Setup::usual(game.tables(), &name);
        println!("{}", row(&game, &bots, &setup, seeds.clone()));
    }
}

fn bot(game: &Pq17, name: &str) -> Box<dyn Bot<Pq17>> {
    game.bot(name, 0)
        .unwrap_or_else(|| Box::new(Random::new(0)))
}

/// A line of the table.
fn row(game: &Pq17, bots: &[String; 2], setup: &Setup, seeds: Range<u64>) -> String {
    let mut player = Player::new(game, bots.iter().map(|name| bot(game, name)).collect());
    let (mut wins, mut actions) = ([0u64; 3], 0);
    let mut sums = [0i64; 4];
    let mut scores = Vec::new();
    let games = seeds.end - seeds.start;
    for seed in seeds {
        let played = match player.play(setup, seed) {
            Ok(played) => played,
            Err(error) => return format!("| {} | seed {seed}: {error}", setup.scenario),
        };
        actions += played.actions;
        if let Some(outcome) = game.outcome(&played.position) {
            wins[outcome.level] += 1;
            scores.push(outcome.scores[0]);
        }
        let figures = game.figures(&played.position);
        for (sum, name) in sums.iter_mut().zip(["half_vp", "arrived", "sunk", "turns"]) {
            let figure = figures.iter().find(|(known, _)| *known == name);
            *sum += figure.map_or(0, |(_, figure)| *figure);
        }
    }
    scores.sort_unstable();
    let median = scores.get(scores.len() / 2).copied().unwrap_or(0);
    let mean = |sum: i64| sum as f64 / games as f64;
    let share = |wins: u64| 100.0 * wins as f64 / games as f64;
    format!(
        "| {} | {:.0} % | {:.0} % | {:.0} % | {:+.1} | {:+.1} | {:.1} | {:.1} | {:.0} | {:.0} |",
        setup.scenario,
        share(wins[2]),
        share(wins[1]),
        share(wins[0]),
        mean(sums[0]) / 2.0,
        f64::from(median) / 2.0,
        mean(sums[1]),
        mean(sums[2]),
        mean(sums[3]),
        actions as f64 / games as f64,
    )
}
