//! Laying own tables over the game's.

use crate::{SAMPLE, over, plain, refused};
use derbyhouse_tables::{Merged, Source};

#[test]
fn keys_are_replaced_one_by_one() {
    let merged = over("[scale]\nturns = 20").unwrap();
    let scale = merged.file("data.toml").unwrap().get("scale").unwrap();
    assert_eq!(scale.get("turns").unwrap().int(1..=99u8), Ok(20));
    assert_eq!(scale.get("step").unwrap().float(), Ok(0.5));
    assert_eq!(scale.get("turns").unwrap().file(), "my/data.toml");
    assert_eq!(scale.get("step").unwrap().file(), "data.toml");
}

#[test]
fn tables_in_tables_are_merged_and_arrays_replaced() {
    let merged = over("[table.search]\nbands = [[1, 9]]\nby_month.mar = 5").unwrap();
    let root = merged.file("data.toml").unwrap();
    let search = root.get("table").unwrap().get("search").unwrap();
    assert_eq!(search.get("bands").unwrap().items().unwrap().len(), 1);
    assert_eq!(search.get("rows").unwrap().items().unwrap().len(), 2);
    let months = search.get("by_month").unwrap().json().unwrap();
    assert_eq!(months, serde_json::json!({ "feb": 1, "mar": 5 }));
}

#[test]
fn named_entries_are_merged_by_name() {
    let own = "[[unit]]\nid = \"pack6\"\nstrength = 8\n[convoys]\nlist = [{ number = 2, type = \"SC\" }]\n[[setup]]\nchit = 0\nat = \"0101\"";
    let merged = over(own).unwrap();
    let json = merged.file("data.toml").unwrap().json().unwrap();
    assert_eq!(json["unit"][0]["strength"], 1);
    assert_eq!(json["unit"][1]["strength"], 8);
    assert_eq!(json["unit"][1]["names"][0], "Vorhut");
    let list = serde_json::json!([{ "number": 1, "type": "HX" }, { "number": 2, "type": "SC" }]);
    assert_eq!(json["convoys"]["list"], list);
    assert_eq!(
        json["setup"],
        serde_json::json!([{ "chit": 0, "at": "0101" }])
    );
}

#[test]
fn entries_without_names_are_replaced_whole() {
    let merged = over("[[leg]]\nfrom = \"c\"\nsource = \"public\"").unwrap();
    let json = merged.file("data.toml").unwrap().json().unwrap();
    assert_eq!(
        json["leg"],
        serde_json::json!([{ "from": "c", "source": "public" }])
    );
}

#[test]
fn a_source_stays_unless_it_is_replaced() {
    let find = |merged: &Merged, key: &str| {
        let mut all = merged.provenance().iter();
        all.find(|p| p.table == key).unwrap().clone()
    };
    let merged = over("[[unit]]\nid = \"single\"\nstrength = 2").unwrap();
    assert_eq!(find(&merged, "unit.single").source, Source::Designed);
    let own = "[[unit]]\nid = \"single\"\nstrength = 2\nsource = \"printed\"\nnote = \"my copy\"";
    let single = find(&over(own).unwrap(), "unit.single");
    assert_eq!(
        (single.source, single.note.as_str()),
        (Source::Printed, "my copy")
    );
}

#[test]
fn what_the_game_does_not_have_is_refused() {
    assert_eq!(
        refused("[scale]\nturns = 1\nturn = 2"),
        "my/data.toml:3: scale.turn: the key is unknown here: known are source, note, turns, step"
    );
    assert_eq!(
        refused("\n[tables.search]"),
        "my/data.toml:2: tables: the key is unknown here: known are scale, table, unit, convoys, setup, leg"
    );
    assert_eq!(
        refused("[[unit]]\nid = \"pack7\""),
        "my/data.toml:1: unit: there is no entry “pack7”: known are single, pack6"
    );
    assert_eq!(
        refused("[[unit]]\nstrength = 2"),
        "my/data.toml:1: unit: expected a table with the key “id”, which says which entry is meant"
    );
    assert_eq!(
        refused("[[unit]]\nid = \"single\"\n[[unit]]\nid = \"single\""),
        "my/data.toml:3: unit: this entry stands here twice"
    );
    assert_eq!(
        refused("[[unit]]\nid = \"single\"\nspeed = 2"),
        "my/data.toml:3: unit.single.speed: the key is unknown here: known are id, strength, source"
    );
    // Only a table that says where it comes from takes a note.
    assert_eq!(
        refused("[[setup]]\nchit = 0\nnote = \"\""),
        "my/data.toml:3: setup.0.note: the key is unknown here: known are chit, at"
    );
}

#[test]
fn a_table_stays_a_table() {
    assert_eq!(
        refused("scale = 3"),
        "my/data.toml:1: scale: expected a table, found 3"
    );
    assert_eq!(
        refused("[unit.pack6]\nstrength = 8"),
        "my/data.toml:1: unit: expected an array of tables, as in [[unit]], found a table"
    );
    assert_eq!(
        refused("table.search.rows = \"SSS\""),
        "my/data.toml:1: table.search.rows: expected an array, found \"SSS\""
    );
}

#[test]
fn a_file_the_game_does_not_have_is_refused() {
    let own = ("my/date.toml".to_owned(), String::new());
    let error = Merged::read(&[("data.toml", SAMPLE)], &[own]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "my/date.toml:1: this game has no tables of that name: known are data.toml"
    );
}

#[test]
fn equal_numbers_have_equal_fingerprints() {
    let own = plain().fingerprint();
    assert_eq!(own.len(), 32);
    let the_same = [
        "",
        "# nothing\n",
        "[scale]\nturns = 0xF # the same",
        "[scale]\nnote = \"another note\"\nsource = \"public\"",
        "[[unit]]\nid = \"pack6\"\nstrength = +7",
        "table.search.by_month = { mar = 2, feb = 1 }",
    ];
    for text in the_same {
        assert_eq!(over(text).unwrap().fingerprint(), own, "{text}");
    }
    let another = [
        "[scale]\nturns = 16",
        "[scale]\nstep = 0.25",
        "table.search.rows = [\"..S\", \"SSS\"]",
        "table.search.bands = [[1, 2, 3], [7]]",
        "[[setup]]\nchit = 0\nat = \"0732\"",
    ];
    for text in another {
        assert_ne!(over(text).unwrap().fingerprint(), own, "{text}");
    }
    let moved: String = SAMPLE.replace(
        "turns = 15\nstep = 0.5",
        "step = 0.50 # half\n\n\nturns = 15",
    );
    assert_ne!(moved, SAMPLE);
    let moved = Merged::read(&[("data.toml", &moved)], &[]).unwrap();
    assert_eq!(moved.fingerprint(), own);
}
