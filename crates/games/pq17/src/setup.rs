//! How a game starts: the scenario and the optional rules in use (Introduction).

use crate::season::Season;
use crate::tables::{OptionId, ScenarioValues, Tables};
use derbyhouse_kernel::Illegal;
use serde::{Deserialize, Serialize};

/// The Campaign's name among the scenarios.
const CAMPAIGN: &str = "campaign";

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

    /// Turns an optional rule on or off; the list stays in the order of the rules (R58).
    pub fn switch(&mut self, option: OptionId, on: bool) {
        self.options.retain(|other| *other != option);
        self.options.extend(on.then_some(option));
        self.options.sort_unstable();
    }

    /// The Campaign, if it is one: `campaign` to the end of the year, `campaign-3` for three months [15.9].
    pub fn season(&self, t: &Tables) -> Option<Season> {
        let months = self.scenario.strip_prefix(CAMPAIGN)?;
        let all = t.campaign.fortnights.len() / 2;
        let months = match months.strip_prefix('-') {
            None if months.is_empty() => all,
            None => return None,
            Some(months) => months
                .parse()
                .ok()
                .filter(|months| (1..all).contains(months))?,
        };
        Some(Season {
            fortnight: 0,
            last: (2 * months - 1) as u8,
        })
    }

    /// Names and labels of the Campaigns, the longest first.
    pub fn campaigns(t: &Tables) -> Vec<(String, String)> {
        let all = t.campaign.fortnights.len() / 2;
        let name = |months: usize| match months == all {
            true => CAMPAIGN.to_owned(),
            false => format!("{CAMPAIGN}-{months}"),
        };
        let label = |months: usize| match months {
            1 => "Campaign of 1942, a month".to_owned(),
            _ => format!("Campaign of 1942, {months} months"),
        };
        (1..=all)
            .rev()
            .map(|months| (name(months), label(months)))
            .collect()
    }

    /// The scenario, if there is one of that name.
    pub fn values<'t>(&self, t: &'t Tables) -> Result<&'t ScenarioValues, Illegal> {
        if self.season(t).is_some() {
            return Ok(&t.campaign.operations[0]);
        }
        let known = t.scenarios.iter().find(|known| known.id == self.scenario);
        known.ok_or_else(|| {
            let ids = t.scenarios.iter().map(|known| known.id.clone());
            let campaigns = Self::campaigns(t).into_iter().map(|(name, _)| name);
            let ids: Vec<String> = ids.chain(campaigns).collect();
            let (name, ids) = (&self.scenario, ids.join(", "));
            Illegal::because(format!("there is no scenario “{name}”: it is one of {ids}"))
        })
    }
}

impl OptionId {
    /// The rule it is, and what it does in a sentence: the lobby's words.
    pub const fn about(self) -> (&'static str, &'static str) {
        match self {
            Self::TargetLocationStrict => (
                "7.1.1",
                "A second location draw only where the same service shadows the target.",
            ),
            Self::CoordinatedStrikes => (
                "7.1.2",
                "Aircraft of each base find the target for themselves, and some strike alone.",
            ),
            Self::AirSurprise => (
                "7.2.1",
                "Air attacks may surprise; if they do not, one more fighter comes from the next hex.",
            ),
            Self::NightActions => ("7.5.9", "Ships stay hidden in battles at Night."),
            Self::DestroyerHits => (
                "7.9",
                "Destroyers that are hit may sink, stop, limp or drop out.",
            ),
            Self::VariableStart => ("8.3.1", "A die moves the Starting Turn."),
            Self::CompleteOperations => (
                "8.3.2",
                "Full Player Phases from PM of Day 1, no initial transit.",
            ),
            Self::CombineInBadWeather => (
                "9.4",
                "In Storms and Gales forces must find each other to combine.",
            ),
            Self::SovietEndurance => ("11.1.4", "Soviet ships have fuel for half as long."),
            Self::Training => (
                "4.3.4",
                "One German Task Force may sail for training without a Command Point.",
            ),
            Self::AhistoricalForces => (
                "14",
                "Ships that were never there may be bought for Victory Points.",
            ),
            Self::UntrainedUnits => ("15.4.3", "Campaign: new ships may be called up green."),
            Self::TransfersToGermany => (
                "15.7.5",
                "Campaign: German ships that transfer must sail to Germany.",
            ),
            Self::BalanceVp => (
                "2",
                "The score opens with the starting Victory Points of the scenario.",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lobby names the rule that the list of options names first; all printed options are off (R58).
    #[test]
    fn the_lobby_and_the_list_of_options_agree() {
        let t = crate::tables::load(&[]).unwrap().0;
        for (option, values) in OptionId::ALL.into_iter().zip(&t.chits.options) {
            let first = values.rule.split(", ").next().unwrap();
            assert_eq!(option.about().0, first, "{option}");
            assert_eq!(values.default, option == OptionId::BalanceVp, "{option}");
        }
    }

    #[test]
    fn options_are_switched_one_by_one() {
        let t = crate::tables::load(&[]).unwrap().0;
        let mut setup = Setup::usual(&t, "pq17");
        setup.switch(OptionId::Training, true);
        setup.switch(OptionId::NightActions, true);
        setup.switch(OptionId::BalanceVp, false);
        assert_eq!(setup.options, [OptionId::NightActions, OptionId::Training]);
    }
}
