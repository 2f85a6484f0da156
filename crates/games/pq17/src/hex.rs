//! Hexes by their printed numbers: row from the north, column from the west, even rows half a hex further east [1.1].

use derbyhouse_kernel::{Direction, HexSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A hex as printed, `0817` for row 08 and column 17. It may lie off the sheet: only [`Sheet`](crate::tables::Sheet)
/// knows what is in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex {
    row: u8,
    col: u8,
}

/// The kernel counts rows to the north. An even number keeps the shift of the rows.
const MIRROR: u8 = 18;

impl Hex {
    pub const fn new(row: u8, col: u8) -> Self {
        Self { row, col }
    }

    pub const fn row(self) -> u8 {
        self.row
    }

    pub const fn col(self) -> u8 {
        self.col
    }

    /// The same hex for the kernel's arithmetic.
    #[inline]
    pub const fn grid(self) -> derbyhouse_kernel::Hex {
        derbyhouse_kernel::Hex::new(MIRROR.wrapping_sub(self.row), self.col)
    }

    /// A hex of the kernel by its printed number.
    #[inline]
    pub const fn printed(grid: derbyhouse_kernel::Hex) -> Self {
        Self::new(MIRROR.wrapping_sub(grid.row()), grid.col())
    }

    /// The neighbour on that side.
    #[must_use]
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        Self::printed(self.grid().step(direction))
    }

    /// The six neighbours, in the order of [`Direction::ALL`].
    pub fn neighbours(self) -> [Self; 6] {
        Direction::ALL.map(|direction| self.step(direction))
    }

    /// Straight distance, land ignored: what aircraft count [5.3].
    #[inline]
    pub const fn distance(self, other: Self) -> u32 {
        self.grid().distance(other.grid())
    }

    /// In this hex or next to it.
    #[inline]
    pub const fn is_near(self, other: Self) -> bool {
        self.distance(other) <= 1
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.row, self.col)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hex {
    type Err = derbyhouse_kernel::hex::NotAHex;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number: derbyhouse_kernel::Hex = text.parse()?;
        Ok(Self::new(number.row(), number.col()))
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of printed hexes.
#[derive(Clone, Debug, Default)]
pub struct Hexes {
    set: HexSet,
    /// The same, in ascending printed number.
    sorted: Vec<Hex>,
}

impl Hexes {
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.set.contains(hex.grid())
    }

    pub fn insert(&mut self, hex: Hex) {
        if let Err(place) = self.sorted.binary_search(&hex) {
            self.sorted.insert(place, hex);
        }
        self.set.insert(hex.grid());
    }

    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// In ascending printed number.
    pub fn iter(&self) -> impl Iterator<Item = Hex> {
        self.sorted.iter().copied()
    }
}

impl FromIterator<Hex> for Hexes {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut sorted: Vec<Hex> = hexes.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self {
            set: sorted.iter().map(|hex| hex.grid()).collect(),
            sorted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The channel to Arkhangelsk is a chain of neighbours only with even rows shifted east [10.3].
    #[test]
    fn the_arkhangelsk_channel_is_a_chain() {
        let hexes = ["0818", "0919", "1019", "1119"].map(|number| number.parse::<Hex>().unwrap());
        for pair in hexes.windows(2) {
            assert_eq!(pair[0].distance(pair[1]), 1, "{pair:?}");
        }
        assert_eq!(hexes[0].step(Direction::SE), hexes[1]);
    }

    #[test]
    fn printed_numbers_survive_the_kernel() {
        for row in 1..=17 {
            for col in 1..=22 {
                let hex = Hex::new(row, col);
                assert_eq!(Hex::printed(hex.grid()), hex);
                assert_eq!(hex.to_string().parse(), Ok(hex));
            }
        }
    }
}
