//! Everything that is true at one moment of the toy game.

use super::{Choice, Event, MOST_TAKEN, SEATS, Setup, other};
use derbyhouse_kernel::deck::Deck;
use derbyhouse_kernel::{Chance, Illegal, Log, Seat, sealed};
use serde::{Deserialize, Serialize};

/// Everything that is true at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(super) setup: Setup,
    /// Turns begun; 0 while cards are exchanged.
    pub(super) turn: u16,
    pub(super) mover: Seat,
    pub(super) heaps: [u8; 2],
    pub(super) taken: [u8; SEATS],
    pub(super) shown: [bool; SEATS],
    pub(super) resigned: Option<Seat>,
    #[serde(with = "sealed")]
    pub(super) secret: Secret,
}

/// What not everybody knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Secret {
    pub(super) hands: [u8; SEATS],
    /// What was answered to the first question, kept until both have answered.
    pub(super) exchange: [Option<bool>; SEATS],
    pub(super) deck: Deck<u8>,
}

impl Position {
    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.heaps == [0, 0]
    }

    pub(super) fn score(&self, seat: Seat) -> i32 {
        let index = seat.index();
        i32::from(self.taken[index])
            + i32::from(self.secret.hands[index])
            + i32::from(self.shown[index])
    }

    pub(super) fn larger_heap(&self) -> usize {
        usize::from(self.heaps[1] > self.heaps[0])
    }

    pub(super) fn take(&mut self, seat: Seat, heap: usize, count: u8) {
        self.heaps[heap] -= count;
        self.taken[seat.index()] += count;
    }

    pub(super) fn pass(&mut self) {
        self.mover = other(self.mover);
        self.turn += 1;
    }

    /// Both have answered: the cards change hands [2.1].
    pub(super) fn exchange(&mut self, chance: &mut Chance, log: &mut Log<Event>) {
        for seat in Seat::all().take(SEATS) {
            if self.secret.exchange[seat.index()] != Some(true) {
                continue;
            }
            if let Some(card) = self.secret.deck.draw(chance) {
                self.secret.hands[seat.index()] = card;
                log.push(|| Event::Exchanged { seat });
                log.push(|| Event::Card { seat, card });
            }
        }
        log.reveal();
        self.turn = 1;
    }

    pub(super) fn why_not(&self, seat: Seat, choice: Choice) -> Option<Illegal> {
        let first = self.turn == 0;
        match choice {
            Choice::Keep | Choice::Exchange if !first => Some(Illegal::by(
                "2.1",
                "cards are exchanged before the first turn",
            )),
            Choice::Keep | Choice::Exchange => None,
            _ if first => Some(Illegal::by(
                "2.1",
                "first say whether you exchange your card",
            )),
            Choice::Take { heap, count } => {
                let left = self.heaps.get(usize::from(heap)).copied().unwrap_or(0);
                (count == 0 || count > MOST_TAKEN.min(left)).then(|| {
                    Illegal::by(
                        "3.1",
                        format!("one to three counters may be taken, and {left} are there"),
                    )
                })
            }
            Choice::Gamble => {
                (!self.setup.gamble).then(|| Illegal::by("3.2", "the die is not used in this game"))
            }
            Choice::Show => {
                self.shown[seat.index()].then(|| Illegal::by("3.3", "your card lies open already"))
            }
        }
    }
}
