//! The rules one by one.

use crate::game::Pq17;
use derbyhouse_kernel::procedure::Procedure;

/// Every procedure of the game, chapter by chapter.
pub fn procedures() -> Vec<Procedure<Pq17>> {
    Vec::new()
}
