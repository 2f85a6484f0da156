//! Why something cannot be had.

use derbyhouse_kernel::Illegal;
use derbyhouse_tables::TableError;

/// Why a game cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The list does not have it.
    #[error("there is no game “{id}”: it is one of {known}")]
    Unknown {
        /// What was asked for.
        id: String,
        /// What there is.
        known: String,
    },
    /// Its tables do not pass.
    #[error(transparent)]
    Tables(#[from] TableError),
}

/// Why a match or a simulation cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The set-up is not one of this game.
    #[error("this is not a set-up of {game}: {why}")]
    Foreign {
        /// Id of the game.
        game: &'static str,
        /// What the reader says.
        why: String,
    },
    /// The words of a command line that make no set-up.
    #[error("{0}")]
    Words(String),
    /// The game refuses it.
    #[error("the game does not start: {0}")]
    Refused(Illegal),
    /// There is no such computer player.
    #[error("there is no computer player “{name}”: it is one of {known}")]
    Bot {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Not one computer player a seat.
    #[error("{given} computer players for {seats} seats")]
    Seats {
        /// How many were named.
        given: usize,
        /// How many are needed.
        seats: usize,
    },
}
