//! The one list of games, and a face that is the same for all of them: text and JSON in, text and JSON out.
//!
//! Programs, servers and laboratories use [`AnyGame`] and [`AnyMatch`] and never name a game. What is behind them is
//! written once, for every game that has a [`Face`](derbyhouse_scene::Face).
#![warn(missing_docs)]

mod any_game;
mod any_match;
mod error;
mod game_adapter;
mod list;
mod match_adapter;
mod players;
mod worker;

pub use any_game::{AnyGame, ProcedureInfo};
pub use any_match::{Advice, AnyMatch, Ended, Extent, LogLine, Moment};
pub use error::{OpenError, SetupError};
pub use game_adapter::Adapter;
pub use list::{Entry, games, open};
pub use worker::{Played, Worker};
