//! What is agreed before a game: scenario [15.1], optional rules [17.0], and the switches of our rulings.

use crate::units::Scenario;
use serde::{Deserialize, Serialize};

/// Which boats the player commands. Schnorkel and Type XXI exclude each other [17.0], (R29).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boats {
    /// As built.
    #[default]
    Standard,
    /// With the schnorkel [17.1].
    Schnorkel,
    /// Type XXI [17.2].
    TypeXxi,
}

/// Which optional rules are in force [17.0].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// [17.1], [17.2]
    pub boats: Boats,
    /// The player distributes the air groups [17.3].
    pub free_air_deployment: bool,
    /// Each air group counts as two [17.4].
    pub double_air: bool,
    /// More boats [17.5].
    pub more_boats: bool,
}

/// Rulings that a table may want to play the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switches {
    /// April has a group of range 20 in Ulster (R1).
    pub april_ulster_range_20_group: bool,
    /// A carrier searches the same hex again with every hex it enters, until it succeeds (R10).
    pub cve_repeats_search_of_same_hex: bool,
    /// A move made is a move made, as in the original [6.0], (R33).
    pub strict_no_undo: bool,
}

impl Switches {
    /// As the tables have them.
    pub fn of(tables: &crate::tables::Tables) -> Self {
        Self {
            april_ulster_range_20_group: tables.switches.april_ulster_range_20_group,
            cve_repeats_search_of_same_hex: tables.switches.cve_repeats_search_of_same_hex,
            strict_no_undo: tables.switches.strict_no_undo,
        }
    }
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            april_ulster_range_20_group: true,
            cve_repeats_search_of_same_hex: false,
            strict_no_undo: false,
        }
    }
}

/// All that is agreed before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The month.
    pub scenario: Scenario,
    /// Optional rules.
    #[serde(default)]
    pub options: Options,
    /// Switches of rulings.
    #[serde(default)]
    pub switches: Switches,
}

impl Setup {
    /// The scenario without any option.
    pub fn plain(scenario: Scenario) -> Self {
        Self {
            scenario,
            options: Options::default(),
            switches: Switches::default(),
        }
    }
}
