//! Records, branches, moments, stories.

use crate::desk::{Desk, Seats};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_alone_may_have_the_record_and_branch_off() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let body = json!({ "version": 0, "extent": "turn" });
    let table = desk.post(&seats.at("staff"), &seats.key, body).await.ok();
    let record = desk.get(&seats.at("record"), &seats.key).await;
    assert_eq!(record.headers["content-type"], "text/plain; charset=utf-8");
    assert!(record.text().contains("seed: 7\n"));
    desk.get(&seats.at("record"), &seats.observer)
        .await
        .refused(403, "forbidden");
    let branch = async |key: &str, at: u64| {
        desk.post(&seats.at("branch"), key, json!({ "at": at }))
            .await
    };
    branch(&seats.observer, 3).await.refused(403, "forbidden");
    branch(&seats.key, 100_000).await.refused(404, "not-found");
    let made = Seats::of(branch(&seats.key, 3).await.created());
    assert_ne!(made.id, seats.id);
    let branched = desk.table(&made, &made.key).await;
    assert_eq!(
        (&branched["moves"], &branched["version"]),
        (&json!(3), &json!(0))
    );
    let then = desk.get(&seats.at("table?at=3"), &seats.key).await.ok();
    assert_eq!(branched["scene"]["pieces"], then["scene"]["pieces"]);
    // What was chosen before the branch can be taken back in it.
    assert_eq!(branched["undo_to"], 0);
    let body = json!({ "version": 0 });
    desk.post(&made.at("undo"), &made.key, body).await.ok();
    // The old match goes on as it was.
    assert_eq!(
        desk.table(&seats, &seats.key).await["moves"],
        table["moves"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn with_others_at_the_table_the_record_waits_for_the_end() {
    let desk = Desk::new().await;
    let open = json!({ "south": { "kind": "open" } });
    for seats in [
        desk.toy(3).await,
        desk.make(json!({ "game": "toy", "seats": open })).await,
    ] {
        for key in [seats.key_of("north"), &seats.observer] {
            desk.get(&seats.at("record"), key)
                .await
                .refused(403, "forbidden");
            let body = json!({ "at": 0 });
            desk.post(&seats.at("branch"), key, body)
                .await
                .refused(403, "forbidden");
        }
        let body = json!({ "version": 0 });
        desk.post(&seats.at("resign"), seats.key_of("north"), body)
            .await
            .ok();
        for key in [seats.key_of("north"), &seats.observer] {
            assert_eq!(desk.get(&seats.at("record"), key).await.status, 200);
        }
        // Whoever branches it off sits where they sat; the other chair is open.
        let body = json!({ "at": 0 });
        let made = desk
            .post(&seats.at("branch"), seats.key_of("north"), body)
            .await
            .created();
        assert!(made["keys"]["north"].is_string() && made["invitations"]["south"].is_string());
        // Unless they say otherwise.
        let chairs = json!({ "north": { "kind": "bot", "bot": "random" } });
        let body = json!({ "at": 0, "seats": chairs });
        let made = desk
            .post(&seats.at("branch"), &seats.observer, body)
            .await
            .created();
        assert!(made["keys"]["south"].is_string() && made["keys"]["north"].is_null());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_is_nobody_to_hide_things_from() {
    let desk = Desk::new().await;
    let seats = json!({ "south": { "kind": "bot", "bot": "random" } });
    let seats = desk.make(json!({ "game": "toy", "seats": seats })).await;
    let record = desk.get(&seats.at("record"), &seats.key).await;
    assert_eq!(record.status, 200);
    let body = json!({ "at": 0 });
    let made = desk
        .post(&seats.at("branch"), &seats.key, body)
        .await
        .created();
    let made = Seats::of(made);
    let summary = desk.get(&made.base(), &made.key).await.ok();
    assert_eq!(summary["seats"][1]["bot"], "random");
}

#[tokio::test(flavor = "multi_thread")]
async fn moments_and_story_follow_the_match() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let body = json!({ "version": 0, "extent": "rest" });
    let table = desk.post(&seats.at("staff"), &seats.key, body).await.ok();
    let moments = desk.get(&seats.at("moments"), &seats.key).await.ok();
    let moments = moments.as_array().unwrap();
    assert!(moments.len() > 15);
    assert_eq!(moments[0]["moves"], 0);
    let counts: Vec<u64> = moments
        .iter()
        .map(|m| m["moves"].as_u64().unwrap())
        .collect();
    assert!(counts.is_sorted());
    assert!(counts.last() <= table["moves"].as_u64().as_ref());
    for key in [&seats.key, &seats.observer] {
        let story = desk.get(&seats.at("story"), key).await.ok();
        for chart in story["charts"].as_array().unwrap() {
            for series in chart["series"].as_array().unwrap() {
                let values = series["values"].as_array().unwrap().len();
                assert_eq!(values, chart["x"].as_array().unwrap().len());
            }
        }
    }
}
