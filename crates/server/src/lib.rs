//! The table in the browser: HTTP, seats and their keys, live updates, and the page itself.
//!
//! The house knows no rule. Whatever goes to a client has gone through the eyes of one viewer; whatever comes from one
//! goes through the referee and into the store before anybody hears of it.

mod api;
mod config;
mod house;
mod problem;
mod router;
mod secret;
mod serve;
mod web;

pub use config::Limits;
pub use house::{Games, House};
pub use router::router;
pub use serve::serve;

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
