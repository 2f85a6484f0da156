//! The first game: a patrol with dice that are known beforehand.

use crate::setup::Setup;
use crate::tables::Tables;
use derbyhouse_scene::Tutorial;
use derbyhouse_tables::TableError;

/// The dice that the lesson tells of: two freighters, a tanker, and home in the second week.
const SEED: u64 = 3652;

/// The lesson for these tables. Its record is only an opening: the lesson begins where the patrol does.
pub(crate) fn tutorial(tables: &Tables) -> Result<Tutorial, TableError> {
    // Plain data always has a JSON form.
    let setup = serde_json::to_string(&Setup::plain("u30_first")).unwrap_or_default();
    let record = format!(
        "derbyhouse record 1\ngame: steel-wolves\nversion: {}\ntables: {}\nsetup: {setup}\nseed: {SEED}\n",
        env!("CARGO_PKG_VERSION"),
        tables.fingerprint,
    );
    let text = include_str!("../data/tutorial.toml");
    Tutorial::read("tutorial.toml", text, &record)
}
