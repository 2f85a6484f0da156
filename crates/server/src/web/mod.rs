//! HTTP around the house: what comes in, what goes out, and how much of it.

pub mod assets;
pub mod extract;
pub mod headers;
pub mod peer;
pub mod rates;
pub mod slots;
