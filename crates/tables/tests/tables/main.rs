//! Tables from the outside: what a game and a person with own tables meet.

#![allow(clippy::unwrap_used)]

mod arbitrary;
mod cells;
mod files;
mod merging;
mod showing;

use derbyhouse_tables::{Merged, TableError};

/// A small set of tables with all the shapes that games use.
pub const SAMPLE: &str = r#"# A comment.
[scale]
source = "printed"
note = "[4.2]"
turns = 15
step = 0.5

[table.search]
source = "derived"
rows = [
  "SSS",
  "..S",
]
bands = [[1, 2], [3, 7]]
by_month = { feb = 1, mar = 2 }

[[unit]]
id = "single"
strength = 1
source = "designed"

[[unit]]
id = "pack6"
strength = 7
names = ["Vorhut", "Dränger"]
source = "printed"
note = "[3.22]"

[convoys]
source = "public"
list = [
  { number = 1, type = "HX" },
  { number = 2, type = "ONS" },
]

[[setup]]
chit = 0
at = "0731"

[[leg]]
from = "a"
source = "printed"
[[leg]]
from = "b"
source = "designed"
"#;

/// The sample with some text laid over it.
pub fn over(text: &str) -> Result<Merged, TableError> {
    let own = ("my/data.toml".to_owned(), text.to_owned());
    Merged::read(&[("data.toml", SAMPLE)], &[own])
}

/// The sample as it is.
pub fn plain() -> Merged {
    Merged::read(&[("data.toml", SAMPLE)], &[]).unwrap()
}

/// The one-line error of an override.
pub fn refused(text: &str) -> String {
    over(text).unwrap_err().to_string()
}
