//! Files: read whole and within reason, written whole or not at all.

use crate::trouble::Trouble;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Far above any record, table or case file.
const MOST_BYTES: u64 = 64 << 20;

fn about(path: &Path, what: &str) -> Trouble {
    Trouble::new(format!("{}: {what}", path.display()))
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, Trouble> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|why| about(path, &format!("it cannot be read: {why}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(about(
            path,
            &format!("it is larger than {} MiB", MOST_BYTES >> 20),
        ));
    }
    String::from_utf8(bytes).map_err(|why| {
        let valid = why.utf8_error().valid_up_to();
        let line = 1 + why.as_bytes()[..valid]
            .iter()
            .filter(|b| **b == b'\n')
            .count();
        about(path, &format!("line {line} is not UTF-8 text"))
    })
}

/// Fails early if a file cannot be written there, before any long work is done for it.
pub fn check_target(path: &Path) -> Result<(), Trouble> {
    if path.is_dir() {
        return Err(about(path, "it is a folder, not a file"));
    }
    let folder = folder_of(path);
    if folder.is_dir() {
        Ok(())
    } else {
        Err(about(
            path,
            &format!("there is no folder {}", folder.display()),
        ))
    }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Writes a file so that a crash at any moment leaves the old one or the new one, never a part of either.
pub fn write_whole(path: &Path, text: &[u8]) -> Result<(), Trouble> {
    check_target(path)?;
    // A link is followed, so that it stays a link.
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let plain = std::fs::metadata(&real).map_or(true, |meta| meta.is_file());
    let written = if plain {
        replace(&real, text)
    } else {
        // A pipe or a device cannot be replaced, only written to.
        File::options()
            .write(true)
            .open(&real)
            .and_then(|mut file| file.write_all(text))
    };
    written.map_err(|why| about(path, &format!("it cannot be written: {why}")))
}

fn replace(path: &Path, text: &[u8]) -> std::io::Result<()> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".derbyhouse-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(&folder)?;
    file.write_all(text)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The new name must last as well; not every system can promise it.
    let _ = File::open(&folder).and_then(|folder| folder.sync_all());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("save.txt");
        write_whole(&path, b"old").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(read_text(&path).unwrap(), "new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_read_or_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let why = |path: &Path| read_text(path).unwrap_err().message().to_owned();
        assert!(why(&folder.path().join("none")).contains("none: it cannot be read"));
        let odd = folder.path().join("odd");
        std::fs::write(&odd, b"a\nb\xff").unwrap();
        assert!(why(&odd).ends_with("line 2 is not UTF-8 text"));
        assert!(
            write_whole(folder.path(), b"")
                .unwrap_err()
                .message()
                .contains("a folder")
        );
        let nowhere = folder.path().join("a/b");
        assert!(
            write_whole(&nowhere, b"")
                .unwrap_err()
                .message()
                .contains("no folder")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_a_link_is_followed() {
        write_whole(Path::new("/dev/null"), b"text").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        std::fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert_eq!(read_text(&real).unwrap(), "new");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
