//! Victory Points (chapter 2): one score, plus for the Allies, minus for the Axis, in halves.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// Victory Points, counted in halves so that they add up exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Vp {
    halves: i32,
}

impl Vp {
    pub const ZERO: Self = Self { halves: 0 };

    /// Whole points.
    pub const fn whole(points: i32) -> Self {
        Self { halves: 2 * points }
    }

    /// Half points.
    pub const fn halves(halves: i32) -> Self {
        Self { halves }
    }

    /// How many halves it is.
    pub const fn in_halves(self) -> i32 {
        self.halves
    }

    /// A number of a table, if it is whole or a half.
    pub fn from_number(number: f64) -> Option<Self> {
        let doubled = number * 2.0;
        (doubled.fract() == 0.0 && doubled.abs() < 1e6).then(|| Self::halves(doubled as i32))
    }

    /// As a number, for people and programs.
    pub fn number(self) -> f64 {
        f64::from(self.halves) / 2.0
    }

    /// Half of it, rounded up away from nothing [15.4.3], [15.7.2].
    #[must_use]
    pub const fn half_rounded_up(self) -> Self {
        let size = self.halves.abs();
        let points = (size + 3) / 4;
        Self::whole(if self.halves < 0 { -points } else { points })
    }
}

impl fmt::Display for Vp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { "-" } else { "" };
        let (points, half) = (self.halves.abs() / 2, self.halves % 2 != 0);
        write!(f, "{sign}{points}{}", if half { ".5" } else { "" })
    }
}

impl Add for Vp {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::halves(self.halves + other.halves)
    }
}

impl Sub for Vp {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::halves(self.halves - other.halves)
    }
}

impl AddAssign for Vp {
    fn add_assign(&mut self, other: Self) {
        self.halves += other.halves;
    }
}

impl Neg for Vp {
    type Output = Self;
    fn neg(self) -> Self {
        Self::halves(-self.halves)
    }
}

impl Mul<i32> for Vp {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self::halves(self.halves * times)
    }
}

impl Sum for Vp {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_add_up() {
        assert_eq!(Vp::halves(3) + Vp::whole(1), Vp::halves(5));
        assert_eq!(Vp::halves(-5).to_string(), "-2.5");
        assert_eq!(Vp::from_number(0.25), None);
        assert_eq!(Vp::from_number(-4.5), Some(Vp::halves(-9)));
    }

    /// Half the points of a ship, rounded up [15.4.3], [15.7.2].
    #[test]
    fn half_of_five_is_three() {
        assert_eq!(Vp::whole(5).half_rounded_up(), Vp::whole(3));
        assert_eq!(Vp::whole(-4).half_rounded_up(), Vp::whole(-2));
    }
}
