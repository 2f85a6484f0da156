//! Sets of hexes as one word a row, so that a whole front of a search spreads in a few instructions.

use crate::hex::{Direction, Hex};
use std::ops::Range;

/// Rows of a set, with one off the sheet on either side, which are always empty.
pub(crate) const ROWS: usize = 27;

/// Columns 1 to 62, as bits of a row.
const COLUMNS: u64 = (1 << 63) - 2;

/// The most that a rough hex can cost more in [`HexSet::spread`].
const MOST_EXTRA: usize = 3;

/// All bits in even rows, none in odd ones.
const EVEN: [u64; ROWS] = {
    let mut rows = [0; ROWS];
    let mut row = 0;
    while row < ROWS {
        rows[row] = u64::MAX;
        row += 2;
    }
    rows
};

/// A set of hexes with rows 1 to 25 and columns 1 to 62.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HexSet {
    rows: [u64; ROWS],
}

impl HexSet {
    /// The set without hexes.
    pub const EMPTY: Self = Self { rows: [0; ROWS] };

    /// The bit of a hex in its row; none if its column lies off every sheet.
    #[inline]
    const fn bit(hex: Hex) -> u64 {
        match 1u64.checked_shl(hex.col() as u32) {
            Some(bit) => bit & COLUMNS,
            None => 0,
        }
    }

    /// Whether a hex is one that a set can hold.
    #[inline]
    const fn holds(hex: Hex) -> bool {
        hex.row() > 0 && hex.row() < ROWS as u8 - 1 && Self::bit(hex) != 0
    }

    /// Puts a hex in; one that lies off every sheet is left out.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        if Self::holds(hex) {
            self.rows[usize::from(hex.row())] |= Self::bit(hex);
        }
    }

    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        if let Some(row) = self.rows.get_mut(usize::from(hex.row())) {
            *row &= !Self::bit(hex);
        }
    }

    /// Is the hex in the set?
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        // Rows and columns off the sheet are empty: only what no word holds needs to be asked.
        let row = self.rows.get(usize::from(hex.row()));
        row.is_some_and(|row| hex.col() < 64 && row >> hex.col() & 1 == 1)
    }

    /// No hex at all?
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// How many hexes.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Hexes in either set.
    #[inline]
    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.rows.iter_mut().zip(&other.rows) {
            *mine |= theirs;
        }
        self
    }

    /// Hexes in both sets.
    #[inline]
    #[must_use]
    pub fn intersection(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.rows.iter_mut().zip(&other.rows) {
            *mine &= theirs;
        }
        self
    }

    /// No hex in common?
    #[inline]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.rows
            .iter()
            .zip(&other.rows)
            .fold(0, |common, (mine, theirs)| common | mine & theirs)
            == 0
    }

    /// Hexes of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn minus(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.rows.iter_mut().zip(&other.rows) {
            *mine &= !theirs;
        }
        self
    }

    /// The set and all neighbours of its hexes.
    #[inline]
    #[must_use]
    pub fn grown(&self) -> Self {
        let mut out = Self {
            rows: touched(&self.rows),
        };
        for (grown, own) in out.rows.iter_mut().zip(&self.rows) {
            *grown |= own;
        }
        out
    }

    /// Every hex within that distance of another.
    #[must_use]
    pub fn ball(centre: Hex, radius: u8) -> Self {
        let mut out = Self::EMPTY;
        let (row, radius) = (i32::from(centre.row()), i32::from(radius));
        for r in (row - radius).max(1)..=(row + radius).min(ROWS as i32 - 2) {
            // Hexes of this row within `half` half-widths of the centre.
            let half = 2 * radius - (r - row).abs();
            let shift = i32::from(r % 2 == 0);
            let first = ((centre.x2() - half - shift + 1) >> 1).clamp(1, 63);
            let last = ((centre.x2() + half - shift) >> 1).clamp(0, 62);
            out.rows[r as usize] = (u64::MAX << first) & (u64::MAX >> (63 - last));
        }
        out
    }

    /// A hex with all its neighbours.
    pub fn around(hex: Hex) -> Self {
        let mut set = Self::EMPTY;
        set.insert(hex);
        for d in Direction::ALL {
            set.insert(hex.step(d));
        }
        set
    }

    /// The hexes, in ascending number.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.rows.iter().enumerate().flat_map(|(row, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let col = left.trailing_zeros();
                left &= left - 1;
                Some(Hex::new(row as u8, col as u8))
            })
        })
    }

    /// Hands out the hexes as runs side by side: a row and its columns, in ascending number. For hot paths.
    #[inline]
    pub(crate) fn for_each_run(&self, mut each: impl FnMut(usize, Range<usize>)) {
        for (row, &bits) in self.rows.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let first = left.trailing_zeros();
                let end = first + (left >> first).trailing_ones();
                each(row, first as usize..end as usize);
                left &= u64::MAX << end;
            }
        }
    }

    /// Whether the hex or a neighbour of it is in the set.
    #[inline]
    pub fn is_near(&self, hex: Hex) -> bool {
        if !Self::holds(hex) {
            return false;
        }
        let (row, bit) = (usize::from(hex.row()), Self::bit(hex));
        let beside = bit
            | if hex.row().is_multiple_of(2) {
                bit << 1
            } else {
                bit >> 1
            };
        let own = bit << 1 | bit | bit >> 1;
        self.rows[row] & own | (self.rows[row - 1] | self.rows[row + 1]) & beside != 0
    }

    /// Every hex that can be reached from a hex with so many points, where a hex of `calm` costs one and a hex of
    /// `rough` costs `extra` more, three at most.
    #[must_use]
    pub fn spread(start: Hex, points: u8, calm: &Self, rough: &Self, extra: usize) -> Self {
        let mut reached = Self::EMPTY;
        reached.insert(start);
        // Rough hexes next to what is reached, to be entered after so many points more.
        let mut coming = [[0; ROWS]; MOST_EXTRA + 1];
        let row = usize::from(start.row());
        for point in 0..usize::from(points) {
            // No front is farther off than it has had points.
            let rows = row.saturating_sub(point + 1).max(1)..(row + point + 2).min(ROWS - 1);
            let later = (point + extra) % (MOST_EXTRA + 1);
            let mut below = reached.rows[rows.start - 1];
            for row in rows {
                let next = touched_row(row, below, reached.rows[row], reached.rows[row + 1]);
                below = reached.rows[row];
                coming[later][row] = next & rough.rows[row];
                let now = coming[point % (MOST_EXTRA + 1)][row];
                reached.rows[row] |= next & calm.rows[row] | now;
            }
        }
        reached
    }
}

/// Neighbours of hexes, row by row, without a branch: the processor does several rows at once.
#[inline]
fn touched(rows: &[u64; ROWS]) -> [u64; ROWS] {
    let mut out = [0; ROWS];
    for row in 1..ROWS - 1 {
        out[row] = touched_row(row, rows[row - 1], rows[row], rows[row + 1]);
    }
    out
}

/// Neighbours of hexes that lie in one row.
#[inline(always)]
fn touched_row(row: usize, below: u64, own: u64, above: u64) -> u64 {
    let beside = below | above;
    // A hex in an odd row touches its own and the next column to the north and south, one in an even row its own
    // and the one before; seen from the row that is touched it is the other way round.
    let aside = beside >> 1 & EVEN[row] | beside << 1 & !EVEN[row];
    (own << 1 | own >> 1 | beside | aside) & COLUMNS
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut set = Self::EMPTY;
        for hex in hexes {
            set.insert(hex);
        }
        set
    }
}

impl serde::Serialize for HexSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> serde::Deserialize<'de> for HexSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hexes = Vec::<Hex>::deserialize(deserializer)?;
        if let Some(off) = hexes.iter().find(|hex| !Self::holds(**hex)) {
            return Err(serde::de::Error::custom(format!(
                "hex {off} lies off the sheet"
            )));
        }
        Ok(hexes.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hexes() -> impl Strategy<Value = Vec<Hex>> {
        prop::collection::vec((1u8..25, 1u8..60).prop_map(|(r, c)| Hex::new(r, c)), 0..40)
    }

    proptest! {
        #[test]
        fn growing_adds_exactly_the_neighbours(hexes in hexes()) {
            let set: HexSet = hexes.iter().copied().collect();
            let slow: HexSet = hexes.iter().flat_map(|h| h.neighbours().into_iter().chain([*h])).collect();
            prop_assert_eq!(set.grown(), slow);
        }

        #[test]
        fn near_is_the_hex_or_next_to_it(hexes in hexes(), row in 1u8..25, col in 1u8..60) {
            let (set, hex): (HexSet, Hex) = (hexes.iter().copied().collect(), Hex::new(row, col));
            prop_assert_eq!(set.is_near(hex), hexes.iter().any(|other| other.distance(hex) <= 1));
        }

        #[test]
        fn a_ball_holds_exactly_the_hexes_within_its_radius(row in 1u8..25, col in 1u8..60, radius in 0u8..12) {
            let centre = Hex::new(row, col);
            let all = (1..26).flat_map(|r| (1..63).map(move |c| Hex::new(r, c)));
            let slow: HexSet = all.filter(|hex| hex.distance(centre) <= u32::from(radius)).collect();
            prop_assert_eq!(HexSet::ball(centre, radius), slow);
        }

        #[test]
        fn a_set_gives_back_its_hexes_in_order(mut hexes in hexes()) {
            let set: HexSet = hexes.iter().copied().collect();
            hexes.sort();
            hexes.dedup();
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), hexes.clone());
            prop_assert_eq!(set.len(), hexes.len());
            let json = serde_json::to_string(&set).unwrap();
            prop_assert_eq!(serde_json::from_str::<HexSet>(&json).unwrap(), set);
        }
    }

    #[test]
    fn a_hex_off_the_sheet_is_never_in() {
        let mut set = HexSet::EMPTY;
        set.insert(Hex::new(0, 5));
        set.insert(Hex::new(5, 0));
        set.insert(Hex::new(30, 5));
        assert!(set.is_empty());
        assert!(serde_json::from_str::<HexSet>("[\"0005\"]").is_err());
    }
}
