//! What must not work, and must not change anything.

use crate::desk::{Desk, Seats};
use serde_json::{Value, json};

const WRONG: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Refuses it, and everything is as before.
async fn unchanged(
    desk: &Desk,
    seats: &Seats,
    (path, key, body): (&str, &str, Value),
    (status, kind): (u16, &str),
) {
    let owner = seats.created["keys"].as_object().unwrap().values().next();
    let owner = owner.unwrap().as_str().unwrap();
    let before = desk.snapshot(seats, owner).await;
    let answer = desk.post(&seats.at(path), key, body.clone()).await;
    answer.refused(status, kind);
    assert_eq!(desk.snapshot(seats, owner).await, before, "{path} {body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn acts_of_the_wrong_person_are_refused() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let other = desk.toy(3).await;
    desk.choose(&seats, seats.key_of("north"), "keep").await;
    desk.choose(&seats, seats.key_of("south"), "keep").await;
    // Now North is asked, and South is not.
    let take = json!({ "version": 2, "choices": [{ "choice": "take a 1" }] });
    let resign = json!({ "version": 2 });
    let staff = json!({ "version": 2, "extent": "decision" });
    let south = seats.key_of("south");
    for (path, body) in [("choices", &take), ("staff", &staff)] {
        unchanged(
            &desk,
            &seats,
            (path, south, body.clone()),
            (409, "not-asked"),
        )
        .await;
    }
    let acts = [
        ("choices", &take),
        ("staff", &staff),
        ("resign", &resign),
        ("undo", &resign),
    ];
    for (path, body) in acts {
        for (key, status, kind) in [
            (seats.observer.as_str(), 403, "forbidden"),
            (WRONG, 403, "forbidden"),
            (other.key_of("north"), 403, "forbidden"),
            (seats.id.as_str(), 403, "forbidden"),
            ("", 401, "no-key"),
        ] {
            unchanged(&desk, &seats, (path, key, body.clone()), (status, kind)).await;
        }
    }
    unchanged(&desk, &seats, ("undo", south, resign), (422, "refused")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_acts_are_refused() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let north = seats.key_of("north");
    desk.choose(&seats, north, "keep").await;
    desk.choose(&seats, seats.key_of("south"), "keep").await;
    for version in [0, 1, 3, 1_000_000] {
        let take = json!({ "version": version, "choices": [{ "choice": "take a 1" }] });
        unchanged(&desk, &seats, ("choices", north, take), (409, "stale")).await;
        let staff = json!({ "version": version, "extent": "rest" });
        unchanged(&desk, &seats, ("staff", north, staff), (409, "stale")).await;
        for path in ["undo", "resign"] {
            let body = json!({ "version": version });
            unchanged(&desk, &seats, (path, north, body), (409, "stale")).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_on_offer_is_refused() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let north = seats.key_of("north");
    for choice in [
        "take a 1",
        "show",
        "gamble",
        "",
        "keep keep",
        "\u{0}",
        "resign",
        "north: keep",
    ] {
        let body = json!({ "version": 0, "choices": [{ "choice": choice }] });
        unchanged(&desk, &seats, ("choices", north, body), (422, "refused")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_mean_nothing_are_refused() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let north = seats.key_of("north");
    let many: Vec<Value> = vec![json!({ "choice": "keep" }); 101];
    for body in [
        json!({}),
        json!([]),
        json!(null),
        json!({ "version": 0 }),
        json!({ "version": -1, "choices": [{ "choice": "keep" }] }),
        json!({ "version": 0.5, "choices": [{ "choice": "keep" }] }),
        json!({ "version": "0", "choices": [{ "choice": "keep" }] }),
        json!({ "version": 0, "choices": [] }),
        json!({ "version": 0, "choices": many }),
        json!({ "version": 0, "choices": ["keep"] }),
        json!({ "version": 0, "choices": [{}] }),
        json!({ "version": 0, "choices": [{ "choice": "keep", "space": "0202" }] }),
        json!({ "version": 0, "choices": [{ "choice": "keep" }], "seat": "south" }),
    ] {
        unchanged(&desk, &seats, ("choices", north, body), (422, "unusable")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_nothing_where_there_is_no_match() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    for id in [
        "000000000000",
        "nonsense",
        "..",
        "%00",
        "a%20b",
        "000000000000'--",
    ] {
        for what in [
            "", "/table", "/log", "/events", "/record", "/chat", "/moments", "/story",
        ] {
            let path = format!("/api/matches/{id}{what}");
            desk.get(&path, &seats.key).await.refused(404, "not-found");
        }
    }
    let other = desk.toy(3).await;
    for what in [
        "table", "log", "events", "record", "chat", "moments", "story", "advice",
    ] {
        desk.get(&seats.at(what), &other.key)
            .await
            .refused(403, "forbidden");
        desk.get(&seats.at(what), "").await.refused(401, "no-key");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_cannot_be_are_refused() {
    let desk = Desk::new().await;
    let open = json!({ "north": { "kind": "open" } });
    for (new, status) in [
        (json!({ "game": "chess" }), 404),
        (json!({ "game": "toy", "scenario": "endless" }), 422),
        (json!({ "game": "toy", "options": ["cheat"] }), 422),
        (json!({ "game": "toy", "seed": "-1" }), 422),
        (
            json!({ "game": "toy", "seed": "18446744073709551616" }),
            422,
        ),
        (json!({ "game": "toy", "seed": 7 }), 422),
        (
            json!({ "game": "toy", "seats": { "west": { "kind": "me" } } }),
            422,
        ),
        (
            json!({ "game": "toy", "seats": { "north": { "kind": "cat" } } }),
            422,
        ),
        (
            json!({ "game": "toy", "seats": { "north": { "kind": "bot", "bot": "hal" } } }),
            422,
        ),
        (
            json!({ "game": "toy", "seats": { "north": { "kind": "me", "name": "x".repeat(41) } } }),
            422,
        ),
        (
            json!({ "game": "toy", "seats": { "north": { "kind": "me", "name": "a\nb" } } }),
            422,
        ),
        (json!({ "game": "toy", "tutorial": true }), 422),
        // Who knows the seed knows the cards of whoever comes.
        (json!({ "game": "toy", "seed": "7", "seats": open }), 422),
    ] {
        let answer = desk.post("/api/matches", "", new.clone()).await;
        assert_eq!(answer.status, status, "{new}: {}", answer.text());
    }
}
