//! What can happen on the way out and on the way home.

use derbyhouse_kernel::named;

named! {
    /// On the way out, in campaigns [22.patrol_event].
    PatrolEvent, "patrol event" {
        /// Nothing.
        None = "none",
        /// A tactical point lost.
        Aircraft = "aircraft",
        /// Diesels lightly damaged.
        DieselTrouble = "diesel_trouble",
        /// Deck gun and periscope lightly damaged.
        StormDamage = "storm_damage",
        /// A light wound.
        Sickness = "sickness",
        /// A reload lost.
        TorpedoDefect = "torpedo_defect",
        /// A tactical point gained.
        MilchCow = "milch_cow",
        /// Any start box.
        BDienst = "b_dienst",
        /// Hydrophone lightly damaged.
        HydrophoneFault = "hydrophone_fault",
    }
}

named! {
    /// On the way home [68.home_event].
    HomeEvent, "home event" {
        /// Nothing.
        None = "none",
        /// Two wounds.
        AirAttack = "air_attack",
        /// Three wounds and a month of refit.
        HeavyAirAttack = "heavy_air_attack",
        /// Five wounds, and the boat is scuttled.
        AttackedAndScuttled = "attacked_and_scuttled",
        /// Lost with all hands.
        Mine = "mine",
        /// A month of refit.
        HarbourCollision = "harbour_collision",
        /// Experience.
        HerosWelcome = "heros_welcome",
        /// More of it.
        Decoration = "decoration",
    }
}
