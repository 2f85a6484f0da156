//! Matches in SQLite or PostgreSQL, by one code path.
//!
//! A match is its opening, a record, and the acts that followed, which are only ever added to. Whatever is written goes
//! through one task that puts all that waits into one transaction, and answers after its commit.
#![warn(missing_docs)]

mod error;
mod hash;
mod matches;
mod schema;
mod statements;
mod store;
mod writer;

pub use error::StoreError;
pub use hash::Hash;
pub use matches::{Act, Deed, Invited, Key, Line, NewMatch, SeatRow, Shell};
pub use store::Store;
pub use writer::Append;
