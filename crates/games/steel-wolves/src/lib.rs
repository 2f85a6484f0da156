//! Steel Wolves: the German submarine campaign in the Atlantic, September 1939 to May 1943, for one player.

pub mod activity;
pub mod calendar;
pub mod combat;
pub mod cups;
pub mod displays;
pub mod fleet;
pub mod geography;
pub mod halves;
pub mod harm;
pub mod tables;
pub mod units;
pub mod weather;
