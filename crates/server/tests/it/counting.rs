//! How each viewer counts what happens, where seats hide things from each other: how often the other side was asked
//! tells what it has, so nobody is told.

use crate::desk::{Desk, Seats};
use crate::live::Ear;
use serde_json::{Value, json};

/// Everything that a viewer can read of a match, without what is said of time.
async fn all_of(desk: &Desk, seats: &Seats, key: &str) -> Vec<Value> {
    let mut all = desk.snapshot(seats, key).await;
    for path in ["moments", "story"] {
        all.push(desk.get(&seats.at(path), key).await.ok());
    }
    all
}

/// The seat that is asked, and the table as it sees it.
async fn who_is_asked(desk: &Desk, seats: &Seats) -> Option<(&'static str, Value)> {
    let table = desk.table(seats, &seats.observer).await;
    let asked = table["asked"][0].as_str()?;
    let seat = ["allied", "axis"].into_iter().find(|seat| *seat == asked)?;
    Some((seat, desk.table(seats, seats.key_of(seat)).await))
}

async fn pq17(desk: &Desk, scenario: &str) -> Seats {
    desk.make(json!({ "game": "pq17", "scenario": scenario, "seed": "12" }))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_other_side_does_unseen_is_not_counted() {
    let desk = Desk::new().await;
    let seats = pq17(&desk, "jw51b").await;
    let keys = [
        seats.key_of("allied"),
        seats.key_of("axis"),
        seats.observer.as_str(),
    ];
    let mut unseen = [0; 3];
    for _ in 0..90 {
        let Some((seat, table)) = who_is_asked(&desk, &seats).await else {
            break;
        };
        let mut before = Vec::new();
        for key in keys {
            before.push(all_of(&desk, &seats, key).await);
        }
        let body = json!({ "version": table["version"], "extent": "decision" });
        let own = seats.key_of(seat);
        let after = desk.post(&seats.at("staff"), own, body).await.ok();
        assert!(after["moves"].as_u64() > table["moves"].as_u64());
        for (viewer, key) in keys.into_iter().enumerate() {
            let now = all_of(&desk, &seats, key).await;
            let told = |all: &[Value]| {
                let table = &all[0];
                let seen =
                    ["scene", "asked", "may_undo", "undo_to"].map(|part| table[part].clone());
                (seen, all[1].clone())
            };
            if key != own && told(&now) == told(&before[viewer]) {
                assert_eq!(now, before[viewer], "nothing else has changed");
                unseen[viewer] += 1;
            }
            // Every line belongs to a step that there is, and every step can be looked at.
            let moves = now[0]["moves"].as_u64().unwrap();
            let lines = now[1].as_array().unwrap();
            assert!(
                lines
                    .iter()
                    .all(|line| line["after"].as_u64() <= Some(moves))
            );
        }
    }
    assert!(unseen.iter().all(|unseen| *unseen >= 10), "{unseen:?}");
    for key in keys {
        let moves = desk.table(&seats, key).await["moves"].as_u64().unwrap();
        for at in 0..=moves {
            let path = seats.at(&format!("table?at={at}"));
            assert_eq!(desk.get(&path, key).await.ok()["moves"], at);
        }
        let path = seats.at(&format!("table?at={}", moves + 1));
        desk.get(&path, key).await.refused(404, "not-found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_counts_alike_when_it_is_opened_anew() {
    let desk = Desk::new().await;
    let seats = pq17(&desk, "pq6").await;
    for _ in 0..60 {
        let Some((seat, table)) = who_is_asked(&desk, &seats).await else {
            break;
        };
        let body = json!({ "version": table["version"], "extent": "decision" });
        desk.post(&seats.at("staff"), seats.key_of(seat), body)
            .await
            .ok();
    }
    let again = desk.again().await;
    for key in [
        seats.key_of("allied"),
        seats.key_of("axis"),
        &seats.observer,
    ] {
        let here = all_of(&desk, &seats, key).await;
        assert_eq!(all_of(&again, &seats, key).await, here);
    }
    // And goes on from there.
    if let Some((seat, table)) = who_is_asked(&again, &seats).await {
        let body = json!({ "version": table["version"], "extent": "decision" });
        again
            .post(&seats.at("staff"), seats.key_of(seat), body)
            .await
            .ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_listens_hears_nothing_of_it() {
    let desk = Desk::new().await;
    let seats = pq17(&desk, "jw51b").await;
    let mut silences = 0;
    for _ in 0..40 {
        let Some((seat, table)) = who_is_asked(&desk, &seats).await else {
            break;
        };
        let other = ["allied", "axis"].into_iter().find(|other| *other != seat);
        let other = seats.key_of(other.unwrap());
        let before = desk.table(&seats, other).await;
        let mut ear = Ear::new(&desk, &seats, other).await;
        ear.next().await;
        let body = json!({ "version": table["version"], "extent": "decision" });
        desk.post(&seats.at("staff"), seats.key_of(seat), body)
            .await
            .ok();
        if desk.table(&seats, other).await == before {
            assert!(ear.is_silent().await);
            silences += 1;
        } else {
            let state = ear.next().await;
            assert!(state["version"].as_u64() > before["version"].as_u64());
        }
    }
    assert!(silences >= 5, "{silences}");
}

#[tokio::test(flavor = "multi_thread")]
async fn own_moves_are_taken_back_by_their_own_numbers() {
    let desk = Desk::new().await;
    let seats = pq17(&desk, "jw51b").await;
    let mut tried = 0;
    for _ in 0..60 {
        let Some((seat, table)) = who_is_asked(&desk, &seats).await else {
            break;
        };
        let key = seats.key_of(seat);
        let body = json!({ "version": table["version"], "extent": "decision" });
        let after = desk.post(&seats.at("staff"), key, body).await.ok();
        if after["may_undo"] == true {
            let body = json!({ "version": after["version"], "to": table["moves"] });
            let back = desk.post(&seats.at("undo"), key, body).await.ok();
            assert_eq!(back["scene"], table["scene"]);
            assert_eq!(back["moves"], table["moves"]);
            let body = json!({ "version": back["version"], "extent": "decision" });
            desk.post(&seats.at("staff"), key, body).await.ok();
            tried += 1;
        } else {
            let body = json!({ "version": after["version"] });
            let why = desk.post(&seats.at("undo"), key, body).await;
            let why = why.refused(422, "refused");
            assert!(why.contains("a draw, a reveal or a choice"), "{why}");
        }
    }
    assert!(tried >= 10, "{tried}");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_follow_a_draw_are_left() {
    let desk = Desk::new().await;
    let seats = desk.make(json!({ "game": "toy", "seed": "3" })).await;
    for seat in ["north", "south"] {
        desk.choose(&seats, seats.key_of(seat), "keep").await;
    }
    let asked = desk.table(&seats, &seats.observer).await["asked"][0].clone();
    let key = seats.key_of(asked.as_str().unwrap());
    let table = desk.table(&seats, key).await;
    // Refused as a whole, the die would be known before it is thrown.
    let picks = json!([{ "choice": "gamble" }, { "choice": "fly to the moon" }]);
    let body = json!({ "version": table["version"], "choices": picks });
    let after = desk.post(&seats.at("choices"), key, body).await.ok();
    let log = desk.get(&seats.at("log"), key).await.ok();
    assert_eq!(after["may_undo"], false);
    assert!(after["moves"].as_u64() > table["moves"].as_u64(), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_invited_to_a_match_whose_record_somebody_has() {
    let desk = Desk::new().await;
    let alone = json!({ "south": { "kind": "bot", "bot": "random" } });
    let seats = desk.make(json!({ "game": "toy", "seats": alone })).await;
    let record = desk.get(&seats.at("record"), &seats.key).await.text();
    let open = json!({ "south": { "kind": "open" } });
    let body = json!({ "at": 0, "seats": open });
    let why = desk.post(&seats.at("branch"), &seats.key, body).await;
    let why = why.refused(422, "unusable");
    assert!(why.contains("has the record knows"), "{why}");
    let body = json!({ "record": record, "seats": open });
    let why = desk.post("/api/matches/import", "", body).await;
    why.refused(422, "unusable");
    // Nor once it is over: nobody else has played it.
    let version = desk.table(&seats, &seats.key).await["version"].clone();
    let body = json!({ "version": version });
    desk.post(&seats.at("resign"), &seats.key, body).await.ok();
    let body = json!({ "at": 0, "seats": open });
    let why = desk.post(&seats.at("branch"), &seats.key, body).await;
    why.refused(422, "unusable");
}
