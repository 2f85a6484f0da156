//! Values that know where they stand.

use crate::error::TableError;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeArray, DeInteger, DeTable, DeValue};

/// A file with its text.
#[derive(Debug)]
pub(crate) struct File {
    pub name: String,
    pub text: String,
}

/// A part of a file.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub file: Arc<File>,
    pub span: Range<usize>,
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub place: Place,
    pub data: Data,
}

#[derive(Clone, Debug)]
pub(crate) enum Data {
    String(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    /// A date or a time, as written.
    Date(String),
    Array(Vec<Value>),
    Table(Table),
}

/// Keys with their values, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub entries: Vec<Entry>,
    /// Written in braces on one line, and written so again.
    pub inline: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub key_place: Place,
    pub value: Value,
}

/// Keys that say where a table comes from. They are about it, not in it.
pub(crate) const ABOUT: [&str; 2] = ["source", "note"];

/// Keys that can name the entries of an array of tables, the first that fits.
const NAMING: [&str; 3] = ["id", "chit", "number"];

/// No table of ours is nested half as deep.
const DEEPEST: usize = 64;

impl Table {
    pub fn find(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub fn get(&self, key: &str) -> Option<&Value> {
        self.find(key).map(|entry| &entry.value)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let entry = self.entries.iter_mut().find(|entry| entry.key == key);
        entry.map(|entry| &mut entry.value)
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }
}

impl Value {
    pub fn table(&self) -> Option<&Table> {
        match &self.data {
            Data::Table(table) => Some(table),
            _ => None,
        }
    }

    /// What the value of that key calls this table, if it can be a name.
    pub fn name_by(&self, key: &str) -> Option<String> {
        match &self.table()?.get(key)?.data {
            Data::String(name) => Some(name.clone()),
            Data::Integer(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// What stands here, for people.
    pub fn found(&self) -> String {
        match &self.data {
            Data::String(text) => format!("{:?}", shortened(text)),
            Data::Integer(number) => number.to_string(),
            Data::Float(number) => format!("{number:?}"),
            Data::Boolean(yes) => yes.to_string(),
            Data::Date(date) => format!("the date {date}"),
            Data::Array(items) => match items.len() {
                0 => "an empty array".to_owned(),
                n => format!("an array of {n}"),
            },
            Data::Table(_) => "a table".to_owned(),
        }
    }
}

/// The key whose values tell all entries of an array of tables apart, if there is one.
pub(crate) fn naming_key(items: &[Value]) -> Option<&'static str> {
    let names_all = |key: &&str| {
        let mut seen = BTreeSet::new();
        let mut names = items.iter().map(|item| item.name_by(key));
        names.all(|name| name.is_some_and(|name| seen.insert(name)))
    };
    NAMING
        .into_iter()
        .find(names_all)
        .filter(|_| !items.is_empty())
}

/// At most some dozen characters of a text.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// Reads a file: its root is a table.
pub(crate) fn parse(name: &str, text: &str) -> Result<Value, TableError> {
    let file = Arc::new(File {
        name: name.to_owned(),
        text: text.to_owned(),
    });
    let reader = Reader { file };
    let root = DeTable::parse(&reader.file.text).map_err(|e| {
        let place = reader.place(e.span().unwrap_or_default());
        TableError::at(&place, "", format!("this is not TOML: {}", e.message()))
    })?;
    let data = reader.table(root.into_inner(), false, 0)?;
    Ok(Value {
        place: reader.place(0..0),
        data,
    })
}

struct Reader {
    file: Arc<File>,
}

impl Reader {
    fn place(&self, span: Range<usize>) -> Place {
        Place {
            file: Arc::clone(&self.file),
            span,
        }
    }

    fn value(&self, value: Spanned<DeValue<'_>>, depth: usize) -> Result<Value, TableError> {
        let place = self.place(value.span());
        let error = |what: &str| Err(TableError::at(&place, "", what));
        if depth > DEEPEST {
            return error("nested too deep");
        }
        let data = match value.into_inner() {
            DeValue::String(text) => Data::String(text.into_owned()),
            DeValue::Integer(number) => match whole(&number) {
                Some(number) => Data::Integer(number),
                None => return error("this whole number is too large"),
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => Data::Float(number),
                Err(_) => return error("this is not a number"),
            },
            DeValue::Boolean(yes) => Data::Boolean(yes),
            DeValue::Datetime(date) => Data::Date(date.to_string()),
            DeValue::Array(items) => self.array(items, depth)?,
            DeValue::Table(table) => {
                let inline = self.file.text.as_bytes().get(place.span.start) == Some(&b'{');
                self.table(table, inline, depth)?
            }
        };
        Ok(Value { place, data })
    }

    fn array(&self, items: DeArray<'_>, depth: usize) -> Result<Data, TableError> {
        let items = items.into_iter().map(|item| self.value(item, depth + 1));
        Ok(Data::Array(items.collect::<Result<_, _>>()?))
    }

    fn table(&self, table: DeTable<'_>, inline: bool, depth: usize) -> Result<Data, TableError> {
        let entry = |(key, value): (Spanned<_>, _)| {
            Ok(Entry {
                key_place: self.place(key.span()),
                key: std::borrow::Cow::into_owned(key.into_inner()),
                value: self.value(value, depth + 1)?,
            })
        };
        let entries: Result<Vec<Entry>, TableError> = table.into_iter().map(entry).collect();
        let mut entries = entries?;
        entries.sort_by_key(|entry| entry.key_place.span.start);
        Ok(Data::Table(Table { entries, inline }))
    }
}

fn whole(number: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
