//! What goes wrong with a store.

/// Why something was not kept or not found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was first: the number of the act or line is taken.
    #[error("somebody else was first")]
    Conflict,
    /// The database does not do what it should.
    #[error("the database says: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables of the database cannot be made or are of a newer program.
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The database holds something that this program never wrote.
    #[error("the database holds {0}, which makes no sense here")]
    Damaged(String),
    /// The task that writes has ended.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Tells what was refused because it was there already from what failed.
    pub(crate) fn from_write(error: sqlx::Error) -> Self {
        let taken = error
            .as_database_error()
            .is_some_and(|error| error.is_unique_violation());
        if taken {
            Self::Conflict
        } else {
            Self::Database(error)
        }
    }
}
