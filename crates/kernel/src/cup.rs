//! Cups: pieces drawn unseen, without replacement.

use crate::chance::Chance;
use serde::{Deserialize, Serialize};

/// A cup of pieces. Pieces of one kind are alike, so a cup is a count of each kind, and a draw is one weighted
/// choice: its odds can be counted exactly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cup<K> {
    kinds: Vec<(K, u32)>,
}

impl<K: Copy + Eq> Cup<K> {
    /// An empty cup.
    pub const fn new() -> Self {
        Self { kinds: Vec::new() }
    }

    /// Puts pieces in.
    pub fn add(&mut self, kind: K, count: u32) {
        match self.kinds.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, n)) => *n += count,
            None => self.kinds.push((kind, count)),
        }
    }

    /// Pieces of that kind in the cup.
    pub fn count(&self, kind: K) -> u32 {
        self.kinds
            .iter()
            .find(|(k, _)| *k == kind)
            .map_or(0, |(_, n)| *n)
    }

    /// All pieces in the cup.
    pub fn len(&self) -> u32 {
        self.kinds.iter().map(|(_, n)| n).sum()
    }

    /// Nothing left?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Draws a piece.
    pub fn draw(&mut self, chance: &mut Chance) -> Option<K> {
        if self.is_empty() {
            return None;
        }
        let mut weights = [0; 32];
        debug_assert!(
            self.kinds.len() <= weights.len(),
            "a cup of more than 32 kinds"
        );
        for (weight, (_, n)) in weights.iter_mut().zip(&self.kinds) {
            *weight = *n;
        }
        let drawn = chance.weighted(&weights[..self.kinds.len()]);
        let (kind, n) = &mut self.kinds[drawn];
        *n -= 1;
        Some(*kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Share, odds};

    #[test]
    fn drawing_two_of_a_cup_has_the_exact_odds_of_no_replacement() {
        let shares = odds(100, |chance| {
            let mut cup = Cup::new();
            cup.add('d', 6);
            cup.add('r', 4);
            [cup.draw(chance), cup.draw(chance)]
        })
        .unwrap();
        assert_eq!(shares[&[Some('r'), Some('r')]], Share::new(4 * 3, 10 * 9));
    }

    #[test]
    fn an_empty_cup_gives_nothing() {
        let mut cup = Cup::new();
        cup.add(1, 1);
        let mut chance = Chance::seeded(1);
        assert_eq!(
            [cup.draw(&mut chance), cup.draw(&mut chance)],
            [Some(1), None]
        );
        assert_eq!(chance.drawn(), 1);
    }
}
