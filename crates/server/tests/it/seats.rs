//! Keys, invitations, names, chat.

use crate::desk::{Desk, Place, Seats};
use serde_json::{Value, json};

async fn with_guest(desk: &Desk) -> Seats {
    let seats = json!({ "north": { "kind": "me", "name": " Max " }, "south": { "kind": "open" } });
    desk.make(json!({ "game": "toy", "seats": seats })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_good_for_one() {
    let desk = Desk::new().await;
    let seats = with_guest(&desk).await;
    let summary = desk.get(&seats.base(), &seats.key).await.ok();
    assert_eq!(summary["you"], "north");
    assert_eq!(summary["seats"][0]["name"], "Max");
    assert_eq!(summary["seats"][1]["kind"], "open");

    let claim = json!({ "invitation": seats.invitation("south"), "name": "Karl" });
    let path = seats.at("claim");
    let both = tokio::join!(
        desk.post(&path, "", claim.clone()),
        desk.post(&path, "", claim.clone())
    );
    let (got, missed) = if both.0.status == 200 {
        both
    } else {
        (both.1, both.0)
    };
    let got = got.ok();
    assert_eq!(got["seat"], "south");
    missed.refused(409, "taken");
    desk.post(&path, "", claim).await.refused(409, "taken");
    // The invitation itself was never a key, and the guest's key is not the host's.
    desk.get(&seats.at("table"), seats.invitation("south"))
        .await
        .refused(403, "forbidden");
    let key = got["key"].as_str().unwrap();
    let table = desk.table(&seats, key).await;
    assert_eq!(table["you"], "south");
    let summary = desk.get(&seats.base(), key).await.ok();
    assert_eq!(summary["seats"][1]["name"], "Karl");
    assert_eq!(summary["seats"][1]["kind"], "person");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_is_wrong_takes_nothing() {
    let desk = Desk::new().await;
    let seats = with_guest(&desk).await;
    let path = seats.at("claim");
    for invitation in ["", "x", &seats.key, &seats.observer] {
        let body = json!({ "invitation": invitation });
        desk.post(&path, "", body).await.refused(409, "taken");
    }
    let body = json!({ "invitation": seats.invitation("south"), "name": "x".repeat(41) });
    desk.post(&path, "", body).await.refused(422, "unusable");
    let body = json!({ "invitation": seats.invitation("south") });
    desk.post(&path, "", body).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_not_in_the_store() {
    let desk = Desk::new().await;
    let seats = with_guest(&desk).await;
    let claim = json!({ "invitation": seats.invitation("south") });
    let claimed = desk.post(&seats.at("claim"), "", claim).await.ok();
    let guest = claimed["key"].as_str().unwrap().to_owned();
    let mut bytes = Vec::new();
    let Place::File(folder) = desk.place.as_ref() else {
        return;
    };
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        bytes.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    let holds = |secret: &str| bytes.windows(secret.len()).any(|w| w == secret.as_bytes());
    assert!(holds(&seats.id), "this looks at the right files");
    for secret in [
        &guest,
        &seats.key,
        &seats.observer,
        seats.invitation("south"),
    ] {
        assert!(!holds(secret));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_finds_its_matches_again() {
    let desk = Desk::new().await;
    let (one, two) = (desk.wolfpack(1).await, desk.toy(2).await);
    let known = |id: &str, key: &str| json!({ "match": id, "key": key });
    let keys = json!([
        known(&two.id, two.key_of("south")),
        known(&one.id, &two.key),
        known("gone", &one.key),
        known(&one.id, &one.observer),
    ]);
    let found = desk
        .post("/api/lookup", "", json!({ "keys": keys }))
        .await
        .ok();
    assert_eq!(found[0]["id"], two.id);
    assert_eq!(found[0]["you"], "south");
    assert_eq!(found[1], Value::Null);
    assert_eq!(found[2], Value::Null);
    let title = found[3]["title"].as_str().unwrap();
    assert!(title.starts_with("Wolfpack (1974)"), "{title}");
    assert_eq!(found[3]["you"], Value::Null);
    let many = vec![known(&one.id, &one.key); 201];
    let answer = desk.post("/api/lookup", "", json!({ "keys": many })).await;
    answer.refused(422, "unusable");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_have_names_and_talk() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let (north, south) = (seats.key_of("north"), seats.key_of("south"));
    let path = seats.at("name");
    let named = desk
        .post(&path, south, json!({ "name": "Otto" }))
        .await
        .ok();
    assert_eq!(named["seats"][1]["name"], "Otto");
    let body = json!({ "name": "Otto" });
    desk.post(&path, &seats.observer, body)
        .await
        .refused(403, "forbidden");
    let body = json!({ "name": "a\u{7}b" });
    desk.post(&path, south, body).await.refused(422, "unusable");

    let path = seats.at("chat");
    desk.post(&path, north, json!({ "text": " your move " }))
        .await
        .ok();
    desk.post(&path, south, json!({ "text": "<b>so be it</b>" }))
        .await
        .ok();
    let lines = desk.get(&path, &seats.observer).await.ok();
    assert_eq!(lines[0]["text"], "your move");
    assert_eq!(
        (&lines[1]["from"], &lines[1]["n"]),
        (&json!("south"), &json!(2))
    );
    for text in ["", "   ", &"x".repeat(401), "a\u{0}b"] {
        desk.post(&path, north, json!({ "text": text }))
            .await
            .refused(422, "unusable");
    }
    let body = json!({ "text": "boo" });
    desk.post(&path, &seats.observer, body)
        .await
        .refused(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chat_remembers_two_hundred_lines() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let path = seats.at("chat");
    for n in 1..=205 {
        let body = json!({ "text": format!("line {n}") });
        desk.post(&path, &seats.key, body).await.ok();
    }
    let lines = desk.get(&path, &seats.key).await.ok();
    let lines = lines.as_array().unwrap();
    assert_eq!(lines.len(), 200);
    assert_eq!(lines[0]["text"], "line 6");
    assert_eq!(lines[199]["text"], "line 205");
}

/// What a seat has seen is the seat's, in whatever browser, and outlives the server.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_seen_is_remembered_for_the_seat() {
    let desk = Desk::new().await;
    let seats = desk.toy(7).await;
    let (north, south) = (seats.key_of("north"), seats.key_of("south"));
    let seen =
        async |desk: &Desk, key: &str| desk.get(&seats.base(), key).await.ok()["seen"].clone();
    assert_eq!(seen(&desk, north).await, Value::Null);
    let path = seats.at("seen");
    let told = desk.post(&path, north, json!({ "moves": 0 })).await.ok();
    assert_eq!(told["seen"], 0);
    assert_eq!(seen(&desk, south).await, Value::Null);
    assert_eq!(seen(&desk, &seats.observer).await, Value::Null);
    let table = desk.table(&seats, north).await;
    let asked = table["asked"][0].as_str().unwrap().to_owned();
    let mover = seats.key_of(&asked);
    let first = crate::desk::first_offer(&desk.table(&seats, mover).await);
    desk.choose(&seats, mover, &first).await;
    desk.post(&path, north, json!({ "moves": 1 })).await.ok();
    assert_eq!(seen(&desk, north).await, 1);
    // Nobody sees what has not happened, and observers have nothing to remember.
    let body = json!({ "moves": 9 });
    desk.post(&path, north, body).await.refused(422, "unusable");
    let body = json!({ "moves": 1 });
    desk.post(&path, &seats.observer, body)
        .await
        .refused(403, "forbidden");
    assert_eq!(seen(&desk.again().await, north).await, 1);
}
