//! Choosing, taking back, handing over.

use crate::desk::{Desk, first_offer};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_is_made_and_everybody_sees_it() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let before = desk.table(&seats, &seats.key).await;
    assert_eq!(
        (&before["version"], &before["moves"]),
        (&json!(0), &json!(0))
    );
    let choice = first_offer(&before);
    let after = desk.choose(&seats, &seats.key, &choice).await;
    assert_eq!((&after["version"], &after["moves"]), (&json!(1), &json!(1)));
    assert_ne!(after["scene"]["prompt"], before["scene"]["prompt"]);
    let watched = desk.table(&seats, &seats.observer).await;
    assert_eq!(watched["version"], 1);
    assert_eq!(watched["you"], Value::Null);
    assert_eq!(watched["scene"]["prompt"], Value::Null);
    assert_eq!(watched["may_undo"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_space_stands_for_the_one_offer_on_it() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let table = desk.choose(&seats, &seats.key, "deploy single").await;
    let offers = table["scene"]["prompt"]["offers"].as_array().unwrap();
    let on_space = offers
        .iter()
        .find(|offer| offer["anchor"]["space"].is_string());
    let on_space = on_space.unwrap();
    let space = &on_space["anchor"]["space"];
    let body = json!({ "version": 1, "choices": [{ "space": space }] });
    let table = desk.post(&seats.at("choices"), &seats.key, body).await.ok();
    assert_eq!(table["moves"], 2);
    let record = desk.get(&seats.at("record"), &seats.key).await.text();
    let choice = on_space["choice"].as_str().unwrap();
    assert!(record.contains(&format!("command: {choice}\n")), "{record}");

    let body = json!({ "version": 2, "choices": [{ "space": "9999" }] });
    let answer = desk.post(&seats.at("choices"), &seats.key, body).await;
    assert!(answer.refused(422, "refused").contains("9999"));
}

#[tokio::test(flavor = "multi_thread")]
async fn several_on_one_space_are_not_one() {
    let desk = Desk::new().await;
    let seats = desk.toy(3).await;
    for seat in ["north", "south"] {
        desk.choose(&seats, seats.key_of(seat), "keep").await;
    }
    // Heap a can be taken one, two or three from.
    let body = json!({ "version": 2, "choices": [{ "space": "0202" }] });
    let answer = desk
        .post(&seats.at("choices"), seats.key_of("north"), body)
        .await;
    let why = answer.refused(422, "refused");
    assert!(why.contains("ore than one"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_taken_whole_or_not_at_all() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let table = desk.choose(&seats, &seats.key, "deploy single").await;
    let space = table["scene"]["prompt"]["offers"].as_array().unwrap();
    let hexes = space
        .iter()
        .filter_map(|offer| offer["anchor"]["space"].as_str());
    let hexes: Vec<&str> = hexes.take(3).collect();
    let pick = |hex: &str| json!({ "space": hex });
    let single = json!({ "choice": "deploy single" });

    // The last one is nonsense: the first ones must not stay.
    let before = desk.snapshot(&seats, &seats.key).await;
    let bad = json!([pick(hexes[0]), single, pick(hexes[1]), { "choice": "fly to the moon" }]);
    let body = json!({ "version": 1, "choices": bad });
    let answer = desk.post(&seats.at("choices"), &seats.key, body).await;
    answer.refused(422, "refused");
    assert_eq!(desk.snapshot(&seats, &seats.key).await, before);

    let good = json!([
        pick(hexes[0]),
        single,
        pick(hexes[1]),
        single,
        pick(hexes[2])
    ]);
    let body = json!({ "version": 1, "choices": good });
    let table = desk.post(&seats.at("choices"), &seats.key, body).await.ok();
    assert_eq!((&table["version"], &table["moves"]), (&json!(6), &json!(6)));
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_is_an_act_of_its_own() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let start = desk.table(&seats, &seats.key).await;
    assert_eq!(start["undo_to"], 0);
    assert_eq!(start["may_undo"], false);
    assert!(start["undo_reason"].is_string());
    let table = desk.choose(&seats, &seats.key, "deploy single").await;
    assert_eq!(table["may_undo"], true);
    assert_eq!(table["undo_to"], 0);
    let body = json!({ "version": 1 });
    let back = desk.post(&seats.at("undo"), &seats.key, body).await.ok();
    assert_eq!((&back["version"], &back["moves"]), (&json!(2), &json!(0)));
    assert_eq!(back["scene"], start["scene"]);
    let body = json!({ "version": 2 });
    let answer = desk.post(&seats.at("undo"), &seats.key, body).await;
    answer.refused(422, "refused");
}

/// Places a few boats by hand: two choices each.
async fn three_boats(desk: &Desk, seats: &crate::desk::Seats) -> Value {
    let mut table = Value::Null;
    for _ in 0..3 {
        table = desk.choose(seats, &seats.key, "deploy single").await;
        let offers = table["scene"]["prompt"]["offers"].as_array().unwrap();
        let hex = offers
            .iter()
            .find(|offer| offer["anchor"]["space"].is_string());
        let choice = hex.unwrap()["choice"].as_str().unwrap().to_owned();
        table = desk.choose(seats, &seats.key, &choice).await;
    }
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn one_placement_is_taken_back_from_among_others() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let table = three_boats(&desk, &seats).await;
    assert_eq!((&table["version"], &table["moves"]), (&json!(6), &json!(6)));
    let lines = |text: String| -> Vec<String> {
        let moves = text.lines().filter(|line| line.starts_with("command: "));
        moves.map(str::to_owned).collect()
    };
    let before = lines(desk.get(&seats.at("record"), &seats.key).await.text());
    let body = json!({ "version": 6, "to": 2, "until": 4 });
    let back = desk.post(&seats.at("undo"), &seats.key, body).await.ok();
    assert_eq!(back["moves"], 4);
    // Four taken back, two made again.
    assert_eq!(back["version"], 12);
    let after = lines(desk.get(&seats.at("record"), &seats.key).await.text());
    assert_eq!(after, [&before[..2], &before[4..]].concat());

    // Between the two halves of a placement it does not fit, and nothing changes.
    let before = desk.snapshot(&seats, &seats.key).await;
    let body = json!({ "version": 12, "to": 0, "until": 1 });
    let answer = desk.post(&seats.at("undo"), &seats.key, body).await;
    answer.refused(409, "not-asked");
    for nothing in [
        json!({ "version": 12, "to": 4 }),
        json!({ "version": 12, "to": 1, "until": 9 }),
    ] {
        let answer = desk.post(&seats.at("undo"), &seats.key, nothing).await;
        answer.refused(422, "unusable");
    }
    assert_eq!(desk.snapshot(&seats, &seats.key).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_taken_back_past_a_draw() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let body = json!({ "version": 0, "extent": "turn" });
    let table = desk.post(&seats.at("staff"), &seats.key, body).await.ok();
    assert_eq!(table["undo_to"], table["moves"]);
    assert_eq!(table["may_undo"], false);
    for back in [
        json!({ "version": table["version"] }),
        json!({ "version": table["version"], "to": 3 }),
    ] {
        let answer = desk.post(&seats.at("undo"), &seats.key, back).await;
        answer.refused(422, "refused");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_staff_does_as_much_as_it_is_given() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let staff = async |version: &Value, extent: &str| {
        let body = json!({ "version": version, "extent": extent });
        desk.post(&seats.at("staff"), &seats.key, body).await.ok()
    };
    let table = staff(&json!(0), "decision").await;
    assert_eq!(table["moves"], 1);
    let table = staff(&table["version"], "draft").await;
    assert_eq!(table["scene"]["clock"]["turn"], 0, "the phase is not ended");
    assert_eq!(table["undo_to"], 0, "all of it can be taken back");
    let drafted = table["moves"].as_u64().unwrap();
    assert!(drafted > 20, "{drafted}");
    let table = staff(&table["version"], "phase").await;
    assert_eq!(table["moves"], drafted + 1, "only its end was missing");
    assert_eq!(table["scene"]["clock"]["turn"], 1);
    assert!(!table["news"].as_array().unwrap().is_empty());
    let table = staff(&table["version"], "turn").await;
    assert_eq!(table["scene"]["clock"]["turn"], 2);
    let table = staff(&table["version"], "rest").await;
    assert!(
        table["over"]["level"]["label"].is_string(),
        "{}",
        table["over"]
    );
    assert_eq!(table["asked"], json!([]));
    let body = json!({ "version": table["version"], "extent": "decision" });
    let answer = desk.post(&seats.at("staff"), &seats.key, body).await;
    answer.refused(409, "not-asked");
    let body = json!({ "version": table["version"], "extent": "rest", "bot": "hal" });
    let answer = desk.post(&seats.at("staff"), &seats.key, body).await;
    assert!(answer.refused(422, "unusable").contains("hal"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_in_the_other_seat_answers_with_the_act() {
    let desk = Desk::new().await;
    let seats = json!({ "south": { "kind": "bot", "bot": "random" } });
    let seats = desk.make(json!({ "game": "toy", "seats": seats })).await;
    // It has said already whether it exchanges its card.
    let mut table = desk.table(&seats, &seats.key).await;
    assert_eq!(table["asked"], json!(["north"]));
    assert_eq!(table["version"], 0);
    while table["over"].is_null() {
        let moves = table["moves"].as_u64().unwrap();
        table = desk.choose(&seats, &seats.key, &first_offer(&table)).await;
        assert!(!table["over"].is_null() || table["asked"] == json!(["north"]));
        assert!(table["moves"].as_u64().unwrap() > moves);
        assert!(!table["news"].as_array().unwrap().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_moves_of_a_bot_are_taken_back_with_ones_own() {
    let desk = Desk::new().await;
    let seats = json!({ "south": { "kind": "bot", "bot": "random" } });
    let new = json!({ "game": "toy", "options": ["no-gamble"], "seats": seats });
    // Against the computer the exchange of cards is answered by the usual order.
    let seats = desk.make(new).await;
    let mut before = desk.table(&seats, &seats.key).await;
    // A reveal of the bot's would bar the way: then it is played on until it has none to make.
    loop {
        let after = desk.choose(&seats, &seats.key, "take b 1").await;
        if !after["over"].is_null() {
            return;
        }
        if after["may_undo"] == true {
            let body = json!({ "version": after["version"] });
            let back = desk.post(&seats.at("undo"), &seats.key, body).await.ok();
            assert_eq!(back["moves"], before["moves"]);
            assert_eq!(back["scene"], before["scene"]);
            return;
        }
        before = after;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn giving_up_ends_it() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let body = json!({ "version": 0 });
    let table = desk.post(&seats.at("resign"), &seats.key, body).await.ok();
    assert!(table["over"]["scores"].is_array());
    assert_eq!(table["over"]["scores"].as_array().unwrap().len(), 1);
    let summary = desk.get(&seats.base(), &seats.observer).await.ok();
    assert_eq!(summary["over"], table["over"]);
    let body = json!({ "version": 1, "choices": [{ "choice": "done" }] });
    let answer = desk.post(&seats.at("choices"), &seats.key, body).await;
    answer.refused(409, "not-asked");
    // Now everything lies open: nobody looks at it and plays on from before.
    for game in ["wolfpack-1974", "pq17"] {
        let seats = desk.make(json!({ "game": game })).await;
        let version = desk.table(&seats, &seats.key).await["version"].clone();
        let body = json!({ "version": version });
        let over = desk.post(&seats.at("resign"), &seats.key, body).await.ok();
        assert_eq!(over["may_undo"], false, "{game}");
        let body = json!({ "version": over["version"] });
        let answer = desk.post(&seats.at("undo"), &seats.key, body).await;
        answer.refused(422, "refused");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn overlays_come_with_the_answer_when_asked_for() {
    let desk = Desk::new().await;
    let seats = desk.wolfpack(7).await;
    let path = seats.at("choices") + "?overlays=search,air";
    let body = json!({ "version": 0, "choices": [{ "choice": "deploy single" }] });
    let table = desk.post(&path, &seats.key, body).await.ok();
    for overlay in table["scene"]["overlays"].as_array().unwrap() {
        let id = overlay["id"].as_str().unwrap();
        let empty = overlay["areas"].as_array().unwrap().is_empty();
        if id == "air" {
            assert!(!empty);
        } else if id != "search" {
            assert!(empty, "{id}");
        }
    }
}
