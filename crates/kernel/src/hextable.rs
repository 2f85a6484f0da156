//! One value for every hex.

use crate::hex::Hex;
use crate::hexset::{HexSet, ROWS};
use std::ops::{Index, IndexMut};

/// Columns of a row, those off the sheet included, so that a row of a set and a row of a table fit.
const COLUMNS: usize = 64;

/// A value for every hex that a [`HexSet`] can hold, read and written by the hex. Lists of hundreds of answers are copied from it a run of hexes at
/// a time, which is several times as fast as making each anew.
#[derive(Clone, Debug)]
pub struct HexTable<T> {
    values: Vec<T>,
}

impl<T: Copy> HexTable<T> {
    /// What `make` makes of each hex.
    pub fn new(make: impl Fn(Hex) -> T) -> Self {
        let hexes = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |col| (row, col)));
        Self {
            values: hexes
                .map(|(row, col)| make(Hex::new(row as u8, col as u8)))
                .collect(),
        }
    }

    /// Appends the values of the hexes of a set, in ascending number.
    #[inline]
    pub fn append(&self, hexes: &HexSet, out: &mut Vec<T>) {
        hexes.for_each_run(|row, columns| {
            let first = row * COLUMNS;
            out.extend_from_slice(&self.values[first + columns.start..first + columns.end]);
        });
    }
}

/// The place of a hex; those that lie off every sheet share places that nobody asks for.
fn place(hex: Hex) -> usize {
    (usize::from(hex.row()) * COLUMNS + usize::from(hex.col())) % (ROWS * COLUMNS)
}

impl<T> Index<Hex> for HexTable<T> {
    type Output = T;

    #[inline]
    fn index(&self, hex: Hex) -> &T {
        &self.values[place(hex)]
    }
}

impl<T> IndexMut<Hex> for HexTable<T> {
    #[inline]
    fn index_mut(&mut self, hex: Hex) -> &mut T {
        &mut self.values[place(hex)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_the_values_of_a_set_in_its_order() {
        let hexes: HexSet = [(1, 1), (1, 2), (1, 62), (7, 5), (8, 5), (8, 6), (25, 62)]
            .map(|(row, col)| Hex::new(row, col))
            .into_iter()
            .collect();
        let mut out = vec![Hex::new(3, 3)];
        HexTable::new(|hex| hex).append(&hexes, &mut out);
        assert_eq!(out[0], Hex::new(3, 3), "what was there stays");
        assert_eq!(out[1..], hexes.iter().collect::<Vec<_>>());
    }

    #[test]
    fn each_hex_has_a_value_of_its_own() {
        let mut table = HexTable::new(|_| 0);
        table[Hex::new(25, 62)] = 7;
        table[Hex::new(1, 1)] += 2;
        assert_eq!((table[Hex::new(25, 62)], table[Hex::new(1, 1)]), (7, 2));
        assert_eq!(table[Hex::new(25, 61)], 0);
        let _ = table[Hex::new(255, 255)]; // off every sheet, and no panic
    }
}
