//! The first game: the training scenario with cards that are known beforehand.

use crate::setup::Setup;
use crate::tables::Tables;
use derbyhouse_scene::Tutorial;
use derbyhouse_tables::TableError;

/// The shuffle that the lesson tells of: she enters on turn 8, and two torpedoes sink a large ship.
const SEED: u64 = 352;

/// The lesson for these tables. Its record is only an opening: the lesson begins where the game does.
pub(crate) fn tutorial(tables: &Tables) -> Result<Tutorial, TableError> {
    // Plain data always has a JSON form.
    let setup = serde_json::to_string(&Setup::TRAINING).unwrap_or_default();
    let record = format!(
        "derbyhouse record 1\ngame: wolfpack-2024\nversion: {}\ntables: {}\nsetup: {setup}\nseed: {SEED}\n",
        env!("CARGO_PKG_VERSION"),
        tables.fingerprint,
    );
    let text = include_str!("../data/tutorial.toml");
    Tutorial::read("tutorial.toml", text, &record)
}
