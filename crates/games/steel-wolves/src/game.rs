//! The game as the kernel knows it.

use crate::procedures::procedures;
use crate::tables::{self, Tables};
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_tables::{Merged, RuleText, TableError, link_tables, read_rules};

/// The rules with a set of tables.
pub struct SteelWolves {
    pub(crate) tables: Tables,
    /// The tables as they were read, to be shown.
    pub(crate) source: Merged,
    pub(crate) rules: Vec<RuleText>,
    pub(crate) procedures: Vec<Procedure<Self>>,
}

impl SteelWolves {
    /// The rules with the game's own tables, or with files that replace some of them.
    pub fn new(overrides: &[(String, String)]) -> Result<Self, TableError> {
        let (tables, source) = tables::load(overrides)?;
        let mut rules = read_rules("rules.toml", include_str!("../rules.toml"))?;
        link_tables(&mut rules, &tables.provenance)?;
        Ok(Self {
            tables,
            source,
            rules,
            procedures: procedures(),
        })
    }

    /// The tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }
}
