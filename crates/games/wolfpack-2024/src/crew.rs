//! Officers, crew sections, and what they learn.

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// A crew position: four officers and three sections.
    Man, "crew position" {
        /// The captain.
        Captain = "captain",
        /// First watch officer.
        FirstWo = "1WO",
        /// Second watch officer, who heals.
        SecondWo = "2WO",
        /// Chief engineer, who helps with repairs.
        Chief = "CE",
        /// The bow section.
        Bow = "bow",
        /// The midship section.
        Mid = "mid",
        /// The stern section.
        Stern = "stern",
    }
}

impl Man {
    /// The order of command [64.acting_captain].
    pub const OFFICERS: [Self; 4] = [Self::Captain, Self::FirstWo, Self::SecondWo, Self::Chief];
    /// The three sections.
    pub const SECTIONS: [Self; 3] = [Self::Bow, Self::Mid, Self::Stern];

    /// One of the four officers?
    pub const fn is_officer(self) -> bool {
        matches!(
            self,
            Self::Captain | Self::FirstWo | Self::SecondWo | Self::Chief
        )
    }
}

named! {
    /// How badly a hit or a wound counts: one, two or three levels.
    Severity, "severity" {
        /// One level.
        Light = "L",
        /// Two levels.
        Medium = "M",
        /// Three levels.
        Heavy = "H",
    }
}

impl Severity {
    /// Levels that it adds [51.levels_add].
    pub const fn levels(self) -> u8 {
        self as u8 + 1
    }
}

/// A level of damage or of a wound at which nothing is left: destroyed, or killed.
pub const WORST: u8 = 4;
/// A level at which a location hardly works and an officer not at all.
pub const HEAVY: u8 = 3;

named! {
    /// Whose enhancement tree [14.in_order].
    Tree, "kind of crew" {
        /// The captain's [15.captain_tree].
        Captain = "captain",
        /// The first watch officer's [15.first_wo_tree].
        FirstWo = "1WO",
        /// The second watch officer's [15.second_wo_tree].
        SecondWo = "2WO",
        /// The chief engineer's [15.engineer_tree].
        Chief = "CE",
        /// The sections', one set for the boat [16.crew_tree], (R66).
        Crew = "crew",
    }
}

named! {
    /// An enhancement of the crew [14.in_order].
    Skill, "enhancement" {
        /// Two calculations a turn.
        CapTdc2 = "cap_tdc2",
        /// Three calculations a turn.
        CapTdc3 = "cap_tdc3",
        /// +1 to every calculation.
        CapTdcDrm = "cap_tdc_drm",
        /// Two cards for a calculation.
        CapTdcTwoCards = "cap_tdc_two_cards",
        /// One more tactical point.
        CapTp1 = "cap_tp1",
        /// Two more tactical points.
        CapTp2 = "cap_tp2",
        /// Two cards for evasion.
        CapTwoEvade = "cap_two_evade",
        /// Two calculations a turn.
        Wo1Tdc2 = "wo1_tdc2",
        /// Three calculations a turn.
        Wo1Tdc3 = "wo1_tdc3",
        /// +1 to every calculation.
        Wo1TdcDrm = "wo1_tdc_drm",
        /// Heals on 8.
        Wo2Heal8 = "wo2_heal8",
        /// Heals on 6.
        Wo2Heal6 = "wo2_heal6",
        /// Heals on 5.
        Wo2Heal5 = "wo2_heal5",
        /// Heals on 4.
        Wo2Heal4 = "wo2_heal4",
        /// Two attempts a turn.
        Wo2Two = "wo2_two",
        /// +1 to every attempt.
        Wo2Drm = "wo2_drm",
        /// Helps with one repair.
        CeOne = "ce_one",
        /// Helps with two.
        CeTwo = "ce_two",
        /// Refit a month shorter.
        CeRefit = "ce_refit",
        /// +1 against fire.
        CeFire = "ce_fire",
        /// Helps with three repairs.
        CeThree = "ce_three",
        /// +1 against flooding, after three repairs (R54).
        CeFlood = "ce_flood",
        /// +1 to repairs that the chief helps with.
        CrewRep1 = "crew_rep1",
        /// +2 to them.
        CrewRep2 = "crew_rep2",
        /// Reloads a turn faster.
        CrewReload = "crew_reload",
        /// +1 against fire.
        CrewFireA = "crew_fire_a",
        /// +1 against fire.
        CrewFireB = "crew_fire_b",
        /// Each section may heal on 8.
        CrewHeal8 = "crew_heal8",
    }
}

/// A set of enhancements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Skill>", into = "Vec<Skill>")]
pub struct Skills(u32);

impl Skills {
    /// None.
    pub const NONE: Self = Self(0);

    /// Is it among them?
    pub const fn has(self, skill: Skill) -> bool {
        self.0 >> skill.index() & 1 == 1
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, skill: Skill) -> Self {
        Self(self.0 | 1 << skill.index())
    }

    /// In order.
    pub fn iter(self) -> impl Iterator<Item = Skill> {
        Skill::ALL.into_iter().filter(move |skill| self.has(*skill))
    }

    /// Those that satisfy a test.
    #[must_use]
    pub fn only(self, keep: impl Fn(Skill) -> bool) -> Self {
        self.iter().filter(|skill| keep(*skill)).collect()
    }
}

impl FromIterator<Skill> for Skills {
    fn from_iter<I: IntoIterator<Item = Skill>>(skills: I) -> Self {
        skills.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<Vec<Skill>> for Skills {
    fn from(skills: Vec<Skill>) -> Self {
        skills.into_iter().collect()
    }
}

impl From<Skills> for Vec<Skill> {
    fn from(skills: Skills) -> Self {
        skills.iter().collect()
    }
}
