//! The staff: a commander who can take over any decision, and the standing orders that a person gives it.
//!
//! It sees what the player sees. It keeps nothing from one question to the next: what a boat is to do follows from where
//! it is and when, so that a person may hand over any part of a week and take it back.

mod base;
mod contact;
pub(crate) mod orders;
mod sailing;
mod stations;
mod strategy;

use crate::choice::Choice;
use crate::combat::doctrine::Bridge;
use crate::game::SteelWolves;
use crate::sequence::Step;
use crate::view::View;
use derbyhouse_kernel::Bot;

/// A computer player by name.
pub(crate) fn bot(name: &str) -> Option<Box<dyn Bot<SteelWolves>>> {
    match name {
        "doctrine" => Some(Box::new(Doctrine::default())),
        _ => None,
    }
}

/// What is wanted, and why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Advice {
    pub choice: Choice,
    pub why: &'static str,
}

impl Advice {
    pub const fn new(choice: Choice, why: &'static str) -> Self {
        Self { choice, why }
    }
}

/// Commands all boats by the doctrine.
#[derive(Default)]
pub struct Doctrine {
    why: &'static str,
}

impl Bot<SteelWolves> for Doctrine {
    fn choose(&mut self, view: View<'_>, choices: &[Choice]) -> Choice {
        let advice = advise(view, choices).filter(|advice| choices.contains(&advice.choice));
        let advice = advice.unwrap_or(Advice::new(choices[0], "Anything will do."));
        self.why = advice.why;
        advice.choice
    }

    fn reason(&self) -> String {
        self.why.to_owned()
    }

    fn new_game(&mut self, _seed: u64) {
        self.why = "";
    }
}

/// Who of the staff answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branch {
    /// The skipper, in a fight.
    Battle,
    /// Which boat acts next.
    Next,
    /// The way of the boat that acts.
    Sailing,
    /// What the boat that acts looks for, and does with it.
    Contact,
    /// Aircraft, crews, yards.
    Ashore,
    /// War Events and high policy.
    Events,
}

impl Branch {
    pub const fn of(step: Step) -> Self {
        match step {
            Step::Fight => Self::Battle,
            Step::Operations => Self::Next,
            Step::Orders
            | Step::Approach
            | Step::Sail(_)
            | Step::ZoneEntry
            | Step::Tie
            | Step::LeaveZone
            | Step::Supply
            | Step::Homeward
            | Step::HomeSail(..)
            | Step::Remain => Self::Sailing,
            Step::Conduct
            | Step::Raid
            | Step::Engage
            | Step::SecondSearch
            | Step::MineOption
            | Step::CallPack
            | Step::Call
            | Step::TakeOver
            | Step::Shadow
            | Step::Sister(..) => Self::Contact,
            Step::Yard
            | Step::Basin(_)
            | Step::Aircraft(_)
            | Step::AceOffer(..)
            | Step::AceStays(_)
            | Step::Late(_) => Self::Ashore,
            _ => Self::Events,
        }
    }
}

/// What the staff would answer.
pub(crate) fn advise(view: View<'_>, choices: &[Choice]) -> Option<Advice> {
    match Branch::of(view.step()?) {
        Branch::Battle => {
            let act = Bridge::new(view.tables(), view.battle()?).act()?;
            let why = "The skipper knows his trade: the best chance of tons for the risk.";
            Some(Advice::new(Choice::Battle(act), why))
        }
        Branch::Next | Branch::Sailing => sailing::advise(view, choices),
        Branch::Contact => contact::advise(view, choices),
        Branch::Ashore => base::advise(view, choices),
        Branch::Events => strategy::advise(view, choices),
    }
}
