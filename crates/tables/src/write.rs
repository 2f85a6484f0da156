//! Tables as text: for people as TOML, for fingerprints in a form that only the values decide.

use crate::value::{ABOUT, Data, Entry, Table, Value};
use std::fmt::Write;

/// Lines longer than this are broken at their items.
const WIDE: usize = 100;

/// A document of TOML. Read again it has the same values, in the same order where TOML allows.
pub(crate) fn document(root: &Table) -> String {
    let mut out = String::new();
    body(&mut out, "", root);
    out
}

/// A key as TOML wants it.
pub(crate) fn key_text(key: &str) -> String {
    let is_bare = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    if !key.is_empty() && key.bytes().all(is_bare) {
        key.to_owned()
    } else {
        quoted(key)
    }
}

/// Values first, then what has a header of its own: after a header, TOML has no way back.
fn body(out: &mut String, path: &str, table: &Table) {
    let (headed, plain): (Vec<&Entry>, Vec<&Entry>) =
        table.entries.iter().partition(|e| has_header(&e.value));
    for entry in plain {
        let key = key_text(&entry.key);
        let _ = writeln!(out, "{key} = {}", broken(&key, &entry.value));
    }
    for entry in headed {
        let inner = crate::node::join(path, &key_text(&entry.key));
        match &entry.value.data {
            Data::Table(table) => {
                if table.entries.is_empty() || !table.entries.iter().all(|e| has_header(&e.value)) {
                    header(out, &format!("[{inner}]"));
                }
                body(out, &inner, table);
            }
            Data::Array(items) => {
                for table in items.iter().filter_map(Value::table) {
                    header(out, &format!("[[{inner}]]"));
                    body(out, &inner, table);
                }
            }
            _ => {}
        }
    }
}

fn header(out: &mut String, text: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(text);
    out.push('\n');
}

/// Whether it is written below a header: tables and arrays of tables that were.
fn has_header(value: &Value) -> bool {
    let is_block = |value: &Value| value.table().is_some_and(|table| !table.inline);
    match &value.data {
        Data::Array(items) => !items.is_empty() && items.iter().all(is_block),
        _ => is_block(value),
    }
}

/// The value of a key; a long array has an item on each line.
fn broken(key: &str, value: &Value) -> String {
    let line = inline(value);
    match &value.data {
        Data::Array(items) if key.len() + line.len() > WIDE => {
            let lines = items.iter().map(|item| format!("  {},\n", inline(item)));
            format!("[\n{}]", lines.collect::<String>())
        }
        _ => line,
    }
}

fn inline(value: &Value) -> String {
    match &value.data {
        Data::String(text) => quoted(text),
        Data::Integer(number) => number.to_string(),
        Data::Float(number) => float(*number),
        Data::Boolean(yes) => yes.to_string(),
        Data::Date(date) => date.clone(),
        Data::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Data::Table(table) if table.entries.is_empty() => "{}".to_owned(),
        Data::Table(table) => {
            let pair = |e: &Entry| format!("{} = {}", key_text(&e.key), inline(&e.value));
            let pairs: Vec<String> = table.entries.iter().map(pair).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
    }
}

fn float(number: f64) -> String {
    if number.is_nan() {
        "nan".to_owned()
    } else {
        format!("{number:?}")
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A form in which equal values are equal texts: keys sorted, numbers by value, and without `source` and `note`,
/// which change no game.
pub(crate) fn canonical(value: &Value, out: &mut String) {
    match &value.data {
        Data::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            let _ = write!(out, "{}", *number as i64);
        }
        Data::Array(items) => {
            out.push('[');
            for item in items {
                canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Data::Table(table) => {
            let mut entries: Vec<&Entry> = table.entries.iter().collect();
            entries.retain(|entry| !ABOUT.contains(&entry.key.as_str()));
            entries.sort_by(|a, b| a.key.cmp(&b.key));
            out.push('{');
            for entry in entries {
                let _ = write!(out, "{}:", quoted(&entry.key));
                canonical(&entry.value, out);
                out.push(',');
            }
            out.push('}');
        }
        _ => out.push_str(&inline(value)),
    }
}
