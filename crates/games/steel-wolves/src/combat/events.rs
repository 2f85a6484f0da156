//! Combat Events by name [19.2]: which die brings which stands in the tables.

use crate::harm::Hazard;
use derbyhouse_kernel::named;

named! {
    /// A Combat Event [19.2].
    CombatEvent, "combat event" {
        /// A patrol aircraft spots the boat.
        PatrolAircraft = "patrol_aircraft",
        /// A torpedo runs in a circle.
        CircularRun = "circular_run",
        /// Escorts hold the boat down.
        HeldDown = "held_down",
        /// Escorts attack first.
        CounterattackFirst = "counterattack_first",
        /// The first unnamed merchant counts twice.
        TonnageDoubled = "tonnage_doubled",
        /// The boat must go home after this round.
        MechanicalTroubles = "mechanical_troubles",
        /// An unexpected zigzag.
        Zigzag = "zigzag",
        /// A perfect approach.
        PerfectApproach = "perfect_approach",
        /// A rain squall.
        RainSquall = "rain_squall",
        /// Ships out of station.
        OutOfStation = "ships_out_of_station",
    }
}

impl CombatEvent {
    /// Warns the escorts: no surprise shot at one of them [14.15B].
    pub const fn warns(self) -> bool {
        matches!(
            self,
            Self::PatrolAircraft | Self::HeldDown | Self::CounterattackFirst
        )
    }

    /// Applies even if there is nothing to shoot at [19.22].
    pub const fn needs_no_target(self) -> bool {
        matches!(self, Self::PatrolAircraft | Self::MechanicalTroubles)
    }

    /// The hazard that a crash dive may avoid [14.13].
    pub const fn hazard(self) -> Option<Hazard> {
        match self {
            Self::PatrolAircraft => Some(Hazard::Aircraft),
            Self::CircularRun => Some(Hazard::CircularRun),
            _ => None,
        }
    }

    /// Added to every TDC marker of the boat this round.
    pub const fn tdc(self) -> i8 {
        match self {
            Self::Zigzag => 1,
            Self::PerfectApproach => -1,
            _ => 0,
        }
    }
}
