//! The suite against toys that are broken on purpose: each mistake must be found, and named.

use crate::toy::{Flaw, Toy};
use crate::{leaks, random_games, refusals};
use derbyhouse_scene::Face;
use std::sync::Arc;

fn found_by_playing(flaw: Flaw) -> String {
    let game = Arc::new(Toy::with(flaw));
    random_games(&game, &game.all_setups(), 20, 1)
        .unwrap_err()
        .what
}

fn found_by_refusals(flaw: Flaw) -> String {
    let game = Arc::new(Toy::with(flaw));
    refusals(&game, &game.all_setups(), 200, 1)
        .unwrap_err()
        .what
}

#[test]
fn choices_in_the_wrong_order() {
    assert!(found_by_playing(Flaw::Unsorted).contains("sorted"));
}

#[test]
fn a_counter_that_is_lost() {
    assert!(found_by_playing(Flaw::Careless).contains("invariant"));
}

#[test]
fn a_log_that_rolls_dice() {
    assert!(found_by_playing(Flaw::Noisy).contains("log off"));
}

#[test]
fn a_choice_that_was_not_offered_and_is_taken() {
    assert!(found_by_refusals(Flaw::Generous).contains("accepted"));
}

#[test]
fn a_refusal_that_changes_something() {
    assert!(found_by_refusals(Flaw::Hasty).contains("changed the position"));
}

#[test]
fn a_card_that_shows() {
    let game = Arc::new(Toy::with(Flaw::Open));
    let leak = leaks(&game, &game.all_setups(), 200, 1).unwrap_err();
    assert!(leak.what.contains("scene depends"), "{leak}");
}
