//! Cards and numbers: every pull is seen by all, and every random number is a battle card [5.draw_discard], [5.d10].

use crate::boats::Letter;
use crate::cards::DeckName;
use crate::event::Event;
use crate::position::Torpedo;
use crate::reading::Reading;
use crate::sequence::Play;
use crate::ships::Size;
use crate::space::{Facing, Space};
use crate::tables::Pull;

impl Play<'_> {
    /// Pulls the top card of a deck, for all to see [5.draw_discard].
    pub(crate) fn pull(&mut self, deck: DeckName, pull: Pull, boat: Option<Letter>) -> u8 {
        let reading = Reading::usual(self.p, deck, pull, boat);
        self.pull_to_read(deck, pull, boat, reading)
    }

    /// The same, with the part that counts.
    pub(crate) fn pull_to_read(
        &mut self,
        deck: DeckName,
        pull: Pull,
        boat: Option<Letter>,
        reading: Reading,
    ) -> u8 {
        let card = self.p.secret.decks.pull(&self.t.cards, deck, self.chance);
        self.log.reveal();
        self.log.push(|| Event::Pulls {
            deck,
            card,
            pull,
            boat,
            reading,
        });
        card
    }

    /// The d10 of a battle card [5.d10].
    pub(crate) fn d10(&mut self, pull: Pull, boat: Option<Letter>) -> u8 {
        let card = self.pull_to_read(DeckName::Battle, pull, boat, Reading::D10);
        self.t.cards.battle[usize::from(card)].d10
    }

    /// The size modifier of a ship [25.hit_check_cards].
    pub(crate) fn pull_size(&mut self, boat: Letter, target: Space) -> u8 {
        let size = self.p.size_at(self.t, target).unwrap_or(Size::Medium);
        let reading = Reading::Size(size);
        self.pull_to_read(DeckName::Angle, Pull::HitCheck, Some(boat), reading)
    }

    /// The angle modifier of a torpedo that runs that way [25.hit_check_cards].
    pub(crate) fn pull_angle(&mut self, boat: Letter, travel: Facing) -> u8 {
        let reading = Reading::Angle(travel);
        self.pull_to_read(DeckName::Angle, Pull::HitCheck, Some(boat), reading)
    }

    /// Whether a torpedo explodes [26.detonation_by_era_type].
    pub(crate) fn pull_detonation(&mut self, torpedo: &Torpedo) -> u8 {
        let reading = Reading::Detonation {
            era: self.p.era,
            torpedo: torpedo.kind,
        };
        let (deck, pull) = (DeckName::Detonation, Pull::Detonation);
        self.pull_to_read(deck, pull, Some(torpedo.boat), reading)
    }

    /// What it does to a ship [26.ship_damage].
    pub(crate) fn pull_ship_damage(&mut self, boat: Letter, target: Space) -> u8 {
        let size = self.p.size_at(self.t, target).unwrap_or(Size::Medium);
        let (deck, pull) = (DeckName::Detonation, Pull::ShipDamage);
        self.pull_to_read(deck, pull, Some(boat), Reading::ShipDamage(size))
    }

    /// One of `n`, from 0: nothing to pull for one, a column of a battle card up to four, our own dice above
    /// [5.random_number], [5.random_over_four], (R35).
    pub(crate) fn one_of(&mut self, n: usize, pull: Pull) -> usize {
        match n {
            0 | 1 => 0,
            2..=4 => {
                let reading = Reading::Random(n as u8);
                let card = self.pull_to_read(DeckName::Battle, pull, None, reading);
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
