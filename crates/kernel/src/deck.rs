//! Decks: cards drawn in order, discarded, and shuffled again.

use crate::chance::Chance;
use serde::{Deserialize, Serialize};

/// A draw pile whose order is hidden, and a discard pile whose top card lies open. The order is decided when the
/// deck is shuffled, not when a card is turned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck<C> {
    /// Next card last.
    pile: Vec<C>,
    discards: Vec<C>,
}

impl<C: Copy> Deck<C> {
    /// A shuffled deck.
    pub fn shuffled(cards: impl Into<Vec<C>>, chance: &mut Chance) -> Self {
        let mut pile = cards.into();
        chance.shuffle(&mut pile);
        Self {
            pile,
            discards: Vec::new(),
        }
    }

    /// A deck in a given order, the next card last.
    pub fn stacked(pile: impl Into<Vec<C>>) -> Self {
        Self {
            pile: pile.into(),
            discards: Vec::new(),
        }
    }

    /// Everything that nobody may know dealt anew: all cards but the open one, the two piles as high as they are.
    #[must_use]
    pub fn resampled(&self, chance: &mut Chance) -> Self {
        let mut twin = self.clone();
        let open = twin.discards.pop();
        let buried = twin.discards.len();
        twin.reshuffle(chance);
        twin.discards = twin.pile.split_off(twin.pile.len() - buried);
        twin.discards.extend(open);
        twin
    }

    /// All cards, those to come before those discarded. Only for checks: the order is nobody's to know.
    pub fn cards(&self) -> impl Iterator<Item = C> {
        self.pile.iter().chain(&self.discards).copied()
    }

    /// Turns the next card and puts it on the discards. With no card left the discards are shuffled first.
    pub fn draw(&mut self, chance: &mut Chance) -> Option<C> {
        if self.pile.is_empty() {
            self.reshuffle(chance);
        }
        let card = self.pile.pop()?;
        self.discards.push(card);
        Some(card)
    }

    /// Shuffles all cards together again.
    pub fn reshuffle(&mut self, chance: &mut Chance) {
        self.pile.append(&mut self.discards);
        chance.shuffle(&mut self.pile);
    }

    /// Cards still to come.
    pub fn left(&self) -> usize {
        self.pile.len()
    }

    /// The card that lies open.
    pub fn top_discard(&self) -> Option<C> {
        self.discards.last().copied()
    }

    /// Cards discarded.
    pub fn discarded(&self) -> usize {
        self.discards.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_gives_every_card_once_and_then_starts_again() {
        let mut chance = Chance::seeded(3);
        let mut deck = Deck::shuffled((0..40).collect::<Vec<_>>(), &mut chance);
        let mut round: Vec<i32> = (0..40).filter_map(|_| deck.draw(&mut chance)).collect();
        assert_eq!(
            (deck.left(), deck.discarded(), deck.top_discard()),
            (0, 40, round.last().copied())
        );
        round.sort_unstable();
        assert_eq!(round, (0..40).collect::<Vec<_>>());
        assert!(deck.draw(&mut chance).is_some());
        assert_eq!((deck.left(), deck.discarded()), (39, 1));
    }

    #[test]
    fn dealt_anew_a_deck_keeps_its_open_card_and_its_heights() {
        let mut chance = Chance::seeded(5);
        let mut deck = Deck::stacked([1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(deck.resampled(&mut chance).left(), 8);
        assert_eq!(deck.draw(&mut chance), Some(8));
        deck.draw(&mut chance);
        deck.draw(&mut chance);
        let mut differ = 0;
        for _ in 0..20 {
            let twin = deck.resampled(&mut chance);
            assert_eq!((twin.left(), twin.discarded()), (5, 3));
            assert_eq!(twin.top_discard(), Some(6));
            let mut cards: Vec<i32> = twin.cards().collect();
            cards.sort_unstable();
            assert_eq!(cards, [1, 2, 3, 4, 5, 6, 7, 8]);
            differ += u32::from(twin != deck);
        }
        assert!(differ > 15);
    }

    #[test]
    fn a_deck_without_cards_gives_none() {
        let mut chance = Chance::seeded(3);
        assert_eq!(
            Deck::<u8>::shuffled([], &mut chance).draw(&mut chance),
            None
        );
    }
}
