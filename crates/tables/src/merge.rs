//! Laying a person's tables over the game's own.
//!
//! Tables are merged key by key. Arrays are replaced whole, except arrays of tables whose entries have names: their
//! entries are merged by name. Nothing can be added that the game does not have.

use crate::error::TableError;
use crate::node::{item_path, join, listed, unknown_key};
use crate::value::{ABOUT, Data, Table, Value, naming_key};
use crate::write::key_text;
use std::collections::BTreeSet;

/// Merges one table over another of the same path.
pub(crate) fn merge_table(base: &mut Table, over: Table, path: &str) -> Result<(), TableError> {
    let states_source = base.get("source").is_some();
    for entry in over.entries {
        let inner = join(path, &key_text(&entry.key));
        if let Some(old) = base.get_mut(&entry.key) {
            merge_value(old, entry.value, &inner)?;
        } else if states_source && ABOUT.contains(&entry.key.as_str()) {
            base.entries.push(entry);
        } else {
            let known = base.keys();
            return Err(unknown_key(&entry.key_place, path, &entry.key, known));
        }
    }
    Ok(())
}

fn merge_value(old: &mut Value, new: Value, path: &str) -> Result<(), TableError> {
    let mismatch = |what: &str, new: &Value| {
        let message = format!("expected {what}, found {}", new.found());
        Err(TableError::at(&new.place, path, message))
    };
    match (&mut old.data, new.data) {
        (Data::Table(base), Data::Table(over)) => merge_table(base, over, path),
        (Data::Array(base), Data::Array(over)) => match naming_key(base) {
            Some(naming) => merge_named(base, over, naming, path),
            None => {
                old.place = new.place;
                *base = over;
                Ok(())
            }
        },
        (Data::Table(_), data) => mismatch("a table", &Value { data, ..new }),
        (Data::Array(base), data) => {
            let is_tables = base.iter().any(|item| item.table().is_some());
            let what = if is_tables {
                format!("an array of tables, as in [[{path}]]")
            } else {
                "an array".to_owned()
            };
            mismatch(&what, &Value { data, ..new })
        }
        (_, data) => {
            *old = Value { data, ..new };
            Ok(())
        }
    }
}

/// Merges entries by the key that names them.
fn merge_named(
    base: &mut [Value],
    over: Vec<Value>,
    naming: &str,
    path: &str,
) -> Result<(), TableError> {
    let mut seen = BTreeSet::new();
    for (index, new) in over.into_iter().enumerate() {
        let error = |message: String| Err(TableError::at(&new.place, path, message));
        let Some(name) = new.name_by(naming) else {
            return error(format!(
                "expected a table with the key “{naming}”, which says which entry is meant"
            ));
        };
        let position = base
            .iter()
            .position(|old| old.name_by(naming).as_ref() == Some(&name));
        let Some(position) = position else {
            let names: Vec<String> = base.iter().filter_map(|b| b.name_by(naming)).collect();
            let known = listed(names.iter().map(String::as_str));
            return error(format!("there is no entry “{name}”: known are {known}"));
        };
        if !seen.insert(name) {
            return error("this entry stands here twice".to_owned());
        }
        let inner = item_path(path, Some(naming), index, &base[position]);
        if let (Data::Table(old), Data::Table(new)) = (&mut base[position].data, new.data) {
            merge_table(old, new, &inner)?;
        }
    }
    Ok(())
}
