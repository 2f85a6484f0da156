//! Cards and numbers: every pull is seen by all, and every random number is a battle card [5.draw_discard], [5.d10].

use crate::boats::Letter;
use crate::cards::DeckName;
use crate::event::Event;
use crate::sequence::Play;
use crate::tables::Pull;

impl Play<'_> {
    /// Pulls the top card of a deck, for all to see [5.draw_discard].
    pub(crate) fn pull(&mut self, deck: DeckName, pull: Pull, boat: Option<Letter>) -> u8 {
        let card = self.p.secret.decks.pull(&self.t.cards, deck, self.chance);
        self.log.reveal();
        self.log.push(|| Event::Pulls {
            deck,
            card,
            pull,
            boat,
        });
        card
    }

    /// The d10 of a battle card [5.d10].
    pub(crate) fn d10(&mut self, pull: Pull, boat: Option<Letter>) -> u8 {
        let card = self.pull(DeckName::Battle, pull, boat);
        self.t.cards.battle[usize::from(card)].d10
    }

    /// One of `n`, from 0: nothing to pull for one, a column of a battle card up to four, our own dice above
    /// [5.random_number], [5.random_over_four], (R35).
    pub(crate) fn one_of(&mut self, n: usize, pull: Pull) -> usize {
        match n {
            0 | 1 => 0,
            2..=4 => {
                let card = self.pull(DeckName::Battle, pull, None);
                let number = self.t.cards.battle[usize::from(card)]
                    .random_of(n)
                    .unwrap_or(1);
                usize::from(number) - 1
            }
            _ => {
                self.log.reveal();
                self.chance.below(n as u32) as usize
            }
        }
    }

    /// The same things in random order [24.simultaneous_order].
    pub(crate) fn in_random_order<T>(&mut self, mut things: Vec<T>) -> Vec<T> {
        let mut order = Vec::with_capacity(things.len());
        while !things.is_empty() {
            let next = self.one_of(things.len(), Pull::RandomTarget);
            order.push(things.remove(next));
        }
        order
    }
}
