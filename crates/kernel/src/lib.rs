//! The engine of Derby House: decisions, chance, events, views, records, undo, geometry, and the bots' interface.
//!
//! No game, no input or output, no clock, no hash map: the same everywhere, always.
#![warn(missing_docs)]

pub mod agenda;
pub mod bot;
pub mod chance;
pub mod cup;
pub mod deck;
pub mod game;
pub mod hex;
pub mod hexset;
pub mod hextable;
pub mod log;
mod named;
pub mod play;
pub mod procedure;
pub mod record;
pub mod rule;
pub mod sealed;
pub mod seat;

pub use agenda::Agenda;
pub use bot::Bot;
pub use chance::Chance;
pub use game::{Decision, Figure, Game, Level, Outcome};
pub use hex::{Direction, Hex};
pub use hexset::HexSet;
pub use hextable::HexTable;
pub use log::Log;
pub use play::Match;
pub use rule::{Illegal, Rule};
pub use seat::{Seat, Seats, Viewer};
