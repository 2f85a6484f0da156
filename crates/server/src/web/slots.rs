//! How many connections there may be, in all and of one address.

use crate::config::Limits;
use crate::web::peer::Peer;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts connections.
pub struct Slots {
    most: usize,
    most_each: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by: HashMap<Peer, usize>,
}

/// Room for one connection, given back when it is dropped.
pub struct Slot {
    slots: Arc<Slots>,
    peer: Peer,
}

impl Slots {
    /// Up to these limits.
    pub fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            most: limits.connections,
            most_each: limits.connections_each,
            taken: Mutex::default(),
        })
    }

    /// Room for one more, if there is any.
    pub fn take(self: &Arc<Self>, peer: Peer) -> Option<Slot> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let of_it = taken.by.get(&peer).copied().unwrap_or(0);
        if taken.all >= self.most || of_it >= self.most_each {
            return None;
        }
        taken.all += 1;
        taken.by.insert(peer, of_it + 1);
        Some(Slot {
            slots: Arc::clone(self),
            peer,
        })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let taken = self.slots.taken.lock();
        let mut taken = taken.unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        if let Some(count) = taken.by.get_mut(&self.peer) {
            *count -= 1;
            if *count == 0 {
                taken.by.remove(&self.peer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn room_is_given_back() {
        let limits = Limits {
            connections: 3,
            connections_each: 2,
            ..Limits::default()
        };
        let slots = Slots::new(&limits);
        let peer = |n: u8| Peer::from(IpAddr::from([10, 0, 0, n]));
        let (a, b) = (slots.take(peer(1)), slots.take(peer(1)));
        assert!(a.is_some() && b.is_some());
        assert!(
            slots.take(peer(1)).is_none(),
            "two of one address are enough"
        );
        let c = slots.take(peer(2));
        assert!(c.is_some());
        assert!(slots.take(peer(3)).is_none(), "three are enough");
        drop(a);
        assert!(slots.take(peer(3)).is_some());
    }
}
