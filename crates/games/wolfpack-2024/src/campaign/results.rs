//! What a patrol brings, page 69; war periods and the end of a campaign, pages 69 and 70.

use super::news::News;
use super::port::{Port, Prep};
use super::{Campaign, Career, Code, PeriodResult, Verdict};
use crate::boat::{Boat, Loss, Place};
use crate::boats::Letter;
use crate::calendar::Month;
use crate::event::Event;
use crate::sequence::{Phase, Play, Step};
use crate::setup::Scenario;
use crate::tables::{Scoring, Tables};
use derbyhouse_kernel::named;

named! {
    /// Who came home of a boat [69.xp].
    Homecoming, "way to come home" {
        /// The boat with her crew; also one that was driven off (R71).
        Boat = "boat",
        /// Only the crew: she was scuttled.
        Crew = "crew",
        /// Nobody.
        Nobody = "nobody",
    }
}

impl Homecoming {
    /// Of a boat at the end of a patrol.
    pub fn of(boat: &Boat) -> Self {
        match boat.place {
            Place::Lost(Loss::Scuttled) => Self::Crew,
            Place::Lost(_) => Self::Nobody,
            _ => Self::Boat,
        }
    }
}

/// Experience of a patrol: tonnage, coming home, escorts; nothing if nobody came home [69.xp], (R13), (R71).
pub fn experience(scoring: &Scoring, home: Homecoming, tons: u32, escorts: u8) -> u16 {
    let coming_home = match home {
        Homecoming::Boat => scoring.xp_boat_home,
        Homecoming::Crew => scoring.xp_crew_home,
        Homecoming::Nobody => return 0,
    };
    let hunting =
        tons / 1000 * scoring.xp_per_1000_tons + u32::from(escorts) * scoring.xp_per_escort;
    u16::try_from(coming_home + hunting).unwrap_or(u16::MAX)
}

/// The log code of a boat that was on patrol [13.log_codes], (R70).
fn code(boat: &Boat) -> Code {
    match boat.place {
        Place::Lost(Loss::Scuttled) => Code::Scuttled,
        Place::Lost(Loss::Captured) => Code::Captured,
        Place::Lost(_) => Code::Sunk,
        _ => Code::Completed,
    }
}

impl Career {
    /// What is written for a month in which nothing was done [13.log_codes].
    fn close(&mut self, t: &Tables, month: Month) {
        if self.code(month) != Code::Open || self.is_lost() {
            return;
        }
        let stayed = self.is_available(t, month);
        self.log[month.index()] = if stayed {
            Code::Stayed
        } else {
            Code::NotAvailable
        };
    }
}

impl Campaign {
    /// Whether it is decided: too many boats lost, after any patrol [69.loss_limit], (R52); from the end of the third
    /// period, enough periods won or lost [70.auto_win], [70.auto_loss]; and by its last patrol in any case.
    pub fn judge(&self, t: &Tables, scenario: Scenario) -> Option<Verdict> {
        let limit = self.loss_limit(t, scenario)?;
        if self.losses >= limit {
            return Some(Verdict::Lost);
        }
        let (won, lost) = self.score();
        let over = scenario.last_month() == Some(self.month);
        let enough = match scenario {
            Scenario::FullCampaign => {
                if won + lost < t.calendar.check_from_period {
                    return None;
                }
                if lost >= t.calendar.auto_loss {
                    return Some(Verdict::Lost);
                }
                t.calendar.auto_win
            }
            Scenario::EarlyCampaign => t.scenarios.early_periods,
            _ => 1,
        };
        match (won >= enough, over) {
            (true, true) => Some(Verdict::Won),
            (true, false) => (scenario == Scenario::FullCampaign).then_some(Verdict::Won),
            (false, true) => Some(Verdict::Lost),
            (false, false) => None,
        }
    }

    /// After every third patrol the period is won or lost, and points start again at nothing [69.period_result],
    /// [13.vp_restart].
    pub(crate) fn close_period(&mut self, t: &Tables) -> Option<PeriodResult> {
        if self.month.index() % 3 != 2 {
            return None;
        }
        let vp = std::mem::take(&mut self.vp);
        let result = PeriodResult {
            vp,
            won: vp >= self.need(t),
        };
        self.periods.push(result);
        Some(result)
    }
}

impl Play<'_> {
    /// The patrol is counted, the month closed, the period and the campaign judged [69.patrol_vp].
    pub(crate) fn count_results(&mut self) {
        self.enter_phase(Phase::BetweenPatrols);
        for letter in Letter::ALL {
            self.log_boat(letter);
        }
        self.add_up();
        if !self.p.setup.scenario.is_campaign() {
            return self.finish();
        }
        let scenario = self.p.setup.scenario;
        let Some(campaign) = &mut self.p.campaign else {
            return;
        };
        campaign.vp = campaign.vp.saturating_add(self.p.vp);
        let (vp, period, need) = (self.p.vp, campaign.vp, campaign.need(self.t));
        let (losses, number) = (campaign.losses, campaign.month.period() + 1);
        let closed = campaign.close_period(self.t);
        let fresh = campaign.verdict.is_none();
        if fresh {
            campaign.verdict = campaign.judge(self.t, scenario);
        }
        let (verdict, over) = (
            campaign.verdict,
            scenario.last_month() == Some(campaign.month),
        );
        self.news(|| News::PatrolCounted {
            vp,
            period,
            need,
            losses,
        });
        if let Some(PeriodResult { vp, won }) = closed {
            self.news(|| News::PeriodOver {
                number,
                vp,
                need,
                won,
            });
        }
        if let Some(verdict) = verdict.filter(|_| fresh) {
            let won = verdict == Verdict::Won;
            self.news(|| News::Decided { won });
        }
        if over {
            return self.finish();
        }
        self.p
            .agenda
            .plan([Prep::Recover, Prep::NextMonth].map(Step::Prep));
        if fresh && verdict.is_some() {
            self.ask_host(Port::PlayOn); // [70.play_on]
        }
    }

    /// Experience, tonnage and log code of a boat that was on patrol [69.xp], [13.log_codes], [69.losses_counted].
    fn log_boat(&mut self, letter: Letter) {
        let Some(boat) = self.p.sent(letter) else {
            return;
        };
        let (home, code, tons) = (Homecoming::of(boat), code(boat), boat.tons);
        let honours = self.honours(boat);
        let xp = experience(&self.t.scoring, home, tons, boat.escorts_sunk);
        let xp = xp.saturating_add(honours);
        let Some(month) = self.p.campaign.as_ref().map(|campaign| campaign.month) else {
            return;
        };
        if let Some(campaign) = &mut self.p.campaign {
            campaign.losses += u8::from(code.is_loss()); // a replacement was never on the sheet
        }
        let Some(career) = self.p.career_mut(letter) else {
            return;
        };
        if home == Homecoming::Nobody {
            career.lose(month, code);
        } else {
            career.log[month.index()] = code;
            career.earn(xp, tons);
        }
        let hull = career.hull;
        self.news(|| News::Logged {
            hull,
            code,
            xp,
            tons,
        });
        self.gain(letter);
    }

    /// Experience from the way home [68.home_event].
    fn honours(&self, boat: &Boat) -> u16 {
        boat.home
            .map_or(0, |event| self.t.campaign.home[event.index()].xp)
    }

    /// Closes the month of every other boat, and adds the patrol to what went before.
    fn add_up(&mut self) {
        let tally = self.p.tally();
        let Some(campaign) = &mut self.p.campaign else {
            return;
        };
        let month = campaign.month;
        for career in &mut campaign.careers {
            career.close(self.t, month);
        }
        campaign.totals += tally;
    }

    /// Nothing more is played.
    pub(crate) fn finish(&mut self) {
        self.p.agenda.clear();
        for orders in &mut self.p.orders {
            orders.clear();
        }
        let vp = self.p.total_vp();
        let level = self.p.level(self.t);
        self.log.push(|| Event::Ends { vp, level });
    }

    /// Decided, and enough [70.play_on].
    pub(crate) fn stop(&mut self) {
        self.finish();
    }

    /// The host gives the game up in port.
    pub(crate) fn abandon(&mut self) {
        if let Some(campaign) = &mut self.p.campaign {
            campaign.verdict.get_or_insert(Verdict::Lost);
        }
        self.news(|| News::Abandoned);
        self.finish();
    }
}
