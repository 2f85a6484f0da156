//! How a game starts.

use crate::tables::Tables;
use serde::{Deserialize, Serialize};

/// A scenario by its name in `scenarios.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: String,
}

/// A scenario, looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// A patrol of one boat, by its place in the table.
    Patrol(usize),
    /// A battle against one convoy.
    Battle(usize),
}

/// Patrols whose special rules are not played yet: the naval base [30.4], and a War Event in mid-patrol.
const NOT_YET: [&str; 2] = ["u47_scapa", "u255_pq17"];

impl Scenario {
    /// Every scenario that can be played, with its name for people.
    pub fn playable(t: &Tables) -> impl Iterator<Item = (Self, &str, &str)> {
        let patrols = t.scenarios.patrols.iter().enumerate();
        let patrols = patrols.filter(|(_, patrol)| !NOT_YET.contains(&patrol.id.as_str()));
        let patrols = patrols.map(|(place, patrol)| {
            (
                Self::Patrol(place),
                patrol.id.as_str(),
                patrol.name.as_str(),
            )
        });
        let battles = t.scenarios.battles.iter().enumerate();
        let battles = battles.map(|(place, battle)| {
            (
                Self::Battle(place),
                battle.id.as_str(),
                battle.name.as_str(),
            )
        });
        battles.chain(patrols)
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
