//! What a week asks of a person: a week of forty boats must be playable in minutes by somebody who only wants the big
//! decisions. `cargo test -p steel-wolves --test it weeks -- --nocapture` prints the figures.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Log, Seat, Viewer};
use derbyhouse_scene::{Face, Orders};
use std::collections::BTreeMap;
use steel_wolves::{Choice, Setup, SteelWolves};

/// What was asked in some weeks, with that many boats in play.
#[derive(Default)]
struct Asked {
    /// Questions of each week.
    weeks: Vec<u32>,
    /// By what was asked.
    kinds: BTreeMap<&'static str, u32>,
    /// Boats in play in each week.
    boats: Vec<usize>,
}

impl Asked {
    fn median(&self) -> u32 {
        let mut sorted = self.weeks.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or(0)
    }

    fn worst(&self) -> u32 {
        self.weeks.iter().copied().max().unwrap_or(0)
    }

    fn boats(&self) -> usize {
        self.boats.iter().sum::<usize>() / self.boats.len().max(1)
    }
}

/// The orders that are on from the start where one person plays alone.
fn usual(game: &SteelWolves, scenario: &str) -> Orders {
    let setup = Setup::plain(scenario);
    let position = game
        .start(&setup, &mut Chance::seeded(1), &mut Log::off())
        .unwrap();
    let view = game.view(&position, Viewer::Seat(Seat::FIRST));
    let orders = game.standing(view).into_iter();
    orders
        .filter_map(|order| Some((order.id, order.usual?)))
        .collect()
}

/// Plays some weeks of a scenario; whatever the orders leave open is asked, and answered as the staff would. A battle is
/// handed over at its first question: one answer, whatever happens in it.
fn ask(game: &SteelWolves, scenario: &str, orders: &Orders, seed: u64, weeks: u16) -> Asked {
    let mut chance = Chance::seeded(seed);
    let setup = Setup::plain(scenario);
    let mut position = game.start(&setup, &mut chance, &mut Log::off()).unwrap();
    let mut bot = game.bot("doctrine", seed).unwrap();
    let (mut asked, mut week, mut resolving) = (Asked::default(), 0, false);
    let mut choices: Vec<Choice> = Vec::new();
    while let Some(decision) = game.decision(&position, Seat::FIRST) {
        let view = game.view(&position, Viewer::Seat(Seat::FIRST));
        if decision.turn != week {
            if asked.weeks.len() == usize::from(weeks) {
                break;
            }
            week = decision.turn;
            asked.weeks.push(0);
            let in_play = view.boats().iter().filter(|boat| !boat.place.is_out());
            asked.boats.push(in_play.count());
        }
        choices.clear();
        game.choices(&position, Seat::FIRST, &mut choices);
        let handed_over = resolving && view.battle().is_some();
        let choice = game.by_order(view, &decision, &choices, orders);
        let choice = choice.unwrap_or_else(|| {
            if !handed_over {
                *asked.weeks.last_mut().unwrap() += 1;
                *asked.kinds.entry(decision.question).or_default() += 1;
            }
            bot.choose(view, &choices)
        });
        resolving = view.battle().is_some();
        game.apply(
            &mut position,
            Seat::FIRST,
            &choice,
            &mut chance,
            &mut Log::off(),
        )
        .unwrap();
    }
    asked
}

const WARS: [&str; 5] = ["op_wp1", "op_wp2", "op_wp3", "op_wp4", "op_wp5"];

/// Without orders a week asks hundreds of questions. With the usual ones it asks only what matters: War Events (D1a to D1h),
/// boats that may come early, whether a pack is called, and of each battle whether it is fought or handed over. If the staff
/// fights them all, a handful of questions is left, of forty boats as of two hundred.
#[test]
fn a_week_is_played_in_minutes() {
    let game = game();
    for scenario in WARS {
        let usual = usual(&game, scenario);
        let mut quiet = usual.clone();
        quiet.insert("battles".to_owned(), "staff".to_owned());
        let [all, usual, quiet] =
            [Orders::new(), usual, quiet].map(|orders| ask(&game, scenario, &orders, 7, 24));
        let told = [&all, &usual, &quiet].map(|asked| (asked.median(), asked.worst()));
        let boats = quiet.boats();
        eprintln!("{scenario}, {boats} boats: {told:?}, {:?}", usual.kinds);
        let [all, usual, quiet] = told;
        let forty = (30..=60).contains(&boats);
        assert!(all.0 > 60, "{scenario}: {all:?}");
        assert!(usual.0 < all.0 / 4, "{scenario}: {usual:?} of {all:?}");
        assert!(quiet.0 <= 16 && quiet.1 <= 30, "{scenario}: {quiet:?}");
        assert!(
            !forty || (quiet.0 <= 4 && quiet.1 <= 15),
            "{scenario}: {quiet:?}"
        );
        assert!(!forty || usual.0 <= 20, "{scenario}: {usual:?}");
    }
}
