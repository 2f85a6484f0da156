//! Looking at games and tables.

use crate::desk::{Desk, WOLFPACK};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn games_and_what_is_known_of_them() {
    let desk = Desk::new().await;
    let games = desk.get("/api/games", "").await.ok();
    assert_eq!(games[0]["id"], WOLFPACK);
    assert!(games[0]["tutorial"].is_boolean());
    let about = |what: &str| format!("/api/games/{WOLFPACK}/{what}");
    let board = desk.get(&about("board"), "").await.ok();
    assert!(board["spaces"].as_array().unwrap().len() > 100);
    let rules = desk.get(&about("rules"), "").await.ok();
    assert!(
        rules
            .as_array()
            .unwrap()
            .iter()
            .any(|rule| rule["number"] == "12.11")
    );
    let tables = desk.get(&about("tables"), "").await.ok();
    let name = tables[0]["table"].as_str().unwrap();
    let table = desk.get(&about(&format!("tables/{name}")), "").await.ok();
    assert_eq!(table["name"], name);
    assert!(!table["toml"].as_str().unwrap().is_empty());
    assert!(!table["provenance"].as_array().unwrap().is_empty());
    for path in [
        "/api/games/chess/board",
        &about("tables/none"),
        "/api/games/toy/tutorial",
        &about("x"),
    ] {
        desk.get(path, "").await.refused(404, "not-found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn help_is_given_to_whoever_is_asked() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let advice = desk.get(&seats.at("advice"), &seats.key).await.ok();
    assert_eq!(advice["bot"], "doctrine");
    assert!(advice["reason"].is_string());
    let other = desk
        .get(&seats.at("advice?bot=random"), &seats.key)
        .await
        .ok();
    assert_eq!(other["bot"], "random");
    desk.get(&seats.at("advice?bot=hal"), &seats.key)
        .await
        .refused(422, "unusable");
    desk.get(&seats.at("advice?robot=hal"), &seats.key)
        .await
        .refused(400, "malformed");
    desk.get(&seats.at("advice"), &seats.observer)
        .await
        .refused(403, "forbidden");
    let path = seats.at("outlook?choice=deploy%20single");
    assert!(desk.get(&path, &seats.key).await.ok().is_array());
    desk.get(&seats.at("outlook?choice=fly"), &seats.key)
        .await
        .refused(422, "refused");
    desk.get(&seats.at("outlook"), &seats.key)
        .await
        .refused(400, "malformed");
    let space = desk.get(&seats.at("spaces/0817"), &seats.key).await.ok();
    assert!(!space["lines"].as_array().unwrap().is_empty());
    let nowhere = desk.get(&seats.at("spaces/nowhere"), &seats.key).await.ok();
    assert_eq!(nowhere["lines"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_past_can_be_looked_at_and_not_touched() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let start = desk.table(&seats, &seats.key).await;
    let body = json!({ "version": 0, "extent": "turn" });
    let now = desk.post(&seats.at("staff"), &seats.key, body).await.ok();
    let then = desk.get(&seats.at("table?at=0"), &seats.key).await.ok();
    assert_eq!(then["moves"], 0);
    assert_eq!(then["version"], now["version"]);
    assert_eq!(then["scene"]["prompt"], Value::Null);
    assert_eq!(then["scene"]["pieces"], start["scene"]["pieces"]);
    assert_eq!(then["may_undo"], false);
    assert_eq!(then["undo_to"], Value::Null);
    let last = format!("table?at={}", now["moves"]);
    let last = desk.get(&seats.at(&last), &seats.key).await.ok();
    assert_eq!(last["scene"]["pieces"], now["scene"]["pieces"]);
    desk.get(&seats.at("table?at=100000"), &seats.key)
        .await
        .refused(404, "not-found");
    desk.get(&seats.at("spaces/0817?at=100000"), &seats.key)
        .await
        .refused(404, "not-found");
    desk.get(&seats.at("spaces/0817?at=1"), &seats.key)
        .await
        .ok();
    for bad in ["table?at=-1", "table?at=x", "table?then=1", "log?from=x"] {
        desk.get(&seats.at(bad), &seats.key)
            .await
            .refused(400, "malformed");
    }
    let all = desk.get(&seats.at("log"), &seats.key).await.ok();
    let some = desk
        .get(&seats.at("log?from=2&at=5"), &seats.key)
        .await
        .ok();
    let expected: Vec<&Value> = all
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| (2..=5).contains(&line["after"].as_u64().unwrap()))
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(some, json!(expected));
}

/// After the end a match can be looked at with the eyes of every side, not before.
#[tokio::test(flavor = "multi_thread")]
async fn the_eyes_of_others_open_at_the_end() {
    let desk = Desk::new().await;
    let seats = desk.toy(7).await;
    let (north, south) = (seats.key_of("north"), seats.key_of("south"));
    for path in [
        "table?eyes=south",
        "table?at=0&eyes=south",
        "log?eyes=south",
    ] {
        desk.get(&seats.at(path), north)
            .await
            .refused(403, "forbidden");
        desk.get(&seats.at(path), &seats.observer)
            .await
            .refused(403, "forbidden");
        desk.get(&seats.at(path), south).await.ok();
    }
    desk.get(&seats.at("table?eyes=west"), north)
        .await
        .refused(422, "unusable");
    let then = desk.get(&seats.at("table?at=0"), south).await.ok();
    let version = desk.table(&seats, north).await["version"].clone();
    let body = json!({ "version": version });
    desk.post(&seats.at("resign"), north, body).await.ok();
    let seen = desk
        .get(&seats.at("table?at=0&eyes=south"), north)
        .await
        .ok();
    assert_eq!(seen["you"], "south");
    assert_eq!(seen["scene"], then["scene"]);
    desk.get(&seats.at("log?eyes=south"), &seats.observer)
        .await
        .ok();
}
