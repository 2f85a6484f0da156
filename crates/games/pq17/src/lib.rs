//! PQ-17: Arctic naval operations 1941-43, for two admirals whose fleets are hidden from each other.
//!
//! The files follow the rulebook.

pub mod air;
pub mod campaign;
pub mod command;
pub mod conditions;
pub mod forces;
pub mod fuel;
pub mod hex;
pub mod ice;
pub mod movement;
pub mod recon;
pub mod side;
pub mod submarines;
pub mod surface;
pub mod tables;
pub mod time;
pub mod torpedoes;
pub mod units;
pub mod victory;
pub mod vp;
pub mod weather;
