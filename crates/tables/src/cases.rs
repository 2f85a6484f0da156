//! Files of worked examples.

use crate::error::TableError;
use crate::node::{Node, read_file};
use derbyhouse_kernel::procedure::Case;
use std::collections::BTreeMap;

/// Reads a file of `[[case]]` entries, each with the line it starts in.
pub fn read_cases(file: &str, text: &str) -> Result<Vec<(Case, usize)>, TableError> {
    read_file(file, text, |root| {
        root.only(&["case"])?;
        let entries = root.get("case")?.items()?;
        once_each(&entries, "id")?;
        let with_line = |entry: &Node<'_>| Ok((case(entry)?, entry.line()));
        entries.iter().map(with_line).collect()
    })
}

fn case(entry: &Node<'_>) -> Result<Case, TableError> {
    entry.only(&["id", "kind", "rule", "text", "given", "expect"])?;
    let optional = |key| entry.opt(key)?.map_or(Ok(""), |text| text.str());
    Ok(Case {
        id: entry.get("id")?.str()?.to_owned(),
        kind: entry.get("kind")?.str()?.to_owned(),
        rule: optional("rule")?.to_owned(),
        source: optional("source")?.to_owned(),
        text: optional("text")?.to_owned(),
        note: optional("note")?.to_owned(),
        given: entry.get("given")?.json_object()?,
        expect: entry.get("expect")?.json_object()?,
    })
}

/// Checks that no two entries have the same text under a key.
pub(crate) fn once_each(entries: &[Node<'_>], key: &str) -> Result<(), TableError> {
    let mut seen = BTreeMap::new();
    for entry in entries {
        let name = entry.get(key)?;
        if let Some(line) = seen.insert(name.str()?, name.line()) {
            let message = format!("“{}” stands in line {line} already", name.str()?);
            return Err(name.error(message));
        }
    }
    Ok(())
}
