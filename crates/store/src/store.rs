//! The store: opened once, read by many, written by one.

use crate::error::StoreError;
use crate::hash::Hash;
use crate::matches::{Act, Deed, Key, Line, NewMatch, SeatRow, Shell};
use crate::schema;
use crate::statements::NO_SEAT;
use crate::writer::{Append, Job, Write, Writer, Written};
use sqlx::any::{AnyPoolOptions, AnyRow, install_default_drivers};
use sqlx::{AnyPool, Executor, Row};
use std::path::Path;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How many may wait to be written before askers wait to ask.
const QUEUE: usize = 1024;
/// Connections for reading.
const READERS: u32 = 4;
/// How long to wait for a connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// A choice is confirmed only after it is on the disk.
const SQLITE: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                      PRAGMA busy_timeout = 5000;";

/// Matches on a disk.
#[derive(Clone)]
pub struct Store {
    readers: AnyPool,
    jobs: mpsc::Sender<Job>,
}

impl Store {
    /// Opens an SQLite file, made if it is not there.
    pub async fn file(path: &Path) -> Result<Self, StoreError> {
        Self::open(&file_url(path)).await
    }

    /// Opens a database by its address: `sqlite://…` or `postgres://…`.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        install_default_drivers();
        let sqlite = url.starts_with("sqlite:");
        let (jobs, inbox) = mpsc::channel(QUEUE);
        start_writer(url.to_owned(), sqlite, inbox).await?;
        let readers = pool(sqlite, READERS).connect(url).await?;
        Ok(Self { readers, jobs })
    }

    /// How many matches there are.
    pub async fn count(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) FROM matches");
        let count: i64 = row.fetch_one(&self.readers).await?.try_get(0)?;
        Ok(count.unsigned_abs())
    }

    /// Keeps a new match.
    pub async fn create(&self, new: NewMatch) -> Result<(), StoreError> {
        self.write(Write::Create(Box::new(new))).await.map(drop)
    }

    /// Keeps acts, all of them or none, and answers when they are safe.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Write::Append(append)).await.map(drop)
    }

    /// Swaps an invitation for a key; the seat, or `None` if it is not valid or not any more.
    pub async fn claim(
        &self,
        id: &str,
        invitation: Hash,
        key: Hash,
        name: &str,
    ) -> Result<Option<usize>, StoreError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        let claim = Write::Claim {
            id,
            invitation,
            key,
            name,
        };
        self.write(claim).await
    }

    /// Keeps the name of whoever sits there.
    pub async fn rename(&self, id: &str, seat: usize, name: &str) -> Result<(), StoreError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.write(Write::Name { id, seat, name }).await.map(drop)
    }

    /// Keeps how many moves whoever sits there has seen.
    pub async fn see(&self, id: &str, seat: usize, moves: u64) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.write(Write::Seen { id, seat, moves }).await.map(drop)
    }

    /// Keeps what whoever sits there has ordered.
    pub async fn order(&self, id: &str, seat: usize, orders: &str) -> Result<(), StoreError> {
        let (id, orders) = (id.to_owned(), orders.to_owned());
        let order = Write::Orders { id, seat, orders };
        self.write(order).await.map(drop)
    }

    /// Keeps what somebody said.
    pub async fn say(&self, id: &str, line: Line) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.write(Write::Say { id, line }).await.map(drop)
    }

    async fn write(&self, write: Write) -> Written {
        let (done, answer) = oneshot::channel();
        let sent = self.jobs.send(Job { write, done }).await;
        sent.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// All about a match but how it was played.
    pub async fn shell(&self, id: &str) -> Result<Option<Shell>, StoreError> {
        let row = sqlx::query(
            "SELECT game, tutorial, created, updated, glance, \
             (SELECT COALESCE(MAX(n), 0) FROM chat WHERE match_id = $1) FROM matches WHERE id = $1",
        );
        let Some(row) = row.bind(id).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        let chat: i64 = row.try_get(5)?;
        Ok(Some(Shell {
            id: id.to_owned(),
            game: row.try_get(0)?,
            tutorial: row.try_get::<i64, _>(1)? != 0,
            created: row.try_get(2)?,
            updated: row.try_get(3)?,
            glance: row.try_get(4)?,
            seats: self.seats(id).await?,
            keys: self.keys(id).await?,
            open: self.open_seats(id).await?,
            chat: chat.unsigned_abs(),
        }))
    }

    async fn seats(&self, id: &str) -> Result<Vec<SeatRow>, StoreError> {
        let rows = self
            .rows(
                "SELECT bot, name, orders, seen FROM seats WHERE match_id = $1 ORDER BY seat",
                id,
            )
            .await?;
        let seat = |row: &AnyRow| {
            let bot: String = row.try_get(0)?;
            Ok(SeatRow {
                bot: Some(bot).filter(|bot| !bot.is_empty()),
                name: row.try_get(1)?,
                orders: row.try_get(2)?,
                seen: u64::try_from(row.try_get::<i64, _>(3)?).ok(),
            })
        };
        rows.iter().map(seat).collect()
    }

    async fn keys(&self, id: &str) -> Result<Vec<Key>, StoreError> {
        let rows = self
            .rows("SELECT hash, seat FROM keys WHERE match_id = $1", id)
            .await?;
        let key = |row: &AnyRow| {
            let hash: String = row.try_get(0)?;
            let seat: i64 = row.try_get(1)?;
            Ok(Key {
                hash: Hash::read(&hash)
                    .ok_or_else(|| StoreError::Damaged("a key that is no hash".into()))?,
                seat: match seat {
                    NO_SEAT => None,
                    seat => Some(index(seat)?),
                },
            })
        };
        rows.iter().map(key).collect()
    }

    async fn open_seats(&self, id: &str) -> Result<Vec<usize>, StoreError> {
        let rows = self
            .rows(
                "SELECT seat FROM invitations WHERE match_id = $1 ORDER BY seat",
                id,
            )
            .await?;
        rows.iter().map(|row| index(row.try_get(0)?)).collect()
    }

    /// The record that a match began with, and everything done since.
    pub async fn played(&self, id: &str) -> Result<Option<(String, Vec<Act>)>, StoreError> {
        let row = sqlx::query("SELECT opening FROM matches WHERE id = $1").bind(id);
        let Some(row) = row.fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        let rows = self
            .rows(
                "SELECT seat, kind, text FROM acts WHERE match_id = $1 ORDER BY n",
                id,
            )
            .await?;
        let acts = rows.iter().map(act).collect::<Result<_, _>>()?;
        Ok(Some((row.try_get(0)?, acts)))
    }

    /// The last lines that were said, oldest first.
    pub async fn chat(&self, id: &str, most: u32) -> Result<Vec<Line>, StoreError> {
        let rows = sqlx::query(
            "SELECT n, at, seat, text FROM chat WHERE match_id = $1 ORDER BY n DESC LIMIT $2",
        );
        let rows = rows
            .bind(id)
            .bind(i64::from(most))
            .fetch_all(&self.readers)
            .await?;
        let line = |row: &AnyRow| {
            Ok(Line {
                n: row.try_get::<i64, _>(0)?.unsigned_abs(),
                at: row.try_get(1)?,
                seat: index(row.try_get(2)?)?,
                text: row.try_get(3)?,
            })
        };
        rows.iter().rev().map(line).collect()
    }

    async fn rows(&self, sql: &'static str, id: &str) -> Result<Vec<AnyRow>, StoreError> {
        Ok(sqlx::query(sql).bind(id).fetch_all(&self.readers).await?)
    }
}

/// Starts the thread that writes, once the database is up to date.
///
/// It has a thread of its own: a commit goes back and forth between it and the database many times, and would have to
/// queue each time behind whatever else is being worked out.
async fn start_writer(
    url: String,
    sqlite: bool,
    inbox: mpsc::Receiver<Job>,
) -> Result<(), StoreError> {
    let (ready, started) = oneshot::channel();
    let write = async move {
        let begin = if sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
        match open_writer(&url, sqlite).await {
            Ok(pool) => {
                let _ = ready.send(Ok(()));
                Writer { pool, begin }.run(inbox).await;
            }
            Err(error) => {
                let _ = ready.send(Err(error));
            }
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| StoreError::Database(error.into()))?;
    std::thread::Builder::new()
        .name("store".into())
        .spawn(move || runtime.block_on(write))
        .map_err(|error| StoreError::Database(error.into()))?;
    started.await.map_err(|_| StoreError::Closed)?
}

async fn open_writer(url: &str, sqlite: bool) -> Result<AnyPool, StoreError> {
    let writer = pool(sqlite, 1).connect(url).await?;
    schema::migrator().run(&writer).await?;
    Ok(writer)
}

fn act(row: &AnyRow) -> Result<Act, StoreError> {
    let kind: String = row.try_get(1)?;
    let deed = Deed::read(&kind, row.try_get(2)?);
    Ok(Act {
        seat: index(row.try_get(0)?)?,
        deed: deed.ok_or_else(|| StoreError::Damaged(format!("an act called “{kind}”")))?,
    })
}

fn index(seat: i64) -> Result<usize, StoreError> {
    usize::try_from(seat).map_err(|_| StoreError::Damaged(format!("seat {seat}")))
}

fn pool(sqlite: bool, connections: u32) -> AnyPoolOptions {
    let pool = AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE);
    if !sqlite {
        return pool;
    }
    // A file does not go away: its connections may stay, and need no test.
    pool.idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .after_connect(|connection, _| {
            Box::pin(async move { connection.execute(SQLITE).await.map(drop) })
        })
}

/// The address of a file, whatever its name.
fn file_url(path: &Path) -> String {
    let path = path.to_string_lossy();
    let mut url = String::from("sqlite://");
    for c in path.chars() {
        match c {
            '%' => url.push_str("%25"),
            '?' => url.push_str("%3F"),
            '#' => url.push_str("%23"),
            c => url.push(c),
        }
    }
    url + "?mode=rwc"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every connection, the one that writes as well: a journal, and waiting for the disk at each commit.
    #[tokio::test]
    async fn sqlite_waits_for_the_disk() {
        install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let url = file_url(&folder.path().join("matches.sqlite"));
        let pool = pool(true, 1).connect(&url).await.unwrap();
        for (sql, expected) in [
            ("SELECT journal_mode FROM pragma_journal_mode", "wal"),
            (
                "SELECT CAST(synchronous AS TEXT) FROM pragma_synchronous",
                "2",
            ),
            (
                "SELECT CAST(foreign_keys AS TEXT) FROM pragma_foreign_keys",
                "1",
            ),
        ] {
            let row = sqlx::query(sql).fetch_one(&pool).await.unwrap();
            assert_eq!(row.get::<String, _>(0), expected, "{sql}");
        }
    }
}
