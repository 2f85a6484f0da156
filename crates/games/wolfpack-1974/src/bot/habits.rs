//! What a computer player weighs, in numbers. They are judgements, not rules.

/// Weights of a computer player.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// How much the danger from the air counts when a station is chosen.
    pub air_risk: f64,
    /// The same where an attack is made.
    pub air_risk_in_attack: f64,
    /// A pack held under is out for a turn: what that costs, in points.
    pub pinned: f64,
    /// What a pack committed to an attack could have done elsewhere.
    pub pack_committed: f64,
    /// An attack must promise more than this.
    pub least_attack: f64,
    /// How much the chance of another attack next turn counts, and so on from turn to turn.
    pub later: f64,
    /// What closeness to the next day's traffic counts against today's.
    pub tomorrow: f64,
    /// Single boats kept for shadowing and to lift a pack over a step.
    pub singles: u8,
    /// A slow convoy can be caught more often.
    pub slow: f64,
}

impl Habits {
    /// The habits of `doctrine`.
    pub const DOCTRINE: Self = Self {
        air_risk: 1.0,
        air_risk_in_attack: 0.25,
        pinned: 0.25,
        pack_committed: 0.0,
        least_attack: 0.0,
        later: 0.75,
        tomorrow: 0.05,
        singles: 12,
        slow: 1.2,
    };
}
