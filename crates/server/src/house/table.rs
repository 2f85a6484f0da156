//! A table: one match, and everybody around it.

use crate::house::games::Hosted;
use crate::house::glance::{Glance, SeatKind, SeatSummary, Summary};
use crate::house::played::State;
use crate::house::steps::Noticed;
use crate::problem::Problem;
use derbyhouse_kernel::{Seat, Viewer};
use derbyhouse_scene::Orders;
use derbyhouse_store::{Hash, Key, SeatRow, Shell};
use serde::Serialize;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use utoipa::ToSchema;

/// What somebody at a table is told when something changes for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct News {
    /// Rises with everything that changes what they see.
    pub version: u64,
    /// Choices in force, as they count.
    pub moves: usize,
    /// Who is asked.
    pub asked: Vec<&'static str>,
    /// Lines said so far.
    pub chat: u64,
    /// How many are listening.
    pub people: usize,
}

/// What changes at a table besides the match; sent whenever the match does too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stir {
    chat: u64,
    /// How many are listening.
    pub people: usize,
    /// How often somebody sat down or took a name.
    pub seatings: u64,
}

/// Who sits around a table, and what opens it.
pub struct People {
    pub seats: Vec<SeatRow>,
    pub keys: Vec<Key>,
    /// Seats that wait for somebody.
    pub open: Vec<usize>,
}

/// The public side of a match.
struct Board {
    glance: Glance,
    updated: i64,
}

/// One match and everybody around it.
pub struct Table {
    pub id: String,
    pub hosted: Arc<Hosted>,
    pub tutorial: bool,
    created: i64,
    people: Mutex<People>,
    board: Mutex<Board>,
    /// The match itself. Whoever acts holds it until the act is stored, so that nobody sees what may not last.
    pub(super) state: Arc<tokio::sync::Mutex<State>>,
    /// Says the next line.
    pub(super) chat: tokio::sync::Mutex<u64>,
    pub stir: watch::Sender<Stir>,
    /// When its match was last opened, by the house's count.
    pub(super) used: AtomicU64,
}

/// A poisoned lock guards plain data that is whole at every moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Table {
    /// From what the store has.
    pub fn new(shell: Shell, hosted: Arc<Hosted>) -> Result<Self, Problem> {
        let glance: Glance = serde_json::from_str(&shell.glance)
            .map_err(|why| Problem::internal(format!("match {}: {why}", shell.id)))?;
        let stir = Stir {
            chat: shell.chat,
            ..Stir::default()
        };
        Ok(Self {
            id: shell.id,
            hosted,
            tutorial: shell.tutorial,
            created: shell.created,
            people: Mutex::new(People {
                seats: shell.seats,
                keys: shell.keys,
                open: shell.open,
            }),
            board: Mutex::new(Board {
                glance,
                updated: shell.updated,
            }),
            state: Arc::default(),
            chat: tokio::sync::Mutex::new(shell.chat),
            stir: watch::Sender::new(stir),
            used: AtomicU64::new(0),
        })
    }

    /// Who sits around it.
    pub fn people(&self) -> MutexGuard<'_, People> {
        lock(&self.people)
    }

    /// As whom a key opens it. Every key is compared, each in constant time.
    pub fn viewer(&self, key: &str) -> Option<Viewer> {
        let hash = Hash::of(key);
        let mut found = None;
        for key in &self.people().keys {
            if key.hash == hash {
                found = Some(key.seat);
            }
        }
        Some(match found? {
            Some(seat) => Viewer::Seat(Seat::new(seat)?),
            None => Viewer::Observer,
        })
    }

    /// The computer player of each seat.
    pub fn bots(&self) -> Vec<Option<String>> {
        let people = self.people();
        people.seats.iter().map(|seat| seat.bot.clone()).collect()
    }

    /// What each seat answers once for all.
    pub fn orders(&self) -> Vec<Orders> {
        let people = self.people();
        people.seats.iter().map(read_orders).collect()
    }

    /// Whether somebody other than this seat's owner plays or is to play.
    pub fn has_others(&self, than: Seat) -> bool {
        let people = self.people();
        let mut seats = people.seats.iter().enumerate();
        seats.any(|(index, seat)| index != than.index() && seat.bot.is_none())
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        lock(&self.board).glance.over.is_some()
    }

    /// Tells everybody what has happened, after it is stored.
    pub fn publish(&self, glance: Glance, now: i64) {
        *lock(&self.board) = Board {
            glance,
            updated: now,
        };
        self.stir.send_modify(|_| {});
    }

    /// Tells everybody that something was said.
    pub fn said(&self, line: u64) {
        self.stir.send_modify(|stir| stir.chat = line);
    }

    /// Tells everybody that somebody sits there now, or has another name.
    pub fn seated(&self) {
        self.stir.send_modify(|stir| stir.seatings += 1);
    }

    /// What a viewer is told of that.
    pub fn news(&self, stir: &Stir, viewer: Viewer) -> News {
        let noticed = self.noticed(viewer);
        News {
            version: noticed.version,
            moves: noticed.moves,
            asked: ids(&self.hosted, &lock(&self.board).glance.asked),
            chat: stir.chat,
            people: stir.people,
        }
    }

    /// How far the match has come for a viewer.
    pub fn noticed(&self, viewer: Viewer) -> Noticed {
        let board = lock(&self.board);
        board.glance.noticed_by(viewer, board.updated)
    }

    /// What a list shows.
    pub fn summary(&self, viewer: Viewer) -> Summary {
        let people = self.people();
        let board = lock(&self.board);
        let glance = board.glance.clone();
        let noticed = glance.noticed_by(viewer, board.updated);
        let info = &self.hosted.info.info;
        Summary {
            id: self.id.clone(),
            game: info.id,
            title: glance.title,
            created: self.created,
            updated: noticed.updated,
            version: noticed.version,
            moves: noticed.moves,
            seats: (0..people.seats.len())
                .map(|seat| self.seat(&people, seat, glance.asked.contains(&seat)))
                .collect(),
            clock: glance.clock,
            you: match viewer {
                Viewer::Seat(seat) => Some(self.hosted.seat_id(seat.index())),
                Viewer::Observer => None,
            },
            seen: match viewer {
                Viewer::Seat(seat) => people.seats.get(seat.index()).and_then(|row| row.seen),
                Viewer::Observer => None,
            },
            over: glance.over,
            tutorial: self.tutorial,
        }
    }

    fn seat(&self, people: &People, index: usize, asked: bool) -> SeatSummary {
        let row = &people.seats[index];
        let info = self.hosted.info.info.seats.get(index);
        SeatSummary {
            id: info.map_or("", |seat| seat.id),
            label: info.map_or("", |seat| seat.label),
            name: row.name.clone(),
            kind: match &row.bot {
                Some(_) => SeatKind::Bot,
                None if people.open.contains(&index) => SeatKind::Open,
                None => SeatKind::Person,
            },
            bot: row.bot.clone(),
            asked,
        }
    }
}

/// What a seat has ordered. What does not read as orders orders nothing.
pub fn read_orders(seat: &SeatRow) -> Orders {
    serde_json::from_str(&seat.orders).unwrap_or_default()
}

fn ids(hosted: &Hosted, seats: &[usize]) -> Vec<&'static str> {
    seats.iter().map(|&seat| hosted.seat_id(seat)).collect()
}

/// Somebody at a table, let in by a key.
#[derive(Clone)]
pub struct Access {
    pub table: Arc<Table>,
    pub viewer: Viewer,
}
