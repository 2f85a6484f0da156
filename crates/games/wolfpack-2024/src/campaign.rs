//! The campaign sheet: what lasts from patrol to patrol [13.log_codes], [69.xp].
//!
//! A patrol mission keeps a sheet of one month, so that boats are chosen, loaded and counted in one way; training has
//! none. Everything on the sheet is public.

mod answer;
mod audit;
mod career;
mod departing;
mod drawing;
mod extra;
mod figures;
mod hull;
mod mustering;
mod news;
mod outfitting;
mod port;
mod recovering;
mod results;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub(crate) use audit::fault;
pub use career::{Career, Code};
pub use hull::Hull;
pub use news::News;
pub(crate) use news::told;
pub use port::{Draw, Port, Prep};
pub use recovering::{CrewLoss, promoted, refit_months};
pub use results::{Homecoming, experience};

use crate::calendar::Month;
use crate::crew::{Skills, Tree};
use crate::setup::Scenario;
use crate::tables::Tables;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

named! {
    /// How a campaign was decided [70.auto_win], [70.auto_loss].
    Verdict, "verdict" {
        /// Enough war periods won.
        Won = "won",
        /// Too many periods or boats lost, or given up.
        Lost = "lost",
    }
}

/// A war period that is over [69.period_result].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodResult {
    pub vp: i32,
    pub won: bool,
}

/// An officer, or the three sections of a crew, whose boat was scuttled [66.rescued_crew]. A captain has the boat's
/// experience and tonnage with him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rescued {
    pub from: Hull,
    pub tree: Tree,
    pub skills: Skills,
    pub xp: u16,
    pub tons: u32,
}

/// What all patrols that are over add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    pub patrols: u16,
    pub vp: i32,
    pub tons: u32,
    pub sunk: u16,
    pub damaged: u16,
    pub fired: u16,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        // A file may claim any sum.
        self.patrols = self.patrols.saturating_add(other.patrols);
        self.vp = self.vp.saturating_add(other.vp);
        self.tons = self.tons.saturating_add(other.tons);
        self.sunk = self.sunk.saturating_add(other.sunk);
        self.damaged = self.damaged.saturating_add(other.damaged);
        self.fired = self.fired.saturating_add(other.fired);
    }
}

/// The campaign sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// The month of the patrol that is set up, under way, or just over.
    pub month: Month,
    /// Fate points, common to all [17.start_fp].
    pub fp: u16,
    /// Every boat of every flotilla, in the order of the rosters.
    pub careers: Vec<Career>,
    /// Who was saved from scuttled boats [66.rescued_crew].
    pub pool: Vec<Rescued>,
    /// Victory points of this war period, patrols that are over [13.vp_restart].
    pub vp: i32,
    /// War periods that are over.
    pub periods: Vec<PeriodResult>,
    /// Boats lost so far [69.losses_counted].
    pub losses: u8,
    /// Set once it is decided; the players may play on for fun [70.play_on].
    pub verdict: Option<Verdict>,
    pub totals: Totals,
}

impl Campaign {
    /// The sheet before the first patrol of a scenario; none for training [17.start_fp], [18.first_use_xp_tons].
    pub(crate) fn new(t: &Tables, scenario: Scenario) -> Option<Self> {
        let month = scenario.first_month()?;
        let boats = t
            .campaign
            .flotillas
            .iter()
            .flat_map(|flotilla| &flotilla.boats);
        let careers = boats.map(|values| {
            let xp = match scenario {
                Scenario::Patrol(month) => t.scenarios.patrol.start_xp[t.era(month).index()],
                _ => values.xp,
            };
            Career::new(values, xp)
        });
        Some(Self {
            month,
            fp: t.scenarios.start_fp(scenario),
            careers: careers.collect(),
            pool: Vec::new(),
            vp: 0,
            periods: Vec::new(),
            losses: 0,
            verdict: None,
            totals: Totals::default(),
        })
    }

    /// A boat of the rosters.
    pub fn career(&self, hull: Hull) -> Option<&Career> {
        self.careers.iter().find(|career| career.hull == hull)
    }

    /// The same, to be changed.
    pub(crate) fn career_mut(&mut self, hull: Hull) -> Option<&mut Career> {
        self.careers.iter_mut().find(|career| career.hull == hull)
    }

    /// Boats that could be sent this month, in the order of the rosters [18.available_boats].
    pub fn available(&self, t: &Tables) -> impl Iterator<Item = &Career> {
        let month = self.month;
        self.careers
            .iter()
            .filter(move |career| career.is_available(t, month))
    }

    /// Extra boats at sea this month [23.extra_number].
    pub fn extra(&self) -> impl Iterator<Item = &Career> {
        self.careers
            .iter()
            .filter(|career| career.code(self.month) == Code::Extra)
    }

    /// War periods won, and lost.
    pub fn score(&self) -> (u8, u8) {
        let won = self.periods.iter().filter(|period| period.won).count() as u8;
        (won, self.periods.len() as u8 - won)
    }

    /// So many boats lost are too many: in a campaign by the period, in a single period by the scenario
    /// [69.loss_limit], (R52). A patrol mission counts against the boats sent instead.
    pub fn loss_limit(&self, t: &Tables, scenario: Scenario) -> Option<u8> {
        match scenario {
            Scenario::Training | Scenario::Patrol(_) => None,
            Scenario::WarPeriod(_) => Some(t.scenarios.period_losses),
            Scenario::EarlyCampaign | Scenario::FullCampaign => {
                Some(t.calendar.period(self.month).loss_limit)
            }
        }
    }

    /// Victory points that win this war period [69.period_result].
    pub fn need(&self, t: &Tables) -> i32 {
        t.calendar.period(self.month).vp_required
    }
}
