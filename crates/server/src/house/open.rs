//! A match held open: to look at it, or to act and store what was done.

use crate::house::acts::{Act, Hand};
use crate::house::glance::Glance;
use crate::house::play::Play;
use crate::house::played::{Played, State};
use crate::house::steps::{AllSteps, Noticed, Steps, viewers};
use crate::house::table::Table;
use crate::house::tables::House;
use crate::house::view::{TableView, Wanted};
use crate::problem::Problem;
use derbyhouse_catalog::AnyMatch;
use derbyhouse_kernel::{Seat, Viewer};
use derbyhouse_store::{Append, Deed};
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
        let away = matches!(state.played, Played::Away);
        state.open(&table.id, &table.hosted, &self.store).await?;
        if away && let Some(shell) = self.store.shell(&table.id).await? {
            // Another process may have gone on with it.
            let glance = serde_json::from_str(&shell.glance).map_err(Problem::internal)?;
            table.publish(glance, shell.updated);
        }
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
        let now = opened.version(Viewer::Seat(seat));
        if version.is_some_and(|version| version != now) {
            return Err(Problem::stale(now));
        }
        let (view, append) = if act.is_heavy() {
            let heavy = self.heavy().await?;
            heavy.run(|| opened.act(seat, &act, &wanted))?
        } else {
            opened.act(seat, &act, &wanted)?
        };
        let version_after = append.version + append.acts.len() as u64;
        let (now, glance) = (append.now, append.glance.clone());
        if let Err(error) = self.store.append(append).await {
            opened.forget();
            return Err(error.into());
        }
        opened.state.version = version_after;
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

    /// What the next act of a viewer must name.
    pub fn version(&self, viewer: Viewer) -> u64 {
        match self.steps(viewer) {
            Steps::All => self.state.version,
            Steps::Noticed { .. } => self.table.noticed(viewer).version,
        }
    }

    /// How a viewer counts what was done.
    pub fn steps(&self, viewer: Viewer) -> &Steps {
        self.state.steps.of(viewer)
    }

    /// The table as that viewer sees it.
    pub fn view(&self, viewer: Viewer, wanted: &Wanted) -> Result<TableView, Problem> {
        self.view_as(self.version(viewer), viewer, wanted)
    }

    fn view_as(&self, version: u64, viewer: Viewer, wanted: &Wanted) -> Result<TableView, Problem> {
        let play = self.play()?;
        let steps = self.steps(viewer);
        let count = (version, steps.made(play.get().moves()));
        let view = TableView::of(&self.table.hosted, play.get(), count, viewer, wanted);
        Ok(match viewer {
            Viewer::Seat(seat) => view.with_way_back(play, seat, &self.table.bots(), steps),
            Viewer::Observer => view,
        })
    }

    /// How far the match has come for everybody once something was done; `seen` is what each saw before. Whoever did it
    /// has noticed, if it came to anything at all. A version rises by as much as the moves do, and by more if any were taken back:
    /// so a page knows whether what it has read still holds.
    fn noticed(
        &self,
        by: Seat,
        seen: &[String],
        done: &[derbyhouse_store::Act],
    ) -> Result<Vec<Noticed>, Problem> {
        let played = self.played()?;
        let undone = done.iter().any(|act| act.deed == Deed::Undo);
        let notice = |(viewer, seen): (Viewer, &String)| {
            let before = self.table.noticed(viewer);
            if done.is_empty() {
                return Ok(before);
            }
            let moves = self.steps(viewer).made(played.moves());
            if viewer != Viewer::Seat(by) && moves == before.moves && *seen == self.sight(viewer)? {
                return Ok(before);
            }
            let more = (moves + usize::from(undone)).saturating_sub(before.moves);
            Ok(Noticed {
                version: before.version + more.max(1) as u64,
                moves,
                updated: crate::now(),
            })
        };
        viewers(self.table.hosted.seats())
            .zip(seen)
            .map(notice)
            .collect()
    }

    /// What everybody sees before that seat does something, which it notices anyway; nothing where all count alike.
    fn sights(&self, but: Seat) -> Result<Vec<String>, Problem> {
        let hosted = &self.table.hosted;
        if !hosted.hides() {
            return Ok(Vec::new());
        }
        viewers(hosted.seats())
            .map(|viewer| match viewer == Viewer::Seat(but) {
                true => Ok(String::new()),
                false => self.sight(viewer),
            })
            .collect()
    }

    /// Everything on the table that a viewer can see, to be compared.
    fn sight(&self, viewer: Viewer) -> Result<String, Problem> {
        let play = self.play()?;
        let asked: Vec<usize> = play.get().asked().iter().map(Seat::index).collect();
        let back = match viewer {
            Viewer::Seat(seat) => {
                let to = play.undo_to(seat, &self.table.bots());
                (to < play.get().moves()).then(|| self.steps(viewer).made(to))
            }
            Viewer::Observer => None,
        };
        let scene = play.get().scene(viewer);
        serde_json::to_string(&(asked, back, scene)).map_err(Problem::internal)
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
        let seen = self.sights(seat)?;
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
        self.count(&done)?;
        let acts = self.state.version + done.len() as u64;
        let noticed = self.noticed(seat, &seen, &done)?;
        let viewer = Viewer::Seat(seat);
        let own = noticed.get(seat.index());
        let mut view = self.view_as(own.map_or(acts, |own| own.version), viewer, wanted)?;
        let played = self.played()?;
        view.news = self.steps(viewer).number(played.log(viewer, before + 1));
        let glance = Glance::of(
            played,
            acts,
            noticed,
            &view.scene,
            self.table.hosted.seats(),
        );
        let append = Append {
            id: self.table.id.clone(),
            version: self.state.version,
            acts: done,
            now: crate::now(),
            glance: serde_json::to_string(&glance).map_err(Problem::internal)?,
        };
        Ok((view, append))
    }

    /// Counts the steps of what was done; those taken back make a count from the start necessary.
    fn count(&mut self, done: &[derbyhouse_store::Act]) -> Result<(), Problem> {
        let seats = self.table.hosted.seats();
        if !self.table.hosted.hides() {
            return Ok(());
        }
        let Opened { state, .. } = self;
        let State { played, steps, .. } = &mut **state;
        let Played::Open(play) = played else {
            return Err(Problem::internal("a match was folded up while it was open"));
        };
        if done.iter().any(|act| act.deed == Deed::Undo) {
            *steps = AllSteps::count(play.get(), seats);
        } else {
            steps.catch_up(play.get(), seats);
        }
        Ok(())
    }

    fn try_act(&mut self, seat: Seat, act: &Act) -> Result<Vec<derbyhouse_store::Act>, Problem> {
        let (bots, orders) = (self.table.bots(), self.table.orders());
        let State { played, steps, .. } = &mut *self.state;
        let Played::Open(play) = played else {
            return Err(Problem::internal("a match was folded up while it was open"));
        };
        let mut hand = Hand {
            hosted: &self.table.hosted,
            play,
            steps,
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
