//! What may come of a choice, counted card by card. For screens and computer players; the rules never look here.
//!
//! Every check is reckoned from whole decks of forty cards: nobody may know what is left of a deck or look through its
//! discards [5.discard_top_only]. Cards that one check pulls from one deck are different cards; separate checks are
//! reckoned apart from each other. What a card means is asked of the functions that play.

pub mod hunt;
mod outlook;
pub mod perils;
pub mod torpedoes;

pub(crate) use outlook::{odds, outlook, outlook_of};

use crate::cards::CARDS;
use crate::tables::Tables;

/// Share of the cards of a deck for which something is so.
pub fn share<C>(cards: &[C], so: impl Fn(&C) -> bool) -> f64 {
    let ways = cards.iter().filter(|card| so(card)).count();
    ways as f64 / cards.len().max(1) as f64
}

/// Chance that a d10 is such a number [5.d10].
pub fn d10(t: &Tables, so: impl Fn(u8) -> bool) -> f64 {
    share(&t.cards.battle, |card| so(card.d10))
}

/// Chance of at least so many ticks among so many cards pulled from a deck with that many ticks on it.
pub fn ticks(on_deck: usize, cards: u8, least: u8) -> f64 {
    // By the number of ticks so far, card by card.
    let mut reached = vec![0.0; usize::from(cards) + 1];
    reached[0] = 1.0;
    for pulled in 0..usize::from(cards) {
        for found in (0..=pulled).rev() {
            let left = on_deck.saturating_sub(found) as f64 / (CARDS - pulled) as f64;
            reached[found + 1] += reached[found] * left;
            reached[found] *= 1.0 - left;
        }
    }
    reached.iter().skip(least.into()).sum()
}

/// Chance that at least one of several things happens that have nothing to do with each other.
pub fn any(chances: impl Iterator<Item = f64>) -> f64 {
    1.0 - chances.map(|chance| 1.0 - chance).product::<f64>()
}
