//! Computer players that need no game.
#![warn(missing_docs)]

mod random;

pub use random::Random;
