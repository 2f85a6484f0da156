//! Boats that sail besides the patrol, away from the table: pages 23 and 68.

use super::answer::Answer;
use super::news::News;
use super::port::Port;
use super::{Code, Hull};
use crate::choice::Choice;
use crate::position::Position;
use crate::sequence::Play;
use crate::tables::{Pull, Tables};

impl Position {
    /// Up to four, and no more than there are [23.extra_number].
    pub(crate) fn list_wishes(&self, t: &Tables, out: &mut Vec<Choice>) {
        let boats = self
            .campaign
            .as_ref()
            .map_or(0, |campaign| campaign.available(t).count());
        let most = usize::from(t.campaign.extra_most).min(boats);
        out.extend((0..=most as u8).map(|count| Choice::Port(Answer::Wish(count))));
    }

    /// Every boat that is available and not on this patrol [23.extra_number].
    pub(crate) fn list_extra(&self, t: &Tables, out: &mut Vec<Choice>) {
        let boats = self
            .campaign
            .iter()
            .flat_map(|campaign| campaign.available(t));
        out.extend(boats.map(|career| Choice::Port(Answer::Extra(career.hull))));
    }
}

impl Play<'_> {
    /// In the early and the full campaign, as long as the war period has a table [23.extra_number], (R85).
    pub(crate) fn ask_wishes(&mut self) {
        let Some(campaign) = &self.p.campaign else {
            return;
        };
        let has_table = campaign.month.period() < self.t.campaign.extra.len();
        if self.p.setup.scenario.has_extra_boats() && has_table {
            self.ask_host(Port::Wish);
        }
    }

    /// One goes for sure; of more, a random number of them [23.extra_number].
    pub(crate) fn wish(&mut self, wished: u8) {
        if wished == 0 {
            return;
        }
        let sent = self.one_of(wished.into(), Pull::ExtraUboats) as u8 + 1;
        self.news(|| News::Wished { wished, sent });
        self.ask_host(Port::Name(sent));
    }

    pub(crate) fn name_extra(&mut self, left: u8, hull: Hull) {
        if let Some(campaign) = &mut self.p.campaign {
            let month = campaign.month;
            if let Some(career) = campaign.career_mut(hull) {
                career.log[month.index()] = Code::Extra;
            }
        }
        self.news(|| News::SailsExtra { hull });
        if left > 1 {
            self.ask_host(Port::Name(left - 1));
        }
    }

    /// A d10 for each: experience and tonnage, but no victory points; losses count [68.extra_table], [23.extra_no_vp].
    pub(crate) fn resolve_extra(&mut self) {
        let Some(campaign) = &self.p.campaign else {
            return;
        };
        let month = campaign.month;
        let hulls: Vec<Hull> = campaign.extra().map(|career| career.hull).collect();
        let Some(table) = self.t.campaign.extra.get(month.period()) else {
            return;
        };
        for hull in hulls {
            let d10 = self.d10(Pull::ExtraUboats, None);
            let result = table[usize::from(d10 - 1)];
            let Some(campaign) = &mut self.p.campaign else {
                return;
            };
            if result.lost {
                campaign.losses += 1; // [69.losses_counted]
            }
            if let Some(career) = campaign.career_mut(hull) {
                if result.lost {
                    career.lose(month, Code::Sunk);
                } else {
                    career.earn(result.xp, result.tons);
                    career.mark_refit(month, result.refit);
                }
            }
            self.news(|| News::ExtraResult {
                hull,
                d10,
                lost: result.lost,
                xp: result.xp,
                tons: result.tons,
            });
        }
    }
}
