//! Shapes that several tables share.

use crate::calendar::Period;
use crate::halves::Halves;
use derbyhouse_tables::{Node, TableError};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A text as an owned one.
pub fn text(node: &Node<'_>, key: &str) -> Result<String, TableError> {
    node.get(key)?.str().map(str::to_owned)
}

/// A number that may be missing.
pub fn int_or<T>(
    node: &Node<'_>,
    key: &str,
    range: RangeInclusive<T>,
    default: T,
) -> Result<T, TableError>
where
    T: TryFrom<i64> + PartialOrd + Display,
{
    node.opt(key)?.map_or(Ok(default), |cell| cell.int(range))
}

/// Yes or no; no if it is missing.
pub fn flag(node: &Node<'_>, key: &str) -> Result<bool, TableError> {
    flag_or(node, key, false)
}

/// Yes or no, with what it is when it is missing.
pub fn flag_or(node: &Node<'_>, key: &str, default: bool) -> Result<bool, TableError> {
    node.opt(key)?.map_or(Ok(default), |cell| cell.bool())
}

/// A whole number of halves, not below zero.
pub fn halves(node: &Node<'_>) -> Result<Halves, TableError> {
    let twice = node.float()? * 2.0;
    if twice.fract() == 0.0 && (0.0..=40.0).contains(&twice) {
        Ok(Halves::of(twice as i16))
    } else {
        Err(node.expected("a number of halves from 0 to 20"))
    }
}

/// Two numbers, the first not above the second.
pub fn range<T>(node: &Node<'_>, within: RangeInclusive<T>) -> Result<RangeInclusive<T>, TableError>
where
    T: TryFrom<i64> + PartialOrd + Display + Copy,
{
    let [from, to] = node.array()?;
    let (low, high) = (from.int(within.clone())?, to.int(within)?);
    if low <= high {
        Ok(low..=high)
    } else {
        Err(node.error("the first number is not above the second"))
    }
}

/// One value for each war period, under the keys wp1 to wp5.
pub fn periods<T>(
    node: &Node<'_>,
    mut read: impl FnMut(Period, Node<'_>) -> Result<T, TableError>,
) -> Result<[T; 5], TableError> {
    let mut all = Vec::new();
    for period in Period::ALL {
        all.push(read(period, node.get(period.id())?)?);
    }
    fixed(node, all)
}

/// As many values as the game needs.
pub fn fixed<T, const N: usize>(node: &Node<'_>, items: Vec<T>) -> Result<[T; N], TableError> {
    let found = items.len();
    items
        .try_into()
        .map_err(|_| node.error(format!("expected {N} entries, found {found}")))
}

/// Entries of an array of tables, one for each kind of a closed list, in its order.
pub fn one_each<K, T, const N: usize>(
    node: &Node<'_>,
    kinds: [K; N],
    read: impl Fn(K, &Node<'_>) -> Result<T, TableError>,
) -> Result<[T; N], TableError>
where
    K: Display + Copy,
{
    let entries = node.items()?;
    if entries.len() != N {
        return Err(node.error(format!("expected {N} entries, found {}", entries.len())));
    }
    let mut all = Vec::new();
    for kind in kinds {
        let name = kind.to_string();
        let mut matching = None;
        for entry in &entries {
            if entry.get("id")?.str()? == name {
                matching = Some(entry);
            }
        }
        let entry = matching.ok_or_else(|| node.error(format!("“{name}” is missing")))?;
        all.push(read(kind, entry)?);
    }
    fixed(node, all)
}

/// Texts that only people read.
pub fn texts(node: &Node<'_>) -> Result<Vec<String>, TableError> {
    node.list(|item| item.str().map(str::to_owned))
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

/// The place of a name in a list that is already read.
pub fn named_in<'n>(
    node: &Node<'_>,
    mut names: impl Iterator<Item = &'n str>,
    what: &str,
) -> Result<usize, TableError> {
    let wanted = node.str()?;
    names
        .position(|name| name == wanted)
        .ok_or_else(|| node.error(format!("there is no {what} “{wanted}”")))
}
