//! Shapes that several tables share.

use derbyhouse_tables::{Node, TableError};
use std::fmt::Display;
use std::str::FromStr;

/// As many values as the game needs; the iterator must give them.
pub fn fixed<T, const N: usize>(
    node: &Node<'_>,
    items: impl Iterator<Item = Result<T, TableError>>,
) -> Result<[T; N], TableError> {
    let items: Vec<T> = items.collect::<Result<_, _>>()?;
    items
        .try_into()
        .map_err(|_| node.error(format!("expected {N} entries")))
}

/// The entries of an array of tables by their `id`, in the order of `all`: each of them exactly once.
pub fn by_id<'t, K, const N: usize>(
    array: &Node<'t>,
    all: [K; N],
) -> Result<[Node<'t>; N], TableError>
where
    K: Copy + PartialEq + Display + FromStr<Err: Display>,
{
    let mut found: Vec<(K, Node<'t>)> = Vec::new();
    for entry in array.items()? {
        let id = entry.get("id")?;
        let kind = id.parse()?;
        if found.iter().any(|(other, _)| *other == kind) {
            return Err(id.error(format!("“{kind}” stands here twice")));
        }
        found.push((kind, entry));
    }
    let ordered = all.iter().map(|kind| {
        let entry = found.iter().find(|(other, _)| other == kind);
        entry
            .map(|(_, entry)| entry.clone())
            .ok_or_else(|| array.error(format!("there is no entry “{kind}”")))
    });
    fixed(array, ordered)
}

/// A row of letters, one for each column.
pub fn letters<T>(
    row: &Node<'_>,
    columns: usize,
    names: &str,
    read: impl Fn(char) -> Option<T>,
) -> Result<Vec<T>, TableError> {
    let letters: Option<Vec<T>> = row.str()?.chars().map(read).collect();
    letters
        .filter(|letters| letters.len() == columns)
        .ok_or_else(|| row.expected(format!("{columns} letters {names}")))
}

/// A letter that stands for a kind.
pub fn letter<T: FromStr>(c: char) -> Option<T> {
    c.encode_utf8(&mut [0; 4]).parse().ok()
}

/// Pairs of first and last, each beginning where the one before it ends.
pub fn contiguous(node: &Node<'_>, first: i32) -> Result<Vec<(i32, i32)>, TableError> {
    let mut next = first;
    let pairs = node.list(|pair| {
        let [from, to] = pair.array()?;
        let from = from.int(next..=next)?;
        let to = to.int(from..=9999)?;
        next = to + 1;
        Ok((from, to))
    })?;
    if pairs.is_empty() {
        return Err(node.expected("at least one pair of first and last"));
    }
    Ok(pairs)
}

/// Column heads that count from 1, and the cap that names the last: how many columns there are.
pub fn counted(table: &Node<'_>, heads: &str, cap: &str) -> Result<usize, TableError> {
    let heads = table.get(heads)?;
    let items = heads.items()?;
    for (index, head) in items.iter().enumerate() {
        head.int(index + 1..=index + 1)?;
    }
    if items.is_empty() {
        return Err(heads.expected("column heads from 1"));
    }
    table.get(cap)?.int(items.len()..=items.len())
}

/// The highest chit that sights, by column. The printed table, a row for each chit and S where it sights, must say
/// the same.
pub fn sighting(table: &Node<'_>, columns: usize) -> Result<Vec<u8>, TableError> {
    let highest = table.get("highest_sighting_chit")?;
    let chits = highest.list(|chit| chit.int(0..=9u8))?;
    if chits.len() != columns {
        return Err(highest.expected(format!("an array of {columns}, one for each column")));
    }
    for (chit, row) in table.get("rows")?.array::<10>()?.iter().enumerate() {
        let sights = letters(row, columns, "S or .", |c| match c {
            'S' => Some(true),
            '.' => Some(false),
            _ => None,
        })?;
        let agrees = |(sights, highest): (&bool, &u8)| *sights == (chit <= usize::from(*highest));
        if let Some(column) = sights.iter().zip(&chits).position(|pair| !agrees(pair)) {
            let highest = chits[column];
            let column = column + 1;
            return Err(row.error(format!(
                "column {column} does not agree with highest_sighting_chit, which has {highest} there"
            )));
        }
    }
    Ok(chits)
}
