//! One conformance suite that every game must pass.
//!
//! Each function plays by itself and gives back how much it tried, or the first [`Fault`] with all that is needed to
//! see it again. Games call them in their tests; the program's `fuzz` calls the first of them on any seed.
//!
//! - [`random_games`]: random players play to the end. Every step keeps the game's invariants; records, saves, undo
//!   and choices' texts round-trip.
//! - [`refusals`]: what was not offered, and who was not asked, is refused, and nothing changes.
//! - [`leaks`]: positions that differ only in what a viewer may not know look the same to that viewer, byte for byte.
//! - [`advice`]: a computer player answers the same wherever only what it may not know is different.
//! - [`damage`]: a position file that was changed is refused, or plays on; nothing panics.
//! - [`examples`]: every worked example holds through a procedure that lists its inputs and cites its rule.
//! - [`coverage`]: every rule is cited by code and by a test, and only rules are cited.
//! - [`lesson`]: the lesson of a game can be played as it is told.
//! - [`golden`]: a kept record replays to the position it was kept with.
//!
//! [`pace`] measures how fast a game plays, for benchmarks.
#![warn(missing_docs)]

mod advice;
mod checks;
mod coverage;
mod damage;
mod examples;
mod fault;
#[cfg(test)]
mod flaws;
mod golden;
mod leaks;
mod lesson;
mod pace;
mod random;
mod refusals;
mod scenes;
mod tally;
pub mod toy;
mod undo;
mod walk;

pub use advice::{Advised, advice};
pub use coverage::coverage;
pub use damage::{Damaged, damage, damage_every};
pub use examples::examples;
pub use fault::Fault;
pub use golden::golden;
pub use leaks::{Looks, leaks, leaks_every};
pub use lesson::lesson;
pub use pace::{Pace, pace};
pub use random::{play_long, play_one, random_games};
pub use refusals::{Refused, refusals, refusals_every};
pub use tally::Tally;
