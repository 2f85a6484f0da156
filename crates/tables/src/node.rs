//! Typed access for games: each cell is asked for what it should be, and a wrong one says so itself.

use crate::error::TableError;
use crate::value::{ABOUT, Data, Place, Table, Value, naming_key, parse, shortened};
use crate::write::key_text;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A value of a table with the file, the place and the path of keys it came from.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    value: &'t Value,
    path: String,
}

/// Reads a file of any shape from its root on.
pub fn read_file<T>(
    name: &str,
    text: &str,
    read: impl FnOnce(&Node<'_>) -> Result<T, TableError>,
) -> Result<T, TableError> {
    read(&Node::root(&parse(name, text)?))
}

impl<'t> Node<'t> {
    pub(crate) fn root(value: &'t Value) -> Self {
        let path = String::new();
        Self { value, path }
    }

    /// The path of keys, such as `table.picket_search.rows[3]` or `uboat_unit.pack6.strength`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The file it came from.
    pub fn file(&self) -> &'t str {
        &self.value.place.file.name
    }

    /// The line it stands in, from 1.
    pub fn line(&self) -> usize {
        self.value.place.line()
    }

    pub(crate) fn value(&self) -> &'t Value {
        self.value
    }

    // Errors

    /// An error at this cell, in a sentence.
    pub fn error(&self, message: impl Into<String>) -> TableError {
        TableError::at(&self.value.place, &self.path, message)
    }

    /// An error at this cell: what was expected, and what was found.
    pub fn expected(&self, what: impl Display) -> TableError {
        self.error(format!("expected {what}, found {}", self.value.found()))
    }

    // Tables

    fn table(&self) -> Result<&'t Table, TableError> {
        self.value.table().ok_or_else(|| self.expected("a table"))
    }

    fn child(&self, key: &str, value: &'t Value) -> Self {
        let path = join(&self.path, &key_text(key));
        Self { value, path }
    }

    /// The value of a key that must be there.
    pub fn get(&self, key: &str) -> Result<Node<'t>, TableError> {
        self.opt(key)?
            .ok_or_else(|| self.error(format!("the key “{key}” is missing")))
    }

    /// The value of a key, if it is there.
    pub fn opt(&self, key: &str) -> Result<Option<Node<'t>>, TableError> {
        let value = self.table()?.get(key);
        Ok(value.map(|value| self.child(key, value)))
    }

    /// All keys with their values, in the order of the file. `source` and `note` are not among them.
    pub fn entries(&self) -> Result<Vec<(&'t str, Node<'t>)>, TableError> {
        let entries = self.table()?.entries.iter();
        let inside = entries.filter(|entry| !ABOUT.contains(&entry.key.as_str()));
        Ok(inside
            .map(|entry| (entry.key.as_str(), self.child(&entry.key, &entry.value)))
            .collect())
    }

    /// Refuses any other key than these; `source` and `note` are always allowed.
    pub fn only(&self, keys: &[&str]) -> Result<(), TableError> {
        let is_known = |key: &str| keys.contains(&key) || ABOUT.contains(&key);
        match self.table()?.entries.iter().find(|e| !is_known(&e.key)) {
            None => Ok(()),
            Some(entry) => Err(unknown_key(
                &entry.key_place,
                &self.path,
                &entry.key,
                keys.iter().copied(),
            )),
        }
    }

    // Arrays

    /// The items of an array. Entries of an array of tables are named by their `id`, `chit` or `number` in
    /// [`Node::path`], if that tells them apart.
    pub fn items(&self) -> Result<Vec<Node<'t>>, TableError> {
        let Data::Array(items) = &self.value.data else {
            return Err(self.expected("an array"));
        };
        let naming = naming_key(items);
        let numbered = items.iter().enumerate();
        Ok(numbered
            .map(|(index, value)| Node {
                value,
                path: item_path(&self.path, naming, index, value),
            })
            .collect())
    }

    /// The items of an array of fixed length.
    pub fn array<const N: usize>(&self) -> Result<[Node<'t>; N], TableError> {
        self.items()?
            .try_into()
            .map_err(|_| self.expected(format!("an array of {N}")))
    }

    /// Reads every item of an array.
    pub fn list<T>(
        &self,
        read: impl FnMut(Node<'t>) -> Result<T, TableError>,
    ) -> Result<Vec<T>, TableError> {
        self.items()?.into_iter().map(read).collect()
    }

    /// Reads every item of an array of fixed length.
    pub fn list_of<const N: usize, T>(
        &self,
        read: impl FnMut(Node<'t>) -> Result<T, TableError>,
    ) -> Result<[T; N], TableError> {
        let nodes = self.array::<N>()?;
        let items: Vec<T> = nodes.into_iter().map(read).collect::<Result<_, _>>()?;
        items
            .try_into()
            .map_err(|_| self.expected(format!("an array of {N}")))
    }

    // Cells

    /// A text.
    pub fn str(&self) -> Result<&'t str, TableError> {
        match &self.value.data {
            Data::String(text) => Ok(text),
            _ => Err(self.expected("a text")),
        }
    }

    /// A whole number within limits.
    pub fn int<T>(&self, range: RangeInclusive<T>) -> Result<T, TableError>
    where
        T: TryFrom<i64> + PartialOrd + Display,
    {
        let number = match self.value.data {
            Data::Integer(number) => T::try_from(number).ok(),
            _ => None,
        };
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let (from, to) = (range.start(), range.end());
                match from == to {
                    true => self.expected(format!("the whole number {from}")),
                    false => self.expected(format!("a whole number from {from} to {to}")),
                }
            })
    }

    /// Yes or no.
    pub fn bool(&self) -> Result<bool, TableError> {
        match self.value.data {
            Data::Boolean(yes) => Ok(yes),
            _ => Err(self.expected("true or false")),
        }
    }

    /// A finite number, whole or not.
    pub fn float(&self) -> Result<f64, TableError> {
        match self.value.data {
            Data::Float(number) if number.is_finite() => Ok(number),
            Data::Integer(number) => Ok(number as f64),
            _ => Err(self.expected("a number")),
        }
    }

    /// A text that stands for something: a hex, a kind, a direction.
    pub fn parse<T: FromStr<Err: Display>>(&self) -> Result<T, TableError> {
        self.str()?
            .parse()
            .map_err(|e: T::Err| self.error(e.to_string()))
    }

    /// The same value as JSON; dates become texts.
    pub fn json(&self) -> Result<serde_json::Value, TableError> {
        use serde_json::Value as Json;
        Ok(match &self.value.data {
            Data::String(text) | Data::Date(text) => Json::from(text.as_str()),
            Data::Integer(number) => Json::from(*number),
            Data::Float(_) => Json::from(self.float()?),
            Data::Boolean(yes) => Json::from(*yes),
            Data::Array(_) => Json::Array(self.list(|item| item.json())?),
            Data::Table(_) => Json::Object(self.json_object()?),
        })
    }

    /// A table as a JSON object, with all its keys.
    pub fn json_object(&self) -> Result<serde_json::Map<String, serde_json::Value>, TableError> {
        let entries = self.table()?.entries.iter();
        entries
            .map(|entry| {
                let value = self.child(&entry.key, &entry.value).json()?;
                Ok((entry.key.clone(), value))
            })
            .collect()
    }

    /// Everything directly below: values of a table, items of an array.
    pub(crate) fn children(&self) -> Vec<Node<'t>> {
        match &self.value.data {
            Data::Table(table) => {
                let entries = table.entries.iter();
                entries.map(|e| self.child(&e.key, &e.value)).collect()
            }
            Data::Array(_) => self.items().unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}

/// The path of a key below another.
pub(crate) fn join(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    }
}

/// The path of an item of an array: by its name, else by its place.
pub(crate) fn item_path(path: &str, naming: Option<&str>, index: usize, item: &Value) -> String {
    match naming.and_then(|key| item.name_by(key)) {
        Some(name) => join(path, &key_text(&name)),
        None => format!("{path}[{index}]"),
    }
}

/// A key that nobody reads, with those that are read.
pub(crate) fn unknown_key<'k>(
    place: &Place,
    path: &str,
    key: &str,
    known: impl Iterator<Item = &'k str>,
) -> TableError {
    let message = format!("the key is unknown here: known are {}", listed(known));
    TableError::at(place, &join(path, &key_text(key)), message)
}

/// Names in a row; a long row is cut.
pub(crate) fn listed<'k>(names: impl Iterator<Item = &'k str>) -> String {
    const MOST: usize = 40;
    let names: Vec<String> = names.map(shortened).collect();
    match names.len() {
        0 => "none".to_owned(),
        n if n <= MOST => names.join(", "),
        n => format!("{} and {} more", names[..MOST].join(", "), n - MOST),
    }
}
