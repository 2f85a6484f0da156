//! What a move would come to: it is made on a copy, by the functions that play, up to the check that ends it [19.1].

use crate::choice::Choice;
use crate::position::Position;
use crate::sequence::{Play, Step};
use crate::tables::Tables;
use crate::transit::Check;
use derbyhouse_kernel::{Chance, Log};

/// The check that an answer leads to.
#[derive(Clone, Debug)]
pub(crate) struct Forecast {
    pub check: Check,
    /// The boat may also go on first: this is what awaits it if it goes no farther.
    pub may_go_on: bool,
}

impl Position {
    /// The check that the move would end in with an answer; none if it would end in none, or must go on first.
    pub(crate) fn check_after(&self, t: &Tables, choice: Choice) -> Option<Forecast> {
        let step = *self.agenda.top()?;
        let moves = match (step, choice) {
            (Step::Tie, Choice::Govern(area)) => {
                return Some(Forecast {
                    check: self.check_of(t, area, self.errand.into),
                    may_go_on: false,
                });
            }
            (Step::Call, Choice::Pick(boat)) => self.comes_from_afar(t, boat),
            (Step::Orders, Choice::LoadMines) => false,
            (Step::Orders | Step::Sail(_) | Step::ZoneEntry, _) => true,
            (Step::Homeward | Step::HomeSail(..), _) => true,
            _ => false,
        };
        if !moves {
            return None;
        }
        let mut copy = self.clone();
        let mut play = Play {
            t,
            p: &mut copy,
            chance: &mut Chance::scripted([]),
            log: &mut Log::off(),
        };
        play.answer(step, choice);
        let may_go_on = play.move_on()?;
        // Between areas that are alike the player is asked later; their charts are as red as each other [19.12].
        let area = *copy.governing(t).first()?;
        Some(Forecast {
            check: copy.check_of(t, area, copy.errand.into),
            may_go_on,
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
