//! Between patrols: experience for fate points, wounds, new men, refit, pages 66 and 71 to 73.

use super::answer::Answer;
use super::news::News;
use super::port::{Port, Prep};
use super::results::Homecoming;
use super::{Hull, Rescued};
use crate::boat::Boat;
use crate::boats::{Gear, Letter};
use crate::choice::Choice;
use crate::crew::{HEAVY, Man, Skill, Skills, Tree, WORST};
use crate::position::Position;
use crate::sequence::{Order, Play, Step};
use crate::tables::{CampaignRules, Pull, Tables};

/// What wounds of the sections cost their crew [71.crew_losses].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrewLoss {
    /// Nothing; the crew gains an enhancement instead [71.free_enhancement].
    None,
    /// So many of the highest.
    Highest(u8),
    /// All of them [66.all_sections_kia].
    All,
}

impl CrewLoss {
    /// By the sum of the wound levels [71.crew_losses].
    pub fn of(rules: &CampaignRules, total: u8) -> Self {
        let [none, one, all] = rules.crew_losses;
        match total {
            _ if total <= none => Self::None,
            _ if total <= one => Self::Highest(1),
            _ if total < all => Self::Highest(2),
            _ => Self::All,
        }
    }

    /// The number of enhancements that go, of so many.
    pub fn count(self, owned: u8) -> u8 {
        match self {
            Self::None => 0,
            Self::Highest(count) => count.min(owned),
            Self::All => owned,
        }
    }
}

/// Months of refit: by the flooding and the engines, one less with an engineer who knows how, never below nothing
/// [72.refit_months], [72.engineer_refit], (R55).
pub fn refit_months(
    rules: &CampaignRules,
    flood: u8,
    engine: bool,
    more: u8,
    engineer: bool,
) -> u8 {
    let flooded = match flood {
        0 => 0,
        1 => rules.refit_flood[0],
        2 | 3 => rules.refit_flood[1],
        _ => rules.refit_flood[2],
    };
    let engines = if engine { rules.refit_engine } else { 0 };
    let help = if engineer { rules.refit_engineer } else { 0 };
    (flooded + engines + more).saturating_add_signed(help)
}

/// A first watch officer's skills as a captain's: he keeps what he knows [72.captain_kia].
pub fn promoted(skills: Skills) -> Skills {
    let same = [
        (Skill::Wo1Tdc2, Skill::CapTdc2),
        (Skill::Wo1Tdc3, Skill::CapTdc3),
        (Skill::Wo1TdcDrm, Skill::CapTdcDrm),
    ];
    let known = same.into_iter().filter(|(first, _)| skills.has(*first));
    known.map(|(_, captain)| captain).collect()
}

const fn tree(officer: Man) -> Tree {
    match officer {
        Man::Captain => Tree::Captain,
        Man::FirstWo => Tree::FirstWo,
        Man::SecondWo => Tree::SecondWo,
        Man::Chief => Tree::Chief,
        Man::Bow | Man::Mid | Man::Stern => Tree::Crew,
    }
}

/// The cheapest and lowest: the one to lose of two, and the one to gain.
pub(super) fn usual_skill(t: &Tables, choices: &[Choice]) -> Choice {
    let price = |choice: &&Choice| match choice {
        Choice::Port(Answer::Forget(skill) | Answer::Learn(skill)) => {
            let values = t.campaign.skill(*skill);
            (values.level, values.cost)
        }
        _ => (0, 0),
    };
    let usual = choices.iter().min_by_key(price);
    usual.copied().unwrap_or(Choice::Done)
}

/// The sum of the wounds of the three sections [71.crew_losses].
fn section_wounds(boat: &Boat) -> u8 {
    Man::SECTIONS.into_iter().map(|man| boat.wound(man)).sum()
}

impl Position {
    /// One point, or the price of one favour; as often as she likes [71.xp_to_fp].
    pub(crate) fn list_conversions(&self, t: &Tables, letter: Letter, out: &mut Vec<Choice>) {
        let xp = self.career(letter).map_or(0, |career| career.xp);
        let steps = [1, t.setup.repull_fp].into_iter();
        let paid = steps.filter(|points| u16::from(*points) <= xp);
        out.extend(paid.map(|points| Choice::Port(Answer::Convert(points))));
        out.push(Choice::Done);
    }

    /// The highest enhancements of a crew: more than one if they are equally high [71.crew_losses].
    pub(crate) fn top_crew_skills(
        &self,
        t: &Tables,
        letter: Letter,
    ) -> impl Iterator<Item = Skill> {
        let rules = &t.campaign;
        let owned = self
            .career(letter)
            .map_or(Skills::NONE, |career| career.skills_of(rules, Tree::Crew));
        let top = owned.iter().map(|skill| rules.skill(skill).level).max();
        let highest = owned.only(|skill| Some(rules.skill(skill).level) == top);
        highest.iter().collect::<Vec<_>>().into_iter()
    }

    /// What a crew may gain free [71.free_enhancement].
    pub(crate) fn free_crew_skills(
        &self,
        t: &Tables,
        letter: Letter,
    ) -> impl Iterator<Item = Skill> {
        let rules = &t.campaign;
        let owned = self
            .career(letter)
            .map_or(Skills::NONE, |career| career.skills);
        rules
            .buyable(owned)
            .filter(|skill| rules.skill(*skill).tree == Tree::Crew)
    }
}

impl Play<'_> {
    /// Boats and crews that came home are made ready, in the order of the book [71.xp_to_fp], [71.crew_losses],
    /// [72.heavy_officer]. Of a scuttled boat only the crew [66.rescued_crew].
    pub(crate) fn recover(&mut self) {
        for letter in Letter::ALL {
            let Some(home) = self.p.sent(letter).map(Homecoming::of) else {
                continue;
            };
            let steps: &[Port] = match home {
                Homecoming::Boat => &[Port::Convert, Port::Sections, Port::Officers],
                Homecoming::Crew => &[Port::Sections, Port::Officers],
                Homecoming::Nobody => &[],
            };
            let steps = steps.iter().map(|port| Order::Port(*port));
            self.p.orders[letter.index()].plan(steps);
        }
    }

    /// Experience becomes fate points, one for one [71.xp_to_fp].
    pub(crate) fn convert(&mut self, letter: Letter, points: u8) {
        let Some(career) = self.p.career_mut(letter) else {
            return;
        };
        career.xp = career.xp.saturating_sub(points.into());
        let hull = career.hull;
        if let Some(campaign) = &mut self.p.campaign {
            campaign.fp = campaign.fp.saturating_add(points.into());
            let fp = campaign.fp;
            self.news(|| News::Converted { hull, points, fp });
        }
        self.order(letter, Order::Port(Port::Convert));
    }

    /// Wounds of the sections are added up: enhancements lost, or one gained [71.crew_losses], [71.free_enhancement],
    /// (R102).
    pub(crate) fn count_wounds(&mut self, letter: Letter) {
        let rules = &self.t.campaign;
        let (Some(hull), Some(boat)) = (self.p.hull(letter), self.p.sent(letter)) else {
            return;
        };
        let total = section_wounds(boat);
        let owned = self.p.career(letter).map_or(0, |career| {
            career.skills_of(rules, Tree::Crew).iter().count() as u8
        });
        let loss = CrewLoss::of(rules, total);
        let lost = loss.count(owned);
        self.news(|| News::SectionsCounted { hull, total, lost });
        match loss {
            CrewLoss::None => {
                if self.p.free_crew_skills(self.t, letter).next().is_some() {
                    self.order(letter, Order::Port(Port::Learn));
                }
            }
            CrewLoss::Highest(_) if lost > 0 => self.order(letter, Order::Port(Port::Forget(lost))),
            CrewLoss::Highest(_) => {}
            CrewLoss::All => {
                if let Some(career) = self.p.career_mut(letter) {
                    career.replace(rules, Tree::Crew, Skills::NONE);
                }
            }
        }
    }

    pub(crate) fn forget(&mut self, letter: Letter, left: u8, skill: Skill) {
        if let Some(career) = self.p.career_mut(letter) {
            career.skills = career.skills.only(|other| other != skill);
            let hull = career.hull;
            self.news(|| News::Forgot { hull, skill });
        }
        if left > 1 {
            self.order(letter, Order::Port(Port::Forget(left - 1)));
        }
    }

    pub(crate) fn learn(&mut self, letter: Letter, skill: Skill) {
        if let Some(career) = self.p.career_mut(letter) {
            career.skills = career.skills.with(skill);
            let hull = career.hull;
            self.news(|| News::Learnt { hull, skill });
        }
    }

    /// Heavily wounded officers, the refit, the dead: in this order [72.heavy_officer], [72.refit_months],
    /// [72.captain_kia]. Light and medium wounds heal by themselves [71.light_medium_recover].
    pub(crate) fn settle_officers(&mut self, letter: Letter) {
        let Some(boat) = self.p.sent(letter).cloned() else {
            return;
        };
        let Some(hull) = self.p.hull(letter) else {
            return;
        };
        for officer in Man::OFFICERS {
            if boat.wound(officer) == HEAVY {
                self.settle_heavy(letter, hull, officer);
            }
        }
        if Homecoming::of(&boat) == Homecoming::Boat {
            self.refit(letter, &boat);
        }
        self.replace_dead(letter, hull, &boat);
        self.gain(letter);
        if Homecoming::of(&boat) == Homecoming::Crew {
            self.rescue(letter, &boat);
        }
    }

    /// A d10: replaced, with all he had learnt, or recovered [72.heavy_officer].
    fn settle_heavy(&mut self, letter: Letter, hull: Hull, man: Man) {
        let rules = &self.t.campaign;
        let d10 = self.d10(Pull::OfficerRecovery, Some(letter));
        let recovers = self.t.chances.recovers(d10);
        if let Some(career) = self.p.career_mut(letter).filter(|_| !recovers) {
            career.replace(rules, tree(man), Skills::NONE);
        }
        self.news(|| News::Recovery {
            hull,
            man,
            d10,
            recovers,
        });
    }

    /// Marks the months of refit [72.refit_months], [72.engineer_refit].
    fn refit(&mut self, letter: Letter, boat: &Boat) {
        let rules = &self.t.campaign;
        let engine = boat.is_heavy(Gear::Diesel) || boat.is_heavy(Gear::Electric);
        let more = self.harbour(boat);
        let Some(month) = self.p.campaign.as_ref().map(|campaign| campaign.month) else {
            return;
        };
        let Some(career) = self.p.career_mut(letter) else {
            return;
        };
        let engineer = career.skills.has(Skill::CeRefit) && boat.wound(Man::Chief) < WORST;
        let months = refit_months(rules, boat.flood.level, engine, more, engineer);
        career.mark_refit(month, months);
        let hull = career.hull;
        if months > 0 {
            self.news(|| News::InRefit { hull, months });
        }
    }

    /// Months of refit from the way home [68.home_event].
    fn harbour(&self, boat: &Boat) -> u8 {
        boat.home
            .map_or(0, |event| self.t.campaign.home[event.index()].refit)
    }

    /// New men for the dead. A first watch officer who took over stays captain; anybody else who did steps back
    /// [72.captain_kia], [72.acting_steps_back], [73.other_officers], [66.officer_kia].
    fn replace_dead(&mut self, letter: Letter, hull: Hull, boat: &Boat) {
        let rules = &self.t.campaign;
        let dead = |man: Man| boat.wound(man) >= WORST;
        let takes_over = dead(Man::Captain) && boat.commander() == Some(Man::FirstWo);
        let Some(career) = self.p.career_mut(letter) else {
            return;
        };
        let mut new = Vec::new();
        if takes_over {
            let skills = promoted(career.skills_of(rules, Tree::FirstWo));
            career.replace(rules, Tree::Captain, skills);
            career.replace(rules, Tree::FirstWo, Skills::NONE);
        }
        for man in Man::OFFICERS {
            if dead(man) && !(takes_over && man == Man::Captain) {
                career.replace(rules, tree(man), Skills::NONE);
                new.push(man);
            }
        }
        if takes_over {
            self.news(|| News::Promoted { hull });
        }
        for man in new {
            self.news(|| News::NewMan { hull, man });
        }
    }

    /// The crew of a scuttled boat waits for another; who has learnt nothing is not missed. The captain keeps
    /// experience and tonnage [66.rescued_crew].
    fn rescue(&mut self, letter: Letter, boat: &Boat) {
        let rules = &self.t.campaign;
        let lives = boat.wound(Man::Captain) < WORST || boat.commander() == Some(Man::FirstWo);
        let Some(career) = self.p.career_mut(letter) else {
            return;
        };
        let (hull, tons, xp) = (career.hull, career.tons, std::mem::take(&mut career.xp));
        let men: Vec<Rescued> = Tree::ALL
            .into_iter()
            .map(|tree| {
                let captain = tree == Tree::Captain && lives;
                Rescued {
                    from: hull,
                    tree,
                    skills: career.skills_of(rules, tree),
                    xp: if captain { xp } else { 0 },
                    tons: if captain { tons } else { 0 },
                }
            })
            .filter(|man| man.skills != Skills::NONE || man.xp > 0 || man.tons > 0)
            .collect();
        career.skills = Skills::NONE;
        let count = men.len();
        if let Some(campaign) = &mut self.p.campaign {
            campaign.pool.extend(men);
        }
        self.news(|| News::Rescued { hull, men: count });
    }

    /// On to the next month: all damage is repaired, the table is cleared.
    pub(crate) fn next_month(&mut self) {
        let Some(campaign) = &mut self.p.campaign else {
            return;
        };
        let Some(next) = campaign.month.next() else {
            return self.finish();
        };
        campaign.month = next;
        self.clear_table();
        self.p.agenda.push(Step::Prep(Prep::Muster));
    }
}
