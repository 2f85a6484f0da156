//! Which matches are open, and which of them was used the longest ago.

use crate::house::table::Table;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

/// The tables whose matches are open, by their last use.
pub struct Open {
    most: usize,
    /// Counts uses.
    now: u64,
    by_use: BTreeMap<u64, Weak<Table>>,
}

impl Open {
    /// Up to that many.
    pub fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            now: 0,
            by_use: BTreeMap::new(),
        }
    }

    /// Notes that a table is used. Returns one whose match is to be folded up, if there are too many.
    pub fn touch(&mut self, table: &Arc<Table>) -> Option<Arc<Table>> {
        self.now += 1;
        let before = table.used.swap(self.now, Ordering::Relaxed);
        self.by_use.remove(&before);
        self.by_use.insert(self.now, Arc::downgrade(table));
        if self.by_use.len() <= self.most {
            return None;
        }
        // One that nobody knows any more is gone already.
        let (_, oldest) = self.by_use.pop_first()?;
        oldest.upgrade()
    }
}
