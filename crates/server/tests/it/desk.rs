//! A house for one test, and somebody who writes to it.

use crate::postgres::new_database;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, Response, StatusCode, header};
use derbyhouse_catalog::{Adapter, AnyGame};
use derbyhouse_server::{Games, House, Limits, router};
use derbyhouse_store::Store;
use derbyhouse_testkit::toy::Toy;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;
use tower::ServiceExt;
use wolfpack_1974::Wolfpack;

pub const WOLFPACK: &str = "wolfpack-1974";

/// A house with its store in a folder of its own.
pub struct Desk {
    pub router: Router,
    pub house: Arc<House>,
    pub place: Arc<Place>,
}

/// Where matches are kept: a folder of its own, or a database of its own.
pub enum Place {
    File(TempDir),
    Postgres(String),
}

/// Set where the tests are to run on PostgreSQL: the folder of its socket, and the program that makes databases.
pub const SOCKET: &str = "DERBYHOUSE_TEST_SOCKET";
pub const CREATEDB: &str = "DERBYHOUSE_TEST_CREATEDB";

impl Place {
    fn new() -> Self {
        match (std::env::var_os(SOCKET), std::env::var_os(CREATEDB)) {
            (Some(socket), Some(createdb)) => {
                Self::Postgres(new_database(socket.as_ref(), createdb.as_ref()))
            }
            _ => Self::File(tempfile::tempdir().unwrap()),
        }
    }

    async fn store(&self) -> Store {
        match self {
            Self::File(folder) => Store::file(&folder.path().join("matches.sqlite")).await,
            Self::Postgres(url) => Store::open(url).await,
        }
        .unwrap()
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

/// Limits that no test runs into by accident.
pub fn wide() -> Limits {
    Limits {
        rate: 0,
        new_matches: 0,
        ..Limits::default()
    }
}

fn games(toy: Toy) -> Games {
    let wolfpack: Arc<dyn AnyGame> = Arc::new(Adapter::new(Wolfpack::new(&[]).unwrap()));
    let second = wolfpack_2024::Wolfpack::new(&[]).unwrap();
    let third = pq17::Pq17::new(&[]).unwrap();
    Games::new(vec![
        wolfpack,
        Arc::new(Adapter::new(second)),
        Arc::new(Adapter::new(third)),
        Arc::new(Adapter::new(toy)),
    ])
}

impl Desk {
    pub async fn new() -> Self {
        Self::with(wide(), Toy::new()).await
    }

    pub async fn with(limits: Limits, toy: Toy) -> Self {
        Self::at(Arc::new(Place::new()), limits, toy).await
    }

    async fn at(place: Arc<Place>, limits: Limits, toy: Toy) -> Self {
        let store = place.store().await;
        let house = House::new(games(toy), store, limits).await.unwrap();
        let house = Arc::new(house);
        Self {
            router: router(Arc::clone(&house)),
            house,
            place,
        }
    }

    /// The same store, opened by another process.
    pub async fn again(&self) -> Self {
        Self::at(Arc::clone(&self.place), wide(), Toy::new()).await
    }

    pub async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    async fn call(&self, method: &str, path: &str, key: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if !key.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        self.ask(request.body(body).unwrap()).await
    }

    /// Sends a request of any form, and checks what every answer must be like.
    pub async fn ask(&self, request: Request<Body>) -> Answer {
        let what = format!("{} {}", request.method(), request.uri());
        let response = self.send(request).await;
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        let answer = Answer {
            status: parts.status,
            headers: parts.headers,
            bytes,
        };
        answer.check(&what);
        answer
    }

    pub async fn get(&self, path: &str, key: &str) -> Answer {
        self.call("GET", path, key, None).await
    }

    pub async fn post(&self, path: &str, key: &str, body: Value) -> Answer {
        self.call("POST", path, key, Some(body)).await
    }

    /// Makes a match.
    pub async fn make(&self, new: Value) -> Seats {
        let made = self.post("/api/matches", "", new).await;
        Seats::of(made.created())
    }

    /// A match of Wolfpack for one person.
    pub async fn wolfpack(&self, seed: u64) -> Seats {
        self.make(json!({ "game": WOLFPACK, "seed": seed.to_string() }))
            .await
    }

    /// A match of the toy game for two people, both sitting here.
    pub async fn toy(&self, seed: u64) -> Seats {
        self.make(json!({ "game": "toy", "seed": seed.to_string(), "options": ["no-gamble"] }))
            .await
    }

    /// A match out of a record.
    pub async fn import(&self, record: &str) -> Seats {
        let made = self
            .post("/api/matches/import", "", json!({ "record": record }))
            .await;
        Seats::of(made.created())
    }

    /// The table as somebody sees it.
    pub async fn table(&self, seats: &Seats, key: &str) -> Value {
        self.get(&seats.at("table"), key).await.ok()
    }

    /// Makes a choice and gives the table after it.
    pub async fn choose(&self, seats: &Seats, key: &str, choice: &str) -> Value {
        let version = self.table(seats, key).await["version"].clone();
        let body = json!({ "version": version, "choices": [{ "choice": choice }] });
        self.post(&seats.at("choices"), key, body).await.ok()
    }

    /// Everything that the store and the page have of a match, for one viewer.
    pub async fn snapshot(&self, seats: &Seats, key: &str) -> Vec<Value> {
        vec![
            self.table(seats, key).await,
            self.get(&seats.at("log"), key).await.ok(),
            self.get(&seats.base(), key).await.ok(),
        ]
    }
}

impl Answer {
    /// What holds of every answer.
    fn check(&self, what: &str) {
        let header = |name: &str| self.headers.get(name).map(|v| v.to_str().unwrap());
        assert!(!self.status.is_server_error(), "{what}: {self:?}");
        let policy = header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(header("x-content-type-options"), Some("nosniff"));
        assert_eq!(header("referrer-policy"), Some("no-referrer"));
        assert!(header("set-cookie").is_none(), "no cookies");
        if self.status.is_client_error() {
            assert_eq!(header("content-type"), Some("application/problem+json"));
            let problem: Value = serde_json::from_slice(&self.bytes).unwrap();
            assert_eq!(problem["status"], self.status.as_u16(), "{what}");
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.ends_with(['.', '?', '!']), "{what}: {detail}");
            assert!(problem["title"].is_string() && problem["type"].is_string());
        }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    #[track_caller]
    pub fn created(&self) -> Value {
        assert_eq!(self.status, 201, "{}", self.text());
        self.json()
    }

    /// Was refused with this status, as a problem of this kind.
    #[track_caller]
    pub fn refused(&self, status: u16, kind: &str) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let problem = self.json();
        assert_eq!(problem["type"], format!("urn:derbyhouse:{kind}"));
        problem["detail"].as_str().unwrap().to_owned()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// A match and what opens it.
pub struct Seats {
    pub id: String,
    pub created: Value,
    /// The key of the first own seat.
    pub key: String,
    pub observer: String,
}

impl Seats {
    pub fn of(created: Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Self {
            id: text(&created["id"]),
            key: text(&created["key"]),
            observer: text(&created["observer"]),
            created,
        }
    }

    pub fn base(&self) -> String {
        format!("/api/matches/{}", self.id)
    }

    pub fn at(&self, what: &str) -> String {
        format!("{}/{what}", self.base())
    }

    pub fn key_of(&self, seat: &str) -> &str {
        self.created["keys"][seat].as_str().unwrap()
    }

    pub fn invitation(&self, seat: &str) -> &str {
        self.created["invitations"][seat].as_str().unwrap()
    }
}

/// The first offer of a table.
pub fn first_offer(table: &Value) -> String {
    let offers = &table["scene"]["prompt"]["offers"];
    offers[0]["choice"].as_str().unwrap().to_owned()
}
