//! Weeks of one boat, through the doors that players use.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Log, Seat};
use steel_wolves::boat::{Place, Side};
use steel_wolves::displays::Contact;
use steel_wolves::{Event, Position, Setup};

/// A scenario from its start, with the chance of a seed.
struct Table {
    position: Position,
    chance: Chance,
    events: Vec<Event>,
}

fn start(scenario: &str, seed: u64) -> Table {
    let (mut chance, mut log) = (Chance::seeded(seed), Log::on());
    let setup = Setup::plain(scenario);
    let position = game().start(&setup, &mut chance, &mut log).unwrap();
    Table {
        position,
        chance,
        events: log.into_events(),
    }
}

impl Table {
    fn choose(&mut self, choice: &str) {
        let mut log = Log::on();
        game()
            .apply(
                &mut self.position,
                Seat::FIRST,
                &choice.parse().unwrap(),
                &mut self.chance,
                &mut log,
            )
            .unwrap();
        self.events.extend(log.into_events());
    }

    fn offers(&self) -> Vec<String> {
        let mut choices = Vec::new();
        game().choices(&self.position, Seat::FIRST, &mut choices);
        choices.iter().map(ToString::to_string).collect()
    }

    fn boat(&self) -> steel_wolves::boat::Submarine {
        game()
            .view(&self.position, derbyhouse_kernel::Viewer::Observer)
            .boats()[0]
            .clone()
    }

    /// Answers everything with its first offer until a week is over, or the game.
    fn finish_week(&mut self) {
        let weeks = |events: &[Event]| {
            events
                .iter()
                .filter(|event| matches!(event, Event::Week { .. }))
                .count()
        };
        let before = weeks(&self.events);
        while weeks(&self.events) == before && !self.offers().is_empty() {
            let first = self.offers()[0].clone();
            self.choose(&first);
        }
    }
}

/// A boat may pass its search by: not spotted any more, and two better in the Endurance Check [13.1], [14.7].
#[test]
fn a_search_may_be_bypassed() {
    let mut table = start("u30_first", 3);
    table.choose("stay");
    table.choose("open-sea");
    assert_eq!(table.offers(), ["search", "bypass"]);
    table.choose("bypass");
    assert!(
        table
            .events
            .iter()
            .any(|event| matches!(event, Event::Bypassed { .. }))
    );
    assert!(
        table
            .events
            .iter()
            .any(|event| matches!(event, Event::Endured { modifier: -2, .. }))
    );
    assert!(
        !table
            .events
            .iter()
            .any(|event| matches!(event, Event::Searched { .. }))
    );
}

/// A boat leaves base up to its speed, one check a move; beside its base it may search at once [15.1], [15.12], [19.1].
#[test]
fn a_boat_leaves_its_base() {
    let mut table = start("u99_october", 1);
    assert!(matches!(table.boat().place, Place::Base(..)));
    table.choose("to sw_approaches");
    assert!(table.offers().contains(&"to western_approaches".to_owned()));
    table.choose("to western_approaches");
    table.choose("halt patrol");
    if table.offers().contains(&"open-sea".to_owned()) {
        table.choose("open-sea");
    }
    // Both areas are as red: the player says which governs [19.12].
    assert_eq!(
        table.offers(),
        ["govern western_approaches", "govern sw_approaches"]
    );
    table.choose("govern western_approaches");
    let checks = table
        .events
        .iter()
        .filter(|event| matches!(event, Event::Checked { .. }))
        .count();
    assert_eq!(checks, 1);
}

/// Turning home of its own will skips the search; the boat moves in the same week [15.21], [15.22].
#[test]
fn a_boat_turns_home() {
    let mut table = start("u30_first", 5);
    table.choose("home");
    let boat = table.boat();
    let moved = table
        .events
        .iter()
        .any(|event| matches!(event, Event::Moved { .. }));
    assert!(
        moved && (boat.rtb && boat.side == Side::Transit || !matches!(boat.place, Place::Area(_)))
    );
    assert!(
        !table
            .events
            .iter()
            .any(|event| matches!(event, Event::Searched { .. }))
    );
}

/// Weather and B-Dienst come first in each week, and the date moves on at its end [7.4], [7.11], [16.6].
#[test]
fn weeks_follow_one_another() {
    let mut table = start("u123_drumbeat", 9);
    for _ in 0..6 {
        table.finish_week();
    }
    let of = |what: fn(&Event) -> bool| table.events.iter().filter(|event| what(event)).count();
    let weeks = of(|event| matches!(event, Event::Week { .. }));
    assert!(weeks > 1);
    assert_eq!(of(|event| matches!(event, Event::Signals { .. })), weeks);
    assert_eq!(of(|event| matches!(event, Event::Weather { .. })), weeks);
}

/// Home waters: a boat that met nothing, or loners only, may search a second time in the week [30.1].
#[test]
fn a_second_search_in_home_waters() {
    let offered = (0..300).any(|seed| {
        let mut table = start("u30_first", seed);
        for choice in ["stay", "open-sea", "search"] {
            if !table.offers().contains(&choice.to_owned()) {
                return false;
            }
            table.choose(choice);
        }
        let found = table.events.iter().any(
            |event| matches!(event, Event::Found { contact, .. } if *contact != Contact::None),
        );
        !found && table.offers() == ["again", "enough"]
    });
    assert!(offered);
}
