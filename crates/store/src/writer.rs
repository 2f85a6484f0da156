//! The one task that writes.
//!
//! A commit waits for the disk. While it does, others come to be written; they are taken together in the next one.

use crate::error::StoreError;
use crate::hash::Hash;
use crate::matches::{Act, Line, NewMatch};
use crate::statements;
use sqlx::AnyPool;
use tokio::sync::{mpsc, oneshot};

/// The most that goes into one transaction, so that nobody waits for ever.
const MOST: usize = 256;

/// Acts to be kept.
#[derive(Clone, Debug)]
pub struct Append {
    /// The match.
    pub id: String,
    /// How many acts it has had so far.
    pub version: u64,
    /// The next ones, in order.
    pub acts: Vec<Act>,
    /// Seconds since 1970.
    pub now: i64,
    /// What a list shows of the match afterwards.
    pub glance: String,
}

/// Something to be written.
pub(crate) enum Write {
    Create(Box<NewMatch>),
    Append(Append),
    Claim {
        id: String,
        invitation: Hash,
        key: Hash,
        name: String,
    },
    Name {
        id: String,
        seat: usize,
        name: String,
    },
    Seen {
        id: String,
        seat: usize,
        moves: u64,
    },
    Orders {
        id: String,
        seat: usize,
        orders: String,
    },
    Say {
        id: String,
        line: Line,
    },
}

/// What came of it: the seat that was claimed, if one was.
pub(crate) type Written = Result<Option<usize>, StoreError>;

pub(crate) struct Job {
    pub write: Write,
    pub done: oneshot::Sender<Written>,
}

/// Writes until nobody can ask for it any more.
pub(crate) struct Writer {
    /// Of one connection.
    pub pool: AnyPool,
    /// The words that begin a transaction: SQLite takes the lock at once, so that it cannot fail half-way.
    pub begin: &'static str,
}

impl Writer {
    pub async fn run(self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(MOST);
        while jobs.recv_many(&mut batch, MOST).await > 0 {
            match self.together(&batch).await {
                Ok(written) => {
                    for (job, seat) in batch.drain(..).zip(written) {
                        job.answer(Ok(seat));
                    }
                }
                // One that fails must not take the others with it.
                Err(error) if batch.len() > 1 => {
                    tracing::debug!(%error, "writing one by one");
                    for job in batch.drain(..) {
                        let written = self.alone(&job.write).await;
                        job.answer(written);
                    }
                }
                Err(error) => {
                    if let Some(job) = batch.pop() {
                        job.answer(Err(error));
                    }
                }
            }
        }
        self.pool.close().await;
    }

    async fn together(&self, jobs: &[Job]) -> Result<Vec<Option<usize>>, StoreError> {
        let mut transaction = self.pool.begin_with(self.begin).await?;
        let mut written = Vec::with_capacity(jobs.len());
        for job in jobs {
            written.push(statements::write(&mut transaction, &job.write).await?);
        }
        transaction.commit().await?;
        Ok(written)
    }

    async fn alone(&self, write: &Write) -> Written {
        let mut transaction = self.pool.begin_with(self.begin).await?;
        let seat = statements::write(&mut transaction, write).await?;
        transaction.commit().await?;
        Ok(seat)
    }
}

impl Job {
    fn answer(self, written: Written) {
        // Whoever asked may have left.
        let _ = self.done.send(written);
    }
}
