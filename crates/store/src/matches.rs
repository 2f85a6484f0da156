//! What is kept of a match.

use crate::hash::Hash;

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Answered, in the words that records hold.
    Choice(String),
    /// Took the last choice back.
    Undo,
    /// Gave up.
    Resign,
}

impl Deed {
    pub(crate) fn words(&self) -> (&'static str, &str) {
        match self {
            Self::Choice(text) => ("choice", text),
            Self::Undo => ("undo", ""),
            Self::Resign => ("resign", ""),
        }
    }

    pub(crate) fn read(kind: &str, text: String) -> Option<Self> {
        match kind {
            "choice" => Some(Self::Choice(text)),
            "undo" => Some(Self::Undo),
            "resign" => Some(Self::Resign),
            _ => None,
        }
    }
}

/// Who did what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Index of the seat.
    pub seat: usize,
    /// What.
    pub deed: Deed,
}

/// A chair at a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The computer player in it, if there is one.
    pub bot: Option<String>,
    /// What the person in it wants to be called; may be empty.
    pub name: String,
    /// How many moves they had seen when they last looked; `None` if they never did.
    pub seen: Option<u64>,
    /// What the person in it answers once for all, as JSON.
    pub orders: String,
}

/// What opens a match, and as whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// What the store keeps of it.
    pub hash: Hash,
    /// Index of the seat; `None` for observers.
    pub seat: Option<usize>,
}

/// What lets the first who shows it take a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Invited {
    /// What the store keeps of it.
    pub hash: Hash,
    /// Index of the seat.
    pub seat: usize,
}

/// A match to be kept.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// Its public name.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Whether it is a lesson.
    pub tutorial: bool,
    /// The record it begins with.
    pub opening: String,
    /// Seconds since 1970.
    pub created: i64,
    /// What a list shows of it.
    pub glance: String,
    /// One for each seat, in order.
    pub seats: Vec<SeatRow>,
    /// Of those who are there already.
    pub keys: Vec<Key>,
    /// For those who are to come.
    pub invitations: Vec<Invited>,
}

/// All about a match but how it was played.
#[derive(Clone, Debug)]
pub struct Shell {
    /// Its public name.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Whether it is a lesson.
    pub tutorial: bool,
    /// Seconds since 1970.
    pub created: i64,
    /// When the last act was.
    pub updated: i64,
    /// What a list shows of it.
    pub glance: String,
    /// One for each seat, in order.
    pub seats: Vec<SeatRow>,
    /// Of those who are there.
    pub keys: Vec<Key>,
    /// Indices of the seats that wait for somebody.
    pub open: Vec<usize>,
    /// Lines said so far.
    pub chat: u64,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From 1.
    pub n: u64,
    /// Seconds since 1970.
    pub at: i64,
    /// Index of the seat.
    pub seat: usize,
    /// What.
    pub text: String,
}
