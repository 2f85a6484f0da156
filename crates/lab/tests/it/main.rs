//! Whole simulations of the toy game.
#![allow(clippy::unwrap_used)] // the helpers are tests too

use derbyhouse_catalog::{Adapter, AnyGame};
use derbyhouse_lab::{
    Batch, Crew, LabError, Order, Report, Series, fuzz, histogram, seed_of, simulate, write_rows,
};
use derbyhouse_testkit::toy::Toy;
use std::sync::atomic::AtomicBool;

static RUN: AtomicBool = AtomicBool::new(false);
static HALT: AtomicBool = AtomicBool::new(true);

fn crew(threads: usize) -> Crew<'static> {
    Crew {
        threads,
        stop: &RUN,
        progress: &|| {},
    }
}

fn bots() -> Vec<String> {
    vec!["random".to_owned(); 2]
}

fn batch(game: &dyn AnyGame, games: u64, crew: &Crew<'_>) -> Batch {
    let setup = game.setup(Some("short"), &[]).unwrap();
    let order = Order {
        game,
        setup: &setup,
        bots: &bots(),
        games,
        seed: 7,
    };
    simulate(&order, crew).unwrap()
}

fn report(game: &dyn AnyGame, batch: &Batch) -> Report {
    Report::new(&game.info(), game.levels(), "short", &[], &bots(), batch)
}

#[test]
fn a_seed_gives_the_same_games_whatever_the_number_of_threads() {
    let game = Adapter::new(Toy::new());
    let one = batch(&game, 300, &crew(1));
    for threads in [2, 5] {
        assert_eq!(batch(&game, 300, &crew(threads)).samples, one.samples);
    }
    assert_eq!(one.samples.len(), 300);
    assert!(!one.stopped);
}

#[test]
fn a_report_adds_up() {
    let game = Adapter::new(Toy::new());
    let batch = batch(&game, 400, &crew(2));
    let report = report(&game, &batch);
    assert_eq!(report.levels.iter().map(|l| l.games).sum::<u64>(), 400);
    let share: f64 = report.levels.iter().map(|l| l.share).sum();
    assert!((share - 1.0).abs() < 1e-9);
    assert!(
        report
            .levels
            .iter()
            .all(|l| l.ci95[0] <= l.share && l.share <= l.ci95[1])
    );
    assert_eq!(
        report.actions,
        batch.samples.iter().map(|s| s.actions).sum::<u64>()
    );
    assert!(report.figures.contains_key("turns"));
    assert!(report.games_per_cpu_second > 0.0);
    let json = serde_json::to_value(&report).unwrap();
    for key in [
        "mean",
        "sd",
        "se",
        "ci95",
        "p10",
        "median",
        "p90",
        "actions_per_cpu_second",
    ] {
        assert!(!json[key].is_null(), "{key}");
    }
}

#[test]
fn a_row_a_game_with_the_seed_that_repeats_it() {
    let game = Adapter::new(Toy::new());
    let batch = batch(&game, 3, &crew(1));
    let rows = write_rows(&game.info(), game.levels(), &[("short".into(), batch)]).unwrap();
    let text = String::from_utf8(rows).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "scenario,index,seed,level,score_north,score_south,actions,turns,shown"
    );
    assert_eq!(lines.len(), 4);
    assert!(lines[3].starts_with(&format!("short,2,{},", seed_of(7, 2))));
}

#[test]
fn a_picture_has_a_panel_and_a_title_for_each_series() {
    let game = Adapter::new(Toy::new());
    let batch = batch(&game, 50, &crew(1));
    let report = report(&game, &batch);
    let series = |title: &str| Series {
        title: title.into(),
        batch: &batch,
        report: &report,
    };
    let picture = histogram("two", &[series("first"), series("second")]);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(picture.contains(">first</text>") && picture.contains(">second</text>"));
    assert!(!picture.contains("NaN") && !picture.contains("inf"));
}

#[test]
fn a_run_stopped_before_it_began_is_empty_and_no_trouble() {
    let game = Adapter::new(Toy::new());
    let halted = Crew {
        threads: 2,
        stop: &HALT,
        progress: &|| {},
    };
    let batch = batch(&game, 50, &halted);
    assert!(batch.stopped && batch.samples.is_empty());
    let report = report(&game, &batch);
    let series = [Series {
        title: "none".into(),
        batch: &batch,
        report: &report,
    }];
    assert!(histogram("none", &series).contains("0 games"));
}

#[test]
fn an_unknown_bot_is_refused() {
    let game = Adapter::new(Toy::new());
    let setup = game.setup(None, &[]).unwrap();
    let order = Order {
        game: &game,
        setup: &setup,
        bots: &["oracle".into(), "random".into()],
        games: 5,
        seed: 7,
    };
    let refused = simulate(&order, &crew(2)).unwrap_err();
    assert!(matches!(refused, LabError::Setup(_)), "{refused}");
}

#[test]
fn fuzzing_goes_over_all_set_ups() {
    let game = Adapter::new(Toy::new());
    let fuzzed = fuzz(&game, 40, 1, &crew(2)).unwrap();
    let tally = fuzzed.found.unwrap();
    assert_eq!((tally.games, fuzzed.setups, fuzzed.stopped), (40, 4, false));
}
