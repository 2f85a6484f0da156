//! Collects which rules the code and the tests cite, for `derbyhouse rules --coverage`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    let (root, out) = (variable("CARGO_MANIFEST_DIR"), variable("OUT_DIR"));
    derbyhouse_citations::emit(Path::new(&root), Path::new(&out))
}
