//! Inputs of a procedure from the words of a command line.

use serde_json::Value;

/// The value of a word. Where a list is wanted, one thing is a list of one.
pub fn read(form: &str, word: &str) -> Value {
    match one(form, word) {
        list @ Value::Array(_) => list,
        single if form.starts_with("list") => Value::Array(vec![single]),
        single => single,
    }
}

/// The value of a word as it stands. Hex numbers are names that happen to be digits: where `form` speaks of hexes they stay text.
fn one(form: &str, word: &str) -> Value {
    let named = form.to_ascii_lowercase().contains("hex");
    if named && let Some(value) = names(word) {
        return value;
    }
    if let Ok(value) = serde_json::from_str(word) {
        return value;
    }
    if let Some(value) = toml_value(word) {
        return value;
    }
    match word.split_once(',') {
        Some(_) if form.contains("list") => {
            Value::Array(word.split(',').map(|item| one("", item.trim())).collect())
        }
        _ => Value::String(word.to_owned()),
    }
}

/// Digits, or a list of them with or without brackets, as text.
fn names(word: &str) -> Option<Value> {
    let digits = |word: &str| {
        let is_hex = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        is_hex.then(|| Value::String(word.to_owned()))
    };
    if let Some(one) = digits(word) {
        return Some(one);
    }
    let inner = word.strip_prefix('[').and_then(|w| w.strip_suffix(']'));
    if inner.is_none() && !word.contains(',') {
        return None;
    }
    let items = inner.unwrap_or(word).split(',');
    let items: Option<Vec<Value>> = items.map(|item| digits(item.trim())).collect();
    items.map(Value::Array)
}

fn toml_value(word: &str) -> Option<Value> {
    let table: toml::Table = toml::from_str(&format!("value = {word}")).ok()?;
    // One key only: a word with a line break could otherwise smuggle in more.
    if table.len() != 1 {
        return None;
    }
    serde_json::to_value(table.get("value")?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn hexes_stay_text_and_numbers_are_numbers() {
        assert_eq!(read("hex", "0817"), json!("0817"));
        assert_eq!(read("hex", "1015"), json!("1015"));
        assert_eq!(read("list of hexes", "0817,1015"), json!(["0817", "1015"]));
        assert_eq!(
            read("list of hexes", "[0817, 1015]"),
            json!(["0817", "1015"])
        );
        assert_eq!(read("list of hexes", r#"["0817"]"#), json!(["0817"]));
        assert_eq!(read("list of hexes", "0817"), json!(["0817"]));
        assert_eq!(read("hexes away, 0-9", "7"), json!(7));
        assert_eq!(read("0-9999", "1015"), json!(1015));
        assert_eq!(read("boats", "27"), json!(27));
    }

    #[test]
    fn lists_tables_truth_and_words() {
        assert_eq!(read("list", "1,2"), json!([1, 2]));
        assert_eq!(read("list", "1"), json!([1]));
        assert_eq!(read("list", "NE,SW"), json!(["NE", "SW"]));
        assert_eq!(read("", "[1, 2]"), json!([1, 2]));
        assert_eq!(read("", "true"), json!(true));
        assert_eq!(read("", "{ a = 1, b = 'x' }"), json!({"a": 1, "b": "x"}));
        assert_eq!(read("", r#"{"a": [1]}"#), json!({"a": [1]}));
        assert_eq!(read("kind", "CVE"), json!("CVE"));
        assert_eq!(read("", "1\nother = 2"), json!("1\nother = 2"));
    }
}
