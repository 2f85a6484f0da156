//! A card that was pulled, as it lies on the table: everything that is printed on it, and what of it counts now.

use serde::Serialize;

/// A card with the part in use marked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// The deck it comes from.
    pub deck: String,
    /// Which card of it.
    pub id: String,
    /// Who pulled it, if it was anybody's.
    pub whose: String,
    /// What it decides.
    pub why: String,
    /// What is printed on it, row by row.
    pub rows: Vec<CardRow>,
    /// What was read off it, in few words: a figure, a tick, a name.
    pub reads: String,
    /// The deck is shuffled once the action is over.
    pub shuffle: bool,
}

/// A row of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardRow {
    /// What it is for.
    pub label: String,
    /// What is printed there.
    pub cells: Vec<CardCell>,
}

/// One thing printed on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardCell {
    /// Which column it is, where that must be said.
    pub head: String,
    /// What is printed.
    pub text: String,
    /// Whether it is what counts now.
    pub used: bool,
}
