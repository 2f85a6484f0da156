//! Records that come from outside, whole and damaged.

use crate::desk::{Desk, WOLFPACK};
use serde_json::json;

async fn a_record(desk: &Desk) -> String {
    let seats = desk.wolfpack(7).await;
    let body = json!({ "version": 0, "extent": "turn" });
    desk.post(&seats.at("staff"), &seats.key, body).await.ok();
    desk.get(&seats.at("record"), &seats.key).await.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_plays_on() {
    let desk = Desk::new().await;
    let record = a_record(&desk).await;
    let seats = desk.import(&record).await;
    let again = desk.get(&seats.at("record"), &seats.key).await.text();
    assert_eq!(again, record);
    let table = desk.table(&seats, &seats.key).await;
    assert_eq!(table["version"], 0);
    let body = json!({ "version": 0, "extent": "rest" });
    desk.post(&seats.at("staff"), &seats.key, body).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_records_are_refused_with_the_line() {
    let desk = Desk::new().await;
    let record = a_record(&desk).await;
    let lines: Vec<&str> = record.lines().collect();
    let mut damaged: Vec<String> = vec![
        String::new(),
        "\u{0}".into(),
        "{}".into(),
        record.replace("wolfpack-1974", "chess"),
        record.replace("seed: 7", "seed: seven"),
        record.replace("seed: 7", "seed: 8"),
        record.replace("tables: ", "tables: 0"),
        record.replace("command: ", "nobody: "),
        record.replace("end: ", "end: 0"),
        record.clone() + "command: done\n",
    ];
    // Every line left out, and every line cut in half.
    for n in 0..lines.len() {
        let mut fewer = lines.clone();
        let cut = &lines[n][..lines[n].len() / 2];
        fewer[n] = cut;
        damaged.push(fewer.join("\n"));
        fewer.remove(n);
        damaged.push(fewer.join("\n"));
    }
    let mut refused = 0;
    for text in damaged {
        let body = json!({ "record": text });
        let answer = desk.post("/api/matches/import", "", body).await;
        if answer.status == 201 {
            // An empty line, a missing end, or one that was empty before: still a record.
            let seats = crate::desk::Seats::of(answer.json());
            desk.table(&seats, &seats.key).await;
        } else {
            answer.refused(422, "unusable");
            refused += 1;
        }
    }
    assert!(refused > lines.len(), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_may_be_longer_than_other_bodies() {
    let desk = Desk::new().await;
    let record = a_record(&desk).await;
    let comment = format!("# {}\n", "x".repeat(998));
    let long = record.clone() + &comment.repeat(900);
    desk.import(&long).await;
    let too_long = record + &comment.repeat(1100);
    let body = json!({ "record": too_long });
    let answer = desk.post("/api/matches/import", "", body).await;
    answer.refused(413, "too-large");
    let body = json!({ "game": WOLFPACK, "scenario": "x".repeat(70_000) });
    let answer = desk.post("/api/matches", "", body).await;
    answer.refused(413, "too-large");
}
