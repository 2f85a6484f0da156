//! Sequence of play as data: what is done next, what is asked, and what an answer does [4.0].
//!
//! Patrol games and convoy battles use parts of the week: `week`, `nights`.

use crate::choice::Choice;
use crate::combat::{Fight, Stage};
use crate::event::Event;
use crate::geography::Base;
use crate::position::Position;
use crate::tables::Tables;
use crate::wolfpack::Join;
use derbyhouse_kernel::{Chance, Illegal, Log, Rule, named};
use serde::{Deserialize, Serialize};

named! {
    /// A phase of the week, in order.
    Phase, "phase" {
        /// S3
        Intelligence = "intelligence",
        /// O2, O6
        Movement = "movement",
        /// O3
        Search = "search and contact",
        /// O4
        Combat = "combat",
        /// O5
        Endurance = "endurance",
        /// E1
        Conclude = "conclude turn",
    }
}

/// What is done, or asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A week begins: weather and B-Dienst [7.0].
    BeginWeek,
    /// What the boat does, by its status [15.0].
    Orders,
    /// The next area of a move, with so many points left [15.1].
    Sail(u8),
    /// Into a zone, or not [20.3].
    ZoneEntry,
    /// The Transit Event check of a move [19.1].
    Check,
    /// Search, or bypass [13.1].
    Conduct,
    /// A search is made [13.21].
    Search,
    /// Coastal traffic, or ships as they come [13.23].
    Raid,
    /// Attack what was found, or let it go [13.22].
    Engage,
    /// Pieces are drawn, and the battle begins.
    Battle,
    /// A battle is on.
    Fight,
    /// It is over [14.8].
    AfterFight,
    /// A second search [30.1].
    SecondSearch,
    /// Which way out of a zone [20.6].
    LeaveZone,
    /// The Endurance Check [14.7].
    Endure,
    /// What the weather does to the boat [7.41].
    Storm,
    /// Patrol or transit after an encounter [15.48].
    Remain,
    /// Supplies, or not [15.23].
    Supply,
    /// Which base a returning boat makes for [15.22].
    Homeward,
    /// A returning boat enters its base [15.22].
    Arrive(Base),
    /// The week ends [16.0].
    Conclude,
    /// A night begins.
    Night,
    /// The finder shadows, or not [24.1].
    Shadow,
    /// The boats try to join, from that one on [24.1].
    Muster(u8),
    /// Who takes over from a lost shadower [24.11].
    TakeOver(u8),
    /// The pack attacks.
    Strike,
    /// A night is over.
    NightOver,
}

/// A position being played on: the tables it is played with, its chance and its log at hand.
pub(crate) struct Play<'a> {
    pub t: &'a Tables,
    pub p: &'a mut Position,
    pub chance: &'a mut Chance,
    pub log: &'a mut Log<Event>,
}

impl Position {
    /// What is asked, and by which rule; nothing if something only happens.
    pub(crate) fn question(&self) -> Option<(&'static str, Rule)> {
        Some(match self.agenda.top()? {
            Step::Orders => ("what the boat does", Rule("15.0")),
            Step::Sail(_) => ("where to sail", Rule("15.1")),
            Step::ZoneEntry => ("whether to enter a Special Mission Zone", Rule("20.3")),
            Step::Conduct => ("whether to search", Rule("13.1")),
            Step::Raid => ("whether to raid the coastal traffic", Rule("13.23")),
            Step::Engage => ("whether to attack what was found", Rule("13.22")),
            Step::SecondSearch => ("whether to search a second time", Rule("30.1")),
            Step::LeaveZone => ("which way out of the zone", Rule("20.6")),
            Step::Remain => ("whether to patrol here", Rule("15.48")),
            Step::Supply => ("whether to take supplies", Rule("15.23")),
            Step::Homeward => ("which base to make for", Rule("15.22")),
            Step::Shadow => ("whether the finder shadows", Rule("24.1")),
            Step::TakeOver(_) => ("who shadows from now on", Rule("24.11")),
            Step::Fight => {
                return self
                    .battle
                    .as_ref()
                    .and_then(|battle| stage_question(battle.stage));
            }
            _ => return None,
        })
    }

    /// Every legal answer, sorted.
    pub(crate) fn list(&self, t: &Tables, out: &mut Vec<Choice>) {
        let Some(step) = self.agenda.top() else {
            return;
        };
        match step {
            Step::Fight => {
                if let Some(battle) = &self.battle {
                    battle.acts(t, &mut |act| out.push(Choice::Battle(act)));
                }
            }
            Step::Shadow | Step::TakeOver(_) => self.list_nights(*step, out),
            step => self.list_week(t, *step, out),
        }
        out.sort_unstable();
        out.dedup();
    }
}

const fn stage_question(stage: Stage) -> Option<(&'static str, Rule)> {
    Some(match stage {
        Stage::Placing(..) => ("which column to take", Rule("14.11")),
        Stage::Choosing => ("which boat attacks next", Rule("24.23")),
        Stage::Revealing(..) => ("which unit to turn up", Rule("14.12")),
        Stage::Harmed(..) => ("whether to withdraw, damaged", Rule("14.12")),
        Stage::Arming(_) => ("guns or torpedoes", Rule("27.1")),
        Stage::Sparing(_) => ("whether to fire sparingly", Rule("30.81")),
        Stage::Aiming(..) => ("where to put a TDC marker", Rule("14.14")),
        Stage::Allotting(..) => ("how to share out attack points", Rule("14.15")),
        Stage::Freed(..) => ("where to put points that are free again", Rule("14.15A")),
        Stage::Firing(_) => ("which attack comes next", Rule("14.16")),
        Stage::Hunting(_) => ("which ship to attack", Rule("28.24")),
        Stage::Deciding(_) => ("withdraw, or attack again", Rule("14.4")),
        Stage::Shifting(_) => ("in which column to attack again", Rule("14.4")),
        Stage::Over => return None,
    })
}

impl Play<'_> {
    /// Runs everything that asks nobody, up to the next question or the end of the game. A question with one answer is
    /// not put.
    pub(crate) fn run(&mut self) {
        let mut choices = Vec::new();
        while let Some(step) = self.p.agenda.top().copied() {
            if self.p.question().is_none() {
                self.p.agenda.pop();
                self.perform(step);
                continue;
            }
            choices.clear();
            self.p.list(self.t, &mut choices);
            debug_assert!(
                !choices.is_empty(),
                "{step:?} has no answer: {:?}",
                self.p.boats.first()
            );
            match choices.as_slice() {
                [only] => {
                    let only = *only;
                    self.answer(step, only);
                }
                _ => return,
            }
        }
    }

    /// Takes an answer that is on the list.
    pub(crate) fn choose(&mut self, choice: Choice) -> Result<(), Illegal> {
        let mut choices = Vec::new();
        self.p.list(self.t, &mut choices);
        let (question, rule) = self
            .p
            .question()
            .ok_or_else(|| Illegal::because("nothing is asked"))?;
        if choices.binary_search(&choice).is_err() {
            return Err(Illegal::by(
                rule.0,
                format!("“{choice}” is no answer to “{question}” now"),
            ));
        }
        if let Some(step) = self.p.agenda.top().copied() {
            self.answer(step, choice);
        }
        self.run();
        Ok(())
    }

    fn answer(&mut self, step: Step, choice: Choice) {
        match (step, choice) {
            (Step::Fight, Choice::Battle(act)) => self.in_battle(|fight| {
                // It is on the list, so it answers the question.
                let taken = fight.take(act);
                debug_assert!(taken.is_ok(), "{taken:?}");
            }),
            (Step::Shadow | Step::TakeOver(_), choice) => {
                self.p.agenda.pop();
                self.answer_nights(step, choice);
            }
            (step, choice) => {
                self.p.agenda.pop();
                self.answer_week(step, choice);
            }
        }
    }

    fn perform(&mut self, step: Step) {
        match step {
            Step::Fight => {} // over: what comes after it is next
            Step::Night | Step::Muster(_) | Step::Strike | Step::NightOver => {
                self.perform_nights(step)
            }
            step => self.perform_week(step),
        }
    }

    /// Runs something on the battle, with cups, chance and log.
    pub(crate) fn in_battle(&mut self, run: impl FnOnce(&mut Fight<'_>)) {
        let Some(mut battle) = self.p.battle.take() else {
            return;
        };
        run(&mut Fight {
            t: self.t,
            b: &mut battle,
            cups: &mut self.p.secret.cups,
            chance: self.chance,
            log: self.log,
        });
        self.p.battle = Some(battle);
    }

    /// Ends the game here.
    pub(crate) fn end(&mut self) {
        self.p.agenda.clear();
        self.log.push(|| Event::GameOver);
    }

    /// Books what was sunk in the battle, and cleans up [14.8].
    pub(crate) fn settle_battle(&mut self) {
        let mut wreckage = None;
        self.in_battle(|fight| wreckage = Some(fight.conclude()));
        if let Some(wreckage) = wreckage {
            self.p.sunk.extend(wreckage.sunk);
            self.p.damaged.extend(wreckage.damaged);
        }
        self.p.secret.cups.settle();
    }

    /// Whether a boat joins a pack, in the log.
    pub(crate) fn note_join(&mut self, boat: u8, die: u8, outcome: Join) {
        let id = self.p.boats[usize::from(boat)].id;
        self.log.push(|| Event::Joined {
            boat: id,
            die,
            outcome,
        });
    }
}
