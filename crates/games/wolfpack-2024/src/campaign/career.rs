//! A boat's line on the campaign sheet.

use super::Hull;
use crate::boats::{BoatType, Letter};
use crate::calendar::{MONTHS, Month};
use crate::crew::{Skills, Tree};
use crate::tables::{BoatValues, CampaignRules, Tables};
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// What a boat did in a month, as the sheet has it [13.log_codes].
    Code, "log code" {
        /// Nothing written yet; after a loss nothing ever is.
        Open = ".",
        /// Not available: not in service yet.
        NotAvailable = "N",
        /// Stayed home.
        Stayed = "-",
        /// On patrol now.
        W = "W",
        /// On patrol now.
        X = "X",
        /// On patrol now.
        Y = "Y",
        /// On patrol now.
        Z = "Z",
        /// Completed a patrol.
        Completed = "C",
        /// An extra patrol, away from the table.
        Extra = "P",
        /// In refit.
        Refit = "R",
        /// Lost.
        Sunk = "S",
        /// Lost, her crew home [66.rescued_crew].
        Scuttled = "Sc",
        /// Taken (R70).
        Captured = "Cp",
    }
}

impl Code {
    /// On patrol under that letter.
    pub const fn of(letter: Letter) -> Self {
        match letter {
            Letter::W => Self::W,
            Letter::X => Self::X,
            Letter::Y => Self::Y,
            Letter::Z => Self::Z,
        }
    }

    /// Is the boat gone for good?
    pub const fn is_loss(self) -> bool {
        matches!(self, Self::Sunk | Self::Scuttled | Self::Captured)
    }
}

/// A boat of the rosters: her experience, her crew, her months.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Career {
    pub hull: Hull,
    pub kind: BoatType,
    /// Experience points to spend.
    pub xp: u16,
    /// Everything she ever sank [14.captain_100000_tons].
    pub tons: u32,
    pub skills: Skills,
    /// By [`Month::index`].
    pub log: [Code; MONTHS],
}

impl Career {
    /// Before her first patrol: what she brings counts when she is first used, and is hers from the start
    /// [18.first_use_xp_tons].
    pub(crate) fn new(values: &BoatValues, xp: u16) -> Self {
        Self {
            hull: values.hull,
            kind: values.kind,
            xp,
            tons: values.tons,
            skills: Skills::NONE,
            log: [Code::Open; MONTHS],
        }
    }

    /// What the sheet says of a month.
    pub fn code(&self, month: Month) -> Code {
        self.log[month.index()]
    }

    /// Gone for good?
    pub fn is_lost(&self) -> bool {
        self.log.iter().any(|code| code.is_loss())
    }

    /// In service, afloat, and nothing written for that month [18.available_boats].
    pub fn is_available(&self, t: &Tables, month: Month) -> bool {
        let in_service = t
            .campaign
            .boat(self.hull)
            .is_some_and(|values| values.from <= month);
        in_service && !self.is_lost() && self.code(month) == Code::Open
    }

    /// Months of refit from that one on [72.refit_months].
    pub fn refit_left(&self, month: Month) -> usize {
        let months = self.log[month.index()..].iter();
        months.filter(|code| **code == Code::Refit).count()
    }

    /// Marks months of refit after that one [72.refit_months].
    pub(crate) fn mark_refit(&mut self, after: Month, months: u8) {
        let following = self.log[after.index() + 1..].iter_mut();
        for code in following.take(months.into()) {
            *code = Code::Refit;
        }
    }

    /// Takes the last month of refit off [17.fp_refit_8].
    pub(crate) fn shorten_refit(&mut self) {
        let last = self.log.iter_mut().rev().find(|code| **code == Code::Refit);
        if let Some(code) = last {
            *code = Code::Open;
        }
    }

    /// The enhancements of one kind of crew.
    pub fn skills_of(&self, rules: &CampaignRules, tree: Tree) -> Skills {
        self.skills.only(|skill| rules.skill(skill).tree == tree)
    }

    /// Puts other men in the place of one kind of crew: theirs instead of the old enhancements.
    pub(crate) fn replace(&mut self, rules: &CampaignRules, tree: Tree, skills: Skills) {
        let others = self.skills.only(|skill| rules.skill(skill).tree != tree);
        self.skills = others.iter().chain(skills.iter()).collect();
    }

    /// Takes what comes by itself [14.captain_100000_tons].
    pub(crate) fn take_gained(&mut self, rules: &CampaignRules) {
        let gained: Vec<_> = rules.gained(self.skills, self.tons).collect();
        for skill in gained {
            self.skills = self.skills.with(skill);
        }
    }
}

impl Career {
    /// Experience and tonnage of a patrol [69.xp].
    pub(crate) fn earn(&mut self, xp: u16, tons: u32) {
        self.xp = self.xp.saturating_add(xp);
        self.tons = self.tons.saturating_add(tons);
    }

    /// Gone, with all that her crew had learnt [73.lost_boat], [73.captured_boat].
    pub(crate) fn lose(&mut self, month: Month, code: Code) {
        self.log[month.index()] = code;
        self.log[month.index() + 1..].fill(Code::Open);
        self.xp = 0;
        self.skills = Skills::NONE;
    }
}
