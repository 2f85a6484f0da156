//! A match held open: to look at it, or to act and store what was done.

use crate::house::acts::{Act, Hand};
use crate::house::glance::Glance;
use crate::house::play::Play;
use crate::house::played::{Played, State};
use crate::house::table::Table;
use crate::house::tables::House;
use crate::house::view::{TableView, Wanted};
use crate::problem::Problem;
use derbyhouse_catalog::AnyMatch;
use derbyhouse_kernel::{Seat, Viewer};
use derbyhouse_store::Append;
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// A match that nobody else can touch while this lives.
pub struct Opened {
    table: Arc<Table>,
    state: OwnedMutexGuard<State>,
}

impl House {
    /// Opens the match of a table.
    pub async fn open(&self, table: &Arc<Table>) -> Result<Opened, Problem> {
        let mut state = Arc::clone(&table.state).lock_owned().await;
        state.open(&table.id, &table.hosted, &self.store).await?;
        self.touch(table);
        Ok(Opened {
            table: Arc::clone(table),
            state,
        })
    }

    /// Does something at a table and stores it. What is not stored has not happened.
    ///
    /// A client that hangs up must not stop this half-way: it belongs into a task of its own. What answers a question
    /// names the version that its sender saw.
    pub async fn act(
        &self,
        table: Arc<Table>,
        seat: Seat,
        version: Option<u64>,
        act: Act,
        wanted: Wanted,
    ) -> Result<TableView, Problem> {
        let mut opened = self.open(&table).await?;
        if version.is_some_and(|version| version != opened.version()) {
            return Err(Problem::stale(opened.version()));
        }
        let (view, append) = if act.is_heavy() {
            let heavy = self.heavy().await?;
            heavy.run(|| opened.act(seat, &act, &wanted))?
        } else {
            opened.act(seat, &act, &wanted)?
        };
        let (now, glance) = (append.now, append.glance.clone());
        if let Err(error) = self.store.append(append).await {
            opened.forget();
            return Err(error.into());
        }
        opened.state.version = view.version;
        if let Ok(glance) = serde_json::from_str(&glance) {
            table.publish(glance, now);
        }
        Ok(view)
    }
}

impl Opened {
    fn play(&self) -> Result<&Play, Problem> {
        match &self.state.played {
            Played::Open(play) => Ok(play),
            _ => Err(Problem::internal("a match was folded up while it was open")),
        }
    }

    /// The match.
    pub fn played(&self) -> Result<&dyn AnyMatch, Problem> {
        self.play().map(Play::get)
    }

    /// Acts so far.
    pub fn version(&self) -> u64 {
        self.state.version
    }

    /// The table as that viewer sees it.
    pub fn view(&self, viewer: Viewer, wanted: &Wanted) -> Result<TableView, Problem> {
        self.view_as(self.version(), viewer, wanted)
    }

    fn view_as(&self, version: u64, viewer: Viewer, wanted: &Wanted) -> Result<TableView, Problem> {
        let play = self.play()?;
        let view = TableView::of(&self.table.hosted, play.get(), version, viewer, wanted);
        Ok(match viewer {
            Viewer::Seat(seat) => view.with_way_back(play, seat, &self.table.bots()),
            Viewer::Observer => view,
        })
    }

    fn forget(&mut self) {
        self.state.forget();
    }

    /// Does it in memory; what is to be stored comes back with what is to be shown.
    fn act(
        &mut self,
        seat: Seat,
        act: &Act,
        wanted: &Wanted,
    ) -> Result<(TableView, Append), Problem> {
        let before = self.played()?.moves();
        let acted = self.try_act(seat, act);
        let done = match acted {
            Ok(done) => done,
            Err(problem) => {
                // All or nothing: what was begun is forgotten.
                if self.played()?.moves() != before {
                    self.forget();
                }
                return Err(problem);
            }
        };
        let version = self.version() + done.len() as u64;
        let viewer = Viewer::Seat(seat);
        let mut view = self.view_as(version, viewer, wanted)?;
        let played = self.played()?;
        view.news = played.log(viewer, before + 1);
        let glance = Glance::of(played, version, &view.scene, self.table.hosted.seats());
        let append = Append {
            id: self.table.id.clone(),
            version: self.version(),
            acts: done,
            now: crate::now(),
            glance: serde_json::to_string(&glance).map_err(Problem::internal)?,
        };
        Ok((view, append))
    }

    fn try_act(&mut self, seat: Seat, act: &Act) -> Result<Vec<derbyhouse_store::Act>, Problem> {
        let (bots, orders) = (self.table.bots(), self.table.orders());
        let Played::Open(play) = &mut self.state.played else {
            return Err(Problem::internal("a match was folded up while it was open"));
        };
        let mut hand = Hand {
            hosted: &self.table.hosted,
            play,
            bots: &bots,
            orders: &orders,
            done: Vec::new(),
        };
        hand.act(seat, act)?;
        Ok(hand.done)
    }
}

/// A panic half-way through an act leaves nothing behind.
impl Drop for Opened {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.forget();
        }
    }
}
