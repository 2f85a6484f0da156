//! Shapes that several tables share.

use derbyhouse_tables::{Node, TableError};
use std::fmt::Display;
use std::str::FromStr;

/// Faces of a d10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces(u16);

impl Faces {
    /// Is that face among them?
    pub const fn has(self, d10: u8) -> bool {
        self.0 >> d10 & 1 == 1
    }

    /// 1 to `highest`.
    pub const fn up_to(highest: u8) -> Self {
        Self((1 << (highest + 1)) - 2)
    }

    /// How many there are, out of ten.
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }
}

/// A list of faces of a d10, each once.
pub fn faces(node: &Node<'_>) -> Result<Faces, TableError> {
    let mut faces = Faces::default();
    for item in node.items()? {
        let face = item.int(1..=10u8)?;
        if faces.has(face) {
            return Err(item.error(format!("{face} stands here twice")));
        }
        faces.0 |= 1 << face;
    }
    Ok(faces)
}

/// Lists of faces under these keys that share all ten between them.
pub fn shared_faces<const N: usize>(
    node: &Node<'_>,
    keys: [&str; N],
) -> Result<[Faces; N], TableError> {
    let mut shares = [Faces::default(); N];
    for (share, key) in shares.iter_mut().zip(keys) {
        *share = faces(&node.get(key)?)?;
    }
    for face in 1..=10 {
        let holders = shares.iter().filter(|share| share.has(face)).count();
        if holders != 1 {
            let keys = keys.join(", ");
            return Err(node.error(format!(
                "a d10 of {face} stands under {holders} of {keys}, not under one"
            )));
        }
    }
    Ok(shares)
}

/// One entry for each kind, by its name as key; with `only`, no other.
pub fn by_name<K: Display, T, const N: usize>(
    node: &Node<'_>,
    kinds: [K; N],
    read: impl Fn(Node<'_>) -> Result<T, TableError>,
) -> Result<[T; N], TableError> {
    let names = kinds.map(|kind| kind.to_string());
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    node.only(&known)?;
    some_by_name(node, &names, read)
}

/// The same beside other keys.
pub fn some_by_name<T, const N: usize>(
    node: &Node<'_>,
    names: &[String; N],
    read: impl Fn(Node<'_>) -> Result<T, TableError>,
) -> Result<[T; N], TableError> {
    let entries = names.iter().map(|name| read(node.get(name)?));
    fixed(node, entries)
}

/// As many values as the game needs.
pub fn fixed<T, const N: usize>(
    node: &Node<'_>,
    items: impl Iterator<Item = Result<T, TableError>>,
) -> Result<[T; N], TableError> {
    let items: Vec<T> = items.collect::<Result<_, _>>()?;
    items
        .try_into()
        .map_err(|_| node.error(format!("expected {N} entries")))
}

/// Texts that only people read.
pub fn texts(node: &Node<'_>, keys: &[&str]) -> Result<(), TableError> {
    keys.iter()
        .try_for_each(|key| node.get(key)?.str().map(|_| ()))
}

/// A text that must be just that: the rule is written for it.
pub fn is(node: &Node<'_>, text: &str) -> Result<(), TableError> {
    if node.str()? == text {
        Ok(())
    } else {
        Err(node.expected(format!("{text:?}, which is what the rules are written for")))
    }
}

/// A number that must be just that: the rule is written for it.
pub fn just(node: &Node<'_>, number: i64) -> Result<(), TableError> {
    node.int(number..=number).map(|_| ())
}

/// A pair that must be just that.
pub fn pair(node: &Node<'_>, first: i64, second: i64) -> Result<(), TableError> {
    let [a, b] = node.array()?;
    just(&a, first)?;
    just(&b, second)
}

/// Entries of an array of tables, each once by its key.
pub fn once_each<'t, K: FromStr<Err: Display> + PartialEq + Copy + Display>(
    entries: &[Node<'t>],
    key: &str,
) -> Result<Vec<(K, Node<'t>)>, TableError> {
    let mut found: Vec<(K, Node<'t>)> = Vec::new();
    for entry in entries {
        let name = entry.get(key)?;
        let kind = name.parse()?;
        if found.iter().any(|(other, _)| *other == kind) {
            return Err(name.error(format!("“{kind}” stands here twice")));
        }
        found.push((kind, entry.clone()));
    }
    Ok(found)
}

/// A text as an owned one.
pub fn text(node: &Node<'_>, key: &str) -> Result<String, TableError> {
    node.get(key)?.str().map(str::to_owned)
}
