//! How a game starts: the scenario and the optional rules in use.

use crate::tables::{OptionId, ScenarioValues, Tables};
use derbyhouse_kernel::Illegal;
use serde::{Deserialize, Serialize};

/// Scenario and optional rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: String,
    /// Those that both players agreed on, in their order (R58).
    pub options: Vec<OptionId>,
}

impl Setup {
    /// A scenario with the options that are on when nobody says otherwise.
    pub fn usual(t: &Tables, scenario: &str) -> Self {
        let on = |option: &OptionId| t.chits.options[option.index()].default;
        Self {
            scenario: scenario.to_owned(),
            options: OptionId::ALL.into_iter().filter(on).collect(),
        }
    }

    pub fn has(&self, option: OptionId) -> bool {
        self.options.contains(&option)
    }

    /// The scenario, if there is one of that name.
    pub fn values<'t>(&self, t: &'t Tables) -> Result<&'t ScenarioValues, Illegal> {
        let known = t.scenarios.iter().find(|known| known.id == self.scenario);
        known.ok_or_else(|| {
            let ids: Vec<&str> = t.scenarios.iter().map(|known| known.id.as_str()).collect();
            let (name, ids) = (&self.scenario, ids.join(", "));
            Illegal::because(format!("there is no scenario “{name}”: it is one of {ids}"))
        })
    }
}
