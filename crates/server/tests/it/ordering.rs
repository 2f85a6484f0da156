//! Standing orders: what a person answers once for all.

use crate::desk::{Desk, Seats};
use serde_json::{Value, json};

impl Desk {
    async fn order(&self, seats: &Seats, key: &str, orders: Value) -> Value {
        let body = json!({ "orders": orders });
        self.post(&seats.at("orders"), key, body).await.ok()
    }

    async fn ordered(&self, seats: &Seats, key: &str) -> Value {
        self.get(&seats.at("orders"), key).await.ok()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_answers_at_once_and_as_a_choice() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let north = seats.key_of("north");
    let table = desk
        .order(&seats, north, json!({ "exchange": "keep" }))
        .await;
    assert_eq!(
        (&table["moves"], &table["asked"]),
        (&json!(1), &json!(["south"]))
    );
    let ordered = desk.ordered(&seats, north).await;
    assert_eq!(ordered["given"], json!({ "exchange": "keep" }));
    assert_eq!(ordered["orders"][0]["rule"], "2.1");
    // When it is over, the record says what was chosen, not who ordered it.
    let body = json!({ "version": table["version"] });
    desk.post(&seats.at("resign"), north, body).await.ok();
    let record = desk.get(&seats.at("record"), &seats.observer).await.text();
    assert!(
        record.contains("north: keep\n") && !record.contains("order"),
        "{record}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_ordered_is_asked_again_when_it_is_taken_back() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let north = seats.key_of("north");
    let table = desk
        .order(&seats, north, json!({ "exchange": "keep" }))
        .await;
    let body = json!({ "version": table["version"] });
    let table = desk.post(&seats.at("undo"), north, body).await.ok();
    assert_eq!(
        (&table["moves"], &table["asked"]),
        (&json!(0), &json!(["north", "south"]))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_are_nobody_elses_business_and_outlive_the_house() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let (north, south) = (seats.key_of("north"), seats.key_of("south"));
    desk.choose(&seats, north, "keep").await;
    desk.order(&seats, north, json!({ "exchange": "low" }))
        .await;
    assert_eq!(desk.ordered(&seats, south).await["given"], json!({}));
    let watching = desk.get(&seats.at("orders"), &seats.observer).await;
    watching.refused(403, "forbidden");
    let again = desk.again().await;
    let ordered = again.ordered(&seats, north).await;
    assert_eq!(ordered["given"], json!({ "exchange": "low" }));
    again
        .order(&seats, north, json!({ "exchange": null }))
        .await;
    assert_eq!(again.ordered(&seats, north).await["given"], json!({}));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_answers_nothing_is_no_move() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let north = seats.key_of("north");
    desk.choose(&seats, north, "keep").await;
    let before = desk.table(&seats, north).await;
    let table = desk
        .order(&seats, north, json!({ "exchange": "low" }))
        .await;
    assert_eq!(table, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_there_is_not_changes_nothing() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    let north = seats.key_of("north");
    for (orders, word) in [
        (json!({ "exchange": "perhaps" }), "perhaps"),
        (json!({ "exchange": "keep", "attack": "always" }), "attack"),
    ] {
        let answer = desk
            .post(&seats.at("orders"), north, json!({ "orders": orders }))
            .await;
        assert!(answer.refused(422, "unusable").contains(word));
    }
    assert_eq!(desk.ordered(&seats, north).await["given"], json!({}));
    assert_eq!(desk.table(&seats, north).await["moves"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_alone_has_the_usual_orders_from_the_start() {
    let desk = Desk::new().await;
    let bot = json!({ "kind": "bot", "bot": "random" });
    let seats = json!({ "game": "toy", "seed": "3", "seats": { "south": bot } });
    let seats = desk.make(seats).await;
    let ordered = desk.ordered(&seats, seats.key_of("north")).await;
    assert_eq!(ordered["given"], json!({ "exchange": "low" }));
    let table = desk.table(&seats, seats.key_of("north")).await;
    assert_ne!(table["scene"]["prompt"]["rule"], "2.1", "that is answered");
}
