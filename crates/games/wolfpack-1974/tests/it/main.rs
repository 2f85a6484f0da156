//! The rules of Wolfpack (1974) against its rulebook: worked examples, whole steps, exact chances.
#![allow(clippy::unwrap_used)] // this is all test; clippy sees only the functions marked as such

mod cases;
mod conformance;
mod exact;
mod procedures;
mod rulebook;
mod sea;
mod tutorial;

/// A file that no `mod` names would never run.
#[test]
fn every_test_file_takes_part() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it");
    let lists = [
        ("", include_str!("main.rs")),
        ("/exact", include_str!("exact.rs")),
        ("/procedures", include_str!("procedures.rs")),
        ("/rulebook", include_str!("rulebook.rs")),
        ("/sea", include_str!("sea.rs")),
    ];
    for (below, list) in lists {
        for entry in std::fs::read_dir(format!("{folder}{below}")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let Some(module) = name.strip_suffix(".rs").filter(|name| *name != "main") else {
                continue;
            };
            assert!(list.contains(&format!("mod {module};")), "{below}/{name}");
        }
    }
}
