//! Live updates: a stream of what its listener may know, now and after each change.

use crate::api::params::IdPath;
use crate::api::responses::MatchProblems;
use crate::house::{Access, House, News, Stir};
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often a silent stream says that it lives.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Somebody who listens. Counted while they do.
struct Listener {
    access: Access,
    stir: watch::Receiver<Stir>,
    closing: watch::Receiver<bool>,
    /// What was told last, and how often somebody had sat down then; nothing yet at first.
    told: Option<(u64, News)>,
}

impl Listener {
    fn new(access: Access, closing: watch::Receiver<bool>) -> Self {
        access.table.stir.send_modify(|stir| stir.people += 1);
        let stir = access.table.stir.subscribe();
        Self {
            access,
            stir,
            closing,
            told: None,
        }
    }

    /// The next news; `None` when the house closes.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if self.told.is_some() {
                tokio::select! {
                    changed = self.stir.changed() => changed.ok()?,
                    _ = self.closing.wait_for(|closing| *closing) => return None,
                }
            }
            let stir = *self.stir.borrow_and_update();
            let news = self.access.table.news(&stir, self.access.viewer);
            let now = (stir.seatings, news);
            // What others did and hid is no news.
            if self.told.as_ref() != Some(&now) {
                let event = Event::default().event("state").json_data(&now.1).ok();
                self.told = Some(now);
                return event;
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.access.table.stir.send_modify(|stir| stir.people -= 1);
    }
}

/// What changes at the table: `event: state`, with version, moves, who is asked, lines of chat, listeners.
#[utoipa::path(get, path = "/api/matches/{id}/events", tag = "table", security(("key" = [])),
    params(IdPath),
    responses((status = 200, body = News, content_type = "text/event-stream"), MatchProblems))]
pub async fn events(
    State(house): State<Arc<House>>,
    access: Access,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let listener = Listener::new(access, house.closing());
    let news = stream::unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Sse::new(news).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}
