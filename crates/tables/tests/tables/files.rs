//! Cases, rules, and folders.

use derbyhouse_tables::{RuleKind, read_cases, read_dir, read_rules};

const CASES: &str = r#"# Worked examples.

[[case]]
id = "G01"
kind = "step"
rule = "12.12"
source = "printed"
text = "NW of an odd-row hex"
given = { hex = "1911", dir = "NW", odds = 0.5, list = [[1, true]] }
expect = { hex = "2010" }

[[case]]
id = "G02"
kind = "area_count"
given = {}
note = "put right"
[case.expect]
hexes = 643
note = "an output may have any name"
"#;

#[test]
fn cases_come_with_their_lines() {
    let cases = read_cases("examples.toml", CASES).unwrap();
    let (first, line) = &cases[0];
    assert_eq!(
        (first.id.as_str(), first.kind.as_str(), *line),
        ("G01", "step", 3)
    );
    assert_eq!(first.rule, "12.12");
    assert_eq!(first.given["list"], serde_json::json!([[1, true]]));
    assert_eq!(first.given["odds"], 0.5);
    let (second, line) = &cases[1];
    assert_eq!(
        (second.id.as_str(), second.note.as_str(), *line),
        ("G02", "put right", 12)
    );
    assert!(second.given.is_empty() && second.rule.is_empty());
    assert_eq!(second.expect.len(), 2);
}

#[test]
fn wrong_cases_are_refused() {
    let refused = |text: &str| read_cases("e.toml", text).unwrap_err().to_string();
    let cases = [
        ("", "e.toml:1: the key “case” is missing"),
        ("case = 3", "e.toml:1: case: expected an array, found 3"),
        ("case = [3]", "e.toml:1: case[0]: expected a table, found 3"),
        (
            "[[cases]]",
            "e.toml:1: cases: the key is unknown here: known are case",
        ),
        (
            "[[case]]\nkind = \"a\"",
            "e.toml:1: case[0]: the key “id” is missing",
        ),
        (
            "[[case]]\nid = 1",
            "e.toml:2: case.1.id: expected a text, found 1",
        ),
        (
            "[[case]]\nid = \"a\"",
            "e.toml:1: case.a: the key “kind” is missing",
        ),
        (
            "[[case]]\nid = \"a\"\nkind = \"b\"\ngiven = []",
            "e.toml:4: case.a.given: expected a table, found an empty array",
        ),
        (
            "[[case]]\nid = \"a\"\nkind = \"b\"\ngiven = { x = inf }\nexpect = {}",
            "e.toml:4: case.a.given.x: expected a number, found inf",
        ),
        (
            "[[case]]\nid = \"a\"\nkind = \"b\"\ngiven = {}\nexpects = {}",
            "e.toml:5: case.a.expects: the key is unknown here: known are id, kind, rule, text, given, expect",
        ),
        (
            "[[case]]\nid = \"a\"\n[[case]]\nid = \"a\"",
            "e.toml:4: case[1].id: “a” stands in line 2 already",
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(refused(text), sentence);
    }
}

#[test]
fn rules_are_read_in_order() {
    let text = "[[rule]]\nnumber = \"5.26\"\nkind = \"table\"\ntitle = \"Movement\"\ntext = \"By chit.\"\n[[rule]]\nnumber = \"R1\"\nkind = \"ruling\"\ntitle = \"April\"\ntext = \"One group.\"";
    let rules = read_rules("rules.toml", text).unwrap();
    assert_eq!(rules.len(), 2);
    assert_eq!(
        (rules[0].number.as_str(), rules[0].kind),
        ("5.26", RuleKind::Table)
    );
    assert_eq!(
        (rules[1].title.as_str(), rules[1].text.as_str()),
        ("April", "One group.")
    );
    assert_eq!(serde_json::to_value(rules[1].kind).unwrap(), "ruling");
}

#[test]
fn wrong_rules_are_refused() {
    let refused = |text: &str| read_rules("r.toml", text).unwrap_err().to_string();
    assert_eq!(
        refused("[[rule]]\nnumber = \"1.0\"\nkind = \"law\"\ntitle = \"a\"\ntext = \"b\""),
        "r.toml:3: rule.\"1.0\".kind: expected rule, table, head, text or ruling, found \"law\""
    );
    assert_eq!(
        refused("[[rule]]\nnumber = \"1.0\"\nkind = \"head\"\ntitle = \" \"\ntext = \"b\""),
        "r.toml:4: rule.\"1.0\".title: expected some words, found \" \""
    );
    assert_eq!(
        refused("[[rule]]\nnumber = \"1.0\"\n[[rule]]\nnumber = \"1.0\""),
        "r.toml:4: rule[1].number: “1.0” stands in line 2 already"
    );
    assert_eq!(
        refused("[[rule]]\nnumber = 1.5"),
        "r.toml:2: rule[0].number: expected a text, found 1.5"
    );
}

#[test]
fn a_folder_gives_its_toml_files_in_order() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("b.toml", "y = 2"),
        ("a.toml", "x = 1"),
        ("notes.txt", "no"),
    ] {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let files = read_dir(dir.path()).unwrap();
    let texts: Vec<&str> = files.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(texts, ["x = 1", "y = 2"]);
    assert!(files[0].0.ends_with("a.toml"));
}

#[test]
fn a_folder_that_gives_nothing_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let error = read_dir(dir.path()).unwrap_err().to_string();
    assert!(
        error.ends_with(": there is no .toml file in this folder"),
        "{error}"
    );
    let missing = dir.path().join("missing");
    let error = read_dir(&missing).unwrap_err();
    let sentence = ": the folder of tables cannot be read: ";
    assert!(error.to_string().contains(sentence), "{error}");
    assert!(error.pretty().starts_with("error: "));
    std::fs::write(dir.path().join("a.toml"), [0xff, 0xfe]).unwrap();
    let error = read_dir(dir.path()).unwrap_err().to_string();
    assert!(
        error.contains("a.toml: the file cannot be read: "),
        "{error}"
    );
}
