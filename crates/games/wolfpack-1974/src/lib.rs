//! Wolfpack (1974): one player commands the U-boats against twenty hidden convoys, fifteen days of 1943. Everything
//! Allied, and the weather, runs by fixed rules and chits [1.0], [2.0].
//!
//! The files follow the rulebook: [`sequence`] (4), [`weather`] (5), [`movement`] (6, 8, 9), [`convoys`] (7),
//! [`facing`] (10), [`air`] (11), [`search`] (12), [`packs`] (13), [`combat`] (14), [`scenarios`] (15), [`victory`]
//! (16), [`setup`] (17).

pub mod air;
pub mod audit;
pub mod bot;
pub mod choice;
pub mod combat;
pub mod convoys;
pub mod event;
mod face;
pub mod facing;
pub mod fleet;
pub mod forecast;
mod game;
mod lines;
pub mod movement;
pub mod packs;
pub mod position;
pub mod procedures;
pub mod scenarios;
pub mod scene;
pub mod search;
pub mod sequence;
pub mod setup;
pub mod tables;
pub mod units;
pub mod victory;
pub mod view;
pub mod weather;

pub use choice::Choice;
pub use event::Event;
pub use game::Wolfpack;
pub use position::Position;
pub use setup::Setup;
pub use view::View;

#[cfg(test)]
mod tests;
