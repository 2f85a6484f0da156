//! Numbers with halves: the ASW of a few units is one half (R39).

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Sub};

/// A number counted in halves, so that no rule needs fractions of any other kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Halves(i16);

impl Halves {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// One half.
    pub const HALF: Self = Self(1);

    /// A whole number.
    pub const fn whole(number: i16) -> Self {
        Self(2 * number)
    }

    /// So many halves.
    pub const fn of(halves: i16) -> Self {
        Self(halves)
    }

    /// In halves.
    pub const fn halves(self) -> i16 {
        self.0
    }

    /// Rounded down.
    pub const fn floor(self) -> i16 {
        self.0.div_euclid(2)
    }

    /// Rounded up.
    pub const fn ceil(self) -> i16 {
        (self.0 + 1).div_euclid(2)
    }

    /// Some less, but not below zero.
    #[must_use]
    pub const fn less(self, whole: i16) -> Self {
        let rest = self.0 - 2 * whole;
        Self(if rest < 0 { 0 } else { rest })
    }

    /// As a decimal number, for people.
    pub fn decimal(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl Add for Halves {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Halves {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Halves {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (R39): the number of a target is rounded down, the sum of a counterattack up.
    #[test]
    fn halves_round_both_ways() {
        let one_and_a_half = Halves::whole(1) + Halves::HALF;
        assert_eq!((one_and_a_half.floor(), one_and_a_half.ceil()), (1, 2));
        let below = Halves::ZERO - one_and_a_half;
        assert_eq!((below.floor(), below.ceil()), (-2, -1));
        assert_eq!(Halves::HALF.less(1), Halves::ZERO);
    }
}
