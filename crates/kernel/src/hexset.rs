//! Sets of hexes as one word a row, so that a whole front of a search spreads in a few instructions.

use crate::hex::{Direction, Hex};

/// Rows a set can hold, row 0 (off every sheet) included.
const ROWS: usize = 26;

/// Columns 1 to 62, as bits of a row.
const COLUMNS: u64 = (1 << 63) - 2;

/// The most times that [`HexSet::spread`] can be late.
const MOST_LATE: usize = 3;

/// A set of hexes with rows 1 to 25 and columns 1 to 62.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HexSet {
    rows: [u64; ROWS],
}

impl HexSet {
    /// The set without hexes.
    pub const EMPTY: Self = Self { rows: [0; ROWS] };

    /// The bit of a hex in its row; none if the hex lies off every sheet.
    #[inline]
    const fn bit(hex: Hex) -> u64 {
        let on_sheet = (hex.row() > 0) as u64 & (hex.col() < 63) as u64;
        (on_sheet << (hex.col() & 63)) & COLUMNS
    }

    /// Whether a hex is one that a set can hold.
    const fn holds(hex: Hex) -> bool {
        (hex.row() as usize) < ROWS && Self::bit(hex) != 0
    }

    /// Puts a hex in; one that lies off every sheet is left out.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        if let Some(row) = self.rows.get_mut(usize::from(hex.row())) {
            *row |= Self::bit(hex);
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
        self.rows
            .get(usize::from(hex.row()))
            .is_some_and(|row| row & Self::bit(hex) != 0)
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
        let mut out = Self::EMPTY;
        for row in 1..ROWS {
            let own = self.rows[row];
            let beside = self.rows[row - 1]
                | if row + 1 < ROWS {
                    self.rows[row + 1]
                } else {
                    0
                };
            // A hex in an odd row touches its own and the next column to the north and south, one in an even row
            // its own and the one before; seen from the row that is touched it is the other way round.
            let touched = if row.is_multiple_of(2) {
                beside | beside >> 1
            } else {
                beside | beside << 1
            };
            out.rows[row] = (own | own << 1 | own >> 1 | touched) & COLUMNS;
        }
        out
    }

    /// Every hex within that distance of another.
    #[must_use]
    pub fn ball(centre: Hex, radius: u8) -> Self {
        let mut out = Self::EMPTY;
        let (row, radius) = (i32::from(centre.row()), i32::from(radius));
        for r in (row - radius).max(1)..=(row + radius).min(ROWS as i32 - 1) {
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

    /// Appends what `make` makes of each hex, in ascending number: the loop for hot paths.
    #[inline]
    pub fn append_to<T: Copy>(&self, out: &mut Vec<T>, make: impl Fn(Hex) -> T) {
        // A row at a time, so that the vector is asked for room once a row.
        let mut made = [make(Hex::new(0, 0)); 64];
        for (row, &bits) in self.rows.iter().enumerate() {
            let (mut left, mut count) = (bits, 0);
            while let Some(some) = std::num::NonZeroU64::new(left) {
                made[count & 63] = make(Hex::new(row as u8, some.trailing_zeros() as u8));
                count += 1;
                left &= left - 1;
            }
            out.extend_from_slice(&made[..count & 63]);
        }
    }

    /// Grows the set so many times within the rows that can be reached, each time into `calm` at once and into `rough`
    /// `late` times later: every hex that can be reached from it with that many points.
    #[must_use]
    pub fn spread(mut self, times: u8, calm: &Self, rough: &Self, late: usize) -> Self {
        let used = |row: &usize| self.rows[*row] != 0;
        let (Some(south), Some(north)) = ((1..ROWS).find(used), (1..ROWS).rev().find(used)) else {
            return self;
        };
        let first = south.saturating_sub(usize::from(times)).max(1);
        let last = (north + usize::from(times)).min(ROWS - 1);
        let mut coming = [[0; ROWS]; MOST_LATE + 1];
        for time in 0..usize::from(times) {
            let mut next = self.rows;
            for row in first..=last {
                let own = self.rows[row];
                let beside = self.rows[row - 1]
                    | if row + 1 < ROWS {
                        self.rows[row + 1]
                    } else {
                        0
                    };
                let touched = if row.is_multiple_of(2) {
                    beside | beside >> 1
                } else {
                    beside | beside << 1
                };
                let grown = own << 1 | own >> 1 | touched;
                coming[(time + late) % (MOST_LATE + 1)][row] = grown & rough.rows[row];
                next[row] |= grown & calm.rows[row] | coming[time % (MOST_LATE + 1)][row];
            }
            self.rows = next;
        }
        self
    }
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
