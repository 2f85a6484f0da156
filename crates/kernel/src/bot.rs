//! Computer players. They see a view, never a position.

use crate::chance::Chance;
use crate::game::Game;
use crate::log::Log;
use crate::rule::Illegal;
use crate::seat::Viewer;

/// A computer player of a game.
pub trait Bot<G: Game>: Send {
    /// Picks one of the choices, of which there is at least one.
    fn choose(&mut self, view: G::View<'_>, choices: &[G::Choice]) -> G::Choice;

    /// Why the last choice was made, in one sentence.
    fn reason(&self) -> String;

    /// Forgets the game before, so that one bot can play many.
    fn new_game(&mut self, seed: u64);
}

/// A finished playout.
#[derive(Clone, Debug)]
pub struct Playout<P> {
    /// The final position.
    pub position: P,
    /// Choices applied.
    pub actions: u64,
}

/// Plays games from set-up to end with bots, log off, buffers kept from game to game.
pub struct Player<'g, G: Game> {
    game: &'g G,
    bots: Vec<Box<dyn Bot<G>>>,
    choices: Vec<G::Choice>,
}

/// A game that does not end is a bug; this many choices is far beyond any of ours.
const MOST_ACTIONS: u64 = 50_000_000;

impl<'g, G: Game> Player<'g, G> {
    /// One bot for each seat, in the order of the seats.
    pub fn new(game: &'g G, bots: Vec<Box<dyn Bot<G>>>) -> Self {
        assert_eq!(bots.len(), game.seats().len(), "one bot a seat");
        Self {
            game,
            bots,
            choices: Vec::new(),
        }
    }

    /// Plays one game. The bots' own randomness comes from the same seed, by another stream.
    pub fn play(&mut self, setup: &G::Setup, seed: u64) -> Result<Playout<G::Position>, Illegal> {
        for (index, bot) in self.bots.iter_mut().enumerate() {
            bot.new_game(
                seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    .wrapping_add(1 + index as u64),
            );
        }
        let mut chance = Chance::seeded(seed);
        let mut log = Log::off();
        let mut position = self.game.start(setup, &mut chance, &mut log)?;
        let mut actions = 0;
        while let Some(seat) = self.game.asked(&position).first() {
            self.choices.clear();
            self.game.choices(&position, seat, &mut self.choices);
            let view = self.game.view(&position, Viewer::Seat(seat));
            let choice = self.bots[seat.index()].choose(view, &self.choices);
            self.game
                .apply(&mut position, seat, &choice, &mut chance, &mut log)?;
            actions += 1;
            if actions >= MOST_ACTIONS {
                return Err(Illegal::because("the game does not end"));
            }
        }
        Ok(Playout { position, actions })
    }
}
