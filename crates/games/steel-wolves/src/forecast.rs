//! What a move would come to: it is made on a copy, by the functions that play, up to the check that ends it [19.1].

use crate::choice::Choice;
use crate::geography::Area;
use crate::position::Position;
use crate::sequence::{Play, Step};
use crate::tables::Tables;
use crate::task::Task;
use crate::transit::Check;
use derbyhouse_kernel::{Chance, Log};

/// The check that an answer leads to.
#[derive(Clone, Debug)]
pub(crate) struct Forecast {
    pub check: Check,
    /// The boat may also go on first: this is what awaits it if it goes no farther.
    pub may_go_on: bool,
    /// The area that the boat comes by, where it may come by several (R49).
    pub by: Option<Area>,
}

impl Forecast {
    const fn of(check: Check) -> Self {
        Self {
            check,
            may_go_on: false,
            by: None,
        }
    }
}

impl Position {
    /// The check that the move would end in with an answer; none if it would end in none, or must go on first.
    pub(crate) fn check_after(&self, t: &Tables, choice: Choice) -> Option<Forecast> {
        let step = *self.agenda.top()?;
        let moves = match (step, choice) {
            (Step::Tie, Choice::Govern(area)) => {
                return Some(Forecast::of(self.check_of(t, area, self.errand.into)));
            }
            (Step::Call, Choice::Pick(boat)) => self.comes_from_afar(t, boat),
            (Step::Orders, Choice::LoadMines) => false,
            (Step::Orders | Step::Approach | Step::Sail(_) | Step::ZoneEntry, _) => true,
            (Step::Homeward | Step::HomeSail(..), _) => true,
            _ => false,
        };
        if !moves {
            return None;
        }
        let mut copy = self.clone();
        let may_go_on = copy.with_play(t, |play| {
            play.answer(step, choice);
            play.move_on()
        })?;
        Some(Forecast {
            may_go_on,
            ..Forecast::of(copy.check_made(t)?)
        })
    }

    /// The checks that a boat will make if it is named for an event now: one for each area by which it may come to the
    /// place (R49), or one after another on the way through Gibraltar [5.0], [5.3] (13.5).
    pub(crate) fn checks_of_errand(&self, t: &Tables, choice: Choice) -> Vec<Forecast> {
        let Some(step) = self.agenda.top().copied() else {
            return vec![];
        };
        let boat = match (step, choice) {
            (Step::Demand(..), Choice::Send(boat, _)) => boat,
            (Step::Pick(Task::Charts | Task::EnterMed, _), Choice::Pick(boat)) => boat,
            _ => return vec![],
        };
        let mut copy = self.clone();
        copy.with_play(t, |play| play.answer(step, choice));
        if matches!(step, Step::Pick(Task::EnterMed, _)) {
            return copy.checks_of_breakthrough(t, boat);
        }
        let Some(place) = copy.find(boat) else {
            return vec![];
        };
        copy.with_play(t, |play| {
            play.take_turn(place);
            if play.p.agenda.top() == Some(&Step::Duty) {
                play.p.agenda.pop();
                play.carry_out();
            }
        });
        if copy.agenda.top() != Some(&Step::Approach) {
            return vec![];
        }
        let ways = copy.passages(t, copy.boat());
        let several = ways.len() > 1;
        let checked = ways.into_iter().filter_map(|(area, _)| {
            let forecast = copy.check_after(t, Choice::To(area))?;
            let by = several.then_some(area);
            Some(Forecast { by, ..forecast })
        });
        checked.collect()
    }

    /// To Morocco, and through the strait [5.0] (R10).
    fn checks_of_breakthrough(&mut self, t: &Tables, boat: crate::fleet::BoatId) -> Vec<Forecast> {
        self.with_play(t, |play| play.begin_breakthrough(boat));
        let first = self.check_made(t);
        self.with_play(t, |play| play.strait());
        let second = self.check_made(t);
        let both = first.into_iter().chain(second);
        both.map(Forecast::of).collect()
    }

    /// The check of the move that was made on this copy. Between areas that are alike the player is asked later; their
    /// charts are as red as each other [19.12].
    fn check_made(&self, t: &Tables) -> Option<Check> {
        let area = *self.governing(t).first()?;
        Some(self.check_of(t, area, self.errand.into))
    }

    /// Plays on this copy, without dice and without a log.
    fn with_play<R>(&mut self, t: &Tables, act: impl FnOnce(&mut Play<'_>) -> R) -> R {
        act(&mut Play {
            t,
            p: self,
            chance: &mut Chance::scripted([]),
            log: &mut Log::off(),
        })
    }

    /// A boat of the pack from another area makes a move with a check before it tries to join (R59).
    fn comes_from_afar(&self, t: &Tables, boat: crate::fleet::BoatId) -> bool {
        self.find(boat)
            .and_then(|place| self.attempt(t, place))
            .is_some_and(|attempt| attempt.adjacent)
    }
}

impl Play<'_> {
    /// Goes on without dice up to the check: what leaves no choice is done. Whether the boat could go farther instead; none
    /// if there is no check, or if it must go farther.
    fn move_on(&mut self) -> Option<bool> {
        let mut choices = Vec::new();
        loop {
            let step = *self.p.agenda.top()?;
            if matches!(step, Step::Check) {
                return Some(false);
            }
            self.p.question()?;
            choices.clear();
            self.p.list(self.t, &mut choices);
            match (step, choices.as_slice()) {
                (_, []) => {
                    self.p.agenda.pop();
                    self.pass_over(step);
                }
                (_, [only]) => self.answer(step, *only),
                (Step::ZoneEntry, _) => return Some(false),
                (Step::Sail(_) | Step::HomeSail(..), all) => {
                    let stops = all.iter().any(|choice| matches!(choice, Choice::Halt(_)));
                    return stops.then_some(true);
                }
                _ => return None,
            }
        }
    }
}
