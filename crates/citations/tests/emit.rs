//! A small crate on disk, scanned from end to end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A new, empty folder for one test.
fn folder(name: &str) -> io::Result<PathBuf> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_dir_all(&path)?;
    }
    fs::create_dir_all(&path)?;
    Ok(path)
}

fn write(root: &Path, name: &str, text: &str) -> io::Result<()> {
    let path = root.join(name);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text)
}

#[test]
fn code_and_tests_are_told_apart() -> io::Result<()> {
    let root = folder("whole")?;
    write(
        &root,
        "src/lib.rs",
        "// [12.11], [5.1]\n#[cfg(test)]\nmod tests {\n    // [12.12]\n}\n",
    )?;
    write(&root, "src/air/search.rs", "/// [11.3], [12.11] (R31)\n")?;
    write(&root, "src/air/tests.rs", "// [11.36]\n")?;
    write(&root, "src/notes.md", "[9.9]\n")?;
    write(&root, "tests/game/main.rs", "// [16.1] [12.12]\n")?;
    write(
        &root,
        "data/examples.toml",
        "[[case]]\nid = \"G01\"\nrule = \"R11\"\n",
    )?;

    derbyhouse_citations::emit(&root, &root)?;

    let expected = "\
/// Rules and rulings cited by the code.
pub const CODE: &[&str] = &[
    \"11.3\",
    \"12.11\",
    \"5.1\",
    \"R31\",
];
/// Rules and rulings cited by the tests.
pub const TESTS: &[&str] = &[
    \"11.36\",
    \"12.12\",
    \"16.1\",
    \"R11\",
];
";
    assert_eq!(fs::read_to_string(root.join("citations.rs"))?, expected);
    Ok(())
}

#[test]
fn tests_and_examples_may_be_missing() -> io::Result<()> {
    let root = folder("bare")?;
    write(&root, "src/lib.rs", "// [1.0]\n")?;
    let found = derbyhouse_citations::scan(&root)?;
    assert!(found.code.contains("1.0"));
    assert!(found.tests.is_empty());
    Ok(())
}

#[test]
fn a_crate_without_sources_is_an_error_that_names_the_folder() -> io::Result<()> {
    let root = folder("empty")?;
    let error = derbyhouse_citations::scan(&root).expect_err("there is no src");
    assert!(error.to_string().contains("src"), "{error}");
    Ok(())
}
