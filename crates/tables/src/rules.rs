//! Rules in our own words, for players who ask “why?”.

use crate::cases::once_each;
use crate::error::TableError;
use crate::node::{Node, read_file};
use crate::provenance::Provenance;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a numbered rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleKind {
    /// Mechanics: cited by the code and by a test.
    Rule,
    /// Numbers.
    Table,
    /// A heading: the cases below it say what holds.
    Head,
    /// Nothing to enforce.
    Text,
    /// Our answer where the printed rules are silent, damaged or at odds.
    Ruling,
}

impl RuleKind {
    /// All five.
    pub const ALL: [Self; 5] = [
        Self::Rule,
        Self::Table,
        Self::Head,
        Self::Text,
        Self::Ruling,
    ];

    /// As files write it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Table => "table",
            Self::Head => "head",
            Self::Text => "text",
            Self::Ruling => "ruling",
        }
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for RuleKind {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        let kind = Self::ALL.into_iter().find(|kind| kind.id() == s);
        kind.ok_or_else(|| format!("expected rule, table, head, text or ruling, found {s:?}"))
    }
}

/// A rule as the program shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleText {
    /// As printed, or `R` and a number for a ruling.
    pub number: String,
    /// What it is.
    pub kind: RuleKind,
    /// A few words.
    pub title: String,
    /// What it says, in our own words.
    pub text: String,
    /// The tables it looks things up in, by the names that their provenance gives.
    #[serde(default)]
    pub tables: Vec<String>,
    /// Words of the game that it explains.
    #[serde(default)]
    pub terms: Vec<String>,
}

/// Reads a file of `[[rule]]` entries, in its order.
pub fn read_rules(file: &str, text: &str) -> Result<Vec<RuleText>, TableError> {
    read_file(file, text, |root| {
        root.only(&["rule"])?;
        let entries = root.get("rule")?.items()?;
        once_each(&entries, "number")?;
        entries.iter().map(rule).collect()
    })
}

/// Adds to each rule the tables whose provenance cites it, and checks that all tables it names are there.
pub fn link_tables(rules: &mut [RuleText], provenance: &[Provenance]) -> Result<(), TableError> {
    for rule in rules {
        let known = |name: &String| provenance.iter().any(|origin| origin.table == *name);
        if let Some(stray) = rule.tables.iter().find(|name| !known(name)) {
            let message = format!("rule {} names “{stray}”, which is no table", rule.number);
            return Err(TableError::file("rules.toml", message));
        }
        let citation = format!("[{}]", rule.number);
        for origin in provenance
            .iter()
            .filter(|origin| origin.note.contains(&citation))
        {
            if !rule.tables.contains(&origin.table) {
                rule.tables.push(origin.table.clone());
            }
        }
    }
    Ok(())
}

fn rule(entry: &Node<'_>) -> Result<RuleText, TableError> {
    entry.only(&["number", "kind", "title", "text", "tables", "terms"])?;
    let text = |key| {
        let node = entry.get(key)?;
        match node.str()?.trim() {
            "" => Err(node.expected("some words")),
            text => Ok(text.to_owned()),
        }
    };
    let words = |key| match entry.opt(key)? {
        Some(names) => names.list(|name| name.str().map(str::to_owned)),
        None => Ok(Vec::new()),
    };
    Ok(RuleText {
        number: text("number")?,
        kind: entry.get("kind")?.parse()?,
        title: text("title")?,
        text: text("text")?,
        tables: words("tables")?,
        terms: words("terms")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provenance::Source;

    fn rule(number: &str, tables: &[&str]) -> RuleText {
        RuleText {
            number: number.to_owned(),
            kind: RuleKind::Rule,
            title: String::new(),
            text: String::new(),
            tables: tables.iter().map(|name| (*name).to_owned()).collect(),
            terms: Vec::new(),
        }
    }

    #[test]
    fn a_rule_knows_the_tables_that_cite_it_and_those_it_names() {
        let origin = |table: &str, note: &str| Provenance {
            table: table.to_owned(),
            source: Source::Printed,
            note: note.to_owned(),
        };
        let provenance = [
            origin("search", "[12.19]. Rows by chit."),
            origin("odds", "[2.1]"),
        ];
        let mut rules = [rule("12.19", &[]), rule("12.1", &["odds"])];
        link_tables(&mut rules, &provenance).unwrap();
        assert_eq!(rules[0].tables, ["search"]);
        assert_eq!(rules[1].tables, ["odds"]);
        assert!(link_tables(&mut [rule("1.0", &["nowhere"])], &provenance).is_err());
    }
}
