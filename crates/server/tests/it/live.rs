//! Live updates.

use crate::desk::{Desk, Seats};
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::time::Duration;

/// Somebody who listens to a table.
pub struct Ear {
    body: Body,
    heard: String,
}

impl Ear {
    pub async fn new(desk: &Desk, seats: &Seats, key: &str) -> Self {
        let request = Request::get(seats.at("events"))
            .header("authorization", format!("Bearer {key}"))
            .header("accept-encoding", "gzip, br");
        let response = desk.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-cache");
        assert!(!response.headers().contains_key("content-encoding"));
        Self {
            body: response.into_body(),
            heard: String::new(),
        }
    }

    /// The next state.
    pub async fn next(&mut self) -> Value {
        loop {
            if let Some((event, rest)) = self.heard.split_once("\n\n") {
                let data = event.strip_prefix("event: state\ndata: ").unwrap();
                let data = serde_json::from_str(data).unwrap();
                self.heard = rest.to_owned();
                return data;
            }
            let frame = tokio::time::timeout(Duration::from_secs(5), self.body.frame()).await;
            let bytes = frame.unwrap().unwrap().unwrap().into_data().unwrap();
            self.heard += std::str::from_utf8(&bytes).unwrap();
        }
    }

    /// Whether nothing comes for a moment.
    pub async fn is_silent(&mut self) -> bool {
        let frame = tokio::time::timeout(Duration::from_millis(40), self.body.frame()).await;
        self.heard.is_empty() && frame.is_err()
    }

    /// The next state for which something holds; states that follow each other quickly may come as one.
    async fn until(&mut self, what: impl Fn(&Value) -> bool) -> Value {
        loop {
            let state = self.next().await;
            if what(&state) {
                return state;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_hears_of_everything() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let mut north = Ear::new(&desk, &seats, seats.key_of("north")).await;
    let state = north.next().await;
    let start =
        json!({ "version": 0, "moves": 0, "asked": ["north", "south"], "chat": 0, "people": 1 });
    assert_eq!(state, start);
    let mut watcher = Ear::new(&desk, &seats, &seats.observer).await;
    assert_eq!(watcher.next().await["people"], 2);
    north.until(|state| state["people"] == 2).await;

    desk.choose(&seats, seats.key_of("south"), "keep").await;
    for ear in [&mut north, &mut watcher] {
        let state = ear.next().await;
        assert_eq!(state["version"], 1);
        assert_eq!(state["asked"], json!(["north"]));
    }
    let body = json!({ "version": 1 });
    desk.post(&seats.at("undo"), seats.key_of("south"), body)
        .await
        .ok();
    let state = north.next().await;
    assert_eq!((&state["version"], &state["moves"]), (&json!(2), &json!(0)));
    let body = json!({ "text": "hello" });
    desk.post(&seats.at("chat"), seats.key_of("south"), body)
        .await
        .ok();
    assert_eq!(north.next().await["chat"], 1);
    drop(watcher);
    north.until(|state| state["people"] == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_is_told_how_it_stands() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let mut ear = Ear::new(&desk, &seats, &seats.observer).await;
    ear.next().await;
    drop(ear);
    desk.choose(&seats, seats.key_of("north"), "keep").await;
    desk.choose(&seats, seats.key_of("south"), "keep").await;
    let mut ear = Ear::new(&desk, &seats, &seats.observer).await;
    let state = ear.next().await;
    assert_eq!(
        (&state["version"], &state["people"]),
        (&json!(2), &json!(1))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_told_of_what_was_refused() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let mut ear = Ear::new(&desk, &seats, &seats.observer).await;
    ear.next().await;
    let body = json!({ "version": 0, "choices": [{ "choice": "keep" }, { "choice": "fly" }] });
    let answer = desk
        .post(&seats.at("choices"), seats.key_of("north"), body)
        .await;
    answer.refused(409, "not-asked");
    let silence = tokio::time::timeout(Duration::from_millis(200), ear.next()).await;
    assert!(silence.is_err(), "{silence:?}");
}
