//! The numbers of a game: TOML to checked tables, with errors that point at the cell.
//!
//! A game embeds its files; a person may lay own files over them, which hold only what they replace ([`Merged`]).
//! Every value remembers the file and the place it came from, so whatever a game finds wrong with it later is
//! reported there ([`Node`], [`TableError`]).
#![warn(missing_docs)]

mod cases;
mod coverage;
mod dir;
mod error;
mod merge;
mod merged;
mod node;
mod provenance;
mod rules;
mod value;
mod write;

pub use cases::read_cases;
pub use coverage::Coverage;
pub use dir::read_dir;
pub use error::TableError;
pub use merged::Merged;
pub use node::{Node, read_file};
pub use provenance::{Provenance, Source};
pub use rules::{RuleKind, RuleText, link_tables, read_rules};
