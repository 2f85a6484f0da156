//! The question put to a viewer, and its answers.

use serde::Serialize;

/// A question with every legal answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prompt {
    /// What is asked, in plain words.
    pub text: String,
    /// The rule that asks, by number.
    pub rule: String,
    /// Every legal answer, in the game's order.
    pub offers: Vec<Offer>,
    /// What it is called to hand the rest of this phase to a computer player, where that is one thing by itself, such as
    /// a battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
}

/// Where an answer is to be clicked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// On a space of the board.
    Space(String),
    /// On a piece.
    Piece(String),
    /// On a button.
    Button,
}

/// A legal answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// The text that records hold; sent back as it is.
    pub choice: String,
    /// What it says to people.
    pub label: String,
    /// Where it is clicked.
    pub anchor: Anchor,
    /// The answer that Enter gives.
    pub default: bool,
    /// What is at stake, where the rules give odds: exact, in words.
    pub odds: Vec<String>,
}

/// One thing that an answer may lead to, with its exact chance where the rules give one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prospect {
    /// What may come.
    pub label: String,
    /// How likely, from 0 to 1.
    pub share: Option<f64>,
    /// The same in words, or what else is to be known.
    pub text: String,
    /// The rules it is reckoned from, by number.
    pub rules: Vec<String>,
}
