//! How much is too much.

use crate::desk::{Answer, Desk, wide};
use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use derbyhouse_server::{Limits, serve};
use derbyhouse_testkit::toy::Toy;
use futures_util::stream;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

async fn limited(limits: Limits) -> Desk {
    Desk::with(limits, Toy::new()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_have_an_end() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let long = json!({ "text": "x".repeat(70_000) });
    desk.post(&seats.at("chat"), &seats.key, long)
        .await
        .refused(413, "too-large");
    // One that does not say how long it is.
    let chunk = || Ok::<_, Infallible>(Bytes::from("x".repeat(10_000)));
    let endless = Body::from_stream(stream::iter((0..100).map(move |_| chunk())));
    let request = Request::post("/api/matches").header(header::CONTENT_TYPE, "application/json");
    let answer = desk.ask(request.body(endless).unwrap()).await;
    answer.refused(413, "too-large");
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_do_not_come_are_not_waited_for() {
    let desk = limited(Limits {
        patience: Duration::from_millis(50),
        ..wide()
    })
    .await;
    let never = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
    let request = Request::post("/api/matches").header(header::CONTENT_TYPE, "application/json");
    let answer = desk.ask(request.body(never).unwrap()).await;
    answer.refused(408, "slow");
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_must_be_json() {
    let desk = Desk::new().await;
    let post = async |content_type: Option<&str>, body: &'static str| -> Answer {
        let mut request = Request::post("/api/matches");
        if let Some(content_type) = content_type {
            request = request.header(header::CONTENT_TYPE, content_type);
        }
        desk.ask(request.body(Body::from(body)).unwrap()).await
    };
    let body = r#"{"game":"toy"}"#;
    post(None, body).await.refused(415, "unsupported");
    // What a page of another site could send without asking first.
    for form in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        post(Some(form), body).await.refused(415, "unsupported");
    }
    let json = Some("application/json");
    post(json, "").await.refused(400, "malformed");
    post(json, "{").await.refused(400, "malformed");
    post(json, "{\"game\":\"toy\",\"game\":\"toy\"}")
        .await
        .refused(422, "unusable");
    post(json, "\u{feff}{}").await.refused(422, "unusable");
    post(json, "[[[[[[").await.refused(422, "unusable");
    post(json, r#"["toy"]"#).await.refused(422, "unusable");
    post(json, r#""toy""#).await.refused(422, "unusable");
    assert_eq!(post(json, body).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_may_not_ask_for_ever() {
    let desk = limited(Limits { rate: 5, ..wide() }).await;
    let mut refused = 0;
    for _ in 0..60 {
        let answer = desk.get("/api/games", "").await;
        if answer.status == 429 {
            answer.refused(429, "too-many");
            let wait: u64 = answer.headers["retry-after"]
                .to_str()
                .unwrap()
                .parse()
                .unwrap();
            assert!((1..=2).contains(&wait));
            refused += 1;
        }
    }
    assert!(
        (30..=40).contains(&refused),
        "{refused}: 20 at once, 5 a second"
    );
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(desk.get("/api/games", "").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_may_not_fill_the_house() {
    let desk = limited(Limits {
        new_matches: 3,
        ..wide()
    })
    .await;
    let make = async || {
        desk.post("/api/matches", "", json!({ "game": "toy" }))
            .await
    };
    for _ in 0..3 {
        assert_eq!(make().await.status, 201);
    }
    make().await.refused(429, "too-many");

    let desk = limited(Limits {
        matches: 2,
        ..wide()
    })
    .await;
    let make = async || {
        desk.post("/api/matches", "", json!({ "game": "toy" }))
            .await
    };
    for _ in 0..2 {
        assert_eq!(make().await.status, 201);
    }
    let why = make().await.refused(429, "too-many");
    assert!(why.contains("full"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_beyond_the_limit_are_folded_up_and_play_on() {
    let desk = limited(Limits {
        open_matches: 2,
        known_matches: 4,
        ..wide()
    })
    .await;
    let mut all = Vec::new();
    for seed in 0..8 {
        all.push(desk.wolfpack(seed).await);
    }
    for round in 0..3 {
        for seats in &all {
            let version = desk.table(seats, &seats.key).await["version"].clone();
            let body = json!({ "version": version, "extent": if round == 1 { "draft" } else { "decision" } });
            desk.post(&seats.at("staff"), &seats.key, body).await.ok();
        }
    }
    // What was folded up can still be taken back.
    for seats in &all {
        let table = desk.table(seats, &seats.key).await;
        let undo_to = table["undo_to"].as_u64().unwrap();
        let moves = table["moves"].as_u64().unwrap();
        if undo_to < moves {
            let body = json!({ "version": table["version"], "to": undo_to });
            let back = desk.post(&seats.at("undo"), &seats.key, body).await.ok();
            assert_eq!(back["moves"], undo_to);
        }
    }
}

/// A server at a port of its own, until it is told to stop.
struct Served {
    address: std::net::SocketAddr,
    stop: tokio::sync::oneshot::Sender<()>,
    done: tokio::task::JoinHandle<std::io::Result<()>>,
}

async fn served(desk: &Desk) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let house = Arc::clone(&desk.house);
    let done = tokio::spawn(serve(listener, house, async { drop(stopped.await) }));
    Served {
        address,
        stop,
        done,
    }
}

async fn ask(address: std::net::SocketAddr, request: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = vec![0; 16 << 10];
    let n = stream.read(&mut bytes).await.unwrap();
    (stream, String::from_utf8_lossy(&bytes[..n]).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_counted() {
    let desk = limited(Limits {
        connections: 3,
        connections_each: 3,
        ..wide()
    })
    .await;
    let server = served(&desk).await;
    let get = "GET /api/games HTTP/1.1\r\nhost: here\r\n\r\n";
    let mut open = Vec::new();
    for _ in 0..3 {
        let (stream, answer) = ask(server.address, get).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        open.push(stream);
    }
    let (_, answer) = ask(server.address, "").await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 429"), "{head}");
    let problem: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(problem["status"], 429);
    assert!(
        head.contains(&format!("content-length: {}", body.len())),
        "{head}"
    );
    open.pop();
    // The room is given back as soon as the server sees that somebody has left.
    for _ in 0..100 {
        let (_, answer) = ask(server.address, get).await;
        if answer.starts_with("HTTP/1.1 200") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no room was given back");
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_ends_streams_and_finishes() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let server = served(&desk).await;
    let listen = format!(
        "GET {} HTTP/1.1\r\nhost: here\r\nauthorization: Bearer {}\r\n\r\n",
        seats.at("events"),
        seats.key
    );
    let (mut stream, answer) = ask(server.address, &listen).await;
    assert!(answer.contains("text/event-stream"), "{answer}");
    server.stop.send(()).unwrap();
    let closing = tokio::time::timeout(Duration::from_secs(4), server.done).await;
    closing.expect("it closes by itself").unwrap().unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.unwrap();
    assert!(TcpStream::connect(server.address).await.is_err());
}
