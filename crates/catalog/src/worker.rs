//! Whole games without anybody watching.

use derbyhouse_kernel::bot::Player;
use derbyhouse_kernel::{Figure, Game, Illegal, Outcome};

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Choices made.
    pub actions: u64,
    /// What else is counted.
    pub figures: Vec<Figure>,
}

/// Plays one game after another with the same computer players and the same buffers.
pub trait Worker {
    /// Plays the game of a seed.
    fn play(&mut self, seed: u64) -> Result<Played, Illegal>;
}

/// The one worker: everything inside it is dispatched statically.
pub(crate) struct Hand<'g, G: Game> {
    pub game: &'g G,
    pub setup: G::Setup,
    pub player: Player<'g, G>,
}

impl<G: Game> Worker for Hand<'_, G> {
    fn play(&mut self, seed: u64) -> Result<Played, Illegal> {
        let playout = self.player.play(&self.setup, seed)?;
        let outcome = self
            .game
            .outcome(&playout.position)
            .ok_or_else(|| Illegal::because("nobody is asked, but there is no result"))?;
        Ok(Played {
            outcome,
            actions: playout.actions,
            figures: self.game.figures(&playout.position),
        })
    }
}
