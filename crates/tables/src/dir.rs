//! A folder of tables: the one place here that reads files.

use crate::error::TableError;
use std::path::Path;

/// Reads all `*.toml` of a folder, in the order of their names: path and text of each.
pub fn read_dir(dir: &Path) -> Result<Vec<(String, String)>, TableError> {
    let shown = dir.display().to_string();
    let error = |e: std::io::Error| {
        TableError::file(&shown, format!("the folder of tables cannot be read: {e}"))
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(error)? {
        let path = entry.map_err(error)?.path();
        if path.extension().is_some_and(|end| end == "toml") {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(TableError::file(
            shown,
            "there is no .toml file in this folder",
        ));
    }
    paths.sort();
    paths.iter().map(|path| read_file(path)).collect()
}

fn read_file(path: &Path) -> Result<(String, String), TableError> {
    let name = path.display().to_string();
    match std::fs::read_to_string(path) {
        Ok(text) => Ok((name, text)),
        Err(e) => Err(TableError::file(
            name,
            format!("the file cannot be read: {e}"),
        )),
    }
}
