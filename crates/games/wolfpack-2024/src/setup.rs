//! How a game starts.

use crate::calendar::{MONTHS, Month};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The five ways to play [17.scenario_lengths].
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

impl Scenario {
    /// All of them, in the order of the book.
    pub fn all() -> impl Iterator<Item = Self> {
        let patrols = Month::all().map(Self::Patrol);
        let periods = (0..PERIODS).map(Self::WarPeriod);
        [Self::Training]
            .into_iter()
            .chain(patrols)
            .chain(periods)
            .chain([Self::EarlyCampaign, Self::FullCampaign])
    }

    /// Its name for people.
    pub fn label(self) -> String {
        match self {
            Self::Training => "Training scenario".to_owned(),
            Self::Patrol(month) => format!("Patrol, {}", month.name()),
            Self::WarPeriod(period) => {
                let first = self.first_month().map_or(String::new(), Month::name);
                format!("War period {}, from {first}", period + 1)
            }
            Self::EarlyCampaign => "Early campaign, nine patrols".to_owned(),
            Self::FullCampaign => "Full campaign, up to eighteen patrols".to_owned(),
        }
    }

    /// The way to play that it belongs to.
    pub fn family(self) -> &'static str {
        match self {
            Self::Training => "To begin with",
            Self::Patrol(_) => "Single patrols",
            Self::WarPeriod(_) => "War periods: three patrols",
            Self::EarlyCampaign | Self::FullCampaign => "Campaigns",
        }
    }

    /// Seats that take part; all if none is named.
    pub fn seats(self) -> Vec<&'static str> {
        match self {
            Self::Training => vec!["w"],
            _ => vec![],
        }
    }

    /// The month of the first patrol; training has no date.
    pub fn first_month(self) -> Option<Month> {
        match self {
            Self::Training => None,
            Self::Patrol(month) => Some(month),
            Self::WarPeriod(period) => Month::all().nth(3 * usize::from(period)),
            Self::EarlyCampaign | Self::FullCampaign => Some(Month::FIRST),
        }
    }

    /// Monthly patrols [17.scenario_lengths].
    pub const fn patrols(self) -> usize {
        match self {
            Self::Training | Self::Patrol(_) => 1,
            Self::WarPeriod(_) => 3,
            Self::EarlyCampaign => MONTHS / 2,
            Self::FullCampaign => MONTHS,
        }
    }

    /// The month of the last patrol.
    pub fn last_month(self) -> Option<Month> {
        let first = self.first_month()?;
        Month::all().nth(first.index() + self.patrols() - 1)
    }

    /// More than one patrol?
    pub const fn is_campaign(self) -> bool {
        self.patrols() > 1
    }

    /// Whether extra boats sail [68.extra_table], (R85).
    pub const fn has_extra_boats(self) -> bool {
        matches!(self, Self::EarlyCampaign | Self::FullCampaign)
    }
}

/// War periods of the game.
const PERIODS: u8 = (MONTHS / 3) as u8;

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
        Self::all().find(|scenario| scenario.to_string() == text).ok_or_else(|| {
            format!(
                "there is no scenario “{text}”: it is training, patrol-1941-10 to patrol-1943-03, period-1 to \
                 period-6, early-campaign or full-campaign"
            )
        })
    }
}

/// How a game starts: the scenario is all there is to agree on. Boats are chosen in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: Scenario,
}

impl Setup {
    /// The training scenario.
    pub const TRAINING: Self = Self {
        scenario: Scenario::Training,
    };
}
