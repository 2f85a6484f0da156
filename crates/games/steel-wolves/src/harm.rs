//! What can befall a submarine, and what a torpedo does to a ship.

use derbyhouse_kernel::named;

named! {
    /// A result of the counterattack, hazard and Transit Event tables [14.2], [14.12], [19.1].
    Harm, "result" {
        /// No effect.
        None = "NE",
        /// Spotted [23.0].
        Spotted = "SP",
        /// Return to base.
        Return = "RT",
        /// Damaged [18.0].
        Damaged = "DM",
        /// Damaged, and return to base.
        DamagedReturn = "DR",
        /// A second die of 7 or more sinks, else damaged and return.
        Sevens = "D7",
        /// A second die of 4 or more sinks, else damaged and return.
        Fours = "D4",
        /// Sunk.
        Sunk = "SK",
    }
}

named! {
    /// A row of the table of other hazards [14.12], [14.13].
    Hazard, "hazard" {
        /// A diligent escort is turned up.
        DiligentEscort = "diligent_escort",
        /// The target blows up [14.16D].
        ExplodingTarget = "exploding_target",
        /// An armed merchant fires [27.1].
        Dems = "dems",
        /// A patrol aircraft attacks [19.2].
        Aircraft = "aircraft",
        /// The own torpedo comes back [19.2].
        CircularRun = "circular_run",
    }
}

impl Hazard {
    /// The rule by which it comes.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::DiligentEscort => "14.12",
            Self::ExplodingTarget => "14.16",
            Self::Dems => "27.1",
            Self::Aircraft | Self::CircularRun => "19.2",
        }
    }
}

named! {
    /// What the Huff-Duff table does to a shadower [24.11].
    Bearing, "result of Huff-Duff" {
        /// Nothing.
        None = "NE",
        /// Driven off: no attack this turn.
        DrivenOff = "DO",
        /// Driven off and spotted.
        Spotted = "DS",
        /// Damaged and returning.
        DamagedReturn = "DR",
        /// Sunk.
        Sunk = "SK",
    }
}

named! {
    /// What a hit does to a ship [14.16D].
    Blow, "result of an attack" {
        /// Nothing.
        None = "none",
        /// Damaged; the second time sunk.
        Damaged = "damaged",
        /// Sunk.
        Sunk = "sunk",
    }
}
