//! Whatever a file holds, there is an answer, and an error is one line that can be shown.

use crate::SAMPLE;
use derbyhouse_tables::{Merged, TableError, read_cases, read_rules};
use proptest::prelude::*;

fn check<T>(result: Result<T, TableError>) {
    if let Err(error) = result {
        let line = error.to_string();
        assert!(!line.contains(['\n', '\r']), "{line:?}");
        assert!(!error.pretty().is_empty());
    }
}

fn read_all_ways(text: &str) {
    check(read_cases("examples.toml", text));
    check(read_rules("rules.toml", text));
    check(Merged::read(
        &[("data.toml", SAMPLE)],
        &[("data.toml".into(), text.into())],
    ));
    let merged = Merged::read(&[("data.toml", text)], &[]);
    if let Ok(merged) = &merged {
        let shown = merged.show("data.toml").unwrap();
        let again = Merged::read(&[("data.toml", &shown)], &[]).unwrap();
        assert_eq!(merged.fingerprint(), again.fingerprint(), "{shown}");
        let over = ("data.toml".to_owned(), shown);
        let over = Merged::read(&[("data.toml", text)], &[over]).unwrap();
        assert_eq!(merged.fingerprint(), over.fingerprint());
        for key in merged.keys() {
            merged.show(key).unwrap();
        }
        let root = merged.file("data.toml").unwrap();
        check(root.json());
        check(root.only(&["a"]));
        for (_, node) in root.entries().unwrap() {
            check(Err::<(), _>(node.expected("something else")));
        }
    }
    check(merged);
}

/// Pieces of which TOML is made, in any order.
fn toml_like() -> impl Strategy<Value = String> {
    let pieces = vec![
        "[",
        "]",
        "[[",
        "]]",
        "{",
        "}",
        "a",
        "id",
        "source",
        "note",
        "number",
        "chit",
        ".",
        "=",
        " = ",
        "\n",
        "\r\n",
        ",",
        "\"",
        "\"\"\"",
        "'",
        "\"printed\"",
        "1",
        "-",
        "0x1F",
        "2.5",
        "inf",
        "true",
        "1979-05-27",
        "#",
        " ",
        "\t",
        "ä",
        "\u{feff}",
        "case",
        "rule",
        "given",
        "\\",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|p| p.concat())
}

/// Whole lines of which tables are made.
fn lines() -> impl Strategy<Value = String> {
    let lines = vec![
        "[a]",
        "[a.b]",
        "[[c]]",
        "[[a.d]]",
        "[case]",
        "[[case]]",
        "[[rule]]",
        "id = \"x\"",
        "id = \"y\"",
        "id = 1",
        "number = 2",
        "chit = 3",
        "source = \"printed\"",
        "source = 1",
        "note = \"n\"",
        "x = [1, [2, 3.0], { y = nan }]",
        "y = {}",
        "z.y = -0.0",
        "\"\" = [[], {}]",
        "w = [{ id = 1, q = { r = 1 } }, { id = 2 }]",
        "given = {}",
        "kind = \"rule\"",
    ];
    prop::collection::vec(prop::sample::select(lines), 0..12).prop_map(|l| l.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_text_has_an_answer(text in any::<String>()) {
        read_all_ways(&text);
    }

    #[test]
    fn anything_like_toml_has_an_answer(text in toml_like()) {
        read_all_ways(&text);
    }

    #[test]
    fn any_tables_have_an_answer(text in lines()) {
        read_all_ways(&text);
    }

    #[test]
    fn a_slip_in_a_good_file_has_an_answer(
        at in 0..SAMPLE.chars().count(),
        cut in 0..4usize,
        put in toml_like(),
    ) {
        let head: String = SAMPLE.chars().take(at).collect();
        let tail: String = SAMPLE.chars().skip(at + cut).collect();
        let put: String = put.chars().take(3).collect();
        read_all_ways(&format!("{head}{put}{tail}"));
    }
}
