//! What was confirmed is there after a restart.

use crate::desk::{Desk, first_offer};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_after_a_restart() {
    let desk = Desk::new().await;
    let alone = desk.wolfpack(7).await;
    let body = json!({ "version": 0, "extent": "turn" });
    desk.post(&alone.at("staff"), &alone.key, body).await.ok();
    let two = desk
        .make(json!({ "game": "toy", "seats": { "south": { "kind": "open" } } }))
        .await;
    desk.choose(&two, &two.key, "keep").await;
    let body = json!({ "version": 1 });
    desk.post(&two.at("undo"), &two.key, body).await.ok();
    let body = json!({ "text": "back soon" });
    desk.post(&two.at("chat"), &two.key, body).await.ok();
    let before = desk.snapshot(&alone, &alone.key).await;
    let second = desk.snapshot(&two, &two.key).await;

    let desk = desk.again().await;
    assert_eq!(desk.snapshot(&alone, &alone.key).await, before);
    assert_eq!(desk.snapshot(&two, &two.key).await, second);
    let lines = desk.get(&two.at("chat"), &two.key).await.ok();
    assert_eq!(lines[0]["text"], "back soon");
    let claim = json!({ "invitation": two.invitation("south") });
    let claimed = desk.post(&two.at("claim"), "", claim.clone()).await.ok();
    let desk = desk.again().await;
    desk.post(&two.at("claim"), "", claim)
        .await
        .refused(409, "taken");
    let key = claimed["key"].as_str().unwrap();
    let table = desk.table(&two, key).await;
    assert_eq!(table["version"], 2);
    desk.choose(&two, key, &first_offer(&table)).await;
}

/// Two programs on one store: the second is told that it is stale, and nothing is lost.
#[tokio::test(flavor = "multi_thread")]
async fn two_processes_do_not_tread_on_each_other() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    desk.table(&seats, &seats.key).await;
    let other = desk.again().await;
    other.choose(&seats, &seats.key, "deploy single").await;
    let act: Value = json!({ "version": 0, "choices": [{ "choice": "deploy single" }] });
    let answer = desk.post(&seats.at("choices"), &seats.key, act).await;
    answer.refused(409, "stale");
    let (here, there) = (
        desk.snapshot(&seats, &seats.key),
        other.snapshot(&seats, &seats.key),
    );
    let (here, there) = tokio::join!(here, there);
    assert_eq!(here[..2], there[..2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_count_alike_for_each_side() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let north = seats.key_of("north");
    desk.table(&seats, north).await;
    let other = desk.again().await;
    for seat in ["south", "north"] {
        other.choose(&seats, seats.key_of(seat), "keep").await;
    }
    // What was seen here is old: the answer is not taken for one to what is asked now.
    let act = json!({ "version": 0, "choices": [{ "choice": "keep" }] });
    let answer = desk.post(&seats.at("choices"), north, act).await;
    answer.refused(409, "stale");
    let here = desk.table(&seats, north).await;
    assert_eq!(here, other.table(&seats, north).await);
    assert!(here["version"].as_u64() > Some(0));
}
