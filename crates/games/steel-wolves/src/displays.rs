//! The combat displays, of all components the busiest [2.0], and their columns [2.4].

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};
use std::ops::BitAnd;

named! {
    /// A display [2.4].
    Display, "display" {
        /// Ships met alone [2.41].
        Loner = "loner",
        /// Small convoy [2.43].
        Small = "C1",
        /// Large convoy [2.42].
        Large = "C2",
        /// Task force and special convoy [2.44].
        Force = "TF",
    }
}

impl Display {
    /// A convoy of either size.
    pub const fn is_convoy(self) -> bool {
        matches!(self, Self::Small | Self::Large)
    }
}

named! {
    /// A column of a display, from left to right.
    Lane, "column" {
        /// Left outer.
        OuterLeft = "OL",
        /// Left inner.
        InnerLeft = "IL",
        /// Left center.
        CenterLeft = "CL",
        /// The one center column of a task force [2.44].
        Center = "C",
        /// The one column of loners [28.21].
        Alone = "L",
        /// Right center.
        CenterRight = "CR",
        /// Right inner.
        InnerRight = "IR",
        /// Right outer.
        OuterRight = "OR",
    }
}

impl Lane {
    /// An outer column, which is always open [14.11].
    pub const fn is_outer(self) -> bool {
        matches!(self, Self::OuterLeft | Self::OuterRight)
    }
}

/// A set of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lanes(u8);

impl Lanes {
    /// None.
    pub const NONE: Self = Self(0);

    /// Is it among them?
    pub const fn has(self, lane: Lane) -> bool {
        self.0 >> lane as u8 & 1 == 1
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, lane: Lane) -> Self {
        Self(self.0 | 1 << lane as u8)
    }

    /// From left to right.
    pub fn iter(self) -> impl Iterator<Item = Lane> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lane = Lane::ALL.get(rest.trailing_zeros() as usize).copied()?;
            rest &= rest - 1;
            Some(lane)
        })
    }

    /// By [`Lane::index`], in the same order.
    #[inline]
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let place = rest.trailing_zeros() as usize;
            rest &= rest.checked_sub(1)?;
            Some(place)
        })
    }

    /// Nothing there?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitAnd for Lanes {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

named! {
    /// What a search has found [13.22], [13.24].
    Contact, "contact" {
        /// Nothing.
        None = "none",
        /// Ships alone.
        Loner = "loner",
        /// A convoy of either size.
        Convoy = "convoy",
        /// A task force [28.1].
        TaskForce = "task_force",
        /// A special convoy [28.1].
        SpecialConvoy = "special_convoy",
    }
}
