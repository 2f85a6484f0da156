//! PQ-17: Arctic naval operations 1941-43, for two admirals whose fleets are hidden from each other.
//!
//! The files follow the rulebook.

pub mod hex;
pub mod ice;
pub mod side;
pub mod tables;
pub mod time;
pub mod units;
pub mod vp;
pub mod weather;
