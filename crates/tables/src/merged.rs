//! The tables of a game, with a person's own laid over them.

use crate::error::TableError;
use crate::merge::merge_table;
use crate::node::{Node, item_path, join, listed};
use crate::provenance::{Provenance, collect};
use crate::value::{Data, Entry, Table, Value, naming_key, parse};
use crate::write::{canonical, document, key_text};

/// All files of a game's tables after merging. Every value still knows which file it came from.
#[derive(Clone, Debug)]
pub struct Merged {
    files: Vec<(String, Value)>,
    provenance: Vec<Provenance>,
}

impl Merged {
    /// Reads a game's own files (name and text) and lays others over them.
    ///
    /// An override belongs to the file of the same name (folders before it do not count) and holds only what it
    /// replaces: tables are merged key by key; arrays are replaced whole, but arrays of tables whose entries are told
    /// apart by an `id`, `chit` or `number` are merged by it. A file, key or entry that the game does not have is an
    /// error; so is a `source` that is not one of the four.
    pub fn read(
        defaults: &[(&str, &str)],
        overrides: &[(String, String)],
    ) -> Result<Self, TableError> {
        let read = |(name, text): &(&str, &str)| Ok(((*name).to_owned(), parse(name, text)?));
        let files: Result<Vec<_>, TableError> = defaults.iter().map(read).collect();
        let mut merged = Self {
            files: files?,
            provenance: Vec::new(),
        };
        for (name, text) in overrides {
            merged.lay_over(name, text)?;
        }
        for (_, root) in &merged.files {
            collect(&Node::root(root), &mut merged.provenance)?;
        }
        Ok(merged)
    }

    fn lay_over(&mut self, name: &str, text: &str) -> Result<(), TableError> {
        let over = parse(name, text)?;
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let Some((_, base)) = self.files.iter_mut().find(|(own, _)| own == last) else {
            let known = listed(self.files.iter().map(|(own, _)| own.as_str()));
            let message = format!("this game has no tables of that name: known are {known}");
            return Err(TableError::at(&over.place, "", message));
        };
        match (&mut base.data, over.data) {
            (Data::Table(base), Data::Table(over)) => merge_table(base, over, ""),
            _ => Ok(()),
        }
    }

    /// The root of a file, by its name.
    pub fn file(&self, name: &str) -> Result<Node<'_>, TableError> {
        let file = self.files.iter().find(|(own, _)| own == name);
        file.map(|(_, root)| Node::root(root))
            .ok_or_else(|| TableError::file(name, "there are no tables of that name"))
    }

    /// Where each table comes from, in the order of the files.
    pub fn provenance(&self) -> &[Provenance] {
        &self.provenance
    }

    /// The paths of all tables that say where they come from, in the order of the files.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.provenance.iter().map(|p| p.table.as_str())
    }

    /// A hash of all values. Comments, the order of keys, and what `source` and `note` say do not change it; any
    /// number does.
    pub fn fingerprint(&self) -> String {
        let mut text = String::new();
        for (name, root) in &self.files {
            text.push_str(name);
            canonical(root, &mut text);
            text.push('\n');
        }
        derbyhouse_kernel::record::fingerprint(text.as_bytes())
    }

    /// The TOML text of one table, entry or cell by its path (or of a whole file by its name), in a form that can be
    /// saved, changed and laid over the game's own. The first line names its file.
    pub fn show(&self, key: &str) -> Option<String> {
        let shown = self.files.iter().filter_map(|(name, root)| {
            let table = root.table()?;
            let text = if key == name {
                document(table)
            } else {
                document(&excerpt_of_table(table, "", key)?)
            };
            Some(format!("# {name}\n{text}"))
        });
        let shown: Vec<String> = shown.collect();
        (!shown.is_empty()).then(|| shown.join("\n"))
    }
}

/// Whether a path is at, or on the way to, the one that is looked for.
fn leads_to(path: &str, key: &str) -> bool {
    key.strip_prefix(path)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The part of a table that a path names, with the keys that lead to it.
fn excerpt_of_table(table: &Table, path: &str, key: &str) -> Option<Table> {
    let found = table.entries.iter().find_map(|entry| {
        let inner = join(path, &key_text(&entry.key));
        let value = leads_to(&inner, key).then(|| excerpt(&entry.value, &inner, key))??;
        Some(Entry {
            value,
            ..entry.clone()
        })
    })?;
    Some(Table {
        entries: vec![found],
        inline: table.inline,
    })
}

fn excerpt(value: &Value, path: &str, key: &str) -> Option<Value> {
    if path == key {
        return Some(value.clone());
    }
    let data = match &value.data {
        Data::Table(table) => Data::Table(excerpt_of_table(table, path, key)?),
        Data::Array(items) => Data::Array(excerpt_of_array(items, path, key)?),
        _ => return None,
    };
    let place = value.place.clone();
    Some(Value { place, data })
}

/// The one entry that is meant, with its name; the whole array if its entries have none.
fn excerpt_of_array(items: &[Value], path: &str, key: &str) -> Option<Vec<Value>> {
    let naming = naming_key(items);
    let paths = items.iter().enumerate();
    let (inner, item) = paths
        .map(|(index, item)| (item_path(path, naming, index, item), item))
        .find(|(inner, _)| leads_to(inner, key))?;
    let mut found = excerpt(item, &inner, key)?;
    let Some(naming) = naming else {
        return Some(items.to_vec());
    };
    if let (Data::Table(part), Some(name)) = (&mut found.data, item.table()?.find(naming))
        && part.get(naming).is_none()
    {
        part.entries.insert(0, name.clone());
    }
    Some(vec![found])
}
