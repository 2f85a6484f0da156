//! How a game starts.

use crate::tables::Tables;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// A rule that may be agreed on [35.0], [8.15].
    Rule, "option" {
        /// Politics.
        Political = "political",
        /// Boats two months early.
        VeryEarly = "very_early",
    }
}

/// A scenario by its name in `scenarios.toml`, with the options that are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Rule>,
}

impl Setup {
    /// A scenario without options.
    pub fn plain(scenario: &str) -> Self {
        Self {
            scenario: scenario.to_owned(),
            options: vec![],
        }
    }

    /// Is it agreed on?
    pub fn plays(&self, rule: Rule) -> bool {
        self.options.contains(&rule)
    }
}

/// A scenario, looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// A patrol of one boat, by its place in the table.
    Patrol(usize),
    /// A patrol of one's own choice.
    Free,
    /// A battle against one convoy.
    Battle(usize),
    /// A war period, or the campaign.
    War(usize),
}

/// The name of the patrol of one's own choice.
const FREE: &str = "free_patrol";

impl Scenario {
    /// The way to play that it belongs to.
    pub fn family(self, t: &Tables) -> &'static str {
        match self {
            Self::Battle(_) => "Convoy battles: a pack against one convoy",
            Self::Patrol(_) | Self::Free => "Patrols: one boat, some weeks",
            Self::War(place) if t.scenarios.wars[place].campaign => "The whole war, week by week",
            Self::War(_) => "War periods: all boats, some months",
        }
    }

    /// Every scenario, with its name for people.
    pub fn playable(t: &Tables) -> impl Iterator<Item = (Self, &str, &str)> {
        let patrols = t
            .scenarios
            .patrols
            .iter()
            .enumerate()
            .map(|(place, patrol)| {
                (
                    Self::Patrol(place),
                    patrol.id.as_str(),
                    patrol.name.as_str(),
                )
            });
        let battles = t
            .scenarios
            .battles
            .iter()
            .enumerate()
            .map(|(place, battle)| {
                (
                    Self::Battle(place),
                    battle.id.as_str(),
                    battle.name.as_str(),
                )
            });
        let wars = t.scenarios.wars.iter().enumerate();
        let wars = wars.map(|(place, war)| (Self::War(place), war.id.as_str(), war.name.as_str()));
        battles
            .chain(patrols)
            .chain([(Self::Free, FREE, "Free patrol")])
            .chain(wars)
    }

    /// The scenario of that name.
    pub fn find(t: &Tables, id: &str) -> Result<Self, String> {
        let known = || {
            Self::playable(t)
                .map(|(_, id, _)| id)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let found = Self::playable(t)
            .find(|(_, other, _)| *other == id)
            .map(|(scenario, ..)| scenario);
        found.ok_or_else(|| {
            format!(
                "“{id}” is no scenario that can be played: it is one of {}",
                known()
            )
        })
    }
}
