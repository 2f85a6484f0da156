//! The terminal table: draws scenes and reads answers. It knows no rule of any game.

mod acts;
mod answer;
mod cells;
mod lines;
mod map;
mod news;
mod offers;
mod scene;
mod session;
mod style;
#[cfg(test)]
mod tests;
mod verbs;

pub use lines::Lines;
pub use map::draw;
pub use news::{log_text, result_text};
pub use session::{Session, Setting};
pub use style::{Style, terminal_width};
