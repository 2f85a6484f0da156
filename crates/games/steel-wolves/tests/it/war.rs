//! War periods and the campaign, played by chance: every invariant after every choice, records, saves and undo as
//! everywhere. Each period and each campaign is a test of its own, so that they run beside one another.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Match, Seat};
use derbyhouse_scene::Face;
use derbyhouse_testkit::{Tally, play_long};
use steel_wolves::Setup;

/// War periods that are played of each kind: fifty in all.
const EACH: u64 = 10;

/// Texts of whole positions are written and read once in so many choices: that is most of the work.
const SELDOM: u32 = 400;

/// Plays one to its end.
fn play(setup: &Setup, seed: u64) -> Tally {
    let tally = play_long(SELDOM, &game(), setup, seed).unwrap();
    assert_eq!((tally.games, tally.replayed, tally.reloaded), (1, 1, 1));
    assert!(tally.undone > 100, "{tally:?}");
    tally
}

/// Random commanders finish war periods, with the invariants after every choice [4.0], [16.11].
fn periods(name: &str, weeks: u64) {
    let setup = Setup::plain(name);
    for seed in 0..EACH {
        let tally = play(&setup, seed);
        assert!(tally.steps > 50 * weeks, "{name}: {tally:?}");
    }
}

#[test]
fn first_war_periods() {
    periods("op_wp1", 40);
}

#[test]
fn second_war_periods() {
    periods("op_wp2", 36);
}

#[test]
fn third_war_periods() {
    periods("op_wp3", 36);
}

#[test]
fn fourth_war_periods() {
    periods("op_wp4", 28);
}

#[test]
fn fifth_war_periods() {
    periods("op_wp5", 40);
}

/// The campaign of 180 weeks comes to its end, or to peace [16.12].
fn campaign(seed: u64) {
    let tally = play(&Setup::plain("campaign_1"), seed);
    assert!(tally.steps > 20_000, "{tally:?}");
}

#[test]
fn a_campaign_by_chance() {
    campaign(11);
}

#[test]
fn a_second_campaign() {
    campaign(12);
}

#[test]
fn a_third_campaign() {
    campaign(13);
}

#[test]
fn a_fourth_campaign() {
    campaign(14);
}

#[test]
fn a_fifth_campaign() {
    campaign(15);
}

/// Politics and very early boats are played as well [35.0], [8.15].
#[test]
fn options_are_played() {
    let options = ["political".to_owned(), "very_early".to_owned()];
    let setup = game().setup(Some("op_wp2"), &options).unwrap();
    play(&setup, 3);
}

/// The same dice and the same choices, read from their texts, make the same war, week by week.
#[test]
fn replays_agree_every_week() {
    let game = game();
    let begin = || Match::new(game.clone(), Setup::plain("op_wp1"), 5).unwrap();
    let (mut one, mut two) = (begin(), begin());
    let (mut dice, mut choices) = (Chance::seeded(77), Vec::new());
    let (mut week, mut compared) = (0, 0);
    while let Some(decision) = game.decision(one.position(), Seat::FIRST) {
        if decision.turn != week {
            week = decision.turn;
            compared += 1;
            assert_eq!(one.hash(), two.hash(), "week {week}");
        }
        choices.clear();
        game.choices(one.position(), Seat::FIRST, &mut choices);
        let choice = choices[dice.below(choices.len() as u32) as usize];
        one.choose(Seat::FIRST, &choice).unwrap();
        two.choose(Seat::FIRST, &choice.to_string().parse().unwrap())
            .unwrap();
    }
    assert_eq!((one.hash(), compared), (two.hash(), 40));
}
