//! The Approach map: sixteen movement boxes in a chain around the convoy, in five locations [22.locations].

use crate::space::Quadrant;
use derbyhouse_kernel::named;

named! {
    /// A movement box of the Approach map, in the order of the chain from the lower left to the lower right.
    ApproachBox, "box of the Approach map" {
        /// Lowest on the left.
        L4 = "L4",
        /// Left.
        L3 = "L3",
        /// Left.
        L2 = "L2",
        /// Left, below the corner.
        L1 = "L1",
        /// The upper left corner.
        TL = "TL",
        /// Along the top.
        T1 = "T1",
        /// Along the top.
        T2 = "T2",
        /// Along the top.
        T3 = "T3",
        /// Along the top.
        T4 = "T4",
        /// Along the top.
        T5 = "T5",
        /// Along the top.
        T6 = "T6",
        /// The upper right corner.
        TR = "TR",
        /// Right, below the corner.
        R1 = "R1",
        /// Right.
        R2 = "R2",
        /// Right.
        R3 = "R3",
        /// Lowest on the right.
        R4 = "R4",
    }
}

impl ApproachBox {
    /// The one or two boxes beside it in the chain.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        let at = self.index();
        let beside = move |other: &Self| other.index().abs_diff(at) == 1;
        Self::ALL.into_iter().filter(beside)
    }
}

named! {
    /// A location of the Approach map, in the order of the escort location check [22.locations]. Each has one ASW
    /// patrol box and one ASW search box.
    Location, "location" {
        /// The left side.
        W = "W",
        /// The upper left corner.
        NW = "NW",
        /// The top.
        N = "N",
        /// The upper right corner.
        NE = "NE",
        /// The right side.
        E = "E",
    }
}

impl Quadrant {
    /// The box of a battle card that is read for it [43.card_boxes_to_quadrants], (R61), (R62).
    pub const fn card_box(self) -> Location {
        match self {
            Self::Q1 => Location::NW,
            Self::Q2 => Location::NE,
            Self::Q3 => Location::W,
            Self::Q4 => Location::E,
        }
    }
}
