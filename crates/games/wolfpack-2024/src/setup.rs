//! How a game starts.

use crate::calendar::Month;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The five ways to play [17.scenario_lengths]. The last three are not playable yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// One boat, no escorts [pb.training_setup].
    Training,
    /// One patrol in any month.
    Patrol(Month),
    /// Three patrols of one war period, from 0.
    WarPeriod(u8),
    /// Nine patrols.
    EarlyCampaign,
    /// Eighteen patrols.
    FullCampaign,
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Training => f.write_str("training"),
            Self::Patrol(month) => write!(f, "patrol-{month}"),
            Self::WarPeriod(period) => write!(f, "period-{}", period + 1),
            Self::EarlyCampaign => f.write_str("early-campaign"),
            Self::FullCampaign => f.write_str("full-campaign"),
        }
    }
}

impl FromStr for Scenario {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let periods = (0..6).map(Self::WarPeriod);
        let known = [Self::Training, Self::EarlyCampaign, Self::FullCampaign].into_iter();
        let mut all = known.chain(Month::all().map(Self::Patrol)).chain(periods);
        all.find(|scenario| scenario.to_string() == text).ok_or_else(|| {
            format!(
                "there is no scenario “{text}”: it is training, patrol-1941-10 to patrol-1943-03, period-1 to \
                 period-6, early-campaign or full-campaign"
            )
        })
    }
}

/// Scenario and size of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: Scenario,
    /// Boats sent, 1 to 4 [17.zero_to_four_boats].
    pub boats: u8,
}

impl Setup {
    /// The training scenario.
    pub const TRAINING: Self = Self {
        scenario: Scenario::Training,
        boats: 1,
    };
}
