//! Places on a display and sets of them: one bit each, so that questions about many units are questions about one word.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

/// Most units on a display.
pub const MOST: usize = 40;

/// A place on the display, in the order in which pieces were laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlotId(pub(crate) u8);

impl SlotId {
    /// Counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for SlotId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .parse::<u8>()
            .ok()
            .filter(|number| (1..=MOST as u8).contains(number));
        number
            .map(|number| Self(number - 1))
            .ok_or_else(|| format!("“{text}” is no unit of the display: 1 to {MOST} is expected"))
    }
}

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlotSet(u64);

impl SlotSet {
    /// None.
    pub const NONE: Self = Self(0);

    /// The first so many, at most all there can be.
    pub const fn first_of(count: u8) -> Self {
        Self((1 << (count & 63)) - 1)
    }

    /// Just one.
    pub const fn one(slot: SlotId) -> Self {
        Self(1 << slot.0)
    }

    /// Is it among them?
    pub const fn has(self, slot: SlotId) -> bool {
        self.0 >> slot.0 & 1 == 1
    }

    /// Puts one in.
    pub fn insert(&mut self, slot: SlotId) {
        self.0 |= 1 << slot.0;
    }

    /// Takes one out.
    pub fn remove(&mut self, slot: SlotId) {
        self.0 &= !(1 << slot.0);
    }

    /// Puts one in if it belongs there.
    #[inline]
    pub(crate) fn insert_if(&mut self, slot: SlotId, belongs: bool) {
        self.0 |= u64::from(belongs) << slot.0;
    }

    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// None at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest.
    pub const fn first(self) -> Option<SlotId> {
        if self.0 == 0 {
            None
        } else {
            Some(SlotId(self.0.trailing_zeros() as u8))
        }
    }

    /// Those from a place on.
    #[must_use]
    pub(crate) const fn starting_at(self, place: u8) -> Self {
        Self(self.0 & (u64::MAX << (place & 63)))
    }

    /// Those in places that are even, or odd, as that one is.
    #[must_use]
    pub(crate) const fn every_other(self, place: usize) -> Self {
        Self(self.0 & (0x5555_5555_5555_5555 << (place % 2)))
    }

    /// Those above one.
    #[must_use]
    pub const fn above(self, slot: SlotId) -> Self {
        Self(self.0 & (u64::MAX << slot.0) & !(1 << slot.0))
    }

    /// Those of them that something is true of, found without a branch for each.
    #[inline]
    pub(crate) fn only(self, mut of: impl FnMut(SlotId) -> bool) -> Self {
        let mut kept = Self::NONE;
        self.iter()
            .for_each(|slot| kept.0 |= u64::from(of(slot)) << slot.0);
        kept
    }

    /// In ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = SlotId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let slot = SlotSet(rest).first()?;
            rest &= rest - 1;
            Some(slot)
        })
    }
}

impl BitAnd for SlotSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SlotSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for SlotSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_walked_in_order() {
        let mut set = SlotSet::one(SlotId(39));
        set.insert(SlotId(0));
        set.insert(SlotId(7));
        set.remove(SlotId(39));
        let all: Vec<u8> = set.iter().map(|slot| slot.0).collect();
        assert_eq!((all, set.len()), (vec![0, 7], 2));
        assert_eq!(set.above(SlotId(0)), SlotSet::one(SlotId(7)));
        assert!((set & !set).is_empty() && SlotSet::NONE.first().is_none());
    }

    #[test]
    fn places_are_counted_from_one_for_people() {
        assert_eq!("40".parse(), Ok(SlotId(39)));
        assert_eq!(SlotId(0).to_string(), "1");
        assert!("0".parse::<SlotId>().is_err() && "41".parse::<SlotId>().is_err());
    }
}
