//! Where numbers come from: an owner of the printed game must see which of them are reconstructed.

use crate::error::TableError;
use crate::node::Node;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Where a table comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// It stands in the printed game.
    Printed,
    /// It is forced by printed facts or worked examples.
    Derived,
    /// It was taken from public material.
    Public,
    /// It is our own reconstruction.
    Designed,
}

impl Source {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Printed, Self::Derived, Self::Public, Self::Designed];

    /// As tables write it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Derived => "derived",
            Self::Public => "public",
            Self::Designed => "designed",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Source {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        let source = Self::ALL.into_iter().find(|source| source.id() == s);
        source.ok_or_else(|| format!("expected printed, derived, public or designed, found {s:?}"))
    }
}

/// Where one table comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Its path of keys, such as `table.air_search`, `map.airbase.ulster` or `uboat_unit.pack6`; of a whole file, the
    /// name of the file.
    pub table: String,
    /// Where it comes from.
    pub source: Source,
    /// More about that; may be empty.
    pub note: String,
}

/// Appends every table at or below a node that says where it comes from.
pub(crate) fn collect(node: &Node<'_>, out: &mut Vec<Provenance>) -> Result<(), TableError> {
    if node.value().table().is_some()
        && let Some(source) = node.opt("source")?
    {
        let table = match node.path() {
            "" => node.file(),
            path => path,
        };
        let note = node.opt("note")?.map_or(Ok(""), |note| note.str())?;
        out.push(Provenance {
            table: table.to_owned(),
            source: source.parse()?,
            note: note.to_owned(),
        });
    }
    node.children()
        .iter()
        .try_for_each(|child| collect(child, out))
}
