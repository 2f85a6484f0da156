//! What a server may be told.

use std::time::Duration;

/// How much a server takes on.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Matches in the store; then no new one is made.
    pub matches: u64,
    /// Matches that are ready to be played on at once; the others are kept folded up.
    pub open_matches: usize,
    /// Matches that are known at all without asking the store.
    pub known_matches: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// Connections of one address at the same time.
    pub connections_each: usize,
    /// Requests a second of one address, after a burst of four times as many; 0 for any number.
    pub rate: u32,
    /// New matches a minute of one address; 0 for any number.
    pub new_matches: u32,
    /// Bytes of a body.
    pub body: usize,
    /// Bytes of a body that holds a record.
    pub record: usize,
    /// Time that a request's body may take to arrive.
    pub patience: Duration,
    /// Heavy work at the same time: looking back, handing over.
    pub heavy: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            matches: 100_000,
            open_matches: 256,
            known_matches: 4096,
            connections: 1024,
            connections_each: 256,
            rate: 200,
            new_matches: 120,
            body: 64 << 10,
            record: 1 << 20,
            patience: Duration::from_secs(10),
            heavy: 2,
        }
    }
}
