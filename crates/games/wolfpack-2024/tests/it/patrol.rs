//! Whole patrols, from set-up to the way home.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Match};
use derbyhouse_scene::Face;
use derbyhouse_testkit::{damage, leaks, random_games, refusals};
use std::collections::BTreeMap;
use std::sync::Arc;
use wolfpack_2024::calendar::Month;
use wolfpack_2024::{Choice, Event, Scenario, Setup};

fn months() -> Vec<Setup> {
    let months = Month::all().step_by(3);
    months
        .map(|month| Setup {
            scenario: Scenario::Patrol(month),
        })
        .collect()
}

/// Random captains finish patrols of every war period; every invariant after every choice [24.attack_phases].
#[test]
fn random_captains_finish_patrols() {
    let game = game();
    let tally = random_games(&game, &months(), 36, 1942).unwrap();
    assert_eq!(tally.games, 36 * 6);
    assert!(tally.steps > 1000, "{tally:?}");
}

#[test]
fn what_was_not_offered_is_refused_on_patrol() {
    let game = game();
    let refused = refusals(&game, &months(), 300, 5).unwrap();
    assert!(refused.foreign > 500 && refused.cited > 500, "{refused:?}");
}

/// Decks, piles, tiles, captains' backs, the cup and the special ship never show [10.captain_back_hidden],
/// [37.tile_back_hidden], [20.cup_unseen], [19.special_ship_unseen].
#[test]
fn what_is_hidden_never_shows_on_patrol() {
    let game = game();
    let looks = leaks(&game, &months(), 1500, 21).unwrap();
    assert!(looks.different > 1000, "{looks:?}");
}

/// A position file or record of a patrol that was changed in one place is refused, or plays on.
#[test]
fn damaged_patrols_are_refused_or_play_on() {
    let game = game();
    let tried = damage(&game, &months(), 1500, 29).unwrap();
    assert!(tried.refused > 300 && tried.steps > 500, "{tried:?}");
}

/// A random captain who never gives up his boat and never goes home of his own will: he sees the whole hunt.
fn stubborn(setup: Setup, seed: u64) -> (usize, Vec<&'static str>) {
    let game = game();
    let mut dice = Chance::seeded(!seed);
    let mut played = Match::new(Arc::clone(&game), setup, seed).unwrap();
    let mut choices = Vec::new();
    while let Some(seat) = game.asked(played.position()).first() {
        choices.clear();
        game.choices(played.position(), seat, &mut choices);
        choices
            .retain(|choice| !matches!(choice, Choice::Scuttle | Choice::Disengage | Choice::Blow));
        if choices.is_empty() {
            game.choices(played.position(), seat, &mut choices);
        }
        let choice = choices[dice.below(choices.len() as u32) as usize];
        let before = played.position().clone();
        let told = played.events().len();
        played.choose(seat, &choice).unwrap();
        let events = played.events()[told..]
            .iter()
            .map(|(_, event)| event.clone());
        let events: Vec<Event> = events.collect();
        if let Err(broken) = game.audit(Some(&before), &events, played.position()) {
            panic!("{setup:?}, seed {seed}, after “{choice}”: {}", broken.0);
        }
    }
    let kinds = played
        .events()
        .iter()
        .map(|(_, event)| kind(event))
        .collect();
    (played.moves().len(), kinds)
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::ContactMade { .. } => "contact",
        Event::ContactLost { .. } => "lost",
        Event::Evades { .. } => "evades",
        Event::CrashDives { .. } => "dives",
        Event::Attacked { .. } => "attacked",
        Event::BoatHit { .. } => "hit",
        Event::Hurt { .. } => "hurt",
        Event::Repairs { .. } => "repairs",
        Event::Heals { .. } => "heals",
        Event::RamCheck { rams: true, .. } => "rams",
        Event::Survival { .. } => "survival",
        Event::CollisionCheck { collides: true, .. } => "collides",
        Event::Watched { seen: true, .. } => "seen",
        Event::Wake { seen: true, .. } => "wake",
        Event::Request { .. } => "request",
        Event::Assigned { .. } => "assigned",
        Event::Arrives { .. } => "arrives",
        Event::Lost { .. } => "boat lost",
        Event::ShipHit { sunk: true, .. } => "ship sunk",
        Event::DraggedDown { .. } => "dragged down",
        Event::Relocates { .. } => "relocates",
        Event::EscortCheck { hit: true, .. } => "escort hit",
        Event::EscortHit { removed: true, .. } => "escort out",
        Event::TurnsOn { .. } => "turns on",
        Event::Replaces { .. } => "replaces",
        Event::ReplacementLost { .. } => "replacement lost",
        Event::HuntsStraggler { .. } => "hunts",
        Event::HomeEvent { .. } => "home event",
        Event::Avoids { .. } => "avoids",
        _ => "",
    }
}

/// Stubborn captains meet everything that hunts, and every invariant holds after every choice [39.asw_order].
#[test]
fn stubborn_captains_see_the_whole_hunt() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut steps = 0;
    for (setup, seed) in months().into_iter().cycle().zip(0..240) {
        let (moves, kinds) = stubborn(setup, seed);
        steps += moves;
        for kind in kinds {
            *seen.entry(kind).or_default() += 1;
        }
    }
    assert!(steps > 20_000, "{steps}");
    for kind in [
        "contact",
        "lost",
        "evades",
        "dives",
        "attacked",
        "hit",
        "hurt",
        "repairs",
        "rams",
        "survival",
        "collides",
        "seen",
        "wake",
        "request",
        "assigned",
        "arrives",
        "boat lost",
        "ship sunk",
        "relocates",
        "escort hit",
        "escort out",
        "turns on",
        "replaces",
        "replacement lost",
        "hunts",
        "home event",
        "avoids",
    ] {
        assert!(seen.contains_key(kind), "nobody met “{kind}”: {seen:?}");
    }
}
