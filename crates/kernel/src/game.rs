//! What a game is to the rest of the house.

use crate::chance::Chance;
use crate::log::Log;
use crate::rule::{Illegal, Rule};
use crate::seat::{MAX_SEATS, Seat, Seats, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// A question put to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// Who is asked.
    pub seat: Seat,
    /// Turn of the game, from 1; 0 before the first.
    pub turn: u16,
    /// The phase or segment by its name in the rulebook; a bot that is handed "this phase" stops when it changes.
    pub phase: &'static str,
    /// What is asked, as a short plain name.
    pub question: &'static str,
    /// The rule that asks.
    pub rule: Rule,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Index into [`Game::levels`].
    pub level: usize,
    /// Final score of each seat that has one.
    pub scores: [i32; MAX_SEATS],
}

/// A level of victory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// Its short name in files.
    pub id: String,
    /// Its name on screens.
    pub label: String,
}

/// A figure of a game for statistics: a name and a number.
pub type Figure = (&'static str, i64);

/// A rule set with its tables: asks, lists, applies, and shows.
///
/// A position is plain data that belongs to its game: nothing outside the game's crate can look into it but through
/// [`Game::view`].
pub trait Game: Send + Sync + 'static {
    /// Scenario, options and switches.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Everything that is true at one moment.
    type Position: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// An answer. Its text is what records hold: short, stable, one line.
    type Choice: Clone + Debug + Ord + Display + FromStr<Err: Display> + Send + Sync;
    /// Something that happened.
    type Event: Clone + Debug + Send + Sync;
    /// What a seat may know.
    type View<'a>: Copy;

    /// The name in files and commands, such as `wolfpack-1974`.
    fn id(&self) -> &'static str;
    /// The fingerprint of the tables in use.
    fn tables(&self) -> &str;
    /// Short names of the seats in files and commands, in order.
    fn seats(&self) -> &'static [&'static str];
    /// The levels of victory, in ascending order.
    fn levels(&self) -> &[Level];

    /// Sets a game up and runs on to the first decision.
    fn start(
        &self,
        setup: &Self::Setup,
        chance: &mut Chance,
        log: &mut Log<Self::Event>,
    ) -> Result<Self::Position, Illegal>;

    /// Checks what a file claims to be a position.
    fn validate(&self, position: &Self::Position) -> Result<(), Illegal>;

    /// Which seats are asked now; nobody when the game is over.
    fn asked(&self, position: &Self::Position) -> Seats;

    /// What that seat is asked, if it is.
    fn decision(&self, position: &Self::Position, seat: Seat) -> Option<Decision>;

    /// Appends every legal answer of that seat, sorted and without duplicates.
    fn choices(&self, position: &Self::Position, seat: Seat, out: &mut Vec<Self::Choice>);

    /// Takes an answer and runs on to the next decision. On `Err` nothing has changed.
    fn apply(
        &self,
        position: &mut Self::Position,
        seat: Seat,
        choice: &Self::Choice,
        chance: &mut Chance,
        log: &mut Log<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Gives the game up for that seat; allowed at any time while it lasts.
    fn resign(
        &self,
        position: &mut Self::Position,
        seat: Seat,
        chance: &mut Chance,
        log: &mut Log<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Whether this moment may be taken back at all; most games always say yes.
    fn undo_allowed(&self, _position: &Self::Position) -> Result<(), Illegal> {
        Ok(())
    }

    /// What that viewer may know.
    fn view<'a>(&'a self, position: &'a Self::Position, viewer: Viewer) -> Self::View<'a>;

    /// The result, once there is one.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Figures for statistics, at the end of a game.
    fn figures(&self, position: &Self::Position) -> Vec<Figure>;
}

/// The error of every game when somebody speaks who was not asked.
pub fn not_asked(seat: Seat) -> Illegal {
    Illegal::because(format!("{seat} is not asked anything at this moment"))
}
