//! Shapes that several tables share.

use crate::hex::{Hex, Hexes};
use crate::vp::Vp;
use derbyhouse_tables::{Node, TableError};
use std::fmt::Display;
use std::str::FromStr;

/// Results by bands of a modified die that touch each other; below the first and above the last there is nothing else.
#[derive(Clone, Debug)]
pub struct Bands<T> {
    /// The highest total of each band, in ascending order.
    bands: Vec<(i8, T)>,
}

impl<T> Bands<T> {
    /// The result of a total.
    pub fn get(&self, total: i32) -> &T {
        let fits = self.bands.iter().find(|(max, _)| total <= i32::from(*max));
        let (_, result) = fits.unwrap_or_else(|| &self.bands[self.bands.len() - 1]);
        result
    }

    /// All results, from the lowest.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.bands.iter().map(|(_, result)| result)
    }

    /// The lowest total that gives a result like this, if it is not the first.
    pub fn lowest(&self, so: impl Fn(&T) -> bool) -> Option<i8> {
        let place = self.bands.iter().position(|(_, result)| so(result))?;
        place.checked_sub(1).map(|below| self.bands[below].0 + 1)
    }
}

/// Reads `{ min, max, … }` entries: at least one, each beginning where the one before ends. A plain die begins at 0 and
/// ends at 9; a modified one is open at its ends, written as -99 and 99.
pub fn bands<T>(
    node: &Node<'_>,
    keys: &[&str],
    mut read: impl FnMut(&Node<'_>) -> Result<T, TableError>,
) -> Result<Bands<T>, TableError> {
    let mut known = vec!["min", "max"];
    known.extend(keys);
    let mut bands: Vec<(i8, T)> = Vec::new();
    for entry in node.items()? {
        entry.only(&known)?;
        let min = entry.get("min")?;
        match bands.last() {
            None => {
                let first = min.int(-99..=0i8)?;
                if first != 0 && first != -99 {
                    return Err(min.expected("0, or -99 for no lower end"));
                }
            }
            Some((below, _)) => {
                min.int(below + 1..=below + 1)?;
            }
        }
        let max = entry.get("max")?.int(min.int(-99..=99)?..=99)?;
        bands.push((max, read(&entry)?));
    }
    match bands.last() {
        Some((9 | 99, _)) => Ok(Bands { bands }),
        Some(_) => Err(node.error("the last band must end at 9, or at 99 for no upper end")),
        None => Err(node.expected("at least one band")),
    }
}

/// A named result in each band.
pub fn result_bands<T: FromStr<Err: Display>>(
    node: &Node<'_>,
    key: &str,
) -> Result<Bands<T>, TableError> {
    bands(node, &[key], |entry| entry.get(key)?.parse())
}

/// The modifiers of a table by their ids, in this order: all of them and no other.
pub fn drms<const N: usize>(node: &Node<'_>, ids: [&str; N]) -> Result<[i8; N], TableError> {
    let list = node.get("drm")?;
    let mut found = [None; N];
    for entry in list.items()? {
        entry.only(&["id", "when", "value", "rule"])?;
        texts(&entry, &["when"])?;
        let id = entry.get("id")?;
        let place = ids.iter().position(|known| id.str() == Ok(*known));
        let place = place.ok_or_else(|| id.expected(format!("one of {}", ids.join(", "))))?;
        if found[place]
            .replace(entry.get("value")?.int(-9..=9)?)
            .is_some()
        {
            return Err(id.error("this modifier stands here twice"));
        }
    }
    let mut values = [0; N];
    for ((value, found), id) in values.iter_mut().zip(found).zip(ids) {
        *value = found.ok_or_else(|| list.error(format!("the modifier “{id}” is missing")))?;
    }
    Ok(values)
}

/// A list of hexes, each once.
pub fn hexes(node: &Node<'_>) -> Result<Hexes, TableError> {
    let mut hexes = Hexes::default();
    for item in node.items()? {
        let hex: Hex = item.parse()?;
        if hexes.contains(hex) {
            return Err(item.error(format!("{hex} stands here twice")));
        }
        hexes.insert(hex);
    }
    Ok(hexes)
}

/// Victory Points, whole or a half.
pub fn vp(node: &Node<'_>) -> Result<Vp, TableError> {
    Vp::from_number(node.float()?).ok_or_else(|| node.expected("whole or half Victory Points"))
}

/// Victory Points that cannot be negative.
pub fn worth(node: &Node<'_>) -> Result<Vp, TableError> {
    vp(node).and_then(|vp| {
        if vp >= Vp::ZERO {
            Ok(vp)
        } else {
            Err(node.expected("Victory Points of 0 or more"))
        }
    })
}

/// Texts that only people read.
pub fn texts(node: &Node<'_>, keys: &[&str]) -> Result<(), TableError> {
    keys.iter()
        .try_for_each(|key| node.get(key)?.str().map(|_| ()))
}

/// A text as an owned one.
pub fn text(node: &Node<'_>, key: &str) -> Result<String, TableError> {
    node.get(key)?.str().map(str::to_owned)
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

/// Reads a value with a function that says in words what is wrong.
pub fn by<T>(node: &Node<'_>, read: impl Fn(&str) -> Result<T, String>) -> Result<T, TableError> {
    read(node.str()?).map_err(|why| node.error(why))
}

/// A table with one entry for each kind, by its name as key; no other.
pub fn by_name<K: Display, T, const N: usize>(
    node: &Node<'_>,
    kinds: [K; N],
    read: impl Fn(Node<'_>) -> Result<T, TableError>,
) -> Result<[T; N], TableError> {
    let names = kinds.map(|kind| kind.to_string());
    node.only(&names.each_ref().map(String::as_str))?;
    let items: Vec<T> = names
        .iter()
        .map(|name| read(node.get(name)?))
        .collect::<Result<_, _>>()?;
    items
        .try_into()
        .map_err(|_| node.error(format!("expected {N} entries")))
}

/// The head of a file, which only people read.
pub fn meta(root: &Node<'_>, file: &str) -> Result<(), TableError> {
    let meta = root.get("meta")?;
    is(&meta.get("file")?, file)?;
    texts(&meta, &["book"])
}
