//! All tables of the house, and who is let in.

use crate::config::Limits;
use crate::house::acts::Hand;
use crate::house::chairs::{Chairs, Created, seat_all};
use crate::house::games::{Games, Hosted};
use crate::house::glance::Glance;
use crate::house::lru::Open;
use crate::house::play::Play;
use crate::house::steps::{AllSteps, Noticed, viewers};
use crate::house::table::{Access, Table, read_orders};
use crate::problem::{Kind, Problem};
use crate::web::rates::Rates;
use derbyhouse_catalog::AnyMatch;
use derbyhouse_kernel::{Seat, Viewer};
use derbyhouse_scene::{Orders, Standing};
use derbyhouse_store::{NewMatch, SeatRow, Store, StoreError};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Semaphore, SemaphorePermit, watch};

/// The house: games, store, and the tables that somebody is at.
pub struct House {
    pub games: Games,
    pub(super) store: Store,
    pub limits: Limits,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    /// Those whose matches are open.
    open: Mutex<Open>,
    /// Matches in the store.
    matches: AtomicU64,
    heavy: Semaphore,
    pub rates: Rates,
    /// Turns true when the house closes: streams would never end by themselves.
    closing: watch::Sender<bool>,
}

impl House {
    /// Opens the doors.
    pub async fn new(games: Games, store: Store, limits: Limits) -> Result<Self, StoreError> {
        let matches = store.count().await?;
        Ok(Self {
            games,
            tables: Mutex::default(),
            open: Mutex::new(Open::new(limits.open_matches)),
            matches: AtomicU64::new(matches),
            heavy: Semaphore::new(limits.heavy.max(1)),
            rates: Rates::new(&limits),
            closing: watch::Sender::new(false),
            store,
            limits,
        })
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends every stream.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Turns true when the house closes.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// A game by its id.
    pub fn game(&self, id: &str) -> Result<&Arc<Hosted>, Problem> {
        self.games.get(id).ok_or_else(|| {
            let known = self.games.known();
            let what = format!("there is no game “{id}”: it is one of {known}");
            Problem::new(Kind::NotFound, what)
        })
    }

    /// Lets somebody in who has a key.
    pub async fn access(&self, id: &str, key: &str) -> Result<Access, Problem> {
        let table = self.find(id).await?;
        let viewer = table
            .viewer(key)
            .ok_or_else(|| Problem::new(Kind::Forbidden, "this key does not open this match"))?;
        Ok(Access { table, viewer })
    }

    /// A table by the name of its match.
    pub async fn find(&self, id: &str) -> Result<Arc<Table>, Problem> {
        if !crate::secret::is_match_id(id) {
            return Err(Problem::no_match());
        }
        let known = self.tables().get(id).cloned();
        if let Some(table) = known {
            return Ok(table);
        }
        let shell = self.store.shell(id).await?.ok_or_else(Problem::no_match)?;
        let hosted = Arc::clone(self.game(&shell.game)?);
        let table = Arc::new(Table::new(shell, hosted)?);
        let mut tables = self.tables();
        // Somebody may have been quicker: there is one table for a match.
        let table = tables.entry(id.to_owned()).or_insert(table);
        let table = Arc::clone(table);
        if tables.len() > self.limits.known_matches {
            dismiss(&mut tables);
        }
        Ok(table)
    }

    /// Notes that an open match is in use, and folds up another if too many are open.
    pub(super) fn touch(&self, table: &Arc<Table>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = open.touch(table);
        drop(open);
        // Whoever has it in hand just now will touch it again.
        if let Some(oldest) = oldest
            && let Ok(mut state) = oldest.state.try_lock()
        {
            state.fold();
        }
    }

    /// Leave to do work that takes a while: a few at a time.
    pub async fn heavy(&self) -> Result<Heavy<'_>, Problem> {
        let permit = self.heavy.acquire().await.map_err(Problem::internal)?;
        Ok(Heavy(permit))
    }

    /// Sets up a table for a match.
    pub async fn create(
        &self,
        hosted: &Arc<Hosted>,
        played: Box<dyn AnyMatch>,
        chairs: &Chairs,
        tutorial: bool,
    ) -> Result<Created, Problem> {
        if self.matches.load(Ordering::Relaxed) >= self.limits.matches {
            let what = "the house is full: no more matches can be kept";
            return Err(Problem::new(Kind::TooMany, what));
        }
        let mut seating = seat_all(hosted, chairs)?;
        order_as_usual(played.as_ref(), &mut seating.rows)?;
        let heavy = self.heavy().await?;
        let (opening, glance) = heavy.run(|| begin(hosted, played, &seating.rows))?;
        let new = NewMatch {
            id: seating.created.id.clone(),
            game: hosted.info.info.id.to_owned(),
            tutorial,
            opening,
            created: crate::now(),
            glance: serde_json::to_string(&glance).map_err(Problem::internal)?,
            seats: seating.rows,
            keys: seating.keys,
            invitations: seating.invitations,
        };
        self.store.create(new).await?;
        self.matches.fetch_add(1, Ordering::Relaxed);
        Ok(seating.created)
    }
}

/// Leave to do work that takes a while.
pub struct Heavy<'h>(#[allow(dead_code)] SemaphorePermit<'h>);

impl Heavy<'_> {
    /// Does it, and not on the threads that answer.
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        tokio::task::block_in_place(work)
    }
}

/// Where one person plays alone, questions that only keep others from guessing are answered by order from the start.
fn order_as_usual(played: &dyn AnyMatch, seats: &mut [SeatRow]) -> Result<(), Problem> {
    let mut people = Seat::all().zip(seats).filter(|(_, row)| row.bot.is_none());
    if let (Some((seat, row)), None) = (people.next(), people.next()) {
        let usual = |order: Standing| Some((order.id, order.usual?));
        let orders: Orders = played
            .standing(seat)
            .into_iter()
            .filter_map(usual)
            .collect();
        row.orders = serde_json::to_string(&orders).map_err(Problem::internal)?;
    }
    Ok(())
}

/// Lets the computer players answer what is asked first; the opening to be kept, and what a list shows.
fn begin(
    hosted: &Hosted,
    played: Box<dyn AnyMatch>,
    seats: &[SeatRow],
) -> Result<(String, Glance), Problem> {
    let bots: Vec<_> = seats.iter().map(|seat| seat.bot.clone()).collect();
    let orders: Vec<_> = seats.iter().map(read_orders).collect();
    let mut play = Play::known(played, Vec::new());
    let mut hand = Hand {
        hosted,
        play: &mut play,
        steps: &AllSteps::default(),
        bots: &bots,
        orders: &orders,
        done: Vec::new(),
    };
    hand.answer(None)?;
    let played = play.get();
    let scene = played.scene(Viewer::Observer);
    let noticed = begin_counting(hosted, played);
    let glance = Glance::of(played, 0, noticed, &scene, hosted.seats());
    Ok((played.record(), glance))
}

/// How far a new match has come for everybody, where seats hide things from each other.
fn begin_counting(hosted: &Hosted, played: &dyn AnyMatch) -> Vec<Noticed> {
    if !hosted.hides() {
        return Vec::new();
    }
    let steps = AllSteps::count(played, hosted.seats());
    let count = |viewer| Noticed {
        version: 0,
        moves: steps.of(viewer).made(played.moves()),
        updated: crate::now(),
    };
    viewers(hosted.seats()).map(count).collect()
}

/// Forgets the tables that nobody is at and that were used the longest ago.
fn dismiss(tables: &mut HashMap<String, Arc<Table>>) {
    let mut idle: Vec<(u64, String)> = tables
        .iter()
        .filter(|(_, table)| Arc::strong_count(table) == 1)
        .map(|(id, table)| (table.used.load(Ordering::Relaxed), id.clone()))
        .collect();
    idle.sort_unstable();
    for (_, id) in idle.iter().take(tables.len() / 8 + 1) {
        tables.remove(id);
    }
}
