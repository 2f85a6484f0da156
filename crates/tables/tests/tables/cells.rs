//! Typed access: every wrong cell says so itself, at its line.

use derbyhouse_tables::{Merged, Node, TableError};

const FILE: &str = r#"
[t]
text = "Dränger"
number = 7
huge = 9223372036854775807
float = 2.5
infinite = inf
yes = true
date = 1943-03-01
rows = [
  "SS",
  ".S", 3,
]
inner = { a = 1 }
hex = "08x7"
"#;

fn with_table<T>(check: impl FnOnce(Node<'_>) -> T) -> T {
    let merged = Merged::read(&[("data.toml", FILE)], &[]).unwrap();
    check(merged.file("data.toml").unwrap().get("t").unwrap())
}

/// The error that a reading of `t` ends in.
fn error<T: std::fmt::Debug>(read: impl FnOnce(Node<'_>) -> Result<T, TableError>) -> String {
    with_table(|t| read(t).unwrap_err().to_string())
}

#[test]
fn cells_give_what_they_hold() {
    with_table(|t| {
        assert_eq!(t.get("text").unwrap().str(), Ok("Dränger"));
        assert_eq!(t.get("number").unwrap().int(0..=9u8), Ok(7));
        assert_eq!(
            t.get("huge").unwrap().int(0..=u64::MAX),
            Ok(i64::MAX as u64)
        );
        assert_eq!(t.get("number").unwrap().float(), Ok(7.0));
        assert_eq!(t.get("float").unwrap().float(), Ok(2.5));
        assert_eq!(t.get("yes").unwrap().bool(), Ok(true));
        assert_eq!(
            t.get("text").unwrap().parse::<String>(),
            Ok("Dränger".to_owned())
        );
        assert!(t.opt("nothing").unwrap().is_none());
        let rows = t.get("rows").unwrap().items().unwrap();
        assert_eq!((rows[1].path(), rows[1].line()), ("t.rows[1]", 12));
        let inner = t.get("inner").unwrap().entries().unwrap();
        assert_eq!((inner[0].0, inner[0].1.int(1..=1i8)), ("a", Ok(1)));
        assert_eq!(t.get("date").unwrap().json().unwrap(), "1943-03-01");
    });
}

#[test]
fn wrong_cells_name_line_key_and_what_is_there() {
    let cases = [
        (
            error(|t| t.get("text")?.int(1..=20u8)),
            "data.toml:3: t.text: expected a whole number from 1 to 20, found \"Dränger\"",
        ),
        (
            error(|t| t.get("number")?.int(8..=8i32)),
            "data.toml:4: t.number: expected the whole number 8, found 7",
        ),
        (
            error(|t| t.get("huge")?.int(0..=u8::MAX)),
            "data.toml:5: t.huge: expected a whole number from 0 to 255, found 9223372036854775807",
        ),
        (
            error(|t| t.get("float")?.int(0..=9u8)),
            "data.toml:6: t.float: expected a whole number from 0 to 9, found 2.5",
        ),
        (
            error(|t| t.get("infinite")?.float()),
            "data.toml:7: t.infinite: expected a number, found inf",
        ),
        (
            error(|t| t.get("infinite")?.json()),
            "data.toml:7: t.infinite: expected a number, found inf",
        ),
        (
            error(|t| t.get("yes")?.str().map(str::to_owned)),
            "data.toml:8: t.yes: expected a text, found true",
        ),
        (
            error(|t| t.get("date")?.bool()),
            "data.toml:9: t.date: expected true or false, found the date 1943-03-01",
        ),
        (
            error(|t| t.get("rows")?.list(|row| row.str().map(str::len))),
            "data.toml:12: t.rows[2]: expected a text, found 3",
        ),
        (
            error(|t| t.get("rows")?.list_of::<4, _>(|row| row.int(0..=9u8))),
            "data.toml:10: t.rows: expected an array of 4, found an array of 3",
        ),
        (
            error(|t| t.get("inner")?.items().map(|_| ())),
            "data.toml:14: t.inner: expected an array, found a table",
        ),
        (
            error(|t| t.get("number")?.get("a").map(|_| ())),
            "data.toml:4: t.number: expected a table, found 7",
        ),
        (
            error(|t| t.get("inner")?.get("b").map(|_| ())),
            "data.toml:14: t.inner: the key “b” is missing",
        ),
        (
            error(|t| t.get("hex")?.parse::<derbyhouse_kernel::Hex>()),
            "data.toml:15: t.hex: “08x7” is not a hex number: four digits are expected, row then column, as in 0817",
        ),
        (
            error(|t| t.get("inner")?.only(&["b", "c"])),
            "data.toml:14: t.inner.a: the key is unknown here: known are b, c",
        ),
    ];
    for (error, sentence) in cases {
        assert_eq!(error, sentence);
    }
}

#[test]
fn the_cell_is_underlined() {
    let error = with_table(|t| t.get("rows").unwrap().items().unwrap()[1].expected("3 letters"));
    assert_eq!((error.line(), error.column()), (12, 3));
    assert_eq!(error.key(), "t.rows[1]");
    let pretty = r#"error: t.rows[1]: expected 3 letters, found ".S"
  --> data.toml:12:3
   |
12 |   ".S", 3,
   |   ^^^^"#;
    assert_eq!(error.pretty(), pretty);
}

#[test]
fn only_the_first_line_of_a_long_value_is_shown() {
    let error = with_table(|t| t.get("rows").unwrap().expected("two rows"));
    let pretty = r#"error: t.rows: expected two rows, found an array of 3
  --> data.toml:10:8
   |
10 | rows = [
   |        ^"#;
    assert_eq!(error.pretty(), pretty);
}

fn unreadable(text: &str) -> TableError {
    Merged::read(&[("data.toml", text)], &[]).unwrap_err()
}

#[test]
fn a_text_that_is_not_toml_is_refused_at_its_line() {
    let error = unreadable("a = 1\nb = = 2\n");
    assert_eq!((error.line(), error.key()), (2, ""));
    assert!(
        error
            .to_string()
            .starts_with("data.toml:2: this is not TOML: ")
    );
    let error = unreadable("[a]\nb = 1\r\nb = 2");
    assert_eq!(
        error.to_string(),
        "data.toml:3: this is not TOML: duplicate key"
    );
    assert!(error.pretty().contains("3 | b = 2"), "{}", error.pretty());
}

#[test]
fn a_number_beyond_all_limits_is_refused() {
    let error = unreadable("\na = [1, 92233720368547758080]");
    let sentence = "data.toml:2: this whole number is too large";
    assert_eq!(error.to_string(), sentence);
    assert_eq!(error.column(), 9);
}

#[test]
fn what_is_nested_too_deep_is_refused() {
    let key = vec!["a"; 70].join(".");
    let error = unreadable(&format!("\n{key} = 1"));
    assert_eq!(error.to_string(), "data.toml:2: nested too deep");
}

#[test]
fn an_empty_file_is_an_empty_table() {
    let merged = Merged::read(&[("data.toml", "")], &[]).unwrap();
    let root = merged.file("data.toml").unwrap();
    assert!(root.entries().unwrap().is_empty());
    let error = root.get("scale").unwrap_err();
    assert_eq!(error.to_string(), "data.toml:1: the key “scale” is missing");
    assert!(
        error
            .pretty()
            .starts_with("error: the key “scale” is missing")
    );
    let none = merged.file("else.toml").unwrap_err();
    assert_eq!(
        none.to_string(),
        "else.toml: there are no tables of that name"
    );
    assert_eq!((none.line(), none.column()), (0, 0));
}

#[test]
fn a_source_is_one_of_four() {
    let error = unreadable("[a]\nsource = \"printed\"\n[[b]]\nid = 4\nsource = \"guessed\"");
    let sentence =
        "data.toml:5: b.4.source: expected printed, derived, public or designed, found \"guessed\"";
    assert_eq!(error.to_string(), sentence);
    let error = unreadable("[a]\nsource = \"printed\"\nnote = 3");
    assert_eq!(
        error.to_string(),
        "data.toml:3: a.note: expected a text, found 3"
    );
}
