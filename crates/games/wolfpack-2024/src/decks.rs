//! The six decks on the table: drawn, discarded, reshuffled [5.draw_discard], [5.shuffle_after_action].

use crate::cards::{CARDS, DeckName};
use crate::tables::Cards;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::deck::Deck;
use serde::{Deserialize, Serialize};

/// The six decks. A card is its place in the list of its deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decks {
    /// By [`DeckName::index`].
    decks: [Deck<u8>; 6],
    /// A card that says SHUFFLE was pulled, and the action is not over [5.shuffle_after_action], (R38).
    pending: [bool; 6],
}

impl Decks {
    /// All shuffled [23.reshuffle_all].
    pub fn shuffled(chance: &mut Chance) -> Self {
        let decks = [(); 6].map(|()| Deck::shuffled((0..CARDS as u8).collect::<Vec<_>>(), chance));
        Self {
            decks,
            pending: [false; 6],
        }
    }

    /// Pulls the top card; a deck that has run out is rebuilt from its discards first [5.draw_discard], (R69).
    pub fn pull(&mut self, cards: &Cards, deck: DeckName, chance: &mut Chance) -> u8 {
        let card = self.decks[deck.index()].draw(chance).unwrap_or_default();
        self.pending[deck.index()] |= cards.shuffles(deck, card);
        card
    }

    /// The action is over: decks with a SHUFFLE are shuffled, discards and all [5.shuffle_after_action].
    pub fn settle(&mut self, chance: &mut Chance) {
        for (deck, pending) in self.decks.iter_mut().zip(&mut self.pending) {
            if std::mem::take(pending) {
                deck.reshuffle(chance);
            }
        }
    }

    /// Shuffles one deck with its discards.
    pub fn reshuffle(&mut self, deck: DeckName, chance: &mut Chance) {
        self.pending[deck.index()] = false;
        self.decks[deck.index()].reshuffle(chance);
    }

    /// The same cards on the discards, those to come in another order: nobody can tell.
    #[must_use]
    pub fn resampled(&self, chance: &mut Chance) -> Self {
        let mut twin = self.clone();
        for deck in &mut twin.decks {
            *deck = deck.resampled(chance);
        }
        twin
    }

    /// Puts cards on top of a deck, the first one first: for worked examples.
    pub(crate) fn arrange(&mut self, deck: DeckName, top: &[u8]) {
        let mut order: Vec<u8> = (0..CARDS as u8)
            .filter(|card| !top.contains(card))
            .collect();
        order.extend(top.iter().rev());
        self.decks[deck.index()] = Deck::stacked(order);
    }

    /// The card that lies open: the only discard that may be looked at [5.discard_top_only].
    pub fn top(&self, deck: DeckName) -> Option<u8> {
        self.decks[deck.index()].top_discard()
    }

    /// Cards still to come.
    pub fn left(&self, deck: DeckName) -> usize {
        self.decks[deck.index()].left()
    }

    /// Forty cards in each?
    pub fn is_whole(&self) -> bool {
        self.decks.iter().all(|deck| {
            let mut seen = [false; CARDS];
            let known = deck.cards().all(|card| {
                let place = seen.get_mut(usize::from(card));
                place.is_some_and(|seen| !std::mem::replace(seen, true))
            });
            known && seen == [true; CARDS]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::load;

    /// [5.draw_discard] [5.discard_top_only] [5.shuffle_after_action]
    #[test]
    fn shuffle_waits_for_the_end_of_the_action() {
        let (tables, _) = load(&[]).unwrap();
        let mut chance = Chance::seeded(4);
        let mut decks = Decks::shuffled(&mut chance);
        let shuffling = |card| tables.cards.shuffles(DeckName::AswAttack, card);
        while !shuffling(decks.pull(&tables.cards, DeckName::AswAttack, &mut chance)) {}
        let left = decks.left(DeckName::AswAttack);
        decks.pull(&tables.cards, DeckName::AswAttack, &mut chance);
        assert_eq!(decks.left(DeckName::AswAttack), left - 1);
        decks.settle(&mut chance);
        assert_eq!(
            (
                decks.left(DeckName::AswAttack),
                decks.top(DeckName::AswAttack)
            ),
            (CARDS, None)
        );
    }

    /// (R69) [5.draw_discard]
    #[test]
    fn a_deck_that_has_run_out_is_built_anew() {
        let (tables, _) = load(&[]).unwrap();
        let mut chance = Chance::seeded(4);
        let mut decks = Decks::shuffled(&mut chance);
        for _ in 0..CARDS {
            decks.pull(&tables.cards, DeckName::Angle, &mut chance);
        }
        assert_eq!(decks.left(DeckName::Angle), 0);
        decks.pull(&tables.cards, DeckName::Angle, &mut chance);
        assert_eq!(decks.left(DeckName::Angle), CARDS - 1);
        assert!(decks.is_whole());
    }

    #[test]
    fn dealt_anew_only_the_top_discard_stays() {
        let (tables, _) = load(&[]).unwrap();
        let mut chance = Chance::seeded(9);
        let mut decks = Decks::shuffled(&mut chance);
        for pulls in 0..45 {
            let twin = decks.resampled(&mut chance);
            assert!(twin.is_whole() && decks.is_whole(), "after {pulls}");
            for deck in DeckName::ALL {
                assert_eq!(
                    (twin.left(deck), twin.top(deck)),
                    (decks.left(deck), decks.top(deck)),
                    "after {pulls}"
                );
            }
            assert_ne!(twin, decks);
            decks.pull(&tables.cards, DeckName::Battle, &mut chance);
            decks.settle(&mut chance);
        }
    }
}
