//! The house: its games, and the tables at which they are played.

mod acts;
mod chairs;
mod games;
mod glance;
mod lru;
mod open;
mod ordering;
mod people;
mod play;
mod played;
mod steps;
mod table;
mod tables;
mod view;

pub use acts::{Act, Pick, Span};
pub use chairs::{Chair, Chairs, Created};
pub use games::{GameInfo, Games, Hosted};
pub use glance::{Over, Summary};
pub use ordering::{Changes, Ordered};
pub use steps::Steps;

pub use table::{Access, News, Stir};
pub use tables::House;
pub use view::{TableView, Wanted};
