//! The tables of the database, brought up to date step by step.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Every step, oldest first. A step that was published is never changed again.
const STEPS: &[(i64, &str, &str)] = &[
    (1, "matches", include_str!("../migrations/0001_matches.sql")),
    (2, "orders", include_str!("../migrations/0002_orders.sql")),
    (3, "seen", include_str!("../migrations/0003_seen.sql")),
];

pub(crate) fn migrator() -> Migrator {
    let steps = STEPS.iter().map(|&(version, name, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(version, name.into(), kind, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(steps.collect())
}
