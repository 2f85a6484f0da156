//! The player who looks at nothing.

use derbyhouse_kernel::{Bot, Chance, Game};

/// Picks any of the choices, all alike. It plays every game, badly, and finds what no careful player would try.
#[derive(Debug)]
pub struct Random {
    chance: Chance,
}

impl Random {
    /// A player with its own dice, apart from those of the game.
    pub fn new(seed: u64) -> Self {
        Self {
            chance: Chance::seeded(seed),
        }
    }
}

impl<G: Game> Bot<G> for Random {
    #[inline]
    fn choose(&mut self, _view: G::View<'_>, choices: &[G::Choice]) -> G::Choice {
        let index = match choices.len() {
            1 => 0,
            many => self.chance.below(many as u32) as usize,
        };
        choices[index].clone()
    }

    fn reason(&self) -> String {
        "picked at random".to_owned()
    }

    fn new_game(&mut self, seed: u64) {
        self.chance = Chance::seeded(seed);
    }
}
