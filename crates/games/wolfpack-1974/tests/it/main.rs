//! The rules of Wolfpack (1974) against its rulebook: worked examples, whole steps, exact chances.

mod cases;
mod exact;
mod procedures;
mod rulebook;
mod sea;

/// A file that no `mod` names would never run.
#[test]
fn every_test_file_takes_part() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it");
    let lists = [
        (String::new(), include_str!("main.rs")),
        ("/rulebook".to_owned(), include_str!("rulebook.rs")),
        ("/exact".to_owned(), include_str!("exact.rs")),
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
