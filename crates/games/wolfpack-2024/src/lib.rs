//! Wolfpack (2024): one to four U-boats against an escorted convoy, on patrols of twenty-odd turns from October 1941 to
//! March 1943. The Allied side runs by cards.
//!
//! The files follow the rulebook: [`torpedoes`] (pages 25 to 27), [`movement`], `perils`, `entry` and `helm` (28 to 36), `observation`
//! (37), [`tdc`] (38), [`asw`] (39 to 54), `drift` (55), [`reload`] (58), [`attack`] (59, 60), [`duels`] (53, 60),
//! [`repair`] (61 to 65), `replacement` (67), [`homeward`] (68), `turns` (24, 65), [`campaign`] (13 to 23, 66, 69 to 73).
//!
//! Where texts disagree, the procedure of the rulebook decides, then its glossary and examples, then the playbook (R1).

pub mod asw;
pub mod attack;
mod audit;
pub mod boat;
pub mod boats;
pub mod bot;
pub mod calendar;
pub mod campaign;
pub mod cards;
pub mod choice;
pub mod conditions;
pub mod convoy;
pub mod crew;
pub mod damage;
pub mod decks;
pub mod depth;
mod drift;
pub mod duels;
mod entry;
pub mod escorts;
pub mod event;
pub mod events;
mod face;
pub mod forecast;
mod game;
pub mod held;
mod helm;
pub mod homeward;
mod lesson;
mod lines;
pub mod movement;
mod observation;
mod offers;
mod perils;
pub mod position;
pub mod procedures;
mod pulls;
pub mod reading;
pub mod reload;
pub mod repair;
mod replacement;
mod rig;
pub mod ring;
mod scenarios;
mod scene;
pub mod sequence;
pub mod setup;
pub mod ships;
pub mod space;
pub mod tables;
pub mod tdc;
#[cfg(test)]
mod tests;
pub mod torpedoes;
mod turns;
pub mod view;

pub use choice::Choice;
pub use event::Event;
pub use game::Wolfpack;
pub use position::Position;
pub use setup::{Scenario, Setup};
pub use view::View;
