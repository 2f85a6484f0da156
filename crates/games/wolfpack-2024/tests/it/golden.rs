//! Played games, kept with the position they end in: they must end so for ever.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Match, Viewer};
use derbyhouse_testkit::golden;
use std::sync::Arc;
use wolfpack_2024::boats::Letter;
use wolfpack_2024::{Choice, Scenario, Setup, Wolfpack};

/// File and scenario of each kept game.
const GAMES: [(&str, &str); 5] = [
    ("training", "training"),
    ("early-patrol", "patrol-1941-11"),
    ("late-patrol", "patrol-1943-02"),
    ("period", "period-2"),
    ("campaign", "early-campaign"),
];

/// Five played games, from training to a campaign: they end as they ended when they were played.
#[test]
fn golden_games_end_as_they_did() {
    let game = game();
    let texts = [
        include_str!("golden/training.txt"),
        include_str!("golden/early-patrol.txt"),
        include_str!("golden/late-patrol.txt"),
        include_str!("golden/period.txt"),
        include_str!("golden/campaign.txt"),
    ];
    for (text, (file, scenario)) in texts.into_iter().zip(GAMES) {
        let played = golden(&game, text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
        assert!(game.outcome(played.position()).is_some(), "{file}");
        let view = game.view(played.position(), Viewer::Observer);
        let scenario: Scenario = scenario.parse().unwrap();
        assert_eq!(view.setup(), &Setup { scenario }, "{file}");
    }
}

/// The usual answer in port; at sea a random one, but no captain gives up or goes home of his own will.
fn play(scenario: &str, seed: u64) -> Match<Wolfpack> {
    let game = game();
    let scenario = scenario.parse().unwrap();
    let mut dice = Chance::seeded(!seed);
    let mut played = Match::new(Arc::clone(&game), Setup { scenario }, seed).unwrap();
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
        played.choose(seat, &usual.unwrap_or(random)).unwrap();
    }
    played
}

/// Not a test: `cargo test -p wolfpack-2024 --test it rewrite_golden -- --ignored` plays the games anew after a change of
/// the rules that was meant, the longest of some.
#[test]
#[ignore = "writes the golden records"]
fn rewrite_golden_games() {
    let game = game();
    for (file, scenario) in GAMES {
        let games = (0..20).map(|seed| play(scenario, seed));
        let longest = games.max_by_key(|played| played.moves().len()).unwrap();
        let text = longest.record().write(&game);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/golden");
        std::fs::write(format!("{folder}/{file}.txt"), text).unwrap();
    }
}
