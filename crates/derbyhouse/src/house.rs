//! Opening games, with or without a person's own tables.

use crate::trouble::Trouble;
use derbyhouse_catalog::{AnyGame, open};
use derbyhouse_scene::Info;
use derbyhouse_tables::read_dir;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What all commands share: where the tables come from.
pub struct House {
    pub tables: Option<PathBuf>,
}

impl House {
    /// Opens a game with the tables of this house.
    pub fn open(&self, id: &str) -> Result<Arc<dyn AnyGame>, Trouble> {
        open_with(id, self.tables.as_deref())
    }
}

/// Opens a game with the tables of a folder laid over its own.
pub fn open_with(id: &str, tables: Option<&Path>) -> Result<Arc<dyn AnyGame>, Trouble> {
    let overrides = match tables {
        Some(dir) => read_dir(dir)?,
        None => Vec::new(),
    };
    Ok(open(id, &overrides)?)
}

/// The computer player that advises: the first that does not just pick at random.
pub fn adviser(info: &Info) -> &'static str {
    let bots = info.bots.iter();
    bots.clone()
        .find(|name| **name != "random")
        .or(info.bots.first())
        .copied()
        .unwrap_or("random")
}

/// Reads `NAME` or `SEAT=NAME` words into one computer player a seat; seats that are not named keep `None`.
pub fn bots_by_seat(info: &Info, words: &[String]) -> Result<Vec<Option<String>>, Trouble> {
    let mut bots = vec![None; info.seats.len()];
    for word in words {
        let (seat, name) = match word.split_once('=') {
            Some((seat, name)) => (Some(seat), name),
            None => (None, word.as_str()),
        };
        if !info.bots.contains(&name) {
            let known = info.bots.join(", ");
            return Err(Trouble::new(format!(
                "there is no computer player “{name}”: it is one of {known}"
            )));
        }
        match seat {
            None => bots.fill(Some(name.to_owned())),
            Some(seat) => bots[seat_index(info, seat)?] = Some(name.to_owned()),
        }
    }
    Ok(bots)
}

/// The number of a seat by its name.
pub fn seat_index(info: &Info, name: &str) -> Result<usize, Trouble> {
    let found = info.seats.iter().position(|seat| seat.id == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = info.seats.iter().map(|seat| seat.id).collect();
        Trouble::new(format!(
            "there is no seat “{name}”: it is one of {}",
            known.join(", ")
        ))
    })
}

/// A seed nobody chose. Short enough to be typed again.
pub fn any_seed() -> u64 {
    // The standard library's hash maps have the only source of the system's randomness that needs no crate.
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}
