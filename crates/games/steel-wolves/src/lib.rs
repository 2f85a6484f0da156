//! Steel Wolves: the German submarine campaign in the Atlantic, September 1939 to May 1943, for one player.

pub mod activity;
pub mod calendar;
pub mod combat;
pub mod cups;
pub mod damage;
pub mod displays;
pub mod event;
pub mod fleet;
pub mod geography;
pub mod halves;
pub mod harm;
pub mod intelligence;
pub mod tables;
pub mod torpedo;
pub mod units;
pub mod weather;
