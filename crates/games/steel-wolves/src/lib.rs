//! Steel Wolves: the German submarine campaign in the Atlantic, September 1939 to May 1943, for one player.
//!
//! The files follow the rulebook: [`cups`] [3.1], [`orders`] [5.0], [`torpedo`] [6.0], [`intelligence`] and [`weather`]
//! [7.0], [`crews`] [8.1], [`ready`] [9.0], [`movement`] [12.0], [`search`] [13.0], [`combat`] [14.0], [`duel`] [14.6],
//! [`endurance`] [14.7], [`transit`] [15.0], [`progress`] [17.0], [`damage`] [18.0], [`supply`] [21.3], [`wolfpack`] [24.0],
//! [`mines`] [26.0].

pub mod activity;
mod aircraft;
mod arrivals;
mod audit;
pub mod boat;
pub mod calendar;
pub mod choice;
mod close;
pub mod combat;
mod conversions;
pub mod crews;
pub mod cups;
pub mod damage;
mod demand;
pub mod displays;
pub mod duel;
pub mod endurance;
mod enemy;
mod engage;
pub mod event;
mod face;
pub mod fleet;
mod forecast;
mod game;
pub mod geography;
pub mod halves;
pub mod harm;
mod hunt;
pub mod intelligence;
mod landfall;
mod lesson;
mod lines;
pub mod mines;
mod mission;
pub mod movement;
mod names;
mod nights;
pub mod orders;
mod pack;
mod politics;
pub mod position;
pub mod procedures;
pub mod progress;
mod provisions;
pub mod ready;
pub mod reckoning;
mod sail;
mod scenarios;
mod scene;
pub mod search;
pub mod sequence;
pub mod setup;
mod staff;
mod strategy;
pub mod supply;
pub mod tables;
pub mod task;
#[cfg(test)]
mod tests;
pub mod torpedo;
pub mod transit;
mod twins;
pub mod units;
mod victory;
pub mod view;
pub mod war;
mod war_setup;
mod ways;
pub mod weather;
mod week;
pub mod wolfpack;
mod yard;

pub use choice::Choice;
pub use event::Event;
pub use game::SteelWolves;
pub use position::Position;
pub use setup::Setup;
pub use view::View;
