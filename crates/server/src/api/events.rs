//! Live updates: a stream of what everybody may know, now and after each change.

use crate::api::params::IdPath;
use crate::api::responses::MatchProblems;
use crate::house::{Access, House, News, Table};
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
    table: Arc<Table>,
    news: watch::Receiver<News>,
    closing: watch::Receiver<bool>,
    /// Whether the first news are still to be told.
    first: bool,
}

impl Listener {
    fn new(table: Arc<Table>, closing: watch::Receiver<bool>) -> Self {
        table.news.send_modify(|news| news.people += 1);
        let news = table.news.subscribe();
        Self {
            table,
            news,
            closing,
            first: true,
        }
    }

    /// The next news; `None` when the house closes.
    async fn next(&mut self) -> Option<Event> {
        if !self.first {
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                _ = self.closing.wait_for(|closing| *closing) => return None,
            }
        }
        self.first = false;
        let news = self.news.borrow_and_update().clone();
        Event::default().event("state").json_data(news).ok()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.table.news.send_modify(|news| news.people -= 1);
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
    let listener = Listener::new(access.table, house.closing());
    let news = stream::unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Sse::new(news).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}
