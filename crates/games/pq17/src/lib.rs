//! PQ-17: Arctic naval operations 1941-43, for two admirals whose fleets are hidden from each other.
//!
//! The files follow the rulebook: [`units`] and [`forces`] (chapter 1), [`victory`] (2), [`sequence`], `preparation`
//! and `planning` (3), [`command`] (4), [`movement`], `helm`, `harbour`, `splitting`, `combining`, `towing`, `boxes` and `passage` (1, 5, 6.6.1), [`recon`], `searching` and `shadowing` (6), [`air`], [`strike`], [`torpedoes`],
//! [`submarines`], `hunting`, [`surface`] and `rearming` (7), [`time`] (8), [`weather`] and `dispersal` (9), [`ice`] and `drift` (10), [`fuel`] and `oiling` (11),
//! [`conditions`] (12), `events` (13), `administration` (3.3), [`campaign`] (15). Arithmetic that procedures run too stands in the
//! first of each pair, what plays it on a position in the second.

mod administration;
mod admirals;
pub mod air;
mod audit;
mod bars;
mod bombers;
mod boxes;
mod breakdowns;
pub mod campaign;
pub mod choice;
mod combining;
pub mod command;
pub mod conditions;
mod dispersal;
mod drift;
pub mod event;
mod events;
mod extras;
mod face;
pub mod forces;
pub mod fuel;
mod game;
mod green;
mod harbour;
mod helm;
pub mod hex;
mod hunting;
pub mod ice;
mod kara;
mod lines;
mod losses;
pub mod moorings;
pub mod movement;
mod mustering;
mod oiling;
mod order_of_battle;
mod passage;
mod planning;
pub mod position;
mod preparation;
pub mod procedures;
mod rearming;
pub mod recon;
mod refits;
mod rolls;
mod scene;
mod searching;
pub mod season;
pub mod sequence;
pub mod service;
pub mod setup;
mod shadowing;
pub mod side;
mod special;
mod splitting;
mod standing;
pub mod strike;
pub mod submarines;
pub mod surface;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod time;
pub mod torpedoes;
mod towing;
mod transit;
mod twins;
pub mod units;
pub mod victory;
pub mod view;
pub mod vp;
mod wartime;
pub mod weather;
mod white;
mod worlds;

pub use choice::Choice;
pub use event::Event;
pub use game::Pq17;
pub use position::Position;
pub use setup::Setup;
pub use view::View;
