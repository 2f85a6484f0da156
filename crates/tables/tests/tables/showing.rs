//! What people see of tables.

use crate::{over, plain};
use derbyhouse_tables::{Merged, Source};

#[test]
fn every_table_with_a_source_is_listed_in_order() {
    let merged = plain();
    let keys: Vec<&str> = merged.keys().collect();
    let listed = [
        "scale",
        "table.search",
        "unit.single",
        "unit.pack6",
        "convoys",
        "leg[0]",
        "leg[1]",
    ];
    assert_eq!(keys, listed);
    let pack = &merged.provenance()[3];
    assert_eq!(
        (pack.source, pack.note.as_str()),
        (Source::Printed, "[3.22]")
    );
    let json = serde_json::to_value(pack).unwrap();
    assert_eq!(json["source"], "printed");
    assert_eq!(format!("{:>9}", pack.source), "  printed");
}

#[test]
fn a_table_is_shown_as_toml() {
    let shown = plain().show("table.search").unwrap();
    let text = r#"# data.toml
[table.search]
source = "derived"
rows = ["SSS", "..S"]
bands = [[1, 2], [3, 7]]
by_month = { feb = 1, mar = 2 }
"#;
    assert_eq!(shown, text);
    let shown = plain().show("unit.pack6").unwrap();
    let text = r#"# data.toml
[[unit]]
id = "pack6"
strength = 7
names = ["Vorhut", "Dränger"]
source = "printed"
note = "[3.22]"
"#;
    assert_eq!(shown, text);
}

#[test]
fn a_part_is_shown_with_what_leads_to_it() {
    let merged = plain();
    let cases = [
        ("scale.turns", "# data.toml\n[scale]\nturns = 15\n"),
        (
            "unit.single.strength",
            "# data.toml\n[[unit]]\nid = \"single\"\nstrength = 1\n",
        ),
        ("unit.single.id", "# data.toml\n[[unit]]\nid = \"single\"\n"),
        (
            "convoys.list.2",
            "# data.toml\n[convoys]\nlist = [{ number = 2, type = \"ONS\" }]\n",
        ),
        (
            "table.search.bands[1][0]",
            "# data.toml\n[table.search]\nbands = [[1, 2], [3, 7]]\n",
        ),
    ];
    for (key, text) in cases {
        assert_eq!(merged.show(key).as_deref(), Some(text), "{key}");
    }
    for key in [
        "",
        "scal",
        "scale.turn",
        "unit.pack",
        "unit.pack6.x",
        "scale.turns.x",
        "leg[7]",
    ] {
        assert_eq!(merged.show(key), None, "{key}");
    }
    assert!(
        merged
            .show("unit")
            .unwrap()
            .contains("\n\n[[unit]]\nid = \"pack6\"")
    );
}

#[test]
fn what_is_shown_is_what_was_merged() {
    let merged = over("[scale]\nturns = 20").unwrap();
    assert!(merged.show("scale").unwrap().contains("turns = 20\n"));
}

#[test]
fn what_is_shown_can_be_laid_over_again() {
    let merged = plain();
    for key in merged
        .keys()
        .chain(["data.toml", "unit", "setup.0", "table"])
    {
        let shown = merged.show(key).unwrap();
        let again = over(&shown).unwrap();
        assert_eq!(again.fingerprint(), merged.fingerprint(), "{shown}");
        assert_eq!(again.provenance(), merged.provenance(), "{shown}");
    }
}

#[test]
fn odd_texts_and_keys_come_back_as_they_were() {
    let text = "[\"a b\"]\n\"\" = \"tab\\t, \\\"quote\\\", \\\\, line\\n, bell\\u0007, ä\"\n\"c.d\" = [nan, inf, -0.5, 1e100]\nempty = {}\nwhen = 1943-03-01T12:00:00Z\nlong = [\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", \"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"]\n[\"a b\".none]\n";
    let merged = Merged::read(&[("data.toml", text)], &[]).unwrap();
    let shown = merged.show("\"a b\"").unwrap();
    let again = Merged::read(&[("data.toml", &shown)], &[]).unwrap();
    assert_eq!(again.fingerprint(), merged.fingerprint(), "{shown}");
    assert!(shown.contains("long = [\n  \"aaa"), "{shown}");
}

#[test]
fn a_table_in_two_files_is_shown_from_both() {
    let files = [("a.toml", "[meta]\nx = 1"), ("b.toml", "[meta]\ny = 2")];
    let merged = Merged::read(&files, &[]).unwrap();
    let text = "# a.toml\n[meta]\nx = 1\n\n# b.toml\n[meta]\ny = 2\n";
    assert_eq!(merged.show("meta").as_deref(), Some(text));
}
