//! War periods and the campaign, played by chance.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Log, Seat};
use derbyhouse_scene::Face;
use steel_wolves::{Event, Setup};

/// Plays a scenario to its end with random choices, every invariant after every choice; weeks, choices, bytes at most.
fn play(setup: &Setup, seed: u64, audit_every: u64) -> (usize, u64, usize) {
    let game = game();
    let (mut chance, mut dice) = (Chance::seeded(seed), Chance::seeded(seed + 1));
    let mut log = Log::on();
    let mut position = game.start(setup, &mut chance, &mut log).unwrap();
    let mut weeks = 0;
    let (mut steps, mut most) = (0u64, 0);
    let mut choices = Vec::new();
    loop {
        let new = log.into_events();
        let begun = new
            .iter()
            .filter(|event| matches!(event, Event::Week { .. }))
            .count();
        weeks += begun;
        if begun > 0 {
            most = most.max(serde_json::to_string(&position).unwrap().len());
        }
        log = Log::on();
        choices.clear();
        game.choices(&position, Seat::FIRST, &mut choices);
        if choices.is_empty() {
            break;
        }
        let choice = choices[dice.below(choices.len() as u32) as usize];
        let before = (steps % audit_every == 0).then(|| position.clone());
        game.apply(&mut position, Seat::FIRST, &choice, &mut chance, &mut log)
            .unwrap_or_else(|why| {
                panic!(
                    "{} seed {seed} step {steps}: {choice}: {why}",
                    setup.scenario
                )
            });
        if let Some(before) = before
            && let Err(broken) = game.audit(Some(&before), &[], &position)
        {
            panic!(
                "{} seed {seed} step {steps}: after {choice}: {}",
                setup.scenario, broken.0
            );
        }
        steps += 1;
        assert!(steps < 2_000_000, "{} never ends", setup.scenario);
    }
    assert!(game.outcome(&position).is_some());
    (weeks, steps, most)
}

/// Random commanders finish war periods, with the invariants after every choice [4.0], [16.11].
#[test]
fn random_commanders_finish_war_periods() {
    for (name, turns) in [
        ("op_wp1", 40),
        ("op_wp2", 36),
        ("op_wp3", 36),
        ("op_wp4", 28),
        ("op_wp5", 40),
    ] {
        let (weeks, _, bytes) = play(&Setup::plain(name), 7, 1);
        assert_eq!(weeks, turns, "{name}");
        assert!(bytes < 512 * 1024, "{name}: {bytes} bytes");
    }
}

/// The campaign of 180 weeks comes to its end, or to peace [16.12].
#[test]
fn random_commanders_finish_the_campaign() {
    let (weeks, _, bytes) = play(&Setup::plain("campaign_1"), 11, 10);
    assert_eq!(weeks, 180);
    assert!(bytes < 512 * 1024, "{bytes} bytes");
}

/// Politics and very early boats are played as well [35.0], [8.15].
#[test]
fn options_are_played() {
    let game = game();
    let options = ["political".to_owned(), "very_early".to_owned()];
    let setup = game.setup(Some("op_wp2"), &options).unwrap();
    assert_eq!(play(&setup, 3, 1).0, 36);
}
