//! Who sails, with whom, and who leaves the dock earlier: pages 17, 18 and 66.

use super::answer::Answer;
use super::news::News;
use super::port::{Port, Prep};
use super::{Campaign, Career, Code, Hull};
use crate::boat::{Boat, Place};
use crate::boats::Letter;
use crate::choice::Choice;
use crate::crew::{Skill, Skills, Tree};
use crate::position::Position;
use crate::ring::ApproachBox;
use crate::sequence::{Phase, Play, Step};
use crate::setup::Scenario;
use crate::tables::{Load, Pull, Tables};
use std::cmp::Reverse;

/// Tactical points at the start of a patrol, those of the captain included: a new level replaces the old one
/// [15.captain_tree], [14.not_cumulative], [20.tp_limit].
pub(crate) fn start_tp(t: &Tables, skills: Skills) -> u8 {
    let more = if skills.has(Skill::CapTp2) {
        2
    } else {
        u8::from(skills.has(Skill::CapTp1))
    };
    (t.points.start_tp + more).min(t.points.max_tp)
}

impl Boat {
    /// In port, whole and well, nothing aboard yet.
    pub(crate) fn in_port(t: &Tables, career: &Career) -> Self {
        let nothing = Load {
            tubes: Vec::new(),
            reloads: [[0; 2]; 2],
        };
        let tp = start_tp(t, career.skills);
        let name = career.hull.to_string();
        let mut boat = Self::new(&name, career.kind, ApproachBox::ALL[0], tp, &nothing);
        boat.place = Place::Base;
        boat.skills = career.skills;
        boat
    }
}

impl Campaign {
    /// Boats in the dock whose refit fate points could shorten [17.fp_refit_8].
    fn in_dock(&self, t: &Tables) -> impl Iterator<Item = &Career> {
        let able = self.fp >= t.points.refit_month_fp.into();
        let docked = move |career: &&Career| able && career.code(self.month) == Code::Refit;
        self.careers.iter().filter(docked)
    }
}

impl Position {
    /// Boats that lie in port, in letter order.
    pub(crate) fn in_port(&self) -> Vec<Letter> {
        let lying = self.fleet().filter(|(_, boat)| boat.place == Place::Base);
        lying.map(|(letter, _)| letter).collect()
    }

    /// The boat of the rosters that sails under a letter.
    pub(crate) fn hull(&self, letter: Letter) -> Option<Hull> {
        self.sent(letter)?.name.parse().ok()
    }

    /// The boat that was sent under a letter, though a replacement may have taken her place.
    pub(crate) fn sent(&self, letter: Letter) -> Option<&Boat> {
        let original = self.originals[letter.index()].as_ref();
        original.or(self.boat(letter))
    }

    /// Her line on the sheet.
    pub(crate) fn career(&self, letter: Letter) -> Option<&Career> {
        self.campaign.as_ref()?.career(self.hull(letter)?)
    }

    /// The same, to be changed.
    pub(crate) fn career_mut(&mut self, letter: Letter) -> Option<&mut Career> {
        let hull = self.hull(letter)?;
        self.campaign.as_mut()?.career_mut(hull)
    }

    /// Every boat that can sail, every refit that can be shortened; a patrol mission sends at least one boat
    /// [17.zero_to_four_boats], [17.fp_refit_8].
    pub(crate) fn list_muster(&self, t: &Tables, out: &mut Vec<Choice>) {
        let Some(campaign) = &self.campaign else {
            return;
        };
        let sent = self.fleet().count();
        if sent < Letter::ALL.len() {
            let boats = campaign.available(t);
            out.extend(boats.map(|career| Choice::Port(Answer::Send(career.hull))));
        }
        let docked = campaign.in_dock(t);
        out.extend(docked.map(|career| Choice::Port(Answer::Shorten(career.hull))));
        if sent > 0 || self.setup.scenario.is_campaign() {
            out.push(Choice::Done);
        }
    }

    /// The four boats with most experience.
    pub(crate) fn usual_muster(&self, t: &Tables) -> Choice {
        let best = self
            .campaign
            .as_ref()
            .filter(|_| self.fleet().count() < Letter::ALL.len())
            .and_then(|campaign| {
                campaign
                    .available(t)
                    .min_by_key(|career| (Reverse(career.xp), career.hull))
            });
        best.map_or(Choice::Done, |career| {
            Choice::Port(Answer::Send(career.hull))
        })
    }

    /// Every rescued man into every boat of the patrol [66.rescued_crew].
    pub(crate) fn list_transfers(&self, out: &mut Vec<Choice>) {
        let pool = self.campaign.iter().flat_map(|campaign| &campaign.pool);
        for man in pool {
            let boats = self.in_port().into_iter();
            out.extend(
                boats.map(|letter| Choice::Port(Answer::Transfer(man.from, man.tree, letter))),
            );
        }
        out.push(Choice::Done);
    }
}

impl Play<'_> {
    /// A month begins [17.scenario_lengths].
    pub(crate) fn muster(&mut self) {
        let Some(month) = self.p.campaign.as_ref().map(|campaign| campaign.month) else {
            return;
        };
        self.p.era = self.t.era(month);
        self.p.turn = 0;
        self.news(|| News::Month { month });
        self.enter_phase(Phase::SetUp);
        self.p.agenda.push(Step::Prep(Prep::Ready));
        self.ask_host(Port::Muster);
    }

    /// A boat sails under the next letter [17.zero_to_four_boats].
    pub(crate) fn send(&mut self, hull: Hull) {
        let t = self.t;
        let Some(letter) = Letter::ALL.get(self.p.fleet().count()).copied() else {
            return;
        };
        let Some(campaign) = &mut self.p.campaign else {
            return;
        };
        let month = campaign.month;
        let Some(career) = campaign.career_mut(hull) else {
            return;
        };
        career.log[month.index()] = Code::of(letter);
        self.p.boats[letter.index()] = Some(Boat::in_port(t, career));
        self.news(|| News::Sails { boat: letter, hull });
        self.ask_host(Port::Muster);
    }

    /// Fate points take a boat out of the dock a month earlier [17.fp_refit_8].
    pub(crate) fn shorten(&mut self, hull: Hull) {
        let price = u16::from(self.t.points.refit_month_fp);
        let Some(campaign) = &mut self.p.campaign else {
            return;
        };
        campaign.fp = campaign.fp.saturating_sub(price);
        let fp = campaign.fp;
        if let Some(career) = campaign.career_mut(hull) {
            career.shorten_refit();
        }
        self.news(|| News::Shortened { hull, fp });
        self.ask_host(Port::Muster);
    }

    /// All have been named: the rest of the set-up, in the order of the book; without a boat only extra boats sail
    /// [17.zero_to_four_boats], [23.reshuffle_all].
    pub(crate) fn make_ready(&mut self) {
        use Prep::*;
        let steps: &[Prep] = if self.p.fleet().next().is_none() {
            &[Wishes, ExtraBoats, Results]
        } else if let Scenario::Patrol(_) = self.p.setup.scenario {
            &[
                LayOut,
                Draw(Pull::ConvoySize),
                Draw(Pull::ConvoySpeed),
                SpecialShip,
                Purchases,
                LoadCards([None; 4]),
                ShufflePatrols,
                Draw(Pull::Weather),
                Draw(Pull::TimeOfDay),
                Start(Letter::W, false),
                Start(Letter::X, false),
                Start(Letter::Y, false),
                Start(Letter::Z, false),
                Sail,
            ]
        } else {
            &[
                LayOut,
                Draw(Pull::ConvoySize),
                Draw(Pull::ConvoySpeed),
                SpecialShip,
                Purchases,
                LoadCards([None; 4]),
                ShufflePatrols,
                Draw(Pull::Weather),
                Draw(Pull::TimeOfDay),
                Events,
                Wishes,
                Sail,
            ]
        };
        self.p
            .agenda
            .plan(steps.iter().map(|step| Step::Prep(*step)));
        let rescued = self
            .p
            .campaign
            .as_ref()
            .is_some_and(|campaign| !campaign.pool.is_empty());
        if rescued && !self.p.in_port().is_empty() {
            self.ask_host(Port::Crews);
        }
    }

    /// A rescued man takes over, with what he has learnt; a captain brings his experience and tonnage. Whoever was
    /// there leaves the game [66.rescued_crew].
    pub(crate) fn transfer(&mut self, from: Hull, tree: Tree, to: Letter) {
        let t = self.t;
        let Some(campaign) = &mut self.p.campaign else {
            return;
        };
        let place = campaign
            .pool
            .iter()
            .position(|man| man.from == from && man.tree == tree);
        let Some(place) = place else {
            return;
        };
        let man = campaign.pool.remove(place);
        if let Some(career) = self.p.career_mut(to) {
            career.replace(&t.campaign, tree, man.skills);
            if tree == Tree::Captain {
                (career.xp, career.tons) = (man.xp, man.tons);
            }
        }
        self.news(|| News::Transferred { from, tree, to });
        self.gain(to);
        let skills = self.p.career(to).map(|career| career.skills);
        if let (Some(boat), Some(skills)) = (self.p.boat_mut(to), skills) {
            boat.skills = skills;
            boat.tp = start_tp(t, skills);
        }
        self.ask_host(Port::Crews);
    }

    /// What comes to a captain by himself [14.captain_100000_tons].
    pub(crate) fn gain(&mut self, letter: Letter) {
        let rules = &self.t.campaign;
        let Some(career) = self.p.career_mut(letter) else {
            return;
        };
        let (hull, before) = (career.hull, career.skills);
        career.take_gained(rules);
        for skill in career.skills.only(|skill| !before.has(skill)).iter() {
            self.news(|| News::Gained { hull, skill });
        }
    }
}
