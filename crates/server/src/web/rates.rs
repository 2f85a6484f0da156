//! How often one address may ask.

use crate::config::Limits;
use crate::house::House;
use crate::problem::{Kind, Problem};
use crate::web::peer::Peer;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many seconds' worth of requests may come at once: a page with all its files.
const BURST: u32 = 4;
/// Addresses that were not seen lately are forgotten after that many requests.
const TIDY: u32 = 4096;

/// Counts by address.
pub struct Rates {
    requests: Option<DefaultKeyedRateLimiter<Peer>>,
    matches: Option<DefaultKeyedRateLimiter<Peer>>,
    seen: AtomicU32,
}

impl Rates {
    /// Counts up to these limits.
    pub fn new(limits: &Limits) -> Self {
        let requests = NonZeroU32::new(limits.rate).map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
            DefaultKeyedRateLimiter::dashmap(Quota::per_second(rate).allow_burst(burst))
        });
        let matches = NonZeroU32::new(limits.new_matches)
            .map(|rate| DefaultKeyedRateLimiter::dashmap(Quota::per_minute(rate)));
        Self {
            requests,
            matches,
            seen: AtomicU32::new(0),
        }
    }

    /// May this address ask now?
    pub fn ask(&self, peer: Peer) -> Result<(), Problem> {
        if self.seen.fetch_add(1, Ordering::Relaxed) % TIDY == TIDY - 1 {
            self.requests.iter().for_each(|rates| rates.retain_recent());
            self.matches.iter().for_each(|rates| rates.retain_recent());
        }
        check(self.requests.as_ref(), peer, "too many requests at once")
    }

    /// May this address make another match now?
    pub fn make_match(&self, peer: Peer) -> Result<(), Problem> {
        check(self.matches.as_ref(), peer, "too many new matches at once")
    }
}

fn check(
    rates: Option<&DefaultKeyedRateLimiter<Peer>>,
    peer: Peer,
    what: &str,
) -> Result<(), Problem> {
    let Some(rates) = rates else {
        return Ok(());
    };
    rates.check_key(&peer).map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        let seconds = wait.as_secs() + 1;
        let detail = format!("{what}: please wait {seconds} s and try again");
        Problem::new(Kind::TooMany, detail).after(seconds)
    })
}

/// Turns away who asks too often.
pub async fn limit(
    State(house): State<Arc<House>>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Response {
    match house.rates.ask(peer) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
