//! The rules one by one, each on a position laid out by hand: given, when, then.

mod approach;
mod attack_map;
mod cards;
mod care;
mod convoy;
mod damage;
mod duels;
mod entry;
mod firing;
mod helm;
mod homeward;
mod looking;
mod perils;
mod requests;
mod sequence;
mod striking;
mod torpedoes;

use crate::boats::{Letter, Tube};
use crate::cards::{BattleCard, CARDS, CombatCard, DeckName, DetonationCard};
use crate::choice::Choice;
use crate::depth::Depth;
use crate::event::Event;
use crate::position::Position;
use crate::rig::Rig;
use crate::ships::{Size, TileId};
use crate::space::Space;
use crate::tables::{Pull, Tables, load};
use std::sync::LazyLock;

/// What is done to a boat before she is looked at.
type Change = fn(&mut crate::boat::Boat);
/// What a crew has learnt, who is hurt and how badly, and the figure that comes of it.
type Crew = (
    &'static [crate::crew::Skill],
    &'static [(crate::crew::Man, u8)],
    u8,
);

const W: Letter = Letter::W;
const X: Letter = Letter::X;

fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| load(&[]).unwrap().0);
    &TABLES
}

fn patrol() -> Rig<'static> {
    Rig::patrol(tables()).unwrap()
}

fn at(x: i8, y: i8) -> Space {
    Space::new(x, y).unwrap()
}

fn tube(number: u8) -> Tube {
    Tube::new(number).unwrap()
}

fn metres(metres: u16) -> Depth {
    Depth::of_metres(metres).unwrap()
}

/// A choice as records spell it.
fn say(text: &str) -> Choice {
    text.parse().unwrap()
}

/// A ship of that size, the first of the list from a place on.
fn ship_of(size: Size, from: u8) -> TileId {
    let fits = |tile: &TileId| tables().tile(*tile).size == Some(size);
    (from..tables().tiles.len() as u8)
        .map(TileId)
        .find(fits)
        .unwrap()
}

/// The first card of which something is true, and which does not make the deck be shuffled.
fn battle(fits: impl Fn(&BattleCard) -> bool) -> u8 {
    first(DeckName::Battle, |card| fits(&tables().cards.battle[card]))
}

fn combat(fits: impl Fn(&CombatCard) -> bool) -> u8 {
    first(DeckName::Combat, |card| fits(&tables().cards.combat[card]))
}

fn detonation(fits: impl Fn(&DetonationCard) -> bool) -> u8 {
    first(DeckName::Detonation, |card| {
        fits(&tables().cards.detonation[card])
    })
}

fn first(deck: DeckName, fits: impl Fn(usize) -> bool) -> u8 {
    let quiet = |card: &u8| !tables().cards.shuffles(deck, *card);
    let found = (0..CARDS as u8)
        .filter(quiet)
        .find(|card| fits(usize::from(*card)));
    found.expect("a card like that")
}

/// So many different cards of which something is true.
fn several(deck: DeckName, count: usize, fits: impl Fn(usize) -> bool) -> Vec<u8> {
    let quiet = |card: &u8| !tables().cards.shuffles(deck, *card);
    let found = (0..CARDS as u8)
        .filter(quiet)
        .filter(|card| fits(usize::from(*card)));
    let found: Vec<u8> = found.take(count).collect();
    assert_eq!(found.len(), count, "as many cards like that");
    found
}

impl Rig<'_> {
    /// Answers in words; panics if that is not on offer.
    fn say(&mut self, letter: Letter, text: &str) {
        self.choose(letter, say(text))
            .unwrap_or_else(|why| panic!("{why}"));
    }

    fn may(&self, letter: Letter, text: &str) -> bool {
        self.offers(letter).contains(&say(text))
    }

    /// How often a card was pulled for something.
    fn pulled(&self, what: Pull) -> usize {
        let of = |event: &&Event| matches!(event, Event::Pulls { pull, .. } if *pull == what);
        self.events.iter().filter(of).count()
    }

    fn saw(&self, fits: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(fits)
    }
}

/// Whether nobody is asked anything.
fn is_quiet(p: &Position) -> bool {
    p.orders.iter().all(derbyhouse_kernel::Agenda::is_empty)
}
