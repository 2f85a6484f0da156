//! The list itself.

use crate::any_game::AnyGame;
use crate::error::OpenError;
use crate::game_adapter::Adapter;
use derbyhouse_tables::TableError;
use std::sync::Arc;

/// Reads a game's tables, some of them replaced: name and text of each file.
type Load = fn(overrides: &[(String, String)]) -> Result<Arc<dyn AnyGame>, TableError>;

/// A game that can be opened.
pub struct Entry {
    /// Its name in files and commands.
    pub id: &'static str,
    /// Opens it.
    pub load: Load,
}

const GAMES: &[Entry] = &[
    Entry {
        id: "wolfpack-1974",
        load: |overrides| {
            Ok(Arc::new(Adapter::new(wolfpack_1974::Wolfpack::new(
                overrides,
            )?)))
        },
    },
    Entry {
        id: "wolfpack-2024",
        load: |overrides| {
            Ok(Arc::new(Adapter::new(wolfpack_2024::Wolfpack::new(
                overrides,
            )?)))
        },
    },
    Entry {
        id: "pq17",
        load: |overrides| Ok(Arc::new(Adapter::new(pq17::Pq17::new(overrides)?))),
    },
    Entry {
        id: "steel-wolves",
        load: |overrides| {
            Ok(Arc::new(Adapter::new(steel_wolves::SteelWolves::new(
                overrides,
            )?)))
        },
    },
    #[cfg(feature = "toy")]
    Entry {
        id: "toy",
        load: |_| Ok(Arc::new(Adapter::new(derbyhouse_testkit::toy::Toy::new()))),
    },
];

/// All games, in the order in which lists show them.
pub fn games() -> &'static [Entry] {
    GAMES
}

/// Opens a game by its name.
pub fn open(id: &str, overrides: &[(String, String)]) -> Result<Arc<dyn AnyGame>, OpenError> {
    let entry = games().iter().find(|entry| entry.id == id);
    let entry = entry.ok_or_else(|| OpenError::Unknown {
        id: id.to_owned(),
        known: games().iter().map(|e| e.id).collect::<Vec<_>>().join(", "),
    })?;
    Ok((entry.load)(overrides)?)
}
