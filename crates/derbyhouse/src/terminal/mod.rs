//! The terminal table: draws scenes and reads answers. It knows no rule of any game.

mod answer;
mod cells;
mod lines;
mod map;
mod news;
mod offers;
mod scene;
mod session;
mod style;
mod verbs;

pub use news::{log_text, result_text};
pub use session::{Session, Setting};
pub use style::Style;
